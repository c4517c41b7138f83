"""What becomes of a page after MkDocs has made it, said once for all pages and for one that was just saved."""

from __future__ import annotations

import re

from rules_py.core.rooms import SLUGS

KIT = ("assets", "scripts", "styles")
"""The folders of what pages are shown with."""

PRINTS = re.compile(r'(<div class="prints" data-prints="([\w-]+)">)(.*?)(</div>)', re.DOTALL)
"""The place for the links to a system's prints; the second group names the system, the third is what stands there."""

_MEMORY = '<meta name="rulebook-memory" content="all">'
_ASKED = re.compile(r'<rules-widget [^>]*\bname="(\w+\.\w+)"|\bdata-ask="(\w+\.\w+)"')
_CODE = re.compile(rf"\brules_py\.({'|'.join(SLUGS)})\b")
_TAG = re.compile(r"<[^>]*>")
_PLAIN = re.compile(r'<span class="(?:n|o|p|w)">([^<]*)</span>')
_DOCSTRINGS = re.compile(r'\s*<link rel="stylesheet" href="[^"]*_mkdocstrings\.css">')
_FROM_KIT = re.compile(rf'(?<=")((?:\.{{1,2}}/)*|/[^"<> ]*/)((?:{"|".join(KIT)})/[^"<> ]+\.(?:css|m?js)")')


def lightened(page: str) -> str:
    """Leave out what a page looks the same without.

    Pygments marks every token of code: names, signs and spaces, shown as the text around them, are a quarter of a page
    of the reference. The styles of docstrings go with every page, and few pages have one.

    Example:
        >>> lightened('<span class="n">odds</span><span class="o">+</span><span class="mi">1</span>')
        'odds+<span class="mi">1</span>'
        >>> lightened('<link rel="stylesheet" href="../assets/_mkdocstrings.css"><p>Rules</p>')
        '<p>Rules</p>'
        >>> lightened('<link rel="stylesheet" href="../assets/_mkdocstrings.css"><div class="doc doc-object">')
        '<link rel="stylesheet" href="../assets/_mkdocstrings.css"><div class="doc doc-object">'
    """
    page = _PLAIN.sub(r"\1", page)
    return page if 'class="doc ' in page else _DOCSTRINGS.sub("", page)


def remembering(page: str) -> str:
    """Say what Python has to remember for a page: the one system that its widgets and examples ask, or all.

    Example:
        >>> remembering('<meta name="rulebook-memory" content="all"><rules-widget name="kamui.grace">')[:43]
        '<meta name="rulebook-memory" content="kamui'
        >>> remembering('<meta name="rulebook-memory" content="all"><rules-widget name="kamui.character">')[:41]
        '<meta name="rulebook-memory" content="all'
    """
    widgets = ["".join(found).split(".") for found in _ASKED.findall(page)]
    asked = {slug for slug, _ in widgets} | set(_CODE.findall(_TAG.sub("", page)))
    if len(asked) != 1 or any(name == "character" for _, name in widgets):
        return page
    return page.replace(_MEMORY, _MEMORY.replace("all", *asked))


def with_kit(page: str, digest: str) -> str:
    """Name the folder that holds the page's scripts and styles after what they say.

    Example:
        >>> with_kit('<script src="../scripts/rulebook.mjs">', "0a1b")
        '<script src="../kit/0a1b/scripts/rulebook.mjs">'
    """
    return _FROM_KIT.sub(rf"\1kit/{digest}/\2", page)


def with_prints(page: str, slug: str, links: str) -> str | None:
    """Put the links to a system's prints into a page; `None` where it has no place for them.

    Example:
        >>> with_prints('<div class="prints" data-prints="contest">none</div>', "contest", "<p>two</p>")
        '<div class="prints" data-prints="contest"><p>two</p></div>'
    """

    def filled(found: re.Match[str]) -> str:
        return f"{found[1]}{links}{found[4]}" if found[2] == slug else found[0]

    return PRINTS.sub(filled, page) if f'data-prints="{slug}"' in page else None
