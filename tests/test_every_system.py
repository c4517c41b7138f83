"""What holds for every system: glossary, tables and rulings are complete, in both languages, and name what exists."""

import inspect
import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from unittest.mock import ANY

import rules_py
from rules_py import MECHANICS, RULINGS, library
from rules_py.core.text import LANGUAGES
from tests.ledgers import KANA_OR_KANJI, LEDGERS, both, ids, same_ids, spoken
from tests.play import refused
from tests.rows import every

ROOT = Path(__file__).parents[1]
KANJI = re.compile(r"[\u4e00-\u9fff々]")

every_system = every("slug", library.SYSTEMS)


# --- glossary ---------------------------------------------------------------------------------------------------------


@every_system
def test_every_term_of_the_text_is_explained(slug):
    """Ledger §1, in its order."""
    assert list(library.SYSTEMS[slug].glossary) == LEDGERS[slug].TERMS


@every(("slug", "ident"), [(slug, ident) for slug in LEDGERS for ident in LEDGERS[slug].TERMS])
def test_a_term_is_explained_in_both_languages(slug, ident):
    term = library.SYSTEMS[slug].glossary[ident]
    assert term.id == ident
    assert not KANA_OR_KANJI.search(term.en)
    spoken(term.meaning)
    assert term.meaning.en.rstrip().endswith((".", "!", "?", ")"))
    assert term.meaning.ja.rstrip().endswith(("。", "）", ")"))
    assert bool(term.reading) == bool(KANJI.search(term.ja))
    assert not KANJI.search(term.reading)
    assert term.rules
    assert set(term.rules) <= LEDGERS[slug].KNOWN
    same_ids(slug, term.meaning)
    assert term.forms_en
    assert term.forms_ja
    for form in (*term.forms_en, *term.forms_ja):
        assert form == form.strip() != ""


@every("language", LANGUAGES)
@every_system
def test_a_word_is_marked_as_one_term_only(slug, language):
    """A spelling that two terms share would be linked to one of them at random."""
    seen: dict[str, str] = {}
    for term in library.SYSTEMS[slug].glossary.values():
        if term.tag:
            for form in term.forms(language):
                assert seen.setdefault(form.lower(), term.id) == term.id, form


# --- tables -----------------------------------------------------------------------------------------------------------


@every_system
def test_every_table_has_all_its_rows(slug):
    """Ledger §3: as many rows as there are, as many cells as columns, each in both languages."""
    tables, rows = library.SYSTEMS[slug].tables, LEDGERS[slug].ROWS
    assert {ident: len(table.rows) for ident, table in tables.items()} == rows
    for ident, table in tables.items():
        assert table.id == ident
        spoken(table.title)
        assert [row.id for row in table.rows] == [f"{ident}.{n}" for n in range(1, rows[ident] + 1)]
        for column in table.columns:
            spoken(column)
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert set(row.rules) <= LEDGERS[slug].KNOWN
            for cell in row.cells:
                both(cell)
                assert not KANA_OR_KANJI.search(cell.en.replace(row.cells[0].en, ""))
                same_ids(slug, cell)


@every_system
def test_every_row_is_ruled(slug):
    """All but those of P-T5, which count conditions by their strength."""
    without = [row.id for table in library.SYSTEMS[slug].tables.values() for row in table.rows if not row.rules]
    assert all(ident.startswith("P-T5.") for ident in without)


# --- rulings ----------------------------------------------------------------------------------------------------------


@every_system
def test_every_open_question_is_answered(slug):
    """Ledger §5: question, answer and reason in both languages; what is lost is said to be lost."""
    rulings, ledger = library.SYSTEMS[slug].rulings, LEDGERS[slug]
    assert list(rulings) == ledger.QUESTIONS
    assert {ident for ident, ruling in rulings.items() if ruling.lost} == ledger.LOST
    for ident, ruling in rulings.items():
        assert ruling.id == ident
        for text in (ruling.label, ruling.question, ruling.default, ruling.reason, *ruling.labels.values()):
            if ident not in ledger.ABOUT_LETTERS:
                spoken(text)
            same_ids(slug, text)
        assert len(ruling.label.en) <= 40
        assert len(ruling.label.ja) <= 20
        assert ruling.question.en.rstrip().endswith("?")
        assert ruling.question.ja.rstrip().endswith(("？", "か。", "?"))
        for option in ruling.options:
            both(option.text)
            assert KANA_OR_KANJI.search(option.text.ja)
        assert len(ruling.labels) == (len(ruling.switches) if len(ruling.switches) > 1 else 0)
        assert bool(ruling.switches) == bool(ruling.widgets)
        assert set(ruling.widgets) <= set(library.WIDGETS)


@every_system
def test_the_data_and_the_code_know_the_same_switches(slug):
    """Each field of `Rulings` belongs to one ruling; each answer is one that the field takes, the default first."""
    rulings, code = library.SYSTEMS[slug].rulings.values(), RULINGS[slug]
    assert [switch for ruling in rulings for switch in ruling.switches] == [f.name for f in fields(code)]
    defaults = code()
    for ruling in rulings:
        for switch in ruling.switches:
            answers = tuple(option.value for option in ruling.options if option.switch == switch)
            assert answers == code.choices().get(switch, ())
            if answers:
                assert answers[0] == getattr(defaults, switch)
        if not ruling.switches:
            assert all(option.value is None for option in ruling.options)


