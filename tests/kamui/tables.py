"""A table at which Kamui is played, for tests: short words for long actions, and a watch over every state."""

import pytest

from rules_py.errors import InputError
from rules_py.kamui.characters import Kamui, State, Unit
from rules_py.kamui.play import Play, Sheet, apply
from rules_py.kamui.rulings import Rulings


def kamui(square, name="Homura", **values):
    return Kamui(name, square, **{"hp": 10, "most_hp": 10, "action_value": 6} | values)


def enemy(square, name="Hideri", **values):
    return Unit(name, square, **{"hp": 10} | values)


class Table:
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

    def __init__(self, *pieces, phase="middle", rifts=(), faith=0, scenes=(), sheet=None, seed="table", **house):
        if "own" in house:
            house["faith"] = house.pop("own")
        self.rulings, self.seed = Rulings(**house), seed
        gods = tuple(piece for piece in pieces if isinstance(piece, Kamui))
        units = tuple(piece for piece in pieces if isinstance(piece, Unit))
        letters = tuple("ABCDEFGHIJKL"[: len(units)])
        sheets = (Sheet(**(sheet or {})),) * len(gods)
        state = State(gods, units, tuple(rifts), faith)
        self.play = Play(state, sheets, letters, tuple(scenes), phase, lettered=len(units))
        self.actions = []

    def do(self, *action):
        """Carry out an action and return what happened; the state before must not be touched by it."""
        before, said = self.play, repr(self.play)
        self.play, events = apply(self.play, list(action), self.rulings, self.seed)
        assert repr(before) == said
        self.actions.append(list(action))
        return events

    def refused(self, rule, *action):
        """Try what is forbidden: both messages name the rule, and nothing has changed."""
        before, said = self.play, repr(self.play)
        with pytest.raises(InputError) as caught:
            apply(self.play, list(action), self.rulings, self.seed)
        assert repr(before) == said
        assert caught.value.rule == rule, caught.value.message("en")
        for language, end in (("en", "."), ("ja", "。")):
            message = caught.value.message(language)
            assert rule in message
            assert message.endswith(end)
        return caught.value

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

    @property
    def faith(self):
        return self.play.state.faith

    @property
    def rifts(self):
        return self.play.state.rifts

    @property
    def units(self):
        return self.play.state.units

    def __getitem__(self, who):
        return self.play.kamui[who]


def rules_of(events):
    """All rules that a list of events names."""
    return {rule for event in events for rule in event.rules}


def told(events):
    """What a list of events says."""
    return " ".join(event.text.en for event in events)
