"""Widgets: typed inputs, a pure function, a rendering; the form, checks, link and page all come from that."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.controls import counted
from rules_py.errors import InputError
from rules_py.markup import CHANCE, h, heading, marked_up, rounded
from rules_py.switches import read_number
from rules_py.text import Language, Text, is_wide, same

LONGEST_VALUE = 20_000
MOST_NAMED = 8
"""How many choices a message names."""
RULE = "rule:"
"""How the names begin under which house rules are kept."""


@dataclass(frozen=True)
class Field:
    """One input of a widget.

    Args:
        name: The Python name, also the form field's name and the link's.
        label: What stands beside the control.
        default: The value as it would be typed.
        hint: A short help under the control.
        kept: Does the browser keep it for every widget of the system? `True` for a number of the reader's own
            character, under the field's name; otherwise the name under which it is kept. Fields share that name where
            they mean the same, and nowhere else: my hit points are not those of a PC of the party.
    """

    name: str
    label: Text
    default: str = ""
    hint: Text | None = None
    kept: bool | str = field(default=False, kw_only=True)

    @property
    def kept_as(self) -> str:
        """The name under which the browser keeps it; empty if it does not."""
        return self.name if self.kept is True else self.kept or ""

    @property
    def is_rule(self) -> bool:
        """Is it a house rule?"""
        return self.kept_as.startswith(RULE)

    def parse(self, raw: str) -> Any:
        """Return the typed value of what was entered.

        Raises:
            InputError: If it is not allowed.
        """
        return raw

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return the control that holds the value."""
        return h("input", name=self.name, type="text", value=raw, autocomplete="off", **attributes)

    def element(self, widget: str, raw: str, language: Language) -> Element:
        """Return label, control and hint; a message finds its place when there is one (`form.mjs`)."""
        ident = f"{widget}-{self.name}".replace(".", "-")
        described = f"{ident}-hint" if self.hint else None
        return h(
            "div",
            h("label", *marked_up(self.label.get(language)), for_=ident),
            self.control(raw, language, id=ident, aria_describedby=described, data_kept=self.kept_as or None),
            h("p", self.hint.get(language), class_="field-hint", id=f"{ident}-hint") if self.hint else None,
            class_="field",
            data_field=self.name,
        )


@dataclass(frozen=True)
class ReadField(Field):
    """A text that a function of the rules reads (an ability, a seed).

    Args:
        read: Takes the text and the field's name, returns the value or raises `InputError`.
        size: Width of the control in characters.
        may_be_empty: Does nothing stand for none?
    """

    read: Callable[[str, str], Any] = field(default=lambda raw, name: raw)
    size: int = 6
    may_be_empty: bool = False

    def parse(self, raw: str) -> Any:
        """Return what the reading function makes of the text."""
        return self.read(raw, self.name)

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a short text input."""
        return super().control(raw, language, size=self.size, autocapitalize="off", spellcheck="false", **attributes)


@dataclass(frozen=True)
class IntegerField(Field):
    """A whole number within bounds."""

    least: int = 0
    most: int = 100

    def parse(self, raw: str) -> int:
        """Return the number."""
        return read_number(self.name, raw, self.least, self.most)

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a text input with a number pad; the browser must not swallow what it thinks is no number.

        Beside it are keys for one less and one more, and where it may be below 0 for its sign, which some pads lack.
        """
        made = super().control(raw, language, inputmode="numeric", size=4 if self.most < 1000 else 6, **attributes)
        return counted(made, self.label, language, self.least)


@dataclass(frozen=True)
class PercentField(Field):
    """A chance in percent, more than 0 and less than 100."""

    def parse(self, raw: str) -> Fraction:
        """Return the chance as a fraction of 1."""
        text = unicodedata.normalize("NFKC", raw).strip().removesuffix("%").strip()
        whole, _, decimals = text.partition(".")
        if text.isascii() and whole.isdigit() and len(text) <= 8 and (not decimals or decimals.isdigit()):
            chance = Fraction(text.rstrip(".")) / 100
            if 0 < chance < 1:
                return chance
        raise InputError(
            self.name,
            raw,
            Text("a percentage above 0 and below 100", "0より大きく100より小さい百分率で書いてください"),
        )

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a text input with a number pad."""
        return super().control(raw, language, inputmode="decimal", size=5, **attributes)


@dataclass(frozen=True)
class ChoiceField(Field):
    """One of a few values.

    Args:
        options: Values as they stand in the link, with their labels.
    """

    options: tuple[tuple[str, Text], ...] = ()

    def parse(self, raw: str) -> str:
        """Return the value chosen."""
        values = [value for value, _ in self.options]
        if raw not in values:
            allowed = Text("one of {values}", "{values}のどれかを選んでください")
            if len(values) > MOST_NAMED:
                allowed = Text("one that the list offers, such as {values}", "{values}など、一覧から選んでください")
            raise InputError(self.name, raw, allowed.format(values=same(", ".join(values[:MOST_NAMED]))))
        return raw

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a select."""
        return h(
            "select",
            [h("option", label.get(language), value=value, selected=value == raw) for value, label in self.options],
            name=self.name,
            class_="wide" if is_wide((label for _, label in self.options), language) else None,
            **attributes,
        )


