"""Barrier board: who stands where and may go where; pegs, rope and barriers step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
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
    distance,
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
from rules_py.exorcist.figures import area_words, draw_board, draw_legend, tap_board
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM
from rules_py.exorcist.table import read_dice
from rules_py.exorcist.widgets.common import named
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading, marked_up
from rules_py.show import NAMED_ROWS, table
from rules_py.stepper import Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same
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
            given = whole("movement", MOST_MOVEMENT) if pressed.get("movement", "").strip() else None
            if pressed.get("manoeuvre") == "1":
                return ["activate", whole("acting", 999), given, True]
            return ["activate", whole("acting", 999), *([] if given is None else [given])]
        if verb == "look":
            return [verb, *number] if number else [verb, whole("looking", 999)]
        if verb == "move" and number:
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
        """Return the board, the controls of the moment, and the log."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        reach = _reach(state, rulings)
        title = Text("Choose who acts", "誰の手番か選ぶ")
        if state.active != NOBODY:
            title = Text("{name}’s activation · movement left: {n}", "{name}の手番・残りの【機動力】{n}").format(
                name=state.board.piece(state.active).name, n=state.movement
            )
        controls = [heading(4, title.get(language), class_="phase", tabindex="-1")]
        controls += _acting(state, reach, rulings, language) if state.active != NOBODY else _waiting(state, language)
        controls.append(_changes(state, language))
        drawing = draw_board(state.board, language, state.active, reach)
        board = [
            tap_board(state.board, self._taps(state, reach), drawing),
            *_shown(state, reach, language),
            _people(state, language),
            *_barriers(state, language),
            *_compared(state, rulings, language),
            h("details", h("summary", Text("Signs", "記号の見方").get(language)), draw_legend(language)),
        ]
        more = Text("", "") if log else Text("The board is being set up.", "盤の準備中です。")
        return more, {
            "output": [h("div", board, class_="board")],
            "controls": controls,
        }

    def _taps(self, state: Grounds, reach: dict[Square, int] | None) -> dict[Square, Element]:
        """Return what a tap means: a move while somebody acts, else whose movement is shown."""
        if state.active != NOBODY:
            own = state.board.piece(state.active).square
            found = {square: f"move:{square[0]}:{square[1]}" for square in reach or {} if square != own}
        else:
            found = {piece.square: f"look:{who}" for who, piece in state.board.standing() if piece.character}
        form = f"{self.name.replace('.', '-')}-form"
        return {square: h("button", type="submit", name="do", value=do, form=form) for square, do in found.items()}


def _reach(state: Grounds, rulings: Rulings) -> dict[Square, int] | None:
    """Where whoever acts, or is looked at, may go."""
    if state.active != NOBODY:
        return movement_range(state.board, state.active, state.movement, rulings)
    if state.shown == NOBODY:
        return None
    mobility = mobility_at_start(state.board, state.shown, rulings)
    return movement_range(state.board, state.shown, mobility, rulings)


# --- what is shown ----------------------------------------------------------------------------------------------------


def _shown(state: Grounds, reach: dict[Square, int] | None, language: Language) -> list[Element]:
    who = state.active if state.active != NOBODY else state.shown
    if reach is None or who == NOBODY:
        return []
    told = Text(
        "Numbers on the board: what the way costs {name}, {n} squares in all (E-4.1, E-Q6).",
        "盤の数字は{name}の移動の消費。行けるのは{n}マス（E-4.1、E-Q6）。",
    ).format(name=state.board.piece(who).name, n=len(reach) - 1)
    return [h("p", *marked_up(told.get(language)), class_="field-hint")]


