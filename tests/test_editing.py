"""Whoever fights can be changed on the desk: in the set-up, in mid-fight, with every mistake told where it is made."""

from dataclasses import replace
from unittest.mock import ANY

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.kamui.characters import Link
from rules_py.prophecy import Curse
from tests.avatar import table as combats
from tests.contest import table as contests
from tests.kamui import table as ring
from tests.play import KANA_OR_KANJI, refused
from tests.prophecy import table as battles
from tests.rows import every
from tests.stepper import Page, buttons_of, controls_in, played

CASTS = {
    "contest.stepper": ("1", "begin", {}),
    "prophecy.battle": ("1", "begin", {"new_cast": "100", "new_mana": "-1", "new_most_mana": "3", "recipe": "Pizza"}),
    "avatar.combat": ("1", "begin", {"ep": "0", "sep": "x", "limit": "99", "power": "-1", "hand": "S99"}),
    "kamui.board": ("kamui:1", "climax", {"kamui_hp": "0", "kamui_rank": "11", "new_square": "0"}),
}
"""The second of each sample cast, how play begins, and what its sheet cannot say."""
games = every("widget", CASTS)
languages = every("language", LANGUAGES)


def cast(page):
    """Everybody in play, in their order."""
    state = played(page, library.WIDGETS[page.widget])
    if page.widget == "kamui.board":
        return [*state.kamui, *state.state.units]
    return list(state.characters if page.widget == "contest.stepper" else state.fighters)


def names(page):
    """What they are called, in the page's language."""
    found = [each.name for each in cast(page)]
    return [name if isinstance(name, str) else name.get(page.language) for name in found]


def change(page, **filled):
    """Open the second sheet of the sample cast, and change it."""
    whose = CASTS[page.widget][0]
    return page.pressed(f"sheet:{whose}").pressed(f"edit:{whose}", **filled)


@games
@languages
def test_each_sheet_can_be_opened_and_taken_away_before_play_begins(widget, language):
    page = Page(widget, language)
    board = controls_in(page.answer["parts"]["output"]).buttons
    edit, remove = ("Edit", "Remove") if language == "en" else ("編集", "外す")
    assert [word for do, word in board.items() if do.startswith("sheet:")] == [edit] * len(cast(page))
    assert [word for do, word in board.items() if do.startswith(("remove:", "take:"))] == [remove] * len(cast(page))


@games
@languages
def test_somebody_is_changed_and_keeps_the_place(widget, language):
    """The form is filled in; nobody else is touched; the log says it."""
    page = Page(widget, language)
    before = names(page)
    page.pressed(f"sheet:{CASTS[widget][0]}")
    assert page.controls.fields["name"] == (before[1] if widget != "kamui.board" else page.controls.fields["name"])
    assert page.controls.fields["name"] in page.controls.buttons[f"edit:{CASTS[widget][0]}"]
    assert bool(KANA_OR_KANJI.search(page.controls.fields["name"])) == (language == "ja")
    assert not page.values.get("actions"), "to open a sheet is no step"
    page.pressed(f"edit:{CASTS[widget][0]}", name="Yū")
    assert names(page) == [before[0], "Yū", *before[2:]]
    assert "Yū" in page.answer["status"]
    assert "Yū" in page.board.text
    assert [action[0] for action in decode_actions(page.values["actions"])] == ["edit"]


@games
def test_what_is_left_as_it_is_is_no_step(widget):
    page = Page(widget)
    change(page)
    assert not page.values.get("actions")
    assert "sheet:" not in page.controls.buttons, "the sheet is closed again"
    page.pressed(f"sheet:{CASTS[widget][0]}").pressed("sheet:")
    assert not page.values.get("actions")
    page.pressed(CASTS[widget][1])
    steps = page.values["actions"]
    assert change(page).values["actions"] == steps


