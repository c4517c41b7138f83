"""What browsers may do with the pages, as pages and servers say it."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from rulebook_site import policy, serve
from rulebook_site.browser import of_system
from rulebook_site.faults import SiteError

from tests.browser.engines import until

SITE = Path(__file__).parents[1] / "site"
PAGE = '<!doctype html><head>\n<meta charset="utf-8">\n<script>let a</script>'


def directives(said: str) -> dict[str, list[str]]:
    return {name: sources for name, *sources in (part.split() for part in said.split("; "))}


def site_with(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def test_every_page_says_the_same_and_names_the_scripts_of_all(tmp_path: Path) -> None:
    site = site_with(tmp_path, one=PAGE, two=PAGE.replace("let a", "let b"))
    policy.say(site)
    said = {re.search(r'Policy" content="([^"]*)"', path.read_text())[1] for path in site.glob("*.html")}  # type: ignore[index]
    (alone,) = said
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in (b"let a", b"let b")]
    assert set(hashes) < set(directives(alone)["script-src"])
    assert "unsafe-inline" not in alone
    assert "unsafe-eval" not in alone.replace("'wasm-unsafe-eval'", "")
    once = (site / "one.html").read_text()
    policy.say(site)
    assert (site / "one.html").read_text() == once, "a second time changes nothing"


@pytest.mark.parametrize("spoken", ['<p style="color:red">', '<a onclick="go()">', "<style>p{}</style>"])
def test_what_the_policy_would_silence_does_not_pass(tmp_path: Path, spoken: str) -> None:
    with pytest.raises(SiteError, match="forbids styles and handlers"):
        policy.say(site_with(tmp_path, one=PAGE + spoken))


def test_a_page_without_a_charset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="no charset"):
        policy.say(site_with(tmp_path, one="<!doctype html>"))


def test_the_built_pages_say_their_policy() -> None:
    sent = dict(policy.read_headers(SITE))["/*"]["Content-Security-Policy"]
    in_header = directives(sent)
    assert in_header.pop("frame-ancestors") == ["'none'"]
    pages = list(SITE.rglob("*.html"))
    assert len(pages) > 200
    for page in pages:
        found = re.search(r'Content-Security-Policy" content="([^"]*)"', page.read_text(encoding="utf-8"))
        assert found
        assert directives(found[1]) == in_header, page


@pytest.fixture(params=["serve", "nginx"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a server of the site: that of this project, and nginx as the hosting page describes it."""
    if request.param == "serve":
        running = serve.background(SITE)
        yield serve.address(running)
        running.shutdown()
        running.server_close()
        return
    program = of_system("nginx")
    assert program, "there is no nginx here; `make browser` installs it"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    hosting = Path(__file__).parents[1] / "docs/en/python/hosting.md"
    block = re.search(r"```nginx\n(.*?)```", hosting.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    served = block[1].replace("listen 80", f"listen 127.0.0.1:{port}").replace("/srv/rulebook", str(SITE.resolve()))
    config = tmp_path / "nginx.conf"
    places = "".join(
        f"{each}_temp_path {tmp_path}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} user root;"
        f"http {{ access_log off; {places} include /etc/nginx/mime.types; {served} }}",
        encoding="utf-8",
    )
    process = subprocess.Popen([program, "-c", str(config), "-p", str(tmp_path)])
    address = f"http://127.0.0.1:{port}"

    def listens() -> bool:
        assert process.poll() is None, "nginx has ended"
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", port)) == 0

    until(listens, "nginx")
    yield address
    process.terminate()
    process.wait()


def answer(address: str) -> tuple[int, dict[str, str]]:
    asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    try:
        with urllib.request.urlopen(asked) as response:
            status, headers = response.status, response.headers
    except urllib.error.HTTPError as error:
        status, headers = error.code, error.headers
    return status, {name.title(): value for name, value in headers.items()}


def test_a_server_says_it_with_every_answer(server: str) -> None:
    wanted = {name.title(): value for name, value in dict(policy.read_headers(SITE))["/*"].items()}
    runtime = next(SITE.glob("runtime/*")).name
    kit = next(SITE.glob("en/kit/*")).name
    kinds = {
        "/en/contest/": ("text/html", policy.ASK_AGAIN),
        "/sw.js": ("javascript", policy.ASK_AGAIN),
        f"/en/kit/{kit}/scripts/worker.mjs": ("javascript", policy.FOR_EVER),
        f"/runtime/{runtime}/pyodide.asm.wasm": ("application/wasm", policy.FOR_EVER),
        "/en/app.webmanifest": ("manifest+json", policy.ASK_AGAIN),
    }
    for path, (kind, caching) in kinds.items():
        status, headers = answer(server + path)
        assert status == 200, path
        assert wanted.items() <= headers.items(), path
        assert kind in headers["Content-Type"], path
        assert headers["Cache-Control"] == caching, path
        assert headers["Content-Encoding"] == "gzip", path
        assert headers["Vary"] == "Accept-Encoding", path
    status, headers = answer(f"{server}/ja/nowhere/")
    assert status == 404
    assert wanted.items() <= headers.items()


def test_a_rule_for_a_folder_and_one_for_all_add_up() -> None:
    rules = [("/*", {"A": "1", "B": "1"}), ("/runtime/*", {"B": "2"}), ("/x", {"A": "3"})]
    assert policy.headers_for("/runtime/y", rules) == {"A": "1", "B": "2"}
    assert policy.headers_for("/x", rules) == {"A": "3", "B": "1"}
    assert policy.headers_for("/x/y", rules) == {"A": "1", "B": "1"}
