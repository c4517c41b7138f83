"""`print`: make a system's booklet and sheets, only those whose sources have changed."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path

from rulebook_site.files import write
from rulebook_site.printing import booklet, press, sheets
from rules_py.core.text import Language


def build(slug: str, language: Language, parts: Path, out: Path, work: Path, public_url: str = "") -> list[str]:
    """Make the booklet and the sheets of a system in a language.

    Args:
        slug: The system.
        language: The language.
        parts: Folder with the built pages.
        out: Folder for the prints, one folder for each language.
        work: Folder that remembers what each print was made of.
        public_url: Address of the folder that holds the languages, where it is known.

    Returns:
        The names of those that were made.

    Raises:
        SiteError: When a page cannot be set.
    """
    prints = {slug: booklet.Booklet(slug, language, parts, public_url).print()} | sheets.of_system(
        slug, language, parts
    )
    made = []
    for name, each in prints.items():
        made_of = f"{version('typst')} {press.STANDARD}\n{each.made_of}"
        state = hashlib.sha256(made_of.encode()).hexdigest()
        file, note = out / language / f"{name}.pdf", work / language / name
        if file.is_file() and note.is_file() and note.read_text(encoding="utf-8") == state:
            continue
        write(file, each.pdf())
        write(note, state)
        made.append(name)
    return made
