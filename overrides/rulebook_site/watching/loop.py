"""What is done after a save: at once the page, then its system's pages, then everything, until the next save."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

import click

from rulebook_site import LANGUAGES, serve
from rulebook_site.faults import Fault
from rulebook_site.watching import saves
from rulebook_site.watching.server import server
from rulebook_site.watching.shown import Awaited, Shown
from rulebook_site.watching.workshop import KIT, Made, Workshop

DOCS = Path("docs")
WORK = Path("build/watching")
"""Where the site is copied to, to be seen, and where single pages are made."""

QUIET_SECONDS = 0.05
"""How long nothing more may be saved before the work begins: editors save in several steps."""

BLOCKS = ("data-table", "glossary", "mechanics", "rule-figure", "ruling", "widget")
LIVE = ("```pycon", ":::", *(f"/// {name}" for name in BLOCKS))
"""What in a page's text is filled in by Python."""


@dataclass(frozen=True)
class Built:
    """How a background build ended."""

    process: subprocess.Popen[str]
    output: str


@dataclass
class Bench:
    """What is to be done for a language.

    Args:
        workshop: Its Python.
        wanted: Pages to be made, the most urgent first.
        owed: What is wrong with pages that could not be made; they are tried again after every save.
        broken: What is wrong for every page; then nothing more is made until the next save.
        outdated: Whether something was saved since the workshop was asked last.
    """

    workshop: Workshop
    wanted: list[str] = field(default_factory=list)
    owed: dict[str, tuple[Fault, ...]] = field(default_factory=dict)
    broken: tuple[Fault, ...] = ()
    halted: bool = False
    outdated: bool = False


