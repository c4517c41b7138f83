"""A combat as it stands, and what is open to whom: stages, blows under way, what forbids what (E-M5, E-M8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from rules_py.core.errors import ForbiddenAction
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.exorcist.board import NOBODY
from rules_py.exorcist.characters import Attack, DamageKind
from rules_py.exorcist.checks import Difficulty, evade_difficulty
from rules_py.exorcist.effects import Zone
from rules_py.exorcist.fighters import Fighter, Fighters, Side, initiative, peg_attack, tied_enemies
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.table import Refusal, peg_refusal, rope_refusal, slot_refusal


class Stage(Enum):
    """Where a combat stands."""

    SETUP = "setup"
    TURN = "turn"
    ACTIVATION = "activation"
    EVASION = "evasion"
    DAMAGE = "damage"
    DEATH = "death"
    OVER = "over"

    @property
    def text(self) -> Text:
        """The stage's name."""
        return _STAGES[self]


_STAGES = {
    Stage.SETUP: Text("Who fights", "参加者"),
    Stage.TURN: Text("Start of the turn", "ターンの開始"),
    Stage.ACTIVATION: Text("Activation", "手番"),
    Stage.EVASION: Text("Evasion", "回避"),
    Stage.DAMAGE: Text("Damage", "ダメージ"),
    Stage.DEATH: Text("At the moment of death", "死亡の瞬間"),
    Stage.OVER: Text("The combat is over", "戦闘終了"),
}


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
        held: Did it begin held by a Wall Barrier, so that nothing adds to its movement (E-7.33)?
        used: What was done in the attack's place: `"attack"`, `"rope"`, `"removal"`.

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

    @property
    def untouched(self) -> bool:
        """Has nothing been done in it so far?"""
        return replace(self, movement=0, held=False) == Activation()


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
        dice: How many dice the seed has rolled.
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
    dice: int = 0
    swift: bool = False
    by_hand: bool = False
    paused: bool = False

    def name(self, who: int) -> Text:
        """Return somebody's name."""
        return self.fighters[who].name

    @property
    def both_sides(self) -> bool:
        """Is somebody left on either side?"""
        return len({fighter.side is Side.ENEMY for fighter in self.fighters if fighter.acts}) == 2

    @property
    def boss_fight(self) -> bool:
        """Is a boss-class enemy still there (E-13.2)?"""
        return any(fighter.boss and fighter.acts for fighter in self.fighters)

    def under_pressure(self, rulings: Rulings) -> bool:
        """Does the boss fight go on: until the last boss-class enemy is gone, or to the end (E-13.9, E-Q36)?"""
        lasting = rulings.boss_fight_ends == "combat_over" and any(fighter.boss for fighter in self.fighters)
        return lasting or self.boss_fight


IN_ACTIVATION: tuple[str, ...] = (
    "focus",
    "manoeuvre",
    "move",
    "attack",
    "combine",
    "rope",
    "removal",
    "peg",
)
ACTION_NAMES = {
    "exorcist": Text("To add somebody", "参加者の追加"),
    "kaii": Text("To add a kai’i", "界異の追加"),
    "known": Text("To add somebody", "参加者の追加"),
    "thing": Text("To add an object", "オブジェクトの追加"),
    "weapon": Text("Another attack", "攻撃手段の追加"),
    "equip": Text("To equip gear", "祭具の装備"),
    "remove": Text("To take somebody out", "参加者の取り消し"),
    "edit": Text("To change somebody", "参加者の変更"),
    "place": Text("To put somebody there", "そのマスへの移し替え"),
    "begin": Text("To begin", "戦闘の開始"),
    "turn": Text("To begin the turn", "ターンの開始"),
    "hard": Text("Hard mode", "ハードモード"),
    "focus": Text("Attack focus", "【攻撃集中】"),
    "manoeuvre": Text("The tactical manoeuvre", "【戦術機動】"),
    "move": Text("That move", "その移動"),
    "attack": Text("That attack", "その攻撃"),
    "combine": Text("To combine attacks", "攻撃をまとめること"),
    "rope": Text("Laying rope", "注連鋼縄を張ること"),
    "removal": Text("The removal check", "解除判定"),
    "peg": Text("To place a peg", "祓串の設置"),
    "set": Text("Setting a barrier", "結界の設置"),
    "free": Text("Removal without a check", "判定なしの解除"),
    "done": Text("To end the activation", "手番の終了"),
    "first": Text("To let another enemy act first", "敵の順番の入れ替え"),
    "pause": Text("To stop before the next turn", "次のターンの前で止めること"),
    "apart": Text("To answer each attack by itself", "攻撃への個別の対処"),
    "evade": Text("Evading", "回避"),
    "damage": Text("Damage", "ダメージ"),
    "avert": Text("To avert death", "死亡の回避"),
    "respawn": Text("To respawn", "リスポーン"),
    "adjust": Text("To change a value", "数値の変更"),
    "end": Text("To end the combat", "戦闘の終了"),
}


