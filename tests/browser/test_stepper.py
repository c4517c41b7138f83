"""Contests played to the end in the stepper: with keys alone, with a seed, with friends, there and back again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rules_py.stepper import decode_actions
from tests.browser.reader import STEPPER, Keys, Visit, Widget, defaults, named, native

PLAY = "contest.stepper"


def agrees(widget: Widget, language: str) -> None:
    """Check that the page shows what Python makes natively of its address."""
    widget.shows(native(PLAY, language, defaults(PLAY) | named(widget.page, PLAY)))


def actions(page: Page) -> list[list[object]]:
    return decode_actions(named(page, PLAY).get("actions", ""))


def play(widget: Widget, *presses: str | tuple[str, dict[str, str]]) -> None:
    """Press one button after the other; each answer is good and leaves the focus in the widget."""
    for press in presses:
        do, beside = (press, {}) if isinstance(press, str) else press
        assert widget.press(do, **beside) == "ready", widget.status.inner_text()
        widget.holds_focus()


def dice(a: int, b: int, contest: int = 0) -> tuple[str, dict[str, str]]:
    return "roll_typed", {f"roll_{contest}_a": str(a), f"roll_{contest}_b": str(b)}


TO_THE_DICE = ("next", "declare", "skip")
ROUND_1 = ("begin", "pair", *TO_THE_DICE)


def type_dice(keys: Keys, a: int, b: int) -> None:
    """Type the dice of a real table and press Enter."""
    keys.reach('input[name="roll_0_a"]')
    keys.page.keyboard.type(str(a))
    keys.page.keyboard.press("Tab")
    keys.page.keyboard.type(str(b))
    keys.page.keyboard.press("Enter")
    keys.answered()


def test_a_whole_contest_is_played_by_keyboard_alone(new_context: Callable[..., BrowserContext], language: str) -> None:
    page = new_context().new_page()
    page.goto(f"/{language}/{STEPPER}")
    widget = Widget(page, PLAY)
    keys = Keys(page, widget)

    keys.hit("begin")
    keys.hit("pair", "Space")
    keys.hit("next")
    keys.reach('select[name="strike_0"]')
    page.keyboard.press("ArrowDown")
    expect(widget.control("strike_0")).to_have_value("2")
    keys.hit("declare")
    keys.hit("pass")
    keys.reach('select[name="source"]')
    page.keyboard.press("ArrowDown")
    keys.reach('select[name="kind"]')
    page.keyboard.press("ArrowDown")
    expect(widget.control("kind")).to_have_value("passive")
    keys.hit("augment", "Space")
    type_dice(keys, 1, 19)
    keys.hit("resolve")
    keys.hit("next", "Space")
    agrees(widget, language)
    expect(widget.log).to_contain_text("C-6.1")

    keys.hit("next")
    keys.hit("next")
    keys.hit("declare")
    keys.hit("act")
    keys.hit("skip")
    type_dice(keys, 2, 20)
    keys.hit("resolve")
    keys.reach('select[name="place_0"]')
    page.keyboard.press("End")
    keys.hit("place:0")
    keys.hit("next")
    agrees(widget, language)
    expect(widget.log).to_contain_text("C-6.3")
    expect(widget.output.locator(".contest.ended .summary-line")).to_be_visible()
    names = [str(action[0]) for action in actions(page)]
    assert names == [
        *("begin", "pair", "next", "declare", "pass", "augment", "roll", "resolve", "next"),
        *("next", "next", "declare", "act", "skip", "roll", "resolve", "place", "next"),
    ]

    keys.hit("undo")
    keys.hit("redo")
    expect(widget.log).to_contain_text("C-6.3")
    keys.reach('button[name="do"][value="restart"]')
    keys.reach("a.rule-ref")


def test_seeded_dice_fall_as_they_do_natively(visit: Visit) -> None:
    widget = visit.stepper()
    assert widget.fill({"seed": "tea house", "heavy_wound_square": "1", "dying_square": "2"}) == "ready"
    play(widget, *ROUND_1)
    for _ in range(12):
        play(widget, "roll")
        agrees(widget, visit.language)
        play(widget, "resolve")
        while widget.controls.locator('select[name="place_0"]').count():
            play(widget, "place:0")
        play(widget, "next")
        agrees(widget, visit.language)
        if widget.output.locator(".contest.ended").count():
            break
        play(widget, "next", *TO_THE_DICE)
    expect(widget.output.locator(".contest.ended")).to_have_count(1)
    assert named(visit.page, PLAY)["seed"] == "tea house"


def test_a_fresh_seed_is_drawn_and_shown_with_the_first_step(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, "begin")
    seed = named(visit.page, PLAY)["seed"]
    assert seed
    expect(widget.control("seed")).to_have_value(seed)
    play(widget, "restart")
    assert named(visit.page, PLAY)["seed"] != seed
    assert actions(visit.page) == []


def test_everything_can_be_taken_back_and_done_again(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(3, 19), "resolve", "next", "yield:1")
    agrees(widget, visit.language)
    end, count = widget.shown(), len(actions(visit.page))
    expect(widget.button("redo")).to_be_disabled()
    for _ in range(count):
        play(widget, "undo")
    agrees(widget, visit.language)
    expect(widget.button("undo")).to_be_disabled()
    expect(widget.button("begin")).to_be_visible()
    assert named(visit.page, PLAY)["undone"] == str(count)
    for _ in range(count):
        play(widget, "redo")
    agrees(widget, visit.language)
    expect(widget.button("redo")).to_be_disabled()
    assert widget.shown() == end


def test_another_step_after_going_back_forgets_what_was_undone(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(3, 19), "undo", dice(19, 3), "resolve")
    agrees(widget, visit.language)
    expect(widget.button("redo")).to_be_disabled()
    assert ["roll", [[0, 19, 3]]] in actions(visit.page)
    assert ["roll", [[0, 3, 19]]] not in actions(visit.page)


def test_friends_join_in_and_many_fight_against_one(visit: Visit) -> None:
    widget = visit.stepper()
    ally, rival = ("Bolg", "Hask") if visit.language == "en" else ("ボルグ", "ハスク")
    axe = "Axe 17+2, Brave 14" if visit.language == "en" else "斧術 １７＋２、勇敢 14"
    play(
        widget,
        ("add", {"name": ally, "abilities": axe, "narrator": "1"}),
        ("add", {"name": rival, "abilities": "12W"}),
        "begin",
        ("pair", {"pair_a": "0", "pair_b": "1"}),
        *TO_THE_DICE,
        dice(2, 19),
        "resolve",
        "next",
        "next",
    )
    play(widget, ("join", {"join_who": "2", "join_contest": "0:b"}))
    expect(widget.log).to_contain_text("C-1.12")
    expect(widget.output.locator(".contest")).to_have_count(1)
    play(
        widget, "next", ("declare", {"acting_0_b": "2", "strike_2": "2"}), "skip", dice(5, 6), "resolve", "next", "next"
    )
    agrees(widget, visit.language)
    expect(widget.output).to_contain_text(re.compile(r"[-−]3"))
    play(widget, ("join", {"join_who": "3", "join_contest": "0:a", "join_enemy": "2"}))
    expect(widget.log).to_contain_text("C-1.7")
    expect(widget.output.locator(".contest")).to_have_count(2)
    play(widget, *TO_THE_DICE)
    play(
        widget, ("roll_typed", {"roll_0_a": "1", "roll_0_b": "2", "roll_1_a": "7", "roll_1_b": "7"}), "resolve", "next"
    )
    agrees(widget, visit.language)


def test_whoever_yields_has_lost(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(4, 4), "resolve", "next", "yield:0")
    agrees(widget, visit.language)
    expect(widget.log).to_contain_text("C-6.6")
    expect(widget.output.locator(".contest.ended")).to_contain_text("Garm" if visit.language == "en" else "ガルム")


def test_agreeing_to_stop_is_a_draw(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(20, 20), "resolve", "next", "draw:0")
    agrees(widget, visit.language)
    expect(widget.log).to_contain_text("C-6.8")
    expect(widget.output.locator(".contest.ended")).to_have_count(1)


def test_critical_against_fumble_lets_the_winner_place_the_piece(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(1, 20), "resolve", ("place:0", {"place_0": "2"}), "next")
    agrees(widget, visit.language)
    expect(widget.log).to_contain_text("C-T1.4")
    expect(widget.output).to_contain_text("+2")


def test_a_hero_point_raises_the_result_where_the_house_has_them(visit: Visit) -> None:
    widget = visit.stepper()
    assert widget.fill({"hero_points": "yes"}) == "ready"
    play(widget, *ROUND_1, dice(10, 2), "hero:0:a")
    agrees(widget, visit.language)
    expect(widget.log).to_contain_text("C-4.4")


def test_the_cell_of_the_chart_that_applies_is_marked(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1, dice(2, 19))
    expect(widget.output.locator(".chart .applies, table .applies").first).to_be_visible()
    agrees(widget, visit.language)


@pytest.mark.parametrize(("a", "b", "field"), [("21", "3", "roll_0_a"), ("3", "0", "roll_0_b"), ("3", "", "roll_0_b")])
def test_dice_that_do_not_exist_are_told_beside_their_field(visit: Visit, a: str, b: str, field: str) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1)
    before = widget.shown(), visit.page.url
    assert widget.press("roll_typed", roll_0_a=a, roll_0_b=b) == "error"
    expect(widget.error(field)).to_be_visible()
    expect(widget.control(field)).to_have_attribute("aria-invalid", "true")
    assert (widget.shown(), visit.page.url) == before
    play(widget, dice(3, 4))
    agrees(widget, visit.language)


def test_a_forbidden_step_says_why_and_changes_nothing(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, "begin")
    before = widget.shown(), visit.page.url
    assert widget.press("pair", pair_a="0", pair_b="0") == "error"
    expect(widget.status).to_contain_text("C-1.3")
    expect(widget.status).to_be_visible()
    assert (widget.shown(), visit.page.url) == before
    play(widget, ("pair", {"pair_b": "1"}))


def test_a_name_is_only_ever_text(visit: Visit) -> None:
    widget = visit.stepper()
    name = "<b onclick=x>&amp;"
    play(widget, ("add", {"name": name, "abilities": "<i> 17"}), "begin", ("pair", {"pair_b": "2"}))
    agrees(widget, visit.language)
    expect(widget.log.get_by_role("rowheader", name=name)).to_be_visible()
    assert widget.root.locator("[onclick]").count() == 0


def test_a_double_click_takes_one_step(visit: Visit) -> None:
    widget = visit.stepper()
    widget.button("begin").dblclick()
    assert widget.settled() == "ready"
    assert actions(visit.page) == [["begin"]]


def test_a_contest_survives_reload_link_and_change_of_language(
    new_context: Callable[..., BrowserContext], language: str
) -> None:
    page = new_context().new_page()
    page.goto(f"/{language}/{STEPPER}")
    widget = Widget(page, PLAY)
    play(widget, *ROUND_1, dice(6, 17), "resolve", "undo")
    address = page.url

    page.reload()
    widget.live()
    agrees(widget, language)
    assert page.url == address
    play(widget, "redo", "next", "next")
    agrees(widget, language)

    other = "ja" if language == "en" else "en"
    page.locator(".language-switch a").click()
    page.wait_for_url(f"**/{other}/{STEPPER}?*")
    widget.live()
    agrees(widget, other)
    expect(widget.output).to_contain_text("トモエ" if other == "ja" else "Tomoe")
    play(widget, *TO_THE_DICE, dice(2, 2))
    agrees(widget, other)

    friend = new_context().new_page()
    friend.goto(page.url)
    sent = Widget(friend, PLAY).live()
    agrees(sent, other)
    assert sent.shown() == widget.shown()
    play(sent, "resolve")
    agrees(sent, other)


def test_the_phase_is_a_heading_that_a_screen_reader_finds(visit: Visit) -> None:
    widget = visit.stepper()
    play(widget, *ROUND_1)
    heading = widget.controls.get_by_role("heading").first
    expect(heading).to_have_text(re.compile(r"1"))
    expect(widget.status).to_have_attribute("aria-live", "polite")
    expect(widget.status).not_to_be_empty()
