"""The battle stepper as a page uses it: every button does what it says, in both languages, to the end of a fight."""

import re
from copy import copy
from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.prophecy import Battle, Stage
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.offers import answerers_targets
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.battle import BattleStepper
from tests.page import Reader, ask, parsed
from tests.rows import every
from tests.stepper import Controls, at_first, played

from .table import BATTLE, BattlePage, Table, foe, pc

STEPPER = library.WIDGETS[BATTLE]
LEAVING = ("undo", "redo", "restart", "again")
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def state(page):
    """The battle that a page shows."""
    return played(page, STEPPER)


def started(**values):
    """A page at Mio's activation: she has 12, Ren 9, the Soloist 8."""
    page = BattlePage(**values)
    page.pressed("begin")
    return page.pressed("initiative", total_0="12", total_1="9")


def rich(*more, **values):
    """A page with people who carry and can do all sorts of things; Mio acts first."""
    actions = [
        ["add", "Sae", False, [5, 5, 7, 9, 2], "Armour, Reflection", "Charge 2, Armour 4"],
        [
            "add",
            "Alto",
            True,
            [9, 5, 5, 9, 2],
            "Amplify Curse, Life Steal, Amplify Bless, Armour",
            "Poison, Armour, Pierce",
        ],
        ["emotion", 1, 3],
        ["emotion", 3, 0],
        ["begin"],
        ["initiative", [[0, 12], [1, 11], [3, 10]]],
        *more,
    ]
    return BattlePage(actions=encode_actions(actions), **values)


# --- as the page is built ---------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_battle_ready_to_begin(language):
    """Two against one: board, sheets with three tracks of six each, set-up, and well-formed HTML."""
    html = library.widget_html(BATTLE, language)
    page = Reader(html)
    for fighter in at_first(BattleStepper()).fighters:
        assert fighter.name.get(language) in page.text
    slots = [a for tag, a in page.tags if tag == "i" and "slot" in (a.get("class") or "")]
    assert len(slots) == 3 * 3 * SLOTS
    controls = Controls(html)
    assert {"begin", "add", "emotion", "remove:0", "remove:1", "remove:2"} <= set(controls.buttons)
    assert bool(KANA_OR_KANJI.search(html)) or language == "en"


def test_the_page_holds_what_the_worker_answers():
    for language in LANGUAGES:
        answer = ask(BATTLE, {}, None, language)
        html = library.widget_html(BATTLE, language)
        assert answer["state"] == "ready"
        assert all(part in html for part in answer["parts"].values())


def test_the_house_rules_are_those_that_a_battle_feels():
    """P-Q1 to P-Q52."""
    fields = set(library.WIDGETS[BATTLE].fields) - {"seed", "actions", "undone"}
    assert fields == set(Rulings.choices()) - {"assist_after_roll", "factor_in_climax"}


def test_a_house_rule_reaches_the_battle():
    """P-Q18: the control on the page changes what is offered."""
    actions = [["add", "Sae", False, [5, 5, 7, 1, 0], "", "Isolation"], ["remove", 0], ["remove", 0], ["begin"]]
    actions += [["initiative", [[1, 12]]]]
    for value, offered in (("no", True), ("yes", False)):
        page = BattlePage(actions=encode_actions(actions), isolation_blocks_self=value)
        assert ("support" in page.controls.buttons) == offered


@every("language", LANGUAGES)
def test_whoever_is_lucky_may_tick_the_higher_value(language):
    """P-Q47: 6, 6 and 1 count as Lucky until somebody prefers 6, 5 and 5; or nobody is asked."""
    lucky = [["attack", [2]], ["roll", [0], [[0, [6, 6, 1]], [2, [3, 4]]]], ["reroll", 0, "cast", [6, 5, 5]]]
    page = rich(*lucky, language=language)
    assert "16" in page.answer["parts"]["controls"]
    page.pressed("accept", higher_0_cast="1")
    assert state(page).attack.exchanges[0].cast.roll.total == 16
    page = rich(*lucky, language=language)
    page.pressed("accept")
    assert state(page).attack.exchanges[0].cast.roll.total == 13
    assert "higher_0_cast" not in rich(*lucky, language=language, kept_roll="lucky").controls.fields


