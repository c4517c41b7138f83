"""The desk of every stepper: its keys have numbers and words, and Tab stops once in each part of the board."""

import json
from functools import cache
from random import Random

from rules_py import library
from rules_py.core.desk import numbered, one_stop, toolbar
from rules_py.core.game import Event
from rules_py.core.log import log_list
from rules_py.core.markup import h, to_html
from rules_py.core.played import encode_actions
from rules_py.core.text import LANGUAGES, Text
from tests.page import ask, parsed
from tests.rows import every
from tests.stepper import Page

DESKS = sorted(name for name, widget in library.WIDGETS.items() if widget.is_desk)
BOARDS = ".//*[@role='grid' or @role='toolbar']"
STEPS = 10
LEAVING = ("undo", "redo", "restart", "again")


def numbers(html):
    """The keys of the options, by what each option says to Python."""
    whole = parsed(html)
    return {each.get("value"): each.get("aria-keyshortcuts") for each in whole.iter("button") if each.get("name")}


def stops(board):
    """What Tab stops at in a part of the board: of several layers, each with its own kind of action, one is in view."""
    return [each.get("value").split(":")[0] for each in board.iter("button") if each.get("tabindex") != "-1"]


@cache
def moments(name, ahead=False):
    """What is shown in a fight by chance: at each step something on the board is tapped, or what comes next pressed.

    With `ahead`, the page asks before each press what the button that comes next would lead to.
    """
    language = LANGUAGES[DESKS.index(name) % 2]
    random, page, shown = Random(name), Page(name, language, seed="keys"), []
    for _ in range(STEPS):
        shown.append(page.answer["parts"])
        if ahead:
            for next_step in parsed(page.answer["parts"]["primary"]).xpath(".//button/@value"):
                ask(name, page.values, page.controls.fields | {"do": next_step}, language)
        tapped = [each.get("value") for each in parsed(page.answer["parts"]["output"]).iter("button")]
        following = parsed(page.answer["parts"]["primary"]).xpath(".//button/@value")
        wishes = [*(tapped if random.random() < 0.5 else []), *following] or tapped
        if not wishes or wishes[0] in LEAVING:
            break
        fields = page.controls.fields
        answer = ask(name, page.values, fields | {"do": random.choice(wishes)}, language)
        if answer["state"] != "ready":
            break
        page.answer, page.values = answer, page.values | answer["values"]
    return shown


@every("name", DESKS)
def test_to_ask_ahead_changes_nothing(name):
    assert moments(name, ahead=True) == moments(name)


@every("name", DESKS)
def test_each_part_of_the_board_is_one_stop_and_says_what_it_is(name):
    """Squares that can be chosen are cells in rows; a grid or a toolbar has a name, and so has each choice in it."""
    for shown in moments(name):
        board = parsed(shown["output"])
        for part in board.xpath(BOARDS):
            assert part.get("aria-label")
            assert stops(part)
            assert len(stops(part)) == (len(set(stops(part))) if part.get("role") == "grid" else 1)
            for each in part.iter("button"):
                assert each.get("aria-label") or each.text_content().strip()
                if part.get("role") == "grid":
                    assert each.xpath("ancestor::*[@role][position() <= 2]/@role") == ["row", "gridcell"]


@every("name", DESKS)
def test_the_options_of_a_moment_have_the_keys_1_to_9_in_their_order(name):
    for shown in moments(name):
        found = [key for key in numbers(shown["controls"]).values() if key]
        assert found == [str(number) for number in range(1, len(found) + 1)]
        assert len(found) <= 9


@every("name", DESKS)
def test_with_the_first_stop_one_skips_to_the_next_step(name):
    first = next(each for each in parsed(library.widget_html(name, "en")).iter("button", "a", "input"))
    assert (first.get("data-do"), first.text_content()) == ("skip", "Skip to the next step")


def test_tab_stops_in_the_chart_once():
    """Of the contest: its rules are reached with arrow keys."""
    page = Page("contest.stepper")
    (chart,) = parsed(page.answer["parts"]["sheets"]).xpath(".//*[@role='toolbar' and @aria-label]")
    links = [*chart.iter("a")]
    assert len(links) == 16
    assert [each.get("tabindex") for each in links] == [None] + ["-1"] * 15


