"""“Copy as …”: what a calculator rolls, typed into the tools of online tables, is what the calculator counts.

The dice bot rolls itself, as do icepool and the parser of Avrae; Foundry, Roll20, Dice Maiden and AnyDice are read by
the small grammars of this file, which know nothing of ours.
"""

import re
import warnings
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

import icepool
from hypothesis import given
from hypothesis import strategies as st

from rules_py import library
from rules_py.avatar.cards import remaining
from rules_py.core.fields import ChoiceField, FlagField, IntegerField
from rules_py.core.notation import TOOLS, OneDie, Pool, Roll, Sum, TopCard, notations
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES, same
from rules_py.exports.widgets import CharacterWidget
from tests.exports.online import Ask, roll
from tests.page import ask, parsed
from tests.rows import every

with warnings.catch_warnings():  # its parser imports a module that Python is about to drop
    warnings.simplefilter("ignore", DeprecationWarning)
    import d20

CALCULATORS = [
    name
    for name, widget in library.WIDGETS.items()
    if not isinstance(widget, Stepper | CharacterWidget)  # a character has a palette
]
ROLLING = [
    "contest.roll",
    "contest.gauge",
    "contest.difficulty",
    "prophecy.check",
    "prophecy.attack",
    "prophecy.difficulty",
    "prophecy.initiative",
    "prophecy.condition",
    "exorcist.pool",
    "exorcist.attack",
    "exorcist.difficulty",
    "avatar.check",
    "avatar.love",
    "avatar.event",
    "kamui.pool",
    "kamui.attack",
    "kamui.grace",
    "kamui.difficulty",
]
ANSWER = {"en": "Question and answer", "ja": "質問と答え"}
BCDICE, FOUNDRY, ROLL20, AVRAE, MAIDEN, ANYDICE, ICEPOOL, PLAIN = (tool.en for tool in TOOLS)


# --- what stands in the page ------------------------------------------------------------------------------------------


@dataclass
class Menu:
    """What a reader sees in the fold.

    Args:
        lines: By tool, what can be copied: what it is for, and the line.
        notes: By tool, what stands below.
        told: What none of the tools knows, or why nothing is rolled.
        labels: By tool, what the buttons are called.
        answer: Question and answer, line by line.
        hint: What stands on top.
    """

    lines: dict[str, list[tuple[str, str]]]
    notes: dict[str, str]
    told: list[str]
    labels: dict[str, list[str]]
    answer: list[str]
    hint: str

    def line(self, tool, n=0):
        return self.lines[tool][n][1]


def menu(widget, values=(), language="en"):
    answer = ask(widget, dict(values), language=language, copies=True)
    assert answer["state"] == "ready", answer["error"]
    found = parsed(answer["parts"]["output"]).xpath("//details[@class='copy-as']")
    assert len(found) <= 1
    if not found:
        return None
    hint = found[0].findtext("p") or ""
    shown = Menu({}, {}, [each.text_content() for each in found[0].iter("li")], {}, [], hint)
    rows = found[0].xpath(".//dl/div")
    for row, tool in zip(rows, TOOLS[-len(rows) :], strict=True):
        assert row.findtext("dt") == tool.get(language)
        typed = [each for each in row.iter("dd") if each.find("code") is not None]
        shown.lines[tool.en] = [(each.findtext("span") or "", each.findtext("code")) for each in typed]
        shown.labels[tool.en] = [each.find("button").get("aria-label") for each in typed]
        assert all((each.find("button").get("type"), each.find("button").text) for each in typed)
        shown.notes[tool.en] = " ".join(row.xpath("dd[@class='field-hint']/text()"))
    *shown.lines[PLAIN], (name, answer) = shown.lines[PLAIN]
    assert name == ANSWER[language]
    assert shown.labels[PLAIN].pop().endswith(name)
    shown.answer = answer.split("\n")
    if not shown.lines[PLAIN]:
        shown.lines.clear()
    return shown


def chance(widget, values=()):
    """The chance that a calculator names first, exactly."""
    asked = library.WIDGETS[widget]
    return asked.answer(asked.read(asked.values(dict(values))), {}, "en").measure("en")


def test_every_calculator_can_be_copied():
    """The forecast of faith rolls nothing; a hand of cards is no roll either: question and answer go along in words."""
    found = {name: menu(name) for name in CALCULATORS}
    assert [name for name, shown in found.items() if BCDICE in shown.lines] == ROLLING
    assert all(shown.answer for shown in found.values())
    for name in set(CALCULATORS) - set(ROLLING):
        assert (found[name].lines, found[name].told) == ({}, [])
        assert found[name].hint.startswith("Nothing is rolled here")


def test_question_and_answer_in_words():
    assert menu("kamui.faith", {"rifts": "2, 7"}).answer == [
        "Faith forecast",
        "Faith now 30; Faith wanted 80; Rounds to look at 3",
        "On the ring: Squares of the kamui 2, 2, 7; Squares each moves in a round (K-Q22) 1; "
        "Squares of the rifts 2, 7; Whose faith, if each has its own 1",
        "Best after 3 rounds: faith 70, 70 if nobody moves. 80 is reached after round 4 at the earliest.",
    ]
    assert menu("avatar.difficulty", {}, "ja").answer == [
        "難度計算機",
        "一度に出す枚数 3、手札上限 3、カードに使えるEP 100、望む確率（%） 70",
        "難度23（段階13〜25）：出すカード3枚、山札は1枚まで、成功70.7%（207013/292825）。",
    ]


@every("name", CALCULATORS)
def test_the_answer_in_words_is_that_of_the_calculator_with_its_exact_numbers(name):
    for language in LANGUAGES:
        widget = library.WIDGETS[name]
        lines = menu(name, {}, language).answer
        assert lines[0] == widget.title.get(language)
        assert lines[-1] == widget.answer(widget.read(widget.values({})), {}, language).status.get(language)


def test_the_question_in_words_names_house_rules_that_are_chosen():
    chosen = menu("kamui.faith", {"rift_faith": "per_pair"}).answer
    assert len(chosen) == len(menu("kamui.faith").answer) + 1
    assert "K-Q11" in chosen[-2]


def test_a_question_says_words_of_its_language_and_nothing_of_what_is_left_empty():
    english, japanese = (menu("prophecy.attack", {}, language).answer[1] for language in LANGUAGES)
    assert english.endswith("Recipe Poison, Cast Down, Puncture, Life Steal, Freeze")
    assert "レシピ 毒、" in japanese
    assert "Conditions" not in english


