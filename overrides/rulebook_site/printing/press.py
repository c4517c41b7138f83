"""From Typst's markup to PDF: tagged, with fonts, and the same bytes every time."""

from __future__ import annotations

import functools
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulebook_site.faults import SiteError

FONTS = Path("node_modules/@expo-google-fonts/noto-sans-jp")
WEIGHTS = ("400Regular", "700Bold")
LIBRARIES = ("typst", "lxml", "segno", "pypdf")
STANDARD = "ua-1"
"""Accessible PDF: Typst refuses to write one that misses an alternative text, a title, a language or a letter."""


def missing() -> list[str]:
    """Return what is not there and has to be, in words; nothing when prints can be made."""
    found = [f"the Python package {name}" for name in LIBRARIES if find_spec(name) is None]
    found += [f"the font {FONTS / weight}" for weight in WEIGHTS if not any((FONTS / weight).glob("*.ttf"))]
    return found


@functools.cache
def _fonts() -> object:
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[FONTS / weight for weight in WEIGHTS])


def ask(source: str, label: str) -> list[Any]:
    """Lay a document out and return what its metadata of one label hold.

    Args:
        source: As for `press`.
        label: The label, without its brackets.

    Raises:
        SiteError: When Typst refuses, with what it says.
    """
    import typst

    try:
        found = typst.query(source.encode(), f"<{label}>", field="value", font_paths=_fonts())
    except RuntimeError as error:
        raise SiteError(f"the print could not be set\n{error}") from error
    return list(json.loads(found))


def press(source: str) -> bytes:
    """Make a PDF.

    Args:
        source: A whole document in Typst's markup. Its title and language are set in it.

    Returns:
        The file: PDF/UA-1, fonts in it, and without a date, so that the same source gives the same bytes.

    Raises:
        SiteError: When Typst refuses, with what it says; for a letter that no font has, too.
    """
    import typst

    try:
        made = typst.compile(source.encode(), font_paths=_fonts(), format="pdf", pdf_standards=[STANDARD], timestamp=0)
    except typst.TypstError as error:
        raise SiteError(f"the print could not be set\n{error.diagnostic}") from error
    assert isinstance(made, bytes)
    return made


def query(source: str, label: str) -> list[Any]:
    """Return the values that a document marks with a label, once everything has its place."""
    import typst

    try:
        found = typst.query(source.encode(), label, field="value", font_paths=_fonts())
    except typst.TypstError as error:
        raise SiteError(f"the print could not be set\n{error.diagnostic}") from error
    values = json.loads(found)
    assert isinstance(values, list)
    return values
