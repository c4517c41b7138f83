"""The table of a combat with cards, deck, hands and EP upon it, and the game that is played there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rules_py.avatar.cards import KING, Card, check_cards, deck_of, read_cards, show_cards
from rules_py.avatar.model import NOBODY, Combat, Declared, Fighter, Kind
from rules_py.avatar.rulings import Rulings
from rules_py.core.dice import Seen
from rules_py.core.errors import InputError
from rules_py.core.game import Action, Event, Game, Table
from rules_py.core.text import Text
from rules_py.core.words import words

_DRAWN_BY = {
    "refill": ("A-4.4",),
    "more": ("A-4.5",),
    "guard": ("A-7.2",),
    "fill": ("A-7.21",),
    "reshuffle": ("A-Q24",),
}
"""The rule that lets somebody draw, by the kind of the draw (`Combat.draws`)."""


@dataclass
class CardTable(Table[Combat, Rulings]):
    """A combat that is being changed by an action.

    Args:
        state: The state; every change puts a new one here.
        rulings: House rules.
        seed: What the deck follows.
        action: What the action is called.
        words: The sentences by their keys.
        log: What has happened.
        drew: Who has just drawn, what for and how many cards: not yet in the log.
    """

    drew: tuple[int, str, int] = (NOBODY, "", 0)

    def __getitem__(self, who: int) -> Fighter:
        return self.state.fighters[who]

    def change(self, who: int, **values: Any) -> None:
        """Change somebody."""
        fighters = self.state.fighters
        self.set(fighters=(*fighters[:who], replace(fighters[who], **values), *fighters[who + 1 :]))

    # --- cards ---

    def to_draw(self, who: int, kind: str, number: int = 1) -> None:
        """Let somebody draw cards as soon as nothing comes before; the kind says what for, as in `Combat.draws`."""
        self.set(draws=(*self.state.draws, *(((who, kind),) * number)))

    def draws(self, who: int, kind: str, card: Card) -> None:
        """Take a card into somebody's hand; the kind says what for, as in `Combat.draws`."""
        self.change(who, hand=(*self[who].hand, card))
        self.drew = who, kind, self.drew[2] + 1 if self.drew[:2] == (who, kind) else 1

    def tell_draws(self) -> None:
        """Write into the log who has drawn how many cards; which ones is nobody else's business."""
        who, kind, number = self.drew
        self.drew = NOBODY, "", 0
        rules = _DRAWN_BY.get(kind, ())
        if number == 1:
            self.tell("draws_a_card", *rules, name=self[who].name)
        elif number:
            self.tell("draws_cards", *rules, name=self[who].name, n=number)

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards in the order that the seed gives them; the same seed always gives the same one."""
        dice = Random(f"{self.seed}/{self.state.shuffles}")
        self.set(shuffles=self.state.shuffles + 1)
        left = sorted(cards)
        return tuple(left.pop(dice.randrange(len(left))) for _ in range(len(left)))

    def top(self) -> Card | None:
        """Take the next card off the deck: what the real deck shows, else its top card; None if there is none."""
        deck = self.state.deck
        if not deck:
            return None
        card, *real = self.state.real or deck[:1]
        if card not in deck:
            raise InputError("drawn", card.label(), self.say("not_in_the_deck"), "A-Q1")
        place = deck.index(card)
        self.set(deck=(*deck[:place], *deck[place + 1 :]), real=tuple(real))
        return card

    def held(self, who: int, card: Card, name: str = "card", declared: bool = True) -> Card:
        """Return a card of somebody's hand, and a Joker as it is declared.

        Args:
            who: Whose hand.
            card: The card.
            name: The field that a message belongs to.
            declared: Does it come into the field, or is its number compared, so that a Joker has to be declared?

        Raises:
            InputError: If the card is not in the hand, or a Joker is not declared as the rulings want it.
        """
        holder, hand = self[who].name, self[who].hand
        if card.face not in hand:
            held = self.say("holds", name=holder, hand=show_cards(hand)) if hand else self.say("no_hand", name=holder)
            raise InputError(name, card.face.label(), held)
        return self.as_declared(card, name) if declared else card.face

    def as_declared(self, card: Card, name: str) -> Card:
        """Return a Joker if it is declared as the rulings want it, and any other card as it is."""
        if not card.joker:
            return card
        if self.rulings.joker == "rank":
            return card.face.declared(card.rank, card.suit, self.rulings)
        if not card.rank or card.suit is None:
            raise InputError(name, card.face.label(), self.say("declare_rank_and_suit"), "A-Q4")
        return card

    def several(self, who: int, cards: Iterable[Card], declared: bool = True) -> tuple[Card, ...]:
        """Return cards of somebody's hand, each once."""
        held = tuple(self.held(who, card, "cards", declared) for card in cards)
        check_cards(held, "cards", self.rulings)
        return held

    def leaves_hand(self, who: int, *cards: Card) -> None:
        """Take cards out of a hand; where they go is the caller's to say."""
        gone = {card.face for card in cards}
        self.change(who, hand=tuple(card for card in self[who].hand if card not in gone))

    def into_field(self, who: int, *cards: Card) -> None:
        """Lay cards of a hand face up."""
        self.leaves_hand(who, *cards)
        self.change(who, field=(*self[who].field, *cards))

    def discard(self, *cards: Card) -> None:
        """Put cards that lie nowhere else on the discard pile."""
        self.set(discards=(*self.state.discards, *(card.face for card in cards)))

    # --- EP ---

    def pay(self, who: int, price: int, what: Text, *rules: str, action: Text | None = None) -> None:
        """Take a price off somebody's EP; the refusal names the action that is tried, or another one.

        Raises:
            ForbiddenAction: If the EP are not there.
        """
        if not price:
            return
        fighter = self[who]
        if price > fighter.ep:
            raise self.forbidden("costs_more", rules[0], action, price=price, name=fighter.name, ep=fighter.ep)
        if price > fighter.ep - self.rulings.untouchable:
            raise self.forbidden("one_ep_stays_with", "A-Q37", action, name=fighter.name)
        left = fighter.ep - price
        self.tell("pays", *rules, name=fighter.name, price=price, what=what, ep=fighter.ep, left=left)
        self._loses(who, price)

    def _loses(self, who: int, points: int) -> None:
        self.change(who, ep=max(0, self[who].ep - points))
        if not self[who].ep and self[who].there:
            self.falls(who, self.words["has_no_ep_left"])
            for clash in self.state.clashes:
                if who in clash.sides:
                    self.set(clashes=tuple(other for other in self.state.clashes if other is not clash))
                    self.tell("clash_ends", "A-6.6")

    def falls(self, who: int, text: Text) -> None:
        """Take somebody out of the combat who has no EP left; a card face down is in the hand again (A-Q9, A-Q38)."""
        down = self[who].down
        hand = (*self[who].hand, down.face) if down else self[who].hand
        self.change(who, gone="lost", down=None, hand=hand)
        self.tell(text, "A-Q9", name=self[who].name)
        cards = self[who].hand
        if cards and self.rulings.lost_hand == "discarded":
            self.leaves_hand(who, *cards)
            self.discard(*cards)
            self.tell("hand_is_discarded", "A-Q38", name=self[who].name, cards=show_cards(cards))

    def taker(self, target: int) -> int:
        """Say who takes the damage that somebody would take: itself, or who covers it (A-7.4, A-Q34, A-Q35)."""
        covers = self.state.covers if self.rulings.cover_same == "earlier" else self.state.covers[::-1]
        passed = [target]
        while True:
            who = next((who for who, whom in covers if whom == passed[-1] and self[who].there), NOBODY)
            if who == NOBODY or who in passed:
                return passed[-1]
            passed.append(who)
            if self.rulings.cover_chain == "stops":
                return who

    def shields(self, target: int, taker: int) -> tuple[bool, bool]:
        """Say whether a Guard halves the damage that is aimed at somebody, and whether a Cover doubles it."""
        guard = self[taker].does(Kind.GUARD) or (self.rulings.covered_guard and self[target].does(Kind.GUARD))
        return guard, any(who == taker for who, _ in self.state.covers)

    def harm(self, target: int, taker: int, damage: Callable[[bool, bool], int], *rules: str) -> Callable[[], None]:
        """Work out damage now, for it to be dealt later: what happens at once is worked out before any of it is dealt.

        Args:
            target: At whom it is aimed.
            taker: Who takes it.
            damage: The points, given whether the taker guards and whether it covers somebody.
            rules: Ledger ids.
        """
        guard, cover = self.shields(target, taker)
        points = damage(guard, cover)
        more = [rule for rule, applies in (("A-7.1", guard), ("A-7.5", cover), ("A-7.4", taker != target)) if applies]

        def deal() -> None:
            ep, left, source = self[taker].ep, max(0, self[taker].ep - points), (*rules, *more)
            if taker == target:
                self.tell("takes_damage", *source, name=self[taker].name, n=points, ep=ep, left=left)
            else:
                name, covered = self[taker].name, self[target].name
                self.tell("takes_damage_for", *source, name=name, n=points, target=covered, ep=ep, left=left)
            self._cancelled(target, taker, points)
            self._loses(taker, points)

        return deal

    def _cancelled(self, target: int, taker: int, points: int) -> None:
        """Cancel the pending action of somebody whom an attack reaches (A-5.2, A-M4, A-Q29, A-Q40).

        Pursue is pending as long as the flight is: what is carried out at once cancels nothing (A-Q45).
        """
        reached = taker == target and (points > 0 or self.rulings.cancelled_by == "attack")
        act = self[target].act
        pursues = self.rulings.pursue_cancelled and self[target].does(Kind.PURSUE) and act and self[act.target].pending
        if reached and (self[target].pending or pursues):
            self.change(target, acted=True, cancelled=True, act=Declared(Kind.NOTHING) if pursues else self[target].act)
            self.tell("is_cancelled", "A-5.2", "A-Q40" if pursues else "A-Q29", name=self[target].name)


