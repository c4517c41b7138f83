"""The desk of the contest: one press leads on at every moment, the gauge is tapped, what the dice did is seen."""

import json
from random import Random

from rules_py import library
from rules_py.contest import Side, contest_odds, exchange_odds
from rules_py.contest.game import unasked
from rules_py.contest.model import Phase, contestant, is_over, next_pair
from rules_py.core.dice import Die
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from tests.page import ask, parsed, read, shown
from tests.rows import every
from tests.stepper import Page, played, short

from .table import A, B, C, D, Table

STEPPER = "contest.stepper"
HERO = [["begin"], ["pair", 0, 1], ["next"], ["declare", [[0, 0, 1], [1, 0, 1]], []], ["skip"]]


def at(*more, language="en", **values):
    """The page of a link: Tomoe and Garm at the dice, and what came after."""
    return Page(STEPPER, language, actions=encode_actions([*HERO, *more]), **values)


def tree(page, part="output"):
    return parsed(page.answer["parts"][part])


def primary(page):
    """The one button that leads on, by its name."""
    (button,) = tree(page, "primary").iter("button")
    assert button.get("data-primary") is not None
    assert button.text_content().strip()
    others = [each for each in tree(page, "controls").iter("button") if "primary" in each.get("class", "").split()]
    assert others == [], "one of them is what comes next"
    return short(button.get("value"))


def ended(page):
    return "data-outcome" in page.answer["parts"]["output"]


def state(page):
    return played(page, library.WIDGETS[STEPPER])


# --- one press leads on -----------------------------------------------------------------------------------------------


@every("seed", range(8))
def test_whoever_presses_on_plays_a_whole_contest(seed):
    """Three presses a round, and it ends with a winner; nothing is refused, in either language."""
    page = Page(STEPPER, LANGUAGES[seed % 2], seed=f"lamp {seed}")
    presses = 0
    page.pressed(primary(page))
    while not ended(page):
        page.pressed(primary(page))
        presses += 1
        assert presses <= 3 * state(page).round, "at most four are allowed: declaration, augments, roll, result"
    scene = state(page)
    assert scene.running == []
    assert [c.result for c in scene.contests] in (["a"], ["b"])
    assert primary(page) == "again"
    page.pressed("again")
    assert state(page).phase is Phase.SCENE


@every("seed", range(18))
def test_after_whatever_was_pressed_one_press_leads_on(seed):
    """Fights at random, friends and foes, under house rules: what comes next is there in every state, and works."""
    chance = Random(seed)
    house = {"dying_square": "2", "heavy_wound_square": "1"} | ({"hero_points": "yes"} if seed % 3 == 0 else {})
    if seed % 4 == 1:
        house |= {"same_opponent": ("many_to_one", "two_contests")[seed % 8 == 1], "equal_rolls": "reroll"}
    if seed % 5 == 2:
        house |= {"blocked_any_square": "own_side", "augment_itself": "no"}
    page = Page(STEPPER, LANGUAGES[seed % 2], seed=f"wind {seed}", **house)
    for _ in range(seed % 4):
        if "add" in page.controls.buttons:
            page.press("add")
    for _ in range(40):
        leads = primary(page)
        if ended(page):
            break
        before = page.answer, page.values
        assert page.press(leads)["state"] == "ready", (leads, page.values)
        other = [name for name in before_buttons(before[0]) if name not in ("undo", "redo", "restart", "again")]
        if chance.random() < 0.4 and other:
            after = page.answer, page.values
            page.answer, page.values = before
            if page.press(chance.choice(other))["state"] != "ready":
                page.answer, page.values = after


def before_buttons(answer):
    return [short(b.get("value")) for b in parsed(answer["parts"]["controls"]).iter("button") if b.get("name") == "do"]


