"""Quick references: a page of the site on one sheet, in columns that end level, as large as the sheet allows.

The program looks for the layout: one side or both, whole sections or sections that go on in the next column, the size
of the letters, and how far down the columns reach. Typst sets each trial and says where its lines lie (`Layout`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement

from rulebook_site.faults import SiteError
from rulebook_site.ids import RULE_ID
from rulebook_site.library import Library, load
from rulebook_site.printing import paper
from rulebook_site.printing.markup import array, call, classes, quote
from rulebook_site.printing.phrases import phrases, unbroken
from rulebook_site.printing.press import Print, Typesetter
from rules_py.core.markup import to_html
from rules_py.core.text import Language, Text, same

SIZES = tuple(size / 8 for size in range(104, 67, -1))
"""Sizes of the letters in points, from the largest that is tried to the smallest that is read at arm's length."""
TRIED = 4
"""So many sizes, from the largest that fits, are looked at for columns that end level."""
PAGES = 2
LOOSE = (0, 1, 2)
"""What may go on in the next column: long tables only, sections as well, short tables as well."""
LEVEL = 0.88
ENOUGH = 0.82
"""So full a column should be, and so full it has to be before a short table is broken."""
STEPS = range(0, 60, 2)
"""How many millimetres earlier than the page the columns end, so that all end level."""
SPARE = 6
"""So many millimetres more than what stays empty in a column they may end earlier: gaps fall away where one begins."""
MM = 72 / 25.4
TOP, BOTTOM, MIDDLE = 15 * MM, (297 - 21) * MM, 105 * MM
"""Points from the upper left corner: where columns begin below a page's edge, where they end, what parts them."""

DRAWINGS: Mapping[str, Mapping[str, str]] = {
    "contest": {"chart": "contest.chart", "wounds": "contest.gauge"},
    "exorcist": {"barrier": "exorcist.barrier"},
    "kamui": {"numbers": "kamui.ring"},
}
"""What a page only has a link for: a figure at the end of a section."""

CAPTIONS = {
    "contest.chart": (Text("All rows", "全10行"), "C-T1"),
    "kamui.ring": (Text("→ diagonally opposite", "→は対角線上のマス"), "K-7.5"),
}
"""What stands above a figure that is not below the rules it shows."""
WIDTHS = {"exorcist.barrier": "80%", "kamui.ring": "68%"}
"""Figures that are read at less than the width of a column."""

KIND = Text("Quick reference", "早見表")
ABOUT = Text(
    "Small: where it is ruled. Q: a ruling of this rulebook, where the original is open.",
    "小さな番号はルールの場所。Qは、元の文章が決めていないところの裁定。",
)


def quick(page: Path, slug: str, language: Language, library: Library | None = None) -> Print:
    """Lay out a quick reference.

    Args:
        page: The built page.
        slug: The system it belongs to.
        language: Its language.
        library: The rules' data; `rules_py.library` unless a test brings its own.

    Returns:
        A print of two pages at most; making it raises a `SiteError` when the page says more than fits.
    """
    library = library or load()
    title = library.SYSTEMS[slug].title
    sections, foot = _sections(_article(page), DRAWINGS.get(slug, {}), language, library)
    words = (quote(title.get(language)), quote(KIND.get(language)))
    body = "{" + "\n".join(sections) + "}"

    def source(size: float, loose: int = 0, short: int = 0) -> str:
        sheet = call("sheet", *words, body, foot, size=f"{size}pt", short=f"{short}mm")
        return paper.source(title, KIND, ABOUT, language, "quick", sheet, loose=str(loose))

    def pdf() -> bytes:
        with Typesetter() as typesetter:
            return typesetter.press(best(source, page, typesetter))

    return Print(f"{Path(__file__).read_text(encoding='utf-8')}\n{source(SIZES[0])}", pdf)


