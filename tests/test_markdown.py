"""The Markdown extensions: marks, references, blocks, terms, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import markdown
import pytest
from rulebook_site.faults import SiteError
from rulebook_site.ids import kind_of, sort_key
from rulebook_site.index import RuleIndex, plain, scan
from rulebook_site.japanese import breaks_silently, join_lines, kana_key
from rulebook_site.markdown import RulebookExtension

from rules_py.core.data import Facet, Row, Ruling, System, Table, Term
from rules_py.core.errors import InputError
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, same
from tests.rows import every

EXTENSIONS = ["toc", "tables", "attr_list", "def_list", "pymdownx.superfences", "pymdownx.details"]


def term(ident: str, en: str, ja: str, reading: str = "", forms: str = "", tag: bool = True, rules: str = "") -> Term:
    """A term whose forms, separated by commas, are English or Japanese by their letters."""
    extra = [form for form in forms.split(",") if form]
    return Term(
        ident,
        en,
        ja,
        reading,
        (en, *(form for form in extra if form.isascii())),
        (ja, *(form for form in extra if not form.isascii())),
        Text(f"What {en} means & more.", f"{ja}の意味。"),
        tuple(rules.split()),
        tag,
    )


TERMS = [
    term("push", "push", "押しこむ", "おしこむ", "pushes,pushed,押しこみ"),
    term("contest", "contest", "対決", "たいけつ", "contests", tag=False),
    term("gauge", "contest gauge", "対決ゲージ", "たいけつげーじ", "gauge,ゲージ", rules="C-1.1"),
    term("strike_power", "strike power", "打撃力", "だげきりょく", "power"),
    term("narrator", "narrator", "ナレーター"),
    term("hw", "HW", "HW", tag=False),
    term("cover", "Cover", "カバー", forms="Covers,coverer"),
    term("last_stand", "Last Stand", "ラストスタンド"),
    term("stand", "stand", "立つ", "たつ"),
]
TABLE = Table(
    "C-T1",
    Text("Chart <1>", "対決表"),
    (Text("Level", "段階"), Text("Squares", "マス")),
    (
        Row("C-T1.1", (Text("Critical & more", "クリティカル"), Text("0 &lt; 1, see C-1.1", "0"))),
        Row("C-T1.2", (Text("Success <b>", "成功"), same("s + 1"))),
    ),
)
FOUND = Table(
    "C-T2",
    Text("Blows & kicks", "技"),
    (Text("Name", "名前"), Text("Strength", "強度")),
    (
        Row("C-T2.1", (Text("Push", "押しこむ Push"), same("2")), (), {"strength": ("2",), "moves": ("piece", "foe")}),
        Row("C-T2.2", (Text("Narrator <x>", "ナレーター"), same("10")), (), {"strength": ("10",)}),
    ),
    (
        Facet("strength", Text("Within <reach>", "届く強度"), (("2", same("2")), ("10", same("10"))), at_most=True),
        Facet(
            "moves", Text("Moves", "動かすもの"), (("piece", Text("the piece", "コマ")), ("foe", Text("a foe", "敵")))
        ),
    ),
)
RULINGS = {
    ident: Ruling(
        id=ident,
        label=Text(f"Label {ident[2:]}", f"札{ident[2:]}"),
        labels={},
        question=Text("Who gains?", "誰が得をしますか？"),
        default=Text("The lower roll, as C-1.1 says.", "目の低い側です。"),
        reason=Text("Because the narrator <says> so.", "ナレーターがそう言うからです。"),
        options=(),
        switches=(),
        widgets=("contest.roll",) if ident == "C-Q1" else (),
        lost=ident == "C-Q2",
    )
    for ident in ("C-Q1", "C-Q2", "C-Q3")
}


def first_mechanic() -> None:
    """Answer something. Source: C-1.2, C-1.1, C-M1."""


def widget_element(name: str, language: Language, values: dict[str, str] | None = None) -> Any:
    """A widget that holds everything a serializer can get wrong."""
    given = (values or {}).get("ability_a", "15")
    if given == "0":
        raise InputError("ability_a", given, Text("more", "もっと"))
    return h(
        "rules-widget",
        h(
            "form",
            h("h3", "A heading of the widget"),
            h("label", "Strike power **x** {C-1.1} C-9.9 [[push]] `a` _b_ &lt; <i>", for_="a"),
            h("input", id="a", name="ability_a", value=given, type="text", required=True),
            h("p", class_="field-hint", hidden=True),
            h("select", h("option", "one", selected=True), h("option", "two")),
            h("textarea", " a\n  b"),
            h("details", h("summary", "more"), h("pre", " x\n  y"), open=True),
            novalidate=True,
        ),
        h("output", h("a", "C-1.1", class_="rule-ref", data_rule="C-1.1", href="#"), "A<B"),
        name=name,
        data_state="static",
    )


def figure(language: Language) -> Any:
    """A small drawing."""
    return h("svg", h("text", "C-1.1 narrator"), h("path", d="M0 0"), viewBox="0 0 1 1", preserveAspectRatio="none")


def library(**changes: Any) -> Any:
    """A small library of rules, independent of the real one."""
    system = System("contest", "C", Text("Contest", "対決"))
    system.__dict__.update(
        glossary={t.id: t for t in TERMS}, tables={TABLE.id: TABLE, FOUND.id: FOUND}, rulings=dict(RULINGS), **changes
    )
    return SimpleNamespace(
        SYSTEMS={"contest": system},
        WIDGETS={
            "contest.roll": SimpleNamespace(title=Text("Roll calculator", "計算機"), live="input", rules=("C-1.1",)),
        },
        FIGURES={"contest.round": figure},
        MECHANICS={"C-M1": first_mechanic},
        widget_element=widget_element,
        own_chances=dict,
    )


RULES_PAGE = """
{C-1.1} First rule. {C-1.2} Second rule.

