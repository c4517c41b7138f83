"""The pictures that other sites show of a link: a game's emblem, name and board, by the figures of its pages."""

from __future__ import annotations

import re
from pathlib import Path

from resvg_py import svg_to_bytes

from rulebook_site.files import write
from rulebook_site.library import Library, load
from rulebook_site.printing.drawings import colours, style
from rulebook_site.printing.press import FONTS, WEIGHTS
from rules_py.core.markup import to_html
from rules_py.core.text import LANGUAGES, Language

WIDTH, HEIGHT = 1200, 630
PAPER = "#fbfaf6"
FAMILY = "Noto Sans JP"


def paint(images: Path, language: Language, site: str, library: Library | None = None) -> None:
    """Paint a picture for each game, and one for the site.

    Args:
        images: Folder with the pictures, in which they come to lie in `social`.
        language: The language of their words.
        site: What the site is called in it.
        library: The rules' data; `rules_py.library` unless a test brings its own.
    """
    found = library or load()
    emblems = {slug: _emblem(images, slug, place) for place, slug in enumerate(found.SYSTEMS)}
    for slug, system in found.SYSTEMS.items():
        drawn = to_html(found.FIGURES[f"{slug}.board"](language))
        other = next(system.title.get(each) for each in LANGUAGES if each != language)
        colour = colours()[f"--{slug}"]
        head = _at(emblems[slug], 72, 64, 120) + _word(224, 118, 68, system.title.get(language), bold=True)
        head += _word(226, 174, 34, other, colours()["--ink-soft"])
        board = f'<rect y="222" width="{WIDTH}" height="312" fill="{colour}" fill-opacity=".1"/>'
        _write(images, slug, colour, head + board + _at(drawn, 312, 243, 576), site)
    row = "".join(_at(emblem, 72 + 220 * place, 264, 176) for place, emblem in enumerate(emblems.values()))
    names = " / ".join(system.title.get(language) for system in found.SYSTEMS.values())
    size = min(34, 1056 / sum(1 if ord(letter) > 0x2E80 else 0.55 for letter in names))
    title = _word(72, 150, 84, site, bold=True) + row + _word(72, 510, size, names, colours()["--ink-soft"])
    _write(images, "site", colours()["--seal"], title, "")


def _emblem(images: Path, slug: str, place: int) -> str:
    """Return an emblem in its colour: its square of the pictures' upper row."""
    text = (images / "pictures.svg").read_text(encoding="utf-8")
    square = f'viewBox="{32 * place} 0 32 32" fill="{colours()[f"--{slug}"]}"'
    return text.replace('viewBox="0 0 160 96"', square).replace("#m", f"#{slug}-m").replace('id="', f'id="{slug}-')


def _at(drawing: str, x: float, y: float, width: float) -> str:
    """Return a drawing at a place, so wide; its height follows."""
    _, _, own, high = map(float, re.findall(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawing)[0])
    return drawing.replace("<svg", f'<svg x="{x}" y="{y}" width="{width}" height="{width / own * high:.1f}"', 1)


def _word(x: float, y: float, size: float, text: str, colour: str = "", *, bold: bool = False) -> str:
    fill = colour or colours()["--ink"]
    weight = 700 if bold else 400
    said = text.replace("&", "&amp;").replace("<", "&lt;")
    font = f"font-family:'{FAMILY}';font-size:{size:.1f}px;font-weight:{weight};fill:{fill}"
    return f'<text x="{x}" y="{y}" style="{font}">{said}</text>'


def _write(images: Path, name: str, colour: str, inside: str, foot: str) -> None:
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" fill="none"'
        f' color="{colours()["--ink"]}"><style>{style()}</style>'
        f'<rect width="{WIDTH}" height="16" fill="{colour}"/>{inside}'
        f"{_word(72, 594, 32, foot) if foot else ''}</svg>"
    )
    fonts = [str(path) for weight in WEIGHTS for path in (FONTS / weight).glob("*.ttf")]
    painted = svg_to_bytes(
        svg_string=drawing, width=WIDTH, background=PAPER, font_files=fonts, skip_system_fonts=True, font_family=FAMILY
    )
    write(images / f"social/{name}.png", bytes(painted))
