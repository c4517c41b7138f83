"""A combat told step by step, for tests, and combats played at random."""

from rules_py.avatar.cards import Suit, deck_of
from rules_py.avatar.game import GAME
from rules_py.avatar.model import Phase, Side, Stage, chasing, declaring, helpers, may_buy
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from tests.play import Played, told


class Table(Played):
    """A combat under way.

    Args:
        rulings: House rules as keywords.
    """

    apply = staticmethod(GAME.apply)

    def __init__(self, seed="lamp", **rulings):
        super().__init__(GAME.start(Rulings(**rulings)), Rulings(**rulings), seed)

    @classmethod
    def at(cls, other):
        """Another table at which things stand as at this one."""
        table = cls(other.seed)
        table.state, table.rulings = other.state, other.rulings
        return table

    def __call__(self, *action):
        """Carry an action out; whole decks only."""
        self.do(*action)
        conserved(self.state, self.rulings)
        return self

    def __getitem__(self, name):
        return next(fighter for fighter in self.state.fighters if fighter.name.en == name)

    def number(self, name):
        return [fighter.name.en for fighter in self.state.fighters].index(name)

    def add(self, name, side="pc", suit="S", ep=3000, sep=0, limit=5, power=40, hand=""):
        return self("add", name, side, suit, [ep, sep, limit, power], hand)

    def choose(self, **cards):
        return self("choose", [[self.number(name), card] for name, card in cards.items()])

    def declare(self, kind, target=None, cards=(), **options):
        aim = None if target is None else self.number(target)
        return self("declare", kind, aim, list(cards), options)

    def refill(self):
        while self.state.stage in (Stage.REFILL, Stage.RESHUFFLE):
            self("rest") if self.state.stage is Stage.REFILL else self("reshuffle")
        return self

    @property
    def said(self):
        return told(self.log)


def duel(io="", ra="", *, decisive=False, **rulings):
    """Io (spades, attack power 40) against Ra (hearts, attack power 30), with these hands."""
    table = Table(**rulings)
    table("set", 2, decisive)
    table.add("Io", hand=io)
    table.add("Ra", "enemy", "H", power=30, hand=ra)
    return table("begin", "")


def clash(power=30):
    """Io, whose attack power is 40, and Ra are about to clash; Mu, who has not acted, may help."""
    table = Table().add("Io", hand="S9 S2").add("Ra", "enemy", "H", power=power, hand="H9 H3").add("Mu", hand="D8 DQ")
    table("begin", "").choose(Io="S9", Ra="H9", Mu="D8")("drawn", "DK C5", "tie")
    return table.declare("attack", "Io").declare("attack", "Ra").declare("attack", "Ra")("execute")


def flight():
    """Io flees, and Ku pursues it."""
    table = Table().add("Io", hand="S9 S4 S6").add("Ra", "enemy", "H", hand="H8").add("Ku", "enemy", "C", hand="C7 CQ")
    table("begin", "").choose(Io="S9", Ra="H8", Ku="C7").declare("flee", discard="S4").declare("nothing")
    return table("react", 2, "pursue", 0)("execute")


def cards_held(combat):
    """Every card of the combat, wherever it is (A-Q1)."""
    found = [*combat.deck, *combat.discards]
    for fighter in combat.fighters:
        found += [*fighter.hand, *fighter.field, *([fighter.down] if fighter.down else [])]
    return [card.face for card in found]


def conserved(state, rulings):
    """Every card is somewhere, once; nobody has less than 0 EP; whoever takes part has some."""
    held = cards_held(state)
    assert sorted(held) == sorted(deck_of(rulings.jokers))
    for fighter in state.fighters:
        assert fighter.ep >= 0
        assert fighter.sep >= 0
        assert fighter.gone in ("lost", "left", "fled") or fighter.ep > 0


def joker(card, rulings):
    """A card of a hand as it is played: a Joker as the ace of hearts."""
    if not card.joker:
        return card.code
    return card.declared(1, None if rulings.joker == "rank" else Suit.HEARTS, rulings).code


def some(random, cards, most=3):
    return random.sample(list(cards), random.randint(0, min(most, len(cards))))


