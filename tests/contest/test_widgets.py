"""The widgets as a page uses them: what they show, in both languages, and what they say when something is wrong."""

import re
from fractions import Fraction as F

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.contest import Ability, Contestant, Rulings, Side, Standing, contest_odds, exchange_odds, parse_ability
from rules_py.core.fields import ReadField
from rules_py.core.played import encode_actions
from rules_py.core.render import fraction, percent
from rules_py.core.text import LANGUAGES
from tests.junk import filled
from tests.page import Reader, ask, exact, exact_mean, in_heat, read, shown, shown_fraction
from tests.rows import every
from tests.stepper import pressing, short, tray

from . import reckoning as ledger
from .inputs import DIFFICULTY, FOUGHT, GAUGE, ROLL, SHORT, STEPPER
from .test_random_play import QUICK

# --- the numbers are the engine's -------------------------------------------------------------------------------------

ROLLED = [
    ({}, "15", {}, "12", {}),
    ({}, "10W", {"augments": 4, "strike_power": 2}, "19", {"wounded": True, "permanent": 3}),
    ({"beneficiary": "higher_roll", "equal_rolls": "reroll"}, "1", {"modifier": -3}, "20W3", {"blocked": True}),
    ({"blocked_any_square": "own_side", "block_at_equal_levels": False}, "20", {"blocked": True}, "20", {}),
]


def typed(side, ability, more):
    values = {f"ability_{side}": ability}
    for name, value in more.items():
        values[f"{name}_{side}"] = "1" if value is True else str(value)
    return values


@every(("house", "ability_a", "more_a", "ability_b", "more_b"), ROLLED)
def test_the_roll_calculator_shows_every_chance(house, ability_a, more_a, ability_b, more_b):
    """C-T1, C-XT1: moves and pairs, against the count by hand."""
    spelled = {name: {True: "yes", False: "no"}.get(value, value) for name, value in house.items()}
    answer = ask(ROLL, {**typed("a", ability_a, more_a), **typed("b", ability_b, more_b), **spelled})
    sides = []
    for ability, more in ((ability_a, more_a), (ability_b, more_b)):
        values = {"strike" if name == "strike_power" else name: value for name, value in more.items()}
        sides.append(ledger.Fighter(parse_ability(ability).value, **values))
    pairs, outcomes = ledger.exchange(*sides, house)
    moves, chart = read(answer).tables[:2]
    expected = {}
    for outcome, chance in outcomes.items():
        if isinstance(outcome, tuple):
            label = f"{outcome[1]}: any square"
        elif outcome:
            label = f"{abs(outcome)} towards {'B' if outcome > 0 else 'A'}"
        else:
            label = "stays"
        expected[label] = exact(chance)
    assert {row[0]: row[1] for row in moves[1:]} == expected
    names = ["Fumble", "Failure", "Success", "Critical"]
    found = {}
    for label, *chances in chart[1:]:
        better, worse = (names.index(word) for word in re.match(r"(\w+) – (\w+)", label).groups())
        found[better, worse] = chances[0]
        if better != worse:
            found[worse, better] = chances[1]
    assert found == {(a, b): exact(pairs.get((a, b), F(0))) for a in range(4) for b in range(4)}
    pushes = [
        sum(c for o, c in outcomes.items() if (o[1] == side if isinstance(o, tuple) else o * sign > 0))
        for side, sign in (("A", 1), ("B", -1))
    ]
    assert answer["status"] == (
        f"A pushes: {shown(pushes[0])}. The piece stays: {shown(1 - sum(pushes))}. B pushes: {shown(pushes[1])}."
    )


def test_the_working_of_a_roll_can_be_followed():
    answer = ask(ROLL, {"ability_a": "15", "wounded_a": "1", "permanent_a": "2", "augments_a": "3", "ability_b": "3W"})
    text = read(answer).text
    assert "A rolls with 13: the ability 15, halved by a heavy wound (C-6.2), +2 from permanent augments" in text
    assert "B has 1 mastery left" in text
    faces = read(answer).tables[2]
    assert [row[1:] for row in faces[1:]] == [["1/20", "1/20"], ["12/20", "2/20"], ["6/20", "16/20"], ["1/20", "1/20"]]


