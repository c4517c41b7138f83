"""A character for Udonarium is built as its own files are, and the same every time."""

import unicodedata
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from rules_py.core.errors import InputError
from rules_py.core.names import read_name
from rules_py.core.text import LANGUAGES, same
from rules_py.exports import GAMES, SAMPLES, udonarium
from tests.exports.online import extremes, guests, known_bots, short, unpacked
from tests.exports.test_ccfolia import NAMES
from tests.rows import every

PLACE = ["location.name", "location.x", "location.y", "posZ", "rotate", "roll"]
OWN = {"character", "image", "imageIdentifier", "common", "name", "size", "detail"}
"""What its own values are called, which a `{name}` of the palette would find first."""


def tree(element):
    """An element as what it is called and holds."""
    return (element.get("name"), [tree(each) for each in element]) if len(element) else element.get("name")


def test_the_file_is_a_zip_of_one_xml():
    for guest in guests():
        with ZipFile(BytesIO(udonarium(guest.slug, guest.sheet, guest.language, guest.rulings))) as archive:
            assert archive.testzip() is None
            (entry,) = archive.infolist()
            assert entry.filename == "data.xml"
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert entry.compress_type == ZIP_DEFLATED
            assert (entry.create_system, entry.external_attr >> 16) == (3, 0o644)
            text = archive.read(entry).decode()
        assert text.startswith("<?xml version=")
        assert "encoding='utf-8'?>" in text.splitlines()[0]
        assert text.count("<character ") == 1
        assert "<room" not in text, "it would clear the table"


def test_the_same_character_is_the_same_file():
    """Byte for byte, so that a file that was made anew is known as the same one."""
    for guest in guests():
        first, again = (udonarium(guest.slug, guest.sheet, guest.language, guest.rulings) for _ in range(2))
        assert first == again


def test_a_character_is_built_as_udonarium_builds_one():
    for guest in (*guests(), *extremes()):
        root, sheet, language = guest.dropped, guest.sheet, guest.language
        assert root.tag == "character"
        assert list(root.attrib) == PLACE
        assert [each.tag for each in root] == ["data", "chat-palette"]
        own = root.find("data")
        assert own.attrib == {"name": "character"}
        assert {each.tag for each in own.iter()} == {"data"}
        image, common, detail = own
        assert tree(image) == ("image", ["imageIdentifier"])
        assert image[0].attrib == {"type": "image", "name": "imageIdentifier"}
        assert not image[0].text
        assert tree(common) == ("common", ["name", "size"])
        assert [each.text for each in common] == [sheet.name.get(language), "1"]
        assert detail.get("name") == "detail"
        resources, abilities, notes = detail
        assert [(each.get("name"), each.get("currentValue"), each.text) for each in resources] == [
            (each.label.get(language), str(each.now), str(each.now if each.most is None else each.most))
            for each in sheet.resources()
        ]
        assert {each.get("type") for each in resources} == {"numberResource"}
        assert all(list(each.attrib) == ["name", "type", "currentValue"] for each in resources)
        assert all(list(each.attrib) == ["name"] for each in abilities)
        assert [each.get("type") for each in notes] == ["note"]
        assert notes[0].text == guest.pasted["memo"]


def test_what_udonarium_says_is_what_ccfolia_says():
    """The same labels with the same values, whichever way they go along."""
    for guest in (*guests(), *extremes()):
        resources, abilities, _ = guest.dropped.find("data").find("data[@name='detail']")
        going = {each.get("name"): int(each.get("currentValue")) for each in resources}
        staying = {each.get("name"): each.text or "" for each in abilities}
        pasted = guest.pasted
        bars = {each["label"]: each["value"] for each in pasted["status"]}
        params = {each["label"]: each["value"] for each in pasted["params"]}
        assert {**{name: str(now) for name, now in going.items()}, **staying} == {
            **{name: str(now) for name, now in bars.items()},
            **params,
        }


def test_the_dice_bot_is_one_that_there_is():
    known = known_bots()
    assert "DiceBot" in known
    for guest in guests():
        palette = guest.dropped.find("chat-palette")
        assert list(palette.attrib) == ["dicebot"]
        assert palette.get("dicebot") == guest.game.bot
        assert guest.game.bot in known


def test_the_palette_holds_what_udonarium_can_do():
    """It changes no numbers; a variable of the palette would hide a value of the sheet of the same name."""
    for guest in (*guests(), *extremes()):
        root = guest.dropped
        names = [each.get("name") for each in root.find("data").iter("data")]
        lines = root.find("chat-palette").text.split("\n")
        assert not [line for line in lines if line.lstrip().startswith((":", "："))]
        variables = [line[2:].partition("=")[0] for line in lines if line.startswith(("//", "／／"))]
        assert len(variables) == len(set(variables))
        assert not set(variables) & set(names)


def test_a_name_in_braces_finds_the_value_that_is_meant():
    """It looks through groups and its own values as well, the first of that name: so each name is there once."""
    wrong = []
    for guest in (*guests(), *extremes()):
        own = guest.dropped.find("data")
        names = [unicodedata.normalize("NFKC", each.get("name")) for each in own.iter("data")]
        twice = {name for name in names if names.count(name) > 1}
        strange = {each.get("name") for each in own.find("data[@name='detail']").iter("data")} & OWN - {"detail"}
        if twice or strange:
            wrong.append((guest.slug, guest.language, twice, strange))
    assert not wrong, short(wrong)


@every("language", LANGUAGES)
@every("name", NAMES)
@every("slug", GAMES)
def test_a_name_is_data_whatever_it_says(slug, name, language):
    """Angle brackets, quotes, ampersands, line separators: one value of a character that is otherwise as it was."""
    sheet = SAMPLES[slug][0]
    hostile = unpacked(udonarium(slug, replace(sheet, name=same(name)), language))
    usual = unpacked(udonarium(slug, sheet, language))
    place = "data/data[@name='common']/data[@name='name']"
    assert hostile.find(place).text == name
    hostile.find(place).text = usual.find(place).text
    assert [(each.tag, each.attrib, each.text) for each in hostile.iter()] == [
        (each.tag, each.attrib, each.text) for each in usual.iter()
    ]


def test_a_name_of_a_character_lets_no_control_character_in():
    """XML cannot hold them, however they are written; Udonarium would read no such file."""
    strange = [chr(code) for code in (*range(32), *range(127, 160), 0xFFFE, 0xFFFF, 0xD800, 0xDFFF, 0x202E, 0x2028)]
    for letter in strange:
        with pytest.raises(InputError):
            read_name(f"a{letter}b", [])