/// ruling | C-Q1
///

/// ruling | C-Q2
///

/// ruling | C-Q3
///

/// data-table | C-T1
///

/// glossary | contest
///
"""

Render = Callable[..., str]


@pytest.fixture
def render(tmp_path: Path) -> Render:
    """Render a text as a page of its own, beside a page that holds the rules, rulings and tables."""

    def run(text: str, language: str = "en", page: str = "contest/page.md", rules: str = RULES_PAGE) -> str:
        for name, content in (("contest/a.md", rules), (page, text)):
            path = tmp_path / language / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        ours = RulebookExtension(language=language, docs_dir=str(tmp_path / language), page=page, library=library())
        converter = markdown.Markdown(extensions=[*EXTENSIONS, ours], extension_configs={"toc": {"permalink": True}})
        return converter.convert(text)

    return run


def without_popovers(html: str) -> str:
    """The page's own text, without the explanations at its end."""
    return re.sub(r'\s*<div [^>]*class="pop".*', "", html, flags=re.DOTALL)


def marked(html: str) -> list[str]:
    """The terms marked in a page, in order."""
    return re.findall(r'<button class="term" popovertarget="pop-\w+" type="button">([^<]*)</button>', html)


def mark(rule: str) -> str:
    return f'<a aria-label="Rule {rule}" class="rule-id" href="#{rule}">{rule}</a> '


class Balanced(HTMLParser):
    """Fails when an element is not closed where it should be."""

    VOID = frozenset({"br", "hr", "img", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


class TestMarks:
    def test_a_rule_runs_from_its_mark_to_the_next(self, render: Render) -> None:
        html = render("{C-2.1} One thing. {C-2.2} Another.")
        assert html == (
            f'<p><span class="rule" id="C-2.1">{mark("C-2.1")}One thing.</span> '
            f'<span class="rule" id="C-2.2">{mark("C-2.2")}Another.</span></p>'
        )

    def test_a_rule_can_end_before_its_paragraph(self, render: Render) -> None:
        html = render("{C-2.1} One thing.{/} And why.")
        assert html == f'<p><span class="rule" id="C-2.1">{mark("C-2.1")}One thing.</span> And why.</p>'

    def test_a_rule_keeps_the_elements_in_it(self, render: Render) -> None:
        html = render("Before {C-2.1} a *b* `{C-9.9}` [c](page.md) d")
        assert html == (
            f'<p>Before <span class="rule" id="C-2.1">{mark("C-2.1")}a <em>b</em> <code>{{C-9.9}}</code> '
            '<a href="page.md">c</a> d</span></p>'
        )

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("- {C-2.1} a\n- {C-2.2} b\n", ["<li><span", "<li><span"]),
            ("- {C-2.1} a\n    - {C-2.2} b\n", ["a</span><ul>", "<li><span"]),
            ("- {C-2.1} a\n\n    more\n\n- {C-2.2} b\n", ["<p><span", "<p>more</p>", "<p><span"]),
            ("| x | y |\n|---|---|\n| {C-2.1} a | {C-2.2} b |\n", ["<td><span", "a</span></td>", "<td><span"]),
            ("> {C-2.1} a\n>\n> {C-2.2} b\n", ["<blockquote>", "<p><span"]),
            ("1. {C-2.1} a\n2. {C-2.2} b\n", ["<ol>", "<li><span"]),
        ],
    )
    def test_a_mark_may_open_a_list_item_or_a_cell(self, render: Render, text: str, parts: list[str]) -> None:
        html = render(text)
        for part in parts:
            assert part in html
            html = html[html.index(part) + len(part) :]
        assert 'id="C-2.2"' in html

    def test_the_space_belongs_to_the_id_in_japanese(self, render: Render) -> None:
        html = render("{C-2.1} 一つ目。\n{C-2.2} 二つ目。", "ja")
        assert html == (
            '<p><span class="rule" id="C-2.1"><a aria-label="ルール C-2.1" class="rule-id" href="#C-2.1">C-2.1 </a>'
            '一つ目。</span><span class="rule" id="C-2.2"><a aria-label="ルール C-2.2" class="rule-id" href="#C-2.2">'
            "C-2.2 </a>二つ目。</span></p>"
        )

    def test_examples_are_marked_like_rules(self, render: Render) -> None:
        assert 'aria-label="Example C-X4"' in render("{C-X4} So it goes. {C-XT1} A table.")


