"""A table at which contests are played, for tests: short words for long actions, and a watch over every state."""

from copy import deepcopy

import pytest

from rules_py.contest import Rulings, Scene, Side, apply
from rules_py.contest.play import Phase, contestant, outlook
from rules_py.errors import InputError

A, B, C, D = range(4)


class Table:
    """Characters around a table, and the contest as it stands.

    Args:
        people: Abilities of each, the first ability used unless something else is declared; a leading `*` marks a
            character of the narrator. Names are A, B, C …
        seed: What the dice follow.
        house: House rules.
    """

    def __init__(self, *people, seed="table", **house):
        self.rulings, self.seed = Rulings(**house), seed
        self.scene, self.log, self.actions = Scene(), [], []
        for number, abilities in enumerate(people):
            self.do("add", "ABCDEFGHIJKLMNOP"[number], abilities.startswith("*"), abilities.lstrip("*"))

    def do(self, *action, careful=True):
        """Carry out an action; the state before must not be touched by it (looked at if careful)."""
        before = deepcopy(self.scene) if careful else self.scene
        scene, events = apply(self.scene, list(action), self.rulings, self.seed)
        assert self.scene == before
        self.scene = scene
        self.actions.append(list(action))
        self.log += events
        return events

    def refused(self, rule, *action):
        """Try what is forbidden; both messages name the rule, and nothing has changed."""
        before = deepcopy(self.scene)
        with pytest.raises(InputError) as caught:
            apply(self.scene, list(action), self.rulings, self.seed)
        assert self.scene == before
        assert caught.value.rule == rule
        assert caught.value.field
        for language in ("en", "ja"):
            message = caught.value.message(language)
            assert caught.value.allowed.get(language).strip()
            assert rule is None or rule in message
        return caught.value

    def refused_somehow(self, *action):
        """Try what makes no sense: one exception type, a message in both languages, and nothing has changed."""
        before = deepcopy(self.scene)
        with pytest.raises(InputError) as caught:
            apply(self.scene, list(action), self.rulings, self.seed)
        assert self.scene == before
        assert caught.value.message("en")
        assert caught.value.message("ja")

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


def rules_of(events):
    """All rules that a list of events names."""
    return {rule for event in events for rule in event.rules}
