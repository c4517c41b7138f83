"""Columns of printed tables: a short word stays in one line, whatever stands beside it."""

from rulebook_site.printing.widths import PADDING, SIZE, Column, shares

LONG = "戦闘で連携したり、人を助けたりしやすくなる。" * 3


def test_a_short_japanese_word_keeps_its_letters_side_by_side() -> None:
    columns = [
        Column(["判定", "必要", "不要"]),
        Column(["ターンアクション", "交流"]),
        Column(["効果", LONG]),
        Column([LONG]),
    ]
    found = shares(columns, 300)
    assert found
    assert round(sum(found), 6) == 300
    assert found[0] >= 2 * SIZE + PADDING
    assert found[1] >= 8 * SIZE + PADDING


def test_a_range_is_one_word() -> None:
    for written in ("10〜12", "10–12"):
        column = Column([written, "3"])
        assert column.least(4) >= column.widest - SIZE / 2
        assert Column([LONG]).least(4) < Column([LONG]).widest


def test_a_table_with_room_is_as_wide_as_it_likes() -> None:
    assert shares([Column(["判定", "必要"]), Column(["情報"])], 300) is None
