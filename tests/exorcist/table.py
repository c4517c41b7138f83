"""Combats that are fought and boards on which barriers are set, for tests: short words for long actions."""

from dataclasses import replace
from operator import attrgetter

from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import same
from rules_py.exorcist.board import Board, Piece, Size, square_name
from rules_py.exorcist.characters import UKKOKU_AGEHA, Ability, Attack, Damage, DamageKind, Exorcist, Kaii, MapObject
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.fighters import Fighter, Side, initiative
from rules_py.exorcist.game import GAME
from rules_py.exorcist.model import Combat, Duel, Grounds, Stage, opened
from rules_py.exorcist.rulings import Rulings
from tests.play import Played


def tried(start, rulings, steps, must_hold):
    """Try one action after the other and return those that the rules allow; a link brings everything back.

    Args:
        start: Where it begins.
        rulings: House rules.
        steps: Each returns what is tried where play stands; nothing where it has ended.
        must_hold: Looks at each state.
    """
    duel, done, refusals = start, [], []
    for step in steps:
        action = step(duel)
        if action is None:
            break
        try:
            after, log = GAME.apply(duel, action, rulings, "lantern")
        except InputError as error:
            refusals.append(error)
            continue
        assert all(event.text.en and event.text.ja for event in log)
        must_hold(after)
        duel = after
        done.append(action)
    assert all(error.message("en").endswith(".") and error.message("ja").endswith("。") for error in refusals)
    again = start
    for action in decode_actions(encode_actions(done)):
        again, _ = GAME.apply(again, action, rulings, "lantern")
    assert again == duel
    return done


# --- a combat ---------------------------------------------------------------------------------------------------------

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


class Fight(Played):
    """Fighters around a table, and the combat as it stands.

    Args:
        fighters: Everybody, in the order of entry.
        seed: What the dice follow.
        house: House rules.
    """

    apply = staticmethod(GAME.apply)

    def __init__(self, *fighters, seed="fight", **house):
        super().__init__(Duel(Combat(fighters), None), Rulings(**house), seed)

    combat = property(attrgetter("state.combat"))

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

    stage = property(attrgetter("combat.stage"))

    @property
    def order(self):
        return [
            self.combat.fighters[who].name.en
            for who in initiative(self.combat.fighters, self.combat.enemies, self.rulings)
        ]

    def __getitem__(self, who):
        return self.combat.fighters[who]


# --- a board ----------------------------------------------------------------------------------------------------------


def at(name):
    """The square of that name."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def exorcist_at(square, name="Aoi", **values):
    return Piece(same(name), at(square), **{"mobility": 5, "skill": 4, "spirit": 3, "pegs": 3, "rope": 9} | values)


def kaii_at(square, name="Moth", **values):
    return Piece(same(name), at(square), "kaii", **{"mobility": 6, "skill": 2, "spirit": 2} | values)


def thing_at(square, name="Crate"):
    return Piece(same(name), at(square), "object")


class Ground(Played):
    """A board and what has happened on it.

    Args:
        pieces: Who and what stands there.
        size: Columns and rows.
        seed: What the dice follow.
        house: House rules.
    """

    apply = staticmethod(GAME.apply)

    def __init__(self, *pieces, size=(9, 7), seed="ground", **house):
        super().__init__(Duel(grounds=Grounds(Board(Size(*size), pieces)), alone=True), Rulings(**house), seed)

    grounds = property(attrgetter("state.grounds"))

    def turn(self, who=0, *mobility):
        self.do("activate", who, *mobility)
        return self

    def move(self, square):
        return self.do("move", list(at(square)))

    def peg(self, square):
        self.do("peg", list(at(square)))
        return len(self.grounds.board.pegs) - 1

    def rope(self, number, *dice):
        return self.do("rope", number, *dice)

    def wall(self, square, successes=3, effect="wall", difficulty="NORMAL"):
        """A barrier in one activation of the one whose it is."""
        number = self.peg(square)
        self.rope(number, successes)
        self.do("set", number, effect, difficulty)
        return number

    def area(self, number):
        return "".join(sorted(f"{chr(65 + x)}{y + 1} " for x, y in self.board.pegs[number].area)).split()

    board = property(attrgetter("grounds.board"))

    def __getitem__(self, who):
        return self.board.pieces[who]


# --- a fight on its grid ----------------------------------------------------------------------------------------------


class Skirmish(Played):
    """Fighters on a grid, and the fight as it stands.

    Args:
        fighters: Everybody with the name of a square, in the order of entry.
        size: Columns and rows.
        seed: What the dice follow.
        house: House rules.
    """

    apply = staticmethod(GAME.apply)

    def __init__(self, *fighters, size=(9, 7), seed="fight", **house):
        combat = Combat(tuple(fighter for fighter, _ in fighters))
        squares = tuple(at(square) for _, square in fighters)
        super().__init__(opened(combat, Size(*size), squares), Rulings(**house), seed)

    combat = property(attrgetter("state.combat"))
    activation = property(attrgetter("combat.activation"))
    board = property(attrgetter("state.board"))

    def begin(self, *rolls):
        """To the first activation, on the grid."""
        self.do("begin", [list(roll) for roll in rolls], True, True)
        return self

    def until(self, who):
        """Pass on to somebody's next activation."""
        for _ in range(60):
            if self.combat.stage is Stage.TURN:
                self.do("turn")
            elif self.combat.active == who and not self.activation.used:
                return self
            else:
                self.do("done")
        raise AssertionError("never comes")

    def move(self, square):
        return self.do("move", list(at(square)))

    def peg(self, square):
        self.do("peg", list(at(square)))
        return len(self.board.pegs) - 1

    def wall(self, square, successes=3):
        """A Wall Barrier by whoever acts."""
        number = self.peg(square)
        self.do("rope", number, successes)
        self.do("set", number, "wall", "NORMAL")
        return number

    def where(self, who):
        """The name of the square on which somebody stands; None for nowhere."""
        square = self.state.square(who)
        return square and square_name(square)

    def __getitem__(self, who):
        return self.combat.fighters[who]
