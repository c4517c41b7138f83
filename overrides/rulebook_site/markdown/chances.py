"""Chances in running text: written as fractions, read as percentages."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor

from rules_py.core.markup import h
from rules_py.core.render import exact_number, exactly, in_decimals, in_percent
from rules_py.core.text import Language


class Chance(InlineProcessor):
    """Reads `{13/18}`, a chance, and `{~403/324}`, another number.

    Args:
        language: The page's language.
        is_exact: Whether the fraction stands beside, as on a page of examples.
    """

    def __init__(self, language: Language, is_exact: Callable[[], bool]) -> None:
        super().__init__(r"\{(~?)(-?\d+/\d+)\}")
        self.language = language
        self.is_exact = is_exact

    def handleMatch(  # type: ignore[override]
        self, match: re.Match[str], data: str
    ) -> tuple[Element | str, int, int]:
        """Return what stands for the number."""
        value = Fraction(match[2])
        said = (exact_number if match[1] else exactly)(value).get(self.language)
        shown = in_decimals if match[1] else in_percent
        return _apart(said) if self.is_exact() else shown(value), match.start(0), match.end(0)


def _apart(said: str) -> Element | str:
    """Return a number with its fraction; in Japanese no space stands between them, yet a line may end there."""
    rounded, bracket, exact = said.partition("（")
    return h("span", h("span", rounded, class_="unbroken"), bracket + exact) if bracket else said
