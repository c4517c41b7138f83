"""What the style sheets may not do."""

from __future__ import annotations

import re
from pathlib import Path

from rules_py.library import SYSTEMS
from tests.rows import every

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


# --- the colours of the games -----------------------------------------------------------------------------------------

TOKENS = (THEME / "styles/tokens.css").read_text(encoding="utf-8")
LEGIBLE, VISIBLE = 4.5, 3
"""What WCAG asks of text, and of drawings."""


def palette(scheme: int) -> dict[str, str]:
    """Return the colours by name, of the light pages (0) or the dark ones (1)."""
    pairs = re.findall(r"(--[\w-]+): light-dark\((#\w+), (#\w+)\)", TOKENS)
    return {name: pair[scheme] for name, *pair in pairs}


def parts(colour: str) -> list[float]:
    """Return red, green and blue, each up to 1."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]


def luminance(colour: list[float]) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[float], other: list[float]) -> float:
    high, low = sorted(map(luminance, (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_counted_as_wcag_does():
    assert contrast(parts("#fff"), parts("#000")) == 21
    assert round(contrast(parts("#777"), parts("#fff")), 2) == 4.48


@every("game", SYSTEMS)
@every("scheme", (0, 1))
def test_a_game_s_colour_can_be_read_and_be_read_on(scheme, game):
    """On paper and cards as text; on its own tint the ink, the links and the colour itself."""
    colours = {name: parts(colour) for name, colour in palette(scheme).items()}
    accent = colours[f"--{game}"]
    for ground in ("--paper", "--surface", "--sunken"):
        assert contrast(accent, colours[ground]) >= LEGIBLE
    share = (
        int(re.findall(r"--accent-tint: color-mix\(in srgb, var\(--accent\) (\d+)%, var\(--paper\)\)", TOKENS)[0]) / 100
    )
    tint = [share * one + (1 - share) * other for one, other in zip(accent, colours["--paper"], strict=True)]
    for said in ("--ink", "--ink-soft", "--link"):
        assert contrast(colours[said], tint) >= LEGIBLE
    assert contrast(accent, tint) >= VISIBLE


@every("game", SYSTEMS)
def test_a_game_has_an_emblem_where_its_colour_is_named(game):
    place = list(SYSTEMS).index(game)
    assert re.search(rf'data-game="{game}"\]\)\) \{{\s+--accent: var\(--{game}\);\s+--emblem: {place};', TOKENS)
    drawn = (THEME / "images/pictures.svg").read_text(encoding="utf-8")
    assert re.findall(r'<g id="([a-z]+)"', drawn)[place] == game
    assert len(drawn) < 5000


def test_what_is_set_in_type_has_one_of_the_sizes_that_the_tokens_name():
    """A browser finds its fonts anew for each size, and a page that has thirty is painted later."""
    of_its_own = re.compile(r"font(?:-size)?:[^;]*\d(?:rem|px)")
    letters = {
        sheet: re.sub(r"svg[^{}]*\{[^}]*\}|\.curve text \{[^}]*\}", "", sheet.read_text("utf-8")) for sheet in SHEETS
    }
    found = {sheet.name: of_its_own.findall(text) for sheet, text in letters.items() if "styles" in sheet.parts}
    assert {name: sizes for name, sizes in found.items() if sizes} == {}
    assert of_its_own.search("b { font-size: 0.71rem; }")
