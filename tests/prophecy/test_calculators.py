"""The four calculators as a page uses them: what they show, in both languages, and what they say to wrong input."""

import unicodedata
from dataclasses import replace
from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.core.text import Text, same
from rules_py.prophecy.characters import Curse, Fighter
from rules_py.prophecy.conditions import BLESSES, CONDITIONS, CURSES
from rules_py.prophecy.odds import acting_before, attack_odds, best_effects, check_odds, hardest_target
from rules_py.prophecy.reading import read_conditions, read_recipe
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.sheet import SAMPLES
from rules_py.prophecy.widgets.common import ConditionsField, PeopleField, read_people
from tests.junk import filled
from tests.page import ask, decimals, exact, fraction_of, in_heat, read, shown, told_beside
from tests.play import refused
from tests.rows import every

from .inputs import ATTACK, CALCULATORS, CHECK, DIFFICULTY, INITIATIVE


def fighter(conditions="", **more):
    carried = read_conditions(conditions, "conditions")
    curses = tuple(Curse(kind) for kind in carried if kind in CURSES)
    return Fighter(Text("Mio", "ミオ"), curses=curses, blesses=tuple(k for k in carried if k in BLESSES), **more)


def rows_of(answer, number):
    return {row[0]: row[1:] for row in read(answer).tables[number][1:]}


# --- a check ----------------------------------------------------------------------------------------------------------


def test_a_check_shows_its_chance_and_how_it_ends():
    """P-XT1: Mio's example of the calculators page."""
    answer = ask(CHECK)
    assert answer["status"] == "The chance of success is 27.8%. For 70%: Factor, 74.1%."
    assert {label: fraction_of(row[0]) for label, row in rows_of(answer, 0).items()} == {
        "Lucky: success": F(1, 36),
        "success by the value": F(1, 4),
        "failure by the value": F(25, 36),
        "Fumble: failure": F(1, 36),
    }
    values = rows_of(answer, 1)
    assert list(values) == ["Lucky", *map(str, range(14, 5, -1)), "Fumble"]
    assert sum(fraction_of(row[0]) for row in values.values()) == 1
    assert "47.8% (155/324)" in read(ask(CHECK, {"reroll": "1"})).summary
    assert "62.3% (3635/5832)" in read(ask(CHECK, {"reroll": "1", "assists": "1"})).summary


def test_the_mana_advisor_never_promises_less_than_the_check_already_has():
    """P-6.2, P-7.2: a Factor, a reroll and assists of the check are at hand, whatever the fields below say."""
    tight = {"ability": "4", "target": "16", "modifier": "-1", "factor": "", "mana": "0", "helpers": "0"}
    used = tight | {"dice": "3", "reroll": "1", "assists": "2"}
    assert ask(CHECK, used)["status"] == (
        "The chance of success is 69.9%. 70% is out of reach: at most 69.9% with Factor + reroll + assist (mana) ×2."
    )
    for reroll in ("", "1"):
        for assists in range(9):
            for emotions in ("0", "3"):
                asked = tight | {"reroll": reroll, "assists": str(assists), "emotions": emotions}
                inputs = library.WIDGETS[CHECK].read(library.WIDGETS[CHECK].values(asked))
                assert inputs.plan().greatest.chance >= inputs.chance(inputs.rolls)


def test_the_mana_advisor_names_every_point():
    ladder = rows_of(ask(CHECK), 2)
    assert ladder == {
        "nothing": ["0", "—", "27.8% (5/18)", ""],
        "reroll": ["0.72 (13/18)", "+20.1 (+65/324)", "47.8% (155/324)", ""],
        "reroll + assist (mana)": ["1.24 (403/324)", "+14.5 (+845/5832)", "62.3% (3635/5832)", ""],
        "Factor": ["0", "+46.3 (+25/54)", "74.1% (20/27)", ""],
        "Factor + reroll": ["0.26 (7/27)", "+19.2 (+140/729)", "93.3% (680/729)", ""],
        "Factor + reroll + assist (mana)": ["0.33 (238/729)", "+5 (+980/19683)", "98.3% (19340/19683)", ""],
    }
    answer = ask(CHECK, {"factor": "", "wish": "60"})
    assert answer["status"].endswith("For 60%: reroll + assist (mana), 62.3%.")
    text = read(answer).text
    assert "On average this takes 1.24 (403/324) mana." in text
    assert text.index("Roll.") < text.index("spend 1 mana and roll again") < text.index("a helper spends 1 mana")


