"""Lists that people type: one grammar for the five games."""

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_py.avatar.reading import LONGEST_PRIOR, read_prior
from rules_py.avatar.widgets.common import read_any_cards, read_some_cards
from rules_py.avatar.widgets.love import read_groups
from rules_py.contest import parse_abilities
from rules_py.core.errors import InputError
from rules_py.core.lists import NOTHING, SEPARATORS, entries, is_nothing, joined, numbers, plain, quantity
from rules_py.core.text import LANGUAGES, Text, same
from rules_py.exorcist import reading as exorcist
from rules_py.kamui import reading as kamui
from rules_py.prophecy.reading import LONGEST_LIST, read_conditions, read_recipe
from rules_py.prophecy.widgets.common import read_people
from tests.rows import every

ALLOWED = Text("a list", "一覧")


def read_party(raw, field):
    return read_people(raw, field, same("PC{n}"))


TWO = {
    read_conditions: ("Poison", "Freeze 2"),
    read_recipe: ("Poison", "氷結"),
    read_any_cards: ("SK", "Joker=H3"),
    exorcist.read_attacks: ("3D 1d6", "2D HARD 1d4s"),
    exorcist.read_split: ("3", "2"),
    kamui.read_attacks: ("4/6/2/0", "1/2/3/4"),
    kamui.read_split: ("3", "x"),
    kamui.read_threats: ("2", "1"),
    kamui.read_numbers: ("2", "7"),
    kamui.read_later: ("2:9", "3:1"),
    parse_abilities: ("Sword 10W+5", "Stealth 14"),
    read_party: ("Mio 4 (Freeze)", "5"),
    read_prior: ("18-20", "21*3"),
    exorcist.read_party: ("3", "2"),
    kamui.read_party: ("2/5", "3/4"),
    kamui.read_supplicants: ("3/4/1", "2/5"),
    kamui.read_some_numbers: ("1", "2"),
}
"""Each reader of a list, with two entries."""
NEVER_EMPTY = {
    parse_abilities,
    read_party,
    read_prior,
    exorcist.read_party,
    kamui.read_party,
    kamui.read_supplicants,
    kamui.read_some_numbers,
}
READERS = (*TWO, read_some_cards, read_groups, kamui.read_faces)
FULL_WIDTH = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters + string.digits}
WORDS = st.sampled_from(
    [word for two in TWO.values() for word in two]
    + [*SEPARATORS, *NOTHING, *"；，､+-−×x*/:()（） 　", "0", "99", "罠", "2D"]
)
TYPED = st.text(max_size=30) | st.lists(WORDS, max_size=8).map("".join)


def outcome(read, raw):
    """Return what is read, or None if it is refused."""
    try:
        return read(raw, "here")
    except InputError as error:
        refusal = error
    assert refusal.field == "here"
    assert all(len(refusal.message(language)) < 400 for language in LANGUAGES)
    return None


@settings(max_examples=240, derandomize=True)
@given(TYPED)
@example("\ud800")
@example("\x00, ٣, ²")
@example("9" * 5_000)
def test_any_text_is_read_or_refused(raw):
    for read in READERS:
        outcome(read, raw)


@settings(max_examples=240, derandomize=True)
@given(TYPED)
def test_full_width_figures_and_letters_are_read_as_half_width(raw):
    raw = plain(raw)[:60]
    for read in READERS:
        assert outcome(read, raw.translate(FULL_WIDTH)) == outcome(read, raw), read


@every(("read", "two"), [*TWO.items()])
@every("sign", [*SEPARATORS, "，", "；", "､", " , ", "\r\n", ",,", ", ,"])
def test_the_same_signs_separate_everywhere(read, two, sign):
    found = read("|".join(two).replace("|", sign), "here")
    assert len(found) == len(read(", ".join(two), "here")) > 1
    assert found == read(f"{sign}{two[0]}{sign}{two[1]}{sign}", "here")


@every("read", TWO.keys() - NEVER_EMPTY)
@every("raw", [*NOTHING, "None", "NONE", "−", "－", "ｰ", "　なし　", " ", ",", "；、"])
def test_the_same_words_stand_for_nothing_everywhere(read, raw):
    assert read(raw, "here") == ()


