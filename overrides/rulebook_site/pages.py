"""`pages`: build one language's pages with MkDocs, ready to be put into the site."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from resvg_py import svg_to_bytes

from rulebook_site import UNKNOWN_ADDRESS, moved, social
from rulebook_site.dressing import KIT, lightened, remembering, with_kit
from rulebook_site.faults import SiteError, located
from rulebook_site.files import content_hash, mirror, remove, run, write, write_json
from rulebook_site.finder.book import write_books
from rulebook_site.index import RuleIndex, undescribed
from rulebook_site.library import Library, load
from rules_py.core.text import Text

ENV = Path("overrides/languages")
_MAP_NOTE = re.compile(rb"\n?/\*# sourceMappingURL=\S+ \*/\s*$")

MKDOCS = "import gc; gc.disable(); from mkdocs.__main__ import cli; cli()"
"""To look for garbage takes a sixth of the time; without it MkDocs ends before it has grown by a hundred megabytes."""

SAFE = 8
"""Units of the favicon's 32 around it, which a device may cut off to give the icon another shape."""
PAPER = "#fbfaf6"

TOOLS = Path("node_modules/.bin")
SCRIPTS = (
    "rulebook.mjs",
    "example.mjs",
    "table.mjs",
    "widget.mjs",
    "characters.mjs",
    "python.mjs",
    "worker.mjs",
)
"""The scripts that are asked for by name; the others go into them."""
STYLES = (
    "rulebook.css",
    "tools.css",
    "calculators.css",
    "characters.css",
    "all.css",
    "lost.css",
    "home.css",
    "desk-*.css",
)
BUNDLES = {
    "scripts": {
        SCRIPTS: ("--splitting", "--format=esm", "--out-extension:.js=.mjs"),
        ("early.mjs",): ("--format=iife",),  # no module: a page is read on only when it has run
    },
    "styles": {STYLES: ("--loader:.svg=dataurl",)},
}
"""By folder, what is asked for by name, patterns of it included, and how esbuild is to make it."""

SPARE = re.compile(
    r"\.((?:keys|grid|cards?|abstract|bug|danger|failure|info|note|question|quote|success|tip|warning)(?![a-z])[\w-]*)"
)
"""Classes of Material's for what this site has not, though their names are words of its pages."""
_ICON = re.compile(r"""(--md-[\w-]*icon[\w-]*):url\((?:'[^']*'|"[^"]*")\);?""")


def environment(file: Path) -> dict[str, str]:
    """Read the variables of a language: lines `NAME=value`, quoted as in a shell.

    Args:
        file: The file, `overrides/languages/LANGUAGE.env`.

    Raises:
        SiteError: When there is no such file.
    """
    if not file.is_file():
        raise SiteError(f"{file}: no such language")
    pairs = shlex.split(file.read_text(encoding="utf-8"), comments=True)
    return dict(pair.split("=", 1) for pair in pairs)


