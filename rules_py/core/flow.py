"""Flows: procedures drawn from their first step to their last, as boxes that arrows join."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.drawing import WIDTH, arrow, card, card_height, svg, word
from rules_py.core.text import Language, Text

Inside = Callable[[Language, int], tuple[list[Element], int]]
"""Draws what a step holds below its lines, from a height on, and says how high that is."""

NARROW, ASIDE = 202, 224
"""How wide a step is that something stands beside, and where that begins."""


@dataclass(frozen=True)
class Aside:
    """A box at the right of a step: where the way leads out of it, or back.

    Args:
        head: What makes it lead there.
        lines: What stands below that.
        top: Is it level with the upper edge of the step, not with its middle?
    """

    head: Text
    lines: Sequence[Text] = ()
    top: bool = False


@dataclass(frozen=True)
class Step:
    """A step: a box below the one before, joined to it by an arrow.

    Args:
        head: What happens.
        lines: What stands below that.
        rules: Ledger ids.
        choice: Is it left out where nobody wants it? Its frame is broken then.
        apart: Does it stand by itself, without an arrow?
        inside: What it holds below its lines.
        aside: What stands beside it.
    """

    head: Text
    lines: Sequence[Text] = ()
    rules: str = ""
    choice: bool = False
    apart: bool = False
    inside: Inside | None = None
    aside: Aside | None = None


def drawn(
    slug: str, name: str, language: Language, inside: Mapping[str, Inside] | None = None, **parts: object
) -> Element:
    """Draw a procedure as people edit it, in data/flows.toml of its system, which says what its keys mean.

    Args:
        slug: The system's name in links and folders.
        name: The procedure's name.
        language: The reader's language.
        inside: What steps hold below their lines, by the names that they have for it.
        parts: What fills the placeholders.

    Example:
        >>> drawing = drawn("avatar", "round", "en", refill_ep=100)
        >>> drawing.get("class"), [text.text for text in drawing.iter("text")][-2:]
        ('figure round', ['A-4.6, A-4.7', 'nobody wants to go on: over; else step 1'])
    """
    inside = inside or {}

    def text(entry: Mapping[str, Any]) -> Text:
        return Text(entry["en"], entry["ja"]).format(**parts)

    def box(entry: Mapping[str, Any]) -> tuple[Text, list[Text]]:
        return text(entry), [text(line) for line in entry.get("lines", ())]

    def step(entry: Mapping[str, Any]) -> Step:
        aside = entry.get("aside")
        return Step(
            *box(entry),
            rules=entry.get("rules", ""),
            choice=entry.get("choice", False),
            apart=entry.get("apart", False),
            inside=inside[entry["inside"]] if "inside" in entry else None,
            aside=Aside(*box(aside), aside.get("top", False)) if aside else None,
        )

    procedure = _procedures(slug)[name]
    hint = text(procedure["hint"]) if "hint" in procedure else None
    return flow(language, name, text(procedure), [step(entry) for entry in procedure["step"]], hint)


@cache
def _procedures(slug: str) -> dict[str, Any]:
    source = files(f"rules_py.{slug}") / "data" / "flows.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def flow(language: Language, name: str, label: Text, steps: Sequence[Step], hint: Text | None = None) -> Element:
    """Draw a procedure from the top down.

    Example:
        >>> equal = Aside(Text("Equal", "同じ"), [Text("again", "再度")])
        >>> roll = Step(Text("Roll", "振る"), [Text("both sides", "双方")], "C-4.1", aside=equal)
        >>> steps = [roll, Step(Text("Move", "動かす"))]
        >>> drawing = flow("en", "round", Text("Roll, then move.", "振って、動かす。"), steps)
        >>> [text.text for text in drawing.iter("text")], drawing.get("viewBox")
        (['Roll', 'C-4.1', 'both sides', 'Equal', 'again', 'Move'], '0 0 350 96')
    """
    parts: list[Element] = []
    y = 3

    def said(box: Step | Aside) -> tuple[str, list[str]]:
        return box.head.get(language), [line.get(language) for line in box.lines]

    for step in steps:
        if parts:
            y += 8 if step.apart else 18
        if parts and not step.apart:
            parts.append(arrow(WIDTH / 2, y - 16, 13))
        height = card_height(len(step.lines))
        within, more = step.inside(language, y + height) if step.inside else ([], 0)
        height += more
        frame = "box choice" if step.choice else "box"
        parts += [*card(2, y, NARROW if step.aside else WIDTH - 4, *said(step), step.rules, frame, more), *within]
        if aside := step.aside:
            room = 0 if aside.top else height - card_height(len(aside.lines))
            parts.append(arrow(NARROW + 3, y + height / 2, ASIDE - NARROW - 5, "right"))
            parts += card(ASIDE, y + room // 2, WIDTH - 2 - ASIDE, *said(aside))
        y += height
    if hint:
        parts.append(word(WIDTH / 2, y + 17, hint.get(language), "label"))
        y += 21
    return svg(WIDTH, y + 3, label.get(language), parts, class_=f"figure {name}")
