"""The commands around the page build: parts, checks, runtime, server, configuration."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import marshal
import re
import subprocess
import sys
import traceback
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from rulebook_site import LANGUAGES, NAMELESS, files, pages, policy, runtime, serve
from rulebook_site.__main__ import main
from rulebook_site.check import check
from rulebook_site.faults import Fault, SiteError
from rulebook_site.finish import finish

ROOT = Path(__file__).parent.parent


def page(body: str = "", head: str = "") -> str:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small finished site without a fault."""
    root = tmp_path / "site"
    body = '<h1 id="top">T</h1><span id="C-1.1">x</span><a href="#C-1.1">1</a><a href="../other/#there">2</a>'
    for language in LANGUAGES:
        files.write(root / language / "first/index.html", page(body))
        files.write(root / language / "other/index.html", page('<p id="there"><a href="../first/">b</a></p>'))
        files.write(root / language / "404.html", page(f'<a href="/{language}/first/#top">c</a>'))
    files.write(root / "index.html", page('<a href="en/first/">en</a>', '<link rel="stylesheet" href="a.css">'))
    files.write(root / "404.html", page('<h1 id="missing">nothing here</h1>'))
    files.write(root / "a.css", "body {color: red}")
    return root


def faults_of(site: Path) -> str:
    with pytest.raises(SiteError) as caught:
        check(site)
    return caught.value.format_message()


class TestCheck:
    def test_a_good_site_passes(self, site: Path) -> None:
        check(site)

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ('<a href="../nowhere/">x</a>', "leads nowhere"),
            ('<a href="../other/#nothing">x</a>', "names no id of en/other/index.html"),
            ('<a href="#nothing">x</a>', "names no id of en/first/index.html"),
            ('<a href="../../../out/">x</a>', "leads nowhere"),
            ('<img src="https://example.org/x.png">', "would be loaded from elsewhere"),
            ('<script src="//example.org/x.js"></script>', "would be loaded from elsewhere"),
            ('<script src="gone.js"></script>', "is not there to be loaded"),
            ('<i id="a"></i><i id="a"></i>', "the id “a” stands 2 times"),
            ("<p>{C-1.2} x</p>", "“{C-1.2}” was left as text"),
            ("<p>/// ruling | C-Q1</p>", "was left as text"),
            ("<p>[[push|x]]</p>", "was left as text"),
            ('<h2 id="new">x</h2>', "headings differ"),
            ('<i id="C-9.9"></i>', "rules differ"),
            ('<rules-widget name="a.b"></rules-widget>', "widgets differ"),
            ('<div class="language-pycon"><pre>1</pre></div>', "code differ"),
        ],
    )
    def test_a_fault_is_found(self, site: Path, body: str, message: str) -> None:
        file = site / "en/first/index.html"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("</body>", f"{body}</body>"), encoding="utf-8")
        assert message in faults_of(site)

    @pytest.mark.parametrize(
        "body",
        [
            '<a href="https://example.org/">x</a>',
            '<a href="mailto:a@example.org">x</a>',
            "<code>{C-1.2} [[a|b]]</code>",
            '<img src="data:image/png;base64,AA">',
            '<a href="../other/?contest.roll.ability_a=17#there">x</a>',
            '<a href="../../ja/first/#C-1.1">x</a>',
        ],
    )
    def test_no_fault(self, site: Path, body: str) -> None:
        file = site / "en/first/index.html"
        file.write_text(file.read_text(encoding="utf-8").replace("</body>", f"{body}</body>"), encoding="utf-8")
        check(site)

    def test_a_missing_translation_is_found(self, site: Path) -> None:
        files.write(site / "en/new/index.html", page())
        result = CliRunner().invoke(main, ["check", "--site", str(site)])
        assert result.exit_code == 1
        assert "en/new/index.html: the page is missing in ja" in result.output

    def test_a_rule_on_two_pages_is_found(self, site: Path) -> None:
        for language in LANGUAGES:
            files.write(site / language / "new/index.html", page('<i id="C-1.1"></i>'))
        assert "C-1.1 stands on" in faults_of(site)

    def test_styles_load_nothing_from_elsewhere(self, site: Path) -> None:
        files.write(site / "a.css", "@font-face {src: url('https://example.org/f.woff2')}")
        assert "a.css: “https://example.org/f.woff2” would be loaded" in faults_of(site)


