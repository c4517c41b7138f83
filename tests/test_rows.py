"""A test of many rows says which of them fail, and why."""

import pytest

from tests.rows import RowsFail, every


def failing(test):
    with pytest.raises(RowsFail) as caught:
        test()
    return str(caught.value)


def test_every_row_is_tried_and_each_that_fails_is_named():
    tried = []

    @every("number", [1, 2, 3, 4])
    def even(number):
        tried.append(number)
        assert number % 2 == 0

    said = failing(even)
    assert tried == [1, 2, 3, 4]
    assert said.startswith("2 of 4 rows fail\n")
    assert [line for line in said.splitlines() if line.startswith("number=")] == ["number=1", "number=3"]
    assert "assert number % 2 == 0" in said, "the line that failed"
    assert "assert (3 % 2) == 0" in said, "what pytest says of it"


def test_any_mistake_counts_not_only_a_failed_assertion():
    @every(("first", "second"), [(1, 0), (1, 1), ("1", 1)])
    def divides(first, second):
        with pytest.raises(ZeroDivisionError):
            first / second

    said = failing(divides)
    assert "first=1, second=1\n" in said
    assert "DID NOT RAISE" in said
    assert "first='1', second=1\n" in said
    assert "TypeError" in said


def test_one_above_the_other_makes_every_combination():
    tried = []

    @every("letter", "ab")
    @every("number", [1, 2])
    def pairs(letter, number):
        tried.append(letter + str(number))
        assert (letter, number) != ("b", 1)

    said = failing(pairs)
    assert tried == ["a1", "a2", "b1", "b2"]
    assert said.startswith("1 of 4 rows fail\n\nletter='b', number=1\n")


def test_no_rows_are_no_test():
    with pytest.raises(AssertionError, match="no rows"):
        every("number", [])


class TestFixtures:
    @every("name", ["first", "second"])
    def test_a_row_gets_them_as_well(self, tmp_path, name):
        assert isinstance(self, TestFixtures)
        (tmp_path / name).write_text(name)
        assert (tmp_path / name).read_text() == name
