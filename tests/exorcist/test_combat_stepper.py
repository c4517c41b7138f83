"""The combat stepper as a page uses it: what its buttons offer is allowed, in both languages; links and undo."""

from collections import Counter
from functools import cache
from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.exorcist.fighters import Side
from rules_py.exorcist.model import Stage
from rules_py.exorcist.rulings import Rulings
from tests.junk import refused_or_the_same
from tests.page import Reader, ask, parsed, read, wrong
from tests.rows import every
from tests.stepper import Page, at_first, played, short

from .desk import BEGIN, WITHOUT_GRID, on_board, primary, target

TOGETHER = ("combine", {"mob_3": "1"})
COMBAT = "exorcist.combat"
STEPPER = library.WIDGETS[COMBAT]
LEAVING = ("undo", "redo", "restart", "again", "again_typed")
LONGEST = 2_000
"""Characters of a link that a combat after ten turns must not exceed."""


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_combat_ready_to_begin(language):
    html = library.widget_html(COMBAT, language)
    page = Reader(html)
    for fighter in at_first(STEPPER).combat.fighters:
        assert fighter.name.get(language) in page.text
    assert BEGIN in Page(COMBAT, language).controls.buttons


def fought(page):
    """The combat that a page shows."""
    return played(page, STEPPER).combat


def started(language="en", **values):
    """A page at Aoi's activation, without a grid; then come Sora and two Ukkoku-ageha."""
    return Page(COMBAT, language, **values).pressed(WITHOUT_GRID)


@every("language", LANGUAGES)
def test_an_attack_by_buttons(language):
    """E-5.13: check with typed dice, damage, the kai'i is gone."""
    page = started(language)
    page.pressed("attack", attack="0", target_1="2", dice="5 1 1 1", last="")
    page.pressed("damage", amounts="3")
    assert fought(page).fighters[2].gone
    page.pressed("move", squares="2")
    page.pressed("done")


@every("language", LANGUAGES)
def test_two_ageha_combine_and_sora_respawns(language):
    """E-8.11, E-9.7: batch evasion fails, damage is summed, katashiro are spent."""
    page = started(language).pressed("done").pressed("done")
    page.pressed("adjust", who="1", what="hp", value="2")
    page.pressed("combine", mob_3="1", against="1", their_dice="4 4 4 4")
    page.pressed("evade", spent="1", evade_dice="1")
    page.pressed("damage", amounts="4 4")
    assert fought(page).stage is Stage.DEATH
    page.pressed("respawn")
    sora = fought(page).fighters[1]
    assert (sora.hp, sora.spirit_points, sora.evade_dice, sora.katashiro) == (4, 3, 2, 1)


def test_anybody_can_be_typed_in():
    page = Page(COMBAT)
    page.pressed("kaii", k_name="Wolf", k_skill="5", k_boss="1", k_evades="1")
    page.pressed("weapon", w_who="4", w_name="Bite", w_damage="2d4+1", w_targets="2")
    page.pressed("exorcist", e_name="Kei", e_side="ally", e_armour="1 2")
    page.pressed("thing", t_name="Gate")
    page.pressed("known:ukkoku_ageha").pressed(WITHOUT_GRID)
    state = fought(page)
    assert state.fighters[4].boss
    assert state.fighters[4].attacks[0].targets == 2
    assert state.fighters[5].armour == 3
    assert state.active == 4
    assert "E-13.3" in page.board.text


def test_the_gm_orders_enemies_by_name():
    """E-2.11: in a turn that waits for it."""
    page = started().pressed("pause")
    for _ in range(4):
        page.pressed("done")
    assert page.controls.fields["enemies"] == "Ukkoku-ageha, Ukkoku-ageha 2"
    page.pressed("turn", enemies="Ukkoku-ageha 2、Ukkoku-ageha").pressed("done").pressed("done")
    assert fought(page).active == 3


MET = (WITHOUT_GRID, "done", "done")


