"""The desk of a battle: there is always one thing to press, it always works, and the board can be played on."""

import re
from random import Random

from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.prophecy import Stage
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.offers import follows, hit_chance
from tests.page import parsed
from tests.rows import every
from tests.stepper import played

from .table import STEPPER, BattlePage, called

ROUND = 9
"""Presses of a whole round of three fighters, at most."""
FORCED = ("confusion", "delusion", "charm")
"""Curses under which one has to attack one's own side."""


def state(page):
    return played(page, STEPPER)


def in_html(page, part):
    return parsed(page.answer["parts"][part])


def primary(page):
    """What the first place of the tray holds: exactly one button."""
    found = [each for each in in_html(page, "primary").iter("button") if "data-primary" in each.attrib]
    assert len(found) == 1, page.answer["parts"]["primary"]
    return called(found[0].get("value"))


def taps(page):
    """The buttons on the board by what they do, with what a screen reader says."""
    return {called(each.get("value")): each.get("aria-label") for each in in_html(page, "output").iter("button")}


def fought(page, most=400):
    """Press what comes first until the battle is over; the presses of each round."""
    rounds = {}
    for _ in range(most):
        battle = state(page)
        do = primary(page)
        if battle.stage is Stage.OVER:
            assert do == "again"
            assert "data-outcome" in page.answer["parts"]["output"]
            return rounds
        before = battle
        page.pressed(do)
        rounds.setdefault(before.round, []).append(do)
        if do.startswith("attack:"):
            fighter, target = before.fighters[before.active], before.fighters[int(do[len("attack:")])]
            assert fighter.enemy != target.enemy or any(fighter.copies(kind) for kind in FORCED)
    raise AssertionError("the battle does not end")


def crowd(seed, language):
    """Two more PCs and two more enemies, who carry all sorts of things."""
    random = Random(seed)
    staying = [i for i, each in CONDITIONS.items() if each.ends != "at_once" and "amplify" not in i]
    actions = []
    for number in range(4):
        carried = ", ".join(CONDITIONS[kind].name.en for kind in random.sample(staying, random.randrange(5)))
        recipe = ", ".join(CONDITIONS[kind].name.en for kind in random.sample(list(CONDITIONS), 8))
        figures = [random.randrange(2, 9), random.randrange(2, 7), random.randrange(4, 11), random.randrange(4), 1]
        actions.append(["add", f"F{number}", number > 1, figures, recipe, carried])
    return BattlePage(language, seed=str(seed), actions=encode_actions(actions))


@every("seed", range(6))
def test_the_first_button_leads_through_a_whole_battle_in_nine_presses_a_round(seed):
    """Untouched controls, each language in turn: never refused, never on a friend; the end says who is left."""
    page = BattlePage(LANGUAGES[seed % 2], seed=str(seed))
    rounds = fought(page)
    assert max(len(presses) for number, presses in rounds.items() if number) <= ROUND
    assert rounds[0] == ["begin"]
    outcome = next(each for each in in_html(page, "output").iter("section"))
    assert ("fight", "戦え")[seed % 2] in outcome.text_content()


@every("seed", range(3))
def test_whatever_people_carry_the_first_button_works(seed):
    """P-M14: curses that leave one thing only, Charge, full hands and empty ones."""
    fought(crowd(seed, LANGUAGES[seed % 2]))


def test_with_one_side_gone_the_gm_ends_the_battle():
    """P-Q40: nobody is asked to strike a friend."""
    page = BattlePage(actions=encode_actions([["begin"], ["initiative", []]]))
    while len({f.enemy for f in state(page).fighters if f.fighting}) > 1 or state(page).attacks or state(page).fallen:
        page.pressed(primary(page))
    assert primary(page) == "end"
    assert not any(do.startswith("attack") for do in taps(page))


def test_without_an_enemy_the_first_button_adds_one():
    """P-1.14: ready to be pressed."""
    for language in LANGUAGES:
        page = BattlePage(language).pressed("remove:2")
        assert primary(page) == "add"
        page.pressed("add")
        assert state(page).fighters[2].enemy
        assert primary(page) == "begin"


def at(*more, **values):
    """A page at Mio's activation, with two enemies and Sae, who can be healed."""
    actions = [
        ["add", "Sae", False, [5, 5, 7, 9, 0], "Armour, Poison", "Poison, Armour"],
        ["add", "Alto", True, [9, 9, 5, 9, 2], "Armour, Poison", "Armour"],
        ["begin"],
        ["initiative", [[0, 12], [1, 11], [3, 10]]],
        *more,
    ]
    return BattlePage(actions=encode_actions(actions), **values)


def test_the_likeliest_target_comes_first_and_further_ones_are_added():
    """P-10.2, P-15.10: the Soloist guards with 4, Alto with 9."""
    page = at()
    assert primary(page) == "attack:2+roll"
    battle = state(page)
    assert hit_chance(battle, 0, 2) > hit_chance(battle, 0, 4)
    page.pressed("attack:2+roll", more_4="1")
    assert [exchange.target for exchange in state(page).attack.exchanges] == [2, 4]
    assert state(page).fighters[0].mana == 3


