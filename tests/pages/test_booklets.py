"""Booklets: a reader with paper finds what a reader of the site finds, and the numbers on the pages are right."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lxml.html
import pypdf
import pypdfium2
import pytest
import zxingcpp
from rulebook_site import LANGUAGES
from rulebook_site.faults import SiteError
from rulebook_site.printing import links, press, wording
from rulebook_site.printing.booklet import AT_HOME, MAP, Booklet, order
from rulebook_site.printing.markup import Setter, quote
from rulebook_site.words import ALTERNATIVES

from rules_py.core.markup import ID
from rules_py.library import SYSTEMS
from tests.pages.reading import PARTS, SITE


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


LENGTH = {"contest": (34, 50), "prophecy": (62, 90), "exorcist": (48, 72), "avatar": (42, 64), "kamui": (34, 54)}
"""How many pages a booklet has, at least and at most: shorter, and something was lost; longer, and something broke."""

POINTS = 72 / 25.4
CLEAR = 18 * POINTS
"""What stays free all round, so that US Letter, which is 18 mm less high, loses nothing."""
TOP, FOOT = (297 - 29) * POINTS, 29 * POINTS
"""Where the text of a page begins and ends, from below."""
QUIET = 8
"""What has to be white around a code."""
EMPTY = 0.35
"""Share of a page that may stay empty in mid-chapter: before code, tables and drawings that do not break."""
BEFORE = 0.45
"""And before a chapter, whose title stays with what it begins with."""
LABELS = {squeezed(text) for text in (ALTERNATIVES.en, ALTERNATIVES.ja)}
HEAD = '#set document(title: "x")\n#set text(lang: "en", font: "Noto Sans JP")\n= x\n'
RADICALS = re.compile("[\u2e80-\u2fdf\uf900-\ufaff]")
REFERRED = rf"{ID}(?![\d.]*\d)"
REFERENCE = {"en": rf"({REFERRED}),\s+p\.\s(\d+)", "ja": rf"({REFERRED})\s?（(\d+)\s?頁）"}


@dataclass(frozen=True)
class Book:
    slug: str
    language: str

    @property
    def path(self) -> Path:
        return SITE / "print" / self.language / f"{self.slug}.pdf"

    @property
    def system(self):
        return SYSTEMS[self.slug]


BOOKS = [Book(slug, language) for slug in SYSTEMS for language in LANGUAGES]


@cache
def pdf(book: Book) -> pypdf.PdfReader:
    return pypdf.PdfReader(book.path)


@cache
def texts(book: Book) -> list[str]:
    """What can be searched and copied, page by page."""
    return [page.get_text_bounded() for page in letters(book)]


@cache
def drawn(book: Book) -> list[pypdfium2.PdfPage]:
    """Every page as it is drawn."""
    return [*pypdfium2.PdfDocument(book.path)]


@cache
def letters(book: Book) -> list[pypdfium2.PdfTextPage]:
    """The letters of every page and where they stand."""
    return [page.get_textpage() for page in drawn(book)]


@cache
def rects(book: Book, number: int) -> list[tuple[float, float, float, float]]:
    """Left, lower, right and upper edge of every piece of text of a page."""
    text = letters(book)[number - 1]
    return [text.get_rect(index) for index in range(text.count_rects())]


@cache
def bookmarks(book: Book) -> list[tuple[int, str, int]]:
    """Depth, title and page of every bookmark, in order."""
    found = []

    def walk(items, depth):
        for item in items:
            if isinstance(item, list):
                walk(item, depth + 1)
            else:
                found.append((depth, item.title, pdf(book).get_destination_page_number(item) + 1))

    walk(pdf(book).outline, 1)
    return found


Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class Line:
    """A line of a page: pieces of text at one height. The words of a piece are looked up on the whole page.

    Args:
        page: Its letters.
        rects: Where its pieces stand, the one that gives the height first.
    """

    page: pypdfium2.PdfTextPage
    rects: list[Rect]

    @property
    def top(self) -> float:
        return self.rects[0][3]

    @property
    def lowest(self) -> float:
        return self.rects[0][1]

    @property
    def text(self) -> str:
        """Its words, without spaces."""
        return squeezed("".join(self.page.get_text_bounded(*rect) for rect in sorted(self.rects)))

    def holds(self, rect: Rect) -> bool:
        return abs(self.top + self.lowest - rect[1] - rect[3]) < 8


def lines(book: Book, number: int) -> list[Line]:
    """Every line of a page between head and foot, from above."""
    return [line for line in _lines(book, number) if line.lowest > FOOT - 5 and line.top < TOP + 5]


def head(book: Book, number: int) -> str:
    """What stands above a page."""
    return next(line.text for line in _lines(book, number) if line.top > TOP)


@cache
def _lines(book: Book, number: int) -> list[Line]:
    found: list[Line] = []
    for rect in sorted(rects(book, number), key=lambda rect: -(rect[1] + rect[3])):
        if found and found[-1].holds(rect):
            found[-1].rects.append(rect)
        else:
            found.append(Line(letters(book)[number - 1], [rect]))
    return found


@cache
def tags(book: Book) -> list[tuple[pypdf.generic.DictionaryObject | None, int, int]]:
    """What a screen reader goes through: each element (None: a piece of content), its page, its row of a table."""
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(pdf(book).pages, start=1)}
    found = []

    def walk(item, page, row):
        item = item.get_object()
        if isinstance(item, list):
            for each in item:
                walk(each, page, row)
        elif isinstance(item, dict):
            page = pages[item.raw_get("/Pg").idnum] if "/Pg" in item else page
            row = len(found) if item.get("/S") == "/TR" else row
            found.append((None if item.get("/Type") == "/MCR" else item, page, row))
            if "/K" in item:
                walk(item["/K"], page, row)
        else:
            found.append((None, page, row))

    walk(pdf(book).root_object["/StructTreeRoot"], 0, 0)
    return found


def drawings(book: Book) -> list[tuple[int, tuple[float, float, float, float], str]]:
    """Page, place (left, lower, right and upper edge) and words of every drawing, in the order of reading."""
    found = [(page, item) for item, page, _ in tags(book) if item and item.get("/S") == "/Figure"]
    return [(page, tuple(map(float, item["/A"][0]["/BBox"])), item["/Alt"]) for page, item in found]


def figures(book: Book) -> list[tuple[int, float, str]]:
    """Page, upper edge and words of every drawing that stands for itself, in the order of reading."""
    return [(page, top, words) for page, (_, bottom, _, top), words in drawings(book) if top - bottom > 30]


def tables(book: Book) -> list[list[set[int]]]:
    """Of every table the pages on which each of its rows stands, the head being the first."""
    found: list[dict[int, set[int]]] = []
    for item, page, row in tags(book):
        if item and item.get("/S") == "/Table":
            found.append({})
        elif row and not item:
            found[-1].setdefault(row, set()).add(page)
    return [[*rows.values()] for rows in found]


def article(book: Book, page: str):
    text = (SITE / book.language / book.slug / page / "index.html").read_text(encoding="utf-8")
    return lxml.html.document_fromstring(text).find(".//article")


class TestBooklet:
    pytestmark = pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book.language}-{book.slug}", scope="class")

    def test_it_is_as_long_as_it_should_be(self, book: Book) -> None:
        least, most = LENGTH[book.slug]
        assert least <= len(pdf(book).pages) <= most

    def test_every_id_of_the_system_stands_in_it(self, book: Book) -> None:
        """Not only where another page names it: at its own place, without a page number behind it."""
        published = json.loads((SITE / book.language / "rules.json").read_text(encoding="utf-8"))
        letter = f"{book.system.letter}-"
        wanted = {name for name in re.findall(rf'"({REFERRED})"', json.dumps(published)) if name.startswith(letter)}
        assert len(wanted) > 50
        places = re.sub(REFERENCE[book.language], "", "\n".join(texts(book)))
        assert wanted <= set(re.findall(REFERRED, places))

    def test_a_reference_names_the_page_on_which_the_id_stands(self, book: Book) -> None:
        references = [found for text in texts(book) for found in re.findall(REFERENCE[book.language], text)]
        assert len(references) > 200
        wrong = set()
        for name, page in set(references):
            there = re.sub(REFERENCE[book.language], "", texts(book)[int(page) - 1])
            if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\d.]*\d|[a-z])", there):
                wrong.add((name, page))
        assert not wrong

    def test_the_contents_name_the_page_of_every_chapter_and_section(self, book: Book) -> None:
        """On one page; what many chapters have, such as a worked example, is a bookmark only."""
        times = Counter(title for depth, title, _ in bookmarks(book) if depth == 2)
        sections = [
            (squeezed(title), page)
            for depth, title, page in bookmarks(book)
            if depth == 1 or (depth == 2 and times[title] < 3)
        ]
        listed = squeezed(texts(book)[1])
        at = 0
        for title, page in sections:
            at = listed.find(f"{title}{page}", at) + 1
            assert at, (title, page)
            assert title in squeezed(texts(book)[page - 1])

    def test_the_index_leads_to_the_rules_of_every_term(self, book: Book) -> None:
        index = squeezed("".join(texts(book)[bookmarks(book)[-1][2] - 1 :]))
        ruled = [term for term in book.system.glossary.values() if term.rules]
        assert len(ruled) > 30
        for term in ruled:
            here, there = (term.ja, term.en) if book.language == "ja" else (term.en, term.ja)
            word = squeezed(here + (there if there != here else ""))
            found = re.search(rf"{re.escape(word)}\d+;([\d,–]+)", index)
            assert found, word
            spans = [[int(end) for end in span.split("–")] for span in found[1].strip(",").split(",")]
            pages = {page for span in spans for page in range(span[0], span[-1] + 1)}
            for rule in term.rules:
                places = [texts(book)[page - 1] for page in pages]
                assert any(rule in re.sub(REFERENCE[book.language], "", place) for place in places), (word, rule)

    def test_every_heading_of_a_chapter_is_a_bookmark(self, book: Book) -> None:
        titles = [squeezed(title) for _, title, _ in bookmarks(book)]
        for page, _ in order(book.slug, "ja" if book.language == "ja" else "en"):
            said = article(book, page)
            tool = page in ("stepper", "board", "calculators")
            for head in said.iter("h1") if tool else said.iter("h1", "h2", "h3"):
                title = squeezed(head.text_content()).removesuffix("¶")
                lies_in_hand = "prints" in getattr(head.getnext(), "attrib", {}).get("class", "")
                if not lies_in_hand and "on-screen" not in head.getparent().get("class", ""):
                    assert title in titles

    def test_the_codes_lead_to_pages_that_exist(self, book: Book) -> None:
        found = set()
        for number, (left, bottom, right, top), _ in (each for each in drawings(book) if "QR" in each[2]):
            page = drawn(book)[number - 1]
            width, height = page.get_size()
            around = (left - QUIET, bottom - QUIET, width - right - QUIET, height - top - QUIET)
            picture = page.render(scale=2.5, crop=around).to_pil()
            (code,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
            found.add(code.text)
        pages = [page for page, _ in order(book.slug, "ja" if book.language == "ja" else "en")]
        names = {f"{book.language}/{book.slug}/{page}/".replace("//", "/") for page in pages}
        names.add(f"{book.language}/{MAP}/")
        roots = {address.split(f"/{book.language}/")[0] for address in found}
        assert len(roots) == 1
        assert {address.removeprefix(f"{next(iter(roots))}/") for address in found} == names
        assert all((SITE / name / "index.html").is_file() for name in names)

    def test_no_text_stands_where_a_printer_may_cut(self, book: Book) -> None:
        for number, page in enumerate(drawn(book), start=1):
            width, height = page.get_size()
            assert (round(width), round(height)) == (595, 842)
            for left, bottom, right, top in rects(book, number):
                fits = left >= CLEAR and bottom >= CLEAR and right <= width - CLEAR and top <= height - CLEAR
                assert fits, (number, letters(book)[number - 1].get_text_bounded(left, bottom, right, top))

    def test_no_page_is_half_empty(self, book: Book) -> None:
        """But the title page and the last one."""
        chapters = {page for depth, _, page in bookmarks(book) if depth == 1}
        for number in range(3, len(pdf(book).pages)):
            share = (lines(book, number)[-1].lowest - FOOT) / (TOP - FOOT)
            assert share <= (BEFORE if number + 1 in chapters else EMPTY), number

    def test_no_page_ends_with_what_introduces_the_next_one(self, book: Book) -> None:
        """Neither with a colon nor with a heading or a label."""
        titles = {squeezed(title) for _, title, _ in bookmarks(book)} | LABELS
        for number in range(3, len(pdf(book).pages)):
            last = lines(book, number)[-1].text
            code = last.endswith("):")  # what is longer than 12 lines goes on overleaf
            assert code or not last.endswith((":", "：")), number
            assert re.sub(REFERRED, "", last) not in titles, number

    def test_no_page_begins_with_the_other_answers_to_a_question(self, book: Book) -> None:
        assert [number for number in range(3, len(pdf(book).pages)) if lines(book, number)[0].text in LABELS] == []

    def test_figures_stand_in_the_order_of_reading(self, book: Book) -> None:
        """The code beside a chapter's title is one of them: none stands above the title of its own chapter."""
        places = [(page, -top) for page, top, _ in figures(book)]
        assert sum("QR" in alt for _, _, alt in figures(book)) > 10
        assert sum("QR" not in alt for _, _, alt in figures(book)) > 2
        assert places == sorted(places)

    def test_the_head_of_a_page_names_the_chapter_at_its_top(self, book: Book) -> None:
        chapters = [(page, squeezed(title)) for depth, title, page in bookmarks(book) if depth == 1]
        for number in range(chapters[0][0] + 1, len(pdf(book).pages) + 1):
            begun = [title for page, title in chapters if page < number][-1:]
            tops = [line.text for line in lines(book, number)[1::-1]]  # a long title goes on in the next line
            begun += [title for top in tops for page, title in chapters if page == number and title.startswith(top)]
            assert head(book, number).endswith(begun[-1]), number

    def test_a_reference_on_its_own_page_names_no_page(self, book: Book) -> None:
        for number, text in enumerate(texts(book), start=1):
            assert not [name for name, page in re.findall(REFERENCE[book.language], text) if int(page) == number]

    def test_no_line_begins_with_the_page_of_a_reference(self, book: Book) -> None:
        for number in range(4, len(pdf(book).pages)):
            text = letters(book)[number - 1]
            for found in re.finditer(r"p\.\s*\d+|（\s*\d+\s*頁\s*）", text.get_text_range()):
                place = text.get_charbox(found.start(), loose=True)
                line = next(line for line in _lines(book, number) if line.holds(place))
                assert min(line.rects)[0] < place[0] - 1, (number, line.text)

    def test_text_is_copied_as_it_is_written(self, book: Book) -> None:
        text = "".join(texts(book))
        assert not RADICALS.search(text)
        assert "\ufffd" not in text
        assert "\u0000" not in text
        copied = squeezed(text)
        for term in book.system.glossary.values():
            assert squeezed(term.ja) in copied
            assert squeezed(term.en) in copied
            if term.reading and book.language == "ja":
                assert squeezed(term.reading) in copied

    def test_no_colon_lies_on_the_letter_after_it(self, book: Book) -> None:
        """Lines are filled by squeezing what is full-width, and a colon does not take it well."""
        for number, text in enumerate(letters(book), start=1):
            said = text.get_text_range()
            for found in re.finditer("：(?=[^\\s：])", said):
                colon, after = text.get_charbox(found.start()), text.get_charbox(found.end())
                same_line = abs(colon[1] + colon[3] - after[1] - after[3]) < 8 and after[0] > colon[0] - 4
                assert not same_line or after[0] > colon[2], (number, said[found.start() - 8 : found.end() + 5])

    def test_a_screen_reader_can_follow(self, book: Book) -> None:
        root = pdf(book).root_object
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == book.language
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert pdf(book).metadata.title.startswith(book.system.title.get(book.language))
        assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
        assert all(page["/Tabs"] == "/S" for page in pdf(book).pages)
        kinds = Counter(item.get("/S") for item, _, _ in tags(book) if item)
        assert all(item["/Alt"] for item, _, _ in tags(book) if item and item.get("/S") == "/Figure")
        assert kinds["/H1"] == sum(depth == 1 for depth, _, _ in bookmarks(book))
        assert kinds["/Table"] > 5
        assert kinds["/TH"] > 20
        assert kinds["/TOC"] >= 1
        assert kinds["/Link"] > 200

    def test_no_row_of_a_table_goes_on_overleaf(self, book: Book) -> None:
        rows = [row for table in tables(book) for row in table]
        assert len(rows) > 100
        assert [pages for pages in rows if len(pages) > 1] == []

    def test_no_table_begins_with_a_single_row(self, book: Book) -> None:
        """Before the end of a page, that is; the head comes again on the next one."""
        assert [rows for rows in tables(book) if len(rows) > 2 and rows[1] != rows[2]] == []

    def test_its_fonts_are_in_it_and_no_larger_than_needed(self, book: Book) -> None:
        fonts = {}
        for page in pdf(book).pages:
            for font in page["/Resources"].get("/Font", {}).values():
                (descendant,) = font.get_object()["/DescendantFonts"]
                fonts[font.get_object()["/BaseFont"]] = descendant.get_object()["/FontDescriptor"].get_object()
        assert fonts
        for name, descriptor in fonts.items():
            assert re.match(r"/[A-Z]{6}\+", name)
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor

    def test_the_overview_names_its_pages_and_its_size(self, book: Book) -> None:
        (prints,) = article(book, "").xpath('.//div[@class="prints"]')
        (link,) = prints.xpath(f'.//a[@href="../../print/{book.language}/{book.slug}.pdf"]')
        said = link.getparent().text_content()
        count = str(len(pdf(book).pages))
        assert re.search(rf"\b{count} pages\b|[^\d]{count}ページ", said)
        assert f"{book.path.stat().st_size / 1e6:.1f}\u00a0MB".replace("\u00a0", " ") in said.replace("\u00a0", " ")

    def test_it_is_kept_without_a_network_on_demand(self, book: Book) -> None:
        (listed,) = SITE.glob("files-*.json")
        kept = json.loads(listed.read_text(encoding="utf-8"))["sets"]["print"]
        assert f"print/{book.language}/{book.slug}.pdf" in {path for path, _, _ in kept}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kanji_of_the_curses_can_be_searched(language: str) -> None:
    """Where they stand first, read with another library, which knows nothing of how the file was made."""
    book = Book("prophecy", language)
    names = [squeezed(row.cells[0].ja.split()[0]) for row in SYSTEMS["prophecy"].tables["P-T3"].rows]
    assert len(names) == 27
    said = [squeezed(text) for text in texts(book)]
    places = {next(number for number, text in enumerate(said) if name in text) for name in names}
    text = squeezed("".join(pdf(book).pages[number].extract_text() for number in sorted(places)))
    assert not RADICALS.search(text)
    for name in names:
        assert name in text
        for letter in name:
            assert letter in text


