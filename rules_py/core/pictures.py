"""Answers at a glance: heat tables whose cells set the fields, distributions as columns, difficulties as a band."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from rules_py.core.drawing import box, svg, text_width, word
from rules_py.core.markup import h
from rules_py.core.render import Cell, fold, fraction, percent, row, table
from rules_py.core.text import Language, Text

WIDTH = 360
"""How wide a picture is, in its own measure."""
BROAD = 29
"""How wide a column is that has room for a chance with its decimal."""
LABELLED = 17
"""How wide a column is that has room for what it stands for."""
MANY = 6
"""A heat table of more columns has room for whole percents only."""

IN_PERCENT = Text("{caption} (%)", "{caption}（%）")
_COMMA, _COLON = Text(", ", "、"), Text(": ", "：")
EXACT_NUMBERS = Text("Exact numbers", "正確な数値")


@dataclass(frozen=True)
class Heat:
    """A chance in a heat table.

    Args:
        chance: The chance.
        applies: Is it what the fields ask for?
        sets: What the fields say after a press, by name; without it the cell cannot be pressed.
    """

    chance: Fraction
    applies: bool = False
    sets: Mapping[str, str] | None = None


def heat_table(
    caption: Text | None,
    heads: Sequence[Cell],
    rows: Sequence[tuple[Cell, Sequence[Heat | None]]],
    language: Language,
    *,
    label: Text | None = None,
) -> Element:
    """Return chances in two directions, each in its colour, small enough to be seen as a whole on a phone.

    Args:
        caption: What it shows.
        heads: What the rows are, and each column.
        rows: The name of each row and its chances; a dash where there is none.
        language: The reader's language.
        label: What it is called, where that is not its caption.
    """
    is_broad = len(heads) <= MANY + 1
    columns = [_plain(head, language) for head in heads[1:]]
    is_named = not all(_plain(name, language).lstrip("+−").isdigit() for name, _ in rows)
    has_keys = any(each and each.sets is not None for _, cells in rows for each in cells)
    made = []
    comma, colon = _COMMA.get(language), _COLON.get(language)
    for name, cells in rows:
        before = _plain(name, language) + comma
        named = [f"{before}{head}{colon}" for head in columns]
        made.append((name, *(_cell(each, its, is_broad) for its, each in zip(named, cells, strict=True))))
    return table(
        caption and IN_PERCENT.format(caption=caption),
        heads,
        made,
        language,
        " ".join(["heat", *(["named"] if is_named else []), *(["keys"] if has_keys else [])]),
        label=label or caption,
    )


def _plain(cell: Cell, language: Language) -> str:
    return cell.get(language) if isinstance(cell, Text) else str(cell)


def _cell(heat: Heat | None, name: str, is_broad: bool) -> Cell:
    if heat is None:
        return "—"
    chance = heat.chance
    said = percent(chance)
    shown = said.removesuffix("%") if is_broad else whole_percent(chance)
    number: Element | str = shown if chance in (0, 1) else h("data", shown, value=fraction(chance))
    if heat.sets is None:
        button = None
    else:
        pressed = "true" if heat.applies else "false"
        sets = "&".join([_set_to(*each) for each in heat.sets.items()])
        button = h("button", type="button", data_set=sets, aria_pressed=pressed, aria_label=name + said)
    return h("td", number, button, class_=heat_class(chance) + (" applies" if heat.applies else ""))


@lru_cache(maxsize=1024)
def _set_to(name: str, value: str) -> str:
    return urlencode({name: value})


def heat_class(chance: Fraction) -> str:
    """Return the colour step of a chance in a heat table, `heat-0` to `heat-9`.

    Example:
        >>> heat_class(Fraction(0)), heat_class(Fraction(1, 2)), heat_class(Fraction(1))
        ('heat-0', 'heat-5', 'heat-9')
    """
    return f"heat-{min(9, 10 * chance.numerator // chance.denominator)}"


def in_figures(chance: Fraction) -> str:
    """Return a chance in percent without the sign, for where a caption says it once for all.

    Example:
        >>> in_figures(Fraction(7, 8)), in_figures(Fraction(1, 9999))
        ('87.5', '<0.1')
    """
    return percent(chance).removesuffix("%")


def whole_percent(chance: Fraction) -> str:
    """Return a chance in whole percents without the sign; never 0 or 100 unless it is.

    Example:
        >>> [whole_percent(Fraction(n, d)) for n, d in ((1, 1), (999, 1000), (7, 8), (1, 999), (0, 1))]
        ['100', '>99', '88', '<1', '0']
    """
    part, whole = chance.numerator, chance.denominator
    rounded = (200 * part + whole) // (2 * whole)
    if rounded == 0 < part:
        return "<1"
    return ">99" if rounded == 100 and part < whole else str(rounded)


# --- distributions ---


@dataclass(frozen=True)
class Outcome:
    """One of the results that a distribution is of.

    Args:
        name: The result, as short as a number.
        chance: The chance of just this one.
        reached: The chance of this one or a better one; nothing where that is not asked.
        counts: Is it one of those that are wanted?
    """

    name: str
    chance: Fraction
    reached: Fraction | None = None
    counts: bool = True


SO_MANY = Text("that many or more", "その数以上になる")
_TOP, _FLOOR, _LOW = 16, 92, 126


def columns(caption: Text, outcomes: Sequence[Outcome], language: Language, below: Text = SO_MANY) -> Element:
    """Return a distribution as columns, as high as its results are likely; those that are not wanted are hollow.

    Example:
        >>> halves = [Outcome(name, Fraction(1, 2), counts=name == "1") for name in "01"]
        >>> columns(Text("Successes", "成功数"), halves, "en")[1].get("aria-label")
        'Successes: 0 → 50%, 1 → 50%'
    """
    across = min(WIDTH / max(len(outcomes), 1), 64)
    left = (WIDTH - across * len(outcomes)) / 2
    highest = max((each.chance for each in outcomes), default=Fraction(0)) or Fraction(1)
    every = 1 if across >= LABELLED else int(LABELLED * 1.5 / across) + 1
    shown = in_figures if across >= BROAD else whole_percent
    is_summed = any(each.reached is not None for each in outcomes)
    drawn = [h("path", d=f"M0 {_FLOOR + 0.5}H{WIDTH}", class_="column-floor")]
    for n, each in enumerate(outcomes):
        middle = round(left + across * (n + 0.5), 1)
        high = round(float(each.chance / highest) * (_FLOOR - _TOP), 1)
        wide = round(min(across * 0.72, 40), 1)
        kind = "column" if each.counts else "column hollow"
        drawn.append(box(round(middle - wide / 2, 1), round(_FLOOR - high, 1), wide, high, kind, rx=1))
        if n % every == 0:
            drawn.append(word(middle, _FLOOR + 16, each.name, "head"))
            if every == 1:
                drawn.append(word(middle, round(_FLOOR - high - 4, 1), shown(each.chance), "entry"))
            if each.reached is not None:
                drawn.append(word(middle, _LOW, shown(each.reached), "label"))
    spelled = _COMMA.get(language).join(f"{each.name} → {percent(each.chance)}" for each in outcomes)
    told = Text("{caption}: {spelled}", "{caption}：{spelled}").format(caption=caption, spelled=spelled)
    picture = svg(WIDTH, _LOW + 6 if is_summed else _FLOOR + 22, told.get(language), drawn, class_="figure columns")
    said = IN_PERCENT.format(caption=caption)
    if is_summed:
        said += Text("; below each, {below}", "。下の段は、{below}確率").format(below=below)
    return _figure("columns", said, picture, language)


def distribution(
    caption: Text,
    head: Text,
    outcomes: Sequence[Outcome],
    language: Language,
    more: Mapping[Text, Sequence[Cell]] | None = None,
) -> list[Element]:
    """Return a distribution as columns, and the exact numbers behind it, opened on demand.

    Args:
        caption: What it is of.
        head: What its results are.
        outcomes: Its results, the worst first; those that are wanted are marked where others are not.
        language: The reader's language.
        more: What else is to be said of each result, by its head.
    """
    more = more or {}
    is_marked = not all(each.counts for each in outcomes)
    rows = [
        row(
            language,
            each.name,
            each.chance,
            *(() if each.reached is None else (each.reached,)),
            *(cells[n] for cells in more.values()),
            class_="applies" if is_marked and each.counts else None,
        )
        for n, each in enumerate(outcomes)
    ]
    heads = (head, Text("Exactly", "ちょうど"), Text("At least", "以上"), *more)
    return [columns(caption, outcomes, language), fold(EXACT_NUMBERS, language, table(caption, heads, rows, language))]


def outcomes(odds: Mapping[int, Fraction], wanted: int) -> list[Outcome]:
    """Return the results of a distribution of numbers, of which so many or more are wanted.

    Example:
        >>> found = outcomes({0: Fraction(1, 3), 1: Fraction(2, 3)}, wanted=1)
        >>> [(each.name, str(each.reached), each.counts) for each in found]
        [('0', '1', False), ('1', '2/3', True)]
    """
    found = []
    reached = sum(odds.values(), start=Fraction(0))
    for number, chance in sorted(odds.items()):
        found.append(Outcome(str(number), chance, reached, counts=number >= wanted))
        reached -= chance
    return found


# --- difficulties ---


@dataclass(frozen=True)
class Step:
    """One of the difficulties that an estimator weighs.

    Args:
        name: The difficulty, as short as a number.
        chance: The chance that it leaves.
        zone: Below 0: too easy, 0: as wished, above 0: too hard.
    """

    name: str
    chance: Fraction
    zone: int


ZONES = (Text("too easy", "易しい"), Text("as wished", "望みどおり"), Text("too hard", "難しい"))


def closest[Rung: int](chances: Mapping[Rung, Fraction], wish: Fraction) -> Rung:
    """Return the difficulty whose chance is closest to the one wished; of two the lower.

    Example:
        >>> closest({3: Fraction(2, 3), 4: Fraction(1, 2), 5: Fraction(1, 3)}, Fraction(3, 7))
        4
    """
    return min(chances, key=lambda rung: (abs(chances[rung] - wish), rung))


def difficulty_band(caption: Text, steps: Sequence[Step], language: Language) -> Element:
    """Return difficulties side by side, from too easy over those as wished to too hard, each with its chance.

    Example:
        >>> steps = [Step(str(n), Fraction(5 - n, 5), n - 2) for n in (1, 2, 3)]
        >>> difficulty_band(Text("Difficulty", "難度"), steps, "en")[1].get("aria-label")
        'Difficulty: too easy: 1 → 80%; as wished: 2 → 60%; too hard: 3 → 40%'
    """
    across = WIDTH / max(len(steps), 1)
    shown = in_figures if across >= BROAD else whole_percent
    drawn: list[Element] = []
    spelled: list[str] = []
    for zone, run in groupby(range(len(steps)), lambda n: (steps[n].zone > 0) - (steps[n].zone < 0)):
        name, places = ZONES[zone + 1], [*run]
        start, end = places[0] * across, (places[-1] + 1) * across
        half = text_width(name.get(language), "head") / 2  # what stands over one difficulty may be wider than it
        middle = min(max((start + end) / 2, half), WIDTH - half)
        anchor, x = {-1: ("start", start), 0: ("middle", middle), 1: ("end", end)}[zone]
        if {-1: places[0] == 0, 0: True, 1: places[-1] == len(steps) - 1}[zone]:  # there is room for no more
            drawn.append(word(round(x, 1), 14, name.get(language), "head" if zone == 0 else "label", anchor))
        kind = ("zone easy", "zone wished", "zone hard")[zone + 1]
        drawn.append(box(round(start + 1, 1), 21, round(end - start - 2, 1), 40, kind, rx=3))
        points = [f"{steps[n].name} → {percent(steps[n].chance)}" for n in places]
        spelled.append(name.get(language) + _COLON.get(language) + _COMMA.get(language).join(points))
    for n, each in enumerate(steps):
        x = round(across * (n + 0.5), 1)
        drawn += [word(x, 38, each.name, "head"), word(x, 54, shown(each.chance), "label")]
    told = caption.get(language) + _COLON.get(language) + Text("; ", "。").get(language).join(spelled)
    picture = svg(WIDTH, 64, told, drawn, class_="figure band")
    return _figure("band", IN_PERCENT.format(caption=caption), picture, language)


WISHES = tuple(Fraction(hundredths, 100) for hundredths in (50, 75, 90, 95))
"""Chances that many wish for."""


def dice_table(
    caption: Text, wish: Fraction, most: int, chance: Callable[[int], Fraction], language: Language
) -> Element:
    """Return how many dice it takes for the chance that is wished for, and for others."""
    rows = []
    for wished in sorted({*WISHES, wish}):
        dice = next((number for number in range(most + 1) if chance(number) >= wished), None)
        cells: tuple[Cell, Cell] = (f"> {most}", "—") if dice is None else (dice, chance(dice))
        rows.append(row(language, percent(wished), *cells, class_="applies" if wished == wish else None))
    heads = (
        Text("Chance you want", "望む確率"),
        Text("Dice needed", "必要なダイス"),
        Text("Chance then", "実際の確率"),
    )
    return table(caption, heads, rows, language)


def _figure(kind: str, caption: Text, picture: Element, language: Language) -> Element:
    picture.set("data-picture", kind)
    return h("figure", h("figcaption", caption.get(language)), picture, class_="picture")
