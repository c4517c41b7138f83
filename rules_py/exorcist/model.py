"""How a fight and its grid stand: who fights and stands where, what is under way, pegs, barriers (E-M5 to E-M11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rules_py.core.text import Named, Text, listed
from rules_py.exorcist.board import NOBODY, Board, Kind, Piece, Size, Square
from rules_py.exorcist.characters import Ability, Attack, DamageKind, Kaii
from rules_py.exorcist.checks import Difficulty, evade_difficulty
from rules_py.exorcist.fighters import Fighter, Fighters, Side, initiative, tied_enemies
from rules_py.exorcist.pressure import Zone
from rules_py.exorcist.rulings import Rulings

MOST_FIGHTERS = 16
MOST_PIECES = 20


class Stage(Named):
    """Where a combat stands; and where the desk does, on which a combat may have a grid, and a grid be alone."""

    SETUP = "setup", Text("Who fights", "参加者")
    TURN = "turn", Text("Start of the turn", "ターンの開始")
    ACTIVATION = "activation", Text("Activation", "手番")
    EVASION = "evasion", Text("Evasion", "回避")
    DAMAGE = "damage", Text("Damage", "ダメージ")
    DEATH = "death", Text("At the moment of death", "死亡の瞬間")
    OVER = "over", Text("The combat is over", "戦闘終了")
    ON_GRID = "on_grid", Text("Activation", "手番")
    ALONE = "alone", Text("Choose who acts", "誰の手番か選ぶ")
    ALONE_ACTING = "alone_acting", Text("Activation", "手番")


@dataclass(frozen=True)
class Activation:
    """What somebody has done in the activation under way.

    Args:
        movement: Squares of movement left.
        moved: Squares moved.
        focus: In attack focus, the first move given up?
        manoeuvre: Was the tactical manoeuvre declared?
        harder: Does it make what follows one step harder (E-4.6, E-Q34)?
        last: Was it declared that nothing follows the attack, so that the activation ends by itself?
        held: Did it begin held by a Wall Barrier, with a mobility of 1 (E-7.33)?
        used: What was done in the attack's place: `"attack"`, `"rope"`, `"removal"`; `"second_move"` where attack focus
            has gone on to that.
        built: Was a peg placed, or a barrier set or removed freely?
        refilled: Evade dice that have come back with it (E-Q7).

    Source: E-4.2 to E-4.10, E-5.8 to E-5.12, E-Q27.

    Example:
        >>> Activation(5).focus
        False
    """

    movement: int = 0
    moved: int = 0
    focus: bool = False
    manoeuvre: bool = False
    used: tuple[str, ...] = ()
    harder: bool = False
    last: bool = False
    held: bool = False
    built: bool = False
    refilled: int = 0

    @property
    def waits(self) -> bool:
        """Is it in attack focus and has had neither the attack nor, without it, the second move (E-Q26)?"""
        return self.focus and not self.used

    @property
    def untouched(self) -> bool:
        """Has nothing been done in it so far?"""
        return replace(self, movement=0, held=False, refilled=0) == Activation()


@dataclass(frozen=True)
class Blow:
    """One attack check against one target.

    Args:
        attacker: Whose.
        target: Against whom.
        attack: With what.
        successes: Successes of the attack check.
        hit: Was it decided that it hits?
    """

    attacker: int
    target: int
    attack: Attack
    successes: int
    hit: bool = False


Hurt = tuple[int, int, int, DamageKind]
"""Damage to be taken: by whom, how much was rolled, how much of it gets through, of which kind."""


@dataclass(frozen=True)
class Combat:
    """A combat.

    Args:
        fighters: Everybody and everything, in the order of entry.
        stage: Where it stands.
        turn: The turn, 0 before the first.
        active: Whose activation it is, by number; -1 for nobody's.
        activation: What was done in it.
        enemies: The GM's order of the enemies in this turn.
        blows: Attack checks that succeeded and are not yet dealt with.
        batch: Are the blows combined, so that one evasion check answers them all?
        hurts: Damage that has still to be taken.
        dying: The damage that has brought somebody to the moment of death.
        zone: The pressure.
        attacked: Did anybody attack in this turn?
        damaged: Was anybody damaged in this turn?
        changes: How often Skill has changed.
        swift: Does what nobody decides happen by itself: damage is rolled, and a turn begins where nobody has anything
            to say before it?
        by_hand: Were the dice of the attack under way rolled at the table? Then its damage is, too.
        paused: Does the next turn wait to be begun, so that others can join?
    """

    fighters: Fighters = ()
    stage: Stage = Stage.SETUP
    turn: int = 0
    active: int = NOBODY
    activation: Activation = Activation()
    enemies: tuple[int, ...] = ()
    blows: tuple[Blow, ...] = ()
    batch: bool = False
    hurts: tuple[Hurt, ...] = ()
    dying: Hurt | None = None
    zone: Zone = field(default_factory=Zone)
    attacked: bool = False
    damaged: bool = False
    changes: int = 0
    swift: bool = False
    by_hand: bool = False
    paused: bool = False

    def name(self, who: int) -> Text:
        """Return somebody's name."""
        return self.fighters[who].name

    def names(self, several: Iterable[int]) -> Text:
        """Return the names of several."""
        return listed([self.name(who) for who in several])

    @property
    def both_sides(self) -> bool:
        """Is somebody left on either side?"""
        return len({fighter.side is Side.ENEMY for fighter in self.fighters if fighter.acts}) == 2

    @property
    def boss_fight(self) -> bool:
        """Is a boss-class enemy still there (E-13.2)?"""
        return any(fighter.is_boss_enemy and fighter.acts for fighter in self.fighters)

    def under_pressure(self, rulings: Rulings) -> bool:
        """Does the boss fight go on: until the last boss-class enemy is gone, or to the end (E-13.9, E-Q36)?"""
        lasting = rulings.boss_fight_ends == "combat_over" and any(fighter.is_boss_enemy for fighter in self.fighters)
        return lasting or self.boss_fight


