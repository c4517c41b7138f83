"""`make watch`: what an author saves is in the browser at once, and what is wrong with it is said there."""

from __future__ import annotations

import queue
import re
import runpy
import tomllib
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import pytest
from rulebook_site.faults import Fault, SiteError
from rulebook_site.watching import mistakes, saves
from rulebook_site.watching.loop import Loop, address, source_of
from rulebook_site.watching.shown import Shown
from rulebook_site.watching.workshop import Made, Workshop

from tests.pages.author import ROOT, Author, until

CHART, CHART_PAGE = "docs/en/contest/resolution.md", "/en/contest/resolution/"
SENTENCE = "Count how many steps lie between the two levels."


@pytest.fixture(scope="module")
def working(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    author = Author(tmp_path_factory.mktemp("project"))
    with author.watching():
        yield author


@pytest.fixture
def author(working: Author) -> Author:
    """Somebody at whose work nothing is wrong."""
    until(lambda: not working.faults())
    return working


def line(file: str, text: str) -> int:
    return (ROOT / file).read_text(encoding="utf-8").split(text)[0].count("\n") + 1


class TestPages:
    @pytest.mark.parametrize(
        ("file", "where", "old", "new"),
        [
            (CHART, CHART_PAGE, SENTENCE, "An oak is a tree."),
            ("docs/ja/contest/resolution.md", "/ja/contest/resolution/", "連続対決表", "たいへん長い連続対決表"),
            ("docs/en/index.md", "/en/", "Five Japanese tabletop games", "Five fine tabletop games"),
        ],
    )
    def test_a_saved_page_is_served_before_anything_is_built(
        self, author: Author, file: str, where: str, old: str, new: str
    ) -> None:
        with author.saved(file, old, new):
            until(lambda: new in author.served(where))
            assert author.news(where)["awaited"] in ("mending", "rest")
        until(lambda: new not in author.served(where))

    def test_an_open_page_is_told_of_a_newer_edition(self, author: Author) -> None:
        (loaded,) = re.findall(r"/-watch/page\.mjs\?(\w+)", author.served(CHART_PAGE))
        assert author.news(CHART_PAGE)["edition"] == loaded
        with author.saved(CHART, SENTENCE, "A newer sentence."):
            until(lambda: author.news(CHART_PAGE)["edition"] != loaded)
            assert "A newer sentence." in author.served(CHART_PAGE)
        until(lambda: author.news(CHART_PAGE)["edition"] == loaded)

    def test_a_new_page_is_served(self, author: Author) -> None:
        author.save("docs/en/contest/new.md", "---\ndescription: A new page for authors.\n---\n\n# Brand new {#new}\n")
        until(lambda: "Brand new" in author.served("/en/contest/new/"))
        (author.project / "docs/en/contest/new.md").unlink()

    def test_a_changed_number_is_on_the_page_that_is_looked_at(self, author: Author) -> None:
        assert "every level of force" not in author.served(CHART_PAGE)
        author.news(CHART_PAGE)
        with author.saved("rules_py/contest/data/tables.toml", '"s + 2"', '"every level of force"'):
            until(lambda: "every level of force" in author.served(CHART_PAGE))
            assert author.news(CHART_PAGE)["awaited"] in ("mending", "python")
        until(lambda: "every level of force" not in author.served(CHART_PAGE))

    def test_a_changed_widget_is_on_every_page_of_its_system(self, author: Author) -> None:
        author.news("/en/contest/calculators/")
        with author.saved("rules_py/contest/widgets/roll.py", '"Roll calculator"', '"Calculator of all rolls"'):
            until(lambda: "Calculator of all rolls" in author.served("/en/contest/calculators/"))
            until(lambda: "Calculator of all rolls" in author.served(CHART_PAGE))

    def test_a_changed_style_is_loaded_with_the_page(self, author: Author) -> None:
        (style,) = re.findall(r'href="\.\./\.\.(/kit/\w+/styles/rulebook\.css)"', author.served(CHART_PAGE))
        edition = author.news(CHART_PAGE)["edition"]
        with author.saved("overrides/theme/styles/base.css", "\n", "\n.oak { color: teal }\n"):
            until(lambda: ".oak{color:teal}" in author.served(f"/en{style}"))
            assert author.headers["Content-Type"].startswith("text/css")
            assert author.news(CHART_PAGE)["edition"] != edition
        until(lambda: ".oak" not in author.served(f"/en{style}"))


Mistake = tuple[str, str, str, str]
"""A file, what stands there, what is written instead, and what is said of it."""
MISTAKES = [
    (CHART, SENTENCE, "See C-9.99.", "unknown rule id C-9.99"),
    (CHART, SENTENCE, "A [[nobody_knows|word]].", "unknown term “nobody_knows”"),
    (CHART, "/// rule-figure | contest.chart", "/// widget | contest.oak", "unknown widget “contest.oak”"),
    (CHART, SENTENCE, "An [oak](oak.md).", "'oak.md'"),
    ("docs/ja/contest/examples.md", "\n15W\n", "\n15\n", "an example prints\n15W\nwhere the page says\n15\n"),
]
IN_THE_RULES = [
    ("rules_py/prophecy/odds/attack.py", "\ndef ", "\ndef (", "invalid syntax"),
    ("rules_py/contest/data/glossary.toml", 'rules = ["C-', 'rules = ["C-9.99", "C-', "unknown rule id C-9.99"),
]


def told_until_mended(author: Author, file: str, old: str, new: str, message: str) -> None:
    where = line(file, old) + (len(old) - len(old.lstrip("\n")))
    with author.saved(file, old, new):
        until(author.faults)
        said = author.faults()
        assert any(each.startswith(f"{file}:{where}: ") and message in each for each in said), said
        first = f"{said[0].splitlines()[0]}\n"
        until(lambda: first in author.terminal)
    until(lambda: not author.faults())
    until(lambda: "mended\n" in author.terminal[author.terminal.index(first) :])
    author.terminal.clear()


class TestMistakes:
    @pytest.mark.parametrize("mistake", MISTAKES, ids=itemgetter(-1))
    def test_it_is_said_with_file_and_line_and_goes_when_it_is_mended(self, author: Author, mistake: Mistake) -> None:
        told_until_mended(author, *mistake)

    def test_a_page_without_front_matter(self, author: Author) -> None:
        text = (ROOT / CHART).read_text(encoding="utf-8")
        with author.saved(CHART, text, text.split("---\n", 2)[2]):
            until(author.faults)
            assert author.faults() == [f"{CHART}:1: no front matter with a description"]

    def test_front_matter_that_cannot_be_read(self, author: Author) -> None:
        with author.saved(CHART, "\n---\n", '\nhide: "navigation\n---\n'):
            until(author.faults)
            assert author.faults()[0].startswith(f"{CHART}:"), author.faults()

    def test_while_something_is_wrong_the_page_stays_as_it_was_and_others_are_shown(self, author: Author) -> None:
        with author.saved(CHART, SENTENCE, "See C-9.99."):
            until(author.faults)
            assert SENTENCE in author.served(CHART_PAGE)
            with author.saved("docs/ja/contest/resolution.md", "連続対決表", "長い連続対決表"):
                until(lambda: "長い連続対決表" in author.served("/ja/contest/resolution/"))

    def test_a_page_that_was_saved_beside_a_mistake_is_shown_once_that_is_mended(self, author: Author) -> None:
        with author.saved("docs/en/about.md", "## Credits", "## All credits"):
            with author.saved(CHART, SENTENCE, "See C-9.99."):
                until(author.faults)
                with author.saved("docs/en/index.md", "Five Japanese tabletop games", "Five fine tabletop games"):
                    author.save(CHART, (ROOT / CHART).read_text(encoding="utf-8"))
                    until(lambda: "Five fine tabletop games" in author.served("/en/"))
            until(lambda: "All credits" in author.served("/en/about/"))


class TestBackground:
    def test_a_save_during_the_build_is_neither_lost_nor_overwritten(self, author: Author) -> None:
        before = author.builds()
        author.save(CHART, (ROOT / CHART).read_text(encoding="utf-8") + "\nThe first oak.\n")
        until(lambda: author.builds() > before)
        author.save(CHART, (ROOT / CHART).read_text(encoding="utf-8") + "\nThe second oak.\n")
        until(lambda: "The second oak." in author.served(CHART_PAGE))  # while the first build still waits
        until(lambda: author.builds() > before + 1)
        author.let_build("well")
        until(lambda: author.told["awaited"] == "")
        assert "The second oak." in author.served(CHART_PAGE)
        built = (author.project / "site/en/contest/resolution/index.html").read_text(encoding="utf-8")
        assert "The second oak." in built
        assert "The first oak." not in built
        assert "-watch" not in built
        author.save(CHART, (ROOT / CHART).read_text(encoding="utf-8"))

    def test_what_a_whole_build_complains_of_is_said_until_the_next_save(self, author: Author) -> None:
        before = author.builds()
        with author.saved(CHART, SENTENCE, "An oak is a tree."):
            until(lambda: author.builds() > before)
            author.let_build("docs/ja/oak.md is missing")
            until(author.faults)
            assert author.faults() == [": docs/ja/oak.md is missing"]
            assert "An oak is a tree." in author.served(CHART_PAGE)
        until(lambda: not author.faults())


class TestServer:
    def test_pages_keep_their_policy_and_nothing_is_kept_of_them(self, author: Author) -> None:
        added = re.compile(r'<script type="module" src="/-watch/.*?</script><link [^>]*page\.css">')
        built = (author.project / "site/ja/about/index.html").read_text(encoding="utf-8")
        until(lambda: added.sub("", author.served("/ja/about/")) == built)
        assert author.headers["Cache-Control"] == "no-store"
        for name, kind in (("page.mjs", "text/javascript"), ("page.css", "text/css")):
            assert author.served(f"/-watch/{name}")
            assert author.headers["Content-Type"].startswith(kind)

    def test_a_service_worker_from_before_is_retired(self, author: Author) -> None:
        assert "unregister()" in author.served("/sw.js")
        assert author.headers["Content-Type"].startswith("text/javascript")

    def test_a_missing_page_is_told_of_changes_too(self, author: Author) -> None:
        assert "/-watch/page.mjs" in author.served("/ja/nowhere/")
        assert author.news("/ja/nowhere/")["edition"] in author.served("/ja/nowhere/")

    def test_no_other_file_is_served_from_beside_the_script(self, author: Author) -> None:
        for path in ("/-watch/loop.py", "/-watch/../serve.py", "/-watch/"):
            author.answer(path)
            assert author.headers["Content-Type"].startswith("text/html")

    def test_the_finished_site_has_nothing_of_this(self) -> None:
        assert not [page for page in (ROOT / "site").rglob("*.html") if "-watch" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "rules_py/oak.py",
            "import math\n\nleaves = 1 / 0\n",
            "rules_py/oak.py:3: ZeroDivisionError: division by zero",
        ),
        ("rules_py/oak.py", "import math\n\nleaves = (\n", "rules_py/oak.py:3: '(' was never closed"),
        ("rules_py/oak.py", "import oaks\n", "rules_py/oak.py:1: ModuleNotFoundError: No module named 'oaks'"),
        ("rules_py/core/data/oak.toml", "[oak]\nleaves = \n", "rules_py/core/data/oak.toml:2: Invalid value"),
        ("rules_py/core/data/oak.toml", "[oak]\nleaves = [1,\n", "rules_py/core/data/oak.toml:3: Invalid value"),
    ],
)
def test_what_goes_wrong_in_the_rules_has_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises((Exception, SyntaxError)) as caught:
        tomllib.loads(text) if path.suffix == ".toml" else runpy.run_path(file)
    assert [str(fault) for fault in mistakes.faults(caught.value)] == [said]


