"""What Python in the browser has done for one system, or for all: its widgets have answered. Comes after warm_base.py.

SLUGS holds the systems' slugs.
"""

import importlib
import json

from __main__ import SLUGS, forget, rest  # type: ignore[attr-defined]
from rules_py.core.curve import moved_field
from rules_py.core.fields import ChoiceField, FlagField
from rules_py.core.rooms import SLUGS as ALL
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES
from rules_py.library import WIDGETS, answer, rehearse

PRESSES = 10  # about a round of each game: what has run once runs faster


def _ask(widget, language, values, pressed=None):
    question = {"widget": widget, "language": language, "values": values, "pressed": pressed}
    return json.loads(answer(json.dumps(question)))


if SLUGS == ALL:
    names = list(WIDGETS)
else:
    names = [widget.name for slug in SLUGS for widget in importlib.import_module(f"rules_py.{slug}.widgets").WIDGETS]
    names += [f"{slug}.character" for slug in SLUGS]  # whose chances stand beside rules
for slug in SLUGS:
    importlib.import_module(f"rules_py.{slug}")

for name in names:
    widget = WIDGETS[name]
    stepper = isinstance(widget, Stepper)
    for language in LANGUAGES:
        first = _ask(name, language, {})
        assert first["state"] == "ready", first["error"]
        for field in widget.fields.values():
            _ask(name, language, {field.name: "\ufffd"})
            if stepper or widget.is_costly or language != LANGUAGES[0]:
                continue
            choices = [value for value, _ in field.options] if isinstance(field, ChoiceField) else []
            for value in ["1"] if isinstance(field, FlagField) else choices:
                _ask(name, language, {field.name: value})
        if stepper:
            question = json.dumps({"widget": name, "language": language, "values": {"seed": "a"}, "pressed": None})
            for _ in range(PRESSES):
                question = rehearse(question)
            values = json.loads(question)["values"]
            _ask(name, language, values, {"do": "undo"})
            _ask(name, language, values, {"do": "load", "file": "{}"})
            answer(json.dumps(json.loads(question) | {"pressed": None, "picture": True}))
        forget()

# How an answer moves is asked with each step of a field: once is enough, for the code, not for its many answers.
moving = next((name for name in names if moved_field(WIDGETS[name])), None)
if moving:
    answer(json.dumps({"widget": moving, "language": "en", "values": {}, "pressed": None, "moved": ""}))
rest()