@games
@languages
def test_a_sheet_says_beside_the_field_what_it_cannot_say(widget, language):
    """A name that somebody has, in either language, none, one too long; numbers out of bounds: all stays as it was."""
    page = Page(widget, language)
    whose, begin, wrong = CASTS[widget]
    other = page.pressed(f"sheet:{whose.replace('1', '0')}").controls.fields["name"]
    theirs = Page(widget, "en" if language == "ja" else "ja").pressed(f"sheet:{whose.replace('1', '0')}")
    doubled = [other, theirs.controls.fields["name"]]
    for step in (None, begin):
        page.pressed("sheet:")
        if step:
            page.pressed(step)
        page.pressed(f"sheet:{whose}")
        before = page.answer
        known = [each for each in wrong.items() if each[0] in page.controls.fields]
        for field, value in [*(("name", name) for name in (*doubled, "", " ", "x" * 41)), *known]:
            if (widget, field, value, step) == ("avatar.combat", "ep", "0", begin):
                continue  # in mid-fight somebody may be said to be defeated
            answer = page.press(f"edit:{whose}", **{field: value})
            assert answer["state"] == "error", (field, value)
            at = "new_mana" if field == "new_most_mana" else field
            assert list(answer["errors"]) == [at], (field, value, answer["errors"])
            assert at in page.controls.fields
            assert answer["error"].endswith("." if language == "en" else "。")
        assert page.answer is before


@games
def test_undo_takes_a_change_back_and_redo_makes_it_again(widget):
    page = Page(widget)
    before = names(page)
    change(page, name="Yū")
    assert names(page.pressed("undo")) == before
    assert names(page.pressed("redo"))[1] == "Yū"
    page.pressed(CASTS[widget][1])
    change(page, name="Kei")
    assert names(page)[1] == "Kei"
    assert names(page.pressed("undo"))[1] == "Yū"


@games
def test_the_way_back_to_the_set_up_keeps_the_cast(widget):
    page = Page(widget)
    change(page, name="Yū").pressed(CASTS[widget][1]).pressed("again")
    assert names(page)[1] == "Yū"
    again = Page(widget, **page.values)
    assert names(again)[1] == "Yū"


@games
@languages
def test_a_sheet_opened_in_either_language_keeps_the_words_of_both(widget, language):
    """Who changes a number in English does not make a Japanese name English."""
    page = Page(widget, language)
    field, value = {
        "contest.stepper": ("narrator", ""),
        "prophecy.battle": ("new_guard", "9"),
        "avatar.combat": ("sep", "7"),
        "kamui.board": ("kamui_rank", "9"),
    }[widget]
    change(page, **{field: value})
    for each in LANGUAGES:
        whose = CASTS[widget][0]
        said = Page(widget, each, **page.values).pressed(f"sheet:{whose}").controls.fields
        fresh = Page(widget, each).pressed(f"sheet:{whose}").controls.fields
        assert said == fresh | {field: value}


@games
def test_nobody_is_opened_who_is_not_there(widget):
    page = Page(widget)
    for whose in ("9", "-1", "x", "kamui:9", "unit:x", "god:0", "1" * 500, "0:0"):
        page.controls.buttons["odd"], page.controls.values["odd"] = "odd", f"sheet:{whose}"
        assert "sheet:" not in page.pressed("odd").controls.buttons


# --- any sequence of changes ------------------------------------------------------------------------------------------

NAMES = ("Aoi", "Ren", "Ren", "トモエ", "x" * 50, "", " Kei ")
ADDS = {
    "contest.stepper": lambda name, n: ["add", name, n % 2 == 0, ("Sword 17", "Bow 9, Brave 3", "")[n % 3]],
    "prophecy.battle": lambda name, n: ["add", name, n % 2 == 0, [n, n, n, n % 9, 0, 5], "Poison", "Trap 2"],
    "avatar.combat": lambda name, n: ["add", name, ("pc", "enemy")[n % 2], "S", [n, 5, 5, None], ("SK", 3)[n % 2]],
    "kamui.board": lambda name, n: ["kamui", name, n % 12, [n, 1, 2, 3, 4, 4, 3, 2]],
}
"""How somebody is added, by name and a number."""


