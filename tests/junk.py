"""What no player would type but a link may hold, for tests."""

from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions


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