def test_conditions_change_a_check_or_are_said_not_to():
    """P-M12."""
    answer = ask(CHECK, {"conditions": "行動制限2, Freeze, Cast Down"})
    assert answer["status"].startswith(f"The chance of success is {shown(check_odds(12, 3, -3))}")
    text = read(answer).text
    assert "The check value is lowered by 3: Restriction ×2, Freeze" in text
    assert "Cast Down: no effect on this check value" in text


def test_no_factor_in_the_climax():
    """P-4.6, P-Q7."""
    assert "P-4.6" in ask(CHECK, {"scene": "battle", "dice": "3"})["errors"]["dice"]
    assert "P-Q7" in ask(CHECK, {"scene": "prevention", "dice": "3"})["errors"]["dice"]
    assert ask(CHECK, {"scene": "prevention", "dice": "3", "factor_in_climax": "yes"})["state"] == "ready"
    for scene in ("battle", "prevention"):
        answer = ask(CHECK, {"scene": scene})
        assert not any("Factor" in label for label in rows_of(answer, 2))
        assert ("P-4.6" if scene == "battle" else "P-Q7") in read(answer).text


def test_no_assist_in_battle_under_that_house_rule():
    """P-Q6."""
    house = {"scene": "battle", "assist_in_battle": "no"}
    assert list(ask(CHECK, {**house, "assists": "1"})["errors"]) == ["assists"]
    assert list(rows_of(ask(CHECK, house), 2)) == ["nothing", "reroll"]
    assert ask(CHECK, {**house, "scene": "main", "assists": "1"})["state"] == "ready"


# --- an attack --------------------------------------------------------------------------------------------------------


def test_an_attack_shows_the_chance_to_hit_and_every_strength():
    """P-X11."""
    answer = ask(ATTACK)
    assert answer["status"].startswith("The attack hits in 75.3% of all cases. Damage on average: 0.75")
    reach = rows_of(answer, 1)
    odds = attack_odds(fighter(cast=6), fighter(guard=4))
    names = {"3": "Poison", "4": "Cast Down", "5": "Puncture", "6": "Life Steal", "8": "Freeze"}
    assert reach == {str(n): [exact(odds.reach(n)), names.get(str(n), "—")] for n in range(2, 9)}
    degrees = rows_of(answer, 3)
    assert sum(fraction_of(row[0]) for row in degrees.values()) == 1
    assert degrees["+4"][0] == exact(odds.degrees[4])


def test_the_best_effect_for_each_degree():
    values = {"goal": "damage", "cast_damage": "3", "guard_conditions": "Resonance"}
    rows = rows_of(ask(ATTACK, values), 2)
    odds = attack_odds(fighter(cast=6), fighter("Resonance", guard=4))
    assert rows == {
        "below 6": [exact(odds.hit - odds.reach(6)), "Deal Damage (1)", "Deal Damage + Deal Damage (2)"],
        "6 or more": [
            exact(odds.reach(6)),
            "Inflict Curse: Life Steal (1)",
            "Deal Damage + Inflict Curse: Life Steal (2)",
        ],
    }
    answer = ask(ATTACK, {"goal": "freeze"})
    assert rows_of(answer, 2)["8 or more"][1] == "Inflict Curse: Freeze"
    assert "Freeze: 5.4% (35/648)" in read(answer).summary


@every("goal", ["damage", "knockdown", "strip", "poison", "cast_down"])
def test_what_an_attack_shows_is_the_engines(goal):
    values = {
        "goal": goal,
        "cast": "7",
        "guard": "5",
        "cast_conditions": "Cast Up",
        "guard_conditions": "Trap, 装甲, ガードダウン2",
        "guard_damage": "5",
        "cast_reroll": "miss",
        "guard_reroll": "hit",
        "cast_dice": "3",
        "kind": "counter",
        "third_die": "best_two",
    }
    recipe = ("poison", "cast_down", "puncture", "life_steal", "freeze")
    attacker = fighter("Cast Up", cast=7, recipe=recipe)
    defender = fighter("Trap, Armour, Guard Down 2", guard=5, damage=5)
    rulings = Rulings(third_die="best_two")
    odds = attack_odds(
        attacker, defender, cast_dice=3, cast_reroll="miss", guard_reroll="hit", bonus=1, rulings=rulings
    )
    best = best_effects(attacker, defender, goal, rulings)
    answer = ask(ATTACK, values)
    rows = rows_of(answer, 0)
    assert rows["hit"][0] == exact(odds.hit)
    for boost in (False, True):
        if goal not in ("damage", "strip"):
            assert shown(best.chance(odds, boost)) in answer["status"]
        else:
            mean = best.mean(odds, boost)
            assert f" {decimals(mean) if mean.denominator > 1 else mean}" in answer["status"]
    assert f"rerolls in {exact(odds.cast_rerolls)}" in read(answer).text


