"""How an answer moves with one of the fields: five steps either way, drawn as a curve whose points can be chosen.

A library for charts would have to be in every reader's memory for one line and eleven points: leather brings 82 kB of
Python and fixed colours, pygal 403 kB with styles and scripts inside each drawing. Neither has points to be pressed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from rules_py.core.drawing import svg, word
from rules_py.core.errors import InputError
from rules_py.core.fields import Field
from rules_py.core.form import FormError
from rules_py.core.markup import h
from rules_py.core.pin import PIN, pinned
from rules_py.core.text import Language, Text

if TYPE_CHECKING:
    from rules_py.core.widget import Widget

AT_ONCE = 0.01
"""Seconds for which points are counted before somebody else may ask."""
WIDTH, HEIGHT = 360, 112
TOP, LOWEST = 14, 98
MARGIN = 36
"""Of its width, what the names of the levels take; widgets.css leaves the buttons as much."""
LONG = 3
"""Signs of a value beside which the next one has room on a phone."""


@dataclass(frozen=True)
class Point:
    """The answer for one value of the field.

    Args:
        raw: The value as it would be typed.
        chance: The chance in percent, as readers see it.
        height: The same as a number from 0 to 1.
        is_here: Is that what the field says?
    """

    raw: str
    chance: str
    height: float
    is_here: bool

    @property
    def shown(self) -> str:
        """The value as it is read."""
        return f"−{self.raw[1:]}" if self.raw.startswith("-") else self.raw


def moved_field(widget: Widget[Any], focused: str = "") -> Field | None:
    """Return the field whose steps are shown: the one with the focus, or else the widget's first that has any."""
    stepped = {each.name: each for each in widget.fields.values() if each.near(each.default)}
    return stepped.get(focused) or stepped.get(widget.moved_first) or next(iter(stepped.values()), None)


def points(
    widget: Widget[Any], values: Mapping[str, str], moved: Field, near: Sequence[str], until: float = inf
) -> tuple[list[Point | None], bool]:
    """Return the points of the curve from left to right, with gaps, and whether some are still to be counted.

    Args:
        widget: Whose answer it is.
        values: What all fields say.
        moved: The field that is moved.
        near: What it says from left to right.
        until: When to stop counting, by `time.perf_counter`; what the field says, and one more, are counted anyway.

    Example:
        >>> from rules_py.library import WIDGETS
        >>> roll = WIDGETS["contest.roll"]
        >>> found, more = points(roll, roll.values({}), roll.fields["augments_a"], ["0", "1"])
        >>> [(point.raw, point.chance) for point in found if point], more
        ([('0', '49%'), ('1', '50%')], False)
    """
    now = moved.parse(values[moved.name])
    here = next((place for place, raw in enumerate(near) if moved.parse(raw) == now), 0)
    found: dict[int, Point] = {}
    more = False
    for place in sorted(range(len(near)), key=lambda place: abs(place - here)):
        if more := len(found) > 1 and perf_counter() > until:
            break
        chance = _chance(widget, tuple({**values, moved.name: near[place], PIN.name: ""}.items()))
        if not chance and place == here:
            break  # what is answered here is no chance
        if chance:
            is_here = moved.parse(near[place]) == now
            found[place] = Point(near[place], chance, float(chance.strip("<>%")) / 100, is_here)
    return [found.get(place) for place in range(len(near))], more


@lru_cache(maxsize=512)
def _chance(widget: Widget[Any], said: tuple[tuple[str, str], ...]) -> str:
    try:
        return widget.answer(widget.read(dict(said)), {}, "en").chance("en") or ""
    except (FormError, InputError):
        return ""


