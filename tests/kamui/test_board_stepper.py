"""The ring board as a page uses it: what its buttons offer is allowed, in both languages; links, undo, files."""

from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.kamui.widgets.board import RingBoard
from tests.junk import refused_or_the_same
from tests.page import Reader, ask, wrong
from tests.rows import every
from tests.stepper import Page, played

BOARD = "kamui.board"
STEPPER = RingBoard()
LEAVING = ("undo", "redo", "restart", "again", "again_typed")
SELDOM = ("take", "sheet", "edit", "link", "faith", "rift", "unrift", "scene", "unscene", "shift", "ending")
"""What would end or rebuild a session rather than play it."""


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_ring(language):
    page = Reader(library.widget_html(BOARD, language))
    for name in {"en": ("Homura", "Hideri"), "ja": ("ホムラ", "ヒデリ")}[language]:
        assert name in page.text
    pictures = [a for tag, a in page.tags if tag == "svg" and a.get("role") == "img"]
    ring, faith = (picture["aria-label"] for picture in pictures)
    assert "10" in ring
    assert "0" in faith


def test_the_house_rules_are_those_that_a_board_feels():
    named = set(library.WIDGETS[BOARD].fields)
    assert {"success", "die", "rift_faith", "faith", "no_successes", "centre_rift"} <= named


def test_the_chance_of_a_square_is_told_before_the_roll():
    """K-M2, K-X4: 2 dice on a d10 are 19%; with 3 dice 271/100 squares are on offer; on a d6 other numbers."""
    page = Page(BOARD)
    assert "19% (2 dice)" in page.board.text
    cells = [cell for table in page.board.tables for row in table for cell in row]
    assert "2.71 (271/100)" in cells
    assert "30.6% (2 dice)" in Page(BOARD, die="d6").board.text


@every("language", LANGUAGES)
def test_a_cycle_and_a_round_by_buttons(language):
    page = Page(BOARD, language)
    page.pressed("reveal", who="0", spent="2", dice="3 7").pressed("go:3")
    page.pressed("reveal", who="1", spent="0").pressed("reveal", who="2", spent="0")
    page.pressed("begin", acting="0").pressed("resolve", resolve_ability="5", dice="1 5", character="Mio")
    page.pressed("begin", acting="1").pressed("duty+begin:2", duty_ability="5", dice="=2")
    page.pressed("offer", item="餅", dice="1 2")  # nobody else was left, so Sui's activation has begun
    page.pressed("climax")
    state = played(page, STEPPER).state
    assert (state.rifts, state.faith, state.kamui[2].offerings) == ((3,), 2, ("餅",))
    page.pressed("begin", acting="0").pressed("move", move_to="4")
    page.pressed("skill:0+attack", unit="0", spent="2", dice="1 2", attack_power="9", multiplier="3", bonus="9")
    page.pressed("rest")
    assert played(page, STEPPER).state.rifts == (3, 9)
    page.pressed("begin", acting="1").pressed("move", move_to="3").pressed("rest")
    page.pressed("begin", acting="2").pressed("rest")
    page.pressed("hurt", hurt_who="1", damage="99").pressed("end")
    play = played(page, STEPPER)
    assert (play.state.faith, play.state.rifts, play.number) == (17, (9,), 2)
    assert play.state.kamui[1].revivals == 1
    page.pressed("ending")
    assert "2" in page.board.text


def test_the_reading_that_is_on_is_said():
    for values, word in (
        ({}, "on the ability or less"),
        ({"success": "at_least_fixed", "success_face": "7"}, "on 7 or more"),
        ({"success": "at_least_target", "die": "d8"}, "on the target number or more"),
    ):
        assert word in Page(BOARD, **values).board.text
    assert "ring of 8 squares" in Page(BOARD, die="d8").board.text


def at_the_ending(page):
    """Homura with two level-5 links, Hideri defeated, all by buttons."""
    page.pressed("climax").pressed("wound", wounded="0", wounds="99")
    page.pressed("link", whose="0", link_to="Mio", level="5").pressed("link", whose="0", link_to="澪", level="5")
    return page.pressed("ending")


