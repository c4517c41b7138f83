"""What somebody's own chances are, number by number: what curses and blesses change (P-M12)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules_py.core.errors import InputError
from rules_py.core.text import same
from rules_py.prophecy.characters import Fighter, initiative
from rules_py.prophecy.conditions import NUMBERS, Number
from rules_py.prophecy.odds.attack import attack_odds
from rules_py.prophecy.odds.check import check_odds
from rules_py.prophecy.odds.initiative import initiative_odds
from rules_py.prophecy.rulings import Rulings


def own_odds(
    number: Number, me: Fighter, foe: Fighter, *, ability: int, target: int, rulings: Rulings = Rulings()
) -> Fraction:
    """Work out the chance for which one number of a sheet counts.

    Args:
        number: `"cast"`: that I hit the foe; `"guard"`: that the foe does not hit me; `"checks"`: that a check
            succeeds; `"initiative"`: that I act before the foe.
        me: My cast and guard ability and my conditions.
        foe: The foe's cast and guard ability, its dominance and its conditions.
        ability: My ability in the check, -99 to 99.
        target: Target number of the check, -99 to 99.
        rulings: House rules.

    Returns:
        The chance, a fraction from 0 to 1.

    Raises:
        InputError: If a number is out of bounds, or there is none of that name.

    Source: P-3.6, P-8.2, P-10.10, P-M1, P-M3, P-M12, P-M13, P-Q8.

    Example:
        >>> from rules_py.core.text import same
        >>> mio, choir = Fighter(same("Mio"), cast=6, guard=4), Fighter(same("Choir"), cast=7, guard=4, dominance=8)
        >>> [str(own_odds(number, mio, choir, ability=4, target=10)) for number in ("cast", "checks")]
        ['61/81', '13/18']
    """
    match number:
        case "cast":
            return attack_odds(me, foe, rulings=rulings).hit
        case "guard":
            return 1 - attack_odds(foe, me, rulings=rulings).hit
        case "checks":
            return check_odds(target, ability, me.modifier("checks"), rulings=rulings)
        case "initiative":
            theirs = initiative(replace(foe, enemy=True), 0, rulings)
            return initiative_odds(me.modifier("initiative"), theirs).first
    raise InputError("number", number, same(" / ".join(NUMBERS)))
