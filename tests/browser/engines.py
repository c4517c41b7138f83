"""The three browser engines behind one small interface: a tab of Chromium, Firefox or WebKitGTK."""

from __future__ import annotations

import functools
import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Self
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Playwright
from rulebook_site import serve
from rulebook_site.browser import SCREEN, launching, of_system, surroundings

PATIENCE = 120
"""Seconds that a condition may take on a machine that does much else."""

EACH_IN_EACH = os.environ.get("ENGINES") == "each"
"""Whether every case of every test is wanted in every engine."""

LISTENING = "() => document.readyState === 'complete' && !document.querySelector(':not(:defined)')"
"""Whether the scripts that a page names have come, and what stands on it listens."""

BRIEF = not EACH_IN_EACH
"""Whether the browsers do without their last compilers."""

NAMES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKitGTK"}


class Tab(ABC):
    """The only tab of a profile.

    Functions of the page are given as JavaScript (`"(name) => …"`) and may return a promise; what goes in and comes
    out is what JSON can say.
    """

    version: str
    """The browser's."""
    messages: list[str] | None = None
    """What the page and its workers have said in the console, where the driver tells it."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page and wait until it has loaded."""

    @abstractmethod
    def back(self) -> None:
        """Go one page back; what is to be seen there has to be waited for."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page and return its result."""

    @abstractmethod
    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until a function returns something true."""

    @abstractmethod
    def fill(self, selector: str, text: str) -> None:
        """Replace the text of a field."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Click on an element."""

    @abstractmethod
    def close(self) -> None:
        """Close the tab and forget its profile."""

    def held(self) -> tuple[int, int]:
        """Return how many bytes and elements the page's scripts hold, after a collection; 0 where no driver tells."""
        return 0, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Engine(ABC):
    """A browser that opens tabs, each in a profile of its own."""

    @abstractmethod
    def tab(self, keeping: bool = False) -> Tab:
        """Open a tab in a fresh profile.

        Args:
            keeping: Whether the site may keep files there; WebKitGTK's driver cannot forbid it, but `Host` does.
        """

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def unkept(context: BrowserContext) -> BrowserContext:
    """Let the site believe that the reader wants no files kept, so that what is loaded is what the test is about."""
    context.add_init_script("try { localStorage.setItem('rulebook-offline', 'no') } catch { /* closed */ }")
    return context


