"""Both languages say the same, every page has what a page needs, and a fault in a source stops the build."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
import zstandard

from rules_py.core import rooms
from rules_py.library import SYSTEMS
from tests.pages.reading import LANGUAGES, SITE, pages, read
from tests.rows import every

ROOT = SITE.parent
NUMBER = re.compile(r"(?<![A-Za-z0-9.])[+−-]?\d+(?:[./]\d+)*%?")
LEDGER_ID = re.compile(r"[A-Z]-(?:\d+\.\d+[a-z]?|X?T?\d+(?:\.\d+)?|[QMX]\d+)")
TITLE = re.compile(r"<title>([^<]*)</title>")

EVERY_PAGE = [(language, path) for language in LANGUAGES for path in pages(language)]
EVERY_PATH = sorted(pages("en"))
WRITTEN = [path for path in EVERY_PATH if path not in {f"python/{each}" for each in (*SYSTEMS, "exports")}]
"""The pages that are written in both languages; docstrings stay English."""


def numbers(language: str, path: str) -> Counter[str]:
    """Return the numbers that stand as figures in both languages: all but what one may spell out (one, ten, 一つ)."""
    text = unicodedata.normalize("NFKC", read(pages(language)[path]).text)
    figures = NUMBER.findall(LEDGER_ID.sub(" ", text))
    return Counter(figure for figure in figures if not (figure.isdigit() and int(figure) <= 20))


def test_both_languages_have_the_same_pages() -> None:
    assert list(pages("en")) == list(pages("ja"))


@every("path", [path for path in WRITTEN if path != "all/ids"])  # which has a rule's first words only
def test_both_languages_name_the_same_numbers(path: str) -> None:
    assert numbers("en", path) == numbers("ja", path)


@every("path", WRITTEN)
def test_both_languages_refer_to_the_same_rules(path: str) -> None:
    english, japanese = (Counter(read(pages(language)[path]).rules) for language in LANGUAGES)
    assert english == japanese


@every(("language", "path"), EVERY_PAGE)
def test_a_page_says_what_it_is(language: str, path: str) -> None:
    page = read(pages(language)[path])
    assert page.all("html")[0]["lang"] == language
    assert len(page.all("h1")) == 1
    assert len(page.all("title")) >= 1
    (description,) = [meta["content"] for meta in page.all("meta") if meta.get("name") == "description"]
    assert len(description) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_pages_have_the_same_title(language: str) -> None:
    titles = {path: TITLE.search(page.read_text(encoding="utf-8"))[1] for path, page in pages(language).items()}
    assert [each for each, times in Counter(titles.values()).items() if times > 1] == []
    site = {"en": "Runnable Rulebook", "ja": "動くルールブック"}[language]
    assert all(title.endswith(site) for title in titles.values())
    attack = {"en": "Attack · Prophecy · Runnable Rulebook", "ja": "攻撃 · 予言の夢 · 動くルールブック"}
    assert titles["prophecy/attack"] == attack[language]


@every(("language", "path"), EVERY_PAGE)
def test_everything_wanted_at_the_table_is_one_link_away(language: str, path: str) -> None:
    """From a page of a game its own places; in the list of games, those of the others, or of all."""
    root, page = SITE / language, pages(language)[path]
    ways = {os.path.normpath(page.parent / link["href"]) for link in read(page).all("a") if ":" not in link["href"]}
    for slug in SYSTEMS:
        play = "board" if slug == "kamui" else "stepper"
        wanted = ["", "quick", play, "calculators", *(["glossary"] if path.startswith(f"{slug}/") else [])]
        assert {os.path.normpath(root / slug / each) for each in wanted} <= ways, slug


@every(("language", "path"), EVERY_PAGE)
def test_a_page_names_itself_in_every_language(language: str, path: str) -> None:
    page = pages(language)[path]
    named = {
        link["hreflang"]: link["href"] for link in read(page).all("link") if "alternate" in link.get("rel", "").split()
    }
    assert set(named) == {"en", "ja", "x-default"}
    for other in LANGUAGES:
        assert Path(os.path.normpath(page.parent / named[other])) == pages(other)[path].parent


@every(("language", "path"), EVERY_PAGE)
def test_a_page_runs_no_script_of_its_own_attributes(language: str, path: str) -> None:
    for tag, attributes in read(pages(language)[path]).tags:
        assert not [name for name in attributes if name.startswith("on")], tag


@every(("language", "path"), EVERY_PAGE)
def test_no_page_shows_what_only_its_source_says(language: str, path: str) -> None:
    text = (SITE / language / path / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\{:\s*[.#][\w-]+\s*\}", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_row_and_ruling_of_the_data_has_one_place(language: str) -> None:
    places = Counter(
        attributes["id"]
        for page in pages(language).values()
        for _, attributes in read(page).tags
        if LEDGER_ID.fullmatch(attributes.get("id", ""))
    )
    for system in SYSTEMS.values():
        rows = [row.id for table in system.tables.values() for row in table.rows]
        for ident in [*system.rulings, *system.tables, *rows]:
            assert places[ident] == 1, ident
    assert set(places.values()) == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_previews_lead_to_their_places(language: str) -> None:
    rules = json.loads((SITE / language / "rules.json").read_text(encoding="utf-8"))
    assert len(rules) > 100
    for ident, rule in rules.items():
        path, _, anchor = rule["href"].partition("#")
        page = read(SITE / language / path / "index.html")
        assert anchor in {attributes.get("id") for _, attributes in page.tags}, ident
        assert rule["text"].strip(), ident


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_found_in_its_language(language: str) -> None:
    books = [
        json.loads((SITE / language / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("finder", "finder-python")
    ]
    found = {row[2].split("#")[0] for book in books for row in book["rows"]}
    assert found >= {f"{path}/" for path in EVERY_PATH[1:] if not path.endswith("/order")}


def test_the_runtime_holds_the_wheels_that_it_names() -> None:
    (runtime,) = (SITE / "runtime").iterdir()
    wheels = json.loads((runtime / "wheels.json").read_text(encoding="utf-8"))
    assert sorted(name.split("-")[0] for name in wheels) == ["icepool", "rules_py"]
    needed = {"pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "snapshot.wasm", "python_stdlib.zip", *wheels}
    assert needed <= {path.name for path in runtime.iterdir()}
    of_answers, of_code = ((runtime / name).stat().st_size for name in ("snapshot.wasm", "snapshot-code.wasm"))
    assert of_answers < 0.6 * of_code, "what no answer calls is left out"


def test_python_s_memory_is_no_larger_than_it_must_be() -> None:
    """A device makes room for all of it and unpacks it at every start; WebAssembly's memory never shrinks."""
    for picture in SITE.glob("runtime/*/snapshot*.bin"):
        frame = gzip.decompress(picture.read_bytes())
        assert zstandard.frame_content_size(frame) < (31e6 if picture.stem.endswith("all") else 26e6), picture.name


