"""What is not possible now, and by which rule: in a combat, on the grid, on a grid alone (E-M4 to E-M11)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.errors import ForbiddenAction
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.exorcist.board import (
    MOST_MOVEMENT,
    NOBODY,
    ROPE,
    Board,
    Piece,
    Square,
    distance,
    movement_range,
    peg_squares,
    square_name,
    stopped,
    touching,
)
from rules_py.exorcist.characters import Attack, Kaii
from rules_py.exorcist.fighters import Fighter, peg_attack
from rules_py.exorcist.game.desk import GAME
from rules_py.exorcist.model import Combat, Duel, Grounds
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")
A_PEG = Text("Placing a peg", "祓串の設置")
Refusal = tuple[Text, str]
"""Why something is forbidden, and by which rule."""
_SLOTS = {
    "attack": (WORDS["once_in_turn"], "E-5.12"),
    "rope": (WORDS["once_in_activation"], "E-7.21"),
    "removal": (WORDS["once_in_activation"], "E-7.41"),
}


def slot_refusal(used: tuple[str, ...], use: str, rulings: Rulings) -> Refusal | None:
    """Say that the attack's place in an activation is taken (E-5.12, E-7.21, E-7.41, E-Q26, E-Q27).

    Args:
        used: What was done in it: `"attack"`, `"rope"`, `"removal"`; or after it, `"second_move"`.
        use: What shall be done.
        rulings: `shared_slot` counts.
    """
    if use in used:
        return _SLOTS[use]
    if "second_move" in used:
        return WORDS["after_second_move"], "E-Q26"
    if used and rulings.shared_slot:
        return WORDS["slot_taken"], "E-Q27"
    return None


def rope_refusal(name: Text, rope: int) -> Refusal | None:
    """Say that somebody has too little rope (E-7.23)."""
    return None if rope >= ROPE else (WORDS["too_little_rope"].format(n=ROPE, name=name, left=rope), "E-7.23")


def peg_refusal(name: Text, pegs: int, rule: str = "E-7.18") -> Refusal | None:
    """Say that somebody has no peg."""
    return None if pegs else (WORDS["no_peg_left"].format(name=name), rule)


def forbid(action: str | Text, reason: Text, rule: str) -> ForbiddenAction:
    """Return why an action of the desk is forbidden."""
    return ForbiddenAction(GAME.stated[action][0].label if isinstance(action, str) else action, reason, rule)


def because(action: str | Text, refusal: Refusal | None) -> ForbiddenAction | None:
    """Return a refusal as that of an action; None for none."""
    return forbid(action, *refusal) if refusal else None


# --- a combat ---------------------------------------------------------------------------------------------------------


def begin_problem(combat: Combat) -> ForbiddenAction | None:
    """Say why a combat cannot begin; None if it can (E-1.15)."""
    if combat.both_sides:
        return None
    return forbid("begin", WORDS["takes_both_sides"], "E-1.15")


IN_ACTIVATION = ("focus", "manoeuvre", "move", "attack", "combine", "rope", "removal", "peg")


def problems(combat: Combat, rulings: Rulings = Rulings()) -> dict[str, ForbiddenAction | None]:
    """Say what is open to whoever acts, and for everything else which rule forbids it.

    Args:
        combat: A combat in somebody's activation.
        rulings: House rules.

    Returns:
        For each action of an activation None if it is allowed, else the reason.

    Source: E-4.4, E-4.9, E-5.9, E-5.12, E-7.1, E-7.13, E-7.18, E-7.23, E-7.41, E-Q26, E-Q27.

    Example:
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Side, Stage
        >>> from rules_py.exorcist.model import Activation
        >>> moth = Fighter.of(UKKOKU_AGEHA, Side.ENEMY)
        >>> found = problems(Combat((moth,), Stage.ACTIVATION, 1, 0, Activation(6, focus=True)))
        >>> found["attack"], found["manoeuvre"].rule, found["move"], found["peg"].rule
        (None, 'E-5.9', None, 'E-7.1')
    """
    who, activation, used = combat.fighters[combat.active], combat.activation, combat.activation.used
    focus, manoeuvre = activation.focus, activation.manoeuvre
    against = (
        ("focus", focus, WORDS["focused_already"], "E-4.10"),
        ("focus", manoeuvre, WORDS["manoeuvre_declared"], "E-5.9"),
        ("focus", not activation.untouched, WORDS["focus_at_start_only"], "E-4.9"),
        ("manoeuvre", focus, WORDS["first_move_given_up"], "E-5.9"),
        ("manoeuvre", manoeuvre, WORDS["declared_already"], "E-4.4"),
        ("manoeuvre", used, WORDS["before_the_attack"], "E-4.4"),
        ("move", focus and not rulings.focus_second_move, WORDS["no_second_move"], "E-Q26"),
        ("move", not activation.movement, WORDS["no_movement_left"], "E-4.2"),
    )
    found: dict[str, ForbiddenAction | None] = dict.fromkeys(IN_ACTIVATION)
    for name, applies, reason, rule in against:
        if applies and not found[name]:
            found[name] = forbid(name, reason, rule)
    for name, use in SLOT.items():
        found[name] = because(name, slot_refusal(used, use, rulings))
    found["rope"] = found["rope"] or because("rope", rope_refusal(who.name, who.rope))
    if not who.is_mob_enemy:
        told = WORDS["is_no_mob"].format(name=who.name)
        found["combine"] = found["combine"] or forbid("combine", told, "E-8.11")
    found["peg"] = because("peg", peg_refusal(who.name, who.pegs))
    if isinstance(who.sheet, Kaii):
        found |= {name: forbid(name, WORDS["work_of_exorcists"], "E-7.1") for name in ("rope", "peg")}
    return found


SLOT = {"attack": "attack", "combine": "attack", "rope": "rope", "removal": "removal"}
"""What stands in the attack's place, and as what it counts (E-Q27)."""


