"""Who is in a scene, their contests, and how these stand (C-M9, C-M10)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from rules_py.contest.characters import MOST_PERMANENT, Ability, Contestant, parse_ability
from rules_py.contest.checks import Side, SuccessLevel
from rules_py.contest.effects import Move, chart_move, check_phase
from rules_py.contest.odds import Outlook, Standing, contest_odds, outlook_this_round, piece_after
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, Rulings
from rules_py.core.errors import InputError
from rules_py.core.lists import entries
from rules_py.core.rulings import Checked, whole_number
from rules_py.core.text import NamedInt, Text, same
from rules_py.core.words import words

WORDS = words("contest")
MOST_CHARACTERS = 12
MOST_ABILITIES = 12
LONGEST_NAME = 40
LONGEST_ABILITY = 100


class Phase(NamedInt):
    """Setting the scene, then the six phases of a round in order (C-1.1)."""

    SCENE = 0, Text("Setting the scene", "場面の準備")
    START = 1, Text("Phase 1: start", "第1フェイズ（開始）")
    DECLARATION = 2, Text("Phase 2: declaration", "第2フェイズ（宣言）")
    AUGMENT = 3, Text("Phase 3: augment", "第3フェイズ（増強）")
    EXCHANGE = 4, Text("Phase 4: exchange", "第4フェイズ（応酬）")
    RESOLUTION = 5, Text("Phase 5: resolution", "第5フェイズ（解決）")
    CHECK = 6, Text("Phase 6: check", "第6フェイズ（確認）")


@dataclass(frozen=True)
class NamedAbility:
    """An ability on a character's sheet.

    Args:
        name: What it is called.
        ability: Its number.
        permanent: Sum of its permanent augments (C-3.15), -100 to 100.
    """

    name: Text
    ability: Ability
    permanent: int = 0

    @property
    def number(self) -> str:
        """The number as a player writes it, permanent augments included."""
        return f"{self.ability}{self.permanent:+d}" if self.permanent else str(self.ability)

    @property
    def called(self) -> Text:
        """The name as a sentence holds it: Japanese in the brackets of the original."""
        bare = self.name.ja.strip("〈〉")
        return Text(self.name.en, f"〈{bare}〉")

    @property
    def bare(self) -> Text:
        """Name and number without permanent augments: what it augments with (C-3.5, C-3.16)."""
        return self.called + Text(f" {self.ability}", str(self.ability))

    @property
    def text(self) -> Text:
        """Name and number."""
        return self.called + Text(f" {self.number}", self.number)

    def as_called_in(self, sheet: Iterable[NamedAbility]) -> NamedAbility:
        """Return it by its name in both languages if a sheet has an ability that is called so in one of them."""
        bare = self.name.ja.strip("〈〉")
        names = (other.name for other in sheet if bare in (other.name.en, other.name.ja.strip("〈〉")))
        return replace(self, name=next(names, self.name))


def ability_places(before: Sequence[NamedAbility], now: Sequence[NamedAbility]) -> dict[int, int]:
    """Return where the abilities of a sheet stand after it was written anew.

    Args:
        before: The sheet as it was.
        now: The sheet as it is.

    Returns:
        By the number of each ability its number now: of the one that is called so, else of the one in its place, which
        then has another name; an ability that is gone is left out.

    Example:
        >>> old, new = parse_abilities("Sword 17, Brave 14, Bow 9"), parse_abilities("Brave 14, Blade 17")
        >>> ability_places(old, new)
        {1: 0}
        >>> ability_places(old, parse_abilities("Blade 17, Bow 9, Brave 14"))
        {1: 2, 2: 1, 0: 0}
    """
    left = list(range(len(now)))
    places: dict[int, int] = {}
    for by_name in (True, False):
        for number, ability in enumerate(before):
            fits = [n for n in left if (now[n].name == ability.name if by_name else n == number)]
            if number not in places and fits:
                places[number] = number if number in fits else fits[0]
                left.remove(places[number])
    return places


_NUMBER = re.compile(
    r"(?<![0-9.+-])(?P<ability>[0-9]{1,2}(?:W[0-9]{0,2})?)(?P<permanent>(?:\s?[+-]\s?[0-9]{1,3})*)\Z", re.IGNORECASE
)
_UNFINISHED = re.compile(r"(?:[+.-]|[0-9]W)\Z", re.IGNORECASE)


def parse_abilities(text: str, field: str = "abilities") -> tuple[NamedAbility, ...]:
    """Read a character's abilities as a player lists them.

    Args:
        text: `Close Combat 10W+5, Hates trolls 17`: name, number and, if any, the permanent augments; separated by
            commas, semicolons or line breaks.
        field: Name to report in the error.

    Returns:
        The abilities in order.

    Raises:
        InputError: If there is none, too many, or one cannot be read.

    Source: C-M1, C-3.15.

    Example:
        >>> [ability.text.get("en") for ability in parse_abilities("Sword 10W+5, Stealth 14")]
        ['Sword 10W+5', 'Stealth 14']
    """
    allowed = WORDS["abilities_listed"].format(most=MOST_ABILITIES)
    result: list[NamedAbility] = []
    for entry in entries(text, field, allowed, least=1, most=MOST_ABILITIES):
        part = " ".join(entry.split())
        found = _NUMBER.search(part) if len(part) <= LONGEST_ABILITY else None
        if not found or _UNFINISHED.search(part[: found.start()].rstrip()):
            raise InputError(field, part, WORDS["ability_spelled"])
        bonuses = re.findall(r"[+-][0-9]+", found["permanent"].replace(" ", ""))
        permanent = whole_number(field, sum(map(int, bonuses)), -MOST_PERMANENT, MOST_PERMANENT, "C-3.15")
        name = part[: found.start()].strip().rstrip(":").strip() or str(len(result) + 1)
        result.append(NamedAbility(same(short_name(name, field)), parse_ability(found["ability"], field), permanent))
    return tuple(result)


def short_name(name: str, field: str) -> str:
    """Return a name without what does not belong to it.

    Raises:
        InputError: If it is empty, too long, or cannot be shown.
    """
    name = unicodedata.normalize("NFC", name).replace("\u3000", " ").strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise InputError(field, name, WORDS["name_length"].format(most=LONGEST_NAME))
    return name


@dataclass(frozen=True)
class Character(Checked):
    """Somebody in the scene.

    Args:
        name: The character's name.
        abilities: The abilities, at least one.
        narrator: Is it played by the narrator? The narrator acts first in the augment phase (C-3.2).
        wounded: Does it bear a heavy wound?
        dying: Is it dying?

    Raises:
        InputError: If it is neither yes nor no.
    """

    name: Text
    abilities: tuple[NamedAbility, ...]
    narrator: bool = False
    wounded: bool = False
    dying: bool = False


@dataclass(frozen=True)
class Augment:
    """A temporary augment that lasts for the contest (C-3.7).

    Args:
        augmenter: Number of the character who augmented.
        source: Number of that character's ability.
        target: Number of the character whose used ability rose.
        ability: Number of that used ability.
        bonus: How much it rose.
    """

    augmenter: int
    source: int
    target: int
    ability: int
    bonus: int


Sides = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Contest:
    """One pairing with its gauge.

    Args:
        sides: Numbers of the characters of side A and side B.
        position: The piece, + towards B's dying square.
        acting: The character of each side who rolls this round (C-Q15).
        augments: The augments made in this contest.
        rolls: This round's dice of A and B.
        levels: This round's success levels of A and B.
        move: What the chart said this round.
        placing: Must the free side still place the piece?
        result: `""` while it runs, else the winning side `"a"`, `"b"` or `"draw"`.
    """

    sides: Sides
    position: int = 0
    acting: tuple[int, int] = (0, 0)
    augments: tuple[Augment, ...] = ()
    rolls: tuple[int, int] | None = None
    levels: tuple[SuccessLevel, SuccessLevel] | None = None
    move: Move | None = None
    placing: bool = False
    result: str = ""

    @property
    def running(self) -> bool:
        """Does the contest go on?"""
        return not self.result

    def side_of(self, who: int) -> Side | None:
        """The side a character stands on, if it takes part."""
        if who in self.sides[0]:
            return Side.A
        return Side.B if who in self.sides[1] else None

    def foes_of(self, who: int) -> tuple[int, ...]:
        """The characters on the other side of somebody who takes part."""
        return self.sides[1 if who in self.sides[0] else 0]


@dataclass(frozen=True)
class Scene:
    """Everything there is to know between two actions.

    Args:
        characters: Everybody in the scene; the players' characters in their order around the table.
        contests: All contests, ended ones too.
        phase: Where the round stands.
        round: Number of the round, from 1; 0 while the scene is set.
        declared: Number of the used ability of each participant (C-2.1); it stays as a suggestion for the next round.
        strike: Strike power of each participant this round (C-5.5, C-5.6).
        blocked: Participants who cannot push this round (C-3.14, C-3.21).
        turn: How many characters have had their augment or act this round.
        dice: How many dice the seed has rolled so far.
        out: Those who have yielded and may enter no other contest of this scene (C-Q31).

    Source: C-M10.

    Example:
        >>> Scene().phase.text.get("en")
        'Setting the scene'
    """

    characters: tuple[Character, ...] = ()
    contests: tuple[Contest, ...] = ()
    phase: Phase = Phase.SCENE
    round: int = 0
    declared: dict[int, int] = field(default_factory=dict)
    strike: dict[int, int] = field(default_factory=dict)
    blocked: frozenset[int] = frozenset()
    turn: int = 0
    dice: int = 0
    out: frozenset[int] = frozenset()

    def contests_of(self, who: int) -> list[int]:
        """Numbers of the running contests a character takes part in."""
        return [n for n, c in enumerate(self.contests) if c.running and c.side_of(who)]

    @property
    def running(self) -> list[int]:
        """Numbers of the running contests."""
        return [n for n, c in enumerate(self.contests) if c.running]

    @property
    def participants(self) -> list[int]:
        """Numbers of the characters in a running contest."""
        return [n for n in range(len(self.characters)) if self.contests_of(n)]

    @property
    def free(self) -> list[int]:
        """Numbers of the characters who could still enter a contest."""
        able = [n for n, c in enumerate(self.characters) if not c.dying and n not in self.out]
        return [n for n in able if not self.contests_of(n)]

    @property
    def order(self) -> list[int]:
        """Numbers of the characters in the order of the augment phase: the narrator's first, then clockwise (C-3.2)."""
        able = [n for n, c in enumerate(self.characters) if not c.dying]
        return sorted(able, key=lambda n: not self.characters[n].narrator)

    @property
    def on_turn(self) -> int | None:
        """Number of the character whose augment or act is due."""
        order = self.order
        return order[self.turn] if self.phase is Phase.AUGMENT and self.turn < len(order) else None

    def are_foes(self, a: int, b: int) -> bool:
        """Are two characters on different sides of the table, the narrator's and the players'?

        Where only one of these has characters, everybody is everybody's foe.
        """
        narrated = [c.narrator for c in self.characters]
        return a != b and (narrated[a] != narrated[b] or len(set(narrated)) == 1)

    def name(self, who: int) -> Text:
        """The name of a character."""
        return self.characters[who].name


