"""My own kamui: what its sheet says of calculators, rules, the ring and the online table."""

import json
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

from rules_py.core.text import LANGUAGES
from rules_py.kamui import Rulings
from rules_py.kamui.cast import START
from rules_py.kamui.model import shown
from rules_py.kamui.palette import lines
from rules_py.kamui.sheet import SAMPLES
from rules_py.kamui.widgets import WIDGETS
from rules_py.library import WIDGETS as ALL
from tests.page import ask
from tests.rows import every
from tests.stepper import replayed

from .reckoning import READINGS, succeeds

HOMURA, IWAO, SUI = SAMPLES
CALCULATORS = [widget for widget in WIDGETS if widget.name != "kamui.board"]
EACH_WAY = [(sheet, use) for sheet in SAMPLES for use in sheet.uses()]
TARGET_READING = Rulings(success="at_least_target")


def counted(dice, number, needed, rulings=Rulings()):
    """The chance of so many successes: every roll, one by one."""
    rolls = list(product(range(1, rulings.sides + 1), repeat=dice))
    return F(sum(sum(succeeds(die, number, rulings) for die in roll) >= needed for roll in rolls), len(rolls))


def odds(sheet, rule, rulings=Rulings()):
    """The chances beside a rule, without their words."""
    return [each.chance for each in sheet.chances(rulings)[rule]]


def before(sheet, rule, rulings=Rulings()):
    return [each.before for each in sheet.chances(rulings)[rule]]


def told(sheet, language="ja", **house):
    """The palette."""
    return [line.text.get(language) for line in lines(sheet, Rulings(**house))]


# --- beside the rules -------------------------------------------------------------------------------------------------


def test_how_often_i_gain_a_link_or_an_offering():
    """K-2.10, K-2.13, K-T2.5: Homura has Will 5 and Wisdom 4, and two dice must both succeed."""
    assert odds(HOMURA, "K-T2.5") == [F(1, 4), F(4, 25)]
    assert odds(HOMURA, "K-2.10")[0] == odds(HOMURA, "K-T1.3")[0] == F(1, 4)
    assert odds(HOMURA, "K-2.13")[0] == odds(HOMURA, "K-T1.4")[0] == F(4, 25)


@every("rulings", READINGS)
@every("sheet", [HOMURA, SUI])
def test_events_and_traits_under_every_reading(rulings, sheet):
    """K-1.8, K-1.11, K-2.10, K-2.13, K-Q1, K-Q2: counted roll by roll; a target number replaces the ability."""
    target = rulings.success == "at_least_target"
    will, wisdom = ((sheet.target if target else number) for number in (sheet.will, sheet.wisdom))
    events = {number: [counted(dice, number, 2, rulings) for dice in (2, 3, 4)] for number in {will, wisdom}}
    assert odds(sheet, "K-2.10", rulings) == odds(sheet, "K-T1.3", rulings) == events[will]
    assert odds(sheet, "K-2.13", rulings) == odds(sheet, "K-T1.4", rulings) == events[wisdom]
    assert odds(sheet, "K-1.8", rulings) == odds(sheet, "K-T2.1", rulings) == [events[will][1], events[wisdom][1]]
    assert odds(sheet, "K-1.11", rulings) == [events[will][2], events[wisdom][2]]
    for rule in ("K-1.8", "K-T2.1", "K-1.11"):
        assert before(sheet, rule, rulings) == [events[will][0], events[wisdom][0]]


def test_checks_with_other_dice_than_usual():
    """K-Q3."""
    assert odds(replace(HOMURA, dice=3), "K-2.10") == [counted(dice, 5, 2) for dice in (3, 4, 5)]


def test_i_cannot_use_traits_that_i_do_not_have():
    """K-1.10."""
    one, none = (replace(HOMURA, traits=traits).chances(Rulings()) for traits in (1, 0))
    assert len(one["K-2.10"]) == 2
    assert len(none["K-2.10"]) == 1
    assert "K-1.8" in one
    assert "K-1.11" not in one
    assert "K-1.8" not in none


