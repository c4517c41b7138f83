"""Initiative odds: who acts before whom, and who acts first of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.notation import Roll
from rules_py.core.render import exactly, fold, odds_table, signed, summary, table, working
from rules_py.core.text import Language, Text, same, sharing
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.characters import MOST_FIGHTERS, initiative
from rules_py.prophecy.checks import LARGEST_NUMBER
from rules_py.prophecy.conditions import PER_COPY, names
from rules_py.prophecy.odds import acting_before, first_to_act, initiative_odds, party_ahead
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.common import PeopleField, Person, initiative_roll, lone, named, sheet, written

_PCS = lone(
    "pcs",
    PeopleField(
        Text("Modifiers, one for each", "1人ずつの修正"),
        "0, 0, 0",
        Text("0, +1 or Mio, Ren (Speed Up 2)", "「0、+1」や「ミオ、レン（スピードアップ2）」のように"),
        missing=0,
        party="initiatives",
    ),
    Text("PCs", "参加PC"),
)
_ENEMIES = lone(
    "enemies",
    PeopleField(
        Text("Dominance of each", "それぞれの支配力"),
        "8",
        Text("8 or Choir 8, Hound 6 (Freeze)", "「8」や「聖歌隊 8、猟犬 6（氷結）」のように"),
        unnamed=Text("Enemy {n}", "敵{n}"),
    ),
    Text("Enemies", "敵"),
)


@dataclass(frozen=True)
class InitiativeInputs:
    """Everybody in a battle.

    Raises:
        InputError: If there are too many, or conditions take a PC's modifier out of bounds.
    """

    pcs: Annotated[tuple[Person, ...], _PCS]
    enemies: Annotated[tuple[Person, ...], _ENEMIES]
    rulings: Rulings

    def __post_init__(self) -> None:
        if len(self.pcs) + len(self.enemies) > MOST_FIGHTERS:
            allowed = Text(
                "at most {most} in a battle, PCs and enemies together", "戦闘に加われるのは双方で{most}人までです"
            )
            raise InputError("enemies", len(self.enemies), allowed.format(most=MOST_FIGHTERS))
        for pc, modifier in zip(self.pcs, self.modifiers, strict=True):
            if abs(modifier) > LARGEST_NUMBER:
                allowed = Text("from -99 to 99 with the conditions", "コンディションと合わせて-99から99までです")
                raise InputError("pcs", pc.number, allowed)

    @property
    def modifiers(self) -> list[int]:
        """What is added to the 2D6 of each PC."""
        return [initiative(sheet(pc.name, pc.conditions), 0) + pc.number for pc in self.pcs]

    @property
    def dominances(self) -> list[int]:
        """The initiative of each enemy."""
        foes = [sheet(each.name, each.conditions, enemy=True, dominance=each.number) for each in self.enemies]
        return [initiative(foe, 0, self.rulings) for foe in foes]


class InitiativeOdds(Widget[InitiativeInputs]):
    """The order of activations in a round, as chances."""

    rules = ("P-8.2",)
    title = Text("Initiative calculator", "イニシアチブ計算機")

    def answer(self, inputs: InitiativeInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the order odds of everybody."""
        pcs, enemies, modifiers, dominances = inputs.pcs, inputs.enemies, inputs.modifiers, inputs.dominances
        ahead, behind = party_ahead(modifiers, dominances)
        firsts = first_to_act(modifiers, dominances)
        status = Text(
            "All PCs act before all enemies: {ahead}. A PC acts first of all: {first}.",
            "参加PC全員が敵より先に動く確率は{ahead}、参加PCの誰かが最初に動く確率は{first}。",
        ).format(ahead=exactly(ahead), first=exactly(sum(firsts[0], Fraction(0))))

        def output() -> list[Element]:
            return [
                summary(status, language),
                _whole_sides(ahead, behind, language),
                *(
                    _against(pcs, modifiers, enemy, dominance, language)
                    for enemy, dominance in zip(enemies, dominances, strict=True)
                ),
                _first_of_all((*pcs, *enemies), (*firsts[0], *firsts[1]), len(pcs), language),
                fold(
                    Text("How many PCs act before each enemy", "何人が敵より先に動くか"),
                    language,
                    _how_many(enemies, modifiers, dominances, language),
                ),
                working(_working(inputs), language),
            ]

        return Answer(status, output, rolls=lambda: _rolls(inputs))


