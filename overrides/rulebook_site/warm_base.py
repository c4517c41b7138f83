"""What Python in the browser has done for every page when it starts: code has run, rightly and wrongly."""

import gc
import importlib
import json
import sys
import zipimport

importlib.invalidate_caches()

from rules_py.core import console  # noqa: E402
from rules_py.core.text import LANGUAGES  # noqa: E402

ERRORS = (
    "1 / 0",
    "x = (",
    "import nothing",
    "from rules_py import InputError, Text\nraise InputError('x', '1', Text('two', '二'))",
    "input()",
)
for code in ("import icepool\nprint(icepool.d6)\nicepool.d6", *ERRORS):
    for language in LANGUAGES:
        console.answer(json.dumps({"codes": [code], "language": language}), str, True)


def forget():
    """Readers load the picture, and memory never shrinks: what was worked out is thrown away before the next."""
    for module in list(sys.modules.values()):
        for value in list(getattr(module, "__dict__", {}).values()) if module.__name__.startswith("rules_py") else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    gc.collect()


def rest():
    """Leave memory as it is to be."""
    forget()
    zipimport._zip_directory_cache.clear()  # files that the picture has no more
    sys.path_importer_cache.clear()
    sys._clear_internal_caches()  # where an attribute was last found
    gc.collect()
    gc.freeze()  # what is here stays; to look through it for garbage again and again would make readers wait


rest()
