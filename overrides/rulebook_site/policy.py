"""What browsers may do with the pages: one policy, said in every page and by every server.

A page says it in a `meta` element, for hosts that send no headers of ours; Python's worker inherits it from the page.
Servers say it in headers: `_headers` is read by the server of this project and by several hosts of static sites,
`nginx.conf` is included by nginx.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulebook_site.faults import SiteError
from rulebook_site.files import write

HEADERS = "_headers"
NGINX = "nginx.conf"

LASTING = ("/runtime/*", "/en/kit/*", "/ja/kit/*")
"""Addresses that hold a hash of what they give."""

FOR_EVER, ASK_AGAIN = "max-age=31536000, immutable", "no-cache"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
"""What browsers are told that a file is, by the end of its name."""

COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest", ".xml")
"""What hosts of static sites send with gzip to who can unpack it; the other files are packed in themselves."""

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
_NO_CODE = re.compile(r"""\bsrc=|\btype=["']?application/json""")
_META = re.compile(r"""<meta http-equiv="Content-Security-Policy"[^>]*>\n?""")
_CHARSET = re.compile(r"""<meta charset="utf-8">\n?""")
_SPOKEN = re.compile(r"""<[^>]*\s(?:style|on[a-z]+)=["'][^>]*>|<style\b""")
"""What the policy would keep from having an effect: styles and scripts said in the page itself."""


def script_hashes(pages: Iterable[str]) -> list[str]:
    """Return the sources by which a policy names the scripts that stand in pages, sorted.

    Example:
        >>> script_hashes(['<script>let a</script><script src="b.js"></script>'])
        ["'sha256-IfEXP/8HLuXoAiy0hZVrCAcjcLsZqYFpLOHDGj8enqE='"]
    """
    found = set()
    for page in pages:
        for script in _SCRIPT.finditer(page):
            if not _NO_CODE.search(script["attributes"]):
                digest = hashlib.sha256(script["text"].encode()).digest()
                found.add(f"'sha256-{base64.b64encode(digest).decode()}'")
    return sorted(found)


def content_policy(scripts: Iterable[str], *, in_page: bool = False) -> str:
    """Return the Content-Security-Policy.

    Args:
        scripts: Sources of the scripts that stand in pages; every page names those of all, as a server's headers do.
        in_page: Whether it is said in a page, where browsers do not heed who may frame it.
    """
    directives = {
        "default-src": ["'self'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'", *scripts],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "manifest-src": ["'self'"],
        "object-src": ["'none'"],
        "frame-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
    }
    if not in_page:
        directives["frame-ancestors"] = ["'none'"]
    return "; ".join(" ".join((name, *sources)) for name, sources in directives.items())


def headers(scripts: Iterable[str]) -> dict[str, str]:
    """Return what a server sends with every answer, by the names of the headers."""
    nothing = ("camera", "geolocation", "microphone", "payment", "usb", "display-capture", "browsing-topics")
    return {
        "Content-Security-Policy": content_policy(scripts),
        "Permissions-Policy": ", ".join(f"{name}=()" for name in nothing),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def say(site: Path) -> dict[str, str]:
    """Write the policy into every page and into the files for servers.

    Args:
        site: Folder of the site.

    Returns:
        The headers.

    Raises:
        SiteError: When a page says a style or a handler in a place where the policy forbids it.
    """
    pages = {path: _META.sub("", path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, text in pages.items():
        if spoken := _SPOKEN.search(text):
            raise SiteError(f"{path}: the policy forbids styles and handlers in the page: {spoken[0][:80]}")
    scripts = script_hashes(pages.values())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content_policy(scripts, in_page=True)}">\n'
    for path, text in pages.items():
        made = with_policy(text, meta)
        if made is None:
            raise SiteError(f"{path}: says no charset, behind which the policy would stand")
        write(path, made)
    sent = headers(scripts)
    write(site / HEADERS, host_file(sent))
    write(site / NGINX, nginx_file(sent))
    return sent


def with_policy(page: str, meta: str) -> str | None:
    """Put the `meta` element of a policy into a page that has none; `None` where it says no charset."""
    made, places = _CHARSET.subn(lambda found: f"{found[0]}{meta}", page, count=1)
    return made if places else None


def policy_of(page: str) -> str:
    """Return the `meta` element that says a page's policy; empty where there is none."""
    found = _META.search(page)
    return found[0] if found else ""


def host_file(sent: Mapping[str, str]) -> str:
    """Return the headers as Netlify, Cloudflare Pages and others read them."""
    rules = {"/*": sent} | {path: {"Cache-Control": FOR_EVER} for path in LASTING}
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in said.items()) for path, said in rules.items()
    )


def nginx_file(sent: Mapping[str, str]) -> str:
    """Return the headers as nginx includes them into a `server` block whose `root` is the site."""
    said = "".join(f'add_header {name} "{value}" always;\n' for name, value in sent.items())
    lasting = "|".join(re.escape(path.strip("/*")) for path in LASTING)
    types: dict[str, list[str]] = {}
    for ending, kind in TYPES.items():
        types.setdefault(kind.split(";")[0], []).append(ending.removeprefix("."))
    listed = "".join(f"  {kind} {' '.join(endings)};\n" for kind, endings in types.items())
    # It packs text/html by itself, and warns of whoever asks for it.
    packed = sorted({TYPES[ending].split(";")[0] for ending in COMPRESSED} - {"text/html"})
    return (
        f"types {{\n{listed}}}\n"
        "charset utf-8;\n"
        "charset_types text/css text/javascript text/plain application/json application/xml;\n"
        f"gzip on;\ngzip_vary on;\ngzip_types {' '.join(packed)};\n"
        f"{said}add_header Cache-Control $rulebook_cache always;\n"
        f'set $rulebook_cache "{ASK_AGAIN}";\n'
        f'if ($uri ~ "^/({lasting})/") {{ set $rulebook_cache "{FOR_EVER}"; }}\n'
    )


def read_headers(site: Path) -> list[tuple[str, dict[str, str]]]:
    """Return the rules of a site's `_headers`: the path, perhaps with `*` at its end, and the headers for it."""
    file = site / HEADERS
    rules: list[tuple[str, dict[str, str]]] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if not line.startswith(" "):
            rules.append((line, {}))
        elif ": " in line:
            name, value = line.strip().split(": ", 1)
            rules[-1][1][name] = value
    return rules


def headers_for(path: str, rules: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, str]:
    """Return the headers of a path: those of every rule for it, the later over the earlier."""
    found: dict[str, str] = {}
    for pattern, said in rules:
        if path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1])):
            found |= said
    return found