def settings(language: str, out: Path, runtime: str, public_url: str) -> dict[str, str]:
    """Return the variables with which MkDocs builds a language; see `build`."""
    values = environment(ENV / f"{language}.env")
    values |= {"SITE_DIR": str(out.resolve()), "RUNTIME": runtime, "PUBLIC_URL": public_url}
    root = public_url.rstrip("/") or UNKNOWN_ADDRESS
    values["SITE_URL"] = f"{root}/{language}/"
    # Material advertises its maintainer's new project at every build; these are its switches.
    return values | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def build(language: str, out: Path, runtime: str = "", public_url: str = "") -> None:
    """Build the pages of a language.

    Args:
        language: `en` or `ja`.
        out: Folder for the result, which is emptied first.
        runtime: Where the Python runtime will lie, below the folder that holds the languages.
        public_url: Address of that folder, where it is known.

    Raises:
        SiteError: When a page says not what it is about, or MkDocs refuses, after it has said why.
    """
    values = settings(language, out, runtime, public_url)
    if faults := undescribed(values["DOCS_DIR"]):
        raise SiteError(faults)
    # Not --quiet: with it MkDocs counts no warnings, and --strict passes whatever there is to warn of.
    command = [sys.executable, "-c", MKDOCS, "build", "--strict"]
    done = subprocess.run(
        command, env=os.environ | values, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        told = [located(line, values["DOCS_DIR"]) for line in done.stdout.splitlines() if not line.startswith("INFO")]
        print(*told, sep="\n", file=sys.stderr)
        raise SiteError(f"the pages of {language} could not be built")
    prune(out)
    lighten_pages(out)
    lighten_files(out)
    remove(out / "chooser")  # whose part that finds rules goes into our scripts, too
    name_by_content(out)
    paint_icons(out / "images")
    social.paint(out / "images", "ja" if language == "ja" else "en", values["SITE_NAME"])
    index = RuleIndex.of(values["DOCS_DIR"], "ja" if language == "ja" else "en")
    write_json(out / "rules.json", index.published())
    write_books(out, index)
    write_json(out / "pages.json", index.headed())
    moved.write_pages(out, index.language, index.titles)


def lighten_pages(out: Path) -> None:
    """Leave out what pages look the same without.

    Args:
        out: Folder of a language's pages.
    """
    for path in out.rglob("*.html"):
        write(path, remembering(lightened(path.read_text(encoding="utf-8"))))


def lighten_files(out: Path) -> None:
    """Make one small file each of our scripts and of our styles, and drop others' styles that no page uses.

    esbuild bundles; PurgeCSS looks for every name in the pages and in our scripts.

    Args:
        out: Folder of a language's pages.
    """
    for folder in BUNDLES:
        target = out / f"{folder}.min"
        bundle(out / folder, target)
        mirror(target, out / folder)
        remove(target)
    docstrings = out / "assets/_mkdocstrings.css"
    others = [*(out / "assets/stylesheets").glob("*.css"), docstrings]
    content = [str(out / f"**/*.{kind}") for kind in ("html", "js", "mjs")]
    purged = out / "purged"
    purged.mkdir()
    spare = sorted({name for path in others for name in SPARE.findall(path.read_text(encoding="utf-8"))})
    left_out = ["--blocklist", *spare] if spare else []
    run(
        [str(TOOLS / "purgecss"), "--css", *map(str, others), "--content", *content, *left_out, "--output", str(purged)]
    )
    for path in others:
        (purged / path.name).replace(path)
        write(path, without_spare_icons(path.read_text(encoding="utf-8")))
    purged.rmdir()
    run([str(TOOLS / "esbuild"), str(docstrings), "--minify", "--allow-overwrite", f"--outfile={docstrings}"])


def without_spare_icons(style: str) -> str:
    """Leave out the icons that nothing in a style sheet shows.

    Example:
        >>> without_spare_icons(":root{--md-a-icon:url('data:,a)');--md-b-icon:url('data:,b')}p{mask:var(--md-b-icon)}")
        ":root{--md-b-icon:url('data:,b')}p{mask:var(--md-b-icon)}"
    """
    return _ICON.sub(lambda icon: icon[0] if f"var({icon[1]})" in style else "", style)


def bundle(folder: Path, target: Path) -> None:
    """Make small files of the theme's own scripts or styles.

    Args:
        folder: The folder `scripts` or `styles`.
        target: Folder for the result.
    """
    common = ("--bundle", "--minify", "--target=es2022", "--log-level=warning", f"--outdir={target}")
    for sources, options in BUNDLES[folder.name].items():
        entries = [str(path) for name in sources for path in sorted(folder.glob(name))]
        run([str(TOOLS / "esbuild"), *entries, *common, *options])


def name_by_content(out: Path) -> None:
    """Put scripts and styles into a folder that is named after what they say.

    A browser may keep them for ever, and a page that was opened before a new build never gets the new build's.

    Args:
        out: Folder of a language's pages.
    """
    parts = out / "kit/parts"
    for name in KIT:
        shutil.move(out / name, parts / name)
    digest = content_hash(parts)
    parts.rename(parts.with_name(digest))
    for path in out.rglob("*.html"):
        write(path, with_kit(path.read_text(encoding="utf-8"), digest))


def paint_icons(images: Path) -> None:
    """Paint the favicon in the sizes that a device shows beside its other programs.

    Args:
        images: Folder with the favicon, for the icons.
    """
    favicon = (images / "favicon.svg").read_text(encoding="utf-8")
    padded = favicon.replace('viewBox="0 0 32 32"', f'viewBox="{-SAFE} {-SAFE} {32 + 2 * SAFE} {32 + 2 * SAFE}"')
    for name, size, drawing, ground in (
        ("icon-192", 192, favicon, None),
        ("icon-512", 512, favicon, None),
        ("icon-maskable", 512, padded, PAPER),
        ("icon-180", 180, padded, PAPER),
    ):
        write(images / f"{name}.png", bytes(svg_to_bytes(svg_string=drawing, width=size, background=ground)))


def prune(out: Path) -> None:
    """Remove what no reader needs: source maps, and Material's own script, in whose place stands `frame.mjs`.

    Args:
        out: Folder of a language's pages.
    """
    for path in (out / "assets").rglob("*.map"):
        path.unlink()
    for path in (out / "assets").rglob("*.min.css"):
        write(path, _MAP_NOTE.sub(b"\n", path.read_bytes()))
    for unused in ("javascripts", "images"):
        remove(out / "assets" / unused)


def data(out: Path, library: Library | None = None) -> None:
    """Write each system's tables, glossary and rulings for other programs.

    Args:
        out: Folder for the files, one `SLUG.json` for each system.
        library: The rules' data; `rules_py.library` unless a test brings its own.
    """

    def text(value: Text) -> dict[str, str]:
        return {"en": value.en, "ja": value.ja}

    for slug, system in (library or load()).SYSTEMS.items():
        content = {
            "system": slug,
            "title": text(system.title),
            "glossary": [
                {
                    "id": term.id,
                    "en": term.en,
                    "ja": term.ja,
                    "reading": term.reading,
                    "meaning": text(term.meaning),
                    "rules": list(term.rules),
                }
                for term in system.glossary.values()
            ],
            "tables": [
                {
                    "id": table.id,
                    "title": text(table.title),
                    "columns": [text(column) for column in table.columns],
                    "rows": [{"id": row.id, "cells": [text(cell) for cell in row.cells]} for row in table.rows],
                }
                for table in system.tables.values()
            ],
            "rulings": [
                {
                    "id": ruling.id,
                    "question": text(ruling.question),
                    "default": text(ruling.default),
                    "reason": text(ruling.reason),
                    "alternatives": [text(option) for option in ruling.alternatives],
                    "lost": ruling.lost,
                }
                for ruling in system.rulings.values()
            ],
        }
        write_json(out / f"{slug}.json", content)