def test_a_wicked_answer_is_only_a_text():
    shown = menu("prophecy.initiative", {"pcs": "<b>&amp; 1"})
    assert "Modifiers, one for each <b>&amp; 1" in shown.answer[1]


@every("name", ROLLING)
def test_both_languages_copy_the_same(name):
    english, japanese = (menu(name, {}, language) for language in LANGUAGES)
    assert len(english.answer) == len(japanese.answer)
    for tool in (each.en for each in TOOLS[:-1]):
        lines = [[line.replace("ジョーカー", "Joker") for _, line in each.lines[tool]] for each in (english, japanese)]
        assert lines[0] == lines[1]
    assert [len(each) for each in english.notes.values()] != [0] * len(TOOLS)
    assert [bool(each) for each in english.notes.values()] == [bool(each) for each in japanese.notes.values()]
    assert len(english.told) == len(japanese.told) > 0


@every("name", ROLLING)
def test_each_key_is_called_by_what_it_copies(name):
    """By the word that it shows, the tool, and what is rolled where there are several."""
    for language, word in (("en", "Copy"), ("ja", "コピー")):
        shown = menu(name, {}, language)
        every_label = [label for labels in shown.labels.values() for label in labels]
        assert len(set(every_label)) == len(every_label)
        for tool in TOOLS:
            for label, (what, _) in zip(shown.labels[tool.en], shown.lines[tool.en], strict=True):
                assert word in label
                assert tool.get(language) in label
                assert what in label


def test_the_menu_stands_at_the_end_of_the_answer_and_is_shut():
    answer = parsed(ask("exorcist.pool")["parts"]["output"])
    assert answer[-1].get("class") == "copy-as"
    assert answer[-1].get("open") is None
    assert answer[-1].findtext("summary") == "Copy as …"
    assert len(answer[-1]) == 1, "what stands in it is asked for when it is opened"


def test_a_line_that_is_read_without_styles_is_no_single_word():
    output = ask("contest.roll", copies=True)["parts"]["output"]
    (row, *_) = parsed(output).xpath("//details//dl/div/dd")
    assert row.text_content() == "Hero (A): 15 1D20<=15 Copy"


def test_a_wicked_name_is_only_a_name():
    """Nor does a name become a rule."""
    shown = menu("prophecy.initiative", {"pcs": "P-3.6 & ]] 1, Ren"})
    assert [name for name, _ in shown.lines[BCDICE]] == ["P-3.6 & ]]", "Ren"]


def test_those_who_roll_the_same_share_a_line():
    shown = menu("prophecy.initiative", {"pcs": "Mio 1, Ren, Sae 1"})
    assert shown.lines[BCDICE] == [("Mio, Sae", "2D6+1"), ("Ren", "2D6")]


# --- what is to be rolled, reckoned here ------------------------------------------------------------------------------


def share(values):
    """The chance of each value, all being equally likely, or each as often as it says."""
    found = Counter(values)
    total = found.total()
    return {value: Fraction(count, total) for value, count in sorted(found.items()) if count}


def rolls(dice, faces=6):
    return product(range(1, faces + 1), repeat=dice)


def throws(dice, faces=6):
    """Every roll, sorted, and in how many orders it falls."""
    for rolled in combinations_with_replacement(range(1, faces + 1), dice):
        yield rolled, factorial(dice) // prod(map(factorial, Counter(rolled).values()))


@dataclass
class Wanted:
    """What a roll is to be.

    Args:
        values: The chance of each value: a total, or a number of successes.
        target: What the value has to reach, where that is asked.
    """

    values: dict[int, Fraction]
    target: int | None = None

    def is_met_by(self, found, note):
        """Say whether a tool shows it: the value, or at once whether the target is reached; else it says so."""
        if self.target is None:
            return found == self.values
        passed = sum((share for value, share in self.values.items() if value >= self.target), start=Fraction(0))
        reached = {value: odds for value, odds in ((0, 1 - passed), (1, passed)) if odds}
        if found == reached:
            return "Check for yourself" not in note
        return found == self.values and f"it is {self.target} or more" in note


def summed(dice, added, target=None, best=None):
    return Wanted(share(sum(sorted(faces)[-(best or dice) :]) + added for faces in rolls(dice)), target)


def counted(dice, faces, good):
    return Wanted(share(sum(face in good for face in rolled) for rolled in rolls(dice, faces)))


def at_most(most):
    return counted(1, 20, range(1, most + 1))