@every(("slug", "switch"), [(slug, switch) for slug, rulings in RULINGS.items() for switch in rulings.choices()])
@every("value", ["", "maybe", 0, 1, None, "True", "LOWER_ROLL", ()])
def test_a_house_rule_takes_its_answers_only(slug, switch, value):
    error = refused(lambda: RULINGS[slug](**{switch: value}), switch, ANY)
    assert error.value is value
    for answer in RULINGS[slug].choices()[switch]:
        assert str(answer) in error.message("en")
        assert str(answer) in error.message("ja")


# --- code -------------------------------------------------------------------------------------------------------------

GAMES = {slug: import_module(f"rules_py.{slug}") for slug in library.SYSTEMS}


@every_system
def test_every_mechanic_has_its_code(slug):
    """Ledger §4: the id itself stands in a docstring of its code, so that a search for it leads there."""
    found, letter = GAMES[slug].MECHANICS, library.SYSTEMS[slug].letter
    assert set(found) == {ident for ident in LEDGERS[slug].KNOWN if ident.startswith(f"{letter}-M")}
    assert list(found) == [f"{letter}-M{n}" for n in range(1, len(found) + 1)]
    for ident, functions in found.items():
        assert MECHANICS[ident] == functions
        assert any(re.search(rf"\b{ident}\b", inspect.getdoc(one) or "") for one in functions), ident


CALLABLES = [(slug, one) for slug, game in GAMES.items() for found in game.MECHANICS.values() for one in found]


@every(("slug", "one"), CALLABLES)
def test_a_mechanic_is_public_and_says_where_it_comes_from(slug, one):
    """Its docstring names the mechanic or rules and rulings of the ledger, and holds an example that runs."""
    assert callable(one)
    assert one.__name__ in GAMES[slug].__all__
    assert getattr(GAMES[slug], one.__name__) is one
    docstring = inspect.getdoc(one) or ""
    assert re.search(rf"\b{library.SYSTEMS[slug].letter}-(M\d+|\d+\.\d+|Q\d+|T\d)", docstring), "no id of the ledger"
    assert ">>>" in docstring, "no example"


@every(("slug", "name"), [(slug, name) for slug, game in GAMES.items() for name in game.__all__])
def test_everything_public_is_explained(slug, name):
    one = getattr(GAMES[slug], name)
    assert (not inspect.isroutine(one) and not inspect.isclass(one)) or inspect.getdoc(one)


@every_system
def test_an_action_is_named_so_that_a_refusal_can_follow(slug):
    """“Beginning is not possible now”, in every game; nobody says “To begin is not possible now”."""
    stated = [each for several in GAMES[slug].GAME.stated.values() for each in several]
    assert stated
    assert [each.label.en for each in stated if each.label.en.startswith("To ")] == []


@every_system
def test_the_rulings_stand_in_one_place(slug):
    """By the system's slug."""
    assert RULINGS[slug] is GAMES[slug].Rulings
    assert rules_py.__version__


# --- ids --------------------------------------------------------------------------------------------------------------


def pages(language):
    """The text of every page in a language."""
    return [page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / language).rglob("*.md"))]


@every("language", LANGUAGES)
@every_system
def test_every_rule_and_example_stands_on_a_page_once(slug, language):
    """Ledger §2 and §6."""
    mark = rf"\{{({library.SYSTEMS[slug].letter}-(?:\d+\.\d+[a-e]?|XT?\d+))\}}"
    marks = [found for page in pages(language) for found in re.findall(mark, page)]
    assert sorted(marks) == sorted(LEDGERS[slug].RULE_IDS | LEDGERS[slug].EXAMPLES)


@every("language", LANGUAGES)
@every_system
def test_every_ruling_and_table_stands_on_a_page(slug, language):
    """Ledger §3 and §5."""
    text, ledger = "".join(pages(language)), LEDGERS[slug]
    rulings, tables = (
        re.findall(rf"^/// {block} \| ({library.SYSTEMS[slug].letter}-{kind}\d+)$", text, re.MULTILINE)
        for block, kind in (("ruling", "Q"), ("data-table", "T"))
    )
    assert sorted(rulings) == sorted(ledger.QUESTIONS)
    assert set(tables) == set(ledger.ROWS)


def sources():
    """Code and data of the package that may name rules."""
    for path in sorted((ROOT / "rules_py").rglob("*")):
        if path.suffix in (".py", ".toml"):
            yield path, path.read_text(encoding="utf-8")


@every_system
def test_no_id_is_made_up(slug):
    """Every ledger id that the package names, in code, data and messages, exists; ranges end where rules do."""
    for path, text in sources():
        assert ids(slug, text) <= LEDGERS[slug].KNOWN | LEDGERS[slug].SECTIONS, path


@every_system
def test_every_rule_is_named_somewhere_in_the_package(slug):
    """A rule that no function, message, table or term knows has been forgotten."""
    text = "".join(text for _, text in sources())
    named = ids(slug, text)
    section = rf"{library.SYSTEMS[slug].letter}-\d+"
    ranges = re.findall(rf"({section})\.(\d+) to (?:{section}\.)?(\d+)", text)
    named |= {f"{section}.{n}" for section, first, last in ranges for n in range(int(first), int(last) + 1)}
    assert sorted(LEDGERS[slug].RULE_IDS - named) == []