class TestFiles:
    def test_a_mirror_touches_only_what_differs(self, tmp_path: Path) -> None:
        source, target = tmp_path / "a", tmp_path / "b"
        files.write(source / "same.txt", "1")
        files.write(source / "new/x.txt", "2")
        files.write(target / "same.txt", "1")
        files.write(target / "old/y.txt", "3")
        files.write(target / "kept/z.txt", "4")
        before = (target / "same.txt").stat().st_mtime_ns
        files.mirror(source, target, keep=["kept"])
        found = {p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file()}
        assert found == {"same.txt", "new/x.txt", "kept/z.txt"}
        assert (target / "same.txt").stat().st_mtime_ns == before

    def test_a_file_may_become_a_folder(self, tmp_path: Path) -> None:
        files.write(tmp_path / "a/x/y.txt", "1")
        files.write(tmp_path / "b/x", "2")
        files.mirror(tmp_path / "a", tmp_path / "b")
        assert (tmp_path / "b/x/y.txt").read_text() == "1"

    def test_a_missing_part_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "parts/en").mkdir(parents=True)
        with pytest.raises(SiteError, match="parts/ja: this part of the site is missing"):
            finish(tmp_path / "site", tmp_path / "parts", tmp_path)

    def test_pages_learn_where_the_runtime_lies_once_it_is_there(self, tmp_path: Path) -> None:
        page = f'<!doctype html><meta charset="utf-8"><title>a page</title><a href="../{NAMELESS}/">'
        for name in ("en/index.html", "ja/index.html", "data/contest.json", "runtime/abc/x.mjs"):
            files.write(tmp_path / "parts" / name, page)
        (tmp_path / "chooser").mkdir()
        for name in ("abc", "def"):
            if name == "def":
                (tmp_path / "parts/runtime/abc").rename(tmp_path / "parts/runtime/def")
            finish(tmp_path / "site", tmp_path / "parts", tmp_path / "chooser")
            assert f'"../runtime/{name}/"' in (tmp_path / "site/ja/index.html").read_text(encoding="utf-8")
        (tmp_path / "parts/runtime/abc").mkdir()
        with pytest.raises(SiteError, match="holds 2 runtimes instead of one"):
            finish(tmp_path / "site", tmp_path / "parts", tmp_path / "chooser")

    def test_the_parts_become_a_site(self, tmp_path: Path) -> None:
        page = '<!doctype html><meta charset="utf-8"><title>a page</title>'
        for name in ("en/index.html", "ja/index.html", "runtime/abc/x.mjs", "data/contest.json"):
            files.write(tmp_path / "parts" / name, page)
        files.write(tmp_path / "chooser/index.html", "<title>a choice</title>\n<main>en, ja</main>\n")
        files.write(tmp_path / "site/left-over.html", "old")
        finish(tmp_path / "site", tmp_path / "parts", tmp_path / "chooser")
        found = {p.relative_to(tmp_path / "site").as_posix() for p in (tmp_path / "site").rglob("*") if p.is_file()}
        (listed,) = (tmp_path / "site").glob("files-*.json")
        choice = (tmp_path / "site/index.html").read_text(encoding="utf-8")
        assert choice.count("<!doctype html>") == choice.count('<meta charset="utf-8">') == 1
        assert choice.endswith("<title>a choice</title>\n</head>\n<body>\n<main>en, ja</main>\n</body>\n</html>\n")
        own = {"index.html", "en/index.html", "ja/index.html", "runtime/abc/x.mjs", "data/contest.json"}
        assert found == own | {"_headers", "nginx.conf", "sw.js", listed.name}
        sets = json.loads(listed.read_text(encoding="utf-8"))["sets"]
        assert {each: [path for path, *_ in entries] for each, entries in sets.items()} == {
            "data": ["data/contest.json"],
            "en": ["en/"],
            "ja": ["ja/"],
            "python": ["runtime/abc/x.mjs"],
            "top": [""],
        }
        finish(tmp_path / "site", tmp_path / "parts", tmp_path / "chooser", offline=False)
        assert not list((tmp_path / "site").glob("files-*.json"))
        assert "unregister" in (tmp_path / "site/sw.js").read_text(encoding="utf-8")