WANTED = {
    "a check": ("prophecy.check", {"ability": "5", "target": "12"}, [summed(2, 5, 12)]),
    "a check of no ability": ("prophecy.check", {"ability": "0", "target": "7"}, [summed(2, 0, 7)]),
    "a cursed check": (
        "prophecy.check",
        {"ability": "-9", "target": "-4", "conditions": "Restriction 2"},
        [summed(2, -11, -4)],
    ),
    "a check against nothing": ("prophecy.check", {"ability": "-4", "target": "0"}, [summed(2, -4, 0)]),
    "a Factor": ("prophecy.check", {"dice": "3", "ability": "2", "target": "13"}, [summed(3, 2, 13)]),
    "a Factor, the best two": (
        "prophecy.check",
        {"dice": "3", "ability": "2", "target": "11", "third_die": "best_two"},
        [summed(3, 2, 11, 2)],
    ),
    "the best two of three, less than nothing": (
        "prophecy.check",
        {"dice": "3", "ability": "-8", "target": "1", "third_die": "best_two"},
        [summed(3, -8, 1, 2)],
    ),
    "an attack": ("prophecy.attack", {}, [summed(2, 6), summed(2, 4)]),
    "a counter against a prepared guard, covered": (
        "prophecy.attack",
        {"kind": "counter", "cast_conditions": "Cast Down", "guard_dice": "3", "guard_conditions": "Guard Down 2"}
        | {"cover": "1", "cover_guard": "-3", "cover_conditions": "Guard Down"},
        [summed(2, 6), summed(3, 2), summed(2, -4)],
    ),
    "initiative": ("prophecy.initiative", {"pcs": "Mio (Speed Up 2), Ren -1"}, [summed(2, 2), summed(2, -1)]),
    "a target for a party": (
        "prophecy.difficulty",
        {},
        [summed(2, 3, 9), summed(2, 4, 9), summed(2, 5, 9)],
    ),
    "a pool": ("exorcist.pool", {"dice": "3"}, [counted(3, 6, (4, 5, 6))]),
    "a hard pool": ("exorcist.pool", {"dice": "2", "manoeuvre": "1"}, [counted(2, 6, (5, 6))]),
    "nothing but a 6": ("exorcist.pool", {"dice": "2", "difficulty": "ultra_hard"}, [counted(2, 6, (6,))]),
    "a die out of nothing": ("exorcist.pool", {"dice": "0", "no_dice": "one_die"}, [counted(1, 6, (4, 5, 6))]),
    "an attack and its evasion": (
        "exorcist.attack",
        {"dice": "2", "focus": "1", "pressure": "hard", "more": ""},
        [counted(2, 6, (3, 4, 5, 6)), counted(4, 6, (5, 6))],
    ),
    "a split attack": (
        "exorcist.attack",
        {"dice": "3", "continuous": "1", "split": "2+1", "target": "kaii", "more": ""},
        [counted(2, 6, (4, 5, 6)), counted(1, 6, (4, 5, 6))],
    ),
    "a difficulty for a party": (
        "exorcist.difficulty",
        {"party": "1, 2, 1", "wish": "88"},
        [counted(1, 6, (4, 5, 6)), counted(2, 6, (4, 5, 6))],
    ),
    "an exchange": ("contest.roll", {"ability_a": "15", "ability_b": "12"}, [at_most(15), at_most(12)]),
    "masteries": (
        "contest.roll",
        {"ability_a": "10W", "permanent_a": "5", "wounded_b": "1"},
        [at_most(15), at_most(6)],
    ),
    "an ability of 20": ("contest.gauge", {"ability_a": "20", "ability_b": "1"}, [at_most(20), at_most(1)]),
    "an opponent": ("contest.difficulty", {}, [at_most(17), at_most(14)]),
    "a check with traits": ("kamui.pool", {"dice": "2", "traits": "1", "ability": "3"}, [counted(3, 10, (1, 2, 3))]),
    "from a fixed number on": (
        "kamui.pool",
        {"ability": "3", "success": "at_least_fixed", "success_face": "7", "die": "d8"},
        [counted(2, 8, (7, 8))],
    ),
    "from the target number on": (
        "kamui.pool",
        {"ability": "6", "success": "at_least_target", "die": "d6"},
        [counted(2, 6, (6,))],
    ),
    "attacks": ("kamui.attack", {}, [counted(3, 10, range(1, 6)), counted(1, 10, range(1, 6))]),
    "attacks as they like": (
        "kamui.attack",
        {"action": "3", "attacks": "1", "more": "7/6/2/0", "split": "1+2"},
        [counted(1, 10, range(1, 6)), counted(2, 10, range(1, 8))],
    ),
    "grace": (
        "kamui.grace",
        {"party": "1/4/1, 2/5/0, 1/4/3"},
        [counted(1, 10, range(1, 5)), counted(2, 10, range(1, 6))],
    ),
    "successes for a party": (
        "kamui.difficulty",
        {"party": "2/5, 1/9"},
        [counted(2, 10, range(1, 6)), counted(1, 10, range(1, 10))],
    ),
}
"""What a calculator asks, and what has to be rolled for it."""


def lines_of(name, tool):
    """The lines of a case for a tool, with what each has to be and what stands below."""
    widget, values, wanted = WANTED[name]
    shown = menu(widget, values)
    assert len(shown.lines[tool]) == len(wanted)
    return [(line, each, shown.notes[tool]) for (_, line), each in zip(shown.lines[tool], wanted, strict=True)]


# --- the dice bot -----------------------------------------------------------------------------------------------------


class Fallen(NamedTuple):
    """A roll, in how many orders it falls, and what the bot says to it."""

    faces: tuple[int, ...]
    ways: int
    said: dict


class Line(NamedTuple):
    """A line, its dice, and in which bot's room it is typed."""

    text: str
    dice: int
    faces: int = 6
    bot: str = "DiceBot"

    @property
    def asked(self):
        return [Ask(self.bot, self.text, rolled) for rolled, _ in throws(self.dice, self.faces)]


def bot_rolls(lines):
    """What the bot says to every roll of some lines, line by line."""
    lines = list(lines)
    told = roll(asked for line in lines for asked in line.asked)
    assert all(each and not each["left"] for each in told.values())
    return [
        [Fallen(rolled, ways, told[Ask(line.bot, line.text, rolled)]) for rolled, ways in throws(line.dice, line.faces)]
        for line in lines
    ]


def counter_of(fallen, what):
    """How many rolls there are for each of what the bot says."""
    found = Counter()
    for each in fallen:
        found[what(each.said)] += each.ways
    return found


def part(fallen, passes):
    """The chance that something is true of a roll."""
    return Fraction(sum(each.ways for each in fallen if passes(each)), sum(each.ways for each in fallen))


def value(said):
    """The total or the number of successes that the bot names."""
    if found := re.search(r"成功数:?(\d+)\s*$", said["text"]):
        return int(found[1])
    return int(re.findall(r"＞ (-?\d+)(?: ＞ [^\d]+)?$", said["text"])[-1])


def dice_of(line):
    return tuple(map(int, re.match(r"(\d+)[DB](\d+)", line).groups()))


def test_the_dice_bot_does_not_care_in_which_order_dice_fall():
    """So that each roll need be typed in one order only."""
    for line in ("2D6+5>=12", "3D6KH2+5>=12", "3B6>=4", "2B10<=3"):
        dice, faces = dice_of(line)
        told = roll(Ask("DiceBot", line, rolled) for rolled in rolls(dice, faces))
        assert len(told) == faces**dice
        by_faces = {ask.dice: (value(said), said["success"]) for ask, said in told.items()}
        assert all(found == by_faces[tuple(sorted(rolled))] for rolled, found in by_faces.items())


def test_the_dice_bot_rolls_what_is_wanted():
    lines = [(line, *dice_of(line), wanted) for name in WANTED for line, wanted, _ in lines_of(name, BCDICE)]
    said = bot_rolls(Line(line, dice, faces) for line, dice, faces, _ in lines)
    for (line, *_, wanted), fallen in zip(lines, said, strict=True):
        if line.startswith("1D20"):
            assert share(counter_of(fallen, lambda said: int(said["success"]))) == wanted.values, line
            continue
        assert share(counter_of(fallen, value)) == wanted.values, line
        if wanted.target is not None:
            assert all(each.said["success"] == (value(each.said) >= wanted.target) for each in fallen), line
            assert all(each.said["failure"] != each.said["success"] for each in fallen), line


CHECKS = [
    {"ability": ability, "target": target} | more
    for ability, target in (("5", "12"), ("-2", "9"), ("3", "40"), ("-99", "-99"))
    for more in (
        {},
        {"dice": "3"},
        {"dice": "3", "third_die": "best_two"},
        {"dice": "3", "lucky_needs": "exactly_two", "fumble_needs": "two_ones"},
    )
]


