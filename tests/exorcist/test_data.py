"""The tables and rulings of Tactical Exorcist: true to what the functions and the widgets do."""

import re

from rules_py import RULINGS, library
from rules_py.core.render import percent
from rules_py.exorcist import (
    KAII,
    LADDER,
    UKKOKU_AGEHA,
    DamageKind,
    Pressure,
    Reach,
    Rulings,
    attack_difficulty,
    check_odds,
    evade_difficulty,
)
from tests.page import without_effect
from tests.rows import every

from .inputs import ATTACK, COMBAT, DIFFICULTY, POOL
from .ledger import LOST, RULE_IDS, TERMS

SYSTEM = library.SYSTEMS["exorcist"]

# --- size -------------------------------------------------------------------------------------------------------------


def test_the_ledger_has_215_rules_and_86_terms():
    """Ledger §1, §2; its 31 questions, and 15 readings of our own."""
    assert (len(RULE_IDS), len(TERMS), len(SYSTEM.rulings)) == (215, 86, 31 + 15)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_the_printed_stat_block_is_the_one_that_fights():
    """E-T1, in both languages."""
    rows = SYSTEM.tables["E-T1"].rows
    moth = UKKOKU_AGEHA
    melee, scales = moth.attacks
    for language in ("en", "ja"):
        cells = [row.cells[1].get(language) for row in rows]
        assert cells[0] == f"{moth.body} / {moth.spirit} / {moth.skill}"
        assert cells[1] == f"{moth.toughness} / {moth.miasma} / {moth.mobility}"
        assert ("none" in cells[2] or "なし" in cells[2]) == (not moth.evades)
        assert str(melee.damage) in cells[3]
        assert melee.ability.text.get(language) in cells[3]
        assert str(scales.damage) in cells[4]
        assert scales.ability.text.get(language) in cells[4]
        assert str(scales.targets) in cells[4]
        assert str(scales.distance) in cells[4]
        assert f"+{moth.removal_dice}" in cells[5]
        assert moth.name.get(language) == SYSTEM.tables["E-T1"].title.get(language)
    assert (melee.reach, scales.reach) == (Reach.MELEE, Reach.RANGED)
    assert {attack.damage.kind for attack in moth.attacks} == {DamageKind.PHYSICAL}
    assert list(KAII.values()) == [moth]


def test_the_printed_ladder_is_the_one_that_is_rolled():
    """E-T2."""
    for row, difficulty in zip(SYSTEM.tables["E-T2"].rows, LADDER, strict=True):
        name, face, chance = (cell.en for cell in row.cells)
        assert (name, face) == (difficulty.text.en, f"{difficulty:d}+")
        assert chance == f"{percent(check_odds(1, difficulty))} ({check_odds(1, difficulty)})"


def test_the_printed_steps_are_those_that_are_taken():
    """E-T5, E-T6."""
    for row, pressure in zip(SYSTEM.tables["E-T5"].rows, Pressure, strict=True):
        assert row.cells[0] == pressure.text
        steps = evade_difficulty(Reach.MELEE, pressure) - 4
        assert str(steps or "as usual") in row.cells[1].en
    focus, manoeuvre = SYSTEM.tables["E-T6"].rows
    assert (attack_difficulty(focus=True) - 4, attack_difficulty(manoeuvre=True) - 4) == (-1, 1)
    assert focus.cells[1].en == "1 step easier"
    assert manoeuvre.cells[1].en == "1 step harder"


def test_a_list_that_is_lost_says_what_is_done_instead():
    """E-T7: placeholders can be changed."""
    for row in SYSTEM.tables["E-T7"].rows:
        lost = {ident for ident in row.rules if ident in LOST}
        for ident in lost:
            assert re.search(rf"\b{ident}\b", row.cells[2].en) or "names" in row.cells[2].en, row.id
        if "placeholder" in row.cells[2].en:
            assert any(SYSTEM.rulings[ident].switches for ident in lost)


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_numbers_that_nothing_supports_are_inputs():
    """Ledger: placeholders are inputs, not facts."""
    numbers = [name for name in RULINGS["exorcist"].__dataclass_fields__ if name not in Rulings.choices()]
    assert numbers == ["manoeuvre_mobility", "peg_melee_die", "peg_ranged_damage", "rope_plus", "rope_block"]
    owners = {switch: ruling for ruling in SYSTEM.rulings.values() for switch in ruling.switches}
    assert {owners[name].id for name in numbers} == {"E-Q5", "E-Q11", "E-Q12"}
    assert all("laceholder" in owners[name].default.en and "仮" in owners[name].default.ja for name in numbers)


SPELLED = {True: "yes", False: "no"}
OWNER = {switch: ruling for ruling in SYSTEM.rulings.values() for switch in ruling.switches}
FORMS = {
    POOL: [{"dice": "0"}, {"difficulty": "kids", "focus": "1"}, {"difficulty": "ultra_hard", "manoeuvre": "1"}],
    ATTACK: [
        {"dice": "0"},
        {"difficulty": "kids", "focus": "1"},
        {"difficulty": "ultra_hard", "manoeuvre": "1"},
        {"hp": "1", "katashiro": "2", "damage": "2d6"},
        {"hp": "1", "katashiro": "1", "damage": "2d6", "armour": "3"},
        {"target": "object", "kind": "spiritual"},
        {"hp": "3", "katashiro": "1", "damage": "1d4", "more": "4D 1d4, 4D 1d4, 4D 1d4"},
    ],
    DIFFICULTY: [{}, {"party": "0, 3"}],
}


@every("widget", FORMS)
def test_each_ruling_that_a_calculator_offers_changes_it(widget):
    """Its numbers, for some input; where one side acts before the other, a turn's start is an activation's."""
    answers = {switch: Rulings.choices()[switch][1:] for switch in OWNER.keys() & library.WIDGETS[widget].fields}
    changes = [{switch: SPELLED.get(value, value)} for switch, values in answers.items() for value in values]
    same = [change for change in changes if widget == DIFFICULTY and "turn" in change.values()]
    assert without_effect(widget, FORMS[widget], changes) in ([], same)


def test_each_switch_belongs_to_the_widgets_that_feel_it():
    changed = {
        POOL: "E-Q3 E-Q4 E-Q39",
        ATTACK: "E-Q3 E-Q4 E-Q8 E-Q14 E-Q16 E-Q17 E-Q18 E-Q39",
        DIFFICULTY: "E-Q3 E-Q7 E-Q8",
        COMBAT: "E-Q3 E-Q4 E-Q5 E-Q6 E-Q7 E-Q8 E-Q10 E-Q11 E-Q12 E-Q14 E-Q15 E-Q16 E-Q17 E-Q18 E-Q20 E-Q21 E-Q22"
        " E-Q23 E-Q24 E-Q25 E-Q26 E-Q27 E-Q28 E-Q29 E-Q32 E-Q33 E-Q34 E-Q35 E-Q36 E-Q39 E-Q41 E-Q46",
    }
    for widget, idents in changed.items():
        assert {ident for ident, ruling in SYSTEM.rulings.items() if widget in ruling.widgets} == set(idents.split())


def test_a_ruling_with_several_switches_says_of_which_each_other_answer_is() -> None:
    others = SYSTEM.rulings["E-Q6"].alternatives
    assert [each.en for each in others] == [
        "Diagonal steps: no",
        "Passing through enemies: yes",
        "Ending on an occupied square: yes",
    ]
    assert others[0].ja == "斜めの移動：できない"
    assert [each.en for each in SYSTEM.rulings["E-Q26"].alternatives] == ["no"]
