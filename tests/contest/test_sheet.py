"""A reader’s own character in the serial contest: its sheet beside calculators, rules, fights and online tables."""

import re
from dataclasses import replace
from fractions import Fraction as F

import pytest

from rules_py.contest import GAME, Ability, Rulings, parse_abilities
from rules_py.contest.model import Phase
from rules_py.contest.palette import lines
from rules_py.contest.sheet import SAMPLES, Sheet, alone
from rules_py.core.form import Form
from rules_py.core.played import encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.exports import GAMES, palette
from rules_py.library import WIDGETS
from tests.page import ask, read, shown
from tests.rows import every

from . import reckoning

TOMOE, REN = SAMPLES
OWN = {name: widget for name, widget in WIDGETS.items() if name.startswith("contest.")}
STEPPER = OWN["contest.stepper"]
PLAIN = re.compile(r"[^\s:：{}]*[^\s:：{}0-9+＋−-]")


def a_character(abilities, foe="12"):
    return Form(Sheet).read({"name": "Io", "party": "", "ability_list": abilities, "foe": foe})


def counted(named, **more):
    """An ability as `reckoning` counts it."""
    return reckoning.Fighter(named.ability.value, permanent=named.permanent)._replace(**more)


def against(sheet, named, house=None, **more):
    """Pairs of levels and outcomes of one exchange with the usual opponent."""
    return reckoning.exchange(counted(named, **more), reckoning.Fighter(sheet.foe.value), house or {})


def pushes(sheet, named, house=None, **more):
    _, outcomes = against(sheet, named, house, **more)
    return sum(c for o, c in outcomes.items() if (o[1] == "A" if isinstance(o, tuple) else o > 0))


def chances(sheet, ident, **house):
    return [each.chance for each in sheet.chances(Rulings(**house))[ident]]


# --- the sheet itself -------------------------------------------------------------------------------------------------


def test_an_ability_is_a_number_to_roll_and_its_masteries():
    """C-M1: a Sword of 2W with +3 rolls against 5 and has one W."""
    numbers = {each.label.ja: each.value.ja for each in TOMOE.abilities()}
    assert numbers == {
        "剣術": "5",
        "剣術W": "1",
        "間合いを読む": "15",
        "間合いを読むW": "0",
        "村への忠誠": "18",
        "村への忠誠W": "0",
        "能力一覧": "剣術 2W+3、間合いを読む 15、村への忠誠 18",
        "相手の能力": "3W",
    }


def test_augments_piece_and_wound_go_up_and_down():
    """C-3.5: her abilities of 22, 15 and 18 help with 2 each."""
    assert [(each.label.en, each.now, each.most) for each in TOMOE.resources()] == [
        ("Piece", 0, 5),
        ("Augments", 0, 6),
        ("Wound", 0, 1),
    ]


ODD = "Close Combat (sword) 10W, close combat (sword) 9, Lore: old 12, Lore {old} 3, Rank 2 7, Wound 4, Bow 5, BowW 6"


# --- calculators ------------------------------------------------------------------------------------------------------


def test_there_is_a_use_for_each_ability_the_best_first():
    assert [use.label.ja for use in TOMOE.uses()] == ["〈剣術〉2W+3", "〈村への忠誠〉18", "〈間合いを読む〉15"]
    assert [use.label.en for use in a_character("Bow 18, Sword 1W, Axe 17+4").uses()] == [
        "Sword 1W",
        "Axe 17+4",
        "Bow 18",
    ]


def test_a_roll_starts_from_me_and_from_whom_i_face():
    values = WIDGETS["contest.roll"].recalled(TOMOE.uses()[0].numbers)
    assert values == {"ability_a": "2W", "permanent_a": "3", "ability_b": "3W"}
    assert ask("contest.roll", values)["status"].startswith(f"A pushes: {shown(pushes(TOMOE, TOMOE.ability_list[0]))}.")


def test_whom_i_face_and_the_pc_of_an_estimate_are_not_me():
    kept = {
        name: {f.name: f.kept_as for f in widget.fields.values() if f.kept_as and not f.is_rule}
        for name, widget in OWN.items()
    }
    mine = {"ability_a": "ability", "permanent_a": "permanent", "ability_b": "foe_ability"}
    assert kept["contest.roll"] == kept["contest.gauge"] == mine
    assert kept["contest.difficulty"] == {"ability_a": "party_ability", "permanent_a": "party_permanent"}


# --- beside the rules -------------------------------------------------------------------------------------------------


def test_i_succeed_with_as_many_faces_as_my_number():
    """C-4.2, C-Q1: 5 faces for a 5W, 18 for an 18, 15 for a 15; a 20 fumbles even with 20."""
    assert chances(TOMOE, "C-4.2") == [F(5, 20), F(18, 20), F(15, 20)]
    assert chances(a_character("Sword 20, Bow 1"), "C-4.2") == [F(19, 20), F(1, 20)]