def checks(*, dice=("2", "3"), bot="DiceBot"):
    """Each of the checks, what stands in its menu, and what the bot says to it."""
    asked = [each for each in CHECKS if each.get("dice", "2") in dice]
    shown = [menu("prophecy.check", each) for each in asked]
    lines = [
        Line(each.line(BCDICE), int(how.get("dice", "2")), bot=bot) for each, how in zip(shown, asked, strict=True)
    ]
    return zip(asked, shown, bot_rolls(lines), strict=True)


def test_of_a_check_the_bot_misses_lucky_and_fumble_and_nothing_else():
    """All faces summed are the calculator's chance, once two 6s succeed and all 1s fail (P-5.2, P-5.4)."""
    for asked, _, fallen in checks():

        def passes(each, asked=asked):
            sixes, ones = each.faces.count(6), each.faces.count(1)
            if sixes == 2 or (sixes == 3 and "lucky_needs" not in asked):
                return True
            if ones == len(each.faces) or (ones == 2 and "fumble_needs" in asked):
                return False
            return each.said["success"]

        assert part(fallen, passes) == chance("prophecy.check", asked), asked


def test_the_bot_of_the_game_knows_lucky_and_fumble():
    """In its room the chance of the line is the calculator's, as the menu says."""
    for asked, shown, fallen in checks(dice="2", bot="SRS"):
        assert part(fallen, lambda each: each.said["success"]) == chance("prophecy.check", asked), asked
        assert [each.faces for each in fallen if each.said["critical"]] == [(6, 6)]
        assert [each.faces for each in fallen if each.said["fumble"]] == [(1, 1)]
        assert "SRS" in shown.notes[BCDICE]


def test_nothing_is_promised_of_that_bot_for_three_dice():
    for _, shown, fallen in checks(dice="3", bot="SRS"):
        assert "SRS" not in shown.notes[BCDICE]
        assert shown.told == ["Lucky succeeds and Fumble fails, whatever the total (P-5.2, P-5.4)."]
        assert not any(each.said["critical"] or each.said["fumble"] for each in fallen)


@every(
    "asked", [{}, {"cast": "2", "guard": "9"}, {"forced_results": "not_applied"}, {"forced_results": "attacker_first"}]
)
def test_the_lines_of_both_sides_together_are_the_attack(asked):
    """Totals compared, and what Lucky and Fumble force (P-10.10, P-Q12)."""
    shown = menu("prophecy.attack", asked)
    sides = bot_rolls(Line(shown.line(BCDICE, n), 2) for n in (0, 1))
    hits = 0
    for cast, guard in product(*sides):
        mine, his = cast.faces, guard.faces
        up, down = ((mine == (6, 6)) + (his == (1, 1))), ((his == (6, 6)) + (mine == (1, 1)))
        hit = value(cast.said) >= value(guard.said)
        ruling = asked.get("forced_results")
        if ruling == "attacker_first" and mine in ((6, 6), (1, 1)):
            hit = mine == (6, 6)
        elif ruling != "not_applied" and bool(up) != bool(down):
            hit = bool(up)
        hits += hit * cast.ways * guard.ways
    assert Fraction(hits, 36 * 36) == chance("prophecy.attack", asked)
    assert any("P-Q12" in each for each in shown.told) == (asked.get("forced_results") != "not_applied")


@every(
    ("condition", "lines"),
    [
        ("cast_down", ["2D6+5", "2D6+4"]),
        ("guard_up", ["2D6+7", "2D6+5"]),
        ("speed_up", ["2D6+1"]),
        ("restriction", ["2D6+5", "2D6+4", "2D6+7", "2D6+3", "2D6+3>=10", "2D6-1"]),
        ("puncture", ["2D6+7", "2D6+4"]),
    ],
)
def test_what_a_condition_changes_is_rolled_with_one_copy(condition, lines):
    """Cast 6 against guard 4, guard 4 against cast 7, ability 4 against 10, initiative (P-M12)."""
    shown = menu("prophecy.condition", {"condition": condition})
    assert [line for _, line in shown.lines[BCDICE]] == lines


def test_puncture_makes_the_hit_certain_and_no_tool_knows_it():
    assert any("P-17.17a" in said for said in menu("prophecy.condition", {"condition": "puncture"}).told)
    assert not any("P-17.17a" in said for said in menu("prophecy.condition", {"condition": "guard_up"}).told)


def test_a_condition_that_changes_no_roll_is_told_in_words():
    assert BCDICE not in menu("prophecy.condition", {"condition": "poison"}).lines


@every(("modifier", "dominance"), [("0", 8), ("2", 8), ("-3", 3)])
def test_the_line_of_initiative_settles_who_is_first(modifier, dominance):
    asked = {"pcs": modifier, "enemies": str(dominance)}
    (fallen,) = bot_rolls([Line(menu("prophecy.initiative", asked).line(BCDICE), 2)])
    ahead = part(fallen, lambda each: value(each.said) > dominance)
    level = part(fallen, lambda each: value(each.said) == dominance)
    assert ahead + level / 2 == chance("prophecy.initiative", asked)


def test_the_pools_of_exorcists_are_those_of_the_calculator():
    """One success is enough (E-3.9)."""
    ladder = ("kids", "easy", "normal", "hard", "ultra_hard")
    asked = [{"dice": str(dice), "difficulty": difficulty} for dice in (1, 2, 3) for difficulty in ladder]
    lines = [Line(menu("exorcist.pool", each).line(BCDICE), int(each["dice"])) for each in asked]
    for each, line, fallen in zip(asked, lines, bot_rolls(lines), strict=True):
        assert part(fallen, lambda one: value(one.said) > 0) == chance("exorcist.pool", each)
        attack = each | {"more": "", "evade_dice": "1"}
        assert chance("exorcist.attack", attack) == chance("exorcist.pool", each)
        assert menu("exorcist.attack", attack).line(BCDICE) == line.text


