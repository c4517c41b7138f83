"""A character's own sheet as a reader keeps it, and whom it usually faces (C-2.1, C-3.15, C-M1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from rules_py.contest.characters import MOST_PERMANENT, Ability, Contestant, augment_bonus, parse_ability
from rules_py.contest.checks import Side, SuccessLevel
from rules_py.contest.effects import CHART_ROWS
from rules_py.contest.model import NamedAbility, parse_abilities
from rules_py.contest.odds import Standing, contest_odds, exchange_odds, level_odds
from rules_py.contest.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.fields import NEAR, IntegerField, ReadField
from rules_py.core.game import Action
from rules_py.core.lists import plain
from rules_py.core.sheet import TABLE_WORDS, CharacterSheet, OwnChance, Resource, Shown, Use, alike, both
from rules_py.core.text import LANGUAGES, Language, Text, listed, same
from rules_py.core.words import words

WORDS = words("contest")


def near(ability: Ability) -> tuple[str, ...]:
    """Return the abilities a few points either way, as they are written.

    Example:
        >>> near(Ability(0, 19))[4:]
        ('18', '19', '20', '1W', '2W', '3W', '4W')
    """
    values = range(max(1, ability.value - NEAR), ability.value + NEAR + 1)
    return tuple(str(Ability.of_value(value)) for value in values)


ABILITY = ReadField(
    Text("Ability", "使用能力"),
    "15",
    Text("as on the sheet: 17, 10W, 5W2", "キャラクターシートのとおりに：17、10W、5W2"),
    read=parse_ability,
    size=6,
    steps=near,
)
PERMANENT = IntegerField(Text("Permanent augments", "永続的増強"), "0", least=-MOST_PERMANENT, most=MOST_PERMANENT)
MINE: Mapping[str, str] = {"ability": "ability", "permanent": "permanent"}
"""Under which names a calculator keeps the numbers of the reader's own character."""
FOES: Mapping[str, str] = {"ability": "foe_ability"}
"""Under which name it keeps what that character usually faces."""
PARTYS: Mapping[str, str] = {name: f"party_{kept}" for name, kept in MINE.items()}
"""Under which names an estimator keeps the numbers of a PC for whom it looks for an opponent."""
_FACED = Ability(0, 12)
FOE = replace(ABILITY, label=Text("Ability of the opponent", "相手の能力"), default=str(_FACED), kept=FOES["ability"])
LIST = ReadField(
    Text("Abilities", "能力"),
    hint=Text("such as Sword 10W+5, Brave 14", "「剣術 10W+5、勇敢 14」のように"),
    read=parse_abilities,
    size=30,
)
LIST_LABEL, FOE_LABEL = Text("AbilityList", "能力一覧"), Text("Opponent", "相手の能力")
PIECE, AUGMENTS, WOUND = Text("Piece", "コマ"), Text("Augments", "増強"), Text("Wound", "重傷")