@every("language", LANGUAGES)
def test_the_grace_check_by_buttons(language):
    """K-6.9: 3 and 5 against rank 3, threat level 2. At least one die of 5 or less: 3/4; 22 of 100 rolls bring both."""
    page = at_the_ending(Page(BOARD, language))
    assert "75% (3/4)" in page.board.text
    assert "(97/100)" in page.board.text
    for typed in ("3", "3 11", "=1", "x"):
        page.refuses("dice", "grace", dice=typed)
    page.pressed("grace", dice="3 5")
    rows = {cells[0]: cells[1:] for table in page.board.tables for cells in table}
    assert rows[{"en": "Homura", "ja": "ホムラ"}[language]] == ["3", "3 5→3", "2", "0"]
    assert "grace" not in page.controls.buttons
    assert {"en": "For miracles: 2", "ja": "奇跡に使えるのは2"}[language] in page.board.text


def test_each_kamui_for_itself_at_the_grace_check():
    """K-Q16."""
    page = at_the_ending(Page(BOARD, grace="own"))
    assert "Homura 75%, Iwao 0%, Sui 0%" in page.board.text
    page.pressed("grace", dice="9 9")
    assert "For miracles" in page.board.text


def test_a_target_number_is_asked_where_the_reading_needs_one():
    """K-Q1."""
    page = at_the_ending(Page(BOARD, success="at_least_target"))
    page.refuses("grace_target", "grace", grace_target="0", dice="3 5")
    page.pressed("grace", grace_target="5", dice="3 5")
    assert "For miracles: 1" in page.board.text


def test_more_dice_than_chances_are_worked_out_for_can_be_rolled():
    """Seventeen links; the check is made all the same."""
    page = Page(BOARD).pressed("climax")
    for n in range(17):
        page.pressed("link", whose="0", link_to=f"PC {n}", level="5")
    page.pressed("ending")
    assert "up to 16 dice" in page.board.text
    page.pressed("grace")
    assert len(played(page, STEPPER).grace.rolled[0]) == 17


def test_the_end_of_a_round_and_a_fall_are_told_in_one_breath():
    """What a screen reader says: not only that the next round begins, not only that a rift appears."""
    page = Page(BOARD).pressed("climax")
    page.pressed("wound", wounded="0", wounds="99")
    assert page.answer["status"] == "Hideri falls: HP 30 → 0. A rift appears on square 9."
    for who in "012":
        page.pressed("begin", acting=who).pressed("rest")
    page.pressed("sheet:kamui:0").pressed("edit:kamui:0", new_square="9").pressed("end")
    assert page.answer["status"] == "Faith 0 → 15. Rifts vanish on 9. Round 2."
    assert Page(BOARD, "ja", **page.values).answer["status"] == "【信仰】0→15。〈裂け目〉が消える：9。第2ラウンド。"
    page.pressed("unit", name="Moth", new_square="0").pressed("rift", at="3").pressed("unrift", at="3")
    assert page.answer["status"] == "The GM takes a rift from square 3."
    page.pressed("begin", acting="0")
    assert page.answer["status"] == "Homura’s activation."
    page.pressed("rest").pressed("wound", wounded="0", wounds="99")
    assert page.answer["status"] == "Moth falls: HP 30 → 0. No rift appears."


def test_what_is_not_possible_is_said_with_its_rule():
    page = Page(BOARD)
    for who in "012":
        page.pressed("reveal", who=who, spent="0")
    page.pressed("begin", acting="2")
    assert any("K-2.2" in told for told in page.controls.closed)
    assert any("K-2.11" in told for told in page.controls.closed)


def middle(page):
    """Bring a board to an activation of the middle phase."""
    for who in "012":
        page.pressed("reveal", who=who, spent="0")
    return page.pressed("begin", acting="0")


@every(
    ("do", "field", "filled"),
    [
        *wrong("reveal", "spent", "x", "21"),
        *wrong("reveal", "dice", "1 11", "1", "one", spent="2"),
        *wrong("kamui", "new_square", "11", "", name="Kaya"),
        *wrong("kamui", "name", "Homura", "ホムラ", new_square="3"),
        *wrong("kamui", "kamui_hp", "0", name="Kaya", new_square="3"),
        *wrong("unit", "name", "", new_square="3"),
        *wrong("unit", "unit_hp", "0", name="Moth", new_square="3"),
        *wrong("faith", "faith_now", "-1", "1000"),
        *wrong("rift", "at", "", "11"),
        *wrong("link", "link_to", "", level="5"),
        *wrong("link", "level", "6", link_to="Mio"),
    ],
)
@every("language", LANGUAGES)
def test_wrong_input_is_told_beside_its_field(do, field, filled, language):
    Page(BOARD, language).refuses(field, do, **filled)