def test_masteries_that_are_left_over_change_what_i_reach():
    """C-4.3: her 18 and her 15 against a 3W, whose one mastery lowers her where it cannot raise itself."""
    told = TOMOE.chances(Rulings())["C-4.3"]
    for each, named in zip(told, TOMOE.ranked[1:], strict=True):
        pairs, _ = against(TOMOE, named)
        assert each.chance == sum(c for (mine, _), c in pairs.items() if mine >= 2) < each.before
    assert "C-4.3" not in a_character("Sword 15, Bow 3").chances(Rulings())


@every("sheet", SAMPLES)
def test_i_win_with_the_higher_level(sheet):
    """C-5.2."""
    expected = []
    for named in sheet.ranked:
        pairs, _ = against(sheet, named)
        expected.append(sum(c for (mine, theirs), c in pairs.items() if mine > theirs))
    assert chances(sheet, "C-5.2") == expected


@every("sheet", SAMPLES)
def test_the_chart_says_how_often_each_row_comes_with_my_best_ability(sheet):
    """C-T1: all ten rows together are every exchange."""
    pairs, _ = against(sheet, sheet.ranked[0])
    rows = list(reckoning.CHART)
    for number, (better, worse) in enumerate(rows, start=1):
        both = [(better, worse)] if better == worse else [(better, worse), (worse, better)]
        assert chances(sheet, f"C-T1.{number}") == [pairs.get(pair, 0) for pair in both]
    assert sum(sum(chances(sheet, f"C-T1.{number}")) for number in range(1, 11)) == 1


