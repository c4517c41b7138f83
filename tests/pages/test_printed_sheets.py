"""Quick references, cards and play sheets: what people hold in their hands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from statistics import median

import pypdfium2
import pytest
from pypdf import PdfReader
from rulebook_site.faults import SiteError
from rulebook_site.printing import phrases, quick
from rulebook_site.printing.cards import cards
from rulebook_site.printing.press import press

from rules_py import library
from rules_py.prophecy.conditions import CONDITIONS
from tests.pages.reading import LANGUAGES, PARTS, SITE, read

MM = 72 / 25.4
A4 = (210, 297)
LETTER = (215.9, 279.4)
UNPRINTED = 5
"""Millimetres along the edge that a printer leaves white."""
CARD = (63, 88)
KINDS = [f"{slug}-{kind}" for slug in library.SYSTEMS for kind in ("quick", "sheets")]
FILES = [
    f"{language}/{name}.pdf" for language in LANGUAGES for name in (*KINDS, "prophecy-cards", "prophecy-cards-backs")
]
QUICK = [(language, slug) for language in LANGUAGES for slug in library.SYSTEMS]


@pytest.fixture(scope="module")
def printed() -> Path:
    """The prints that the site offers."""
    return SITE / "print"


def test_nothing_is_missing(printed: Path) -> None:
    booklets = {f"{language}/{slug}.pdf" for language, slug in QUICK}
    assert {file.relative_to(printed).as_posix() for file in printed.glob("*/*.pdf")} - booklets == set(FILES)


@cache
def words(file: Path) -> list[str]:
    """Return the text of each page as it is searched and copied."""
    pages = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))
    return [page.replace("\r\n", "\n") for page in pages]


def letters(page: pypdfium2.PdfPage) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Yield every letter with its box in millimetres from the upper left corner: left, top, right, bottom."""
    text, height = page.get_textpage(), page.get_height()
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.strip():
            left, bottom, right, top = text.get_charbox(index)
            yield letter, (left / MM, (height - top) / MM, right / MM, (height - bottom) / MM)


@pytest.mark.parametrize("name", FILES)
def test_a_sheet_has_a_title_a_language_its_fonts_and_the_size_of_a4(printed: Path, name: str) -> None:
    reader = PdfReader(printed / name)
    assert reader.metadata is not None
    system = library.SYSTEMS[Path(name).stem.split("-")[0]].title
    assert system.get("ja" if name.startswith("ja") else "en") in str(reader.metadata.title)
    assert reader.root_object["/Lang"] == name[:2]
    for page in reader.pages:
        assert sorted(round(float(side) / MM) for side in page.mediabox[2:]) == sorted(A4)
        for font in page["/Resources"]["/Font"].values():
            described = font.get_object()["/DescendantFonts"][0].get_object()
            assert re.match("/[A-Z]{6}[+]", described["/BaseFont"]), "a whole font, not only its letters in use"
            assert described["/FontDescriptor"].get_object().keys() & {"/FontFile2", "/FontFile3"}


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_cut_on_a4_or_letter_laid_middle_on_middle(printed: Path, name: str) -> None:
    for page in pypdfium2.PdfDocument(printed / name):
        width, height = page.get_width(), page.get_height()
        papers = [sorted(paper, reverse=width > height) for paper in (A4, LETTER)]
        sides = [min(paper[axis] for paper in papers) * MM / 2 - UNPRINTED * MM for axis in (0, 1)]
        for drawn in page.get_objects(max_depth=5):
            left, bottom, right, top = drawn.get_bounds()
            assert max(width / 2 - left, right - width / 2) <= sides[0] + 0.5, drawn
            assert max(height / 2 - bottom, top - height / 2) <= sides[1] + 0.5, drawn


@pytest.mark.parametrize("name", FILES)
def test_the_text_layer_has_letters_and_no_stand_ins(printed: Path, name: str) -> None:
    text = "".join(words(printed / name))
    strange = [
        letter for letter in text if letter == "\ufffd" or (letter < " " and letter != "\n") or "⺀" <= letter <= "⿟"
    ]
    assert (strange, len(text) > 50) == ([], True)