def hard_possible(combat: Combat, rulings: Rulings = Rulings()) -> bool:
    """Say whether the GM may announce Hard mode now (E-13.3, E-13.4, E-Q22, E-Q36)."""
    zone = combat.zone
    ripe = zone.may_rise and zone.pressure.value == 0
    return ripe and combat.under_pressure(rulings) and rulings.hard_mode == "gm_decides"


def tied_with(combat: Combat, rulings: Rulings = Rulings()) -> list[int]:
    """Say which other enemies of equal Skill the GM may let act now instead (E-2.11).

    That is possible as long as whoever acts has done nothing in the activation.
    """
    if combat.stage is not Stage.ACTIVATION or not combat.activation.untouched:
        return []
    groups = [group for group in tied_enemies(combat.fighters, rulings) if combat.active in group]
    return [who for who in (groups or [[]])[0] if who != combat.active and not combat.fighters[who].acted]


def waiting(combat: Combat, rulings: Rulings = Rulings()) -> list[int]:
    """Say who has not acted in this turn, in order (E-2.7, E-M8)."""
    return [who for who in initiative(combat.fighters, combat.enemies, rulings) if not combat.fighters[who].acted]


def combining(combat: Combat, rulings: Rulings = Rulings()) -> list[int]:
    """Say which other mobs may combine their attacks with that of whoever acts (E-8.11, E-Q10)."""
    active = combat.fighters[combat.active]
    return [
        who
        for who, fighter in enumerate(combat.fighters)
        if who != combat.active
        and fighter.acts
        and fighter.is_mob_enemy
        and fighter.side is active.side
        and not fighter.acted
        and not fighter.attacked
        and fighter.attacks
        and (fighter.skill == active.skill or rulings.combine_mobs == "any")
    ]


def evasion(combat: Combat) -> tuple[int, Difficulty, int]:
    """Say who may evade now, at which difficulty, and against how many successes.

    Args:
        combat: A combat that waits for an evasion.

    Returns:
        The target by number, the hardest evade difficulty among the attacks that one check answers, and the most
        successes among them.

    Source: E-8.2, E-8.15, E-13.5, E-M5, E-M13, E-Q10.
    """
    answered = combat.blows if combat.batch else combat.blows[:1]
    hardest = max(evade_difficulty(blow.attack.reach, combat.zone.pressure) for blow in answered)
    return answered[0].target, hardest, max(blow.successes for blow in answered)


# --- the grid ---


@dataclass(frozen=True)
class Grounds:
    """A board in play.

    Args:
        board: What stands where.
        active: Whose activation it is, by number; -1 for nobody's.
        movement: Squares of movement left in it.
        used: What has taken the place of the attack in it: `"rope"`, `"removal"`.
        shown: Whose movement is shown outside of activations, by number; -1 for nobody's.
        manoeuvre: Was the tactical manoeuvre declared in the activation?

    Source: E-M10.

    Example:
        >>> Grounds().active, Grounds().board.size.columns
        (-1, 9)
    """

    board: Board = field(default_factory=Board)
    active: int = NOBODY
    movement: int = 0
    used: tuple[str, ...] = ()
    shown: int = NOBODY
    manoeuvre: bool = False


