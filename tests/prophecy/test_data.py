"""Glossary, conditions, tables and rulings: complete, in both languages, with the numbers of the ledger."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from rules_py import MECHANICS, library
from rules_py.prophecy import BLESSES, CONDITIONS, CURSES, Rulings
from rules_py.prophecy.attacks import ATTACK_EFFECTS, EFFECT_NAMES, EFFECT_ROWS, SUPPORT_EFFECTS
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import ALL_AT_ONCE, CHANGES, ENDS, FIRST_ACTIVATION, NUMBERS, PER_COPY, SCALING
from rules_py.prophecy.effects import AT_START
from rules_py.prophecy.reading import read_conditions, read_recipe

SYSTEM = library.SYSTEMS["prophecy"]
ROOT = Path(__file__).parents[2]
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
KANJI = re.compile(r"[\u4e00-\u9fff々]")

TERMS = """
session scenario opening_phase dream_scene prophetic_dream intro_scene main_phase investigation_item information
turn scene turn_action climax_phase prevention_scene battle_scene ending_phase investigate prepare bond
free_action recover procure extension_rule preparation_effect emotion mana magic_item pc gm check ability
base_ability check_value target_number factor lucky fumble reroll assist initiative dominance enemy ally round
activation round_action attack support retreat pass cast_check cast_ability cast_value guard_check guard_ability
guard_value success_degree attack_effect support_effect damage curse bless strength recipe grant erase copies
condition condition_sheet knockdown action_boost special_boost boost expand cover last_stand counter chain_combo
spends_activation acted leave_battle deal_damage strip_bless inflict_curse refresh self_bless heal_damage
lift_curse give_bless
"""
"""Ledger §1, without the curses and blesses."""

NAMES = """
speed_down Speed Down スピードダウン|hobble Hobble 足止め|rage Rage 怒り|poison Poison 毒|mana_scar Mana Scar 魔傷
thorns Thorns 棘|cast_down Cast Down キャストダウン|guard_down Guard Down ガードダウン|burning Burning 炎上|trap Trap 罠
amplify_curse Amplify Curse 増幅カース|anti_bless Anti-Bless アンチブレス|anti_heal Anti-Heal アンチヒール
restriction Restriction 行動制限|berserk Berserk 暴走|isolation Isolation 孤立|puncture Puncture 穿孔
weakness Weakness 脱力|fog Fog 霧|confusion Confusion 混乱|incapacity Incapacity 行動不能|life_steal Life Steal 生命奪取
mana_steal Mana Steal 魔力奪取|delusion Delusion 幻惑|charm Charm 魅了|freeze Freeze 氷結|petrify Petrify 石化
speed_up Speed Up スピードアップ|pierce Pierce 貫通|cast_up Cast Up キャストアップ|guard_up Guard Up ガードアップ
charge Charge チャージ|amplify_bless Amplify Bless 増幅ブレス|resonance Resonance 共鳴|armour Armour 装甲
curse_guard Curse Guard カースガード|reflection Reflection 反射
"""
"""Ledger §1: the 37 conditions in order, in both languages."""

CURSE_ROWS = [
    # strength, scaling, how it leaves, letters of its rules, which number or event it changes (P-T3, P-T8, P-17)
    (2, "per_copy", "removed", "a", "initiative"),
    (2, "flat", "removed", "a", "actions"),
    (2, "flat", "removed", "ab", "actions"),
    (3, "flat", "removed", "ab", "damage"),
    (3, "flat", "removed", "a", "actions"),
    (4, "flat", "removed", "abcd", "damage"),
    (4, "per_copy", "removed", "a", "cast"),
    (4, "per_copy", "removed", "a", "guard"),
    (4, "spreads", "all_at_once", "abc", "curses"),
    (4, "per_copy", "damage_taken", "ab", "damage"),
    (4, "instant", "at_once", "abcd", "curses"),
    (5, "flat", "removed", "a", "blesses"),
    (5, "flat", "removed", "a", "damage"),
    (5, "per_copy", "removed", "a", "initiative cast guard checks"),
    (5, "flat", "activation_end", "ab", "actions"),
    (5, "flat", "removed", "a", "actions"),
    (5, "flat", "guard_check", "abcd", ""),
    (5, "flat", "activation_end", "abcd", "actions"),
    (5, "flat", "removed", "a", "actions"),
    (6, "flat", "activation_end", "abc", "actions"),
    (6, "flat", "activation_end", "abcd", "actions"),
    (6, "instant", "at_once", "abcd", "damage"),
    (6, "instant", "at_once", "abcd", "damage mana"),
    (7, "flat", "activation_end", "abcd", "actions"),
    (8, "flat", "activation_end", "abcd", "actions"),
    (8, "per_copy_and_flat", "all_at_once", "abcd", "initiative cast guard checks damage"),
    (8, "per_copy_and_spreads", "all_at_once", "abcd", "initiative cast guard checks curses"),
]
BLESS_ROWS = [
    (2, "per_copy", "removed", "a", "initiative"),
    (2, "flat", "removed", "a", "actions"),
    (4, "per_copy", "removed", "a", "cast"),
    (4, "per_copy", "removed", "a", "guard"),
    (4, "consumed", "used_up", "ab", "mana"),
    (4, "instant", "at_once", "abcd", "blesses"),
    (5, "consumed", "used_up", "abcde", "damage"),
    (6, "consumed", "used_up", "ab", "damage"),
    (6, "consumed", "used_up", "ab", "curses"),
    (7, "consumed", "used_up", "abc", "damage"),
]
"""P-T4, P-18."""

RULES = dict(enumerate((15, 14, 7, 6, 4, 5, 6, 6, 6, 16, 8, 8, 5, 8, 12, 27), start=1))
"""Ledger §2: how many rules each section has; P-17 and P-18 go by letters."""
LETTERS = {
    f"P-{section}.{number}": row[3]
    for section, rows in ((17, CURSE_ROWS), (18, BLESS_ROWS))
    for number, row in enumerate(rows, start=1)
}
ROWS = {f"P-T{table}": count for table, count in enumerate((6, 6, 27, 10, 7, 5, 3, 10, 14), start=1)}
"""Ledger §3."""
EXAMPLES = "X1 X2 X4 X6 X7 X9 X11 X12 X14 X16 X17 X19 X21 X22 X24 X26 X27 XT1"
"""Ledger §6."""
RULE_IDS = {f"P-{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
RULE_IDS |= {f"{rule}{letter}" for rule, letters in LETTERS.items() for letter in letters}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
QUESTIONS = [f"P-Q{n}" for n in range(1, 42)]
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"P-M{n}" for n in range(1, 15)),
    *(f"P-{x}" for x in EXAMPLES.split()),
}
LOST = {"P-Q26", "P-Q27", "P-Q28", "P-Q29", "P-Q38", "P-Q40"}
"""Ledger §5: what the text promises or uses and does not hold."""
ID = re.compile(r"(?<![A-Za-z0-9-])P-(?:\d+\.\d+[a-e]?|T\d+(?:\.\d+)?|XT\d+|[QMX]\d+)(?![\d])")


def named():
    """Id, English and Japanese name of each condition."""
    for entry in re.split(r"[|\n]", NAMES.strip()):
        ident, *english, japanese = entry.split(" ")
        yield ident, " ".join(english), japanese


def spoken(text):
    """English without Japanese, Japanese with it, neither empty."""
    assert text.en.strip()
    assert not KANA_OR_KANJI.search(text.en)
    assert KANA_OR_KANJI.search(text.ja)


def test_the_ledger_has_243_rules():
    assert len(RULE_IDS) == 243


# --- glossary ---------------------------------------------------------------------------------------------------------


def test_every_term_of_the_text_is_explained():
    """Ledger §1: 89 terms of the rules, then the 27 curses and the 10 blesses, in its order."""
    assert len(TERMS.split()) == 89
    assert list(SYSTEM.glossary) == [*TERMS.split(), *(ident for ident, _, _ in named())]


@pytest.mark.parametrize("ident", [*TERMS.split(), *CONDITIONS])
def test_a_term_is_explained_in_both_languages(ident):
    term = SYSTEM.glossary[ident]
    assert term.id == ident
    assert not KANA_OR_KANJI.search(term.en)
    spoken(term.meaning)
    assert term.meaning.en.rstrip().endswith((".", "!", "?", ")"))
    assert term.meaning.ja.rstrip().endswith(("。", "）", ")", "？"))
    assert bool(term.reading) == bool(KANJI.search(term.ja))
    assert not KANJI.search(term.reading)
    assert term.rules
    assert set(term.rules) <= KNOWN
    assert set(ID.findall(term.meaning.en)) == set(ID.findall(term.meaning.ja)) <= KNOWN
    assert term.forms_en
    assert term.forms_ja
    for form in (*term.forms_en, *term.forms_ja):
        assert form == form.strip() != ""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_word_is_marked_as_one_term_only(language):
    """A spelling that two terms share would be linked to one of them at random."""
    seen: dict[str, str] = {}
    for term in SYSTEM.glossary.values():
        if term.tag:
            for form in term.forms(language):
                key = form if form != form.lower() else form.lower()
                assert seen.setdefault(key, term.id) == term.id, form


# --- conditions -------------------------------------------------------------------------------------------------------


def test_there_are_27_curses_and_10_blesses_in_the_order_of_the_ledger():
    """P-T3, P-T4."""
    idents = [ident for ident, _, _ in named()]
    assert list(CONDITIONS) == idents
    assert list(CURSES) == idents[:27]
    assert list(BLESSES) == idents[27:]
    assert (len(CURSE_ROWS), len(BLESS_ROWS)) == (27, 10)


@pytest.mark.parametrize(("ident", "english", "japanese"), list(named()), ids=[i for i, _, _ in named()])
def test_a_condition_is_what_the_ledger_says(ident, english, japanese):
    """P-T3, P-T4: row, name, strength, scaling, end, rules, what it changes."""
    found = CONDITIONS[ident]
    kind, table, section, rows, group = (
        ("curse", "P-T3", "P-17", CURSE_ROWS, CURSES)
        if ident in CURSES
        else ("bless", "P-T4", "P-18", BLESS_ROWS, BLESSES)
    )
    number = list(group).index(ident) + 1
    strength, scaling, ends, letters, changes = rows[number - 1]
    assert (found.id, found.kind, found.row) == (ident, kind, f"{table}.{number}")
    assert (found.name.en, found.name.ja) == (english, japanese)
    assert (found.strength, found.scaling, found.ends) == (strength, scaling, ends)
    assert found.rules == tuple(f"{section}.{number}{letter}" for letter in letters)
    assert found.changes == tuple(changes.split())
    spoken(found.effect)
    spoken(found.end)
    assert set(ID.findall(found.effect.en)) == set(ID.findall(found.effect.ja)) <= KNOWN
    assert set(ID.findall(found.end.en)) == set(ID.findall(found.end.ja)) <= KNOWN
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


@pytest.mark.parametrize("ident", CONDITIONS)
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


def test_every_table_has_all_its_rows():
    """P-T1 to P-T9."""
    assert {ident: len(table.rows) for ident, table in SYSTEM.tables.items()} == ROWS
    for ident, table in SYSTEM.tables.items():
        assert table.id == ident
        spoken(table.title)
        assert [row.id for row in table.rows] == [f"{ident}.{n}" for n in range(1, ROWS[ident] + 1)]
        for column in table.columns:
            spoken(column)
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert set(row.rules) <= KNOWN
            for cell in row.cells:
                assert cell.en.strip()
                assert cell.ja.strip()
                assert not KANA_OR_KANJI.search(cell.en.replace(row.cells[0].en, ""))
                assert set(ID.findall(cell.en)) == set(ID.findall(cell.ja)) <= KNOWN


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
    expected = [
        ("2", "Speed Down, Hobble, Rage", "Speed Up, Pierce"),
        ("3", "Poison, Mana Scar", "—"),
        (
            "4",
            "Thorns, Cast Down, Guard Down, Burning, Trap, Amplify Curse",
            "Cast Up, Guard Up, Charge, Amplify Bless",
        ),
        (
            "5",
            "Anti-Bless, Anti-Heal, Restriction, Berserk, Isolation, Puncture, Weakness, Fog",
            "Resonance",
        ),
        ("6", "Confusion, Incapacity, Life Steal, Mana Steal", "Armour, Curse Guard"),
        ("7", "Delusion", "Reflection"),
        ("8", "Charm, Freeze, Petrify", "—"),
    ]
    found = [tuple(cell.en for cell in row.cells) for row in SYSTEM.tables["P-T5"].rows]
    assert [tuple(cell or "—" for cell in row) for row in found] == expected


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


def test_every_open_question_is_answered():
    """P-Q1 to P-Q41: question, answer and reason in both languages; what is lost is said to be lost."""
    assert list(SYSTEM.rulings) == QUESTIONS
    assert {ident for ident, ruling in SYSTEM.rulings.items() if ruling.lost} == LOST
    for ident, ruling in SYSTEM.rulings.items():
        assert ruling.id == ident
        for text in (ruling.label, ruling.question, ruling.default, ruling.reason, *ruling.labels.values()):
            if ident not in ("P-Q15", "P-Q16"):  # these are about letters of the Japanese text
                spoken(text)
            assert set(ID.findall(text.en)) == set(ID.findall(text.ja)) <= KNOWN
        assert len(ruling.label.en) <= 40
        assert len(ruling.label.ja) <= 20
        assert ruling.question.en.rstrip().endswith("?")
        assert ruling.question.ja.rstrip().endswith(("？", "か。", "?"))
        for option in ruling.options:
            assert option.text.en.strip()
            assert KANA_OR_KANJI.search(option.text.ja)
        assert len(ruling.labels) == (len(ruling.switches) if len(ruling.switches) > 1 else 0)
        assert bool(ruling.switches) == bool(ruling.widgets)


def test_the_data_and_the_code_know_the_same_switches():
    """Each field of `Rulings` belongs to one ruling; each answer is one that the field takes, the default first."""
    switches = [switch for ruling in SYSTEM.rulings.values() for switch in ruling.switches]
    assert switches == [f.name for f in fields(Rulings)]
    defaults = Rulings()
    for ruling in SYSTEM.rulings.values():
        for switch in ruling.switches:
            answers = tuple(option.value for option in ruling.options if option.switch == switch)
            assert answers == Rulings.choices()[switch]
            assert answers[0] == getattr(defaults, switch)
        if not ruling.switches:
            assert all(option.value is None for option in ruling.options)


SWITCHES = {
    "P-Q1": ["third_die"],
    "P-Q2": ["lucky_needs"],
    "P-Q3": ["fumble_needs"],
    "P-Q4": ["reroll_fumble", "lucky_on_reroll"],
    "P-Q5": ["assist_rolls"],
    "P-Q6": ["assist_after_roll", "assist_in_battle"],
    "P-Q7": ["factor_in_climax"],
    "P-Q8": ["dominance_modified"],
    "P-Q9": ["initiative_each_round"],
    "P-Q10": ["expand_cast"],
    "P-Q11": ["expand_self_effects"],
    "P-Q12": ["forced_results"],
    "P-Q13": ["battle_reroll"],
    "P-Q14": ["reroll_keeps_third_die"],
    "P-Q17": ["boost_same_effect"],
    "P-Q18": ["isolation_blocks_self"],
    "P-Q19": ["chain_combo_emotion"],
    "P-Q22": ["full_bless_track"],
    "P-Q23": ["full_curse_track_instant"],
    "P-Q30": ["first_activation_copies"],
    "P-Q31": ["thorns_on_special"],
    "P-Q32": ["incapacity_bars_counter"],
    "P-Q33": ["confusion_can_hit_self"],
    "P-Q34": ["counter_timing"],
    "P-Q35": ["chain_on_chain"],
    "P-Q39": ["lowest_value"],
    "P-Q41": ["chooser"],
}


def test_what_can_be_switched_and_what_cannot():
    """Ledger §5: the other questions have one answer, or none."""
    assert {ident: list(r.switches) for ident, r in SYSTEM.rulings.items() if r.switches} == SWITCHES


CHECK, ATTACK, DIFFICULTY, BATTLE = "prophecy.check", "prophecy.attack", "prophecy.difficulty", "prophecy.battle"
INITIATIVE = "prophecy.initiative"


def test_which_widgets_a_ruling_changes():
    """The dice change all four, an attack two of them, the rest the battle."""
    changed = {
        (CHECK, ATTACK, DIFFICULTY, BATTLE): "P-Q1 P-Q2 P-Q3 P-Q4 P-Q39",
        (CHECK, DIFFICULTY, BATTLE): "P-Q5",
        (CHECK, BATTLE): "P-Q6",
        (CHECK,): "P-Q7",
        (INITIATIVE, BATTLE): "P-Q8",
        (ATTACK, BATTLE): "P-Q12 P-Q13 P-Q14 P-Q17 P-Q23 P-Q30",
        (BATTLE,): "P-Q9 P-Q10 P-Q11 P-Q18 P-Q19 P-Q22 P-Q31 P-Q32 P-Q33 P-Q34 P-Q35 P-Q41",
    }
    expected = {ident: set(widgets) for widgets, idents in changed.items() for ident in idents.split()}
    assert {ident: set(r.widgets) for ident, r in SYSTEM.rulings.items() if r.switches} == expected


# --- ids --------------------------------------------------------------------------------------------------------------


def test_every_mechanic_has_code():
    """P-M1 to P-M14; each function says in its docstring which one it is."""
    for number in range(1, 15):
        functions = MECHANICS[f"P-M{number}"]
        assert functions
        assert any(f"P-M{number}" in (function.__doc__ or "") for function in functions), number


def marks(language):
    """Every rule mark of the pages, with repetitions."""
    found = []
    for page in sorted((ROOT / "docs" / language / "prophecy").rglob("*.md")):
        found += re.findall(r"\{(P-(?:\d+\.\d+[a-e]?|XT?\d+))\}", page.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_and_example_stands_on_a_page_once(language):
    """Ledger §2 and §6."""
    assert sorted(marks(language)) == sorted(RULE_IDS | {f"P-{name}" for name in EXAMPLES.split()})


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_ruling_and_table_stands_on_a_page(language):
    """Ledger §3 and §5."""
    text = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / language / "prophecy").rglob("*.md"))
    assert sorted(re.findall(r"^/// ruling \| (P-Q\d+)$", text, re.MULTILINE)) == sorted(QUESTIONS)
    assert set(re.findall(r"^/// data-table \| (P-T\d+)$", text, re.MULTILINE)) == set(ROWS)


def sources():
    """Code and data of the package that may name rules of this system."""
    for path in sorted((ROOT / "rules_py").rglob("*")):
        if path.suffix in (".py", ".toml"):
            yield path, path.read_text(encoding="utf-8")


def test_no_id_is_made_up():
    """Every ledger id that the package names, in code, data and messages, exists; ranges end where rules do."""
    sections = {f"P-17.{n}" for n in range(1, 28)} | {f"P-18.{n}" for n in range(1, 11)}
    for path, text in sources():
        assert set(ID.findall(text)) <= KNOWN | sections, path


def test_every_rule_is_named_somewhere_in_the_package():
    """A rule that no function, message, table or term knows has been forgotten."""
    text = "".join(text for _, text in sources())
    found = set(ID.findall(text))
    ranges = re.findall(r"(P-\d+)\.(\d+) to (?:P-\d+\.)?(\d+)", text)
    found |= {f"{section}.{n}" for section, first, last in ranges for n in range(int(first), int(last) + 1)}
    assert sorted(RULE_IDS - found) == []