@every("read", NEVER_EMPTY)
@every("raw", [*NOTHING, "−", ",", "；、"])
def test_nothing_is_refused_where_there_must_be_something(read, raw):
    assert outcome(read, raw) is None


def test_a_word_for_nothing_among_others_is_no_such_word():
    assert outcome(read_conditions, "Poison, none") is None
    assert entries("none, none", "here", ALLOWED) == ["none", "none"]
    assert [person.name.en for person in read_party("none 4", "here")] == ["none"]


def test_what_stands_in_brackets_stays_together():
    assert entries("a (b, c), d", "here", ALLOWED, brackets=True) == ["a (b, c)", "d"]
    assert entries("a（b、（c、d）、e）、f", "here", ALLOWED, brackets=True) == ["a(b、(c、d)、e)", "f"]
    assert entries("a), b (c, d", "here", ALLOWED, brackets=True) == ["a)", "b (c, d"]
    assert entries("a (b, c)", "here", ALLOWED) == ["a (b", "c)"]


def test_white_space_separates_only_where_it_is_said():
    assert entries("a　b\tc, d", "here", ALLOWED, spaces=True) == ["a", "b", "c", "d"]
    assert entries("a　b, c", "here", ALLOWED) == ["a b", "c"]


@every(
    ("raw", "bounds", "quoted"),
    [
        ("", {"least": 1}, ""),
        (" ", {"least": 1}, ""),
        (" , ", {"least": 1}, ","),
        ("a, b, c", {"most": 2}, "a, b, c"),
        ("a", {"least": 2}, "a"),
        ("abcd", {"longest": 3}, "abcd"),
    ],
)
def test_a_list_has_bounds_in_the_words_of_whoever_asks(raw, bounds, quoted):
    with pytest.raises(InputError) as caught:
        entries(raw, "here", ALLOWED, rule="P-14.2", **bounds)
    error = caught.value
    assert (error.field, error.value, error.allowed, error.rule) == ("here", quoted, ALLOWED, "P-14.2")


def test_a_list_may_be_as_long_as_its_bounds_say():
    assert read_recipe("Poison".ljust(LONGEST_LIST), "here") == ("poison",)
    assert outcome(read_recipe, "Poison".ljust(LONGEST_LIST + 1)) is None
    assert len(read_prior("18".ljust(LONGEST_PRIOR), "here")) == 1
    assert outcome(read_prior, "18".ljust(LONGEST_PRIOR + 1)) is None


def test_numbers_joined_by_a_mark():
    assert joined("４／ 6/02", "/") == (), "of plain text"
    assert joined(plain("４／ 6/02"), "/") == (4, 6, 2)
    assert [joined(wrong, "/") for wrong in ("", "/", "4/", "-4/1", "4.5", "100", "٣")] == [()] * 7


def test_numbers_have_bounds_too():
    assert numbers("3＋2 1", "here", ALLOWED, also="+", largest=3) == (3, 2, 1)
    for wrong in ("4", "3 x", "3+1", "1 1 1"):
        with pytest.raises(InputError):
            numbers(wrong, "here", ALLOWED, most=2, largest=3)


@every(
    ("entry", "name", "number"),
    [
        ("Trap x 2", "Trap", 2),
        ("Trap X2", "Trap", 2),
        ("罠2", "罠", 2),
        ("Trap ×", "Trap", None),
        ("2", "", 2),
        ("", "", None),
        ("Trap 2 (old)", "Trap 2 (old)", None),
        ("a1234567", "a1", 234567),
    ],
)
def test_a_quantity_stands_after_a_name(entry, name, number):
    assert quantity(entry) == (name, number)


@every("entry", ["18-20", "18*", "18x", "3*4*", "*", ""])
def test_a_quantity_may_want_its_mark(entry):
    assert quantity(entry, marked=True) == (entry, None)


@given(st.text(max_size=20))
def test_nothing_is_what_entries_find_nothing_in(raw):
    assert not is_nothing(raw) or entries(raw, "here", ALLOWED) == []
