"""What the finder looks through: one file for each language, made of its finished pages and of the rules' data.

An entry is a place that a reader may want: a section of a page with the rules and rows in it, a term, a ruling, a
calculator, a print, a page or a name of the Python reference. Scripts index the file and rank its entries; which other
words players say for a thing stands in `overrides/finder`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import jaconv

from rulebook_site import words
from rulebook_site.faults import SiteError
from rulebook_site.files import write_json
from rulebook_site.finder.sections import ASIDE, Entry, sections
from rulebook_site.index import RuleIndex, plain
from rules_py.core.data import Term
from rules_py.core.text import LANGUAGES

WORDS = Path("overrides/finder")
"""Other words for things: one file for each game, and one for what every game has."""
EVERY = "every"

PYTHON = "python"
_LEFT_OUT = frozenset({"order"})
"""Pages that hold again what stands elsewhere."""

_ANCHORED = re.compile(r"^(#{1,3}) +(.+?) *\{#([\w.-]+)[^}]*\} *$", re.MULTILINE)
_TOOLS = re.compile(r"/(stepper|board|calculators)/#")
_WIDGET = re.compile(r"^/// widget \| (\S+)", re.MULTILINE)
_KANA = re.compile(r"[ぁ-ゖ]+")


def entries(out: Path, index: RuleIndex) -> list[Entry]:
    """Return everything that can be found in a language.

    Args:
        out: Folder of the language's pages, as MkDocs has left them.
        index: Their index.

    Returns:
        The entries, page by page; what is no section follows.

    Raises:
        SiteError: When words are given for a place that is not.
    """
    counterparts = [_headings(index.docs_dir.parent / language) for language in LANGUAGES]
    found: list[Entry] = []
    for page in sorted(index.titles):
        path = _path(page)
        if path.rstrip("/").rpartition("/")[2] in _LEFT_OUT:
            continue
        game = page.partition("/")[0] if "/" in page else ""
        found += sections(out / path / "index.html", path, game)
    for entry in found:
        page, _, anchor = entry.href.partition("#")
        if entry.kind not in ("ruling", "example"):  # whose headings are sentences
            entry.names += [headings[page, anchor] for headings in counterparts if (page, anchor) in headings]
    places = {entry.href: entry for entry in found}
    _mark_tools(index, places)
    for system in index.library.SYSTEMS.values():
        found += _terms(system.slug, system.glossary.values(), index, places)
    found += _prints(index, places)
    for entry in found:
        entry.names = _other_names(entry)
    _add_words(found, places)
    return [entry for entry in found if entry.parts or entry.kind not in ASIDE.values() or entry.game == PYTHON]


def write_books(out: Path, index: RuleIndex) -> None:
    """Write what the finder looks through, the Python reference apart from the games.

    Args:
        out: Folder of the language's pages, as MkDocs has left them.
        index: Their index.
    """
    found = entries(out, index)
    for name, is_python in (("finder", False), ("finder-python", True)):
        book = {
            "games": {slug: system.title.get(index.language) for slug, system in index.library.SYSTEMS.items()},
            "kinds": {kind: label.get(index.language) for kind, label in words.KINDS.items()},
            "says": {key: said.get(index.language) for key, said in words.FINDER.items()},
            "rows": [_row(entry) for entry in found if (entry.game == PYTHON) == is_python],
        }
        write_json(out / f"{name}.json", book)


def _row(entry: Entry) -> list[Any]:
    e = entry
    return [e.kind, e.game, e.href, e.title, e.way, e.names, list(chain.from_iterable(e.parts))]


def _headings(docs: Path) -> dict[tuple[str, str], str]:
    """Return the headings of a language's pages by page and anchor."""
    found = {}
    for file in docs.rglob("*.md"):
        page = _path(file.relative_to(docs).as_posix())
        for heading in _ANCHORED.finditer(file.read_text(encoding="utf-8")):
            found[page, heading[3]] = plain(heading[2])
    return found


def _terms(game: str, glossary: Iterable[Term], index: RuleIndex, places: dict[str, Entry]) -> Iterator[Entry]:
    """Yield the terms that have no section of their own; where one has, the section becomes the term's."""
    for term in glossary:
        name, other = (term.ja, term.en) if index.language == "ja" else (term.en, term.ja)
        forms = [
            form
            for said in LANGUAGES
            for form in term.forms(said)
            if (term.ja if said == "ja" else term.en.casefold()) not in form.casefold()
        ]
        names = [name, other, *forms, term.reading]
        rules = [rule for rule in term.rules if rule in index.places]
        home, meaning = _home(term, game, places), term.meaning.get(index.language)
        if home and not home.term:
            home.kind, home.term = "chapter" if home.kind == "page" else "term", term.id
            home.names += names
            home.parts.insert(0, (next((rule for rule, _ in home.parts if rule in rules), ""), meaning))
            continue
        place = home or (_section_of(rules[0], places) if rules else None)
        if place and not home and not _shares_a_word(place, term):
            place = None
        page = places[_path(index.glossaries[game])]
        href = place.href if place else f"{page.href}#term-{term.id}"
        way = [*place.way, place.title] if place else [page.title]
        yield Entry(
            "term" if place else "word", game, href, name, way, names, [(rules[0] if rules else "", meaning)], term.id
        )


