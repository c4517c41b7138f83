"""The page of characters and what it lends to calculators, steppers and pages."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules_py.core.fields import ChoiceField
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES, Language
from rules_py.exports import GAMES, SAMPLES, ccfolia
from rules_py.exports.reading import written
from rules_py.library import WIDGETS, answer, own_chances

STEPPERS = {
    "prophecy": "prophecy.battle",
    "exorcist": "exorcist.combat",
    "contest": "contest.stepper",
    "avatar": "avatar.combat",
    "kamui": "kamui.board",
}
games = pytest.mark.parametrize("slug", GAMES)


def ask(
    widget: str, values: dict[str, str], pressed: dict[str, str] | None = None, language: Language = "en", **more: Any
) -> dict[str, Any]:
    """Ask as the page does."""
    asked = {"widget": widget, "language": language, "values": values, "pressed": pressed, **more}
    found: dict[str, Any] = json.loads(answer(json.dumps(asked)))
    return found


def character(slug: str, number: int = 0, language: Language = "en", **values: str) -> dict[str, Any]:
    """Return the answer of the sheet of a sample character."""
    return ask(f"{slug}.character", {**SAMPLES[slug][number].typed(language), **values}, language=language)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_can_be_entered_as_it_is_typed(slug: str, language: Language) -> None:
    for number, sample in enumerate(SAMPLES[slug]):
        told = character(slug, number, language)
        assert told["state"] == "ready", told
        assert told["data"]["name"][language] == sample.name.get(language)


@games
def test_what_is_kept_fills_in_every_calculator_that_has_room_for_it(slug: str) -> None:
    filled = set()
    for number in range(len(SAMPLES[slug])):
        for use in character(slug, number)["data"]["uses"]:
            for name, widget in WIDGETS.items():
                if not name.startswith(f"{slug}.") or widget.live != "input":
                    continue
                for language in LANGUAGES:
                    own = {
                        each.name: use["numbers"][each.kept_as][language]
                        for each in widget.fields.values()
                        if each.kept_as in use["numbers"]
                    }
                    if own:
                        told = ask(name, own, language=language)
                        assert told["state"] == "ready", (name, own, told["error"])
                        filled.add(name)
    assert filled


@games
def test_a_party_fills_in_the_lists_of_the_estimators(slug: str) -> None:
    members = [character(slug, number)["data"]["shares"] for number in range(len(SAMPLES[slug]))]
    lists = [
        (name, each)
        for name, widget in WIDGETS.items()
        for each in widget.fields.values()
        if name.startswith(f"{slug}.") and each.party
    ]
    for name, field in lists:
        for language in LANGUAGES:
            typed = ", ".join(shares[field.party][language] for shares in members)
            assert ask(name, {field.name: typed}, language=language)["state"] == "ready", (name, typed)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_party_takes_the_place_of_the_sample_cast_in_one_press(slug: str, language: Language) -> None:
    party = [character(slug, number, language)["data"] for number in range(len(SAMPLES[slug]))]
    entries = [step for each in party for step in each["entry"][language]]
    told = ask(STEPPERS[slug], {"seed": "a"}, {"do": "replace", "party": json.dumps(entries)}, language)
    assert told["state"] == "ready", told["error"]
    for sample in SAMPLES[slug]:
        assert sample.name.get(language) in told["parts"]["output"] + told["parts"].get("sheets", "")


@games
@pytest.mark.parametrize("do", ["join", "replace"])
def test_a_party_that_came_in_one_press_goes_in_one_press_and_comes_back_in_one(slug: str, do: str) -> None:
    party = [character(slug, number, name=f"Zenobia {number}")["data"] for number in range(2)]
    entries = [step for each in party for step in each["entry"]["en"]]
    before = ask(STEPPERS[slug], {"seed": "a"})
    came = ask(STEPPERS[slug], {"seed": "a"}, {"do": do, "party": json.dumps(entries)})
    assert "Undo (1)" in came["parts"]["history"]
    values = {"seed": "a"} | came["values"]
    back = ask(STEPPERS[slug], values, {"do": "undo"})
    assert back["parts"]["output"] == before["parts"]["output"]
    assert "Redo (1)" in back["parts"]["history"]
    again = ask(STEPPERS[slug], values | back["values"], {"do": "redo"})
    assert again["parts"]["output"] == came["parts"]["output"]
    file = base64.b64decode(re.findall(r"base64,([^\"]+)", came["parts"]["keeping"])[0]).decode()
    loaded = ask(STEPPERS[slug], {}, {"do": "load", "file": file})
    assert "Undo (1)" in loaded["parts"]["history"]
    assert loaded["parts"]["output"] == came["parts"]["output"]


@games
def test_a_party_that_came_is_one_step_among_others(slug: str) -> None:
    """Who is added by hand goes alone; a link of before, without marks, means the same as ever."""
    entries = [character(slug, number % 2, name=f"Zenobia {number}")["data"]["entry"]["en"] for number in range(3)]
    values = {"seed": "a"}
    for joining in (entries[0], entries[1] + entries[2]):
        values |= ask(STEPPERS[slug], values, {"do": "join", "party": json.dumps(joining)})["values"]
    assert "Undo (2)" in ask(STEPPERS[slug], values)["parts"]["history"]
    actions = decode_actions(values["actions"])
    plain = ask(STEPPERS[slug], {"seed": "a", "actions": encode_actions([list(each) for each in actions])})
    assert plain["parts"]["output"] == ask(STEPPERS[slug], values)["parts"]["output"]


@games
def test_a_character_of_my_own_joins_those_who_are_there(slug: str) -> None:
    mine = character(slug, name="Zenobia")
    told = ask(STEPPERS[slug], {"seed": "a"}, {"do": "join", "party": json.dumps(mine["data"]["entry"]["en"])})
    assert told["state"] == "ready", told["error"]
    assert "Zenobia" in told["parts"]["output"] + told["parts"].get("sheets", "")


@games
@pytest.mark.parametrize("sent", ["", "7", "{}", "[]", "[[]]", '["add"]', '[["undo"]]', "[" * 3000, '[["add", "@"]]'])
def test_what_is_no_character_does_not_enter(slug: str, sent: str) -> None:
    told = ask(STEPPERS[slug], {"seed": "a"}, {"do": "join", "party": sent})
    assert told["state"] == "error"
    assert told["error"]


@games
def test_nobody_enters_by_the_roster_once_the_fight_has_begun(slug: str) -> None:
    before = ask(STEPPERS[slug], {"seed": "a"})
    assert 'data-roster="' in before["parts"]["bringing"]
    if slug in ("prophecy", "contest", "avatar"):
        begun = ask(STEPPERS[slug], {"seed": "a"}, {"do": '["begin"]'})
        assert begun["state"] == "ready"
        assert "data-roster" not in begun["parts"]["bringing"]


@games
def test_chances_are_kept_as_percent_and_as_the_exact_fraction(slug: str) -> None:
    sheet = SAMPLES[slug][0]
    exact = sheet.chances(GAMES[slug].rulings())
    told = character(slug)["data"]["chances"]
    assert list(told) == list(exact)
    for rule, some in exact.items():
        for each, kept in zip(some, told[rule], strict=True):
            assert 0 <= each.chance <= 1
            assert kept["label"]["en"] == each.label.en
            if "…" not in kept["exact"]:
                assert Fraction(kept["exact"]) == each.chance


def test_each_chance_of_my_own_has_its_place_in_a_page() -> None:
    places = own_chances()
    assert set(places.values()) == set(GAMES)
    for rule, slug in places.items():
        assert rule[0] == GAMES[slug].system.letter


@games
def test_every_house_rule_that_changes_a_chance_or_a_line_can_be_chosen_on_the_sheet(slug: str) -> None:
    game = GAMES[slug]
    plain = game.rulings()
    offered = {field.name for field in WIDGETS[f"{slug}.character"].fields.values() if field.is_rule}
    needed = set()
    for switch, answers in game.rulings.choices().items():
        for value in answers[1:]:
            rulings = replace(plain, **{switch: value})
            for sheet in SAMPLES[slug]:
                before, now = ([sheet.chances(each), game.lines(sheet, each)] for each in (plain, rulings))
                needed |= {switch} if before != now else set()
    assert needed
    assert needed <= offered


@games
def test_a_house_rule_that_is_kept_holds_on_the_sheet(slug: str) -> None:
    """Chances, palette or the note for the table: something says so."""
    widget = WIDGETS[f"{slug}.character"]
    for field in widget.fields.values():
        if not field.is_rule or not isinstance(field, ChoiceField):
            continue
        other = next(value for value, _ in field.options if value != field.default)
        told = ask(widget.name, SAMPLES[slug][0].typed("en"), kept={field.kept_as: other})
        assert told["state"] == "ready", told["error"]
        assert told["parts"]["output"] != character(slug)["parts"]["output"], field.name


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_that_was_copied_for_the_table_is_pasted_back(slug: str, language: Language) -> None:
    sample = SAMPLES[slug][1]
    told = ask(
        f"{slug}.character",
        {"name": "somebody else"},
        {"do": "paste", "pasted": ccfolia(slug, sample, language)},
        language,
    )
    assert told["state"] == "ready", told["error"]
    assert told["data"]["name"][language] == sample.name.get(language)


@games
def test_a_pasted_character_repairs_a_form_that_cannot_be_right(slug: str) -> None:
    pasted = ccfolia(slug, SAMPLES[slug][0], "en")
    told = ask(f"{slug}.character", {"name": ""}, {"do": "paste", "pasted": pasted})
    assert told["state"] == "ready", told["error"]


@games
@pytest.mark.parametrize(
    "pasted", ["", "hello", "{}", '{"kind":"deck"}', "[" * 10_000, '{"kind":"character","data":[]}']
)
def test_what_is_no_character_is_refused_in_one_sentence_beside_its_field(slug: str, pasted: str) -> None:
    for language in LANGUAGES:
        told = ask(f"{slug}.character", {}, {"do": "paste", "pasted": pasted}, language)
        assert told["state"] == "error"
        assert list(told["errors"]) == ["pasted"]


@games
def test_a_hostile_name_stays_a_name(slug: str) -> None:
    name = "<b>\"&'{体}</b>"
    told = character(slug, name=name)
    assert told["state"] == "ready"
    assert "<b>" not in told["parts"]["output"].replace("<b>75", "")
    assert told["data"]["name"]["en"] == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_brings_back_all_who_stand_in_it_whatever_their_game(language: Language) -> None:
    file = written([(slug, sheet.typed(language)) for slug in SAMPLES for sheet in SAMPLES[slug]])
    told = ask("kamui.character", {}, {"do": "open", "pasted": file}, language)
    assert told["state"] == "ready", told["error"]
    people = told["data"]["people"]
    assert [each["system"] for each in people] == [slug for slug in SAMPLES for _ in SAMPLES[slug]]
    for each in people:
        assert ask(f"{each['system']}.character", each["values"], language=language)["data"] == each["told"]


def test_what_a_pasted_character_has_beyond_the_sheet_is_named() -> None:
    made = json.loads(ccfolia("prophecy", SAMPLES["prophecy"][0], "ja"))
    made["data"]["params"].append({"label": "幸運", "value": "7"})
    told = ask("prophecy.character", {}, {"do": "paste", "pasted": json.dumps(made)}, "ja")
    assert "幸運" in told["status"]


def test_on_the_sheet_every_row_says_what_it_is_about_and_nothing_is_said_twice() -> None:
    asked = {"widget": "exorcist.character", "language": "en", "values": {}, "pressed": None}
    page = json.loads(answer(json.dumps(asked)))["parts"]["output"]
    rows = dict(re.findall(r'<th scope="row">.*?data-rule="([^"]+)".*?</a>(.*?)</th>', page))
    assert rows["E-4.7"].strip() == "Tactical manoeuvre"
    assert rows["E-T4.2"].strip() == "Lay rope"
    assert "E-7.24" not in rows, "the row of the table says it, with its name"
    assert [rule for rule, words in rows.items() if not words.strip()] == ["E-3.9", "E-11.15"], "which are sentences"
