"""The inputs of a widget: what each is called, what it may hold, and the control that holds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.controls import counted
from rules_py.core.errors import InputError
from rules_py.core.lists import plain
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.rulings import read_number
from rules_py.core.text import Language, Named, Text, is_wide, same

MOST_NAMED = 8
"""How many choices a message names."""


NEAR = 5
"""So many steps either way are near."""
RULE = "rule:"
"""How the names begin under which house rules are kept."""


@dataclass(frozen=True)
class Field:
    """One input of a widget; the attribute of a form that it annotates has its value.

    Args:
        label: What stands beside the control.
        default: The value as it would be typed.
        hint: A short help under the control.
        name: The form field's name and the link's: that of the attribute, and what its group adds.
        kept: Does the browser keep it for every widget of the system? `True` for a number of the reader's own
            character, under the field's name; otherwise the name under which it is kept. Fields share that name where
            they mean the same, and nowhere else: my hit points are not those of a PC of the party.
        party: What each member of a party adds to the list that it holds, by the name in `CharacterSheet.shares`.
    """

    label: Text
    default: str = ""
    hint: Text | None = None
    name: str = field(default="", kw_only=True)
    kept: bool | str = field(default=False, kw_only=True)
    party: str = field(default="", kw_only=True)

    @property
    def kept_as(self) -> str:
        """The name under which the browser keeps it; empty if it does not."""
        return self.name if self.kept is True else self.kept or ""

    @property
    def is_own(self) -> bool:
        """Does it hold a number of the reader's own character, or those of a party?"""
        return bool(self.party or (self.kept_as and not self.is_rule))

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

    def near(self, raw: str) -> tuple[str, ...]:
        """Return what it may say a few steps either way, in order and as it would be typed; nothing without steps."""
        return ()

    def said(self, raw: str, language: Language) -> str:
        """Return what the field is called and says, in a few words."""
        return f"{self.label.get(language)} {self.told(raw).get(language)}"

    def told(self, raw: str) -> Text:
        """Return in words what was entered."""
        return same(raw)

    def is_default(self, raw: str) -> bool:
        """Say whether something typed is what the field says at first, so that a link need not carry it."""
        return raw == self.default

    def of(self, kind: object) -> Field:
        """Return the field as it fills in an attribute of a form; a group asks what kind the attribute is of."""
        return self

    def value(self, values: Mapping[str, str], errors: dict[str, InputError]) -> Any:
        """Return the typed value of what all fields say; note what is wrong with it, and then there is none."""
        try:
            return self.parse(values[self.name])
        except InputError as error:
            errors[self.name] = error
            return None

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
            self.control(
                raw,
                language,
                id=ident,
                aria_describedby=described,
                data_kept=self.kept_as or None,
                data_party=self.party or None,
            ),
            remark(self.hint.get(language), id=described) if self.hint else None,
            class_="field",
            data_field=self.name,
        )


@dataclass(frozen=True)
class ReadField(Field):
    """A text that a function of the rules reads (an ability, a seed).

    Args:
        read: Takes the text and the field's name, returns the value or raises `InputError`.
        size: Width of the control in characters.
        steps: Returns what may stand in it a few steps either way, in order; for numbers that are written otherwise.
    """

    read: Callable[[str, str], Any] = field(default=lambda raw, name: raw)
    size: int = 14
    steps: Callable[[Any], tuple[str, ...]] = field(default=lambda now: ())

    def near(self, raw: str) -> tuple[str, ...]:
        """Return what is near."""
        try:
            return self.steps(self.parse(raw))
        except InputError:
            return ()

    def parse(self, raw: str) -> Any:
        """Return what the reading function makes of the text."""
        return self.read(raw, self.name)

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a short text input."""
        return super().control(raw, language, size=self.size, autocapitalize="off", spellcheck="false", **attributes)


@dataclass(frozen=True)
class SpelledField(ReadField):
    """A text that stands in each language in other words at first.

    Args:
        spellings: What it says at first, by language.
        value_at_first: What that means.
    """

    spellings: Mapping[Language, str] = field(default_factory=dict)
    value_at_first: Any = None

    def parse(self, raw: str) -> Any:
        """Return what the text means."""
        return self.value_at_first if raw in self.spellings.values() else super().parse(raw)

    def is_default(self, raw: str) -> bool:
        """Say whether this is what it says at first, in whatever language."""
        return raw in self.spellings.values()

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a text input."""
        return super().control(self.spellings[language] if raw == self.default else raw, language, **attributes)


@dataclass(frozen=True)
class IntegerField(Field):
    """A whole number within bounds."""

    least: int = 0
    most: int = 100

    def near(self, raw: str) -> tuple[str, ...]:
        """Return the numbers within its bounds that are near: one apart, ten from 100 on, a hundred from 1,000 on.

        Example:
            >>> IntegerField(Text("Dice", "ダイス"), "3", most=6).near("2")
            ('0', '1', '2', '3', '4', '5', '6')
            >>> IntegerField(Text("EP", "EP"), "3200", most=9999).near("3250")[4:8]
            ('3150', '3250', '3350', '3450')
        """
        try:
            now = self.parse(raw)
        except InputError:
            return ()
        step = 10 ** max(0, len(str(abs(now))) - 2)
        numbers = (now + step * away for away in range(-NEAR, NEAR + 1))
        return tuple(str(each) for each in numbers if self.least <= each <= self.most)

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
        text = plain(raw).removesuffix("%").strip()
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


WISH = Text("Chance you want (%)", "望む確率（%）")


@dataclass(frozen=True)
class ChoiceField(Field):
    """One of a few values.

    Args:
        options: Values as they stand in the link, with their labels.
        means: Returns what a value stands for.
    """

    options: tuple[tuple[str, Text], ...] = ()
    means: Callable[[str], Any] = str

    @classmethod
    def among(cls, label: Text, default: Named, *, kept: bool = False) -> ChoiceField:
        """Return the choice among all members of an enumeration."""
        kind = type(default)
        return cls(label, default.value, options=kind.options(), means=kind, kept=kept)

    def parse(self, raw: str) -> Any:
        """Return what the value chosen stands for."""
        values = [value for value, _ in self.options]
        if raw not in values:
            allowed = Text("one of {values}", "{values}のどれかを選んでください")
            if len(values) > MOST_NAMED:
                allowed = Text("one that the list offers, such as {values}", "{values}など、一覧から選んでください")
            raise InputError(self.name, raw, allowed.format(values=same(", ".join(values[:MOST_NAMED]))))
        return self.means(raw)

    def told(self, raw: str) -> Text:
        """Return which choice was made."""
        return next((label for value, label in self.options if value == raw), same(raw))

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

    def said(self, raw: str, language: Language) -> str:
        """Return what the box is called, and that it is not ticked where it is not."""
        label = self.label.get(language)
        return label if raw else Text("{label}: no", "{label}：なし").format(label=label).get(language)

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
            remark(self.hint.get(language), id=described) if self.hint else None,
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