class PlaywrightTab(Tab):
    """A tab of Chromium or Firefox.

    Args:
        context: Its profile.
        version: The browser's.
    """

    def __init__(self, context: BrowserContext, version: str) -> None:
        self.version = version
        self.messages = said = list[str]()
        self._context = context
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: said.append(f"error: {error.error}"))
        self.page = context.pages[0] if context.pages else context.new_page()

    def open(self, address: str) -> None:
        self.page.goto(address)

    def back(self) -> None:
        # Playwright's own way waits without end for a page that Firefox had put aside whole.
        self.page.evaluate("() => { setTimeout(() => history.back()); }")

    def held(self) -> tuple[int, int]:
        if self._context.browser and self._context.browser.browser_type.name != "chromium":
            return 0, 0
        session = self._context.new_cdp_session(self.page)
        session.send("Performance.enable")
        session.send("HeapProfiler.collectGarbage")
        measured = {each["name"]: int(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
        session.detach()
        return measured["JSHeapUsedSize"], measured["Nodes"]

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self.page.evaluate(function, argument)

    def wait(self, condition: str, argument: Any = None) -> None:
        if condition.startswith("async"):  # Playwright would take the promise for the answer
            until(lambda: self.evaluate(condition, argument), condition)
        else:  # asked for every frame, as is Playwright's way, the page would draw without end
            self.page.wait_for_function(condition, arg=argument, polling=50)

    def fill(self, selector: str, text: str) -> None:
        self.page.fill(selector, text)

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def close(self) -> None:
        self._context.close()


class PlaywrightEngine(Engine):
    """Chromium, or Firefox as it is sold.

    Args:
        playwright: The running Playwright.
        name: Playwright's name of the engine.
        brief: Whether it does without its last compilers.
    """

    def __init__(self, playwright: Playwright, name: str, *, brief: bool = False) -> None:
        self._kind = getattr(playwright, name)
        self._options = launching(name, brief=brief)
        self._saved = TemporaryDirectory()
        self.saved = Path(self._saved.name)
        """Where files come down; Firefox' driver gives them their names and tells nobody."""
        self._browser = self._kind.launch(**self._options, downloads_path=self.saved)

    def tab(self, keeping: bool = False) -> PlaywrightTab:
        context = self._browser.new_context()
        return PlaywrightTab(context if keeping else unkept(context), self._browser.version)

    def kept_tab(self, profile: Path) -> PlaywrightTab:
        """Open a tab in a profile that lies in a folder and outlives it (Chromium)."""
        context = unkept(self._kind.launch_persistent_context(profile, **self._options))
        return PlaywrightTab(context, self._browser.version)

    def close(self) -> None:
        self._browser.close()
        self._saved.cleanup()


class WebKitTab(Tab):
    """A tab of WebKitGTK's MiniBrowser.

    Args:
        driver: A connection to its driver, which speaks WebDriver and serves one tab at a time.
    """

    def __init__(self, driver: HTTPConnection) -> None:
        self._driver = driver
        self._path = "/session"
        begun = self._ask("POST", capabilities={"alwaysMatch": {"timeouts": {"script": PATIENCE * 1000}}})
        self._path += f"/{begun['sessionId']}"
        self.version = begun["capabilities"]["browserVersion"]

    def open(self, address: str) -> None:
        self._ask("POST", "/url", url=address)

    def back(self) -> None:
        self._ask("POST", "/back")

    def evaluate(self, function: str, argument: Any = None) -> Any:
        called = f"Promise.resolve(arguments[0]).then({function})"
        script = f"{called}.then((value) => arguments[1]({{value}}), (error) => arguments[1]({{error: `${{error}}`}}))"
        told = self._ask("POST", "/execute/async", script=script, args=[argument])
        if "error" in told:
            raise RuntimeError(told["error"])
        return told.get("value")

    def wait(self, condition: str, argument: Any = None) -> None:
        until(lambda: self.evaluate(condition, argument), condition)

    def fill(self, selector: str, text: str) -> None:
        self.evaluate("(at) => document.querySelector(at).scrollIntoView({block: 'center'})", selector)
        element = self._element(selector)
        self._ask("POST", f"{element}/clear")
        self._ask("POST", f"{element}/value", text=text)

    def click(self, selector: str) -> None:
        self._ask("POST", f"{self._element(selector)}/click")

    def close(self) -> None:
        self._ask("DELETE")

    def _element(self, selector: str) -> str:
        (ident,) = self._ask("POST", "/element", using="css selector", value=selector).values()
        return f"/element/{ident}"

    def _ask(self, method: str, path: str = "", **body: object) -> Any:
        self._driver.request(method, self._path + path, json.dumps(body) if method == "POST" else None)
        response = self._driver.getresponse()
        value = json.load(response)["value"]
        if response.status != HTTPStatus.OK:
            raise RuntimeError(f"{value['error']}: {value['message']}")
        return value


class WebKitEngine(Engine):
    """WebKitGTK, on a screen that nobody sees.

    Args:
        brief: Whether it does without its last compilers.
    """

    def __init__(self, *, brief: bool = False) -> None:
        self._surroundings = surroundings(brief=brief)
        self._begin()

    def _begin(self) -> None:
        program, screen = of_system("webkit"), shutil.which(SCREEN)
        assert program, "there is no WebKitGTK with its driver and a screen here; `make browser` installs it"
        told, tells = os.pipe()
        command = [str(screen), "-displayfd", str(tells), "-nolisten", "tcp"]
        self._screen = subprocess.Popen(command, pass_fds=[tells], stderr=subprocess.DEVNULL)
        os.close(tells)
        with os.fdopen(told) as number:
            display = f":{number.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        # Without a graphics card one would be imitated, which takes two fifths of the browser's time.
        told_how = {"DISPLAY": display, "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        self._program = subprocess.Popen(
            [program, f"--port={port}"], env=self._surroundings | told_how, stderr=subprocess.DEVNULL
        )
        self._driver = HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 2)
        until(self._listens, "WebKitGTK's driver to listen")

    def _listens(self) -> bool:
        try:
            self._driver.connect()
        except ConnectionRefusedError:
            return False
        return True

    def tab(self, keeping: bool = False) -> WebKitTab:
        self._allow(PATIENCE / 2)
        try:
            tab = WebKitTab(self._driver)
        except (TimeoutError, HTTPException):
            # Rarely its driver starts the browser and does not hear of it; or it is still busy with what has failed.
            self.close()
            self._begin()
            tab = WebKitTab(self._driver)
        self._allow(2 * PATIENCE)
        return tab

    def _allow(self, seconds: float) -> None:
        self._driver.timeout = seconds
        if self._driver.sock:
            self._driver.sock.settimeout(seconds)

    def close(self) -> None:
        self._driver.close()
        for process in (self._program, self._screen):
            process.terminate()
            process.wait()


def until(condition: Callable[[], object], what: str) -> None:
    """Ask again and again until something is true.

    Raises:
        TimeoutError: When it takes too long.
    """
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.2)  # a service worker that is asked goes through all that it keeps


