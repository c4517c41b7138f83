"""Actions in a link, whatever the system: what goes in comes out."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.played import decode_actions, encode_actions

simple = st.one_of(st.integers(-(10**6), 10**6), st.booleans(), st.none(), st.text(max_size=8).filter(str.isprintable))
steps = st.lists(
    st.tuples(st.text(max_size=8).filter(str.isprintable), simple, st.lists(simple, max_size=3)).map(list), max_size=12
)


@settings(max_examples=60, derandomize=True)
@given(steps)
def test_what_goes_into_a_link_comes_out_of_it(actions):
    link = encode_actions(actions)
    assert decode_actions(link) == actions
    assert link.isascii()
    assert not set(link) & set("+/=&?# %")