class Loop:
    """Does what follows a save.

    Args:
        site: Folder of the finished site.
        shown: What the browser sees.
        command: What builds the site; it only builds what has changed.
        public_url: See `pages.build`.
    """

    def __init__(self, site: Path, shown: Shown, command: Sequence[str], public_url: str = "") -> None:
        self.site = site
        self.shown = shown
        self.command = list(command)
        self.public_url = public_url
        self.news: SimpleQueue[Path | tuple[Workshop, Made] | Built | None] = SimpleQueue()
        self.benches = {language: Bench(self._workshop(language)) for language in LANGUAGES}
        self.building: subprocess.Popen[str] | None = None
        self.stale = True  # something may have been saved while the site was being built
        self.older_python = False
        self.saved_at = time.monotonic()
        self.whole: tuple[Fault, ...] = ()
        self.said: tuple[Fault, ...] = ()
        for language in LANGUAGES:
            self._want(language, ["index.md"])  # which compiles the templates, too
        self.shown.say((), "rest")

    def run(self) -> None:
        """Work until `stop` is called."""
        while True:
            try:
                self._work()
                news = self.news.get()
                saved: set[Path] = set()
                began = time.monotonic()
                while isinstance(news, Path):
                    saved.add(news)
                    news = self._soon()
                if saved:
                    self.saved_at = began
                    self._after(saves.sort(saved, self._known))
                if news is None and not saved:
                    return
                if isinstance(news, Built):
                    self._after_build(news)
                elif news:
                    self._after_made(*news)
            except KeyboardInterrupt:
                return

    def stop(self) -> None:
        """Let `run` come to its end, from another thread."""
        self.news.put(None)

    def close(self) -> None:
        """End all that runs."""
        self._stop_build()
        for bench in self.benches.values():
            bench.workshop.close()

    def _soon(self) -> Path | tuple[Workshop, Made] | Built | None:
        try:
            return self.news.get(timeout=QUIET_SECONDS)
        except Empty:
            return None

    def _known(self, language: str, page: str) -> bool:
        return (self.shown.folder / language / address(page)).is_file()

    def _workshop(self, language: str) -> Workshop:
        return Workshop(
            language, WORK / language, self.public_url, lambda workshop, made: self.news.put((workshop, made))
        )

    def _seconds(self) -> str:
        return f"{time.monotonic() - self.saved_at:.1f} s"

    # What follows

    def _after(self, saved: saves.Saved) -> None:
        self._stop_build()
        self.stale = True
        self.whole = ()
        self.older_python |= saved.python
        for language, bench in self.benches.items():
            if saved.rules or not bench.workshop.alive:
                bench.workshop.close()
                bench.workshop = self._workshop(language)
                self._want(language, self._pages_of(language, saved.systems))
            pages = [page for other, page in saved.pages if other == language]
            looked_at = self._looked_at(language) if saved.rules else []
            self._want(language, sorted(pages, key=lambda page: page not in self._looked_at(language)) + looked_at)
            if pages or saved.rules:
                bench.halted, bench.outdated = False, True
                self._want(language, [*bench.owed])
                bench.wanted = bench.wanted or [""]
        if saved.kit:
            self._want(LANGUAGES[0], [KIT])

    def _after_made(self, workshop: Workshop, made: Made) -> None:
        language = workshop.language
        bench = self.benches[language]
        if bench.workshop is not workshop:  # it has been closed
            return
        workshop.busy = False
        if made.everywhere:
            bench.broken, bench.halted = made.faults, not bench.outdated
            self._want(language, [made.page])
            return
        if made.page != KIT:
            bench.broken = ()
        if made.faults:
            bench.owed[made.page] = made.faults
            return
        bench.owed.pop(made.page, None)
        if made.page == KIT:
            self.shown.put_kit(made.files)
            click.echo(f"scripts and styles ({self._seconds()})")
        elif made.files and self.shown.put(language, made.files):
            click.echo(f"/{language}/{address(made.page).removesuffix('index.html')} ({self._seconds()})")

    def _after_build(self, built: Built) -> None:
        if built.process is not self.building:
            return
        self.building = None
        self.stale = False
        if built.process.returncode:
            self.whole = (Fault("", 0, built.output.strip()),)
            return
        self.older_python = False
        self.shown.renew(self.site)
        click.echo(f"everything ({self._seconds()})")

    # What is to be done

    def _want(self, language: str, pages: list[str]) -> None:
        """Put pages before all that is wanted."""
        bench = self.benches[language]
        bench.wanted = list(dict.fromkeys([*pages, *bench.wanted]))

    def _looked_at(self, language: str) -> list[str]:
        found = []
        for path in self.shown.looked_at():
            first, _, page = path.partition("/")
            if first == language and (source := source_of(language, page)):
                found.append(source)
        return found

    def _pages_of(self, language: str, systems: frozenset[str]) -> list[str]:
        """Return the pages of some systems that Python fills in."""
        found = []
        for system in sorted(systems):
            for path in sorted((DOCS / language / system).glob("*.md")):
                text = path.read_text(encoding="utf-8")
                if any(block in text for block in LIVE):
                    found.append(path.relative_to(DOCS / language).as_posix())
        return found

    def _work(self) -> None:
        """Begin whatever can be begun, and say how things are."""
        for bench in self.benches.values():
            if bench.wanted and not bench.workshop.busy and not bench.halted:
                bench.outdated = False
                bench.workshop.ask(bench.wanted.pop(0))
        busy = any(bench.workshop.busy for bench in self.benches.values())
        wrong = (found for bench in self.benches.values() for found in (bench.broken, *bench.owed.values()))
        faults = [fault for found in wrong for fault in found]
        if self.stale and not busy and not faults and not self.building:
            self._build()
        self._say(tuple(sorted({*faults, *self.whole})), busy)

    def _say(self, faults: tuple[Fault, ...], busy: bool) -> None:
        awaited: Awaited = ""
        if self.stale:
            awaited = "mending" if busy else "" if faults else "python" if self.older_python else "rest"
        self.shown.say(faults, awaited)
        if faults and faults != self.said:
            click.echo("\n".join(map(str, faults)), err=True)
        elif self.said and not faults:
            click.echo("mended")
        self.said = faults

    # The background build

    def _build(self) -> None:
        process = subprocess.Popen(
            ["nice", *self.command],
            env={name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.building = process

        def wait() -> None:
            output, _ = process.communicate()
            self.news.put(Built(process, output))

        threading.Thread(target=wait, daemon=True).start()

    def _stop_build(self) -> None:
        """End the build that runs: it would show what was there before the save."""
        if self.building:
            os.killpg(self.building.pid, signal.SIGTERM)
            self.building.wait()
            self.building = None


def address(page: str) -> str:
    """Return where a page lies below its language's folder.

    Example:
        >>> address("index.md"), address("contest/chart.md")
        ('index.html', 'contest/chart/index.html')
    """
    path = Path(page)
    return (path.with_suffix(".html") if path.stem == "index" else path.with_suffix("") / "index.html").as_posix()


def source_of(language: str, path: str) -> str:
    """Return the page that lies somewhere below its language's folder; empty for none.

    Example:
        >>> source_of("en", "contest/check/index.html"), source_of("en", "404.html")
        ('contest/check.md', '')
    """
    folder = Path(path).parent
    for page in (folder / "index.md", Path(f"{folder}.md")):
        if path.endswith("index.html") and (DOCS / language / page).is_file():
            return page.as_posix()
    return ""


def run(site: Path, port: int, command: Sequence[str], public_url: str = "") -> None:
    """Serve the site and show whatever is saved, until interrupted.

    Args:
        site: Folder of the finished site.
        port: Port to serve on.
        command: What builds the site; it only builds what has changed.
        public_url: Address of the folder that holds the languages, where it is known.
    """
    shown = Shown(WORK / "site")
    shown.renew(site)
    with server(shown, port) as running:
        loop = Loop(site, shown, command, public_url)
        listener = saves.listen(loop.news.put)
        running.begin()
        click.echo(f"{serve.address(running)} (what is saved is shown; Ctrl+C ends)")
        try:
            loop.run()
        finally:
            listener.stop()
            loop.close()
            running.shutdown()
            click.echo()
