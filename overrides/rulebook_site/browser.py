"""`browser`: a Chromium for the checks, installed when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from rulebook_site.faults import SiteError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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


def install() -> None:
    """Install one: Debian's as root, otherwise Playwright's.

    Raises:
        SiteError: When that fails.
    """
    if os.geteuid() == 0 and shutil.which("apt-get"):
        commands = [
            ["apt-get", "update"],
            ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"],
        ]
    else:
        commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    for command in commands:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(command, env=quiet, check=False).returncode:
            raise SiteError(f"no browser, and `{' '.join(command)}` failed")


def ensure() -> str:
    """Return the path of a Chromium, after installing one where there is none."""
    found = find()
    if found is None:
        install()
        found = find()
    if found is None:
        raise SiteError("no browser, although the installation reported none missing")
    return found
