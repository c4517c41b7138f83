"""What logs, refusals and tools say: each that is said stands in words.toml, and each that stands there is said."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from rules_py import library
from rules_py.core.words import words

SAYING = ("tell", "say", "forbidden")
"""What is told a sentence by its key."""

OWN = ("exports", *library.SYSTEMS)
"""What has words of its own beside the core's."""


def keys_in(expression: ast.expr) -> list[str]:
    """Return the keys that an expression may come to: one, or one of two."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        return [expression.value]
    if isinstance(expression, ast.IfExp):
        return keys_in(expression.body) + keys_in(expression.orelse)
    return []


def said_in(source: str) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the keys that a module says, with the names of what it fills in; none where that is not told there."""
    tree = ast.parse(source)
    filled = {
        id(node.func.value): {each.arg or "**" for each in node.keywords}
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] in ("WORDS", "words"):
            for key in keys_in(node.slice):
                yield key, filled.get(id(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SAYING:
            parts = {each.arg or "**" for each in node.keywords} - {"heading", "seen", "rule", "action"}
            for key in keys_in(node.args[0]) if node.args else ():
                yield key, parts
            for keyword in node.keywords:
                if keyword.arg == "action":
                    yield from ((key, None) for key in keys_in(keyword.value))


def left_open(wording: str) -> set[str]:
    """Return the placeholders of a wording."""
    return {name for _, name, _, _ in Formatter().parse(wording) if name is not None}


def said_by(slug: str) -> Iterator[tuple[Path, str, set[str] | None]]:
    """Yield what the modules of a game, or of the core, say, each with where."""
    for path in sorted(Path("rules_py", slug).rglob("*.py")):
        for key, parts in said_in(path.read_text(encoding="utf-8")):
            yield path, key, parts


@pytest.mark.parametrize("slug", ["core", *OWN])
def test_each_sentence_is_there_and_said_with_what_it_leaves_open(slug: str) -> None:
    sentences, faults = words(slug), list[str]()
    for path, key, parts in said_by(slug):
        if key not in sentences:
            faults.append(f"{path}: no sentence “{key}”")
        elif parts is not None and "**" not in parts and parts != left_open(sentences[key].en):
            faults.append(f"{path}: “{key}” leaves open {left_open(sentences[key].en)}, and is told {parts}")
    said = {key for _, key, _ in said_by(slug)}
    faults += [f"“{key}” is never said" for key in sentences.keys() - words("core").keys() - said]
    faults += [
        f"“{key}” leaves open other things in Japanese"
        for key, each in sentences.items()
        if left_open(each.en) != left_open(each.ja)
    ]
    assert faults == []


def test_what_all_games_may_say_is_said_by_several_or_for_them() -> None:
    by = {slug: {key for _, key, _ in said_by(slug)} for slug in ("core", *OWN)}
    alone = [key for key in words("core") if key not in by["core"] and sum(key in each for each in by.values()) < 2]
    assert alone == []


def test_nothing_says_again_what_all_games_may_say() -> None:
    shared = words("core")
    for slug in OWN:
        own = tomllib.loads(Path("rules_py", slug, "data", "words.toml").read_text(encoding="utf-8"))
        texts = {(entry["en"], entry["ja"]) for entry in own.values()}
        assert not own.keys() & shared.keys()
        assert not texts & {(each.en, each.ja) for each in shared.values()}


def test_what_is_missing_unused_or_not_filled_in_is_noticed() -> None:
    source = (
        'tell.tell("a" if x else "b", "P-1", who=1)\nWORDS["c"].format(n=2)\nt.forbidden("d", rule="P-1", action="e")'
    )
    assert dict(said_in(source)) == {"a": {"who"}, "b": {"who"}, "c": {"n"}, "d": set(), "e": None}
    assert left_open("{who} has {n}") == {"who", "n"}
