"""What the style sheets may not do."""

from __future__ import annotations

import re
from pathlib import Path

THEME = Path("overrides/theme")
SHEETS = sorted(THEME.rglob("*.css"))
THE_SAME_BY_FINGER = {
    "data[value]:is(:hover, .touched)",
    "data[value]:is(:hover, .touched)::after",
}
"""Selectors under which a finger finds nothing that a tap does not mean: a number shows its fraction either way."""


def hovered(sheet: str) -> list[str]:
    """Return the selectors with `:hover` that count on a device without a pointer, too."""
    found, around = [], []
    for part in re.findall(r"[^{};]*[{};]", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        head = part[:-1].strip()
        if part[-1] == "}":
            around.pop()
        elif part[-1] == "{":
            if ":hover" in head and "@media (hover: hover)" not in around:
                found += [each for each in re.split(r",\s*(?![^()]*\))", head) if ":hover" in each]
            around.append(head)
    return found


def test_nothing_looks_pressed_that_has_slid_under_a_finger():
    """A phone goes on hovering where it was tapped; what stands there after the step was not pressed."""
    found = {sheet.name: set(hovered(sheet.read_text(encoding="utf-8"))) - THE_SAME_BY_FINGER for sheet in SHEETS}
    assert {name: some for name, some in found.items() if some} == {}


def test_a_rule_that_hovers_is_noticed():
    assert hovered("a:hover { color: red; }") == ["a:hover"]
    assert hovered("@media (hover: hover) { a:hover { color: red; } } b:hover, i:is(:hover, .x) { color: red; }") == [
        "b:hover",
        "i:is(:hover, .x)",
    ]


WHATEVER = re.compile(r":has\((?:[^()]|\([^()]*\))*\)[^,{}]*?[\s>+~]\*(?=\s*[,{:])")
"""A rule that styles whatever stands somewhere below what `:has` asks about."""


def test_no_rule_makes_each_new_element_style_all_others_anew():
    """Such a rule once took a page of the Python reference from one second to nineteen."""
    assert {sheet.name: WHATEVER.findall(sheet.read_text(encoding="utf-8")) for sheet in SHEETS} == {
        sheet.name: [] for sheet in SHEETS
    }


def test_a_rule_that_styles_whatever_is_noticed():
    assert WHATEVER.search("rules-widget:has(> .pictures) > * { color: red; }")
    assert WHATEVER.search("a:has(b:not(c)) *::before, i { color: red; }")
    assert not WHATEVER.search("a:has(> *) > b { color: red; } i > * { color: red; }")
