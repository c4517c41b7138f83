"""Two answers side by side: one is pinned, the fields are changed, and both are told with their difference.

What is pinned is a field like any other, so the address, a reload and the way back carry it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import HiddenField
from rules_py.core.markup import h
from rules_py.core.render import decimal
from rules_py.core.text import Language, Text

if TYPE_CHECKING:
    from rules_py.core.widget import Answer, Widget

PIN = HiddenField(Text("Pinned answer", "固定した答え"), name="pin")
"""What the fields said when the answer was pinned: a question mark and what a link would carry; empty for none."""


def pinned(widget: Widget[Any], values: Mapping[str, str]) -> dict[str, str] | None:
    """Return what all fields said when an answer was pinned; `None` if none is.

    Raises:
        InputError: If the pin is damaged, or says what the fields may not.

    Example:
        >>> from rules_py.library import WIDGETS
        >>> check = WIDGETS["prophecy.check"]
        >>> pinned(check, check.values({})), pinned(check, check.values({"pin": "?ability=5"}))["ability"]
        (None, '5')
    """
    raw = values.get(PIN.name, "")
    if not raw:
        return None
    try:
        query = raw.removeprefix("?")
        said = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True)) if query else {}
        if raw[0] != "?" or PIN.name in said:
            raise ValueError(raw)
        found = widget.values(said)
        widget.read(found)
    except ValueError:
        allowed = Text("an answer that was pinned here; unpin it", "ここで固定した答えだけを使えるので、外してください")
        raise InputError(PIN.name, raw, allowed) from None
    return found


def pin_key(widget: Widget[Any], values: Mapping[str, str], language: Language) -> Element:
    """Return the button that pins the answer to what the fields say, or takes the pin out."""
    is_pinned = bool(values.get(PIN.name))
    query = {name: said for name, said in widget.query(values).items() if name != PIN.name}
    wanted = "" if is_pinned else f"?{urlencode(query)}"
    words = Text("Unpin", "外す") if is_pinned else Text("Pin", "固定")
    return h(
        "button",
        words.get(language),
        type="button",
        data_pin=True,
        data_key="pin",
        data_set=urlencode({PIN.name: wanted}),
    )


def compared(before: Answer, now: Answer, language: Language) -> list[Element]:
    """Return what the pinned answer was, and by how much the answer differs now.

    Example:
        >>> from rules_py.core.widget import Answer
        >>> answers = [Answer(Text(f"It hits in {said}.", ""), list) for said in ("75.3% (61/81)", "50%")]
        >>> ["".join(part.itertext()) for part in compared(*answers, "en")]
        ['A: 75.3%, now −25.3 points.']
    """
    was, is_now = before.measure(language), now.measure(language)
    told = Text("A: {was}", "A：{was}").format(was=before.glance(language) or "—")
    if was is not None and is_now is not None:
        told += Text(", now {change} points", "、いまは{change}ポイント").format(change=_signed(is_now - was))
    return [h("strong", (told + Text(".", "。")).get(language), class_="pinned")]


def _signed(change: Fraction) -> str:
    points = decimal(abs(change) * 100, 1)
    return f"±{points}" if points == "0.0" else f"{'+' if change > 0 else '−'}{points}"