@every(
    ("steps", "field", "filled"),
    [
        *wrong(["kaii"], "k_name", ""),
        *wrong(["kaii"], "k_body", "x", k_name="Wolf"),
        *wrong(["exorcist"], "e_name", "Aoi"),
        *wrong(["exorcist"], "e_armour", "1 1 1 1 1 1", "a", e_name="Kei"),
        *wrong(["thing"], "t_toughness", "0", t_name="Gate"),
        *wrong(["weapon"], "w_damage", "lots", w_name="Bite"),
        *wrong([WITHOUT_GRID, "pause", *["done"] * 4, "turn"], "enemies", "Nobody"),
        *wrong([WITHOUT_GRID, "attack"], "dice", "7", "5 5"),
        *wrong([WITHOUT_GRID, "attack"], "split", "9 9"),
        ([WITHOUT_GRID, "attack"], "target_1", {"target_2": "3"}),
        *wrong([WITHOUT_GRID, ("attack", {"dice": "5 5 5 5"}), "damage"], "amounts", "9"),
        *wrong([WITHOUT_GRID, "move"], "squares", "0", "99"),
        *wrong([WITHOUT_GRID, "manoeuvre"], "manoeuvre_dice", "1"),
        *wrong([WITHOUT_GRID, "manoeuvre"], "gained", "many"),
        *wrong([WITHOUT_GRID, "rope"], "other_dice", "1"),
        *wrong([WITHOUT_GRID, "removal"], "other_dice", "1"),
        *wrong([WITHOUT_GRID, "adjust"], "what", "toughness", value="3", who="0"),
        *wrong([*MET, "combine"], "their_dice", "1", mob_3="1"),
        *wrong([*MET, TOGETHER, "evade"], "evade_dice", "6", "=1", spent="2"),
        *wrong([*MET, TOGETHER, "evade"], "spent", "9"),
    ],
)
@every("language", LANGUAGES)
def test_wrong_input_is_told_beside_its_field(steps, field, filled, language):
    page = Page(COMBAT, language)
    *before, do = steps
    for step in before:
        page.pressed(step) if isinstance(step, str) else page.pressed(step[0], **step[1])
    page.refuses(field, do, **filled)


@every("language", LANGUAGES)
def test_every_control_has_a_label(language):
    page = started(language)
    html = Reader(page.answer["parts"]["controls"])
    ids = [a["id"] for _, a in html.tags if "id" in a]
    assert len(ids) == len(set(ids))
    controls = [a for tag, a in html.tags if tag in ("input", "select") and a.get("type") != "hidden"]
    assert {a["for"] for tag, a in html.tags if tag == "label"} == {a["id"] for a in controls}


def step_on(page, random):
    """Press something that is offered, with what the controls hold."""
    controls = page.controls
    offered = [do for do in controls.buttons if do not in LEAVING and do != "end"]
    offered = [
        do for do in offered if do.split(":")[0] not in ("kaii", "exorcist", "thing", "weapon", "adjust", "remove")
    ]
    do = random.choice(offered)
    filled = {name: random.choice(values) for name, values in controls.choices.items()}
    if do == "attack":
        filled |= {name: "" for name in controls.fields if name.startswith("target_") and name != "target_1"}
    if do == "combine":
        filled |= {name: "1" for name in controls.fields if name.startswith("mob_")}
    return page.pressed(do, **filled)


@every("seed", range(4))
def test_every_button_that_is_offered_works(seed):
    """Pressed at random; a forbidden attack is never offered."""
    random = Random(seed)
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"s{seed}")
    for _ in range(50):
        if fought(page).stage is Stage.OVER:
            break
        step_on(page, random)


def turns(count, seed=3):
    """A page after so many turns of attacks against tough kai'i."""
    random = Random(seed)
    page = Page(COMBAT, seed="lantern")
    for name in ("Wolf", "Bear"):
        page.pressed("kaii", k_name=name, k_toughness="99", k_miasma="5", k_evades="1", k_boss="1")
    for who in (4, 5):
        page.pressed("weapon", w_who=str(who), w_name="Claw", w_damage="1")
    page.pressed(WITHOUT_GRID)
    while (state := fought(page)).turn <= count and state.stage is not Stage.OVER:
        if state.stage is Stage.ACTIVATION and not state.activation.used:
            fighter = state.fighters[state.active]
            aims = [
                who
                for who, other in enumerate(state.fighters)
                if other.acts and (other.side is fighter.side) != (state.active != who)
            ]
            aims = [who for who in aims if state.fighters[who].side is not fighter.side]
            if not aims:
                break
            page.pressed("attack", attack="0", target_1=str(random.choice(aims)))
        elif state.stage is Stage.EVASION:
            page.pressed(
                "evade", spent=str(random.randrange(3) % (state.fighters[state.blows[0].target].evade_dice + 1))
            )
        elif state.stage is Stage.DEATH:
            page.pressed("avert")
        else:
            page.pressed({Stage.TURN: "turn", Stage.ACTIVATION: "done", Stage.DAMAGE: "damage"}[state.stage])
    return page