@pytest.mark.parametrize(("language", "slug"), QUICK)
def test_a_quick_reference_is_one_sheet_and_says_all_that_its_page_says(
    printed: Path, language: str, slug: str
) -> None:
    page = read(SITE / language / slug / "quick/index.html")
    said = words(printed / language / f"{slug}-quick.pdf")
    assert 1 <= len(said) <= 2
    flowed = re.sub(r"\s+", "", "".join(said))
    assert [rule for rule in dict.fromkeys(page.rules) if rule not in flowed] == []
    headings = re.findall(
        r"<h2 [^>]*>(.*?)<a class=\"headerlink\"", (SITE / language / slug / "quick/index.html").read_text()
    )
    assert [head for head in headings if re.sub(r"\s+|<[^>]+>", "", head) not in flowed] == []


@pytest.mark.parametrize(("language", "slug"), QUICK)
def test_a_quick_reference_is_read_at_arms_length(printed: Path, language: str, slug: str) -> None:
    sizes = []
    for page in pypdfium2.PdfDocument(printed / language / f"{slug}-quick.pdf"):
        text = page.get_textpage()
        sizes += [pypdfium2.raw.FPDFText_GetFontSize(text, index) for index in range(text.count_chars())]
    assert median(sizes) >= 8.5


def test_a_page_that_says_too_much_for_a_sheet_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    line = "<p>" + "Roll, then look at the chart. " * 40 + "</p>"
    page.write_text(f"<article><h1>Quick</h1>{''.join(f'<h2>Part {n}</h2>{line}' for n in range(40))}</article>")
    with pytest.raises(SiteError, match="more than 2 pages"):
        quick.quick(page, "contest", "en").pdf()


def test_what_stands_in_a_page_is_words_and_no_code(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text('<article><h2>#panic("a")</h2><p>"}; #set page(width: 1pt) \\ *b* $c$ &lt;d&gt; @e</p></article>')
    text = PdfReader(BytesIO(quick.quick(page, "contest", "en").pdf())).pages[0].extract_text()
    assert '#panic("a")' in text
    assert '"}; #set page(width: 1pt) \\ *b* $c$ <d> @e' in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_curse_and_bless_is_on_exactly_one_card(printed: Path, language: str) -> None:
    text = "\n".join(words(printed / language / "prophecy-cards.pdf"))
    found = Counter(re.findall(r"P-T\d+\.\d+", text))
    assert found == Counter([*(each.row for each in CONDITIONS.values()), *(f"P-T2.{n}" for n in range(1, 7))])
    flowed = re.sub(r"\s+", "", text)
    for condition in CONDITIONS.values():
        assert re.sub(r"\s+", "", condition.name.en) in flowed
        assert condition.name.ja in flowed
        assert re.sub(r"\s+", "", condition.effect.get("ja" if language == "ja" else "en")) in flowed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["prophecy-cards", "prophecy-cards-backs"])
def test_no_letter_of_a_card_comes_near_a_cut(printed: Path, language: str, name: str) -> None:
    for page in pypdfium2.PdfDocument(printed / language / f"{name}.pdf"):
        for letter, box in letters(page):
            if box[2] < (A4[0] - 3 * CARD[0]) / 2:
                continue  # how to print, beside the cards
            for axis in (0, 1):
                edge = (A4[axis] - 3 * CARD[axis]) / 2
                first, last = (box[axis] - edge) / CARD[axis], (box[axis + 2] - edge) / CARD[axis]
                assert 0 <= int(first) == int(last) < 3, letter
                assert min(first % 1, 1 - last % 1) * CARD[axis] >= 3, letter


def test_a_card_and_its_back_lie_on_each_other_when_the_sheet_is_turned(printed: Path) -> None:
    def places(page: pypdfium2.PdfPage, word: str) -> list[tuple[int, int]]:
        text, found = page.get_textpage(), []
        search = text.search(word, match_case=True, match_whole_word=True)
        while hit := search.get_next():
            left, _, _, top = text.get_charbox(hit[0])
            found.append((int((left / MM - 10.5) / 63), int(((page.get_height() - top) / MM - 16.5) / 88)))
        return sorted(set(found))

    fronts = pypdfium2.PdfDocument(printed / "en/prophecy-cards.pdf")
    both = pypdfium2.PdfDocument(printed / "en/prophecy-cards-backs.pdf")
    assert len(both) == 2 * len(fronts)
    last, behind = fronts[len(fronts) - 1], both[len(both) - 1]
    assert places(last, "Reflection") == [(0, 0)]
    assert places(behind, "Bless") == [(2, 0)]
    assert places(behind, "Action") == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (2, 2)]


