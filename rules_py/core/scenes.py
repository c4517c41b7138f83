"""What lies on a desk as a picture that stands alone: a sheet of paper with game, moment, board and everybody's card.

Its colours are those of the page by day, said in the picture itself: no style of the page has to come along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from xml.etree.ElementTree import Element, tostring

from rules_py.core.drawing import box, diamond, shortened, text_width, word
from rules_py.core.markup import h
from rules_py.core.rooms import of
from rules_py.core.stepper import Stepper
from rules_py.core.text import Language, Text, same

LIGHT = {
    "paper": "#fbfaf6",
    "surface": "#fff",
    "sunken": "#f2efe6",
    "ink": "#20262e",
    "ink-soft": "#545c66",
    "line": "#d9d4c7",
    "line-strong": "#847f71",
    "seal": "#a3341f",
    "seal-tint": "#fbece7",
    "ruling": "#744d00",
    "ruling-tint": "#fbf3df",
    "side-a": "#0b6a78",
    "side-b": "#8a3d74",
    "neutral": "#767b83",
}
"""The colours of the page by day (`tokens.css`), by their names there."""

PAINT: dict[str, dict[str, str]] = {
    "text": {"fill": "ink", "font-size": "14"},
    "text.title": {"font-size": "22", "font-weight": "600"},
    "text.head": {"font-weight": "600"},
    "text.label": {"fill": "ink-soft", "font-size": "12"},
    "text.said": {"font-size": "12"},
    "text.side": {"font-size": "16", "font-weight": "600"},
    "text.side@start": {"fill": "side-a"},
    "text.side@end": {"fill": "side-b"},
    "text.number": {"fill": "ink-soft"},
    "text.mark": {"fill": "surface", "font-size": "11"},
    "text.sign": {"font-size": "16"},
    "text.piece-number": {"fill": "surface", "font-weight": "600"},
    "text.suit": {"font-weight": "600"},
    "text.suit-red": {"fill": "seal", "font-weight": "600"},
    ".paper": {"fill": "paper"},
    ".rule": {"stroke": "line-strong"},
    ".sheet": {"fill": "surface", "stroke": "line"},
    ".sheet.now": {"stroke": "ink", "stroke-width": "2"},
    ".line": {"stroke": "ink-soft", "stroke-width": "1.5"},
    ".own": {"fill": "side-a"},
    ".enemy": {"fill": "side-b"},
    ".square": {"fill": "surface", "stroke": "line-strong"},
    ".square.start": {"fill": "sunken", "stroke-width": "2"},
    ".square.heavy": {"fill": "ruling-tint", "stroke": "ruling", "stroke-width": "2", "stroke-dasharray": "5 3"},
    ".square.dying": {"fill": "seal-tint", "stroke": "seal", "stroke-width": "3"},
    ".piece": {"fill": "ink", "stroke": "surface", "stroke-width": "2"},
    ".slot": {"fill": "surface", "stroke": "line-strong"},
    ".slot.filled": {"fill": "sunken", "stroke": "ink-soft", "stroke-width": "2"},
    ".slot.full": {"fill": "seal-tint", "stroke": "seal", "stroke-width": "3"},
    ".cross": {"stroke": "ink", "stroke-width": "3", "stroke-linecap": "round"},
    ".bar": {"fill": "sunken"},
    ".left": {"fill": "neutral"},
    ".left.own": {"fill": "side-a"},
    ".left.enemy": {"fill": "side-b"},
    ".card": {"fill": "surface", "stroke": "line-strong"},
    ".card.down": {"fill": "sunken"},
}
"""How drawings look that say classes, by element and classes, as `figures.css` has it; the last one counts."""

_FONT = "system-ui, -apple-system, 'Noto Sans', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic UI', sans-serif"
_WIDTH, _EDGE, _GAP = 760, 28, 16
_INSIDE = _WIDTH - 2 * _EDGE
_COLUMN = (_INSIDE - _GAP) // 2
_LARGER, _HIGHEST = 1.45, 620
"""How much a board may grow, and how high it may become."""
_CARD_WIDTH, _CARD_HEIGHT = 36, 26

NOTHING = same("")

Side = Literal["own", "enemy", "thing"]


@dataclass(frozen=True)
class Meter:
    """Something that is spent or filled.

    Args:
        label: What it is.
        now: How much there is.
        most: How much there can be; 0 where nothing bounds it.
        slots: Is it filled slot by slot, so that the last one matters?
        bounded: Is what there can be said beside it?
    """

    label: Text
    now: int
    most: int = 0
    slots: bool = False
    bounded: bool = True


@dataclass(frozen=True)
class Hand:
    """Cards in a row.

    Args:
        label: What they are.
        cards: Suit and rank of each, and whether it is red; none for one that lies face down.
    """

    label: Text
    cards: tuple[tuple[str, bool] | None, ...]


@dataclass(frozen=True)
class Person:
    """Somebody, or something, as the picture shows them.

    Args:
        name: The name.
        side: On whose side: round, on its tip, or square as on the boards.
        standing: How they stand, in a few words.
        sign: Their letter on the board; else the first of the name.
        now: Do they act?
        meters: What they have left.
        hands: Their cards.
        told: What else there is to say.
    """

    name: Text
    side: Side = "own"
    standing: Text = NOTHING
    sign: Text | None = None
    now: bool = False
    meters: tuple[Meter, ...] = ()
    hands: tuple[Hand, ...] = ()
    told: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Scene:
    """How things stand in a game.

    Args:
        when: The round, for the title and the file's name.
        boards: Draws the boards in a language.
        told: What there is to say below them, line by line.
        people: Who is there.
    """

    when: Text
    boards: Callable[[Language], list[Element]] = lambda _: []
    told: tuple[Text, ...] = ()
    people: tuple[Person, ...] = ()


def picture(game: Text, moment: Text, scene: Scene, language: Language) -> str:
    """Return a scene as SVG.

    Args:
        game: What is played.
        moment: Where play stands.
        scene: How things stand.
        language: The language of the picture.

    Example:
        >>> drawn = picture(same("Chess"), same("Move 1"), Scene(same(""), people=(Person(same("Ada")),)), "en")
        >>> drawn[:38], ">Ada<" in drawn, "class=" in drawn
        ('<svg xmlns="http://www.w3.org/2000/svg', True, False)
    """
    said = moment.get(language)
    inside = [
        word(_EDGE, 48, game.get(language), "title", "start"),
        word(_EDGE, 72, shortened(said, _INSIDE), "", "start"),
        h("path", d=f"M{_EDGE} 86.5H{_WIDTH - _EDGE}", class_="rule"),
    ]
    y = 104.0
    for drawn in scene.boards(language):
        placed, height = _board(drawn, y)
        inside.append(placed)
        y += height + _GAP
    for text in scene.told:
        lines, y = _lines(text.get(language), _EDGE, y, _INSIDE, "")
        inside += lines
    people, y = _people(scene.people, y + 8 * bool(scene.told), language)
    height = round(y + _EDGE - _GAP)
    sheet = h("rect", width=_WIDTH, height=height, class_="paper")
    title = h("title", f"{game.get(language)} – {said}")
    made = h("svg", title, sheet, inside, people, width=_WIDTH, height=height, viewBox=f"0 0 {_WIDTH} {height}")
    made.attrib |= {"role": "img", "lang": language, "fill": "none", "font-family": _FONT}
    painted(made)
    made.attrib = {"xmlns": "http://www.w3.org/2000/svg", **made.attrib}
    return tostring(made, encoding="unicode") + "\n"


def painted(drawing: Element) -> None:
    """Say in a drawing itself how it looks, in place of classes that a style sheet would have to know.

    Example:
        >>> shape = h("rect", class_="square heavy")
        >>> painted(shape)
        >>> shape.get("class"), shape.get("stroke")
        (None, '#744d00')
    """
    for each in drawing.iter():
        classes = set(each.attrib.pop("class", "").split())
        looks: dict[str, str] = {}
        for selector, said in PAINT.items():
            tag, *wanted = selector.split("@")[0].split(".")
            anchor = selector.partition("@")[2]
            if tag in ("", each.tag) and classes.issuperset(wanted) and anchor in ("", each.get("text-anchor")):
                looks |= said
        each.attrib |= {name: LIGHT.get(value, value) for name, value in looks.items()}


# --- what stands on the sheet -----------------------------------------------------------------------------------------


def _board(drawn: Element, y: float) -> tuple[Element, float]:
    """Return a drawing of the page in the middle of the sheet, and how high it is."""
    _, _, wide, high = map(float, drawn.get("viewBox", "0 0 1 1").split())
    scale = min(_LARGER, _INSIDE / wide, _HIGHEST / high)
    width, height = round(wide * scale), round(high * scale)
    label = drawn.get("aria-label")
    place = {"x": (_WIDTH - width) // 2, "y": round(y), "width": width, "height": height}
    inside = [h("title", label)] if label else []
    return h("svg", inside, list(drawn), viewBox=drawn.get("viewBox"), **place), height


def _people(people: Sequence[Person], y: float, language: Language) -> tuple[list[Element], float]:
    """Return the cards in two columns, each side in its own where there are two, and where they end."""
    sides = {person.side == "own" for person in people}
    ends = [y, y]
    made: list[Element] = []
    for person in people:
        column = int(person.side != "own") if len(sides) > 1 else ends.index(min(ends))
        card, height = _card(person, _EDGE + column * (_COLUMN + _GAP), ends[column], language)
        made.append(card)
        ends[column] += height + _GAP
    return made, max(ends)


def _card(person: Person, x: float, y: float, language: Language) -> tuple[Element, float]:
    """Return somebody's card, and how high it is."""
    name, standing = person.name.get(language), person.standing.get(language)
    left, right = x + 14, x + _COLUMN - 14
    room = right - left - 28
    beside = text_width(standing, "label") <= room / 2
    shown = shortened(name, room - (text_width(standing, "label") + 8) * beside, "head")
    sign = (person.sign.get(language) if person.sign else name[:1]) or "?"
    inside = [*_mark(person.side, left + 10, y + 22, sign), word(left + 28, y + 27, shown, "head", "start")]
    end = y + 42
    if beside and standing:
        inside.append(word(right, y + 27, standing, "label", "end"))
    elif standing:
        lines, end = _lines(standing, left, end, right - left, "label")
        inside += lines
    for meter in person.meters:
        inside += _meter(meter, person.side, left, right, end, language)
        end += 20
    for hand in person.hands:
        cards, end = _hand(hand, left, right, end, language)
        inside += cards
    for text in person.told:
        lines, end = _lines(text.get(language), left, end, right - left, "label")
        inside += lines
    frame = box(x + 0.5, y + 0.5, _COLUMN - 1, end - y + 5, "sheet now" if person.now else "sheet", 6)
    return h("g", h("title", name), frame, inside), end - y + 6


