"""Tables go along to online tables: the dice bot rolls every face of them, and says what the engine says."""

import json
import subprocess
from functools import cache
from pathlib import Path

from rules_py.avatar.cards import deck_of
from rules_py.avatar.events import event_row
from rules_py.avatar.system import SYSTEM as AVATAR
from rules_py.contest.characters import Ability, parse_ability
from rules_py.contest.checks import Side, SuccessLevel, compare_rolls, raise_level, success_level
from rules_py.core.text import LANGUAGES, Text
from rules_py.exports import bcdice_table, event_table, foundry_table, level_table
from tests.rows import every

RATINGS, MASTERIES = range(1, 21), range(5)
LEVELS = {"en": ["Fumble", "Failure", "Success", "Critical"], "ja": ["ファンブル", "失敗", "成功", "クリティカル"]}
LOWER = {"en": ", and the opponent’s result is {} lower", "ja": "（相手の結果は{}段階下降）"}


def tables():
    """Every table that there is: each rating with some masteries left over, and the random events."""
    return [*(level_table(Ability(more, rating)) for more in MASTERIES for rating in RATINGS), event_table()]


@cache
def rolled():
    """What the dice bot says for each face of each table, by the text of the table."""
    written = [bcdice_table(table, language) for table in tables() for language in LANGUAGES]
    script = Path(__file__).with_name("roll_table.mjs")
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(written), capture_output=True, text=True, check=True, timeout=120
    )
    return dict(zip(written, json.loads(done.stdout), strict=True))


@every("language", LANGUAGES)
def test_the_dice_bot_rolls_every_face_of_every_table(language):
    for table in tables():
        said = rolled()[bcdice_table(table, language)]
        name = table.name.get(language)
        assert said == [f"{name}({face}) ＞ {each.get(language)}" for face, each in enumerate(table.results, 1)]


@every("language", LANGUAGES)
@every("rating", RATINGS)
def test_the_dice_bot_says_the_level_that_a_roll_has(rating, language):
    """C-4.2, C-M4: without a mastery left over."""
    said = rolled()[bcdice_table(level_table(Ability(0, rating)), language)]
    levels = [line.rpartition("＞ ")[2] for line in said]
    assert levels == [LEVELS[language][success_level(roll, rating)] for roll in range(1, 21)]
    assert (levels[0], levels[19]) == (LEVELS[language][3], LEVELS[language][0])


@every("language", LANGUAGES)
@every("masteries", MASTERIES[1:])
@every("rating", RATINGS)
def test_masteries_left_over_raise_the_level_and_then_lower_the_opponents(rating, masteries, language):
    """C-4.3, C-M5, C-Q2: told of an opponent who can fall far enough."""
    said = rolled()[bcdice_table(level_table(Ability(masteries, rating)), language)]
    for roll, line in enumerate(said, 1):
        own, opponent = raise_level(success_level(roll, rating), SuccessLevel.CRITICAL, Side.A, masteries)
        lower = LOWER[language].format(3 - opponent) if opponent < 3 else ""
        assert line.rpartition("＞ ")[2] == LEVELS[language][own] + lower


@every(
    ("own", "opponent", "roll", "other", "said"),
    [("10W", "15", 1, 10, 1), ("5W2", "10W", 3, 3, 0), ("12W3", "8", 20, 5, 0)],
)
def test_a_table_says_what_becomes_of_an_exchange(own, opponent, roll, other, said):
    """C-X11 among them: masteries are cancelled first, the table is for those that are left."""
    mine, theirs = parse_ability(own), parse_ability(opponent)
    left = Ability(mine.masteries - theirs.masteries, mine.rating)
    line = level_table(left).results[roll - 1].en
    level, lowered = compare_rolls(mine, theirs, roll, other)
    assert line.startswith(level.text.en)
    assert success_level(other, theirs.rating) - lowered == said
    assert ("lower" in line) == bool(said)


def test_a_table_may_be_called_after_the_ability():
    name = Text("Swordsmanship 5W", "剣術 5W")
    assert bcdice_table(level_table(parse_ability("5W"), name), "ja").startswith("剣術 5W\n1D20\n1:")


def test_every_card_of_a_full_deck_brings_the_event_of_its_suit():
    """A-12.3, A-T2: a quarter each; a Joker is followed by another card and so is none of the faces (A-Q23)."""
    rows = {row.id: row for row in AVATAR.tables["A-T2"].rows}
    results = event_table().results
    assert len(results) == 52
    for card, result in zip(deck_of(), results, strict=True):
        for language in LANGUAGES:
            said = result.get(language)
            assert said.startswith(f"{card.label().get(language)} ")
            assert all(cell.get(language) in said for cell in rows[event_row(card)].cells[1:])


@every("language", LANGUAGES)
def test_foundrys_rows_reach_from_the_first_face_to_the_last_without_a_gap(language):
    for table in tables():
        made = json.loads(foundry_table(table, language))
        faces = [face for row in made["results"] for face in range(row["range"][0], row["range"][1] + 1)]
        assert faces == list(range(1, len(table.results) + 1))
        assert made["formula"] == f"1d{len(faces)}"
        for row in made["results"]:
            assert row["weight"] == row["range"][1] - row["range"][0] + 1
            assert row["text"] == row["description"]
            assert {table.results[face - 1].get(language) for face in range(row["range"][0], row["range"][1] + 1)} == {
                row["text"]
            }
            assert (row["type"], row["drawn"]) == ("text", False)
        assert made["name"] == table.name.get(language)


def test_foundry_draws_an_event_once_and_rolls_a_level_again_and_again():
    assert json.loads(foundry_table(event_table(), "en"))["replacement"] is False
    assert json.loads(foundry_table(level_table(Ability(0, 12)), "en"))["replacement"] is True
