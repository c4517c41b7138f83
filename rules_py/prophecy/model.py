"""Who fights in a battle, and how it stands: stages, attacks under way, the order of activations (P-M13, P-M14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.game import Table
from rules_py.core.text import Named, Text, in_a_row, listed
from rules_py.prophecy.characters import NOBODY, Fighters, changed
from rules_py.prophecy.checks import FACES, Roll, read_faces
from rules_py.prophecy.effects import Happened
from rules_py.prophecy.rulings import Rulings

MOST_ROUNDS = 200
CHECKS = ("cast", "guard")
"""The two checks of an attack."""


class Stage(Named):
    """Where a battle stands."""

    SETUP = "setup", Text("Who fights", "参加者")
    INITIATIVE = "initiative", Text("Initiative", "イニシアチブ")
    ACTION = "action", Text("Round action", "ラウンドアクション")
    DICE = "dice", Text("Cast and guard check", "キャスト判定とガード判定")
    RESULT = "result", Text("Success or failure", "成否の確認")
    EFFECTS = "effects", Text("Attack effects", "攻撃効果")
    AFTER = "after", Text("Counter or Chain Combo", "カウンターとチェーンコンボ")
    OVER = "over", Text("The battle is over", "戦闘終了")


@dataclass(frozen=True)
class Check:
    """The cast check, or the guard check, of an attack.

    Args:
        roll: The dice as they count now; none before they are rolled.
        dice: How many dice are rolled.
        faces: What the dice have shown, roll by roll.
        rerolled: Has it been rerolled?
        helpers: Who has assisted it, by number.
        higher: A higher roll than the Lucky one that counts, which may be taken instead (P-Q47).
    """

    roll: Roll | None = None
    dice: int = 2
    faces: tuple[tuple[int, ...], ...] = ()
    rerolled: bool = False
    helpers: tuple[int, ...] = ()
    higher: Roll | None = None

    def counted(self, rulings: Rulings = Rulings()) -> tuple[int, ...]:
        """Return the dice that count; none before they are rolled."""
        fitting = [faces for faces in self.faces if self.roll and read_faces(faces, rulings).total == self.roll.total]
        return next((faces for faces in fitting if read_faces(faces, rulings) == self.roll), (fitting or [()])[0])


@dataclass(frozen=True)
class Exchange:
    """An attack's cast against one target's guard.

    Args:
        target: Who was attacked, by number.
        cast: The attacker's check.
        guard: The defender's check; after Cover the coverer's.
        coverer: Who takes the hit instead; -1 for nobody.
        decided: Has a defender rerolled, so that the attacker's time for that is over (P-Q13)?
        missed: Did the attack fail against this target?
        degree: The success degree, once accepted.
    """

    target: int
    cast: Check = Check()
    guard: Check = Check()
    coverer: int = NOBODY
    decided: bool = False
    missed: bool = False
    degree: int = 0

    @property
    def struck(self) -> int:
        """Who takes the hit, by number."""
        return self.target if self.coverer == NOBODY else self.coverer

    def check(self, name: str) -> Check:
        """Return the cast check, or the guard check.

        Raises:
            InputError: If it is called otherwise than `"cast"` or `"guard"`.
        """
        if name not in CHECKS:
            raise InputError("check", name, Text("cast / guard", "cast / guard"), "P-10.1")
        return self.cast if name == "cast" else self.guard


@dataclass(frozen=True)
class Attack:
    """An attack under way.

    Args:
        attacker: Who attacks, by number.
        exchanges: One for each target; several with Expand.
        bonus: 1 for Counter and Chain Combo.
        special: Is it a Counter or a Chain Combo?
        thorns: Did the attacker carry Thorns when it began, and did the attack not erase them?
        countered: Who may still answer with a Counter.
        chained: May allies still follow with a Chain Combo?
        settled: Are its effects applied, or has it none?
        answered: Has a Counter answered it?
        followed: Has a Chain Combo followed it?
    """

    attacker: int
    exchanges: tuple[Exchange, ...]
    bonus: int = 0
    special: bool = False
    thorns: bool = False
    countered: tuple[int, ...] = ()
    chained: bool = False
    settled: bool = False
    answered: bool = False
    followed: bool = False

    @property
    def expanded(self) -> bool:
        """Was it expanded to several targets?"""
        return len(self.exchanges) > 1

    @property
    def hits(self) -> list[Exchange]:
        """The exchanges in which it has succeeded."""
        return [exchange for exchange in self.exchanges if not exchange.missed]

    @property
    def rolling(self) -> tuple[int, ...]:
        """Who rolls now: the attacker unless the cast check is rolled already, and the targets."""
        first = () if self.exchanges[0].cast.roll else (self.attacker,)
        return tuple(dict.fromkeys((*first, *(exchange.target for exchange in self.exchanges))))

    def checker(self, exchange: Exchange, check: str) -> int:
        """Return who makes a check of one of its exchanges, by number."""
        return self.attacker if check == "cast" else exchange.struck

    def with_check(self, concerned: tuple[int, ...], check: str, **values: Any) -> Attack:
        """Return it with something of a check changed, in all exchanges that the check belongs to."""
        exchanges = list(self.exchanges)
        for number in concerned:
            now = exchanges[number]
            new = replace(now.check(check), **values)
            exchanges[number] = replace(now, cast=new) if check == "cast" else replace(now, guard=new)
        return replace(self, exchanges=tuple(exchanges))

    def concerned(self, number: int, check: str, rulings: Rulings = Rulings()) -> tuple[int, ...]:
        """Return the exchanges that a check belongs to: one cast check serves all targets of Expand (P-Q10)."""
        shared = check == "cast" and rulings.expand_cast == "one"
        return tuple(range(len(self.exchanges))) if shared else (number,)


@dataclass(frozen=True)
class Battle:
    """A battle.

    Args:
        fighters: Everybody, in the order of entry.
        stage: Where it stands.
        round: The round, 0 before the first.
        order: Who acts when, by number, with the initiative value.
        turn: Whose place in the order it is.
        attacks: Attacks under way, the latest last: a Counter interrupts.
        fallen: Who has just been knocked down and may use Last Stand.
        starting: Curses that have still to act at the start of the activation.
        present: Curses carried when the activation began, without those that have gone since.
        finished: Has the active fighter taken its round action?
        drawn: The round action that chance has picked under Charm, if chance picks (P-Q41).
        dice: How many dice the seed has rolled.
    """

    fighters: Fighters = ()
    stage: Stage = Stage.SETUP
    round: int = 0
    order: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    attacks: tuple[Attack, ...] = ()
    fallen: tuple[int, ...] = ()
    starting: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    finished: bool = False
    drawn: str = ""
    dice: int = 0

    @property
    def active(self) -> int:
        """Whose activation it is, by number; -1 outside of activations."""
        return self.order[self.turn][0] if self.turn < len(self.order) else NOBODY

    @property
    def attack(self) -> Attack:
        """The attack that is being played out."""
        return self.attacks[-1]

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The exchanges of the attack that is being played out; none outside of attacks."""
        return self.attacks[-1].exchanges if self.attacks else ()

    @property
    def everybody(self) -> range:
        """The numbers of all fighters."""
        return range(len(self.fighters))

    @property
    def one_sided(self) -> bool:
        """Has one of the sides nobody left who fights?"""
        return len({fighter.enemy for fighter in self.fighters if fighter.fighting}) < 2

    def name(self, who: int) -> Text:
        """Return somebody's name."""
        return self.fighters[who].name

    def names(self, people: Iterable[int]) -> Text:
        """Return the names of some, as a sentence lists them."""
        return listed([self.name(who) for who in people])

    def with_attack(self, attack: Attack) -> Battle:
        """Return it with the attack that is being played out changed."""
        return replace(self, attacks=(*self.attacks[:-1], attack))


