"""What Python in the browser has done already when it starts: every widget has answered, rightly and wrongly."""

import gc
import importlib
import json

importlib.invalidate_caches()

from rules_py.library import WIDGETS, answer, widget_html  # noqa: E402
from rules_py.stepper import Stepper  # noqa: E402
from rules_py.text import LANGUAGES  # noqa: E402
from rules_py.widget import ChoiceField, FlagField  # noqa: E402


def _ask(widget, language, values, pressed=None):
    question = {"widget": widget, "language": language, "values": values, "pressed": pressed}
    return json.loads(answer(json.dumps(question)))


for name, widget in WIDGETS.items():
    stepper = isinstance(widget, Stepper)
    for language in LANGUAGES:
        widget_html(name, language)
        first = _ask(name, language, {})
        assert first["state"] == "ready", first["error"]
        for field in widget.fields.values():
            _ask(name, language, {field.name: "\N{REPLACEMENT CHARACTER}"})
            if stepper or name == "contest.difficulty":  # house rules take it long, and show nothing new
                continue
            choices = [value for value, _ in field.options] if isinstance(field, ChoiceField) else []
            for value in ["1"] if isinstance(field, FlagField) else choices:
                _ask(name, language, {field.name: value})
        if stepper:
            begun = _ask(name, language, {"seed": "a"}, {"do": "begin"})
            _ask(name, language, begun["values"], {"do": "undo"})
            _ask(name, language, begun["values"], {"do": "load", "file": "{}"})

gc.collect()