class TestReferences:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("as C-1.1 says", 'as <a class="rule-ref" data-rule="C-1.1" href="/contest/a.md#C-1.1">C-1.1</a> says'),
            ("(C-T1)", '(<a class="rule-ref" data-rule="C-T1" href="/contest/a.md#C-T1">C-T1</a>)'),
            ("C-T1.2.", '<a class="rule-ref" data-rule="C-T1.2" href="/contest/a.md#C-T1.2">C-T1.2</a>.'),
            (
                "C-1.1–C-1.2",
                '<a class="rule-ref" data-rule="C-1.1" href="/contest/a.md#C-1.1">C-1.1</a>–'
                '<a class="rule-ref" data-rule="C-1.2" href="/contest/a.md#C-1.2">C-1.2</a>',
            ),
            ("`C-9.9` and AC-1.1x", "<code>C-9.9</code> and AC-1.1x"),
            ("[C-1.1](a.md)", '<a href="a.md">C-1.1</a>'),
        ],
    )
    def test_an_id_becomes_a_link(self, render: Render, text: str, expected: str) -> None:
        assert render(text) == f"<p>{expected}</p>"

    @pytest.mark.parametrize(
        ("language", "text", "words"),
        [
            ("en", "so we say (C-Q1).", ["ruling C-Q1"]),
            ("en", "ruling C-Q1 says", ["C-Q1"]),
            ("en", "C-Q1 says", ["Ruling C-Q1"]),
            ("en", "Done. C-Q1 says", ["Ruling C-Q1"]),
            ("en", "rulings C-Q1, C-Q2 and C-Q3", ["C-Q1", "C-Q2", "C-Q3"]),
            ("en", "(C-Q1–C-Q3) then (C-Q2)", ["ruling C-Q1", "C-Q3", "ruling C-Q2"]),
            ("en", "C-1.1 and C-Q2", ["C-1.1", "ruling C-Q2"]),
            ("ja", "そうします（C-Q1）。", ["裁定 C-Q1"]),
            ("ja", "裁定 C-Q1 のとおり", ["C-Q1"]),
            ("ja", "C-Q1、C-Q2と書く", ["裁定 C-Q1", "C-Q2"]),
        ],
    )
    def test_a_ruling_is_called_one(self, render: Render, language: str, text: str, words: list[str]) -> None:
        html = render(text, language)
        assert re.findall(r'<a class="rule-ref[^>]*>([^<]*)</a>', html) == words
        assert html.count("ruling-ref") == sum("-Q" in word for word in words)

    def test_headings_keep_their_ids_as_text(self, render: Render) -> None:
        assert "rule-ref" not in render("## Of C-1.1 {#of}")

    def test_a_link_to_the_same_page_is_an_anchor(self, render: Render) -> None:
        assert 'href="#C-2.1"' in render("{C-2.1} This. As C-2.1 says.")


class TestTerms:
    def test_what_is_said_of_an_element_holds_no_terms(self, render: Render) -> None:
        html = render("[on](b.md){#push} a push {: .gauge }")
        assert '<a href="b.md" id="push">on</a>' in html
        assert marked(html) == ["push"]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("The narrator pushes.", ["narrator", "pushes"]),
            ("The Contest Gauge and a gauge.", ["Contest Gauge"]),
            ("The strike\npower counts, power too.", ["strike\npower"]),
            ("A contest gauge of a contest.", ["contest gauge"]),
            ("pushing, gauged, self-push, push-block, push's", ["push"]),
            ("*push* and **gauge**", ["push", "gauge"]),
            ("[push](page.md) `gauge` narrator", ["narrator"]),
            ("# push\n\n## gauge {#g}\n\nnarrator", ["narrator"]),
            ("[[!push]] then push", ["push"]),
            ("[[push]] then push", ["push"]),
            ("push then [[push|a shove]]", ["push", "a shove"]),
            ("[[contest|the fight]] contest HW", ["the fight"]),
            ("push push\n\n## Next {#n}\n\npush push", ["push", "push"]),
            ("(gauge), “push”; narrator:", ["gauge", "push", "narrator"]),
            ("- push\n- push\n\n> gauge\n", ["push", "gauge"]),
            ("| push | x |\n|---|---|\n| gauge | push |\n", ["gauge", "push"]),
            ("| a | b |\n|---|---|\n| [[push|shove]] | [[gauge|row]] |\n", ["shove", "row"]),
            ('??? note "push"\n    push\n', ["push"]),
            ("Cover costs mana, so cover yourself.", ["Cover"]),
            ("to cover, COVER, cOver, discover", []),
            ("She covers him. She Covers him.", ["Covers"]),
            ("Narrator, narrator", ["Narrator"]),
            ("The coverer pays.", ["coverer"]),
            ("Coverer pays.", ["Coverer"]),
            ("Use Last\nStand.", ["Last\nStand"]),
            ("My last stand, a Last stand, Last Stand", ["stand", "Last Stand"]),
        ],
    )
    def test_english(self, render: Render, text: str, expected: list[str]) -> None:
        assert marked(render(text)) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("ナレーターは対決ゲージを見る。", ["ナレーター", "対決ゲージ"]),
            ("連続対決の対決ゲージで対決する。", ["対決ゲージ"]),
            ("相手を押しこみます。押しこむ。", ["押しこみ"]),
            ("**打撃力**は1。打撃力は2。", ["打撃力"]),
            ("打\n撃力", ["打撃力"]),
            ("[打撃力](page.md)と`ゲージ`とナレーター", ["ナレーター"]),
            ("[[!打撃力]]と打撃力", ["打撃力"]),
            ("[[strike_power|力]]を使う", ["力"]),
            ("[[strike_power]]を使う", ["打撃力"]),
            ("gauge push", []),
        ],
    )
    def test_japanese(self, render: Render, text: str, expected: list[str]) -> None:
        assert marked(render(text, "ja")) == expected

    def test_no_space_comes_into_japanese_text(self, render: Render) -> None:
        html = without_popovers(render("各自の打撃力を見る。", "ja"))
        assert re.sub(r"<[^>]*>", "", html) == "各自の打撃力を見る。"

    def test_a_popover_explains_each_term_once(self, render: Render) -> None:
        html = render("gauge\n\n## Next {#n}\n\ngauge [[gauge|row]]")
        assert html.count('id="pop-gauge"') == 1
        popover = html[html.index("<div") :]
        assert popover.startswith('<div aria-label="contest gauge" class="pop" id="pop-gauge"')
        assert 'popover="auto" role="note"' in popover
        assert '<span lang="ja">対決ゲージ</span>' in popover
        assert "たいけつげーじ" in popover
        assert "What contest gauge means &amp; more." in popover
        assert 'href="/contest/a.md#C-1.1"' in popover
        assert 'href="/contest/a.md#term-gauge"' in popover

    def test_pages_outside_a_system_mark_only_what_is_named(self, render: Render) -> None:
        assert marked(render("push [[gauge|row]]", page="about.md")) == ["row"]

    def test_code_is_left_alone(self, render: Render) -> None:
        html = render("```python\npush = [[gauge|x]]  # C-9.9 {C-1.1}\n```\n\n    push C-1.1\n")
        assert not marked(html)
        assert "C-9.9" in re.sub(r"<[^>]*>", "", html)