def _rolls(inputs: InitiativeInputs) -> tuple[Roll, ...]:
    """What the PCs roll; an enemy's initiative is its dominance (P-8.2, P-8.3)."""
    who = sharing(inputs.modifiers, (person.name for person in inputs.pcs))
    return tuple(initiative_roll(modifier, name) for modifier, name in who.items())


def _whole_sides(ahead: Fraction, behind: Fraction, language: Language) -> Element:
    rows = [
        (Text("all PCs before all enemies", "参加PC全員が先"), ahead, "for-a"),
        (Text("mixed", "入り混じる"), 1 - ahead - behind, ""),
        (Text("all enemies before all PCs", "敵全員が先"), behind, "for-b"),
    ]
    return odds_table(Text("One side before the other", "どちらの側が先か"), Text("Order", "順番"), rows, language)


def _against(
    pcs: Sequence[Person], modifiers: Sequence[int], enemy: Person, dominance: int, language: Language
) -> Element:
    """Each PC against one enemy, with ties apart."""
    rows = []
    for pc, modifier in zip(pcs, modifiers, strict=True):
        odds = initiative_odds(modifier, dominance)
        label = pc.name if not modifier else pc.name + same(f" {signed(modifier)}")
        rows.append((named(label, language), odds.before, odds.tie, odds.after, odds.first))
    heads = (
        Text("PC", "参加PC"),
        Text("Higher", "高い"),
        Text("Tie", "同値"),
        Text("Lower", "低い"),
        Text("Acts first", "先に動く"),
    )
    caption = Text("Against {name}, initiative {value}", "{name}（イニシアチブ{value}）に対して")
    return table(caption.format(name=enemy.name, value=written(dominance)), heads, rows, language)


def _first_of_all(people: Sequence[Person], chances: Sequence[Fraction], pcs: int, language: Language) -> Element:
    rows = [
        (person.name, chance, "for-a" if place < pcs else "for-b")
        for place, (person, chance) in enumerate(zip(people, chances, strict=True))
    ]
    return odds_table(Text("Who acts first of all", "最初に動くのは誰か"), Text("Who", "誰"), rows, language)


def _how_many(
    enemies: Sequence[Person], modifiers: Sequence[int], dominances: Sequence[int], language: Language
) -> list[Element]:
    tables = []
    for enemy, dominance in zip(enemies, dominances, strict=True):
        rows = [(same(n), chance, "for-a") for n, chance in acting_before(modifiers, dominance).items()]
        caption = Text("PCs before {name}", "{name}より先に動く人数").format(name=enemy.name)
        tables.append(odds_table(caption, Text("PCs", "人数"), rows, language))
    return tables


def _working(inputs: InitiativeInputs) -> Iterable[Text]:
    yield Text(
        "A PC’s initiative is 2D6 with its modifiers (P-8.2), an enemy’s is its dominance (P-8.3); the higher one acts"
        " first (P-8.4).",
        "参加PCのイニシアチブは2D6に修正を加えたもの（P-8.2）、敵は支配力です（P-8.3）。高いほうが先に動きます（P-8.4）。",
    )
    yield Text(
        "A tie is settled by rolling again (P-8.5): of n tied, each comes first with 1/n. Lucky, Fumble, reroll and"
        " assist have no place here (P-Q9).",
        "同値はもう一度振って決めるので（P-8.5）、n人なら誰もが1/nで最初になります。ラッキー♪、ファンブル、振り直し、"
        "援助は関係しません（P-Q9）。",
    )
    if any(enemy.conditions for enemy in inputs.enemies):
        if inputs.rulings.dominance_modified:
            yield Text("Conditions change dominance too (P-Q8).", "コンディションは支配力にも影響します（P-Q8）。")
        else:
            yield Text("Conditions leave dominance alone (P-Q8).", "コンディションは支配力に影響しません（P-Q8）。")
    for person in (*inputs.pcs, *inputs.enemies):
        ignored = [ident for ident in person.conditions if "initiative" not in PER_COPY.get(ident, {})]
        if ignored:
            words = Text(
                "{who}: no effect on initiative from {names} (P-M12).",
                "{who}の{names}は、イニシアチブに響きません（P-M12）。",
            )
            yield words.format(who=person.name, names=names(ignored))
