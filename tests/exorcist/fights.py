"""A table at which combats are fought, for tests: short words for long actions, and a watch over every state."""

from dataclasses import replace

import pytest

from rules_py.errors import InputError
from rules_py.exorcist.characters import (
    UKKOKU_AGEHA,
    Ability,
    Attack,
    Damage,
    DamageKind,
    Exorcist,
    Kaii,
    MapObject,
)
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.combat import Combat, Stage
from rules_py.exorcist.fighters import Fighter, Side, initiative
from rules_py.exorcist.play import apply
from rules_py.exorcist.rulings import Rulings
from rules_py.text import same

BLADE = Attack(same("Blade"), Ability.BODY, Damage(1, 6))
BOLT = Attack(same("Bolt"), Ability.SKILL, Damage(plus=2, kind=DamageKind.SPIRITUAL), Reach.RANGED)
TWIN = Attack(same("Twin"), Ability.BODY, Damage(1, 6), continuous=1)


def pc(name="Aoi", side=Side.PC, mob=False, boss=False, **values):
    """Somebody with HP, spirit points and evade dice; a blade first, a bolt second."""
    numbers = {"body": 3, "spirit": 3, "skill": 3, "hp": 6, "spirit_points": 5, "evade_dice": 3, "mobility": 5}
    supplies = {"katashiro": 1, "pegs": 2, "rope": 6, "attacks": (BLADE, BOLT, TWIN)}
    return Fighter.of(Exorcist(name=same(name), **numbers | supplies | values), side, mob=mob, boss=boss)


def kaii(name="Moth", **values):
    """A kai'i of evasion type none that acts after the PCs."""
    numbers = {"body": 3, "spirit": 3, "skill": 1, "toughness": 5, "miasma": 0, "mobility": 5, "evades": False}
    return Fighter.of(Kaii(name=same(name), **numbers | {"attacks": (BLADE, BOLT)} | values), Side.ENEMY)


def ageha(number=1):
    return Fighter.of(replace(UKKOKU_AGEHA, name=same(f"Ageha {number}")), Side.ENEMY)


def thing(name="Gate", toughness=4, armour=1):
    return Fighter.of(MapObject(name=same(name), toughness=toughness, armour=armour), Side.THING)


class Fight:
    """Fighters around a table, and the combat as it stands.

    Args:
        fighters: Everybody, in the order of entry.
        seed: What the dice follow.
        house: House rules.
    """

    def __init__(self, *fighters, seed="fight", **house):
        self.rulings, self.seed = Rulings(**house), seed
        self.combat = Combat(fighters)
        self.actions, self.log = [], []

    def do(self, *action):
        """Carry out an action and return what happened; the state before must not be touched by it."""
        before, said = self.combat, repr(self.combat)
        self.combat, events = apply(self.combat, list(action), self.rulings, self.seed)
        assert repr(before) == said
        self.actions.append(list(action))
        self.log += events
        return events

    def refused(self, rule, *action):
        """Try what is forbidden: both messages name the rule, and nothing has changed."""
        before, said = self.combat, repr(self.combat)
        with pytest.raises(InputError) as caught:
            apply(self.combat, list(action), self.rulings, self.seed)
        assert repr(before) == said
        assert caught.value.rule == rule, caught.value.message("en")
        for language, end in (("en", "."), ("ja", "。")):
            message = caught.value.message(language)
            assert rule in message
            assert message.endswith(end)
        return caught.value

    def begin(self, *rolls):
        """To the first activation."""
        self.do("begin", [list(roll) for roll in rolls])
        self.do("turn")
        return self

    def until(self, who):
        """Pass on to somebody's next activation; one that has had its attack is not that."""
        if self.combat.active == who and self.combat.activation.used:
            self.do("done")
        for _ in range(60):
            if self.stage is Stage.TURN:
                self.do("turn")
            elif self.combat.active == who:
                return self
            else:
                self.do("done")
        raise AssertionError("never comes")

    def rest(self):
        """Pass to the end of the turn."""
        turn = self.combat.turn
        while self.combat.turn == turn:
            self.do("turn" if self.stage is Stage.TURN else "done")
        return self

    def hit(self, target, weapon=0, successes=1):
        """An attack check with these successes."""
        return self.do("attack", weapon, [target], None, successes)

    def strike(self, target, amount):
        """A blow of the blade that hits and does this damage."""
        self.hit(target)
        if self.stage is Stage.EVASION:
            self.do("evade", 0)
        return self.do("damage", [amount])

    @property
    def stage(self):
        return self.combat.stage

    @property
    def order(self):
        return [
            self.combat.fighters[who].name.en
            for who in initiative(self.combat.fighters, self.combat.enemies, self.rulings)
        ]

    def __getitem__(self, who):
        return self.combat.fighters[who]


def rules_of(events):
    """All rules that a list of events names."""
    return {rule for event in events for rule in event.rules}
