"""Addresses that the site had before: a page at each of them leads to where its text stands now."""

from __future__ import annotations

import posixpath
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from rulebook_site import words
from rulebook_site.faults import SiteError
from rulebook_site.files import write
from rules_py.core.markup import h, to_html
from rules_py.core.text import Language

MAP = Path("overrides/moved.toml")

FORWARD = """{
  const id = location.hash.slice(1);
  const [page, ...named] = document.querySelectorAll("a[data-from]");
  const to = new URL((named.find((link) => link.dataset.from === decodeURIComponent(id)) ?? page).href);
  if (id && !named.some((link) => link.href === to.href)) to.hash = id;
  to.search = location.search;
  location.replace(to);
}"""


def addresses(file: Path = MAP) -> dict[str, dict[str, str]]:
    """Return where the pages that are no more are to be found.

    Args:
        file: The map, old address to new one, below a language's folder.

    Returns:
        By the old page, the new address of each of its ids that has another name now, and under `""` that of the page.

    Raises:
        SiteError: When an id is named of a page that is not.
    """
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for old, new in tomllib.loads(file.read_text(encoding="utf-8")).items():
        page, _, ident = old.partition("#")
        found[page][ident] = new
    if lost := [page for page, places in found.items() if "" not in places]:
        raise SiteError(f"{file}: where is the page {lost[0]}?")
    return dict(found)


def write_pages(out: Path, language: Language, titles: Mapping[str, str], file: Path = MAP) -> None:
    """Write a page for each address that is no more.

    Args:
        out: Folder of the language's pages.
        language: The language.
        titles: Titles of the pages by their sources.
        file: The map.

    Raises:
        SiteError: When a page stands where the map says there is none.
    """
    for old, places in addresses(file).items():
        target = out / old / "index.html"
        if target.is_file():
            raise SiteError(f"{file}: {old} is a page of the site")
        write(target, _page(old, places, language, titles))


def _page(old: str, places: Mapping[str, str], language: Language, titles: Mapping[str, str]) -> str:
    def link(ident: str, new: str) -> str:
        page, hash_, anchor = new.partition("#")
        title = titles.get(f"{page.rstrip('/')}.md", new)
        href = posixpath.relpath(page, old) + f"/{hash_}{anchor}"
        return to_html(h("p", h("a", title, href=href, data_from=ident)))

    first = places[""]
    said = words.MOVED.get(language)
    title = titles.get(f"{first.partition('#')[0].rstrip('/')}.md", first)
    named = "".join(link(ident, new) for ident, new in places.items() if ident)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f"<title>{said} – {title}</title>\n</head>\n<body>\n<h1>{said}</h1>\n{link('', first)}\n"
        f"<div hidden>{named}</div>\n<script>{FORWARD}</script>\n</body>\n</html>\n"
    )
