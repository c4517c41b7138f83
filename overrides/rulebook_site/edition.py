"""What the site holds, file by file, for readers who keep it on their device."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path

from rulebook_site import LANGUAGES
from rulebook_site.files import remove, write
from rulebook_site.policy import TYPES

SOURCES = Path("overrides/offline")
SETS = {language: language for language in LANGUAGES} | {"runtime": "python", "data": "data", "print": "print"}
"""What a reader can keep apart, by folder; what stands at the top is kept with anything."""

TOP = "top"
FOR_SERVERS = ("_headers", "nginx.conf")
SOCIAL = "/images/social/"
"""Pictures for whoever shows a link to the site elsewhere; no reader of a page sees them."""

PACKED = (".bin", ".pdf", ".png", ".whl", ".zip")
"""What no host compresses as it sends it: it is compressed already."""


def number(site: Path, headers: Mapping[str, str], *, offline: bool = True, sources: Path = SOURCES) -> str:
    """Write the list of the site's files and the service worker that goes by it.

    Args:
        site: Folder of the finished site.
        headers: What goes with every answer.
        offline: Whether readers can keep the site; otherwise what they have kept is thrown away.
        sources: Folder with the service worker and what retires it.

    Returns:
        The edition: a hash over all that a reader can keep.
    """
    for path in (site / "sw.js", *site.glob("files-*.json")):
        remove(path)
    if not offline:
        write(site / "sw.js", (sources / "retired.js").read_bytes())
        return ""
    sets: dict[str, list[tuple[str, str, int]]] = {}
    for path in sorted(p for p in site.rglob("*") if p.is_file() and p.suffix != ".gz"):
        name = path.relative_to(site).as_posix()
        if name in FOR_SERVERS or SOCIAL in name:
            continue
        content = path.read_bytes()
        said = SETS.get(name.split("/")[0], TOP) if "/" in name else TOP
        entry = (name.removesuffix("index.html"), hashlib.sha256(content).hexdigest()[:32], sent(path, content))
        sets.setdefault(said, []).append(entry)
    worker = (sources / "sw.js").read_text(encoding="utf-8")
    listed = json.dumps({"headers": dict(headers), "types": TYPES, "sets": sets}, separators=(",", ":"))
    edition = hashlib.sha256(f"{listed}{worker}".encode()).hexdigest()[:12]
    write(site / f"files-{edition}.json", listed)
    write(site / "sw.js", worker.replace('"EDITION"', json.dumps(edition)))
    return edition


def sent(path: Path, content: bytes) -> int:
    """Return how many bytes a file takes on the line, where the host compresses it."""
    return len(content) if path.suffix in PACKED else min(len(content), len(zlib.compress(content)))
