"""Widgets: typed inputs, a pure function, a rendering; the form, checks, link and page all come from that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from types import get_original_bases
from typing import Any, TypeVar, get_args
from xml.etree.ElementTree import Element

from rules_py.core.curve import moves
from rules_py.core.data import System
from rules_py.core.errors import InputError
from rules_py.core.fields import Field, HiddenField
from rules_py.core.form import Form, FormError, Group, Pieces, form_of
from rules_py.core.house_rules import house_rules
from rules_py.core.markup import CHANCE, h, heading, rounded
from rules_py.core.notation import Roll, copy_as
from rules_py.core.pin import PIN, compared, pin_key, pinned
from rules_py.core.rooms import of
from rules_py.core.rulings import Switches
from rules_py.core.text import Language, Text

LONGEST_VALUE = 20_000


@dataclass
class Answer:
    """What a widget shows.

    Args:
        status: One sentence with the result, read out by a screen reader.
        output: Draws the result, once it is to be seen: a curve asks for many answers and looks at their chance alone.
        values: Fields that the widget itself changed, as they stand in the link.
        headline: What a glance should find, where that is not the first chance of the status.
        parts: Elements of the other parts of the widget, by part name.
        data: What the page is told besides, to be kept: whatever JSON holds.
        rolls: Says what is rolled at the table, for “Copy as …”; a curve asks for none of it.
        copies: Is “Copy as …” open?
        is_brief: Is it told by its headline alone, since more is known in a moment?
    """

    status: Text
    output: Callable[[], list[Element]]
    values: dict[str, str] = field(default_factory=dict)
    headline: Text | None = None
    parts: dict[str, list[Element]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    rolls: Callable[[], tuple[Roll, ...]] = tuple
    copies: bool = False
    is_brief: bool = False

    def chance(self, language: Language) -> str | None:
        """Return the chance that answers, in percent; nothing where the answer is something else."""
        found = None if self.headline else CHANCE.search(self.status.get(language))
        return found.group(1) if found else None

    def glance(self, language: Language) -> str | None:
        """Return what a glance should find."""
        return self.headline.get(language) if self.headline else self.chance(language)

    def measure(self, language: Language) -> Fraction | None:
        """Return the chance that answers as a number, as exactly as the sentence says it.

        Example:
            >>> answers = [Answer(Text(said, ""), list) for said in ("In 75.3% (61/81).", "In 50%.", "Nine.")]
            >>> [str(answer.measure("en")) for answer in answers]
            ['61/81', '1/2', 'None']
        """
        found = None if self.headline else CHANCE.search(self.status.get(language))
        if not found:
            return None
        exact = found.group(2)
        return Fraction(exact.rstrip("…")) if exact else Fraction(found.group(1).strip("<>%")) / 100

    def bar(self, language: Language) -> list[Element]:
        """Return the answer in one line: what a glance should find, the exact chance, and the sentence.

        Example:
            >>> from rules_py.core.markup import to_html
            >>> told = Answer(Text("It hits in 75.3% (61/81) of all cases.", ""), list).bar("en")
            >>> [to_html(each) for each in told]
            ['<b>75.3%</b> ', '<small>61/81</small> ', '<span>It hits in 75.3% of all cases.</span>']
        """
        said = self.status.get(language)
        found = None if self.headline else CHANCE.search(said)
        parts = [("b", self.glance(language)), ("small", found and found.group(2)), ("span", rounded(said))]
        line = [h(tag, words) for tag, words in parts if words]
        if self.headline and not CHANCE.fullmatch(self.headline.get(language)):
            line[0].set("class", "words")  # they may take two lines, which a number never does
        for each in line[:-1]:
            each.tail = " "  # without styles, and to who copies it, it is a line of words
        return line


MOST_CHIPS = 6
"""So many fields are named where the form is folded."""
STOP = Text("Stop counting", "計算を止める")


class Widget[Inputs](ABC):
    """A question that readers ask with their own numbers.

    A widget names its inputs and says how to answer; everything else follows from that.
    """

    name: str
    """`contest.roll`, after its module `rules_py.contest.widgets.roll`, unless it says another."""
    title: Text
    inputs: type[Inputs]
    """What it asks for: a frozen dataclass, as `rules_py.core.form` reads it; its type parameter."""
    formerly: tuple[str, ...] = ()
    """Names of widgets that it has taken in: their links and files are its own."""
    rules: tuple[str, ...] = ()
    """Ids of rules at whose sections a chapter leads to it."""
    without: tuple[str, ...] = ()
    """Switches of its rulings that do not concern it."""
    live = "input"
    is_desk = False
    """Is it played in a window of its own, with board, tray and log?"""
    gradual = False
    """May it take long, and tell what it knows so far? It gets a button that stops it."""
    compares = True
    """Is an answer pinned beside another, and drawn as it moves with a field?"""
    moved_first = ""
    """The field with which it is drawn until another has the focus; empty for the first that has steps."""
    copied = True
    """Can question and answer be copied as text?"""
    is_costly = False
    """Is it long in counting or in drawing? Then its headline comes first; not every house rule is tried ahead."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        match cls.__module__.split("."):
            case [_, slug, "widgets", module] if "name" not in vars(cls):
                cls.name = f"{slug}.{module}"
        match get_args(get_original_bases(cls)[0]):
            case [*_, inputs] if not isinstance(inputs, TypeVar):
                cls.inputs = inputs

    def __init__(self) -> None:
        self.form = Form(self.inputs, self._house_rules)
        self.groups = self.form.groups
        self.compares = self.compares and self.live == "input"
        if self.compares:
            self.groups = (*self.groups, Group((PIN,)))

    def _house_rules(self, rulings: type[Switches]) -> Group:
        system: System = of(self.name.split(".")[0], "system").SYSTEM
        return house_rules(system, rulings, self.name, self.without)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """All inputs by name."""
        return {f.name: f for group in self.groups for f in group.fields}

    @abstractmethod
    def answer(self, inputs: Inputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Work out and render the answer.

        Args:
            inputs: What was filled in.
            pressed: Name and value of the button pressed, with the controls beside it; empty for none.
            language: The reader's language.

        Raises:
            InputError: If the inputs do not fit together; its field names the input.
        """

    def answers(self, inputs: Inputs, pressed: Mapping[str, str], language: Language) -> Iterator[Answer]:
        """Yield what is known so far, again and again, and at last the answer.

        A widget that may take longer than a blink overrides this beside `gradual`; each answer is complete in itself
        and says what is still missing. The last one is what `answer` returns.
        """
        yield self.answer(inputs, pressed, language)

    def parts(self, answer: Answer, values: Mapping[str, str], language: Language) -> dict[str, list[Element]]:
        """Return what an answer changes in the page, by part."""
        told = (lambda: self._in_words(answer, values, language)) if self.copied else None
        output = [*answer.output(), *copy_as(answer.rolls(), language, told, opened=answer.copies)]
        found = {**self.headline(answer, values, language), "output": output, **answer.parts}
        if self.live != "input" or "controls" in answer.parts:
            return found  # what is pressed stands in the form, which does not fold
        return {**found, "chips": self._chips(values, language)}

    def headline(self, answer: Answer, values: Mapping[str, str], language: Language) -> dict[str, list[Element]]:
        """Return the answer bar, which may be shown before the rest is drawn; the parameters are those of `parts`."""
        bar = answer.bar(language)
        if before := pinned(self, values):
            bar[-1].insert(0, compared(self.answer(self.read(before), {}, language), answer, language)[0])
            bar[-1][0].tail, bar[-1].text = f" {bar[-1].text}", None
        return {"answer": [*bar, *([pin_key(self, values, language)] if self.compares else [])]}

    def _in_words(self, answer: Answer, values: Mapping[str, str], language: Language) -> str:
        """Return the question, a line for each group of fields, and the answer with all its exact numbers."""
        lines = [self.title.get(language)]
        for group in self.groups:
            asked = [
                each.said(values[each.name], language)
                for each in group.fields
                if not isinstance(each, HiddenField)
                and not (each.is_rule and each.is_default(values[each.name]))
                and (values[each.name] or each.default)
            ]
            if asked:
                head = Text("{head}: ", "{head}：").format(head=group.legend).get(language) if group.legend else ""
                lines.append(head + Text("; ", "、").get(language).join(asked))
        return "\n".join([*lines, answer.status.get(language)])

    def _chips(self, values: Mapping[str, str], language: Language) -> list[Element]:
        """Return what the fields say instead of the form, on a narrow screen where it is folded: what was changed."""
        changed = [
            (group, each)
            for group in self.groups
            for each in group.fields
            if not each.is_rule and each is not PIN and not each.is_default(values[each.name])
        ]
        said = []
        for group, each in changed[:MOST_CHIPS]:
            words = each.said(values[each.name], language)
            if group.legend and sum(other.label == each.label for other in self.fields.values()) > 1:
                words = Text("{side}: {said}", "{side}：{said}").format(side=group.legend, said=words).get(language)
            said.append((each.name, words))
        said.append(("", Text("All fields", "すべての入力欄").get(language)))
        return [h("button", words, type="button", data_edit=name, data_key=f"chip {name}") for name, words in said]

    def before(self, given: Mapping[str, str], pressed: Mapping[str, str], language: Language) -> Mapping[str, str]:
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

    def read(self, values: Mapping[str, str]) -> Inputs:
        """Return what the values of all fields spell.

        Raises:
            FormError: If any value is not allowed.
        """
        try:
            pinned(self, values)
        except InputError as error:
            raise FormError({error.field: error}) from None
        return self.form.read(values)

    def query(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values that differ from the defaults: what a link has to carry."""
        return {name: values[name] for name, f in self.fields.items() if not f.is_default(values[name])}

    def element(self, language: Language, given: Mapping[str, str] | None = None) -> Element:
        """Return the whole widget as it stands in a page, with a real result.

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
        pictures = moves(self, values, language)[0] if self.compares else []
        title = heading(3, self.title.get(language), class_="widget-title", id=f"{self.name.replace('.', '-')}-title")
        return h(
            "rules-widget",
            self.inside(Pieces(title, self.parts(answer, values, language), groups, pictures), language),
            name=self.name,
            data_formerly=" ".join(self.formerly) or None,
            data_state="static",
            data_live=self.live,
            data_desk=self.is_desk,
        )

    def inside(self, pieces: Pieces, language: Language) -> list[Element]:
        """Return what stands in the widget: the answer in one line, the form, what is read out, the result."""
        ident, parts = self.name.replace(".", "-"), pieces.parts
        controls = parts.get("controls")
        form = form_of(
            ident,
            language,
            h("div", controls, class_="controls", data_part="controls") if controls else None,
            _who(ident, language) if any(each.is_own for each in self.fields.values()) else None,
            pieces.groups,
            [] if controls else [_earlier(language), _fold(language)],
        )
        status = h("p", class_="widget-status", role="status", aria_live="polite")
        output = h("output", parts["output"], aria_live="off", aria_labelledby=f"{ident}-title")
        stop = h("button", STOP.get(language), type="button", class_="widget-stop", hidden=True)
        drawn = [h("div", pieces.pictures, class_="pictures", data_part="curve")] if self.compares else []
        result = (
            [output, form, status]
            if controls
            else [form, status, *([stop] if self.gradual else []), *drawn, output, _take_along(language)]
        )
        bar = h("p", parts["answer"], class_="answer-bar", data_part="answer", data_answer=True)
        if "chips" in parts:
            result.insert(0, h("p", parts["chips"], class_="chips", data_part="chips"))
        return [pieces.title, bar, *result]


def _who(widget: str, language: Language) -> Element:
    """Return the menu of those whose numbers the fields may say; the browser knows them."""
    nobody = Text("nobody’s", "誰のものでもない")
    words = Text("Numbers: ", "使う数値：")
    menu = h("select", h("option", nobody.get(language), value="0"), id=f"{widget}-who")
    return h("p", h("label", words.get(language), for_=f"{widget}-who"), menu, class_="who", data_who=True)


def _earlier(language: Language) -> Element:
    """Return the place where a calculator's last questions can be asked again; the browser knows them."""
    none = Text("What you ask is listed here, the last five questions.", "ここに、最近の5つの質問が並びます。")
    return h(
        "details",
        h("summary", Text("Earlier questions", "前の質問").get(language)),
        h("ol", h("li", none.get(language), class_="field-hint"), data_earlier=True),
        class_="earlier",
    )


def _take_along(language: Language) -> Element:
    """Return the button that copies the answer as a sentence; the browser writes where it was asked."""
    words = Text("Copy this answer", "この答えをコピー").get(language)
    return h("p", h("button", words, type="button", data_copy="answer"), class_="copy-as")


def _fold(language: Language) -> Element:
    """Return the button that folds the form on a narrow screen."""
    words = Text("Fold the fields", "入力欄をたたむ").get(language)
    return h("p", h("button", words, type="button", data_fold=True), class_="fold")