def attack_of(fighter: Fighter, number: int | str, rulings: Rulings = Rulings()) -> Attack:
    """Return what somebody attacks with.

    Args:
        fighter: Who.
        number: The attack of its sheet by number, or a peg: `"melee_body"`, `"melee_skill"`, `"ranged"`.
        rulings: What a peg does.

    Raises:
        ForbiddenAction: If there is no peg left.
        InputError: If there is no such attack.

    Source: E-5.19 to E-5.21, E-7.18, E-Q11.
    """
    if isinstance(number, str):
        attack = peg_attack(number, rulings)
        problem = because("attack", peg_refusal(fighter.name, fighter.pegs, "E-5.19"))
        if problem:
            raise problem
        return attack
    if not fighter.attacks:
        raise forbid("attack", WORDS["nothing_to_attack_with"].format(name=fighter.name), "E-5.19")
    return fighter.attacks[whole_number("attack", number, 0, len(fighter.attacks) - 1, "E-5.19")]


def absent_problem(duel: Duel, who: int, action: str) -> ForbiddenAction | None:
    """Say that somebody does nothing on the map, as they stand nowhere on the grid; None if they do, or without a grid.

    Source: E-2.1.

    Example:
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Side, Size, opened
        >>> duel = opened(Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),)), Size())
        >>> absent_problem(duel, 0, "attack")
    """
    if duel.on_map(who):
        return None
    return forbid(action, WORDS["not_on_grid"].format(name=duel.combat.name(who)), "E-2.1")


def range_problem(
    duel: Duel, who: int, attack: Attack, target: int, square: Square | None = None
) -> ForbiddenAction | None:
    """Say that an attack does not reach somebody on the grid; None if it does, or if no range is given for it.

    Who has respawned and stands nowhere yet is out of reach, and reaches nobody.

    How far gear reaches is lost with the definition of melee and ranged attacks (E-5.11), so the grid judges by a range
    that the attack itself names, and by nothing else.

    Args:
        duel: The fight.
        who: Who attacks, by number.
        attack: With what.
        target: Whom, by number.
        square: From where; left out, from where the attacker stands.

    Source: E-2.1, E-9.7, E-11.23, E-Q20.

    Example:
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Side, Size, opened
        >>> duel = opened(Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2), Size(), ((0, 0), (6, 0)))
        >>> stab, scales = UKKOKU_AGEHA.attacks
        >>> range_problem(duel, 0, stab, 1), range_problem(duel, 0, scales, 1).rule
        (None, 'E-11.23')
    """
    here, there = square or duel.square(who), duel.square(target)
    if not duel.on_map(target):
        return forbid("attack", WORDS["not_on_grid"].format(name=duel.combat.name(target)), "E-9.7")
    if problem := absent_problem(duel, who, "attack"):
        return problem
    if not attack.distance or here is None or there is None:
        return None
    far = distance(here, there)
    if far <= attack.distance:
        return None
    name = duel.combat.name(target)
    told = WORDS["out_of_range"].format(attack=attack.name, most=attack.distance, name=name, n=far)
    return forbid("attack", told, "E-11.23")


