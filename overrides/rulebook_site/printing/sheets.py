"""`print/LANGUAGE`: quick references, cards and play sheets, beside the booklets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from rulebook_site import LANGUAGES
from rulebook_site.faults import SiteError
from rulebook_site.files import write
from rulebook_site.library import Library, load
from rulebook_site.printing import cards
from rulebook_site.printing.play import play
from rulebook_site.printing.quick import quick
from rules_py.text import Language


def build(
    out: Path, parts: Path, languages: Iterable[str] = LANGUAGES, library: Library | None = None
) -> dict[str, int]:
    """Write all sheets.

    Args:
        out: Folder for the files, `LANGUAGE/SLUG-quick.pdf`, `SLUG-cards.pdf`, `SLUG-cards-backs.pdf` and
            `SLUG-sheets.pdf`.
        parts: Folder with the built pages of each language.
        languages: Which languages.
        library: The rules' data; `rules_py.library` unless a test brings its own.

    Returns:
        The size of each file in bytes, by its path below `out`.

    Raises:
        SiteError: When a page is missing, or says more than its sheet can hold.
    """
    library = library or load()
    sizes: dict[str, int] = {}
    for name in languages:
        language = cast(Language, name)
        made = {}
        for slug in library.SYSTEMS:
            page = parts / language / slug / "quick/index.html"
            if not page.is_file():
                raise SiteError(f"{page}: build the pages first")
            made[f"{slug}-quick"] = quick(page, slug, language, library)
            made[f"{slug}-sheets"] = play(slug, language, library)
        made[f"{cards.SYSTEM}-cards"] = cards.cards(language, library)
        made[f"{cards.SYSTEM}-cards-backs"] = cards.cards(language, library, backs=True)
        for sheet, content in made.items():
            path = f"{language}/{sheet}.pdf"
            write(out / path, content)
            sizes[path] = len(content)
    return sizes
