"""What a page and a first result weigh, and how soon an answer follows an edit."""

from __future__ import annotations

import gzip
import statistics
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Playwright

from rules_py.core.fields import IntegerField
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES, Text
from rules_py.library import SYSTEMS, WIDGETS
from tests.bench.figures import Table, percentile_95
from tests.bench.native import HARD, LONG_QUESTIONS, RUNS, widget
from tests.bench.start import PYTHON, QUIET
from tests.browser.engines import Host, PlaywrightEngine, PlaywrightTab
from tests.places import PLACES

STATE = "(name) => document.querySelector(`rules-widget[name='${name}']`)?.dataset.state"
READY = f"(name) => ({STATE})(name) === 'ready'"

EDITS = """async ([name, edits, first, foreseen]) => {
  const widget = document.querySelector(`rules-widget[name="${name}"]`);
  const times = [];
  for (const [field, value] of edits) {
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const answered = new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => {
        if (widget.dataset.state === 'busy') return;
        observer.disconnect();
        if (widget.dataset.state === 'ready') resolve(performance.now());
        else reject(new Error(`${name}: ${field} = ${value}`));
      });
      observer.observe(widget, {attributeFilter: ['data-state']});
    });
    const told = new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => resolve(performance.now()));
      observer.observe(widget.querySelector('[data-answer]'), {childList: true, characterData: true, subtree: true});
      answered.then(resolve, reject).finally(() => observer.disconnect());
    });
    const control = widget.querySelector(`[name="${field}"]`);
    const begun = performance.now();
    control.value = foreseen ? value : ` ${value}`; // the same in other letters
    control.dispatchEvent(new InputEvent('input', {bubbles: true}));
    times.push((first ? await told : await answered) - begun);
    await answered;
  }
  return times;
}"""
"""Types into fields, and tells how long each result was in coming, or the first news of it in the answer bar.

What goes on as it went may have been asked ahead; with spaces before it nothing is.
"""

STEPS = """async ([name, most, foreseen]) => {
  const desk = document.querySelector(`rules-widget[name="${name}"]`);
  const passed = (attribute, wanted) => new Promise((resolve) => {
    const look = () => wanted() && (observer.disconnect(), resolve());
    const observer = new MutationObserver(look);
    observer.observe(desk, {attributeFilter: [attribute]});
    look();
  });
  const times = [];
  while (times.length < most) {
    for (const hold of ['data-calming', 'data-ended']) await passed(hold, () => !desk.hasAttribute(hold));
    const next = desk.querySelector('[data-primary]');
    if (!foreseen) next.value = next.value.replace(/^\\[/, '[ '); // the same step in other letters
    const begun = performance.now();
    next.click();
    await passed('data-state', () => desk.dataset.state !== 'busy');
    if (desk.dataset.state !== 'ready') throw new Error(`${name}: step ${times.length + 1}`);
    await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
    times.push(performance.now() - begun);
  }
  return times;
}"""
"""Plays on with the button that comes next, fight after fight, and tells how long each step was in being shown."""

INPUT = Text("Input to new result, {name}", "入力から新しい結果まで、{name}")
ANY_INPUT = Text("Input that nothing foretold to new result, {name}", "予測できない入力から新しい結果まで、{name}")
NEXT = Text("Press of what comes next to the step that is seen, {name}", "次の手順を押してから結果が見えるまで、{name}")
OTHER = Text("Press of anything else to the step that is seen, {name}", "ほかを押してから結果が見えるまで、{name}")

FIGHT = 60
"""How many steps are measured, the first of a visit among them."""

