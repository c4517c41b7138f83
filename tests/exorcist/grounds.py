"""A board on which barriers are set, for tests: short words for long actions, and a watch over every state."""

import pytest

from rules_py.errors import InputError
from rules_py.exorcist.barriers import Grounds, apply
from rules_py.exorcist.board import Board, Piece, Size
from rules_py.exorcist.rulings import Rulings
from rules_py.text import same


def at(name):
    """The square of that name."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def exorcist(square, name="Aoi", **values):
    return Piece(same(name), at(square), **{"mobility": 5, "skill": 4, "spirit": 3, "pegs": 3, "rope": 9} | values)


def kaii(square, name="Moth", **values):
    return Piece(same(name), at(square), "kaii", **{"mobility": 6, "skill": 2, "spirit": 2} | values)


def thing(square, name="Crate"):
    return Piece(same(name), at(square), "object")


class Ground:
    """A board and what has happened on it.

    Args:
        pieces: Who and what stands there.
        size: Columns and rows.
        seed: What the dice follow.
        house: House rules.
    """

    def __init__(self, *pieces, size=(9, 7), seed="ground", **house):
        self.rulings, self.seed = Rulings(**house), seed
        self.grounds = Grounds(Board(Size(*size), pieces))
        self.actions = []

    def do(self, *action):
        """Carry out an action and return what happened; the state before must not be touched by it."""
        before, said = self.grounds, repr(self.grounds)
        self.grounds, events = apply(self.grounds, list(action), self.rulings, self.seed)
        assert repr(before) == said
        self.actions.append(list(action))
        return events

    def refused(self, rule, *action):
        """Try what is forbidden: both messages name the rule, and nothing has changed."""
        before, said = self.grounds, repr(self.grounds)
        with pytest.raises(InputError) as caught:
            apply(self.grounds, list(action), self.rulings, self.seed)
        assert repr(before) == said
        assert caught.value.rule == rule, caught.value.message("en")
        for language, end in (("en", "."), ("ja", "。")):
            message = caught.value.message(language)
            assert rule in message
            assert message.endswith(end)
        return caught.value

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

    @property
    def board(self):
        return self.grounds.board

    def __getitem__(self, who):
        return self.board.pieces[who]


def rules_of(events):
    """All rules that a list of events names."""
    return {rule for event in events for rule in event.rules}
