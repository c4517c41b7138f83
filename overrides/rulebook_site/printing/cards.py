"""Cards to cut out: what lies on the table beside a character and is put away when it ends."""

from __future__ import annotations

from rulebook_site.library import Library, load
from rulebook_site.printing import paper
from rulebook_site.printing.markup import array, call, quote
from rulebook_site.printing.phrases import unbroken
from rules_py.core.data import Row
from rules_py.core.text import Language, Text, same
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import CONDITIONS, Condition

SYSTEM = "prophecy"
ACTIONS = "P-T2"
"""The table of what mana pays for in a fight: a card for each row beside the curses and blesses."""
IN_A_ROW, ROWS = 3, 3
PER_PAGE = IN_A_ROW * ROWS

KIND = Text("Cards", "カード")
ABOUT = Text("", "")

_KINDS = {
    "curse": Text("Curse", "カース"),
    "bless": Text("Bless", "ブレス"),
    "action": Text("Action", "アクション"),
    "": same(""),
}
_STRENGTH = Text("strength {n}", "強度{n}")
_COPIES = Text("Copies", "付与数")
_ENDS = Text("Ends", "終わり")
_EMOTION = Text("★ Emotion", "感情可★")
_ACTIVATION = Text("Spends activation", "手番消費")
_FLIP = Text("Print on both sides; flip on the long edge.", "両面印刷：長辺でとじる設定で印刷する。")


def cards(language: Language, library: Library | None = None, *, backs: bool = False) -> str:
    """Lay out the cards of Prophecy, nine to a page.

    Args:
        language: Their language; names stand in the other one too.
        library: The rules' data; `rules_py.library` unless a test brings its own.
        backs: Whether a page of backs follows each page, for a printer that turns the sheet over its long side.

    Returns:
        Markup for Typst; the cards measure 63 × 88 mm.
    """
    system = (library or load()).SYSTEMS[SYSTEM]
    fronts = [_condition(condition, language) for condition in CONDITIONS.values()]
    kinds: list[str] = [condition.kind for condition in CONDITIONS.values()]
    table = system.tables[ACTIONS]
    for row in table.rows:
        fronts.append(_action(row, [column.get(language) for column in table.columns], language))
        kinds.append("action")
    blank = -len(fronts) % PER_PAGE
    fronts += [call("blank")] * blank
    kinds += [""] * blank
    pages = []
    for first in range(0, len(fronts), PER_PAGE):
        note = {"note": quote(_FLIP.get(language))} if backs else {}
        pages.append(call("page-of", array(fronts[first : first + PER_PAGE]), **note))
        if backs:
            pages.append(call("page-of", array(_turned(kinds[first : first + PER_PAGE], system.title, language))))
    return paper.source(system.title, KIND, ABOUT, language, "cards", *pages)


def _turned(kinds: list[str], title: Text, language: Language) -> list[str]:
    """Return the backs of a page in the order in which they lie when the sheet is turned over its long side."""
    rows = [kinds[first : first + IN_A_ROW][::-1] for first in range(0, len(kinds), IN_A_ROW)]
    return [
        call("back", quote(kind), *_in_both(_KINDS[kind], language), quote(title.get(language)))
        for row in rows
        for kind in row
    ]


def _in_both(name: Text, language: Language) -> list[str]:
    """Return a name in the reader's language and in the other."""
    return [quote(name.get(language)), quote(name.get("en" if language == "ja" else "ja"))]


def _condition(condition: Condition, language: Language) -> str:
    name = condition.name
    other = (name.en if language == "ja" else name.ja) + ("" if language == "ja" else _bracketed(condition.reading))
    facts = [(_COPIES, condition.scaling_words), (_ENDS, condition.end)]
    return call(
        "card",
        quote(condition.kind),
        quote(_KINDS[condition.kind].get(language)),
        quote(_STRENGTH.format(n=condition.strength).get(language)),
        quote(name.get(language)),
        quote(condition.reading if language == "ja" else ""),
        quote(other),
        "none",
        _words(condition.effect.get(language)),
        _facts(facts, language),
        array(map(quote, (condition.row, *condition.rules))),
        copies="0" if condition.scaling == "instant" else str(SLOTS),
    )


def _bracketed(reading: str) -> str:
    return f" ({reading})" if reading else ""


def _action(row: Row, columns: list[str], language: Language) -> str:
    name, when, cost, emotion, activation, effect, limits = row.cells
    facts = [(_EMOTION, emotion), (_ACTIVATION, activation)]
    if limits.get(language) not in ("", "—"):
        facts.append((same(columns[6]), Text(limits.en, _sentence(limits.ja))))
    return call(
        "card",
        quote("action"),
        quote(_KINDS["action"].get(language)),
        quote(cost.get(language)),
        quote(name.get(language)),
        quote(""),
        quote(name.get("en" if language == "ja" else "ja")),
        array([quote(columns[1]), _words(when.get(language))]),
        _words(Text(effect.en, _sentence(effect.ja)).get(language)),
        _facts(facts, language),
        array(map(quote, (row.id, *row.rules))),
    )


def _facts(facts: list[tuple[Text, Text]], language: Language) -> str:
    return array(array([quote(word.get(language)), _words(said.get(language))]) for word, said in facts)


def _words(said: str) -> str:
    return f"{{{unbroken(said)}}}"


def _sentence(said: str) -> str:
    """End a Japanese sentence as the other cards do; a cell of a table ends without a sign."""
    return said if said.endswith((".", "。")) else f"{said}。"