EDITED: dict[str, dict[str, Sequence[object]]] = {
    "contest.roll": {"ability_a": range(5, 20, 2), "ability_b": range(5, 19, 2)},
    "prophecy.check": {"ability": range(8), "target": range(7, 14)},
    "prophecy.attack": {"cast": range(2, 10), "guard": range(1, 8)},
    "prophecy.difficulty": {"assists": range(4), "wish": range(50, 95, 5)},
    "prophecy.initiative": {"enemies": range(5, 12), "pcs": ("0, 0, 0", "1, 0, 2", "3, 3", "2, 4, 1", "5")},
    "exorcist.pool": {"dice": range(1, 9), "bonus": range(7)},
    "avatar.clash": {"ep": range(3198, 3204), "their_cards": range(1, 5)},
    "kamui.pool": {"dice": range(1, 9), "traits": range(7)},
    "kamui.grace": {"wanted": range(1, 7), "threats": range(1, 7)},
    "kamui.difficulty": {"wish": range(40, 80, 5), "party": ("2/5, 3/4, 4/6", "3/5, 3/4", "1/6, 4/4, 2/5")},
}
"""Two fields and their values, no pair of which is asked for twice."""


def edited() -> dict[str, dict[str, Sequence[object]]]:
    """Return for each calculator two fields and a few of their values."""
    found = dict[str, dict[str, Sequence[object]]]()
    for name, each in WIDGETS.items():
        if not each.compares or name.endswith(".character"):
            continue
        numbers = [field for field in each.fields.values() if isinstance(field, IntegerField) and not field.is_rule]
        found[name] = EDITED.get(name) or {
            field.name: range(max(field.least, int(field.default) - 2), min(field.most, int(field.default) + 3) + 1)
            for field in numbers[:2]
        }
    return found


ASK = f"""async ([widget, values, runs]) => {{
  const {{ask}} = {PYTHON};
  const times = [];
  for (let run = 0; run < runs; run++) {{
    const start = performance.now();
    await ask({{widget, language: 'en', values, pressed: null}});
    times.push(performance.now() - start);
  }}
  return times;
}}"""


def untouched(engine: PlaywrightEngine, address: str) -> PlaywrightTab:
    """Open a page on which Python waits for a touch."""
    tab = engine.tab()
    tab.page.goto(address, wait_until="networkidle")
    return tab


def measure(playwright: Playwright, site: Path, table: Table, native: dict[Text, float]) -> None:
    """Measure everything, in Chromium."""
    with PlaywrightEngine(playwright, "chromium") as engine:
        weights(engine, site, table)
        with Host(site) as host:
            after_a_touch(engine, host, table, native)
            edits(engine, host, table)
            steps(engine, host, table)


def weights(engine: PlaywrightEngine, site: Path, table: Table) -> None:
    """Measure what is sent for a page."""
    python = []
    for slug, system in SYSTEMS.items():
        pages = [page for language in LANGUAGES for page in (site / language / slug).rglob("index.html")]
        widest = max(pages, key=lambda page: len(gzip.compress(page.read_bytes(), 6)))
        with Host(site) as host, untouched(engine, f"{host.address}/{widest.parent.relative_to(site)}/"):
            weight = sum(size for path, size in host.carried.items() if path.endswith(("/", ".css", ".js", ".mjs")))
            python.append(len(host.runtime()))
        name = Text("Page before any interest, the widest of {title}", "触れる前のページ、{title}で最も重いもの")
        table.add(name.format(title=system.title), "kB", [weight / 1000], 110)
    table.add(Text("Python files of such a page", "そのページが読み込むPythonのファイル"), "", [max(python)], 0)


