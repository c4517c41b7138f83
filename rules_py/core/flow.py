"""Flows: procedures drawn from their first step to their last, as boxes that arrows join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal
from xml.etree.ElementTree import Element

from rules_py.core.drawing import WIDTH, arrow, card, card_height, svg, word
from rules_py.core.text import Language, Text

Inside = Callable[[Language, int], tuple[list[Element], int]]
"""Draws what a step holds below its lines, from a height on, and says how high that is."""

NARROW, ASIDE = 202, 224
"""How wide a step is that something stands beside, and where that begins."""


@dataclass(frozen=True)
class Step:
    """A step: a box below the one before, joined to it by an arrow.

    Args:
        head: What happens.
        rules: Ledger ids.
        choice: Is it left out where nobody wants it? Its frame is broken then.
        apart: Does it stand by itself, without an arrow?
        inside: What it holds below its lines.
    """

    head: Text
    rules: str = ""
    choice: bool = False
    apart: bool = False
    inside: Inside = lambda language, y: ([], 0)


@dataclass(frozen=True)
class Aside:
    """A box at the right of a step: where the way leads out of it, or back.

    Args:
        head: What makes it lead there.
        level: Where it stands beside the step.
    """

    head: Text
    level: Literal["middle", "top"] = "middle"


def flow(
    language: Language, name: str, label: Text, outline: Sequence[Step | Aside | Text], hint: Text = Text("", "")
) -> Element:
    """Draw a procedure from the top down.

    Args:
        language: The reader's language.
        name: Class of the drawing.
        label: The whole procedure in words.
        outline: The steps, each followed by the lines in its box, and by what stands aside with the lines in that.
        hint: What there is to know about the drawing, below it.

    Example:
        >>> roll, move = Step(Text("Roll", "振る"), "C-4.1"), Step(Text("Move", "動かす"))
        >>> outline = (roll, Text("both sides", "双方"), Aside(Text("Equal", "同じ")), Text("again", "再度"), move)
        >>> drawing = flow("en", "round", Text("Roll, then move.", "振って、動かす。"), outline)
        >>> [text.text for text in drawing.iter("text")], drawing.get("viewBox")
        (['Roll', 'C-4.1', 'both sides', 'Equal', 'again', 'Move'], '0 0 350 96')
    """
    parts: list[Element] = []
    y = 3
    boxes = _boxes(outline, language)
    for (box, lines), (following, beside) in pairwise([*boxes, (None, [])]):
        if not isinstance(box, Step):
            continue
        if parts:
            y += 8 if box.apart else 18
        if parts and not box.apart:
            parts.append(arrow(WIDTH / 2, y - 16, 13))
        within, more = box.inside(language, y + card_height(len(lines)))
        height = card_height(len(lines)) + more
        wide = NARROW if isinstance(following, Aside) else WIDTH - 4
        frame = "box choice" if box.choice else "box"
        parts += [*card(2, y, wide, box.head.get(language), lines, box.rules, frame, more), *within]
        if isinstance(following, Aside):
            room = height - card_height(len(beside)) if following.level == "middle" else 0
            parts.append(arrow(NARROW + 3, y + height / 2, ASIDE - NARROW - 5, "right"))
            parts += card(ASIDE, y + room // 2, WIDTH - 2 - ASIDE, following.head.get(language), beside)
        y += height
    if said := hint.get(language):
        parts.append(word(WIDTH / 2, y + 17, said, "label"))
        y += 21
    return svg(WIDTH, y + 3, label.get(language), parts, class_=f"figure {name}")


def _boxes(outline: Sequence[Step | Aside | Text], language: Language) -> list[tuple[Step | Aside, list[str]]]:
    """Return the boxes of an outline, each with its lines."""
    boxes: list[tuple[Step | Aside, list[str]]] = []
    for each in outline:
        if isinstance(each, Text):
            boxes[-1][1].append(each.get(language))
        else:
            boxes.append((each, []))
    return boxes
