"""The bounds that messages name are the bounds."""

from tests import bounds
from tests.prophecy.table import Table, pc
from tests.rows import every


@every(
    ("name", "field", "most", "more", "beside"),
    [
        ("prophecy.initiative", "pcs", "x" * 30 + " 5", "x" * 31 + " 5", {}),
        ("prophecy.initiative", "pcs", bounds.several("5", 11), bounds.several("5", 13), {"enemies": "5"}),
        ("prophecy.initiative", "pcs", "5 " * 11, "5 " * 13, {"enemies": "5"}),
    ],
)
def test_what_is_typed(name, field, most, more, beside):
    bounds.typed(name, field, most, more, beside)


def test_somebody_holds_36_emotions():
    bounds.room(Table(pc(), pc()), lambda n: ("emotion", 0, 1), 36)