def test_nothing_falls_below_one_and_the_working_says_so():
    """C-Q22."""
    assert "C-Q22" in read(ask(ROLL, {"permanent_a": "-100"})).text
    assert "C-Q22" not in read(ask(ROLL)).text


@every("start", [(0, False, False), (3, False, False), (-4, True, False), (1, True, True)])
def test_the_whole_contest_from_any_square(start):
    """C-6.1 to C-6.9: summary, table and exact fractions."""
    position, wounded_a, wounded_b = start
    values = {"position": str(position), "wounded_a": "1" * wounded_a, "wounded_b": "1" * wounded_b}
    answer = ask(GAUGE, {"ability_a": "17", "ability_b": "14", **values})
    outlooks = contest_odds(
        Contestant(parse_ability("17"), wounded=wounded_a), Contestant(parse_ability("14"), wounded=wounded_b)
    )
    now = outlooks[Standing(*start)]
    rounds = f"{round(now.rounds, 2):.2f}"
    assert answer["status"] == (
        f"A wins {shown(now.wins_a)}, B wins {shown(1 - now.wins_a)}; {rounds} more rounds on average."
    )
    page = read(answer)
    assert [row[1] for row in page.tables[0][1:]] == [
        exact(chance) for chance in (now.wins_a, now.wins_b, now.unhurt_a, now.unhurt_b)
    ]
    assert str(now.wins_a) in page.text
    assert str(now.rounds) in page.text
    states = [(a, b) for a in (False, True) for b in (False, True) if a >= wounded_a and b >= wounded_b]
    for row in page.tables[1][1:]:
        square = int(row[0].replace("−", "-"))
        for cell, (hurt_a, hurt_b) in zip(row[1:], states, strict=True):
            impossible = (square >= 4 and not hurt_b) or (square <= -4 and not hurt_a)
            assert cell == ("—" if impossible else in_heat(outlooks[Standing(square, hurt_a, hurt_b)].wins_a))
    assert len(page.tables[1]) == 1 + 9


@every("half", range(1, 13))
def test_a_gauge_of_any_length_is_drawn_and_solved(half):
    """C-Q4: half-lengths 1 to 12."""
    values = {"heavy_wound_square": str(half), "dying_square": str(half + 1), "position": str(-half)}
    answer = ask(GAUGE, {**values, "wounded_a": "1"})
    assert answer["state"] == "ready"
    assert sum(tag == "rect" and "square" in a.get("class", "").split() for tag, a in read(answer).tags) == 2 * half + 3
    assert ask(GAUGE, {**values, "position": str(half + 1)})["errors"].keys() == {"position"}


def named_opponents(answer):
    return re.findall(r"(?:win|wound): (none is weak enough|[0-9W]+)", answer["status"])


@every(
    ("hero", "more", "win", "unhurt"),
    [
        ("17", {}, "60", "50"),
        ("15", {"strike_power_b": "2"}, "63", "75"),
        ("10W", {"permanent_a": "5", "strike_power_a": "2"}, "99", "5"),
        ("3", {}, "50", "99"),
        ("12", {"beneficiary": "higher_roll", "equal_rolls": "reroll", "wound_from": "on_the_square"}, "33.3", "45"),
    ],
)
def test_the_strongest_opponent_who_leaves_the_wished_chance(hero, more, win, unhurt):
    """The one named leaves it, the next stronger does not; found by plain search upward from 1."""
    answer = ask(DIFFICULTY, {**SHORT, "ability_a": hero, "win": win, "unhurt": unhurt, **more})
    rulings = Rulings(dying_square=2, heavy_wound_square=1, **{k: v for k, v in more.items() if k in Rulings.choices()})
    a = Contestant(
        parse_ability(hero),
        permanent=int(more.get("permanent_a", 0)),
        strike_power=int(more.get("strike_power_a", 1)),
    )

    def outlook(value):
        b = Contestant(Ability.of_value(value), strike_power=int(more.get("strike_power_b", 1)))
        return contest_odds(a, b, rulings)[Standing()]

    for name, wish, chance in zip(named_opponents(answer), (win, unhurt), ("wins_a", "unhurt_a"), strict=True):
        fitting = [value for value in range(1, 61) if getattr(outlook(value), chance) >= F(wish) / 100]
        assert name == (str(Ability.of_value(max(fitting))) if fitting else "none is weak enough")
        assert fitting == list(range(1, len(fitting) + 1)), "the weaker the opponent, the better"


