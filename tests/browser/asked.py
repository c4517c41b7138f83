"""What every widget is asked in the browser, row by row, and the story that is told of each."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import expect

from rules_py import library
from rules_py.core.stepper import Stepper
from tests import hostile
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Keys, Visit, Widget, defaults, native
from tests.contest.inputs import SHORT
from tests.places import PLACES

Rows = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By widget and by what the row is about: the fields that say something else than at first."""

ANSWERED: Rows = {
    "prophecy.character": {"a name of one's own": {"name": "Zoe", "cast": "−1"}},
    "exorcist.character": {"a heavier blade": {"damage": "2d6"}},
    "contest.character": {"another name": {"name": "トモエ"}},
    "avatar.character": {"more cards": {"limit": "7"}},
    "kamui.character": {"a stronger will": {"will": "7"}},
    "contest.roll": {
        "equal rolls roll again": {"equal_rolls": "reroll"},
        "full-width letters and figures": {"ability_a": "１７", "ability_b": "５Ｗ２"},
        "every augment": {"permanent_a": "5", "augments_a": "7", "permanent_b": "2", "augments_b": "1"},
        "a stronger hero": {"ability_a": "18"},
        "a mastery": {"ability_a": "10W"},
        "small w": {"ability_a": "5w2", "ability_b": "3w"},
        "blanks around": {"ability_a": "  17 ", "ability_b": "\t10W　"},
        "the weakest against the strongest": {"ability_a": "1", "ability_b": "20W7"},
        "equal sides": {"ability_a": "12"},
        "the largest augments": {"augments_a": "100", "permanent_b": "100"},
        "a real minus sign": {"modifier_a": "−4", "modifier_b": "+6"},
        "nothing falls below 1": {"permanent_a": "-100", "modifier_a": "-100"},
        "two strong blows": {"strike_power_a": "2", "strike_power_b": "2"},
        "both wounded": {"wounded_a": "1", "wounded_b": "1", "augments_a": "3"},
        "both busy": {"blocked_a": "1", "blocked_b": "1"},
        "the higher roll benefits": {"beneficiary": "higher_roll"},
        "the other side's strike power": {"strike_power_of": "opponent", "strike_power_b": "2"},
        "equal rolls favour the abler": {"equal_rolls": "higher_ability"},
        "no block at equal levels": {"block_at_equal_levels": "no", "blocked_a": "1"},
        "a blocked winner moves on their own side": {"blocked_any_square": "own_side", "blocked_a": "1"},
        "a wound halves the augments too": {"halving": "ability_and_augments", "wounded_a": "1", "augments_a": "5"},
        "a wound halves the weapon too": {"halve_permanent": "yes", "wounded_a": "1", "permanent_a": "5"},
    },
    "contest.gauge": {
        "never out of the gauge by one throw": {"any_square": "gauge_square", "strike_power_a": "2"},
        "one square from victory": {"position": "＋４", "wounded_a": "1"},
        "a long gauge": {"heavy_wound_square": "6", "dying_square": "7", "position": "6"},
        "a whole contest": {"ability_a": "17", "ability_b": "2W"},
        "one square from defeat": {"position": "-4"},
        "the shortest gauge": {"heavy_wound_square": "1", "dying_square": "1"},
        "only the square itself wounds": {"wound_from": "on_the_square", "beneficiary": "higher_roll"},
        "every house rule of a roll in a whole contest": {
            "equal_rolls": "reroll",
            "strike_power_of": "opponent",
            "halving": "ability_and_augments",
        },
    },
    "contest.difficulty": {
        "a wish with a per cent sign": {**SHORT, "ability_a": "10W", "win": "７５％", "unhurt": "12.5 %"},
        "a hopeless wish": {**SHORT, "ability_a": "1", "win": "99.99", "unhurt": "99.99"},
        "a modest wish": {**SHORT, "win": "0.01", "unhurt": "0.01", "strike_power_b": "2"},
        "a wish under another house rule": {
            "beneficiary": "higher_roll",
            "heavy_wound_square": "1",
            "dying_square": "3",
        },
    },
    "contest.stepper": {
        "a short gauge": {"heavy_wound_square": "2", "dying_square": "3"},
        "a seed in Japanese": {"seed": "賽の目２"},
        "house rules": {"hero_points": "yes", "many_to_one_modifier": "0"},
    },
    "contest.duel": {"a seed in Japanese": {"seed": "賽の目２"}},
    "prophecy.check": {
        "an abler sorcerer": {"ability": "5"},
        "a real minus sign": {"ability": "−3", "target": "１２"},
        "a third die": {"third_die": "best_two"},
    },
    "prophecy.attack": {"a forced result that is not applied": {"forced_results": "not_applied"}},
    "prophecy.difficulty": {"a party with a name": {"party": "Mio 3, レン 7 (氷結)"}},
    "prophecy.initiative": {"one against a choir": {"pcs": "Mio +1", "enemies": "Choir 8, 5"}},
    "prophecy.condition": {"freeze": {"condition": "freeze", "cast": "9"}, "burning": {"condition": "burning"}},
    "prophecy.battle": {"a house rule": {"forced_results": "not_applied"}},
    "exorcist.pool": {"more dice": {"dice": "7"}, "a hard check": {"bonus": "−1", "difficulty": "hard"}},
    "exorcist.attack": {
        "a slow target": {"evade_dice": "2"},
        "under a house rule": {"katashiro": "２", "evasion_needs": "attack_successes"},
    },
    "exorcist.difficulty": {"a small party": {"party": "3, 4"}},
    "exorcist.combat": {"a house rule": {"manoeuvre_mobility": "1"}, "a small grid": {"columns": "７", "rows": "5"}},
    "avatar.check": {
        "in between, the joker as a rank": {
            "known": "own",
            "difficulty": "13",
            "hand_limit": "1",
            "ep": "100",
            "joker": "rank",
            "prior": "18-20, 21*3",
        },
        "other cards": {"hand": "S4 D7 C9", "known": "number", "difficulty": "13", "hand_limit": "1", "ep": "100"},
    },
    "avatar.difficulty": {"two cards": {"cards": "２", "wish": "５０％"}},
    "avatar.clash": {
        "before the field is opened": {"opened": "before", "their_ep": "320"},
        "against a stronger one": {"power": "", "their_power": "40", "their_cards": "1"},
    },
    "avatar.love": {"a hand that is known": {"npc": "known", "npc_hand": "♥10"}},
    "avatar.event": {"the fourth of a stage": {"stage": "3", "seed": "lamp", "draws": "4"}},
    "avatar.combat": {"hidden hands": {"hands": "deciding"}},
    "kamui.pool": {"more dice": {"dice": "４"}},
    "kamui.attack": {"a smaller die": {"die": "d6"}},
    "kamui.grace": {"each die is reduced": {"reduction": "each_die"}},
    "kamui.difficulty": {"two": {"party": "2/5, 3/4"}},
    "kamui.faith": {
        "a greater wish": {"wished": "９０", "rounds": "4"},
        "on a ring of six": {
            "kamui": "2, 5",
            "rifts": "1 3 3 6",
            "moves": "2, 1",
            "rift_faith": "per_pair",
            "die": "d6",
        },
    },
    "kamui.board": {"a ring of six": {"die": "d6", "faith": "own"}},
}

