"""Blank play sheets: boards to put tokens on, and what one writes down in a fight, drawn as on the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from xml.etree.ElementTree import Element

from rulebook_site.library import Library, load
from rulebook_site.printing import paper
from rulebook_site.printing.markup import array, call, quote
from rules_py.contest.figures import draw_gauge
from rules_py.contest.rulings import Rulings
from rules_py.core.data import System
from rules_py.core.text import Language, Text, same
from rules_py.exorcist.board import Board, Size
from rules_py.exorcist.figures import draw_board
from rules_py.kamui.drawings import draw_ring
from rules_py.kamui.ring import opposite, outer_squares
from rules_py.kamui.rulings import Rulings as Rings
from rules_py.prophecy.characters import Fighter
from rules_py.prophecy.figures import draw_sheet

KIND = Text("Play sheets", "プレイシート")
ABOUT = Text("Copy as you need.", "自由にコピーしてお使いください。")

GAUGES = (Rulings(), Rulings(heavy_wound_square=3, dying_square=4), Rulings(heavy_wound_square=5, dying_square=6))
"""The gauge of the ruling first, then a shorter and a longer one (C-Q4)."""
UPRIGHT, ACROSS = Size(9, 11), Size(12, 8)
"""Boards whose squares of about 2 cm fill a page."""
DICE: tuple[Literal["d10", "d8", "d6"], ...] = ("d10", "d8", "d6")
"""The die says how many squares the ring has; the ruling's first (K-Q2)."""
PEOPLE = 6
"""How many can be written down on a page, and below a board."""
ROUNDS, MANY_ROUNDS = 4, 12
"""For how many rounds there are boxes to tick: for each of many people, and beside a gauge."""

_NAME = Text("Name", "名前")


def play(slug: str, language: Language, library: Library | None = None) -> str:
    """Lay out the blank play sheets of a system.

    Args:
        slug: The system.
        language: Their language.
        library: The rules' data; `rules_py.library` unless a test brings its own.

    Returns:
        Markup for Typst.
    """
    system = (library or load()).SYSTEMS[slug]
    return paper.source(system.title, KIND, ABOUT, language, "play", *_SHEETS[slug](system, language))


def _term(system: System, key: str) -> Text:
    """Return a term as a label."""
    term = system.glossary[key]
    return Text(term.en[:1].upper() + term.en[1:], term.ja.strip("【】"))


def _drawn(drawing: Element, width: str = "100%") -> str:
    return paper.picture(drawing, width=width)


def _head(system: System, what: Text, language: Language, name: str = "sheet-head") -> str:
    return call(name, quote(system.title.get(language)), quote(what.get(language)))


def _table(columns: list[Text], rows: int, language: Language, height: str = "12mm", **named: str) -> str:
    """Return a table to write in, its first column for names."""
    return call("blanks", _quoted(columns, language), str(rows), height, **named)


def _fields(labels: list[Text], language: Language) -> str:
    return call("fields", _quoted(labels, language))


def _quoted(labels: list[Text], language: Language) -> str:
    return array(quote(label.get(language)) for label in labels)


# --- the sheets -------------------------------------------------------------------------------------------------------


def _contest(system: System, language: Language) -> list[str]:
    gauge = _term(system, "gauge")
    labels = [_term(system, key) for key in ("used_ability", "strike_power", "augment")]
    one, other = (_quoted([_NAME + same(f" {side}"), *labels], language) for side in "AB")
    halved = _term(system, "heavy_wound") + Text(": abilities halved (C-6.2)", "：能力半減（C-6.2）")
    rounds = [_term(system, "round") + same(" 1"), *(same(number) for number in range(2, MANY_ROUNDS + 1))]

    def page(rulings: Rulings) -> list[str]:
        width = 0.94 * min(1, (2 * rulings.dying_square + 1) / (2 * Rulings().dying_square + 1))
        drawn = _drawn(draw_gauge(rulings, language, None), f"{width:.1%}")
        return [call("contest", one, other, quote(halved.get(language)), _quoted(rounds, language), drawn)] * 3

    length = Text("wound {wound}, dying {dying} (C-Q4)", "重傷{wound}、瀕死{dying}（C-Q4）")
    pages = [_head(system, gauge, language), *page(GAUGES[0])]
    for rulings in GAUGES[1:]:
        words = length.format(wound=rulings.heavy_wound_square, dying=rulings.dying_square)
        pages.append(_head(system, gauge + Text(": ", "：") + words, language, "next-page"))
        pages += page(rulings)
    return pages