def _home(term: Term, game: str, places: dict[str, Entry]) -> Entry | None:
    """Return the page or section that is about a term and nothing else; the nearer its first rule, the better."""
    name = term.id.replace("_", "-")
    anchors = {name, f"{name}s", f"{name}es", name.replace("-", ""), f"curse-{term.id}", f"bless-{term.id}"}
    named = {term.en.casefold(), term.ja}
    found: list[tuple[float, int, Entry]] = []
    for href, entry in places.items():
        if entry.game != game or _TOOLS.search(href):
            continue
        is_called = not named.isdisjoint(map(_bare, (entry.title, *entry.names)))
        held = [term.rules.index(rule) for rule, _ in entry.parts if rule in term.rules]
        if entry.kind == "page" and href.rstrip("/").rpartition("/")[2] in anchors:
            found.append((0.5, len(found), entry))
        elif entry.kind in ("section", "term", "page", "chapter") and is_called:
            found.append((min(held, default=len(term.rules)), len(found), entry))
        elif entry.kind in ("section", "term") and held and href.partition("#")[2] in anchors:
            found.append((min(held) + 0.7, len(found), entry))
    return min(found)[2] if found else None


def _bare(title: str) -> str:
    return re.sub(r" *[(（].*", "", title).casefold()


def _section_of(rule: str, places: dict[str, Entry]) -> Entry | None:
    return next((entry for entry in places.values() if any(own == rule for own, _ in entry.parts)), None)


def _shares_a_word(place: Entry, term: Term) -> bool:
    """Return whether the heading of a section is about what a term is about."""
    title = " ".join((place.title, *place.names)).casefold()
    return any(word in title for word in term.en.casefold().split() if len(word) > 3) or term.ja in title


def _mark_tools(index: RuleIndex, places: dict[str, Entry]) -> None:
    """Let the sections in which a calculator or a stepper stands be what they are."""
    for page in index.titles:
        source = (index.docs_dir / page).read_text(encoding="utf-8")
        for use in _WIDGET.finditer(source):
            widget = index.library.WIDGETS[use[1]]
            place = _place(source[: use.start()], page, places)
            if place.game == use[1].partition(".")[0]:
                place.kind = "tool"
                place.names += [widget.title.en, widget.title.ja]


def _place(before: str, page: str, places: dict[str, Entry]) -> Entry:
    """Return the section in which stands what follows a piece of a page's source."""
    anchor = [heading[3] for heading in _ANCHORED.finditer(before)][-1]
    return places.get(f"{_path(page)}#{anchor}") or places[_path(page)]


def _prints(index: RuleIndex, places: dict[str, Entry]) -> Iterator[Entry]:
    """Yield the prints of the games, which are listed on their overviews."""
    for slug, system in index.library.SYSTEMS.items():
        page = f"{slug}/index.md"
        before, found, _ = (index.docs_dir / page).read_text(encoding="utf-8").partition(f'data-prints="{slug}"')
        if found:
            href, title = _place(before, page, places).href, words.PRINTS.get(index.language)
            yield Entry("print", slug, href, title, names=[system.title.get(index.language)])


def _path(page: str) -> str:
    return re.sub(r"(^|/)index\.md$", r"\1", page).replace(".md", "/")


def _other_names(entry: Entry) -> list[str]:
    """Return each name once, with those in kana in Latin letters too, and without the title itself."""
    names = dict.fromkeys(chain.from_iterable((name, *_romaji(name)) for name in entry.names if name))
    return [name for name in names if name.casefold() != entry.title.casefold()]


def _romaji(name: str) -> list[str]:
    return [jaconv.kana2alphabet(name)] if _KANA.fullmatch(name) else []


def _add_words(found: list[Entry], places: dict[str, Entry], folder: Path = WORDS) -> None:
    """Give entries the words that players say for them.

    Raises:
        SiteError: When words are given for what is not there.
    """
    for file in sorted(folder.glob("*.toml")):
        game = "" if file.stem == EVERY else file.stem
        for key, said in tomllib.loads(file.read_text(encoding="utf-8")).items():
            meant = list(_meant(key, game, found, places))
            if not meant:
                raise SiteError(f"{file}: nothing is called “{key}”")
            for entry in meant:
                entry.names += [each for word in said for each in (word, *_romaji(word))]


def _meant(key: str, game: str, found: list[Entry], places: dict[str, Entry]) -> Iterator[Entry]:
    """Yield what a key names: of a game a place or a term, of all games a page or a kind."""
    for entry in found:
        if game:
            is_place = places.get(f"{game}/{key}") is entry
            if is_place or (entry.game == game and entry.term == key):
                yield entry
        elif entry.kind == key or (entry.game and entry.href.partition("/")[2] == key):
            yield entry