def test_the_pools_of_kamui_are_those_of_the_calculator():
    """At most the ability, or at least a number, on whatever die (K-Q1, K-Q2)."""
    rulings = ({}, {"die": "d6"}, {"success": "at_least_fixed"}, {"success": "at_least_target", "die": "d8"})
    pools = ((1, 5, 1), (2, 3, 2), (3, 4, 2), (3, 1, 3))
    lines, asked = [], []
    for ruling, (dice, ability, needed) in product(rulings, pools):
        each = {"dice": str(dice), "ability": str(ability), "needed": str(needed)} | ruling
        shown = menu("kamui.pool", each)
        if not shown.lines:
            assert shown.told == ["Every face is a success."]
            assert (ability, ruling.get("success")) == (1, "at_least_target")
            continue
        assert shown.told == [f"It takes {needed} or more successes; the line counts them."]
        asked.append((each, needed))
        lines.append(Line(shown.line(BCDICE), dice, int(ruling.get("die", "d10")[1:])))
    for (each, needed), fallen in zip(asked, bot_rolls(lines), strict=True):
        assert part(fallen, lambda one, needed=needed: value(one.said) >= needed) == chance("kamui.pool", each), each


@every("asked", [{"hp": "8", "armour": "8"}, {"hp": "14", "armour": "4", "no_successes": "miss"}])
def test_the_attack_of_a_kamui_is_its_line_and_the_formula_below(asked):
    asked = {"action": "3", "attacks": "1", "power": "5", "multiplier": "2", "bonus": "4"} | asked
    shown = menu("kamui.attack", asked)
    assert "damage = (successes + 5) × 2 + 4 (K-5.3)." in shown.told
    assert len(shown.told) == 1 + ("no_successes" in asked)
    (fallen,) = bot_rolls([Line(shown.line(BCDICE), 3, 10)])

    def downs(each):
        hits = value(each.said)
        done = 0 if not hits and "no_successes" in asked else (hits + 5) * 2 + 4
        return done >= int(asked["hp"]) + int(asked["armour"])

    assert part(fallen, downs) == chance("kamui.attack", asked)


def test_the_lines_of_a_grace_check_add_up():
    """Successes of all, less the revival checks (K-6.4, K-6.5)."""
    asked = {"party": "1/4/1, 2/5/0", "threats": "", "wanted": "1"}
    shown = menu("kamui.grace", asked)
    one, two = bot_rolls([Line(shown.line(BCDICE, 0), 1, 10), Line(shown.line(BCDICE, 1), 2, 10)])
    reached = sum(a.ways * b.ways for a in one for b in two if value(a.said) + value(b.said) - 1 >= 1)
    assert Fraction(reached, 1000) == chance("kamui.grace", asked)


def test_of_a_contest_the_bot_misses_criticals_and_fumbles_and_nothing_else():
    """Success at or below the ability, but a 20 is always a fumble (C-Q1); the table of the working says how often."""
    asked = [{"ability_a": str(rating)} for rating in range(1, 21)]
    said = bot_rolls(Line(menu("contest.roll", each).line(BCDICE), 1, 20) for each in asked)
    for rating, fallen in enumerate(said, start=1):
        passed = {each.faces[0] for each in fallen if each.said["success"]}
        assert passed == set(range(1, rating + 1))
        page = parsed(ask("contest.roll", asked[rating - 1])["parts"]["output"])
        faces = {row.findtext("th"): row.findtext("td") for row in page.xpath("//details[@class='working']//tbody/tr")}
        plain = len(passed - {1, 20})
        levels = {"Critical": 1, "Success": plain, "Failure": 18 - plain, "Fumble": 1}
        assert faces == {level: f"{count}/20" for level, count in levels.items()}


@every(
    ("a", "b", "told"),
    [("15", "12", ""), ("10W", "5W", ""), ("10W", "12", "Hero (A): 1;"), ("3", "12W3", "Opponent (B): 3;")],
)
def test_masteries_are_named_where_any_are_left_over(a, b, told):
    shown = menu("contest.roll", {"ability_a": a, "ability_b": b})
    named = [each for each in shown.told if "Masteries" in each]
    assert len(named) == bool(told)
    assert all(told in each for each in named)
    assert shown.lines[BCDICE] == [
        (f"Hero (A): {a}", f"1D20<={a.partition('W')[0]}"),
        (f"Opponent (B): {b}", f"1D20<={b.partition('W')[0]}"),
    ]


def test_a_wish_is_met_by_the_line_of_the_weakest():
    """The target number that is found leaves at least 70%, the next one less; with the bot that knows Lucky."""
    line = menu("prophecy.difficulty", {"party": "3", "wish": "70"}).line(BCDICE)
    harder = re.sub(r"\d+$", lambda found: str(int(found[0]) + 1), line)
    now, then = (
        part(fallen, lambda each: each.said["success"])
        for fallen in bot_rolls(Line(each, 2, bot="SRS") for each in (line, harder))
    )
    assert then < Fraction(7, 10) <= now


def test_a_roll_made_again_is_named():
    told = menu("prophecy.check", {"reroll": "1", "assists": "1"}).told
    assert told[1:] == ["It is rolled 3 times, and the best result counts (P-6.3, P-7.6)."]


def test_what_else_settles_an_attack_is_named():
    told = menu("prophecy.attack", {"guard_conditions": "Puncture", "cast_reroll": "miss"}).told
    assert [re.findall(r"P-[\dQ.]+[a-z]?", each) for each in told] == [
        ["P-10.10", "P-10.12"],
        ["P-5.2", "P-5.4", "P-Q12"],
        ["P-17.17a"],
        ["P-6.2"],
    ]


def test_a_value_that_cannot_fall_below_0_is_named_where_it_could():
    asked = {"ability": "-9", "target": "0", "lowest_value": "zero"}
    assert any("P-Q39" in each for each in menu("prophecy.check", asked).told)
    assert not any("P-Q39" in each for each in menu("prophecy.check", asked | {"ability": "-2"}).told)
    assert not any("P-Q39" in each for each in menu("prophecy.check", asked | {"lowest_value": "none"}).told)


# --- cards ------------------------------------------------------------------------------------------------------------

DRAWN = [
    ("avatar.event", {}),
    ("avatar.event", {"draws": "4", "seen": "SK H3 D5"}),
    ("avatar.event", {"deck": "54", "seen": "-"}),
]


@every(("widget", "asked"), DRAWN)
def test_the_bot_draws_what_the_deck_holds(widget, asked):
    """Each card once, as likely; suits, where a Joker is followed by another card, as the calculator says (A-Q23)."""
    line = menu(widget, asked).line(BCDICE)
    cards = re.fullmatch(r"choice\[(.+)\]", line)[1].split(",")
    told = roll(Ask("DiceBot", line, (n,)) for n in range(1, len(cards) + 1))
    drawn = [said["text"].rpartition("＞ ")[2] for said in told.values()]
    assert drawn == cards
    suits = share(card[0] for card in drawn if card[0] in "♠♥♦♣")
    page = parsed(ask(widget, asked)["parts"]["output"])
    rows = {row.findtext("th")[0]: row.find("td/data").get("value") for row in page.xpath("//table//tbody/tr")}
    assert suits == {suit: Fraction(odds) for suit, odds in rows.items()}


