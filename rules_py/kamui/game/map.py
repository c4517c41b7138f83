"""What the GM puts on the map and writes down: rifts, resolutions, links, faith (K-Q8, K-Q15)."""

from __future__ import annotations

from typing import Annotated

from rules_py.core.arguments import Flag, Whole
from rules_py.core.text import Text, same
from rules_py.kamui.arguments import Faith, Square, Who, Word
from rules_py.kamui.characters import MOST_RIFTS, Link
from rules_py.kamui.checks import MOST_DICE
from rules_py.kamui.effects import add_rift
from rules_py.kamui.game.table import GAME, RingTable
from rules_py.kamui.model import shown, square_words
from rules_py.kamui.ring import check_square
from rules_py.kamui.rulings import MOST_LEVEL

MOST_LINKS = 26


@GAME.action("link", Text("This link", "このリンク"), rule="K-6.2")
def _link(
    table: RingTable,
    who: Who,
    link_to: Word,
    level: Annotated[int, Whole(1, MOST_LEVEL, "K-Q7")],
    used: Annotated[bool, Flag()] = False,
) -> None:
    links = tuple(link for link in table.state.kamui[who].links if link.to != link_to)
    if len(links) >= MOST_LINKS:
        raise table.forbidden(Text("there is room for {n} links", "リンクは{n}までです"), "K-Q7", n=MOST_LINKS)
    table.change(who, links=(*links, Link(link_to, level, used)))
    text = Text("{name}: link to {to}, level {n}{used}.", "{name}：{to}へのリンク、レベル{n}{used}。")
    spent = Text(", used", "、使用済み") if used else same("")
    table.tell(text, "K-6.2", name=table.state.name(who), to=shown(link_to), n=level, used=spent)


@GAME.action("faith", Text("This faith", "この【信仰】"), rule="K-Q8")
def _faith(table: RingTable, faith: Faith) -> None:
    table.tell_faith(table.state.with_state(faith=faith).state, "K-Q8")


@GAME.action("rift", Text("Another rift", "〈裂け目〉の追加"), rule="K-Q15")
def _rift(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    rifts = table.state.state.rifts
    if at in rifts and not table.rulings.rifts_stack:
        raise table.forbidden(Text("a rift lies there already", "すでに〈裂け目〉があります"), "K-Q5")
    if len(rifts) >= MOST_RIFTS:
        raise table.forbidden(Text("there is room for {n}", "{n}までです"), "K-Q5", n=MOST_RIFTS)
    table.state = table.state.with_state(rifts=add_rift(rifts, at, table.rulings))
    text = Text("The GM puts a rift on {square}.", "GMが{square}に〈裂け目〉を置く。")
    table.tell(text, "K-Q15", square=square_words(at))


@GAME.action("unrift", Text("Taking a rift away", "〈裂け目〉を取り除くこと"), rule="K-7.3")
def _unrift(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    rifts = list(table.state.state.rifts)
    if at not in rifts:
        raise table.forbidden(Text("no rift lies there", "そこに〈裂け目〉はありません"), "K-7.3")
    rifts.remove(at)
    table.state = table.state.with_state(rifts=tuple(rifts))
    text = Text("The GM takes a rift from {square}.", "GMが{square}の〈裂け目〉を1つ取り除く。")
    table.tell(text, "K-7.3", square=square_words(at))


@GAME.action("scene", Text("This resolution", "この解決イベント"), rule="K-2.2")
def _scene(table: RingTable, at: Square, target: Annotated[int, Whole(0, MOST_DICE, "K-Q8")]) -> None:
    check_square("at", at, table.rulings)
    scenes = {**dict(table.state.scenes), at: target}
    table.set(scenes=tuple(sorted(scenes.items())))
    text = Text("Resolution on {square}, target {n}.", "{square}に解決イベント、目標{n}。")
    table.tell(text, "K-2.2", "K-Q8", square=square_words(at), n=target)


@GAME.action("unscene", Text("Ending the resolution", "解決イベントを終えること"), rule="K-2.2")
def _unscene(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    if at not in dict(table.state.scenes):
        raise table.forbidden(Text("there is none", "そこに解決イベントはありません"), "K-2.2")
    end_scene(table, at, "K-2.2")


def end_scene(table: RingTable, square: int, rule: str) -> None:
    """End a resolution."""
    table.set(scenes=tuple(scene for scene in table.state.scenes if scene[0] != square))
    text = Text("The resolution on {square} is over.", "{square}の解決イベントが終わる。")
    table.tell(text, rule, square=square_words(square))
