"""What is not possible now, and by which rule: in a combat, on the grid, on a grid alone (E-M4 to E-M11)."""

from __future__ import annotations

from rules_py.core.errors import ForbiddenAction
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.exorcist.board import (
    MOST_MOVEMENT,
    NOBODY,
    ROPE,
    Board,
    Square,
    distance,
    movement_range,
    peg_squares,
    square_name,
    touching,
)
from rules_py.exorcist.characters import Attack
from rules_py.exorcist.fighters import Fighter, peg_attack
from rules_py.exorcist.game.desk import GAME
from rules_py.exorcist.model import Combat, Duel, Grounds
from rules_py.exorcist.rulings import Rulings

A_PEG = Text("A peg", "祓串の設置")
Refusal = tuple[Text, str]
"""Why something is forbidden, and by which rule."""
_SLOTS = {
    "attack": (Text("once in a turn", "1ターンに1度までです"), "E-5.12"),
    "rope": (Text("once in an activation", "1回の手番に1度までです"), "E-7.21"),
    "removal": (Text("once in an activation", "1回の手番に1度までです"), "E-7.41"),
}


def slot_refusal(used: tuple[str, ...], use: str, rulings: Rulings) -> Refusal | None:
    """Say that the attack's place in an activation is taken (E-5.12, E-7.21, E-7.41, E-Q27).

    Args:
        used: What was done in it: `"attack"`, `"rope"`, `"removal"`.
        use: What shall be done.
        rulings: `shared_slot` counts.
    """
    if use in used:
        return _SLOTS[use]
    if used and rulings.shared_slot:
        told = Text("what takes the attack’s place has been done", "攻撃か、それに代わる行動をすでに行いました")
        return told, "E-Q27"
    return None


def rope_refusal(name: Text, rope: int) -> Refusal | None:
    """Say that somebody has too little rope (E-7.23)."""
    told = Text("it takes {n} rope, and {name} has {left}", "注連鋼縄が{n}必要ですが、{name}の残りは{left}です")
    return None if rope >= ROPE else (told.format(n=ROPE, name=name, left=rope), "E-7.23")


def peg_refusal(name: Text, pegs: int, rule: str = "E-7.18") -> Refusal | None:
    """Say that somebody has no peg."""
    told = Text("{name} has no peg left", "{name}の祓串は残っていません")
    return None if pegs else (told.format(name=name), rule)


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
    return forbid("begin", Text("it takes a PC and an enemy", "PCと敵が少なくとも一人ずつ必要です"), "E-1.15")


IN_ACTIVATION = ("focus", "manoeuvre", "move", "attack", "combine", "rope", "removal", "peg")


