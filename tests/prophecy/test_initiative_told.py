"""What is told when everybody's initiative is known."""

from tests.play import rules_of

from .table import Table, foe, pc


def test_who_ties_with_nobody_is_told_of_no_tie():
    """P-8.5, P-8.6: dice thrown for nothing settle nothing."""
    table = Table(pc(), pc(), foe(dominance=2))
    table.do("begin")
    told = table.do("initiative", [[0, 7], [1, 5]], [[0, 3]])
    assert not {"P-8.5", "P-8.6"} & set(rules_of(told))
    assert [who for who, _ in table.battle.order] == [0, 1, 2]
