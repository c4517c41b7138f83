"""The tables and the rulings of the serial contest: true to what the functions and the widgets do."""

from functools import cache
from itertools import chain, product
from random import Random

from rules_py import library
from rules_py.contest import (
    Contestant,
    Rulings,
    Side,
    Standing,
    SuccessLevel,
    apply,
    chart_move,
    contest_odds,
    exchange_odds,
    parse_ability,
)
from rules_py.contest.model import contestant
from rules_py.core.errors import InputError
from rules_py.core.played import encode_actions
from tests.page import ask, without_effect
from tests.rows import every
from tests.stepper import at_first

from .inputs import DIFFICULTY, GAUGE, ROLL, STEPPER
from .ledger import TERMS
from .table import Table, possible

SYSTEM = library.SYSTEMS["contest"]

# --- glossary ---------------------------------------------------------------------------------------------------------


def test_the_ledger_has_57_terms():
    """Ledger §1."""
    assert len(TERMS) == len(SYSTEM.glossary) == 57


# --- tables -----------------------------------------------------------------------------------------------------------


def test_the_printed_chart_says_what_the_piece_does():
    """C-T1: levels, squares and direction of every row, for strike power 1 and 2, in both languages."""
    a, b = ("15", "12")
    names = {level.text.en: level for level in SuccessLevel} | {level.text.ja: level for level in SuccessLevel}
    for row in SYSTEM.tables["C-T1"].rows:
        one, other, _, squares, direction = row.cells
        for strike, language in product((1, 2), ("en", "ja")):
            sides = [Contestant(parse_ability(ability), strike_power=strike) for ability in (a, b)]
            levels = names[one.get(language)], names[other.get(language)]
            move = chart_move(levels, (5, 9), *sides)
            mirrored = chart_move(levels[::-1], (9, 5), *sides)
            assert move.row == mirrored.row == row.id
            printed = squares.get(language)
            if printed in ("any", "任意"):
                assert (move.free, mirrored.free) == ("a", "b")
            else:
                number = sum(strike if part == "s" else int(part) for part in printed.split(" + "))
                assert (move.squares, mirrored.squares) == (number, -number)
            said = direction.get(language)
            assert (said == "—") == (printed == "0")
            if said not in ("—",) and not move.free:
                by_roll = levels[0] == levels[1]
                assert ("higher number" in said or "出目の大きい" in said) == by_roll
                assert ("loser" in said or "敗者" in said) == (not by_roll)
                turned = chart_move(levels, (9, 5), *sides).squares
                assert turned == (-move.squares if by_roll else move.squares)


# --- which widget a ruling changes ------------------------------------------------------------------------------------

SPELLED = {True: "yes", False: "no"}
OTHER = {name: answers[1:] for name, answers in Rulings.choices().items()} | {
    "heavy_wound_square": (2,),
    "dying_square": (7,),
    "many_to_one_modifier": (0,),
}
OWNER = {switch: ruling for ruling in SYSTEM.rulings.values() for switch in ruling.switches}
SHORT = {"dying_square": "3", "heavy_wound_square": "1"}
FORMS = {
    ROLL: [
        {},
        {"strike_power_a": "2"},
        {"blocked_a": "1"},
        {"wounded_a": "1", "augments_a": "4", "permanent_a": "4"},
    ],
    GAUGE: [SHORT, SHORT | {"strike_power_a": "2"}, SHORT | {"augments_a": "4", "permanent_a": "4"}],
    DIFFICULTY: [SHORT | {"augments_a": "4", "permanent_a": "5", "strike_power_a": "2"}],
}


def spelled(switch, value):
    """A house rule as it stands in a link."""
    return {switch: SPELLED[value] if isinstance(value, bool) else str(value)}


@every("widget", FORMS)
def test_each_ruling_that_a_calculator_offers_changes_it(widget):
    """Its numbers, for some input."""
    offered = OWNER.keys() & library.WIDGETS[widget].fields
    changes = [spelled(switch, value) for switch in offered for value in OTHER[switch]]
    assert without_effect(widget, FORMS[widget], changes, tables=1 if widget == GAUGE else 2) == []