MOMENTS = {
    "round action": [],
    "a hit": [["attack", [4]], ["roll", [], [[0, [6, 5]], [4, [1, 2]]]]],
    "a miss": [["attack", [2]], ["roll", [], [[0, [1, 2]], [2, [6, 5]]]]],
    "effects": [["attack", [4]], ["roll", [], [[0, [6, 5]], [4, [1, 2]]]], ["accept"]],
    "answers": [["attack", [4]], ["roll", [], [[0, [6, 5]], [4, [1, 2]]]], ["accept"], ["effects", [["deal_damage"]]]],
    "Sae's round action": [["pass"], ["pass"]],
}


@every("moment", MOMENTS)
def test_whatever_can_be_tapped_on_the_board_works_and_says_what_it_does(moment):
    """A name for each; the tray's fields come along."""
    offered = taps(at(*MOMENTS[moment]))
    assert offered
    for do, name in offered.items():
        page = at(*MOMENTS[moment])
        assert name
        answer = page.press(do)
        assert answer["state"] == "ready", (do, answer["error"])
        before = decode_actions(at(*MOMENTS[moment]).values["actions"])
        assert decode_actions(answer["values"]["actions"])[: len(before)] == before


@every("moment", MOMENTS)
def test_what_is_tapped_is_called_by_what_can_be_read_on_it_too(moment):
    """Who speaks to the browser says what they see."""
    page = at(*MOMENTS[moment])
    for button in in_html(page, "output").iter("button"):
        assert re.sub(r"\(.*?\)", "", button.get("aria-label")).count(button.text_content()) == 1  # not in brackets


def test_each_place_of_a_sheet_is_tapped_for_what_happens_there():
    """The track of damage, a free slot, a bless, the line of an ally."""
    hit = taps(at(*MOMENTS["a hit"]))
    assert {
        "accept+effects:deal_damage",
        "accept+effects:inflict_curse:poison",
        "accept+effects:strip_bless:armour",
    } <= set(hit)
    assert hit["accept+effects:deal_damage"].startswith("Deal Damage, Alto")
    assert {"attack:2+roll", "attack:4+roll"} <= set(taps(at()))
    assert "support:3:lift_curse:poison" in taps(at())
    assert any(do.startswith("counter:4") for do in taps(at(*MOMENTS["answers"])))
    assert any(do.startswith("chain:1:4") for do in taps(at(*MOMENTS["answers"])))
    assert {"reroll:0:cast", "assist:1:0:cast"} <= set(taps(at(*MOMENTS["a miss"])))


def test_a_reroll_that_cannot_help_is_not_pushed_forward():
    """P-6.1: the Soloist has guarded already; it may reroll all the same."""
    page = at(*MOMENTS["a miss"])
    assert "reroll:0:guard" not in taps(page)
    assert "reroll:0:guard" in page.controls.buttons
    assert "to hit" in page.controls.buttons["reroll:0:cast"]


def test_the_roll_is_seen_with_its_verdict_and_its_chance():
    """P-10.4, P-10.7, P-10.12: four dice, both values, the degree, how likely that was."""
    page = at().pressed("attack:2+roll")
    last = in_html(page, "last")
    assert len([each for each in last.iter("svg") if "die" in each.get("class")]) == 4
    assert "against" in last.text_content()
    assert "(to hit: 75.3%)" in last.text_content()
    board = in_html(page, "output")
    assert len([each for each in board.iter("svg") if "die" in each.get("class")]) == 4
    assert [each for each in board.iter("section") if "data-here" in each.attrib]


def test_a_press_is_taken_back_as_one():
    """Attack and roll; the result, its effect and what comes after."""
    page = at()
    start = page.answer["parts"]["output"]
    page.pressed("attack:2+roll").pressed("undo")
    assert page.answer["parts"]["output"] == start
    page.pressed("redo")
    assert state(page).stage is Stage.RESULT
    rolled = page.answer["parts"]["output"]
    page.pressed(primary(page)).pressed("undo")
    assert page.answer["parts"]["output"] == rolled


def test_who_wants_to_answer_stops_the_step_there():
    """P-16.13, P-16.19: beside the button that goes on stands the one that waits."""
    page = at(*MOMENTS["a hit"])
    assert primary(page) == "accept+effects+on"
    page.pressed("accept+effects")
    assert state(page).stage is Stage.AFTER
    assert any(do.startswith("counter:4") for do in page.controls.buttons)
    page = at(*MOMENTS["a hit"]).pressed("accept+effects+on")
    assert state(page).stage is Stage.ACTION


def test_nobody_is_passed_over_who_could_do_something():
    """P-6.2, P-7.2, P-16.1: a result stands by itself only if nobody could reroll, assist, or Cover."""
    battle = state(at(*MOMENTS["a miss"]))
    assert follows(battle) is None
    poor = [
        ["add", "Solo", False, [5, 5, 7, 0, 0], "", ""],
        ["add", "Dumb", True, [5, 5, 5, 0, 0], "", ""],
        ["remove", 0],
        ["remove", 0],
        ["remove", 0],
        ["begin"],
        ["initiative", [[0, 12]]],
        ["attack", [1]],
        ["roll", [], [[0, [1, 2]], [1, [6, 5]]]],
    ]
    assert follows(state(BattlePage(actions=encode_actions(poor)))) == ["accept"]
