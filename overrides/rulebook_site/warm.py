"""What Python in the browser has done when it starts: widgets have answered and code has run, rightly and wrongly."""

import gc
import importlib
import json
import sys
import zipimport

importlib.invalidate_caches()

from rules_py.core import console  # noqa: E402
from rules_py.core.fields import ChoiceField, FlagField  # noqa: E402
from rules_py.core.stepper import Stepper  # noqa: E402
from rules_py.core.text import LANGUAGES  # noqa: E402
from rules_py.library import WIDGETS, answer, rehearse  # noqa: E402

PRESSES = 10  # about a round of each game: what has run once runs faster


def _ask(widget, language, values, pressed=None):
    question = {"widget": widget, "language": language, "values": values, "pressed": pressed}
    return json.loads(answer(json.dumps(question)))


def _forget():
    """Readers load the picture, and memory never shrinks: what was worked out is thrown away before the next."""
    for module in list(sys.modules.values()):
        for value in list(getattr(module, "__dict__", {}).values()) if module.__name__.startswith("rules_py") else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    gc.collect()


for name, widget in WIDGETS.items():
    stepper = isinstance(widget, Stepper)
    for language in LANGUAGES:
        first = _ask(name, language, {})
        assert first["state"] == "ready", first["error"]
        for field in widget.fields.values():
            _ask(name, language, {field.name: "\N{REPLACEMENT CHARACTER}"})
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
        _forget()

# How an answer moves is asked with each step of a field: once is enough, for the code, not for its many answers.
answer(json.dumps({"widget": "prophecy.check", "language": "en", "values": {}, "pressed": None, "moved": ""}))

ERRORS = (
    "1 / 0",
    "x = (",
    "import nothing",
    "from rules_py.contest import parse_ability\nparse_ability('0')",
    "input()",
)
for code in ("import icepool\nprint(icepool.d6)\nicepool.d6", *ERRORS):
    for language in LANGUAGES:
        console.answer(json.dumps({"codes": [code], "language": language}), str, True)

_forget()
zipimport._zip_directory_cache.clear()  # files that the picture has no more
sys.path_importer_cache.clear()

# What was freed still holds what it held. Taken again as zeros it packs to nothing; of more than this the memory would
# grow, by a fifth at once, and every reader's with it.
zeros = [
    bytearray(size) for size, count in ((1 << 14, 32), (1 << 12, 128), (1 << 10, 400), (600, 600)) for _ in range(count)
]
zeros += [bytes(size - 33) for size in range(48, 513, 16) for _ in range(50)]
del zeros
gc.collect()
gc.freeze()  # what is here stays; to look through it for garbage again and again would make readers wait
