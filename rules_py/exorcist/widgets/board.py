"""Barrier board: who stands where and may go where; pegs, rope and barriers step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.controls import button, closed, fieldset, flag, select, text_input
from rules_py.errors import ForbiddenAction
from rules_py.exorcist.barriers import (
    MOST_PIECES,
    Grounds,
    apply,
    free_problem,
    harder,
    peg_problem,
    remove_problem,
    rope_problem,
    set_problem,
)
from rules_py.exorcist.board import (
    EFFECTS,
    KINDS,
    LARGEST,
    MOST_MOVEMENT,
    NOBODY,
    SMALLEST,
    Board,
    Piece,
    Size,
    Square,
    mobility_at_start,
    movement_range,
    peg_squares,
    square_name,
)
from rules_py.exorcist.characters import (
    MOST_ABILITY,
    MOST_EXTRA,
    MOST_MOBILITY,
    MOST_SUPPLIES,
    UKKOKU_AGEHA,
)
from rules_py.exorcist.checks import LADDER
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM
from rules_py.exorcist.table import read_dice
from rules_py.exorcist.widgets.board_view import lay_out, sheets
from rules_py.exorcist.widgets.common import named
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading
from rules_py.stepper import Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, same
from rules_py.widget import Group, IntegerField

_PIECES = (
    Piece(Text("Aoi", "アオイ"), (1, 3), mobility=6, skill=4, spirit=3, pegs=3, rope=9),
    Piece(Text("Ren", "レン"), (0, 1), mobility=5, skill=4, spirit=3, pegs=2, rope=6),
    Piece(
        UKKOKU_AGEHA.name,
        (4, 2),
        "kaii",
        mobility=UKKOKU_AGEHA.mobility,
        evades=UKKOKU_AGEHA.evades,
        skill=UKKOKU_AGEHA.skill,
        spirit=UKKOKU_AGEHA.spirit,
        removal=UKKOKU_AGEHA.removal_dice,
    ),
    Piece(Text("Stone lantern", "石灯籠"), (2, 2), "object"),
)
_NUMBERS = (
    ("mobility", Text("Mobility", "【機動力】"), MOST_MOBILITY, "5"),
    ("skill", Text("Skill", "【巧】"), MOST_ABILITY, "3"),
    ("spirit", Text("Spirit", "【霊】"), MOST_ABILITY, "3"),
    ("removal", Text("Removal bonus (E-11.25)", "解除の追加ダイス（E-11.25）"), MOST_EXTRA, "0"),
    ("pegs", Text("Pegs", "祓串"), MOST_SUPPLIES, "2"),
    ("rope", Text("Rope", "注連鋼縄"), MOST_SUPPLIES, "6"),
)
_PLACES = {
    "put": {"do": "new_square", "square": "new_square"} | {name: f"new_{name}" for name, _, _, _ in _NUMBERS},
    "shift": {"do": "to", "square": "to"},
    "activate": {"do": "acting", "who": "acting", "mobility": "movement"},
    "look": {"do": "looking", "who": "looking"},
    "move": {"do": "move_to", "square": "move_to"},
    "peg": {"do": "peg_to", "square": "peg_to"},
}
"""Controls of the arguments that the rules call otherwise, by action."""
_DICE = Text("Dice or =successes (empty: rolled here)", "出目か「=成功数」（空欄で自動）")


class BarrierBoard(Stepper[Grounds]):
    """Plays pegs, rope, barriers and movement by the rules of `rules_py.exorcist.barriers`."""

    name = "exorcist.board"
    title = Text("Barrier board", "結界盤")
    groups = (
        Group(
            (
                IntegerField("columns", Text("Columns", "横のマス数"), "9", least=SMALLEST, most=LARGEST),
                IntegerField("rows", Text("Rows", "縦のマス数"), "7", least=SMALLEST, most=LARGEST),
            )
        ),
        house_rules(SYSTEM, Rulings, "exorcist.board", numbers=NUMBERS),
        Group(link_fields()),
    )

    def start(self, inputs: Mapping[str, Any]) -> Grounds:
        """Return two exorcists, a kai'i and an object, to be played or changed."""
        return Grounds(Board(Size(inputs["columns"], inputs["rows"]), _PIECES), shown=0)

    def apply(self, state: Grounds, action: Action, inputs: Mapping[str, Any]) -> tuple[Grounds, list[Event]]:
        """Carry an action out."""
        return apply(state, action, read_rulings(SYSTEM, Rulings, inputs), inputs["seed"])

    def action(self, state: Grounds, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls of its form part mean."""
        verb, *arguments = pressed["do"].split(":")
        number = [int(x) if x.isascii() and x.isdigit() and len(x) < 5 else x for x in arguments]

        def whole(name: str, most: int) -> int:
            return IntegerField(name, same(name), most=most).parse(pressed.get(name, ""))

        def square(name: str) -> list[int]:
            return list(state.board.size.read(pressed.get(name, ""), name))

        if verb == "put":
            numbers = [whole(f"new_{name}", most) for name, _, most, _ in _NUMBERS]
            kind = pressed.get("kind", "")
            return ["put", pressed.get("name", ""), kind, square("new_square"), numbers, pressed.get("evades") == "1"]
        if verb == "shift":
            return ["shift", whole("who", 999), square("to")]
        if verb == "activate":
            who = number[0] if number else whole("acting", 999)
            given = whole("movement", MOST_MOVEMENT) if pressed.get("movement", "").strip() else None
            if pressed.get("manoeuvre") == "1":
                return ["activate", who, given, True]
            return ["activate", who, *([] if given is None else [given])]
        if verb == "look":
            return [verb, *number] if number else [verb, whole("looking", 999)]
        if verb in ("move", "peg") and number:
            return [verb, number]
        if verb in ("move", "peg"):
            return [verb, square(f"{verb}_to")]
        if verb in ("rope", "remove"):
            dice = read_dice(pressed.get("dice", ""))
            return [verb, *number] if dice is None else [verb, *number, dice]
        if verb == "set":
            return ["set", *number, pressed.get("effect", ""), pressed.get("difficulty", "")]
        return [verb, *number]

    def beside(self, action: Action, field: str) -> str:
        """Return the control that holds what was refused."""
        return _PLACES.get(str(action[0]), {}).get(field, field)

    def show(
        self, state: Grounds, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the moment, and what is looked up."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        reach = _reach(state, rulings)
        title = Text("Choose who acts", "誰の手番か選ぶ")
        if state.active != NOBODY:
            title = Text("{name}’s activation · movement left: {n}", "{name}の手番・残りの【機動力】{n}").format(
                name=state.board.piece(state.active).name, n=state.movement
            )
        controls = [heading(4, title.get(language), class_="phase", tabindex="-1")]
        done = inputs["actions"][: len(inputs["actions"]) - inputs["undone"]]
        next_up = _next(state, rested=bool(done) and done[-1] == ["rest"])
        if state.active != NOBODY:
            controls += _acting(state, reach, rulings, language)
        else:
            controls += _waiting(state, next_up, language)
        controls.append(_changes(state, language))
        more = Text("", "") if log else Text("The board is being set up.", "盤の準備中です。")
        return more, {
            "output": [h("div", lay_out(state, reach, rulings, language), class_="board grounds")],
            "controls": controls,
            "sheets": sheets(state, reach, rulings, language),
        }


def _next(state: Grounds, *, rested: bool) -> int:
    """Return whose activation is likely to come: after one has ended, that of the next piece, else of the one shown."""
    people = [who for who, piece in state.board.standing() if piece.character]
    if not rested or state.shown not in people:
        return state.shown
    return people[(people.index(state.shown) + 1) % len(people)]


def _reach(state: Grounds, rulings: Rulings) -> dict[Square, int] | None:
    """Where whoever acts, or is looked at, may go."""
    if state.active != NOBODY:
        return movement_range(state.board, state.active, state.movement, rulings)
    if state.shown == NOBODY:
        return None
    mobility = mobility_at_start(state.board, state.shown, rulings)
    return movement_range(state.board, state.shown, mobility, rulings)


# --- controls ---------------------------------------------------------------------------------------------------------


def _characters(state: Grounds) -> list[tuple[object, Text]]:
    return [(who, piece.name) for who, piece in state.board.standing() if piece.character]


def _waiting(state: Grounds, next_up: int, language: Language) -> list[Element]:
    people = _characters(state)
    if not people:
        return []
    form = [
        select("acting", Text("Who acts", "誰の手番か"), people, language, next_up),
        button("activate", Text("Begin the activation", "手番を始める"), language, primary=True),
    ]
    rare = [
        text_input("movement", Text("Other mobility", "【機動力】の変更"), language, size=4, inputmode="numeric"),
        flag("manoeuvre", Text("With the tactical manoeuvre", "【戦術機動】を使う"), language),
    ]
    note = Text(
        "Tactical manoeuvre: tick it, and rope and removal checks are one step harder (E-4.6, E-Q33). Make its check at"
        " the table; if it gives more mobility, type that (E-Q5).",
        "【戦術機動】を使うなら印を付けます。注連鋼縄の判定と解除判定が1段階難しくなります（E-4.6、E-Q33）。"
        "【戦術機動】の判定は卓で行い、【機動力】が増えたらその値を書きます（E-Q5）。",
    )
    look = [
        select("looking", Text("Whose movement", "誰の移動範囲か"), people, language, state.shown),
        button("look", Text("Show", "表示する"), language),
    ]
    return [
        fieldset(Text("Activation", "手番"), form, language),
        fieldset(Text("Movement on the board", "移動範囲の表示"), look, language),
        h(
            "details",
            h("summary", Text("More", "その他").get(language)),
            fieldset(Text("Tactical manoeuvre", "【戦術機動】"), rare, language, note),
            class_="more",
        ),
    ]


def _squares(squares: Iterable[tuple[Square, int | None]]) -> list[tuple[object, Text]]:
    ordered = sorted(squares, key=lambda found: (found[0][1], found[0][0]))
    return [
        (square_name(square), same(square_name(square) + ("" if cost is None else f" ({cost})")))
        for square, cost in ordered
    ]


def _acting(state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language) -> list[Element]:
    """Return what can be done in an activation: first what takes the barrier one step further."""
    piece = state.board.piece(state.active)
    problems: list[ForbiddenAction | None] = [peg_problem(state)]
    parts = _at_pegs(state, problems, rulings, language)
    rest = button("rest", Text("End the activation", "手番を終える"), language, primary=not _primary(parts))
    parts.append(h("p", rest))
    goals = [(square, cost) for square, cost in (reach or {}).items() if square != piece.square]
    if goals:
        form = [
            select("move_to", Text("Square (cost)", "マス（消費）"), _squares(goals), language),
            button("move", Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(Text("Move", "移動"), form, language))
    if problems[0] is None:
        free = _squares((square, None) for square in peg_squares(state.board, piece.square))
        form = [
            select("peg_to", Text("Square", "マス"), free, language, square_name(piece.square)),
            button("peg", Text("Place a peg", "祓串を置く"), language),
        ]
        parts.append(fieldset(Text("Peg", "祓串"), form, language, Text("7×7 squares (E-7.17)", "7×7マス（E-7.17）")))
    return parts + closed(problems, language)


def _primary(parts: list[Element]) -> bool:
    return any(each.get("class") == "primary" for part in parts for each in part.iter("button"))


def _at_pegs(
    state: Grounds, problems: list[ForbiddenAction | None], rulings: Rulings, language: Language
) -> list[Element]:
    """Return what can be done at the pegs; what cannot is added to the problems."""
    rolling: list[Element] = []
    setting: list[Element] = []
    freeing: list[Element] = []
    for number, peg in state.board.placed():
        name = square_name(peg.square)
        if not peg.area or (rulings.rope_again and not peg.barrier):
            problems.append(rope_problem(state, number, rulings))
            if problems[-1] is None:
                label = Text(f"Lay rope at {name}", f"{name}に注連鋼縄を張る")
                rolling.append(button(f"rope:{number}", label, language))
        if peg.area and not peg.barrier:
            problems.append(set_problem(state, number, rulings))
            if problems[-1] is None:
                setting.append(button(f"set:{number}", Text(f"Set it at {name}", f"{name}に設置する"), language))
        elif peg.barrier and free_problem(state, number) is None:
            freeing.append(
                button(f"free:{number}", Text(f"Remove own at {name}", f"{name}の自分の結界を解除する"), language)
            )
        elif peg.barrier:
            problems.append(remove_problem(state, number, rulings))
            if problems[-1] is None:
                label = Text(f"Removal check at {name}", f"{name}の結界の解除判定")
                rolling.append(button(f"remove:{number}", label, language))
    ropes = [each for each in rolling if each.get("value", "").startswith("rope")]
    for likely in (setting or ropes)[:1]:
        likely.set("class", "primary")
    parts: list[Element] = []
    if setting:
        difficulties: list[tuple[object, Text]] = [(d.text.en, named(d)) for d in LADDER]
        form = [
            select("effect", Text("Effect (E-Q13)", "効果（E-Q13）"), list(EFFECTS.items()), language, "wall"),
            select("difficulty", Text("Removal difficulty", "解除難易度"), difficulties, language, "NORMAL"),
            *setting,
        ]
        note = Text(
            "The table of removal difficulties by Spirit is lost (E-7.31): agree on one with the GM (E-Q37).",
            "【霊】から解除難易度を決める表は失われています（E-7.31）。GMと相談して決めてください（E-Q37）。",
        )
        parts.append(fieldset(Text("Set a barrier", "結界を設置する"), form, language, note))
    if rolling:
        form = [text_input("dice", _DICE, language, size=12), *rolling]
        steps = None
        if harder(state, rulings):
            steps = Text(
                "One step harder after the tactical manoeuvre (E-4.6, E-Q33).",
                "【戦術機動】で1段階難しくなります（E-4.6、E-Q33）。",
            )
        parts.append(fieldset(Text("Instead of an attack", "攻撃の代わり"), form, language, steps))
    if freeing:
        parts.append(h("div", freeing, class_="buttons"))
    return parts


def _changes(state: Grounds, language: Language) -> Element:
    """Return what the GM may change at any time."""
    kinds: list[tuple[object, Text]] = list(KINDS.items())
    new = [
        text_input("name", Text("Name", "名前"), language, size=14),
        select("kind", Text("Kind", "種類"), kinds, language, "kaii"),
        text_input(
            "new_square", Text("Square, such as C4", "マス（例：C4）"), language, size=4, autocapitalize="characters"
        ),
    ]
    new += [
        text_input(f"new_{name}", label, language, value, size=4, inputmode="numeric")
        for name, label, _, value in _NUMBERS
    ]
    new += [
        flag("evades", Text("Kai’i of evasion type yes (E-11.17)", "【回避種別】ありの界異（E-11.17）"), language),
        button("put", Text("Put it there", "置く"), language),
    ]
    everything: list[tuple[object, Text]] = [(w, p.name) for w, p in state.board.standing()]
    parts = []
    if len(everything) < MOST_PIECES:
        parts.append(fieldset(Text("Add a piece", "駒を加える"), new, language))
    if everything:
        form = [
            select("who", Text("Piece", "駒"), everything, language),
            text_input("to", Text("To square", "移す先"), language, size=4, autocapitalize="characters"),
            button("shift", Text("Put it elsewhere", "移す"), language),
        ]
        parts.append(fieldset(Text("Put a piece elsewhere", "駒を移す"), form, language))
        taking = [
            button(f"take:{who}", Text("Take {name} away", "{name}を取り除く").format(name=piece.name), language)
            for who, piece in state.board.standing()
        ]
        parts.append(h("div", taking, class_="buttons"))
    return h("details", h("summary", Text("Change the board", "盤を整える").get(language)), parts, class_="changes")
