"""What is the most is taken and one more refused, for tests: the bound that a message names is the bound."""

from unittest.mock import ANY

from tests.page import ask
from tests.play import refused


def several(one, count):
    """A list as somebody types it."""
    return ", ".join([one] * count)


def typed(name, field, most, more, beside):
    """Type the most that a field of a calculator takes, then one more: that is told beside the field."""
    taken = ask(name, {**beside, field: most})
    assert (taken["state"], taken["errors"]) == ("ready", {})
    assert [*ask(name, {**beside, field: more})["errors"]] == [field]


def read(function, most, more, *field):
    """Read the most, then one more."""
    assert function(most, *field)
    refused(lambda: function(more, *field), ANY, ANY)


def room(table, action, most):
    """Carry out an action as often as there is room for; once more it is refused, and nothing has changed."""
    for number in range(most):
        table.do(*action(number))
    table.refused(ANY, *action(most))