def after_a_touch(engine: PlaywrightEngine, host: Host, table: Table, native: dict[Text, float]) -> None:
    """Measure what a reader waits for who comes, touches and goes on."""
    starts: list[float] = []
    hard: dict[Text, list[float]] = {}
    long: dict[Text, list[float]] = {}
    answers: dict[str, list[float]] = {"contest.roll": [], "contest.gauge": [], "contest.difficulty": []}

    def asked(tab: PlaywrightTab, name: str, field: str, value: str) -> float:
        start = time.perf_counter()
        tab.fill(f"rules-widget[name='{name}'] [name={field}]", value)
        tab.wait(READY, name)
        return (time.perf_counter() - start) * 1000

    for run in range(3):
        with untouched(engine, f"{host.address}/en/contest/calculators/") as tab:
            starts.append(asked(tab, "contest.roll", "ability_a", "14"))
            for name, times in answers.items():
                field, values = {"contest.difficulty": ("win", ("35", "36"))}.get(name, ("ability_a", ("13", "19")))
                times.append(asked(tab, name, field, values[run % 2]))
            if not run:
                long = {
                    name: [tab.evaluate(ASK, [each.widget, values, 1])[0] / 1000 for values in each.runs()]
                    for name, each in LONG_QUESTIONS.items()
                    if each.browser_bar
                }
                hard = {name: tab.evaluate(ASK, [*question, RUNS]) for name, question in HARD.items()}

    in_browser = Text("Browser: ", "ブラウザー：")
    table.add(in_browser + Text("from the first touch to the first answer", "触れてから最初の答えまで"), "ms", starts)
    for name, times in answers.items():
        ratio = statistics.median(times) / native[widget(name)]
        what = in_browser + Text("new answer, driver included, ", "新しい答え（操作の時間を含む）、") + widget(name)
        table.add(what, "ms", times, note=f"{ratio:.1f} × native")
    for question, times in long.items():
        table.add(in_browser + question, "s", times, LONG_QUESTIONS[question].browser_bar)
    for question, times in hard.items():
        ratio = statistics.median(times) / native[question]
        table.add(in_browser + question, "ms", times, note=f"{ratio:.1f} × native")


def edits(engine: PlaywrightEngine, host: Host, table: Table) -> None:
    """Measure from the key to the result, once Python runs."""
    for name, fields in edited().items():
        each = WIDGETS[name]
        is_told_before = each.is_costly or each.gradual
        # The first values, of both fields, are only put in.
        put = [(field, str(values[0])) for field, values in fields.items()]
        for foreseen in (False,) if is_told_before else (True, False):
            with engine.tab() as tab:
                tab.open(f"{host.address}/en/{PLACES[name]}")
                tab.page.dispatch_event(f"rules-widget[name='{name}'] .widget-title", "focusin")
                tab.wait(READY, name)
                tab.evaluate(QUIET)
                edits = [*put, *walk(fields)]
                told = tab.evaluate(EDITS, [name, edits, is_told_before, foreseen])[len(put) :]
            if is_told_before:
                what = Text("Input to the answer bar, {name}", "入力から答えの帯まで、{name}").format(name=widget(name))
                table.add(what, "ms", told, 100)
                continue
            what = (INPUT if foreseen else ANY_INPUT).format(name=widget(name))
            table.add(what, "ms", told, 16)
            table.add(what + Text(", 95th percentile", "、95パーセンタイル"), "ms", told, 33, middle=percentile_95)


def steps(engine: PlaywrightEngine, host: Host, table: Table) -> None:
    """Measure from the press to the step that is seen, for each desk, once Python runs."""
    for name, each in WIDGETS.items():
        if not isinstance(each, Stepper):
            continue
        with engine.tab() as tab:
            tab.open(f"{host.address}/en/{PLACES[name]}")
            tab.page.dispatch_event(f"rules-widget[name='{name}'] [data-primary]", "focusin")
            tab.wait(READY, name)
            tab.evaluate(QUIET)
            played = {foreseen: tab.evaluate(STEPS, [name, FIGHT, foreseen]) for foreseen in (True, False)}
        for foreseen, times in played.items():
            which = NEXT if foreseen else OTHER
            what = which.format(name=widget(name))
            table.add(what, "ms", times)
            table.add(what + Text(", 95th percentile", "、95パーセンタイル"), "ms", times, 100, middle=percentile_95)


def walk(fields: dict[str, Sequence[object]]) -> list[tuple[str, str]]:
    """Return edits of one field each that lead through all pairs of values.

    Example:
        >>> walk({"a": range(2), "b": range(5, 7)})
        [('a', '1'), ('b', '6'), ('a', '0')]
    """
    (one, ones), (other, others) = fields.items()
    pairs = [(a, b) for row, b in enumerate(others) for a in (reversed(ones) if row % 2 else ones)]
    return [
        (one, str(after[0])) if before[0] != after[0] else (other, str(after[1])) for before, after in pairwise(pairs)
    ]