def test_what_is_seen_is_not_drawn():
    """53 cards, five of them in the hand; one on the table, one elsewhere."""
    asked = {"hand": "S4 SK HA D7", "table": "C9", "gone": "X"}
    cards = re.fullmatch(r"choice\[(.+)\]", menu("avatar.check", asked).line(BCDICE))[1].split(",")
    assert len(cards) == len(set(cards)) == 47
    assert not {"♠4", "♠K", "♥A", "♦7", "♣9", "Joker"} & set(cards)


def test_only_a_card_that_is_drawn_can_be_copied():
    """Who buys nothing plays from the hand; who is loved and holds cards turns none."""
    assert menu("avatar.check", {"ep": "0"}).lines == {}
    assert menu("avatar.check", {"hand": ""}).lines == {}
    assert menu("avatar.love", {"npc": "known"}).lines == {}
    cards = re.fullmatch(r"choice\[(.+)\]", menu("avatar.love", {"rivals": "DK", "seen": "C3"}).line(BCDICE))[1].split(
        ","
    )
    assert len(cards) == 53 - 6


@every("name", ["avatar.check", "avatar.love", "avatar.event"])
def test_tools_that_know_no_cards_say_so(name):
    shown = menu(name)
    assert [tool for tool, lines in shown.lines.items() if not lines] == [FOUNDRY, ROLL20, AVRAE, MAIDEN, ANYDICE]
    assert all("ot possible" in shown.notes[tool] for tool in (FOUNDRY, ROLL20, AVRAE, MAIDEN, ANYDICE))
    cards = shown.line(BCDICE)[7:-1].split(",")
    assert f"deck of {len(cards)} cards" in shown.notes[FOUNDRY]
    assert shown.line(PLAIN) == f"The top card of a deck of {len(cards)}"


def test_the_last_card_of_a_deck_is_no_choice():
    """Nor is it for the bot, which takes a choice of one for no command."""
    assert list(roll([Ask("DiceBot", "choice[♠A]")]).values()) == [None]
    (idle,) = {each.lost for each in notations(Roll(TopCard((same("♠A"),))))}
    assert idle[0].en == "One card or none is left, so nothing is left to chance."
    assert not any(each.typed for each in notations(Roll(TopCard(()))))


# --- icepool ----------------------------------------------------------------------------------------------------------

NAMES = {f"d{faces}": icepool.d(faces) for faces in (6, 8, 10, 20)} | {"Deck": icepool.Deck}