def tie_number(card: Card) -> int:
    """Return what a card drawn to break a tie counts: an ace 1, a Joker 13.

    Source: A-3.8, A-Q6.

    Example:
        >>> [tie_number(card) for card in read_cards("SA X H9")]
        [1, 13, 9]
    """
    return KING if card.joker else card.rank


def faces(cards: Iterable[Card]) -> tuple[Seen, ...]:
    """Return cards as the log shows them."""
    return tuple(card.seen for card in cards)


class CombatGame(Game[Combat, Rulings]):
    """The actions of a combat; each may be told with what a real deck shows in it: `["drawn", cards, name, …]`."""

    def start(self, rulings: Rulings | None = None) -> Combat:
        """Return a combat to which nobody has come yet, with a whole deck.

        Args:
            rulings: How the open questions are answered.

        Source: A-Q1, A-Q2, A-Q5, A-Q37.

        Example:
            >>> len(GAME.start().deck), len(GAME.start(Rulings(deck="52")).deck)
            (53, 52)
        """
        house = self.house(rulings)
        return Combat(
            deck=deck_of(house.jokers),
            own_aces=house.ace_field == "own",
            by_total=house.declare_by == "action_value",
            untouchable=house.untouchable,
        )

    def apply(
        self, state: Combat, action: Action, rulings: Rulings | None = None, seed: str = ""
    ) -> tuple[Combat, list[Event]]:
        """Carry out an action, and what follows of itself up to the next decision; see `Game.apply`.

        People are named by their number, cards by their code (`"SK"`, `"X=HA"`); the deck follows the seed.

        Returns:
            The combat after it, and what happened.

        Source: A-M2 to A-M9, A-M13.

        Example:
            >>> combat, _ = GAME.apply(GAME.start(), ["add", "Io", "pc", "S", [3000, 1000, 5, 40], "SK H3"])
            >>> combat.fighters[0].hand, len(combat.deck)
            ((Card(SK), Card(H3)), 51)
        """
        bare = without_cards(action)
        if bare is not action:
            cards = read_cards(action[1] if isinstance(action[1], str) else "?", "drawn", self.house(rulings))
            state = replace(self.own(state), real=tuple(card.face for card in cards))
        return super().apply(state, bare, rulings, seed)


def without_cards(action: Action) -> Action:
    """Return an action without what a real deck shows in it.

    Example:
        >>> without_cards(["drawn", "SK H3", "deal", 0, 2]), without_cards(["tie"])
        (['deal', 0, 2], ['tie'])
    """
    return action[2:] if isinstance(action, list) and len(action) > 2 and action[0] == "drawn" else action


GAME = CombatGame(Combat, lambda combat: combat.stage, Rulings(), words=words("avatar"))
"""The game: its actions by their names, what is legal at a stage, and how an action is carried out."""
apply = GAME.apply
"""Carry out one action of a combat (A-M13); its actions are `GAME.actions`."""