@dataclass(frozen=True, kw_only=True)
class Sheet(CharacterSheet):
    """A character.

    Args:
        ability_list: Its abilities with their permanent augments, at least one (C-M1, C-3.15).
        foe: The ability that it usually faces.

    Source: C-2.1, C-3.5, C-3.15, C-4.2, C-M1, C-M2.

    Example:
        >>> tomoe = SAMPLES[0]
        >>> tomoe.typed("en")["ability_list"], [use.label.en for use in tomoe.uses()][0]
        ('Sword 2W+3, Read the foe 15, Loyal to her village 18', 'Sword 2W+3')
        >>> [str(each.chance) for each in tomoe.chances(Rulings())["C-5.2"]]
        ['101/400', '17/200', '31/400']
    """

    slug: ClassVar[str] = "contest"

    ability_list: Annotated[tuple[NamedAbility, ...], LIST]
    foe: Annotated[Ability, FOE] = _FACED

    def resources(self) -> tuple[Resource, ...]:
        """Return the piece, counted towards the opponent, the temporary augments and the heavy wound."""
        own = sum(augment_bonus(each.ability) for each in self.ability_list)
        return (
            Resource(PIECE, 0, Rulings().dying_square),
            Resource(AUGMENTS, 0, own),
            Resource(WOUND, 0, 1),
        )

    def abilities(self) -> tuple[Shown, ...]:
        """Return for each ability the number to roll against and, with a W behind its name, the masteries."""
        found: list[Shown] = []
        for label, each in zip(self.labels(), self.ability_list, strict=True):
            number = alone(each).effective()
            found += [Shown(label, same(number.rating)), Shown(label + MASTERIES, same(number.masteries))]
        return (*found, self.shown(LIST_LABEL, "ability_list"), self.shown(FOE_LABEL, "foe"))

    def from_labels(self, said: Mapping[str, str]) -> dict[str, str]:
        """Return the fields; where no list of abilities is said, each number beside a label of its own is one."""
        own = {word for label in self._own_labels for word in both(label)}
        numbers = {label: each for label, each in said.items() if alike(label) not in own and plain(each).isdigit()}
        masteries = {label: numbers.pop(label + MASTERIES.en, "0") for label in list(numbers)}
        rated = ", ".join(
            f"{label} {each}" + f"W{masteries[label]}" * (masteries[label] != "0") for label, each in numbers.items()
        )
        return ({"ability_list": rated} if rated else {}) | super().from_labels(said)

    def labels(self) -> tuple[Text, ...]:
        """Return what each ability is called where only one plain word may stand.

        Example:
            >>> odd = Sheet(name=same("A"), ability_list=parse_abilities("Lore: old 9, lore old 8, Rank 2 7"))
            >>> [label.en for label in odd.labels()]
            ['Lore_old', 'lore_old_', 'Rank_2_']
        """
        own = {label.get(language) for label in self._own_labels for language in LANGUAGES} | TABLE_WORDS
        taken = {language: {word.casefold() for word in own} for language in LANGUAGES}
        found = []
        for each in self.ability_list:
            words = []
            for language in LANGUAGES:
                word = _UNFIT.sub("_", _bare(each).get(language))
                while _ends_in_a_number(word) or taken[language] & _columns(word):
                    word += "_"
                taken[language] |= _columns(word)
                words.append(word)
            found.append(Text(*words))
        return tuple(found)

    def uses(self) -> tuple[Use, ...]:
        """Return a use for each ability, the best first."""
        return tuple(Use(each.text, self._typed_numbers(each)) for each in self.ranked)

    def shares(self) -> Mapping[str, str]:
        """Return nothing: no estimator of the game asks about several."""
        return {}

    def chances(self, rulings: Rulings) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return the chances against the usual opponent, with each ability or with the best one.

        Beside the rule of the dying square there is none where a contest would never end (`contest_odds`).
        """
        ranked, foe = self.ranked, Contestant(self.foe)
        best = ranked[0]
        levels = exchange_odds(alone(best), foe, rulings).levels

        def told(chance: Text, named: NamedAbility, bonus: int = 0) -> Text:
            return chance.format(name=named.called, foe=self.foe, bonus=bonus)

        def pushes(named: NamedAbility, **changed: Any) -> Fraction:
            return exchange_odds(replace(alone(named), **changed), foe, rulings).pushes(Side.A)

        def on_the_die(named: NamedAbility) -> Fraction:
            odds = level_odds(alone(named).effective(rulings))
            return odds[SuccessLevel.CRITICAL] + odds[SuccessLevel.SUCCESS]

        def after_masteries(named: NamedAbility) -> Fraction:
            odds = exchange_odds(alone(named), foe, rulings).levels
            return sum((chance for (mine, _), chance in odds.items() if mine >= SuccessLevel.SUCCESS), Fraction(0))

        def better(named: NamedAbility) -> Fraction:
            odds = exchange_odds(alone(named), foe, rulings).levels
            return sum((chance for (mine, theirs), chance in odds.items() if mine > theirs), Fraction(0))

        others = ranked if rulings.augment_itself else ranked[1:]
        uneven = [each for each in ranked if alone(each).effective(rulings).masteries != self.foe.masteries]
        found = {
            "C-3.5": [
                OwnChance(told(WORDS["augmented_pushes"], best, bonus), pushes(best, augments=bonus), pushes(best))
                for bonus in bonuses(others, rulings)
            ],
            "C-3.16": [
                OwnChance(told(WORDS["pushes"], each), pushes(each), pushes(each, permanent=0))
                for each in ranked
                if each.permanent
            ],
            "C-4.2": [OwnChance(told(WORDS["succeeds_by_die"], each), on_the_die(each)) for each in ranked],
            "C-4.3": [
                OwnChance(told(WORDS["succeeds_against"], each), after_masteries(each), on_the_die(each))
                for each in uneven
            ],
            "C-5.2": [OwnChance(told(WORDS["beats"], each), better(each)) for each in ranked],
            "C-6.2": [OwnChance(told(WORDS["wounded_pushes"], best), pushes(best, wounded=True), pushes(best))],
        }
        with suppress(InputError):
            wins = contest_odds(alone(best), foe, rulings)[Standing()].wins_a
            found["C-6.3"] = [OwnChance(told(WORDS["wins_against"], best), wins)]
        for (higher, lower), row in CHART_ROWS.items():
            pairs = [(WORDS["level_with"], (higher, lower))]
            if higher != lower:
                pairs = [(WORDS["ahead_of"], (higher, lower)), (WORDS["behind"], (lower, higher))]
            found[row] = [OwnChance(told(said, best), levels.get(pair, Fraction(0))) for said, pair in pairs]
        return {ident: tuple(each) for ident, each in found.items() if each}

    def entry(self, language: Language) -> list[Action]:
        """Return the action by which it enters the scene (C-1.2)."""
        return [["add", self.name.get(language), False, self.typed(language)["ability_list"]]]

    def spelled(self, value: Any, name: str, language: Language) -> str:
        """Return how a value is typed; abilities as a list."""
        if name == "ability_list":
            return listed([_bare(each) + same(f" {each.number}") for each in value]).get(language)
        return super().spelled(value, name, language)

    @property
    def ranked(self) -> tuple[NamedAbility, ...]:
        """Its abilities, the best first."""
        return tuple(sorted(self.ability_list, key=lambda each: -alone(each).effective().value))

    @property
    def _own_labels(self) -> tuple[Text, ...]:
        """What every character of the game has, so that no ability may be called so."""
        return (*(each.label for each in self.resources()), LIST_LABEL, FOE_LABEL)

    def _typed_numbers(self, named: NamedAbility) -> dict[str, str]:
        mine = {"ability": str(named.ability), "permanent": str(named.permanent)}
        kept = {names[what]: number for names in (MINE, PARTYS) for what, number in mine.items()}
        return kept | {FOES["ability"]: str(self.foe)}


MASTERIES = same("W")
"""What follows the name of an ability where its masteries are meant."""
_UNFIT = re.compile(r"[\s:：{}｛｝]+")
_SIGNS = "+-=−＋－＝"


def alone(named: NamedAbility) -> Contestant:
    """Return who uses an ability with nothing but its permanent augments.

    Example:
        >>> str(alone(parse_abilities("Sword 2W+3")[0]).effective())
        '5W'
    """
    return Contestant(named.ability, permanent=named.permanent)


def bonuses(abilities: Iterable[NamedAbility], rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Return by how much some abilities augment another, each number once, the smallest first; 0 is left out.

    Args:
        abilities: The abilities that help.
        rulings: `augment_value` decides whether masteries count (C-Q6).

    Source: C-3.5, C-M2.

    Example:
        >>> bonuses(parse_abilities("Sword 10W+5, Song 15, Shout 18, Whisper 4"))
        (2, 3)
    """
    return tuple(sorted({augment_bonus(each.ability, rulings) for each in abilities} - {0}))


