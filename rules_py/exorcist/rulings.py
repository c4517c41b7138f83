"""The open questions of Tactical Exorcist as switches, with this reference's answers as defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Switches
from rules_py.core.words import words

WORDS = words("exorcist")
MOST_SUCCESSES = 9
LARGEST_DIE = 20
LARGEST_PEG_DAMAGE = 20
LARGEST_FACTOR = 5


@dataclass(frozen=True, repr=False)
class Rulings(Switches):
    """How the questions that the text leaves open are answered at this table.

    Args:
        no_dice: Does a check without any dice fail, or is one die rolled? (E-Q3)
        easiest: Does the ladder end at KIDS, or does a step below it succeed by itself? (E-Q4)
        manoeuvre_mobility: By what a successful tactical manoeuvre multiplies mobility, 1 to 5. (E-Q5)
        manoeuvre_evade: Does a tactical manoeuvre add its successes to the evade dice, or nothing? (E-Q5)
        diagonal_steps: May a step lead to a diagonal square? (E-Q6)
        pass_enemies: May a path cross a square on which an enemy stands? (E-Q6)
        share_squares: May a move end on an occupied square? (E-Q6)
        evade_refill: When are the evade dice filled up again? (E-Q7)
        evasion_needs: Does one success evade, or must the evader reach the attacker's number of successes? (E-Q8)
        combine_mobs: Which mobs may combine their attacks on a target? (E-Q10)
        batch_armour: In a failed batch evasion, does armour count against each attack or once? (E-Q10)
        peg_melee_die: Faces of the die of damage of a melee attack with a peg, 1 to 20. (E-Q11)
        peg_ranged_damage: Damage of a ranged attack with a peg, 0 to 20. (E-Q11)
        peg_spent: Is a peg used up by an attack with it? (E-Q11)
        rope_plus: Successes from which the roped area is a plus of five squares, 1 to 9. (E-Q12)
        rope_block: Successes from which it is 3×3 squares, `rope_plus` to 9. (E-Q12)
        twice_hp_damage: Is the damage compared with twice the HP before or after armour? (E-Q14)
        twice_hp_of: Which HP are doubled: those before the hit or those after it? (E-Q14)
        respawn_half: Is half of a maximum rounded up or down? (E-Q15)
        respawn_acts: May a respawned character still act in that turn? (E-Q15)
        avert_restores: What do HP and spirit points become when death is averted? (E-Q16)
        short_of_katashiro: Two katashiro are needed and one is left: is that death, or is one enough? (E-Q17)
        spiritual_on_objects: Does spiritual damage wear objects down? (E-Q18)
        adjacent: Are the eight squares around a square adjacent, or four? (E-Q20)
        wall_barrier: Does a Wall Barrier go by evasion type, or stop every kai'i? (E-Q21)
        quiet_turns: Must the quiet turns follow each other, or are they counted in all? (E-Q22)
        hard_mode: Does the GM decide on Hard mode, or does it come by itself? (E-Q22)
        damage_ends_pressure: Does damage in Hard mode end it? (E-Q23)
        quiet_damage: Is it damage for a quiet turn if armour swallows all of it? (E-Q24)
        allies_as: In ties of Skill, do allies of the PCs count as PCs or as enemies? (E-Q25)
        focus_second_move: Does attack focus leave the second move? (E-Q26)
        shared_slot: Do attack, laying rope and removing a barrier share one slot of the activation? (E-Q27)
        scales_checks: Corroding Scales: one attack check for both targets, or one for each? (E-Q28)
        scales_same_target: Corroding Scales: may both targets be the same character? (E-Q28)
        others_rope: May one lay rope at the peg, or set a barrier in the rope, of somebody else? (E-Q29)
        respawn_resources: Does a respawn set everything at half, or raise to half only what is lower? (E-Q32)
        manoeuvre_hardens: Does the tactical manoeuvre make rope and removal checks harder too? (E-Q33)
        manoeuvre_failed: Does it make them harder even if its own check failed? (E-Q34)
        ultra_needs_attack: On the way to Ultra Hard mode, does a quiet turn need an attack? (E-Q35)
        boss_fight_ends: Does a boss fight end when no boss-class enemy is left, or with the combat? (E-Q36)
        hardest: Is a 6 enough for every check, or can one become impossible? Evasion cannot. (E-Q39)
        overlapping_walls: Where two Wall Barriers overlap, is the movement tripled once or for each? (E-Q41)
        rope_again: May a peg that is roped already be roped again, the larger area counting? (E-Q46)

    Raises:
        InputError: If a value is not one of the answers listed, or the block is roped before the plus.

    Example:
        >>> Rulings().evasion_needs
        'one'
        >>> Rulings(rope_plus=4)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: rope_block: “3” is not possible here: ... (E-Q12).
    """

    no_dice: Literal["fail", "one_die"] = "fail"
    easiest: Literal["kids", "automatic"] = "kids"
    manoeuvre_mobility: Annotated[int, Bounds(1, LARGEST_FACTOR, "E-Q5")] = 2
    manoeuvre_evade: Literal["successes", "nothing"] = "successes"
    diagonal_steps: bool = True
    pass_enemies: bool = False
    share_squares: bool = False
    evade_refill: Literal["activation", "turn", "combat"] = "activation"
    evasion_needs: Literal["one", "attack_successes"] = "one"
    combine_mobs: Literal["same_initiative", "any"] = "same_initiative"
    batch_armour: Literal["each_attack", "once"] = "each_attack"
    peg_melee_die: Annotated[int, Bounds(1, LARGEST_DIE, "E-Q11")] = 6
    peg_ranged_damage: Annotated[int, Bounds(0, LARGEST_PEG_DAMAGE, "E-Q11")] = 3
    peg_spent: bool = True
    rope_plus: Annotated[int, Bounds(1, MOST_SUCCESSES, "E-Q12")] = 2
    rope_block: Annotated[int, Bounds(1, MOST_SUCCESSES, "E-Q12")] = 3
    twice_hp_damage: Literal["after_armour", "before_armour"] = "after_armour"
    twice_hp_of: Literal["before_hit", "after_hit"] = "before_hit"
    respawn_half: Literal["up", "down"] = "up"
    respawn_acts: bool = False
    avert_restores: Literal["before_hit", "maximum"] = "before_hit"
    short_of_katashiro: Literal["death", "one_is_enough"] = "death"
    spiritual_on_objects: Literal["full", "none"] = "full"
    adjacent: Literal["eight", "four"] = "eight"
    wall_barrier: Literal["by_evasion_type", "stops_all"] = "by_evasion_type"
    quiet_turns: Literal["consecutive", "in_all"] = "consecutive"
    hard_mode: Literal["gm_decides", "by_itself"] = "gm_decides"
    damage_ends_pressure: bool = False
    quiet_damage: Literal["after_reduction", "before_reduction"] = "after_reduction"
    allies_as: Literal["pcs", "enemies"] = "pcs"
    focus_second_move: bool = True
    shared_slot: bool = True
    scales_checks: Literal["one", "per_target"] = "one"
    scales_same_target: bool = False
    others_rope: bool = True
    respawn_resources: Literal["set", "raise"] = "set"
    manoeuvre_hardens: Literal["all", "attacks_and_arts"] = "all"
    manoeuvre_failed: Literal["harder", "as_usual"] = "harder"
    ultra_needs_attack: bool = True
    boss_fight_ends: Literal["boss_gone", "combat_over"] = "boss_gone"
    hardest: Literal["ultra_hard", "impossible"] = "ultra_hard"
    overlapping_walls: Literal["once", "each"] = "once"
    rope_again: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rope_block < self.rope_plus:
            allowed = WORDS["block_before_plus"].format(plus=self.rope_plus)
            raise InputError("rope_block", self.rope_block, allowed, "E-Q12")
