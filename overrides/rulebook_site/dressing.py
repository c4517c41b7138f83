"""What becomes of a page after MkDocs has made it, said once for all pages and for one that was just saved."""

from __future__ import annotations

import re

KIT = ("assets", "scripts", "styles")
"""The folders of what pages are shown with."""

PRINTS = re.compile(r'(<div class="prints" data-prints="([\w-]+)">)(.*?)(</div>)', re.DOTALL)
"""The place for the links to a system's prints; the second group names the system, the third is what stands there."""

_PLAIN = re.compile(r'<span class="(?:n|o|p|w)">([^<]*)</span>')
_FROM_KIT = re.compile(rf'(?<=")((?:\.{{1,2}}/)*|/[^"<> ]*/)((?:{"|".join(KIT)})/[^"<> ]+\.(?:css|m?js)")')


def unmarked(page: str) -> str:
    """Let names, signs and spaces of code stand without a mark: a quarter of what a page of the reference is made of.

    Pygments marks every token; these are shown as the text around them.

    Example:
        >>> unmarked('<span class="n">odds</span><span class="o">+</span><span class="mi">1</span>')
        'odds+<span class="mi">1</span>'
    """
    return _PLAIN.sub(r"\1", page)


def with_kit(page: str, digest: str) -> str:
    """Name the folder that holds the page's scripts and styles after what they say.

    Example:
        >>> with_kit('<script src="../scripts/rulebook.mjs">', "0a1b")
        '<script src="../kit/0a1b/scripts/rulebook.mjs">'
    """
    return _FROM_KIT.sub(rf"\1kit/{digest}/\2", page)


def with_prints(page: str, links: str) -> str | None:
    """Put the links to a system's prints into its overview; `None` where it has no place for them."""
    made, places = PRINTS.subn(lambda found: f"{found[1]}{links}{found[4]}", page, count=1)
    return made if places else None