@dataclass(frozen=True)
class FlagField(Field):
    """Yes or no; `"1"` in the link for yes, nothing for no."""

    def parse(self, raw: str) -> bool:
        """Return whether it is set."""
        if raw not in ("", "1"):
            raise InputError(
                self.name, raw, Text("1 for yes or nothing for no", "「はい」は1、「いいえ」は空にしてください")
            )
        return raw == "1"

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a checkbox."""
        return h("input", name=self.name, type="checkbox", value="1", checked=raw == "1", **attributes)

    def element(self, widget: str, raw: str, language: Language) -> Element:
        """Return the checkbox before its label."""
        made = super().element(widget, raw, language)
        label, box = made[0], made[1]
        made[0], made[1] = box, label
        made.set("class", "field flag")
        return made


@dataclass(frozen=True)
class PicksField(Field):
    """Any number of a fixed set of things, each a box to tick: cards of a deck, say.

    The value is the things picked, separated by spaces, in the order of the boxes.

    Args:
        rows: What can be picked, row by row: values without spaces, with their labels.
        read: Takes the text and the field's name, returns the value or raises `InputError`; by default the values.
        class_: Class of the whole, for its looks.
    """

    rows: tuple[tuple[tuple[str, Text], ...], ...] = ()
    read: Callable[[str, str], Any] | None = None
    class_: str = "picks"

    def parse(self, raw: str) -> Any:
        """Return what was picked."""
        if self.read:
            return self.read(raw, self.name)
        picked, values = raw.split(), [value for row in self.rows for value, _ in row]
        for value in picked:
            if value not in values or picked.count(value) > 1:
                some = ", ".join(values[:MOST_NAMED])
                allowed = Text("any of {values} …, each at most once", "{values}などを一つずつ選んでください")
                raise InputError(self.name, value, allowed.format(values=some))
        return tuple(picked)

    def element(self, widget: str, raw: str, language: Language) -> Element:
        """Return the boxes as a group."""
        ident = f"{widget}-{self.name}".replace(".", "-")
        described = f"{ident}-hint" if self.hint else None
        picked = raw.split()

        def box(value: str, label: Text) -> Element:
            own = f"{ident}-{value}".lower()
            tick = h(
                "input",
                name=self.name,
                type="checkbox",
                value=value,
                checked=value in picked,
                id=own,
                data_many=True,
                data_kept=self.kept_as or None,
                aria_describedby=described,
            )
            return h("span", tick, h("label", label.get(language), for_=own), class_="pick", data_value=value)

        return h(
            "fieldset",
            h("legend", *marked_up(self.label.get(language))),
            h("p", self.hint.get(language), class_="field-hint", id=f"{ident}-hint") if self.hint else None,
            [h("div", [box(value, label) for value, label in row], class_="picks-row") for row in self.rows],
            class_=f"field {self.class_}",
            data_field=self.name,
        )


@dataclass(frozen=True)
class HiddenField(Field):
    """A value that the widget itself keeps: a stepper's actions."""

    def element(self, widget: str, raw: str, language: Language) -> Element:
        """Return the hidden input."""
        return h("input", name=self.name, type="hidden", value=raw)