def curve(
    found: list[Point | None], before: list[Point | None], moved: Field, label: str, language: Language
) -> list[Element]:
    """Return the drawing: the line, the present point, and a button for each point that sets the field.

    Args:
        found: The points, from left to right, with gaps.
        before: Those of the pinned answer; none if none is pinned.
        moved: The field.
        label: What the field is called.
        language: The reader's language.
    """
    there = [point for point in found if point]
    if len(there) < 2:
        return []
    levels = ((TOP, "100%"), ((TOP + LOWEST) / 2, "50%"), (LOWEST, "0%"))
    inside = [
        h("path", d="".join(f"M0 {y}H{WIDTH - MARGIN}" for y, _ in levels), class_="grid"),
        *(word(WIDTH, y + 4, text, "label", "end") for y, text in levels),
    ]
    if drawn_before := _placed(before):
        asked = [each for each in drawn_before if each[2].is_here]  # none where the field has gone too far from it
        x, y, _ = (asked or drawn_before)[0]
        inside += [_line(drawn_before, "course pinned"), word(x, y - 6, "A", "head")]
    at = _placed(found)
    inside += [_line(at, "course"), *(_dot(x, y, point) for x, y, point in at)]
    told = Text("{label}: {points}", "{label}：{points}").format(label=label, points=_spelled(there, language))
    if drawn_before:
        pinned_points = _spelled([point for point in before if point], language)
        told += Text("; A: {points}", "。A：{points}").format(points=pinned_points)
    picture = svg(WIDTH, HEIGHT, told.get(language), inside, class_="figure curve")
    picture.set("data-picture", "curve")
    caption = Text("How the answer moves with “{label}” (%)", "「{label}」による答えの変化（%）").format(label=label)
    buttons = [_button(point, moved, label) if point else h("span") for point in found]
    long = " long" if any(len(point.raw) > LONG for point in found if point) else ""
    chosen = h("div", buttons, class_=f"points{long}", role="group", aria_label=caption.get(language))
    plot = h("div", picture, chosen, class_="plot")
    return [h("figure", h("figcaption", caption.get(language)), plot, class_="moves", data_moved=moved.name)]


def _placed(found: list[Point | None]) -> list[tuple[float, float, Point]]:
    across = (WIDTH - MARGIN) / max(len(found), 1)
    return [
        (across * (n + 0.5), LOWEST - (LOWEST - TOP) * point.height, point) for n, point in enumerate(found) if point
    ]


def _line(at: list[tuple[float, float, Point]], class_: str) -> Element:
    return h("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y, _ in at), class_=class_)


def _spelled(there: list[Point], language: Language) -> str:
    return Text(", ", "、").get(language).join(f"{point.shown} → {point.chance}" for point in there)


def _dot(x: float, y: float, point: Point) -> Element:
    kind, radius = ("here", 6) if point.is_here else ("point", 3.5)
    return h("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, class_=kind)


def _button(point: Point, moved: Field, label: str) -> Element:
    sets = urlencode({moved.name: point.raw})
    value = h("b", point.shown)
    value.tail = " "
    return h(
        "button",
        value,
        h("small", point.chance.replace("%", "")),
        type="button",
        data_set=sets,
        aria_pressed="true" if point.is_here else "false",
        aria_label=f"{label} {point.shown} {point.chance}",
    )


def moves(
    widget: Widget[Any], values: Mapping[str, str], language: Language, focused: str = "", seconds: float | None = None
) -> tuple[list[Element], bool]:
    """Return the drawing for a widget, if it has a field with steps, and whether points are missing yet.

    Args:
        widget: Whose answer it is.
        values: What all fields say.
        language: The reader's language.
        focused: The field that has the focus.
        seconds: For how long points are counted that are not known yet; without, until all are.

    Raises:
        InputError: If the field says what is not allowed.
    """
    moved = moved_field(widget, focused)
    if moved is None:
        return [], False
    until = inf if seconds is None else perf_counter() + seconds
    near = moved.near(values[moved.name])
    found, more = points(widget, values, moved, near, until)
    pinned_values = pinned(widget, values)
    before, more_before = points(widget, pinned_values, moved, near, until) if pinned_values else ([], False)
    side = next((group.legend for group in widget.groups if moved in group.fields and group.kind == "side"), None)
    label = Text("{side}: {field}", "{side}・{field}").format(side=side, field=moved.label) if side else moved.label
    return curve(found, before, moved, label.get(language), language), more or more_before