def test_a_chain_combo_before_the_effects_is_offered_with_them():
    """P-Q42."""
    hit = [["attack", [2]], ["roll", [], [[0, [5, 6]], [2, [1, 2]]]], ["accept"]]
    for timing, offered in (("after_effects", False), ("before_effects", True)):
        buttons = rich(*hit, chain_timing=timing).controls.buttons
        assert any(name.startswith("chain:") for name in buttons) == offered


@every("language", LANGUAGES)
def test_every_control_has_a_label(language):
    for more in ((), (["attack", [2]],), (["attack", [2]], ["roll"], ["accept"])):
        page = rich(*more, language=language)
        html = Reader(page.answer["parts"]["controls"])
        ids = [a["id"] for _, a in html.tags if "id" in a]
        assert len(ids) == len(set(ids))
        labelled = {a["for"] for tag, a in html.tags if tag == "label"}
        controls = [a for tag, a in html.tags if tag in ("input", "select") and a.get("type") != "hidden"]
        assert labelled == {a["id"] for a in controls}


# --- every button leads somewhere legal -------------------------------------------------------------------------------

STAGES = {
    "action": [],
    "dice": [["attack", [2]]],
    "dice of an expanded attack": [["attack", [2, 4]]],
    "after the cast check": [["attack", [2]], ["cast"]],
    "result: a hit": [["attack", [2]], ["roll", [], [[0, [5, 6]], [2, [1, 2]]]]],
    "result: a miss": [["attack", [2]], ["roll", [], [[0, [1, 2]], [2, [5, 6]]]]],
    "result: two hits": [["attack", [2, 4]], ["roll", [], [[0, [5, 6]], [2, [1, 2]], [4, [1, 2]]]]],
    "effects": [["attack", [4]], ["roll", [], [[0, [5, 6]], [4, [1, 2]]]], ["accept"]],
    "effects of an expanded attack": [
        ["attack", [2, 4]],
        ["roll", [], [[0, [5, 6]], [2, [1, 2]], [4, [1, 2]]]],
        ["accept"],
    ],
    "after": [["attack", [2]], ["roll", [], [[0, [5, 6]], [2, [1, 2]]]], ["accept"], ["effects", [["deal_damage"]]]],
    "an enemy's result": [
        ["pass"],
        ["pass"],
        ["pass"],
        ["attack", [0]],
        ["roll", [], [[2, [5, 6]], [0, [1, 2]]]],
    ],
    "an enemy's effects": [
        ["pass"],
        ["pass"],
        ["pass"],
        ["pass"],
        ["attack", [3]],
        ["roll", [], [[4, [5, 6]], [3, [1, 2]]]],
        ["accept"],
    ],
}


@every("name", STAGES)
def test_every_button_that_is_shown_can_be_pressed(name):
    """P-M14: legal actions only. Each button from the same page, with the controls as they stand."""
    before = rich(*STAGES[name])
    buttons = list(before.controls.buttons)
    assert len(buttons) >= 3
    for do in buttons:
        page = copy(before)
        page.step_on(do)
        if do not in LEAVING:
            done = decode_actions(before.values["actions"])
            assert decode_actions(page.values["actions"])[: len(done)] == done


@every("name", [name for name in STAGES if "effects" in name])
def test_every_effect_that_is_offered_can_be_chosen(name):
    """P-M4: within reach, in the recipe, with something to work on; also as the second one of a Boost."""
    before = rich(*STAGES[name])
    choices = before.controls.choices
    for effect in choices["effect_1"]:
        copy(before).pressed("effects", effect_1=effect)
    for effect in choices.get("effect_2", []):
        copy(before).pressed("effects", effect_2=effect)
    assert ("effect_2" in choices) == ("expanded" not in name)


def test_what_is_out_of_reach_is_told_with_its_rule():
    """P-11.4, P-15.12: as text, not as a button or a choice."""
    page = rich(["attack", [2, 4]], ["roll", [], [[0, [3, 4]], [2, [3, 4]], [4, [3, 4]]]], ["accept"])
    closed = page.controls.closed
    assert any(text.startswith("Boost is not possible now:") and "P-15.12" in text for text in closed)
    assert any("Inflict Curse: Cast Down" in text and "P-11.4" in text for text in closed)
    assert not any("cast_down" in value for value in page.controls.choices["effect_1"])