SIDES = [
    Contestant(parse_ability("15")),
    Contestant(parse_ability("10W"), permanent=3, augments=2, strike_power=2),
    Contestant(parse_ability("19"), permanent=5, augments=7, wounded=True),
    Contestant(parse_ability("3"), blocked=True),
]


@every("switch", OWNER)
def test_no_other_ruling_changes_a_calculator(switch):
    """What a widget does not offer makes no difference to what it computes; what it offers does."""
    for value in OTHER[switch]:
        rolls_alike = all(
            exchange_odds(a, b) == exchange_odds(a, b, Rulings(**{switch: value})) for a, b in product(SIDES, repeat=2)
        )
        assert rolls_alike == (switch not in library.WIDGETS[ROLL].fields)
        gauge = {"dying_square": 4, "heavy_wound_square": 1}
        ends_alike = all(
            contest_odds(a, b, Rulings(**gauge))[Standing()]
            == contest_odds(a, b, Rulings(**(gauge | {switch: value})))[Standing()]
            for a, b in product(SIDES[:3], repeat=2)
        )
        assert ends_alike == (switch not in library.WIDGETS[GAUGE].fields)
        assert (switch in library.WIDGETS[GAUGE].fields) == (switch in library.WIDGETS[DIFFICULTY].fields)


@cache
def game(number, house):
    """A game at random, as the stepper plays it under some rulings."""
    dice = Random(number)
    table = Table(seed="seed", **dict(house))
    table.state = at_first(library.WIDGETS[STEPPER])
    for _ in range(60):
        allowed = possible(table)
        if not allowed:
            break
        table.do(*dice.choice(allowed), careful=False)
    return table.actions


def games(house):
    return (game(number, tuple(house.items())) for number in range(60))


def differing(actions, played, other):
    """The shortest beginning of a game that leads elsewhere under other rulings; None if there is none."""
    ours = theirs = at_first(library.WIDGETS[STEPPER])
    for number, action in enumerate(actions, start=1):
        ours, _ = apply(ours, action, played, "seed")
        try:
            theirs, _ = apply(theirs, action, other, "seed")
        except InputError:
            return actions[:number]
        if visible(ours, played) != visible(theirs, other):
            return actions[:number]
    return None


def visible(scene, rulings):
    """What a reader sees of a scene: pieces, wounds, sides, dice, abilities."""
    rolled_with = [contestant(scene, n, side, rulings).effective(rulings).value for n in scene.running for side in Side]
    contests = [(c.position, c.result, c.sides, c.levels, c.placing, c.augments) for c in scene.contests]
    return contests, rolled_with, [(c.wounded, c.dying) for c in scene.characters], scene.blocked


@every("switch", OWNER)
def test_every_switch_changes_the_stepper(switch):
    """Found by search: a game that leads elsewhere, or cannot go on, under the other answer."""
    assert STEPPER in OWNER[switch].widgets
    common = {"dying_square": 7} if switch == "wound_from" else {}
    form = {name: str(value) for name, value in common.items()}
    for value in OTHER[switch]:
        ours, theirs = Rulings(**common), Rulings(**common, **{switch: value})
        tries = (
            (differing(a, ours, theirs) for a in games(common)),
            (differing(a, theirs, ours) for a in games(common | {switch: value})),
        )
        assert any(
            shown_otherwise(found, form, switch, value)
            for found in chain.from_iterable(zip(*tries, strict=True))
            if found
        ), (switch, value)


def shown_otherwise(actions, form, switch, value):
    """Whether a reader sees the difference."""
    form = form | {"seed": "seed", "actions": encode_actions(actions)}
    answers = ask(STEPPER, form), ask(STEPPER, form | spelled(switch, value))
    assert "ready" in (answers[0]["state"], answers[1]["state"])
    shown = [[answer["parts"].get(part) for part in ("output", "controls")] for answer in answers]
    return shown[0] != shown[1]