def contestant(scene: Scene, number: int, side: Side, rulings: Rulings = Rulings()) -> Contestant:
    """One side of a contest as it rolls now: used ability, augments, numbers, wound, strike power, push block.

    Args:
        scene: The state.
        number: Number of the contest.
        side: The side asked for; of several, the acting character counts.
        rulings: C-Q13 and C-Q15 decide which augments and which modifier count, C-Q29 whose push block does.

    Returns:
        The contestant.

    Source: C-M10, C-Q13, C-Q15, C-Q29.
    """
    contest = scene.contests[number]
    own = 0 if side is Side.A else 1
    who = contest.acting[own]
    bound = contest.sides[own] if rulings.comrade_blocks else (who,)
    used = scene.declared.get(who, 0)
    character = scene.characters[who]
    augments = sum(
        a.bonus
        for a in contest.augments
        if a.target == who and (a.ability == used or rulings.augment_follows == "contest")
    )
    more = (len(contest.sides[0]) - len(contest.sides[1])) * side.sign
    sheet = character.abilities[used]
    return Contestant(
        sheet.ability,
        permanent=sheet.permanent,
        augments=augments,
        modifier=more * rulings.many_to_one_modifier,
        wounded=character.wounded,
        strike_power=scene.strike.get(who, 1),
        blocked=not scene.blocked.isdisjoint(bound),
    )