@every("effect", ['["heal_damage"]', '["give_bless", "armour"]', '["give_bless", "guard_up"]'])
def test_every_support_that_is_offered_can_be_given(effect):
    """P-12.6: Boosted by the second choice (P-15.4), which really costs and works."""
    page = rich(["pass"], ["pass"])
    if effect not in page.controls.choices["gives_1"]:
        assert "guard_up" in effect, "Sae's recipe holds Armour and Reflection"
        return
    page.pressed("support", support_to="1", gives_1=effect, gives_2='["heal_damage"]')
    battle = state(page)
    assert battle.fighters[3].mana == 7
    assert decode_actions(page.values["actions"])[-1][:2] == ["support", [1]]


def test_support_of_several_is_expanded():
    """P-12.3: by ticking more people."""
    page = rich(["pass"], ["pass"])
    page.pressed("support", support_to="0", support_1="1", support_3="1")
    assert state(page).fighters[3].mana == 9 - 3


@every("language", LANGUAGES)
def test_whoever_is_chosen_is_not_offered_as_well_and_refused_if_named_twice(language):
    """P-10.2, P-15.10: beside the list of Support, and beside the coloured button of an attack."""
    page = BattlePage(language, actions=rich(["pass"], ["pass"]).values["actions"])
    boxes = parsed(page.answer["parts"]["controls"]).xpath(".//*[starts-with(@data-beside, 'support_to')]")
    shown = [each.get("data-beside").split()[1] for each in boxes if each.get("hidden") is None]
    (chosen,) = {*page.controls.choices["support_to"]} - {*shown}
    assert chosen == page.controls.fields["support_to"]
    refusal = {"en": "each once (P-10.2).", "ja": "対象を重複なく選んでください（P-10.2）。"}[language]
    answer = page.press("support", support_to="1", support_1="1")
    assert [*answer["errors"]] == ["support_1"]
    assert answer["error"].endswith(refusal)
    page = BattlePage(language, actions=rich().values["actions"])
    assert "more_2" not in page.controls.fields
    assert [*page.press("attack:4+roll", more_4="1")["errors"]] == ["more_4"]
    twice = encode_actions([*decode_actions(rich().values["actions"]), ["attack", [4, 4]]])
    assert ask(page.widget, {"actions": twice}, None, language)["state"] == "error"


def test_support_with_an_emotion_has_a_button_of_its_own():
    """P-12.5: one for each ally for whom whoever acts feels something, whoever is chosen in the list."""
    page = rich(["pass"])
    assert [each for each in page.controls.buttons if each.startswith("support:") and each.endswith(":e")] == [
        "support:0:e",
        "support:3:e",
    ]
    page.pressed("support:3:e", support_to="0")
    assert state(page).fighters[1].emotions == (0,)
    assert state(page).fighters[1].mana == 4


def test_a_bless_on_a_full_track_asks_what_gives_way():
    """P-14.8: Sae has six blesses."""
    page = rich(["pass"], ["pass"])
    assert page.controls.choices["overwrite"] == ["", "charge", "armour"]
    page.pressed("support", support_to="3", gives_1='["give_bless", "reflection"]', overwrite="charge")
    assert state(page).fighters[3].copies("reflection") == 1
    assert state(page).fighters[3].copies("charge") == 1


def test_the_cast_check_may_be_rolled_first():
    """P-10.1, P-10.9: then the defender's third die is still open."""
    page = rich(["attack", [4]])
    page.pressed("cast", third_0="1", faces_0="3 4 5")
    assert "third_4" in page.controls.fields
    assert "third_0" not in page.controls.fields
    page.pressed("roll", third_4="1", faces_4="１２３")
    exchange = state(page).attack.exchanges[0]
    assert (exchange.cast.roll.total, exchange.guard.roll.total, exchange.guard.dice) == (12, 6, 3)


