"""`browser`: one browser of each engine for the checks, and a web server, installed where they are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from rulebook_site.faults import SiteError

SHELL = "chromium-headless-shell"
"""Chromium without a window around the page, which the checks never look at; they take half the time with it."""

PROGRAMS = {
    "chromium": (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("WebKitWebDriver",),
    "nginx": ("nginx", "/usr/sbin/nginx"),
}
"""By engine, what a browser may be called (WebKitGTK's is found by its driver); and the server."""

SCREEN = "Xvfb"
"""WebKitGTK draws on a screen, even if nobody looks."""

PACKAGES = {
    "chromium": ("chromium", SHELL),
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb"),
    "nginx": ("nginx-light",),
}
"""Debian's packages, by engine."""

AS_ROOT = ("--no-sandbox", "--disable-gpu", "--no-first-run")
QUIET = (
    "--disable-background-networking",
    "--disable-ipc-flooding-protection",  # a check turns pages faster than any reader
    "--disable-component-update",
    "--disable-sync",
)


FIREFOX = {
    # There is a mouse, which is fine and hovers; without a screen it believes that there is none.
    **{f"ui.{which}PointerCapabilities": 2 | 4 for which in ("primary", "all")},
    # No process is started for a page that may come; with a profile for each check, most are started for nothing.
    "dom.ipc.processPrelaunch.enabled": False,
    # Nothing is written down about pages that no reader will look for.
    "places.history.enabled": False,
    "browser.sessionstore.interval": 10**9,
    # Nobody looks: its windows, with all that stands around the pages, are drawn thirty times a second, not sixty.
    "layout.frame_rate": 30,
}
"""What Firefox is told for the checks."""

BRIEF_CHROMIUM = (
    "--in-process-gpu",
    "--js-flags=--wasm-tiering-budget=300000000 --no-wasm-inlining --no-turbofan --invocation-count-for-maglev=20000",
)
BRIEF_WEBKIT = {"JSC_useOMGJIT": "0", "JSC_useFTLJIT": "0"}
"""What keeps the last compilers of an engine from beginning: they take seconds for what then runs for minutes, and a
check stays on a page for seconds. In Chromium that for Python's binary still begins, later, where Python calculates
long (code may run for ten seconds, and without it that is not much), and one for scripts where much is called often.
Nor does it draw in a process of its own: to tell that one what to draw is a tenth of its work."""


def surroundings(*, brief: bool = False) -> dict[str, str]:
    """Return what a browser finds in its environment: Japanese letters too, where the system has none.

    Args:
        brief: Whether WebKitGTK does without its last compilers.
    """
    told = {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
    return os.environ | told | (BRIEF_WEBKIT if brief else {})


def of_system(engine: str) -> str | None:
    """Return the path of the system's browser (of WebKitGTK: of its driver), if it has all that is needed."""
    if engine == "webkit" and not shutil.which(SCREEN):
        return None
    return next(filter(None, map(shutil.which, PROGRAMS[engine])), None)


def of_playwright(engine: str) -> str | None:
    """Return the path of Playwright's own browser; it has none that is WebKitGTK as readers have it."""
    if engine in ("webkit", "nginx"):
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path: str = getattr(playwright, engine).executable_path
    return path if Path(path).is_file() else None


def find(engine: str = "chromium") -> str | None:
    """Return the path of a browser: the system's, or else Playwright's own."""
    return of_system(engine) or of_playwright(engine)


def launching(engine: str = "chromium", *, whole: bool = False, brief: bool = False) -> dict[str, Any]:
    """Return what Playwright has to be told to start the browser that `find` finds.

    Args:
        engine: Which one.
        whole: Whether it has to be Chromium as readers have it, which puts a page aside for the way back and makes one
            ready before it is wanted; the one without a window does neither.
        brief: Whether Chromium puts off its last compilers.
    """
    path = next(filter(None, map(shutil.which, PROGRAMS[engine][1:])), None) if whole else of_system(engine)
    options: dict[str, Any] = {"env": surroundings()}
    if path:
        options["executable_path"] = path  # its own it finds by itself
    if whole:
        options["ignore_default_args"] = ["--disable-back-forward-cache"]
    if engine == "chromium":
        options["args"] = [*QUIET, *(AS_ROOT if os.geteuid() == 0 else ()), *(BRIEF_CHROMIUM if brief else ())]
    elif path:
        options["channel"] = "moz-firefox"
        options["firefox_user_prefs"] = FIREFOX
    return options


def install(engines: list[str]) -> None:
    """Try to install browsers: Debian's as root, otherwise Playwright's."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def run(*command: str) -> bool:
        return subprocess.run(command, env=quiet, check=False).returncode == 0

    if os.geteuid() == 0 and shutil.which("apt-get"):
        get = ("apt-get", "install", "--yes", "--no-install-recommends")
        run("apt-get", "update")
        for wanted, *beside in (PACKAGES[engine] for engine in engines):
            _ = run(*get, wanted, *beside) or run(*get, wanted)  # a Chromium with a window does as well
    elif own := [engine for engine in engines if engine not in ("webkit", "nginx")]:
        run(sys.executable, "-m", "playwright", "install", *own)


def ensure() -> str:
    """Return the paths of the programs, one a line, after installing what is missing.

    Raises:
        SiteError: When one is missing and cannot be installed.
    """
    without_shell = os.geteuid() == 0 and bool(shutil.which("apt-get")) and not shutil.which(SHELL)
    wanted = [engine for engine in PROGRAMS if not find(engine) or (engine == "chromium" and without_shell)]
    if wanted:
        install(wanted)
    found = {engine: find(engine) for engine in PROGRAMS}
    missing = [engine for engine, path in found.items() if not path]
    if missing:
        packages = " ".join(package for engine in missing for package in PACKAGES[engine])
        raise SiteError(f"missing for the checks: {', '.join(missing)}; on Debian install {packages}")
    return "\n".join(map(str, found.values()))
