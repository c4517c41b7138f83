"""Tables that are rolled or drawn on, for online tables: as original tables of BCDice, as RollTables of Foundry."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby

from rules_py.avatar.cards import deck_of
from rules_py.avatar.events import event_row
from rules_py.avatar.system import SYSTEM as AVATAR
from rules_py.contest.characters import STEP, Ability
from rules_py.contest.checks import FACES, SuccessLevel, compare_rolls
from rules_py.core.text import Language, Text
from rules_py.core.words import words

WORDS = words("exports")

_TABLE_ICON, _ROW_ICON = "icons/svg/d20-grey.svg", "icons/svg/d20-black.svg"


@dataclass(frozen=True)
class FaceTable:
    """A table on which one die is rolled, or a card drawn.

    Args:
        name: What it is called.
        results: What each face brings, from 1 up.
        returns: May a result come again? What is drawn from a deck stays out until that is shuffled.
    """

    name: Text
    results: tuple[Text, ...]
    returns: bool = True

    @property
    def die(self) -> str:
        """The die, as dice bots write it."""
        return f"1d{len(self.results)}"


def level_table(ability: Ability, name: Text | None = None) -> FaceTable:
    """Return the success level that each roll reaches in a serial contest.

    Args:
        ability: The number that is rolled against, and the masteries that are left over when those of the opponent have
            cancelled theirs.
        name: What it is called, instead of saying which ability it is for.

    Source: C-4.2, C-4.3, C-M4, C-M5, C-Q1, C-Q2.

    Example:
        >>> [result.en for result in level_table(Ability(1, 12)).results[::11]]
        ['Critical, and the opponent’s result is 1 lower', 'Critical']
        >>> level_table(Ability(0, 12)).results[12].en
        'Failure'
    """
    results = []
    for roll in range(1, FACES + 1):
        own, opponent = compare_rolls(ability, Ability(0, STEP), roll, 1)
        lower = SuccessLevel.CRITICAL - opponent
        results.append(WORDS["level_that_lowers"].format(level=own.text, n=lower) if lower else own.text)
    return FaceTable(name or WORDS["level_of"].format(ability=ability), tuple(results))


def event_table() -> FaceTable:
    """Return the random events of Avatars by the top card of a full deck; a Joker is followed by another card.

    Source: A-12.3, A-T2, A-Q23.

    Example:
        >>> event_table().die, event_table().results[13].ja
        ('1d52', '♥A 美しい、または醜い異性に出会う（数が大きいほど美しい。「恋」の相手にできる）')
    """
    table = AVATAR.tables["A-T2"]
    rows = {row.id: row.cells for row in table.rows}
    results = []
    for card in deck_of():
        _, what, more = rows[str(event_row(card))]
        results.append(WORDS["event_on_card"].format(card=card.label(), what=what, more=more))
    return FaceTable(table.title, tuple(results), returns=False)


def bcdice_table(table: FaceTable, language: Language) -> str:
    r"""Return a table as an original table of BCDice: its name, its die, a line for each face.

    Args:
        table: The table.
        language: The language of its words.

    Example:
        >>> coin = FaceTable(Text("Coin", "コイン"), (Text("heads", "表"), Text("tails", "裏")))
        >>> bcdice_table(coin, "ja")
        'コイン\n1D2\n1:表\n2:裏'
    """
    lines = [f"{face}:{result.get(language)}" for face, result in enumerate(table.results, 1)]
    return "\n".join((table.name.get(language), table.die.upper(), *lines))


def foundry_table(table: FaceTable, language: Language) -> str:
    """Return a table as JSON that a RollTable of Foundry imports; faces that bring the same share a row.

    Args:
        table: The table.
        language: The language of its words.

    Example:
        >>> made = json.loads(foundry_table(level_table(Ability(0, 5)), "en"))
        >>> made["formula"], [(row["description"], row["range"]) for row in made["results"]][:2]
        ('1d20', [('Critical', [1, 1]), ('Success', [2, 5])])
    """
    rows = []
    last = 0
    for said, faces in groupby(result.get(language) for result in table.results):
        weight = len(list(faces))
        rows.append(
            {
                "type": "text",
                "text": said,
                "name": "",
                "description": said,
                "img": _ROW_ICON,
                "weight": weight,
                "range": [last + 1, last + weight],
                "drawn": False,
            }
        )
        last += weight
    made = {
        "name": table.name.get(language),
        "img": _TABLE_ICON,
        "description": "",
        "formula": table.die,
        "replacement": table.returns,
        "displayRoll": True,
        "results": rows,
    }
    return json.dumps(made, ensure_ascii=False)