@every("hero", ["17W8", "17W9", "1W20"])
def test_a_demigod_gets_an_answer_as_well(hero):
    """No hero is cut down to another's size: the opponent named is really the strongest, or is said to be the limit."""
    answer = ask(DIFFICULTY, {**SHORT, "ability_a": hero, "win": "60"})
    assert answer["state"] == "ready"
    named = parse_ability(named_opponents(answer)[0])
    stronger = Contestant(Ability.of_value(named.value + 1))
    rulings = Rulings(dying_square=2, heavy_wound_square=1)
    assert contest_odds(Contestant(parse_ability(hero)), stronger, rulings)[Standing()].wins_a < F(60, 100)
    assert hero in [row[0] for table in read(answer).tables for row in table], "the hero stands in the heat table"


def test_the_difficulty_tables_hold_the_engines_numbers():
    answer = ask(DIFFICULTY, {"ability_a": "17"})
    hero = parse_ability("17")
    around, heat, switches = read(answer).tables
    for name, wins, unhurt, rounds in around[1:]:
        now = contest_odds(Contestant(hero), Contestant(parse_ability(name)))[Standing()]
        assert (wins, unhurt, rounds) == (exact(now.wins_a), exact(now.unhurt_a), exact_mean(now.rounds))
    opponents = heat[0][1:]
    for own, *cells in heat[1:]:
        for opponent, cell in zip(opponents, cells, strict=True):
            now = contest_odds(Contestant(parse_ability(own)), Contestant(parse_ability(opponent)))[Standing()]
            assert cell == in_heat(now.wins_a)
    opponent = named_opponents(answer)[0]
    for label, cell, *_ in switches[1:]:
        found = re.search(r"\((C-Q\d+)\)", label)
        if found is None:
            assert label == "as set now"
            continue
        (option, switch) = next(
            (o.value, o.switch)
            for o in library.SYSTEMS["contest"].rulings[found[1]].options
            if f": {o.text.en} (" in label
        )
        rulings = Rulings(**{switch: option})
        now = contest_odds(Contestant(hero), Contestant(parse_ability(opponent)), rulings)[Standing()]
        assert cell == exact(now.wins_a), label


def test_the_stepper_shows_the_chances_from_here():
    """At every step the exact chance to win; 5W against 3W at the start."""
    values = {"seed": "x", "actions": encode_actions([["begin"], ["pair", 0, 1]])}
    answer = ask(STEPPER, values)
    now = contest_odds(Contestant(parse_ability("2W"), permanent=3), Contestant(parse_ability("1W"), permanent=2))[
        Standing()
    ]
    assert answer["status"].endswith(f"Chance to win: Tomoe {shown(now.wins_a)}, Garm {shown(now.wins_b)}.")


LEVELS = ["Critical", "Success", "Failure", "Fumble"]


def marked_cell(house, strikes, rolls):
    """The chart's cell that is marked after these rolls of Tomoe (5W) and Garm (3W): row, column, words."""
    actions = [
        ["begin"],
        ["pair", 0, 1],
        ["next"],
        ["declare", [[0, 0, strikes[0]], [1, 0, strikes[1]]], []],
        ["skip"],
        ["roll", [[0, *rolls]]],
    ]
    page = read(ask(STEPPER, {"seed": "x", "actions": encode_actions(actions), **house}))
    ((table, row, column),) = page.marked
    return LEVELS[row - 1], LEVELS[column - 1], page.tables[table][row][column]


def test_the_cell_that_applies_is_marked():
    """C-T1: A's level down, B's across; the number is the squares, the arrow the side."""
    assert marked_cell({}, (1, 1), (5, 15))[:2] == ("Success", "Failure")
    assert "2 → B C-T1.6" in marked_cell({}, (1, 1), (5, 15))[2]
    assert "3 → B C-T1.6" in marked_cell({}, (2, 1), (5, 15))[2]
    assert "2 → A C-T1.6" in marked_cell({}, (2, 1), (15, 3))[2]
    assert "1 → higher roll C-T1.8" in marked_cell({}, (1, 1), (15, 14))[2]
    assert "any square C-T1.4" in marked_cell({}, (1, 1), (1, 20))[2]


