"""One story of every widget: it answers as Python does anywhere, refuses in words, needs no pointer, bears any link."""

from __future__ import annotations

from importlib import import_module

import pytest

from rules_py import library
from rules_py.core.text import LANGUAGES
from tests.browser.asked import ANSWERED, REFUSED, left, story
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import CALCULATORS, Visit, Widget, defaults, native, spoken
from tests.places import PLACES

TOLD_OF = sorted({place.split("/")[0] for place in PLACES.values() if place})
"""The games, whose calculators and steppers are told of, and the characters of all."""
TOLD = [
    (language, what)
    for number, what in enumerate(TOLD_OF)
    for language in (LANGUAGES if EACH_IN_EACH else [LANGUAGES[number % 2]])
]

ASK = """async (questions) => {
  const script = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/rulebook.mjs'));
  const {ask} = await import(new URL('python.mjs', script.name).href);
  const answers = [];
  for (const question of questions) answers.push(await ask(question));
  return answers;
}"""


@pytest.mark.parametrize(("language", "what"), TOLD)
def test_a_widget_s_story(visit: Visit, what: str) -> None:
    """Of each, one after the other; of the duel of the home page `test_home.py` tells."""
    for name, place in sorted(PLACES.items(), key=lambda told: told[1]):
        if place.split("/")[0] == what:
            story(visit, name)


def test_every_widget_is_asked_and_refuses_something() -> None:
    assert set(ANSWERED) == set(REFUSED) == set(library.WIDGETS)


@spoken("ja")
def test_python_in_a_page_answers_as_it_does_anywhere(visit: Visit) -> None:
    """Every input of every system, and what no story types, asked of one Python as widgets ask it.

    What a page shows of it, the stories tell.
    """
    visit.open(CALCULATORS)
    Widget(visit.page, "contest.roll").live()
    asked = [*left()]
    for slug in library.SYSTEMS:
        inputs = import_module(f"tests.{slug}.inputs").INPUTS
        asked += [(name, what, {**defaults(name), **values}) for what, (name, values) in inputs.items()]
    questions = [
        {"widget": name, "language": visit.language, "values": values, "pressed": None} for name, _, values in asked
    ]
    for (name, what, values), answer in zip(asked, visit.page.evaluate(ASK, questions), strict=True):
        assert answer == native(name, visit.language, values), f"{name}: {what}"
