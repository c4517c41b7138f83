"""The steppers as a browser sees them, for tests: buttons and controls, pressed one after the other."""

from tests.page import ask, read
from tests.prophecy.buttons import Controls


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
        self.answer = ask(widget, self.values, None, language)
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
