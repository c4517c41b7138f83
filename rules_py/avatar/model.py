"""A combat with cards as it stands, and what is open to whom (A-M2, A-M3, A-M13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from rules_py.avatar.cards import Card, Suit, field_total, of_one_suit
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, attack_power, inferior
from rules_py.core.rulings import whole_number
from rules_py.core.text import Named, Text, same

NOBODY = -1
MOST_FIGHTERS = 12
MOST_ROUNDS = 99
HAND_LIMIT, ATTACK_POWER = Text("Hand limit", "手札上限"), Text("Attack power", "攻撃力")
NUMBERS = {"ep": same("EP"), "sep": same("SEP"), "limit": HAND_LIMIT, "power": ATTACK_POWER}
"""What the numbers of a character are called."""


class Side(Named):
    """On whose side somebody fights, and who plays it."""

    PC = "pc", Text("player character", "PC")
    ALLY = "ally", Text("ally, played by the master", "味方（マスター担当）")
    ENEMY = "enemy", Text("enemy", "敵")

    @property
    def master(self) -> bool:
        """Does the master play it (A-3.5)?"""
        return self is not Side.PC


class Kind(Named):
    """What is declared."""

    ATTACK = "attack", Text("Attack", "攻撃")
    GUARD = "guard", Text("Guard", "防御")
    COVER = "cover", Text("Cover", "かばう")
    FLEE = "flee", Text("Flee", "逃走")
    PURSUE = "pursue", Text("Pursue", "追跡")
    OTHER = "other", Text("Something else", "その他の行動")
    NOTHING = "nothing", Text("Nothing", "何もしない")

    @property
    def pending(self) -> bool:
        """Does it wait for its turn to be executed, so that it can be cancelled (A-T5, A-M4)?"""
        return self in (Kind.ATTACK, Kind.FLEE, Kind.OTHER)


class Phase(Enum):
    """The part of a combat."""

    SETUP = "setup"
    STRIKE = "strike"
    CHOOSE = "choose"
    DECLARE = "declare"
    ACT = "act"
    REFILL = "refill"
    END = "end"
    OVER = "over"


class Stage(Named):
    """What is to be decided now."""

    SETUP = "setup", Text("Who fights", "参加者")
    STRIKE = "strike", Text("First strike", "先制攻撃")
    CHOOSE = "choose", Text("Cards face down", "カードを伏せる")
    TIE = "tie", Text("Equal action values", "同じ行動値")
    DECLARE = "declare", Text("Declaration", "行動宣言")
    ACT = "act", Text("Actions", "行動の実行")
    FLIGHT = "flight", Text("Pursuit", "追跡")
    OPENING = "opening", Text("Clash, step 1", "打ち合い・手順1")
    EVEN = "even", Text("Clash: equal on both counts", "打ち合い・完全に互角")
    CLASH = "clash", Text("Clash, step 2", "打ち合い・手順2")
    HELP = "help", Text("Clash, step 3", "打ち合い・手順3")
    JOKER = "joker", Text("A Joker to declare", "ジョーカーの宣言")
    RESHUFFLE = "reshuffle", Text("Reshuffle", "還暦")
    REFILL = "refill", Text("Refill", "手札の補充")
    END = "end", Text("Does the combat go on?", "戦闘終了判定")
    OVER = "over", Text("The combat is over", "戦闘終了")


@dataclass(frozen=True)
class Declared:
    """What somebody has declared.

    Args:
        kind: What.
        target: Whom it is aimed at, by number; -1 for nobody.
        special: Factor of a special attack; 1 without one.
        words: What it is, in the player's words.

    Example:
        >>> Declared(Kind.GUARD).kind.pending
        False
    """

    kind: Kind
    target: int = NOBODY
    special: Fraction = Fraction(1)
    words: str = ""


@dataclass(frozen=True)
class Fighter:
    """A character in a combat.

    Args:
        name: Its name.
        side: On whose side.
        suit: Its own suit.
        ep: EP, power and life (A-Q9).
        sep: SEP, the sealed reserve; how it is gained is lost.
        limit: Hand limit; how it is set is lost.
        power: Attack power of the sheet, for clashes; None for what takes its place (`attack_power`).
        hand: Hand cards.
        deal: Cards to be dealt when the combat begins.
        down: The card put face down.
        chosen: Has it put one down, or nothing to put, in this round?
        field: Its face-up cards of this round, Jokers as declared.
        number: Number of its first card when that was turned up.
        draws: Numbers drawn to break ties, and what they were drawn for.
        act: What it has declared in this round.
        acted: Was that executed, cancelled or given up?
        cancelled: Was it cancelled or given up?
        released: Has it declared Power Release in this round?
        gone: Why it takes no part any more: `"lost"`, `"fled"`, `"left"`; empty while it does.
        full: EP and SEP together when it came: what a bar measures them by.

    Source: A-5.2 to A-5.4, A-M2, A-M3, A-M4, A-Q9, A-Q27.

    Example:
        >>> Fighter(Text("Io", "イオ"), Side.PC, Suit.SPADES, 3000, limit=5).strong
        False
    """

    name: Text
    side: Side
    suit: Suit
    ep: int
    sep: int = 0
    limit: int = 0
    power: int | None = None
    hand: tuple[Card, ...] = ()
    deal: int = 0
    down: Card | None = None
    chosen: bool = False
    field: tuple[Card, ...] = ()
    number: int = 0
    draws: tuple[int, ...] = ()
    act: Declared | None = None
    acted: bool = False
    cancelled: bool = False
    released: bool = False
    gone: str = ""
    full: int = 0

    @property
    def attack_power(self) -> int:
        """What counts in a clash now (A-6.9, A-6.21)."""
        return attack_power(self.power, self.ep)

    @property
    def there(self) -> bool:
        """Does it still take part?"""
        return not self.gone

    @property
    def pending(self) -> bool:
        """Has it declared what is yet to be executed?"""
        return self.there and self.act is not None and self.act.kind.pending and not self.acted

    @property
    def unspent(self) -> bool:
        """Can it still give its own action up (A-5.3)?"""
        return self.there and not self.acted and (self.act is None or self.act.kind.pending)

    @property
    def strong(self) -> bool:
        """Would an attack now be a strong hit (A-5.5, A-M6)?"""
        return of_one_suit(self.field, self.suit)

    def does(self, kind: Kind) -> bool:
        """Has it declared that in this round?"""
        return self.there and self.act is not None and self.act.kind is kind


@dataclass(frozen=True)
class Clash:
    """A clash of two.

    Args:
        sides: The two, by number.
        step: `"opening"`, `"play"`, `"help"`, or `"held"` until the refill.
        bought: Cards that each has drawn for EP.
        buying: Has whoever plays bought a card in this step?
        decided: Who was found inferior by drawing cards, or -1.
        helped: Cards that helpers have added to either side.

    Source: A-6.9 to A-6.20, A-M7.
    """

    sides: tuple[int, int]
    step: str = "opening"
    bought: tuple[int, int] = (0, 0)
    buying: bool = False
    decided: int = NOBODY
    helped: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Flight:
    """A flight that is being executed while somebody pursues.

    Args:
        fleer: Who flees.
        number: Number of the card it has discarded; -1 before.
        done: Pursuers who have had their turn.
        won: The pursuer who has just succeeded and now chooses, or -1.
        tails: Who tails.
        blocked: Has somebody blocked the escape?

    Source: A-7.9, A-7.13 to A-7.16, A-M8, A-Q20, A-Q21.
    """

    fleer: int
    number: int = -1
    done: tuple[int, ...] = ()
    won: int = NOBODY
    tails: tuple[int, ...] = ()
    blocked: bool = False


@dataclass(frozen=True)
class Combat:
    """A combat.

    Args:
        fighters: Everybody, in the order of entry.
        phase: The part it is in.
        round: The round, 0 before the first.
        stage_number: Stage number; how it is counted is lost.
        decisive: Is it a decisive battle? What makes it one is lost.
        deck: The deck, its top card first.
        discards: The discard pile, its latest card last.
        real: Cards that a real deck shows next, the first of them first; none between two actions.
        covers: Who covers whom in this round, the earlier first.
        draws: Draws still to be made: who, and what for: `"refill"`, `"more"` for EP, `"guard"`, `"fill"` up to the
            hand limit, `"reshuffle"`, or `"deal"`.
        must_reshuffle: Was the deck too small for a tie, so that it is reshuffled after it (A-3.11)?
        shuffles: How often the seed has shuffled or picked.
        striking: The side that strikes first, while it does.
        clashes: Clashes of this round that are not settled.
        flights: Flights under way.
        refilling: Who has still to draw in the refill.
        refilled: Who has just drawn and may buy a second card, or -1.
        planet: Damage to the planet so far (PB).
        own_aces: Do only one's own kings raise one's aces (A-Q2)?
        by_total: Does the action value so far, and not the first card, decide who declares next (A-Q5)?
        untouchable: EP that cannot be paid away (A-Q37).

    Source: A-M2, A-M3.

    Example:
        >>> Combat().stage
        <Stage.SETUP: 'setup'>
    """

    fighters: tuple[Fighter, ...] = ()
    phase: Phase = Phase.SETUP
    round: int = 0
    stage_number: int = 1
    decisive: bool = False
    deck: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    real: tuple[Card, ...] = ()
    covers: tuple[tuple[int, int], ...] = ()
    draws: tuple[tuple[int, str], ...] = ()
    must_reshuffle: bool = False
    shuffles: int = 0
    striking: str = ""
    clashes: tuple[Clash, ...] = ()
    flights: tuple[Flight, ...] = ()
    refilling: tuple[int, ...] = ()
    refilled: int = NOBODY
    planet: int = 0
    own_aces: bool = False
    by_total: bool = False
    untouchable: int = 0

    def name(self, who: int) -> Text:
        """Return somebody's name."""
        return self.fighters[who].name

    @property
    def there(self) -> list[int]:
        """Who takes part, by number."""
        return [who for who, fighter in enumerate(self.fighters) if fighter.there]

    @property
    def clash(self) -> Clash | None:
        """The clash whose steps are under way."""
        return next((clash for clash in self.clashes if clash.step != "held"), None)

    @property
    def undeclared(self) -> int:
        """Who has a Joker face up that is not yet declared; -1 for nobody."""
        for who, fighter in enumerate(self.fighters):
            if any(not card.rank for card in fighter.field):
                return who
        return NOBODY

    @property
    def reshuffle_due(self) -> bool:
        """Is the deck to be reshuffled now (A-3.10, A-3.11, A-6.2, A-Q24)?"""
        if self.phase in (Phase.SETUP, Phase.OVER) or self.clashes or self.tying:
            return False
        return self.must_reshuffle or (not self.deck and bool(self.discards))

    @property
    def tying(self) -> bool:
        """Are some who have drawn for the order of declarations still equal (A-3.9)?"""
        drawn = [turn for turn in _turns(self).values() if turn[1]]
        return self.phase is Phase.DECLARE and len(set(drawn)) < len(drawn)

    @property
    def stage(self) -> Stage:
        """What is to be decided now."""
        if self.phase in (Phase.SETUP, Phase.OVER):
            return Stage(self.phase.value)
        if self.undeclared != NOBODY:
            return Stage.JOKER
        if self.reshuffle_due:
            return Stage.RESHUFFLE
        if self.flights:
            return Stage.FLIGHT
        if self.clash:
            if self.clash.step == "play":
                return Stage.EVEN if self.playing == NOBODY else Stage.CLASH
            return Stage(self.clash.step)
        if self.phase is Phase.DECLARE and len(declaring(self)) > 1:
            return Stage.TIE
        return Stage(self.phase.value)

    @property
    def playing(self) -> int:
        """Who is inferior in the clash under way and plays; -1 if cards from the deck decide (A-6.11, A-Q17)."""
        clash = self.clash
        if clash is None:
            return NOBODY
        first, second = clash.sides
        found = inferior(
            (momentum(self, first), momentum(self, second)),
            (self.fighters[first].attack_power, self.fighters[second].attack_power),
        )
        return clash.decided if found is None else clash.sides[found]


