"""What the site and the browser ask for: systems, widgets, figures, and one answer per question."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.curve import AT_ONCE, moves
from rules_py.core.data import Figure, System
from rules_py.core.errors import InputError
from rules_py.core.form import FormError, rules_changed
from rules_py.core.markup import h as element
from rules_py.core.markup import inner_html, rounded, to_html
from rules_py.core.pin import pinned
from rules_py.core.rooms import Gathered, Rooms, of
from rules_py.core.scenes import fight_picture
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES, Language, Text
from rules_py.core.widget import Answer, Widget


def _characters(slug: str) -> Mapping[str, Widget[Any]]:
    """Return the widget of a system's characters; it can read those of the others, so they come along."""
    widget = import_module("rules_py.exports.widgets").CHARACTERS[slug]
    return {widget.name: widget}


SYSTEMS: Mapping[str, System] = Rooms(lambda slug: of(slug, "system").SYSTEM)
WIDGETS: Mapping[str, Widget[Any]] = Gathered(
    Rooms(lambda slug: {widget.name: widget for widget in of(slug, "widgets").WIDGETS}), Rooms(_characters)
)
FIGURES: Mapping[str, Figure] = Gathered(Rooms(lambda slug: of(slug, "figures").FIGURES))


@cache
def own_chances() -> dict[str, str]:
    """Return the ids of rules and rows beside which a character's own chances belong, with their game.

    Example:
        >>> own_chances()["P-3.6"]
        'prophecy'
    """
    games: Mapping[str, Any] = import_module("rules_py.exports.games").GAMES
    return {rule: slug for slug, game in games.items() for rule in game.samples[0].chances(game.rulings())}


def widget_element(name: str, language: Language, values: Mapping[str, str] | None = None) -> Element:
    """Return a widget as it stands in a page, with a real result.

    Args:
        name: The widget's name, such as `"contest.roll"`.
        language: The page's language.
        values: Fields that start with something else than their default, as typed.

    Raises:
        KeyError: If there is no such widget.
        FormError: If a value is not allowed.
    """
    return WIDGETS[name].element(language, values)


def widget_html(name: str, language: Language, values: Mapping[str, str] | None = None) -> str:
    """Return `widget_element` as HTML.

    Example:
        >>> widget_html("contest.roll", "en")[:49]
        '<rules-widget name="contest.roll" data-state="sta'
    """
    return to_html(widget_element(name, language, values))


def answer(request: str, tell: Callable[[str], object] | None = None) -> str:
    """Answer a question from the page; the browser's worker calls this and nothing else.

    Args:
        request: JSON with `widget`, `language`, `values` (every field as typed) and `pressed` (the button and the
            controls beside it, or null); it may hold `kept`, what the browser keeps, of which that counts which the
            widget knows and `values` do not say; with `copies` it wants to know how the roll is written elsewhere; with
            `moved`, a field's name, it asks how the answer moves with it; with `picture` it asks for a stepper's board.
        tell: Takes what is known so far, as JSON like the answer's; only a widget that may take long has such news. The
            first of them may have a headline in its `parts` and nothing else.

    Returns:
        JSON with `state` (`"ready"` or `"error"`), `status` (a sentence), and either `parts` (HTML by part), `values`
        (fields that the widget has set), `query` (what a link has to carry) and `data` (what is kept), or `errors`
        (message by field) and `error` (all of them in one). Where it is asked how the answer moves: `parts`, and
        whether there is `more`; of a board `data` holds the `svg` and the `name` of its file.

    Example:
        >>> question = {"widget": "contest.roll", "language": "en", "values": {"ability_a": "0"}, "pressed": None}
        >>> json.loads(answer(json.dumps(question)))["errors"]["ability_a"][:26]
        '“0” is not possible here: '
    """
    try:
        asked = json.loads(request)
        name, language = asked["widget"], asked["language"]
        given, pressed = asked["values"], asked.get("pressed") or {}
        kept = asked.get("kept") or {}
        if (
            not isinstance(name, str)
            or name not in WIDGETS
            or language not in LANGUAGES
            or not all(map(_is_form, (given, pressed, kept)))
        ):
            raise ValueError(name)
    except (ValueError, KeyError, TypeError, RecursionError):
        return json.dumps(_refused("en", {"": InputError("", "", UNREADABLE)}))
    if isinstance(asked.get("moved"), str):
        return json.dumps(_moves(WIDGETS[name], language, given, asked["moved"]))
    if asked.get("picture") is True:
        return json.dumps(_picture(WIDGETS[name], language, given))
    found: dict[str, Any] | None = None
    copies = asked.get("copies") is True
    for newer in _answers(WIDGETS[name], language, WIDGETS[name].recalled(kept) | given, pressed, copies, tell):
        if found and tell:
            tell(json.dumps(found))
        found = newer
    return json.dumps(found)