def test_the_marked_cell_follows_the_house_rules():
    """C-Q5, C-Q7: what the cell says is what the piece does."""
    cell = marked_cell({"strike_power_of": "opponent"}, (2, 1), (5, 15))[2]
    assert "2 → B" in cell
    cell = marked_cell({"beneficiary": "higher_roll"}, (1, 1), (15, 14))[2]
    assert "lower roll" in cell
    assert "higher roll" not in cell


# --- links ------------------------------------------------------------------------------------------------------------


def abilities(field):
    """What a person may type as an ability, as it would stand in a link."""
    return ["1", "17", "20", "10W", "10w", " 5W2 ", "１７"] if isinstance(field, ReadField) else []


ALWAYS = {ROLL: {}, GAUGE: SHORT | {"position": "1"}, DIFFICULTY: SHORT}
"""Gauges are short, so that they are solved in no time."""


@every("widget", [ROLL, GAUGE, DIFFICULTY])
@settings(max_examples=6, derandomize=True)
@given(data=st.data())
def test_a_link_brings_back_the_same_answer(widget, data):
    """State → URL → state: only what differs from the default is in the link, and it is enough."""
    values = data.draw(filled(widget, abilities)) | ALWAYS[widget]
    answer = ask(widget, values)
    assert answer["state"] == "ready", answer["error"]
    fields = library.WIDGETS[widget].fields
    assert answer["query"] == {name: value for name, value in values.items() if value != fields[name].default}
    again = ask(widget, answer["query"])
    assert again == answer
    for name, value in answer["query"].items():
        assert answer["values"].get(name, value) == value


def test_the_stepper_has_a_field_for_every_switch():
    """The form, the link and `Rulings` call a thing the same."""
    assert set(Rulings.choices()) < set(library.WIDGETS[STEPPER].fields)


# --- what is wrong ----------------------------------------------------------------------------------------------------


def test_each_wrong_field_has_its_own_message():
    answer = ask(ROLL, {"ability_a": "0", "augments_b": "-1", "beneficiary": "x", "ability_b": "17"})
    assert list(answer["errors"]) == ["ability_a", "augments_b", "beneficiary"]
    for message in answer["errors"].values():
        assert message in answer["error"]


def test_a_gauge_that_cannot_be_is_told_beside_its_field():
    """C-Q4."""
    answer = ask(GAUGE, {"heavy_wound_square": "6"})
    assert list(answer["errors"]) == ["heavy_wound_square"]
    assert "C-Q4" in answer["error"]
    answer = ask(GAUGE, {"position": "5"})
    assert list(answer["errors"]) == ["position"]
    assert "4" in answer["error"]


def test_a_contest_that_cannot_end_is_told_in_words():
    """C-Q11's other answer with six masteries more: no number, no crash."""
    for widget, values in (
        (GAUGE, {"ability_a": "12W7", "any_square": "gauge_square"}),
        (DIFFICULTY, {"ability_a": "12W12", "any_square": "gauge_square"}),
        (DIFFICULTY, {"ability_a": "12W12"}),
    ):
        answer = ask(widget, values)
        assert answer["state"] == ("error" if "any_square" in values and widget == GAUGE else answer["state"])
        assert answer["status"]


def test_a_contest_that_cannot_end_can_be_played_all_the_same():
    """C-Q11's other answer: no chance can be named, but every phase is there, and one may always yield (C-6.5)."""
    values = {"seed": "x", "any_square": "gauge_square"}
    actions = [["remove", 0], ["remove", 0], ["add", "A", False, "Sword 12W12"], ["add", "B", True, "Axe 10"]]
    actions += [["begin"], ["pair", 0, 1], ["next"], ["declare", [[0, 0, 1], [1, 0, 1]], []], ["skip"]]
    actions += [["roll", [[0, 5, 9]]], ["resolve"], ["place", 0, 4], ["next"], ["yield", 1]]
    for length in range(len(actions) + 1):
        answer = ask(STEPPER, values | {"actions": encode_actions(actions[:length])})
        assert answer["state"] == "ready", (actions[:length][-1:], answer["error"])


NASTY = '<img src=x onerror="alert(1)">&amp;'


