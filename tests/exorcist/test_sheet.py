"""My own exorcist: what its sheet says of calculators, rules, the desk and the online table."""

import json
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

from rules_py.core.text import LANGUAGES, Text, same
from rules_py.exorcist import Ability, Damage, DamageKind, Reach, Rulings, Side, Size
from rules_py.exorcist.palette import lines
from rules_py.exorcist.samples import sample_fight
from rules_py.exorcist.sheet import LABELS, SAMPLES
from rules_py.exorcist.widgets import WIDGETS
from rules_py.library import WIDGETS as ALL
from tests.page import ask
from tests.rows import every
from tests.stepper import replayed

AOI, SORA = SAMPLES
FACES = {"E-T2.1": 2, "E-T2.2": 3, "E-T2.3": 4, "E-T2.4": 5, "E-T2.5": 6}
CALCULATORS = [widget for widget in WIDGETS if widget.name != "exorcist.combat"]
EACH_WAY = [(sheet, use) for sheet in SAMPLES for use in sheet.uses()]


def counted(dice, face, successes=1):
    """The chance of so many successes: every roll, one by one."""
    rolls = list(product(range(1, 7), repeat=dice))
    return F(sum(sum(die >= face for die in roll) >= successes for roll in rolls), len(rolls))


def odds(sheet, rule, **house):
    """The chances beside a rule, without their words."""
    return [each.chance for each in sheet.chances(Rulings(**house))[rule]]


def before(sheet, rule, **house):
    return [each.before for each in sheet.chances(Rulings(**house))[rule]]


def told(sheet, language="ja", **house):
    """The palette."""
    return [line.text.get(language) for line in lines(sheet, Rulings(**house))]


# --- beside the rules -------------------------------------------------------------------------------------------------


@every("sheet", SAMPLES)
@every(("row", "face"), list(FACES.items()))
def test_beside_each_difficulty_stands_how_often_i_reach_it(sheet, row, face):
    """E-T2, E-M1: with Body, with Spirit, with Skill."""
    assert odds(sheet, row) == [counted(dice, face) for dice in (sheet.body, sheet.spirit, sheet.skill)]


def test_my_checks_at_normal():
    """E-3.9, E-4.7, E-7.24, E-5.21: 1 − 1/2 to the power of the dice; Sora has 4, 4 and 2."""
    assert odds(SORA, "E-3.9") == [F(15, 16), F(15, 16), F(3, 4)]
    assert odds(SORA, "E-4.7") == odds(SORA, "E-7.24") == [F(3, 4)]
    assert odds(SORA, "E-5.21") == [F(15, 16), F(3, 4)]


def test_my_attack_hits_whoever_does_not_evade_if_its_check_succeeds():
    """E-11.15: Aoi attacks with Skill 4; with Body 3 it would be less."""
    assert odds(AOI, "E-11.15") == [F(15, 16)]
    assert odds(replace(AOI, ability=Ability.BODY), "E-11.15") == [F(7, 8)]


@every(("rules", "face"), [(("E-5.10", "E-T6.1"), 3), (("E-4.6", "E-T6.2"), 5)])
def test_attack_focus_helps_and_the_manoeuvre_hampers_my_attack(rules, face):
    """E-T6."""
    for rule in rules:
        assert odds(AOI, rule) == [counted(4, face)]
        assert before(AOI, rule) == [counted(4, 4)]


@every(("rules", "face"), [(("E-8.5", "E-T5.1"), 4), (("E-13.5", "E-T5.2"), 5), (("E-13.7", "E-T5.3"), 6)])
def test_one_to_three_dice_to_evade_with_under_each_pressure(rules, face):
    """E-8.5, E-T5."""
    for rule in rules:
        assert odds(AOI, rule) == [counted(dice, face) for dice in (1, 2, 3)]
        usual = [None] * 3 if face == 4 else [counted(dice, 4) for dice in (1, 2, 3)]
        assert before(AOI, rule) == usual


def test_i_cannot_spend_evade_dice_that_i_do_not_have():
    """E-8.4."""
    assert odds(replace(AOI, evade_dice=1), "E-13.5") == [F(1, 3)]
    assert not {"E-8.5", "E-13.5", "E-T5.1"} & set(replace(AOI, evade_dice=0).chances(Rulings()))


def test_how_large_an_area_i_rope():
    """E-7.25, E-Q12: from two successes a plus, from three the block; the table may say otherwise."""
    assert odds(AOI, "E-7.25") == [counted(4, 4, 2), counted(4, 4, 3)] == [F(11, 16), F(5, 16)]
    assert odds(AOI, "E-7.25", rope_plus=1, rope_block=4) == [F(15, 16), F(1, 16)]


