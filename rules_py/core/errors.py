"""The one exception that bad input raises."""

from __future__ import annotations

from rules_py.core.text import Language, Text

LONGEST_QUOTE = 40


class InputError(ValueError):
    """A value that the rules, or a form, do not allow.

    Args:
        field: Name of the parameter or form field that holds the value.
        value: The value as it was given; a `Text` is quoted in the reader's language.
        allowed: What is allowed instead, as a clause without a full stop.
        rule: Ledger id of the rule that forbids the value, if there is one.

    Example:
        >>> error = InputError("strike_power", 3, Text("1 or 2", "1または2"), rule="C-5.6")
        >>> error.message("en")
        '“3” is not possible here: 1 or 2 (C-5.6).'
        >>> error.field, error.value
        ('strike_power', 3)
    """

    def __init__(self, field: str, value: object, allowed: Text, rule: str | None = None) -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        self.rule = rule
        super().__init__(f"{field}: {self.message('en')}")

    def message(self, language: Language) -> str:
        """Return one sentence that says what is wrong and what is allowed."""
        shown = _shown(self.value.get(language) if isinstance(self.value, Text) else self.value)
        allowed = self.allowed.get(language)
        if language == "ja":
            source = f"（{self.rule}）" if self.rule else ""
            problem = f"「{shown}」は使えません" if shown else "まだ入力されていません"
            return f"{problem}：{allowed}{source}。"
        source = f" ({self.rule})" if self.rule else ""
        problem = f"“{shown}” is not possible here" if shown else "Nothing is filled in here"
        return f"{problem}: {allowed}{source}."


def _shown(value: object) -> str:
    """Return a value as a message can quote it: short, and nothing that cannot be sent."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = "…"
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


class ForbiddenAction(InputError):
    """An action that the rules do not allow at this moment.

    Args:
        action: What was tried, in both languages.
        reason: Why it is not possible now and what is, as a clause without a full stop.
        rule: Ledger id of the rule that forbids it.
        field: Name of the form field that tried it; in a stepper that is the button pressed.

    Example:
        >>> error = ForbiddenAction(
        ...     Text("A second augment", "2回目の増強"),
        ...     Text("one augment a round", "増強は1ラウンドに1回まで"),
        ...     rule="C-3.6",
        ... )
        >>> error.message("en")
        'A second augment is not possible now: one augment a round (C-3.6).'
    """

    def __init__(self, action: Text, reason: Text, rule: str | None = None, field: str = "do") -> None:
        self.action = action
        super().__init__(field, action.en, reason, rule)

    def message(self, language: Language) -> str:
        """Return one sentence that says what is forbidden, why, and by which rule."""
        action, reason = self.action.get(language), self.allowed.get(language)
        if language == "ja":
            source = f"（{self.rule}）" if self.rule else ""
            return f"{action}はいまはできません：{reason}{source}。"
        source = f" ({self.rule})" if self.rule else ""
        return f"{action} is not possible now: {reason}{source}."
