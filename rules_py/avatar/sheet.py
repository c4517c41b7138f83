"""An avatar's own sheet as a reader keeps it (A-5.1, A-5.5, A-13.4, A-Q27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from rules_py.avatar.cards import Suit
from rules_py.avatar.checks import BANDS, CARD_PRICE, LARGEST_EP, LARGEST_LIMIT
from rules_py.avatar.effects import MOST_EP, MOST_POWER
from rules_py.avatar.hands import Chances, own_suit_chance, random_check
from rules_py.avatar.love import Sex
from rules_py.avatar.model import NUMBERS, Side
from rules_py.avatar.rulings import Rulings
from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.game import Action
from rules_py.core.rulings import read_number
from rules_py.core.sheet import CharacterSheet, OwnChance, Resource, Shown, Use
from rules_py.core.text import Language, Text, same
from rules_py.core.words import words

WORDS = words("avatar")


def _read_power(raw: str, field: str) -> int | None:
    return read_number(field, raw, 0, MOST_POWER) if raw.strip() else None


SUIT = ChoiceField(
    Text("My suit", "自分のスート"),
    Suit.SPADES.value,
    options=tuple((suit.value, same(f"{suit.symbol} ") + suit.text) for suit in Suit),
    means=Suit,
    kept=True,
)
EP = IntegerField(NUMBERS["ep"], "3200", least=1, most=MOST_EP, kept=True)
SEP = IntegerField(NUMBERS["sep"], "1000", most=MOST_EP)
LIMIT = IntegerField(NUMBERS["limit"], "5", most=LARGEST_LIMIT, kept=True)
POWER = ReadField(
    NUMBERS["power"],
    hint=Text("empty: 10% of EP (A-Q32)", "空欄ならEPの10%（A-Q32）"),
    read=_read_power,
    size=6,
    kept=True,
)
SEX = ChoiceField(
    Text("Sex of the avatar (A-13.4)", "アバターの性別（A-13.4）"),
    "male",
    options=(
        ("male", Text("male: black suits", "男性：黒")),
        ("female", Text("female: red suits", "女性：赤")),
        ("other", Text("neither: all suits", "それ以外：全スート")),
    ),
    kept=True,
)
CHECK_EP = IntegerField(Text("EP to spend on cards", "カードに使えるEP"), "200", most=LARGEST_EP, kept="check_ep")
HAND, POWER_NOW = Text("Hand", "手札"), Text("Power", "攻撃力")
_STARTING = 21
"""What starting characters should face at most (A-10.5)."""


@dataclass(frozen=True, kw_only=True)
class Sheet(CharacterSheet):
    """An avatar.

    Args:
        suit: Its own suit (A-5.5, A-9.14).
        ep: EP, 1 to 999,999 (A-5.1).
        sep: SEP, 0 to 999,999 (A-7.19).
        limit: Hand limit, 0 to 10.
        power: Attack power, 0 to 99,999; None for 10% of EP (A-6.9, A-Q32).
        sex: Which suits count in Love (A-13.4).
        check_ep: EP that it would spend on deck cards in a check, 0 to 100,000 (A-9.9).

    Source: A-5.1, A-5.5, A-6.9, A-9.9, A-9.10, A-9.14, A-13.4, A-Q27, A-Q32.

    Example:
        >>> tobari = SAMPLES[0]
        >>> tobari.entry("ja")
        [['add', 'トバリ', 'pc', 'S', [3200, 2000, 5, None], 5]]
        >>> [each.label.en for each in tobari.chances(Rulings())["A-T1.5"]]
        ['5 cards against 13', '5 cards against 25']
    """

    slug: ClassVar[str] = "avatar"

    suit: Annotated[Suit, SUIT] = Suit.SPADES
    ep: Annotated[int, EP] = 3200
    sep: Annotated[int, SEP] = 1000
    limit: Annotated[int, LIMIT] = 5
    power: Annotated[int | None, POWER] = None
    sex: Annotated[Sex, SEX] = "male"
    check_ep: Annotated[int, CHECK_EP] = 200

    def resources(self) -> tuple[Resource, ...]:
        """Return EP, which Power Release may raise by all of SEP, the hand cards and SEP."""
        return (
            Resource(EP.label, self.ep, self.ep + self.sep, field="ep"),
            Resource(HAND, self.limit),
            Resource(SEP.label, self.sep, field="sep"),
        )

    def abilities(self) -> tuple[Shown, ...]:
        """Return the suit, the hand limit, the attack power where it is no share of EP, and what is rarely asked."""
        return (
            self.shown(Text("Suit", "スート"), "suit"),
            self.shown(Text("Limit", "手札上限"), "limit"),
            self.shown(POWER_NOW, "power"),
            self.shown(Text("Sex", "性別"), "sex"),
            self.shown(Text("CheckEP", "判定に使うEP"), "check_ep"),
        )

    def uses(self) -> tuple[Use, ...]:
        """Return the one use: every number under the name by which calculators call it."""
        limit = str(self.limit)
        typed = {name: self.spelled(getattr(self, name), name, "en") for name in _KEPT}
        return (Use(self.name, {**typed, "limit": limit, "hand_limit": limit}),)

    def shares(self) -> Mapping[str, str]:
        """Return nothing: no estimator of the game asks about several."""
        return {}

    def chances(self, rulings: Rulings) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return what a random hand of as many cards as it may hold can do, played all at once."""
        most = min(self.limit, self.check_ep // CARD_PRICE)
        cards = Text("1 card" if self.limit == 1 else f"{self.limit} cards", f"{self.limit}枚")

        def told(chance: Text, difficulty: int = _STARTING) -> Text:
            return chance.format(cards=cards, suit=self.suit.symbol, difficulty=difficulty, more=most)

        def beats(difficulty: int) -> OwnChance:
            return OwnChance(told(WORDS["cards_against"], difficulty), self._check(difficulty, rulings).success)

        plain, buying = self._check(_STARTING, rulings), self._check(_STARTING, rulings, most)
        found: dict[str, tuple[OwnChance, ...]] = {
            "A-5.5": (OwnChance(told(WORDS["suit_among_cards"]), own_suit_chance(self.limit, 1, rulings)),),
            "A-9.14": (OwnChance(told(WORDS["two_of_suit_among_cards"]), own_suit_chance(self.limit, 2, rulings)),),
            "A-9.16": (OwnChance(told(WORDS["cards_make_exactly"]), plain.fumble),),
            "A-10.5": (beats(_STARTING),),
        }
        if most:
            found["A-9.9"] = (OwnChance(told(WORDS["cards_and_bought_against"]), buying.success, plain.success),)
        for band in BANDS:
            ends = (band.least,) if band.most is None else (band.least, band.most)
            found[band.row] = tuple(map(beats, ends))
        return found

    def entry(self, language: Language) -> list[Action]:
        """Return the action by which it takes part in a combat, with a full hand (A-1.1)."""
        numbers = [self.ep, self.sep, self.limit, self.power]
        return [["add", self.name.get(language), Side.PC.value, self.suit.value, numbers, self.limit]]

    def _check(self, difficulty: int, rulings: Rulings, bought: int = 0) -> Chances:
        """Return the chances with a full hand; without a card a check fails (A-9.5)."""
        if not self.limit:
            return Chances(Fraction(0), Fraction(0))
        return random_check(self.limit, difficulty, bought, rulings)


_KEPT = ("suit", "ep", "power", "sex", "check_ep")

SAMPLES = (
    Sheet(name=Text("Tobari", "トバリ"), sep=2000),
    Sheet(name=Text("Hibiki", "ヒビキ"), suit=Suit.HEARTS, sep=1500, sex="female"),
    Sheet(name=Text("Isaki", "イサキ"), suit=Suit.DIAMONDS, ep=2800, sep=2500),
)
"""A sample cast: the players' characters of the stepper."""