def _mark(side: Side, x: float, y: float, sign: str) -> list[Element]:
    """Return the sign of somebody in the shape that their side has on the boards."""
    if side == "own":
        shape = h("circle", cx=x, cy=y, r=11, class_="own")
    elif side == "enemy":
        shape = diamond(x, y, 13)
    else:
        return [box(x - 9, y - 9, 18, 18, "slot full", 0), word(x, y + 4, sign, "label")]
    return [shape, word(x, y + 4, sign, "mark")]


def _meter(meter: Meter, side: Side, left: float, right: float, y: float, language: Language) -> list[Element]:
    """Return a number, and where it has a bound a bar or slots beside it."""
    said = f"{meter.now}/{meter.most}" if meter.most and meter.bounded else str(meter.now)
    made = [
        word(left, y + 12, shortened(meter.label.get(language), 104, "label"), "label", "start"),
        word(right, y + 12, said, "said", "end"),
    ]
    if meter.slots:
        full = "full" if meter.now >= meter.most else "filled"
        for n in range(meter.most):
            made.append(box(left + 110 + 18 * n, y + 1, 13, 13, f"slot {full}" if n < meter.now else "slot", 2))
    elif meter.most:
        long = right - left - 110 - 52
        made.append(box(left + 110, y + 4, long, 8, "bar", 2))
        share = min(1.0, max(0, meter.now) / meter.most)
        if share:
            made.append(box(left + 110, y + 4, round(long * share, 1), 8, f"left {side}", 2))
    return made