# --- the grid ---------------------------------------------------------------------------------------------------------


def square_refusal(board: Board, square: Square, who: int = NOBODY, rulings: Rulings = Rulings()) -> Refusal | None:
    """Say that somebody else stands on a square.

    Source: E-Q6.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Piece
        >>> square_refusal(Board(pieces=(Piece(Text("Aoi", "アオイ"), (0, 0)),)), (0, 0))[0].en
        'Aoi stands on A1'
    """
    for number, piece in board.standing():
        if number != who and piece.square == square and not rulings.share_squares:
            return WORDS["square_taken"].format(name=piece.name, square=square_name(square)), "E-Q6"
    return None


def free_squares(board: Board, rulings: Rulings = Rulings()) -> list[Square]:
    """Return the squares on which somebody may be put, row by row.

    Example:
        >>> len(free_squares(Board()))
        63
    """
    return [square for square in board.size.squares if square_refusal(board, square, NOBODY, rulings) is None]


def harder(grounds: Grounds, rulings: Rulings = Rulings()) -> bool:
    """Say whether rope and removal checks are one step harder in this activation.

    Source: E-4.6, E-Q33.

    Example:
        >>> from rules_py.exorcist import Grounds
        >>> harder(Grounds(active=0, manoeuvre=True)), harder(Grounds(active=0))
        (True, False)
    """
    return grounds.manoeuvre and rulings.manoeuvre_hardens == "all"


def move_problem(grounds: Grounds, square: Square, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody whose activation it is may not move to a square; None if it may.

    Source: E-4.1, E-4.2, E-7.32, E-7.35, E-7.36, E-12.4, E-M11, E-Q6, E-Q21.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Grounds, Piece
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> move_problem(Grounds(Board(pieces=(aoi,)), active=0, movement=3), (4, 0)).rule
        'E-4.2'
    """
    board, who = grounds.board, grounds.active
    piece = board.piece(who)
    name, cost = square_name(square), movement_range(board, who, MOST_MOVEMENT, rulings).get(square)
    if cost is not None and cost > grounds.movement:
        return forbid("move", WORDS["way_too_long"].format(square=name, cost=cost, left=grounds.movement), "E-4.2")
    if cost is not None:
        return None
    there = [other for number, other in board.standing() if number != who and other.square == square]
    for other in there:
        if not other.character:
            return forbid("move", WORDS["object_on_square"].format(square=name), "E-12.4")
        if not rulings.share_squares or other.enemy != piece.enemy:
            return forbid("move", WORDS["somebody_on_square"].format(square=name), "E-Q6")
    if piece.kind == "kaii" and square in board.walls and stopped(piece, rulings):
        return forbid("move", WORDS["wall_closes_square"].format(square=name), _wall_rule(piece, rulings))
    return forbid("move", WORDS["no_way"].format(square=name), _barring(board, who, square, rulings))


def _wall_rule(piece: Piece, rulings: Rulings) -> str:
    """Return the rule by which a Wall Barrier keeps somebody away: of what never evades, of all kai'i, by its cost."""
    if not piece.evades:
        return "E-7.35"
    return "E-Q21" if stopped(piece, rulings) else "E-7.36"


def _barring(board: Board, who: int, square: Square, rulings: Rulings) -> str:
    """Return the rule without which a way would lead to a square: that of enemies, of walls, else of objects."""
    passing = replace(rulings, pass_enemies=True)
    if square in movement_range(board, who, MOST_MOVEMENT, passing):
        return "E-Q6"
    if square in movement_range(replace(board, pegs=()), who, MOST_MOVEMENT, passing):
        return _wall_rule(board.piece(who), rulings)
    return "E-12.4"


def _no_exorcist(grounds: Grounds, action: str | Text) -> ForbiddenAction | None:
    if grounds.board.piece(grounds.active).kind != "kaii":
        return None
    return forbid(action, WORDS["work_of_exorcists"], "E-7.1")


def peg_problem(grounds: Grounds, square: Square | None = None) -> ForbiddenAction | None:
    """Say why no peg can be placed on a square, or none at all; None if it can.

    Source: E-7.16 to E-7.19, E-7.37, E-M9.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Grounds, Piece
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0), pegs=1)
        >>> peg_problem(Grounds(Board(pieces=(aoi,)), active=0), (4, 0)).rule
        'E-7.17'
    """
    board, piece = grounds.board, grounds.board.piece(grounds.active)
    problem = _no_exorcist(grounds, A_PEG) or because(A_PEG, peg_refusal(piece.name, piece.pegs))
    if problem:
        return problem
    if square is None or square in peg_squares(board, piece.square):
        return None
    if any(peg.square == square for _, peg in board.placed()):
        return forbid(A_PEG, WORDS["one_peg_each_square"], "E-7.37")
    far = distance(square, piece.square)
    told = WORDS["peg_too_far"].format(square=square_name(square), n=far, name=piece.name)
    return forbid(A_PEG, told, "E-7.17")


def rope_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why no rope can be laid at a peg; None if it can.

    Source: E-7.13, E-7.21 to E-7.23, E-7.38, E-M9, E-Q20, E-Q27, E-Q29, E-Q46.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Grounds, Peg, Piece
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0), rope=2)
        >>> rope_problem(Grounds(Board(pieces=(aoi,), pegs=(Peg((0, 1)),)), active=0), 0).rule
        'E-7.23'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    piece = board.piece(grounds.active)
    problem = _no_exorcist(grounds, "rope") or because("rope", slot_refusal(grounds.used, "rope", rulings))
    if problem:
        return problem
    if peg.area and (peg.barrier or not rulings.rope_again):
        return forbid("rope", WORDS["roped_already"], "E-7.38" if peg.barrier else "E-Q46")
    if peg.placer != grounds.active and not rulings.others_rope:
        return forbid("rope", WORDS["peg_of_another"], "E-Q29")
    if piece.square not in touching((peg.square,), board.size, rulings):
        told = WORDS["too_far_from_peg"].format(name=piece.name, square=square_name(peg.square))
        return forbid("rope", told, "E-7.22")
    return because("rope", rope_refusal(piece.name, piece.rope))


