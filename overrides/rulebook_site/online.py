"""`data`, second half: what players of online tables take along as files, each language in a folder of its own."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from resvg_py import svg_to_bytes

from rulebook_site.files import remove, write
from rules_py.contest.characters import STEP, Ability
from rules_py.core.text import LANGUAGES, Language
from rules_py.exorcist.board import LARGEST, Board, Size
from rules_py.exports import (
    bcdice_table,
    board_background,
    deck,
    event_table,
    foundry_deck,
    foundry_table,
    level_table,
    ring_background,
    udonarium_board,
    udonarium_deck,
    udonarium_ring,
)

MOST_MASTERIES = 3
"""With so many masteries left over, every roll is a critical."""
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)


def write_files(out: Path) -> None:
    """Write the files, and remove others that lie there.

    Args:
        out: Folder for a folder of each language.
    """
    wanted = {out / language / name: content for language in LANGUAGES for name, content in made(language).items()}
    for path in [path for path in out.rglob("*") if path.is_file() and path not in wanted]:
        remove(path)
    for path, content in wanted.items():
        write(path, content)


def made(language: Language) -> Mapping[str, str | bytes]:
    """Return the files of a language by their names.

    Args:
        language: The language of the words in them.
    """
    abilities = [Ability(masteries, rating) for masteries in range(MOST_MASTERIES + 1) for rating in range(1, STEP + 1)]
    levels = {str(ability): level_table(ability) for ability in abilities}
    events = event_table()
    files: dict[str, str | bytes] = {
        "avatar-deck.zip": udonarium_deck(deck(), language),
        "avatar-deck.json": foundry_deck(deck(), language),
        "avatar-events.txt": bcdice_table(events, language) + "\n",
        "avatar-events.json": foundry_table(events, language),
        "contest-levels.txt": "\n\n".join(bcdice_table(table, language) for table in levels.values()) + "\n",
        "contest-levels.zip": zipped({f"{name}.json": foundry_table(each, language) for name, each in levels.items()}),
        "kamui-ring.zip": udonarium_ring(language),
    }
    pictures = {"kamui-ring": ring_background(language)}
    for size, name in ((Size(), "exorcist-board"), (Size(LARGEST, LARGEST), f"exorcist-board-{LARGEST}x{LARGEST}")):
        files[f"{name}.zip"] = udonarium_board(language, Board(size))
        pictures[name] = board_background(language, size)
    for name, drawing in pictures.items():
        files |= {f"{name}.svg": drawing, f"{name}.png": bytes(svg_to_bytes(svg_string=drawing))}
    return files


def zipped(files: Mapping[str, str]) -> bytes:
    """Return texts as a zip, the same bytes for the same texts.

    Args:
        files: What each file says, by its name.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, text)
    return packed.getvalue()
