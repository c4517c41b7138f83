"""What the site's styles say of drawings, for paper."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rulebook_site.faults import SiteError

STYLES = Path("overrides/theme/styles")

_VARIABLE = re.compile(r"var\((--[\w-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def colours() -> dict[str, str]:
    """Return the colours of the light pages by the name of their variable; paper is white."""
    light = dict(re.findall(r"(--[\w-]+):\s*light-dark\((#[0-9a-f]+),", _styles("tokens")))
    if not light:
        raise SiteError("tokens.css: the colours are not where they were")
    return light | {"--paper": "#fff", "--surface": "#fff"}


@cache
def style() -> str:
    """Return the styles of drawings, with colours in place of variables: a drawing on paper knows none."""
    kept = [rule for rule in re.findall(r"[^{}]+\{[^{}]*\}", _styles("figures")) if re.match(r"\s*svg [.\w]", rule)]
    said = _VARIABLE.sub(lambda found: colours()[found[1]], "".join(kept)).replace("svg ", "")
    said = said.replace("currentcolor", "currentColor")  # Typst reads colours letter by letter
    return re.sub(r"\s+", " ", f"text{{fill:currentColor;font-family:'Noto Sans JP'}}{said}")


def _styles(name: str) -> str:
    return _COMMENT.sub("", (STYLES / f"{name}.css").read_text(encoding="utf-8"))