def test_whoever_stands_alone_is_given_somebody_to_face():
    """C-1.3: nobody can begin alone; the first press adds somebody of the sample cast."""
    for language in LANGUAGES:
        page = Page(STEPPER, language).pressed("remove:1")
        assert primary(page) == "add"
        assert "C-1.3" in "".join(page.controls.closed)
        page.pressed("add")
        assert [c.narrator for c in state(page).characters] == [False, True]
        assert primary(page) == "begin"


def test_nobody_is_told_to_fight_a_friend():
    """C-1.3: two players' characters, and one of the narrator's behind them; when he is dying, it is over."""
    cast = [["remove", 1], ["add", "Ren", False, "Bow 14"], ["add", "Garm", True, "Axe 3"]]
    page = Page(STEPPER, actions=encode_actions([*cast, ["begin"]]))
    assert (page.controls.fields["pair_a"], page.controls.fields["pair_b"]) == ("0", "2")
    page.pressed(primary(page))
    assert state(page).contests[0].sides == ((0,), (2,))
    assert state(page).phase is Phase.DECLARATION, "Ren may not choose anybody either (C-Q23), so nothing is asked"
    page.pressed("declare").pressed("skip").pressed("roll", roll_0_a="5", roll_0_b="18").pressed("next")
    assert primary(page) == "next", "Ren may join in, and is not made to"
    page.pressed("next").pressed("declare").pressed("skip").pressed("roll", roll_0_a="1", roll_0_b="20")
    page.pressed(primary(page))
    assert state(page).characters[2].dying
    assert next_pair(state(page)) is None
    assert ended(page), "Tomoe and Ren are left, and they are friends"


def test_those_who_agreed_to_stop_do_not_begin_again_unasked():
    """C-6.7, C-6.5: it is over, says who has won, and goes on only if somebody says so."""
    for do, words in (("draw:0", "A draw."), ("yield:1", "Won by Tomoe.")):
        page = at(["roll", [[0, 5, 9]]], ["resolve"], ["next"]).pressed(do)
        assert ended(page)
        assert words in tree(page).find(".//section").text_content()
        page.pressed("next")
        assert not ended(page)
        assert primary(page) == "pair"


def test_who_fights_two_has_a_button_to_yield_to_each():
    """C-6.5, C-Q31: Garm against Tomoe and against Ren; the other contest goes on."""
    steps = [["add", "Ren", False, "Bow 14"], ["begin"], ["pair", 0, 1], ["pair", 2, 1], ["next"]]
    steps += [["declare", [[n, 0, 1] for n in range(3)], []], ["skip"], ["roll", [[0, 7, 7], [1, 7, 7]]], ["resolve"]]
    for language, words in (("en", "Garm yields to Ren"), ("ja", "ガルムがRenに降参する")):
        page = Page(STEPPER, language, actions=encode_actions([*steps, ["next"]]), same_opponent="two_contests")
        yields = [name for name in page.controls.buttons if name.startswith("yield")]
        assert yields == ["yield:0", "yield:1:0", "yield:1:1", "yield:2"]
        assert page.controls.buttons["yield:1:1"] == words
        page.pressed("yield:1:1")
        assert [contest.result for contest in state(page).contests] == ["", "a"]
        assert "yield:1" in page.controls.buttons


def test_two_who_are_left_over_may_still_be_enemies():
    table = Table("Sword 12", "*Axe 12", "Bow 14", "*Staff 11").begin((A, B), (C, D))
    table.resolve((1, 20), (5, 9))
    table.do("place", 0, 5)
    table.do("next")
    assert not is_over(table.scene)
    table.do("yield", C)
    assert next_pair(table.scene, fresh=True) == (A, D)
    assert not is_over(table.scene)


# --- what nobody decides ----------------------------------------------------------------------------------------------


def test_the_dice_lead_to_the_check_in_one_press():
    """C-5.1, C-6.1: nothing is decided between roll and check; in the link each step stands as ever."""
    page = at().pressed("roll")
    assert decode_actions(page.values["actions"])[len(HERO) :] == [["roll"], ["resolve"], ["next"]]
    assert state(page).phase is Phase.CHECK
    page.pressed("next")
    assert decode_actions(page.values["actions"])[-2:] == [["next"], ["next"]]
    assert state(page).phase is Phase.DECLARATION


