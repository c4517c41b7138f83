"""Attacks as players type them."""

import pytest

from rules_py.exorcist.checks import Reach
from rules_py.exorcist.reading import read_attacks


@pytest.mark.parametrize(
    ("typed", "reach"),
    [
        ("3D 1d6", Reach.MELEE),
        ("3D 1d6 melee", Reach.MELEE),
        ("3D 1d6 近接", Reach.MELEE),
        ("3D 1d6 ranged", Reach.RANGED),
        ("3D 1d6 遠隔", Reach.RANGED),
    ],
)
def test_an_attack_reaches_as_far_as_is_typed(typed, reach):
    (attack,) = read_attacks(typed, "more")
    assert attack.reach is reach