class TestChances:
    def test_a_fraction_is_read_in_percent_and_comes_with_a_touch(self, render: Render) -> None:
        html = render("It hits in {61/81} of all cases.\n\n| a | b |\n|---|---|\n| {1/36} | {0/1} |\n")
        assert 'It hits in <data value="61/81">75.3%</data> of all cases.' in html
        assert '<td><data value="1/36">2.8%</data></td>\n<td>0%</td>' in html

    def test_what_is_no_chance_is_read_with_two_decimals(self, render: Render) -> None:
        html = render("{~403/324} mana, {~4/2} squares, {~-7/3} HP.")
        assert '<data value="403/324">1.24</data> mana, 2 squares, <data value="-7/3">-2.33</data> HP.' in html

    @every(("language", "said"), [("en", "75.3% (61/81), 0%"), ("ja", "75.3%（61/81）, 0%")])
    def test_on_a_page_of_examples_the_fraction_stands_beside(self, render: Render, language: str, said: str) -> None:
        html = render("{61/81}, {0/1}", language, page="contest/examples.md")
        assert said in re.sub(r"<[^>]*>", "", html)
        assert ('<span class="unbroken">75.3%</span>' in html) is (language == "ja"), "a line may end there"

    def test_code_keeps_its_braces(self, render: Render) -> None:
        assert "<code>{61/81}</code>" in render("`{61/81}`")


class TestPython:
    @every(("language", "said"), [("en", "Check it in Python"), ("ja", "Pythonで確かめる")])
    def test_the_code_of_a_chapter_waits_behind_one_line(self, render: Render, language: str, said: str) -> None:
        html = render("/// python\n\n```pycon\n>>> 1 + 1\n2\n\n```\n\nAnd *more*.\n\n///\n\nAfter.", language)
        fold = html[html.index("<details") : html.index("</details>")]
        assert fold.startswith(f'<details class="in-python">\n<summary>{said}</summary>')
        assert "<rules-example" in fold
        assert "And <em>more</em>." in fold
        assert "After." not in fold


class TestJapaneseLines:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("一行目。\n二行目。", "一行目。二行目。"),
            ("語り\n手", "語り手"),
            ("A\nB", "A\nB"),
            ("語B\nA手", "語B\nA手"),
            ("です。\nHWは", "です。HWは"),
            ("HW\n（基本）", "HW（基本）"),
            ("**語**\n**手**", "<strong>語</strong><strong>手</strong>"),
            ("語\n*手*\n語", "語<em>手</em>語"),
            ("`a`\n語", "<code>a</code>\n語"),
            ("語  \n手", "語<br />\n手"),
        ],
    )
    def test_lines_are_joined_without_a_space(self, render: Render, text: str, expected: str) -> None:
        assert render(text, "ja") == f"<p>{expected}</p>"

    def test_japanese_words_in_english_text_are_named(self, render: Render) -> None:
        html = render("the loser (敗者) of `敗者` [敗者](page.md)")
        assert html == (
            '<p>the loser<span class="beside"> (<span lang="ja">敗者</span>)</span> of <code>敗者</code> '
            '<a href="page.md"><span lang="ja">敗者</span></a></p>'
        )

    @pytest.mark.parametrize(
        ("text", "without"),
        [
            ("the loser (敗者) of", "the loser of"),
            ("the chart (対決表, C-1.1) says", "the chart (C-1.1) says"),
            ("the chart (C-1.1, 対決表) says", "the chart (C-1.1) says"),
            ("the [[push|push]] (押しこむ), then", "the push, then"),
            ("HW (大会 HW大賞) wins", "HW wins"),
            ("the word 敗者 stays, and (the 敗者) too", "the word 敗者 stays, and (the 敗者) too"),
        ],
    )
    def test_without_the_terms_beside_the_english_ones_a_sentence_is_whole(
        self, render: Render, text: str, without: str
    ) -> None:
        html = without_popovers(render(text))
        while (
            shorter := re.sub(r'<span class="beside">(?:[^<]|<span lang="ja">[^<]*</span>)*</span>', "", html)
        ) != html:
            html = shorter
        assert re.sub(r"<[^>]*>", "", html) == without

    def test_english_lines_stay(self, render: Render) -> None:
        assert render("one\ntwo") == "<p>one\ntwo</p>"

    def test_preformatted_lines_stay(self, render: Render) -> None:
        assert "一\n二" in render("```\n一\n二\n```", "ja")

    @pytest.mark.parametrize(
        ("before", "after", "silent"),
        [
            ("あ", "い", True),
            ("あ", "a", False),
            ("。", "a", True),
            ("a", "、", True),
            ("a", "b", False),
            ("", "あ", False),
        ],
    )
    def test_where_a_break_is_no_space(self, before: str, after: str, silent: bool) -> None:
        assert breaks_silently(before, after) is silent

    def test_joining_source_lines(self) -> None:
        assert join_lines("一、\n二\n\nC\nD") == "一、二 C D"

    def test_the_order_of_kana(self) -> None:
        words = ["ん", "がく", "かく", "カー", "きゃく", "きやく", "ばあ", "はー"]
        assert sorted(words, key=kana_key) == ["カー", "かく", "がく", "きゃく", "きやく", "はー", "ばあ", "ん"]


