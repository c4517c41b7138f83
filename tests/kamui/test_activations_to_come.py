"""Who is still to act when somebody wants to go on."""

from .table import Table, kamui


def still_to_come(table):
    refusal = table.refused("K-1.1", "cycle")
    return {name for name in ("Homura", "Iwao") if name in refusal.message("en")}


def test_before_the_next_cycle_it_is_said_whose_activations_are_still_to_come():
    """K-1.1: the one under way before all others."""
    table = Table(kamui(4), kamui(5, "Iwao")).place()
    assert still_to_come(table) == {"Homura", "Iwao"}
    assert still_to_come(table.turn()) == {"Homura"}
