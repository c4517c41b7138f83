"""What becomes of somebody’s sheet that is written anew, in the set-up or in mid-battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rules_py.core.game import Event
from rules_py.core.text import Text, listed
from rules_py.prophecy.characters import Fighter
from rules_py.prophecy.conditions import names

SHEET_NUMBERS = {
    "cast": Text("cast ability", "キャスト能力"),
    "guard": Text("guard ability", "ガード能力"),
    "dominance": Text("dominance", "支配力"),
    "mana": Text("mana", "マナ"),
    "preparations": Text("preparation effects", "準備効果"),
    "most_mana": Text("maximum of mana", "マナの上限"),
    "damage": Text("damage", "ダメージ"),
}
"""The numbers of a sheet, as the log calls them; all but the damage are told when somebody is added."""


def still_carried[Copy](old: tuple[Copy, ...], new: tuple[Copy, ...], kind: Callable[[Copy], str]) -> tuple[Copy, ...]:
    """Return a track as it is written anew: what stays keeps its place and who inflicted it, what is new follows."""
    wanted = Counter(map(kind, new))
    kept = []
    for copy in old:
        if wanted[kind(copy)]:
            wanted[kind(copy)] -= 1
            kept.append(copy)
    return (*kept, *(copy for copy in {kind(each): each for each in new}.values() for _ in range(wanted[kind(copy)])))


def told_change(old: Fighter, new: Fighter) -> list[Event]:
    """Return what the log says of a sheet that was changed."""
    events = []
    if new.name != old.name:
        words = Text("{old} is called {name} from now on.", "{old}は、これから{name}と呼ばれる。")
        events.append(Event(words.format(old=old.name, name=new.name)))
    changes = [
        Text("{what} {before} → {now}", "{what}{before}→{now}").format(
            what=what, before=getattr(old, each), now=getattr(new, each)
        )
        for each, what in SHEET_NUMBERS.items()
        if getattr(old, each) != getattr(new, each)
    ]
    if new.enemy != old.enemy:
        changes.append(Text("an enemy", "敵") if new.enemy else Text("a PC", "PC"))
    if changes:
        words = Text("{name} is changed: {changes}.", "{name}を変更（{changes}）。")
        events.append(Event(words.format(name=new.name, changes=listed(changes))))
    for before, now, words in (
        (old.recipe, new.recipe, Text("{name}’s recipe: {now}.", "{name}のレシピは{now}。")),
        (old.conditions, new.conditions, Text("{name} carries: {now}.", "{name}に付いているのは{now}。")),
    ):
        if before != now:
            events.append(Event(words.format(name=new.name, now=names(now))))
    return events
