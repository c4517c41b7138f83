"""From Typst's markup to PDF: tagged, with fonts, and the same bytes every time."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

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


class Typesetter:
    """Sets documents, one after the other; what a document has in common with the one before is laid out only once.

    Typst remembers that of a file and not of what it is handed, so the documents go through a file, in a folder that
    lasts as long as the `with` block.
    """

    def __enter__(self) -> Self:
        import typst

        self._folder = TemporaryDirectory()
        self._file = Path(self._folder.name, "print.typ")
        self._file.touch()
        self._typst = typst.Compiler(str(self._file), root=self._folder.name, font_paths=_fonts())
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def press(self, source: str) -> bytes:
        """Make a PDF.

        Args:
            source: A whole document in Typst's markup. Its title and language are set in it.

        Returns:
            The file: PDF/UA-1, fonts in it, and without a date, so that the same source gives the same bytes.

        Raises:
            SiteError: When Typst refuses, with what it says; for a letter that no font has, too.
        """
        made = self._set(source, lambda: self._typst.compile(format="pdf", pdf_standards=[STANDARD], timestamp=0))
        assert isinstance(made, bytes)
        return made

    def query(self, source: str, label: str) -> list[Any]:
        """Return the values that a document marks with a label, once everything has its place.

        Args:
            source: As for `press`.
            label: The label, in its brackets.

        Raises:
            SiteError: As for `press`.
        """
        values = json.loads(self._set(source, lambda: self._typst.query(label, field="value")))
        assert isinstance(values, list)
        return values

    def _set[Made](self, source: str, make: Callable[[], Made]) -> Made:
        import typst

        self._file.write_text(source, encoding="utf-8")
        try:
            return make()
        except typst.TypstError as error:
            raise SiteError(f"the print could not be set\n{error.diagnostic}") from error


def press(source: str) -> bytes:
    """Make a PDF of a single document, as `Typesetter` does."""
    with Typesetter() as typesetter:
        return typesetter.press(source)


@dataclass(frozen=True)
class Print:
    """A print that can be made.

    Args:
        made_of: All that it depends on beside Typst; while that is the same, so is the print.
        pdf: Makes it.
    """

    made_of: str
    pdf: Callable[[], bytes]

    @classmethod
    def of(cls, source: str) -> Self:
        """Return the print of a document that needs no trials."""
        return cls(source, partial(press, source))
