"""Small tools for element trees whose text is mixed with elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from markdown import Markdown

Piece = Element | str

HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
SILENT = HEADINGS | {
    *("a", "button", "code", "pre", "kbd", "samp", "script", "style", "svg", "math", "textarea"),
    *("rules-widget", "rules-example", "select", "option", "autoref"),
}
"""Elements in whose text nothing is linked and no term is marked."""


def classes(element: Element) -> list[str]:
    """Return the classes of an element."""
    return (element.get("class") or "").split()


def pieces(element: Element) -> list[Piece]:
    """Return an element's text and children in order, the tails as texts of their own."""
    found: list[Piece] = [element.text or ""]
    for child in element:
        found += [child, child.tail or ""]
    return found


def fill(element: Element, content: Sequence[Piece]) -> None:
    """Replace what stands inside an element."""
    for child in list(element):
        element.remove(child)
    element.text = None
    last: Element | None = None
    for piece in content:
        if isinstance(piece, str):
            if not piece:
                continue
            if last is None:
                element.text = (element.text or "") + piece
            else:
                last.tail = (last.tail or "") + piece
        else:
            piece.tail = None
            element.append(piece)
            last = piece


def rewrite(
    element: Element,
    change: Callable[[str, Element], Sequence[Piece]],
    silent: Callable[[Element], bool],
    enter: Callable[[Element], None] | None = None,
) -> None:
    """Replace pieces of running text by elements, in the order of the document.

    Args:
        element: The root.
        change: Gets a text and the element it stands in, returns what stands there instead.
        silent: Tells which elements are left alone with all that is in them.
        enter: Is told of every element, silent ones too, when its turn comes.
    """
    content: list[Piece] = []
    changed = False
    for piece in pieces(element):
        if isinstance(piece, str):
            new = change(piece, element) if piece.strip() else [piece]
            changed = changed or len(new) != 1 or new[0] != piece
            content += new
        else:
            if enter:
                enter(piece)
            if isinstance(piece.tag, str) and not silent(piece):
                rewrite(piece, change, silent, enter)
            content.append(piece)
    if changed:
        fill(element, content)


def replace(parent: Element, old: Element, new: Element) -> None:
    """Put an element in another's place, keeping the text that follows."""
    new.tail = old.tail
    parent[list(parent).index(old)] = new


def is_docstring(md: Markdown) -> bool:
    """Tell whether a Markdown instance renders a docstring within a page."""
    return "mkdocstrings_ids" in md.treeprocessors
