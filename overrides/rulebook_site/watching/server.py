"""The server of `watch`: what is shown, with a script in every page that is told of all that changes."""

from __future__ import annotations

import functools
import json
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from rulebook_site import serve
from rulebook_site.policy import TYPES
from rulebook_site.watching.shown import Shown

OWN = "/-watch/"
"""Below which the script and what it is told lie; no page of the site can have this address."""

HERE = Path(__file__).parent
QUIET_SECONDS = 15.0
"""After which the script is told something even if there is nothing, so that a reader who has left is noticed."""


class Handler(serve.Handler):
    """Serves what is shown.

    Args:
        shown: What is shown.
    """

    def __init__(self, *args: object, shown: Shown, **options: object) -> None:
        self.shown = shown
        super().__init__(*args, directory=str(shown.folder), **options)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer with a page, a file, or with all that changes from now on."""
        address = urlsplit(self.path)
        path = unquote(address.path).lstrip("/")
        path += "index.html" if path.endswith("/") or not path else ""
        if address.path == f"{OWN}changes":
            self._tell_changes(parse_qs(address.query).get("page", ["/"])[0])
        elif address.path.startswith(OWN):
            name = Path(path).name
            self._send((HERE / name).read_bytes() if name in ("page.mjs", "page.css") else None, name)
        elif path == "sw.js":
            self._send((HERE / path).read_bytes(), path)
        elif path.endswith(".html") and (page := self.shown.page(path)) is not None:
            self._send(self._with_script(page), path)
        elif (file := self.shown.of_kit(path)) is not None:
            self._send(file, path)
        else:
            super().do_GET()

    def missing_page(self, path: str) -> bytes | None:
        """Return the page for a missing one; it is told of changes too, for a new page may come in its place."""
        page = super().missing_page(path)
        return page and self._with_script(page)

    def said(self) -> dict[str, str]:
        """Return the headers; browsers keep nothing but Python, for even what has a lasting address may be newer."""
        kept = {} if self.path.startswith("/runtime/") else {"Cache-Control": "no-store"}
        return super().said() | kept

    def _with_script(self, page: bytes) -> bytes:
        added = (
            f'<script type="module" src="{OWN}page.mjs?{self.shown.edition(page)}"></script>'
            f'<link rel="stylesheet" href="{OWN}page.css">'
        )
        return page.replace(b"</head>", f"{added}</head>".encode(), 1)

    def _send(self, content: bytes | None, name: str) -> None:
        if content is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES[Path(name).suffix])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _tell_changes(self, address: str) -> None:
        """Tell which edition of a page there is, what is wrong and what is on its way, whenever it changes."""
        path = unquote(address).lstrip("/")
        path += "index.html" if path.endswith("/") or not path else ""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.shown.look(self, path)
        told = ""
        try:
            while True:
                with self.shown.changed:
                    news = self._news(path)
                    if news == told:
                        self.shown.changed.wait(QUIET_SECONDS)
                        news = self._news(path)
                self.wfile.write(f"data: {news}\n\n".encode() if news != told else b": still here\n\n")
                self.wfile.flush()
                told = news
        except OSError:
            self.close_connection = True
        finally:
            self.shown.leave(self)

    def _news(self, path: str) -> str:
        page = self.shown.page(path) or super().missing_page(path) or b""
        faults = [
            {"where": f"{each.file}:{each.line}" if each.line else each.file, "message": each.message}
            for each in self.shown.faults
        ]
        return json.dumps({"edition": self.shown.edition(page), "faults": faults, "awaited": self.shown.awaited})


def server(shown: Shown, port: int) -> serve.Server:
    """Return a server of what is shown, that is bound, but does not answer yet.

    Raises:
        SiteError: When the port is taken.
    """
    return serve.bound(functools.partial(Handler, shown=shown), port)