class TestPages:
    def test_both_languages_set_the_same_variables(self) -> None:
        english, japanese = (pages.environment(ROOT / pages.ENV / f"{name}.env") for name in LANGUAGES)
        assert english.keys() == japanese.keys()
        assert (english["SITE_LANGUAGE"], japanese["DOCS_DIR"]) == ("en", "docs/ja")

    def test_the_configuration_names_english_where_it_is_not_told(self) -> None:
        found: dict[str, object] = {}

        class Loader(yaml.SafeLoader):
            """Notes the variables and their defaults."""

        def variable(loader: yaml.SafeLoader, node: yaml.Node) -> str:
            assert isinstance(node, yaml.SequenceNode)
            name, default = loader.construct_sequence(node)
            found[str(name)] = default
            return str(name)

        Loader.add_constructor("!ENV", variable)
        yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)
        english = pages.environment(ROOT / pages.ENV / "en.env")
        assert {name: found[name] for name in english} == english
        assert found.keys() - english.keys() == {"SITE_DIR", "SITE_URL", "RUNTIME", "PUBLIC_URL"}

    def test_an_unknown_language_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SiteError, match="no such language"):
            pages.environment(tmp_path / "fr.env")

    def test_what_no_reader_needs_is_pruned(self, tmp_path: Path) -> None:
        for name in ("javascripts/bundle.min.js", "javascripts/lunr/tinyseg.js", "stylesheets/main.min.css.map"):
            files.write(tmp_path / "assets" / name, "x")
        style = tmp_path / "assets/stylesheets/main.min.css"
        files.write(style, "p{}\n/*# sourceMappingURL=main.min.css.map */\n")
        pages.prune(tmp_path)
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == [style]
        assert style.read_text() == "p{}\n"

    def test_scripts_and_styles_become_small_files_that_say_the_same(self, tmp_path: Path) -> None:
        files.write(tmp_path / "index.html", '<link href="assets/stylesheets/main.1.css"><p class="used bug">')
        for name in ("stylesheets/main.1.css", "_mkdocstrings.css"):
            files.write(
                tmp_path / "assets" / name, ".used { color: red } .unused { color: blue } .bug { --md-bug-icon: 0 }"
            )
        for name in (*pages.SCRIPTS, "early.mjs"):
            files.write(tmp_path / "scripts" / name, 'import "./other.mjs"; // a remark\n')
        files.write(tmp_path / "scripts/other.mjs", "globalThis.told = 'told';")
        files.write(tmp_path / "styles/rulebook.css", '@import "other.css";')
        files.write(tmp_path / "styles/other.css", "p   {   color:   green   }")
        files.write(tmp_path / "styles/desk-chess.css", '@import "other.css"; i   {   color:   blue   }')
        pages.lighten_files(tmp_path)
        assert not (tmp_path / "scripts/other.mjs").exists()
        assert all((tmp_path / "scripts" / name).is_file() for name in pages.SCRIPTS)
        assert "import" not in (tmp_path / "scripts/early.js").read_text()
        assert "remark" not in (tmp_path / "scripts/rulebook.mjs").read_text()
        assert (tmp_path / "styles/rulebook.css").read_text().strip() == "p{color:green}"
        assert (tmp_path / "styles/desk-chess.css").read_text().strip() == "p{color:green}i{color:#00f}"
        assert not (tmp_path / "styles/other.css").exists()
        assert not re.search("unused|bug", (tmp_path / "assets/stylesheets/main.1.css").read_text())
        assert (tmp_path / "assets/_mkdocstrings.css").read_text().strip() == ".used{color:red}"

    def test_the_data_of_a_system_for_other_programs(self, tmp_path: Path) -> None:
        pages.data(tmp_path)
        data = json.loads((tmp_path / "contest.json").read_text(encoding="utf-8"))
        assert data["title"] == {"en": "Serial Contest", "ja": "連続対決"}
        assert len(data["rulings"]) == 34
        assert [table["id"] for table in data["tables"]] == ["C-T1", "C-T2", "C-T3", "C-T4"]
        term = next(term for term in data["glossary"] if term["id"] == "strike_power")
        assert (term["en"], term["ja"], term["reading"]) == ("strike power", "打撃力", "だげきりょく")


