"""What is printed of a system beside its booklet: quick reference, cards and play sheets."""

from __future__ import annotations

from pathlib import Path

from rulebook_site.faults import SiteError
from rulebook_site.library import Library
from rulebook_site.printing import cards, play, quick
from rulebook_site.printing.press import Print
from rules_py.core.text import Language


def of_system(slug: str, language: Language, parts: Path, library: Library | None = None) -> dict[str, Print]:
    """Return the sheets of a system by the names of their files.

    Args:
        slug: The system.
        language: The language.
        parts: Folder with the built pages of each language.
        library: The rules' data; `rules_py.library` unless a test brings its own.

    Raises:
        SiteError: When a page is missing.
    """
    page = parts / language / slug / "quick/index.html"
    if not page.is_file():
        raise SiteError(f"{page}: build the pages first")
    prints = {
        f"{slug}-quick": quick.quick(page, slug, language, library),
        f"{slug}-sheets": Print.of(play.play(slug, language, library)),
    }
    if slug == cards.SYSTEM:
        prints[f"{slug}-cards"] = Print.of(cards.cards(language, library))
        prints[f"{slug}-cards-backs"] = Print.of(cards.cards(language, library, backs=True))
    return prints