def edited(widget, who, name, number):
    """The action that changes somebody into what would be added."""
    added = ADDS[widget](name, number)
    return ["edit", "kamui", who, *added[1:]] if widget == "kamui.board" else ["edit", who, *added[1:]]


def removed(widget, who):
    return ["take", "kamui", who] if widget == "kamui.board" else ["remove", who]


@games
def test_whatever_is_added_changed_and_removed_the_cast_is_well_formed(widget):
    """Each name once; what is refused changes nothing; each sheet can be opened, and pressed as it stands."""
    stepper = library.WIDGETS[widget]
    inputs = stepper.read(stepper.values({}))

    @settings(max_examples=60, derandomize=True)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(("add", "edit", "edit", "remove")),
                st.sampled_from(NAMES),
                st.integers(-1, 13),
                st.integers(0, 30),
            ),
            max_size=12,
        )
    )
    def try_all(tried):
        state, done = stepper.start(inputs), []
        for kind, name, who, number in tried:
            action = {
                "add": ADDS[widget](name, number),
                "edit": edited(widget, who, name, number),
                "remove": removed(widget, who),
            }[kind]
            before = repr(state)
            try:
                state, _ = stepper.apply(state, action, inputs)
                done.append(action)
            except InputError:
                assert repr(state) == before
        people = state.kamui if widget == "kamui.board" else getattr(state, "characters", None) or state.fighters
        called = [str(each.name) for each in people]
        assert len(set(called)) == len(called) <= 12
        for language in LANGUAGES:
            for who in range(len(people)):
                whose = f"kamui:{who}" if widget == "kamui.board" else str(who)
                assert stepper.sheet(state, whose, inputs, language) is not None

    try_all()


@games
@languages
def test_every_sheet_can_be_pressed_as_it_stands(widget, language):
    """What a sheet is filled in with is what it may say: also with cards in hand, conditions, odd abilities."""
    more = {
        "contest.stepper": [["add", "N. N.", True, "17, War cry: 5W2-3, 10W"]],
        "prophecy.battle": [["add", "N. N.", True, [-5, 3, 9, 2, 1, 2], "Poison, Pierce", "Trap 3, Armour 2, Freeze"]],
        "avatar.combat": [
            ["add", "N. N.", "ally", "D", [9, 0, 0, 7], "SK X D10"],
            ["add", "M", "pc", "C", [1, 0, 3, None], 0],
        ],
        "kamui.board": [["kamui", "N. N.", 9, [7, 0, 0, 0, 0, 0, 0, 0]], ["unit", "Moth", 0, [1, 0, 0]]],
    }[widget]
    page = Page(widget, language, actions=encode_actions(more))
    for step in (None, CASTS[widget][1]):
        if step:
            page.pressed(step)
        steps = page.values["actions"]
        opening = [do for do in buttons_of(page.answer) if do.startswith("sheet:")]
        assert len(opening) == len(cast(page))
        for do in opening:
            page.pressed(do).pressed(do.replace("sheet", "edit"))
            assert page.values["actions"] == steps, do


# --- in mid-fight: what follows, and what the rules make impossible ---------------------------------------------------


