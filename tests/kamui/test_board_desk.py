"""The desk of the ring board: one press goes on, the ring is tapped, rolls are seen, and a session comes to its end."""

from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from tests.page import ask, parsed
from tests.rows import every
from tests.stepper import Page, played, short

BOARD = "kamui.board"
STEPPER = library.WIDGETS[BOARD]
HOUSES = (
    {},
    {"no_revelation": "not_allowed", "die": "d6"},
    {"success": "at_least_target", "attack_dice": "at_least_one"},
    {"fallen_unit": "stays", "centre_rift": "gm_chooses", "faith": "own", "grace": "own"},
    {"interaction_links": "all", "resolution_after": "once", "unit_armour": "none", "die": "d8"},
)
SELDOM = (
    "take",
    "sheet",
    "edit",
    "link",
    "faith",
    "rift",
    "unrift",
    "scene",
    "unscene",
    "shift",
    "kamui",
    "unit",
    "ending",
    "rest+ending",
)
LEAVING = ("undo", "redo", "restart", "again")
LAMPLIGHT = "skill:0:Lamplight:main+attack:0:main:1:5"
ROCKFALL = "skill:1:Rockfall:main+attack:0:main:1:4"
"""Attacks on Hideri, as a button says them."""


def primaries(page):
    """The coloured buttons of a page, as tests call them."""
    tray = parsed(page.answer["parts"]["primary"] + page.answer["parts"]["controls"])
    return [short(each.get("value")) for each in tray.iter("button") if "primary" in each.get("class", "").split()]


def taps(page):
    """The buttons on the board: as tests call them, as readers do, and what they say to Python."""
    board = parsed(page.answer["parts"]["output"])
    return [(short(each.get("value")), each.get("aria-label"), each.get("value")) for each in board.iter("button")]


def onward(page):
    """Press what comes next, with the controls as they stand."""
    (do,) = primaries(page)
    return page.pressed(do)


def tapped(page, do):
    """Press a button on the board that must work."""
    found = {called: value for called, _, value in taps(page)}
    answer = ask(BOARD, page.values, page.controls.fields | {"do": found[do]}, page.language)
    assert answer["state"] == "ready", (do, answer["error"])
    page.answer, page.values = answer, page.values | answer["values"]
    return page


def over(page):
    return "data-outcome" in page.answer["parts"]["output"]


def climax(page):
    return page.pressed("climax")


@every(("seed", "language"), [*enumerate(LANGUAGES)])
@every("house", HOUSES)
def test_whatever_was_done_before_one_press_goes_on(seed, language, house):
    """Ten sessions, half at random: what comes next always works as it stands, and what can be tapped does too."""
    random = Random(f"{seed}{house}{language}")
    page = Page(BOARD, language, **house, seed=f"lamp{seed}")
    for _ in range(16):
        (do,) = primaries(page)
        if over(page):
            break
        assert page.answer["parts"]["controls"].count("data-primary") == 0
        found = taps(page)
        assert all(name for _, name, _ in found), "each says what happens"
        for _, _, tap in random.sample(found, min(1, len(found))):
            answer = ask(BOARD, page.values, page.controls.fields | {"do": tap}, language)
            assert answer["state"] == "ready", (tap, answer["error"])
        offered = [each for each in page.controls.buttons if each.split("_typed")[0] not in LEAVING]
        often = [each for each in offered if each.split(":")[0] not in SELDOM]
        wild = random.choice(offered if random.random() < 0.2 else often) if random.random() < 0.5 and often else do
        kept = page.answer, page.values
        if page.press(wild)["state"] == "error":
            page.answer, page.values = kept
        page.pressed(primaries(page)[0]) if not over(page) and wild != do else None


@every(("house", "language"), [*zip(HOUSES[:1] + HOUSES[3:], ("en", "ja", "en"), strict=True), ({}, "ja")])
def test_who_only_presses_on_comes_to_the_end(house, language):
    """K-7.4, K-6.1: the magai falls, the grace check is made; one press leads back. Nobody attacks a friend."""
    page = Page(BOARD, language, **house)
    presses = 0
    while not over(page) and presses < 90:
        onward(page)
        presses += 1
    assert over(page)
    assert presses > 20
    assert played(page, STEPPER).threat == 2
    told = [step for action in decode_actions(page.values["actions"]) for step in [action, *action[1:]]]
    assert not any(isinstance(step, list) and step[0] in ("hurt", "wound") for step in told)
    assert primaries(page) == ["again"]
    onward(page)
    assert page.values["actions"] == ""
    assert primaries(page) == ["reveal"]


