"""The bounds that messages name are the bounds."""

from tests import bounds
from tests.exorcist.table import Fight
from tests.rows import every

ENTERS = ("pc", [2, 2, 3, 5, 5, 3, 5, 1, 1, 3])


@every(
    ("name", "field", "most", "more", "beside"),
    [
        ("exorcist.attack", "more", bounds.several("1D 1d6", 5), bounds.several("1D 1d6", 6), {}),
        (
            *("exorcist.attack", "more", bounds.several("1D 1d6", 4), bounds.several("1D 1d6", 5)),
            {"split": "2+2", "continuous": "1"},
        ),
        ("exorcist.attack", "more", "30D 1", "31D 1", {}),
        ("exorcist.difficulty", "seed", "x" * 20, "x" * 21, {}),
    ],
)
def test_what_is_typed(name, field, most, more, beside):
    bounds.typed(name, field, most, more, beside)


def test_sixteen_take_part_in_a_combat():
    bounds.room(Fight(), lambda n: ("exorcist", f"N{n}", *ENTERS), 16)


@every(
    ("rule", "field", "allowed", "action"),
    [
        ("E-9.6", "hp", "from 1 to 99", ("exorcist", "Aoi", "pc", [2, 2, 3, 100, 5, 3, 5, 1, 1, 3])),
        ("E-11.7", "toughness", "from 1 to 99", ("kaii", "Moth", [2, 2, 3, 100, 0, 5, 0, 0])),
        ("E-12.5", "toughness", "from 1 to 99", ("thing", "Gate", 100)),
        (None, "removal", "from 0 to 10", ("put", "Moth", "kaii", [2, 2], [5, 3, 3, 11, 0, 0])),
    ],
)
def test_who_comes_with_too_much_is_told_the_least_and_the_most(rule, field, allowed, action):
    """E-9.6, E-11.7, E-12.5."""
    assert allowed in Fight().refused(rule, *action, field=field).message("en")


def test_somebody_has_eight_attacks():
    table = Fight()
    table.do("exorcist", "Aoi", *ENTERS)
    words, numbers = ["body", "melee", "physical"], [1, 1, 0, 0]
    bounds.room(table, lambda n: ("weapon", 0, f"W{n}", words, "2d4+1", numbers, "EASY"), 8)