def test_the_same_pages_give_the_same_bytes() -> None:
    """Of the shortest booklet, which stands for all: what is set is a text, and each is set the same way."""
    book = Book("contest", "en")
    root = re.search(r"(https?://\S+?)/(?:en|ja)/", texts(book)[0])
    assert root is not None
    assert Booklet(book.slug, "en", PARTS, root[1]).pdf() == book.path.read_bytes()


def test_a_letter_that_no_font_has_is_a_fault() -> None:
    with pytest.raises(SiteError, match="could not be set"):
        press.press(
            '#set document(title: "x")\n#set text(lang: "en", font: "Noto Sans JP")\n= x\n\U0001f9e6 \U00012000'
        )


def test_a_drawing_without_words_is_a_fault() -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    with pytest.raises(SiteError, match="alt"):
        press.press(
            f'#set document(title: "x")\n#set text(lang: "en")\n= x\n#image(bytes({quote(svg)}), format: "svg")'
        )


def test_without_fonts_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert press.missing() == []
    monkeypatch.setattr(press, "FONTS", tmp_path)
    assert press.missing() == [f"the font {tmp_path / weight}" for weight in press.WEIGHTS]


def test_an_overview_without_prints_says_so(tmp_path: Path) -> None:
    page = tmp_path / "en/contest/index.html"
    page.parent.mkdir(parents=True)
    place = '<div class="prints" data-prints="contest"><p>none</p></div>'
    page.write_text(place, encoding="utf-8")
    links.fill(tmp_path)
    assert page.read_text(encoding="utf-8") == place


