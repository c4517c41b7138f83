"""The steppers as a browser sees them, for tests: buttons and controls, pressed one after the other."""

import json
from functools import lru_cache

from tests.page import ask, parsed, read


def short(value):
    """What a test calls a button: the name of its action and what it names itself, without what controls say."""
    if not value.startswith("["):
        return value
    found = json.loads(value)
    if found[0] == "then":
        del found[0]
    if isinstance(found[0], list):  # several actions in one press
        return "+".join(short(json.dumps(each)) for each in found)
    return ":".join(str(each) for each in found if not isinstance(each, list | dict | None))


class Controls:
    """The controls in a piece of HTML: buttons by value, fields with what they hold, choices of selects."""

    named = staticmethod(short)
    """What a button is called."""

    def __init__(self, html):
        self.buttons, self.values, self.fields, self.choices = {}, {}, {}, {}
        whole = parsed(html)
        for element in whole.iter("button", "input", "select"):
            if element.tag == "button" and element.get("name"):
                if "disabled" not in element.attrib:
                    called = self.named(element.get("value"))
                    if called in self.buttons:
                        called += "_typed"
                    self.buttons[called], self.values[called] = element.text_content(), element.get("value")
            elif element.get("type") == "radio":
                self.choices.setdefault(element.get("name"), []).append(element.get("value"))
                self.fields.setdefault(element.get("name"), "")
                if "checked" in element.attrib:
                    self.fields[element.get("name")] = element.get("value")
            elif element.tag == "input" and element.get("name"):
                kept = element.get("type") != "checkbox" or "checked" in element.attrib
                self.fields[element.get("name")] = element.get("value", "") if kept else ""
            elif element.tag == "select":
                options = list(element.iter("option"))
                self.choices[element.get("name")] = [option.get("value") for option in options]
                chosen = [option for option in options if "selected" in option.attrib]
                for option in (chosen or options)[:1]:
                    self.fields[element.get("name")] = option.get("value")
        lists = (found for found in whole.iter("ul") if "closed" in found.get("class", ""))
        self.closed = [line.text_content() for found in lists for line in found.iter("li")]


controls_in = lru_cache(maxsize=8)(Controls)
"""What stands in the HTML of controls, read once while somebody looks at it."""


def tray(answer):
    """The HTML of what an answer offers to do."""
    return "".join(answer["parts"][part] for part in ("primary", "controls", "history"))


def pressing(widget, values, do, **filled):
    """What is sent when a button that is there is pressed, with controls filled in; hostile ones come as they are."""
    return {"do": buttons_of(ask(widget, values)).get(do, do), **filled}


def buttons_of(answer):
    """What each button of an answer says: those of the tray, and of the board those that are not there."""
    return controls_in(answer["parts"]["output"]).values | controls_in(tray(answer)).values


class Page:
    """A reader at a stepper.

    Args:
        widget: Its name.
        language: The page's language.
        values: What the link holds.
    """

    controls_in = staticmethod(controls_in)
    """Reads the controls; a game may call its buttons by more than `short` does."""

    def __init__(self, widget, language="en", **values):
        self.widget, self.language = widget, language
        self.values = {"seed": "lantern", **values}
        self.look()

    def look(self):
        """Ask what the page shows now."""
        self.answer = ask(self.widget, self.values, None, self.language)
        assert self.answer["state"] == "ready", self.answer["error"]

    @property
    def controls(self):
        return self.controls_in(tray(self.answer))

    @property
    def board(self):
        return read(self.answer, "output")

    def press(self, do, **filled):
        """Press a button of the tray, else of the board, with the controls as they stand or as filled in."""
        controls = self.controls
        buttons = self.controls_in(self.answer["parts"]["output"]).values | controls.values
        assert do in buttons, (do, list(buttons))
        assert set(filled) <= set(controls.fields), (set(filled) - set(controls.fields), list(controls.fields))
        answer = ask(self.widget, self.values, controls.fields | filled | {"do": buttons[do]}, self.language)
        if answer["state"] == "ready":
            self.answer = answer
            self.values = self.values | answer["values"]
        return answer

    def refuses(self, field, do, **filled):
        """Press in vain, as one field that is there is filled in wrongly; what is told of it."""
        answer = self.press(do, **filled)
        assert (answer["state"], list(answer["errors"])) == ("error", [field]), answer["errors"]
        assert field in self.controls.fields
        return answer["error"]

    def pressed(self, do, **filled):
        """Press a button that must work."""
        answer = self.press(do, **filled)
        assert answer["state"] == "ready", (do, filled, answer["error"])
        return self


def played(page, stepper):
    """The state that a page shows."""
    return replayed(stepper, page.values)


def replayed(stepper, values):
    """The state that values lead to."""
    inputs = stepper.read(stepper.values(values))
    return stepper.replay(inputs.played.done, inputs)[0]


def at_first(stepper):
    """The state before anything is done."""
    return stepper.start(stepper.read(stepper.values({})))