@every("language", LANGUAGES)
def test_a_name_cannot_bring_html_with_it(language):
    """Names and abilities are shown as they were typed, never as tags."""
    name, ability = '<b onclick="x">&amp;</b>', "<script>1</script> Sw'ord\" & co"
    values = {"seed": "x", **SHORT}
    for pressed in (
        {"do": "add", "name": name, "narrator": "", "abilities": f"{ability} 17+2"},
        {"do": "begin"},
        {"do": "pair", "pair_a": "0", "pair_b": "2"},
        {"do": "declare", "ability_0": "0", "strike_0": "1", "ability_2": "0", "strike_2": "2"},
        {"do": "pass"},
        {"do": "pass"},
        {"do": "augment", "source": "0", "target": "2", "kind": "active"},
        {"do": "roll"},
    ):
        answer = ask(STEPPER, values, pressing(STEPPER, values, **pressed), language)
        assert answer["state"] == "ready", answer["error"]
        values |= answer["values"]
        page = read(answer)
        assert not {tag for tag, _ in page.tags} & {"b onclick", "script", "img"}
        assert all("onclick" not in attributes for _, attributes in page.tags)
        assert name in page.text or name in "".join(a.get("aria-label", "") for _, a in page.tags)
    static = library.widget_html(STEPPER, language, values)
    assert "<script" not in static
    assert "<b onclick" not in static


@every("name", ["abilities", "name"])
def test_a_refused_name_is_text_in_the_message(name):
    """Messages are text and not HTML; the page shows them as such."""
    pressed = {"do": "add", "name": "X", "narrator": "", "abilities": "Sword 17"} | {name: NASTY * 3}
    answer = ask(STEPPER, {"seed": "x"}, pressing(STEPPER, {"seed": "x"}, **pressed))
    assert list(answer["errors"]) == [name]
    assert answer["parts"] == {}


# --- buttons ----------------------------------------------------------------------------------------------------------

ROLLING = {"seed": "x", "actions": encode_actions(FOUGHT[:-1])}


@every("raw", ["", "0", "21", "--5", "-", "5-", "1.5", "x", "٣", "9" * 5_000, "\ud800"])
@every("side", "ab")
def test_a_wrong_die_is_told_beside_its_field(side, raw):
    """C-Q1: the d20 that was typed in."""
    pressed = {"do": "roll", "roll_0_a": "5", "roll_0_b": "5"} | {f"roll_0_{side}": raw}
    answer = ask(STEPPER, ROLLING, pressing(STEPPER, ROLLING, **pressed))
    assert answer["state"] == "error"
    assert list(answer["errors"]) == [f"roll_0_{side}"]
    assert "20" in answer["error"]


@every("raw", ["１７", " 17 "])
def test_a_die_is_read_like_any_other_number(raw):
    """Full-width digits are understood in every other field."""
    answer = ask(STEPPER, ROLLING, pressing(STEPPER, ROLLING, "roll", roll_0_a=raw, roll_0_b="5"))
    assert answer["state"] == "ready", answer["error"]
    assert "17" in answer["status"]


NO_BUTTONS = [
    "nonsense",
    "[]",
    "{}",
    "[[]]",
    "null",
    '["roll",[[0]]]',
    '["roll",[[0,1,2,3]]]',
    '["place",0]',
    '["place",0,{"control":"x"}]',
    '["join",{"choice":"x"}]',
    '["hero",0,"z"]',
    '["yield",-1]',
    '["remove",1e400]',
    '["draw",true]',
    '["pair",null,[]]',
    '{"choice":"x"}',
    '{"control":"x"}',
    '[{"choice":"x"}]',
    '["pair",{"choice":"x"},{}]',
    '["pair",' + "[" * 900 + "]" * 900 + ",0]",
    "[" * 900 + "]" * 900,
    "[" * 3000,
    ":",
    "roll:1",
    "roll:a:b",
    "resolve:1",
    "place",
    "place:x",
    "place:0:0",
    "hero",
    "hero:0",
    "hero:0:z",
    "hero:x:a",
    "yield",
    "yield:--1",
    "remove:" + "9" * 5_000,
    "draw:0:0",
    "pair",
    "join",
    "declare",
    "augment",
    "add",
    "undo:1",
    "__init__",
    "<b>",
]


@every("do", NO_BUTTONS)
def test_a_button_that_is_not_there_does_nothing(do):
    """Whatever is pressed in whatever phase, with whatever beside it, an answer comes back."""
    for length in (0, 1, 3, 4, 6, 7):
        answer = ask(STEPPER, {"seed": "x", "actions": encode_actions(FOUGHT[:length]), **QUICK}, {"do": do, "x": "[]"})
        assert answer["state"] == "error"
        assert answer["error"]


