"""The tables and rulings of Kamui: true to what the functions and the widgets do."""

from pathlib import Path

from rules_py import MECHANICS, RULINGS, kamui, library
from rules_py.core.text import LANGUAGES
from rules_py.kamui import Kamui, Link, Rulings, State, check_dice, distance, opposite, resolution, round_end
from rules_py.kamui.checks import BASE_DICE, EVENT_TARGET
from tests.ledgers import ids
from tests.page import ask, read
from tests.rows import every

from .inputs import ATTACK, DIFFICULTY, GRACE, POOL
from .ledger import RULE_IDS, TERMS

SYSTEM = library.SYSTEMS["kamui"]
IDS = [f"K-M{n}" for n in range(1, 11)]

# --- size -------------------------------------------------------------------------------------------------------------


def test_the_ledger_has_59_rules_and_57_terms():
    """Ledger §1, §2."""
    assert (len(RULE_IDS), len(TERMS), len(SYSTEM.rulings)) == (59, 57, 30)


def test_every_row_is_ruled():
    for table in SYSTEM.tables.values():
        for row in table.rows:
            assert row.rules, row.id


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


OWNER = {switch: ruling for ruling in SYSTEM.rulings.values() for switch in ruling.switches}
FORMS = {
    POOL: [{"ability": "3"}],
    ATTACK: [{"ability": "3"}],
    GRACE: [{}, {"party": "3/4/1, 2/5/1"}],
    DIFFICULTY: [{"party": "3/4, 2/5"}],
}


def results(widget, form):
    """What a widget shows."""
    answer = ask(widget, form)
    assert answer["state"] == "ready", answer["error"]
    return answer["status"], read(answer, "output").tables


@every("widget", FORMS)
def test_a_calculator_offers_the_rulings_that_change_it(widget):
    """Each switch it offers changes its numbers for some input; it offers all of the rulings that name it."""
    offered = {name for name in library.WIDGETS[widget].fields if name in OWNER}
    assert {OWNER[name].id for name in offered} == {r.id for r in SYSTEM.rulings.values() if widget in r.widgets}
    before = [results(widget, form) for form in FORMS[widget]]
    for switch in sorted(offered & set(Rulings.choices())):
        for value in Rulings.choices()[switch][1:]:
            assert any(
                results(widget, form | {switch: value}) != shown
                for form, shown in zip(FORMS[widget], before, strict=True)
            ), (switch, value)
    fixed = [results(widget, form | {"success": "at_least_fixed"}) for form in FORMS[widget]]
    moved = [results(widget, form | {"success": "at_least_fixed", "success_face": "8"}) for form in FORMS[widget]]
    assert fixed != moved


def test_each_switch_belongs_to_the_widgets_that_feel_it():
    changed = {POOL: "K-Q1 K-Q2", ATTACK: "K-Q1 K-Q2 K-Q9 K-Q17", GRACE: "K-Q1 K-Q2 K-Q16", DIFFICULTY: "K-Q1 K-Q2"}
    for widget, idents in changed.items():
        assert {ident for ident, ruling in SYSTEM.rulings.items() if widget in ruling.widgets} == set(idents.split())


# --- mechanics --------------------------------------------------------------------------------------------------------


def test_every_mechanic_has_code():
    """K-M1 to K-M10; some function says in its docstring which one it is, and all can be imported."""
    assert sorted(kamui.MECHANICS, key=lambda ident: int(ident[3:])) == IDS
    for ident in IDS:
        functions = MECHANICS[ident]
        assert any(ident in (function.__doc__ or "") for function in functions), ident
        for function in functions:
            assert getattr(kamui, function.__name__) is function


@every("name", kamui.__all__)
def test_everything_public_is_explained(name):
    one = getattr(kamui, name)
    assert not callable(one) or one.__doc__
