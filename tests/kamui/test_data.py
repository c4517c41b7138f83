"""The tables and rulings of Kamui: true to what the functions and the widgets do."""

from pathlib import Path

from rules_py import RULINGS, library
from rules_py.core.text import LANGUAGES
from rules_py.kamui import Kamui, Link, Rulings, State, check_dice, distance, opposite, resolution, round_end
from rules_py.kamui.checks import BASE_DICE, EVENT_TARGET
from tests.ledgers import ids
from tests.page import without_effect
from tests.rows import every

from .inputs import ATTACK, DIFFICULTY, GRACE, POOL
from .ledger import RULE_IDS, TERMS

SYSTEM = library.SYSTEMS["kamui"]

# --- size -------------------------------------------------------------------------------------------------------------


def test_the_ledger_has_59_rules_and_57_terms():
    """Ledger §1, §2."""
    assert (len(RULE_IDS), len(TERMS), len(SYSTEM.rulings)) == (59, 57, 30)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_the_printed_numbers_are_those_that_are_used():
    """K-T1, K-T2."""
    cells = {row.id: [cell.en for cell in row.cells] for table in ("K-T1", "K-T2") for row in SYSTEM.tables[table].rows}
    assert cells["K-T2.1"][1].startswith(f"+{check_dice(2, 1) - check_dice(2, 0)} die")
    assert cells["K-T2.2"][1] == f"+{round_end([1], []).gain}"
    assert cells["K-T2.3"][1] == f"+{round_end([1], [1]).gain - round_end([1], []).gain}"
    assert cells["K-T2.4"][1] == f"{distance(1, opposite(1))} squares"
    assert cells["K-T2.5"][1] == f"{EVENT_TARGET} successes"
    assert cells["K-T1.3"][3] == cells["K-T1.4"][3] == str(EVENT_TARGET)
    assert Kamui("Homura", 1, links=(Link("Mio", 5), Link("Iwao", 5, used=True))).grace_dice == 1


def test_the_printed_life_of_a_rift():
    """K-T4."""
    placed = resolution(State((Kamui("Homura", 3),)), 0, 0, 1)
    assert placed.rifts == (3,)
    assert round_end([3], placed.rifts).left == ()
    assert round_end([4], placed.rifts).left == (3,)


# --- rulings ----------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_the_page_says_why_a_ruling_has_no_switch(language):
    """And it speaks of these only."""
    page = (Path(__file__).parents[2] / "docs" / language / "kamui" / "rulings.md").read_text(encoding="utf-8")
    said = page.partition("{#without}")[2].partition("\n## ")[0]
    assert ids("kamui", said) == {ident for ident, ruling in SYSTEM.rulings.items() if not ruling.switches}


def test_numbers_that_nothing_supports_are_inputs():
    """Ledger: placeholders are inputs, not facts."""
    numbers = [name for name in RULINGS["kamui"].__dataclass_fields__ if name not in Rulings.choices()]
    assert numbers == ["success_face", "new_link_level", "link_step"]
    owners = {switch: ruling for ruling in SYSTEM.rulings.values() for switch in ruling.switches}
    assert all("laceholder" in owners[name].default.en and "仮" in owners[name].default.ja for name in numbers)
    assert str(BASE_DICE) in SYSTEM.rulings["K-Q3"].default.en
    assert "placeholder" in SYSTEM.rulings["K-Q3"].default.en
    assert library.WIDGETS[POOL].fields["dice"].default == str(BASE_DICE)


FORMS = {
    POOL: [{"ability": "3"}],
    ATTACK: [{"ability": "3"}],
    GRACE: [{}, {"party": "3/4/1, 2/5/1"}],
    DIFFICULTY: [{"party": "3/4, 2/5"}],
}


@every("widget", FORMS)
def test_each_ruling_that_a_calculator_offers_changes_it(widget):
    """Its numbers, for some input."""
    offered = Rulings.choices().keys() & library.WIDGETS[widget].fields
    changes = [{switch: value} for switch in offered for value in Rulings.choices()[switch][1:]]
    assert without_effect(widget, FORMS[widget], changes) == []
    fixed = [form | {"success": "at_least_fixed"} for form in FORMS[widget]]
    assert without_effect(widget, fixed, [{"success_face": "8"}]) == []


def test_each_switch_belongs_to_the_widgets_that_feel_it():
    changed = {POOL: "K-Q1 K-Q2", ATTACK: "K-Q1 K-Q2 K-Q9 K-Q17", GRACE: "K-Q1 K-Q2 K-Q16", DIFFICULTY: "K-Q1 K-Q2"}
    for widget, idents in changed.items():
        assert {ident for ident, ruling in SYSTEM.rulings.items() if widget in ruling.widgets} == set(idents.split())