@every(
    "controls",
    [
        {"join_who": "2", "join_contest": "x"},
        {"join_who": "2", "join_contest": '[0,"c"]'},
        {"join_who": "2", "join_contest": '[9,"a"]'},
        {"join_who": "2", "join_contest": '[0,"a"]', "join_enemy": "q"},
        {"join_who": "--2", "join_contest": '[0,"a"]'},
        {},
    ],
)
def test_joining_with_controls_changed_by_hand(controls):
    actions = [*FOUGHT, ["resolve"], ["next"], ["next"], ["add", "Third", False, "Bow 14"]]
    values = {"seed": "x", "actions": encode_actions(actions)}
    answer = ask(STEPPER, values, pressing(STEPPER, values, "join", **controls))
    assert answer["state"] == "error"


def test_every_button_that_is_shown_can_be_pressed():
    """In every phase: a disabled button aside, each is either carried out or says what is missing."""
    for number in range(len(FOUGHT) + 1):
        values = {"seed": "x", "actions": encode_actions(FOUGHT[:number]), **QUICK}
        page = Reader(tray(ask(STEPPER, values)))
        selects, chosen, name = {}, {}, None
        for tag, attributes in page.tags:
            if tag == "select":
                name = attributes["name"]
            elif tag == "option":
                selects.setdefault(name, attributes["value"])
                if "selected" in attributes:
                    selects[name] = attributes["value"]
            elif tag == "input" and attributes.get("type") != "checkbox":
                chosen[attributes["name"]] = attributes.get("value", "")
        buttons = [a["value"] for tag, a in page.tags if tag == "button" and "disabled" not in a]
        assert buttons
        for button in buttons:
            answer = ask(STEPPER, values, {**selects, **chosen, "do": button})
            if answer["state"] == "error":
                assert short(button) in ("add", "roll", "augment", "next", "begin"), (
                    number,
                    button,
                    answer["error"],
                )


def test_pushes_and_stays_are_all_there_is():
    odds = exchange_odds(Contestant(parse_ability("15")), Contestant(parse_ability("12")))
    assert odds.pushes(Side.A) + odds.pushes(Side.B) + odds.stays == 1


@settings(max_examples=100, derandomize=True)
@given(st.fractions(0, 1, max_denominator=30_000))
@example(F(1, 99_999))
@example(F(99_998, 99_999))
@example(F(19_999, 20_000))
@example(F(1, 20_000))
def test_a_chance_is_never_rounded_to_never_or_always(chance):
    """One decimal at most; 0% and 100% are kept for what is certain."""
    assert percent(chance) == shown(chance)
    assert (percent(chance) in ("0%", "100%")) == (chance in (0, 1))
    assert fraction(chance) == shown_fraction(chance)


@every(("answer", "offered"), [("one_to_one", []), ("many_to_one", ["2", "0", "1"]), ("two_contests", ["2", "0", "1"])])
def test_in_round_1_a_taken_opponent_is_offered_only_where_that_is_ruled(answer, offered):
    """C-Q23: two fight each other; the third may choose one of them, or nobody."""
    actions = [["add", "Third", False, "Bow 14"], ["begin"], ["pair", 0, 1]]
    values = {"seed": "x", "actions": encode_actions(actions), "same_opponent": answer}
    name, found = "", []
    for tag, attributes in read(ask(STEPPER, values), "controls").tags:
        name = attributes["name"] if tag == "select" else name
        if tag == "option" and name == "pair_b":
            found.append(attributes["value"])
    assert found == offered
    pressed = {"do": "pair", "pair_a": "2", "pair_b": "1"}
    state = ask(STEPPER, values, pressing(STEPPER, values, **pressed))["state"]
    assert state == ("ready" if offered else "error")


@every("language", LANGUAGES)
def test_an_average_of_ten_rounds_and_more_is_said_once_with_the_exact_number_behind_it(language):
    values = {"ability_a": "15", "ability_b": "15", "heavy_wound_square": "7", "dying_square": "9"}
    answer = ask(GAUGE, values, language=language)
    assert "21.86" in answer["status"]
    assert "…" not in answer["status"]
    assert '<data value="21.855721…">21.86</data>' in answer["parts"]["output"]