def _prophecy(system: System, language: Language) -> list[str]:
    sheet = _term(system, "condition_sheet")
    labels = [_NAME, *(_term(system, key) for key in ("cast_ability", "guard_ability", "mana"))]
    lists = [_term(system, key) for key in ("recipe", "emotion", "preparation_effect")]
    drawn = _drawn(draw_sheet(Fighter(same("")), language, blank=True), "93%")
    one = call("conditions", _quoted(labels, language), _quoted(lists, language), drawn)
    columns = [_NAME, _term(system, "mana"), _term(system, "dominance")]
    names = [_term(system, "round") + same(f" {number}") for number in range(1, ROUNDS + 1)]
    each = call(
        "each-round", *(quote(_term(system, key).get(language)) for key in ("initiative", "acted", "last_stand"))
    )
    return [
        _head(system, sheet, language),
        one,
        one,
        _head(system, _term(system, "round"), language, "next-page"),
        call("rounds", _quoted(columns, language), _quoted(names, language), each, str(2 * PEOPLE), "18.5mm"),
    ]


def _exorcist(system: System, language: Language) -> list[str]:
    board = Text("Barrier grid", "結界の盤")
    wide = call("align", "center", _drawn(draw_board(Board(ACROSS), language), "245mm"))
    keys = ("initiative", "body", "spirit", "skill", "mobility", "hp", "spirit_points", "armour", "evade_dice")
    people = [_NAME, *(_term(system, key) for key in (*keys, "katashiro", "peg", "rope"))]
    keys = ("initiative", "body", "spirit", "skill", "mobility", "toughness", "miasma", "evade_dice", "evasion_type")
    enemies = [_NAME, *(_term(system, key) for key in keys)]
    pressure = call(
        "steps",
        quote(_term(system, "zone_pressure").get(language)),
        array(quote(row.cells[0].get(language)) for row in system.tables["E-T5"].rows),
    )
    fighting = [
        _head(system, _term(system, "combat") + Text(": ", "：") + _term(system, "exorcist"), language),
        _table(people, PEOPLE, language, "16mm"),
        pressure,
        _head(system, _term(system, "combat") + Text(": ", "：") + _term(system, "kaii"), language, "next-page"),
        _table(enemies, PEOPLE + 2, language, "17mm"),
    ]
    return [
        _head(system, board, language),
        _drawn(draw_board(Board(UPRIGHT), language)),
        call("across", "{" + f"{_head(system, board, language)}\n{wide}" + "}"),
        call("across", "{" + "\n".join(fighting) + "}"),
    ]


def _kamui(system: System, language: Language) -> list[str]:
    ring = Text("Ring of {n} squares", "外周{n}マス")
    opposites = Text("→ the square diagonally opposite (K-7.5)", "→は対角線上のマス（K-7.5）")
    pages: list[str] = []
    keys = ("action_value", "hp", "armour", "attack_power", "damage_bonus", "revival_check")
    people = [_NAME, *(_term(system, key) for key in keys)]
    faith = _fields([_term(system, key) for key in ("round", "faith", "faith_multiplier")], language)
    for die in DICE:
        kind = "next-page" if pages else "sheet-head"
        rulings = Rings(die=die)
        notes = {square: f"→{opposite(square, rulings)}" for square in outer_squares(rulings)}
        drawn = _drawn(draw_ring(rulings.sides, language, notes=notes, more=opposites + Text(".", "。")), "78%")
        pages += [_head(system, ring.format(n=rulings.sides), language, kind), faith, call("align", "center", drawn)]
        pages.append(call("small", quote(opposites.get(language))))
        pages.append(_table(people, PEOPLE, language, "10.5mm"))
    pages.append(_head(system, _term(system, "record_sheet"), language, "next-page"))
    pages.append(
        _table([_NAME, *(_term(system, key) for key in ("rank", "link", "revival_check"))], PEOPLE, language, "18mm")
    )
    pages.append(call("part", quote(_term(system, "magai").get(language))))
    keys = ("square", "hp", "armour", "threat_level")
    enemies = [_NAME, *(_term(system, key) for key in keys)]
    pages.append(_table(enemies, PEOPLE, language, "15mm"))
    return pages


def _avatar(system: System, language: Language) -> list[str]:
    people = [_NAME, *(_term(system, key) for key in ("suit", "stage", "hand_limit", "ep", "sep"))]
    rounds = [_NAME, *(_term(system, key) for key in ("action_value", "declaration", "cost"))]
    clash = [_NAME, *(_term(system, key) for key in ("attack_power", "momentum", "planet_damage"))]
    return [
        _head(system, _term(system, "combat"), language),
        _table(people, PEOPLE, language),
        call("part", quote(_term(system, "round").get(language))),
        _table(rounds, PEOPLE, language),
        call("part", quote(_term(system, "clash").get(language))),
        _table(clash, 2, language, "20mm"),
    ]


_SHEETS: dict[str, Callable[[System, Language], list[str]]] = {
    "contest": _contest,
    "prophecy": _prophecy,
    "exorcist": _exorcist,
    "kamui": _kamui,
    "avatar": _avatar,
}
