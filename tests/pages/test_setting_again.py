"""A print whose sources have not changed is not set again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from rulebook_site.printing import booklet, paper, quick
from rulebook_site.printing.booklet import MAP, Booklet
from rulebook_site.printing.build import build
from rulebook_site.printing.press import Typesetter

from tests.pages.reading import PARTS

ALL = ["contest", "contest-quick", "contest-sheets"]


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A copy of what is printed of the serial contest."""
    for folder in ("contest", MAP):
        shutil.copytree(PARTS / "en" / folder, tmp_path / "parts/en" / folder)
    return tmp_path / "parts"


@pytest.fixture
def made(tmp_path: Path, parts: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Print without Typst and return what was set."""
    monkeypatch.setattr(Booklet, "pdf", lambda self: b"a booklet")
    monkeypatch.setattr(quick, "best", lambda *_: "")
    monkeypatch.setattr(Typesetter, "press", lambda *_: b"a sheet")
    return lambda: build("contest", "en", parts, tmp_path / "out", tmp_path / "work")


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_only_what_a_changed_sentence_stands_in_is_set_again(
    parts: Path, made: Callable[[], list[str]], tmp_path: Path
) -> None:
    assert made() == ALL
    change(parts / "en/contest/check/index.html", "<title>", "<title>Not in the article: ")
    change(parts / "en" / MAP / "index.html", 'id="P-M1"', 'id="P-M1" title="another system"')
    assert made() == []
    change(parts / "en" / MAP / "index.html", 'id="C-M1"', 'id="C-M1" title="this system"')
    assert made() == ["contest"]
    change(parts / "en/contest/check/index.html", "</p>", " A new sentence.</p>")
    assert made() == ["contest"]
    change(parts / "en/contest/quick/index.html", "</p>", " A new sentence.</p>")
    assert made() == ["contest", "contest-quick"]
    (tmp_path / "out/en/contest-sheets.pdf").unlink()
    assert made() == ["contest-sheets"]


def test_a_new_look_sets_everything_again(
    tmp_path: Path, made: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made()
    look = tmp_path / "print"
    shutil.copytree(paper.STYLES.parent, look)
    monkeypatch.setattr(booklet, "LOOK", look / "booklet.typ")
    monkeypatch.setattr(paper, "STYLES", look / "sheets")
    change(look / "booklet.typ", "2pt", "3pt")
    assert made() == ["contest"]
    change(look / "sheets/sheet.typ", "mm", "pt")
    assert made() == ALL[1:]
