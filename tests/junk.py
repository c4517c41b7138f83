"""What a player may type, and what none would but a link may hold, for tests."""

from hypothesis import strategies as st

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, FlagField, IntegerField, PercentField
from rules_py.core.played import decode_actions


def filled(widget, own):
    """The form of a widget filled in, wholly or in part; `own` says of a field what its game may hold there."""

    def typed(field):
        if isinstance(field, IntegerField):
            return st.integers(max(field.least, -12), min(field.most, 15)).map(str) | st.just(field.default)
        if isinstance(field, ChoiceField):
            return st.sampled_from([value for value, _ in field.options])
        if isinstance(field, FlagField):
            return st.sampled_from(["", "1"])
        if isinstance(field, PercentField):
            return st.sampled_from(["60", "12.5", "0.01", "99.99%", "５０"])
        return st.sampled_from([field.default, *own(field)])

    fields = library.WIDGETS[widget].fields
    return st.fixed_dictionaries({}, optional={name: typed(field) for name, field in fields.items()})


def anything(*words):
    """Any value that an action may hold, with these words among the texts."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-5, 30)
        | st.floats()
        | st.text(max_size=4)
        | st.sampled_from([10**30, *words]),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
        max_leaves=8,
    )


def refused_or_the_same(link, actions, every=1):
    """Change the letters of a link one by one: nothing else ever comes out of it."""
    for place in range(0, len(link), every):
        for letter in "A_z!é":
            if link[place] != letter:
                try:
                    found = decode_actions(link[:place] + letter + link[place + 1 :])
                except InputError:
                    continue
                assert found == actions