def test_ten_turns_fit_a_link():
    page = turns(10)
    assert fought(page).turn > 8
    assert len(page.values["actions"]) <= LONGEST


def test_undo_leads_back_to_the_very_start_and_redo_forward_again():
    page = turns(2)
    steps = len(decode_actions(page.values["actions"]))
    boards = [page.answer["parts"]["output"]]
    for _ in range(steps):
        boards.append(page.pressed("undo").answer["parts"]["output"])
    assert "undo" not in page.controls.buttons
    assert boards[-1] == Page(COMBAT).answer["parts"]["output"]
    for board in boards[-2::-1]:
        assert page.pressed("redo").answer["parts"]["output"] == board
    link = page.values["actions"]
    refused_or_the_same(link, decode_actions(link), every=17)


def test_who_was_typed_in_is_there_for_another_fight():
    """The set-up stays, the fight goes; a new seed."""
    page = Page(COMBAT).pressed("kaii", k_name="Bell", k_skill="5")
    assert "again" not in page.controls.buttons
    page.pressed(WITHOUT_GRID).pressed("done").pressed("undo").pressed("again")
    state = fought(page)
    assert state.stage is Stage.SETUP
    assert state.fighters[4].name.en == "Bell"
    assert page.values["seed"] != "lantern"
    assert page.values["undone"] == "0"


def test_the_list_of_evade_dice_tells_the_chance_of_each():
    """E-M4."""
    page = started().pressed("done").pressed("done").pressed("attack", target_1="0", dice="6 6")
    html = page.answer["parts"]["controls"]
    assert "1: 50% to evade" in html
    assert "4: 93.8% to evade" in html


@every("language", LANGUAGES)
def test_a_removal_difficulty_names_its_face_in_the_language_of_the_page(language):
    """E-Q1."""
    assert {"en": "HARD (5+)", "ja": "HARD（5以上）"}[language] in started(language).answer["parts"]["controls"]


def test_a_house_rule_reaches_the_combat():
    """E-Q5: three times the mobility."""
    page = started(manoeuvre_mobility="3").pressed("manoeuvre", manoeuvre_dice="6111")
    assert fought(page).activation.movement == 18
    assert Rulings().manoeuvre_mobility == 2


# --- at the desk ------------------------------------------------------------------------------------------------------


def by_name(page):
    """What can be tapped on the board: accessible name by what it does."""
    return {name: label for name, (_, label) in on_board(page).items()}


@cache
def by_default(language, seed, cast=()):
    """Fight with the primary button alone; return what each press met, and the page where nothing is left to do."""
    page = Page(COMBAT, language, seed=seed)
    for do, filled in cast:
        page.pressed(do, **dict(filled))
    met = []
    while (do := primary(page)[0]) not in ("again", "restart"):
        state = fought(page)
        if (aim := target(do, page.controls.fields)) is not None:
            aimed = state.fighters[aim]
            assert (aimed.side is Side.ENEMY) != (state.fighters[state.active].side is Side.ENEMY), "a friend"
        met.append((state.turn, state.stage, short(do)))
        assert len(met) < 400
        page.pressed(short(do))
    return met, page


TOUGH = (
    ("kaii", (("k_name", "Wolf"), ("k_toughness", "9"), ("k_miasma", "2"), ("k_evades", "1"), ("k_skill", "3"))),
    ("weapon", (("w_who", "4"), ("w_name", "Bite"), ("w_damage", "2d6"))),
    ("exorcist", (("e_name", "Kei"), ("e_katashiro", "0"))),
)