def test_dice_may_be_typed_everywhere():
    """P-3.1: in cast, guard, reroll, assist and Cover; with or without spaces, in full width too."""
    page = rich(["pass"], ["pass"], ["pass"], ["attack", [0]])
    page.pressed("roll", faces_2="5 6", faces_0="12")
    page.pressed("assist:1:0:guard", again="1 3")
    page.pressed("assist:3:0:guard:e", again="1+4")
    page.pressed("reroll:0:guard", again="２ ４")
    page.pressed("cover:1:0:e", again="3,4") if "cover:1:0:e" in page.controls.buttons else page.pressed(
        "cover:1:0", again="3,4"
    )
    exchange = state(page).attack.exchanges[0]
    assert (exchange.coverer, exchange.guard.roll.total) == (1, 7)
    assert state(page).fighters[3].emotions == ()


def test_a_counter_and_a_chain_combo_may_be_expanded():
    """P-Q35: by ticking more targets beside the buttons."""
    hit = [["attack", [2]], ["roll", [], [[0, [5, 6]], [2, [1, 2]]]], ["accept"], ["effects", [["deal_damage"]]]]
    page = rich(*hit)
    assert {"chain:3:2", "chain:3:2:e", "counter:2", "done"} <= set(page.controls.buttons)
    page.pressed("chain:3:2:e", more_4="1")
    assert [exchange.target for exchange in state(page).attack.exchanges] == [2, 4]
    assert state(page).fighters[3].mana == 8


@every(
    ("ren", "offered"),
    [
        (pc(mana=1), ()),
        (pc(mana=2), (3,)),
        (pc(mana=1, emotions=(0,)), (3,)),
        (pc(emotions=(0,)), ()),
        (pc("fog", mana=9), ()),
    ],
)
def test_who_follows_a_hit_may_add_a_target_with_mana_to_spare_and_out_of_fog(ren, offered):
    """P-Q35, P-15.10, P-17.19a: Chain Combo takes the first mana, or an emotion; Expand takes mana of its own."""
    table = Table(pc(), ren, foe(), foe()).begin()
    table.hit(2)
    assert answerers_targets(table.battle) == offered


def test_ties_are_settled_as_the_players_say():
    """P-8.6: by names, in the page's language or the other."""
    for typed, order in (("Ren, Mio", [1, 0]), ("ミオ、レン", [0, 1]), ("レン；ミオ", [1, 0])):
        page = BattlePage()
        page.pressed("begin").pressed("initiative", total_0="11", total_1="11", ties=typed)
        assert [who for who, _ in state(page).order][:2] == order


def test_everybody_can_be_set_up_with_the_controls():
    """P-Q27, P-Q29, P-Q38."""
    page = BattlePage()
    page.pressed(
        "add",
        name="Sae",
        new_cast="−2",
        new_guard="５",
        new_mana="3",
        new_most_mana="4",
        new_preparations="2",
        recipe="装甲, Poison",
        conditions="Trap 2",
    )
    page.pressed("add", name="Alto", enemy="1", new_dominance="11")
    page.pressed("emotion", who="3", toward="0")
    sae, alto = state(page).fighters[3:]
    assert (sae.cast, sae.guard, sae.mana, sae.most_mana, sae.preparations) == (-2, 5, 3, 4, 2)
    assert (sae.recipe, sae.conditions, sae.emotions) == (("armour", "poison"), ("trap", "trap"), (0,))
    assert (alto.enemy, alto.dominance) == (True, 11)
    page.pressed("remove:2").pressed("remove:0")
    assert [f.name.en for f in state(page).fighters] == ["Ren", "Sae", "Alto"]


def test_without_an_enemy_there_is_nothing_to_begin():
    """P-1.14: the reason stands where the button was."""
    page = BattlePage()
    page.pressed("remove:2")
    assert "begin" not in page.controls.buttons
    assert any("P-1.14" in text for text in page.controls.closed)


