"""What the systems have, a system at a time: nothing of a system is imported before somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

SLUGS = ("contest", "prophecy", "exorcist", "avatar", "kamui")
"""The systems, in the order in which they are shown."""


class Rooms[Thing](Mapping[str, Thing]):
    """One thing of each system, by the system's slug.

    Args:
        open: Makes or fetches it; asked once for each system, when it is first wanted.

    Example:
        >>> Rooms(len)["kamui"], list(Rooms(len))[:2]
        (5, ['contest', 'prophecy'])
    """

    def __init__(self, open: Callable[[str], Thing]) -> None:
        self._open = cache(open)

    def __getitem__(self, slug: str) -> Thing:
        if slug not in SLUGS:
            raise KeyError(slug)
        return self._open(slug)

    def __iter__(self) -> Iterator[str]:
        return iter(SLUGS)

    def __len__(self) -> int:
        return len(SLUGS)


class Gathered[Thing](Mapping[str, Thing]):
    """Things of all systems by their names; a name that begins with a slug and a dot is sought in that system alone.

    Args:
        floors: What each system has, and what each has besides: opened where the name was not among the former.

    Example:
        >>> things = Gathered(Rooms(lambda slug: {f"{slug}.roll": slug.upper()}))
        >>> things["kamui.roll"], "kamui.toll" in things, len(things)
        ('KAMUI', False, 5)
    """

    def __init__(self, *floors: Mapping[str, Mapping[str, Thing]]) -> None:
        self._floors = floors

    def __getitem__(self, name: str) -> Thing:
        first = name.partition(".")[0]
        for rooms in self._floors:
            for slug in [first] if first in SLUGS else SLUGS:
                if name in rooms[slug]:
                    return rooms[slug][name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        for rooms in self._floors:
            for things in rooms.values():
                yield from things

    def __len__(self) -> int:
        return sum(len(things) for rooms in self._floors for things in rooms.values())


def of(slug: str, module: str = "") -> Any:
    """Return a module of a system, the system's own package where none is named.

    Example:
        >>> of("contest", "system").SYSTEM.slug
        'contest'
    """
    return import_module(".".join(filter(None, ("rules_py", slug, module))))
