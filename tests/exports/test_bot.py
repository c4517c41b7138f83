"""Every line that goes along to an online table, rolled by the dice bot that rolls there (BCDice)."""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from rules_py.core.text import LANGUAGES
from rules_py.exports import GAMES
from rules_py.exports.ccfolia import MOST_BARS
from tests.exports.online import (
    CHANGED,
    Ask,
    Guest,
    bots_of,
    extremes,
    filled_by_ccfolia,
    filled_by_udonarium,
    guests,
    roll,
    sent_by_udonarium,
    short,
)

BRACES = re.compile(r"\{[^{}]*\}")
DICE = re.compile(r"(\d+)[BD]\d+")
MOST_DICE, LONGEST_LINE, MOST_LINES, MOST_BYTES = 200, 200, 100, 20_000
"""More dice give a wrong answer without a word; the other bounds are ours."""


class Said(NamedTuple):
    """A line of somebody's palette.

    Args:
        guest: Whose.
        kind: Its kind.
        text: The line.
        pasted: As CCFOLIA fills it in.
        dropped: As Udonarium does.
        missing: The names in it that Udonarium does not find.
    """

    guest: Guest
    kind: str
    text: str
    pasted: str
    dropped: str
    missing: tuple[str, ...]


@cache
def said():
    """Every line of everybody."""
    told = []
    for guest in (*guests(), *extremes()):
        pasted, root = guest.pasted, guest.dropped
        own = [(line.kind, line.text.get(guest.language)) for line in guest.lines]
        assert [text for _, text in own] == pasted["commands"].split("\n")
        assert [text for kind, text in own if kind != "change"] == root.find("chat-palette").text.split("\n")
        for kind, text in own:
            missing = tuple(name for name in BRACES.findall(text) if not filled_by_udonarium(name, root))
            told.append(
                Said(guest, kind, text, filled_by_ccfolia(text, pasted), filled_by_udonarium(text, root), missing)
            )
    return told


def commands():
    return (each for each in said() if each.kind == "command")


def test_every_game_has_lines_that_roll():
    assert {each.guest.slug for each in commands()} == set(GAMES)


def test_both_languages_roll_the_same():
    by_language = {language: [] for language in LANGUAGES}
    for each in commands():
        by_language[each.guest.language].append((each.guest[:3], each.pasted.partition(" ")[0]))
    assert by_language["en"] == by_language["ja"]


def test_every_name_in_braces_is_known_at_both_tables():
    wrong = [
        each
        for each in said()
        if each.missing or set("{}｛｝") & set(each.pasted + each.dropped) or each.pasted != each.dropped
    ]
    assert not wrong, short(wrong)


def test_a_command_ends_at_a_plain_space_and_has_no_wide_letters():
    """Those that the bot would not take, or only one of its versions."""
    wrong = []
    for each in commands():
        dice, space, words = each.pasted.partition(" ")
        wide = [letter for letter in dice if unicodedata.east_asian_width(letter) in "FW"]
        if wide or not space or not words.strip() or words != words.strip():
            wrong.append(each)
    assert not wrong, short(wrong)


def test_nobody_rolls_more_dice_than_the_bot_has():
    wrong = [each for each in commands() if any(int(dice) > MOST_DICE for dice in DICE.findall(each.pasted))]
    assert not wrong, short(wrong)


def test_the_bot_rolls_the_commands_and_is_silent_about_the_rest():
    """In the game's dice bot as in a room where nobody has chosen one, at either table."""
    lines = {
        Ask(bot, filled): each
        for each in said()
        for bot in bots_of(each.guest.slug)
        for filled in (each.pasted, sent_by_udonarium(each.dropped))
    }
    told = roll(lines)
    wrong = [(ask, told[ask], each) for ask, each in lines.items() if bool(told[ask]) != (each.kind == "command")]
    assert not wrong, short(wrong)


def test_a_number_is_changed_that_is_a_bar_of_the_character():
    wrong = []
    for guest in (*guests(), *extremes()):
        bars = {each["label"] for each in guest.pasted["status"]}
        for line in guest.lines:
            found = CHANGED.fullmatch(line.text.get(guest.language))
            good = found and found["label"] in bars and found["by"] not in ("+0", "-0")
            if bool(good) != (line.kind == "change"):
                wrong.append((guest.slug, line.text, bars))
    assert not wrong, short(wrong)


def test_a_palette_is_short_enough_to_be_looked_through():
    wrong = [
        (guest.slug, guest.language, len(lines), max(lines, key=len))
        for guest in (*guests(), *extremes())
        for lines in [guest.pasted["commands"].split("\n")]
        if len(lines) > MOST_LINES
        or max(map(len, lines)) > LONGEST_LINE
        or len("\n".join(lines).encode()) > MOST_BYTES
        or not all(line.strip() == line and line for line in lines)
    ]
    assert not wrong, short(wrong)


def test_a_label_is_one_word_that_nothing_else_is_called():
    """Not even in capitals or wide letters; a bar ends in no sign or digit, or what it is changed by were unclear."""
    wrong = []
    for guest in (*guests(), *extremes()):
        pasted = guest.pasted
        labels = [each["label"] for each in (*pasted["status"], *pasted["params"])]
        alike = [unicodedata.normalize("NFKC", label).casefold() for label in labels]
        bad = [label for label in labels if not label or re.search(r"[{}｛｝:：\s]", label)]
        bad += [each["label"] for each in pasted["status"] if re.search(r"[-+=－＋＝/／]|\d$", each["label"])]
        twice = [label for label in labels if alike.count(unicodedata.normalize("NFKC", label).casefold()) > 1]
        if bad or twice or len(pasted["status"]) > MOST_BARS:
            wrong.append((guest.slug, guest.language, bad, twice, len(pasted["status"])))
    assert not wrong, short(wrong)
