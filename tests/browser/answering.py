"""The site as its host serves it, and the same site with a quicker Python: that of the test."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from threading import Lock

from rulebook_site import serve

from rules_py import library

ONE_AT_A_TIME = Lock()
"""In the browser Python answers one question after the other."""


def answered(question: str, tell: Callable[[str], object] | None = None) -> str:
    """Return what Python answers, here; see `library.answer`."""
    with ONE_AT_A_TIME:
        return library.answer(question, tell)


class Unpacked(serve.Handler):
    """Sends files as they are: between two programs of one machine, to pack and unpack them only takes time."""

    packed = ()


class Answering(Unpacked):
    """Answers what the pages ask their Python; `answering.mjs` passes it on."""

    def translate_path(self, path: str) -> str:
        if path.endswith("/worker.mjs"):
            return str(Path(__file__).with_suffix(".mjs"))
        return super().translate_path(path)

    def do_POST(self) -> None:
        question = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Connection", "close")
        self.end_headers()

        def tell(answer: str, kind: str = "sofar") -> None:
            self.wfile.write(json.dumps({"kind": kind, "answer": answer}).encode() + b"\n")

        tell(answered(question, tell), "answer")