@every(
    ("cast", "seed"),
    [((), seed) for seed in range(12)] + [(TOUGH, seed) for seed in range(4)],
)
def test_the_primary_button_alone_leads_a_fight_to_its_end(cast, seed):
    """Nothing is refused, nobody attacks a friend, and it is over as soon as one side is gone."""
    met, page = by_default(LANGUAGES[seed % 2], f"s{seed}", cast)
    state = fought(page)
    assert not state.both_sides
    assert "data-outcome" in page.answer["parts"]["output"]
    assert not any(do in ("end", "adjust") for _, _, do in met)


def test_a_turn_of_four_takes_six_presses_at_most():
    """Two attacks, two attacks with their evasions; whoever is dying decides for themselves (E-9.7)."""
    found = []
    for seed in range(12):
        met, _ = by_default(LANGUAGES[seed % 2], f"s{seed}")
        turns = Counter(turn for turn, stage, _ in met if stage not in (Stage.SETUP, Stage.DEATH))
        found.append(max(turns.values()))
    assert max(found) <= 6
    assert min(found) < 4


def test_all_four_standing_a_turn_takes_six_presses():
    """The longest turn of the sample cast: everybody misses or evades, and nothing else is asked."""
    page = Page(COMBAT).pressed(WITHOUT_GRID)
    for who in (2, 3):
        page.pressed("adjust", who=str(who), what="toughness", value="99")
    presses = 0
    while fought(page).turn == 1:
        page.pressed(short(primary(page)[0]))
        presses += 1
    assert presses <= 6


def test_it_is_over_when_the_kaii_are_gone():
    """The card says who is left standing; the fight can still be gone on with, for others may come.

    While there is somebody to fight the tray says what is not possible now; nobody asks afterwards.
    """
    page = started().pressed("attack", target_1="2", dice="6 6 6 6", last="").pressed("damage", amounts="6")
    assert "data-outcome" not in page.answer["parts"]["output"]
    assert "is not possible now" in page.answer["parts"]["controls"]
    page.pressed("done").pressed("attack", target_1="3", dice="6 6 6 6").pressed("damage", amounts="3")
    assert "no enemy is left. Standing: Aoi, Sora. Turn 1." in page.board.text
    assert primary(page)[0] == "again"
    assert "is not possible now" not in page.answer["parts"]["controls"]
    assert not [do for do in by_name(page) if do.startswith("attack")]
    page.pressed("done")
    assert fought(page).stage is Stage.TURN
    page.pressed("known:ukkoku_ageha")
    assert "data-outcome" not in page.answer["parts"]["output"]
    assert short(primary(page)[0]) == "turn"


@every("language", LANGUAGES)
def test_a_foe_is_attacked_by_a_tap_on_its_card(language):
    """E-5.4: with each attack in hand; the name says the chance and whom it hits; the tray's ticks go along."""
    page = started(language)
    assert set(by_name(page)) == {"attack:0:2", "attack:0:3"}
    name = fought(page).name(3).get(language)
    assert "93.8%" in by_name(page)["attack:0:3"]
    assert name in by_name(page)["attack:0:3"]
    answer = ask(COMBAT, page.values, page.controls.fields | {"do": on_board(page)["attack:0:3"][0]})
    assert decode_actions(answer["values"]["actions"])[-1] == ["attack", 0, [3], None, None, True]
    page.pressed("done").pressed("done")
    assert set(by_name(page)) == {"first:3", "attack:0:0", "attack:1:0", "attack:0:1", "attack:1:1"}


def test_whoever_is_attacked_evades_by_a_tap_on_the_own_card():
    """E-8.5: each number of dice with its chance, on the card and beside it."""
    page = started().pressed("done").pressed("done").pressed("attack", target_1="0", dice="6 6")
    assert list(by_name(page)) == [f"evade:{n}" for n in range(5)]
    assert by_name(page)["evade:4"] == "4: 93.8%: Aoi spends 4 of the evade dice"
    assert page.controls.buttons["evade:2"] == "2: 75% to evade"
    answer = ask(COMBAT, page.values, page.controls.fields | {"do": on_board(page)["evade:2"][0], "evade_dice": "1 5"})
    assert decode_actions(answer["values"]["actions"])[-1] == ["evade", 2, [1, 5]]