REFUSED: Rows = {
    "prophecy.character": {"a recipe of something else": {"recipe": "soup"}},
    "exorcist.character": {"no name": {"name": ""}},
    "contest.character": {"a party of 31 letters": {"party": "x" * 31}},
    "avatar.character": {"a hand of 99": {"limit": "99"}},
    "kamui.character": {"a will beyond the dice": {"will": "11"}},
    "contest.roll": {
        "two at once": {"ability_a": "?", "augments_b": "x"},
        "markup": {"ability_b": "<img src=x onerror=alert(1)>"},
        "a very long number": {"ability_a": "9" * 500},
        "nothing at all": {"ability_a": ""},
        "ability 0": {"ability_a": "0"},
        "a word": {"ability_b": "abc"},
        "two Ws": {"ability_b": "10WW"},
        "more than 20 before W": {"ability_a": "21W"},
        "negative masteries": {"ability_a": "10W-1"},
        "a skull": {"ability_a": "💀"},
        "a fraction of an augment": {"augments_a": "1.5"},
        "an augment below 0": {"augments_b": "-1"},
        "a number as scientists write it": {"modifier_a": "1e2"},
        "one too many": {"permanent_a": "101"},
        "figures of another script": {"augments_a": "٣"},
    },
    "contest.gauge": {
        "a piece beyond the gauge": {"position": "5"},
        "a gauge of nothing": {"dying_square": "0"},
        "a wound square behind the dying square": {"heavy_wound_square": "6"},
    },
    "contest.difficulty": {
        "a certain victory": {"win": "100"},
        "no chance": {"unhurt": "0"},
        "not a number": {"win": "NaN"},
    },
    "contest.stepper": {
        "a seed of more than 24 letters": {"seed": "x" * 25},
        "a modifier of 21": {"many_to_one_modifier": "21"},
    },
    "contest.duel": {"a seed of more than 24 letters": {"seed": "x" * 25}},
    "prophecy.check": {"a condition that there is not": {"conditions": "hunger"}},
    "prophecy.attack": {"no number": {"guard": "strong"}},
    "prophecy.difficulty": {"nobody": {"party": ""}},
    "prophecy.initiative": {"a bracket left open": {"pcs": "Mio (Freeze"}},
    "prophecy.condition": {"a fraction": {"cast": "1.5"}},
    "prophecy.battle": {"a seed of more than 24 letters": {"seed": "x" * 25}},
    "exorcist.pool": {"a manoeuvre with focus": {"focus": "1", "manoeuvre": "1"}},
    "exorcist.attack": {"a die that there is not": {"damage": "1d"}},
    "exorcist.difficulty": {"a danger of 100 %": {"danger": "101"}},
    "exorcist.combat": {
        "a grid without rows": {"rows": "0"},
        "a seed of more than 24 letters": {"rows": "7", "seed": "x" * 25},
    },
    "avatar.check": {"the same card twice": {"table": "S4"}, "less than no EP": {"ep": "-1"}},
    "avatar.difficulty": {"no card": {"cards": "0"}},
    "avatar.clash": {
        "the same card twice": {"their_field": "H9"},
        "no EP": {"ep": "0"},
        "a word for a number": {"power": "lots"},
    },
    "avatar.love": {"the same card twice": {"seen": "SQ SQ"}},
    "avatar.event": {"a card that there is not": {"seen": "S99"}, "too many cards": {"draws": "201"}},
    "avatar.combat": {"a seed of more than 24 letters": {"seed": "x" * 25}},
    "kamui.pool": {"no number": {"dice": "many"}},
    "kamui.attack": {"a split that is none": {"split": "1+x"}},
    "kamui.grace": {"an eleven on a die": {"faces": "11"}},
    "kamui.difficulty": {"nobody": {"party": ""}},
    "kamui.faith": {"a square off the ring": {"kamui": "2, 11"}},
    "kamui.board": {"a seed of more than 24 letters": {"seed": "x" * 25}},
}