def _hand(hand: Hand, left: float, right: float, y: float, language: Language) -> tuple[list[Element], float]:
    """Return cards in rows below what they are, and where they end."""
    made, y = _lines(hand.label.get(language), left, y, right - left, "label")
    in_a_row = int((right - left + 4) // (_CARD_WIDTH + 4))
    for n, card in enumerate(hand.cards):
        x, top = left + (_CARD_WIDTH + 4) * (n % in_a_row), y + (_CARD_HEIGHT + 4) * (n // in_a_row)
        made.append(box(x, top, _CARD_WIDTH, _CARD_HEIGHT, "card" if card else "card down", 4))
        if card:
            made.append(word(x + _CARD_WIDTH / 2, top + 18, card[0], "suit-red" if card[1] else "suit"))
        else:
            made.append(h("path", d=f"M{x + 6:g} {top + 20:g}L{x + 30:g} {top + 6:g}", class_="line"))
    rows = -(-len(hand.cards) // in_a_row)
    return made, y + rows * (_CARD_HEIGHT + 4) + 4


def _lines(text: str, x: float, y: float, width: float, class_: str) -> tuple[list[Element], float]:
    """Return a text in lines, and where it ends."""
    step = 17 if class_ == "label" else 20
    lines = wrapped(text, width, class_)
    return [word(x, y + 12 + step * n, line, class_, "start") for n, line in enumerate(lines)], y + step * len(lines)


_UNIT = re.compile(
    r"[(（「『【〈]*(?:[^\s(（「『【〈\u2e80-\uffef]+|[\s\S])[、。，．）」』】〉ー～・：；！？!?,.;:)]*\s*"
)
"""What stays together at the end of a line: a word, or a Japanese letter, with the signs that belong to it."""


def wrapped(text: str, width: float, class_: str = "") -> list[str]:
    """Return a text in lines that fit a width.

    Example:
        >>> wrapped("Sword 17, Stealth 14", 100, "label"), wrapped("剣術17、隠密14。", 60, "label")
        (['Sword 17,', 'Stealth 14'], ['剣術17、', '隠密14。'])
    """
    lines: list[str] = []
    for unit in _pieces(_UNIT.findall(text), width, class_):
        if lines and text_width((lines[-1] + unit).rstrip(), class_) <= width:
            lines[-1] += unit
        else:
            lines.append(unit)
    return [line.rstrip() for line in lines if line.strip()]


def _pieces(units: Iterable[str], width: float, class_: str) -> Iterable[str]:
    """Yield the units, one that fits no line letter by letter."""
    for unit in units:
        yield from [unit] if text_width(unit.rstrip(), class_) <= width else list(unit)


SET_UP = Text("Set-up", "準備")
ROUND, TURN, CYCLE = (
    Text("Round {n}", "第{n}ラウンド"),
    Text("Turn {n}", "第{n}ターン"),
    Text("Cycle {n}", "第{n}サイクル"),
)


def numbered(words: Text, number: int) -> Text:
    """Return when it is; 0: nothing has begun yet.

    Example:
        >>> numbered(ROUND, 2).en, numbered(ROUND, 0).ja
        ('Round 2', '準備')
    """
    return words.format(n=number) if number else SET_UP


def fight_picture(widget: Stepper[Any, Any], given: Mapping[str, str], language: Language) -> tuple[str, str]:
    """Return the picture of what is being played, as SVG, and the name of its file without an end.

    Args:
        widget: A stepper of one of the games.
        given: What its fields say, the steps among them.
        language: The language of the picture.

    Raises:
        FormError: If a value is not allowed.
        InputError: If a step does not fit.

    Example:
        >>> from rules_py.contest.widgets import ContestStepper
        >>> drawing, name = fight_picture(ContestStepper(), {}, "en")
        >>> name, ">Tomoe<" in drawing
        ('Serial-Contest-Set-up', True)
    """
    inputs, state, moment = widget.now(widget.values(given), language)
    slug = widget.name.partition(".")[0]
    game, scene = of(slug, "system").SYSTEM.title, of(slug, "scene").scene(state, inputs)
    if ended := widget.outcome(state, inputs):
        scene = Scene(scene.when, scene.boards, (ended, *scene.told), scene.people)
    title = Text("{game} · {when}", "{game}・{when}").format(game=game, when=scene.when)
    rest = moment.removeprefix(scene.when.get(language)).lstrip(" ·・")
    name = "-".join(f"{game.get(language)} {scene.when.get(language)}".split())
    return picture(title, same(rest), scene, language), name
