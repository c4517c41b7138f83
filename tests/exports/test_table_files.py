"""The files for online tables that lie ready: the same from every build, in both languages, told of on their page."""

import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path

from PIL import Image
from rulebook_site import edition, files, online
from rulebook_site.online import write_files
from rulebook_site.policy import TYPES

from rules_py.core.text import LANGUAGES
from rules_py.exports import deck, udonarium_board, udonarium_deck, udonarium_ring
from tests.rows import every

DOCS = Path(__file__).parents[2] / "docs"
FILE = r'<a href="\.\./\.\./data/table/(\w\w)/([\w.-]+)" download>([\w.-]+)</a>'
LINK = re.compile(FILE + r"(?: \| |, |、)(\d+)\u00a0kB \|")

made = cache(online.made)


def written(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_builds_write_the_same_bytes_and_nothing_else_stays(tmp_path):
    write_files(tmp_path / "one")
    files.write(tmp_path / "two/en/of-an-older-build.zip", "x")
    write_files(tmp_path / "two")
    assert written(tmp_path / "one") == written(tmp_path / "two")


def test_both_languages_have_the_same_files_of_kinds_that_servers_know():
    english, japanese = (made(language) for language in LANGUAGES)
    assert english.keys() == japanese.keys()
    assert all(content for content in english.values())
    assert {Path(name).suffix for name in english} <= TYPES.keys()


@every("language", LANGUAGES)
def test_the_files_are_what_the_exports_make(language):
    found = made(language)
    assert found["avatar-deck.zip"] == udonarium_deck(deck(), language)
    assert found["exorcist-board.zip"] == udonarium_board(language)
    assert found["kamui-ring.zip"] == udonarium_ring(language)
    json.loads(found["avatar-deck.json"])
    json.loads(found["avatar-events.json"])
    assert found["contest-levels.txt"].count("\n1D20\n") == 80


@every("language", LANGUAGES)
def test_foundry_finds_the_levels_of_each_ability_in_a_file_of_its_own(language):
    with zipfile.ZipFile(io.BytesIO(made(language)["contest-levels.zip"])) as archive:
        assert archive.testzip() is None
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        names = archive.namelist()
        assert len(names) == len(set(names)) == 80
        assert {"1.json", "20.json", "10W.json", "5W2.json", "20W3.json"} <= set(names)
        assert all(json.loads(archive.read(name))["formula"] == "1d20" for name in names)


def test_a_picture_has_whole_squares_and_is_not_empty():
    squares = {"exorcist-board": (9, 7), "exorcist-board-15x15": (15, 15), "kamui-ring": (20, 20)}
    for name, (columns, rows) in squares.items():
        with Image.open(io.BytesIO(made("ja")[f"{name}.png"])) as picture:
            wide, odd = divmod(picture.width, columns)
            assert not odd
            assert picture.size == (wide * columns, wide * rows)
            colours = picture.convert("RGB").getcolors(1_000_000)
        paper = max(colours)
        assert paper[1] == (255, 255, 255)
        assert len(colours) > 2


def test_they_are_kept_offline_with_the_other_data(tmp_path):
    write_files(tmp_path / "data/table")
    found = edition.number(tmp_path, {})
    listed = json.loads((tmp_path / f"files-{found}.json").read_text(encoding="utf-8"))
    kept = {name for name, _, _ in listed["sets"]["data"]}
    assert kept == {f"data/table/{language}/{name}" for language in LANGUAGES for name in made(language)}


@every("language", LANGUAGES)
def test_the_page_tells_of_every_file_with_its_size(language):
    page = (DOCS / language / "online.md").read_text(encoding="utf-8")
    told = LINK.findall(page)
    there = made(language)
    assert page.count("<a ") == len(told)
    assert sorted(name for _, name, _, _ in told) == sorted(there)
    for folder, name, shown, size in told:
        content = there[name]
        thousands = len(content.encode() if isinstance(content, str) else content) / 1000
        assert (folder, shown) == (language, name)
        assert thousands <= int(size) + thousands / 10, f"{name} has {thousands} kB"
        assert int(size) <= thousands * 1.1 + 1, f"{name} has {thousands} kB"
