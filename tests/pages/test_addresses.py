"""Every address that the site has had leads to its text: pages and ids as they were stand in `addresses.txt`."""

from functools import cache
from pathlib import Path

import pytest
from rulebook_site.faults import SiteError
from rulebook_site.moved import addresses, write_pages

from tests.pages.reading import LANGUAGES, SITE, read

BEFORE = {
    page: ids
    for page, *ids in map(str.split, Path(__file__).with_name("addresses.txt").read_text(encoding="utf-8").splitlines())
}


@cache
def ids_of(file: Path) -> frozenset[str | None]:
    """What can be led to on a page."""
    return frozenset(a.get("id") for _, a in read(file).tags)


def lacking(language: str) -> list[str]:
    """The addresses that lead nowhere."""
    moved = addresses()
    lost = []
    for page, ids in BEFORE.items():
        places = moved.get(page, {"": page})
        now = places[""].partition("#")[0]
        for old, new in {"": places[""], **{each: places.get(each, f"{now}#{each}") for each in ids}}.items():
            target, _, anchor = new.partition("#")
            file = SITE / language / target / "index.html"
            if not file.is_file() or (anchor and anchor not in ids_of(file)):
                lost.append(f"{language}/{page}#{old} → {new}")
    return lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_address_that_the_site_had_leads_to_its_text(language):
    assert lacking(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_has_moved_says_where_to(language):
    for page, places in addresses().items():
        links = [a for a in read(SITE / language / page / "index.html").all("a") if "data-from" in a]
        assert {a["data-from"] for a in links} == set(places)


def test_a_page_cannot_have_moved_and_be_there(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("", encoding="utf-8")
    (tmp_path / "moved.toml").write_text('"a/" = "b/"\n', encoding="utf-8")
    with pytest.raises(SiteError, match="a/ is a page of the site"):
        write_pages(tmp_path, "en", {}, tmp_path / "moved.toml")


def test_an_id_moves_with_its_page(tmp_path):
    (tmp_path / "moved.toml").write_text('"a/#x" = "b/#y"\n', encoding="utf-8")
    with pytest.raises(SiteError, match="where is the page a/"):
        addresses(tmp_path / "moved.toml")