def standing(scene: Scene, number: int) -> Standing:
    """How a contest stands: the piece and the wounds of the acting characters."""
    contest = scene.contests[number]
    a, b = (scene.characters[who] for who in contest.acting)
    return Standing(contest.position, a.wounded, b.wounded)


def outlook(scene: Scene, number: int, rulings: Rulings = Rulings()) -> Outlook:
    """The exact outlook of a contest from here, if all go on with the abilities they use now.

    Args:
        scene: The state, at any moment of the round.
        number: Number of the contest.
        rulings: How the open questions are answered.

    Returns:
        Chances and expected rounds; dice that already lie on the table count, a free placement is assumed to be the
        best one, and an ended contest is certain (a draw counts half).

    Source: C-M6 to C-M10.
    """
    contest = scene.contests[number]
    a, b = contestant(scene, number, Side.A, rulings), contestant(scene, number, Side.B, rulings)
    now = standing(scene, number)
    if contest.result:
        won = {"a": 2, "b": 0, "draw": 1}[contest.result]
        return Outlook(Fraction(won, 2), Fraction(0), Fraction(not now.wounded_a), Fraction(not now.wounded_b))
    if contest.rolls is None:
        return outlook_this_round(a, b, now, rulings)
    if scene.phase is Phase.CHECK:
        return contest_odds(a, b, rulings)[now]
    move = contest.move
    position = contest.position
    if scene.phase is Phase.EXCHANGE and contest.levels:
        move = chart_move(contest.levels, contest.rolls, a, b, rulings)
        if move.reroll:
            return outlook_this_round(a, b, now, rulings)
    if move and (scene.phase is Phase.EXCHANGE or contest.placing):
        position = piece_after(a, b, now, move, rulings)
    found = check_phase(position, now.wounded_a, now.wounded_b, rulings)
    if found.dying:
        won = 2 if found.dying is Side.B else 0
        return Outlook(Fraction(won, 2), Fraction(0), Fraction(not found.wounded_a), Fraction(not found.wounded_b))
    return contest_odds(a, b, rulings)[Standing(position, found.wounded_a, found.wounded_b)]


