"""The index of one language's pages: where every id stands, and what is wrong with them.

The pages are scanned as Markdown source, once per state of the folder, before the first of
them is rendered: so a reference can point to a page that comes later, and every fault is
reported together, with its file and line.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from rulebook_site.faults import Fault, SiteError
from rulebook_site.ids import MARK, MARKABLE, RULE_ID, Kind, kind_of, sort_key
from rulebook_site.japanese import join_lines
from rulebook_site.library import Library, load, mechanics, said_in
from rules_py.core.data import Term
from rules_py.core.text import Language

OWN_BLOCKS = (
    "ruling",
    "data-table",
    "glossary",
    "widget",
    "rule-figure",
    "mechanics",
    "measured",
    "rules",
    "game",
    "listing",
)
LISTINGS = ("tools", "terms", "ids")
"""What a page can list of all games."""
OTHER_BLOCKS = ("python", "note", "tip", "warning", "example", "admonition", "details", "tab", "html", "games")
TERM = re.compile(r"\[\[(!?)([^\[\]|\\\n]+?)(?:\\?\|([^\[\]\n]+?))?\]\]")
"""`[[term_id|text]]`, `[[term_id]]` or `[[!text]]`; groups: the bang, the first part, the text."""

_FRONT_MATTER = re.compile(r"---\n(.*?)^---$", re.MULTILINE | re.DOTALL)
_DESCRIPTION = re.compile(r"^description: *(.*?)(?: - .*)?$", re.MULTILINE)
_FENCE = re.compile(r"^[ >]*(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_BLOCK = re.compile(r"^ *(/{3,}) *([\w-]+)? *(?:\| *(.*?) *)?$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_HEADING = re.compile(r"^#{1,6}\s")
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Place:
    """Where an id stands.

    Args:
        rule: The id.
        kind: What it names.
        page: Path of the page below the docs folder, with forward slashes.
        line: Line of the source, counted from 1.
        text: What the reader would read there, without Markdown.
    """

    rule: str
    kind: Kind
    page: str
    line: int
    text: str


@dataclass(frozen=True)
class BlockUse:
    """A block of ours in a page's source."""

    name: str
    argument: str
    options: dict[str, Any]
    line: int
    lead: str = ""
    """The first line that is said in its section before it."""


@dataclass
class Scan:
    """What one source text holds."""

    marks: list[tuple[str, int, str]] = field(default_factory=list)
    references: list[tuple[str, int]] = field(default_factory=list)
    terms: list[tuple[str, int]] = field(default_factory=list)
    blocks: list[BlockUse] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    description: str = ""
    """What the page says that it is about."""


def plain(markdown: str, term_name: Callable[[str], str] = str) -> str:
    r"""Return running text without its Markdown.

    Args:
        markdown: A sentence or paragraph of Markdown.
        term_name: Says how a term is called that is written as `[[term_id]]`.

    Example:
        >>> plain("The **higher** [level](chart.md#C-T1) `wins` [[push|pushes]] the\npiece.")
        'The higher level wins pushes the piece.'
    """
    text = TERM.sub(lambda m: m[3] or (m[2] if m[1] else term_name(m[2])), markdown)
    text = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])", r"\1", text)
    text = re.sub(r"\{[:#.][^{}\n]*\}", "", text)
    text = re.sub(r"</?[A-Za-z][^<>]*>", "", text)
    for _ in range(2):
        text = re.sub(r"(?<!\\)(\*{1,3})(\S|\S.*?\S)\1", r"\2", text, flags=re.DOTALL)
    text = _CODE_SPAN.sub(lambda m: m[2].strip(), text)
    text = re.sub(r"\\([\\`*_{}\[\]()#+.!|-])", r"\1", text)
    return re.sub(r"\s+", " ", join_lines(html.unescape(text))).strip()


