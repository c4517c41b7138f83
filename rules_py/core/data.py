"""The tables of a system as people edit them (TOML), read into typed rows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.text import Language, Text


@dataclass(frozen=True)
class Term:
    """A term of a system's glossary.

    Args:
        id: Stable key.
        en: The term in English.
        ja: The term in Japanese.
        reading: Kana reading of the Japanese term, empty if it has no kanji.
        forms_en: Spellings in English running text.
        forms_ja: Spellings in Japanese running text.
        meaning: What it means.
        rules: Ledger ids of the rules that define it.
        tag: Is it marked in running text?
        asks: A widget, and its field that takes the term's id, which says what the term does to the reader's numbers.
    """

    id: str
    en: str
    ja: str
    reading: str
    forms_en: tuple[str, ...]
    forms_ja: tuple[str, ...]
    meaning: Text
    rules: tuple[str, ...]
    tag: bool = True
    asks: tuple[str, str] | None = None

    def forms(self, language: Language) -> tuple[str, ...]:
        """Return the spellings in running text of a language."""
        return self.forms_ja if language == "ja" else self.forms_en


@dataclass(frozen=True)
class Row:
    """A row of a table.

    Args:
        id: Ledger id.
        cells: The cells in order.
        rules: Ledger ids of the rules behind the row.
        facets: By what the row can be found, where its table can be filtered.
    """

    id: str
    cells: tuple[Text, ...]
    rules: tuple[str, ...] = ()
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Facet:
    """A filter of a table.

    Args:
        id: The key in the facets of its rows.
        label: What the filter is called.
        options: Values with their labels.
        at_most: Does a choice also let smaller numbers through?
    """

    id: str
    label: Text
    options: tuple[tuple[str, Text], ...]
    at_most: bool = False


@dataclass(frozen=True)
class Table:
    """A table of a system.

    Args:
        id: Ledger id.
        title: Its caption.
        columns: Heads of the columns.
        rows: The rows in order.
        facets: Filters that the table offers, if any.
    """

    id: str
    title: Text
    columns: tuple[Text, ...]
    rows: tuple[Row, ...]
    facets: tuple[Facet, ...] = ()


@dataclass(frozen=True)
class Option:
    """One answer to an open question.

    Args:
        text: Short label.
        value: The Python value, None if nothing computes with it.
        switch: Name of the switch it belongs to, empty if the ruling has none.
    """

    text: Text
    value: str | bool | int | None
    switch: str


@dataclass(frozen=True)
class Ruling:
    """An open question, this reference's answer, and the others.

    Args:
        id: Ledger id.
        label: A few words, as a control's label.
        labels: The label of each switch, where there are several.
        question: The question.
        default: What this reference does.
        reason: Why.
        options: All answers, each switch's default first.
        switches: Fields of the system's `Rulings` that switch it.
        widgets: Widgets whose numbers it changes.
        lost: Does the source point to a passage that is missing?
    """

    id: str
    label: Text
    labels: dict[str, Text]
    question: Text
    default: Text
    reason: Text
    options: tuple[Option, ...]
    switches: tuple[str, ...]
    widgets: tuple[str, ...]
    lost: bool

    @property
    def alternatives(self) -> tuple[Text, ...]:
        """The answers that are not this reference's, each after what it answers where there are several switches."""
        first: set[str] = set()
        others = []
        for option in self.options:
            if option.switch in first:
                label = self.labels.get(option.switch)
                en, ja = (f"{label.en}: ", f"{label.ja}：") if label else ("", "")
                others.append(Text(en + option.text.en, ja + option.text.ja))
            first.add(option.switch)
        return tuple(others)


Figure = Callable[[Language], Element]


@dataclass
class System:
    """A rule system: its data, read when first asked for.

    Args:
        slug: Name in links and folders.
        letter: First letter of its ledger ids.
        title: Its working title.
    """

    slug: str
    letter: str
    title: Text

    def _read(self, name: str) -> dict[str, Any]:
        source = files(f"rules_py.{self.slug}") / "data" / f"{name}.toml"
        return tomllib.loads(source.read_text(encoding="utf-8"))

    @cached_property
    def glossary(self) -> dict[str, Term]:
        """The terms by id, in ledger order."""
        return {
            ident: Term(
                ident,
                row["en"],
                row["ja"],
                row["reading"],
                tuple(row["forms_en"]),
                tuple(row["forms_ja"]),
                _text(row, "meaning"),
                tuple(row["rules"]),
                row["tag"],
            )
            for ident, row in self._read("glossary").items()
        }

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The tables by ledger id."""
        return {
            table["id"]: Table(
                table["id"],
                _text(table, "title"),
                _texts(table["columns_en"], table["columns_ja"]),
                tuple(
                    Row(row["id"], _texts(row["en"], row["ja"]), tuple(row.get("rules", ()))) for row in table["row"]
                ),
            )
            for table in self._read("tables")["table"]
        }

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """The open questions by ledger id."""
        return {ident: _ruling(ident, row) for ident, row in self._read("rulings").items()}


def _ruling(ident: str, row: dict[str, Any]) -> Ruling:
    switches = tuple(row["switches"])
    only = switches[0] if len(switches) == 1 else ""
    labels = row.get("labels", {})
    return Ruling(
        ident,
        _text(row, "label"),
        {name: _text(labels, name) for name in switches if f"{name}_en" in labels},
        _text(row, "question"),
        _text(row, "default"),
        _text(row, "reason"),
        tuple(
            Option(Text(option["en"], option["ja"]), option.get("value"), option.get("switch", only))
            for option in row.get("option", ())
        ),
        switches,
        tuple(row["widgets"]),
        row["lost"],
    )


def _text(row: dict[str, Any], name: str) -> Text:
    return Text(row[f"{name}_en"], row[f"{name}_ja"])


def _texts(en: list[str], ja: list[str]) -> tuple[Text, ...]:
    return tuple(Text(*pair) for pair in zip(en, ja, strict=True))
