"""What the desk shows before anything has been done: a fight on its grid, and the grid alone."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.text import Text
from rules_py.exorcist.board import Board, Piece, Size
from rules_py.exorcist.characters import UKKOKU_AGEHA, Ability, Attack, Damage, DamageKind, Exorcist
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.model import Combat, Duel, Grounds, opened

AOI = Exorcist(
    name=Text("Aoi", "アオイ"),
    body=3,
    spirit=3,
    skill=4,
    hp=6,
    spirit_points=5,
    evade_dice=4,
    mobility=6,
    armour=(1,),
    katashiro=2,
    pegs=3,
    rope=6,
    attacks=(Attack(Text("Blade (example)", "刀（例）"), Ability.SKILL, Damage(1, 6), continuous=1),),
)
SORA = Exorcist(
    name=Text("Sora", "ソラ"),
    body=4,
    spirit=4,
    skill=2,
    hp=7,
    spirit_points=6,
    evade_dice=3,
    mobility=4,
    armour=(1, 1),
    katashiro=2,
    pegs=2,
    rope=6,
    attacks=(
        Attack(
            Text("Talisman (example)", "霊符（例）"),
            Ability.SPIRIT,
            Damage(1, 3, kind=DamageKind.SPIRITUAL),
            Reach.RANGED,
        ),
    ),
)
_FIGHTERS = (
    Fighter.of(AOI, Side.PC),
    Fighter.of(SORA, Side.PC),
    Fighter.of(UKKOKU_AGEHA, Side.ENEMY),
    Fighter.of(replace(UKKOKU_AGEHA, name=UKKOKU_AGEHA.name + Text(" 2", "2")), Side.ENEMY),
)
_SQUARES = ((1, 3), (0, 1), (6, 2), (7, 4))
"""Where the sample cast stands, if the grid is large enough."""
_PIECES = (
    Piece(Text("Aoi", "アオイ"), (1, 3), mobility=6, skill=4, spirit=3, pegs=3, rope=9),
    Piece(Text("Ren", "レン"), (0, 1), mobility=5, skill=4, spirit=3, pegs=2, rope=6),
    Piece(
        UKKOKU_AGEHA.name,
        (4, 2),
        "kaii",
        mobility=UKKOKU_AGEHA.mobility,
        evades=UKKOKU_AGEHA.evades,
        skill=UKKOKU_AGEHA.skill,
        spirit=UKKOKU_AGEHA.spirit,
        removal=UKKOKU_AGEHA.removal_dice,
    ),
    Piece(Text("Stone lantern", "石灯籠"), (2, 2), "object"),
)


def sample_fight(size: Size) -> Duel:
    """Return two exorcists against two Ukkoku-ageha on a grid, ready to begin or to be changed.

    Example:
        >>> [fighter.name.en for fighter in sample_fight(Size()).combat.fighters]
        ['Aoi', 'Sora', 'Ukkoku-ageha', 'Ukkoku-ageha 2']
    """
    return opened(Combat(_FIGHTERS), size, _SQUARES)


def sample_grid(size: Size) -> Duel:
    """Return a grid for trying out, which is played alone: two exorcists, a kai'i and an object.

    Example:
        >>> [piece.name.en for piece in sample_grid(Size()).board.pieces]
        ['Aoi', 'Ren', 'Ukkoku-ageha', 'Stone lantern']
    """
    return Duel(grounds=Grounds(Board(size, _PIECES), shown=0), alone=True)
