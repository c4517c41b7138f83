"""A contest in a link: what comes back is what went in, and whatever was damaged is refused in a sentence."""

import base64
import json
import zlib
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.played import LARGEST_ACTIONS, LONGEST_LINK, MOST_ACTIONS, decode_actions, encode_actions
from tests.junk import anything, refused_or_the_same
from tests.play import refused
from tests.rows import every

from .test_random_play import ask

ACTIONS = [
    ["begin"],
    ["pair", 0, 1],
    ["next"],
    ["declare", [[0, 0, 1], [1, 0, 2]], []],
    ["pass"],
    ["augment", 0, 1, "passive", True],
    ["roll", [[0, 5, 18]]],
    ["resolve"],
    ["next"],
    ["next"],
    ["add", "山田「<太郎>」 & Co", True, "剣術 10W+5"],
]
LINK = encode_actions(ACTIONS)
VALUES = {"seed": "x"}


def packed(plain):
    """A link that holds this text, whatever it is."""
    raw = plain if isinstance(plain, bytes) else plain.encode()
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def no_link(link):
    refused(lambda: decode_actions(link, "actions"), "actions", ANY)
    answer = ask({**VALUES, "actions": link})
    assert answer["state"] == "error"
    assert answer["parts"] == {}
    assert list(answer["errors"]) == ["actions"]


def test_a_real_contest_goes_through():
    assert decode_actions(LINK) == ACTIONS
    assert ask({**VALUES, "actions": LINK})["state"] == "ready"
    assert encode_actions([]) == ""
    assert decode_actions("") == []


def test_a_link_cut_off_anywhere_is_refused():
    for length in range(1, len(LINK)):
        with pytest.raises(InputError):
            decode_actions(LINK[:length])
    no_link(LINK[:-9])


def test_a_link_with_one_letter_changed_is_refused_or_means_the_same():
    """The last letter may hold bits that nobody reads."""
    refused_or_the_same(LINK, ACTIONS)


@every(
    "link",
    [
        "nonsense",
        "!!!!",
        "=",
        "A",
        " ",
        LINK + LINK,
        LINK + "AAAA",
        "あ",
        "\ud800",
        "x" * 100,
        "A" * (LONGEST_LINK + 1),
        packed("")[:4],
    ],
)
def test_what_is_no_link_is_refused(link):
    no_link(link)


HOLLOW = {
    "nothing": "",
    "null": "null",
    "a number": "5",
    "a text": '"begin"',
    "an object": '{"begin": []}',
    "no list inside": "[5]",
    "an empty action": "[[]]",
    "a number for a name": "[[5]]",
    "a list for a name": '[[["begin"]]]',
    "not JSON": "[[begin]]",
    "two texts": "[] []",
    "not UTF-8": b'[["\xff"]]',
    "thousands of digits": '[["remove",' + "9" * 5_000 + "]]",
    "too many actions": json.dumps([["pass"]] * (MOST_ACTIONS + 1)),
    "deeply nested": "[" * 20_000 + "]" * 20_000,
    "deeply nested argument": '[["remove",' + "[" * 20_000 + "]" * 20_000 + "]]",
    "a bomb": "[" + " " * (LARGEST_ACTIONS * 40) + "]",
    "a bomb of actions": json.dumps([["pass"]] * 200_000),
}


@every("name", HOLLOW)
def test_a_link_with_the_wrong_thing_inside_is_refused(name):
    no_link(packed(HOLLOW[name]))


def test_a_bomb_is_never_unpacked():
    """Forty megabytes in a few thousand letters: at most the allowed size is ever in memory."""
    import tracemalloc

    bomb = packed(b"\0" * 4_000_000)
    assert len(bomb) < LONGEST_LINK
    tracemalloc.start()
    no_link(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


STRANGE = [
    '[["remove",1e400]]',
    '[["remove",-Infinity]]',
    '[["remove",NaN]]',
    '[["remove",[[]]]]',
    '[["remove",{"a":1}]]',
    '[["remove",' + "[" * 500 + "]" * 500 + "]]",
    '[["add","x",0,' + "[" * 500 + "]" * 500 + "]]",
    '[["add","\\ud800",false,"Sword 5"]]',
    '[["add","x",false,"\\ud800 5"]]',
    '[["\\ud800"]]',
    '[["__init__"]]',
    '[["begin","extra"]]',
    '[["begin"],["begin"]]',
    '[["begin"],["pair",0]]',
    '[["begin"],["pair",0,1,2]]',
    '[["begin"],["pair",0,1e0]]',
    '[["begin"],["pair",0,1],["next"],["declare",5,[]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[[],0,1],[1,0,1]],[]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[{},0,1],[1,0,1]],[]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[[0,[],{}]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[[1e400,0,1]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["augment",0,0,["x"]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["roll",[[1e400,1,2]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["roll",[[0,1e400,2]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["roll",{"0":[1,2]}]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["roll",[[0.7,1,2]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["roll",[["0",1,2]]]]',
    '[["begin"],["pair",0,1],["next"],["declare",[[0,0,1],[1,0,1]],[]],["skip"],["hero",0,{}]]',
]


@every("plain", STRANGE)
def test_a_link_changed_by_hand_is_refused_at_the_step_that_does_not_fit(plain):
    """The form is right, the meaning is not: a message, never a crash and never a guess."""
    answer = ask({**VALUES, "actions": packed(plain), "hero_points": "yes"})
    assert answer["state"] == "error"
    assert list(answer["errors"]) == ["actions"]
    step = max(1, len(json.loads(plain)))
    assert str(step) in answer["errors"]["actions"]


junk = anything("a", "b", "active")


@settings(max_examples=150, derandomize=True)
@given(place=st.integers(0, len(ACTIONS) - 1), argument=st.integers(1, 4), value=junk)
def test_any_argument_may_be_replaced_by_anything(place, argument, value):
    """The page answers, whatever a link holds."""
    changed = [list(action) for action in ACTIONS]
    changed[place][argument:] = [value, *changed[place][argument + 1 :]]
    answer = ask({**VALUES, "actions": packed(json.dumps(changed)), "dying_square": "2", "heavy_wound_square": "1"})
    assert answer["state"] in ("ready", "error")
    assert answer["status"]


@settings(max_examples=150, derandomize=True)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_any_text_is_a_link_or_refused(link):
    try:
        found = decode_actions(link)
    except InputError as error:
        assert error.field == "actions"  # noqa: PT017
    else:
        assert isinstance(found, list)