@dataclass(frozen=True)
class Group:
    """Inputs that stand together.

    Args:
        fields: The inputs in order.
        legend: The group's name; none for a plain row.
        kind: `"side"` for one side of a contest, `"details"` to be opened on demand, `"plain"` otherwise.
        note: A sentence under the legend.
    """

    fields: tuple[Field, ...]
    legend: Text | None = None
    kind: str = "plain"
    note: Text | None = None

    def element(self, widget: str, values: Mapping[str, str], language: Language) -> Element:
        """Return the group with its controls."""
        inside = [f.element(widget, values[f.name], language) for f in self.fields]
        legend = self.legend.get(language) if self.legend else None
        note = h("p", *marked_up(self.note.get(language)), class_="field-hint") if self.note else None
        if self.kind == "details":
            changed = any(values[f.name] != f.default for f in self.fields)
            grid = h("div", inside, class_="fields")
            told = h("span", rules_changed(self.fields, values, language), class_="rules-changed", data_part="rules")
            summary = h("summary", legend, told if any(f.is_rule for f in self.fields) else None)
            return h("details", summary, note, grid, class_="house-rules", open=changed)
        if legend is None:
            return h("div", inside, class_="fields")
        return h(
            "fieldset",
            h("legend", legend),
            note,
            h("div", inside, class_="fields"),
            class_=self.kind if self.kind != "plain" else None,
        )


def rules_changed(fields: Iterable[Field], values: Mapping[str, str], language: Language) -> list[Element]:
    """Return how many house rules are not this rulebook's rulings; nothing if none.

    Example:
        >>> from rules_py.library import WIDGETS
        >>> fields, values = WIDGETS["contest.roll"].fields.values(), {"beneficiary": "higher_roll"}
        >>> values = WIDGETS["contest.roll"].values(values)
        >>> [told.text for told in rules_changed(fields, values, "en")]
        ['1 house rule']
    """
    changed = sum(each.is_rule and values[each.name] != each.default for each in fields)
    words = Text("1 house rule" if changed == 1 else f"{changed} house rules", f"ハウスルール{changed}件")
    return [h("b", words.get(language))] if changed else []


class FormError(ValueError):
    """One or more fields of a form hold values that are not allowed.

    Args:
        errors: The error of each field.
    """

    def __init__(self, errors: dict[str, InputError]) -> None:
        self.errors = errors
        super().__init__("; ".join(str(error) for error in errors.values()))


@dataclass
class Answer:
    """What a widget shows.

    Args:
        status: One sentence with the result, read out by a screen reader.
        parts: Elements of each part of the widget, by part name; `"output"` is always there.
        values: Fields that the widget itself changed, as they stand in the link.
        headline: What a glance should find, where that is not the first chance of the status.
    """

    status: Text
    parts: dict[str, list[Element]]
    values: dict[str, str] = field(default_factory=dict)
    headline: Text | None = None

    def bar(self, language: Language) -> list[Element]:
        """Return the answer in one line: what a glance should find, the exact chance, and the sentence.

        Example:
            >>> from rules_py.markup import to_html
            >>> told = Answer(Text("It hits in 75.3 % (61/81) of all cases.", ""), {}).bar("en")
            >>> [to_html(each) for each in told]
            ['<b>75.3 %</b> ', '<small>61/81</small> ', '<span>It hits in 75.3 % of all cases.</span>']
        """
        said = self.status.get(language)
        chance, exact = found.groups() if (found := CHANCE.search(said)) and not self.headline else (None, None)
        large = self.headline.get(language) if self.headline else chance
        parts = [("b", large), ("small", exact), ("span", rounded(said))]
        line = [h(tag, words) for tag, words in parts if words]
        for each in line[:-1]:
            each.tail = " "  # without styles, and to who copies it, it is a line of words
        return line


STOP = Text("Stop counting", "計算を止める")


