"""The finder of the built site: what players type leads to where it is answered.

`questions.jsonl` holds what was typed, in which language, from which game's pages, and the places that answer it, as
regular expressions on addresses below the language.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rulebook_site.ids import kind_of

from tests.pages.reading import LANGUAGES, SITE, read

HERE = Path(__file__).parent
QUESTIONS = [json.loads(line) for line in (HERE / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
FIRST, AMONG_THREE = 0.9, 0.95
"""What part of the questions has its answer at the top, or near it."""
LARGEST = 250_000


def ask(questions: list[dict[str, str]], file: str) -> list[list[dict[str, str]]]:
    """Return the first ten hits for each question."""
    asked = "".join(json.dumps(each | {"file": file}) + "\n" for each in questions)
    command = ["node", str(HERE / "ask_finder.mjs"), str(SITE)]
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in told.stdout.splitlines()]


@cache
def answered(language: str) -> list[tuple[dict[str, Any], list[dict[str, str]], int]]:
    """Return each question of a language with its hits and the rank of the right one, 0 for none."""
    questions = [each for each in QUESTIONS if each["language"] == language]
    found = []
    for each, hits in zip(questions, ask(questions, f"{language}/finder.json"), strict=True):
        right = re.compile("|".join(f"(?:{place})" for place in each["right"]))
        found.append((each, hits, next((rank for rank, hit in enumerate(hits, 1) if right.match(hit["href"])), 0)))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_type_is_answered_at_the_top(language: str) -> None:
    ranks = [rank for _, _, rank in answered(language)]
    assert sum(rank == 1 for rank in ranks) / len(ranks) >= FIRST
    assert sum(1 <= rank <= 3 for rank in ranks) / len(ranks) >= AMONG_THREE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_hit_of_another_game_stands_above_the_right_one(language: str) -> None:
    strangers = [
        each["query"]
        for each, hits, rank in answered(language)
        if any(hit["game"] not in (each["reading"], "") for hit in hits[:rank])
    ]
    assert strangers == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_leads_to_itself_as_it_is_written_and_carelessly(language: str) -> None:
    rules = json.loads((SITE / language / "rules.json").read_text(encoding="utf-8"))
    ids = [rule for rule in rules if kind_of(rule) != "mechanic"]
    typed = [(rule, query) for rule in ids for query in (rule, rule.replace("-", "", 1).lower())]
    hits = ask([{"query": query} for _, query in typed], f"{language}/finder.json")
    wrong = [
        query
        for (rule, query), found in zip(typed, hits, strict=True)
        if not found or (found[0]["rule"], found[0]["href"]) != (rule, rules[rule]["href"])
    ]
    assert wrong == []


@cache
def ids(page: Path) -> set[str | None]:
    """Return every id of a page."""
    return {each.get("id") for _, each in read(page).tags}


@pytest.mark.parametrize("name", ["finder", "finder-python"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_leads_to_its_place(language: str, name: str) -> None:
    rows = json.loads((SITE / language / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    lost = []
    for _, _, href, title, *_ in rows:
        page, _, anchor = href.partition("#")
        file = SITE / language / page / "index.html"
        if not title or not file.is_file() or (anchor and anchor not in ids(file)):
            lost.append((href, title))
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_can_fetch_it(language: str) -> None:
    for name in ("finder", "finder-python"):
        assert len(gzip.compress((SITE / language / f"{name}.json").read_bytes(), 6)) <= LARGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_page_about_a_term_is_a_page(language: str) -> None:
    rows = json.loads((SITE / language / "finder.json").read_text(encoding="utf-8"))["rows"]
    kinds = {href: kind for kind, _, href, _, way, *_ in rows if not way and "#" not in href}
    assert kinds["prophecy/curses/"] == kinds["kamui/grace/"] == "chapter"
    assert not {"term", "word"}.intersection(kinds.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_is_text_that_a_reader_reads(language: str) -> None:
    rows = json.loads((SITE / language / "finder.json").read_text(encoding="utf-8"))["rows"]
    texts = [text for row in rows for text in row[6][1::2]]
    assert [text for text in texts if not text or text != text.strip() or re.search(r"¶|/// |\[\[|  ", text)] == []
    assert len(texts) > 2000


@cache
def book(language: str) -> dict[str, tuple[str, str, list[str], list[str]]]:
    """Return kind, title, other names and parts of what the finder looks through, by address."""
    rows = json.loads((SITE / language / "finder.json").read_text(encoding="utf-8"))["rows"]
    found: dict[str, tuple[str, str, list[str], list[str]]] = {}
    for kind, _, href, title, _, names, parts in rows:
        found.setdefault(href, (kind, title, names, parts))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_found_where_it_is_told_in_both_languages_in_kana_and_in_latin_letters(language: str) -> None:
    kind, title, names, parts = book(language)["prophecy/curses/#curse-freeze"]
    assert {"freeze", "氷結", "ひょうけつ", "hyouketsu", "凍結"} <= {name.lower() for name in (title, *names)} | {
        title.lower().partition(" (")[0]
    }
    assert (kind, parts[0]) == ("term", "P-17.26a")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_is_what_it_is(language: str) -> None:
    kinds = {href: kind for href, (kind, *_) in book(language).items()}
    places = {
        "prophecy/initiative/": "chapter",
        "prophecy/boosts/#boost": "term",
        "exorcist/glossary/#term-katashiro": "word",
        "exorcist/calculators/#attack": "tool",
        "kamui/board/": "tool",
        "kamui/quick/": "page",
        "kamui/rulings/#K-Q1-question": "ruling",
        "contest/quick/#wounds": "quick",
    }
    assert {href: kinds.get(href) for href in places} == places
