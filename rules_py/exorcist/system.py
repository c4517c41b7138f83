"""Tactical Exorcist as the site knows it: its data, its title; a kai'i is printed as it fights."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from rules_py.core.data import System, Table
from rules_py.core.text import Text
from rules_py.exorcist.characters import UKKOKU_AGEHA


class ExorcistSystem(System):
    """The system with the numbers of its kai'i in their table."""

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The tables by ledger id, in order."""
        found = super().tables
        melee, scales = UKKOKU_AGEHA.attacks
        numbers = {
            **{name: getattr(UKKOKU_AGEHA, name) for name in ("body", "spirit", "skill")},
            **{name: getattr(UKKOKU_AGEHA, name) for name in ("toughness", "miasma", "mobility")},
            "melee": melee.damage,
            "scales": scales.damage,
            "targets": scales.targets,
            "distance": scales.distance,
            "removal": UKKOKU_AGEHA.removal_dice,
        }
        rows = [replace(row, cells=tuple(cell.format(**numbers) for cell in row.cells)) for row in found["E-T1"].rows]
        return {**found, "E-T1": replace(found["E-T1"], rows=tuple(rows))}


SYSTEM = ExorcistSystem("exorcist", "E", Text("Tactical Exorcist", "タクティカル祓魔師"))
