"""What pages say of a system's prints: their size and how many pages they have, read from the files."""

from __future__ import annotations

from pathlib import Path

from rulebook_site import LANGUAGES
from rulebook_site.dressing import with_prints
from rulebook_site.faults import SiteError
from rulebook_site.files import write
from rulebook_site.printing import wording
from rules_py.core.markup import h, to_html
from rules_py.core.text import Language

FOLDER = "print"
ALL = "all/prints"
"""The page that has a place for the prints of every system."""


def told(size: int, language: Language) -> str:
    """Return a size for readers.

    Example:
        >>> told(2_365_000, "en"), told(34_957, "en")
        ('2.4 MB', '35 kB')
    """
    if size < 100_000:
        return wording.KILOBYTES.format(number=str(round(size / 1000))).get(language)
    return wording.MEGABYTES.format(number=f"{size / 1e6:.1f}").get(language)


def _pages(file: Path) -> int:
    from pypdf import PdfReader  # only where there are prints

    return len(PdfReader(file, strict=True).pages)  # not strict, it reads every object to mend what is broken


def of_system(prints: Path, slug: str, language: Language, page: str = "") -> str:
    """Return a list of a system's prints with links.

    Args:
        prints: Folder with the prints of all languages.
        slug: The system.
        language: The language.
        page: The page's address below its language; the system's overview if none is named.

    Returns:
        HTML; empty where there are none.
    """
    items = []
    for kind, label in wording.KINDS.items():
        file = prints / language / f"{slug}{kind}.pdf"
        if not file.is_file():
            continue
        count = _pages(file)
        pages = (wording.PAGES if count > 1 else wording.ONE_PAGE).format(pages=count).get(language)
        address = f"{'../' * (2 + page.count('/'))}{FOLDER}/{language}/{file.name}"
        said = wording.MEASURES.format(pages=pages, size=told(file.stat().st_size, language))
        items.append(h("li", h("a", label.get(language), href=address, type="application/pdf"), said.get(language)))
    if not items:
        return ""
    return "".join(map(to_html, (h("p", wording.ON_PAPER.get(language)), h("ul", *items))))


def fill(site: Path) -> None:
    """Put the links to the prints into the pages of a site; where there are none, what stands there stays.

    Args:
        site: Folder of the site.

    Raises:
        SiteError: When a system has prints but its overview has no place for them.
    """
    for language in LANGUAGES:
        for slug in sorted({file.stem.partition("-")[0] for file in (site / FOLDER / language).glob("*.pdf")}):
            for page in (slug, ALL):
                file = site / language / page / "index.html"
                text = file.read_text(encoding="utf-8") if file.is_file() else ""
                said = of_system(site / FOLDER, slug, "ja" if language == "ja" else "en", page)
                made = with_prints(text, slug, said)
                if made is not None:
                    write(file, made)
                elif page == slug:
                    raise SiteError(f"{file}: has no place for the links to its prints")