def test_undo_takes_back_the_press_and_redo_does_it_again():
    page = at().pressed(
        "roll",
    )
    after = page.answer["parts"]["output"]
    page.pressed("undo")
    assert state(page).phase is Phase.EXCHANGE
    assert page.values["undone"] == "3"
    page.pressed("redo")
    assert page.answer["parts"]["output"] == after
    assert page.values["undone"] == "0"


@every("steps", range(4))
def test_a_link_of_before_stops_where_it_stopped(steps):
    """In the middle of what is one press now: every phase is shown, and one press leads on."""
    page = at(*[["roll", [[0, 5, 9]]], ["resolve"], ["next"], ["next"]][:steps])
    assert state(page).phase is [Phase.EXCHANGE, Phase.EXCHANGE, Phase.RESOLUTION, Phase.CHECK, Phase.START][steps]
    page.pressed(primary(page))
    assert state(page).phase in (Phase.CHECK, Phase.DECLARATION)


def test_who_decides_is_always_asked():
    """C-Q3, C-T1.4, C-Q8, C-1.5: hero points, a free piece, dice to roll again, somebody who may join in."""
    table = Table("Sword 12", "*Axe 12", hero_points=True).begin()
    table.roll((5, 9))
    assert unasked(table.scene, table.rulings) is None
    table = Table("Sword 12", "*Axe 12").begin()
    table.resolve((1, 20))
    assert unasked(table.scene, table.rulings) is None
    table = Table("Sword 12", "*Axe 12", equal_rolls="reroll").begin()
    table.roll((7, 7))
    assert unasked(table.scene, table.rulings) is None
    table = Table("Sword 12", "*Axe 12", "Bow 14").begin()
    assert unasked(table.scene, table.rulings) == ["next"], "in round 1 nobody is chosen twice (C-Q23)"
    table.round((5, 9))
    assert unasked(table.scene, table.rulings) is None
    table = Table("Sword 12", "*Axe 12", "Bow 14", same_opponent="many_to_one").begin()
    assert unasked(table.scene, table.rulings) is None


@every("who", [A, B])
def test_nobody_is_made_to_face_the_dying(who):
    """C-1.3, C-Q33: of two one is dying as the scene is set; nothing follows of itself, and nothing is refused."""
    steps = [["edit", who, "Ren", who == B, "Bow 14", "dying"]]
    page = Page(STEPPER, actions=encode_actions(steps))
    assert page.controls.buttons["begin"] == "Begin round 1"
    page.pressed("begin")
    assert unasked(state(page)) is None
    assert decode_actions(page.values["actions"]) == [*steps, ["begin"]]
    assert "Nobody is left to face." in tree(page, "controls").text_content()


def test_somebody_who_arrives_does_so_with_the_next_round():
    """C-1.5: the round does not go on over the head of who has come."""
    page = at(["roll", [[0, 5, 9]]], ["resolve"], ["next"]).pressed("next+add", name="Third", abilities="Bow 14")
    assert decode_actions(page.values["actions"])[-2:] == [["next"], ["add", "Third", False, "Bow 14"]]
    assert state(page).phase is Phase.START
    page.pressed("join")
    assert state(page).contests[0].sides == ((0, 2), (1,))
    answer = at(["roll", [[0, 5, 9]]], ["resolve"], ["next"]).press("next+add", name="", abilities="Bow 14")
    assert list(answer["errors"]) == ["name"]


# --- the roll is seen -------------------------------------------------------------------------------------------------


