"""The rules and the widgets in this Python, with empty caches."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from rules_py.contest import Contestant, Rulings, contest_odds, exchange_odds, parse_ability
from rules_py.contest import odds as engine
from rules_py.core.played import encode_actions
from rules_py.core.text import Text
from rules_py.kamui import odds as attacks
from rules_py.library import WIDGETS, answer
from tests.bench.figures import Table
from tests.prophecy.test_links import SEED, Players

RUNS = 7
REROLLS = {"cast_dice": "3", "guard_dice": "3", "cast_reroll": "below", "guard_reroll": "from"}
MUCH = "Poison, Burning, Freeze, Petrify, Amplify Curse, Armour, Guard Up, Trap, Life Steal, Mana Steal, Restriction"
HARD: dict[Text, tuple[str, dict[str, str]]] = {
    Text("a check with everything", "すべてが重なった判定"): (
        "prophecy.check",
        {"dice": "3", "reroll": "1", "assists": "8", "helpers": "5", "emotions": "5"},
    ),
    Text("an attack with rerolls of both sides", "双方が振り直す攻撃"): ("prophecy.attack", REROLLS),
    Text("an attack to knock down, with a long recipe", "長いレシピでノックダウンを狙う攻撃"): (
        "prophecy.attack",
        {
            **REROLLS,
            "goal": "knockdown",
            "cast_damage": "4",
            "guard_conditions": "Armour, Charge, Guard Up 2, Trap 3",
            "recipe": MUCH,
        },
    ),
    Text("a party of twelve", "12人のパーティ"): (
        "prophecy.difficulty",
        {"party": ", ".join(map(str, range(-3, 9))), "dice": "3", "reroll": "1", "assists": "5"},
    ),
    Text("six against six", "6人対6人のイニシアチブ"): (
        "prophecy.initiative",
        {"pcs": "1,2,3,4,5,6", "enemies": "7,8,9,10,11,12"},
    ),
    Text("numbers under Freeze", "氷結を受けたときの数値"): ("prophecy.condition", {"condition": "freeze"}),
    Text("four unlike attacks with 12 action value", "数値の違う攻撃4回に【行動値】12"): (
        "kamui.attack",
        {"action": "12", "attacks": "1", "more": "4/6/2/0, 3/9/1/2, 7/2/3/1", "hp": "99", "armour": "60", "least": "0"},
    ),
    Text("a grace check of 16 dice", "ダイス16個の恩寵判定"): (
        "kamui.grace",
        {"party": "2/1, 2/2, 2/3, 2/4, 2/5, 2/6, 2/7, 2/8", "threats": "20"},
    ),
}
"""Questions that take long."""


@dataclass(frozen=True)
class Long:
    """A question that a reader waits for.

    Args:
        widget: Who is asked.
        values: What is asked.
        vary: A field and its value in each run, so that no run knows the answer of the one before.
        bar: The most seconds in this Python.
        browser_bar: The most seconds in the browser; None where nobody asks it there.
    """

    widget: str
    values: dict[str, str]
    vary: tuple[str, tuple[str, ...]]
    bar: float
    browser_bar: float | None = None

    def runs(self) -> list[dict[str, str]]:
        """Return the values of every run."""
        field, found = self.vary
        return [self.values | {field: value} for value in found]


SIX_ATTACKS = {"evade_dice": "12", "more": "3D 1d6, 2D 1d4s, 4D HARD 2d4, 3D 1d6 ranged, 2D 1d6"}
FIVE_CARDS = {"hand": "SK S4 HA D7 C9", "hand_limit": "5"}
SEVEN_CARDS = {"hand": "SK S4 HA D7 C9 H2 D3", "hand_limit": "7", "known": "number", "difficulty": "64"}
FIVE_KAMUI = {"moves": "5", "rifts": "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"}
LONG_QUESTIONS: dict[Text, Long] = {
    Text("evade advisor, 6 attacks and 12 dice", "回避の助言、攻撃6回とダイス12個"): Long(
        "exorcist.attack", SIX_ATTACKS, ("hp", ("5", "6", "7")), 0.3, 1
    ),
    Text("hand of 5, limit 5, one difficulty", "手札5枚、上限5、難度は1つ"): Long(
        "avatar.check",
        {**FIVE_CARDS, "known": "number", "difficulty": "58"},
        ("ep", ("500", "600", "700")),
        0.5,
    ),
    Text("hand of 5, limit 5, a band of 13 difficulties", "手札5枚、上限5、難度は13通りの帯"): Long(
        "avatar.check", {**FIVE_CARDS, "known": "A-T1.8"}, ("ep", ("500", "600", "700")), 2, 6
    ),
    Text("hand of 7, limit 7, one difficulty", "手札7枚、上限7、難度は1つ"): Long(
        "avatar.check", SEVEN_CARDS, ("ep", ("700",)), 15
    ),
    Text("five kamui, ten rifts, three rounds", "神威5柱、〈裂け目〉10、3ラウンド"): Long(
        "kamui.faith", FIVE_KAMUI, ("kamui", ("1, 2, 3, 5, 8", "1, 2, 4, 6, 8", "2, 3, 5, 7, 9")), 1
    ),
}
"""Questions with a bar of their own."""

A, B = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
LONG = Rulings(heavy_wound_square=12, dying_square=13)


def forget() -> None:
    """Empty every cache, so that a run computes."""
    contest = engine.exchange_odds, engine._solved, engine._faces, engine._displacements
    for cached in (*contest, attacks._ways, attacks._damage_ways):
        cached.cache_clear()


def times(run: Callable[[], object]) -> list[float]:
    """Return how many milliseconds each of some runs takes."""
    found = []
    for _ in range(RUNS):
        forget()
        start = time.perf_counter()
        run()
        found.append((time.perf_counter() - start) * 1000)
    return found


def widget(name: str) -> Text:
    """Return a widget's title and name."""
    return Text("{title} ({name})", "{title}（{name}）").format(title=WIDGETS[name].title, name=name)