class TestBlocks:
    def test_a_ruling(self, render: Render) -> None:
        html = render("## One {#one}\n\n/// widget | contest.roll\n///\n\nSee C-Q1.\n", rules=RULES_PAGE)
        assert "ruling C-Q1" in html
        html = render("nothing", page="contest/other.md")
        html = render(RULES_PAGE, page="contest/a.md")
        start = html.index('<section aria-labelledby="C-Q1-question" class="ruling" id="C-Q1">')
        section = html[start : html.index("</section>", start)]
        assert '<a aria-label="Ruling C-Q1" class="rule-id" href="#C-Q1">C-Q1</a> Who gains?' in section
        assert 'The lower roll, as <a class="rule-ref" data-rule="C-1.1" href="#C-1.1">C-1.1</a> says.' in section
        assert "&lt;says&gt;" in section
        assert "headerlink" not in section
        assert 'href="/contest/page.md#widget-contest.roll">Roll calculator</a>' in section

    def test_a_lost_passage_is_said_to_be_lost(self, render: Render) -> None:
        assert html_of(render(RULES_PAGE, page="contest/a.md"), "C-Q2").count("The passage of the source is lost.") == 1

    def test_text_in_a_ruling_follows_the_data(self, render: Render) -> None:
        rules = RULES_PAGE.replace("/// ruling | C-Q3\n", "/// ruling | C-Q3\n\nA *note*.\n\n")
        html = html_of(render(rules, page="contest/a.md"), "C-Q3")
        assert html.index("</dl>") < html.index("<p>A <em>note</em>.</p>")

    def test_a_ruling_stands_one_level_below_its_section(self, render: Render) -> None:
        rules = "# T\n\n## S {#s}\n\n" + RULES_PAGE
        assert '<h3 id="C-Q1-question">' in render(rules, page="contest/a.md")

    def test_a_data_table(self, render: Render) -> None:
        html = render(RULES_PAGE, page="contest/a.md")
        start = html.index('<div class="data-table">')
        table = html[start : html.index("</table>", start)]
        assert 'class="table-scroll" role="region" tabindex="0"' in table
        assert '<table class="data" id="C-T1"><caption id="C-T1-caption">' in table
        assert "Chart &lt;1&gt;" in table
        assert '<tr id="C-T1.2">' in table
        assert '<th class="row-id" scope="row"><a aria-label="Row C-T1.2" class="rule-id" href="#C-T1.2">' in table
        assert "<td>Success &lt;b&gt;</td>" in table
        assert "0 &amp;lt; 1, see <a" in table
        assert not marked(table)

    def test_a_table_without_facets_stands_by_itself(self, render: Render) -> None:
        html = render(RULES_PAGE, page="contest/a.md")
        assert "rules-table" not in html
        assert "data-sort" not in html
        assert "<select" not in html

    def test_a_table_with_facets_can_be_searched(self, render: Render) -> None:
        html = render("/// data-table | C-T2\n///\n\nBelow.")
        table = html[html.index("<rules-table>") : html.index("</rules-table>")]
        form = table[: table.index("</form>")]
        assert 'aria-label="Find in this table: Blows &amp; kicks" autocomplete="off"' in form
        assert 'hidden="hidden"' in form
        assert (
            '<label>Within &lt;reach&gt;<select data-at-most="" name="strength"><option value="">any</option>'
            '<option value="2">2</option><option value="10">10</option></select></label>'
        ) in form
        assert (
            '<label>Moves<select name="moves"><option value="">any</option><option value="piece">the piece</option>'
            '<option value="foe">a foe</option></select></label>'
        ) in form
        assert 'data-some="Rows shown: {shown} of {all}" role="status">Rows shown: 2 of 2</p>' in form
        assert 'aria-live="polite"' in form
        assert '<button type="button">Show all</button>' in form
        assert '<tr data-moves="piece foe" data-strength="2" id="C-T2.1">' in table
        assert '<tr data-moves="" data-strength="10" id="C-T2.2">' in table
        assert "data-sort" not in table
        assert html.index("</rules-table>") < html.index("Below.")
        Balanced().feed(html)

    def test_a_japanese_paragraph_may_have_a_class(self, render: Render) -> None:
        assert '<p class="on-screen">一行目。二行目。</p>' in render("一行目。\n二行目。\n{: .on-screen }", "ja")

    def test_the_choices_above_a_table_are_no_running_text(self, render: Render) -> None:
        """Neither terms nor ids in them are marked; the search passes them over."""
        html = render("/// data-table | C-T2\n///")
        form = html[html.index("<form") : html.index("</form>")]
        assert not marked(form)

    def test_japanese_names_are_sorted_by_how_they_are_read(self, render: Render) -> None:
        html = render("/// data-table | C-T2\n///", "ja")
        assert '<td data-head="名前" data-sort="おしこむ">押しこむ Push</td>' in html
        assert '<td data-head="強度">2</td>' in html
        assert '<td class="short" data-head="名前">ナレーター</td>' in html
        assert ">2行のうち2行を表示</p>" in html
        assert '<option value="">指定なし</option>' in html

    def test_the_glossary_sorts_by_the_pages_language(self, render: Render) -> None:
        english = re.findall(r'id="term-(\w+)"', render(RULES_PAGE, page="contest/a.md"))
        assert english == ["contest", "gauge", "cover", "hw", "last_stand", "narrator", "push", "stand", "strike_power"]
        japanese = re.findall(r'id="term-(\w+)"', render(RULES_PAGE, "ja", page="contest/a.md"))
        order = ["push", "cover", "contest", "gauge", "strike_power", "stand", "narrator", "last_stand", "hw"]
        assert japanese == order

    def test_all_rules_stand_by_their_number_with_the_rulings_that_follow_them(self, render: Render) -> None:
        rules = "# Playing {#playing}\n\n{C-2.10} Ten, see C-Q1.\n\n{C-2.9} Nine **push**.{/} As C-Q2, C-Q1, C-Q2.\n"
        html = render(
            "# All\n\n/// rules | contest\n///\n", rules=f"{rules}\n## Apart\n\nC-Q3 stands alone.\n\n{RULES_PAGE}"
        )
        html, others = html.split('<h2 id="other-rulings">')
        assert re.findall(r'class="rule-in-order" id="order-([^"]*)"', html) == ["C-1.1", "C-1.2", "C-2.9", "C-2.10"]
        assert re.findall(r'<h2 id="(chapter-\d)">(.*?)<', html) == [
            ("chapter-1", "C-1 Playing"),
            ("chapter-2", "C-2 Playing"),
        ]
        nine = html[html.index("order-C-2.9") : html.index("order-C-2.10")]
        assert '<a class="rule-ref" data-rule="C-2.9" href="/contest/a.md#C-2.9">C-2.9</a>' in nine
        assert "<p>Nine" in nine
        assert not marked(nine)
        assert re.findall(r"<summary>(.*?)</summary>", nine) == ["Who gains?"] * 2
        assert re.findall(r'data-rule="(C-Q\d)"', nine) == ["C-Q1", "C-Q2"]
        assert "The lower roll, as" in nine
        assert re.findall(r'data-rule="(C-Q\d)"', html[html.index("<summary>", html.index("order-C-2.10")) :]) == [
            "C-Q1"
        ]
        assert "C-Q3" not in html
        assert re.findall(r'class="rule-in-order" id="order-([^"]*)"', others) == ["C-Q3"]
        assert re.findall(r'data-rule="(C-Q\d)"', others) == ["C-Q3"]
        assert "<summary>" not in others

    def test_all_tools_stand_under_their_game_with_the_first_line_of_their_section(self, render: Render) -> None:
        said = "## Roll {#roll}\n\nUse it **early** (C-1.1).\nThen again."
        rules = f"# Page {{#page}}\n\n{said}\n\n/// widget | contest.roll\n///\n"
        html = render("# All\n\n/// listing | tools\n///\n", rules=f"{rules}\n{RULES_PAGE}", page="all/tools.md")
        assert '<h2 id="tools-contest">Contest<' in html
        assert '<a href="/contest/a.md#widget-contest.roll">Roll calculator</a> <span>Use it early (' in html
        assert "Then again" not in html

    def test_a_tool_that_nothing_is_said_of_has_what_its_page_is_about(self, render: Render) -> None:
        rules = (
            "---\ndescription: A whole contest - with dice.\n---\n\n# Page {#page}\n\n/// widget | contest.roll\n///\n"
        )
        html = render("# All\n\n/// listing | tools\n///\n", rules=f"{rules}\n{RULES_PAGE}", page="all/tools.md")
        assert "<span>A whole contest.</span>" in html

    @pytest.mark.parametrize(
        ("language", "names", "others"),
        [
            ("en", ["contest", "contest gauge", "Cover"], ["押しこむ", "カバー"]),
            ("ja", ["押しこむ", "カバー", "対決"], ["contest", "contest gauge"]),
        ],
    )
    def test_all_terms_stand_in_the_order_of_both_languages(
        self, render: Render, language: str, names: list[str], others: list[str]
    ) -> None:
        html = render("# All\n\n/// listing | terms\n///\n", language, page="all/terms.md")
        rows, below = html[html.index("<tbody") :].split("</tbody>")
        said = re.findall(rf'<div[^>]*><span[^>]*class="term-{language}"[^>]*>(?:<span[^>]*>)?([^<]*)', rows)
        assert said[: len(names)] == names
        assert re.findall(r"<dd>.*?</dd>", below, re.DOTALL)
        assert [each for each in re.findall(r">([^<>\n]+)</a>", below) if each in others] == others
        assert re.search(r'id="by-(c|kana-a)"', html)
        assert 'href="#by-c">C</a>' in html
        assert 'href="#by-kana-ka">か</a>' in html
        assert 'href="/contest/a.md#term-push"' in rows
        assert not marked(rows)

    def test_all_ids_stand_by_section_each_with_its_first_words(self, render: Render) -> None:
        rules = f"# Playing {{#playing}}\n\n{{C-2.10}} {'Ten is more. ' * 9}\n\n{{C-2.9}} Nine.\n\n{RULES_PAGE}"
        html = render("# All\n\n/// listing | ids\n///\n", rules=rules, page="all/ids.md")
        assert re.findall(r"<dt>(.*?)</dt>", html) == [
            *("C-1 Playing", "C-2 Playing"),
            '<a class="rule-ref" data-rule="C-T1" href="/contest/a.md#C-T1">C-T1</a> Chart &lt;1&gt;',
            "Rulings",
        ]
        assert '<a href="/contest/a.md#C-2.9">C-2.9 Nine.</a>' in html
        assert '<a href="/contest/a.md#C-2.10">C-2.10 Ten is more. Ten is more. Ten is more. Ten…</a>' in html
        assert "<summary>Contest: " in html
        assert 'id="C-' not in html

    def test_a_rule_that_a_calculator_answers_leads_to_it(self, render: Render) -> None:
        text = "{C-3.1} Another.\n\n/// widget | contest.roll\n///\n"
        rules = "{C-1.1} First **rule**. {C-1.2} Second rule.\n\nAfter.\n" + RULES_PAGE.partition("Second rule.")[2]
        html = render(rules, page="contest/a.md", rules=text)
        way = '<p class="on-screen to-tool"><a href="%s">Calculate: Roll calculator</a></p>'
        assert "contest.roll" not in html, "what stands on no page is no way"
        html = render(f"{rules}\n/// widget | contest.roll\n///\n", page="contest/a.md")
        assert f"Second rule.</span></p>\n{way % '#widget-contest.roll'}\n<p>After." in html
        assert html.count("to-tool") == 1

    def test_a_widget_is_taken_as_it_is(self, render: Render) -> None:
        html = without_popovers(render('/// widget | contest.roll\n    values: {ability_a: "1 & <2> \\" &lt;"}\n///\n'))
        assert 'id="widget-contest.roll" name="contest.roll"' in html
        assert "Strike power **x** {C-1.1} C-9.9 [[push]] `a` _b_ &amp;lt; &lt;i&gt;</label>" in html
        assert 'value="1 &amp; &lt;2&gt; &quot; &amp;lt;"' in html
        assert '<p class="field-hint" hidden="hidden"></p>' in html
        assert '<option selected="selected">one</option><option>two</option>' in html
        assert "<textarea> a\n  b</textarea>" in html
        assert '<details open="open"><summary>more</summary><pre> x\n  y</pre></details>' in html
        assert '<a class="rule-ref" data-rule="C-1.1" href="/contest/a.md#C-1.1">C-1.1</a>A&lt;B' in html
        assert "<h3>A heading of the widget</h3>" in html
        assert not marked(html)
        Balanced().feed(html)

    def test_a_second_widget_of_the_same_name_has_no_id(self, render: Render) -> None:
        html = render("/// widget | contest.roll\n///\n\n/// widget | contest.roll\n///\n")
        assert html.count("<rules-widget") == 2
        assert html.count('id="widget-contest.roll"') == 1

    def test_a_figure_with_its_caption(self, render: Render) -> None:
        html = render("/// rule-figure | contest.round\n\nHow a **push** goes, see C-1.1.\n///\n")
        assert html.startswith('<figure class="rule-figure" id="figure-contest.round">')
        assert 'preserveAspectRatio="none" viewBox="0 0 1 1"><text>C-1.1 narrator</text><path d="M0 0"></path>' in html
        caption = html[html.index("<figcaption>") : html.index("</figcaption>")]
        assert marked(caption) == ["push"]
        assert "rule-ref" in caption

    def test_the_map_of_mechanics(self, render: Render) -> None:
        text = '/// mechanics | contest\n    titles: {C-M1: "What `it` does"}\n///\n\nSee C-M1.'
        html = render(text, page="python/map.md")
        assert '<tr id="C-M1">' in html
        assert "<td>What <code>it</code> does</td>" in html
        assert f"[<code>first_mechanic</code>][{__name__}.first_mechanic]" in html
        rules = re.findall(r'data-rule="([^"]*)"', html)
        assert rules == ["C-1.1", "C-1.2", "C-M1"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('/// widget | contest.roll\n    values: {ability_a: "0"}\n///', "ability_a"),
            ("/// widget | contest.roll\n\nText\n///", "takes no content"),
        ],
    )
    def test_a_block_that_cannot_be_filled(self, render: Render, text: str, message: str) -> None:
        with pytest.raises(SiteError, match=message):
            render(text)