def scan(source: str, term_name: Callable[[str], str] = str) -> Scan:
    """Read marks, references, terms and blocks out of a page's Markdown.

    Args:
        source: The whole file, with its front matter.
        term_name: See `plain`.

    Returns:
        What was found, in the order of the page.
    """
    found = Scan()
    front = _FRONT_MATTER.match(source)
    if front and (described := _DESCRIPTION.search(front[1])):
        found.description = described[1]
    lines = source.split("\n")
    lead = ""
    open_mark: tuple[str, int] | None = None
    parts: list[str] = []

    def close() -> None:
        nonlocal open_mark
        if open_mark:
            text = plain("\n".join(parts), term_name)
            if not text:
                found.faults.append((open_mark[1], f"nothing follows the mark of {open_mark[0]}"))
            found.marks.append((*open_mark, text))
        open_mark = None
        parts.clear()

    def read(raw: str, masked: str, number: int) -> None:
        nonlocal open_mark
        at = 0
        for mark in MARK.finditer(masked):
            parts.append(raw[at : mark.start()])
            close()
            at = mark.end()
            if mark[1] != "/":
                open_mark = (mark[1], number)
        parts.append(raw[at:])
        if not open_mark:
            parts.clear()
        without = MARK.sub(lambda m: " " * len(m[0]), masked)
        found.references += [(m[1], number) for m in RULE_ID.finditer(without)]
        found.terms += [(m[2], number) for m in TERM.finditer(masked) if not m[1]]

    for number, line, fenced in _body(lines):
        if fenced:
            close()
            continue
        masked = _CODE_SPAN.sub(lambda m: " " * len(m[0]), line)
        block = _BLOCK.match(line)
        if block:
            close()
            if block[2]:
                _read_block(found, block[2], block[3] or "", lines, number, lead)
        elif not line.strip():
            close()
        elif _HEADING.match(line):
            close()
            found.headings.append((number, plain(line.lstrip("# "), term_name)))
            lead = ""
            if MARK.search(masked):
                found.faults.append((number, "a rule mark cannot stand in a heading"))
            found.references += [(m[1], number) for m in RULE_ID.finditer(masked)]
        elif masked.lstrip().startswith("|"):
            close()
            hidden = TERM.sub(lambda m: m[0].replace("|", " "), masked)
            cuts = [-1, *(m.start() for m in _CELL.finditer(hidden)), len(line)]
            for left, right in pairwise(cuts):
                read(line[left + 1 : right], masked[left + 1 : right], number)
                close()
        else:
            item = _ITEM.match(line)
            if item:
                close()
                line, masked = line[item.end() :], masked[item.end() :]
            lead = lead or plain(MARK.sub("", line), term_name)
            read(line, masked, number)
    close()
    return found


def _body(lines: list[str]) -> Iterator[tuple[int, str, bool]]:
    """Yield number, line and whether it is code, without front matter, comments and options."""
    start = 0
    if lines and lines[0].strip() == "---":
        ends = (i for i, line in enumerate(lines[1:], 1) if line.strip() in ("---", "..."))
        start = next(ends, 0) + 1
    fence = ""
    comment = options = False
    for number, line in enumerate(lines[start:], start + 1):
        if fence:
            yield number, line, True
            if line.strip(" >").startswith(fence) and not line.strip(f" >{fence[0]}"):
                fence = ""
            continue
        if comment:
            comment = "-->" not in line
            continue
        if options and line.startswith("    ") and line.strip():
            continue
        opening = _FENCE.match(line)
        if opening:
            fence = opening[1]
            yield number, line, True
            continue
        if line.lstrip().startswith("<!--"):
            comment = "-->" not in line
            continue
        block = _BLOCK.match(line)
        options = bool(block and block[2])
        yield number, line, False


