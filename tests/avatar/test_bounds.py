"""The bounds that messages name are the bounds."""

from fractions import Fraction as F

from rules_py.avatar.effects import attack_damage
from tests import bounds
from tests.avatar.table import Table
from tests.play import refused
from tests.rows import every

HAND = "SA S2 S3 S4 S5 S6 S7"
FEW = {"hand": "S4 SK", "hand_limit": "1", "ep": "0"}


@every(
    ("name", "field", "most", "more", "beside"),
    [
        ("avatar.love", "hand", HAND, f"{HAND} S8", {}),
        ("avatar.love", "rivals", "D2/D3/D4/D6/D7", "D2/D3/D4/D6/D7/D8", {}),
        ("avatar.clash", "hand", HAND, f"{HAND} S8", {"their_cards": "1"}),
        ("avatar.check", "prior", "18*999", "18*1000", FEW),
        ("avatar.check", "prior", "150", "151", FEW),
        ("avatar.check", "prior", "1-40", "1-41", FEW),
    ],
)
def test_what_is_typed(name, field, most, more, beside):
    bounds.typed(name, field, most, more, beside)


def test_twelve_take_part_in_a_combat():
    bounds.room(Table(), lambda n: ("add", f"N{n}", "pc", "S", [3000, 0, 5, 40]), 12)


def test_a_factor_of_twenty_is_the_largest():
    """A-Q27."""
    assert attack_damage(100, special=20) == 200
    refused(lambda: attack_damage(100, special=F(41, 2)), "special", "A-Q27")
