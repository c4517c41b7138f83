"""`browser`: a Chromium for the checks, installed when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from rulebook_site.faults import SiteError

SHELL = "chromium-headless-shell"
"""Chromium without a window around the page, which the checks never look at; they take half the time with it."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the path of a Chromium: one of the system's, or else Playwright's own."""
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).is_file() else None


def install() -> bool:
    """Install one: Debian's as root, otherwise Playwright's; say whether that worked."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def run(*command: str) -> bool:
        return subprocess.run(command, env=quiet, check=False).returncode == 0

    if os.geteuid() == 0 and shutil.which("apt-get"):
        get = ("apt-get", "install", "--yes", "--no-install-recommends")
        return run("apt-get", "update") and (run(*get, "chromium", SHELL) or run(*get, "chromium"))
    return run(sys.executable, "-m", "playwright", "install", "chromium")


def ensure() -> str:
    """Return the path of a Chromium, after installing one where there is none.

    Raises:
        SiteError: When there is none and none can be installed.
    """
    found = find()
    missing_shell = os.geteuid() == 0 and bool(shutil.which("apt-get")) and not shutil.which(SHELL)
    if found is None or missing_shell:
        install()  # a browser with a window does as well where the other is not to be had
        found = find()
    if found is None:
        raise SiteError("there is no browser, and none could be installed")
    return found