def test_a_page_s_python_remembers_what_its_widgets_need() -> None:
    """A page of one system is given no other's memory; what it has not is fetched as packages, four megabytes."""
    for language in LANGUAGES:
        for path, page in pages(language).items():
            content = page.read_text(encoding="utf-8")
            part = re.search(r'<meta name="rulebook-memory" content="(\w+)">', content)
            asked = set(re.findall(r'<rules-widget [^>]*name="(\w+\.\w+)"', content))
            assert part, path
            if part[1] != "all":
                assert asked <= {widget.name for widget in rooms.of(part[1], "widgets").WIDGETS}, path
            elif path.split("/")[0] in rooms.SLUGS:
                assert not asked, path


@every("path", EVERY_PATH)
@every("language", LANGUAGES)
def test_a_page_says_what_other_sites_show_of_it(language: str, path: str) -> None:
    """Its title, which names the page, and its description; the picture needs the site's address."""
    told = {a.get("property") or a.get("name"): a.get("content") for a in read(pages(language)[path]).all("meta")}
    assert told["og:title"]
    assert told["og:description"] == told["description"]
    assert told["og:locale"] == {"en": "en_GB", "ja": "ja_JP"}[language]
    assert told["twitter:card"] == ("summary_large_image" if told.get("og:image") else "summary")


@every("name", ["site", *SYSTEMS])
@every("language", LANGUAGES)
def test_a_link_has_a_picture_for_each_game(language: str, name: str) -> None:
    picture = (SITE / language / f"images/social/{name}.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) < 80_000


def test_no_source_maps_are_published() -> None:
    assert not list(SITE.rglob("*.map"))


def test_the_tables_are_there_for_other_programs() -> None:
    for slug, system in SYSTEMS.items():
        published = json.loads((SITE / f"data/{slug}.json").read_text(encoding="utf-8"))
        assert [term["id"] for term in published["glossary"]] == list(system.glossary)
        assert [table["id"] for table in published["tables"]] == list(system.tables)
        assert [ruling["id"] for ruling in published["rulings"]] == list(system.rulings)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of what authors write, with the rules and tools as they are."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for folder in ("overrides", "rules_py"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    return tmp_path


def build(scratch: Path, language: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulebook_site", "pages", language, "--out", str(scratch / "out")]
    paths = f"{ROOT}:{ROOT / 'overrides'}"
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, cwd=scratch, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_an_unknown_rule_stops_the_build_and_names_file_and_line(scratch: Path) -> None:
    page = scratch / "docs/ja/contest/check.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    page.write_text("\n".join([*lines, "", "詳しくはC-9.99を見てください。", ""]), encoding="utf-8")
    done = build(scratch, "ja")
    assert done.returncode != 0
    assert f"contest/check.md:{len(lines) + 2}" in done.stderr + done.stdout
    assert "C-9.99" in done.stderr + done.stdout


ABOUT = "---\ndescription: A page.\n---\n\n"


def test_a_broken_link_stops_the_build(scratch: Path) -> None:
    """Links are looked at when all pages are there: two are enough to wait for."""
    settings, docs = scratch / "mkdocs.yml", scratch / "docs/en"
    whole = settings.read_text(encoding="utf-8")
    few = re.sub(r"^nav:\n(?:[ \t].*\n)*", "nav: [index.md, contest/check.md]\n", whole, flags=re.MULTILINE)
    assert few != whole
    settings.write_text(few, encoding="utf-8")
    for page in docs.rglob("*.md"):
        page.unlink()
    (docs / "index.md").write_text(f"{ABOUT}# One\n\nSee [the other](contest/check.md).\n", encoding="utf-8")
    (docs / "contest/check.md").write_text(f"{ABOUT}# The other\n\nSee [this](nowhere.md).\n", encoding="utf-8")
    done = build(scratch, "en")
    assert done.returncode != 0
    (warning,) = [line for line in done.stderr.splitlines() if "nowhere.md" in line]
    assert "docs/en/contest/check.md:7" in warning


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_marks_nothing_that_looks_like_the_text_around_it(language: str) -> None:
    """Else a page of the reference is half made of marks."""
    for page in pages(language).values():
        assert not re.search(r'<span class="?[nopw]"?>[^<]*</span>', page.read_text(encoding="utf-8")), page
