"""`finish`: put the parts together to the site."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rulebook_site import LANGUAGES, NAMELESS
from rulebook_site.edition import number
from rulebook_site.faults import SiteError
from rulebook_site.files import mirror, remove
from rulebook_site.policy import say
from rulebook_site.printing import links

CHOOSER = Path("overrides/theme/chooser")
_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
{}</head>
<body>
{}</body>
</html>
"""
"""What the pages at the top of the site have in common, around what is their own of the head and of the page."""


def finish(site: Path, parts: Path, chooser: Path = CHOOSER, *, offline: bool = True) -> None:
    """Make the site out of its parts, touching only what has changed.

    Args:
        site: Folder of the site; what does not belong into it is removed.
        parts: Folder with the parts `en`, `ja`, `runtime` and `data`, and with `print` where prints were made.
        chooser: Folder with the page at `/` and what it needs.
        offline: Whether readers can keep the site; otherwise what they have kept is thrown away.

    Raises:
        SiteError: When a part is missing.
    """
    names = (*LANGUAGES, "runtime", "data")
    for name in names:
        if not (parts / name).is_dir():
            raise SiteError(f"{parts / name}: this part of the site is missing")
    if (parts / links.FOLDER).is_dir():
        names = (*names, links.FOLDER)
    read = partial(_named, f"runtime/{_only(parts / 'runtime')}")
    mirror(chooser, site, keep=names, read=_framed)
    for name in names:
        mirror(parts / name, site / name, read=read)
    links.fill(site)
    for stray in site.rglob(".DS_Store"):
        remove(stray)
    number(site, say(site), offline=offline)


def _only(folder: Path) -> str:
    names = [path.name for path in folder.iterdir()]
    if len(names) != 1:
        raise SiteError(f"{folder}: holds {len(names)} runtimes instead of one")
    return names[0]


def _framed(file: Path) -> bytes:
    """Return what a file at the top of the site holds; of a page, the whole of it."""
    if file.suffix != ".html":
        return file.read_bytes()
    head, main, body = file.read_text(encoding="utf-8").partition("<main")
    return _FRAME.format(head, main + body).encode()


def _named(runtime: str, file: Path) -> bytes:
    """Return what a file holds; a page with the address of the runtime in it."""
    content = file.read_bytes()
    return content.replace(NAMELESS.encode(), runtime.encode()) if file.suffix == ".html" else content