def seats(combat: Combat) -> list[int]:
    """Return everybody who takes part, clockwise from the master: the master's characters, then the players'.

    Source: A-3.5, A-3.10, A-4.4.
    """
    return sorted(combat.there, key=lambda who: not combat.fighters[who].side.master)


def momentum(combat: Combat, who: int) -> int:
    """Return somebody's action value: the total of its face-up cards; in a clash it is called momentum.

    Args:
        combat: The combat.
        who: Whose, by number.

    Raises:
        InputError: If nobody has such a number.

    Source: A-2.1, A-3.3, A-6.10, A-M2, A-Q2.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> io = Fighter(Text("Io", "イオ"), Side.PC, Suit.SPADES, 3000, field=read_cards("HA"))
        >>> ra = Fighter(Text("Ra", "ラー"), Side.ENEMY, Suit.CLUBS, 3000, field=read_cards("SK"))
        >>> momentum(Combat((io, ra)), 0), momentum(Combat((io, ra), own_aces=True), 0)
        (14, 1)
    """
    whole_number("who", who, 0, len(combat.fighters) - 1)
    others = () if combat.own_aces else tuple(card for fighter in combat.fighters for card in fighter.field)
    return field_total(combat.fighters[who].field, others)


def declaring(combat: Combat) -> list[int]:
    """Say who declares next; several if their action values are equal and no drawn card has told them apart.

    Returns:
        Their numbers; none if all have declared.

    Source: A-3.3, A-3.7 to A-3.9, A-M3, A-Q5, A-Q31.

    Example:
        >>> io = Fighter(Text("Io", "イオ"), Side.PC, Suit.SPADES, 3000, number=9)
        >>> ra = Fighter(Text("Ra", "ラー"), Side.ENEMY, Suit.CLUBS, 3000, number=9)
        >>> declaring(Combat((io, ra))), declaring(Combat((io, ra, io, ra)))
        ([0, 1], [0, 1, 2, 3])
    """
    turns = _turns(combat)
    return [who for who, turn in turns.items() if turn == max(turns.values())]


