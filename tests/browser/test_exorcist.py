"""Tactical Exorcist at the table: a barrier by keys, what a thumb does on its grid, links of before."""

import pytest
from playwright.sync_api import expect

from rules_py.core.played import encode_actions
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Keys, Visit, named, spoken, tap_with_a_thumb

COMBAT = "exorcist.combat"
ALONE = {f"{COMBAT}.seed": "lamp", f"{COMBAT}.actions": encode_actions([["look", 0]])}
"""A grid that is played alone."""
BARRIER = [["activate", 0], ["peg", [3, 3]], ["move", [2, 3]], ["rope", 0, [1, 2, 5, 6]], ["set", 0, "wall", "HARD"]]
"""What somebody has played on the barrier board of before."""

pytestmark = spoken("ja")


def test_a_barrier_is_laid_by_keyboard_alone(visit: Visit) -> None:
    """E-M10: peg, rope with typed dice, the barrier itself."""
    keys = Keys(visit.page, visit.stepper(ALONE, COMBAT)).enter()
    keys.hit("activate")
    keys.widget.agrees(visit.language)
    for field, text, do in (("peg_to", "D4", "peg"), ("move_to", "C4", "move"), ("other_dice", "5 5 5 1", "rope:0")):
        keys.reach(f':is(input, select)[name="{field}"]')
        visit.page.keyboard.type(text)
        assert keys.widget.control(field).input_value() == text
        keys.hit(do, "Space")
        keys.widget.agrees(visit.language)
    keys.hit("set:0")
    keys.widget.agrees(visit.language)
    expect(keys.widget.log).to_contain_text("E-7")
    keys.hit("undo")
    keys.widget.agrees(visit.language)


@pytest.mark.parametrize("page", ["board", "stepper"] if EACH_IN_EACH else ["board"])
def test_a_link_of_the_barrier_board_opens_at_the_one_desk(visit: Visit, page: str) -> None:
    """At the address of before it leads on; either way the address then says what the desk shows."""
    query = f"exorcist.board.seed=lamp&exorcist.board.rows=8&exorcist.board.actions={encode_actions(BARRIER)}"
    address = f"{visit.watch.home}/{visit.language}/exorcist"
    visit.page.goto(f"{address}/{page}/?{query}")
    visit.page.wait_for_url(f"{address}/stepper/?**")
    widget = visit.widget(COMBAT).live()
    widget.agrees(visit.language)
    assert {"seed": "lamp", "rows": "8"}.items() <= named(visit.page, COMBAT).items()
    assert "exorcist.board" not in visit.page.url
    expect(widget.output.locator(".barrier")).to_have_count(5)
    assert widget.press("rest") == "ready"
    widget.agrees(visit.language)


@pytest.mark.only_browser("chromium")
def test_what_a_tap_means_stays_in_view_when_the_grid_is_moved_sideways(thumb: Visit) -> None:
    widget = thumb.stepper(name=COMBAT)
    while not widget.output.locator(".meanings").is_visible():
        widget.root.locator("[data-primary]").tap()
        assert widget.settled() == "ready"
    assert widget.output.evaluate("(shown) => { shown.scrollLeft = 999; return shown.scrollLeft }") > 0
    for told in (".meanings", ".place > .field-hint"):
        left, right = widget.output.locator(told).evaluate(
            "(each) => [each.getClientRects()[0].left, each.getClientRects()[0].right]"
        )
        assert 0 <= left < right <= 360, told


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_peg_is_placed_by_thumb_where_the_squares_light_up(thumb: Visit) -> None:
    """E-7.17: on a small phone; each square is as large as a finger, and the page does not scroll."""
    widget, page = thumb.stepper(ALONE, COMBAT), thumb.page
    widget.root.locator("[data-primary]").tap()
    assert widget.settled() == "ready"
    expect(widget.output.locator('button[data-taps="peg"]').first).to_be_hidden()
    widget.output.locator('input[value="peg"]').tap()
    tap_with_a_thumb(widget.output.locator("""button[value='["peg",[2,3]]']"""))
    assert widget.settled() == "ready"
    widget.agrees(thumb.language)
    expect(widget.root.locator("""[data-primary][value^='["rope",0']""")).to_be_visible()
    assert page.evaluate("scrollY") == 0


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_foe_is_struck_where_it_stands_or_by_a_tap_on_its_card(thumb: Visit) -> None:
    """E-4.1, E-5.4: whoever acts walks by a tap on a square, and strikes by a tap on the foe; on its card anywhere, for
    there is one attack in hand."""
    widget, page = thumb.stepper({f"{COMBAT}.seed": "lamp"}, COMBAT), thumb.page
    widget.root.locator("[data-primary]").tap()
    assert widget.settled() == "ready"
    expect(widget.output.get_by_role("grid")).to_be_visible()
    tap_with_a_thumb(widget.output.locator("""button[value='["move",[5,2]]']"""))
    assert widget.settled() == "ready"
    widget.output.get_by_role("grid").locator("""button[value^='["attack",0,[2]']""").tap()
    assert widget.settled() == "ready"
    widget.agrees(thumb.language)
    expect(widget.log).to_contain_text("E-5.4")
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, 360]
    for _ in range(2):
        widget.button("undo").tap()
        assert widget.settled() == "ready"
    expect(widget.log).not_to_contain_text("E-5.4")
    widget.output.locator(".fighter.target .who").first.tap(force=True)
    assert widget.settled() == "ready"
    widget.agrees(thumb.language)
    expect(widget.log).to_contain_text("E-5.4")


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_fighter_is_changed_in_place_by_thumb(thumb: Visit) -> None:
    """On its card: a form with its values, one of them changed; then the fight begins."""
    widget = thumb.stepper({f"{COMBAT}.seed": "lamp"}, COMBAT)
    widget.output.locator('button[value="sheet:0"]').tap()
    assert widget.settled() == "ready"
    assert widget.control("e_hp").input_value() == "6"
    widget.control("e_hp").fill("9")
    widget.button("edit:0").tap()
    assert widget.settled() == "ready"
    widget.agrees(thumb.language)
    expect(widget.output.locator(".fighter").first).to_contain_text("9/9")
    widget.root.locator("[data-primary]").tap()
    assert widget.settled() == "ready"


@pytest.mark.only_browser("chromium")
def test_whoever_acts_and_whom_the_next_step_aims_at_are_in_view_together(thumb: Visit) -> None:
    """On a small phone: neither lies below what a tap means, nor does a square that the keys lead to."""
    widget, page = thumb.stepper({f"{COMBAT}.seed": "lamp"}, COMBAT), thumb.page

    def covered(square: str) -> list[bool]:
        found: list[bool] = widget.output.evaluate(
            """(board, square) => {
              const box = (each) => each.getBoundingClientRect();
              const [frame, bar] = [box(board), box(board.querySelector('.meanings'))];
              const { top, bottom, left, right } = box(square ? board.querySelector(square) : document.activeElement);
              return [top < bar.bottom - 1, bottom > frame.bottom + 1, left < frame.left, right > frame.right];
            }""",
            square,
        )
        return found

    for _ in range(3):
        widget.root.locator("[data-primary]").tap()
        assert widget.settled() == "ready"
        if widget.output.locator(".meanings").is_visible():
            assert not any(covered("[data-here]") + covered("[data-aim]"))
    page.locator("button[data-taps=move]:visible").last.focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
        assert not any(covered("")[:2])
