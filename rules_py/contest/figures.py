"""The serial contest's figures: gauge, chart, order of phases, joining in."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rules_py.contest.characters import Ability, Contestant
from rules_py.contest.checks import FACES, SuccessLevel, compare_rolls
from rules_py.contest.effects import CHART_ROWS, Gauge, Move, chart_move
from rules_py.contest.odds import Standing
from rules_py.contest.rulings import Rulings
from rules_py.core.dice import Die, in_figure
from rules_py.core.drawing import WIDTH, arrow, board, both_ends, box, card, svg, way_back, word
from rules_py.core.markup import h, rule_link
from rules_py.core.render import figure
from rules_py.core.text import Language, Text

CELL = 44
SIDES = (Text("A", "A"), Text("B", "B"))
"""What the sides are called where nobody stands on them."""


def square_names(gauge: Gauge) -> dict[int, Text]:
    """Return what squares of the gauge are called, by how far from the start they lie."""
    return {0: Text("start", "開始"), gauge.heavy_wound: Text("wound", "重傷"), gauge.dying: Text("dying", "瀕死")}


def gauge_label(position: int | None, gauge: Gauge, names: tuple[Text, Text] = SIDES) -> Text:
    """Say where the piece lies on the gauge."""
    if position is None:
        return Text("Contest gauge, empty.", "対決ゲージ。コマはまだありません。")
    said = Text("Contest gauge: the piece lies on {where}.", "対決ゲージ。コマは{where}にあります。")
    return said.format(where=position_name(position, gauge, names))


def position_name(position: int, gauge: Gauge, names: tuple[Text, Text] = SIDES) -> Text:
    """Say in words where the piece lies.

    Args:
        position: The piece, + towards B's dying square.
        gauge: The gauge on which it lies.
        names: Who stands on each side.

    Example:
        >>> position_name(4, Gauge()).get("en")
        'square 4 on B’s side, the heavy-wound square'
    """
    if position == 0:
        return Text("the start square", "開始マス")
    side, distance = names[position > 0], abs(position)
    if distance >= gauge.dying:
        return Text("{side}’s dying square", "{side}側の瀕死マス").format(side=side)
    words = Text("square {distance} on {side}’s side", "{side}側の{distance}マス目")
    if distance == gauge.heavy_wound:
        words += Text(", the heavy-wound square", "（重傷マス）")
    return words.format(side=side, distance=distance)


def draw_gauge(
    rulings: Rulings,
    language: Language,
    position: int | None = 0,
    names: tuple[Text, Text] = SIDES,
) -> Element:
    """Draw the gauge with the piece on it.

    Args:
        rulings: Where the heavy-wound and dying squares lie (C-Q4).
        language: The reader's language.
        position: The piece, + towards B's dying square; None for an empty gauge.
        names: Names of the two sides.

    Returns:
        An SVG element.

    Source: C-M7.
    """
    gauge = Gauge.of(rulings)
    squares: list[Element] = []
    names_of = square_names(gauge)
    width = CELL * len(gauge.squares)
    for i, square in enumerate(gauge.squares):
        x, distance = i * CELL, abs(square)
        kind = "square"
        if distance >= gauge.dying:
            kind += " dying"
        elif distance == gauge.heavy_wound:
            kind += " heavy"
        elif distance == 0:
            kind += " start"
        squares.append(box(x + 1.5, 54, CELL - 3, CELL - 3, kind, 5))
        if square != position:
            squares.append(word(x + CELL / 2, 81, str(distance), "number"))
        if distance in names_of:
            squares.append(word(x + CELL / 2, 114, names_of[distance].get(language), "label"))
    piece = []
    if position is not None:
        middle = (position + gauge.dying) * CELL + CELL / 2
        piece.append(h("circle", cx=middle, cy=75, r=16, class_="piece"))
        piece.append(word(middle, 81, str(abs(position)), "piece-number"))
    said = ("◀ " + names[0].get(language), names[1].get(language) + " ▶")
    sides = (Text("A’s side", "A側").get(language), Text("B’s side", "B側").get(language))
    ends = both_ends(2, width - 2, 22, said, ("side", "side")) + both_ends(2, width - 2, 44, sides, ("label", "label"))
    return svg(width, 122, gauge_label(position, gauge, names).get(language), squares, piece, ends, class_="gauge")


MEETING = (Contestant(Ability(0, 15)), Contestant(Ability(0, 12)))
"""Two who meet in a drawing."""
THROWN = (4, 16)


def draw_board(language: Language) -> Element:
    """Draw what two dice do with the piece on the gauge (C-T1, C-Q5)."""
    rulings = Rulings()
    gauge, (a, b) = Gauge.of(rulings), MEETING
    levels = compare_rolls(a.ability, b.ability, *THROWN)
    position = gauge.moved(0, chart_move(levels, THROWN, a, b, rulings).squares)
    cell = 28
    left = (320 - cell * len(gauge.squares)) / 2
    parts = [*in_figure(Die(THROWN[0], FACES), 38, 14, 60), *in_figure(Die(THROWN[1], FACES), 222, 14, 60)]
    for i, square in enumerate(gauge.squares):
        distance = abs(square)
        kind = "dying" if distance >= gauge.dying else "heavy" if distance == gauge.heavy_wound else ""
        kind = "start" if square == 0 else kind
        parts.append(box(left + i * cell + 1.5, 92, cell - 3, 34, f"square {kind}".strip(), 4))
    middle = left + (position + gauge.dying + 0.5) * cell
    start = left + (gauge.dying + 0.5) * cell
    parts.append(h("path", d=f"M{start} 80 H{middle - 2} m-7 -6 l8 6 l-8 6", class_="line"))
    parts.append(h("circle", cx=middle, cy=109, r=11, class_="piece"))
    label = Text(
        "Two d20 show {a} and {b}; the piece has moved to {where} of the gauge.",
        "d20の目は{a}と{b}。ゲージのコマは{where}へ動いた。",
    )
    return board(label.format(a=THROWN[0], b=THROWN[1], where=position_name(position, gauge)).get(language), parts)


@figure.register
def _standing(standing: Standing, language: Language) -> Element:
    return draw_gauge(Rulings(), language, standing.position)


def chart_table(
    language: Language,
    applies: tuple[SuccessLevel, SuccessLevel] | None = None,
    strikes: tuple[int, int] | None = None,
    rulings: Rulings = Rulings(),
    move: Move | None = None,
) -> Element:
    """Return the chart as a square of A's level against B's, the cell that applies marked.

    Args:
        language: The reader's language.
        applies: The levels of A and B that were rolled.
        strikes: Strike powers of A and B, to show numbers in place of s.
        rulings: Whose strike power counts (C-Q7), and whom the rolls favour at equal levels (C-Q5).
        move: What the dice did: the marked cell says so where it is not what the cell says of itself, with the rule.

    Returns:
        A table element.

    Source: C-T1.
    """
    levels = list(reversed(SuccessLevel))
    rows = []
    for level_a in levels:
        cells = []
        for level_b in levels:
            marked = applies == (level_a, level_b)
            row = CHART_ROWS[max(level_a, level_b), min(level_a, level_b)]
            said = _done(move, level_a == level_b, rulings) if marked and move else None
            cells.append(
                h(
                    "td",
                    "▶ " if marked else None,
                    (said or _cell(level_a, level_b, strikes, rulings)).get(language),
                    h("br"),
                    rule_link(row),
                    rule_link(move.stopped_by) if marked and move and move.stopped_by else None,
                    class_="applies" if marked else None,
                )
            )
        rows.append(h("tr", h("th", level_a.text.get(language), scope="row"), cells))
    corner = Text("A ＼ B", "A＼B").get(language)
    caption = Text(
        "A’s level down, B’s level across; s is the strike power, the arrow says towards whose side the piece goes",
        "縦がAの成功段階、横がBの成功段階。sは打撃力、矢印はコマの動く先の側",
    )
    table = h(
        "table",
        h("caption", caption.get(language)),
        h("thead", h("tr", h("th", corner, scope="col"), [h("th", x.text.get(language), scope="col") for x in levels])),
        h("tbody", rows),
        class_="chart",
    )
    return h(
        "div",
        table,
        class_="table-scroll",
        tabindex="0",
        role="group",
        aria_label=Text("Serial contest chart", "連続対決表").get(language),
    )


def _cell(level_a: SuccessLevel, level_b: SuccessLevel, strikes: tuple[int, int] | None, rulings: Rulings) -> Text:
    difference = level_a - level_b
    if difference == 0:
        if level_a in (SuccessLevel.CRITICAL, SuccessLevel.FUMBLE):
            return Text("stays", "動かない")
        number = str(strikes[0]) if strikes and strikes[0] == strikes[1] else "s"
        if rulings.beneficiary == "higher_roll":
            return Text(f"{number} → lower roll", f"{number} → 目の小さい側")
        return Text(f"{number} → higher roll", f"{number} → 目の大きい側")
    side, index = ("B", 0) if difference > 0 else ("A", 1)
    if abs(difference) == 3:
        winner = "A" if difference > 0 else "B"
        return Text(f"{winner}: any square", f"{winner}が自由に")
    if rulings.strike_power_of == "opponent":
        index = 1 - index
    number = str(strikes[index] + abs(difference)) if strikes else f"s+{abs(difference)}"
    return Text(f"{number} → {side}", f"{number} → {side}側")


def _done(move: Move, level: bool, rulings: Rulings) -> Text | None:
    """Return what a cell does to these dice, where that is not what it says: a push block, or equal numbers (C-Q8)."""
    if move.reroll:
        return Text("roll again", "振り直し")
    if move.free and move.stopped_by:
        return Text(f"{move.free.upper()}: own side", f"{move.free.upper()}が自分の側で")
    if move.stopped_by:
        return Text("stays", "動かない")
    if level and move.squares and rulings.equal_rolls == "higher_ability":
        side = "B" if move.squares > 0 else "A"
        return Text(f"{abs(move.squares)} → {side}", f"{abs(move.squares)} → {side}側")
    return None


_ROUND = (
    (Text("1 Start", "1 開始"), Text("Who faces whom? Gauge and piece", "相手を決め、ゲージとコマを用意")),
    (Text("2 Declaration", "2 宣言"), Text("Name the ability you use", "使用能力を宣言")),
    (Text("3 Augment", "3 増強"), Text("Augment, or act independently", "増強か独立行為")),
    (Text("4 Exchange", "4 応酬"), Text("Roll: critical to fumble", "ロールして成功段階を決める")),
    (Text("5 Resolution", "5 解決"), Text("Chart: the piece moves", "連続対決表でコマを動かす")),
    (Text("6 Check", "6 確認"), Text("Wound, dying, yield, draw", "重傷・瀕死・降参・引き分け")),
)


def draw_round(language: Language) -> Element:
    """Draw the six phases of a round and the way back to the first (C-1.1, C-6.9)."""
    parts: list[Element] = []
    for i, (name, what) in enumerate(_ROUND):
        y = 4 + 58 * i
        if i:
            parts.append(arrow(150, y - 13, 10))
        parts += card(2, y, 300, name.get(language), [what.get(language)])
    again = Text("nobody lost: next round", "誰も敗れていなければ次のラウンドへ").get(language)
    parts += way_back(302, y + 22, 26, 22, again, room=16, tip=7)
    label = Text(
        "The six phases of a round: start, declaration, augment, exchange, resolution, check; then the next round.",
        "1ラウンドの6つのフェイズ：開始、宣言、増強、応酬、解決、確認。決着がつかなければ次のラウンドへ。",
    )
    return svg(WIDTH, y + 52, label.get(language), parts, class_="figure round")


_JOINING = (
    (
        "a-1",
        Text("You join the smaller side", "少数側に加わる"),
        (1, 2),
        (((1, 1), True), ((1, 1), False)),
        Text("a contest of your own with one enemy", "敵1人との別の対決になる"),
    ),
    (
        "a-2",
        Text("You join the larger side", "多数側に加わる"),
        (2, 1),
        (((3, 1), True),),
        Text("still many-to-one", "多対一のまま続く"),
    ),
    (
        "a-3",
        Text("You join an equal contest", "同数の対決に加わる"),
        (1, 1),
        (((2, 1), True),),
        Text("your side is now the larger", "味方が多数の多対一になる"),
    ),
)


def draw_joining(language: Language) -> Element:
    """Draw what becomes of a contest that somebody joins (C-T3)."""
    parts: list[Element] = []
    for i, (case, head, before, after, then) in enumerate(_JOINING):
        y = 4 + i * 112
        parts.append(box(2, y, WIDTH - 4, 102))
        parts.append(word(12, y + 20, f"{case}  {head.get(language)}", "head", "start"))
        parts.append(word(12, y + 92, then.get(language), "label", "start"))
        _group(parts, 44, y + 52, before, joined=False)
        parts.append(h("path", d=f"M118 {y + 52} h28 m-7 -6 l8 6 l-8 6", class_="line"))
        for k, (numbers, joined) in enumerate(after):
            _group(parts, 200 + 88 * k, y + 52, numbers, joined=joined)
    label = Text(
        "Three cases of joining in: the smaller side gives a separate contest, the larger side stays many-to-one,"
        " equal numbers become many-to-one.",
        "助太刀の3つの場合：少数側なら別の対決、多数側ならそのまま多対一、同数なら味方が多数の多対一になる。",
    )
    return svg(WIDTH, 340, label.get(language), parts, class_="figure joining")


def _group(parts: list[Element], x: int, y: int, numbers: tuple[int, int], *, joined: bool) -> None:
    own, enemies = numbers
    for k in range(own):
        new = joined and k == own - 1
        cy = y + (k - (own - 1) / 2) * 20
        parts.append(h("circle", cx=x - 16, cy=cy, r=8, class_="own new" if new else "own"))
        if new:
            parts.append(word(x - 16, cy + 4.5, "★", "mark"))
    for k in range(enemies):
        cy = y + (k - (enemies - 1) / 2) * 20
        parts.append(h("rect", x=x + 9, y=cy - 7, width=14, height=14, class_="enemy"))
    parts.append(word(x, y + 4, "v", "label"))


FIGURES = {
    "contest.board": draw_board,
    "contest.round": draw_round,
    "contest.gauge": lambda language: draw_gauge(Rulings(), language),
    "contest.chart": chart_table,
    "contest.joining": draw_joining,
}
