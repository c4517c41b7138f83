"""How the tests are shared out among processes: what warms itself at the same thing stays together.

A file's tests share what its fixtures have built or read. Of the browsers' tests several files do: those that play at
the desks keep Python from one to the next, and those that ask Firefox and WebKitGTK keep these.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

TOGETHER = {
    "the tour": ("tour",),
    "the desks": ("desk", "desk_keys", "editing", "taking_along"),
    "the other engines": ("essentials", "engines", "away", "policy"),
}
"""Files of tests in a browser that one process takes: the longest, so that they are begun first."""

BROWSER = "tests/browser/"
_TOLD = {f"{BROWSER}test_{name}.py": what for what, names in TOGETHER.items() for name in names}


def group(nodeid: str) -> str:
    """Return what a test is shared out with: the name of several files, or its own."""
    path = nodeid.partition("::")[0]
    return _TOLD.get(path, path)


def order(nodeid: str) -> int:
    """Return when a test is wanted: those that take long first, those without a browser last."""
    what, longest = group(nodeid), [*TOGETHER]
    return longest.index(what) if what in longest else len(longest) + (not what.startswith(BROWSER))


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Hands whole groups to whichever process has nothing left to do, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