def set_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why no barrier can be set at a peg; None if it can.

    Source: E-7.11, E-7.27, E-7.28, E-7.38, E-M9, E-Q29.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Grounds, Peg, Piece
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> set_problem(Grounds(Board(pieces=(aoi,), pegs=(Peg((0, 1)),)), active=0), 0).rule
        'E-7.11'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    problem = _no_exorcist(grounds, "set")
    if problem:
        return problem
    if peg.barrier:
        return forbid("set", WORDS["barrier_there_already"], "E-7.38")
    if not peg.area:
        return forbid("set", WORDS["rope_first"], "E-7.11")
    if peg.roper != grounds.active and not rulings.others_rope:
        return forbid("set", WORDS["rope_of_another"], "E-Q29")
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        return forbid("set", WORDS["too_far_from_rope"], "E-7.28")
    return None


def remove_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why nobody can try to remove a barrier now; None if somebody can.

    Source: E-7.40, E-7.41, E-7.43, E-M9, E-Q27.

    Example:
        >>> from rules_py.core.text import Text
        >>> from rules_py.exorcist import Barrier, Grounds, Peg, Piece
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> wall = Peg((4, 4), area=frozenset([(4, 4)]), barrier=Barrier(-1))
        >>> remove_problem(Grounds(Board(pieces=(aoi,), pegs=(wall,)), active=0), 0).rule
        'E-7.43'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    if not peg.barrier:
        return forbid("removal", WORDS["no_barrier_yet"], "E-7.40")
    problem = because("removal", slot_refusal(grounds.used, "removal", rulings))
    if problem:
        return problem
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        return forbid("removal", WORDS["too_far_from_barrier"], "E-7.43")
    return None


def free_problem(grounds: Grounds, number: int) -> ForbiddenAction | None:
    """Say why somebody cannot remove a barrier without a check; None if it is its own.

    Source: E-7.45.

    Example:
        >>> from rules_py.exorcist import Barrier, Grounds, Peg
        >>> wall = Peg((4, 4), area=frozenset([(4, 4)]), barrier=Barrier(1))
        >>> free_problem(Grounds(Board(pegs=(wall,)), active=0), 0).rule
        'E-7.45'
    """
    barrier = grounds.board.peg(number).barrier
    if not barrier:
        return forbid("free", WORDS["no_barrier_yet"], "E-7.40")
    if barrier.owner != grounds.active:
        return forbid("free", WORDS["only_by_owner"], "E-7.45")
    return None