def test_only_options_that_are_in_view_have_a_number():
    """What is folded away, what cannot be pressed, and what comes next have none."""
    page = Page("prophecy.battle").pressed("begin").pressed("initiative")
    options = parsed(page.answer["parts"]["controls"])
    folded = {each.get("value") for each in options.xpath(".//details//button[@name='do']")}
    with_keys = {do for do, key in numbers(page.answer["parts"]["controls"]).items() if key}
    assert folded
    assert with_keys
    assert not folded & with_keys
    assert not any(numbers(page.answer["parts"]["primary"]).values())


def test_there_are_nine_numbers_and_what_cannot_be_pressed_takes_none():
    buttons = [h("button", str(n), name="do", value=str(n)) for n in range(12)]
    buttons[1].set("disabled", "disabled")
    found = [each.get("aria-keyshortcuts") for each in numbered([h("div", buttons)])[0]]
    assert found == ["1", None, *"23456789", None, None]


def test_undo_and_redo_name_their_keys():
    page = Page("contest.stepper")
    assert numbers(page.answer["parts"]["history"]) == {"undo": "U", "redo": "Shift+U", "restart": None}


def test_where_one_thing_can_be_tapped_there_is_no_toolbar():
    label = Text("Sheets", "シート")
    one, two = ([h("p", [h("button") for _ in range(n)])] for n in (1, 2))
    assert toolbar(one, label, "en") == one
    (made,) = toolbar(two, label, "ja")
    assert (made.get("role"), made.get("aria-label")) == ("toolbar", "シート：選べるもの")
    assert to_html(one_stop(made)).count('tabindex="-1"') == 1


@every("language", LANGUAGES)
def test_the_list_of_keys_says_all_of_them(language):
    page = parsed(library.widget_html(DESKS[0], language))
    keys = [row.xpath("string(th)") for row in page.xpath(".//dialog//tr")]
    spaced = "Enter, Space" if language == "en" else "Enter、Space"
    assert keys == ["Enter", "1 – 9", "Tab", "← ↑ ↓ →", "Home, End", spaced, "U", "Shift + U", "L", "Esc", "?"]
    assert all(row.xpath("string(td)").strip() for row in page.xpath(".//dialog//tr"))


@every("name", DESKS)
def test_log_and_sheets_can_be_come_to_by_keyboard_and_are_called_what_they_are(name):
    page = parsed(library.widget_html(name, "ja"))
    for region in page.xpath(".//*[@data-region='log' or @data-region='sheets']"):
        assert (region.get("role"), region.get("tabindex")) == ("region", "0")
        assert region.get("aria-label") in ("記録", "能力値")


# --- the log ---


def test_the_log_runs_one_way_the_newest_first_within_a_round_too():
    said = ["Ada opens", "R1", "a", "b", "R2", "c", "d"]
    events = [Event(Text(line, line), heading=line.startswith("R")) for line in said]
    shown = parsed("".join(map(to_html, log_list(events, "en"))))
    lines = [line.text_content() for line in shown.iter("p", "li")]
    assert lines == ["What happened", "R2", "d", "c", "R1", "b", "a", "Ada opens"]
    assert all("reversed" in each.attrib for each in shown.iter("ol"))


@every("name", ["contest.stepper", "exorcist.combat", "prophecy.battle"])
def test_how_a_fight_has_ended_is_told_to_the_ear_too(name):
    """Who hears the page hears no heading that has come over the board; the last press is made in both languages."""
    page = Page(name, seed="lantern")
    for _ in range(200):
        (following,) = parsed(page.answer["parts"]["primary"]).xpath(".//button/@value")
        pressed = page.controls.fields | {"do": following}
        before, page.answer = page.values, ask(name, page.values, pressed)
        page.values = before | page.answer["values"]
        if "data-outcome" in page.answer["parts"]["output"]:
            break
    for language in LANGUAGES:
        answer = ask(name, before, pressed, language)
        (over,) = parsed(answer["parts"]["output"]).xpath(".//*[@data-outcome]/*[@role='heading']")
        assert answer["status"].count(over.text_content()) == 1


ONWARD = ("next", "done", "turn", "initiative", "pass", "rest:on", "execute:on")
"""What leads on though it is decided."""


@cache
def decided(name):
    """What the fields say when a fight is decided, as whoever presses what comes next reads it."""
    page = Page(name, seed="lantern")
    while "Decided" not in moment(page):
        (following,) = page.controls_in(page.answer["parts"]["primary"]).buttons
        page.pressed(following)
    return page.values