def test_both_dice_are_seen_and_say_whether_they_succeed():
    """C-4.2, C-4.3: after masteries; Tomoe's five and Garm's three masteries leave her two ahead."""
    table = Table("Sword 12W2", "*Axe 12").begin()
    (event, *_) = table.roll((13, 20))
    assert event.seen == (Die(13, 20, True), Die(20, 20, False))
    page = at(["roll", [[0, 3, 18]]], ["resolve"], ["next"])
    dice = tree(page, "last").findall(".//svg")
    assert [(die.get("class"), die.text_content()) for die in dice] == [("die counts", "3"), ("die fails", "18")]
    assert [die.text_content() for die in tree(page).findall(".//svg[@viewbox='0 0 32 32']")] == ["3", "18"]


def test_a_move_says_how_likely_it_was_and_what_changed():
    """C-M6."""
    table = Table("Sword 12", "*Axe 12").begin()
    a, b = table.side("a"), table.side("b")
    table.roll((5, 18))
    (event,) = table.do("resolve")
    odds = exchange_odds(a, b)
    (chance,) = [share for move, share in odds.moves.items() if move.squares == 2 and move.row == "C-T1.6"]
    assert event.text.en == f"The piece moves 2 towards B: 0 → +2 (chance: {shown(chance)})."
    table.do("next")
    table.do("next")
    table.roll((7, 7))
    (event,) = table.do("resolve")
    assert event.text.en == f"The piece stays on +2 (chance: {shown(odds.stays)})."


def test_a_push_says_how_far_the_piece_went_where_the_gauge_ends():
    """C-M7: two squares by the chart, of which the dying square leaves one."""
    table = Table("Sword 12", "*Axe 12").begin()
    told = []
    for rolls in ((5, 18),) * 3:
        table.roll(rolls)
        (event,) = table.do("resolve")
        told.append(event.text.en.partition(" (")[0])
        table.do("next")
        table.do("next")
    assert told[1:] == ["The piece moves 2 towards B: +2 → +4", "The piece moves 1 towards B: +4 → +5"]


def test_a_heavy_wound_says_what_becomes_of_the_ability():
    """C-6.2, C-M3."""
    table = Table("Sword 12", "*Axe 12").begin().push(3)
    told = [event.text.en for event in table.check((5, 9))]
    assert told == ["B takes a heavy wound: all abilities are halved (Axe 12 → 6)."]


def test_equal_numbers_leave_the_piece_and_the_cell_says_so():
    """C-Q8: both roll 10, and the marked cell does not send the piece to the higher roll."""
    page = read(at(["roll", [[0, 10, 10]]], ["resolve"], ["next"]).answer)
    ((table, row, column),) = page.marked
    assert page.tables[table][row][column] == "▶ stays C-T1.8C-Q8"


def test_the_marked_cell_says_what_the_dice_did():
    """C-5.3, C-Q8, C-Q10: push blocks and the other answers to equal numbers."""

    def cell(rolls, act=False, **house):
        steps = [*HERO[:-1], *([["pass"], ["act"]] if act else [["skip"]]), ["roll", [[0, *rolls]]]]
        page = read(Page(STEPPER, actions=encode_actions(steps), **house).answer)
        ((table, row, column),) = page.marked
        return page.tables[table][row][column].removeprefix("▶ ")

    assert cell((3, 18)) == "2 → B C-T1.6"
    assert cell((3, 18), act=True) == "stays C-T1.6C-5.3"
    assert cell((10, 10), equal_rolls="reroll") == "roll again C-T1.8C-Q8"
    assert cell((10, 10), equal_rolls="higher_ability") == "1 → B C-T1.8"
    assert cell((1, 20), act=True, blocked_any_square="own_side") == "A: own side C-T1.4C-Q10"


# --- the gauge is the board -------------------------------------------------------------------------------------------


def squares(page):
    """The buttons on the gauge by the square that they stand for."""
    return {int(b.get("data-x")): b for b in tree(page).iter("button") if b.get("data-x")}


