"""`make bench`: how long the answers take, natively and in the browser. Prints figures, judges nothing.

Single times on a shared machine say little; each figure is a median over several runs, and the browser's figures stand
beside the native ones of the same run as a ratio.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rulebook_site.browser import find
from rulebook_site.serve import address, background

from rules_py.contest import Contestant, Rulings, contest_odds, exchange_odds, parse_ability
from rules_py.contest import odds as engine
from rules_py.library import WIDGETS, answer
from rules_py.stepper import encode_actions
from tests.prophecy.test_links import SEED, Players

RUNS = 7
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
REROLLS = {"cast_dice": "3", "guard_dice": "3", "cast_reroll": "below", "guard_reroll": "from"}
MUCH = "Poison, Burning, Freeze, Petrify, Amplify Curse, Armour, Guard Up, Trap, Life Steal, Mana Steal, Restriction"
HARD: dict[str, tuple[str, dict[str, str]]] = {
    "a check with everything": (
        "prophecy.check",
        {"dice": "3", "reroll": "1", "assists": "8", "helpers": "5", "emotions": "5"},
    ),
    "an attack with rerolls of both sides": ("prophecy.attack", REROLLS),
    "an attack to knock down, with a long recipe": (
        "prophecy.attack",
        {
            **REROLLS,
            "goal": "knockdown",
            "cast_damage": "4",
            "guard_conditions": "Armour, Charge, Guard Up 2, Trap 3",
            "recipe": MUCH,
        },
    ),
    "a party of twelve": (
        "prophecy.difficulty",
        {"party": ", ".join(map(str, range(-3, 9))), "dice": "3", "reroll": "1", "assists": "5"},
    ),
    "six against six": ("prophecy.initiative", {"pcs": "1,2,3,4,5,6", "enemies": "7,8,9,10,11,12"}),
    "numbers under Freeze": ("prophecy.condition", {"condition": "freeze"}),
}
"""Questions that take long, for the figures below."""
ASK = """async ([widget, values, runs]) => {
  const theme = document.querySelector('script[src*="scripts/rulebook.mjs"]').src;
  const {ask} = await import(new URL('python.mjs', theme).href);
  const times = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await ask({widget, language: 'en', values, pressed: null});
    times.push(performance.now() - start);
  }
  return times;
}"""
A, B = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
LONG = Rulings(heavy_wound_square=12, dying_square=13)

UNTOUCHED = "window.requestIdleCallback = () => 0; navigator.__defineGetter__('connection', () => ({saveData: true}))"


def forget() -> None:
    """Empty every cache, so that a run computes."""
    for cached in (engine.exchange_odds, engine._solved, engine._faces, engine._displacements):
        cached.cache_clear()


def median(run: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """Return median and spread in milliseconds."""
    times = []
    for _ in range(runs):
        forget()
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), max(times) - min(times)


def line(name: str, value: float, spread: float, note: str = "") -> None:
    """Print one figure."""
    print(f"{name:<58}{value:>10.1f} ms  ± {spread / 2:>7.1f}   {note}")


def native() -> dict[str, float]:
    """Measure the engine and the widgets in this Python."""
    runs: dict[str, Callable[[], object]] = {
        "one exchange, 400 pairs": lambda: exchange_odds(A, B),
        "whole contest, gauge of the default size": lambda: contest_odds(A, B),
        "whole contest, half-length 12": lambda: contest_odds(A, B, LONG),
        "whole contest, half-length 12, strike power 2": lambda: contest_odds(
            replace(A, strike_power=2), replace(B, strike_power=2), LONG
        ),
    }
    for name, (widget, values) in HARD.items():
        runs[name] = lambda w=WIDGETS[widget], v=values: w.element("en", v)  # type: ignore[misc]
    runs["a step of eight fighters after ten rounds"] = step_of_a_battle()
    runs |= {f"widget {name}": lambda w=widget: w.element("en") for name, widget in WIDGETS.items()}  # type: ignore[misc]
    found = {}
    for name, run in runs.items():
        found[name], spread = median(run)
        line(f"native · {name}", found[name], spread)
    return found


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


def settled(page: Page, name: str) -> None:
    """Wait until a widget has answered."""
    page.wait_for_function(
        "name => ['ready', 'error'].includes(document.querySelector(`rules-widget[name='${name}']`).dataset.state)",
        arg=name,
        timeout=120_000,
    )


def in_browser(home: str, browser_path: str, measured: dict[str, float]) -> None:
    """Measure the start of Python and the first answers in Chromium."""
    starts: list[float] = []
    hard: dict[str, list[float]] = {}
    answers: dict[str, list[float]] = {"contest.roll": [], "contest.gauge": [], "contest.difficulty": []}
    with sync_playwright() as playwright:
        for run in range(3):
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
            page = browser.new_page()
            page.add_init_script(UNTOUCHED)
            page.goto(f"{home}/en/contest/calculators/")
            start = time.perf_counter()
            page.fill("rules-widget[name='contest.roll'] [name=ability_a]", "14")
            settled(page, "contest.roll")
            starts.append((time.perf_counter() - start) * 1000)
            for name, times in answers.items():
                field, values = {"contest.difficulty": ("win", ("35", "36"))}.get(name, ("ability_a", ("13", "19")))
                value = values[run % 2]
                start = time.perf_counter()
                page.fill(f"rules-widget[name='{name}'] [name={field}]", value)
                settled(page, name)
                times.append((time.perf_counter() - start) * 1000)
            if not run:
                hard = {name: page.evaluate(ASK, [*question, RUNS]) for name, question in HARD.items()}
            browser.close()
    line("browser · from the first touch to the first answer", statistics.median(starts), max(starts) - min(starts))
    for name, times in answers.items():
        ratio = statistics.median(times) / measured[f"widget {name}"]
        line(
            f"browser · new answer of {name}",
            statistics.median(times),
            max(times) - min(times),
            f"typing pause included; {ratio:.1f} × native",
        )
    for name, times in hard.items():
        ratio = statistics.median(times) / measured[name]
        line(f"browser · {name}", statistics.median(times), max(times) - min(times), f"{ratio:.1f} × native")


def main() -> None:
    """Print the table."""
    measured = native()
    site = Path("site")
    browser_path = find()
    if not (site / "en").is_dir() or browser_path is None:
        print("browser · not measured: build the site with `make site` and install a Chromium first")
        return
    server = background(site)
    in_browser(address(server), browser_path, measured)
    server.shutdown()


if __name__ == "__main__":
    main()
