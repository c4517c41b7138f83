"""A table at which contests are played, for tests: short words for long actions, and everything that is allowed."""

from itertools import combinations
from operator import attrgetter

from rules_py.contest import Gauge, Rulings, Scene, Side, apply
from rules_py.contest.model import MOST_CHARACTERS, Phase, contestant, outlook
from tests.play import Played

A, B, C, D = range(4)
SHEETS = ("Sword 12, Calm 15", "Axe 10W+5, Fury 14, Song 18", "Staff 3", "Bow 20-2, Hound 5W2")


class Table(Played):
    """Characters around a table, and the contest as it stands.

    Args:
        people: Abilities of each, the first ability used unless something else is declared; a leading `*` marks a
            character of the narrator. Names are A, B, C …
        seed: What the dice follow.
        house: House rules.
    """

    apply = staticmethod(apply)

    def __init__(self, *people, seed="table", **house):
        super().__init__(Scene(), Rulings(**house), seed)
        for number, abilities in enumerate(people):
            self.do("add", "ABCDEFGHIJKLMNOP"[number], abilities.startswith("*"), abilities.lstrip("*"))

    scene = property(attrgetter("state"))

    def begin(self, *pairs):
        """Round 1, everybody paired as given."""
        self.do("begin")
        for a, b in pairs or [(A, B)]:
            self.do("pair", a, b)
        return self

    def declare(self, strike=(), uses=(), acting=()):
        """From the start of a round to the augments; everybody uses the first ability with strike power 1."""
        strike, uses = dict(strike), dict(uses)
        if self.scene.phase is Phase.START:
            self.do("next")
        used = [[who, uses.get(who, 0), strike.get(who, 1)] for who in self.scene.participants]
        return self.do("declare", used, [list(three) for three in acting])

    def passing(self, many):
        """So many turns to augment are let pass."""
        for _ in range(many):
            self.do("pass")

    def roll(self, *rolls):
        """To the end of the exchange with these dice, a pair for every running contest."""
        if self.scene.phase is Phase.START or self.scene.phase is Phase.DECLARATION:
            self.declare()
        if self.scene.phase is Phase.AUGMENT:
            self.do("skip")
        return self.do("roll", [[n, *pair] for n, pair in zip(self.scene.running, rolls, strict=True)])

    def resolve(self, *rolls):
        """To the piece's move."""
        if rolls:
            self.roll(*rolls)
        return self.do("resolve")

    def check(self, *rolls):
        """To the end of the check phase."""
        self.resolve(*rolls)
        return self.do("next")

    def round(self, *rolls):
        """A whole round, to the start of the next."""
        self.check(*rolls)
        return self.do("next")

    def push(self, *squares):
        """Rounds of unhurt sides with 9 to 17 that move the piece by so many squares (±1 to ±3), to the next start."""
        dice = {1: (5, 9), 2: (5, 18), 3: (1, 18), -1: (9, 5), -2: (18, 5), -3: (18, 1)}
        for number in squares:
            before = self.position()
            self.round(dice[number])
            assert self.position() == before + number
        return self

    def position(self, number=0):
        return self.scene.contests[number].position

    def side(self, side, number=0):
        """What a side rolls with now."""
        return contestant(self.scene, number, Side(side), self.rulings)

    def value(self, side, number=0):
        """The effective ability of a side, in points."""
        return self.side(side, number).effective(self.rulings).value

    def outlook(self, number=0):
        return outlook(self.scene, number, self.rulings)

    @property
    def wounded(self):
        return "".join(c.name.en for c in self.scene.characters if c.wounded)

    @property
    def dying(self):
        return "".join(c.name.en for c in self.scene.characters if c.dying)


# --- what is allowed --------------------------------------------------------------------------------------------------