@every("seed", range(3))
def test_a_round_of_the_climax_takes_eight_presses_at_most(seed):
    """K-4.1: three activations, each with a move where one is needed and an attack, and the end of the round."""
    page = climax(Page(BOARD, seed=f"lantern{seed}"))
    counts = []
    while played(page, STEPPER).phase == "climax":
        number, presses = played(page, STEPPER).number, 0
        while played(page, STEPPER).phase == "climax" and played(page, STEPPER).number == number:
            onward(page)
            presses += 1
        counts.append(presses)
    assert len(counts) > 1
    assert max(counts) == 8
    attacks = [step for action in decode_actions(page.values["actions"]) for step in [action, *action[1:]]]
    assert sum(isinstance(step, list) and step[0] == "attack" for step in attacks) >= 4


def test_a_move_that_an_attack_needs_belongs_to_the_activation():
    """K-3.2, K-3.3: Homura stands 3 from Hideri, her attack reaches 1; the nearest square from which it does is 3."""
    page = climax(Page(BOARD))
    assert primaries(page) == ["begin:0+move:3"]
    assert "to square 3" in page.controls.buttons["begin:0+move:3"]
    onward(page)
    assert played(page, STEPPER).kamui[0].square == 3
    assert decode_actions(page.values["actions"])[-1] == ["then", ["begin", 0], ["move", 3]]
    assert primaries(page) == [LAMPLIGHT]
    onward(page)
    assert primaries(page) == ["rest+begin:1+move:3"]


def test_who_begins_without_a_move_is_free_to_go_elsewhere():
    page = climax(Page(BOARD))
    tapped(page, "begin:0")
    squares = {value for value, *_ in taps(page) if value.startswith("move")}
    assert squares == {"move:9", "move:10", "move:2", "move:3"}
    names = {value: name for value, name, _ in taps(page)}
    assert names["move:9"] == "Move to square 9 (2 away)"
    assert primaries(page) == ["move:3"]
    tapped(page, "move:9")
    assert primaries(page) == ["rest+begin:1+move:3"], "it has moved; another move is a choice"


@every("language", LANGUAGES)
def test_the_squares_of_the_dice_are_tapped(language):
    """K-1.5: those rolled, and no others; one with a resolution comes first."""
    page = Page(BOARD, language).pressed("reveal", who="0", spent="3", dice="9 3 7")
    assert [value for value, *_ in taps(page)] == ["go:3", "go:7", "go:9"]
    assert primaries(page) == ["go:3"]
    tapped(page, "go:7")
    assert played(page, STEPPER).kamui[0].square == 7


def test_a_kamui_is_tapped_to_roll_and_to_act():
    page = Page(BOARD)
    tapped(page, "reveal:2")
    assert played(page, STEPPER).chooser == 2
    page = climax(Page(BOARD))
    tapped(page, "begin:1")
    assert played(page, STEPPER).active == 1
    tapped(page, "rest+begin:2")
    state = played(page, STEPPER)
    assert (state.active, state.acted) == (2, {1})


def test_an_enemy_in_range_is_tapped_on_the_ring_and_on_its_card():
    """K-3.3: out of range there is nothing to tap, and the rule says why."""
    page = climax(Page(BOARD))
    tapped(page, "begin:0")
    assert not [value for value, *_ in taps(page) if "attack" in value]
    assert any("K-3.3" in told for told in page.controls.closed)
    tapped(page, "move:3")
    aims = [(value, name) for value, name, _ in taps(page) if "attack" in value]
    assert aims == [(LAMPLIGHT, "Lamplight on Hideri"), (LAMPLIGHT, "A Hideri: Lamplight on Hideri")]
    tapped(page, LAMPLIGHT)
    assert played(page, STEPPER).state.units[0].hp < 30
    assert [name for value, name, _ in taps(page) if "attack" in value] == ["A Hideri: Sparks on Hideri"], "K-4.3"
    assert any("K-4.3" in told for told in page.controls.closed)


