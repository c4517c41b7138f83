"""Conditions, tables and rulings of Prophecy: with the numbers of the ledger."""

from rules_py import library
from rules_py.prophecy import BLESSES, CONDITIONS, CURSES
from rules_py.prophecy.attacks import ATTACK_EFFECTS, EFFECT_NAMES, EFFECT_ROWS, SUPPORT_EFFECTS
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import (
    ALL_AT_ONCE,
    AT_START,
    CHANGES,
    ENDS,
    FIRST_ACTIVATION,
    NUMBERS,
    PER_COPY,
    SCALING,
)
from rules_py.prophecy.reading import read_conditions, read_recipe
from tests.ledgers import same_ids, spoken
from tests.rows import every

from .inputs import ATTACK, BATTLE, CHARACTER, CHECK, DIFFICULTY, INITIATIVE
from .ledger import BLESS_ROWS, CURSE_ROWS, RULE_IDS, WORDS, named, rows

SYSTEM = library.SYSTEMS["prophecy"]


def test_the_ledger_has_89_terms_and_243_rules():
    """Ledger §1, §2; without the 27 curses and the 10 blesses."""
    assert len(WORDS.split()) == 89
    assert len(RULE_IDS) == 243


# --- conditions -------------------------------------------------------------------------------------------------------


def test_there_are_27_curses_and_10_blesses_in_the_order_of_the_ledger():
    """P-T3, P-T4."""
    idents = [ident for ident, _, _ in named()]
    assert list(CONDITIONS) == idents
    assert list(CURSES) == idents[:27]
    assert list(BLESSES) == idents[27:]
    assert (len(CURSE_ROWS), len(BLESS_ROWS)) == (27, 10)


@every(("ident", "english", "japanese"), list(named()))
def test_a_condition_is_what_the_ledger_says(ident, english, japanese):
    """P-T3, P-T4: row, name, strength, scaling, end, rules, what it changes."""
    found = CONDITIONS[ident]
    kind, table, section, rows, group = (
        ("curse", "P-T3", "P-17", CURSE_ROWS, CURSES)
        if ident in CURSES
        else ("bless", "P-T4", "P-18", BLESS_ROWS, BLESSES)
    )
    number = list(group).index(ident) + 1
    strength, scaling, ends, letters, *changes = rows[number - 1]
    assert (found.id, found.kind, found.row) == (ident, kind, f"{table}.{number}")
    assert (found.name.en, found.name.ja) == (english, japanese)
    assert (found.strength, found.scaling, found.ends) == (int(strength), scaling, ends)
    assert found.rules == tuple(f"{section}.{number}{letter}" for letter in letters)
    assert found.changes == tuple(changes)
    spoken(found.effect)
    spoken(found.end)
    same_ids("prophecy", found.effect)
    same_ids("prophecy", found.end)
    assert found.scaling_words == SCALING[scaling]
    assert ends in ENDS
    assert set(found.changes) <= set(CHANGES)


def test_the_code_and_the_data_agree_about_what_conditions_do():
    """P-T3, P-T8, P-M6, P-M10, P-M11: the same ones scale, act at the start, leave as a whole or at the end."""
    assert set(PER_COPY) == {
        ident for ident, c in CONDITIONS.items() if c.scaling.startswith("per_copy") and set(c.changes) & set(NUMBERS)
    }
    for ident, changes in PER_COPY.items():
        assert set(changes) == set(CONDITIONS[ident].changes) & set(NUMBERS)
    assert set(FIRST_ACTIVATION) == {ident for ident, c in CONDITIONS.items() if c.ends == "activation_end"}
    assert set(ALL_AT_ONCE) == {ident for ident, c in CONDITIONS.items() if c.ends == "all_at_once"}
    assert AT_START == ("poison", "freeze", "burning", "petrify")
    assert {ident for ident, c in CONDITIONS.items() if "spreads" in c.scaling} == {"burning", "petrify"}
    assert SLOTS == 6


@every("ident", CONDITIONS)
def test_a_condition_is_found_by_any_of_its_names(ident):
    """As people write them on a sheet: id, either language, any spelling."""
    found = CONDITIONS[ident]
    for name in (ident, found.name.en, found.name.ja, found.name.en.upper(), *found.forms_en, *found.forms_ja):
        assert read_recipe(name, "recipe") == (ident,)
        if found.ends != "at_once":
            assert read_conditions(f"{name} 2", "conditions") == (ident, ident)
    assert SYSTEM.glossary[ident].rules == (found.row, *found.rules)