def _turns(combat: Combat) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return the action values of those who have yet to declare, with the numbers drawn to tell equal ones apart."""
    turns = {}
    for who in combat.there:
        fighter = combat.fighters[who]
        if fighter.act is None and not fighter.acted:
            value = momentum(combat, who) if combat.by_total else fighter.number
            turns[who] = value, fighter.draws if value == fighter.number else ()
    return turns


def executing(combat: Combat) -> list[int]:
    """Say whose actions are executed next: those of the highest action value, simultaneously.

    Returns:
        Their numbers; none if nothing is left to execute.

    Source: A-4.1, A-4.2, A-M3, A-M4.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> attack = Declared(Kind.ATTACK, 1)
        >>> io = Fighter(Text("Io", "イオ"), Side.PC, Suit.SPADES, 3000, field=read_cards("S7 H2"), act=attack)
        >>> ra = Fighter(Text("Ra", "ラー"), Side.ENEMY, Suit.CLUBS, 3000, field=read_cards("C8"), act=attack)
        >>> executing(Combat((io, ra)))
        [0]
    """
    pending = {who: momentum(combat, who) for who in combat.there if combat.fighters[who].pending}
    return [who for who, value in pending.items() if value == max(pending.values())]


def helpers(combat: Combat) -> list[int]:
    """Say who may help in the clash under way: whoever has not acted and holds a card, in action-value order.

    Source: A-6.18, A-6.19, A-Q19.
    """
    able = [who for who in combat.there if combat.fighters[who].unspent and combat.fighters[who].hand]
    return sorted(able, key=lambda who: -momentum(combat, who))


def may_buy(combat: Combat) -> int:
    """Say how many cards whoever plays in a clash may draw for EP now.

    Source: A-6.14 to A-6.16, A-T4.4, A-M7, A-Q37, A-Q41.
    """
    clash, who = combat.clash, combat.playing
    if clash is None or who == NOBODY or not combat.decisive:
        return 0
    fighter = combat.fighters[who]
    if fighter.hand and not clash.buying:
        return 0
    left = fighter.limit - clash.bought[clash.sides.index(who)]
    return max(0, min(left, (fighter.ep - combat.untouchable) // BOUGHT_IN_A_CLASH, len(combat.deck)))


def flees(combat: Combat, who: int) -> bool:
    """Is somebody fleeing, so that it can be pursued?

    Source: A-7.11, A-7.12.
    """
    fighter = combat.fighters[who]
    declared = fighter.does(Kind.FLEE) and fighter.pending
    return declared or any(flight.fleer == who for flight in combat.flights)


def pursuing(combat: Combat, fleer: int) -> list[int]:
    """Say who has declared to pursue somebody.

    Source: A-7.11, A-7.12.
    """
    acts = {who: combat.fighters[who].act for who in combat.there}
    return [who for who, act in acts.items() if act and act.kind is Kind.PURSUE and act.target == fleer]


def chasing(combat: Combat) -> int:
    """Say which pursuer discards a card next; -1 if nobody does.

    Source: A-7.15, A-Q20.
    """
    if not combat.flights or combat.flights[0].number < 0 or combat.flights[0].won != NOBODY:
        return NOBODY
    flight = combat.flights[0]
    return next((who for who in pursuing(combat, flight.fleer) if who not in flight.done), NOBODY)
