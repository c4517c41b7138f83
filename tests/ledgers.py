"""The ledger of each system, for tests, and what is said of any text that names its ids."""

import re
from importlib import import_module

from rules_py import library

LEDGERS = {slug: import_module(f"tests.{slug}.ledger") for slug in library.SYSTEMS}
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def both(text):
    """Neither language is empty."""
    assert text.en.strip()
    assert text.ja.strip()


def spoken(text):
    """English without Japanese, Japanese with it, neither empty."""
    both(text)
    assert not KANA_OR_KANJI.search(text.en)
    assert KANA_OR_KANJI.search(text.ja)


def ids(slug, text):
    """The ids of a system's ledger that a text names."""
    letter = library.SYSTEMS[slug].letter
    id_of = rf"(?<![A-Za-z0-9-]){letter}-(?:\d+\.\d+[a-e]?|T\d+(?:\.\d+)?|XT\d+|[QMX]\d+)(?![\d])"
    return set(re.findall(id_of, text))


def same_ids(slug, text):
    """Both languages name the same ids, and they exist."""
    assert ids(slug, text.en) == ids(slug, text.ja) <= LEDGERS[slug].KNOWN