def test_how_often_i_remove_a_barrier_of_each_difficulty():
    """E-7.44."""
    assert odds(SORA, "E-7.44") == [counted(4, face) for face in (2, 3, 4, 5, 6)]


def test_laying_rope_after_the_manoeuvre():
    """E-T4.2, E-Q33: it is harder, unless the table says that only attacks and arts are."""
    assert odds(AOI, "E-T4.2") == [F(15, 16), F(65, 81)]
    assert before(AOI, "E-T4.2") == [None, F(15, 16)]
    assert odds(AOI, "E-T4.2", manoeuvre_hardens="attacks_and_arts") == [F(15, 16)]


def test_without_any_dice_i_fail_or_roll_one():
    """E-Q3."""
    weak = replace(AOI, body=0)
    assert odds(weak, "E-T2.3")[0] == 0
    assert odds(weak, "E-T2.3", no_dice="one_die")[0] == F(1, 2)


def test_where_successes_are_compared_evasion_says_against_how_many():
    """E-Q8."""
    plain, compared = (AOI.chances(Rulings(evasion_needs=needs))["E-8.5"] for needs in ("one", "attack_successes"))
    assert [each.label.en for each in plain][:2] == ["1 evade die", "2 evade dice"]
    assert [each.label.en for each in compared][:2] == ["1 die v 1 success", "2 dice v 1 success"]
    assert [each.chance for each in plain] == [each.chance for each in compared]


# --- calculators ------------------------------------------------------------------------------------------------------


@every(("sheet", "use"), EACH_WAY)
def test_a_check_and_an_attack_check_have_the_same_dice(sheet, use):
    """E-3.10: whichever ability they refer to."""
    assert use.numbers["attack_dice"] == use.numbers["dice"]


def test_i_roll_as_many_dice_as_the_ability_has_that_of_my_attack_first():
    """E-3.7, E-3.10."""
    assert [(use.label.en, use.numbers["dice"]) for use in AOI.uses()] == [
        ("Skill", "4"),
        ("Body", "3"),
        ("Spirit", "3"),
    ]
    assert [(use.label.ja, use.numbers["dice"]) for use in SORA.uses()] == [
        ("【霊】", "4"),
        ("【体】", "4"),
        ("【巧】", "2"),
    ]


def test_the_party_of_an_estimator_is_all_of_us():
    lists = [field for widget in WIDGETS for field in widget.fields.values() if field.party]
    assert [field.name for field in lists] == ["party"]
    assert lists[0].parse(", ".join(sheet.shares()[lists[0].party] for sheet in SAMPLES)) == (4, 4)


# --- the desk ---------------------------------------------------------------------------------------------------------


def entered(language, *sheets):
    """The fighters of the desk after these have taken the place of its PCs."""
    come = [action for sheet in sheets for action in sheet.entry(language)]
    answer = ask("exorcist.combat", {"seed": "lantern"}, {"do": "replace", "party": json.dumps(come)}, language)
    assert answer["state"] == "ready", answer["error"]
    combat = replayed(ALL["exorcist.combat"], {"seed": "lantern", **answer["values"]}).combat
    return [fighter for fighter in combat.fighters if fighter.side is Side.PC]


@every("language", LANGUAGES)
def test_the_sample_cast_is_that_of_the_desk(language):
    """E-1.15, E-5.1: who enters by its sheet has the same numbers and the same attack."""
    known = [fighter.sheet for fighter in sample_fight(Size()).combat.fighters if fighter.side is Side.PC]
    for fighter, sheet, exorcist in zip(entered(language, *SAMPLES), SAMPLES, known, strict=True):
        assert exorcist.name == sheet.name
        attacks = [replace(each, name=same(each.name.get(language))) for each in exorcist.attacks]
        wanted = replace(exorcist, name=same(sheet.name.get(language)), attacks=tuple(attacks))
        assert replace(fighter.sheet, armour=()) == replace(wanted, armour=())
        assert fighter.armour == exorcist.armour_sum
        assert fighter.evade_dice == sheet.evade_dice


def test_who_has_no_armour_enters_without():
    assert [fighter.armour for fighter in entered("en", replace(AOI, armour=0))] == [0]


# --- the online table -------------------------------------------------------------------------------------------------