def html_of(html: str, ident: str) -> str:
    """The section with an id."""
    start = html.index(f'id="{ident}"')
    return html[start : html.index("</section>", start)]


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ("a\n\nas C-9.9 says", 3, "unknown rule id C-9.9"),
            ("see C-1.1–C-1.9", 1, "unknown rule id C-1.9"),
            ("see P-1.1", 1, "unknown rule id P-1.1"),
            ("[x](a.md#C-T9)", 1, "unknown rule id C-T9"),
            ("# Of C-9.9", 1, "unknown rule id C-9.9"),
            ("| a | b |\n|---|---|\n| x | C-9.9 |", 3, "unknown rule id C-9.9"),
            ("- a\n    - C-9.9", 2, "unknown rule id C-9.9"),
            ('??? note "C-9.9"', 1, "unknown rule id C-9.9"),
            ("---\ndescription: C-0.0\n---\n\nC-9.9", 5, "unknown rule id C-9.9"),
            ("{C-1.1} again", 1, "C-1.1 stands in a second place"),
            ("{C-2.1} a {C-2.1} b", 1, "C-2.1 stands in a second place"),
            ("/// ruling | C-Q1\n///", 1, "C-Q1 stands in a second place"),
            ("{C-2.1}\n\nb", 1, "nothing follows the mark of C-2.1"),
            ("{C-T1.1} a", 1, "C-T1.1 is no rule"),
            ("{P-1.1} a", 1, "no system has its letter"),
            ("# {C-2.1} a", 1, "a rule mark cannot stand in a heading"),
            ("a\n[[nope|x]]", 2, "unknown term “nope”"),
            ("/// ruling | C-Q9\n///", 1, "unknown ruling “C-Q9”"),
            ("/// data-table | C-T9\n///", 1, "unknown data-table “C-T9”"),
            ("/// widget | contest.nope\n///", 1, "unknown widget “contest.nope”"),
            ("/// rule-figure | nope\n///", 1, "unknown rule-figure “nope”"),
            ("/// glossary | nope\n///", 1, "unknown glossary “nope”"),
            ("/// glossary | contest\n///", 1, "a second glossary"),
            ("/// rulling | C-Q1\n///", 1, "unknown block “rulling”"),
            ("/// widget | contest.roll\n    values: [1\n///", 1, "no YAML mapping"),
            ("/// mechanics | contest\n///", 1, "no title for the mechanic C-M1"),
        ],
    )
    def test_every_fault_names_file_and_line(self, render: Render, text: str, line: int, message: str) -> None:
        with pytest.raises(SiteError) as caught:
            render(text)
        assert any(f"contest/page.md:{line}: " in str(f) and message in str(f) for f in caught.value.faults)
        assert message in caught.value.format_message()

    @pytest.mark.parametrize(
        "text",
        [
            "`C-9.9` and ``C-9.8 ` C-9.7``",
            "```\nC-9.9 {C-9.9} [[nope]]\n```",
            "~~~\n```\nC-9.9\n~~~",
            "<!-- C-9.9 {C-1.1} -->",
            "- a\n\n    ```\n    C-9.9\n    ```",
            "/// note | Title\n\nText\n///",
            "XC-9.9 C-9 C-9.x",
            "[[!nope]]",
        ],
    )
    def test_no_fault(self, render: Render, text: str) -> None:
        render(text)

    def test_all_faults_come_at_once(self, render: Render) -> None:
        with pytest.raises(SiteError) as caught:
            render("C-9.1\n\nC-9.2 [[nope]]", rules=RULES_PAGE + "\nC-9.3\n")
        assert len(caught.value.faults) == 4

    def test_data_is_checked_too(self, render: Render) -> None:
        rules = RULES_PAGE.replace("{C-1.1} First rule. ", "")
        with pytest.raises(SiteError, match=r"glossary of contest, gauge: unknown rule id C-1\.1"):
            render("x", rules=rules)

    def test_a_fault_goes_away_with_the_next_save(self, render: Render) -> None:
        with pytest.raises(SiteError):
            render("C-9.9")
        assert render("C-1.1 now")