def rehearse(request: str) -> str:
    """Answer a question that nobody has asked, and return the one that is likely to follow; see `answer`.

    Returns:
        What whoever presses the primary button asks then, as JSON; without such a button the same question.

    Example:
        >>> start = {"widget": "contest.stepper", "language": "en", "values": {"seed": "a"}, "pressed": None}
        >>> following = json.loads(rehearse(rehearse(json.dumps(start))))
        >>> bool(following["values"]["actions"]), list(following["pressed"])[-1]
        (True, 'do')
    """
    told = json.loads(answer(request))
    if "data-primary" not in told["parts"].get("primary", ""):
        return request
    asked = json.loads(request)
    following = {"values": asked["values"] | told["values"], "pressed": _primary_pressed(told["parts"])}
    return json.dumps(asked | following)


def _primary_pressed(parts: Mapping[str, str]) -> dict[str, str]:
    """Return what is sent when the primary button is pressed and nothing beside it was touched."""
    said: dict[str, str] = {}
    within = ""
    offered = parts.get("controls", "") + parts["primary"]
    for tag, inside in re.findall(r"<(input|select|option|button)\b([^>]*)>", offered):
        found = {key: text.replace("&quot;", '"') for key, text in re.findall(r'([\w-]+)="([^"]*)"', inside)}
        key, text = found.get("name", ""), found.get("value", "")
        if tag == "select":
            within = key
        elif tag == "option":
            said[within] = text if "selected" in found else said.get(within, text)
        elif tag == "button":
            said["do"] = text  # the last one is the primary button
        elif found.get("type") not in ("radio", "checkbox") or "checked" in found:
            said[key] = text
    return said


UNREADABLE = Text("the question cannot be read", "質問を読み取れません")


def _is_form(values: Any) -> bool:
    return isinstance(values, dict) and all(isinstance(value, str) for value in values.values())


def _answers(
    widget: Widget[Any],
    language: Language,
    given: Mapping[str, str],
    pressed: Mapping[str, str],
    copies: bool,
    tell: Callable[[str], object] | None,
) -> Iterator[dict[str, Any]]:
    """Yield what is known so far and at last the answer; of one that takes long to draw, tell the headline before."""
    try:
        values = widget.values(widget.before(given, pressed, language))
        for found in widget.answers(widget.read(values), pressed, language):
            found.copies = copies
            # Beside a pinned answer that one would be counted for each headline anew.
            if tell and (found.is_brief or (widget.is_costly and not widget.gradual)) and not pinned(widget, values):
                tell(json.dumps({"state": "ready", "parts": _written(widget.headline(found, values, language))}))
            if not found.is_brief:
                yield _told(widget, language, given, values | found.values, found)
    except FormError as error:
        yield _refused(language, error.errors)
    except InputError as error:
        yield _refused(language, {error.field: error})


def _moves(widget: Widget[Any], language: Language, given: Mapping[str, str], moved: str) -> dict[str, Any]:
    try:
        drawn, more = moves(widget, widget.values(given), language, moved, AT_ONCE)
    except (FormError, InputError):
        return {"state": "error", "status": "", "parts": {}, "more": False}
    return {"state": "ready", "status": "", "parts": {"curve": inner_html(element("div", drawn))}, "more": more}


def _picture(widget: Widget[Any], language: Language, given: Mapping[str, str]) -> dict[str, Any]:
    try:
        if not isinstance(widget, Stepper):
            raise InputError("picture", widget.name, Text("the board of a stepper", "進行ツールの盤面"))
        svg, name = fight_picture(widget, given, language)
    except FormError as error:
        return _refused(language, error.errors)
    except InputError as error:
        return _refused(language, {error.field: error})
    saved = Text("The picture is saved.", "画像を保存しました。").get(language)
    return {"state": "ready", "status": saved, "parts": {}, "data": {"svg": svg, "name": name}}


def _told(
    widget: Widget[Any], language: Language, given: Mapping[str, str], values: Mapping[str, str], found: Answer
) -> dict[str, Any]:
    parts = _written(widget.parts(found, values, language))
    if any(each.is_rule for each in widget.fields.values()):
        parts["rules"] = inner_html(element("div", rules_changed(widget.fields.values(), values, language)))
    changed = {name for name, raw in values.items() if raw != given.get(name, widget.fields[name].default)}
    return {
        "state": "ready",
        "status": rounded(found.status.get(language)),
        "parts": parts,
        "values": {name: values[name] for name in (*found.values, *sorted(changed - found.values.keys()))},
        "query": widget.query(values),
        "data": found.data,
        "errors": {},
        "error": None,
    }


def _written(parts: Mapping[str, list[Element]]) -> dict[str, str]:
    return {part: inner_html(element("div", inside)) for part, inside in parts.items()}


def _refused(language: Language, errors: Mapping[str, InputError]) -> dict[str, Any]:
    messages = {field: error.message(language) for field, error in errors.items()}
    return {
        "state": "error",
        "status": " ".join(messages.values()),
        "parts": {},
        "values": {},
        "query": {},
        "errors": messages,
        "error": " ".join(messages.values()),
    }