def _read_block(found: Scan, name: str, argument: str, lines: list[str], number: int, lead: str) -> None:
    """Note a block, with its options; `lines[number]` is the line after its first."""
    if name not in OWN_BLOCKS:
        if name not in OTHER_BLOCKS:
            found.faults.append((number, f"unknown block “{name}”"))
        found.references += [(m[1], number) for m in RULE_ID.finditer(argument)]
        return
    text = ""
    for line in lines[number:]:
        if not line.startswith("    ") or not line.strip():
            break
        text += line + "\n"
    options: object = {}
    if text:
        try:
            options = yaml.safe_load(text)
        except yaml.YAMLError:
            options = None
    if not isinstance(options, dict):
        found.faults.append((number, f"the options of “{name} | {argument}” are no YAML mapping"))
        options = {}
    found.blocks.append(BlockUse(name, argument, options, number, lead))


def undescribed(docs_dir: str | Path) -> list[Fault]:
    """Return the pages that do not say in their front matter what they are about, for whoever searches the web."""
    faults = []
    for path in sorted(Path(docs_dir).rglob("*.md")):
        front = _FRONT_MATTER.match(path.read_text(encoding="utf-8"))
        try:
            said = yaml.safe_load(front[1]) if front else {}
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 2 if error.problem_mark else 1
            faults.append(Fault(path.as_posix(), line, f"front matter: {error.problem}"))
            continue
        if not isinstance(said, dict) or not said.get("description"):
            faults.append(Fault(path.as_posix(), 1, "no front matter with a description"))
    return faults


