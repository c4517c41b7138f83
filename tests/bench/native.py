"""The rules and the widgets in this Python, with empty caches."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

from rules_py.contest import Contestant, Rulings, contest_odds, exchange_odds, parse_ability
from rules_py.contest import odds as engine
from rules_py.library import WIDGETS, answer
from rules_py.stepper import encode_actions
from rules_py.text import Text
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
    Text("a party of twelve", "12人の一行"): (
        "prophecy.difficulty",
        {"party": ", ".join(map(str, range(-3, 9))), "dice": "3", "reroll": "1", "assists": "5"},
    ),
    Text("six against six", "6人対6人の行動順"): (
        "prophecy.initiative",
        {"pcs": "1,2,3,4,5,6", "enemies": "7,8,9,10,11,12"},
    ),
    Text("numbers under Freeze", "氷結を受けたときの数値"): ("prophecy.condition", {"condition": "freeze"}),
}
"""Questions that take long."""

A, B = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
LONG = Rulings(heavy_wound_square=12, dying_square=13)


def forget() -> None:
    """Empty every cache, so that a run computes."""
    for cached in (engine.exchange_odds, engine._solved, engine._faces, engine._displacements):
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
    for name, each in WIDGETS.items():
        runs[widget(name)] = lambda each=each: each.element("en")  # type: ignore[misc]
    return {name: table.add(Text("Native: ", "ネイティブ：") + name, "ms", times(run)) for name, run in runs.items()}


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