def possible(table):
    """All actions that the rules allow now, written from the ledger: C-1.2 to C-6.9 and the rulings."""
    scene, house = table.scene, table.rulings
    characters = range(len(scene.characters))
    fighting = {who for c in scene.contests if not c.result for side in c.sides for who in side}
    idle = [who for who in characters if who not in fighting | scene.out and not scene.characters[who].dying]
    running = [n for n, c in enumerate(scene.contests) if not c.result]
    if scene.phase is Phase.SCENE:
        return _added(scene) + ([["begin"]] * 2 if len(characters) > 1 else [])
    if scene.phase is Phase.START:
        pairs = [["pair", a, b] for a, b in combinations(idle, 2)][:4] + _taken(scene, house, idle, fighting)
        joins = _joins(scene, idle, running) if scene.round > 1 else []
        goes_on = [["next"]] * 6 if running else []
        return goes_on + pairs + joins[:6] + (_added(scene) if len(idle) < 2 else [])
    if scene.phase is Phase.DECLARATION:
        return [_declared(scene, sorted(fighting), running, choice) for choice in range(6)]
    if scene.phase is Phase.AUGMENT:
        return [["pass"], ["pass"], ["act"], ["skip"], *_augments(scene, house, sorted(fighting))]
    if scene.phase is Phase.EXCHANGE:
        waiting = [n for n in running if _must_roll(scene.contests[n], house, table, n)]
        heroes = [["hero", n, side] for n in running if scene.contests[n].levels for side in "ab"]
        if waiting:
            typed = [["roll", [[n, 1 + (7 * n + k) % 20, 1 + (3 * k) % 20] for n in waiting]] for k in (2, 6, 19)]
            equal = ["roll", [[n, 9, 9] for n in waiting]]
            return [["roll"], ["roll", [[waiting[0], 1, 20]]], equal, *typed]
        return [["resolve"]] * 3 + (heroes[:3] if house.hero_points else [])
    if scene.phase is Phase.RESOLUTION:
        placing = [n for n in running if scene.contests[n].placing]
        return [["place", n, square] for n in placing for square in _squares(scene.contests[n], house)] or [["next"]]
    sides = [(who, n) for n in running for side in scene.contests[n].sides for who in side]
    of_two = [["yield", who, n] for who, n in sides if sum(who == other for other, _ in sides) > 1]
    ends = of_two[:1] + [["yield", who] for who in sorted(fighting)[:1]] + [["draw", n] for n in running[:1]]
    return [["next"]] * 8 + ends


def _taken(scene, house, idle, fighting):
    """Whom one may choose although somebody else has (C-Q23)."""
    if scene.round > 1 or house.same_opponent == "one_to_one":
        return []
    beside = {who for c in scene.contests for side in c.sides if len(side) > 1 for who in side}
    allowed = fighting - beside if house.same_opponent == "many_to_one" else fighting
    return [["pair", who, enemy] for who in idle[:2] for enemy in sorted(allowed)[:2]]


def _added(scene):
    number = len(scene.characters)
    if number >= MOST_CHARACTERS:
        return []
    return [["add", f"Nr {number}", number % 3 == 1, sheet] for sheet in SHEETS]


def _joins(scene, idle, running):
    found = []
    for who in idle[:2]:
        for n in running:
            for side, own, other in (("a", 0, 1), ("b", 1, 0)):
                sides = scene.contests[n].sides
                if len(sides[own]) >= len(sides[other]):
                    found.append(["join", who, n, side])
                else:
                    found += [["join", who, n, side, enemy] for enemy in sides[other]]
    return found


def _declared(scene, fighting, running, choice):
    used = [
        [who, (choice + who) % len(scene.characters[who].abilities), 1 + ((choice + who) % 5 == 0)] for who in fighting
    ]
    acting = [[n, *(side[choice % len(side)] for side in scene.contests[n].sides)] for n in running]
    return ["declare", used, acting if choice % 2 else [three for three in acting if choice]]


def _augments(scene, house, fighting):
    who, found = scene.on_turn, []
    for target in fighting[:4]:
        made = [
            {(a.augmenter, a.source) for a in c.augments}
            for c in scene.contests
            if not c.result and target in c.sides[0] + c.sides[1]
        ]
        for source in range(len(scene.characters[who].abilities)):
            if house.same_augment == "once" and all((who, source) in each for each in made):
                continue
            if (who, source) == (target, scene.declared[target]) and not house.augment_itself:
                continue
            found.append(["augment", target, source, "active"])
            found.append(["augment", target, source, "passive", *([True] if target != who else [])])
    return found


def _must_roll(contest, house, table, number):
    if contest.rolls is None:
        return True
    level_a, level_b = (int(level) for level in contest.levels)
    even = level_a == level_b and level_a in (1, 2) and contest.rolls[0] == contest.rolls[1]
    return house.equal_rolls == "reroll" and even


def _squares(contest, house):
    dying = Gauge.of(house).dying
    own = -1 if contest.move.free == "a" else 1
    if contest.move.stopped_by == "C-Q10":
        return sorted({contest.position, *(own * n for n in range(1, dying))})
    edge = dying if house.any_square == "dying_square" else dying - 1
    return list(range(-edge, edge + 1))
