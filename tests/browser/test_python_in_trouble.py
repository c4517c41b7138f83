"""Python under strain: slow networks, loops, a worker that dies, many questions at once, many pages, the way back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from rules_py import library
from rules_py.core.fields import ChoiceField
from rules_py.core.text import LANGUAGES
from tests.browser.engines import EACH_IN_EACH, LISTENING, Engine, Host, Tab
from tests.browser.reader import CALCULATORS, ROOT, defaults, native
from tests.browser.test_when_python_starts import of_another_build
from tests.places import PLACES
from tests.test_every_widget import INPUTS

SITE = Path(ROOT, "site")
ROLL = "contest.roll"
ENGINES = ("chromium", "firefox") if EACH_IN_EACH else ("chromium",)
WORTH_TRYING = ("", "0", "1", "2", "5", "7", "12", "10W", "−3", "１５", "x", "99999")

PYTHON = """async () => {
  const script = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/rulebook.mjs'));
  window.python = await import(new URL('python.mjs', script.name).href);
}"""
ASK_ALL = """async (questions) => {
  const answers = [];
  for (const question of questions) answers.push(JSON.stringify(await python.ask(question)));
  return answers;
}"""


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(request.param)


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def any_engine(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(request.param)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host(SITE) as running:
        yield running


def visit(tab: Tab, host: Host, path: str = f"en/{CALCULATORS}") -> Tab:
    """Open a page, and have its Python at hand as `python`."""
    tab.open(f"{host.address}/{path}")
    tab.wait(LISTENING)
    tab.evaluate(PYTHON)
    return tab


def answered(tab: Tab, name: str, values: dict[str, str], language: str = "en") -> None:
    """Wait until a widget shows what Python answers anywhere."""
    output = native(name, language, defaults(name) | values)["parts"]["output"]
    tab.wait(
        """([name, html]) => {
          const widget = document.querySelector(`rules-widget[name="${name}"]`);
          const anywhere = document.createElement('div');
          anywhere.innerHTML = html;
          const text = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
          return widget?.dataset.state === 'ready' && text(widget.querySelector('output')) === text(anywhere);
        }""",
        [name, output],
    )


def type_into(tab: Tab, name: str, field: str, value: str, then: str = "") -> None:
    """Change a field as typing does, and in the same moment do something else."""
    tab.evaluate(
        """([name, field, value]) => {
          const control = document.querySelector(`rules-widget[name="${name}"] [name="${field}"]`);
          control.value = value;
          control.dispatchEvent(new InputEvent('input', {bubbles: true}));
        """
        + then
        + "}",
        [name, field, value],
    )


def game_of(question: Mapping[str, Any]) -> str:
    return str(question["widget"]).split(".")[0]


def two_hundred_questions() -> list[dict[str, Any]]:
    """Return what readers ask, rightly and wrongly, in both languages."""
    dice = random.Random(4)
    questions = []
    cases = sorted(INPUTS.values(), key=repr)
    quick = [case for case in cases if case[0] not in ("contest.gauge", "contest.difficulty")]
    while len(questions) < 200:
        name, values = cases[len(questions)] if len(questions) < len(cases) else dice.choice(quick)
        field = dice.choice(list(library.WIDGETS[name].fields.values()))
        wild = [value for value, _ in field.options] if isinstance(field, ChoiceField) else WORTH_TRYING
        changed = values | ({field.name: dice.choice(wild)} if len(questions) >= len(cases) else {})
        language = LANGUAGES[len(questions) % 2]
        questions.append({"widget": name, "language": language, "values": defaults(name) | changed, "pressed": None})
    return questions


@pytest.mark.parametrize("start", ["picture", "packages"] if EACH_IN_EACH else ["packages"])
def test_200_answers_are_the_same_from_the_picture_from_the_packages_and_anywhere(
    engine: Engine, start: str, tmp_path: Path
) -> None:
    """From the picture, every input of every system is asked in `test_stories.py`; the short way asks each eighth.

    The picture of a page holds its own game, the packages hold all.
    """
    questions = two_hundred_questions()[:: 1 if EACH_IN_EACH else 8]
    if start == "picture":
        questions.sort(key=game_of)
    broken = tmp_path / "snapshot.bin"
    broken.write_bytes(of_another_build())
    instead = {"/snapshot.bin": broken} if start == "packages" else {}
    with Host(SITE, instead) as host, engine.tab() as tab:
        answers = list[str]()
        for game, its in groupby(questions, game_of) if start == "picture" else [("contest", questions)]:
            answers += visit(tab, host, f"en/{game}/calculators/").evaluate(ASK_ALL, [*its])
        assert any(name.endswith(".whl") for name in host.runtime()) is (start == "packages")
        assert sum("Python starts from its packages" in each for each in tab.messages or []) == (start == "packages")
    for question, answer in zip(questions, answers, strict=True):
        expected = json.loads(library.answer(json.dumps(question)))
        seeded = "seed" in expected["query"] and not question["values"].get("seed")
        assert seeded or json.loads(answer) == expected


def test_on_a_slow_network_the_page_says_what_it_waits_for_and_then_answers(engine: Engine) -> None:
    with Host(SITE, pauses={"/snapshot.wasm": 1.5, "/snapshot.bin": 2.5}) as host, engine.tab() as tab:
        visit(tab, host)
        type_into(tab, ROLL, "ability_a", "18")
        tab.wait("() => /Python is starting/.test(document.querySelector('.widget-status').textContent)")
        type_into(tab, ROLL, "ability_a", "17")
        answered(tab, ROLL, {"ability_a": "17"})
        assert sum(name == "snapshot.bin" for name in host.runtime()) == 1


def test_stop_ends_a_loop_and_widgets_answer_meanwhile(any_engine: Engine, host: Host) -> None:
    with any_engine.tab() as tab:
        visit(tab, host)
        tab.evaluate(
            """async () => {
              await Promise.all([python.start(), python.start('run')]);
              const run = (code) => python.execute({language: 'en', codes: [code]}, () => {}).catch(({why}) => why);
              window.runs = [run('while True: pass'), run('1 + 1')];
            }"""
        )
        type_into(tab, ROLL, "ability_a", "6")
        answered(tab, ROLL, {"ability_a": "6"})
        assert tab.evaluate("() => { python.stop('run'); return Promise.all(runs); }") == ["stop", "stop"]
        type_into(tab, ROLL, "ability_a", "8")
        answered(tab, ROLL, {"ability_a": "8"})


def test_ten_widgets_on_one_page_are_touched_at_once(engine: Engine, host: Host) -> None:
    places = [f"{slug}/{page}/" for slug in ("contest", "prophecy") for page in ("calculators", "stepper")]
    names = [name for name in library.WIDGETS if PLACES[name] in places]
    with engine.tab() as tab:
        visit(tab, host)
        tab.evaluate(
            """async (names) => {
              const article = document.querySelector('article');
              for (const each of article.querySelectorAll('rules-widget')) each.remove();
              const pages = [...new Set(names.map((name) => name.split('.')[0]))]
                .flatMap((slug) => ['calculators', 'stepper'].map((page) => `../../${slug}/${page}/`));
              const texts = await Promise.all(pages.map(async (page) => (await fetch(page)).text()));
              for (const text of texts) {
                const other = new DOMParser().parseFromString(text, 'text/html');
                article.append(...other.querySelectorAll('rules-widget'));
              }
            }""",
            names,
        )
        assert tab.evaluate("() => document.querySelectorAll('rules-widget').length") == len(names) == 10
        changes = {
            name: next((f, v) for f, v in each.items() if v)
            for name, each in {
                name: {
                    field.name: field.options[1][0] if isinstance(field, ChoiceField) else "3"
                    for field in library.WIDGETS[name].fields.values()
                    if isinstance(field, ChoiceField)
                }
                for name in names
            }.items()
        }
        tab.evaluate(
            """(changes) => {
              for (const [name, [field, value]] of Object.entries(changes)) {
                const control = document.querySelector(`rules-widget[name="${name}"] [name="${field}"]`);
                control.value = value;
                control.dispatchEvent(new Event('input', {bubbles: true}));
                control.dispatchEvent(new Event('change', {bubbles: true}));
              }
            }""",
            changes,
        )
        # A house rule is chosen once for a game: what one of them takes, all of its game take.
        rules: dict[str, dict[str, str]] = {"contest": {}, "prophecy": {}}
        for name, (field, value) in changes.items():
            changed = library.WIDGETS[name].fields[field]
            if changed.is_rule:
                rules[name.split(".")[0]][changed.kept_as] = value
        for name, (field, value) in changes.items():
            answered(tab, name, library.WIDGETS[name].recalled(rules[name.split(".")[0]]) | {field: value})


def test_the_way_back_from_another_page_finds_everything_at_work(engine: Engine, host: Host) -> None:
    with engine.tab() as tab:
        visit(tab, host)
        type_into(tab, ROLL, "ability_a", "16")
        answered(tab, ROLL, {"ability_a": "16"})
        tab.evaluate("() => { addEventListener('pageshow', ({persisted}) => { window.kept = persisted; }); }")
        tab.open(f"{host.address}/ja/about/")
        tab.back()
        tab.wait("() => location.pathname.startsWith('/en/')")
        tab.wait(LISTENING)
        answered(tab, ROLL, {"ability_a": "16"})
        type_into(tab, ROLL, "ability_a", "4")
        answered(tab, ROLL, {"ability_a": "4"})