class Widget(ABC):
    """A question that readers ask with their own numbers.

    A widget names its inputs and says how to answer; everything else follows from that.
    """

    name: str
    title: Text
    groups: tuple[Group, ...]
    formerly: tuple[str, ...] = ()
    """Names of widgets that it has taken in: their links and files are its own."""
    live = "input"
    gradual = False
    """May it take long, and tell what it knows so far? It gets a button that stops it."""
    is_costly = False
    """Does each house rule make it count anew, for long and with much to remember?"""

    @cached_property
    def fields(self) -> dict[str, Field]:
        """All inputs by name."""
        return {f.name: f for group in self.groups for f in group.fields}

    @abstractmethod
    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Work out and render the answer.

        Args:
            inputs: The typed value of every field.
            pressed: Name and value of the button pressed, with the controls beside it; empty for none.
            language: The reader's language.

        Raises:
            InputError: If the inputs do not fit together; its field names the input.
        """

    def answers(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Iterator[Answer]:
        """Yield what is known so far, again and again, and at last the answer.

        A widget that may take longer than a blink overrides this beside `gradual`; each answer is complete in itself
        and says what is still missing. The last one is what `answer` returns.
        """
        yield self.answer(inputs, pressed, language)

    def parts(self, answer: Answer, language: Language) -> dict[str, list[Element]]:
        """Return what an answer changes in the page, by part."""
        return {"answer": answer.bar(language), **answer.parts}

    def before(self, given: Mapping[str, str], pressed: Mapping[str, str]) -> Mapping[str, str]:
        """Return which of the given values still count once a button is pressed: all, unless a widget says less."""
        return given

    def recalled(self, kept: Mapping[str, str]) -> dict[str, str]:
        """Return what is kept of this widget's fields, by field; what cannot be right is passed over."""
        found: dict[str, str] = {}
        for name, each in self.fields.items():
            if each.kept_as in kept:
                with suppress(InputError):
                    each.parse(kept[each.kept_as])
                    found[name] = kept[each.kept_as]
        return found

    def values(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the raw value of every field: what was given, else its default.

        Raises:
            FormError: If a name is given that is no field of this widget, or a value is too long to be one.
        """
        errors: dict[str, InputError] = {}
        for name, raw in given.items():
            if name not in self.fields:
                allowed = Text("the fields are {names}", "使える項目は{names}").format(names=", ".join(self.fields))
                errors[name] = InputError(name, name, allowed)
            elif len(raw) > LONGEST_VALUE:
                errors[name] = InputError(name, raw, Text("something shorter", "長すぎます"))
        if errors:
            raise FormError(errors)
        return {name: given.get(name, f.default) for name, f in self.fields.items()}

    def read(self, values: Mapping[str, str]) -> dict[str, Any]:
        """Return the typed value of every field.

        Raises:
            FormError: If any value is not allowed.
        """
        inputs: dict[str, Any] = {}
        errors: dict[str, InputError] = {}
        for name, f in self.fields.items():
            try:
                inputs[name] = f.parse(values[name])
            except InputError as error:
                errors[name] = error
        if errors:
            raise FormError(errors)
        return inputs

    def query(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values that differ from the defaults: what a link has to carry."""
        return {name: values[name] for name, f in self.fields.items() if values[name] != f.default}

    def element(self, language: Language, given: Mapping[str, str] | None = None) -> Element:
        """Return the whole widget as it stands in a page, with a real result.

        Args:
            language: The page's language.
            given: Values that differ from the defaults.

        Raises:
            FormError: If a value is not allowed.
        """
        values = self.values(given or {})
        answer = self.answer(self.read(values), {}, language)
        values |= answer.values
        groups: list[Element] = []
        for paired, some in groupby(self.groups, lambda group: group.kind == "side"):
            made = [group.element(self.name, values, language) for group in some]
            groups += [h("div", made, class_="sides")] if paired else made
        title = heading(3, self.title.get(language), class_="widget-title", id=f"{self.name.replace('.', '-')}-title")
        return h(
            "rules-widget",
            self.inside(title, answer, groups, language),
            name=self.name,
            data_formerly=" ".join(self.formerly) or None,
            data_state="static",
            data_live=self.live,
            data_desk=self.live == "submit",
        )

    def inside(self, title: Element, answer: Answer, groups: list[Element], language: Language) -> list[Element]:
        """Return what stands in the widget: the answer in one line, the form, what is read out, the result."""
        ident = self.name.replace(".", "-")
        controls = answer.parts.get("controls")
        form = h(
            "form",
            h("div", controls, class_="controls", data_part="controls") if controls else None,
            groups,
            id=f"{ident}-form",
            novalidate=True,
            method="dialog",  # without script a button leads nowhere
            aria_labelledby=f"{ident}-title",
        )
        status = h("p", class_="widget-status", role="status", aria_live="polite")
        output = h("output", answer.parts["output"], aria_live="off", aria_labelledby=f"{ident}-title")
        stop = h("button", STOP.get(language), type="button", class_="widget-stop", hidden=True)
        result = [output, form, status] if controls else [form, status, *([stop] if self.gradual else []), output]
        bar = h("p", answer.bar(language), class_="answer-bar", data_part="answer", data_answer=True)
        return [title, bar, *result]
