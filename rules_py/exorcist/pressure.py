"""The pressure of a boss fight: how quiet turns let it rise, and what takes it back (E-13, E-M12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules_py.core.rulings import yes_or_no
from rules_py.exorcist.checks import Pressure
from rules_py.exorcist.rulings import Rulings

QUIET_TURNS = 2


@dataclass(frozen=True)
class Zone:
    """The combat-zone pressure of a boss fight between two turns.

    Args:
        pressure: The mode in force.
        quiet: Quiet turns counted so far.
    """

    pressure: Pressure = Pressure.NORMAL
    quiet: int = 0

    @property
    def may_rise(self) -> bool:
        """Whether enough turns were quiet for the next mode (E-13.3, E-13.6)."""
        return self.quiet >= QUIET_TURNS and self.pressure is not Pressure.ULTRA_HARD


def end_of_turn(zone: Zone, *, attacked: bool, damaged: bool, rulings: Rulings = Rulings()) -> Zone:
    """Count a turn of a boss fight.

    Args:
        zone: How it stood.
        attacked: Did anybody attack?
        damaged: Was anybody damaged, on either side?
        rulings: `quiet_turns`, `ultra_needs_attack` and `damage_ends_pressure` count.

    Returns:
        How it stands; the mode rises only at the start of the next turn.

    Source: E-13.2, E-13.3, E-13.6, E-M12, E-Q22, E-Q23, E-Q35.

    Example:
        >>> end_of_turn(Zone(), attacked=True, damaged=False)
        Zone(pressure=<Pressure.NORMAL: 0>, quiet=1)
        >>> end_of_turn(Zone(Pressure.HARD, 1), attacked=True, damaged=True)
        Zone(pressure=<Pressure.HARD: 1>, quiet=0)
        >>> idle = {"attacked": False, "damaged": False}
        >>> end_of_turn(Zone(Pressure.HARD, 1), **idle, rulings=Rulings(ultra_needs_attack=False)).quiet
        2
    """
    yes_or_no("attacked", attacked)
    if yes_or_no("damaged", damaged) and rulings.damage_ends_pressure and zone.pressure is not Pressure.NORMAL:
        return Zone()
    idle_counts = zone.pressure is Pressure.HARD and not rulings.ultra_needs_attack
    if not damaged and (attacked or idle_counts):
        return replace(zone, quiet=zone.quiet + 1)
    return zone if rulings.quiet_turns == "in_all" else replace(zone, quiet=0)


def start_of_turn(zone: Zone, *, announced: bool = True, rulings: Rulings = Rulings()) -> Zone:
    """Let the pressure rise if enough turns were quiet.

    Args:
        zone: How it stood at the end of the last turn.
        announced: Does the GM announce Hard mode if it is possible? Ultra Hard mode needs no announcement.
        rulings: Under `hard_mode="by_itself"` nothing needs one.

    Returns:
        How it stands in this turn.

    Source: E-13.4, E-13.6, E-M12, E-Q22.

    Example:
        >>> [start_of_turn(Zone(quiet=2), announced=said).pressure.text.en for said in (True, False)]
        ['Hard mode', 'normal']
    """
    yes_or_no("announced", announced)
    waits = zone.pressure is Pressure.NORMAL and rulings.hard_mode == "gm_decides" and not announced
    if not zone.may_rise or waits:
        return zone
    return Zone(Pressure(zone.pressure.value + 1))


def pressure_modes(turns: Sequence[tuple[bool, bool]], rulings: Rulings = Rulings()) -> list[Pressure]:
    """The mode in force in each turn of a boss fight, if the GM announces Hard mode as soon as possible.

    Args:
        turns: For each turn, did anybody attack, and was anybody damaged?
        rulings: `quiet_turns`, `ultra_needs_attack`, `damage_ends_pressure` and `hard_mode` count.

    Returns:
        The mode of each turn.

    Source: E-13.1 to E-13.10, E-M12, E-Q22, E-Q23, E-Q35.

    Example:
        >>> [mode.text.en for mode in pressure_modes([(True, False)] * 5)]
        ['normal', 'normal', 'Hard mode', 'Hard mode', 'Ultra Hard mode']
    """
    zone, modes = Zone(), []
    for attacked, damaged in turns:
        zone = start_of_turn(zone, rulings=rulings)
        modes.append(zone.pressure)
        for answer in (attacked, damaged):
            yes_or_no("turns", answer)
        zone = end_of_turn(zone, attacked=attacked, damaged=damaged, rulings=rulings)
    return modes