def test_the_dying_choose_on_their_card():
    """E-9.7."""
    page = started().pressed("adjust", who="0", what="hp", value="1").pressed("done").pressed("done")
    page.pressed("attack", target_1="0", dice="6 6").pressed("evade:0").pressed("damage", amounts="2")
    assert list(by_name(page)) == ["avert", "respawn"]
    assert "Aoi spends 1 katashiro" in by_name(page)["respawn"]


def test_a_roll_is_seen_with_its_chance_and_what_it_changes():
    """Dice that count are marked; the damage dice lie beside them; HP before and after."""
    page = started().pressed("done").pressed("done").pressed("attack", target_1="0")
    last = page.answer["parts"]["last"]
    assert last.count("<svg") == 2
    assert "chance 75%" in last
    page.pressed("evade:0")
    last = read(page.answer, "last")
    assert sum(tag == "svg" for tag, _ in last.tags) == 1
    aoi = fought(page).fighters[0]
    assert f"HP: 6 → {aoi.hp}" in last.text


def test_damage_is_asked_for_only_where_the_table_rolls():
    """E-5.14: typed dice of the check or of the evasion keep the damage dice at the table, too."""
    assert fought(started().pressed("attack", dice="6 6 6 6")).stage is Stage.DAMAGE
    page = started().pressed("done").pressed("done").pressed("attack", target_1="0")
    page.pressed("evade", spent="1", evade_dice="1")
    assert fought(page).stage is Stage.DAMAGE


def test_an_attack_may_leave_the_rest_of_the_activation():
    """E-4.2: the second move comes after it, unless the attack was said to be the last thing."""
    page = started().pressed("attack", last="")
    assert fought(page).active == 0
    assert short(primary(page)[0]) == "done"
    assert fought(started().pressed("attack")).active == 1


def test_an_enemy_of_equal_skill_acts_first_by_a_tap():
    """E-2.11: as long as the other has done nothing."""
    page = started().pressed("done").pressed("done")
    assert "E-2.11" in by_name(page)["first:3"]
    page.pressed("first:3")
    assert fought(page).active == 3
    page.pressed("first:2").pressed("move", squares="1")
    assert fought(page).active == 2
    assert "first:3" not in by_name(page)
    refused = ask(COMBAT, page.values, {"do": '["first",3]'})
    assert "E-2.11" in refused["error"]


def test_a_link_of_before_asks_for_damage_and_turns_as_it_did():
    """Actions without the new arguments: nothing happens by itself."""
    actions = [["begin"], ["turn"], ["attack", 0, [2], None, [6, 6, 6, 6]]]
    page = Page(COMBAT, actions=encode_actions(actions))
    assert fought(page).stage is Stage.DAMAGE
    page.pressed("damage").pressed("done").pressed("done")
    for _ in range(4):
        if fought(page).stage is Stage.ACTIVATION:
            page.pressed("done")
    assert fought(page).stage is Stage.TURN


@every("language", LANGUAGES)
def test_what_is_left_is_drawn_and_numbered(language):
    """Bars for what runs down, dice and katashiro one by one; those off the map stand apart."""
    page = started(language).pressed("adjust", who="0", what="evade_dice", value="1")
    board = parsed(page.answer["parts"]["output"])
    aoi = board.find_class("fighter")[0]
    assert [path.get("d") for path in aoi.find_class("bar")[0].iter("path")] == ["M0 4H100", "M0 4H100"]
    dice, dolls = aoi.find_class("pips")
    assert [path.get("d").count("M") for path in dice.iter("path")] == [1, 3]
    assert [path.get("d").count("M") for path in dolls.iter("path")] == [2]
    assert "1/4" in aoi.text_content()
    page.pressed("attack", target_1="2", dice="6 6 6 6").pressed("damage", amounts="6")
    apart = parsed(page.answer["parts"]["output"]).find_class("fallen")[0].text_content()
    assert fought(page).name(2).get(language) in apart