def test_who_is_called_otherwise_in_an_attack_stays_its_target_with_all_it_carries():
    """Prophecy: place in the order, curses with whoever inflicted them, the exchange."""
    battle = battles.Table(battles.pc(mana=9), battles.pc("trap 2, poison, armour"), battles.foe(mana=9)).begin()
    state = battle.state
    hurt = replace(state.fighters[1], curses=(Curse("trap", 2), Curse("poison", 0), Curse("trap", 2)))
    battle.state = replace(state, fighters=(state.fighters[0], hurt, state.fighters[2]))
    battle.do("attack", [2])
    attack, order = battle.state.attacks, battle.state.order
    battle.do("edit", 2, "Alto", True, [1, 2, 3, 4, 5, 9], "", "Poison")
    battle.do("edit", 1, "Yū", False, [1, 2, 7, 4, 5, 9], "Poison", "Trap, Poison, Freeze, Armour", 3)
    assert (battle.state.attacks, battle.state.order) == (attack, order)
    yu = battle.state.fighters[1]
    assert yu.curses == (Curse("trap", 2), Curse("poison", 0), Curse("freeze"))
    assert (yu.blesses, yu.damage, yu.most_mana, yu.name.en) == (("armour",), 3, 9, "Yū")
    refused(lambda: battle.do("edit", 1, "Yū", True, [1, 2, 7, 4, 5, 9]), "enemy", "P-8.1")
    refused(lambda: battle.do("edit", 1, "Yū", False, [1, 2, 7, 4, 5, 9], "", "", 7), "damage", "P-14.2")
    refused(lambda: battle.do("edit", 1, "Yū", False, [1, 2, 7, 10, 5, 9]), "mana", "P-Q27")
    refused(lambda: battle.do("edit", 1, "Yū", False, [1, 2, 7, 4, 5, 9], "", "Poison 7"), "conditions", "P-14.2")


def test_a_sheet_written_anew_without_the_damage_keeps_it():
    battle = battles.Table(battles.pc(), battles.foe()).begin()
    battle.do("edit", 0, "Mio", False, [1, 1, 1, 1, 1, 9], "", "", 4)
    battle.do("edit", 0, "Mio", False, [2, 1, 1, 1, 1, 9])
    assert (battle.state.fighters[0].damage, battle.state.fighters[0].cast) == (4, 2)


def test_what_was_declared_and_augmented_follows_its_ability():
    """C-2.1, C-3.7: by the ability's name, else by its place; what has been used cannot be wiped out."""
    table = contests.Table("Sword 12, Calm 15, Song 3", "*Axe 10").begin()
    table.declare(uses=[(0, 1)])
    table.do("pass")
    table.do("augment", 0, 0, "active")
    refused(lambda: table.do("edit", 0, "A", False, "Calm 15"), "abilities", "C-2.1")
    table.do("edit", 0, "Aoi", False, "Song 3, Calm 16, Blade 12, Sword 11")
    assert (table.scene.declared[0], table.scene.contests[0].augments[0].source) == (1, 3)
    assert table.scene.contests[0].augments[0].ability == 1
    table.do("edit", 0, "Aoi", False, "Song 3, Quiet 16, Blade 12, Sword 11")
    assert table.scene.declared[0] == 1, "in its place it has another name"
    assert table.scene.name(0).en == "Aoi"


def test_who_narrates_and_who_is_dying_waits_for_the_end_of_the_augments():
    """C-3.2, C-6.3."""
    table = contests.Table("Sword 12", "*Axe 10", "Bow 3").begin()
    table.declare()
    refused(lambda: table.do("edit", 0, "A", True, "Sword 12"), "narrator", "C-3.2")
    refused(lambda: table.do("edit", 2, "C", False, "Bow 3", "dying"), "condition", "C-3.2")
    refused(lambda: table.do("edit", 0, "A", False, "Sword 12", "dying"), "condition", "C-6.3")
    refused(lambda: table.do("edit", 0, "A", False, "Sword 12", "asleep"), "condition")
    table.do("edit", 0, "A", False, "Sword 12", "wounded")
    assert table.scene.characters[0].wounded
    table.do("skip")
    table.do("edit", 0, "A", True, "Sword 12", "well")
    assert (table.scene.characters[0].wounded, table.scene.characters[0].narrator) == (False, True)
    table.do("edit", 2, "C", False, "Bow 3", "dying")
    assert table.scene.free == []


