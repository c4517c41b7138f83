"""A PC's own sheet as a reader keeps it, and what it usually faces (P-3.3, P-10.4, P-10.7, P-11.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from rules_py.core.fields import IntegerField, ReadField
from rules_py.core.game import Action
from rules_py.core.sheet import CharacterSheet, OwnChance, Resource, Shown, Use
from rules_py.core.text import Language, Text, listed, same
from rules_py.prophecy.characters import MOST_RESOURCES, NUMBERS, Curse, Fighter
from rules_py.prophecy.checks import LARGEST_NUMBER
from rules_py.prophecy.conditions import BLESSES, CONDITIONS, PER_COPY, Number
from rules_py.prophecy.odds.own import own_odds
from rules_py.prophecy.reading import read_recipe
from rules_py.prophecy.rulings import Rulings


def _number(label: Text, default: int) -> IntegerField:
    return IntegerField(label, str(default), least=-LARGEST_NUMBER, most=LARGEST_NUMBER, kept=True)


def _stock(label: Text, default: int) -> IntegerField:
    return IntegerField(label, str(default), most=MOST_RESOURCES)


CAST = _number(NUMBERS["cast"].begun(), 6)
GUARD = _number(NUMBERS["guard"].begun(), 4)
FOE_GUARD = _number(Text("Guard ability of the foe", "敵のガード能力"), 4)
FOE_CAST = _number(Text("Cast ability of the foe", "敵のキャスト能力"), 7)
DOMINANCE = _number(Text("Dominance of the foe", "敵の支配力"), 8)
TARGET = _number(Text("Target number of checks", "判定の目標値"), 10)
_LETTERS = ("p", "m", "t", "s")
_BESIDE: Mapping[Number, str] = {"cast": "P-10.10", "guard": "P-10.11", "checks": "P-3.6", "initiative": "P-8.4"}
"""The rule beside which the chance stands for which a number counts."""
_MEANING: Mapping[Number, Text] = {
    "cast": Text("you hit guard {foe_guard}", "ガード{foe_guard}の敵に当たる"),
    "guard": Text("cast {foe_cast} misses you", "キャスト{foe_cast}の敵の攻撃を防ぐ"),
    "checks": Text("P against {target}", "Pで目標値{target}"),
    "initiative": Text("before dominance {dominance}", "支配力{dominance}の敵より先に動く"),
}


@dataclass(frozen=True, kw_only=True)
class Sheet(CharacterSheet):
    """A PC.

    Args:
        cast: Cast ability, -99 to 99 (P-10.4).
        guard: Guard ability, -99 to 99 (P-10.7).
        p: Base ability P, -99 to 99, as are the three others (P-3.3, P-Q29).
        m: Base ability M.
        t: Base ability T.
        s: Base ability S.
        mana: Mana at first, 0 to 99 (P-Q27).
        preparations: Preparation effects at first, 0 to 99 (P-10.6).
        recipe: Ids of its curses and blesses (P-11.3).
        foe_guard: Guard ability of what it faces.
        foe_cast: Cast ability of what it faces.
        dominance: Dominance of what it faces (P-8.3).
        target: Target number of its checks (P-3.5).

    Source: P-3.3, P-10.4, P-10.7, P-11.3, P-Q27, P-Q29.

    Example:
        >>> mio = SAMPLES[0]
        >>> mio.typed("en")["recipe"], [str(each.chance) for each in mio.chances(Rulings())["P-10.10"]]
        ('Poison, Cast Down, Puncture, Armour', ['61/81'])
    """

    slug: ClassVar[str] = "prophecy"

    cast: Annotated[int, CAST] = 6
    guard: Annotated[int, GUARD] = 4
    p: Annotated[int, _number(same("P"), 4)] = 4
    m: Annotated[int, _number(same("M"), 4)] = 4
    t: Annotated[int, _number(same("T"), 4)] = 4
    s: Annotated[int, _number(same("S"), 4)] = 4
    mana: Annotated[int, _stock(NUMBERS["mana"].begun(), 4)] = 4
    preparations: Annotated[int, _stock(NUMBERS["preparations"].begun(), 1)] = 1
    recipe: Annotated[tuple[str, ...], ReadField(Text("Recipe", "レシピ"), "", read=read_recipe, size=24)] = ()
    foe_guard: Annotated[int, FOE_GUARD] = 4
    foe_cast: Annotated[int, FOE_CAST] = 7
    dominance: Annotated[int, DOMINANCE] = 8
    target: Annotated[int, TARGET] = 10

    def resources(self) -> tuple[Resource, ...]:
        """Return mana, damage and preparation effects."""
        return (
            Resource(NUMBERS["mana"].begun(), self.mana, field="mana"),
            Resource(NUMBERS["damage"].begun(), 0, 6),
            Resource(Text("Preparations", "準備効果"), self.preparations, field="preparations"),
        )

    def abilities(self) -> tuple[Shown, ...]:
        """Return the abilities, the recipe, and what is usually faced."""
        return (
            self.shown(Text("Cast", "キャスト"), "cast"),
            self.shown(Text("Guard", "ガード"), "guard"),
            *(self.shown(same(letter.upper()), letter) for letter in _LETTERS),
            self.shown(Text("Target", "目標値"), "target"),
            self.shown(Text("Recipe", "レシピ"), "recipe"),
            self.shown(Text("FoeGuard", "敵のガード"), "foe_guard"),
            self.shown(Text("FoeCast", "敵のキャスト"), "foe_cast"),
            self.shown(Text("FoeDominance", "敵の支配力"), "dominance"),
        )

    def uses(self) -> tuple[Use, ...]:
        """Return a use for each base ability."""
        shared: dict[str, str | Text] = {name: str(getattr(self, name)) for name in ("cast", "guard", *_FACED)}
        shared["recipe"] = listed([CONDITIONS[ident].name for ident in self.recipe])
        letters = ((same(letter.upper()), str(getattr(self, letter))) for letter in _LETTERS)
        return tuple(Use(label, {**shared, "ability": number, "check_ability": number}) for label, number in letters)

    def shares(self) -> Mapping[str, str | Text]:
        """Return its P, and that no condition changes its initiative."""
        return {"abilities": self.listed_name + same(f" {self.p}"), "initiatives": self.listed_name + same(" 0")}

    def chances(self, rulings: Rulings) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return the chances beside the rules of checks and attacks, and beside each condition that changes them."""
        plain = {number: self._odds(number, (), rulings) for number in _BESIDE}
        found: dict[str, tuple[OwnChance, ...]] = {
            _BESIDE[number]: (OwnChance(self._meaning(number), odds),) for number, odds in plain.items()
        }
        for ident, changed in PER_COPY.items():
            found[CONDITIONS[ident].row] = tuple(
                OwnChance(self._meaning(number), self._odds(number, (ident,), rulings), plain[number])
                for number in changed
            )
        return found

    def entry(self, language: Language) -> list[Action]:
        """Return the action by which it takes part in a battle (P-8.1)."""
        numbers = [self.cast, self.guard, 0, self.mana, self.preparations]
        return [["add", self.name.get(language), False, numbers, ", ".join(self.recipe)]]

    def spelled(self, value: Any, name: str, language: Language) -> str:
        """Return how a value is typed; a recipe by the names of what is in it."""
        if name == "recipe":
            return listed([CONDITIONS[ident].name for ident in value]).get(language)
        return super().spelled(value, name, language)

    def _meaning(self, number: Number) -> Text:
        return _MEANING[number].format(**{name: getattr(self, name) for name in _FACED})

    def _odds(self, number: Number, carried: tuple[str, ...], rulings: Rulings) -> Any:
        curses = tuple(Curse(ident) for ident in carried if ident not in BLESSES)
        blesses = tuple(ident for ident in carried if ident in BLESSES)
        me = Fighter(self.name, cast=self.cast, guard=self.guard, curses=curses, blesses=blesses)
        foe = Fighter(self.name, enemy=True, cast=self.foe_cast, guard=self.foe_guard, dominance=self.dominance)
        return own_odds(number, me, foe, ability=self.p, target=self.target, rulings=rulings)


_FACED = ("foe_guard", "foe_cast", "dominance", "target")

SAMPLES = (
    Sheet(name=Text("Mio", "ミオ"), p=3, m=4, t=5, s=4, recipe=("poison", "cast_down", "puncture", "armour")),
    Sheet(
        name=Text("Ren", "レン"),
        cast=5,
        guard=5,
        p=4,
        m=3,
        t=4,
        s=5,
        recipe=("burning", "guard_down", "trap", "guard_up"),
    ),
)
"""A sample cast: those who fight in the stepper's."""