@every("language", LANGUAGES)
@every(("house", "legal"), [({}, range(-5, 6)), ({"any_square": "gauge_square"}, range(-4, 5))])
def test_the_winner_taps_the_square(language, house, legal):
    """C-T1.4, C-Q11: every legal square is a button, and does what the list does."""
    page = at(["roll", [[0, 1, 20]]], ["resolve"], language=language, **house)
    found = squares(page)
    assert list(found) == list(legal)
    assert [int(value) for value in page.controls.choices["place_0"]] == list(legal)
    for square, button in found.items():
        assert json.loads(button.get("value")) == ["place", 0, square]
        assert f"{abs(square)}" in button.text_content()
        assert button.get("aria-label")
    named = [button.get("aria-label") for button in found.values()]
    assert len(set(named)) == len(named)
    tapped = ask(STEPPER, page.values, {"do": found[3].get("value")}, language)
    assert tapped["parts"]["output"] == page.press("place:0", place_0="3")["parts"]["output"]


def test_a_blocked_winner_taps_the_own_side_or_stays():
    """C-Q10's other answer."""
    steps = [*HERO[:-1], ["pass"], ["act"], ["roll", [[0, 1, 20]]], ["resolve"]]
    page = Page(STEPPER, actions=encode_actions(steps), blocked_any_square="own_side")
    assert sorted(squares(page)) == [-4, -3, -2, -1, 0]


def test_a_square_says_how_likely_its_choice_wins():
    """C-M8: exactly what the contest is worth from there."""
    page = at(["roll", [[0, 1, 20]]], ["resolve"])
    scene = state(page)
    a, b = (contestant(scene, 0, side) for side in Side)
    (now,) = [odds for at, odds in contest_odds(a, b).items() if at.position == 2 and not at.wounded_a | at.wounded_b]
    label = squares(page)[2].get("aria-label")
    assert label == f"2: Put the piece on +2: square 2 on Garm’s side; then Tomoe wins: {shown(now.wins_a)}"
    assert squares(page)[5].get("aria-label").endswith("then Tomoe wins: 100%")


def test_nothing_else_on_the_gauge_can_be_tapped():
    for steps in ([], [["roll", [[0, 5, 9]]]], [["roll", [[0, 5, 9]]], ["resolve"], ["next"]]):
        assert squares(at(*steps)) == {}


@every("house", [{}, {"dying_square": "1", "heavy_wound_square": "1"}, {"dying_square": "13"}])
def test_the_gauge_has_its_squares_the_piece_and_its_way(house):
    """C-Q4, C-M7; the place of interest is the gauge of the contest that runs."""
    page = at(["roll", [[0, 3, 18]]], ["resolve"], **house)
    (track,) = tree(page).xpath("//*[@data-here]")
    dying = int(house.get("dying_square", 5))
    assert [int(x.get("data-x")) for x in track] == list(range(-dying, dying + 1))
    (piece,) = track.xpath(".//*[@class='piece']")
    assert int(piece.getparent().get("data-x")) == min(2, dying)
    passed = [int(x.get("data-x")) for x in track if "passed" in x.get("class")]
    assert passed == list(range(min(2, dying)))
    dead = [int(x.get("data-x")) for x in track if "dying" in x.get("class")]
    assert dead == [-dying, dying]


def test_of_two_contests_the_one_that_waits_is_in_view():
    """Three squares of the first, and the second winner's choice."""
    steps = [["add", "Ren", False, "Bow 14"], ["add", "Skade", True, "Bow 12"], ["begin"], ["pair", 0, 1]]
    steps += [["pair", 2, 3], ["next"], ["declare", [[n, 0, 1] for n in range(4)], []], ["skip"]]
    page = Page(STEPPER, actions=encode_actions([*steps, ["roll", [[0, 3, 18], [1, 1, 20]]], ["resolve"]]))
    (track,) = tree(page).xpath("//*[@data-here]")
    squares_of_it = track.xpath(".//*[@data-x]")
    assert {square.tag for square in squares_of_it} == {"button"}
    assert {json.loads(square.get("value"))[1] for square in squares_of_it} == {1}
    assert primary(page) == "place:1"


# --- the cards --------------------------------------------------------------------------------------------------------