def problems(combat: Combat, rulings: Rulings = Rulings()) -> dict[str, ForbiddenAction | None]:
    """Say what is open to whoever acts, and for everything else which rule forbids it.

    Args:
        combat: A combat in somebody's activation.
        rulings: House rules.

    Returns:
        For each action of an activation None if it is allowed, else the reason.

    Source: E-4.4, E-4.9, E-5.8, E-5.9, E-5.12, E-7.13, E-7.18, E-7.23, E-7.41, E-Q26, E-Q27.

    Example:
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Side, Stage
        >>> from rules_py.exorcist.model import Activation
        >>> moth = Fighter.of(UKKOKU_AGEHA, Side.ENEMY)
        >>> found = problems(Combat((moth,), Stage.ACTIVATION, 1, 0, Activation(6, focus=True)))
        >>> found["attack"], found["manoeuvre"].rule, found["move"].rule, found["peg"].rule
        (None, 'E-5.9', 'E-5.8', 'E-7.18')
    """
    who, activation, used = combat.fighters[combat.active], combat.activation, combat.activation.used
    focus, manoeuvre = activation.focus, activation.manoeuvre
    given_up = Text("the first move was given up", "第一移動を放棄しています")
    declared = Text("the tactical manoeuvre belongs to the first move", "【戦術機動】は第一移動で宣言済みです")
    at_once = Text("the first move is given up at the start only", "第一移動の放棄は手番の最初に宣言します")
    before = Text("it belongs to the first move, before the attack", "攻撃より前の第一移動で宣言します")
    no_second = Text("attack focus leaves no second move", "【攻撃集中】では第二移動もできません")
    against = (
        ("focus", focus, Text("it is in attack focus already", "すでに【攻撃集中】です"), "E-4.10"),
        ("focus", manoeuvre, declared, "E-5.9"),
        ("focus", activation.moved or used, at_once, "E-4.9"),
        ("manoeuvre", focus, given_up, "E-5.9"),
        ("manoeuvre", manoeuvre, Text("it was declared already", "すでに宣言しました"), "E-4.4"),
        ("manoeuvre", used, before, "E-4.4"),
        ("move", focus and not used, given_up, "E-5.8"),
        ("move", focus and not rulings.focus_second_move, no_second, "E-Q26"),
        ("move", not activation.movement, Text("no movement is left", "【機動力】が残っていません"), "E-4.2"),
    )
    found: dict[str, ForbiddenAction | None] = dict.fromkeys(IN_ACTIVATION)
    for name, applies, reason, rule in against:
        if applies and not found[name]:
            found[name] = forbid(name, reason, rule)
    for name, use in SLOT.items():
        found[name] = because(name, slot_refusal(used, use, rulings))
    found["rope"] = found["rope"] or because("rope", rope_refusal(who.name, who.rope))
    if not who.mob:
        told = Text("{name} is no mob", "{name}はモブ敵ではありません").format(name=who.name)
        found["combine"] = found["combine"] or forbid("combine", told, "E-8.11")
    found["peg"] = because("peg", peg_refusal(who.name, who.pegs))
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
        told = Text("{name} has nothing to attack with", "{name}には攻撃手段がありません").format(name=fighter.name)
        raise forbid("attack", told, "E-5.19")
    return fighter.attacks[whole_number("attack", number, 0, len(fighter.attacks) - 1, "E-5.19")]


def range_problem(
    duel: Duel, who: int, attack: Attack, target: int, square: Square | None = None
) -> ForbiddenAction | None:
    """Say that an attack does not reach somebody on the grid; None if it does, or if no range is given for it.

    How far gear reaches is lost with the definition of melee and ranged attacks (E-5.11), so the grid judges by a range
    that the attack itself names, and by nothing else.

    Args:
        duel: The fight.
        who: Who attacks, by number.
        attack: With what.
        target: Whom, by number.
        square: From where; left out, from where the attacker stands.

    Source: E-11.23, E-Q20.

    Example:
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Side, Size, opened
        >>> duel = opened(Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2), Size(), ((0, 0), (6, 0)))
        >>> stab, scales = UKKOKU_AGEHA.attacks
        >>> range_problem(duel, 0, stab, 1), range_problem(duel, 0, scales, 1).rule
        (None, 'E-11.23')
    """
    here, there = square or duel.square(who), duel.square(target)
    if not attack.distance or here is None or there is None:
        return None
    far = distance(here, there)
    if far <= attack.distance:
        return None
    told = Text(
        "{attack} reaches {most} squares, and {name} is {n} away", "{attack}の射程は{most}マスで、{name}は{n}マス先です"
    )
    return forbid(
        "attack",
        told.format(attack=attack.name, most=attack.distance, name=duel.combat.name(target), n=far),
        "E-11.23",
    )


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
            told = Text("{name} stands on {square}", "{square}には{name}がいます")
            return told.format(name=piece.name, square=square_name(square)), "E-Q6"
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

    Source: E-4.1, E-4.2, E-7.32, E-7.35, E-7.36, E-12.4, E-M11, E-Q6.

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
        told = Text(
            f"the way to {name} costs {cost}, and {grounds.movement} is left",
            f"{name}までは{cost}必要で、残りは{grounds.movement}です",
        )
        return forbid("move", told, "E-4.2")
    if cost is not None:
        return None
    there = [other for number, other in board.standing() if number != who and other.square == square]
    for other in there:
        if not other.character:
            return forbid("move", Text(f"an object stands on {name}", f"{name}にはオブジェクトがあります"), "E-12.4")
        if not rulings.share_squares or other.enemy != piece.enemy:
            return forbid("move", Text(f"somebody stands on {name}", f"{name}には誰かがいます"), "E-Q6")
    if (
        piece.kind == "kaii"
        and square in board.walls
        and not (piece.evades and rulings.wall_barrier == "by_evasion_type")
    ):
        return forbid("move", Text(f"a Wall Barrier closes {name}", f"{name}は【障壁結界】で入れません"), "E-7.35")
    rule = "E-7.35" if piece.kind == "kaii" and board.walls else "E-12.4"
    return forbid("move", Text(f"no way leads to {name}", f"{name}へ通じる道がありません"), rule)