def begin(playwright: Playwright, name: str, *, brief: bool = False) -> Engine:
    """Start a browser by its name in `NAMES`, as readers have it or, for checks that are brief, without its last
    compilers; see `rulebook_site.browser`."""
    return WebKitEngine(brief=brief) if name == "webkit" else PlaywrightEngine(playwright, name, brief=brief)


AT_ONCE = 8192
"""Bytes of a file that a server sends at once."""

FAULTS = ("404", "500", "slow", "cut", "short", "mistyped", "page")
"""What a server may do to a file: an error; nothing comes; the connection ends in the middle; half of it comes as if it
were all; a wrong type is named; a page to sign in stands in its place."""


class Host:
    """A server of the site that notes what it is asked for.

    Args:
        site: Folder of the finished site.
        instead: By the end of an address, the file with which it is answered instead.
        pauses: By the end of an address, the seconds after which it is answered.
        keeping: Whether there is a service worker to keep files.
        line: Waits until that many bytes are through.
    """

    def __init__(
        self,
        site: Path,
        instead: Mapping[str, Path] | None = None,
        pauses: Mapping[str, float] | None = None,
        *,
        keeping: bool = False,
        line: Callable[[int], None] = lambda count: None,
    ) -> None:
        asked: list[str] = []
        sent: list[str] = []
        carried = Counter[str]()
        host = self
        self.faults: dict[str, str] = {}
        """By the end of an address, one of `FAULTS`; it lasts as long as it stands here."""
        self.instead = dict(instead or {})
        """By the end of an address, the file with which it is answered instead."""
        self.gone = False
        """Whether the network is: every request ends without an answer."""
        self.site = site
        """Folder of the site; another may take its place, as when a new build is put onto a server."""

        class Noting(serve.Handler):
            def handle_one_request(self) -> None:
                super().handle_one_request()
                self.close_connection |= host.gone

            def parse_request(self) -> bool:
                return not host.gone and super().parse_request()

            def log_request(self, code: int | str = "-", *_: object) -> None:
                path = urlsplit(self.path).path
                asked.append(path)
                if code == HTTPStatus.OK:
                    sent.append(path)

            def do_GET(self) -> None:
                time.sleep(sum(each for end, each in (pauses or {}).items() if urlsplit(self.path).path.endswith(end)))
                path = urlsplit(self.path).path
                fault = next((each for end, each in host.faults.items() if path.endswith(end)), None)
                if fault:
                    self._fail(fault, path)
                else:
                    super().do_GET()

            def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
                while chunk := source.read(AT_ONCE):
                    line(len(chunk))
                    outputfile.write(chunk)
                    carried[urlsplit(self.path).path] += len(chunk)

            def _fail(self, fault: str, path: str) -> None:
                if fault.isdigit():
                    self.send_error(int(fault))
                    return
                whole = Path(self.translate_path(path)).read_bytes()
                half = whole[: len(whole) // 2]
                content = {"short": half, "page": b"<!doctype html><title>Sign in</title>"}.get(fault, whole)
                kind = {"mistyped": "text/plain", "page": "text/html"}.get(fault, self.guess_type(path))
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(half if fault in ("cut", "slow") else content)
                self.wfile.flush()
                while fault == "slow" and fault in host.faults.values():
                    time.sleep(0.05)
                self.close_connection |= fault in ("cut", "slow")

            def translate_path(self, path: str) -> str:
                if urlsplit(path).path == "/sw.js" and not keeping:
                    return ""
                for end, other in host.instead.items():
                    if urlsplit(path).path.endswith(end):
                        return str(other)
                self.directory = str(host.site)
                return super().translate_path(path)

        self.asked = asked
        """Paths, in the order in which they were answered."""
        self.sent = sent
        """Those of them whose files were sent: the browser had none, or an older one."""
        self.carried = carried
        """By path, the bytes of files as they went over the line."""
        self._server = serve.Server(("127.0.0.1", 0), functools.partial(Noting, directory=str(site)))
        self.address = serve.address(self._server)
        self._server.begin()

    def runtime(self) -> list[str]:
        """Return the names of the files of Python that were asked for."""
        return [path.rpartition("/")[2] for path in self.asked if path.startswith("/runtime/")]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
