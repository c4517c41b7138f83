"""`print`: make all booklets, two at a time, only those whose pages have changed; and all sheets."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path

from rulebook_site import LANGUAGES
from rulebook_site.files import write
from rulebook_site.library import load
from rulebook_site.printing import booklet as booklet_module
from rulebook_site.printing import press, sheets
from rulebook_site.printing.booklet import AT_HOME, Booklet
from rules_py.text import Language

AT_ONCE = 2


def name(slug: str, language: str) -> Path:
    """Return where a booklet lies below the prints."""
    return Path(language) / f"{slug}.pdf"


def build(parts: Path, out: Path, work: Path, public_url: str = "") -> list[str]:
    """Make the booklets and sheets of all systems in all languages.

    Args:
        parts: Folder with the built pages.
        out: Folder for the prints, one folder for each language.
        work: Folder that remembers what each booklet was made of.
        public_url: Address of the folder that holds the languages, where it is known.

    Returns:
        What to tell: how many were made, and in how many seconds.

    Raises:
        SiteError: When a page cannot be set.
    """
    begun = time.monotonic()
    jobs = [(slug, language, parts, out, work, public_url) for slug in load().SYSTEMS for language in LANGUAGES]
    # A forked process could hang in the threads that Typst has begun.
    with ProcessPoolExecutor(AT_ONCE, mp_context=multiprocessing.get_context("spawn")) as pool:
        beside = [pool.submit(sheets.build, out, parts, (language,)) for language in LANGUAGES]
        made = sum(pool.map(_make, *zip(*jobs, strict=True)))
        others = sum(len(each.result()) for each in beside)
    told = [f"{made} of {len(jobs)} booklets and {others} sheets made in {time.monotonic() - begun:.0f} s"]
    if not public_url:
        told.append(f"no PUBLIC_URL: the codes in the prints lead to {AT_HOME}")
    return told


def _make(slug: str, language: Language, parts: Path, out: Path, work: Path, public_url: str) -> bool:
    booklet = Booklet(slug, language, parts, public_url)
    places = Path(booklet_module.__file__).read_text(encoding="utf-8")
    made_of = f"{version('typst')} {press.STANDARD}\n{places}\n{booklet.source()}"
    state = hashlib.sha256(made_of.encode()).hexdigest()
    file, note = out / name(slug, language), work / f"{slug}-{language}"
    if file.is_file() and note.is_file() and note.read_text(encoding="utf-8") == state:
        return False
    write(file, booklet.pdf())
    write(note, state)
    return True
