"""What the policy keeps Python, links and pages from, in every browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.browser.engines import EACH_IN_EACH, Engine, Host, Tab
from tests.browser.reader import CALCULATORS, ROOT
from tests.browser.test_engines import turn_to

SITE = Path(ROOT, "site")

RUN = """async (codes) => {
  const script = document.querySelector('script[src*="scripts/rulebook.mjs"]').src;
  const { execute } = await import(new URL('python.mjs', script).href);
  let out = '';
  const { state } = await execute({ language: 'en', codes }, (part) => { out += part.text; });
  return [state, out];
}"""

EVALUATIONS = {
    "a function of text": "import js\nprint(js.Object.constructor('return 40 + 2')())",
    "an asynchronous function of text": (
        "import js\nAsync = js.Object.getPrototypeOf(js.Object.constructor.prototype).constructor.constructor\n"
        "print(Async('return 40 + 2')())"
    ),
    "eval": "import js\nprint(js.globalThis.eval('40 + 2'))",
    "run_js": "from pyodide.code import run_js\nprint(run_js('40 + 2'))",
    "a timer of text": "import js\njs.setTimeout('40 + 2', 0)\nraise RuntimeError('not evaluated')",
    "an imported text": (
        "from pyodide.ffi import run_sync\nfrom pyodide.code import run_js\n"
        "print(run_sync(run_js('import(\"data:text/javascript,export default 6 * 7\")')).default)"
    ),
}
OUTWARD = {
    "fetch": "import js\nprint(js.fetch('{address}'))",
    "a request": "import js\nasked = js.XMLHttpRequest.new()\nasked.open('GET', '{address}', False)\nasked.send()",
    "a socket": "import js\nprint(js.WebSocket.new('{address}'))",
    "a stream": "import js\nprint(js.EventSource.new('{address}'))",
    "a worker": "import js\nprint(js.Worker.new('{address}'))",
}
LIBRARY = {
    "Pyodide's own request": "from pyodide.http import open_url\nprint(open_url('{address}'))",
    "the standard library": "import urllib.request\nprint(urllib.request.urlopen('{address}'))",
}
"""For this the rest of the library is loaded, in one engine; what it comes to in the end is what the others try."""


@dataclass
class Place:
    """A page, and a host that is not its own."""

    engine: str
    tab: Tab
    elsewhere: Host


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def place(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Iterator[Place]:
    with Host(SITE) as host, Host(SITE) as elsewhere, engine_named(request.param).tab() as tab:
        turn_to(tab, f"{host.address}/en/{CALCULATORS}")
        yield Place(request.param, tab, elsewhere)


def run(tab: Tab, *codes: str) -> Any:
    return tab.evaluate(RUN, list(codes))


def test_python_evaluates_no_javascript_and_reaches_no_other_host(place: Place) -> None:
    tab, elsewhere = place.tab, place.elsewhere
    assert run(tab, "print(6 * 7)") == ["ready", "42\n"]
    for what, code in EVALUATIONS.items():
        state, out = run(tab, code)
        assert state == "error", what
        assert "42" not in out.replace(code, ""), what
    library = LIBRARY if EACH_IN_EACH or place.engine == "chromium" else {}
    for what, code in (OUTWARD | library).items():
        state, _ = run(tab, code.format(address=f"{elsewhere.address}/en/"))
        assert state == "error", what
    assert elsewhere.asked == []
    assert run(tab, "print(6 * 7)") == ["ready", "42\n"]


def test_the_page_evaluates_nothing_and_asks_nobody_else(place: Place) -> None:
    tab, elsewhere = place.tab, place.elsewhere
    refused = tab.evaluate(
        """async (address) => {
          const tries = {
            fetch: () => fetch(address),
            image: () => new Promise((go, stop) => {
              const image = new Image();
              [image.onload, image.onerror] = [go, stop];
              image.src = `${address}images/favicon.svg`;
            }),
            script: () => new Promise((go, stop) => {
              const script = document.createElement('script');
              [script.onload, script.onerror] = [go, stop];
              script.src = address;
              document.head.append(script);
            }),
            function: async () => { const made = Reflect.construct(Function, ['return 1']); return made(); },
            inline: async () => {
              const script = document.createElement('script');
              script.textContent = 'globalThis.ranInline = true';
              document.head.append(script);
              if (!globalThis.ranInline) throw new Error('silenced');
            },
            handler: async () => {
              const button = document.createElement('button');
              button.setAttribute('onclick', 'globalThis.ranHandler = true');
              document.body.append(button);
              button.click();
              button.remove();
              if (!globalThis.ranHandler) throw new Error('silenced');
            },
          };
          const refused = [];
          for (const [name, attempt] of Object.entries(tries)) await attempt().catch(() => refused.push(name));
          return refused;
        }""",
        f"{elsewhere.address}/en/",
    )
    assert refused == ["fetch", "image", "script", "function", "inline", "handler"]
    assert elsewhere.asked == []
