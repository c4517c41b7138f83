"""The open questions of Avatars as switches, with this reference's answers as defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_py.core.rulings import Switches


@dataclass(frozen=True, repr=False)
class Rulings(Switches):
    """How the questions that the text leaves open are answered at this table.

    Args:
        deck: How many cards are there: one Joker, none or two beside the 52? (A-Q1)
        ace_field: Does anybody's face-up king raise an ace in combat and in Love, or only one's own? (A-Q2)
        joker: Does a Joker declare a rank and a suit, or only a rank? (A-Q4)
        declare_by: Does the first card or the action value so far decide who declares next? (A-Q5)
        rounding: Are fractions of damage rounded down or up? (A-Q7)
        release_rounding: Does Power Release give whole points, or whole hundredths of one's EP? (A-Q8)
        critical: Are the values of a critical announced as kings, announced as the player likes, fitted after the
            comparison, or announced and free to be declined? (A-Q10)
        critical_after: When a card of another suit follows a critical, are all cards looked at anew, or do the
            critical cards keep their value? (A-Q11)
        equality: Is a total equal to the difficulty a fumble or a success? (A-Q12)
        additions: Do hand cards and deck cards share the limit of additions, or has each its own? (A-Q14)
        miracle_cards: Do the cards of a miracle add to the total, or start a new one? (A-Q15)
        miracle_after_fumble: May a miracle follow a fumble? (A-Q15)
        clash_attacks: Does a clash replace the two attacks, or are they dealt also? (A-Q18)
        clash_strong_hit: Does a strong hit double the damage of a clash? (A-Q18)
        clash_guard: Do Guard and Cover count for the damage of a clash? (A-Q18)
        clash_help: Does help end the playing of cards, or does it reopen step 2? (A-Q19)
        guard_and_cover: May a character that guards cover somebody as well in that round? (A-Q22)
        reshuffle: Does a reshuffle discard and deal a card each, or only shuffle? (A-Q24)
        love_tie: Does nobody succeed among equal players in Love, or do they check again? (A-Q25)
        first_strike_refill: Is there a refill after a first strike? (A-Q28)
        cancelled_by: Does any attack that reaches a character cancel its action, or only damage above 0? (A-Q29)
        above_limit: May the refill and Guard bring a hand above its limit, or is no card drawn then? (A-Q30)
        strong_when_empty: Is the attack of somebody without a card in the field a strong hit? (A-Q33)
        cover_chain: If somebody who covers is covered in turn, does the damage stop there, or is it passed on? (A-Q34)
        cover_same: If two cover the same one, who takes the damage: the earlier one or the later one? (A-Q35)
        covered_guard: Does the Guard of somebody who is covered halve the damage too? (A-Q36)
        last_ep: May the last EP be paid, or does 1 have to stay? (A-Q37)
        lost_hand: Does somebody who is defeated keep the hand out of play, or is it discarded? (A-Q38)
        fled_reshuffle: Does whoever has fled take part in a reshuffle? (A-Q39)
        pursue_cancelled: Does an attack cancel Pursue before the flight is carried out? (A-Q40)
        bought_limit: Does the hand limit count the cards bought in a whole clash, or each time anew? (A-Q41)
        clash_last_draw: May one draw for EP who has just played the last cards in vain? (A-Q41)
        help_suit: Do the cards of helpers count for the winner's strong hit? (A-Q42)

    Raises:
        InputError: If a value is not one of the answers listed.

    Example:
        >>> Rulings().critical, Rulings(deck="52").jokers
        ('kings', 0)
        >>> Rulings(deck="55")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: deck: “55” is not possible here: 53 / 52 / 54.
    """

    deck: Literal["53", "52", "54"] = "53"
    ace_field: Literal["everybody", "own"] = "everybody"
    joker: Literal["rank_and_suit", "rank"] = "rank_and_suit"
    declare_by: Literal["first_card", "action_value"] = "first_card"
    rounding: Literal["down", "up"] = "down"
    release_rounding: Literal["whole_points", "whole_percents"] = "whole_points"
    critical: Literal["kings", "chosen", "best", "optional"] = "kings"
    critical_after: Literal["anew", "kept"] = "anew"
    equality: Literal["fumble", "success"] = "fumble"
    additions: Literal["shared", "each"] = "shared"
    miracle_cards: Literal["added", "fresh"] = "added"
    miracle_after_fumble: bool = False
    clash_attacks: Literal["replaced", "also"] = "replaced"
    clash_strong_hit: bool = True
    clash_guard: bool = True
    clash_help: Literal["ends", "reopens"] = "ends"
    guard_and_cover: bool = False
    reshuffle: Literal["discard_and_deal", "shuffle"] = "discard_and_deal"
    love_tie: Literal["nobody", "again"] = "nobody"
    first_strike_refill: bool = False
    cancelled_by: Literal["attack", "damage"] = "attack"
    above_limit: Literal["allowed", "not_drawn"] = "allowed"
    strong_when_empty: bool = False
    cover_chain: Literal["stops", "passes_on"] = "stops"
    cover_same: Literal["earlier", "later"] = "earlier"
    covered_guard: bool = False
    last_ep: Literal["may_be_paid", "stays"] = "may_be_paid"
    lost_hand: Literal["kept", "discarded"] = "kept"
    fled_reshuffle: bool = True
    pursue_cancelled: bool = False
    bought_limit: Literal["clash", "turn"] = "clash"
    clash_last_draw: bool = False
    help_suit: bool = True

    @property
    def jokers(self) -> int:
        """How many Jokers the deck holds."""
        return int(self.deck) - 52

    @property
    def untouchable(self) -> int:
        """How many EP cannot be paid away (A-Q37)."""
        return int(self.last_ep == "stays")


PACK = Rulings(deck="52")
"""What functions that draw from the pack go by unless told otherwise: 52 cards, no Joker (A-Q1).

Play is told otherwise: a `Rulings()` has the 53 cards that a table plays with, whatever else it answers.
"""