def test_an_attack_is_offered_with_what_it_may_do():
    """K-5.3: Lamplight with 6 action value, (successes + 6): 6 and half a success for each die; the ability is 5."""
    page = climax(Page(BOARD)).pressed("begin:0+move:3")
    tray = parsed(page.answer["parts"]["controls"])
    (select,) = (each for each in tray.iter("select") if each.get("name") == "spent_0")
    told = [option.text_content() for option in select.iter("option")]
    assert told[:4] == ["0: damage 6", "1: damage 6.50", "2: damage 7", "3: damage 7.50"]
    page = page.pressed("rest").pressed("wound", wounded="0", wounds="27").pressed("begin:1+move:3")
    tray = parsed(page.answer["parts"]["controls"])
    (select,) = (each for each in tray.iter("select") if each.get("name") == "spent_0")
    # 8 HP are left; Rockfall does 7 and what succeeds on 1 to 4
    assert [option.text_content() for option in select.iter("option")][:2] == [
        "0: damage 7",
        "1: damage 7.40, falls 40%",
    ]


@every("language", LANGUAGES)
def test_an_attack_that_was_filled_in_is_kept_under_its_name(language):
    """K-Q10: its numbers are typed once."""
    page = climax(Page(BOARD, language)).pressed("begin", acting="1").pressed("move", move_to="3")
    page.pressed(
        "skill:1+attack", attack_name="Avalanche", unit="0", timing="sub", attack_power="9", bonus="2", spent="1"
    )
    page.pressed("rest").pressed("begin", acting="0").pressed("rest").pressed("begin", acting="2").pressed("rest")
    page.pressed("end").pressed("begin", acting="1")
    assert any("Avalanche" in label for label in page.controls.buttons.values())
    kept = played(page, STEPPER).sheets[1].skills[-1]
    assert (kept.name, kept.timing, kept.numbers) == ("Avalanche", "sub", [9, 1, 2, 0])


def test_another_multiplier_is_kept_with_the_attack():
    """K-Q8: it rises with faith in a way that is lost, so the table says it; once."""
    page = climax(Page(BOARD)).pressed("begin:0+move:3")
    page.pressed(LAMPLIGHT, multiplier_now="2", spent_0="2", dice="1 9")
    assert "Damage (1 + 6) × 2 + 0 = 14." in page.answer["status"]
    assert played(page, STEPPER).sheets[0].skills[0].multiplier == 2


def test_a_kamui_of_one_s_own_has_an_attack_to_begin_with():
    page = climax(Page(BOARD).pressed("kamui", name="Kaya", new_square="4"))
    page.pressed("begin", acting="3")
    assert page.controls.buttons[primaries(page)[0]] == "Attack on Hideri"
    onward(page)


def dice(page):
    """The dice that are drawn beside what the last step did: which count, which do not, which are not asked."""
    found = parsed(page.answer["parts"]["last"]).iter("svg")
    return [each.get("class") for each in found]


def test_dice_are_seen_when_they_fall():
    page = Page(BOARD).pressed("reveal", who="0", spent="3", dice="9 3 7")
    assert dice(page) == ["die"] * 3
    page.pressed("go:3").pressed("reveal", who="1", spent="0").pressed("reveal", who="2", spent="0")
    page.pressed("begin:0").pressed("resolve", resolve_ability="5", traits="1", dice="1 9 5")
    assert dice(page) == ["die counts", "die fails", "die counts"]
    told = "Homura: 3d10, success on 1–5: 1, 9, 5; successes: 2. The chance of 2 or more was 50%."
    assert told in page.answer["status"], "3 dice, each a success in 1/2"
    page = climax(Page(BOARD)).pressed("begin:0+move:3").pressed(LAMPLIGHT, dice="=1")
    assert dice(page) == []


def test_the_chance_to_defeat_an_enemy_is_told():
    """8 HP left, Rockfall does 7 and its successes: one of two dice on 1 to 4, 1 − 0.6² = 64%."""
    page = climax(Page(BOARD)).pressed("wound", wounded="0", wounds="27").pressed("begin", acting="1")
    page.pressed("move:3").pressed(ROCKFALL, spent_0="2", dice="9 9")
    assert "The chance to defeat it was 64%." in page.answer["status"]
    assert "HP 8 → 1" in page.answer["status"]


