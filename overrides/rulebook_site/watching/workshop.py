"""A Python that has one language's pages, theme and rules loaded, and makes a page in a moment.

It is forked off a server that has only what others have written: so each workshop imports the rules and our tools anew.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from rulebook_site import NAMELESS
from rulebook_site.faults import Fault, SiteError

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

THEME = Path("overrides/theme")
KIT = "kit"
"""Asked for instead of a page: the theme's own scripts and styles."""

FOREIGN = (
    "markdown.extensions.attr_list",
    "markdown.extensions.def_list",
    "markdown.extensions.tables",
    "markdown.extensions.toc",
    "mkdocs.commands.build",
    "mkdocs.config.defaults",
    "mkdocstrings_handlers.python",
    "pygments.lexers.python",
    "pymdownx.blocks",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "icepool",
    "resvg_py",
)
"""What others have written and a workshop needs."""

_processes = multiprocessing.get_context("forkserver")


@dataclass(frozen=True)
class Made:
    """What became of a wish.

    Args:
        page: The page, below the folder of its language; empty where only the loading was asked for.
        files: What was made, by path below the language's folder.
        faults: What is wrong; then nothing was made.
        everywhere: Whether it is wrong for every page.
    """

    page: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    everywhere: bool = False


class Workshop:
    """A language's workshop, seen from the outside.

    Args:
        language: The language.
        folder: A folder to write in.
        public_url: See `pages.build`.
        tell: Is given what was made, in a thread of its own.
    """

    def __init__(self, language: str, folder: Path, public_url: str, tell: Callable[[Workshop, Made], None]) -> None:
        self.language = language
        self.busy = False
        self.alive = True
        self._tell = tell
        _processes.set_forkserver_preload(list(FOREIGN))
        self._line, inside = _processes.Pipe()
        self._process = _processes.Process(target=work, args=(inside, language, folder, public_url), daemon=True)
        self._process.start()
        inside.close()
        Thread(target=self._listen, daemon=True).start()

    def ask(self, page: str) -> None:
        """Ask for a page, for `KIT`, or with an empty text for nothing but that all is loaded."""
        self.busy = True
        self._line.send(page)

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()

    def _listen(self) -> None:
        try:
            while True:
                self._tell(self, self._line.recv())
        except (EOFError, OSError):
            self.alive = False
            fault = Fault("", 0, f"Python has ended while it made pages of {self.language}")
            self._tell(self, Made("", faults=(fault,), everywhere=True))


def work(line: Connection, language: str, folder: Path, public_url: str) -> None:
    """Make the pages that are asked for, until nobody is there any more."""
    from rulebook_site.watching import mistakes

    pages: Pages | None = None
    broken: tuple[Fault, ...] = ()
    try:
        pages = Pages(language, folder, public_url)
    except BaseException as error:  # whatever the author has written may raise
        broken = mistakes.faults(error)
    while True:
        try:
            page = line.recv()
            line.send(_made(page, pages, broken, folder))
        except (EOFError, OSError, KeyboardInterrupt):
            return


def _made(page: str, pages: Pages | None, broken: tuple[Fault, ...], folder: Path) -> Made:
    from rulebook_site.watching import mistakes

    everywhere = page != KIT
    try:
        if page == KIT:
            return Made(page, kit(folder / KIT))
        if pages is None:
            return Made(page, faults=broken, everywhere=True)
        pages.check()
        everywhere = False
        return Made(page, pages.make(page))
    except Exception as error:
        return Made(page, faults=mistakes.faults(error), everywhere=everywhere)


def kit(folder: Path) -> dict[str, bytes]:
    """Return the theme's own scripts and styles as pages load them, by path below the kit."""
    from rulebook_site.files import remove
    from rulebook_site.pages import BUNDLES, bundle

    remove(folder)
    for name in BUNDLES:
        bundle(THEME / name, folder / name)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*s")}


