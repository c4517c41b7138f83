"""Measuring drawings, for tests: what goes beyond its box, what runs into something else."""

import re
from xml.etree.ElementTree import Element

from rules_py.core.drawing import SIZES, text_width


def number(element: Element, name: str) -> float:
    return float(element.get(name, "0"))


def reach(text: Element) -> tuple[float, float]:
    """From where to where a text goes, along its own line."""
    width = text_width(text.text or "", text.get("class") or "")
    x = number(text, "x")
    start = {"start": x, "middle": x - width / 2, "end": x - width}[text.get("text-anchor", "middle")]
    return start, start + width


def size(drawing: Element) -> tuple[float, float]:
    _, _, width, height = map(float, (drawing.get("viewBox") or "").split())
    return width, height


def beyond(drawing: Element) -> list[str]:
    """The texts that go beyond the drawing, or beyond the smallest box that they begin in."""
    width, height = size(drawing)
    boxes = [
        (number(r, "x"), number(r, "y"), number(r, "x") + number(r, "width"), number(r, "y") + number(r, "height"))
        for r in drawing.iter("rect")
    ]
    found = []
    for text in drawing.iter("text"):
        start, end = reach(text)
        said = text.text or ""
        if transform := text.get("transform"):
            x, y, turn = map(float, re.findall(r"-?\d+(?:\.\d+)?", transform))
            assert turn == 90
            if not (y + start >= 0 and y + end <= height and 0 <= x <= width):
                found.append(said)
            continue
        x, y = number(text, "x"), number(text, "y")
        around = [b for b in boxes if b[0] <= x <= b[2] and b[1] <= y <= b[3]] or [(0.0, 0.0, width, height)]
        left, top, right, bottom = min(around, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]))
        if start < left or end > right or y - SIZES[text.get("class") or ""] * 0.8 < top or y > bottom - 2:
            found.append(f"{said} ({start:.0f}–{end:.0f} in {left:.0f}–{right:.0f})")
    return found


def collisions(drawing: Element) -> list[str]:
    """Pairs of texts that stand on the same line and run into each other."""
    texts = [t for t in drawing.iter("text") if not t.get("transform")]
    found = []
    for i, one in enumerate(texts):
        for other in texts[i + 1 :]:
            (a, b), (c, d) = reach(one), reach(other)
            if abs(number(one, "y") - number(other, "y")) < 10 and a < d and c < b:
                found.append(f"{one.text} | {other.text}")
    return found