# --- tables -----------------------------------------------------------------------------------------------------------


def cells(ident, column):
    """A column of a table, in English, by row."""
    return [row.cells[column].en for row in SYSTEM.tables[ident].rows]


def test_turn_actions():
    """P-T1: four basic ones and two of the extension rule; only Free Action needs no check."""
    assert cells("P-T1", 0) == ["Investigate", "Prepare", "Bond", "Free Action", "Recover", "Procure"]
    assert cells("P-T1", 1) == ["basic"] * 4 + ["extension"] * 2
    assert cells("P-T1", 2) == ["yes", "yes", "yes", "no", "yes", "yes"]


def test_boosts_and_special_actions():
    """P-T2: cost, emotion instead, and whether it spends the activation."""
    assert cells("P-T2", 0) == ["Boost", "Expand", "Cover", "Last Stand", "Counter", "Chain Combo"]
    assert [cost.startswith("1 mana") for cost in cells("P-T2", 2)] == [True, False, True, True, True, True]
    assert [emotion.startswith("yes") for emotion in cells("P-T2", 3)] == [False, False, True, False, False, True]
    assert cells("P-T2", 4) == ["no", "no", "no", "no", "yes", "yes"]


def test_the_tables_of_curses_and_blesses_can_be_searched():
    """P-T3, P-T4: strength, reach, what changes, copies and end of every row are among the choices."""
    for ident, kinds in (("P-T3", CURSES), ("P-T4", BLESSES)):
        table = SYSTEM.tables[ident]
        assert [facet.id for facet in table.facets] == ["strength", "reach", "changes", "scaling", "ends"]
        assert [facet.at_most for facet in table.facets] == [False, True, False, False, False]
        choices = {facet.id: [value for value, _ in facet.options] for facet in table.facets}
        for row, found in zip(table.rows, kinds.values(), strict=True):
            assert row.id == found.row
            assert row.cells[1].en == str(found.strength)
            assert row.facets["strength"] == row.facets["reach"] == (str(found.strength),)
            assert (row.facets["scaling"], row.facets["ends"]) == ((found.scaling,), (found.ends,))
            assert row.facets["changes"] == found.changes
            for name, values in row.facets.items():
                assert set(values) <= set(choices[name])
        for facet in table.facets:
            for value, label in facet.options:
                assert label.en
                assert label.ja
                assert any(value in row.facets[facet.id] for row in table.rows), value


def test_the_strength_index():
    """P-T5: what each degree adds."""
    expected = """
2 | Speed Down, Hobble, Rage | Speed Up, Pierce
3 | Poison, Mana Scar | —
4 | Thorns, Cast Down, Guard Down, Burning, Trap, Amplify Curse | Cast Up, Guard Up, Charge, Amplify Bless
5 | Anti-Bless, Anti-Heal, Restriction, Berserk, Isolation, Puncture, Weakness, Fog | Resonance
6 | Confusion, Incapacity, Life Steal, Mana Steal | Armour, Curse Guard
7 | Delusion | Reflection
8 | Charm, Freeze, Petrify | —
"""
    found = [tuple(cell.en for cell in row.cells) for row in SYSTEM.tables["P-T5"].rows]
    assert [" | ".join(cell or "—" for cell in row) for row in found] == expected.strip().splitlines()


def test_attack_and_support_effects():
    """P-T6, P-T7: whom they act on and whether the degree counts; the code names the same rows."""
    assert cells("P-T6", 0) == [EFFECT_NAMES[name].en for name in ATTACK_EFFECTS]
    assert ATTACK_EFFECTS == ("deal_damage", "strip_bless", "inflict_curse", "refresh", "self_bless")
    assert cells("P-T6", 1) == ["the target", "the target", "the target", "yourself", "yourself"]
    assert [text == "none" for text in cells("P-T6", 3)] == [True, True, False, False, False]
    assert cells("P-T7", 0) == [EFFECT_NAMES[name].en for name in SUPPORT_EFFECTS]
    assert SUPPORT_EFFECTS == ("heal_damage", "lift_curse", "give_bless")
    rows = [row.id for table in ("P-T6", "P-T7") for row in SYSTEM.tables[table].rows]
    assert [EFFECT_ROWS[name] for name in (*ATTACK_EFFECTS, *SUPPORT_EFFECTS)] == rows
    for name, row in EFFECT_ROWS.items():
        table, number = row.rsplit(".", 1)
        assert SYSTEM.tables[table].rows[int(number) - 1].cells[0] == EFFECT_NAMES[name]