class Pages:
    """The pages of a language, loaded as `mkdocs build` loads them, of which single ones are made.

    Args:
        language: The language.
        folder: Where MkDocs may write.
        public_url: See `pages.build`.
    """

    def __init__(self, language: str, folder: Path, public_url: str = "") -> None:
        from mkdocs.commands import build
        from mkdocs.config import load_config
        from mkdocs.structure.files import set_exclusions
        from mkdocs.structure.nav import get_navigation

        from rulebook_site.pages import settings

        values = settings(language, folder, NAMELESS, public_url)
        os.environ |= values
        self.language = language
        self.docs_dir = values["DOCS_DIR"]
        self.warnings = _Warnings()
        logging.getLogger("mkdocs").handlers = [self.warnings]
        logging.getLogger("mkdocs").propagate = False
        config = load_config(strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        self.config = config.plugins.on_config(config)
        config.plugins.on_pre_build(config=config)
        files = build.get_files(config)
        self.env = config.theme.get_env()
        files.add_files_from_theme(self.env, config)
        self.files = config.plugins.on_files(files, config=config)
        set_exclusions(self.files, config)
        self.nav = config.plugins.on_nav(get_navigation(self.files, config), config=config, files=self.files)
        for file in self.files.documentation_pages():
            assert file.page
            file.page.read_source(config)
        self._name_pages()
        self._find_objects()

    def check(self) -> None:
        """Look for what is wrong with the front matter, the ids and the terms of all pages.

        Raises:
            SiteError: With all that is.
        """
        from rulebook_site.index import RuleIndex, undescribed

        if faults := undescribed(self.docs_dir):
            raise SiteError(faults)
        RuleIndex.of(self.docs_dir, "ja" if self.language == "ja" else "en")

    def make(self, name: str) -> dict[str, bytes]:
        """Return a page as the site has it, but for its policy, the links to prints and the names of kit and runtime.

        Args:
            name: The page below the folder of its language, such as `contest/chart.md`; empty for none.

        Raises:
            SiteError: When something is wrong with it.
        """
        from mkdocs.commands import build

        from rulebook_site.dressing import lightened, remembering
        from rulebook_site.faults import located

        file = self.files.get_file_from_path(name)
        if file is None or file.page is None:
            return {}
        page = file.page
        vars(page).pop("title", None)
        self.warnings.told.clear()
        build._populate_page(page, self.config, self.files)
        self.config.plugins.on_env(self.env, config=self.config, files=self.files)
        build._build_page(page, self.config, self.files.documentation_pages(), self.nav, self.env)
        page.content = ""  # or all that is done to all pages would be done to it again
        if self.warnings.told:
            raise SiteError([located(each, self.docs_dir) for each in self.warnings.told])
        return {file.dest_uri: remembering(lightened(Path(file.abs_dest_path).read_text(encoding="utf-8"))).encode()}

    def _name_pages(self) -> None:
        """Give every page the title that its heading will have, for the navigation: MkDocs knows it once it is made."""
        from rulebook_site.index import plain

        for file in self.files.documentation_pages():
            page: Page | None = file.page
            if page and page.title and "title" not in page.meta:
                page.title = plain(page.title)

    def _find_objects(self) -> None:
        """Let pages refer to what the Python reference describes, where it stood when all pages were made last."""
        from mkdocstrings import Inventory

        known = Path("build/parts", self.language, "objects.inv")
        if not known.is_file():
            return
        pages = {file.url: file.page for file in self.files.documentation_pages()}
        references: Any = self.config.plugins["autorefs"]
        with known.open("rb") as content:
            for name, item in Inventory.parse_sphinx(content).items():
                address, _, anchor = item.uri.partition("#")
                if page := pages.get(address):
                    references.register_anchor(page, name, anchor.replace("$", name))


class _Warnings(logging.Handler):
    """Remembers what MkDocs warns of in links; references to what Python pages describe are for a whole build."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a warning."""
        if record.name == "mkdocs.structure.pages":
            self.told.append(record.getMessage())