@every("sheet", SAMPLES)
def test_augments_equipment_and_a_wound_change_how_often_i_push(sheet):
    """C-3.5, C-3.16, C-6.2."""
    best, found = sheet.ranked[0], sheet.chances(Rulings())
    plain = pushes(sheet, best)
    bonuses = sorted({(named.ability.value + 5) // 10 for named in sheet.ability_list})
    assert [(each.chance, each.before) for each in found["C-3.5"]] == [
        (pushes(sheet, best, augments=bonus), plain) for bonus in bonuses
    ]
    assert [(each.chance, each.before) for each in found["C-3.16"]] == [(plain, pushes(sheet, best, permanent=0))]
    assert [(each.chance, each.before) for each in found["C-6.2"]] == [(pushes(sheet, best, wounded=True), plain)]


@every("sheet", SAMPLES)
def test_i_win_a_whole_contest_as_often_as_it_is_fought_out(sheet):
    """C-6.3."""
    won, *_ = reckoning.fought_out(counted(sheet.ranked[0]), reckoning.Fighter(sheet.foe.value))
    assert [float(each) for each in chances(sheet, "C-6.3")] == pytest.approx([won], abs=1e-9)


def test_a_house_rule_changes_what_it_should():
    """C-Q4, C-Q5, C-Q6, C-Q22, C-Q34, against the count by hand."""
    best = TOMOE.ranked[0]
    higher = {"beneficiary": "higher_roll"}
    assert chances(TOMOE, "C-3.16", **higher) == [pushes(TOMOE, best, higher)]
    halved = {"halve_permanent": True}
    assert chances(TOMOE, "C-6.2", **halved) == [pushes(TOMOE, best, halved, wounded=True)]
    short = {"dying_square": 4}
    won, *_ = reckoning.fought_out(counted(best), reckoning.Fighter(TOMOE.foe.value), short)
    assert float(chances(TOMOE, "C-6.3", **short)[0]) == pytest.approx(won, abs=1e-9)
    helped = a_character("Sword 10, Hate 5W")
    expected = [pushes(helped, helped.ranked[0], augments=bonus) for bonus in (1, 3)]
    assert chances(helped, "C-3.5") == expected
    assert chances(helped, "C-3.5", augment_value="before_masteries") == expected[:1]
    alone_with_it = a_character("Sword 15")
    assert len(chances(alone_with_it, "C-3.5")) == 1
    assert "C-3.5" not in alone_with_it.chances(Rulings(augment_itself=False))


def test_a_contest_that_would_never_end_has_no_winner_to_tell():
    """C-Q11: six masteries ahead, and no free piece may reach the dying square."""
    assert "C-6.3" not in a_character("Sword 10W7").chances(Rulings(any_square="gauge_square"))
    assert "C-6.3" in a_character("Sword 10W7").chances(Rulings())


# --- in a fight -------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
@every("sheet", SAMPLES)
def test_i_enter_the_scene_and_stand_there_with_my_numbers(sheet, language):
    """C-1.2: beside the narrator's characters, in the place of those who stand there at first."""
    state = STEPPER.start(STEPPER.read(STEPPER.values({})))
    actions = [*STEPPER.leaving(state), *sheet.entry(language)]
    for action in actions:
        state, _ = GAME.apply(state, action)
    me = state.characters[-1]
    assert (state.phase, me.narrator, me.name.get(language)) == (Phase.SCENE, False, sheet.name.get(language))
    assert [(a.name.get(language), a.number) for a in me.abilities] == [
        (a.name.get(language), a.number) for a in sheet.ability_list
    ]
    answer = ask("contest.stepper", {"seed": "x", "actions": encode_actions(actions)}, None, language)
    assert answer["state"] == "ready", answer["error"]
    assert sheet.name.get(language) in read(answer).text


# --- at an online table -----------------------------------------------------------------------------------------------


def filled(sheet, now, language="en"):
    """The palette with every name in braces replaced by its number, as the table does."""
    numbers = {each.label.get(language): each.value.get(language) for each in sheet.abilities()}
    numbers |= {each.label.get(language): str(now.get(each.label.en, each.now)) for each in sheet.resources()}
    return [
        re.sub(r"\{([^{}]+)\}", lambda name: numbers[name[1]], line.text.get(language))
        for line in lines(sheet)
        if line.kind == "command"
    ]


def target(line):
    """What a roll has to reach, worked out as the dice bot does: whole numbers, fractions dropped."""
    words = re.match(r"1D20<=(\S+) ", line)[1]
    assert re.fullmatch(r"[0-9()+*/-]+", words)
    return eval(words.replace("/", "//"))


@every("augments", range(61))
@every("sheet", [*SAMPLES, a_character("A 1, B 20, C 19W2-3, D 10W+5")])
def test_i_roll_against_what_is_left_beyond_a_mastery(sheet, augments):
    """C-M1, C-3.5: 18 with +3 rolls against 1, not against 21."""
    many = len(sheet.ability_list)
    now = [target(line) for line in filled(sheet, {"Augments": augments})]
    values = [named.ability.value + named.permanent for named in sheet.ability_list]
    assert now[:many] == [(value - 1) % 20 + 1 for value in values]
    assert now[many : 2 * many] == [(value + augments - 1) % 20 + 1 for value in values]


@every("halved", [False, True])
def test_wounded_i_roll_against_half(halved):
    """C-6.2, C-Q22: what is permanent is halved only by house rule."""
    words = [line.text.en for line in lines(TOMOE, Rulings(halve_permanent=halved)) if "(wounded)" in line.text.en]
    house = {"halve_permanent": halved}
    values = [reckoning.target_value(counted(named, wounded=True), house) for named in TOMOE.ability_list]
    assert words == [
        f"1D20<={value} {named.name.en} (wounded) {value}W0"
        for value, named in zip(values, TOMOE.ability_list, strict=True)
    ]


def test_the_palette_offers_the_augments_that_my_abilities_give():
    """C-3.5, C-Q6: 20, 10 and 5W help with 2, 1 and 3, by house rule with 2, 1 and 1."""
    sheet = a_character("Sword 20, Song 10, Hate 5W")
    offered = {
        value: [each.text.ja for each in lines(sheet, Rulings(augment_value=value)) if each.text.ja.startswith(":増強")]
        for value in ("full", "before_masteries")
    }
    assert offered == {"full": [":増強+1", ":増強+2", ":増強+3"], "before_masteries": [":増強+1", ":増強+2"]}


@every("language", LANGUAGES)
@every("sheet", [*SAMPLES, a_character(ODD), a_character(", ".join(f"{'A' * 37}{n} 15W3" for n in "bcdefghijklm"))])
def test_a_palette_has_a_few_lines_for_each_ability_and_rolls_a_d20(sheet, language):
    said = lines(sheet)
    assert len(said) <= 4 * len(sheet.ability_list) + 14
    assert all(re.match(r"1D20<=\S+ \S", line.text.get(language)) for line in said if line.kind == "command")
    assert GAMES["contest"].bot == "DiceBot"


def test_what_a_name_holds_in_braces_is_no_number():
    assert "1D20<={Lore_old_} Lore (old) {Lore_old_}W{Lore_old_W}" in palette(
        "contest", a_character("Lore {old} 9"), "en"
    )


def test_the_best_ability_is_the_greatest_with_its_equipment():
    """C-3.15: 17 with +4 is more than a 20."""
    sheet = replace(TOMOE, ability_list=parse_abilities("Bow 20, Axe 17+4"))
    assert [str(alone(each).effective()) for each in sheet.ranked] == ["1W", "20"]
    assert sheet.ranked[1].ability == Ability(0, 20)
