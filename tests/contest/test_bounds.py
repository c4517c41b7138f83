"""The bounds that messages name are the bounds."""

from rules_py.contest.model import parse_abilities, short_name
from tests import bounds
from tests.contest.table import Table
from tests.rows import every


@every(
    ("function", "most", "more"),
    [
        (short_name, "x" * 40, "x" * 41),
        (parse_abilities, "S 10" + "+1" * 48, "S 10W" + "+1" * 48),  # a hundred letters
        (parse_abilities, bounds.several("10", 12), bounds.several("10", 13)),
    ],
)
def test_what_is_read(function, most, more):
    bounds.read(function, most, more, "field")


def test_twelve_are_in_a_scene():
    bounds.room(Table(), lambda n: ("add", f"N{n}", False, "Sword 10"), 12)