def _bare(named: NamedAbility) -> Text:
    """Return the name without the brackets of the original."""
    return Text(named.name.en, named.name.ja.strip("〈〉"))


def _ends_in_a_number(word: str) -> bool:
    """Say whether what is added to a number of that name would run into it."""
    return word[-1].isdigit() or word[-1] in _SIGNS


def _columns(word: str) -> set[str]:
    """Return the two names that an ability takes up, as they are told apart."""
    return {word.casefold(), (word + MASTERIES.en).casefold()}


SAMPLES = (
    Sheet(
        name=Text("Tomoe", "トモエ"),
        ability_list=(
            NamedAbility(Text("Sword", "剣術"), Ability(1, 2), permanent=3),
            NamedAbility(Text("Read the foe", "間合いを読む"), Ability(0, 15)),
            NamedAbility(Text("Loyal to her village", "村への忠誠"), Ability(0, 18)),
        ),
        foe=Ability(1, 3),
    ),
    Sheet(
        name=Text("Ren", "レン"),
        ability_list=(
            NamedAbility(Text("Spear", "槍術"), Ability(0, 17), permanent=2),
            NamedAbility(Text("Brave", "勇敢"), Ability(0, 14)),
        ),
        foe=Ability(0, 18),
    ),
)
"""A sample cast: the players' characters of the stepper, each with whom it faces there."""
