"""How things stand in a serial contest, for a picture: who is there, with what."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from rules_py.contest.checks import Side
from rules_py.contest.figures import draw_gauge
from rules_py.contest.model import Character, contestant
from rules_py.contest.model import Scene as ContestScene
from rules_py.contest.rulings import Rulings
from rules_py.contest.widgets import board
from rules_py.core.scenes import ROUND, Person, Scene, numbered
from rules_py.core.text import Language, Text, listed


def scene(state: ContestScene, inputs: Any) -> Scene:
    """Return it for the picture of the stepper; see `rules_py.core.scenes`."""
    rulings: Rulings = inputs.rulings
    told = [_contest_told(state, number, rulings) for number in range(len(state.contests))]

    def gauges(language: Language) -> list[Element]:
        if not state.contests:
            return [draw_gauge(rulings, language, None)]
        found = []
        for contest in state.contests:
            names = board.side_names(state, contest)
            found.append(draw_gauge(rulings, language, contest.position, names))
        return found

    people = [_contestant(state, who, each, rulings) for who, each in enumerate(state.characters)]
    return Scene(numbered(ROUND, state.round), gauges, tuple(told), tuple(people))


def _contest_told(state: ContestScene, number: int, rulings: Rulings) -> Text:
    """Say how a contest stands, and what was rolled."""
    contest = state.contests[number]
    if contest.result:
        return board.result_words(state, contest)
    said = board.chance_words(state, number, rulings)
    if contest.rolls and contest.levels:
        words = Text(
            " Rolled: {a} {roll_a} ({level_a}), {b} {roll_b} ({level_b}).",
            "出目は{a}が{roll_a}（{level_a}）、{b}が{roll_b}（{level_b}）。",
        )
        a, b = (state.name(who) for who in contest.acting)
        (roll_a, roll_b), (level_a, level_b) = contest.rolls, contest.levels
        said += words.format(a=a, b=b, roll_a=roll_a, roll_b=roll_b, level_a=level_a.text, level_b=level_b.text)
    return said


def _contestant(state: ContestScene, who: int, character: Character, rulings: Rulings) -> Person:
    told = [listed([ability.text for ability in character.abilities])]
    notes = board.conditions(character)
    for number in state.contests_of(who):
        contest = state.contests[number]
        side = contest.side_of(who)
        if side is None or who not in contest.acting:
            continue
        now = contestant(state, number, side, rulings)
        used = character.abilities[state.declared.get(who, 0)].called
        told.append(Text("rolls {used} with {n}", "{used}を{n}で振る").format(used=used, n=now.effective(rulings)))
        notes += board.held(now, state, number, Side(side))
    standing_ = listed([Text("narrator", "ナレーター") if character.narrator else Text("player", "プレイヤー"), *notes])
    return Person(
        character.name,
        "enemy" if character.narrator else "own",
        standing_,
        now=state.on_turn == who,
        told=tuple(told),
    )
