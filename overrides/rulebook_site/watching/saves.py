"""What of the project was saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from rulebook_site import LANGUAGES

SOURCES = ("docs", "overrides", "rules_py", "mkdocs.yml", "pyproject.toml")
ELSEWHERE = tuple(
    Path("overrides", each)
    for each in ("offline", "print", "editor", "rulebook_site/printing", "rulebook_site/watching")
)
"""Sources that no page is made of; the background build follows them."""


@dataclass(frozen=True)
class Saved:
    """What was saved.

    Args:
        pages: Pages whose text was saved, by language, such as `("en", "contest/chart.md")`.
        rules: Whether everything has to be loaded anew: the rules, the templates, our tools, or which pages there are.
        python: Whether it was the rules, which the browser runs too.
        systems: The folders of `rules_py` in which something was saved; empty when it may concern every page.
        kit: Whether it was the theme's scripts or styles.
    """

    pages: tuple[tuple[str, str], ...] = ()
    rules: bool = False
    python: bool = False
    systems: frozenset[str] = frozenset()
    kit: bool = False


def sort(paths: Iterable[Path], known: Callable[[str, str], bool]) -> Saved:
    """Return what was saved.

    Args:
        paths: The files, below the project's folder.
        known: Tells whether a language's page was there before.
    """
    pages: list[tuple[str, str]] = []
    systems: set[str] = set()
    rules = python = kit = everywhere = False
    for path in sorted(set(paths)):
        below = path.parts
        if below[0] == "docs" and len(below) > 2 and below[1] in LANGUAGES and path.suffix == ".md":
            page = (below[1], Path(*below[2:]).as_posix())
            there = path.is_file()
            if there:
                pages.append(page)
            rules |= not (there and known(*page))
        elif below[:2] == ("overrides", "theme") and path.suffix in (".css", ".mjs"):
            kit = True
        elif below[0] == "rules_py":
            rules = python = True
            systems.add(below[1])
            everywhere |= len(below) < 3 or below[1] == "core"
        elif below[0] != "docs" and not any(path.is_relative_to(each) for each in ELSEWHERE):
            rules = everywhere = True
    return Saved(tuple(pages), rules, python, frozenset() if everywhere else frozenset(systems), kit)


class _Listener(FileSystemEventHandler):
    def __init__(self, tell: Callable[[Path], None]) -> None:
        self.tell = tell

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Tell of a change of a source, of which reading and caching are none."""
        if event.is_directory or event.event_type in ("opened", "closed_no_write", "accessed"):
            return
        for name in filter(None, (event.src_path, event.dest_path)):
            path = Path(str(name))
            path = path.relative_to(Path.cwd()) if path.is_absolute() else path
            hidden = any(part.startswith((".", "__pycache__")) for part in path.parts)
            if not hidden and path.suffix not in (".pyc", ".swp", ".tmp") and not path.name.endswith("~"):
                self.tell(path)


def listen(tell: Callable[[Path], None]) -> BaseObserver:
    """Tell of every saved source, in a thread of its own; `stop()` ends it."""
    observer = Observer()
    for source in SOURCES:
        if Path(source).exists():
            observer.schedule(_Listener(tell), source, recursive=Path(source).is_dir())
    observer.start()
    return observer
