"""The open questions of Kamui as switches, with this reference's answers as defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Switches
from rules_py.core.words import words

WORDS = words("kamui")
LARGEST_FACE = 10
MOST_LEVEL = 5


@dataclass(frozen=True, repr=False)
class Rulings(Switches):
    """How the questions that the text leaves open are answered at this table.

    Args:
        success: When is a die a success: at most the ability, at least one fixed number, or at least the target number
            of the check? (K-Q1)
        success_face: The fixed number, 1 to the faces of the die; used with `at_least_fixed` only. (K-Q1)
        die: Which die is rolled? The ring has as many squares as the die has faces. (K-Q2)
        no_revelation: Does a PC without revelation dice stay where it is, or must at least one be rolled? (K-Q4)
        rift_placed: Does a resolution place its rift always, or on success only? (K-Q5)
        rifts_stack: May several rifts lie on one square, each of them counted? (K-Q5)
        interaction_links: Does an interaction link to one kamui in reach, or to all of them? (K-Q7)
        new_link_level: Level of a new link, 1 to 5. (K-Q7)
        link_step: Levels that an existing link gains, 0 to 5. (K-Q7)
        no_successes: Does an attack without successes follow the formula, or miss? (K-Q9)
        rift_faith: Does a rift give faith once, or once for each kamui on its square? (K-Q11)
        round_order: Which comes first at the end of a round: faith, or the vanishing of rifts, which then give none?
            (K-Q12)
        revival_excess: Is damage beyond the last HP lost at a revival, or does it carry over? (K-Q13)
        revival_armour: Does armour stay as it is at a revival, or come back in full? (K-Q13)
        revival_rift: Does a kamui that falls to 0 HP create a rift as well? (K-Q14)
        centre_rift: What appears for a unit that falls in the centre: nothing, or a rift where the GM says? (K-Q15)
        reduction: Are the points that lower faces spent in total, or do they lower every die? (K-Q16)
        grace: Are the grace checks of all PCs added up, or does each PC check for itself? (K-Q16)
        unit_armour: Does armour protect units that are not kamui? (K-Q17)
        faith: Is faith one score for all, or does each kamui have its own? (K-Q19)
        fallen_unit: Is a unit that is not a kamui removed at 0 HP, or does it stay on its square, defeated? (K-Q23)
        resolution_after: Does a resolution stay until the GM ends it, until a check succeeds, or is it over once
            it has been carried out? (K-Q25)
        centre: May units other than kamui be in the centre, or nobody? (K-Q26)
        attack_dice: May an attack be made without action value, or does it take at least 1? (K-Q27)

    Raises:
        InputError: If a value is not one of the answers listed, or the die does not have the fixed number.

    Example:
        >>> Rulings().success, Rulings().sides
        ('at_most_ability', 10)
        >>> Rulings(die="d6", success_face=7)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: success_face: “7” is not possible here: a whole number from 1 to 6, ... (K-Q1).
    """

    success: Literal["at_most_ability", "at_least_fixed", "at_least_target"] = "at_most_ability"
    success_face: Annotated[int, Bounds(1, LARGEST_FACE, "K-Q1")] = 6
    die: Literal["d10", "d6", "d8"] = "d10"
    no_revelation: Literal["stay", "not_allowed"] = "stay"
    rift_placed: Literal["always", "on_success"] = "always"
    rifts_stack: bool = True
    interaction_links: Literal["one", "all"] = "one"
    new_link_level: Annotated[int, Bounds(1, MOST_LEVEL, "K-Q7")] = 1
    link_step: Annotated[int, Bounds(0, MOST_LEVEL, "K-Q7")] = 1
    no_successes: Literal["formula", "miss"] = "formula"
    rift_faith: Literal["per_rift", "per_pair"] = "per_rift"
    round_order: Literal["faith_first", "vanishing_first"] = "faith_first"
    revival_excess: Literal["lost", "carries_over"] = "lost"
    revival_armour: Literal["stays", "restored"] = "stays"
    revival_rift: bool = False
    centre_rift: Literal["none", "gm_chooses"] = "none"
    reduction: Literal["total", "each_die"] = "total"
    grace: Literal["pooled", "own"] = "pooled"
    unit_armour: Literal["same", "none"] = "same"
    faith: Literal["shared", "own"] = "shared"
    fallen_unit: Literal["removed", "stays"] = "removed"
    resolution_after: Literal["stays", "until_success", "once"] = "stays"
    centre: Literal["other_units", "nobody"] = "other_units"
    attack_dice: Literal["any", "at_least_one"] = "any"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.success_face > self.sides:
            allowed = WORDS["faces_of_the_die"].format(sides=self.sides, die=self.die)
            raise InputError("success_face", self.success_face, allowed, "K-Q1")

    @property
    def sides(self) -> int:
        """Faces of the die, and squares of the ring: 6, 8 or 10 (K-Q2)."""
        return int(self.die[1:])
