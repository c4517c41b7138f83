"""The combat stepper as a page uses it: what its buttons offer is allowed, in both languages; links, undo, words."""

import re
from random import Random

from rules_py import library
from rules_py.avatar.model import Stage, declaring
from rules_py.core.played import decode_actions
from rules_py.core.text import LANGUAGES
from tests.junk import refused_or_the_same
from tests.page import Reader, ask, read, wrong
from tests.rows import every
from tests.stepper import Page, controls_in, played, pressing

from .inputs import COMBAT

STEPPER = library.WIDGETS[COMBAT]
DEALT = "CJ D2 H9 S3 D8 C10 SJ S5 H8 D3 C5 H4 DQ C4 S9 HK D7 C2 SA HA CK"
"""A deal in which the first cards of the Drowned King and of Tobari, who strike each other, are equal."""
ASIDE = ("undo", "redo", "restart", "again", "end", "add", "set", "sheet", "discard", "deal", "remove", "struck")
ALWAYS = (*ASIDE, "again_typed", "react", "cancel")


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_combat_ready_to_begin(language):
    page = Page(COMBAT, language)
    for name in ("Tobari", "Drowned King") if language == "en" else ("トバリ", "溺れ王"):
        assert name in page.board.text
    assert "begin" in page.controls.buttons


def primary(page):
    """The button that comes next."""
    return next(iter(controls_in(page.answer["parts"]["primary"]).buttons))


def step_on(page, random):
    """Press something that is offered, with what the controls hold or something else that they offer."""
    controls = page.controls
    offered = [do for do in controls.buttons if do.split(":")[0] not in ALWAYS]
    assert offered, page.answer["parts"]["controls"]
    do = random.choice([*offered, *taps(page)])
    filled = {name: random.choice(values) for name, values in controls.choices.items()}
    ticks = [name for name in controls.fields if name.startswith("play_")]
    if do == "declare:flee":
        who = declaring(played(page, STEPPER))[0]
        filled["discard"] = played(page, STEPPER).fighters[who].hand[0].code
        ticks = [name for name in ticks if name != "play_" + filled["discard"]]
    if do.startswith("declare"):
        filled |= {name: "1" for name in ticks if random.random() < 0.3}
    if do.startswith("lay"):
        filled |= dict.fromkeys(ticks, "1")
    if do.startswith("strike:"):
        state = played(page, STEPPER)
        able = [who for who in map(int, controls.choices["who"]) if str(who) not in do.split(":")]
        filled["who"] = str(random.choice(able)) if able else filled["who"]
        do = do if able else "strike:guard"
        hand = state.fighters[int(filled["who"])].hand
        do = do if hand or "flee" not in do else "strike:guard"
        card = hand[0].code if hand else ""
        filled |= {"discard": card}
        filled = {name: value for name, value in filled.items() if name in controls.fields}
    if do.startswith("help") and "helper" in filled:
        card = played(page, STEPPER).fighters[int(filled["helper"])].hand[0]
        filled["help_card"] = "Joker=HA" if card.joker else str(card)
    return page.pressed(do, **filled)


def tap(page, do, **filled):
    """Press what is called so, even if it is not there any more, with what the tray says."""
    said = pressing(COMBAT, page.values, do, **(page.controls.fields | filled))
    answer = ask(COMBAT, page.values, said, page.language)
    if answer["state"] == "ready":
        page.answer, page.values = answer, page.values | answer["values"]
    return answer


def taps(page):
    """The buttons on the board."""
    return [do for do in controls_in(page.answer["parts"]["output"]).buttons if do.split(":")[0] not in ASIDE]


