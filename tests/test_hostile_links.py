"""Ten thousand links with something wrong in them: none of them gets more than a sentence."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from rules_py import library
from rules_py.core.text import LANGUAGES
from tests import hostile

LINKS, SHARES = 10_000, 8


class Forbidden(HTMLParser):
    """Reads what a page would take for code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "iframe", "object", "embed", "img", "link", "base", "meta"):
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{name}={value}")


class Enough(Exception):
    """What is known so far is enough: nobody waits for an answer that takes long."""


def stop(_: str) -> None:
    raise Enough


@pytest.mark.parametrize("share", range(SHARES))
def test_a_hostile_link_gets_an_answer_or_a_sentence(share: int) -> None:
    for number, (widget, values) in enumerate(hostile.values(LINKS // SHARES, seed=share)):
        language = LANGUAGES[number % len(LANGUAGES)]
        question = json.dumps({"widget": widget, "language": language, "values": values, "pressed": None})
        try:
            answer = json.loads(library.answer(question, stop))
        except Enough:
            continue
        where = f"{widget} {values}"[:2000]
        if answer["state"] == "error":
            assert answer["error"].strip(), where
            assert len(answer["error"]) < 4000, where
            assert "Traceback" not in answer["error"], where
        for html in answer["parts"].values():
            reader = Forbidden()
            reader.feed(html)
            assert reader.found == [], where
