"""The grammar of ids: which texts name a rule, a table row, a ruling and so on.

The pattern itself is `rules_py.core.markup.RULE_ID`, so that pages, data and widgets agree.
"""

from __future__ import annotations

import re
from typing import Literal

from rules_py.core.markup import ID
from rules_py.core.markup import RULE_ID as RULE_ID

Kind = Literal["rule", "row", "table", "ruling", "mechanic", "example"]

MARK = re.compile(rf"\{{({ID}|/)\}}")
"""A rule mark `{C-5.1}`, or `{/}`, which ends the rule before its paragraph does."""

MARKABLE = ("rule", "example")
"""The kinds that a mark in the text can place; the others stand where their block stands."""


def kind_of(rule: str) -> Kind:
    """Return what an id names.

    Example:
        >>> [kind_of(i) for i in ("C-5.1", "C-T1.4", "C-T1", "C-Q5", "C-M5", "C-X4", "C-XT1")]
        ['rule', 'row', 'table', 'ruling', 'mechanic', 'example', 'example']
    """
    item = rule[2:]
    if item[0].isdigit():
        return "rule"
    if item[0] == "X":
        return "example"
    if item[0] == "T":
        return "row" if "." in item else "table"
    return "ruling" if item[0] == "Q" else "mechanic"


def sort_key(rule: str) -> tuple[object, ...]:
    """Sort ids as the ledger does: `C-2.10` after `C-2.9`.

    Example:
        >>> sorted(["C-2.10", "C-T1", "C-2.9"], key=sort_key)
        ['C-2.9', 'C-2.10', 'C-T1']
    """
    order = ("rule", "table", "row", "mechanic", "ruling", "example").index(kind_of(rule))
    numbers = tuple(int(n) for n in re.findall(r"\d+", rule))
    return (rule[0], 1 if order == 2 else order, numbers, rule)