def test_what_esbuild_says_of_a_script_has_file_and_line() -> None:
    error = SiteError(
        'esbuild …\n✘ [ERROR] Expected ";" but found "oak"\n\n    overrides/theme/x.mjs:3:4:\n      3 │ a oak'
    )
    assert [str(fault) for fault in mistakes.faults(error)] == ['overrides/theme/x.mjs:3: Expected ";" but found "oak"']


class Slow:
    """A workshop that is told when to be done."""

    busy, alive = False, True

    def __init__(self, language: str, *_: object) -> None:
        self.language = language
        self.asked: list[str] = []

    def ask(self, page: str) -> None:
        self.busy = True
        self.asked.append(page)

    def close(self) -> None: ...


def test_a_mistake_that_was_mended_while_its_page_was_made_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulebook_site.watching.loop.Workshop", Slow)
    work = Loop(tmp_path, Shown(tmp_path / "site"), ["false"])
    slow = work.benches["en"].workshop
    assert isinstance(slow, Slow)
    mistaken = Made("index.md", faults=(Fault("docs/en/about.md", 3, "unknown rule id C-9.99"),), everywhere=True)
    saved = saves.Saved(pages=(("en", "about.md"),))
    for doing in (
        lambda: work._after(saved),  # mended, before anybody was told of it
        lambda: work._after_made(slow, mistaken),
        lambda: work._after_made(slow, Made("index.md")),
        lambda: work._after_made(slow, Made("about.md")),
    ):
        work._work()
        doing()
    work._work()
    assert slow.asked == ["index.md", "index.md", "about.md"]
    assert work.shown.faults == ()


