"""A character for Udonarium: a zip of XML that is dropped on its table."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rules_py.core.sheet import GROUPS, CharacterSheet
from rules_py.core.text import Language
from rules_py.exports.ccfolia import memo
from rules_py.exports.games import GAMES
from rules_py.exports.palette import lines_of

_RESOURCES, _ABILITIES, _NOTES, _NOTE = GROUPS


def udonarium(slug: str, character: CharacterSheet, language: Language, rulings: Any = None) -> bytes:
    """Return a character as a zip file for Udonarium.

    Args:
        slug: The game.
        character: Its sheet.
        language: The language of names and words.
        rulings: House rules; left out, this rulebook's.

    Returns:
        The file; the same bytes for the same character. Lines that change numbers are left out: it knows none.

    Raises:
        InputError: If the sheet is one of another game.
        KeyError: If there is no such game.

    Example:
        >>> from rules_py.exports import SAMPLES
        >>> udonarium("prophecy", SAMPLES["prophecy"][0], "ja")[:2]
        b'PK'
    """
    return zipped({"data.xml": character_xml(slug, character, language, rulings)})


def character_xml(slug: str, character: CharacterSheet, language: Language, rulings: Any = None) -> Element:
    """Return a character as Udonarium's XML."""
    resources = [
        data(each.label.get(language), str(each.now if each.most is None else each.most), now=each.now)
        for each in character.resources()
    ]
    abilities = [data(each.label.get(language), each.value.get(language)) for each in character.abilities()]
    note = Element("data", {"name": _NOTE.get(language), "type": "note"})
    note.text = memo(slug, language, rulings)
    detail = group(
        "detail",
        group(_RESOURCES.get(language), *resources),
        group(_ABILITIES.get(language), *abilities),
        group(_NOTES.get(language), note),
    )
    common = group("common", data("name", character.name.get(language)), data("size", "1"))
    made = Element("character", PLACE | {"roll": "0"})
    made.append(group("character", no_image(), common, detail))
    chat = Element("chat-palette", {"dicebot": GAMES[slug].bot})
    lines = [line.text.get(language) for line in lines_of(slug, character, rulings) if line.kind != "change"]
    chat.text = "\n".join(lines)
    made.append(chat)
    return made


PLACE = {"location.name": "table", "location.x": "0", "location.y": "0", "posZ": "0", "rotate": "0"}
"""Where something lies; the app puts it where it is dropped."""


def data(name: str, value: str, *, now: int | None = None) -> Element:
    """Return a value by its name; with `now`, one that goes down and up."""
    made = Element("data", {"name": name})
    if now is not None:
        made.set("type", "numberResource")
        made.set("currentValue", str(now))
    made.text = value
    return made


def group(name: str, *inside: Element) -> Element:
    """Return values that stand together."""
    made = Element("data", {"name": name})
    made.extend(inside)
    return made


def no_image() -> Element:
    """Return the place of a picture, which stays empty."""
    return group("image", Element("data", {"type": "image", "name": "imageIdentifier"}))


_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16


def zipped(files: dict[str, Element]) -> bytes:
    """Return XML files as a zip, the same bytes for the same content.

    Args:
        files: The root element of each file by its name.
    """
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, root in files.items():
            entry = ZipInfo(name, _FIRST_DAY)
            entry.compress_type, entry.external_attr, entry.create_system = ZIP_DEFLATED, _MODE, 3
            archive.writestr(entry, tostring(root, encoding="utf-8", xml_declaration=True))
    return packed.getvalue()
