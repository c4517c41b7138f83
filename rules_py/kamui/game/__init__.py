"""A session on the ring as a state machine: cycles of the middle phase, rounds of the climax, the ending (K-M10).

Kamui and enemies are named by their place, squares by their number, the centre by 0. Dice are a list of faces, a number
of successes (not for revelation dice and the grace check, whose faces matter), or left out to be rolled by the seed.

Numbers are told in this order. A kamui: HP, armour, action value, rank, Will, Wisdom, traits, squares of a movement;
what is left of it: HP, armour, traits used, revival checks, its own faith. An enemy: HP, armour, threat level. An
attack: attack power, faith multiplier, damage bonus, change by skills; one that is noted, before these: range, ability.

Source: K-1.1 to K-8.3, K-M2 to K-M10.

Example:
    >>> from rules_py.kamui.model import Play
    >>> play, _ = apply(Play(), ["kamui", "Homura", 3, [10, 2, 6, 3, 5, 4, 3, 2]])
    >>> for action in (["reveal", 0, 2, [7, 2]], ["go", 7], ["begin", 0], ["duty", 5, 2, 1, [1, 5, 9]]):
    ...     play, events = apply(play, action)
    >>> play.state.faith, play.kamui[0].square, play.kamui[0].traits_used
    (2, 7, 1)
    >>> [action.name for action in GAME.legal(play) if action.stages]
    ['reveal', 'go', 'cycle', 'climax']
    >>> print(GAME.actions["duty"].form)
    ["duty", ability, base, traits, dice?]
"""

from rules_py.core.game import EDIT
from rules_py.core.text import Text
from rules_py.kamui import cast
from rules_py.kamui.game import climax, ending, map, middle  # noqa: F401, they state actions
from rules_py.kamui.game.climax import attack_problem
from rules_py.kamui.game.table import GAME

__all__ = ["GAME", "apply", "attack_problem"]

apply = GAME.apply
"""Carry out one action of a session (K-M10); its actions are `GAME.actions`."""

GAME.action("kamui", Text("Another kamui", "神威の追加"), rule="K-3.2")(cast.add_kamui)
GAME.action("unit", Text("Another enemy", "敵の追加"), rule="K-7.4")(cast.add_unit)
for _edit in (cast.edit_kamui, cast.edit_unit):
    GAME.action(EDIT, Text("This change", "この変更"), rule="K-M10")(_edit)
for _shift in (cast.shift_kamui, cast.shift_unit):
    GAME.action("shift", Text("Putting it there", "そこへ動かすこと"), rule="K-Q20")(_shift)
for _take in (cast.take_kamui, cast.take_unit):
    GAME.action("take", Text("Taking it away", "取り除くこと"), rule="K-M10")(_take)
GAME.action("set", Text("Changing this number", "数値の変更"), rule="K-Q18")(cast.set_number)
GAME.action("skill", Text("Another attack", "攻撃の追加"), rule="K-Q10")(cast.note_skill)