@dataclass(frozen=True)
class Duel:
    """A fight with its grid; each of the two can be played without the other.

    On the grid a fighter is the piece of the same number, and who is dead or not placed is none. All that both know of
    somebody, and of the activation under way, the grid has from the combat.

    Args:
        combat: Who fights, and how things stand.
        grounds: Where everybody stands, pegs and barriers; None for a fight without a grid.
        alone: Is the grid played alone, without a combat?
        dice: How many dice the seed has rolled.

    Source: E-1.16, E-M8 to E-M11.

    Example:
        >>> Duel().combat.stage.text.en, Duel().grounds.board.size.columns
        ('Who fights', 9)
    """

    combat: Combat = field(default_factory=Combat)
    grounds: Grounds | None = field(default_factory=Grounds)
    alone: bool = False
    dice: int = 0

    @property
    def stage(self) -> Stage:
        """Where the desk stands."""
        if self.alone and self.grounds:
            return Stage.ALONE if self.grounds.active == NOBODY else Stage.ALONE_ACTING
        if self.grounds and self.combat.stage is Stage.ACTIVATION:
            return Stage.ON_GRID
        return self.combat.stage

    @property
    def board(self) -> Board:
        """What stands where; nothing in a fight without a grid."""
        return self.grounds.board if self.grounds else Board()

    def square(self, who: int) -> Square | None:
        """Return where somebody stands; None for nowhere."""
        pieces = self.board.pieces
        piece = pieces[who] if 0 <= who < len(pieces) else None
        return piece.square if piece else None

    def on_map(self, who: int) -> bool:
        """Is somebody on the map, and on the grid where there is one, so that they may attack and be attacked?"""
        return not self.combat.fighters[who].gone and (self.grounds is None or self.square(who) is not None)


def opened(combat: Combat, size: Size, squares: tuple[Square | None, ...] = ()) -> Duel:
    """Return a fight whose fighters stand on these squares, or on free ones.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> moth = Fighter.of(UKKOKU_AGEHA, Side.ENEMY)
        >>> opened(Combat((moth,)), Size(), ((4, 2),)).square(0), opened(Combat((moth,)), Size()).square(0)
        ((4, 2), (8, 3))
    """
    board = Board(size)
    for fighter, square in zip(combat.fighters, (*squares, *[None] * len(combat.fighters)), strict=False):
        wanted = square if square and square in size else free_square(board, fighter)
        board = replace(board, pieces=(*board.pieces, piece_of(fighter, wanted)))
    return Duel(combat, seated(combat, Grounds(board)))


def free_square(board: Board, fighter: Fighter) -> Square | None:
    """Return a free square for a newcomer: exorcists on the left, enemies on the right, objects in the middle.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> free_square(Board(), Fighter.of(UKKOKU_AGEHA, Side.ENEMY))
        (8, 3)
    """
    taken = {piece.square for _, piece in board.standing()}
    edge = {Side.ENEMY: board.size.columns - 1, Side.THING: board.size.columns // 2}.get(fighter.side, 0)
    middle = board.size.rows // 2
    free = [square for square in board.size.squares if square not in taken]
    return min(free, key=lambda square: (abs(square[0] - edge), abs(square[1] - middle), square[1]), default=None)


def _kind(fighter: Fighter) -> Kind:
    if fighter.side is Side.THING:
        return "object"
    if isinstance(fighter.sheet, Kaii):
        return "kaii"
    return "foe" if fighter.side is Side.ENEMY else "exorcist"


def piece_of(fighter: Fighter, square: Square | None) -> Piece | None:
    """Return somebody as a piece on a square; None for nowhere, or who is gone."""
    if square is None or fighter.gone:
        return None
    return Piece(
        fighter.name,
        square,
        _kind(fighter),
        mobility=fighter.mobility,
        evades=isinstance(fighter.sheet, Kaii) and fighter.sheet.evades,
        skill=fighter.dice(Ability.SKILL),
        spirit=fighter.dice(Ability.SPIRIT),
        removal=fighter.removal_dice,
        pegs=fighter.pegs,
        rope=fighter.rope,
    )


def seated(combat: Combat, grounds: Grounds) -> Grounds:
    """Return the grid as a combat has it: everybody with the values of now, and without those who are gone."""
    there = [piece.square if piece else None for piece in grounds.board.pieces]
    pieces = tuple(piece_of(fighter, square) for fighter, square in zip(combat.fighters, there, strict=True))
    acting = combat.stage is Stage.ACTIVATION and pieces[combat.active] is not None
    return Grounds(
        replace(grounds.board, pieces=pieces),
        active=combat.active if acting else NOBODY,
        movement=combat.activation.movement,
        used=combat.activation.used,
        manoeuvre=combat.activation.harder,
    )