def test_the_same_words_become_the_same_bytes(printed: Path) -> None:
    assert (printed / "ja/prophecy-cards.pdf").read_bytes() == press(cards("ja"))
    page = PARTS / "ja/contest/quick/index.html"
    assert (printed / "ja/contest-quick.pdf").read_bytes() == quick.quick(page, "contest", "ja").pdf()


BOARDS = [("contest", 11), ("exorcist", 99), ("kamui", 11), ("prophecy", 36)]


@pytest.mark.parametrize(("slug", "squares"), BOARDS)
def test_the_places_of_a_blank_board_hold_a_token(printed: Path, slug: str, squares: int) -> None:
    """Every frame of the first sheet's drawings is at least 12 mm high and 16 mm wide."""
    page = pypdfium2.PdfDocument(printed / f"en/{slug}-sheets.pdf")[0]
    frames = []
    for drawn in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=5):
        left, bottom, right, top = (side / MM for side in drawn.get_bounds())
        if right - left > 5 and top - bottom > 5:
            frames.append((right - left, top - bottom))
    large = [frame for frame in frames if frame[0] >= 15 and frame[1] >= 12]
    assert len(large) >= squares


# --- columns, words, numbers of pages ---------------------------------------------------------------------------------

TOP, FOOT = 15, 276
"""Millimetres from a page's upper edge: where its columns begin and where its foot does."""


def columns(page: pypdfium2.PdfPage) -> list[float]:
    """Return how full the two columns of a page are, from 0 to 1, by their lowest letter or line."""
    height, lowest = page.get_height() / MM, [TOP, TOP]
    for drawn in page.get_objects(max_depth=5):
        left, bottom, right, _ = (side / MM for side in drawn.get_bounds())
        if height - bottom > FOOT + 0.5:
            continue
        for column, (first, last) in enumerate(((10, 102), (108, 200))):
            if left < last - 1 and right > first + 1:
                lowest[column] = max(lowest[column], height - bottom)
    return [(low - TOP) / (FOOT - TOP) for low in lowest]


@pytest.mark.parametrize(("language", "slug"), QUICK)
def test_the_columns_of_a_quick_reference_are_full_and_end_level(printed: Path, language: str, slug: str) -> None:
    full = [columns(page) for page in pypdfium2.PdfDocument(printed / language / f"{slug}-quick.pdf")]
    assert min(each for page in full for each in page) >= 0.8, full
    assert max(abs(left - right) for left, right in full) <= 0.2, full


@pytest.mark.parametrize(("language", "slug"), QUICK)
def test_nothing_of_a_quick_reference_lies_on_its_foot(printed: Path, language: str, slug: str) -> None:
    for page in pypdfium2.PdfDocument(printed / language / f"{slug}-quick.pdf"):
        lines = {round(box[3], 1) for _, box in letters(page) if box[3] > FOOT + 0.8}
        assert min(lines) >= FOOT + 2, "the foot begins lower than the columns end"
        assert max(lines) - min(lines) < 3, "the foot is a line"


def broken(page: pypdfium2.PdfPage, names: set[str]) -> list[str]:
    """Return the names of which a part stands on another line than the rest."""
    said = list(letters(page))
    text = "".join(letter for letter, _ in said)
    found = []
    for name in names:
        start = text.find(name)
        while start >= 0:
            tops = [(box[1] + box[3]) / 2 for _, box in said[start : start + len(name)]]
            if max(tops) - min(tops) > 2.5:
                found.append(name)
            start = text.find(name, start + 1)
    return found


LONGEST = 9
"""Longer names, and sentences, may go on in the next line."""
CUT = {"ガード失敗", "クリティカル", "動かない", "ファンブル", "カウンター", "ユニット", "ダイス", "オブジェクト"}


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("仲間がガード失敗", "仲間が|ガード失敗"),
        ("数える）", "数える|）"),
        ("type yes: 3 × cost", "type| |yes|: |3\u00a0×\u00a0cost"),
        ("Anti-Bless, 1295/1296", "Anti-Bless|, |1295/1296"),
        ("ノックダウンがなかったことになる", "ノックダウン|がなかった|ことになる"),
    ],
)
def test_a_line_ends_between_phrases(words: str, pieces: str) -> None:
    assert "|".join(phrases.phrases(words)) == pieces