def test_what_a_curse_forbids_is_told_with_its_rule():
    """P-M14: and there is no button for it."""
    for conditions, missing, rule in (
        ("Weakness", {"attack"}, "P-17.18a"),
        ("Hobble", {"retreat"}, "P-17.2a"),
        ("Incapacity", {"attack", "support", "retreat"}, "P-17.21a"),
        ("Berserk", {"support", "retreat", "pass"}, "P-17.15a"),
    ):
        page = BattlePage(
            actions=encode_actions(
                [
                    ["add", "Sae", False, [5, 5, 7, 9, 2], "", conditions],
                    ["begin"],
                    ["initiative", [[0, 3], [1, 2], [3, 12]]],
                ]
            )
        )
        shown = {"attack", "support", "retreat", "pass"} & {do.split(":")[0] for do in page.controls.buttons}
        assert shown == {"attack", "support", "retreat", "pass"} - missing
        assert sum(rule in text for text in page.controls.closed) == len(missing)


def test_a_special_action_that_is_forbidden_is_told_with_its_rule():
    """P-18.2a: Alto carries Pierce; P-16.14: nobody Counters without mana."""
    page = rich(["pass"], ["pass"], ["pass"], ["pass"], ["attack", [0]], ["roll", [], [[4, [5, 6]], [0, [1, 2]]]])
    assert not any(do.startswith("cover") for do in page.controls.buttons)
    assert [text for text in page.controls.closed if "P-18.2a" in text]


# --- whole fights -----------------------------------------------------------------------------------------------------

WISHES = ("last_stand", "fall", "begin", "initiative", "attack", "roll", "accept", "effects", "done", "support", "pass")


def fight(page, steps=600):
    """Play with buttons only, always the first that is wished for, until one side is out; then the GM ends it."""
    for _ in range(steps):
        battle = state(page)
        if battle.stage is Stage.OVER:
            return page
        buttons = list(page.controls.buttons)
        sides = {f.enemy for f in battle.fighters if f.fighting}
        if len(sides) < 2 and "end" in buttons:
            page.pressed("end")
            continue
        do = next(do for wish in WISHES for do in buttons if do.split(":")[0] == wish)
        page.step_on(do)
    raise AssertionError("the fight does not end")


@every("seed", ["lantern", "shadow", "harbour"])
def test_a_fight_is_played_to_its_end_with_buttons_only(seed):
    """P-14.5, P-Q40: one side is down, the GM ends the battle, and nothing but going back is left."""
    page = fight(BattlePage(seed=seed))
    battle = state(page)
    fighting = {f.enemy for f in battle.fighters if f.fighting}
    assert len(fighting) == 1
    assert all(f.down for f in battle.fighters if f.enemy not in fighting)
    assert {do.removesuffix("_typed") for do in page.controls.buttons} <= {"undo", "again", "restart"}
    assert "P-Q40" in page.answer["parts"]["controls"]
    assert battle.round > 2


@every("seed", range(4))
def test_wherever_buttons_lead_they_work(seed):
    """A reader who presses anything: a hundred and fifty steps, and never a refusal."""
    random = Random(seed)
    page = rich(seed=str(seed))
    for _ in range(150):
        controls = page.controls
        buttons = [do for do in controls.buttons if do not in (*LEAVING, "end", "retreat")]
        if not buttons:
            page = rich(seed=f"{seed} again")
            continue
        do = random.choice(buttons)
        filled = {}
        if do in ("effects", "accept+effects", "accept+effects+on"):
            filled["effect_1"] = random.choice(controls.choices["effect_1"])
        if do.split(":")[0] == "support":
            filled["gives_1"] = random.choice(controls.choices["gives_1"])
            if do == "support:e":
                battle = state(page)
                offered = controls.choices["support_to"]
                filled["support_to"] = next(
                    str(w) for w in battle.fighters[battle.active].emotions if str(w) in offered
                )
            if "amplify_bless" in filled["gives_1"]:
                filled["gives_1"] = '["heal_damage"]'
        if "roll" in do:
            filled = {name: random.choice(("", "1")) for name in controls.fields if name.startswith("third_")}
        page.step_on(do, **filled)


