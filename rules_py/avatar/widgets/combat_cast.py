"""The cast of a combat in the tray: who is added, and each sheet as it can be changed."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element

from rules_py.avatar.arguments import BOUNDS
from rules_py.avatar.cards import Suit
from rules_py.avatar.model import MOST_FIGHTERS, NUMBERS, Combat, Fighter, Side, Stage
from rules_py.avatar.widgets.combat_board import Asked
from rules_py.core import controls
from rules_py.core.markup import h
from rules_py.core.names import A_PC, AN_ENEMY, free_name
from rules_py.core.text import Language, Text, same

Options = list[tuple[object, Text]]


def entering(asked: Asked, *, wanted: bool = False) -> Element:
    """Return the form for somebody new, folded; between rounds also what takes somebody out.

    Args:
        asked: What is shown.
        wanted: Does a side lack somebody, so that this comes next?
    """
    state, language = asked.state, asked.language
    parts = []
    if len(state.fighters) < MOST_FIGHTERS:
        label = Text("Add the character", "キャラクターを加える")
        add = asked.press(["add", *_SHEET, controls.control("hand", empty="")], label, primary=wanted)
        form = [*_sheet_fields(_wanted(state) if wanted else _NEW, language), _hand_field("5", language), add]
        parts.append(controls.fieldset(Text("A character", "キャラクター"), form, language, _UNKNOWN + _MAY_BE_EMPTY))
    words = Text("Add a character", "キャラクターの追加")
    if state.stage is not Stage.SETUP:
        words = Text("Add and remove characters", "キャラクターの追加と取り消し")
        removing = [controls.removes(["remove", who], state.name(who), language) for who in state.there]
        parts.append(h("div", removing, class_="buttons"))
    return h("details", h("summary", words.get(language)), parts, class_="keeping")


def _wanted(state: Combat) -> Fighter:
    """Return somebody of the side that lacks one, by a name that nobody has."""
    taken = [fighter.name for fighter in state.fighters]
    if not any(fighter.side is Side.ENEMY for fighter in state.fighters):
        return replace(_NEW, name=free_name(AN_ENEMY, taken))
    return replace(_NEW, side=Side.PC, name=free_name(A_PC, taken))


_SHEET = (
    *map(controls.control, ("name", "side", "suit")),
    [*map(controls.control, ("ep", "sep", "limit")), controls.control("power", empty=None)],
)
"""What a button says of a sheet but for the hand."""
_NEW = Fighter(same(""), Side.ENEMY, Suit.SPADES, 3200, 1000, 5)
"""What stands in the form for somebody new."""
_MAY_BE_EMPTY = Text(
    "An empty attack power is 10% of the EP at that moment (A-Q32). Cards: SK ♥10 Joker.",
    "攻撃力が空欄なら、その時点のEPの10%とします（A-Q32）。カードは「SK ♥10 ジョーカー」のように。",
)
_UNKNOWN = Text(
    "How EP, SEP, hand limit and attack power are set is not in these chapters: type your own (A-Q27). ",
    "EP・SEP・手札上限・攻撃力の決め方は失われています。卓の値を書いてください（A-Q27）。",
)


def _sheet_fields(fighter: Fighter, language: Language) -> list[Element]:
    """Return what is filled in about a character but for the hand."""
    numbers = {key: getattr(fighter, key) for key in NUMBERS}
    told = {key: "" if value is None else str(value) for key, value in numbers.items()}
    suits: Options = [(suit.value, same(suit.symbol + " ") + suit.text) for suit in Suit]
    return [
        controls.name_input("name", language, fighter.name),
        controls.select("side", Text("Side", "立場"), Side.options(), language, fighter.side.value),
        controls.select("suit", Text("Own suit", "自身のスート"), suits, language, fighter.suit.value),
        *(
            controls.number_input(key, label, language, told[key], least=BOUNDS[key][0], size=6)
            for key, label in NUMBERS.items()
        ),
    ]


def _hand_field(hand: str, language: Language) -> Element:
    return controls.text_input(
        "hand", Text("Hand: cards, or how many", "手札（カードか枚数）"), language, hand, size=14
    )


def sheet(state: Combat, whose: str, language: Language) -> Element | None:
    """Return the sheet to be changed of the character with this number, before the combat with the hand."""
    who = controls.opened_place(whose, len(state.fighters))
    if who is None or state.stage is Stage.OVER:
        return None
    fighter = state.fighters[who]
    fields = _sheet_fields(fighter, language)
    action = ["edit", who, *_SHEET]
    if state.stage is Stage.SETUP:
        hand = " ".join(card.code for card in fighter.hand) or str(fighter.deal)
        fields.append(_hand_field(hand, language))
        action.append(controls.control("hand", empty=""))
    return controls.open_sheet(fighter.name, fields, action, language, _MAY_BE_EMPTY)