def measure(table: Table) -> dict[Text, float]:
    """Measure everything; return the medians."""
    runs: dict[Text, Callable[[], object]] = {
        Text("one exchange, 400 pairs", "1回の対決ロール、400通り"): lambda: exchange_odds(A, B),
        Text("whole contest, gauge of the default size", "対決全体、標準の長さのゲージ"): lambda: contest_odds(A, B),
        Text("whole contest, half-length 12", "対決全体、片側12マス"): lambda: contest_odds(A, B, LONG),
        Text("whole contest, half-length 12, strike power 2", "対決全体、片側12マス、打撃力2"): lambda: contest_odds(
            replace(A, strike_power=2), replace(B, strike_power=2), LONG
        ),
    }
    for name, (asked, values) in HARD.items():
        runs[name] = lambda asked=WIDGETS[asked], values=values: asked.element("en", values)  # type: ignore[misc]
    runs[Text("a step of eight fighters after ten rounds", "10ラウンド後、8人の戦闘の1手")] = step_of_a_battle()
    for name, question in LONG_QUESTIONS.items():
        took = [seconds(question.widget, values) for values in question.runs()]
        table.add(Text("Native: ", "ネイティブ：") + name, "s", took, question.bar)
    for name, each in WIDGETS.items():
        runs[widget(name)] = lambda each=each: each.element("en")  # type: ignore[misc]
    return {name: table.add(Text("Native: ", "ネイティブ：") + name, "ms", times(run)) for name, run in runs.items()}


def seconds(name: str, values: dict[str, str]) -> float:
    """Return how long an answer takes."""
    question = json.dumps({"widget": name, "language": "en", "values": values, "pressed": None})
    start = time.perf_counter()
    found = json.loads(answer(question))
    took = time.perf_counter() - start
    assert found["state"] == "ready", found["error"]
    return took


def step_of_a_battle() -> Callable[[], object]:
    """Return what answers a press of Undo, and then of Redo, in a long battle."""
    players = Players(2)
    for _ in range(10):
        players.round()
    values = {"seed": SEED, "actions": encode_actions(players.actions)}

    def step() -> object:
        do = "redo" if values.get("undone") == "1" else "undo"
        question = {"widget": "prophecy.battle", "language": "en", "values": values, "pressed": {"do": do}}
        values.update(json.loads(answer(json.dumps(question)))["values"])
        return values

    step()
    return step
