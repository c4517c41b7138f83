"""The glossary, the tables and the rulings: complete, in both languages, and true to what the functions do."""

import re
from dataclasses import fields
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest

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
from rules_py.contest.play import contestant
from rules_py.errors import InputError
from rules_py.stepper import encode_actions

from .page import ask, read
from .strategies import possible
from .table import Table
from .test_house_rules import STORIES

SYSTEM = library.SYSTEMS["contest"]
ROOT = Path(__file__).parents[2]
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
KANJI = re.compile(r"[\u4e00-\u9fff々]")

TERMS = (
    "serial_contest contest round narrator scene participant gauge piece start_square heavy_wound_square dying_square "
    "own_side opponent_side push start_phase declare_phase augment_phase exchange_phase resolve_phase check_phase "
    "join_in many_to_one used_ability ability augment active_augment passive_augment permanent_augment grade bonus "
    "independent_act skill magic_ability follower possession relationship personality desperate_stake hero_point roll "
    "mastery bump_up bump_down success_level critical success failure fumble contest_chart winner loser strike_power "
    "heavy_wound dying yield draw hw"
)
"""Ledger §1."""
RULES = {"C-1": 14, "C-2": 2, "C-3": 21, "C-4": 4, "C-5": 6, "C-6": 9}
"""Ledger §2: how many rules each section has."""
ROWS = {"C-T1": 10, "C-T2": 4, "C-T3": 5, "C-T4": 4}
"""Ledger §3."""
EXAMPLES = ("X1", "X2", "X4", "X6", "X7", "X9", "X11", "X12", "X14", "X16", "X17", "X19", "XT1")
"""Ledger §6."""
RULE_IDS = {f"{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *(f"C-Q{n}" for n in range(1, 23)),
    *(f"C-M{n}" for n in range(1, 11)),
    *(f"C-{name}" for name in EXAMPLES),
}
LOST = {"C-Q2", "C-Q3", "C-Q4", "C-Q15", "C-Q19"}
"""Ledger §5: what the text promises or uses and does not hold."""
LETTERED = re.compile(r"(?<![A-Za-z0-9-])C-(?:\d+\.\d+|T\d+(?:\.\d+)?|XT\d+|[QMX]\d+)(?![\d])")


def both(text):
    """English without Japanese, Japanese with it, neither empty."""
    assert text.en.strip()
    assert text.ja.strip()
    return text


def spoken(text):
    assert not KANA_OR_KANJI.search(both(text).en)
    assert KANA_OR_KANJI.search(text.ja)


# --- glossary ---------------------------------------------------------------------------------------------------------


def test_every_term_of_the_text_is_explained():
    """Ledger §1: 57 terms, in its order."""
    assert list(SYSTEM.glossary) == TERMS.split()
    assert len(SYSTEM.glossary) == 57


@pytest.mark.parametrize("ident", TERMS.split())
def test_a_term_is_explained_in_both_languages(ident):
    term = SYSTEM.glossary[ident]
    assert term.id == ident
    assert not KANA_OR_KANJI.search(term.en)
    spoken(term.meaning)
    assert term.meaning.en.rstrip().endswith((".", "!", "?", ")"))
    assert term.meaning.ja.rstrip().endswith(("。", "）", ")"))
    assert bool(term.reading) == bool(KANJI.search(term.ja))
    assert not KANJI.search(term.reading)
    assert set(term.rules) <= KNOWN
    assert term.forms_en
    assert term.forms_ja
    for form in (*term.forms_en, *term.forms_ja):
        assert form == form.strip() != ""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_word_is_marked_as_one_term_only(language):
    """A spelling that two terms share would be linked to one of them at random."""
    seen: dict[str, str] = {}
    for term in SYSTEM.glossary.values():
        if term.tag:
            for form in term.forms(language):
                assert seen.setdefault(form.lower(), term.id) == term.id, form


# --- tables -----------------------------------------------------------------------------------------------------------


def test_every_table_has_all_its_rows():
    """C-T1.1 to C-T1.10, C-T2.1 to C-T2.4, C-T3.1 to C-T3.5, C-T4.1 to C-T4.4."""
    assert {ident: len(table.rows) for ident, table in SYSTEM.tables.items()} == ROWS
    for ident, table in SYSTEM.tables.items():
        assert table.id == ident
        spoken(table.title)
        assert [row.id for row in table.rows] == [f"{ident}.{n}" for n in range(1, ROWS[ident] + 1)]
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert row.rules
            assert set(row.rules) <= KNOWN
            for cell in row.cells:
                both(cell)
        for column in table.columns:
            spoken(column)


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


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_every_open_question_is_answered():
    """C-Q1 to C-Q22: question, answer and reason in both languages; what is lost is said to be lost."""
    assert list(SYSTEM.rulings) == [f"C-Q{n}" for n in range(1, 23)]
    assert {ident for ident, ruling in SYSTEM.rulings.items() if ruling.lost} == LOST
    for ident, ruling in SYSTEM.rulings.items():
        assert ruling.id == ident
        for text in (ruling.label, ruling.question, ruling.default, ruling.reason, *ruling.labels.values()):
            spoken(text)
        assert ruling.question.en.rstrip().endswith("?")
        assert ruling.question.ja.rstrip().endswith(("？", "か。", "?"))
        for option in ruling.options:
            both(option.text)
        assert len(ruling.labels) == (len(ruling.switches) if len(ruling.switches) > 1 else 0)