def test_a_session_ends_with_what_its_grace_check_has_brought():
    """K-6.6: a die of 3 against rank 3, two points to lower, is one for miracles."""
    page = climax(Page(BOARD)).pressed("wound", wounded="0", wounds="99")
    page.pressed("link", whose="0", link_to="Mio", level="5")
    assert primaries(page) == ["ending"], "nobody is left to fight"
    onward(page)
    assert not over(page)
    page.pressed("grace", dice="3")
    assert over(page)
    assert "The session is over: 1 for miracles." in page.board.text
    assert primaries(page) == ["again"], "and not undo"
    page.pressed("undo")
    assert not over(page)


def test_when_the_last_enemy_falls_the_activation_leads_to_the_ending():
    page = climax(Page(BOARD)).pressed("wound", wounded="0", wounds="34").pressed("begin:0+move:3").pressed(LAMPLIGHT)
    assert played(page, STEPPER).state.units == ()
    assert primaries(page) == ["rest+ending"]
    assert "Round 1 · Decided" in page.answer["parts"]["last"]
    onward(page)
    assert played(page, STEPPER).phase == "ending"


def test_the_set_up_is_kept_when_one_begins_anew():
    page = Page(BOARD).pressed("kamui", name="Kaya", new_square="4").pressed("scene", at="9", target="3")
    page.pressed("reveal").pressed("again")
    state = played(page, STEPPER)
    assert [one.name for one in state.kamui] == ["Homura", "Iwao", "Sui", "Kaya"]
    assert (dict(state.scenes)[9], state.placed) == (3, frozenset())


def test_who_has_no_action_value_where_dice_must_be_rolled_gets_some_of_the_gm():
    """K-Q4, K-Q18: nobody may stay without a die, and what comes back is lost."""
    page = Page(BOARD, no_revelation="not_allowed")
    for who in "012":
        page.pressed(f"sheet:kamui:{who}").pressed(f"edit:kamui:{who}", kamui_action_value="0")
    assert primaries(page) == ["set:0:action_value:1"]
    onward(page)
    assert primaries(page) == ["reveal"]
    onward(page)


def test_kamui_are_told_by_their_initials_and_not_by_numbers():
    """Squares have numbers, and a token must not be taken for one."""
    for language, signs in (("en", "HIS"), ("ja", "ホイス")):
        page = Page(BOARD, language)
        drawing = parsed(page.answer["parts"]["output"])
        told = [each.text_content() for each in drawing.iter("text") if "mark" in each.get("class", "")]
        assert sorted(told) == sorted([*signs, "A"])
    page = Page(BOARD).pressed("kamui", name="Hina", new_square="9")
    assert {"H1", "H4"} <= set(page.board.text.split())


def test_two_for_interaction_each_a_tap_away():
    """K-2.11."""
    page = Page(BOARD)
    for who in "012":
        page.pressed("reveal", who=who, spent="0")
    page.pressed("begin", acting="0")
    tapped(page, "interact:1")
    assert "K-2.11" in page.answer["parts"]["last"] or "K-2.10" in page.answer["parts"]["last"]


def test_several_actions_of_one_press_are_one_step_back():
    page = climax(Page(BOARD)).pressed("begin:0+move:3").pressed("undo")
    assert played(page, STEPPER).active == -1
    assert played(page, STEPPER).kamui[0].square == 1


def test_what_cannot_be_done_in_one_go_is_refused():
    nested = ["then", ["then", ["begin", 0]]]
    for wrong in (nested, ["then", *[["faith", 1]] * 5], ["then", 3], ["then", []], ["then", ["begin", 9]]):
        answer = ask(BOARD, {"seed": "x", "actions": encode_actions([["climax"], wrong])})
        assert list(answer["errors"]) == ["actions"], wrong


@every("language", LANGUAGES)
def test_the_page_begins_small(language):
    assert len(library.widget_html(BOARD, language).encode()) < 48_000


def test_a_square_that_can_be_struck_looks_otherwise_than_one_to_move_to():
    """In the climax a unit's square is pressed to attack it, and has a frame of its own."""
    for seed in range(6):
        page = Page(BOARD, seed=f"aim{seed}")
        for _ in range(60):
            found = parsed(page.answer["parts"]["output"]).xpath("//*[@class='taps']//button")
            struck = {each.get("aria-label"): each.get("data-aimed") is not None for each in found}
            if any(struck.values()):
                assert all(is_aimed is not said.startswith("Move") for said, is_aimed in struck.items())
                return
            if not primaries(page):
                break
            onward(page)
    raise AssertionError("nobody could be struck")
