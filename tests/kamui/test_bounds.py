"""The bounds that messages name are the bounds."""

from rules_py.kamui.arguments import read_dice, read_word
from tests import bounds
from tests.kamui.table import Table, kamui
from tests.page import ask
from tests.rows import every


@every(
    ("name", "field", "most", "more", "beside"),
    [
        ("kamui.attack", "more", bounds.several("5/4/2/0", 2), bounds.several("5/4/2/0", 3), {"attacks": "2"}),
        ("kamui.attack", "split", "12", "13", {"attacks": "1", "action": "12"}),
        ("kamui.faith", "kamui", bounds.several("1", 8), bounds.several("1", 9), {}),
        ("kamui.faith", "moves", "5", "6", {}),
        ("kamui.grace", "party", "8/4, 8/4", "9/4, 8/4", {}),
        ("kamui.grace", "threats", "19, 1", "19, 2", {}),
    ],
)
def test_what_is_typed(name, field, most, more, beside):
    bounds.typed(name, field, most, more, beside)


def test_rifts_of_later_rounds_count_with_the_others():
    fits = {"rifts": "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "later": "2:1, 2:2, 2:3, 2:4, 2:5, 2:6", "rounds": "2"}
    assert ask("kamui.faith", fits)["state"] == "ready"
    assert [*ask("kamui.faith", {**fits, "later": f"{fits['later']}, 2:7"})["errors"]] == ["rifts"]


@every(("function", "most", "more"), [(read_word, "x" * 30, "x" * 31), (read_dice, "1 " * 30, "1 " * 31)])
def test_what_is_read(function, most, more):
    bounds.read(function, most, more, "field")


@every(
    ("action", "most"),
    [
        (lambda n: ("link", 0, f"PC {n}", 5), 26),
        (lambda n: ("rift", 1 + n % 10), 60),
        (lambda n: ("skill", 0, f"Skill {n}", "main", [1, 5, 6, 1, 0, -1]), 8),
    ],
)
def test_what_there_is_room_for(action, most):
    bounds.room(Table(kamui(1)), action, most)


def test_by_how_much_a_skill_multiplies():
    """K-Q8."""
    table = Table(kamui(1))
    table.do("skill", 0, "Lamp", "main", [1, 5, 6, 20, 0, -1])
    assert "0 to 20" in table.refused("K-Q8", "skill", 0, "Lance", "main", [1, 5, 6, 21, 0, -1]).message("en")