RULES = {"a manoeuvre with focus": "E-5.9", "a square off the ring": "K-Q2"}
"""What a refusal names, beside the reason."""

TYPED = None if EACH_IN_EACH else 2
"""So many rows of a kind are typed into each widget, the first ones; the others are asked of Python in a page.

What was typed last is asked about again and again: it is soon computed.
"""

CALCULATORS = [name for name, widget in library.WIDGETS.items() if not isinstance(widget, Stepper)]
KEYED = CALCULATORS if EACH_IN_EACH else {name.split(".")[0]: name for name in CALCULATORS}.values()
"""What is used by keyboard here, in the short way one of each system; steppers are played to the end elsewhere."""

LINKS = int(os.environ.get("LINKS", 100))
"""How many hostile links are followed in each engine; all widgets have a share."""


def hostile_queries() -> dict[str, list[str]]:
    """Return the queries of hostile links, by the widget that they are about."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, query in hostile.queries(LINKS):
        found[name].append(query)
    return found


def left() -> list[tuple[str, str, dict[str, str]]]:
    """Return what no widget is told by hand: its name, what the row is about and all that its fields say."""
    return [
        (name, what, {**defaults(name), **values})
        for rows in (ANSWERED, REFUSED)
        for name, of in rows.items()
        for what, values in ([*of.items()][TYPED:] if TYPED else [])
    ]


def story(visit: Visit, name: str) -> None:
    """Tell what holds for every widget, on its page and in one Python."""
    visit.open(PLACES[name])
    widget = visit.widget(name).live()
    good = answers_as_python_does(widget, visit.language)
    refuses_in_words(widget, visit.language, good)
    with row(widget, "by keyboard, then by hostile links"):
        if name in KEYED:
            is_used_by_keyboard(widget, visit.language, good)
        takes_hostile_links(visit, widget, good)


@contextmanager
def row(widget: Widget, what: str) -> Iterator[None]:
    """Name the row that fails."""
    try:
        yield
    except Exception as fault:
        fault.add_note(f"{widget.name}: {what}")
        raise


def answers_as_python_does(widget: Widget, language: str) -> dict[str, str]:
    """Type every row that is answered, check that the page shows the native answer, and return what was typed last."""
    typed: dict[str, str] = {}
    for what, values in [*ANSWERED[widget.name].items()][:TYPED]:
        with row(widget, what):
            typed = {**defaults(widget.name), **values}
            assert widget.fill(typed) == "ready", widget.status.inner_text()
            assert widget.values() == typed
            widget.shows(native(widget.name, language, typed))
            assert widget.root.locator("[aria-invalid]").count() == 0
    return typed


def refuses_in_words(widget: Widget, language: str, good: Mapping[str, str]) -> None:
    """Type every row that is refused: a message beside each field, the last answer stays; then put all right."""
    before, visible = widget.shown(), widget.root.locator(".field-error:visible")
    for what, values in [*REFUSED[widget.name].items()][:TYPED]:
        with row(widget, what):
            expected = native(widget.name, language, {**good, **values})
            assert expected["state"] == "error"
            assert RULES.get(what, "") in expected["error"]
            assert widget.fill({**good, **values}) == "error"
            assert visible.count() == len(expected["errors"]) > 0
            for field, words in expected["errors"].items():
                message, control = widget.error(field), widget.control(field).first
                expect(message).to_have_text(words)
                expect(control).to_have_attribute("aria-invalid", "true")
                assert message.get_attribute("id") in (control.get_attribute("aria-describedby") or "").split()
            expect(widget.status).to_have_text(expected["error"])
            expect(widget.status).to_be_visible()
            assert widget.shown() == before
    assert widget.fill(good) == "ready"
    assert visible.count() == widget.root.locator("[aria-invalid]").count() == 0
    widget.shows(native(widget.name, language, good))


def is_used_by_keyboard(widget: Widget, language: str, good: Mapping[str, str]) -> None:
    """Come to the first field with Tab, type a bracket, press Enter, take it back: the focus stays in the field."""
    keyboard = widget.page.keyboard
    name = widget.root.evaluate("""(root) => [...root.querySelectorAll('input:is([type=text], :not([type]))')]
        .find((each) => each.checkVisibility() && !['name', 'party'].includes(each.name)).name""")
    field = widget.control(name)
    field.focus()
    keyboard.press("Shift+Tab")
    expect(field).not_to_be_focused()
    Keys(widget.page, widget).reach(f'rules-widget[name="{widget.name}"] [name="{name}"]')
    keyboard.press("End")
    keyboard.type("(")
    keyboard.press("Enter")
    expected = native(widget.name, language, {**good, name: f"{good[name]}("})
    assert widget.settled() == expected["state"] == "error"
    expect(widget.error(name)).to_have_text(expected["errors"][name])
    expect(field).to_be_focused()
    keyboard.press("Backspace")
    keyboard.press("Enter")
    assert widget.settled() == "ready"
    expect(field).to_be_focused()
    widget.shows(native(widget.name, language, good))


_FOLLOW = """async (queries) => {
  const faults = [];
  const moment = () => new Promise((go) => setTimeout(go, 20));
  for (const query of queries) {
    const link = document.createElement('a');
    link.href = `?${query}`;
    const widgets = [...document.querySelectorAll('rules-widget')];
    const keys = [...new URL(link.href).searchParams.keys()];
    if (!widgets.some((widget) => keys.some((key) => key.startsWith(`${widget.getAttribute('name')}.`)))) continue;
    document.body.append(link);
    link.click();
    link.remove();
    const end = performance.now() + 30_000;
    await moment();
    while (widgets.some((widget) => {
      const waits = widget.dataset.state === 'busy';
      if (waits) widget.querySelector('.widget-stop:not([hidden])')?.click();
      return waits;
    }) && performance.now() < end) await new Promise((go) => setTimeout(go, 5));
    for (const widget of widgets) {
      const status = widget.querySelector('.widget-status').textContent.trim();
      const fine = widget.dataset.state === 'ready' || (widget.dataset.state === 'error' && status);
      if (!fine || /fault in the page|不具合/.test(status)) {
        faults.push(`${widget.getAttribute('name')} ${widget.dataset.state} ${status} ?${query}`.slice(0, 600));
      }
    }
    if (globalThis.ran) faults.push(`ran: ${query}`);
  }
  return faults;
}"""


def takes_hostile_links(visit: Visit, widget: Widget, good: Mapping[str, str]) -> None:
    """Follow a share of links with something wrong in them: no script runs, a sentence is read; then an honest one."""
    assert visit.page.evaluate(_FOLLOW, hostile_queries()[widget.name]) == []
    visit.open(PLACES[widget.name], {f"{widget.name}.{field}": value for field, value in good.items()})
    assert widget.settled() == "ready"
    assert widget.values() == good
    widget.shows(native(widget.name, visit.language, good))