def _no_exorcist(grounds: Grounds, action: str | Text) -> ForbiddenAction | None:
    if grounds.board.piece(grounds.active).kind != "kaii":
        return None
    return forbid(action, Text("barriers are the work of exorcists", "結界を設置するのは祓魔師です"), "E-7.1")


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
        told = Text("a peg stands there; one is the most for a square", "祓串は1マスに1本までです")
        return forbid(A_PEG, told, "E-7.37")
    told = Text(
        "{square} lies {n} away, outside of the 7×7 squares around {name}",
        "{square}は{n}マス先で、{name}を中心とする7×7マスの外です",
    ).format(square=square_name(square), n=distance(square, piece.square), name=piece.name)
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
    taken = slot_refusal(grounds.used, "rope", rulings)
    problem = _no_exorcist(grounds, "rope") or because("rope", taken)
    if problem:
        return problem
    if peg.area and (peg.barrier or not rulings.rope_again):
        return forbid("rope", Text("it is roped already", "ここにはすでに張ってあります"), "E-7.38")
    if peg.placer != grounds.active and not rulings.others_rope:
        return forbid("rope", Text("it is somebody else’s peg", "ほかの人が置いた祓串です"), "E-Q29")
    if piece.square not in touching((peg.square,), board.size, rulings):
        told = Text("{name} stands neither on {square} nor adjacent to it", "{name}は{square}にも隣接マスにもいません")
        return forbid("rope", told.format(name=piece.name, square=square_name(peg.square)), "E-7.22")
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
        return forbid("set", Text("a barrier acts there already", "すでに結界があります"), "E-7.38")
    if not peg.area:
        return forbid("set", Text("rope must be laid first", "先に注連鋼縄を張ります"), "E-7.11")
    if peg.roper != grounds.active and not rulings.others_rope:
        return forbid("set", Text("somebody else laid this rope", "ほかの人が張った注連鋼縄です"), "E-Q29")
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        told = Text(
            "one must be inside the roped area or adjacent to it", "注連鋼縄の内側か隣接マスにいる必要があります"
        )
        return forbid("set", told, "E-7.28")
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
        return forbid("removal", Text("there is no barrier yet", "まだ結界がありません"), "E-7.40")
    problem = because("removal", slot_refusal(grounds.used, "removal", rulings))
    if problem:
        return problem
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        told = Text("one must be inside the barrier or touch it", "結界の中か、結界に接するマスにいる必要があります")
        return forbid("removal", told, "E-7.43")
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
        return forbid("free", Text("there is no barrier yet", "まだ結界がありません"), "E-7.40")
    if barrier.owner != grounds.active:
        told = Text(
            "only the one who set it removes it without a check", "判定なしで解除できるのは、設置した本人だけです"
        )
        return forbid("free", told, "E-7.45")
    return None