def test_a_new_page_that_goes_while_the_others_are_read_is_no_mistake_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulebook_site.watching.loop.Workshop", Slow)
    work = Loop(tmp_path, Shown(tmp_path / "site"), ["false"])
    work._work()
    gone = "docs/en/contest/gone.md"
    missing = Made("index.md", faults=(Fault("", 0, f"FileNotFoundError: {gone}"),), everywhere=True)
    work._after_made(work.benches["en"].workshop, missing)
    work._work()
    assert work.shown.faults
    work._after(saves.sort([Path(gone)], work._known))
    work._work()
    anew = work.benches["en"].workshop
    assert anew.busy
    work._after_made(anew, Made("index.md"))
    work._work()
    assert work.shown.faults == ()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_single_page_is_to_the_byte_what_make_site_makes(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    shown = Shown(tmp_path / "site")
    shown.renew(ROOT / "site")
    news = queue.SimpleQueue[Made]()
    workshop = Workshop(language, tmp_path / "work", "", lambda _, made: news.put(made))
    for page in ("index.md", "contest/index.md", "contest/resolution.md", "kamui/calculators.md", "python/map.md"):
        workshop.ask(page)
        made = news.get(timeout=120)
        assert not made.faults
        assert list(made.files) == [address(page)]
        assert not shown.put(language, made.files), page
    workshop.close()


@pytest.mark.parametrize(
    ("paths", "saved"),
    [
        (["docs/en/index.md", "docs/ja/about.md"], saves.Saved((("en", "index.md"), ("ja", "about.md")))),
        (["docs/en/gone.md"], saves.Saved(rules=True)),
        (["docs/measured.json", "docs/images/stepper.png", "overrides/offline/sw.js"], saves.Saved()),
        (["rules_py/kamui/odds.py"], saves.Saved(rules=True, python=True, systems=frozenset({"kamui"}))),
        (["rules_py/kamui/odds.py", "rules_py/core/data.py"], saves.Saved(rules=True, python=True)),
        (["overrides/theme/main.html"], saves.Saved(rules=True)),
        (["mkdocs.yml"], saves.Saved(rules=True)),
        (["overrides/theme/scripts/form.mjs"], saves.Saved(kit=True)),
    ],
)
def test_what_was_saved(paths: list[str], saved: saves.Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert saves.sort(map(Path, paths), lambda language, page: page != "gone.md") == saved


def test_a_page_that_is_gone_or_new_concerns_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert saves.sort([Path("docs/en/gone.md")], lambda language, page: True) == saves.Saved(rules=True)
    new = saves.Saved((("en", "index.md"),), rules=True)
    assert saves.sort([Path("docs/en/index.md")], lambda language, page: False) == new


def test_every_page_has_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for file in sorted(Path("docs/ja").rglob("*.md")):
        page = file.relative_to("docs/ja").as_posix()
        assert (Path("site/ja") / address(page)).is_file()
        assert source_of("ja", address(page)) == page
    assert not source_of("ja", "404.html")
    assert not source_of("ja", "oak/index.html")


class TestMistakesInTheRules:
    """The last of all: after every save all pages of a game are made, and here nobody waits for them."""

    @pytest.mark.parametrize("mistake", IN_THE_RULES, ids=itemgetter(-1))
    def test_a_mistake_is_said_with_file_and_line_and_goes_when_it_is_mended(
        self, author: Author, mistake: Mistake
    ) -> None:
        told_until_mended(author, *mistake)