@every("seed", range(4))
def test_every_button_that_is_offered_works(seed):
    """Pressed at random; nobody is ever stuck."""
    random = Random(seed)
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"s{seed}", hands=("all", "deciding")[seed // 2 % 2])
    for _ in range(60):
        if played(page, STEPPER).stage is Stage.OVER:
            break
        step_on(page, random)
        html = Reader(page.answer["parts"]["controls"])
        ids = [a["id"] for _, a in html.tags if "id" in a]
        assert len(ids) == len(set(ids))
        controls = [a for tag, a in html.tags if tag in ("input", "select") and a.get("type") != "hidden"]
        assert {a["for"] for tag, a in html.tags if tag == "label"} == {a["id"] for a in controls}


def test_undo_leads_back_to_the_very_start_and_redo_forward_again():
    random, page = Random(5), Page(COMBAT)
    for _ in range(25):
        step_on(page, random)
    boards = [page.answer["parts"]["output"]]
    while "undo" in page.controls.buttons:
        boards.append(page.pressed("undo").answer["parts"]["output"])
    assert page.values["undone"] == str(len(decode_actions(page.values["actions"])))
    assert boards[-1] == Page(COMBAT).answer["parts"]["output"]
    for board in boards[-2::-1]:
        assert page.pressed("redo").answer["parts"]["output"] == board
    link = page.values["actions"]
    refused_or_the_same(link, decode_actions(link), every=17)


def unfolded(page):
    """What is seen of the controls before anything is opened."""
    html, depth = page.answer["parts"]["controls"], 0
    seen = []
    for part in re.split(r"(</?details[^>]*>)", html):
        depth += part.startswith("<details") - part.startswith("</details")
        seen += [part] if depth == 0 else []
    return Reader("".join(part for part in seen if not part.startswith("</"))).text


def test_hidden_hands_are_seen_only_by_those_who_unfold_their_own():
    """The device is passed on before the next one looks; nothing that lies open tells a card of a hand."""
    page = Page(COMBAT, hands="deciding").pressed("begin")
    assert [name for name in page.controls.fields if name.startswith("card_")] == ["card_3"], "the master's first"
    random = Random(4)
    for _ in range(40):
        state = played(page, STEPPER)
        open_cards = {str(card) for fighter in state.fighters for card in fighter.field}
        for fighter in state.fighters:
            for card in fighter.hand:
                assert str(card) in open_cards or str(card) not in page.board.text + unfolded(page)
        if state.stage is Stage.OVER:
            break
        step_on(page, random)


def test_with_hidden_hands_cards_are_typed_where_several_may_act():
    """A helper's card, and what a flight in the first strike costs."""
    page = Page(COMBAT, seed="lamp", hands="deciding").pressed("begin", drawn=DEALT, striking="pc")
    page.refuses("discard", "strike:flee", who="2", discard="CJ")
    page.pressed("strike:flee", who="2", discard="♣2")
    assert "Isaki leaves the combat" in read(page.answer, "log").text

    page = Page(COMBAT, seed="lamp", hands="deciding").pressed("begin", drawn=DEALT)
    for card in ("CJ", "SJ", "H4", "D7"):
        page.pressed("choose", **{next(name for name in page.controls.fields if name.startswith("card_")): card})
    page.pressed("tie")
    for _ in range(4):
        page.pressed(primary(page))
    page.pressed("execute:on").pressed("open").pressed("lay")
    page.refuses("help_card", "help:0", helper="2", help_card="S9")
    page.pressed("help:0", helper="2", help_card="スペードのA")
    assert "Isaki gives up their action and adds ♠A for Tobari. (A-6.18" in read(page.answer, "log").text


def test_the_log_says_by_which_rule_cards_are_drawn():
    """A-4.4, A-4.5, A-7.2, A-7.21: the refill, a second card, Guard, Power Release."""
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose").pressed("tie")
    page.pressed("release:zero:3").pressed("declare:guard")
    while "draw" not in page.controls.buttons:
        page.pressed(primary(page))
    page.pressed("draw").pressed("more")
    log = read(page.answer, "log").text
    for rule in ("A-7.21", "A-7.2", "A-4.4", "A-4.5"):
        assert re.search(rf"Drowned King draws (a card|\d cards)\. \({rule}\)", log), rule


def test_one_goes_back_to_the_set_up_and_keeps_who_fights():
    """Also where a real deck was typed in; with new cards."""
    for dealt in ("", DEALT):
        page = Page(COMBAT, seed="lamp").pressed("add", name="Nagi", hand="2")
        board = page.answer["parts"]["output"]
        page.pressed("begin", drawn=dealt).pressed("choose").pressed("again")
        assert page.answer["parts"]["output"] == board
        assert page.values["seed"] != "lamp"
        assert "again" not in page.controls.buttons


def test_a_name_is_quoted_in_the_readers_language():
    page = Page(COMBAT, "ja", seed="lamp").pressed("begin", drawn=DEALT).pressed("choose").pressed("tie")
    page.pressed("declare:flee", discard="D2")
    assert tap(page, '["declare","pursue",2]')["error"].startswith("「イサキ」は使えません")


def test_only_who_flees_can_be_pursued():
    """A-7.11: it is not offered before somebody flees, neither as a declaration nor as a reaction."""
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose").pressed("tie")

    def offered():
        return [
            "declare:pursue:3" in page.controls.buttons,
            "pursue" in page.controls.choices["reaction"],
            "react:0:pursue:3" in taps(page),
        ]

    assert offered() == [False, False, False]
    page.pressed("declare:flee", discard="D2")
    assert offered() == [True, True, False]
    while played(page, STEPPER).stage is Stage.DECLARE:
        page.pressed(primary(page))
    assert "react:0:pursue:3" in taps(page)


@every(
    ("steps", "field", "filled"),
    [
        *wrong("add", "name", ""),
        *wrong("add", "ep", "0", "-5", name="Io"),
        *wrong("add", "hand", "SK SK", "S99", "Joker2", name="Io"),
        *wrong("set", "stage_number", "0"),
        *wrong("begin", "drawn", "SK SK"),
        *wrong("begin choose", "drawn", "SK"),
        *wrong("begin sheet:0 edit:0", "ep", "-1"),
        *wrong("begin sheet:0 edit:0", "side", "enemy"),
        *wrong("sheet:0 edit:0", "ep", "0"),
        *wrong("sheet:0 edit:0", "name", "Hibiki", "ヒビキ", "", "x" * 31),
        *wrong("sheet:0 edit:0", "hand", "S99"),
        *wrong("begin discard", "cards", "rubbish"),
    ],
)
@every("language", LANGUAGES)
def test_wrong_input_is_told_beside_its_field(steps, field, filled, language):
    page = Page(COMBAT, language)
    *before, do = steps.split()
    for step in before:
        page.pressed(step)
    assert page.refuses(field, do, **filled).endswith("。" if language == "ja" else ".")


def test_a_card_that_is_not_in_the_hand_is_told_beside_its_field():
    page = Page(COMBAT).pressed("begin")
    other = played(page, STEPPER).fighters[1].hand[0].code
    assert "Tobari holds" in page.refuses("card_0", "choose", card_0=other)


def test_cards_of_a_real_deck_are_typed_in():
    page = Page(COMBAT)
    for who in range(3, -1, -1):
        page.pressed(f"remove:{who}")
    page.pressed("add", name="Io", side="pc", hand="2").pressed("add", name="Ra", side="enemy", hand="1")
    page.pressed("begin", drawn="♥3、SK ジョーカー")
    hands = [[str(card) for card in fighter.hand] for fighter in played(page, STEPPER).fighters]
    assert hands == [["♠K", "Joker"], ["♥3"]], "the master's character first"