def moment(page):
    return parsed(page.answer["parts"]["last"]).xpath("string(.//*[contains(@class, 'phase')])")


@every("language", LANGUAGES)
@every("name", ["avatar.combat", "contest.stepper", "exorcist.combat", "prophecy.battle"])
def test_what_is_decided_stays_decided_in_the_round_in_which_it_was(name, language):
    """Whoever plays on all the same reads no later number where the page says how it stands."""
    page = Page(name, language, **decided(name))
    assert {"en": "Decided", "ja": "決着"}[language] in moment(page)
    when, told = moment(page), parsed(page.answer["parts"]["output"]).xpath("string(.//*[@data-outcome]/*)")
    page.pressed(next(do for do in page.controls.buttons if do in ONWARD))
    for _ in range(3):
        for further in [do for do in page.controls.buttons if do in ONWARD][:1]:
            page.pressed(further)
        assert moment(page) == when
        assert parsed(page.answer["parts"]["output"]).xpath("string(.//*[@data-outcome]/*)") == told


SWITCHED = [
    ("prophecy.battle", {"counter_timing": "before_effects"}, "“before the effects” ", "「効果の前」"),
    ("avatar.combat", {"deck": "52"}, "“52: no Joker” ", "「52枚（ジョーカーなし）」"),
    ("kamui.board", {"die": "d6"}, "“d6, 6 squares” ", "「d6、6マス」"),
]


def led(name, presses, seed="lamp"):
    """What the fields say after some presses of what comes next."""
    question = json.dumps({"widget": name, "language": "en", "values": {"seed": seed}, "pressed": None})
    for _ in range(presses):
        question = library.rehearse(question)
    return json.loads(question)["values"]


@every("language", LANGUAGES)
@every(("name", "switched", *LANGUAGES), SWITCHED)
def test_a_house_rule_under_which_the_fight_could_not_have_gone_so_is_refused_beside_its_switch(
    name, switched, language, en, ja
):
    values, quoted, allowed = {
        "en": (led(name, 14), en, "take this one back, or begin anew"),
        "ja": (led(name, 14), ja, "元に戻すか、最初から始めてください"),
    }[language]
    before = ask(name, values, None, language)
    refused = ask(name, values | switched, None, language)
    (told,) = refused["errors"].values()
    assert (refused["state"], [*refused["errors"]]) == ("error", [*switched])
    assert told.startswith(quoted)
    assert allowed in told
    assert ask(name, values, None, language)["parts"] == before["parts"]


def test_where_no_switch_was_touched_it_is_the_fight_that_does_not_fit():
    """Somebody else's fight, opened under a house rule of one's own."""
    values = led("kamui.board", 14)
    led("kamui.board", 2, seed="another fight")
    refused = ask("kamui.board", values | {"die": "d6"})
    assert [*refused["errors"]] == ["actions"]
    assert "step 2" in refused["error"]


@every("odd", ["1e0", "true"])
def test_what_was_asked_before_makes_no_difference_to_what_a_link_may_hold(odd):
    """To Python one, 1.0 and true are equal."""
    links = {"whole": '[["begin"],["pair",0,1]]', "odd": f'[["begin"],["pair",0,{odd}]]'}
    values = {each: {"seed": "lamp", "actions": encode_actions(json.loads(link))} for each, link in links.items()}
    assert ask("contest.stepper", values["whole"])["state"] == "ready"
    assert [*ask("contest.stepper", values["odd"])["errors"]] == ["actions"]


def test_what_comes_in_a_press_of_its_own_is_told_and_taken_back_by_itself():
    """P-16.13: nobody answers a hit; the report says nothing again, and undo leads back to the question."""
    actions = [["begin"], ["initiative", [[0, 12], [1, 11]]], ["attack", [2]], ["roll", [], [[0, [6, 5]], [2, [1, 2]]]]]
    page = Page("prophecy.battle", actions=encode_actions([*actions, ["accept"], ["effects", [["deal_damage"]]]]))
    asked = page.answer["parts"]["last"]
    assert "takes 1 damage" in asked
    page.pressed("done")
    assert "takes 1 damage" not in page.answer["parts"]["last"]
    assert page.pressed("undo").answer["parts"]["last"] == asked