@dataclass(frozen=True)
class Layout:
    """Where the lines of a trial lie.

    Args:
        pages: Number of its pages.
        full: How full its columns are, from 0 to 1.
        level: How full the emptiest one is.
    """

    pages: int
    full: float
    level: float

    @classmethod
    def of(cls, source: str, typesetter: Typesetter) -> Layout:
        """Lay a document out; its `<place>` marks say where its columns begin and where its lines end."""
        places = [
            (each["kind"], int(each["page"]), *(float(each[axis].removesuffix("pt")) for axis in "xy"))
            for each in typesetter.query(source, "<place>")
        ]
        begins = {page: y for kind, page, _, y in places if kind == "begin"}
        limit = dict.fromkeys(begins, min((y for kind, _, _, y in places if kind == "foot"), default=BOTTOM))
        ends: dict[tuple[int, bool], float] = {}
        for kind, page, x, y in places:
            if kind == "end" and y <= limit.get(page, BOTTOM):
                ends[page, x > MIDDLE] = max(ends.get((page, x > MIDDLE), 0), y)
        pages = max((page for page, _ in ends), default=1)
        full = [
            (ends.get((page, right), 0) - begins.get(page, TOP)) / (limit.get(page, BOTTOM) - begins.get(page, TOP))
            for page in range(1, pages + 1)
            for right in (False, True)
        ]
        return cls(pages, sum(full) / len(full), min(full))


