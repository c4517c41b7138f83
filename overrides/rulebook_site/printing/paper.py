"""What all sheets need: the document around them, and drawings of the pages as pictures for paper."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from rulebook_site.printing import drawings
from rulebook_site.printing.markup import call, quote
from rules_py.core.markup import h, to_html
from rules_py.core.text import Language, Text

STYLES = Path("overrides/print/sheets")
PUBLISHER = Text("Runnable Rulebook", "動くルールブック")


def source(title: Text, kind: Text, about: Text, language: Language, style: str, *body: str, **settings: str) -> str:
    """Return the document of some sheets.

    Args:
        title: The system.
        kind: What the sheets are.
        about: What else a reader has to know, at the foot of each page.
        language: Their language.
        style: Name of the file in `overrides/print/sheets` that says how they look, without its ending.
        body: What stands on them, as Typst code.
        settings: What else `style` goes by, as Typst code.

    Returns:
        Markup for Typst.
    """
    names = {
        "language": language,
        "title": Text(f"{title.en}: {kind.en}", f"{title.ja} {kind.ja}").get(language),
        "publisher": PUBLISHER.get(language),
        "about": (title + Text(" · ", "・") + kind + Text(" · ", "・") + about).get(language),
    }
    known = {name: quote(value) for name, value in names.items()} | settings
    lines = [f"#let {name} = {value}" for name, value in known.items()]
    lines += [(STYLES / f"{name}.typ").read_text(encoding="utf-8") for name in ("sheet", style)]
    return "\n".join([*lines, *(f"#{code}" for code in body)])


def picture(drawing: Element, name: str = "drawing", **measures: str) -> str:
    """Return a drawing as Typst code.

    Args:
        drawing: An SVG element as the pages have it.
        name: The function that takes it.
        measures: Its width or height, such as `width="180mm"`.
    """
    drawing.set("xmlns", "http://www.w3.org/2000/svg")
    drawing.set("color", drawings.colours()["--ink"])
    drawing.set("fill", "none")
    drawing.insert(0, h("style", drawings.style()))
    return call(name, quote(to_html(drawing)), quote(drawing.get("aria-label") or ""), **measures)