def test_who_cannot_attack_or_cover_is_told_beside_the_field():
    for values, field, rule in (
        ({"cast_conditions": "Weakness"}, "cast_conditions", "P-17.18a"),
        ({"cast_conditions": "脱力", "kind": "chain"}, "cast_conditions", "P-17.18a"),
        ({"cast_conditions": "Incapacity"}, "cast_conditions", "P-17.21a"),
        ({"cast_conditions": "Pierce", "cover": "1"}, "cover", "P-18.2a"),
        ({"cover": "1", "cover_conditions": "行動不能"}, "cover", "P-17.21c"),
        ({"goal": "charm"}, "goal", "P-11.3"),
        ({"cast_reroll": "below", "battle_reroll": "failed_attack"}, "cast_reroll", "P-Q13"),
        ({"guard_reroll": "hit", "battle_reroll": "failed_attack"}, "guard_reroll", "P-Q13"),
    ):
        for message in told_beside(field, ATTACK, values).values():
            assert rule in message


def test_the_recipe_stands_in_the_pages_language():
    """And a link does not carry it as long as nobody has changed it."""
    assert "毒、キャストダウン、穿孔、生命奪取、氷結" in library.widget_html(ATTACK, "ja")
    assert "Poison, Cast Down, Puncture, Life Steal, Freeze" in library.widget_html(ATTACK, "en")
    for recipe in ("毒、キャストダウン、穿孔、生命奪取、氷結", "Poison, Cast Down, Puncture, Life Steal, Freeze"):
        answer = ask(ATTACK, {"recipe": recipe})
        assert answer["query"] == {}
        assert answer["parts"] == ask(ATTACK)["parts"]
    assert ask(ATTACK, {"recipe": "毒"})["query"] == {"recipe": "毒"}


# --- a difficulty -----------------------------------------------------------------------------------------------------


def test_the_target_numbers_of_the_calculators_page():
    """P-XT1: ability 3 and a chance of 7/10."""
    for values, target in (({}, "9"), ({"reroll": "1"}, "10"), ({"dice": "3"}, "12")):
        answer = ask(DIFFICULTY, {"party": "3", **values})
        assert rows_of(answer, 0)["PC1"][1] == target
    assert ask(DIFFICULTY)["status"] == ("With at least 70%: the whole party reaches target number 9, somebody 11.")


def test_the_share_of_the_party():
    share = rows_of(ask(DIFFICULTY), 2)
    assert share["9"][0] == "3/3"
    assert share["10"][0] == "2/3"
    assert share["12"][0] == "0/3"
    chances = [check_odds(10, ability) for ability in (3, 4, 5)]
    assert share["10"][2] == exact(chances[0] * chances[1] * chances[2])
    assert share["10"][1] == exact(1 - (1 - chances[0]) * (1 - chances[1]) * (1 - chances[2]))


def test_the_heat_tables_hold_every_mix():
    tables = read(ask(DIFFICULTY, {"dice": "3", "reroll": "1", "party": "3, Mio 5 (Freeze 2)"})).tables
    heat, _, mixes, *rest = tables[1:]
    assert len(rest) == 6
    rolls = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)]
    for table, (dice, count) in zip([heat, *rest], [(3, 2), *rolls], strict=True):
        targets = table[0][1:]
        for ability, *cells in table[1:]:
            for target, chance in zip(targets, cells, strict=True):
                assert chance == in_heat(check_odds(int(target), int(ability), 0, dice, count), len(targets))
    assert mixes[0] == ["Resources", "PC1", "Mio"]
    for row, (dice, count) in zip(mixes[1:], rolls, strict=True):
        assert row[1:] == [str(hardest_target(F(7, 10), 3, 0, dice, count))] * 2


def test_a_wish_without_a_limit_and_one_without_hope():
    assert "none" in ask(DIFFICULTY, {"wish": "99.9"})["status"]
    assert "99 or more" in ask(DIFFICULTY, {"wish": "1"})["status"]


# --- initiative -------------------------------------------------------------------------------------------------------