def best(source: Callable[[float, int, int], str], page: Path, typesetter: Typesetter) -> str:
    """Return the document that reads best: on one side if it can, in large letters, whole sections, level columns.

    Args:
        source: Writes it: the size of its letters, what may be broken, how early columns end.
        page: Whose print it is, for a complaint.
        typesetter: Tries it.
    """

    @cache
    def trial(size: float, loose: int, short: int = 0) -> Layout:
        return Layout.of(source(size, loose, short), typesetter)

    def levelled(size: float, loose: int) -> tuple[float, float, int, int]:
        pages = trial(size, loose).pages
        empty = (1 - trial(size, loose).full) * (BOTTOM - TOP) / MM
        most = bisect_left(STEPS, empty + SPARE)
        short = STEPS[bisect_left(STEPS, True, hi=most, key=lambda step: trial(size, loose, step).pages > pages) - 1]
        return trial(size, loose, short).level, size, loose, short

    def fits(size: float, loose: int, pages: int) -> bool:
        return trial(size, loose).pages <= pages

    for pages in range(1, PAGES + 1):
        # Whether the smallest fits is asked first: mostly it does not, and none of the others has to be tried.
        if not (fits(SIZES[len(SIZES) // 2], LOOSE[-1], pages) or fits(SIZES[-1], LOOSE[-1], pages)):
            continue
        largest = bisect_left(SIZES, True, key=lambda size: fits(size, LOOSE[-1], pages))
        sizes = SIZES[largest : largest + TRIED]
        tried = [(size, loose) for loose in LOOSE if fits(sizes[-1], loose, pages) for size in sizes]
        whole = [each for each in tried if each[1] < LOOSE[-1]]
        for level, some in ((LEVEL, whole), (ENOUGH, whole), (LEVEL, tried)):
            for each in some:
                if fits(*each, pages) and trial(*each).full >= level and levelled(*each)[0] >= level:
                    return source(*levelled(*each)[1:])
        fitting = [each for each in tried if fits(*each, pages)]
        if fitting:
            fullest = sorted(fitting, key=lambda each: trial(*each).full)[-TRIED:]
            return source(*max(map(levelled, *zip(*fullest, strict=True)))[1:])
    raise SiteError(f"{page}: more than {PAGES} pages of print; say less there")


def _article(page: Path) -> HtmlElement:
    article = html.document_fromstring(page.read_bytes().decode()).find(".//article")
    if article is None:
        raise SiteError(f"{page}: not a page of the site")
    return article


def _sections(
    article: HtmlElement, drawings: Mapping[str, str], language: Language, library: Library
) -> tuple[list[str], str]:
    """Return the parts of a page, each with its heading, as paper wants them, and what stands below both columns."""
    foot = "none"
    sections: list[list[str]] = []
    names: list[str] = []
    for child in article:
        if child.tag == "h1" or _dropped(child):
            continue
        if child.tag == "h2" or not sections:
            sections.append([])
            names.append(child.get("id") or "")
        sections[-1] += _block(child)
    for name, section in zip(names, sections, strict=True):
        if name not in drawings:
            continue
        figure = drawings[name]
        drawn, (said, rule) = library.FIGURES[figure](language), CAPTIONS.get(figure, (same(""), ""))
        above = f"{{{quote(said.get(language))}; h(.5em); id({quote(rule)})}}"
        if drawn.tag == "svg":
            section += [call("lead", call("para", above))] if rule else []
            section.append(paper.picture(drawn, "figured", width=WIDTHS.get(figure, "100%")))
        else:
            tables = _block(html.fragment_fromstring(to_html(drawn)))
            foot = "{" + "\n".join([call("head", above), *tables]).replace("rows(", "across(") + "}"
    return [
        call("section", _section(section), long="true" if any(map(_long, section)) else "false") for section in sections
    ], foot


def _section(blocks: list[str]) -> str:
    """Keep a table or a list with what leads to it, and a short table with what is said of it below."""
    kept: list[str] = []
    for number, block in enumerate(blocks):
        follows = blocks[number + 1] if number + 1 < len(blocks) else ""
        if block.startswith("para(") and follows.startswith(("rows(", "bullets(", "numbers(")):
            kept.append(call("lead", block))
        elif block.startswith("para(") and kept and kept[-1].startswith("whole({"):
            kept[-1] = f"{kept[-1][:-2]}\n{block}}})"
        elif block.startswith("rows(") and not _long(block):
            kept.append(f"whole({{{block}}})")
        else:
            kept.append(block)
    return "{" + "\n".join(kept) + "}"


def _long(block: str) -> bool:
    return block.startswith("rows(") and block.count("}, ") > 3 * LONG_TABLE


_DROPPED = frozenset({"headerlink", "pop", "row-id"})


def _dropped(element: HtmlElement) -> bool:
    return not isinstance(element.tag, str) or not _DROPPED.isdisjoint(classes(element))


def _block(element: HtmlElement) -> list[str]:
    """Return a block, or the blocks in something that is none itself."""
    if element.tag == "h2":
        return [call("head", _line(element))]
    if element.tag == "p":
        return [call("para", _line(element))]
    if element.tag in ("ul", "ol"):
        return [call("bullets" if element.tag == "ul" else "numbers", *(_line(item) for item in element))]
    if element.tag == "table":
        return [_table(element)]
    return [code for child in element if not _dropped(child) for code in _block(child)]


LONG_TABLE = 12
"""So many rows may be continued in the next column."""


def _table(table: HtmlElement) -> str:
    rows = [[cell for cell in row if not _dropped(cell)] for row in table.iter("tr")]
    chances = any(_exact(cell) for cell in rows[-1])
    caption = table.find("caption")
    named = {} if caption is None else {"note": _line(caption)}
    narrow = len(rows[0]) > 4
    if chances and narrow:
        named["size"] = ".84em"
    head, *rest = ([_cell(cell, narrow) for cell in row] for row in rows)
    solid = array(array(_solid(cell, narrow) for cell in column) for column in zip(*rows, strict=True))
    return call("rows", array(head), array(cell for row in rest for cell in row), solid, **named)


def _solid(cell: HtmlElement, narrow: bool) -> str:
    """Return the pieces of a cell in which no line may end."""
    if _is_chance(cell):
        return array([_cell(cell, narrow)])
    pieces = [piece for piece in phrases(cell.text_content()) if piece.strip()]
    return array(call("small", quote(piece)) if RULE_ID.fullmatch(piece) else quote(piece) for piece in pieces)


def _is_chance(cell: HtmlElement) -> bool:
    """Tell whether a cell holds nothing but a chance."""
    number = cell.find("data")
    return number is not None and number.text_content() == cell.text_content().strip()


def _exact(cell: HtmlElement) -> str:
    """Return the fraction of a cell that holds nothing but a chance; none where it has no room."""
    exact = str(cell.find("data").get("value")) if _is_chance(cell) else ""
    return exact if len(exact) <= LONGEST_FRACTION else ""


LONGEST_FRACTION = 11
"""How many letters a fraction may have beside its chance."""


def _cell(cell: HtmlElement, narrow: bool) -> str:
    inner = _line(cell)
    exact = _exact(cell)
    if exact and not narrow:
        inner = "{" + f"{inner}; h(.4em, weak: true); small({quote(exact)})" + "}"
    elif _is_chance(cell):
        inner = call("box", inner)  # a line would end after the “>” of “>99.9%”
    if cell.tag == "th":
        return call("th", f"strong({inner})")
    return inner


# --- within a line ----------------------------------------------------------------------------------------------------

_OPENED = re.compile(r"(.*?)( ?[(（])", re.DOTALL)
_BETWEEN = re.compile(r"\s*[,、–]\s*")


def _line(element: HtmlElement) -> str:
    """Return the words of an element as one piece of code."""
    return "{" + "; ".join(map(_whole, _merged(_together(_ranges(_merged(_pieces(element))))))) + "}"


def _text(words: str | None) -> list[str]:
    collapsed = re.sub(r"\s+", " ", words or "")
    return [quote(collapsed)] if collapsed.strip() or collapsed == " " else []


def _merged(pieces: list[str]) -> list[str]:
    """Make one of words that follow each other."""
    found: list[str] = []
    for piece in pieces:
        before, said = _said(found[-1]) if found else None, _said(piece)
        if before is not None and said is not None:
            found[-1] = quote(before + said)
        else:
            found.append(piece)
    return found


def _whole(piece: str) -> str:
    """Return a piece that breaks between phrases only, if it is nothing but words."""
    said = _said(piece)
    return piece if said is None else unbroken(said)


def _pieces(element: HtmlElement) -> list[str]:
    pieces = _text((element.text or "").lstrip("\n"))
    for child in element:
        if not _dropped(child):
            pieces += _inline(child)
        pieces += _text(child.tail if child.getnext() is not None else (child.tail or "").rstrip("\n"))
    return pieces


def _inline(element: HtmlElement) -> list[str]:
    if element.get("data-rule"):
        apart = [quote(" ")] if element.tag == "own-chance" else []
        return [*apart, call("id", quote(element.get("data-rule") or ""))]
    if "rule-id" in classes(element):
        return [call("id", quote(element.text_content()))]
    if element.tag == "br":
        return ["linebreak()"]
    if element.tag == "strong":
        return [call("strong", _line(element))]
    return _pieces(element)


def _ranges(pieces: list[str]) -> list[str]:
    """Let no line end within a range of ids."""
    found: list[str] = []
    for piece in pieces:
        if piece.startswith("id(") and len(found) > 1 and found[-1] == '"–"' and found[-2].startswith("id("):
            found[-2:] = [f"id({found[-2][3:-1][:-1]}–{piece[4:-1]})"]
        else:
            found.append(piece)
    return found


def _together(pieces: list[str]) -> list[str]:
    """Set brackets that hold nothing but ids as small as the ids."""
    found: list[str] = []
    while pieces:
        piece, *pieces = pieces
        opened = _OPENED.fullmatch(_said(piece) or "")
        inside = _ids(pieces) if opened else 0
        if opened is None or not inside:
            found.append(piece)
            continue
        closed = _said(pieces[inside]) or ""
        found += _text(opened[1])
        group = [quote(opened[2]), *(f"whole-{id_}" if id_.startswith("id(") else id_ for id_ in pieces[:inside])]
        found.append(call("ids", "{" + "; ".join([*group, quote(closed[0])]) + "}"))
        pieces = _text(closed[1:]) + pieces[inside + 1 :]
    return found


def _said(piece: str) -> str | None:
    """Return the words of a piece that is nothing but words."""
    return piece[1:-1].replace('\\"', '"').replace("\\\\", "\\") if piece.startswith('"') else None


def _ids(pieces: list[str]) -> int:
    """Count the pieces up to the bracket that closes, if all of them are ids and what stands between them."""
    for number, piece in enumerate(pieces):
        said = _said(piece)
        if number and said is not None and said[:1] in (")", "）"):
            return number
        if not (piece.startswith("id(") or (said is not None and _BETWEEN.fullmatch(said))):
            return 0
    return 0
