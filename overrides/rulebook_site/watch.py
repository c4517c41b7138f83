"""`watch`: build again on every save, and serve."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

import click
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from rulebook_site import serve

SOURCES = ("docs", "overrides", "rules_py", "mkdocs.yml", "pyproject.toml")
QUIET_SECONDS = 0.3
"""How long nothing more may be saved before a build starts."""


class Saves(FileSystemEventHandler):
    """Remembers that something was saved."""

    def __init__(self) -> None:
        self.saved = threading.Event()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a change of a source, of which reading and caching are none."""
        if event.event_type in ("opened", "closed_no_write", "accessed"):
            return
        path = str(event.src_path)
        if "__pycache__" not in path and not path.endswith(("~", ".swp", ".pyc")):
            self.saved.set()


def run(site: Path, port: int, command: Sequence[str]) -> None:
    """Serve the site and build it again on every save, until interrupted.

    Args:
        site: Folder of the finished site.
        port: Port to serve on.
        command: What builds the site; it only builds what has changed.
    """
    running = serve.background(site, port)
    saves = Saves()
    observer = Observer()
    for source in SOURCES:
        observer.schedule(saves, source, recursive=Path(source).is_dir())
    observer.start()
    saves.saved.set()  # something may have been saved while the site was being built
    click.echo(f"{serve.address(running)} (building again on every save; Ctrl+C ends)")
    try:
        while True:
            saves.saved.wait()
            while saves.saved.is_set():
                saves.saved.clear()
                saves.saved.wait(QUIET_SECONDS)
            good = not subprocess.run(list(command), check=False).returncode
            click.echo("built" if good else "not built: the pages are as before")
    except KeyboardInterrupt:
        click.echo()
    finally:
        observer.stop()
        observer.join()
        running.shutdown()
