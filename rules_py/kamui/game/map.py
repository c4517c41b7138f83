"""What the GM puts on the map and writes down: rifts, resolutions, links, faith (K-Q8, K-Q15)."""

from __future__ import annotations

from typing import Annotated

from rules_py.core.arguments import Flag, Whole
from rules_py.core.text import Text
from rules_py.kamui.arguments import Faith, Square, Who, Word
from rules_py.kamui.cast import refuse_after_grace
from rules_py.kamui.characters import MOST_RIFTS, Link
from rules_py.kamui.checks import MOST_DICE
from rules_py.kamui.effects import add_rift
from rules_py.kamui.game.table import GAME, RingTable
from rules_py.kamui.model import shown, square_words
from rules_py.kamui.ring import check_square
from rules_py.kamui.rulings import MOST_LEVEL

MOST_LINKS = 26


@GAME.action("link", Text("Writing this link", "リンクの記入"), rule="K-6.2")
def _link(
    table: RingTable,
    who: Who,
    link_to: Word,
    level: Annotated[int, Whole(1, MOST_LEVEL, "K-Q7")],
    used: Annotated[bool, Flag()] = False,
) -> None:
    refuse_after_grace(table)
    links = tuple(link for link in table.state.kamui[who].links if link.to != link_to)
    if len(links) >= MOST_LINKS:
        raise table.forbidden("room_for_links", "K-Q7", n=MOST_LINKS)
    table.change(who, links=(*links, Link(link_to, level, used)))
    name = table.state.name(who)
    table.tell("link_written_used" if used else "link_written", "K-6.2", name=name, to=shown(link_to), n=level)


@GAME.action("faith", Text("Changing faith", "【信仰】の変更"), rule="K-Q8")
def _faith(table: RingTable, faith: Faith) -> None:
    if table.rulings.faith == "own":
        raise table.forbidden("faith_is_own", "K-Q19")
    table.tell_faith(table.state.with_state(faith=faith).state, "K-Q8")


@GAME.action("rift", Text("Another rift", "〈裂け目〉の追加"), rule="K-Q15")
def _rift(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    rifts = table.state.state.rifts
    if at in rifts and not table.rulings.rifts_stack:
        raise table.forbidden("rift_lies_there", "K-Q5")
    if len(rifts) >= MOST_RIFTS:
        raise table.forbidden("room_for_rifts", "K-Q5", n=MOST_RIFTS)
    table.state = table.state.with_state(rifts=add_rift(rifts, at, table.rulings))
    table.tell("puts_rift", "K-Q15", square=square_words(at))


@GAME.action("unrift", Text("Taking a rift away", "〈裂け目〉を取り除くこと"), rule="K-7.3")
def _unrift(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    rifts = list(table.state.state.rifts)
    if at not in rifts:
        raise table.forbidden("no_rift_there", "K-7.3")
    rifts.remove(at)
    table.state = table.state.with_state(rifts=tuple(rifts))
    table.tell("takes_rift", "K-7.3", square=square_words(at))


@GAME.action("scene", Text("Placing this resolution", "解決イベントの配置"), rule="K-2.2")
def _scene(table: RingTable, at: Square, target: Annotated[int, Whole(0, MOST_DICE, "K-Q8")]) -> None:
    check_square("at", at, table.rulings)
    scenes = {**dict(table.state.scenes), at: target}
    table.set(scenes=tuple(sorted(scenes.items())))
    table.tell("resolution_there", "K-2.2", "K-Q8", square=square_words(at), n=target)


@GAME.action("unscene", Text("Ending the resolution", "解決イベントを終えること"), rule="K-2.2")
def _unscene(table: RingTable, at: Square) -> None:
    check_square("at", at, table.rulings)
    if at not in dict(table.state.scenes):
        raise table.forbidden("no_resolution_there", "K-2.2")
    end_scene(table, at, "K-2.2")


def end_scene(table: RingTable, square: int, rule: str) -> None:
    """End a resolution."""
    table.set(scenes=tuple(scene for scene in table.state.scenes if scene[0] != square))
    table.tell("resolution_over", rule, square=square_words(square))