class Play(Table[Battle, Rulings]):
    """A battle that is being changed by an action."""

    def set(self, **values: Any) -> None:
        """Change the battle; of a curse that was there as the activation began, a copy that has gone counts no more."""
        super().set(**values)
        if "fighters" in values and self.state.present:
            carried = Counter(curse.kind for curse in self.state.fighters[self.state.active].curses)
            super().set(present=tuple((Counter(self.state.present) & carried).elements()))

    def change(self, who: int, **values: Any) -> None:
        """Change somebody's sheet."""
        self.set(fighters=changed(self.state.fighters, who, **values))

    def change_attack(self, **values: Any) -> None:
        """Change the attack that is being played out."""
        self.state = self.state.with_attack(replace(self.state.attack, **values))

    def change_exchange(self, number: int, **values: Any) -> None:
        """Change one of its exchanges."""
        exchanges = list(self.state.exchanges)
        exchanges[number] = replace(exchanges[number], **values)
        self.change_attack(exchanges=tuple(exchanges))

    def change_check(self, number: int, check: str, **values: Any) -> None:
        """Change a check of an exchange, and of all that it belongs to."""
        attack = self.state.attack
        concerned = attack.concerned(number, check, self.rulings)
        self.state = self.state.with_attack(attack.with_check(concerned, check, **values))

    def do(self, done: Happened) -> None:
        """Let happen what conditions and effects do to the sheets."""
        fallen = tuple(dict.fromkeys((*self.state.fallen, *done.fallen)))
        self.set(fighters=done.fighters, fallen=fallen)
        self.log += done.events

    def faces(self, rule: str, who: int, dice: int, typed: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return what somebody's dice show, and tell it: as many as typed at the table, or as the seed rolls them."""
        faces = self.thrown(dice, FACES, typed or None, "P-3.1")
        shown, seen = in_a_row(faces), tuple(map(Die, faces))
        self.tell("rolls", rule, seen=seen, name=self.state.name(who), faces=shown)
        return faces