@every("rulings", READINGS)
def test_whether_my_attack_has_a_success(rulings):
    """K-5.1: with 1, 2 and 3 action value."""
    number = SUI.target if rulings.success == "at_least_target" else SUI.ability
    assert odds(SUI, "K-5.1", rulings) == [counted(dice, number, 1, rulings) for dice in (1, 2, 3)]


def test_i_cannot_spend_action_value_that_i_do_not_have():
    """K-4.4."""
    assert odds(replace(HOMURA, action_value=2), "K-5.1") == [F(1, 2), F(3, 4)]
    assert "K-5.1" not in replace(HOMURA, action_value=0).chances(Rulings())


def test_what_my_links_are_worth_in_the_ending():
    """K-6.2, K-6.5, K-6.6: Iwao has three links and rank 4; a revival check takes one success away."""
    assert odds(IWAO, "K-6.6") == odds(IWAO, "K-T2.8") == [counted(3, 4, 1), counted(3, 4, 2)]
    assert odds(replace(IWAO, revivals=1), "K-6.6") == [counted(3, 4, 2), counted(3, 4, 3)]
    assert odds(IWAO, "K-6.6", TARGET_READING) == [1 - F(5, 10) ** 3, counted(3, 6, 2, TARGET_READING)]
    assert "K-6.6" not in replace(IWAO, links=0).chances(Rulings())


# --- calculators ------------------------------------------------------------------------------------------------------


def test_i_check_with_will_with_wisdom_or_with_my_attack():
    assert [(use.label.en, use.numbers["ability"]) for use in SUI.uses()] == [
        ("Will", "3"),
        ("Wisdom", "6"),
        ("Torrent", "6"),
    ]
    assert [use.label.ja for use in SUI.uses()] == ["【意志】", "【知恵】", "激流"]


def test_the_attack_planner_has_all_numbers_of_my_attack():
    """K-5.3."""
    attack = HOMURA.uses()[2].numbers
    assert [attack[name] for name in ("ability", "power", "multiplier", "bonus")] == ["5", "6", "1", "0"]


def test_the_party_of_an_estimator_is_all_of_us():
    """K-2.4, K-6.2: dice and Will; links, rank and revival checks."""
    lists = {widget.name: field for widget in WIDGETS for field in widget.fields.values() if field.party}
    assert set(lists) == {"kamui.difficulty", "kamui.grace"}
    said = {
        name: field.parse(", ".join(sheet.shares()[field.party] for sheet in (*SAMPLES, replace(SUI, revivals=2))))
        for name, field in lists.items()
    }
    assert said["kamui.difficulty"] == ((2, 5), (2, 4), (2, 3), (2, 3))
    grace = [(each.dice, each.rank, each.revivals) for each in said["kamui.grace"]]
    assert grace == [(2, 3, 0), (3, 4, 0), (2, 3, 0), (2, 3, 2)]


# --- the ring ---------------------------------------------------------------------------------------------------------


def entered(language, *sheets):
    """The session after these have taken the place of its kamui."""
    come = [action for sheet in sheets for action in sheet.entry(language)]
    answer = ask("kamui.board", {"seed": "lantern"}, {"do": "replace", "party": json.dumps(come)}, language)
    assert answer["state"] == "ready", answer["error"]
    return replayed(ALL["kamui.board"], {"seed": "lantern", **answer["values"]})


@every("language", LANGUAGES)
def test_the_sample_cast_is_that_of_the_ring(language):
    """K-M10: who enters by its sheet has the same numbers and its first attack, and stands on the first square."""
    play = entered(language, *SAMPLES)
    for number, sheet in enumerate(SAMPLES):
        known, brought = START.kamui[number], START.sheets[number]
        called = sheet.name.get(language)
        assert shown(known.name) == sheet.name
        assert play.kamui[number] == replace(known, name=called, square=1)
        attack = replace(brought.skills[0], name=sheet.attack.get(language))
        assert shown(brought.skills[0].name) == sheet.attack
        assert play.sheets[number] == replace(brought, skills=(attack,))


