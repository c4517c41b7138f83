"""A table at which battles are fought, for tests: short words for long actions."""

import json
from dataclasses import replace
from functools import lru_cache
from itertools import product
from operator import attrgetter

from rules_py import library
from rules_py.core.text import same
from rules_py.prophecy import Battle, Curse, Fighter, Rulings, Stage, apply
from rules_py.prophecy.conditions import BLESSES, CURSES
from rules_py.prophecy.reading import read_conditions, read_recipe
from tests.play import Played
from tests.stepper import Controls, Page, played

BATTLE = "prophecy.battle"
PCS = ("Mio", "Ren", "Sae", "Kei", "Towa", "Yuu")
LAST = -99
STEPPER = library.WIDGETS[BATTLE]
FOES = ("Soloist", "Alto", "Tenor", "Bass", "Echo", "Chord")


def carried(conditions):
    """Curses and blesses from their names: `"poison, trap 2, armour"`."""
    found = read_conditions(conditions, "conditions")
    return {
        "curses": tuple(Curse(kind) for kind in found if kind in CURSES),
        "blesses": tuple(kind for kind in found if kind in BLESSES),
    }


def pc(conditions="", recipe="", **values):
    """A player's character; named by the table."""
    return Fighter(same("?"), recipe=read_recipe(recipe, "recipe"), **carried(conditions) | values)


def foe(conditions="", recipe="", **values):
    """An enemy; named by the table, which also makes it act after the PCs unless it has a dominance."""
    return pc(conditions, recipe, **{"enemy": True, "dominance": LAST} | values)


def rage(*inflicters):
    """The curses of somebody enraged by these."""
    return tuple(Curse("rage", who) for who in inflicters)


def faces(total, dice=2):
    """Dice with that total and neither two 6s nor only 1s."""
    assert 3 <= total <= 11
    if dice == 2:
        return [max(1, total - 6), min(6, total - 1)]
    return [max(1, total - 6 - 1), 1, min(6, total - 2)]


class Table(Played):
    """Fighters around a table, and the battle as it stands.

    PCs are numbered and act in the order of entry, before the enemies, unless an enemy's dominance says otherwise.

    Args:
        fighters: PCs and enemies.
        seed: What the dice follow.
        house: House rules.
    """

    apply = staticmethod(apply)

    def __init__(self, *fighters, seed="table", **house):
        names, foes = {False: iter(PCS), True: iter(FOES)}, iter(range(0, -12, -1))
        named = []
        for fighter in fighters:
            changes = {"name": same(next(names[fighter.enemy]))}
            if fighter.enemy and fighter.dominance == LAST:
                changes["dominance"] = next(foes)
            named.append(replace(fighter, **changes))
        super().__init__(Battle(tuple(named)), Rulings(**house), seed)

    # --- playing ---

    def begin(self, totals=None):
        """To the first activation; PCs act in the order of entry."""
        self.do("begin")
        self.order(totals)
        return self

    def order(self, totals=None):
        """Through the initiative of a round; PCs act in the order of entry, or by these totals."""
        rolling = [who for who, f in enumerate(self.battle.fighters) if f.fighting and not f.enemy]
        typed = dict(zip(rolling, range(12, 1, -1), strict=False)) if totals is None else totals
        return self.do("initiative", [list(pair) for pair in typed.items()])

    def aim(self, degree, exchange=0):
        """Dice for cast and guard that end in this degree, without Lucky and Fumble: `(cast faces, guard faces)`."""
        attack = self.battle.attack
        attacker = self.battle.fighters[attack.attacker]
        target = self.battle.fighters[attack.exchanges[exchange].target]
        plus = attacker.cast + attacker.modifier("cast") + attack.bonus - target.guard - target.modifier("guard")
        for cast, guard in product(range(3, 12), repeat=2):
            if cast - guard + plus == degree:
                return faces(cast), faces(guard)
        raise AssertionError(f"no dice make a degree of {degree}")

    def roll(self, degree):
        """Roll the attack under way against its only target so that it ends in this degree."""
        cast, guard = self.aim(degree)
        attack = self.battle.attack
        return self.do("roll", [], [[attack.attacker, cast], [attack.exchanges[0].target, guard]])

    def swing_on(self, degree):
        """Roll the Counter or Chain Combo that has just begun."""
        return self.roll(degree)

    def swing(self, target, degree=0):
        """Whoever's activation it is attacks, up to the dice."""
        return self.do("attack", [target]) + self.roll(degree)

    def hit(self, target, *effects, degree=8):
        """An attack that hits, with these effects (a point of damage if there are none), to where others may answer."""
        said = self.swing(target, degree) + self.do("accept")
        return said + self.do("effects", [list(effect) for effect in effects] or [["deal_damage"]])

    def miss(self, target):
        """An attack that misses."""
        return self.swing(target, -1) + self.do("accept")

    def done(self):
        """On, past everybody who might have answered."""
        said = []
        while self.battle.stage is Stage.AFTER and not self.battle.fallen:
            said += self.do("done")
        return said

    def skip(self):
        """Pass."""
        return self.do("pass")

    def rest(self):
        """Pass to the end of the round, letting fall who falls, and begin the next one."""
        number = self.battle.round
        while self.battle.round == number:
            if self.battle.fallen:
                self.do("fall", self.battle.fallen[0])
            elif self.battle.stage is Stage.AFTER:
                self.do("done")
            else:
                self.do("pass")
        self.order()
        return self

    # --- looking ---

    battle = property(attrgetter("state"))

    def __getitem__(self, who):
        return self.battle.fighters[who]

    stage = property(attrgetter("battle.stage"))
    active = property(attrgetter("battle.active"))

    def damage(self, *who):
        """The filled slots of damage of some, or of everybody."""
        return [self[i].damage for i in who or range(len(self.battle.fighters))]


def curses(fighter):
    """The kinds on a fighter's curse track, in order."""
    return [curse.kind for curse in fighter.curses]


def called(value):
    """What a test calls a button of a battle: its actions with what they name themselves, `e` for an emotion.

    `attack:2+roll`, `support:3:heal_damage:e`, `accept+effects+on`; what stands in controls is left out.
    """
    if not value.startswith("["):
        return value
    found = json.loads(value)
    return "+".join(":".join(plain(step)) for step in (found if isinstance(found[0], list) else [found]))


def plain(parts):
    """The words and numbers of an action."""
    if isinstance(parts[0], int) and isinstance(parts[-1], dict):  # with the box, or the line, beside it
        return []
    told = []
    for part in parts:
        if isinstance(part, list) and part:
            told += plain(part)
        elif part is True:
            told.append("e")
        elif isinstance(part, int | str) and not isinstance(part, bool):
            told.append(str(part))
    return told


class BattleControls(Controls):
    """The controls of a battle."""

    named = staticmethod(called)


class BattlePage(Page):
    """A reader at the battle stepper."""

    controls_in = staticmethod(lru_cache(maxsize=8)(BattleControls))

    def __init__(self, language="en", **values):
        super().__init__(BATTLE, language, **values)

    def step_on(self, do, **filled):
        """Press a button; an emotion goes to somebody for whom it is held."""
        controls = self.controls
        if do == "support:e" and "support_to" in controls.fields:
            filled = {"support_to": self.felt(controls.choices["support_to"]), **filled}
        return self.pressed(do, **filled)

    def felt(self, offered):
        """Somebody of those on offer for whom the active fighter holds an emotion."""
        battle = played(self, STEPPER)
        return next(str(who) for who in battle.fighters[battle.active].emotions if str(who) in offered)
