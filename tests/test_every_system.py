"""What holds for every system: glossary, tables and rulings are complete, in both languages, and name what exists."""

import re
from dataclasses import fields
from pathlib import Path

from rules_py import RULINGS, library
from rules_py.core.text import LANGUAGES
from tests.ledgers import KANA_OR_KANJI, LEDGERS, both, ids, same_ids, spoken
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