def _compared(state: Grounds, rulings: Rulings, language: Language) -> list[Element]:
    """What barriers, objects and the evasion type mean for the movement of whoever acts or is looked at."""
    who, board = state.active if state.active != NOBODY else state.shown, state.board
    if who == NOBODY:
        return []
    piece = board.piece(who)
    variants = {Text("as it stands", "今のまま"): board}
    if board.walls and piece.kind == "kaii":
        variants[Text("without the Wall Barriers", "【障壁結界】がなければ")] = replace(board, pegs=())
    if any(not other.character for _, other in board.standing()):
        pieces = tuple(other if other and other.character else None for other in board.pieces)
        variants[Text("without the objects", "オブジェクトがなければ")] = replace(board, pieces=pieces)
    if piece.kind == "kaii":
        other = replace(piece, evades=not piece.evades)
        label = Text("with evasion type yes", "【回避種別】がありなら")
        if piece.evades:
            label = Text("with evasion type none", "【回避種別】がなしなら")
        variants[label] = replace(board, pieces=(*board.pieces[:who], other, *board.pieces[who + 1 :]))
    if len(variants) == 1:
        return []
    mobility = {label: mobility_at_start(variant, who, rulings) for label, variant in variants.items()}
    found = {label: set(movement_range(variant, who, mobility[label], rulings)) for label, variant in variants.items()}
    now = next(iter(found.values()))
    rows = [
        h(
            "tr",
            h("th", label.get(language), scope="row"),
            [h("td", str(cell)) for cell in (mobility[label], len(squares) - 1)],
            h("td", _difference(now, squares).get(language)),
        )
        for label, squares in found.items()
    ]
    heads = (
        Text("The board", "盤の状態"),
        Text("Mobility", "【機動力】"),
        Text("Squares", "マス数"),
        Text("Difference", "違い"),
    )
    words = Text(
        "{name}: movement with and without barriers and objects", "{name}の移動範囲を比べる：結界やオブジェクトの有無"
    )
    caption = Text("If {name} began an activation now", "いま{name}の手番が始まるなら").format(name=piece.name)
    summary = h("summary", words.format(name=piece.name).get(language))
    return [h("details", summary, table(caption, heads, rows, language, NAMED_ROWS), class_="compared")]


def _difference(before: set[Square], after: set[Square]) -> Text:
    """Name the squares that come or go."""
    said = []
    for sign, squares in (("+", after - before), ("−", before - after)):
        if squares:
            names = [square_name(square) for square in sorted(squares, key=lambda square: (square[1], square[0]))]
            more = " …" if len(names) > MOST_SQUARES else ""
            said.append(same(f"{sign}{len(names)}: {' '.join(names[:MOST_SQUARES])}{more}"))
    return listed(said) if said else same("—")


MOST_SQUARES = 6
"""Squares that a difference names."""


