"""Prophecy's drawings: what is drawn is what the rules and the sheet say."""

from rules_py.core.text import LANGUAGES, Text, same
from rules_py.prophecy.characters import SLOTS, Curse, Fighter
from rules_py.prophecy.conditions import AT_START, BLESSES, CONDITIONS, CURSES, FIRST_ACTIVATION
from rules_py.prophecy.figures import FIGURES, draw_sheet
from rules_py.prophecy.system import SYSTEM
from tests.drawing import beyond, collisions
from tests.rows import every

NAMES = [
    Text("Mio", "ミオ"),
    Text("Bartholomew-Maximilian von und zu Hohenstein", "東雲宮光源寺千早振之介左衛門尉の三男坊"),
    same("<b>&\"'</b>"),
    same("{name}"),
    same("W" * 40),
]


def texts(drawing):
    return [text.text for text in drawing.iter("text")]


def slots(drawing):
    """The kinds of the slots, track by track."""
    kinds = [rect.get("class").removeprefix("slot").strip() for rect in drawing.iter("rect")]
    assert len(kinds) == 3 * SLOTS
    return [kinds[:SLOTS], kinds[SLOTS : 2 * SLOTS], kinds[2 * SLOTS :]]


def curses(*kinds):
    return tuple(Curse(kind) for kind in kinds)


def test_there_is_a_figure_for_each_subject():
    assert set(FIGURES) == {f"prophecy.{each}" for each in ("board", "session", "attack", "activation", "sheet")}


@every("language", LANGUAGES)
def test_the_session_shows_all_turn_actions(language):
    """P-T1: the two of the extension rule with a broken frame."""
    drawing = FIGURES["prophecy.session"](language)
    actions = [row.cells[0].get(language) for row in SYSTEM.tables["P-T1"].rows]
    shown = texts(drawing)
    assert [text for text in shown if text in actions] == actions
    assert sum(rect.get("class") == "box choice" for rect in drawing.iter("rect")) == 2
    assert all(action in drawing.get("aria-label") for action in actions)


@every("language", LANGUAGES)
def test_the_activation_shows_what_acts_and_what_leaves(language):
    """P-M6, P-M11: the four of the start in their order, the six of the end."""
    shown = texts(FIGURES["prophecy.activation"](language))
    starting = [f"{n} {CONDITIONS[kind].name.get(language)}" for n, kind in enumerate(AT_START, 1)]
    assert [text for text in shown if text in starting] == starting
    leaving = [CONDITIONS[kind].name.get(language) for kind in FIRST_ACTIVATION]
    assert [text for text in shown if text in leaving] == leaving


def test_an_empty_sheet_has_three_tracks_of_six():
    """P-14.2."""
    drawing = draw_sheet(Fighter(Text("Mio", "ミオ")), "en")
    assert slots(drawing) == [[""] * SLOTS] * 3
    assert [text for text in texts(drawing) if text.isdigit()] == list("123456") * 3
    assert texts(drawing).count("Damage 0/6") == 1


@every("language", LANGUAGES)
def test_a_sheet_shows_every_copy_in_its_slot(language):
    """P-14.1, P-14.3: a slot for each copy, in the order in which they came."""
    fighter = Fighter(
        Text("Mio", "ミオ"), damage=4, curses=curses("trap", "poison", "trap"), blesses=("armour", "speed_up")
    )
    drawing = draw_sheet(fighter, language)
    filled = ["filled"]
    assert slots(drawing) == [filled * 4 + [""] * 2, filled * 3 + [""] * 3, filled * 2 + [""] * 4]
    carried = [CONDITIONS[kind].name.get(language) for kind in ("trap", "poison", "trap", "armour", "speed_up")]
    assert [text for text in texts(drawing) if text in carried] == carried
    assert sum(path.get("class") == "cross" for path in drawing.iter("path")) == 4


def test_a_full_track_warns_unless_it_holds_blesses():
    """P-14.4, P-14.7, P-14.8: the next damage and the next curse knock down, the next bless does not."""
    fighter = Fighter(
        Text("Mio", "ミオ"), damage=SLOTS, curses=curses(*["poison"] * SLOTS), blesses=("armour",) * SLOTS
    )
    assert slots(draw_sheet(fighter, "en")) == [["full"] * SLOTS, ["full"] * SLOTS, ["filled"] * SLOTS]


def test_a_sheet_in_words():
    fighter = Fighter(Text("Mio", "ミオ"), damage=2, curses=curses("poison", "trap", "trap"), acted=True, stood=True)
    assert draw_sheet(fighter, "en").get("aria-label") == (
        "Condition sheet of Mio. Damage: 2 of 6. Curses, 3 of 6: Poison, Trap ×2. Blesses, 0 of 6: none."
        " acted, Last Stand used."
    )
    assert draw_sheet(fighter, "ja").get("aria-label") == (
        "ミオのコンディションシート。ダメージは6のうち2。カースは6のうち3：毒、罠 ×2。ブレスは6のうち0：なし。"
        "行動済み、ラストスタンド使用済み。"
    )
    assert draw_sheet(Fighter(same("{name}")), "en").get("aria-label").startswith("Condition sheet of {name}. ")


@every(("state", "word"), [("down", "knocked down"), ("gone", "left the battle"), ("acted", "acted")])
def test_a_sheet_says_who_is_out(state, word):
    assert word in texts(draw_sheet(Fighter(Text("Mio", "ミオ"), **{state: True}), "en"))


@every("language", LANGUAGES)
@every("name", NAMES)
def test_whatever_stands_on_a_sheet_fits_into_it(name, language):
    """Every condition in every slot, under names of any length."""
    states = ({}, {"down": True}, {"gone": True}, {"acted": True, "stood": True})
    kinds, good = list(CURSES), list(BLESSES)
    for turn, state in enumerate(states * 2):
        six = [(kinds[(turn * SLOTS + i) % len(kinds)], good[(turn * SLOTS + i) % len(good)]) for i in range(SLOTS)]
        fighter = Fighter(
            name, damage=turn % 7, curses=curses(*(c for c, _ in six)), blesses=tuple(b for _, b in six), **state
        )
        drawing = draw_sheet(fighter, language)
        assert beyond(drawing) == []
        assert collisions(drawing) == []