class TestRuntime:
    @pytest.fixture
    def wheel(self, tmp_path: Path) -> Path:
        path = tmp_path / "dist/thing-1.0-py3-none-any.whl"
        path.parent.mkdir()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("thing/__init__.py", "answer = 42\n")
            archive.writestr("thing/data.toml", "a = 1\n")
            archive.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        return path

    def test_a_compiled_wheel_depends_on_nothing_else_and_can_be_imported(self, wheel: Path, tmp_path: Path) -> None:
        digests = set()
        for name in ("one", "two"):
            made = tmp_path / name / runtime.compiled([wheel], tmp_path / name)[0]
            digests.add(hashlib.sha256(made.read_bytes()).hexdigest())
        assert len(digests) == 1
        assert made.name == f"thing-1.0-cp{sys.version_info[0]}{sys.version_info[1]}-none-any.whl"
        with zipfile.ZipFile(made) as archive:
            assert "thing/__init__.pyc" in archive.namelist()
            assert "thing/__init__.py" not in archive.namelist()
            assert archive.read("thing/data.toml") == b"a = 1\n"
        code = f"import sys; sys.path.insert(0, {str(made)!r}); import thing; print(thing.answer)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "42\n"

    def test_a_compiled_function_knows_the_line_where_it_begins_and_does_what_it_did(self) -> None:
        source = """
def divided(by):
    parts = [12 // each for each in by]
    try:
        return sum(parts), max(
            parts)
    finally:
        parts.clear()
"""
        compiled = importlib.util.cache_from_source("x.py"), marshal.dumps(compile(source, "x.py", "exec"))
        light = runtime.lightened(compiled[0], bytes(runtime.CODE_BEGINS) + compiled[1])
        assert len(light) < len(compiled[1])
        there: dict[str, Any] = {}
        exec(marshal.loads(light[runtime.CODE_BEGINS :]), there)
        assert there["divided"]([1, 2, 3]) == (22, 12)
        for wrong in ([0], []):
            with pytest.raises((ZeroDivisionError, ValueError)) as caught:
                there["divided"](wrong)
            assert {entry.lineno + 1 for entry in caught.traceback[1:]} == {2}
            assert "divided" in "".join(traceback.format_exception(caught.value))
        code = there["divided"].__code__
        assert {line for *_, line in code.co_lines()} == {2}
        assert max(end for _, end, _ in code.co_lines()) == len(code.co_code)
        assert runtime.lightened("data.toml", b"a = 1") == b"a = 1"

    def test_a_library_is_the_same_whatever_was_compiled_before_it(self) -> None:
        body = compile("class Within: pass", "x.py", "exec").co_consts[0]
        assert isinstance(body, CodeType)
        known = sys.intern(".".join(("outer.<locals>", "Within")))
        made = set()
        for constant in (known, ".".join(("outer.<locals>", "Within"))):
            consts = tuple(constant if each == "Within" else each for each in body.co_consts)
            code = marshal.dumps(body.replace(co_qualname=known, co_consts=consts))
            made.add(runtime.lightened("x.pyc", bytes(runtime.CODE_BEGINS) + code))
        assert len(made) == 1

    def test_the_hash_is_over_names_and_contents(self, tmp_path: Path) -> None:
        files.write(tmp_path / "a", "1")
        first = runtime.content_hash(tmp_path)
        files.write(tmp_path / "a", "2")
        second = runtime.content_hash(tmp_path)
        (tmp_path / "a").rename(tmp_path / "b")
        assert len({first, second, runtime.content_hash(tmp_path)}) == 3
        assert len(first) == 12

    def test_one_distribution_of_the_lock(self) -> None:
        lines = runtime.requirement("icepool", ROOT / "requirements.lock")
        assert lines.startswith("icepool==")
        assert "--hash=sha256:" in lines
        assert "\n" in lines
        assert "idna" not in lines

    def test_a_distribution_that_is_not_locked(self) -> None:
        with pytest.raises(SiteError, match="does not name nothing"):
            runtime.requirement("nothing", ROOT / "requirements.lock")

    def test_a_wheel_with_another_content_is_not_taken(self, tmp_path: Path) -> None:
        lock = tmp_path / "lock"
        good = tmp_path / "thing-1.0-py3-none-any.whl"
        good.write_bytes(b"good")
        lock.write_text(f"thing==1.0 \\\n    --hash=sha256:{hashlib.sha256(b'good').hexdigest()}\n")
        assert runtime.downloaded("thing", lock, tmp_path) == good


