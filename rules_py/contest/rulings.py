"""The open questions of the serial contest as switches, with this reference's answers as defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Switches, whole_number
from rules_py.core.words import words

WORDS = words("contest")
LARGEST_DYING_SQUARE = 13
LARGEST_MODIFIER = 20


@dataclass(frozen=True, repr=False)
class Rulings(Switches):
    """How the questions that the text leaves open are answered at this table.

    Args:
        hero_points: May a hero point raise one's own result by a step after the roll? (C-Q3)
        heavy_wound_square: Squares from the start square to the heavy-wound square, 1 to the dying square. (C-Q4)
        dying_square: Squares from the start square to the dying square, 1 to 13. (C-Q4)
        beneficiary: Which roll does the piece favour at two successes or two failures? (C-Q5)
        augment_value: Does an ability with masteries augment with its full value, or with the number before W? (C-Q6)
        strike_power_of: Whose strike power counts: of the side that gains, or of the other? (C-Q7)
        equal_rolls: What do equal numbers at two successes or two failures do? (C-Q8)
        block_at_equal_levels: Does a push block also hold where nobody is the winner? (C-Q9)
        blocked_any_square: What may a blocked winner of critical against fumble do? (C-Q10)
        any_square: How far may the winner of critical against fumble place the piece? (C-Q11)
        wound_from: Does passing the heavy-wound square wound, or only lying on it? (C-Q12)
        halving: What does a heavy wound halve? (C-Q12)
        augment_follows: Does an augment stay with the ability it was given to, or serve any ability used? (C-Q13)
        same_augment: May the same ability augment again in a later round? (C-Q14)
        many_to_one_modifier: Bonus and penalty for each character more or fewer, 0 to 20. (C-Q15)
        chosen_enemy_leaves: Does the enemy chosen by somebody joining the smaller side leave the old contest? (C-Q16)
        outside_augment_blocks: Does an active augment by an outsider block the character it helps? (C-Q20)
        halve_permanent: Does a heavy wound halve permanent augments as well? (C-Q22)
        same_opponent: What becomes of somebody whose opponent is taken in round 1? (C-Q23)
        split_augments: Do the chosen enemy's augments come along into the new contest? (C-Q24)
        yield_of_one: Who has lost when one of several yields? (C-Q28)
        comrade_blocks: Does the push block of a comrade who does not act hold the side back? (C-Q29)
        after_yielding: May somebody who has yielded enter another contest of the scene? (C-Q31)
        augment_itself: May somebody's used ability be augmented with that same ability? (C-Q34)

    Raises:
        InputError: If a value is not one of the answers listed, or the dying square lies before the wound square.

    Example:
        >>> Rulings().beneficiary
        'lower_roll'
        >>> Rulings(heavy_wound_square=6)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: heavy_wound_square: “6” is not possible here: ... (C-Q4).
    """

    hero_points: bool = False
    heavy_wound_square: Annotated[int, Bounds(1, LARGEST_DYING_SQUARE, "C-Q4")] = 4
    dying_square: Annotated[int, Bounds(1, LARGEST_DYING_SQUARE, "C-Q4")] = 5
    beneficiary: Literal["lower_roll", "higher_roll"] = "lower_roll"
    augment_value: Literal["full", "before_masteries"] = "full"
    strike_power_of: Literal["beneficiary", "opponent"] = "beneficiary"
    equal_rolls: Literal["no_move", "reroll", "higher_ability"] = "no_move"
    block_at_equal_levels: bool = True
    blocked_any_square: Literal["no_move", "own_side"] = "no_move"
    any_square: Literal["dying_square", "gauge_square"] = "dying_square"
    wound_from: Literal["at_or_beyond", "on_the_square"] = "at_or_beyond"
    halving: Literal["ability", "ability_and_augments"] = "ability"
    augment_follows: Literal["ability", "contest"] = "ability"
    same_augment: Literal["once", "stack"] = "once"
    many_to_one_modifier: Annotated[int, Bounds(0, LARGEST_MODIFIER)] = 3
    chosen_enemy_leaves: bool = True
    outside_augment_blocks: bool = False
    halve_permanent: bool = False
    same_opponent: Literal["one_to_one", "many_to_one", "two_contests"] = "one_to_one"
    split_augments: Literal["stay", "come_along"] = "stay"
    yield_of_one: Literal["that_one", "whole_side"] = "that_one"
    comrade_blocks: bool = False
    after_yielding: Literal["free", "out"] = "free"
    augment_itself: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_gauge(self.heavy_wound_square, self.dying_square, "_square")


def check_gauge(heavy_wound: int, dying: int, ending: str = "") -> None:
    """Raise an `InputError` unless the two squares make a gauge (C-Q4); their fields end in something."""
    whole_number(f"dying{ending}", dying, 1, LARGEST_DYING_SQUARE, "C-Q4")
    whole_number(f"heavy_wound{ending}", heavy_wound, 1, LARGEST_DYING_SQUARE, "C-Q4")
    if heavy_wound > dying:
        allowed = WORDS["square_beyond_dying"].format(dying=dying)
        raise InputError(f"heavy_wound{ending}", heavy_wound, allowed, "C-Q4")
