"""`serve`: the finished site on this machine, as a static host would serve it."""

from __future__ import annotations

import functools
import gzip
import sys
import threading
from collections.abc import Callable, Collection
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from rulebook_site import LANGUAGES
from rulebook_site.faults import SiteError
from rulebook_site.policy import ASK_AGAIN, COMPRESSED, TYPES, headers_for, read_headers


@functools.lru_cache(maxsize=1024)
def compressed(file: Path, changed: int) -> bytes:
    """Return a file as it is sent, by the time at which it was changed last."""
    return gzip.compress(file.read_bytes(), 6)


class Handler(SimpleHTTPRequestHandler):
    """Serves files with their right types, compressed as hosts do, and each language's page for a missing one."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012
    protocol_version = "HTTP/1.1"
    server_version = "rulebook"
    sys_version = ""
    packed: Collection[str] = COMPRESSED
    """Endings of the files that are sent compressed, where the browser accepts that."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Send the headers of a file; return what follows them, unless the browser has it already."""
        path = self.translate_path(self.path)
        file = Path(path, "index.html" if path.endswith("/") else "")
        accepted = "gzip" in self.headers.get("Accept-Encoding", "")
        if not accepted or file.suffix not in self.packed or not file.is_file():
            return super().send_head()
        state = file.stat()
        modified = self.date_time_string(state.st_mtime)
        if self.headers.get("If-Modified-Since") == modified:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.end_headers()
            return None
        content = compressed(file, state.st_mtime_ns)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Last-Modified", modified)
        self.end_headers()
        return BytesIO(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing page with the language's own page."""
        content = self.missing_page(self.path)
        if code != HTTPStatus.NOT_FOUND or content is None:
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def missing_page(self, path: str) -> bytes | None:
        """Return the page that stands for a missing one; `None` where there is none either."""
        first = path.lstrip("/").split("/")[0]
        folder = first if first in LANGUAGES else ""
        page = Path(self.directory, folder, "404.html")
        return page.read_bytes() if page.is_file() else None

    def list_directory(self, path: object) -> None:
        """Show no folders: a static host does not."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Send what the site wants sent, and let browsers ask again for all that may change."""
        for name, value in self.said().items():
            self.send_header(name, value)
        super().end_headers()

    def said(self) -> dict[str, str]:
        """Return the headers that go with this answer."""
        rules = read_headers(Path(self.directory))
        return {"Cache-Control": ASK_AGAIN, "Vary": "Accept-Encoding"} | headers_for(urlsplit(self.path).path, rules)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""


class Server(ThreadingHTTPServer):
    """A server that does not wait for its connections at the end."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def begin(self) -> None:
        """Answer in a thread of its own; `shutdown()` ends it, within the twentieth of a second."""
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of readers who left before the answer was there."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def server(site: Path, port: int = 8000, host: str = "127.0.0.1") -> Server:
    """Return a server that is bound, but does not answer yet.

    Args:
        site: Folder of the finished site.
        port: Port; 0 takes a free one.
        host: Address.

    Raises:
        SiteError: When there is no site, or the port is taken.
    """
    if not (site / "index.html").is_file():
        raise SiteError(f"{site}: no finished site here; run `make site`")
    return bound(functools.partial(Handler, directory=str(site)), port, host)


def bound(handler: Callable[..., BaseHTTPRequestHandler], port: int, host: str = "127.0.0.1") -> Server:
    """Return a server that answers with a handler, but does not answer yet; see `server`."""
    try:
        return Server((host, port), handler)
    except OSError as error:
        raise SiteError(f"port {port}: {error.strerror}; PORT= takes another one") from error


def address(running: Server) -> str:
    """Return the address of a server."""
    host, port = running.server_address[:2]
    return f"http://{host!s}:{port}"


def background(site: Path, port: int = 0) -> Server:
    """Serve in a thread of its own; `shutdown()` ends it."""
    running = server(site, port)
    running.begin()
    return running
