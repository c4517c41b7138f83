"""`vocabulary`: whether what is written keeps to the words of the games.

`rules_py/SYSTEM/data/vocabulary.toml` holds, for each language, the word to take and what is not to stand for it, as
regular expressions; `overrides/languages/vocabulary.toml` does so for everything that is written.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebook_site import LANGUAGES
from rulebook_site.faults import Fault, SiteError
from rulebook_site.japanese import WIDE

COMMON = Path("overrides/languages/vocabulary.toml")
NAME = "vocabulary.toml"

_FENCE = re.compile(r"^\s*```")
_NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|\{[^{}]*\}|<[^<>]*>|^///.*|^\s+\w+:.*")
_KEY = re.compile(r"^\s*([\w-]+)\s*=")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"' + r"|'((?:[^'\\]|\\.)*)'")
_SPELLINGS = re.compile(r"forms|reading|value|switch|widgets|rules|id|facets")
"""Keys of data that hold something else than text to be read."""


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary.

    Args:
        take: What is to be written.
        instead: What is not, as a regular expression.
    """

    take: str
    instead: re.Pattern[str]


Words = dict[str, list[Word]]


def read(file: Path) -> Words:
    """Read a vocabulary, by language.

    Raises:
        SiteError: When an expression cannot be read.
    """
    found: Words = {language: [] for language in LANGUAGES}
    for language, words in tomllib.loads(file.read_text(encoding="utf-8")).items() if file.is_file() else ():
        for take, instead in words.items():
            try:
                found[language].append(Word(take, re.compile("|".join(f"(?:{each})" for each in instead))))
            except re.error as error:
                raise SiteError(f"{file}: “{take}”: {error}") from error
    return found


def check(root: Path = Path()) -> None:
    """Hold everything that is written to the vocabularies.

    Args:
        root: The project's folder.

    Raises:
        SiteError: With file, line and the word to take of everything that does not keep to them.
    """
    common = read(root / COMMON)
    faults: list[Fault] = []
    for system in sorted((root / "rules_py").glob(f"*/data/{NAME}")):
        slug = system.parents[1].name
        words = {language: common[language] + found for language, found in read(system).items()}
        pages = [file for language in LANGUAGES for file in (root / "docs" / language / slug).rglob("*.md")]
        data = [file for file in system.parent.glob("*.toml") if file.name != NAME]
        faults += _held([*pages, *data, *system.parents[1].rglob("*.py")], words)
    done = {file.parents[1].name for file in (root / "rules_py").glob(f"*/data/{NAME}")}
    others = [file for file in (root / "docs").rglob("*.md") if file.parent.name not in done]
    rules = root / "rules_py"
    others += [file for file in rules.rglob("*.py") if file.relative_to(rules).parts[0] not in done]
    others += [file for file in rules.glob("*/data/*.toml") if file.parents[1].name not in done]
    others += [*(root / "overrides/rulebook_site").rglob("*.py"), *(root / "overrides/theme/scripts").rglob("*.mjs")]
    faults += _held(others, common)
    if faults:
        raise SiteError(faults)


def _held(files: Iterable[Path], words: Words) -> Iterator[Fault]:
    for file in sorted(files):
        for line, language, text in written(file):
            for word in words[language]:
                for found in word.instead.finditer(text):
                    yield Fault(file.as_posix(), line, f"“{found[0]}”: take “{word.take}”")


def written(file: Path) -> Iterator[tuple[int, str, str]]:
    """Yield what a file gives people to read: line, language and text."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        yield from _page(text, "ja" if "ja" in file.parts else "en")
    elif file.suffix == ".toml":
        yield from _data(text)
    elif file.suffix == ".py":
        yield from _code(text)
    else:
        for line, said in enumerate(text.splitlines(), 1):
            yield from ((line, *each) for each in _quoted(said))


def _page(text: str, language: str) -> Iterator[tuple[int, str, str]]:
    inside = False
    for line, said in enumerate(text.splitlines(), 1):
        if _FENCE.match(said):
            inside = not inside
        elif not inside:
            yield line, language, _NO_PROSE.sub(" ", said)


def _data(text: str) -> Iterator[tuple[int, str, str]]:
    key = ""
    for line, said in enumerate(text.splitlines(), 1):
        if found := _KEY.match(said):
            key = found[1]
        if not _SPELLINGS.match(key) and not said.lstrip().startswith("#"):
            language = next((each for each in LANGUAGES if key == each or key.endswith(f"_{each}")), None)
            for told, quoted in _quoted(said):
                yield line, language or told, quoted


def _quoted(line: str) -> Iterator[tuple[str, str]]:
    for found in _QUOTED.finditer(line):
        said = found[1] or found[2] or ""
        yield ("ja" if WIDE.search(said) else "en"), said


def _code(text: str) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            for language, said in zip(LANGUAGES, node.args, strict=False):
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    yield said.lineno, language, said.value
