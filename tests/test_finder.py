"""What the finder looks through: sections rule by rule, terms where they are at home, words that players say."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook_site.faults import SiteError
from rulebook_site.files import write
from rulebook_site.finder.book import WORDS, _add_words
from rulebook_site.finder.sections import Entry, sections
from rulebook_site.index import RuleIndex

PAGE = """<article><own-character>nobody</own-character>
<h1 id="curses">Curses<a class="headerlink" href="#curses">&para;</a></h1>
<p>They stay. <span class="rule" id="P-11.1"><a class="rule-id">P-11.1 </a>A <button class="term">curse</button> is
written on the sheet.</span> So far, so good.</p>
<h2 id="curse-freeze">Freeze (<span lang="ja">氷結</span>)</h2>
<ul><li>First.</li><li>Second.</li><li>Third, which no phone needs.</li></ul>
<table id="P-T3"><caption><a class="rule-id">P-T3</a> Curses</caption><thead><tr><th>Name</th></tr></thead>
<tbody><tr id="P-T3.26"><th class="row-id">P-T3.26</th><td>Freeze</td><td>8</td></tr></tbody></table>
<rules-widget><p>Answer</p></rules-widget><pre>code</pre><p hidden>hidden</p>
<h3 id="worked">Worked example</h3><p>One.</p><p>Two.</p></article>"""


@pytest.fixture
def page(tmp_path: Path) -> list[Entry]:
    write(tmp_path / "index.html", PAGE)
    return sections(tmp_path / "index.html", "prophecy/curses/", "prophecy")


def test_a_section_is_told_rule_by_rule_without_what_is_no_text(page: list[Entry]) -> None:
    assert [(each.kind, each.href, each.title, each.way) for each in page] == [
        ("page", "prophecy/curses/", "Curses", []),
        ("section", "prophecy/curses/#curse-freeze", "Freeze (氷結)", ["Curses"]),
        ("example", "prophecy/curses/#worked", "Worked example", ["Curses", "Freeze (氷結)"]),
    ]
    assert page[0].parts == [
        ("", "They stay."),
        ("P-11.1", "A curse is written on the sheet."),
        ("", "So far, so good."),
    ]


def test_all_rules_and_rows_stay_and_of_the_text_around_them_the_beginning(page: list[Entry]) -> None:
    assert page[1].parts == [("", "First."), ("", "Second."), ("P-T3", "Curses"), ("P-T3.26", "Freeze · 8")]
    assert page[2].parts == [("", "One.")]


def test_words_for_what_is_not_there_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "kamui.toml", '"nowhere/" = ["anything"]\n')
    with pytest.raises(SiteError, match="nothing is called “nowhere/”"):
        _add_words([], {}, tmp_path)


def test_every_game_has_its_words() -> None:
    games = set(RuleIndex.of("docs/en", "en").library.SYSTEMS)
    assert {file.stem for file in WORDS.glob("*.toml")} == games | {"every"}