def test_prints_without_a_place_on_the_overview_are_a_fault(tmp_path: Path) -> None:
    prints = tmp_path / "print/en"
    prints.mkdir(parents=True)
    (prints / "contest.pdf").write_bytes(Book("contest", "en").path.read_bytes())
    with pytest.raises(SiteError, match="no place"):
        links.fill(tmp_path)


def setter(target=lambda link: None) -> Setter:
    return Setter("page", "en", target, frozenset(), "")


@pytest.mark.parametrize(
    "text",
    ["#let x = 1", 'say "no" \\ or', "$a$ *b* _c_ `d` @e <f> [g] //h", "= no heading", "- no list", "1. no list"],
)
def test_no_letter_of_a_page_means_anything_to_typst(text: str) -> None:
    said = lxml.html.fragment_fromstring("<article><p></p></article>")
    said[0].text = text
    assert setter().flow(said) == f"{{par({{{quote(text)}}})}}"


def test_what_pops_up_and_what_is_pressed_has_no_place_on_paper() -> None:
    said = lxml.html.fragment_fromstring(
        '<article><p>A <button class="term" popovertarget="pop-mana">mana</button>.</p>'
        '<button data-do="run">Run</button><div class="pop" id="pop-mana">Explained</div></article>'
    )
    code = setter().flow(said)
    assert 'term("mana", {"mana"})' in code
    assert "Run" not in code
    assert "Explained" not in code


