"""The steppers as a browser sees them, for tests: buttons and controls, pressed one after the other."""

from html.parser import HTMLParser

from tests.page import ask, read


class Controls(HTMLParser):
    """The controls in a piece of HTML: buttons by value, fields with what they hold, choices of selects."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.buttons, self.fields, self.choices, self.closed = {}, {}, {}, []
        self._button = self._select = None
        self._closed = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "button" and "disabled" not in found:
            self._button = found["value"]
            self.buttons[self._button] = ""
        elif tag == "input":
            kept = found.get("type") != "checkbox" or "checked" in found
            self.fields[found["name"]] = found.get("value", "") if kept else ""
        elif tag == "select":
            self._select = found["name"]
            self.choices[self._select] = []
        elif tag == "option":
            self.choices[self._select].append(found["value"])
            if "selected" in found or self._select not in self.fields:
                self.fields[self._select] = found["value"]
        elif tag == "ul":
            self._closed = "closed" in found.get("class", "")
        elif tag == "li" and self._closed:
            self.closed.append("")

    def handle_endtag(self, tag):
        if tag == "button":
            self._button = None
        elif tag == "ul":
            self._closed = False

    def handle_data(self, data):
        if self._button is not None:
            self.buttons[self._button] += data
        elif self._closed and self.closed:
            self.closed[-1] += data


class Page:
    """A reader at a stepper.

    Args:
        widget: Its name.
        language: The page's language.
        values: What the link holds.
    """

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
        return Controls(self.answer["parts"]["controls"])

    @property
    def board(self):
        return read(self.answer, "output")

    def press(self, do, **filled):
        """Press a button that is there, with the controls as they stand or as filled in."""
        controls = self.controls
        assert do in controls.buttons, (do, list(controls.buttons))
        assert set(filled) <= set(controls.fields), (set(filled) - set(controls.fields), list(controls.fields))
        answer = ask(self.widget, self.values, controls.fields | filled | {"do": do}, self.language)
        if answer["state"] == "ready":
            self.answer = answer
            self.values = self.values | answer["values"]
        return answer

    def pressed(self, do, **filled):
        """Press a button that must work."""
        answer = self.press(do, **filled)
        assert answer["state"] == "ready", (do, filled, answer["error"])
        return self


def played(page, stepper):
    """The state that a page shows."""
    inputs = stepper.read(stepper.values(page.values))
    done = inputs["actions"][: len(inputs["actions"]) - inputs["undone"]]
    return stepper.replay(done, inputs)[0]