@every(
    ("do", "field", "filled"),
    [
        *wrong("duty", "duty_ability", "11"),
        *wrong("duty", "base", "31"),
        *wrong("duty", "traits", "4"),
        *wrong("duty", "dice", "1 2 3"),
        *wrong("interact", "interact_ability", ""),
        *wrong("offer", "item", " "),
    ],
)
def test_wrong_input_of_an_event_is_told_beside_its_field(do, field, filled):
    middle(Page(BOARD)).refuses(field, do, **filled)


def test_an_ability_that_nobody_has_is_told_beside_its_event():
    """K-M1: 7 on a d6 always succeeds; nobody has 11, and no target number is 0."""
    page = middle(Page(BOARD, die="d6"))
    page.refuses("duty_ability", "duty", duty_ability="11")
    page = middle(Page(BOARD, success="at_least_target"))
    page.refuses("duty_ability", "duty", duty_ability="0")
    page = middle(Page(BOARD, die="d6"))
    assert "success on 1–6" in page.press("duty", duty_ability="7")["parts"]["log"]


@every("language", LANGUAGES)
@every("seed", range(2))
def test_every_state_has_a_button_that_works(seed, language):
    """Whatever was pressed before: one of the offered buttons is allowed as it stands; undo leads back to the start."""
    random = Random(f"{seed}{language}")
    house = {"die": random.choice(("d6", "d8", "d10")), "faith": random.choice(("shared", "own"))}
    page = Page(BOARD, language, **house)
    first = page.answer["parts"]
    done = 0
    for _ in range(18):
        offered = [do for do in page.controls.buttons if do not in LEAVING]
        random.shuffle(offered)
        offered.sort(key=lambda do: do.split(":")[0] in SELDOM)
        for do in offered:
            if page.press(do)["state"] == "ready":
                done += 1
                break
        else:
            raise AssertionError((offered, played(page, STEPPER)))
        assert page.answer["status"].endswith("。" if language == "ja" else ".")
    link = page.values["actions"]
    fresh = Page(BOARD, language, **page.values)
    assert fresh.answer["parts"] == page.answer["parts"]
    for _ in range(done):
        page.pressed("undo")
    assert page.answer["parts"]["output"] == first["output"]
    for _ in range(done):
        page.pressed("redo")
    assert page.values["actions"] == link
    assert page.answer["parts"] == fresh.answer["parts"]


def test_no_letter_of_a_link_can_be_changed_unnoticed():
    actions = [["reveal", 0, 2, [3, 7]], ["go", 3], ["reveal", 1, 0]]
    refused_or_the_same(encode_actions(actions), actions)


@every("language", LANGUAGES)
def test_an_edited_link_is_told_and_can_be_left(language):
    """Step 2 chooses a square that was not rolled."""
    wrong = {"seed": "x", "actions": encode_actions([["reveal", 0, 2, [3, 7]], ["go", 5]])}
    answer = ask(BOARD, wrong, None, language)
    assert list(answer["errors"]) == ["actions"]
    assert "2" in answer["error"]
    again = ask(BOARD, wrong, {"do": "restart"}, language)
    assert (again["state"], decode_actions(again["values"]["actions"])) == ("ready", [])


def test_a_link_of_a_larger_ring_does_not_fit_a_smaller_one():
    values = {"seed": "x", "actions": encode_actions([["reveal", 0, 2, [3, 7]], ["go", 7]])}
    assert ask(BOARD, values)["state"] == "ready"
    assert list(ask(BOARD, {**values, "die": "d6"})["errors"]) == ["die"]


def test_a_fallen_enemy_that_stays_is_shown_and_is_no_target():
    """K-Q23: with 0 HP on its square; nobody can choose it any more, and the GM can take it away."""
    page = Page(BOARD, fallen_unit="stays").pressed("climax").pressed("wound", wounded="0", wounds="99")
    assert page.answer["status"] == "Hideri falls: HP 30 → 0; it stays on its square. A rift appears on square 9."
    assert "Hideri HP 0/30" in " ".join(page.board.text.split())
    assert "square 4 , threat level 2" in " ".join(page.board.text.split())
    assert "wound" not in page.controls.buttons
    page.pressed("begin", acting="0")
    assert not any("attack" in do for do in page.controls.buttons)
    page.pressed("rest").pressed("take:unit:0")
    assert "Hideri" not in page.board.text