def test_what_was_entered_stands_before_the_answer() -> None:
    said = lxml.html.fragment_fromstring(
        '<article><rules-widget id="w"><p class="widget-title">Check</p><form><div class="fields">'
        '<div class="field"><label>Ability</label><input value="6"></div>'
        '<div class="field"><label>Dice</label><select><option value="2">two</option>'
        '<option value="3" selected>three</option></select></div>'
        '<div class="field"><label>Empty</label><input value=""></div>'
        '<fieldset class="field picks"><legend>Hand</legend>'
        '<span><input type="checkbox" checked><label>♠A</label></span>'
        '<span><input type="checkbox"><label>♥2</label></span>'
        '<span><input type="checkbox" checked><label>♦3</label></span></fieldset></div>'
        '<details class="house-rules"><div class="fields"><div class="field"><label>Rule</label>'
        '<input value="9"></div></div></details></form><output><p>35/36</p></output></rules-widget></article>'
    )
    code = setter().flow(said)
    assert quote("Ability: 6 · Dice: three · Hand: ♠A ♦3") in code
    assert "Rule" not in code
    assert '"35/36"' in code


@pytest.mark.parametrize(("other", "times"), [("EP", 1), ("気勢", 2)])
def test_a_term_that_is_the_same_in_both_languages_is_named_once(other: str, times: int) -> None:
    said = lxml.html.fragment_fromstring(
        f'<dl><div class="glossary-entry" id="term-ep"><dt><span class="term-en" lang="en">EP</span> '
        f'<span class="term-ja"><span lang="ja">{other}</span></span></dt>'
        '<dd><span class="meaning">What is spent.</span></dd></div></dl>'
    )
    code = setter().block(said)
    assert (code.count(quote("EP")) + code.count(quote("気勢"))) == times


def test_the_wording_is_there_in_both_languages() -> None:
    for text in [*wording.PREFACE, *wording.KINDS.values()]:
        assert text.en
        assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", text.ja)
    assert AT_HOME.startswith("http://127.0.0.1")
