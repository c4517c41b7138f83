"""The open questions of Prophecy as switches, with this reference's answers as defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_py.core.rulings import Switches


@dataclass(frozen=True, repr=False)
class Rulings(Switches):
    """How the questions that the text leaves open are answered at this table.

    Args:
        third_die: Do three dice count with their sum, or with the best two? (P-Q1)
        lucky_needs: Are two 6s among three dice enough, or must there be exactly two? (P-Q2)
        fumble_needs: Must all three dice show 1, or two of them? (P-Q3)
        reroll_fumble: May a reroll or an assist undo a Fumble? (P-Q4)
        lucky_on_reroll: Does Lucky count in a roll made again? (P-Q4)
        assist_rolls: Do n assists mean n rolls more, or n rolls in all? (P-Q5)
        assist_after_roll: May help be promised after the roll is seen? (P-Q6)
        assist_in_battle: Can cast and guard checks be assisted? (P-Q6)
        factor_in_climax: Are Factors allowed in the prevention scene? (P-Q7)
        dominance_modified: Do conditions change an enemy's dominance value? (P-Q8)
        initiative_each_round: Is initiative rolled each round, or once? (P-Q9)
        expand_cast: Does an Expanded attack make one cast roll, or one per target? (P-Q10)
        expand_self_effects: Do Refresh and Self Bless with Expand happen for each target hit, or once? (P-Q11)
        forced_results: Lucky and Fumble in battle: contradictions cancel, the attacker's wins, or none counts? (P-Q12)
        battle_reroll: May either side reroll any result, or only an attacker who missed? (P-Q13)
        reroll_keeps_third_die: Does a reroll keep the third die of a preparation effect? (P-Q14)
        boost_same_effect: May Boost take the same effect twice? (P-Q17)
        isolation_blocks_self: Does Isolation also block Support of oneself? (P-Q18)
        chain_combo_emotion: Towards whom is the emotion that pays a Chain Combo: ally or enemy attacked? (P-Q19)
        full_bless_track: On a full track, may a new bless overwrite, or is it lost? (P-Q22)
        full_curse_track_instant: Does an instant curse on a full track knock down? (P-Q23)
        first_activation_copies: Do all copies of a first-activation curse leave together, or one? (P-Q30)
        thorns_on_special: Do Counter and Chain Combo spring Thorns? (P-Q31)
        incapacity_bars_counter: Does Incapacity bar Counter and Chain Combo? (P-Q32)
        confusion_can_hit_self: Can the random target of Confusion be oneself? (P-Q33)
        counter_timing: Is a Counter made after the hit's effects, or before? (P-Q34)
        chain_on_chain: May a Counter or Chain Combo be followed by another? (P-Q35)
        cover_again: May a covered hit be covered once more, if the coverer's guard check fails too? (P-Q36)
        lowest_value: Is a check value bounded below by 0? (P-Q39)
        chooser: Who chooses under Delusion and Charm: the player, or chance? (P-Q41)
        chain_timing: Is a Chain Combo made after the hit's effects, or before? (P-Q42)
        answer_order: Counter and Chain Combo after the same hit: any order, or one closes the other? (P-Q42)
        steal_with_expand: May Life Steal and Mana Steal reach each target of an Expanded attack, or only one? (P-Q43)
        cover_counter: After Cover, who may Counter: the one covered, the coverer, or both? (P-Q44)
        cover_chain: After Cover, whom does a Chain Combo attack: the first target, or the coverer? (P-Q44)
        cover_reflection: Does the coverer's Reflection answer if their guard value is the higher one? (P-Q45)
        resonance_answers: Does Resonance answer attacks alone, or other people's Resonance and Reflection too? (P-Q46)
        kept_roll: Is a higher value beside a Lucky one the roller's to choose, or does Lucky always count? (P-Q47)
        support_emotion: With Expand, may the emotion be towards any target, or only the first one chosen? (P-Q51)
        spent_activation: Does Berserk or the like leave in an activation that Counter has spent, or wait? (P-Q52)

    Raises:
        InputError: If a value is not one of the answers listed.

    Example:
        >>> Rulings().third_die
        'sum'
        >>> Rulings(third_die="best")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: third_die: “best” is not possible here: sum / best_two.
    """

    third_die: Literal["sum", "best_two"] = "sum"
    lucky_needs: Literal["two_sixes", "exactly_two"] = "two_sixes"
    fumble_needs: Literal["all_ones", "two_ones"] = "all_ones"
    reroll_fumble: bool = True
    lucky_on_reroll: bool = True
    assist_rolls: Literal["extra", "instead"] = "extra"
    assist_after_roll: bool = True
    assist_in_battle: bool = True
    factor_in_climax: bool = False
    dominance_modified: bool = True
    initiative_each_round: bool = True
    expand_cast: Literal["one", "per_target"] = "one"
    expand_self_effects: Literal["per_target", "once"] = "per_target"
    forced_results: Literal["cancel", "attacker_first", "not_applied"] = "cancel"
    battle_reroll: Literal["any_result", "failed_attack"] = "any_result"
    reroll_keeps_third_die: bool = True
    boost_same_effect: bool = True
    isolation_blocks_self: bool = False
    chain_combo_emotion: Literal["ally", "target"] = "ally"
    full_bless_track: Literal["overwrite", "lose"] = "overwrite"
    full_curse_track_instant: Literal["knockdown", "no_knockdown"] = "knockdown"
    first_activation_copies: Literal["all", "one"] = "all"
    thorns_on_special: bool = True
    incapacity_bars_counter: bool = True
    confusion_can_hit_self: bool = False
    counter_timing: Literal["after_effects", "before_effects"] = "after_effects"
    chain_on_chain: bool = True
    cover_again: bool = False
    lowest_value: Literal["none", "zero"] = "none"
    chooser: Literal["player", "random"] = "player"
    chain_timing: Literal["after_effects", "before_effects"] = "after_effects"
    answer_order: Literal["free", "counter_first", "chain_first"] = "free"
    steal_with_expand: Literal["each_target", "one_target"] = "each_target"
    cover_counter: Literal["covered", "coverer", "both"] = "covered"
    cover_chain: Literal["first_target", "coverer"] = "first_target"
    cover_reflection: bool = False
    resonance_answers: Literal["attacks", "blesses_too"] = "attacks"
    kept_roll: Literal["roller", "lucky"] = "roller"
    support_emotion: Literal["any_target", "first_target"] = "any_target"
    spent_activation: Literal["counts", "waits"] = "counts"