def test_the_data_and_the_code_know_the_same_switches():
    """Each field of `Rulings` belongs to one ruling; each answer is one that the field takes, the default first."""
    switches = [switch for ruling in SYSTEM.rulings.values() for switch in ruling.switches]
    assert sorted(switches) == sorted(f.name for f in fields(Rulings))
    defaults = Rulings()
    for ruling in SYSTEM.rulings.values():
        for switch in ruling.switches:
            answers = tuple(option.value for option in ruling.options if option.switch == switch)
            assert answers == Rulings.choices().get(switch, ())
            if answers:
                assert answers[0] == getattr(defaults, switch)
        if not ruling.switches:
            assert all(option.value is None for option in ruling.options)


def test_the_ruling_of_a_switch_is_the_one_that_the_stories_tell():
    assert {switch: ruling.id for ruling in SYSTEM.rulings.values() for switch in ruling.switches} == {
        switch: story[0] for switch, story in STORIES.items()
    }


# --- which widget a ruling changes ------------------------------------------------------------------------------------

ROLL, GAUGE, DIFFICULTY, STEPPER = "contest.roll", "contest.gauge", "contest.difficulty", "contest.stepper"
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


def results(widget, form):
    """The numbers that a widget shows: the summary and what stands in its first tables."""
    answer = ask(widget, form)
    assert answer["state"] == "ready", answer["error"]
    return answer["status"], read(answer, "output").tables[: 1 if widget == GAUGE else 2]


@pytest.mark.parametrize("widget", [ROLL, GAUGE, DIFFICULTY])
def test_a_calculator_offers_the_rulings_that_change_it(widget):
    """Each switch it offers changes its numbers for some input; it offers all of the rulings that name it."""
    offered = {name for name in library.WIDGETS[widget].fields if name in OWNER}
    assert {OWNER[name].id for name in offered} == {r.id for r in SYSTEM.rulings.values() if widget in r.widgets}
    before = [results(widget, form) for form in FORMS[widget]]
    for switch in sorted(offered):
        for value in OTHER[switch]:
            assert any(
                results(widget, form | spelled(switch, value)) != shown
                for form, shown in zip(FORMS[widget], before, strict=True)
            ), (switch, value)


SIDES = [
    Contestant(parse_ability("15")),
    Contestant(parse_ability("10W"), permanent=3, augments=2, strike_power=2),
    Contestant(parse_ability("19"), permanent=5, augments=7, wounded=True),
    Contestant(parse_ability("3"), blocked=True),
]


@pytest.mark.parametrize("switch", OWNER)
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


def games(house):
    """Games at random, as the stepper plays them."""
    dice = Random("games")
    for _ in range(60):
        table = Table(seed="seed", **house)
        table.scene = library.WIDGETS[STEPPER].start({})
        for _ in range(60):
            allowed = possible(table)
            if not allowed:
                break
            table.do(*dice.choice(allowed), careful=False)
        yield table.actions


def differing(actions, played, other):
    """The shortest beginning of a game that leads elsewhere under other rulings; None if there is none."""
    ours = theirs = library.WIDGETS[STEPPER].start({})
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


@pytest.mark.parametrize("switch", OWNER)
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
        actions = next(found for found in chain(*tries) if found)
        form |= {"seed": "seed", "actions": encode_actions(actions)}
        answers = ask(STEPPER, form), ask(STEPPER, form | spelled(switch, value))
        assert "ready" in (answers[0]["state"], answers[1]["state"])
        shown = [[answer["parts"].get(part) for part in ("output", "controls")] for answer in answers]
        assert shown[0] != shown[1], (switch, value)


# --- ids --------------------------------------------------------------------------------------------------------------


def marks(language):
    """Every rule mark of the pages, with repetitions."""
    found = []
    for page in sorted((ROOT / "docs" / language).rglob("*.md")):
        found += re.findall(r"\{(C-(?:\d+\.\d+|XT?\d+))\}", page.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_and_example_stands_on_a_page_once(language):
    """Ledger §2 and §6."""
    assert sorted(marks(language)) == sorted(RULE_IDS | {f"C-{name}" for name in EXAMPLES})


def test_no_id_is_made_up():
    """Every ledger id that the package names, in code, data and messages, exists."""
    for path in sorted((ROOT / "rules_py").rglob("*")):
        if path.suffix in (".py", ".toml"):
            text = path.read_text(encoding="utf-8")
            assert set(LETTERED.findall(text)) <= KNOWN, path


def test_every_rule_is_named_somewhere_in_the_package():
    """A rule that no function, message, table or term knows has been forgotten."""
    text = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rules_py").rglob("*") if path.suffix in (".py", ".toml")
    )
    named = set(LETTERED.findall(text))
    ranges = re.findall(r"(C-\d+)\.(\d+) to (?:C-\d+\.)?(\d+)", text)
    named |= {f"{section}.{n}" for section, first, last in ranges for n in range(int(first), int(last) + 1)}
    assert sorted(RULE_IDS - named) == []