class TestHostileText:
    @pytest.mark.parametrize(
        "text",
        [
            "{C-2.1} <script>alert(1)</script> push",
            "{C-2.1} a < b & c > d &lt; push",
            "[[push|<b>x</b>]] [[push|&lt;i&gt;]]",
            "{C-2.1} a {/} {/} {C-2.2} x {",
            "**{C-2.1} half *open",
            "push\x02wzxhzdk:0\x03 \x02amp\x03",
            "| push | [[push|a|b]] |\n|---|---|\n| {C-2.1} x | y |",
            "[[push|[link](page.md)]] [push [[gauge]]](page.md)",
            "{C-2.1} " + "push gauge narrator " * 200,
            "[[" * 200 + "push" + "]]" * 200,
            "{" * 500 + "C-2.1" + "}" * 500,
        ],
    )
    def test_the_result_is_well_formed(self, render: Render, text: str) -> None:
        html = render(text)
        parser = Balanced()
        parser.feed(html)
        assert not parser.open
        assert html.count('id="C-2.1"') <= 1


class TestScan:
    def test_previews_are_plain_text(self) -> None:
        source = (
            "{C-1.1} The **bold** [link](a.md#x) `code`\n[[push|pushes]] &amp; a\\*b{.c}.\n{C-1.2} Next.{/} Not this.\n"
        )
        assert scan(source).marks == [
            ("C-1.1", 1, "The bold link code pushes & a*b."),
            ("C-1.2", 3, "Next."),
        ]

    def test_previews_end_with_item_and_cell(self) -> None:
        source = "- {C-1.1} One\n  more\n- other\n\n| {C-1.2} two | three |\n"
        assert [text for _, _, text in scan(source).marks] == ["One more", "two"]

    def test_named_terms_read_as_the_term(self) -> None:
        assert plain("[[push]] and [[!x]]", {"push": "shove"}.__getitem__) == "shove and x"

    def test_what_the_scripts_get(self, tmp_path: Path) -> None:
        (tmp_path / "contest").mkdir()
        (tmp_path / "contest/index.md").write_text(RULES_PAGE, encoding="utf-8")
        published = RuleIndex(tmp_path, "ja", library()).published()
        assert published["C-1.1"] == {"href": "contest/#C-1.1", "text": "First rule."}
        assert published["C-T1.2"]["text"] == "成功 · s + 1"
        assert published["C-Q1"]["text"] == "誰が得をしますか？ 目の低い側です。"
        assert list(published) == ["C-1.1", "C-1.2", "C-T1", "C-T1.1", "C-T1.2", "C-Q1", "C-Q2", "C-Q3"]

    def test_kinds_and_order(self) -> None:
        ids = ["C-X1", "C-Q2", "C-M1", "C-T1.10", "C-T1.9", "C-T1", "C-2.10", "C-2.9", "C-1.1"]
        assert sorted(ids, key=sort_key) == list(reversed(ids))
        assert kind_of("C-XT1") == "example"