@pytest.mark.parametrize("name", [file for file in FILES if file.startswith("ja")])
def test_no_japanese_term_goes_on_in_the_next_line(printed: Path, name: str) -> None:
    slug = Path(name).stem.split("-")[0]
    terms = {form for term in library.SYSTEMS[slug].glossary.values() for form in term.forms_ja}
    terms = {term for term in terms if 2 < len(term) <= LONGEST and re.fullmatch("[ァ-ヶー]+|[一-龠々]+", term)} | CUT
    assert [broken(page, terms) for page in pypdfium2.PdfDocument(printed / name) if broken(page, terms)] == []


@pytest.mark.parametrize(("language", "slug"), QUICK)
def test_no_id_and_no_range_of_ids_goes_on_in_the_next_line(printed: Path, language: str, slug: str) -> None:
    rules = {rule for rule in read(SITE / language / slug / "quick/index.html").rules if "." in rule or "Q" in rule}
    any_of = "|".join(sorted(map(re.escape, rules), key=len, reverse=True))
    for page in pypdfium2.PdfDocument(printed / language / f"{slug}-quick.pdf"):
        text = "".join(letter for letter, _ in letters(page))
        assert broken(page, set(re.findall(f"(?:{any_of})(?:–(?:{any_of}))?", text))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_action_says_first_when_it_is_taken(printed: Path, language: str) -> None:
    text = re.sub(r"\s+", "", words(printed / language / "prophecy-cards.pdf")[-1])
    for row in library.SYSTEMS["prophecy"].tables["P-T2"].rows:
        when, effect = (
            re.sub(r"\s+", "", row.cells[index].get("ja" if language == "ja" else "en")) for index in (1, 5)
        )
        assert 0 <= text.index(when) < text.index(effect)


def test_japanese_effects_end_as_sentences(printed: Path) -> None:
    text = re.sub(r"\s+", "", words(printed / "ja/prophecy-cards.pdf")[-1])
    for row in library.SYSTEMS["prophecy"].tables["P-T2"].rows:
        assert re.sub(r"\s+", "", row.cells[5].ja).rstrip("。") + "。" in text


@pytest.mark.parametrize(("language", "said"), [("en", "long edge"), ("ja", "長辺")])
def test_only_the_cards_with_backs_say_how_to_turn_them(printed: Path, language: str, said: str) -> None:
    fronts, both = (words(printed / language / f"prophecy-cards{ending}.pdf") for ending in ("", "-backs"))
    assert [said in page for page in both] == [True, False] * len(fronts)
    assert not any(said in page for page in fronts)


TRACKED = {
    "contest": ["gauge", "round", "heavy_wound", "strike_power", "used_ability", "augment"],
    "prophecy": ["recipe", "emotion", "preparation_effect", "mana", "acted", "last_stand", "initiative", "dominance"],
    "exorcist": ["body", "spirit", "skill", "mobility", "hp", "spirit_points", "armour", "toughness", "miasma"],
    "kamui": ["rank", "link", "faith", "revival_check", "action_value", "threat_level"],
    "avatar": ["ep", "sep", "hand_limit", "stage", "suit", "momentum"],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", library.SYSTEMS)
def test_a_play_sheet_has_a_place_for_what_play_tracks(printed: Path, language: str, slug: str) -> None:
    text = re.sub(r"\s+", "", "".join(words(printed / language / f"{slug}-sheets.pdf"))).lower()
    glossary = library.SYSTEMS[slug].glossary
    names = [glossary[key].ja.strip("【】") if language == "ja" else glossary[key].en for key in TRACKED[slug]]
    assert [name for name in names if re.sub(r"\s+", "", name).lower() not in text] == []


@pytest.mark.parametrize(
    ("slug", "pages"), [("contest", 3), ("prophecy", 2), ("exorcist", 4), ("kamui", 4), ("avatar", 1)]
)
def test_the_play_sheets_have_as_many_pages_as_they_are_meant_to(printed: Path, slug: str, pages: int) -> None:
    assert [len(words(printed / f"{language}/{slug}-sheets.pdf")) for language in LANGUAGES] == [pages, pages]