def test_two_cards_face_each_other_with_their_numbers():
    """Instead of a table: what both roll with, and their chance to push before the dice fall."""
    page = at()
    scene = state(page)
    a, b = (contestant(scene, 0, side) for side in Side)
    odds = exchange_odds(a, b)
    one, other = tree(page).xpath("//div[contains(@class, 'fighter')]")
    for card, side, words in ((one, Side.A, "Tomoe 5W Sword 2W +3"), (other, Side.B, "Garm 3W Axe 1W +2")):
        text = " ".join(part.strip() for part in card.itertext() if part.strip())
        assert text == f"{words} chance to push {shown(odds.pushes(side))}"
    assert tree(page).xpath("//table") == []


def test_one_bar_of_two_colours_says_both_chances_and_what_they_were():
    page = at().pressed("roll")
    scene = state(page)
    a, b = (contestant(scene, 0, side) for side in Side)
    before = contest_odds(a, b)
    values = list(before.values())
    (line,) = tree(page).xpath("//div[@class='outlook']")
    texts = [shown(now.wins_a) for now in values]
    assert line.find(".//b").text_content() in texts
    (start,) = [now.wins_a for at, now in before.items() if (at.position, at.wounded_a, at.wounded_b) == (0, 0, 0)]
    assert line.find(".//span[@class='a']/s").text_content() == f"{shown(start)} → "
    assert len(line.findall(".//svg/rect")) == 2


def test_whom_one_may_face_or_join_is_tapped_where_it_is_drawn():
    """C-1.3, C-1.5: the cards of those outside, and the sides of a contest that runs."""
    page = Page(STEPPER).pressed("add").pressed("begin")
    taps = [json.loads(button.get("value")) for button in tree(page).iter("button")]
    assert taps == [["pair", 0, 1], ["pair", 0, 2]]
    steps = [["add", "Ren", False, "Bow 14"], *HERO[:3], ["declare", [[0, 0, 1], [1, 0, 1]], []], ["skip"]]
    steps += [["roll", [[0, 5, 9]]], ["resolve"], ["next"], ["next"]]
    page = Page(STEPPER, actions=encode_actions(steps))
    taps = [json.loads(button.get("value")) for button in tree(page).iter("button")]
    assert taps == [["join", 2, 0, "a"], ["join", 2, 0, "b"]]


def test_what_augments_in_one_of_two_contests_is_shown_with_its_number_there():
    """C-Q14, C-Q16's other answer: Garm's war cry raises his axe in the new contest only, from 23 to 24."""
    everybody = [[n, 0, 1] for n in range(4)]
    steps = [["add", "Skade", True, "Bow 12"], ["add", "Ren", False, "Bow 14"], *HERO[:4], ["augment", 1, 1, "active"]]
    steps += [["skip"], ["roll", [[0, 7, 7]]], ["resolve"], ["next"], ["next"], ["join", 2, 0, "b"]]
    steps += [["join", 3, 0, "a", 1], ["next"], ["declare", everybody, [[0, 0, 1]]]]
    page = Page(STEPPER, actions=encode_actions(steps), chosen_enemy_leaves="no")
    offered = [option.text_content() for option in tree(page, "controls").xpath("//select[@name='source']/option")]
    assert offered[1] == "War cry 14 → +1 (3W → 4W)"


def test_an_ability_that_cannot_augment_any_more_is_not_offered():
    """C-Q14, C-Q34: once in a contest, and not itself where that is so ruled."""
    first = [*HERO[:4], ["pass"], ["augment", 0, 1, "active"], ["roll", [[0, 7, 7]]], ["resolve"], ["next"], ["next"]]
    page = Page(STEPPER, actions=encode_actions([*first, ["next"], HERO[3], ["pass"]]), augment_itself="no")
    assert page.controls.choices["source"] == ["0", "2"], "her sword may still help somebody else"
    assert page.controls.fields["source"] == "2"
    assert page.press("augment")["state"] == "ready"