def options(state, rulings, random):
    """Every kind of action that is open now, filled in at random; the first is always allowed."""
    stage, there = state.stage, state.there

    def code(card):
        return joker(card, rulings)

    def aim(who):
        others = [other for other in there if other != who]
        return random.choice(others) if others else None

    def declared(who):
        hand = list(state.fighters[who].hand)
        found = [("nothing", None, [], {}), ("guard", None, [], {}), ("other", None, [], {"words": "shout", "cost": 5})]
        if aim(who) is not None:
            factor = random.choice(["1", "3/2", "2"])
            found += [("attack", aim(who), [], {"special": factor})] * 5 + [("cover", aim(who), [], {})]
        if hand:
            found += [("flee", None, [], {"discard": hand[0].face.code})]
        fleeing = [who for who in there if state.fighters[who].pending and state.fighters[who].act.kind.value == "flee"]
        found += [("pursue", other, [], {}) for other in fleeing if other != who]
        kind, target, _, more = random.choice(found)
        rest = hand[1:] if kind == "flee" else hand
        return kind, target, [code(card) for card in some(random, rest)], more

    def release(who, to):
        return [["release", to, who]] if state.fighters[who].sep else []

    if stage is Stage.STRIKE:
        who = next(
            w
            for w in there
            if (state.fighters[w].side is Side.ENEMY) == (state.striking == "enemy") and not state.fighters[w].acted
        )
        kind, target, _, more = declared(who)
        kind = "nothing" if kind == "pursue" else kind
        return [["struck"], ["strike", who, kind, target, more], *release(who, "half")]
    if stage is Stage.CHOOSE:
        left = [who for who in there if state.fighters[who].hand and not state.fighters[who].chosen]
        return [["choose", [[who, code(random.choice(state.fighters[who].hand))] for who in left]]]
    if stage is Stage.DECLARE:
        who = declaring(state)[0]
        return [["declare", *declared(who)], *release(who, random.choice(["half", "zero"]))]
    if stage is Stage.ACT:
        idle = [who for who in there if state.fighters[who].unspent]
        return (
            [["execute"]] * 4
            + [["react", who, "cover", aim(who)] for who in idle if aim(who) is not None][:1]
            + [["cancel", who] for who in idle[:1]]
        )
    if stage is Stage.FLIGHT:
        flight = state.flights[0]
        if flight.number < 0:
            return [["drop", code(random.choice(state.fighters[flight.fleer].hand))]]
        if flight.won >= 0:
            return [["caught", random.choice(["block", "tail"])]]
        hand = state.fighters[chasing(state)].hand
        return [["chase", random.choice([None, *map(code, hand)])]]
    if stage is Stage.CLASH:
        hand = state.fighters[state.playing].hand
        cards = random.choice([list(hand), some(random, hand)])
        return [["lay", [code(card) for card in cards]], *([["buy", may_buy(state)]] * 2 if may_buy(state) else [])]
    if stage is Stage.HELP:
        who = helpers(state)[0]
        side = random.choice(state.clash.sides)
        return [["enough"], ["help", who, side, code(random.choice(state.fighters[who].hand))]]
    if stage is Stage.JOKER:
        lying = next(card for card in state.fighters[state.undeclared].field if not card.rank)
        return [["joker", joker(lying, rulings)]]
    if stage is Stage.REFILL:
        return [["draw"], ["rest"], ["more"]]
    if stage is Stage.END:
        return [["round"], ["more"]]
    return [[{Stage.TIE: "tie", Stage.OPENING: "open", Stage.EVEN: "even", Stage.RESHUFFLE: "reshuffle"}[stage]]]


def played_at_random(random, steps=120, **rulings):
    """A combat of two to four, with short decks now and then; every step must leave something to do."""
    table = Table(seed=str(random.random()), **rulings)
    table("set", random.randint(1, 3), random.random() < 0.5)
    for n in range(random.randint(2, 5)):
        side = ("pc", "enemy", "pc", "enemy", "ally")[n]
        ep = random.choice([300, 3000, 3000, 9000])
        table(
            "add",
            f"N{n}",
            side,
            random.choice("SHDC"),
            [ep, random.choice([0, 901]), random.randint(0, 14), random.choice([5, 20, 20])],
            random.choice([0, 3, 10]),
        )
    table("begin", random.choice(["", "", "pc", "enemy"]))
    for _ in range(steps):
        if table.state.phase is Phase.OVER:
            break
        step(table, random)
    return table


def step(table, random):
    """Take one step: what is tried at random may be forbidden, but something is always allowed."""
    offered = options(table.state, table.rulings, random)
    action = random.choice(offered)
    try:
        return table(*action)
    except InputError:
        if action[0] not in ("more", "release", "declare", "strike", "react"):
            raise
    safe = {Stage.DECLARE: ["declare", "nothing"], Stage.STRIKE: ["struck"]}.get(table.state.stage, offered[0])
    return table(*safe)