def test_a_sub_action_with_a_multiplier_and_a_bonus_is_noted_as_it_is():
    """K-4.5, K-5.3, K-Q10."""
    (noted,) = entered("en", replace(SUI, timing="sub", multiplier=2, bonus=3)).sheets[0].skills
    assert (noted.timing, noted.reach, noted.ability, noted.numbers) == ("sub", 2, 6, [4, 2, 3, 0])


# --- the online table -------------------------------------------------------------------------------------------------


def test_bars_and_numbers_are_called_what_players_call_them():
    assert [(each.label.ja, each.now, each.most) for each in IWAO.resources()] == [
        ("HP", 10, None),
        ("装甲", 6, None),
        ("行動値", 6, None),
        ("特性", 3, None),
        ("レベル5リンク", 3, None),
        ("復活チェック", 0, 20),
    ]
    assert [(each.label.ja, each.value.ja) for each in IWAO.abilities()] == [
        ("意志", "4"),
        ("知恵", "5"),
        ("位階", "4"),
        ("判定のダイス", "2"),
        ("目標値", "6"),
        ("攻撃", "落石"),
        ("攻撃の種類", "メインアクション"),
        ("攻撃の射程", "1"),
        ("攻撃の能力値", "4"),
        ("攻撃力", "7"),
        ("信仰倍率", "1"),
        ("ダメージ加算値", "0"),
        ("移動", "2"),
    ]


def test_a_palette_from_top_to_bottom():
    """K-1.4, K-2.9, K-2.12, K-5.1, K-5.3, K-6.2."""
    assert told(HOMURA) == [
        "■天啓ダイス",
        *(f"{n}B10 天啓ダイス（【行動値】{n}）" for n in range(1, 6)),
        "■判定（交流と献上は成功数2以上で成功）",
        "2B10<={意志} 【意志】",
        "3B10<={意志} 【意志】、特性1つ",
        "4B10<={意志} 【意志】、特性2つ",
        "2B10<={知恵} 【知恵】",
        "3B10<={知恵} 【知恵】、特性1つ",
        "4B10<={知恵} 【知恵】、特性2つ",
        "■攻撃：灯火",
        *(f"{n}B10<={{攻撃の能力値}} 攻撃（【行動値】{n}）" for n in range(1, 6)),
        *(f"C(({n}+{{攻撃力}})*{{信仰倍率}}+{{ダメージ加算値}}) 成功数{n}のダメージ" for n in range(6)),
        "■恩寵判定",
        "{レベル5リンク}B10<={位階} 恩寵判定",
        "■消費とダメージ",
        *(":HP-1", ":装甲-1", ":行動値-1", ":行動値-2", ":行動値-3", ":特性-1", ":レベル5リンク-1", ":復活チェック+1"),
    ]


@every(
    ("house", "there"),
    [
        ({"success": "at_least_fixed", "success_face": 7}, ("2B10>=7 【意志】", "{レベル5リンク}B10>=7 恩寵判定")),
        ({"success": "at_least_target"}, ("2B10>=6 【意志】", "3B10>=6 攻撃（【行動値】3）")),
        ({"die": "d6"}, ("2B6<={意志} 【意志】", "3B6 天啓ダイス（【行動値】3）")),
        ({"success": "at_least_fixed", "die": "d8"}, ("3B8>=6 【知恵】、特性1つ",)),
    ],
)
def test_what_makes_a_success_changes_the_palette(house, there):
    """K-Q1, K-Q2."""
    assert set(there) <= set(told(HOMURA, **house))
    assert not set(there) & set(told(HOMURA))


def test_the_target_number_is_mine_to_say():
    """K-Q1."""
    assert "2B10>=8 【意志】" in told(replace(HOMURA, target=8), success="at_least_target")


def test_an_attack_that_misses_does_no_damage():
    """K-Q9."""
    none = [line for line in told(HOMURA) if line.startswith("C((0+")]
    assert len(none) == 1
    assert none[0] not in told(HOMURA, no_successes="miss")
    assert len(told(HOMURA)) == len(told(HOMURA, no_successes="miss")) + 1