def test_three_pcs_against_dominance_eight():
    """P-8.5: ties apart and settled."""
    answer = ask(INITIATIVE)
    assert rows_of(answer, 1)["PC1"] == [exact(F(n, 72)) for n in (20, 10, 42, 25)]
    assert fraction_of(rows_of(answer, 2)["Enemy 1"][0]) == F(52499, 186624)
    found = {int(n): fraction_of(row[0]) for n, row in rows_of(answer, 3).items()}
    assert found == acting_before([0, 0, 0], 8)


def test_conditions_move_initiative():
    """P-M12, P-Q8."""
    values = {"pcs": "Mio (Speed Up 2, Cast Up), -1", "enemies": "Choir 8 (Freeze)"}
    page = read(ask(INITIATIVE, values))
    assert [row[0] for row in page.tables[1][1:]] == ["Mio +2", "PC2 −1"]
    assert "Against Choir, initiative 7" in page.text
    assert "Mio: no effect on initiative from Cast Up" in page.text
    assert "Against Choir, initiative 8" in read(ask(INITIATIVE, {**values, "dominance_modified": "no"})).text


def test_a_battle_holds_twelve():
    for values in ({"pcs": ", ".join("0" * 12)}, {"enemies": ", ".join("8" * 10)}):
        assert "12" in told_beside("enemies", INITIATIVE, values)["en"]
    assert ask(INITIATIVE, {"enemies": ", ".join("8" * 9)})["state"] == "ready"


# --- reading what people type -----------------------------------------------------------------------------------------


@every(
    ("typed", "conditions"),
    [
        ("", ()),
        ("Restriction 2, Freeze", ("restriction", "restriction", "freeze")),
        ("行動制限2、氷結", ("restriction", "restriction", "freeze")),
        ("行動制限 ×２；ひょうけつ", ("restriction", "restriction", "freeze")),
        ("speed_down, SPEED UP x2", ("speed_down", "speed_up", "speed_up")),
        ("anti bless, Anti-Heal,AntiBless", ("anti_bless", "anti_heal", "anti_bless")),
        (" , 毒,, ", ("poison",)),
    ],
)
def test_conditions_are_read_in_either_language(typed, conditions):
    assert read_conditions(typed, "conditions") == conditions


@every("condition", CONDITIONS.values())
def test_every_name_of_every_condition_is_read(condition):
    names = [condition.id, condition.name.en, condition.name.ja, condition.name.en.upper(), condition.reading]
    for name in filter(None, names):
        assert read_recipe(name, "recipe") == (condition.id,)
        if condition.ends != "at_once":
            assert read_conditions(f"{name} 3", "conditions") == (condition.id,) * 3


WRONG_CONDITIONS = (
    ("Frost", None),
    ("凍結", None),
    ("Freeze -1", None),
    ("Freeze 1.5", None),
    ("Freeze 0", "P-14.2"),
    ("Freeze 7", "P-14.2"),
    ("Freeze 999999", "P-14.2"),
    ("Poison 4, Trap 3", "P-14.2"),
    ("Armour 4, Pierce 3", "P-14.2"),
    ("Life Steal", "P-T3.22"),
    ("増幅カース", "P-T3.11"),
    ("Amplify Bless", "P-T4.6"),
    ("2", None),
    ("x 2", None),
    ("+", None),
    ("Freeze" * 3_000, None),
    ("9" * 5_000, None),
)


@every(("widget", "field"), [(CHECK, "conditions"), (ATTACK, "guard_conditions")])
@every(("typed", "rule"), WRONG_CONDITIONS)
def test_an_unknown_condition_gets_a_message(widget, field, typed, rule):
    for message in told_beside(field, widget, {field: typed}).values():
        assert rule is None or rule in message
        assert len(message) < 300


def test_the_closest_name_is_offered():
    assert "the closest name is Freeze" in ask(CHECK, {"conditions": "Freze"})["error"]
    assert "「氷結」" in ask(CHECK, {"conditions": "Freze"}, language="ja")["error"]


def test_people_are_read_with_names_and_conditions():
    people = read_people("3, Mio 4, レン5（行動制限2、氷結）, -1, Choir VI +2", "party", same("PC{n}"))
    assert [(p.name.en, p.number, len(p.conditions)) for p in people] == [
        ("PC1", 3, 0),
        ("Mio", 4, 0),
        ("レン", 5, 3),
        ("PC4", -1, 0),
        ("Choir VI", 2, 0),
    ]
    assert read_people("Mio, (Freeze), Ren -2", "pcs", same("PC{n}"), missing=0)[1].name.en == "PC2"


