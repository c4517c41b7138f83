"""Procedures in flows.toml: whole in both languages, each drawn, and with what it leaves open."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_py import library
from tests.test_words import left_open

KEYS: dict[str, dict[str, type]] = {
    "procedure": {"en": str, "ja": str, "hint": dict, "step": list},
    "step": {
        "en": str,
        "ja": str,
        "rules": str,
        "choice": bool,
        "apart": bool,
        "inside": str,
        "lines": list,
        "aside": dict,
    },
    "aside": {"en": str, "ja": str, "top": bool, "lines": list},
    "text": {"en": str, "ja": str},
}
"""What an entry may hold, by its kind."""
WITHIN = {"step": "step", "lines": "text", "aside": "aside", "hint": "text"}
"""Of what kind entries within an entry are, by their key."""


def entries(entry: dict[str, Any], kind: str = "procedure") -> Iterator[tuple[dict[str, Any], str]]:
    """Yield an entry and all that are within it, each with its kind."""
    yield entry, kind
    for key in WITHIN.keys() & entry.keys():
        for each in entry[key] if isinstance(entry[key], list) else [entry[key]]:
            yield from entries(each, WITHIN[key])


def faults_in(procedure: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a procedure by itself."""
    for entry, kind in entries(procedure):
        en, ja = entry.get("en", ""), entry.get("ja", "")
        yield from (f"“{en}” has a “{key}”" for key, value in entry.items() if type(value) is not KEYS[kind].get(key))
        if not all([en, ja, *entry.values()]):
            yield f"“{en}” is not whole"
        if left_open(en) != left_open(ja):
            yield f"“{en}” leaves open other things in Japanese"


def drawn_in(source: str) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the procedures that a module draws, by system and name, with what it fills in."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("drawn"), [ast.Constant(str(slug)), ast.Constant(str(name)), *_], filled) | ast.Call(
                ast.Name("partial"),
                [ast.Name("drawn"), ast.Constant(str(slug)), ast.Constant(str(name)), *_],
                filled,
            ):
                yield slug, name, {each.arg or "**" for each in filled} - {"inside"}


@pytest.mark.parametrize("slug", library.SYSTEMS)
def test_each_procedure_is_whole_and_drawn_with_what_it_leaves_open(slug: str) -> None:
    folder = Path("rules_py", slug)
    file = folder / "data/flows.toml"
    procedures = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    faults = [f"{name}: {fault}" for name, procedure in procedures.items() for fault in faults_in(procedure)]
    assert faults == []
    wanted = {
        (slug, name, frozenset().union(*(left_open(entry["en"]) for entry, _ in entries(procedure))))
        for name, procedure in procedures.items()
    }
    calls = [call for path in folder.rglob("*.py") for call in drawn_in(path.read_text(encoding="utf-8"))]
    assert {(slug, name, frozenset(parts)) for slug, name, parts in calls} == wanted


WHOLE = {
    "en": "Roll {n}",
    "ja": "{n}を振る",
    "step": [{"en": "Roll", "ja": "振る", "lines": [{"en": "a", "ja": "あ"}]}],
}


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"en": "Roll"}, "“Roll” leaves open other things in Japanese"),
        ({"ja": ""}, "“Roll {n}” is not whole"),
        ({"rules": "C-4.1"}, "“Roll {n}” has a “rules”"),
        ({"hint": {"en": "so", "ja": "そう", "top": True}}, "“so” has a “top”"),
        ({"step": [{"en": "Move", "ja": "動かす", "lines": []}]}, "“Move” is not whole"),
        ({"step": [{"en": "Move", "ja": "動かす", "aside": {"en": "No"}}]}, "“No” is not whole"),
        ({"step": [{"en": "Move", "ja": "動かす", "choice": "yes"}]}, "“Move” has a “choice”"),
    ],
)
def test_what_is_wrong_with_a_procedure_is_noticed(entry: dict[str, Any], fault: str) -> None:
    assert list(faults_in(WHOLE)) == []
    assert fault in faults_in(WHOLE | entry)


def test_what_a_module_draws_is_noticed() -> None:
    source = 'drawn("a", "b", language, {"c": d}, e=1)\nFIGURES = {"a.f": partial(drawn, "a", "f", inside=g, h=2)}'
    assert list(drawn_in(source)) == [("a", "b", {"e"}), ("a", "f", {"h"})]
