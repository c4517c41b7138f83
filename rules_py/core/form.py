"""A form: what a widget asks for, as a frozen dataclass whose annotations say how each attribute is filled in.

An attribute is annotated with its field, `dice: Annotated[int, IntegerField(…)]`, or with a group of fields:
`hero: Annotated[Side, Group(…)]`, where `Side` is such a dataclass itself, or anything else that the group makes.
One that holds rulings needs neither: house rules fill it in.
An annotation is read apart from its module: what it calls later on is a function with a name, not a lambda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args, get_origin, get_type_hints
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import Field
from rules_py.core.markup import h, remark
from rules_py.core.rulings import Switches
from rules_py.core.text import Language, Text


class FormError(ValueError):
    """One or more fields of a form hold values that are not allowed.

    Args:
        errors: The error of each field.
    """

    def __init__(self, errors: dict[str, InputError]) -> None:
        self.errors = errors
        super().__init__("; ".join(str(error) for error in errors.values()))


@dataclass(frozen=True)
class Group:
    """Inputs that stand together.

    Args:
        fields: The inputs in order; where a form annotates an attribute, those of the attribute's type.
        legend: The group's name; none for a plain row.
        kind: `"side"` for one side of a contest, `"details"` to be opened on demand, `"plain"` otherwise.
        note: A sentence under the legend.
        suffix: What the names of its fields end with beyond those of the attributes.
        at_first: What its fields say at first where that is not their default, by attribute.
        make: Returns the group's value from the values of its fields, by attribute; may raise `InputError`.
    """

    fields: tuple[Field, ...] = ()
    legend: Text | None = None
    kind: str = "plain"
    note: Text | None = None
    suffix: str = field(default="", kw_only=True)
    at_first: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    make: Callable[..., Any] = field(default=dict, kw_only=True)

    @classmethod
    def side(cls, legend: Text, note: Text | None = None) -> Group:
        """Return one side of a contest, or what stands beside another group as such a side does."""
        return cls(legend=legend, kind="side", note=note)

    def of(self, form: Any) -> Group:
        """Return the group with the fields of the dataclass that an attribute holds."""
        if self.fields:
            return self
        made = tuple(
            replace(part, name=name + self.suffix, default=self.at_first.get(name, part.default))
            for name, part, _ in annotated(form)
            if isinstance(part, Field)
        )
        return replace(self, fields=made, make=form)

    def value(self, values: Mapping[str, str], errors: dict[str, InputError]) -> Any:
        """Return the group's value; what is wrong with a field is noted, and then there is none."""
        found = {each.name.removesuffix(self.suffix): each.value(values, errors) for each in self.fields}
        return _made(self.make, found, errors, self.suffix)

    def element(self, widget: str, values: Mapping[str, str], language: Language) -> Element:
        """Return the group with its controls."""
        inside = [f.element(widget, values[f.name], language) for f in self.fields]
        legend = self.legend.get(language) if self.legend else None
        note = remark(self.note.get(language)) if self.note else None
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


type HouseRules = Callable[[type[Switches]], Group]


def _none(rulings: type[Switches]) -> Group:
    return Group()


class Form[Inputs]:
    """How a widget's inputs are filled in.

    Args:
        inputs: The frozen dataclass; its annotations hold a `Field` or a `Group` each.
        house_rules: Returns what fills in an attribute of a system's rulings.
    """

    def __init__(self, inputs: type[Inputs], house_rules: HouseRules = _none) -> None:
        self.inputs = inputs
        self.parts = {name: part.of(kind) for name, part, kind in annotated(inputs, house_rules)}
        rows: list[Group] = []
        row: list[Field] = []
        for part in self.parts.values():
            if isinstance(part, Field):
                row.append(part)
                continue
            rows += [Group(tuple(row)), part] if row else [part]
            row = []
        self.groups = (*rows, Group(tuple(row))) if row else tuple(rows)

    def read(self, values: Mapping[str, str]) -> Inputs:
        """Return the inputs that the values of all fields spell.

        Raises:
            FormError: If any of them is not allowed.
        """
        errors: dict[str, InputError] = {}
        found = {name: part.value(values, errors) for name, part in self.parts.items()}
        made: Inputs = _made(self.inputs, found, errors)
        if errors:
            raise FormError(errors)
        return made


def annotated(inputs: Any, house_rules: HouseRules = _none) -> Iterator[tuple[str, Field | Group, Any]]:
    """Yield name, field or group, and type of each attribute of a form; the parameters are those of `Form`."""
    form = get_origin(inputs) or inputs
    hints = get_type_hints(form, include_extras=True)
    told = dict(zip(form.__type_params__, get_args(inputs), strict=True))
    for each in fields(form):
        kind, *marks = get_args(hints[each.name]) or (told.get(hints[each.name], hints[each.name]),)
        mark = next((mark for mark in marks if isinstance(mark, Field | Group)), None) or house_rules(kind)
        yield each.name, replace(mark, name=each.name) if isinstance(mark, Field) else mark, kind


def _made(make: Callable[..., Any], found: Mapping[str, Any], errors: dict[str, InputError], suffix: str = "") -> Any:
    """Return what is made of values that are all right by themselves; note it where they do not fit together."""
    if errors:
        return None
    try:
        return make(**found)
    except InputError as error:
        error.field += suffix
        errors[error.field] = error
        return None


@dataclass(frozen=True)
class Pieces:
    """What a widget is put together from.

    Args:
        title: Its heading.
        parts: What an answer changes, by part.
        groups: Its fields.
        pictures: How its answer moves with a field.
    """

    title: Element
    parts: Mapping[str, list[Element]]
    groups: list[Element]
    pictures: list[Element]


_WITHOUT_SCRIPT = Text(
    "Scripts are off in this browser: nothing can be changed or pressed here.",
    "このブラウザーではスクリプトが動いていないので、ここでは入力も操作もできません。",
)


def form_of(ident: str, language: Language, *inside: Any, **more: str) -> Element:
    """Return the form of a widget, of whatever it is to hold; without script it says that its buttons lead nowhere."""
    told = h("noscript", _WITHOUT_SCRIPT.get(language), class_="field-hint")
    by = f"{ident}-title"
    return h("form", told, *inside, id=f"{ident}-form", novalidate=True, method="dialog", aria_labelledby=by, **more)


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