def test_bars_and_numbers_are_called_what_players_call_them():
    assert [(each.label.ja, each.now) for each in AOI.resources()] == [
        ("体力", 6),
        ("霊力", 5),
        ("回避D", 4),
        ("形代", 2),
        ("祓串", 3),
        ("注連鋼縄", 6),
    ]
    assert [(each.label.ja, each.value.ja) for each in SORA.abilities()] == [
        ("体", "4"),
        ("霊", "4"),
        ("巧", "2"),
        ("機動力", "4"),
        ("装甲", "2"),
        ("攻撃", "霊符（例）"),
        ("攻撃の能力値", "【霊】"),
        ("攻撃のダメージ", "1d3"),
        ("ダメージの種類", "霊的"),
        ("攻撃の種類", "遠隔"),
        ("【連続攻撃】", "0"),
    ]


@every("language", LANGUAGES)
def test_each_ability_stands_ready_at_each_difficulty_but_the_easiest(language):
    """E-T2, E-Q1."""
    wanted = [
        f"{{{label.get(language)}}}B6>={face} {ability.text.get(language)}{Text(', ', '').get(language)}{name}"
        for label, ability in ((LABELS[ability], ability) for ability in Ability)
        for face, name in ((3, "EASY"), (4, "NORMAL"), (5, "HARD"), (6, "ULTRA-HARD"))
    ]
    assert told(AOI, language)[1:13] == wanted


def test_my_attack_with_its_steps_and_its_damage():
    """E-5.10, E-4.6, E-5.14: damage without dice is only said."""
    assert told(AOI)[13:18] == [
        "■攻撃：刀（例）",
        "{巧}B6>=4 攻撃判定",
        "{巧}B6>=3 攻撃判定（【攻撃集中】）",
        "{巧}B6>=5 攻撃判定（【戦術機動】）",
        "1D6 ダメージ（物理）",
    ]
    assert "{霊}B6>=4 攻撃判定" in told(SORA)
    assert "1D3 ダメージ（霊的）" in told(SORA)
    assert "2D4+1 ダメージ（物理）" in told(replace(AOI, damage=Damage(2, 4, 1)))
    assert "C(3) ダメージ（物理）" in told(replace(AOI, damage=Damage(plus=3)))


def test_evading_with_all_that_is_left_with_one_to_three_dice_and_under_pressure():
    """E-8.5, E-T5."""
    evading = [line for line in told(AOI) if " 回避" in line]
    assert [line.split(" ")[0] for line in evading] == [
        "{回避D}B6>=4",
        *(f"{dice}B6>={face}" for face in (4, 5, 6) for dice in (1, 2, 3)),
    ]


def test_what_is_spent():
    assert told(AOI)[-6:] == [":体力-1", ":霊力-1", ":回避D-1", ":形代-1", ":祓串-1", ":注連鋼縄-3"]


@every(
    ("house", "gone", "there"),
    [
        ({"evasion_needs": "attack_successes"}, "■回避（成功1つ以上で回避）", "■回避（攻撃の成功数以上で回避）"),
        ({"peg_melee_die": 8}, "1D6 祓串のダメージ（近接）", "1D8 祓串のダメージ（近接）"),
        ({"peg_ranged_damage": 5}, "C(3) 祓串のダメージ（遠隔）", "C(5) 祓串のダメージ（遠隔）"),
        (
            {"rope_plus": 1, "rope_block": 4},
            "{巧}B6>=4 注連鋼縄（成功数2で十字、3で3×3マス）",
            "{巧}B6>=4 注連鋼縄（成功数1で十字、4で3×3マス）",
        ),
        (
            {"rope_plus": 3},
            "{巧}B6>=4 注連鋼縄（成功数2で十字、3で3×3マス）",
            "{巧}B6>=4 注連鋼縄（成功数3で3×3マス）",
        ),
        (
            {"manoeuvre_evade": "nothing"},
            "{巧}B6>=4 【戦術機動】（成功数だけ回避ダイスが増加）",
            "{巧}B6>=4 【戦術機動】",
        ),
        ({"no_dice": "one_die"}, "{体}B6>=4 【体】NORMAL", "1B6>=4 【体】NORMAL"),
    ],
)
def test_house_rules_change_the_palette(house, gone, there):
    weak = replace(AOI, body=0)
    assert gone in told(weak)
    assert there not in told(weak)
    assert there in told(weak, **house)
    assert gone not in told(weak, **house)


def test_the_two_kinds_of_attack_read_differently():
    """E-5.11, E-5.14."""
    far = replace(AOI, reach=Reach.RANGED, kind=DamageKind.SPIRITUAL)
    said = {each.label.en: each.value.en for each in far.abilities()}
    assert (said["Attack"], said["AttackKind"], said["AttackReach"]) == ("Blade (example)", "spiritual", "ranged")
