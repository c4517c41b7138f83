"""What the state machine of a combat works on: the state, the log, the deck, hands and EP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules_py.avatar.cards import KING, Card, check_cards, read_card, show_cards
from rules_py.avatar.combat import NOBODY, Combat, Declared, Fighter, Kind, forbid
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Event
from rules_py.core.text import Text

_DRAWN_BY = {
    "refill": ("A-4.4",),
    "more": ("A-4.5",),
    "guard": ("A-7.2",),
    "fill": ("A-7.21",),
    "reshuffle": ("A-Q24",),
}
"""The rule that lets somebody draw, by the kind of the draw (`Combat.draws`)."""


@dataclass
class CardTable:
    """A combat that is being changed by an action.

    Args:
        state: The state; every change puts a new one here.
        rulings: House rules.
        seed: What the deck follows.
        log: What has happened.
        real: Cards that a real deck shows next, the first of them first.
        drew: Who has just drawn, what for and how many cards: not yet in the log.
    """

    state: Combat
    rulings: Rulings
    seed: str
    log: list[Event] = field(default_factory=list)
    real: list[Card] = field(default_factory=list)
    drew: tuple[int, str, int] = (NOBODY, "", 0)

    def set(self, **values: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **values)

    def tell(self, text: Text, *rules: str, seen: Sequence[Card] = (), **parts: object) -> None:
        """Write into the log, with the cards that are seen."""
        self.log.append(Event(text.format(**parts), rules, seen=tuple(card.seen for card in seen)))

    def __getitem__(self, who: int) -> Fighter:
        return self.state.fighters[who]

    def change(self, who: int, **values: Any) -> None:
        """Change somebody."""
        fighters = self.state.fighters
        self.set(fighters=(*fighters[:who], replace(fighters[who], **values), *fighters[who + 1 :]))

    def somebody(self, who: Any, name: str = "who") -> int:
        """Return somebody who takes part, by number.

        Raises:
            InputError: If there is no such character, or it takes no part any more.
        """
        whole_number(name, who, 0, len(self.state.fighters) - 1)
        if not self[who].there:
            raise InputError(name, self[who].name, Text("somebody who takes part", "戦闘に参加している人"))
        return int(who)

    # --- cards ---

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
            self.tell(Text("{name} draws a card.", "{name}はカードを1枚引く。"), *rules, name=self[who].name)
        elif number:
            text = Text("{name} draws {n} cards.", "{name}はカードを{n}枚引く。")
            self.tell(text, *rules, name=self[who].name, n=number)

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
        card = self.real.pop(0) if self.real else deck[0]
        if card not in deck:
            told = Text("a card that is still in the deck", "まだ山札にあるカードを書いてください")
            raise InputError("drawn", card.label(), told, "A-Q1")
        place = deck.index(card)
        self.set(deck=(*deck[:place], *deck[place + 1 :]))
        return card

    def held(self, who: int, code: Any, name: str = "card", declared: bool = True) -> Card:
        """Return a card of somebody's hand, and a Joker as it is declared.

        Args:
            who: Whose hand.
            code: The card as a link holds it.
            name: The field that a message belongs to.
            declared: Does it come into the field, or is its number compared, so that a Joker has to be declared?

        Raises:
            InputError: If the card is not in the hand, or a Joker is not declared as the rulings want it.
        """
        card = read_card(code if isinstance(code, str) else "", name)
        if card.face not in self[who].hand:
            told = Text("{name} holds {hand}", "{name}の手札は{hand}です")
            hand = show_cards(self[who].hand) if self[who].hand else Text("no card", "ありません")
            raise InputError(name, card.face.label(), told.format(name=self[who].name, hand=hand))
        if not declared:
            return card.face
        return self.as_declared(card, name)

    def as_declared(self, card: Card, name: str) -> Card:
        """Return a Joker if it is declared as the rulings want it, and any other card as it is."""
        if not card.joker:
            return card
        if self.rulings.joker == "rank":
            return card.face.declared(card.rank, card.suit, self.rulings)
        if not card.rank or card.suit is None:
            told = Text("declare the Joker: rank and suit", "ジョーカーの数字とスートを宣言してください")
            raise InputError(name, card.face.label(), told, "A-Q4")
        return card

    def several(self, who: int, codes: Any, name: str = "cards", declared: bool = True) -> tuple[Card, ...]:
        """Return cards of somebody's hand, each once."""
        if not isinstance(codes, list):
            raise InputError(name, str(codes), Text("a list of cards", "カードを並べてください"))
        cards = tuple(self.held(who, code, name, declared) for code in codes)
        check_cards(cards, name, self.rulings)
        return cards

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

    def pay(self, who: int, price: int, what: Text, action: str, *rules: str) -> None:
        """Take a price off somebody's EP.

        Raises:
            ForbiddenAction: If the EP are not there.
        """
        if not price:
            return
        fighter = self[who]
        if price > fighter.ep:
            told = Text("it costs {price} EP, and {name} has {ep}", "{price}EPかかりますが、{name}のEPは{ep}です")
            raise forbid(action, told.format(price=price, name=fighter.name, ep=fighter.ep), rules[0])
        if price > fighter.ep - self.rulings.untouchable:
            told = Text("1 EP has to stay with {name}", "{name}のEPは1を残さなければなりません").format(
                name=fighter.name
            )
            raise forbid(action, told, "A-Q37")
        text = Text(
            "{name} pays {price} EP for: {what} (EP {ep} → {left}).",
            "{name}は{what}のために{price}EPを支払う（EP {ep}→{left}）。",
        )
        left = fighter.ep - price
        self.tell(text, *rules, name=fighter.name, price=price, what=what, ep=fighter.ep, left=left)
        self._loses(who, price)

    def _loses(self, who: int, points: int) -> None:
        self.change(who, ep=max(0, self[who].ep - points))
        if not self[who].ep and self[who].there:
            self.falls(who, Text("{name} has 0 EP and is defeated.", "{name}のEPは0になり、倒れる。"))
            for clash in self.state.clashes:
                if who in clash.sides:
                    self.set(clashes=tuple(other for other in self.state.clashes if other is not clash))
                    self.tell(Text("The clash ends at once.", "打ち合いは即座に終了する。"), "A-6.6")

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
            text = Text("The hand of {name} is discarded: {cards}.", "{name}の手札を捨てる：{cards}。")
            self.tell(text, "A-Q38", name=self[who].name, cards=show_cards(cards))

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
            text = Text("{name} takes {n} damage: EP {ep} → {left}.", "{name}は{n}ダメージ（EP {ep}→{left}）。")
            if taker != target:
                text = Text(
                    "{name} takes {n} damage for {target}: EP {ep} → {left}.",
                    "{name}は{target}をかばい、{n}ダメージ（EP {ep}→{left}）。",
                )
            ep, left = self[taker].ep, max(0, self[taker].ep - points)
            self.tell(text, *rules, *more, name=self[taker].name, n=points, target=self[target].name, ep=ep, left=left)
            self._cancelled(target, taker, points)
            self._loses(taker, points)

        return deal

    def _cancelled(self, target: int, taker: int, points: int) -> None:
        """Cancel the pending action of somebody whom an attack reaches (A-5.2, A-M4, A-Q29, A-Q40)."""
        reached = taker == target and (points > 0 or self.rulings.cancelled_by == "attack")
        pursues = self.rulings.pursue_cancelled and self[target].does(Kind.PURSUE)
        if reached and (self[target].pending or pursues):
            self.change(target, acted=True, cancelled=True, act=Declared(Kind.NOTHING) if pursues else self[target].act)
            text = Text("{name}’s action is cancelled.", "{name}の行動はキャンセルされる。")
            self.tell(text, "A-5.2", "A-Q40" if pursues else "A-Q29", name=self[target].name)


def tie_number(card: Card) -> int:
    """Return what a card drawn to break a tie counts: an ace 1, a Joker 13.

    Source: A-3.8, A-Q6.

    Example:
        >>> tie_number(read_card("SA")), tie_number(read_card("X")), tie_number(read_card("H9"))
        (1, 13, 9)
    """
    return KING if card.joker else card.rank


__all__ = ["NOBODY", "CardTable", "tie_number"]