def test_values_by_hand_are_changed_on_the_sheet_and_defeat_follows():
    """A-Q27, A-Q9: without EP somebody is defeated; not in a clash (A-6.6); sides wait for the end of the round."""
    table = combats.duel("S9 S2 HQ", "H9 HK")
    refused(lambda: table("edit", 0, "Io", "enemy", "S", [5, 0, 5, None]), "side", "A-3.5")
    refused(lambda: table("edit", 0, "Io", "pc", "S", [5, 0, 5, None], "SK"), "hand", "A-Q27")
    table("edit", 0, "Yū", "pc", "D", [2999, 3, 6, None])
    io = table.state.fighters[0]
    assert (io.name.en, io.ep, io.sep, io.limit, io.power, io.suit.value) == ("Yū", 2999, 3, 6, None, "D")
    assert len(io.hand) == 3, "cards stay"
    table("edit", 0, "Yū", "pc", "D", [0, 3, 6, None])
    assert table.state.fighters[0].gone == "lost"


def test_cards_given_on_a_sheet_before_the_combat_come_from_the_deck_and_go_back_to_it():
    table = combats.Table().add("Io", hand="SK H3").add("Ra", "enemy", "H", hand="C2")
    for hand, left in (("SK D4", 51), ("", None), (7, 53), ("H3", 52)):
        if left is None:
            refused(lambda: table("edit", 0, "Io", "pc", "S", [3000, 0, 5, 40], "C2"), "hand", "A-Q1")
            continue
        table("edit", 0, "Io", "pc", "S", [3000, 0, 5, 40], hand)
        assert len(table.state.deck) == left - 1
    assert sorted(map(str, table.state.deck)) == sorted({*map(str, table.state.deck)})


def test_links_follow_a_kamui_under_its_new_name_and_what_has_fallen_stays_so():
    """K-6.2, K-5.5."""
    iwao = ring.kamui(2, "Iwao")
    table = ring.Table(ring.kamui(1, links=(Link("Iwao", 5),)), iwao, ring.enemy(4), phase="climax")
    numbers = [10, 0, 6, 0, 4, 4, 3, 2]
    table.do("edit", "kamui", 1, "Crag", 3, numbers, [7, 0, 1, 2, 0])
    crag = table.play.kamui[1]
    assert (crag.name, crag.square, crag.hp, crag.most_hp, crag.traits_used, crag.revivals) == ("Crag", 3, 7, 10, 1, 2)
    assert table.play.kamui[0].links == (Link("Crag", 5),)
    refused(lambda: table.do("edit", "kamui", 1, "Crag", 3, numbers, [11, 0, 0, 0, 0]), "left_hp")
    refused(lambda: table.do("edit", "kamui", 1, "Crag", 3, numbers, [7, 0, 4, 0, 0]), "left_traits_used")
    refused(lambda: table.do("edit", "kamui", 1, "Crag", 0, numbers), "new_square", ANY)
    refused(lambda: table.do("edit", "unit", 0, "Hideri", 4, [0, 0, 0]), "hp", "K-5.5")
    table.do("edit", "unit", 0, "Drought", 0, [3, 1, 2])
    assert [(one.name, one.square, one.hp, one.threat) for one in table.play.state.units] == [("Drought", 0, 3, 2)]


@every(
    ("widget", "step", "told"),
    [
        (
            "contest.stepper",
            ["roll"],
            ("“Phase 4: exchange”", "“Setting the scene”", "「第4フェイズ（応酬）」", "「場面の準備」"),
        ),
        ("prophecy.battle", ["accept"], ("“Success or failure”", "“Who fights”", "「成否の確認」", "「参加者」")),
        ("avatar.combat", ["lay", []], ("“Clash, step 2”", "“Who fights”", "「打ち合い・手順2」", "「参加者」")),
    ],
)
def test_what_is_out_of_place_is_told_when_its_time_is_and_what_comes_now(widget, step, told):
    stepper = library.WIDGETS[widget]
    inputs = stepper.read(stepper.values({}))
    error = refused(lambda: stepper.apply(stepper.start(inputs), step, inputs), "do", ANY)
    for words in told[:2]:
        assert words in error.message("en")
    for words in told[2:]:
        assert words in error.message("ja")