def test_both_languages_show_the_same_battle():
    """Step for step: the same buttons and choices, the same cells of numbers, the same link; only the words differ."""
    pages = [started(language=language) for language in LANGUAGES]
    shapes = 0
    for _ in range(60):
        controls = [page.controls for page in pages]
        assert list(controls[0].buttons) == list(controls[1].buttons)
        assert controls[0].choices == controls[1].choices
        assert list(controls[0].fields) == list(controls[1].fields)
        assert len(controls[0].closed) == len(controls[1].closed)
        numbers = [re.findall(r"[−+]?\d+", page.board.text) for page in pages]
        assert numbers[0] == numbers[1]
        tags = [[tag for tag, _ in page.board.tags] for page in pages]
        assert tags[0] == tags[1]
        assert pages[0].answer["query"] == pages[1].answer["query"]
        assert KANA_OR_KANJI.search(pages[1].answer["status"])
        shapes += 1
        do = next((do for wish in WISHES for do in controls[0].buttons if do.split(":")[0] == wish), None)
        if do is None:
            break
        for page in pages:
            page.step_on(do)
    assert shapes > 20


def board(page):
    """What stands on it."""
    return parsed(page.answer["parts"]["output"])


def cards(page):
    """What stands on everybody's sheet, by name."""
    sheets = [card for card in board(page).iter("section") if "sheet-of" in card.get("class")]
    return {card.get("aria-label"): " ".join(card.text_content().split()) for card in sheets}


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_board_shows_order_numbers_and_resources():
    """P-8.4, P-M12: who is on, with what."""
    page = rich()
    turns = [" ".join(turn.text_content().split()) for turn in board(page).iter("li")]
    assert turns[:3] == ["MMio12▶acting", "RRen11ready", "SSae10ready"]
    shown = cards(page)
    assert "Cast 6 Guard 4 Mana 4◆◆◆◆ Preparation 1● emotion: Ren" in shown["Mio"]
    assert "Cast 5 Guard 5 Mana 9 Preparation 2●● emotion: Mio" in shown["Sae"]


def test_the_board_shows_what_conditions_change():
    """P-M12: ability, change and sum."""
    page = BattlePage(
        actions=encode_actions([["add", "Sae", False, [5, 5, 7, 9, 0], "", "Freeze 2, Cast Up, Guard Up 3"]])
    )
    assert "Cast 4 (5−1) Guard 6 (5+1)" in cards(page)["Sae"]


def test_the_board_says_how_an_attack_stands():
    """P-10.12, P-16.5: so far, and after Cover for the one who covers."""
    page = rich(["pass"], ["pass"], ["pass"], ["attack", [0]], ["roll", [], [[2, [5, 6]], [0, [1, 2]]]])
    assert all(part in page.board.text for part in ("Hit, degree +11", "11 + 7 = 18", "3 + 4 = 7"))
    page.pressed("cover:1:0", again="46")
    assert all(part in page.board.text for part in ("Hit, degree +3", "10 + 5 = 15", "Ren guard"))


def test_the_sheets_show_every_condition():
    """P-14.1: name and place of what is carried."""
    page = rich()
    for kind in ("charge", "armour", "pierce", "poison"):
        assert CONDITIONS[kind].name.en in page.board.text


def test_the_log_tells_what_happened_with_its_rules():
    page = started()
    page.pressed("attack:2").pressed("roll", faces_0="5 4", faces_2="3 4")
    page.pressed("accept").pressed("effects")
    log = Reader(page.answer["parts"]["log"])
    assert "Mio hits Soloist of the Hollow Choir: success degree 4." in log.text
    linked = {a.get("data-rule") for tag, a in log.tags if tag == "a"}
    assert {"P-10.2", "P-10.4", "P-10.7", "P-10.12", "P-14.3"} <= linked
    assert page.answer["status"].endswith("takes 1 damage (1 of 6).")


def test_nothing_is_decided_by_looking():
    """Asking twice changes nothing: no die is rolled, no field is changed."""
    page = rich(["attack", [2]])
    first = page.answer
    page.look()
    assert page.answer == first
    assert page.answer["values"] == {}


def test_the_widget_starts_with_a_battle_of_its_own():
    """Whatever was played before."""
    stepper = BattleStepper()
    assert at_first(stepper) == at_first(BattleStepper())
    assert isinstance(at_first(stepper), Battle)
    assert at_first(stepper).stage is Stage.SETUP
