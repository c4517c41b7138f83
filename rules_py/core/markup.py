"""HTML and SVG as element trees: escaped by construction, never pasted together as text."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from xml.etree.ElementTree import Element

Child = Element | str | int | None
ID = r"[A-Z]-(?:\d+\.\d+[a-z]?|T\d+(?:\.\d+)?|XT\d+|[QMX]\d+)"
"""A rule, a row, a worked example, a ruling or a mechanic, by the letter of its game and its number."""
RULE_ID = re.compile(rf"(?<![A-Za-z0-9-])({ID})(?![A-Za-z0-9-])")
EXACT = re.compile(r"([<>]?\d+(?:\.\d)?%|-?\d+\.\d\d)(?: \(|（)(-?\d+/\d+|-?\d+\.\d+…)[)）]")
"""A rounded number with the exact one in brackets, as `show.exactly` says it."""
CHANCE = re.compile(r"([<>]?\d+(?:\.\d)?%)(?:(?: \(|（)(\d+/\d+|\d\.\d+…)[)）])?")
"""A chance, and in brackets the exact one where it is not the same."""
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
"""Elements that have no end."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def h(tag: str, *children: Child | list[Element], **attributes: object) -> Element:
    """Build an element.

    Args:
        tag: Name of the element.
        children: Elements, lists of elements and text, in order; `None` is left out.
        attributes: Attributes; a trailing underscore is dropped (`class_`), other underscores
            become hyphens (`data_state`); `True` writes a boolean attribute, `False` and `None` none.

    Returns:
        The element.

    Example:
        >>> to_html(h("p", "1 < 2 ", h("b", "so"), class_="note", hidden=True))
        '<p class="note" hidden="hidden">1 &lt; 2 <b>so</b></p>'
    """
    said = {}
    for name, value in attributes.items():
        if value is not None and value is not False:
            name = _attribute(name)
            said[name] = name if value is True else _printable(value)
    element = Element(tag, said)
    for child in children:
        if isinstance(child, Element):
            element.append(child)
        elif child is not None:
            append(element, child)
    return element


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _printable(value: object) -> str:
    text = str(value)
    return text if text.isprintable() else _CONTROL.sub("�", text)


def heading(level: int, text: str, **attributes: object) -> Element:
    """Return a heading that belongs to a widget and not to the page's table of contents."""
    return h("p", text, role="heading", aria_level=level, **attributes)


def remark(text: str, **attributes: object) -> Element:
    """Return a paragraph in small letters, in which what is known by an id leads there."""
    return h("p", *marked_up(text), class_="field-hint", **attributes)


def append(element: Element, child: Child | list[Element]) -> None:
    """Append an element, a list of elements or text to an element."""
    if child is None:
        return
    if isinstance(child, list):
        element.extend(child)
    elif isinstance(child, Element):
        element.append(child)
    else:
        text = _printable(child)
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text


def to_html(element: Element) -> str:
    """Return the element as HTML.

    The standard library's `tostring` does the same in three times the time, for it looks for namespaces; an answer in
    the browser is mostly this.
    """
    parts: list[str] = []
    _write(element, parts)
    return "".join(parts)


def _write(element: Element, parts: list[str]) -> None:
    tag, text, tail = element.tag, element.text, element.tail
    attributes = "".join([f' {name}="{_quoted(value)}"' for name, value in element.attrib.items()])
    parts.append(f"<{tag}{attributes}>{_escaped(text)}" if text else f"<{tag}{attributes}>")
    for child in element:
        _write(child, parts)
    if tag not in VOID:
        parts.append(f"</{tag}>")
    if tail:
        parts.append(_escaped(tail))


@lru_cache(maxsize=1024)
def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@lru_cache(maxsize=1024)
def _quoted(value: str) -> str:
    return _escaped(value).replace('"', "&quot;")


def inner_html(element: Element) -> str:
    """Return what stands inside the element as HTML."""
    html = to_html(element)
    return html[html.index(">") + 1 : html.rindex("<")]


def rule_link(rule: str) -> Element:
    """Return a link to a rule; the page fills in where the rule stands."""
    return h("a", rule, class_="rule-ref", data_rule=rule, href="#")


def marked_up(text: str) -> list[Child]:
    """Split a sentence at its ledger ids and exact numbers: the former become links, the latter wait for a touch.

    Example:
        >>> [part if isinstance(part, str) else to_html(part) for part in marked_up("In 72.2% (13/18) of all checks.")]
        ['In ', '<data value="13/18">72.2%</data>', ' of all checks.']
    """
    if text.isdigit():  # as most of what stands in tables
        return [text]
    children: list[Child] = []
    for i, part in enumerate(EXACT.split(text)):
        if i % 3 == 0:
            children += [rule_link(said) if n % 2 else said for n, said in enumerate(RULE_ID.split(part)) if said]
        elif i % 3 == 1:
            rounded = part
        else:
            children.append(h("data", rounded, value=part))
    return children


def rounded(text: str) -> str:
    """Return a sentence without the exact numbers in brackets, as it is read out.

    Example:
        >>> rounded("In 72.2% (13/18) of all checks.")
        'In 72.2% of all checks.'
    """
    return EXACT.sub(r"\1", text)
