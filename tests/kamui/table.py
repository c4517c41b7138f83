"""A table at which Kamui is played, for tests: short words for long actions."""

from operator import attrgetter

from rules_py.kamui.characters import Kamui, State, Unit
from rules_py.kamui.game import apply
from rules_py.kamui.model import Play, Sheet
from rules_py.kamui.rulings import Rulings
from tests.play import Played


def kamui(square, name="Homura", **values):
    return Kamui(name, square, **{"hp": 10, "most_hp": 10, "action_value": 6} | values)


def enemy(square, name="Hideri", **values):
    return Unit(name, square, **{"hp": 10} | values)


class Table(Played):
    """A session and what has happened in it.

    Args:
        pieces: Kamui and other units.
        phase: Where it begins.
        rifts: Squares of the rifts.
        faith: Faith at the start.
        scenes: Squares with resolution events, and their targets.
        sheet: What every kamui brings along.
        seed: What the dice follow.
        house: House rules; `own` stands for the switch `faith`.
    """

    apply = staticmethod(apply)

    def __init__(self, *pieces, phase="middle", rifts=(), faith=0, scenes=(), sheet=None, seed="table", **house):
        if "own" in house:
            house["faith"] = house.pop("own")
        gods = tuple(piece for piece in pieces if isinstance(piece, Kamui))
        units = tuple(piece for piece in pieces if isinstance(piece, Unit))
        letters = tuple("ABCDEFGHIJKL"[: len(units)])
        sheets = (Sheet(**(sheet or {})),) * len(gods)
        state = State(gods, units, tuple(rifts), faith)
        play = Play(state, sheets, letters, tuple(scenes), phase, lettered=len(units))
        super().__init__(play, Rulings(**house), seed)

    play = property(attrgetter("state"))

    def place(self, *faces):
        """Let everybody stay who has not rolled, but for the first, who rolls these."""
        if faces:
            self.do("reveal", 0, len(faces), list(faces))
        for who in self.play.unplaced:
            if self.play.chooser == -1:
                self.do("reveal", who, 0)
        return self

    def turn(self, who=0):
        self.do("begin", who)
        return self

    def passed(self, *who):
        """Let kamui do nothing in their activations of the climax."""
        for each in who or self.play.waiting:
            self.do("begin", each)
            self.do("rest")
        return self

    faith = property(attrgetter("play.state.faith"))
    rifts = property(attrgetter("play.state.rifts"))
    units = property(attrgetter("play.state.units"))

    def __getitem__(self, who):
        return self.play.kamui[who]


def must_hold(play, rulings):
    assert len(play.sheets) == len(play.kamui)
    assert len(play.letters) == len(play.state.units)
    assert len(set(play.letters)) == len(play.letters)
    names = [each.name for each in (*play.kamui, *play.state.units)]
    assert len(set(names)) == len(names)
    assert all(1 <= each.square <= rulings.sides for each in play.kamui)
    assert all(0 <= each.square <= rulings.sides for each in play.state.units)
    assert all(1 <= square <= rulings.sides for square in play.state.rifts)
    assert rulings.rifts_stack or len(set(play.state.rifts)) == len(play.state.rifts)
    assert all(each.hp > 0 for each in play.kamui)
    assert rulings.fallen_unit == "stays" or all(each.hp > 0 for each in play.state.units)
    assert play.active == -1 or play.active not in play.acted
    assert (play.chooser == -1) == (not play.offer)
    assert play.acted <= set(range(len(play.kamui)))
    assert play.placed <= set(range(len(play.kamui)))
    if play.grace:
        must_be_a_best_grace_check(play, rulings)


def must_be_a_best_grace_check(play, rulings):
    """Faces only fall, by no more than there are points; what is left is counted with a pencil."""
    made, spent = play.grace, 0
    assert len(made.rolled) == len(made.lowered) == len(made.successes) == len(play.kamui)
    for rolled, lowered in zip(made.rolled, made.lowered, strict=True):
        falls = [old - new for old, new in zip(rolled, lowered, strict=True)]
        assert all(1 <= new <= old <= rulings.sides for old, new in zip(rolled, lowered, strict=True))
        assert max(falls, default=0) <= play.threat
        if rulings.grace == "own":
            assert sum(falls) <= play.threat or rulings.reduction == "each_die"
        spent += sum(falls)
    assert spent <= play.threat or rulings.reduction == "each_die" or rulings.grace == "own"
    revivals = [each.revivals for each in play.kamui]
    left = [max(0, n - less) for n, less in zip(made.successes, revivals, strict=True)]
    assert list(made.points) == (left if rulings.grace == "own" else [max(0, sum(made.successes) - sum(revivals))])