def _people(state: Grounds, language: Language) -> Element:
    """Everybody and everything on the board, with the distance from whoever acts or is looked at."""
    centre = state.active if state.active != NOBODY else state.shown
    heads = [Text("Piece", "駒"), Text("Square", "マス"), Text("Has", "能力と手持ち")]
    if centre != NOBODY:
        heads.append(Text("From {n}", "{n}番から").format(n=centre + 1))
    rows = []
    for who, piece in state.board.standing():
        cells = [
            h("th", f"{who + 1} ", piece.name.get(language), h("br"), KINDS[piece.kind].get(language), scope="row"),
            h("td", square_name(piece.square)),
            h("td", _has(piece).get(language)),
        ]
        if centre != NOBODY:
            cells.append(h("td", str(distance(state.board.piece(centre).square, piece.square))))
        rows.append(h("tr", cells, class_="applies" if who == state.active else None))
    people = h(
        "table",
        h("caption", Text("Who is where, with distances in squares", "駒の位置と距離（マス）").get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="people",
    )
    summary = h("summary", Text("Who is where", "駒の一覧").get(language))
    return h("details", summary, people, open=True, class_="pieces")


def _has(piece: Piece) -> Text:
    if not piece.character:
        return Text("closes its square", "マスをふさぐ")
    said = [Text("mobility {n}", "【機動力】{n}").format(n=piece.mobility)]
    said.append(Text("Skill {n}", "【巧】{n}").format(n=piece.skill))
    said.append(Text("Spirit {n}", "【霊】{n}").format(n=piece.spirit))
    if piece.kind == "kaii":
        said.append(
            Text("evasion type yes", "【回避種別】あり")
            if piece.evades
            else Text("evasion type none", "【回避種別】なし")
        )
    if piece.removal:
        said.append(Text("removal +{n} dice", "解除+{n}個").format(n=piece.removal))
    if piece.pegs or piece.rope:
        said.append(Text("pegs {n}", "祓串{n}").format(n=piece.pegs))
        said.append(Text("rope {n}", "注連鋼縄{n}").format(n=piece.rope))
    return listed(said)


def _barriers(state: Grounds, language: Language) -> list[Element]:
    rows = []
    for _, peg in state.board.placed():
        barrier = peg.barrier
        owner = state.board.pieces[barrier.owner] if barrier else None
        cells = [peg.stage.get(language), area_words(peg.area).get(language) if peg.area else "—"]
        cells.append(named(barrier.difficulty).get(language) if barrier else "—")
        cells.append(owner.name.get(language) if owner else "—")
        rows.append(h("tr", h("th", square_name(peg.square), scope="row"), [h("td", cell) for cell in cells]))
    if not rows:
        return []
    heads = (
        Text("Peg", "祓串"),
        Text("Stage", "段階"),
        Text("Area", "範囲"),
        Text("Removal", "解除難易度"),
        Text("Set by", "設置した人"),
    )
    table = h(
        "table",
        h("caption", Text("Pegs, rope and barriers", "祓串・注連鋼縄・結界").get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
    )
    label = Text("Pegs, rope and barriers", "祓串・注連鋼縄・結界").get(language)
    return [h("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=label)]


# --- controls ---------------------------------------------------------------------------------------------------------


def _characters(state: Grounds) -> list[tuple[object, Text]]:
    return [(who, same(f"{who + 1} ") + piece.name) for who, piece in state.board.standing() if piece.character]


def _waiting(state: Grounds, language: Language) -> list[Element]:
    people = _characters(state)
    if not people:
        return []
    form = [
        select("acting", Text("Who acts", "誰の手番か"), people, language, state.shown),
        text_input("movement", Text("Other mobility", "【機動力】の変更"), language, size=4, inputmode="numeric"),
        flag("manoeuvre", Text("With the tactical manoeuvre", "【戦術機動】を使う"), language),
        button("activate", Text("Begin the activation", "手番を始める"), language, primary=True),
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
        fieldset(Text("Activation", "手番"), form, language, note),
        fieldset(Text("Movement on the board", "移動範囲の表示"), look, language),
    ]


def _squares(squares: Iterable[tuple[Square, int | None]]) -> list[tuple[object, Text]]:
    ordered = sorted(squares, key=lambda found: (found[0][1], found[0][0]))
    return [
        (square_name(square), same(square_name(square) + ("" if cost is None else f" ({cost})")))
        for square, cost in ordered
    ]


def _acting(state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language) -> list[Element]:
    piece = state.board.piece(state.active)
    parts = [h("p", button("rest", Text("End the activation", "手番を終える"), language, primary=True))]
    goals = [(square, cost) for square, cost in (reach or {}).items() if square != piece.square]
    if goals:
        form = [
            select("move_to", Text("Square (cost)", "マス（消費）"), _squares(goals), language),
            button("move", Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(Text("Move", "移動"), form, language))
    problems: list[ForbiddenAction | None] = [peg_problem(state)]
    if problems[0] is None:
        free = _squares((square, None) for square in peg_squares(state.board, piece.square))
        form = [
            select("peg_to", Text("Square", "マス"), free, language, square_name(piece.square)),
            button("peg", Text("Place a peg", "祓串を置く"), language),
        ]
        parts.append(fieldset(Text("Peg", "祓串"), form, language, Text("7×7 squares (E-7.17)", "7×7マス（E-7.17）")))
    parts += _at_pegs(state, problems, rulings, language)
    return parts + closed(problems, language)


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
    parts = []
    if rolling:
        form = [text_input("dice", _DICE, language, size=12), *rolling]
        note = None
        if harder(state, rulings):
            note = Text(
                "One step harder after the tactical manoeuvre (E-4.6, E-Q33).",
                "【戦術機動】で1段階難しくなります（E-4.6、E-Q33）。",
            )
        parts.append(fieldset(Text("Instead of an attack", "攻撃の代わり"), form, language, note))
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
    everything: list[tuple[object, Text]] = [(w, same(f"{w + 1} ") + p.name) for w, p in state.board.standing()]
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