def next_pair(scene: Scene, *, fresh: bool = False) -> tuple[int, int] | None:
    """Return who would face whom next: two who are in no contest and not both players' or both the narrator's.

    Where all characters are of one kind, any two of them.

    Args:
        scene: The state.
        fresh: Only two who have not faced each other yet.

    Source: C-1.3, C-1.13.

    Example:
        >>> cast = [Character(Text("A", "A"), parse_abilities("12"), narrator) for narrator in (False, False, True)]
        >>> next_pair(Scene(tuple(cast))), next_pair(Scene(tuple(cast[:2]))), next_pair(Scene(tuple(cast[:1])))
        ((0, 2), (0, 1), None)
    """
    met = {frozenset((a, b)) for contest in scene.contests for a in contest.sides[0] for b in contest.sides[1]}
    pairs = [(a, b) for a, b in combinations(scene.free, 2) if scene.are_foes(a, b)]
    return next((pair for pair in pairs if not (fresh and frozenset(pair) in met)), None)


def is_over(scene: Scene) -> bool:
    """Say whether the fight is over: its contests have ended, and nobody has an enemy left to face.

    Those who have faced each other, and yielded or agreed to stop, do not face each other again unasked.

    Source: C-6.3, C-6.6, C-6.8.
    """
    if scene.running or not scene.contests:
        return False
    return next_pair(scene, fresh=scene.phase is Phase.CHECK) is None


def join_start(position: int, side: Side) -> int:
    """Where the piece of the new contest starts when somebody joins the smaller side.

    Args:
        position: The piece in the old contest, + towards B's dying square.
        side: The side that is joined.

    Returns:
        The same distance if the piece lies towards the enemy, else the start square.

    Raises:
        InputError: If the position is no square of any gauge.

    Source: C-1.9, C-1.10, C-M9.

    Example:
        >>> join_start(3, Side.A), join_start(-2, Side.A), join_start(-2, Side.B)
        (3, 0, -2)
    """
    whole_number("position", position, -LARGEST_DYING_SQUARE, LARGEST_DYING_SQUARE, "C-Q4")
    return side.sign * max(0, side.sign * position)
