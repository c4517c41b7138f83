"""What is rolled at the table, as the tools that roll or count dice write it, and the menu from which that is copied.

A game says which dice are rolled and what no such tool knows of them: Lucky, masteries, a best of several rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from rules_py.core.markup import h, marked_up
from rules_py.core.text import Language, Text, same, sentences
from rules_py.core.words import words

WORDS = words("core")

MOST_DICE = 100
"""More dice than any game here rolls; beyond 200 BCDice counts none of them and does not say so."""
MOST_IN_A_SEQUENCE = 8
"""So many dice AnyDice counts one by one; of more it is told how often one die succeeds, or it runs out of time."""

type Line = tuple[str | Text | None, *tuple[Text, ...]]
"""What one types into a tool, none if there is nothing to type; then what the tool leaves to the players."""


@dataclass(frozen=True)
class Sum:
    """Dice whose faces are added up.

    Args:
        dice: How many.
        faces: Faces of each.
        modifier: What is added.
        target: What the total has to reach; none if it is not compared.
        best: How many of the highest faces count; all of them if none is said.
    """

    dice: int
    faces: int
    modifier: int = 0
    target: int | None = None
    best: int | None = None

    @property
    def idle(self) -> Text | None:
        """Why nothing is rolled; none if something is."""
        return _too_few_or_many(self.dice)

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each of `TOOLS`."""
        dice, faces, target, best = self.dice, self.faces, self.target, self.best
        plus = f"{self.modifier:+d}" if self.modifier else ""
        reach, reached = ("", "") if target is None else (f">={target}", f" >= {target}")
        alone = () if target is None else (WORDS["compare_yourself"].format(target=target),)
        shown = () if target is None else (WORDS["shows_1_or_0"],)
        kept = f"{dice}d{faces}{f'kh{best}' if best else ''}{plus}"
        counted = f"[highest {best} of {dice}d{faces}]{plus}" if best else f"{dice}d{faces}{plus}"
        made = f"d{faces}.highest({dice}, {best})" if best else f"{dice} @ d{faces}"
        total = f"{made} {plus[0]} {plus[1:]}" if plus else made
        three = Text(f" (best {best})", f"（上位{best}個）") if best else same("")
        goal = same("") if target is None else Text(f", {target} or more", f"、{target}以上")
        return (
            (f"{dice}D{faces}{f'KH{best}' if best else ''}{plus}{reach}",),
            (f"/r {{{kept}}}cs{reach}", *shown) if target is not None and target > 0 else (f"/r {kept}", *alone),
            (f"/roll {kept}", *alone),
            (f"!r {kept}{reach}", *shown),
            (f"/roll {dice}d{faces}{f' k{best} ' if best else ''}{plus}".rstrip(), *alone),
            (f"output {counted}{reached}", WORDS["shows_chances"]),
            (f"({total}){reached}" if reached else total, _python(f"d{faces}")),
            (same(f"{dice}D{faces}") + three + same(plus) + goal,),
        )


@dataclass(frozen=True)
class Pool:
    """Dice of which those that show a number, or better, are counted.

    Args:
        dice: How many.
        faces: Faces of each.
        face: The number.
        at_most: Is less better?
    """

    dice: int
    faces: int
    face: int
    at_most: bool = False

    @property
    def hits(self) -> range:
        """The faces that count."""
        return range(1, min(self.face, self.faces) + 1) if self.at_most else range(max(1, self.face), self.faces + 1)

    @property
    def idle(self) -> Text | None:
        """Why nothing is rolled; none if something is."""
        if not self.hits:
            return WORDS["no_face_succeeds"]
        return _too_few_or_many(self.dice) or (WORDS["every_face_succeeds"] if len(self.hits) == self.faces else None)

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each of `TOOLS`."""
        dice, faces, face = self.dice, self.faces, self.face
        sign, meaning = ("<", WORDS["sign_means_or_less"]) if self.at_most else (">", WORDS["sign_means_or_more"])
        ends = f"{self.hits[0]}..{self.hits[-1]}" if len(self.hits) > 1 else str(face)
        counted = f"[count {{{ends}}} in {dice}d{faces}]"
        if dice > MOST_IN_A_SEQUENCE:
            counted = f"{dice}d{{0:{faces - len(self.hits)},1:{len(self.hits)}}}"
        plain = WORDS["or_less_count" if self.at_most else "or_more_count"]
        return (
            (f"{dice}B{faces}{sign}={face}",),
            (f"/r {dice}d{faces}cs{sign}={face}",),
            (f"/roll {dice}d{faces}{sign}{face}", meaning),
            (f"!r {'+'.join([f'(1d{faces}{sign}={face})'] * dice)}",),
            (f"/roll {dice}d{faces} t{'l' if self.at_most else ''}{face}",),
            (f"output {counted}", WORDS["shows_chances"]),
            (f"{dice} @ (d{faces} {sign}= {face})", _python(f"d{faces}")),
            (Text(f"{dice}D{faces}, dice of {face}", f"{dice}D{faces}、{face}") + plain,),
        )


@dataclass(frozen=True)
class OneDie:
    """One die that has to show a number or less.

    Args:
        faces: Its faces.
        most: The number.
    """

    faces: int
    most: int

    @property
    def idle(self) -> Text | None:
        """Why nothing is rolled: it always is."""
        return None

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each of `TOOLS`."""
        die, most = f"1d{self.faces}", self.most
        return (
            (f"1D{self.faces}<={most}",),
            (f"/r {die}cs<={most}", WORDS["shows_1_or_0"]),
            (f"/roll {die}<{most}", WORDS["sign_means_or_less"]),
            (f"!r {die}<={most}", WORDS["shows_1_or_0"]),
            (f"/roll {die} tl{most}",),
            (f"output {die} <= {most}", WORDS["shows_chances"]),
            (f"d{self.faces} <= {most}", _python(f"d{self.faces}")),
            (Text(f"1D{self.faces}, {most} or less", f"1D{self.faces}、{most}以下"),),
        )