def forbid(action: str, reason: Text, rule: str) -> ForbiddenAction:
    """Return why an action of a combat is forbidden."""
    return ForbiddenAction(ACTION_NAMES[action], reason, rule)


def because(action: str, refusal: Refusal | None) -> ForbiddenAction | None:
    """Return a refusal as that of an action of a combat; None for none."""
    return forbid(action, *refusal) if refusal else None


# --- what is open now ---


def begin_problem(combat: Combat) -> ForbiddenAction | None:
    """Say why a combat cannot begin; None if it can (E-1.15)."""
    if combat.both_sides:
        return None
    return forbid("begin", Text("it takes a PC and an enemy", "PCと敵が少なくとも一人ずつ必要です"), "E-1.15")


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


def problems(combat: Combat, rulings: Rulings = Rulings()) -> dict[str, ForbiddenAction | None]:
    """Say what is open to whoever acts, and for everything else which rule forbids it.

    Args:
        combat: A combat in somebody's activation.
        rulings: House rules.

    Returns:
        For each action of an activation None if it is allowed, else the reason.

    Source: E-4.4, E-4.9, E-5.8, E-5.9, E-5.12, E-7.13, E-7.18, E-7.23, E-7.41, E-Q26, E-Q27.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> moth = Fighter.of(UKKOKU_AGEHA, Side.ENEMY)
        >>> found = problems(Combat((moth,), Stage.ACTIVATION, 1, 0, Activation(6, focus=True)))
        >>> found["attack"], found["manoeuvre"].rule, found["move"].rule, found["peg"].rule
        (None, 'E-5.9', 'E-5.8', 'E-7.18')
    """
    who, activation = combat.fighters[combat.active], combat.activation
    found: dict[str, ForbiddenAction | None] = dict.fromkeys(IN_ACTIVATION)
    begun = activation.moved or activation.used
    if activation.focus:
        found["focus"] = forbid("focus", Text("it is in attack focus already", "すでに【攻撃集中】です"), "E-4.10")
    elif activation.manoeuvre:
        told = Text("the tactical manoeuvre belongs to the first move", "【戦術機動】は第一移動で宣言済みです")
        found["focus"] = forbid("focus", told, "E-5.9")
    elif begun:
        told = Text("the first move is given up at the start only", "第一移動の放棄は手番の最初に宣言します")
        found["focus"] = forbid("focus", told, "E-4.9")
    if activation.focus:
        told = Text("the first move was given up", "第一移動を放棄しています")
        found["manoeuvre"] = forbid("manoeuvre", told, "E-5.9")
    elif activation.manoeuvre:
        found["manoeuvre"] = forbid("manoeuvre", Text("it was declared already", "すでに宣言しました"), "E-4.4")
    elif activation.used:
        told = Text("it belongs to the first move, before the attack", "攻撃より前の第一移動で宣言します")
        found["manoeuvre"] = forbid("manoeuvre", told, "E-4.4")
    if activation.focus and not activation.used:
        found["move"] = forbid("move", Text("the first move was given up", "第一移動を放棄しています"), "E-5.8")
    elif activation.focus and not rulings.focus_second_move:
        told = Text("attack focus leaves no second move", "【攻撃集中】では第二移動もできません")
        found["move"] = forbid("move", told, "E-Q26")
    elif not activation.movement:
        found["move"] = forbid("move", Text("no movement is left", "【機動力】が残っていません"), "E-4.2")
    for name, use in SLOT.items():
        found[name] = because(name, slot_refusal(activation.used, use, rulings))
    found["rope"] = found["rope"] or because("rope", rope_refusal(who.name, who.rope))
    if not found["combine"] and not who.mob:
        told = Text("{name} is no mob", "{name}はモブ敵ではありません").format(name=who.name)
        found["combine"] = forbid("combine", told, "E-8.11")
    found["peg"] = because("peg", peg_refusal(who.name, who.pegs))
    return found


SLOT = {"attack": "attack", "combine": "attack", "rope": "rope", "removal": "removal"}
"""What stands in the attack's place, and as what it counts (E-Q27)."""


def attack_of(fighter: Fighter, number: Any, rulings: Rulings = Rulings()) -> Attack:
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


def combining(combat: Combat, rulings: Rulings = Rulings()) -> list[int]:
    """Say which other mobs may combine their attacks with that of whoever acts (E-8.11, E-Q10)."""
    active = combat.fighters[combat.active]
    return [
        who
        for who, fighter in enumerate(combat.fighters)
        if who != combat.active
        and fighter.acts
        and fighter.mob
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