def test_which_condition_changes_which_number():
    """P-T8."""
    minus, plus, none = "−n", "+n", "—"
    expected = [
        ("Speed Down", minus, none, none, none),
        ("Cast Down", none, minus, none, none),
        ("Guard Down", none, none, minus, none),
        ("Restriction", minus, minus, minus, minus),
        ("Freeze", minus, minus, minus, minus),
        ("Petrify", minus, minus, minus, minus),
        ("Speed Up", plus, none, none, none),
        ("Cast Up", none, plus, none, none),
        ("Guard Up", none, none, plus, none),
        ("Counter / Chain Combo", none, "+1", none, none),
    ]
    assert [tuple(cell.en for cell in row.cells) for row in SYSTEM.tables["P-T8"].rows] == expected


def test_what_things_cost():
    """P-T9: everything costs 1, except Expand, and what gains mana."""
    costs = dict(zip(cells("P-T9", 0), cells("P-T9", 1), strict=True))
    for name in ("Reroll", "Support", "Boost", "Cover", "Last Stand", "Counter", "Chain Combo"):
        assert costs[name] == "1 mana"
    assert costs["Assist"].startswith("1 mana")
    assert costs["Expand"] == "1 mana for each extra target"
    assert costs["Charge"] == "gains 1 mana"
    instead = dict(zip(cells("P-T9", 0), cells("P-T9", 2), strict=True))
    with_emotion = {name for name, text in instead.items() if "emotion" in text}
    assert with_emotion == {"Assist", "Support", "Cover", "Chain Combo"}


# --- rulings ----------------------------------------------------------------------------------------------------------


SWITCHES = """
P-Q1 third_die|P-Q2 lucky_needs|P-Q3 fumble_needs|P-Q4 reroll_fumble lucky_on_reroll|P-Q5 assist_rolls
P-Q6 assist_after_roll assist_in_battle|P-Q7 factor_in_climax|P-Q8 dominance_modified|P-Q9 initiative_each_round
P-Q10 expand_cast|P-Q11 expand_self_effects|P-Q12 forced_results|P-Q13 battle_reroll|P-Q14 reroll_keeps_third_die
P-Q17 boost_same_effect|P-Q18 isolation_blocks_self|P-Q19 chain_combo_emotion|P-Q22 full_bless_track
P-Q23 full_curse_track_instant|P-Q30 first_activation_copies|P-Q31 thorns_on_special|P-Q32 incapacity_bars_counter
P-Q33 confusion_can_hit_self|P-Q34 counter_timing|P-Q35 chain_on_chain|P-Q36 cover_again|P-Q39 lowest_value
P-Q41 chooser|P-Q42 chain_timing answer_order|P-Q43 steal_with_expand|P-Q44 cover_counter cover_chain
P-Q45 cover_reflection|P-Q46 resonance_answers|P-Q47 kept_roll|P-Q51 support_emotion|P-Q52 spent_activation
"""


def test_what_can_be_switched_and_what_cannot():
    """Ledger §5: the other questions have one answer, or none."""
    assert {ident: list(r.switches) for ident, r in SYSTEM.rulings.items() if r.switches} == {
        ident: switches for ident, *switches in rows(SWITCHES)
    }


def test_which_widgets_a_ruling_changes():
    """The dice change all of them, an attack three, the rest the battle."""
    changed = {
        (CHECK, ATTACK, DIFFICULTY, BATTLE, CHARACTER): "P-Q1 P-Q2 P-Q3",
        (CHECK, ATTACK, DIFFICULTY, BATTLE): "P-Q4 P-Q39",
        (CHECK, DIFFICULTY, BATTLE): "P-Q5",
        (CHECK, BATTLE): "P-Q6",
        (CHECK,): "P-Q7",
        (INITIATIVE, BATTLE): "P-Q8",
        (ATTACK, BATTLE, CHARACTER): "P-Q12",
        (ATTACK, BATTLE): "P-Q13 P-Q14 P-Q17 P-Q23 P-Q30 P-Q46",
        (BATTLE,): (
            "P-Q9 P-Q10 P-Q11 P-Q18 P-Q19 P-Q22 P-Q31 P-Q32 P-Q33 P-Q34 P-Q35 P-Q36 P-Q41 "
            "P-Q42 P-Q43 P-Q44 P-Q45 P-Q47 P-Q51 P-Q52"
        ),
    }
    expected = {ident: set(widgets) for widgets, idents in changed.items() for ident in idents.split()}
    assert {ident: set(r.widgets) for ident, r in SYSTEM.rulings.items() if r.switches} == expected