@every(
    ("typed", "read_as"),
    (
        ("4 6", [("PC1", 4), ("PC2", 6)]),
        ("４　６、-1 +2", [("PC1", 4), ("PC2", 6), ("PC3", -1), ("PC4", 2)]),
        ("Mio 2 0", [("Mio 2", 0)]),
        ('"7" 0, "Mio 4 Ren" 6, ＂４番＂ ３', [("7", 0), ("Mio 4 Ren", 6), ("4番", 3)]),
        ("R2D2 3", [("R2D2", 3)]),
    ),
)
def test_numbers_between_spaces_are_several_people_and_a_name_in_quotation_marks_is_one(typed, read_as):
    assert [(p.name.en, p.number) for p in read_people(typed, "party", same("PC{n}"))] == read_as


@every("name", ("7", "Mio 2", "Mio 4 Ren", "½", "ミオ4 レン", 'the "8th"', "四"))
def test_whoever_is_kept_under_a_name_with_a_number_comes_into_lists_as_one(name):
    for field, number in (("abilities", SAMPLES[0].p), ("initiatives", 0)):
        (person,) = read_people(replace(SAMPLES[0], name=same(name)).shares()[field].en, field, same("PC{n}"))
        assert ('"' in replace(SAMPLES[0], name=same(name)).listed_name.ja) == (name != "四")  # a word like any other
        assert (person.name.en, person.number) == (
            unicodedata.normalize("NFKC", name).replace('"', " ").strip(),
            number,
        )


@every("field", ("party", "pcs"))
@every("typed", ("Mio 4 Ren 6", "ミオ4 レン6", "1.5", "4/6", "1e3", "0x10", "1_0", "½", "4-6", "4 6 " * 7))
def test_what_is_neither_a_person_nor_numbers_is_not_guessed_at(field, typed):
    missing = 0 if field == "pcs" else None
    refused(lambda: read_people(typed, field, same("PC{n}"), missing), field)


WRONG_PEOPLE = ("", " , ", "Mio", "(Freeze)", "Mio 3 (", "Mio 3)", "3 (Frost)", "1.5", "100", "-100", "x" * 31 + " 1")
WRONG_PEOPLE += (", ".join("3" * 13), "5 (Poison 7)", "!? 3", "3 (Freeze) 4")


@every(("widget", "field"), [(DIFFICULTY, "party"), (INITIATIVE, "enemies")])
@every("typed", WRONG_PEOPLE)
def test_a_list_that_cannot_be_read_is_refused(widget, field, typed):
    for message in told_beside(field, widget, {field: typed}).values():
        assert len(message) < 300


def test_names_are_shown_as_they_are():
    """Neither markup nor placeholders are carried out."""
    for name in ("<b>Mio</b>", "{0}", "{name}", "%s", "&lt"):
        for widget, field in ((DIFFICULTY, "party"), (INITIATIVE, "pcs")):
            answer = ask(widget, {field: f"{name} 3"})
            assert answer["state"] == "ready"
            assert name in read(answer).text
            assert "<b>" not in answer["parts"]["output"]


# --- links ------------------------------------------------------------------------------------------------------------


def lists(field):
    """What a person may type as a list, as it would stand in a link."""
    if isinstance(field, PeopleField):
        return ["3", "Mio 3, Ren -4 (Freeze)", "9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9", "レン８（毒２）"]
    if isinstance(field, ConditionsField) and field.read is read_conditions:
        return ["", "Puncture", "罠3、装甲", "Petrify 6, Guard Up 6", "Curse Guard 2"]
    return ["", "Poison", "魅了, Trap, 増幅カース, 生命奪取", ", ".join(CONDITIONS)]


@every("widget", CALCULATORS)
@settings(max_examples=12, derandomize=True)
@given(data=st.data())
def test_whatever_is_typed_gets_an_answer_and_a_link_brings_it_back(widget, data):
    """An answer or a message beside a field; the link carries only what differs from the default."""
    fields = library.WIDGETS[widget].fields
    values = data.draw(filled(widget, lists))
    answer = ask(widget, values)
    if answer["state"] == "error":
        assert set(answer["errors"]) <= set(fields)
        return
    assert answer["query"] == {name: value for name, value in values.items() if value != fields[name].default}
    assert ask(widget, answer["query"]) == answer
