"""What the browser sees: the site as it was built last, and over it what has been made since."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Condition
from typing import Literal

from rulebook_site import LANGUAGES, NAMELESS
from rulebook_site.dressing import PRINTS, with_kit, with_prints
from rulebook_site.faults import Fault
from rulebook_site.files import mirror
from rulebook_site.policy import policy_of, with_policy

Awaited = Literal["", "rest", "python", "mending"]
"""What is still on its way: nothing, navigation and search and the like, the browser's Python too, or a remedy."""


@dataclass(frozen=True)
class Build:
    """What pages have to say of the build around them.

    Args:
        runtime: Folder of the Python runtime, below the site.
        kits: Name of the folder of scripts and styles, by language.
        policies: The `meta` element of the policy, by language.
    """

    runtime: str
    kits: Mapping[str, str]
    policies: Mapping[str, str]

    @classmethod
    def of(cls, site: Path) -> Build:
        """Return what a finished site says."""
        return cls(
            f"runtime/{_only(site / 'runtime')}",
            {language: _only(site / language / "kit") for language in LANGUAGES},
            {name: policy_of((site / name / "index.html").read_text(encoding="utf-8")) for name in LANGUAGES},
        )


def _only(folder: Path) -> str:
    return next((path.name for path in sorted(folder.glob("*"))), "")


class Shown:
    """The pages, for whoever asks, and what is said over them; `changed` is told of everything new.

    Args:
        folder: Folder for a copy of the site, so that a build does not change what is seen before it is finished.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed = Condition()
        self.faults: tuple[Fault, ...] = ()
        self.awaited: Awaited = ""
        self._looked_at: dict[object, str] = {}
        self._last = ""
        self._pages: dict[str, bytes] = {}
        self._kit: dict[str, bytes] = {}

    def renew(self, site: Path) -> None:
        """Show a finished site, and nothing else."""
        with self.changed:
            mirror(site, self.folder)
            self._build = Build.of(self.folder)
            self._pages.clear()
            self._kit.clear()
            self.changed.notify_all()

    def put(self, language: str, files: Mapping[str, bytes]) -> bool:
        """Show newer pages of a language, as a workshop has made them; tell whether they differ from what was shown."""
        with self.changed:
            paths = [f"{language}/{path}" for path in files]
            before = [self.page(path) for path in paths]
            self._pages |= dict(zip(paths, files.values(), strict=True))
            self.changed.notify_all()
            return before != [self.page(path) for path in paths]

    def put_kit(self, files: Mapping[str, bytes]) -> None:
        """Show newer scripts and styles."""
        with self.changed:
            self._kit = dict(files)
            self.changed.notify_all()

    def say(self, faults: tuple[Fault, ...], awaited: Awaited) -> None:
        """Say what is wrong and what is still on its way."""
        with self.changed:
            self.faults, self.awaited = faults, awaited
            self.changed.notify_all()

    def page(self, path: str) -> bytes | None:
        """Return a page, by its path below the site."""
        with self.changed:
            file = self.folder / path
            built = file.read_bytes() if file.is_file() else None
            fresh = self._pages.get(path)
            return built if fresh is None else self._dressed(path.split("/")[0], fresh, built or b"")

    def _dressed(self, language: str, page: bytes, built: bytes) -> bytes:
        text = with_kit(page.decode().replace(NAMELESS, self._build.runtime), self._build.kits[language])
        for prints in PRINTS.finditer(built.decode()):
            text = with_prints(text, prints[2], prints[3]) or text
        return (with_policy(text, self._build.policies[language]) or text).encode()

    def of_kit(self, path: str) -> bytes | None:
        """Return a script or a style that is newer than the built ones, by its path below the site."""
        with self.changed:
            language = path.split("/")[0]
            folder = f"{language}/kit/{self._build.kits.get(language)}/"
            return self._kit.get(path.removeprefix(folder)) if path.startswith(folder) else None

    def edition(self, page: bytes) -> str:
        """Return a hash over a page and what it is shown with."""
        with self.changed:
            digest = hashlib.sha256(page)
            for path in sorted(self._kit):
                digest.update(self._kit[path])
            return digest.hexdigest()[:16]

    def look(self, reader: object, path: str) -> None:
        """Remember that somebody looks at a page; once it is left, `leave` is to be told."""
        with self.changed:
            self._looked_at[reader] = path
            self._last = path

    def leave(self, reader: object) -> None:
        """Remember that it is looked at no more."""
        with self.changed:
            self._looked_at.pop(reader, None)

    def looked_at(self) -> list[str]:
        """Return the pages that are looked at, the latest first; if none is, the one that was last."""
        with self.changed:
            paths = [*reversed(self._looked_at.values())] or [self._last]
            return list(dict.fromkeys(filter(None, paths)))
