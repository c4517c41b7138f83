"""Playing step by step, for tests: what is done, what is refused, and a watch over every state."""

import re
from unittest.mock import ANY

import pytest

from rules_py.core.errors import ForbiddenAction, InputError

KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def refused(run, field=ANY, rule=None):
    """Run what must be refused, and check everything a reader is told.

    Args:
        run: What is tried.
        field: What the message stands beside; left out, any.
        rule: What both messages name; `ANY` where that is not the question.
    """
    with pytest.raises(InputError) as caught:
        run()
    error = caught.value
    assert error.field
    assert error.field == field, error.message("en")
    assert error.rule == rule, error.message("en")
    for language, end, another in (("en", ".", ". "), ("ja", "。", "。")):
        message = error.message(language)
        assert error.allowed.get(language).strip()
        assert another not in error.allowed.get(language), "a second sentence"
        assert error.allowed.get(language) in message
        assert error.rule is None or error.rule in message
        assert message.endswith(end)
        assert len(message) < 400
        assert not re.search(r"Error|<class|\bint\b|Traceback", message)
        assert message.encode()
    assert KANA_OR_KANJI.search(error.message("ja"))
    assert isinstance(error, ForbiddenAction) or error.field in str(error)
    return error


class Played:
    """Something under way, and what has been done; a system says in `apply` how an action is carried out.

    Args:
        state: Where it begins.
        rulings: House rules.
        seed: What the dice follow.
    """

    def __init__(self, state, rulings, seed):
        self.state, self.rulings, self.seed = state, rulings, seed
        self.actions, self.log = [], []

    def do(self, *action, careful=True):
        """Carry out an action and return what happened; the state before must not be touched (looked at if careful)."""
        before, said = self.state, careful and repr(self.state)
        self.state, events = self.apply(before, list(action), self.rulings, self.seed)
        assert not careful or repr(before) == said
        self.actions.append(list(action))
        self.log += events
        return events

    def allows(self, *action):
        """Carry out an action if it is allowed, and say whether it was."""
        try:
            self.do(*action)
        except InputError:
            return False
        return True

    def refused(self, rule, *action, field=ANY):
        """Try what is forbidden: both messages name the rule, and nothing has changed."""
        said = repr(self.state)
        error = refused(lambda: self.apply(self.state, list(action), self.rulings, self.seed), field, rule)
        assert repr(self.state) == said
        return error

    def refused_somehow(self, *action):
        """Try what makes no sense: a message all the same, and nothing has changed."""
        return self.refused(ANY, *action)


def rules_of(events):
    """All rules that a list of events names."""
    return {rule for event in events for rule in event.rules}


def said(events):
    """A list of events in English."""
    return [event.text.en for event in events]


def told(events):
    """What a list of events says, as one text."""
    return " ".join(said(events))