class RuleIndex:
    """Every id of one language's pages.

    Args:
        docs_dir: Folder of the pages.
        language: Their language.
        library: The rules' data; `rules_py.library` unless a test brings its own.

    Raises:
        SiteError: When an id, term, table, ruling, widget or figure is unknown or an id stands
            in two places; it lists every such fault.
    """

    def __init__(self, docs_dir: str | Path, language: Language, library: Library | None = None) -> None:
        self.docs_dir = Path(docs_dir)
        self.language = language
        self.library = library or load()
        self.places: dict[str, Place] = {}
        self.glossaries: dict[str, str] = {}
        """Page on which each system's glossary stands."""
        self.widgets: dict[str, str] = {}
        """Page on which each widget stands first, a page of its own system before others."""
        self.tools: dict[str, tuple[str, str]] = {}
        """Page on which each widget is presented, and what its section says first, if anything."""
        self.descriptions: dict[str, str] = {}
        """What each page says that it is about, as far as a dash."""
        self.titles: dict[str, str] = {}
        """How each page is headed."""
        self.answers: dict[str, list[str]] = {}
        """By a rule, the widgets that answer it."""
        for name, widget in self.library.WIDGETS.items():
            for rule in getattr(widget, "rules", ()):
                self.answers.setdefault(rule, []).append(name)
        self.rulings: dict[str, set[str]] = {}
        """By a rule, the rulings that its section names after it and before the next rule."""
        self._faults: list[Fault] = []
        self._known: dict[str, set[str]] = self._names()
        scans = {
            path.relative_to(self.docs_dir).as_posix(): scan(path.read_text(encoding="utf-8"), self.term_name)
            for path in sorted(self.docs_dir.rglob("*.md"))
        }
        for page, found in scans.items():
            self._place(page, found)
            self._relate(page, found)
        for page, found in scans.items():
            self._check(page, found)
        self._check_data()
        if self._faults:
            raise SiteError(self._faults)

    @classmethod
    def of(cls, docs_dir: str | Path, language: Language, library: Library | None = None) -> RuleIndex:
        """Return the index of a folder, built anew only when a file in it has changed."""
        library = library or load()
        state = tuple(
            (str(path), (stat := path.stat()).st_mtime_ns, stat.st_size)
            for path in sorted(Path(docs_dir).rglob("*.md"))
        )
        key = (str(docs_dir), language, id(library))
        if key not in _cache or _cache[key][0] != state:
            _cache[key] = (state, cls(docs_dir, language, library))
        return _cache[key][1]

    def term(self, term: str, slug: str = "") -> Term | None:
        """Return a term of one system, or else of any system."""
        systems = self.library.SYSTEMS
        if slug in systems and term in systems[slug].glossary:
            return systems[slug].glossary[term]
        return next((s.glossary[term] for s in systems.values() if term in s.glossary), None)

    def term_name(self, term: str) -> str:
        """Return how a term is called in the index's language."""
        found = self.term(term)
        return term if found is None else (found.ja if self.language == "ja" else found.en)

    def system_of(self, term: str) -> str:
        """Return the slug of the system whose glossary holds a term, or an empty text."""
        systems = self.library.SYSTEMS.values()
        return next((s.slug for s in systems if term in s.glossary), "")

    def href(self, rule: str, page: str = "") -> str | None:
        """Return the link from a page to an id's place, or `None` for an unknown id."""
        place = self.places.get(rule)
        if place is None:
            return None
        return self.link(place.page, rule, page)

    def link(self, to: str, anchor: str, page: str = "") -> str:
        """Return the link to an anchor; MkDocs makes it relative to the page it stands on."""
        return f"#{anchor}" if to == page else f"/{to}#{anchor}"

    def published(self) -> dict[str, dict[str, str]]:
        """Return what the scripts need for previews: address below the language, and text."""
        rules = {}
        for rule in sorted(self.places, key=sort_key):
            place = self.places[rule]
            rules[rule] = {"href": f"{_address(place.page)}#{rule}", "text": place.text}
        return rules

    def headed(self) -> dict[str, str]:
        """Return how each page is headed, with its game, by its address below the language."""
        games = {slug: system.title.get(self.language) for slug, system in self.library.SYSTEMS.items()}
        pages = {}
        for page, title in self.titles.items():
            slug, _, name = page.rpartition("/")
            game = games.get(slug, "") if name != "index.md" else ""
            pages[_address(page)] = " · ".join(filter(None, (title, game)))
        return pages

    def _names(self) -> dict[str, set[str]]:
        systems = self.library.SYSTEMS
        return {
            "ruling": {r for s in systems.values() for r in s.rulings},
            "data-table": {t for s in systems.values() for t in s.tables},
            "glossary": set(systems),
            "rules": set(systems),
            "mechanics": set(systems),
            "game": {*systems, ""},
            "widget": set(self.library.WIDGETS),
            "rule-figure": set(self.library.FIGURES),
            "listing": set(LISTINGS),
            "measured": {file.name for file in self.docs_dir.parent.glob("*.json")},
        }

    def _fault(self, page: str, line: int, message: str) -> None:
        self._faults.append(Fault((self.docs_dir / page).as_posix(), line, message))

    def _add(self, rule: str, page: str, line: int, text: str) -> None:
        known = self.places.get(rule)
        if known:
            where = f"{(self.docs_dir / known.page).as_posix()}:{known.line}"
            self._fault(page, line, f"{rule} stands in a second place; the first is {where}")
        else:
            self.places[rule] = Place(rule, kind_of(rule), page, line, text)

    def _place(self, page: str, found: Scan) -> None:
        letters = {system.letter for system in self.library.SYSTEMS.values()}
        for rule, line, text in found.marks:
            if rule[0] not in letters:
                self._fault(page, line, f"unknown rule id {rule}: no system has its letter")
            elif kind_of(rule) not in MARKABLE:
                self._fault(page, line, f"{rule} is no rule: its place comes from its block")
            else:
                self._add(rule, page, line, text)
        for block in found.blocks:
            if block.argument not in self._known[block.name]:
                self._fault(page, block.line, f"unknown {block.name} “{block.argument}”")
                continue
            self._place_block(page, block)
            if block.name == "widget" and not self.tools.get(block.argument, ("", ""))[1]:
                self.tools[block.argument] = (page, block.lead)
        for line, message in found.faults:
            self._fault(page, line, message)

    def _relate(self, page: str, found: Scan) -> None:
        """Note the page's title, and which rulings belong to which of its rules."""
        self.titles[page] = found.headings[0][1] if found.headings else page
        self.descriptions[page] = found.description
        rules = [(line, 1, rule) for rule, line, _ in found.marks if kind_of(rule) == "rule"]
        named = [(line, 2, ruling) for ruling, line in found.references if kind_of(ruling) == "ruling"]
        rule = ""
        for _, what, each in sorted([*((line, 0, "") for line, _ in found.headings), *rules, *named]):
            if what < 2:
                rule = each
            elif rule:
                self.rulings.setdefault(rule, set()).add(each)

    def _place_block(self, page: str, block: BlockUse) -> None:
        systems = self.library.SYSTEMS
        if block.name == "ruling":
            ruling = next(s.rulings[block.argument] for s in systems.values() if block.argument in s.rulings)
            text = f"{ruling.question.get(self.language)} {ruling.default.get(self.language)}"
            self._add(block.argument, page, block.line, plain(text))
        elif block.name == "data-table":
            table = next(s.tables[block.argument] for s in systems.values() if block.argument in s.tables)
            self._add(table.id, page, block.line, plain(table.title.get(self.language)))
            for row in table.rows:
                text = " · ".join(cell.get(self.language) for cell in row.cells)
                self._add(row.id, page, block.line, plain(text))
        elif block.name == "mechanics":
            titles = block.options.get("titles") or {}
            for rule in mechanics(block.argument, self.library):
                if rule not in titles:
                    self._fault(page, block.line, f"no title for the mechanic {rule}")
                self._add(rule, page, block.line, plain(str(titles.get(rule, rule))))
        elif block.name == "glossary":
            if block.argument in self.glossaries:
                self._fault(page, block.line, f"a second glossary of {block.argument}")
            self.glossaries.setdefault(block.argument, page)
        elif block.name == "widget":
            own = page.startswith(block.argument.split(".")[0] + "/")
            if own and not self.widgets.get(block.argument, "").startswith(page.split("/")[0]):
                self.widgets[block.argument] = page
            self.widgets.setdefault(block.argument, page)

    def _check(self, page: str, found: Scan) -> None:
        for rule, line in found.references:
            if rule not in self.places:
                self._fault(page, line, f"unknown rule id {rule}")
        for term, line in found.terms:
            if self.term(term) is None:
                self._fault(page, line, f"unknown term “{term}”")

    def _check_data(self) -> None:
        """Check the ids that the data names, of the data that some page shows."""

        def check(where: str, *texts: str) -> None:
            for text in texts:
                for match in RULE_ID.finditer(text):
                    if match[1] not in self.places:
                        file, line = said_in(match[1])
                        self._faults.append(Fault(file, line, f"{where}: unknown rule id {match[1]}"))

        for rule, widgets in self.answers.items():
            if placed := [name for name in widgets if name in self.widgets]:
                check(f"widget {placed[0]}", rule)
        for slug, system in self.library.SYSTEMS.items():
            if slug in self.glossaries:
                for term in system.glossary.values():
                    texts = (term.meaning.get(self.language), *term.rules)
                    check(f"glossary of {slug}, {term.id}", *texts)
            for ruling in system.rulings.values():
                if ruling.id in self.places:
                    wordings = (ruling.question, ruling.default, ruling.reason, *ruling.alternatives)
                    check(f"ruling {ruling.id}", *(text.get(self.language) for text in wordings))
            for table in system.tables.values():
                for row in table.rows:
                    if row.id in self.places:
                        check(f"row {row.id}", *(c.get(self.language) for c in row.cells))


def _address(page: str) -> str:
    """Return a page's address below its language.

    Example:
        >>> _address("contest/index.md"), _address("contest/quick.md"), _address("index.md")
        ('contest/', 'contest/quick/', '')
    """
    return re.sub(r"\.md$", "/", re.sub(r"(^|/)index\.md$", r"\1", page))


_cache: dict[tuple[str, str, int], tuple[object, RuleIndex]] = {}