class TestServer:
    @pytest.fixture
    def base(self, site: Path) -> Iterator[str]:
        files.write(site / "x.mjs", "export {}")
        files.write(site / "x.wasm", b"\0asm")
        files.write(site / "runtime/abc/x.whl", b"PK")
        files.write(site / policy.HEADERS, policy.host_file({}))
        (site / "empty").mkdir()
        running = serve.background(site)
        yield serve.address(running)
        running.shutdown()
        running.server_close()

    @pytest.mark.parametrize(
        ("path", "content_type"),
        [
            ("/", "text/html; charset=utf-8"),
            ("/en/first/", "text/html; charset=utf-8"),
            ("/x.mjs", "text/javascript; charset=utf-8"),
            ("/x.wasm", "application/wasm"),
            ("/a.css", "text/css; charset=utf-8"),
            ("/runtime/abc/x.whl", "application/zip"),
        ],
    )
    def test_files_have_the_right_type(self, base: str, path: str, content_type: str) -> None:
        with urllib.request.urlopen(base + path) as answer:
            assert answer.headers["Content-Type"] == content_type
            lasting = path.startswith("/runtime/")
            assert ("immutable" in answer.headers["Cache-Control"]) is lasting

    @pytest.mark.parametrize(
        ("path", "part"),
        [
            ("/en/nowhere/", b'href="/en/first/'),
            ("/ja/nowhere.html", b'href="/ja/first/'),
            ("/nowhere", b"nothing here"),
            ("/empty/", b"nothing here"),
            ("/en/../../etc/passwd", b"nothing here"),
        ],
    )
    def test_a_missing_page_answers_in_its_language(self, base: str, path: str, part: bytes) -> None:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(base + path)
        with caught.value as answer:
            assert answer.code == 404
            assert part in answer.read() or path.startswith("/en/..")

    @pytest.mark.parametrize("path", ["/en/first/", "/x.mjs", "/x.wasm"])
    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    def test_a_file_is_compressed_for_who_can_unpack_it(self, base: str, path: str, method: str) -> None:
        asked = urllib.request.Request(base + path, method=method)
        with urllib.request.urlopen(asked) as answer:
            assert "Content-Encoding" not in answer.headers
            assert answer.headers["Vary"] == "Accept-Encoding"
            plain = answer.read()
        asked.add_header("Accept-Encoding", "br, gzip")
        with urllib.request.urlopen(asked) as answer:
            packed, headers = answer.read(), answer.headers
        assert headers["Content-Encoding"] == "gzip"
        assert headers["Vary"] == "Accept-Encoding"
        if method == "GET":
            assert int(headers["Content-Length"]) == len(packed)
            assert gzip.decompress(packed) == plain
        asked.add_header("If-Modified-Since", headers["Last-Modified"])
        with pytest.raises(urllib.error.HTTPError, match="304"):
            urllib.request.urlopen(asked)

    def test_a_file_that_has_changed_is_sent_as_it_is_now(self, base: str, site: Path) -> None:
        asked = urllib.request.Request(f"{base}/x.mjs", headers={"Accept-Encoding": "gzip"})
        for text in (b"export {}", b"let a"):
            files.write(site / "x.mjs", text)
            with urllib.request.urlopen(asked) as answer:
                assert gzip.decompress(answer.read()) == text

    def test_what_is_packed_already_is_sent_as_it_lies_there(self, base: str) -> None:
        asked = urllib.request.Request(f"{base}/runtime/abc/x.whl", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as answer:
            assert answer.read() == b"PK"

    def test_a_taken_port_is_said_in_one_sentence(self, site: Path, base: str) -> None:
        with pytest.raises(SiteError, match="PORT= takes another one"):
            serve.server(site, int(base.rsplit(":", 1)[1]))

    def test_a_missing_site_is_said_in_one_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(SiteError, match="no finished site here; run `make site`"):
            serve.server(tmp_path)


class TestCommands:
    def test_a_fault_ends_a_command_with_its_message(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(main, ["finish", "--parts", str(tmp_path), "--site", str(tmp_path / "site")])
        assert result.exit_code == 1
        assert "this part of the site is missing" in result.output

    def test_faults_are_listed_by_file_and_line(self) -> None:
        error = SiteError([Fault("b.md", 2, "two"), Fault("a.md", 0, "one"), Fault("b.md", 2, "two")])
        assert error.format_message() == "2 fault(s)\na.md: one\nb.md:2: two"

    def test_make_lists_its_commands(self) -> None:
        done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in ("setup", "site", "serve", "watch", "test", "check", "faults", "bench", "clean", "help"):
            assert f"make {name}" in done.stdout

    def test_continuous_integration_runs_the_tests_and_nothing_else(self) -> None:
        lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
        commands = [line for line in lines if line and not line.startswith("#")]
        assert commands == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]

    @pytest.mark.parametrize("name", ["requirements.lock", "tools.lock", "package-lock.json"])
    def test_locks_have_hashes_and_name_no_host(self, name: str) -> None:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "sha256:" in text or '"integrity": "sha512-' in text
        assert "://" not in text.replace("https://github.com/sponsors", "").replace("https://opencollective.com", "")


HEAD = b"textlinksign" + b"snap\x08\0\0\0"
"""What comes before a memory: what its fold needs, and what Pyodide writes, which says that it is as long as this."""


def test_a_picture_is_divided_into_what_answers_and_what_only_code_reads(monkeypatch):
    """Both together, bit by bit, are the whole again; a Pyodide that has laid a constant elsewhere is noticed."""
    head, names, maps = HEAD, b"NAMES", b"MAP"
    memory = head + b"ab" + names + b"cd" + maps + b"e"
    places = {"names": (2, 7, zlib.crc32(names)), "maps": (9, 12, zlib.crc32(maps))}
    monkeypatch.setattr(runtime, "UNREAD", places)
    answering, of_code = runtime.divided(memory)
    assert answering == head + b"ab" + bytes(5) + b"cd" + bytes(3) + b"e"
    assert of_code == bytes(len(HEAD) + 2) + names + bytes(2) + maps
    monkeypatch.setattr(runtime, "UNREAD", places | {"names": (3, 8, zlib.crc32(names))})
    with pytest.raises(SiteError, match="names: not where"):
        runtime.divided(memory)


class TestAMemory:
    """As Pyodide writes it: a head, the stack, and a heap of pieces that say how long they are and whether in use."""

    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, size in (("HEAP", 40), ("STACK", 32), ("ARGUMENTS", 16), ("LEAST_PIECES", 3)):
            monkeypatch.setattr(runtime, name, size)

    @staticmethod
    def piece(size: int, *, used: bool) -> bytes:
        return b"prev" + (size + 1 + 2 * used).to_bytes(4, "little") + b"x" * (size - 8)

    def memory(self, *pieces: bytes, data: bytes = b"8 bytes.", arguments: bytes = b"python\0") -> bytes:
        return HEAD + data + b"s" * 16 + arguments.rjust(16) + b"".join(pieces) + bytes(64)

    def test_what_is_free_is_zero_and_all_else_as_it_was(self) -> None:
        used, small, large = self.piece(48, used=True), self.piece(48, used=False), self.piece(256, used=False)
        before = self.memory(used, small, used, large, used)
        after = self.memory(used, small[:16] + bytes(32), used, large[:32] + bytes(224), used)
        assert runtime.emptied(before) == after.replace(b"s" * 16, bytes(16))
        assert runtime.emptied(runtime.emptied(before)) == runtime.emptied(before)

    def test_a_free_piece_that_holds_nothing_but_its_words_stays(self) -> None:
        least = self.piece(16, used=False)
        assert least in runtime.emptied(self.memory(least, self.piece(24, used=True), least))

    def test_a_pyodide_that_has_its_stack_or_heap_elsewhere_is_noticed(self) -> None:
        used = self.piece(48, used=True)
        for other in (
            self.memory(used, used),  # not as many as a heap has
            self.memory(used, used, used, arguments=b"pypy\0"),
            self.memory(used, used, used, b"prev" + bytes(4) + b"more of it"),
            self.memory(used, used, used, b"prev" + (1 << 20).to_bytes(4, "little"))[:-64],
        ):
            with pytest.raises(SiteError, match="do not lie where they did"):
                runtime.emptied(other)
