"""A character for CCFOLIA is what its documentation of the clipboard says, and nothing else."""

import json
from dataclasses import replace

import pytest

from rules_py.core.house_rules import in_force
from rules_py.core.text import LANGUAGES, same
from rules_py.exports import GAMES, SAMPLES, ccfolia
from rules_py.exports.ccfolia import MOST_BARS
from tests.exports.online import answers, extremes, guests, rulings_that_matter
from tests.rows import every

DOCUMENTED = {
    "name": str,
    "memo": str,
    "initiative": int,
    "externalUrl": str,
    "status": list,
    "params": list,
    "secret": bool,
    "invisible": bool,
    "hideStatus": bool,
    "color": str,
    "commands": str,
}
"""The fields of `data` with their types, without pictures, which it ignores, and places, which are the room's."""
BAR = {"label": str, "value": int, "max": int}
PARAM = {"label": str, "value": str}
NAMES = (
    "</script><script>alert(1)</script>"[:30],
    '"\\"}],"kind":"room',
    "'`${x}`\\u0000\\n",
    "{体}と｛マナ｝",
    "//名前=1",
    ":マナ-9",
    "2D6>=7",
    "行\u2028と\u2029段落",
    "🐉👩‍👩‍👧‍👦🏳️‍🌈",
    "א\u202eפ\u200f",
    "%s %(x)s %%",
    "長" * 30,
)


def typed_as(value, types):
    """Is an object of these fields, each exactly of its type (True is no number)?"""
    return value.keys() <= types.keys() and all(type(each) is types[name] for name, each in value.items())


def made(guest):
    return ccfolia(guest.slug, guest.sheet, guest.language, guest.rulings)


def test_a_character_is_what_is_documented_and_nothing_more():
    for guest in (*guests(), *extremes()):
        told = json.loads(made(guest))
        assert list(told) == ["kind", "data"]
        assert told["kind"] == "character"
        data = told["data"]
        assert typed_as(data, DOCUMENTED), data
        assert {"name", "memo", "status", "params", "commands"} <= data.keys()
        assert all(each.keys() == BAR.keys() and typed_as(each, BAR) for each in data["status"]), data["status"]
        assert all(each.keys() == PARAM.keys() and typed_as(each, PARAM) for each in data["params"]), data["params"]
        assert 0 < len(data["status"]) <= MOST_BARS


def test_it_is_one_line_that_a_browser_reads_as_well():
    for guest in (*guests(), *extremes()):
        text = made(guest)
        assert text.isprintable()
        assert "NaN" not in text
        assert "Infinity" not in text
        assert json.loads(text)["data"]["name"] == guest.sheet.name.get(guest.language)


def test_every_number_of_the_sheet_goes_along():
    """What goes down and up first, then the rest, each under its label."""
    for guest in (*guests(), *extremes()):
        data, sheet, language = guest.pasted, guest.sheet, guest.language
        bars = [(each["label"], each["value"], each["max"]) for each in data["status"]]
        rest = [(each["label"], each["value"]) for each in data["params"]]
        going = [
            (each.label.get(language), each.now, each.now if each.most is None else each.most)
            for each in sheet.resources()
        ]
        assert bars == going[:MOST_BARS]
        more = [(label, str(now)) for label, now, _ in going[MOST_BARS:]]
        assert sorted(rest) == sorted(
            [*((each.label.get(language), each.value.get(language)) for each in sheet.abilities()), *more]
        )
        assert all(each["value"] <= each["max"] or not each["max"] for each in data["status"]), data["status"]


@every("language", LANGUAGES)
def test_the_languages_differ_in_words_alone(language):
    """Each says what it says in its own words; no English strays into a Japanese character."""
    for slug, samples in SAMPLES.items():
        for sheet in samples:
            here, there = (json.loads(ccfolia(slug, sheet, each))["data"] for each in (language, "en"))
            assert [each["value"] for each in here["status"]] == [each["value"] for each in there["status"]]
            assert len(here["params"]) == len(there["params"])
            assert len(here["commands"].split("\n")) == len(there["commands"].split("\n"))
            if language == "ja":
                assert here["commands"] != there["commands"]
                assert here["memo"] != there["memo"]


@every("language", LANGUAGES)
@every("slug", GAMES)
def test_the_memo_names_game_bot_and_house_rules(slug, language):
    game = GAMES[slug]
    for rulings in answers(game.rulings):
        memo = json.loads(ccfolia(slug, game.samples[0], language, rulings))["data"]["memo"]
        first, *rest = memo.split("\n")
        assert first == game.system.title.get(language)
        assert game.bot in rest[0]
        told = [each.get(language) for each in in_force(game.system, rulings)]
        assert len(rest) == 1 + len(told)
        assert all(rule in line for rule, line in zip(told, rest[1:], strict=True))


@every("slug", GAMES)
def test_house_rules_change_the_lines_and_are_said(slug):
    """A switch that changes a line names itself in the memo; without house rules there is no word of any."""
    sheet = GAMES[slug].samples[0]
    plain = json.loads(ccfolia(slug, sheet, "ja"))["data"]
    usual, *others = rulings_that_matter(slug, SAMPLES[slug])
    assert json.loads(ccfolia(slug, sheet, "ja", usual))["data"] == plain
    assert "ハウスルール" not in plain["memo"]
    for rulings in others:
        made = [json.loads(ccfolia(slug, each, "ja", rulings))["data"] for each in SAMPLES[slug]]
        before = [json.loads(ccfolia(slug, each, "ja"))["data"] for each in SAMPLES[slug]]
        assert [each["commands"] for each in made] != [each["commands"] for each in before]
        assert all(each["memo"].startswith(f"{plain['memo']}\nハウスルール：") for each in made)


@every("name", NAMES)
@every("slug", GAMES)
def test_a_name_is_data_whatever_it_says(slug, name):
    """In quotes, as a script, as a line of a palette: it comes out as it went in and touches nothing else."""
    sheet = SAMPLES[slug][0]
    hostile = replace(sheet, name=same(name))
    text = ccfolia(slug, hostile, "ja")
    assert "\n" not in text
    assert "\r" not in text
    told, usual = json.loads(text), json.loads(ccfolia(slug, sheet, "ja"))
    assert told["data"].pop("name") == name
    del usual["data"]["name"]
    assert told == usual, "a name stands in its own field alone"


def test_there_is_no_other_game():
    with pytest.raises(KeyError):
        ccfolia("go", SAMPLES["prophecy"][0], "ja")