def with_icepool(line):
    die = eval(line, {"__builtins__": {}}, NAMES)
    return {int(outcome): Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@every("name", WANTED)
def test_icepool_counts_what_is_wanted(name):
    for line, wanted, note in lines_of(name, ICEPOOL):
        assert wanted.is_met_by(with_icepool(line), note), line
        assert f"from icepool import {re.search(r'd[0-9]+', line)[0]}" in note


def test_icepool_draws_each_card_as_likely():
    deck = eval(menu("avatar.event").line(ICEPOOL), {"__builtins__": {}}, NAMES).expand()
    assert len(deck) == 50
    assert {deck.probability(card) for card in deck} == {Fraction(1, 50)}
    assert menu("avatar.event").notes[ICEPOOL].endswith("from icepool import Deck")


# --- Avrae ------------------------------------------------------------------------------------------------------------


class Falling:
    """Dice that fall as they are told."""

    def __init__(self, faces):
        self.left = list(faces)

    def randrange(self, size):
        face = self.left.pop(0)
        assert 1 <= face <= size
        return face - 1


def with_avrae(line, dice, faces, monkeypatch):
    expression = line.removeprefix("!r ")
    assert expression != line
    found = Counter()
    for rolled, ways in throws(dice, faces):
        falling = Falling(rolled)
        monkeypatch.setattr(d20.expression, "random", falling)
        found[int(d20.roll(expression).total)] += ways
        assert not falling.left
    return share(found)


def test_avrae_rolls_what_is_wanted(monkeypatch):
    """Its own parser does, with every roll there is."""
    for name in WANTED:
        for line, wanted, note in lines_of(name, AVRAE):
            dice = len(re.findall(r"1d", line)) if "(" in line else int(re.search(r"(\d+)d", line)[1])
            faces = int(re.search(r"d(\d+)", line)[1])
            assert wanted.is_met_by(with_avrae(line, dice, faces, monkeypatch), note), (name, line)


def test_avrae_takes_a_pool_of_thirty():
    line = menu("kamui.pool", {"dice": "20", "traits": "10"}).line(AVRAE)
    assert 0 <= d20.roll(line.removeprefix("!r ")).total <= 30
    assert len(line) < 2000, "what a message in Discord may hold"


# --- tools without a parser of their own here -------------------------------------------------------------------------

BETTER = {">=": lambda face, n: face >= n, "<=": lambda face, n: face <= n}
BETTER |= {">": lambda face, n: face > n, "<": lambda face, n: face < n}
ROLLED = r"(?P<dice>\d+)d(?P<faces>\d+)"
PLUS = r"(?P<plus>[+-]\d+)?"


@dataclass
class Read:
    """A line as a tool reads it: so many dice, and what it makes of what they show."""

    dice: int
    faces: int
    judge: object

    def odds(self):
        return share(self.judge(rolled) for rolled in rolls(self.dice, self.faces))


def matched(pattern, line):
    found = re.fullmatch(pattern, line)
    assert found, line
    return found, int(found["dice"]), int(found["faces"])


def total_of(best, plus):
    return lambda rolled: sum(sorted(rolled)[-(int(best) if best else len(rolled)) :]) + int(plus or 0)


def read_roll20(line):
    """“3d6>3” counts the dice that show 3 or more, “<” those that show so much or less; “kh2” keeps the best two."""
    found, dice, faces = matched(rf"/roll {ROLLED}(?:(?P<sign>[<>])(?P<n>\d+)|(?:kh(?P<best>\d+))?{PLUS})", line)
    if not found["sign"]:
        return Read(dice, faces, total_of(found["best"], found["plus"]))
    better, number = BETTER[f"{found['sign']}="], int(found["n"])
    return Read(dice, faces, lambda rolled: sum(better(face, number) for face in rolled))


def read_maiden(line):
    """“t7” counts the dice from 7 on, “tl6” those up to 6; “k3” keeps the best three."""
    pattern = rf"/roll {ROLLED}(?: t(?P<less>l)?(?P<n>\d+)|(?: k(?P<best>\d+))?(?: ?(?P<plus>[+-] ?\d+))?)"
    found, dice, faces = matched(pattern, line)
    if not found["n"]:
        return Read(dice, faces, total_of(found["best"], (found["plus"] or "").replace(" ", "")))
    better, number = BETTER["<=" if found["less"] else ">="], int(found["n"])
    return Read(dice, faces, lambda rolled: sum(better(face, number) for face in rolled))


def read_foundry(line):
    """“cs>=4” counts the dice of a term, or the totals in a pool of braces; the number is written in digits alone.

    Older releases take a 0 there for no number at all.
    """
    sums = rf"(?:kh(?P<best>\d+))?{PLUS}"
    if line.startswith("/r {"):
        found, dice, faces = matched(rf"/r {{{ROLLED}{sums}}}cs(?P<sign>[<>]=?)(?P<n>[1-9]\d*)", line)
        total, better, number = total_of(found["best"], found["plus"]), BETTER[found["sign"]], int(found["n"])
        return Read(dice, faces, lambda rolled: int(better(total(rolled), number)))
    found, dice, faces = matched(rf"/r {ROLLED}(?:cs(?P<sign>[<>]=?)(?P<n>[1-9]\d*)|{sums})", line)
    if not found["sign"]:
        return Read(dice, faces, total_of(found["best"], found["plus"]))
    better, number = BETTER[found["sign"]], int(found["n"])
    return Read(dice, faces, lambda rolled: sum(better(face, number) for face in rolled))


def read_anydice(line):
    """“[count {4..6} in 5d6]” counts faces of a sequence, whose ends ascend; “5d{0:3,1:3}” sums dice of 0s and 1s."""
    if line.startswith("output [count "):
        found, dice, faces = matched(rf"output \[count {{(?P<a>\d+)(?:\.\.(?P<b>\d+))?}} in {ROLLED}\]", line)
        first, last = int(found["a"]), int(found["b"] or found["a"])
        assert 1 <= first <= last <= faces
        return Read(dice, faces, lambda rolled: sum(first <= face <= last for face in rolled))
    if "{" in line:
        found = re.fullmatch(r"output (\d+)d{0:(\d+),1:(\d+)}", line)
        dice, misses, hits = map(int, found.groups())
        return Read(dice, misses + hits, lambda rolled: sum(face <= hits for face in rolled))
    kept = rf"(?:\[highest (?P<best>\d+) of {ROLLED}\]|{ROLLED.replace('<dice', '<all').replace('<faces', '<sides')})"
    found = re.fullmatch(rf"output {kept}{PLUS}(?: (?P<sign>[<>]=?) (?P<n>-?\d+))?", line)
    assert found, line
    dice, faces = int(found["dice"] or found["all"]), int(found["faces"] or found["sides"])
    total = total_of(found["best"], found["plus"])
    if not found["sign"]:
        return Read(dice, faces, total)
    better, number = BETTER[found["sign"]], int(found["n"])
    return Read(dice, faces, lambda rolled: int(better(total(rolled), number)))


READERS = {ROLL20: read_roll20, MAIDEN: read_maiden, FOUNDRY: read_foundry, ANYDICE: read_anydice}
DOCUMENTED = [
    (ROLL20, "/roll 3d6>3", (3, 2, 6), 2),
    (ROLL20, "/roll 10d6<4", (1, 2, 3, 4, 5, 6, 4, 4, 6, 5), 6),
    (ROLL20, "/roll 2d6+5", (3, 4), 12),
    (ROLL20, "/roll 4d6kh3", (1, 2, 3, 4), 9),
    (MAIDEN, "/roll 3d6 + 5", (1, 2, 3), 11),
    (MAIDEN, "/roll 4d6 k3", (1, 2, 3, 4), 9),
    (MAIDEN, "/roll 5d10 t7", (7, 6, 10, 1, 8), 3),
    (MAIDEN, "/roll 5d10 tl6", (7, 6, 10, 1, 8), 2),
    (FOUNDRY, "/r 4d20cs>10", (10, 11, 20, 1), 2),
    (FOUNDRY, "/r 4d20cs<10", (10, 9, 20, 1), 2),
    (FOUNDRY, "/r 4d6kh3", (1, 2, 3, 4), 9),
    (FOUNDRY, "/r {2d6+5}cs>=12", (3, 4), 1),
    (ANYDICE, "output [highest 3 of 4d6]", (1, 2, 3, 4), 9),
    (ANYDICE, "output [count {4..6} in 5d6]", (1, 4, 5, 6, 2), 3),
    (ANYDICE, "output 2d6+5 >= 12", (3, 3), 0),
]
"""What the tools say of themselves: a line, what falls, what comes of it."""


@every(("tool", "line", "faces", "result"), DOCUMENTED)
def test_the_lines_are_read_as_their_tools_document_it(tool, line, faces, result):
    assert READERS[tool](line).judge(faces) == result


def test_dice_of_noughts_and_ones_are_read_as_anydice_documents_it():
    """Four dice of which half the faces succeed."""
    assert read_anydice("output 4d{0:5,1:5}").odds() == counted(4, 10, range(6, 11)).values


@every("tool", READERS)
@every("name", WANTED)
def test_the_other_tools_roll_what_is_wanted(name, tool):
    for line, wanted, note in lines_of(name, tool):
        assert wanted.is_met_by(READERS[tool](line).odds(), note), line
        if tool == ROLL20 and re.search("[<>]", line):
            assert ("or less" if "<" in line else "or more") in note


def test_many_dice_are_counted_by_anydice_in_another_way():
    """One by one it would run out of time."""
    line = menu("exorcist.pool", {"dice": "9", "difficulty": "hard"}).line(ANYDICE)
    assert line == "output 9d{0:4,1:2}"
    assert menu("exorcist.pool", {"dice": "8", "difficulty": "hard"}).line(ANYDICE) == "output [count {5..6} in 8d6]"


@every("name", WANTED)
def test_in_words_it_says_the_same_numbers(name):
    for (line, *_), (plain, *_) in zip(lines_of(name, BCDICE), lines_of(name, PLAIN), strict=True):
        assert set(re.findall(r"\d+", line)) == set(re.findall(r"\d+", plain))


# --- at the bounds ----------------------------------------------------------------------------------------------------

BOT_LINE = re.compile(r"(\d+)(?:D\d+(?:KH\d)?(?:[+-]\d+)?(?:[<>]=-?\d+)?|B\d+[<>]=\d+)|choice\[[^][,]+(?:,[^][,]+)+\]")


def check_line(tool, line):
    """Fail unless a tool takes a line."""
    if tool == BCDICE:
        found = BOT_LINE.fullmatch(line)
        assert found, line
        assert int(found[1] or 1) <= 200
    elif tool == AVRAE:
        d20.parse(line.removeprefix("!r "))
        assert len(line) < 2000
    elif tool == ICEPOOL:
        code = compile(line, "line", "eval")
        if int(re.match(r"\(?(\d*)", line)[1] or 0) < 10:
            eval(code, {"__builtins__": {}}, NAMES)
    elif tool != PLAIN:
        READERS[tool](line)


def at_the_bounds(name):
    """Each field of a calculator with its least and its most, each choice, each box."""
    for field in library.WIDGETS[name].fields.values():
        if isinstance(field, IntegerField):
            yield from ({field.name: str(number)} for number in (field.least, field.most))
        elif isinstance(field, ChoiceField):
            yield from ({field.name: value} for value, _ in field.options if value != field.default)
        elif isinstance(field, FlagField):
            yield {field.name: "" if field.default else "1"}


CARDS = " ".join(card.code for card in remaining(())[1:])
"""The 52 cards but one."""
FAR = {
    "prophecy.initiative": [{"pcs": ", ".join(map(str, range(-99, -88)))}, {"pcs": "99, -99 (Speed Up 3)"}],
    "prophecy.difficulty": [{"party": "-99, 99", "wish": wish, "dice": "3"} for wish in ("0.1", "99.9")],
    "exorcist.difficulty": [{"party": "0, 1, 20"}, {"party": "0", "no_dice": "one_die"}],
    "exorcist.attack": [{"dice": "20", "bonus": "10", "continuous": "2", "split": "28+1+1", "more": ""}],
    "contest.roll": [{"ability_a": "20W99", "permanent_a": "-100", "wounded_a": "1"}, {"ability_b": "1"}],
    "avatar.event": [{"seen": CARDS, "draws": "1"}, {"seen": CARDS, "draws": "1", "deck": "54"}],
    "kamui.attack": [{"action": "12", "attacks": "2", "split": "12+0", "least": "0", "ability": "0"}],
    "kamui.grace": [{"party": "0/0/0, 12/10/20"}, {"party": "0/1/0"}],
    "kamui.difficulty": [{"party": "0/1, 12/1, 12/10"}],
}
"""More that is far out, of what is typed as text."""


def test_whatever_is_asked_each_line_is_one_that_its_tool_takes():
    lines = set()
    for name in ROLLING:
        widget = library.WIDGETS[name]
        for asked in (*at_the_bounds(name), *FAR.get(name, ())):
            try:
                found = widget.answer(widget.read(widget.values(asked)), {}, "en").rolls()
            except ValueError:
                assert asked not in FAR.get(name, ())
                continue  # refused, in words
            for notation in (each for rolled in found for each in notations(rolled)):
                assert notation.typed or notation.lost
                lines |= {(notation.tool.en, notation.typed.get(each)) for each in LANGUAGES if notation.typed}
    for tool, line in lines:
        check_line(tool, line)
    for bot in ("DiceBot", "SRS"):
        said = roll(Ask(bot, line) for tool, line in lines if tool == BCDICE)
        assert [asked.line for asked, each in said.items() if each is None] == []


def test_a_fold_without_any_dice_says_why():
    shown = menu("exorcist.pool", {"dice": "0"})
    assert (shown.told, shown.lines) == (["There are no dice to roll."], {})
    shown = menu("exorcist.pool", {"dice": "0"}, "ja")
    assert shown.told == ["振るダイスがありません。"]


def test_what_is_certain_is_not_rolled():
    asked = {"difficulty": "ultra_hard", "manoeuvre": "1", "hardest": "impossible"}
    assert menu("exorcist.pool", asked).told == ["No face is a success."]
    assert menu("kamui.pool", {"ability": "10"}).told == ["Every face is a success."]
    assert menu("kamui.pool", {"ability": "0"}).told == ["No face is a success."]


def test_whoever_has_no_dice_is_named_beside_those_who_roll():
    shown = menu("kamui.difficulty", {"party": "0/5, 2/4"})
    assert [name for name, _ in shown.lines[BCDICE]] == ["PC 2"]
    assert shown.told[-1] == "PC 1: There are no dice to roll."


def test_a_20_is_rolled_all_the_same():
    """Every face is at most 20, but a 20 is a fumble."""
    assert menu("contest.roll", {"ability_a": "20"}).line(BCDICE) == "1D20<=20"


DICE = st.integers(0, 300)
NUMBER = st.integers(-300, 300)
FACES = st.sampled_from([6, 8, 10, 20])


@given(
    st.one_of(
        st.builds(Sum, DICE, FACES, NUMBER, st.none() | NUMBER),
        st.builds(Sum, st.just(3), FACES, NUMBER, st.none() | NUMBER, st.just(2)),
        st.builds(Pool, DICE, FACES, st.integers(-5, 25), st.booleans()),
        st.integers(1, 20).map(lambda most: OneDie(20, most)),
    )
)
def test_no_roll_makes_a_line_that_a_tool_does_not_take(rolled):
    """More than 200 dice least of all: the bot would silently count none."""
    found = notations(Roll(rolled))
    assert [each.tool for each in found] == list(TOOLS)
    if not all(each.typed for each in found):
        assert not any(each.typed for each in found)
        assert len({each.lost for each in found}) == 1
        return
    assert 1 <= getattr(rolled, "dice", 1) <= 100
    for each in found:
        for language in LANGUAGES:
            check_line(each.tool.en, each.typed.get(language))


@given(st.integers(1, 3), FACES, st.integers(-5, 25), st.booleans())
def test_any_pool_is_the_same_in_every_tool(dice, faces, face, low):
    good = range(1, face + 1) if low else range(max(face, 1), faces + 1)
    hits = sum(each in good for each in range(1, faces + 1))
    by_tool = {each.tool.en: each.typed and each.typed.en for each in notations(Roll(Pool(dice, faces, face, low)))}
    if hits in (0, faces):
        assert set(by_tool.values()) == {None}
        return
    one = Fraction(hits, faces)
    wanted = with_icepool(by_tool[ICEPOOL])
    assert sum(number * odds for number, odds in wanted.items()) == dice * one
    assert wanted[dice] == one**dice
    if faces**dice <= 1000:
        assert all(READERS[tool](by_tool[tool]).odds() == wanted for tool in READERS)
