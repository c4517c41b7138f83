"""An author at `make watch`: a copy of the project to save in, what is served and what the terminal says."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds that something may take on a machine that does much else."""

BACKGROUND = """
import sys
from pathlib import Path

source = Path("docs/en/contest/resolution.md").read_text(encoding="utf-8")
with open("begun", "a") as begun:
    print(len(source), file=begun)
word = Path("go").read_text().strip()
if word != "well":
    sys.exit(word)
page = Path("site/en/contest/resolution/index.html")
page.write_text(page.read_text(encoding="utf-8").replace("</article>", f"<p>{source.splitlines()[-1]}</p></article>"))
"""
"""Stands for `make site`: it reads a page, waits for a word and then writes what it has read into the site."""


class Author:
    """Somebody at work.

    Args:
        project: Folder for the copy of the project; its site has the real pages and next to nothing else.
    """

    def __init__(self, project: Path) -> None:
        self.project = project
        for name in ("docs", "rules_py", "overrides"):
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("mkdocs.yml", "pyproject.toml"):
            shutil.copy(ROOT / name, project)
        (project / "node_modules").symlink_to(ROOT / "node_modules")
        for file in (ROOT / "site").rglob("*.html"):
            _copy(file, project / file.relative_to(ROOT))
        for file in (ROOT / "site").glob("*/objects.inv"):
            _copy(file, project / "build/parts" / file.relative_to(ROOT / "site"))
        _copy(ROOT / "site/_headers", project / "site/_headers")
        for hashed in (*(ROOT / "site").glob("*/kit/*"), *(ROOT / "site/runtime").iterdir()):
            (project / hashed.relative_to(ROOT)).mkdir(parents=True)
        os.mkfifo(project / "go")
        (project / "background.py").write_text(BACKGROUND)
        self.terminal: list[str] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Have `watch` run."""
        paths = os.pathsep.join((str(self.project), str(self.project / "overrides")))
        with subprocess.Popen(
            (sys.executable, "-m", "rulebook_site", "watch", "--port", "0", sys.executable, "background.py"),
            cwd=self.project,
            env=os.environ | {"PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout
            address = process.stdout.readline()
            self.host = address.removeprefix("http://").split(" ")[0]
            assert self.host.startswith("127.0.0.1:"), address + process.stdout.read()
            listener = Thread(target=lambda: self.terminal.extend(process.stdout or ()), daemon=True)
            listener.start()
            self.told = self.news()
            Thread(target=self._follow, daemon=True).start()
            try:
                yield
            finally:
                process.send_signal(signal.SIGINT)
                listener.join()

    def _follow(self) -> None:
        """Hear all that an open page is told."""
        with suppress(OSError):
            for line in self._changes("/en/"):
                if line.startswith(b"data: "):
                    self.told = json.loads(line[6:])

    def served(self, address: str) -> str:
        """Return what is served."""
        return self.answer(address).decode()

    def answer(self, address: str) -> bytes:
        """Return the body of an answer, whatever its status."""
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        line.request("GET", address)
        answer = line.getresponse()
        self.headers = dict(answer.getheaders())
        content = answer.read()
        line.close()
        return content

    def _changes(self, page: str) -> Iterator[bytes]:
        line = http.client.HTTPConnection(self.host)
        line.request("GET", f"/-watch/changes?page={quote(page)}")
        yield from line.getresponse()
        line.close()

    def news(self, page: str = "/en/") -> dict[str, Any]:
        """Return what an open page is told first."""
        return dict(json.loads(next(self._changes(page))[6:]))

    def faults(self) -> list[str]:
        """Return what the home page is told to be wrong, each as file, line and message."""
        return [f"{fault['where']}: {fault['message']}" for fault in self.told["faults"]]

    @contextmanager
    def saved(self, file: str, old: str, new: str) -> Iterator[None]:
        """Save a change, and at last what was there before."""
        before = (self.project / file).read_text(encoding="utf-8")
        assert old in before
        self.save(file, before.replace(old, new, 1))
        try:
            yield
        finally:
            self.save(file, before)

    def save(self, file: str, text: str) -> None:
        """Save a file as editors do: a new one takes the place of the old one."""
        new = self.project / f"{file}.tmp"
        new.write_text(text, encoding="utf-8")
        new.rename(self.project / file)

    def let_build(self, word: str) -> None:
        """Tell the background build that waits how to end: `well`, or what it has to complain of."""
        (self.project / "go").write_text(word)

    def builds(self) -> int:
        """Return how many background builds have begun."""
        log = self.project / "begun"
        return len(log.read_text().splitlines()) if log.is_file() else 0


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, to)


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.02)