@dataclass(frozen=True)
class TopCard:
    """The top card of a deck.

    Args:
        cards: The cards that it may be, each as likely.
    """

    cards: tuple[Text, ...]

    @property
    def idle(self) -> Text | None:
        """Why nothing is drawn; none if something is."""
        return None if len(self.cards) > 1 else WORDS["nothing_left_to_chance"]

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each of `TOOLS`."""
        names = [(card.en, card.ja) for card in self.cards]
        listed = Text(*map(",".join, zip(*names, strict=True)))
        quoted = Text(*('", "'.join(each) for each in zip(*names, strict=True)))
        deck = WORDS["draw_from_deck"].format(n=len(names))
        return (
            (same("choice[") + listed + same("]"), WORDS["forgets_what_is_drawn"]),
            (None, deck),
            (None, deck),
            (None, WORDS["knows_no_cards"]),
            (None, WORDS["knows_no_cards"]),
            (None, WORDS["knows_no_cards"]),
            (same('Deck(["') + quoted + same('"]).deal(1)'), _python("Deck")),
            (Text(f"The top card of a deck of {len(names)}", f"{len(names)}枚の山札の一番上"),),
        )


@dataclass(frozen=True)
class Roll:
    """A roll at the table.

    Args:
        rolled: What is rolled or drawn.
        lost: What none of the tools marks or does, in whole sentences.
        name: What it is for, where a calculator has several.
        bot: What BCDice marks all the same in a room with the dice bot of that game, in a whole sentence.
    """

    rolled: Sum | Pool | OneDie | TopCard
    lost: tuple[Text, ...] = ()
    name: Text | None = None
    bot: Text | None = None


@dataclass(frozen=True)
class Notation:
    """A roll as one types it into a tool.

    Args:
        tool: The tool.
        typed: What one types; none if it is not possible there.
        lost: What that tool leaves to the players, beyond what none of them does; where nothing can be typed, why.
    """

    tool: Text
    typed: Text | None
    lost: tuple[Text, ...] = ()


TOOLS = (
    Text("BCDice (CCFOLIA, Udonarium)", "BCDice（ココフォリア、ユドナリウム）"),
    same("Foundry VTT"),
    same("Roll20"),
    Text("Avrae (Discord)", "Avrae（Discord）"),
    Text("Dice Maiden (Discord)", "Dice Maiden（Discord）"),
    same("AnyDice"),
    same("icepool"),
    Text("Plain text", "テキスト"),
)


def notations(roll: Roll) -> tuple[Notation, ...]:
    """Return a roll as each of the tools takes it.

    Args:
        roll: What is rolled.

    Returns:
        One notation for each of `TOOLS`, in their order; none can be typed where there is nothing to roll.

    Example:
        >>> for each in notations(Roll(Sum(2, 6, 5, target=12)))[:4]:
        ...     print(each.tool.en, "|", each.typed and each.typed.en, *(said.en for said in each.lost))
        BCDice (CCFOLIA, Udonarium) | 2D6+5>=12
        Foundry VTT | /r {2d6+5}cs>=12 It shows 1 for a success, else 0.
        Roll20 | /roll 2d6+5 Check for yourself whether it is 12 or more.
        Avrae (Discord) | !r 2d6+5>=12 It shows 1 for a success, else 0.
        >>> [each.typed.en for each in notations(Roll(Pool(5, 10, 3, at_most=True))) if each.typed][4:7]
        ['/roll 5d10 tl3', 'output [count {1..3} in 5d10]', '5 @ (d10 <= 3)']
        >>> {each.typed for each in notations(Roll(Pool(0, 6, 4)))}
        {None}
    """
    idle = roll.rolled.idle
    if idle:
        return tuple(Notation(tool, None, (idle,)) for tool in TOOLS)
    found = [
        Notation(tool, same(line[0]) if isinstance(line[0], str) else line[0], line[1:])
        for tool, line in zip(TOOLS, roll.rolled.lines, strict=True)
    ]
    if roll.bot:
        found[0] = Notation(found[0].tool, found[0].typed, (*found[0].lost, roll.bot))
    return tuple(found)


def copy_as(
    rolls: Sequence[Roll], language: Language, answer: Callable[[], str] | None = None, *, opened: bool = True
) -> list[Element]:
    """Return the menu from which rolls are copied, and a question with its answer; nothing where there is neither.

    Args:
        rolls: What is rolled, each with a name if there are several.
        language: The reader's language.
        answer: Says question and answer in words, in some lines; none where these are not to be copied.
        opened: Is what stands in it wanted, or only its fold, which the page fills in once it is opened?

    Example:
        >>> (menu,) = copy_as([Roll(Sum(2, 6, 5))], "en")
        >>> [each.text for each in menu.iter("code")][:3]
        ['2D6+5', '/r 2d6+5', '/roll 2d6+5']
        >>> next(menu.iter("button")).get("aria-label")
        'Copy for BCDice (CCFOLIA, Udonarium)'
    """
    if not rolls and answer is None:
        return []
    summary = h("summary", WORDS["copy_as"].get(language))
    if not opened:
        return [h("details", summary, class_="copy-as")]
    alive = [roll for roll in rolls if not roll.rolled.idle]
    told = [
        h("li", *marked_up(said.get(language))) for said in dict.fromkeys(said for roll in alive for said in roll.lost)
    ]
    told += [_idle(roll, language) for roll in rolls if roll.rolled.idle]
    rows = [
        _row(list(zip(alive, found, strict=True)), language)
        for found in zip(*(notations(roll) for roll in alive), strict=True)
    ]
    if answer is not None:
        if not rows:
            rows.append(h("div", h("dt", TOOLS[-1].get(language))))
        rows[-1].append(_typed(TOOLS[-1], WORDS["question_and_answer"], answer(), language))
    hint = WORDS["no_line_knows"] if alive and told else None if rolls else WORDS["nothing_rolled_here"]
    return [
        h(
            "details",
            summary,
            [h("p", hint.get(language), class_="field-hint")] if hint else [],
            [h("ul", told)] if told else [],
            [h("dl", rows)] if rows else [],
            class_="copy-as",
        )
    ]


def _idle(roll: Roll, language: Language) -> Element:
    name = WORDS["name_before"].format(name=roll.name).get(language) if roll.name else None
    return h("li", name, roll.rolled.idle.get(language) if roll.rolled.idle else None)


def _row(found: Sequence[tuple[Roll, Notation]], language: Language) -> Element:
    """Return a tool with what is typed into it for each roll."""
    tool = found[0][1].tool
    lost = sentences(dict.fromkeys(said for _, notation in found for said in notation.lost)).get(language)
    typed = [
        _typed(tool, roll.name, notation.typed.get(language), language) for roll, notation in found if notation.typed
    ]
    return h("div", h("dt", tool.get(language)), typed, [h("dd", lost, class_="field-hint")] if lost else [])


def _typed(tool: Text, name: Text | None, text: str, language: Language) -> Element:
    """Return what is copied for a tool, with its button; the name says what it is, where there are several."""
    label = WORDS["copy_for"].format(tool=tool)
    line = [h("span", name.get(language))] if name else []
    line.append(h("code", text))
    for each in line:
        each.tail = " "
    told = WORDS["label_and_name"].format(label=label, name=name) if name else label
    key = h("button", WORDS["copy"].get(language), type="button", data_copy=True, aria_label=told.get(language))
    return h("dd", line, key)


def _too_few_or_many(dice: int) -> Text | None:
    if dice < 1:
        return WORDS["no_dice_to_roll"]
    return WORDS["too_many_dice"].format(most=MOST_DICE) if dice > MOST_DICE else None


def _python(what: str) -> Text:
    return WORDS["shows_chances_in_python"].format(what=what)
