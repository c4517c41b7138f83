"""The desk of the combat stepper: one next step at every moment, cards as cards, taps on the board, an end."""

from collections import Counter
from random import Random

from rules_py import library
from rules_py.avatar.game import fought_out
from rules_py.avatar.model import Side, Stage, declaring
from rules_py.avatar.widgets.combat_board import Asked, aim
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from tests.avatar.table import Table, cards_held, clash, duel
from tests.avatar.test_combat_stepper import COMBAT, DEALT, primary, step_on, tap, taps
from tests.page import ask, parsed, read
from tests.rows import every
from tests.stepper import Page, played

STEPPER = library.WIDGETS[COMBAT]
MOST_PRESSES = 8
"""For a round of four by default."""
AGAIN = ("again", "restart")


def tree(page, part):
    return parsed(page.answer["parts"][part])


def one_next_step(page):
    """There is exactly one, and it works as the controls stand, on nobody of one's own side."""
    found = tree(page, "primary").xpath(".//button[@data-primary]")
    assert len(found) == 1, (played(page, STEPPER).stage, page.answer["parts"]["primary"])
    assert found[0].text_content()
    do = found[0].get("value")
    answer = ask(COMBAT, page.values, page.controls.fields | {"do": do}, page.language)
    assert answer["state"] == "ready", (do, answer["error"])
    state = played(page, STEPPER)
    if do not in AGAIN:
        before = len(decode_actions(page.values.get("actions", "")))
        for action in decode_actions(answer["values"]["actions"])[before:]:
            if action[0] == "declare" and action[1] == "attack":
                actor = state.fighters[declaring(state)[0]]
                assert (actor.side is Side.ENEMY) != (state.fighters[action[2]].side is Side.ENEMY)
    return do, answer


def by_default(page, steps=200):
    """Press what comes next until it is over; say how often in each round."""
    presses = Counter()
    for _ in range(steps):
        do, answer = one_next_step(page)
        if do in AGAIN:
            return presses
        presses[played(page, STEPPER).round] += 1
        page.answer, page.values = answer, page.values | answer["values"]
    raise AssertionError("it does not end")


@every("seed", range(8))
def test_a_fight_goes_to_its_end_with_the_next_step_alone(seed):
    """B4: nobody attacks a friend, and when one side is gone it is over; at most 8 presses a round of four.

    After a clash each of two friends is asked before acting whether it covers who would lose.
    """
    hidden = seed % 8 == 7
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"desk{seed}", hands="deciding" if hidden else "all")
    presses = by_default(page)
    jokers = read(page.answer, "log").text.count("Joker" if seed % 2 == 0 else "ジョーカー")
    clashes = any(name == "lay" for name, *_ in decode_actions(page.values["actions"]))
    assert max(presses.values()) <= MOST_PRESSES + (jokers > 0) + 2 * clashes + 3 * hidden, presses
    state = played(page, STEPPER)
    assert len({fighter.side is Side.ENEMY for fighter in state.fighters if fighter.there}) < 2
    told = tree(page, "output").xpath(".//*[@data-outcome]")
    assert len(told) == 1
    for who in state.there:
        assert state.name(who).get(page.language) in told[0].text_content()


@every("seed", range(4))
def test_at_every_moment_of_a_fight_at_random_there_is_one_next_step(seed):
    random = Random(100 + seed)
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"any{seed}", hands=("all", "deciding")[seed // 2 % 2])
    for _ in range(40):
        do, _ = one_next_step(page)
        if do in AGAIN:
            break
        step_on(page, random)


@every("seed", range(2))
def test_whatever_can_be_tapped_on_the_board_is_allowed_and_says_what_it_does(seed):
    random = Random(seed)
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"tap{seed}")
    for _ in range(25):
        if fought_out(played(page, STEPPER)):
            break
        before = dict(page.values), page.answer
        names = []
        for element in tree(page, "output").iter("button"):
            names.append(element.get("aria-label"))
            answer = tap(page, element.get("value"))
            assert answer["state"] == "ready", (element.get("value"), answer["error"])
            page.values, page.answer = dict(before[0]), before[1]
        assert all(names)
        assert len(set(names)) == len(names)
        step_on(page, random)


def test_a_foe_is_attacked_a_friend_covered_and_oneself_guarded_with_a_tap():
    """A-5.1, A-7.1, A-7.4: the damage that would be done stands on the button."""
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose").pressed("tie")
    assert taps(page) == ["declare:guard", "declare:attack:0", "declare:attack:1", "declare:attack:2"]
    tap(page, "declare:attack:0")
    assert taps(page) == ["declare:attack:3", "declare:guard", "declare:cover:1", "declare:cover:2"]
    names = [button.get("aria-label") for button in tree(page, "output").iter("button")]
    assert names[0] == "Attack: 640 damage to Drowned King", "Tobari's jack is of its own suit"
    assert names[2] == "Cover Hibiki"


def test_an_attack_on_somebody_who_is_covered_names_who_would_be_hurt():
    """A-7.4, A-7.5: 10% of 3000, doubled for a heart of one's own and doubled for Cover."""
    table = Table().add("Io", hand="S5 S2").add("Mu", hand="D9 D2").add("Ra", "enemy", "H", hand="H3 H2")
    table("begin", "").choose(Io="S5", Mu="D9", Ra="H3").declare("cover", "Io")
    asked = Asked(table.state, table.rulings, True, "en", 0)
    assert aim(asked, 2, 0)[2].en == "Attack on Io: 1200 damage to Mu, who covers"
    assert aim(asked, 2, 1)[2].en == "Attack: 1200 damage to Mu"


def test_the_cards_chosen_in_the_tray_go_with_a_tap():
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose").pressed("tie")
    card = next(name for name in page.controls.fields if name.startswith("play_"))
    tap(page, "declare:attack:1", **{card: "1"})
    assert decode_actions(page.values["actions"])[-1] == ["declare", "attack", 1, [card.removeprefix("play_")]]


def coming(page, seed, want, steps=200):
    """Play by default until a moment comes."""
    for _ in range(steps):
        state = played(page, STEPPER)
        if want(state):
            return state
        page.pressed(primary(page))
    raise AssertionError(seed)


def test_it_stops_before_each_attack_against_which_somebody_can_still_cover():
    """A-7.6: nobody's decision is passed over."""
    stops = 0
    for seed in range(5):
        page = Page(COMBAT, seed=f"cover{seed}").pressed("begin")
        for _ in range(60):
            state = played(page, STEPPER)
            if fought_out(state):
                break
            if state.stage is Stage.ACT:
                offered = [do for do in taps(page) if do.startswith("react")]
                stops += bool(offered)
                before = len(decode_actions(page.values["actions"]))
                idle = {who for who in state.there if state.fighters[who].unspent}
                page.pressed(primary(page))
                done = decode_actions(page.values["actions"])[before:]
                if any(str(who) == do.split(":")[1] for do in offered for who in idle):
                    after = played(page, STEPPER)
                    assert done[0] == ["execute"], (done, after)
            else:
                page.pressed(primary(page))
    assert stops > 5


def lost_clash(side="pc", **rulings):
    """Io is behind in a clash with Ra; Mu, who holds no card, has yet to attack."""
    table = Table(**rulings).add("Io", hand="S9 D2").add("Mu", side, "D", hand="D8")
    table.add("Ra", "enemy", "H", power=90, hand="H9 H3")("begin", "").choose(Io="S9", Mu="D8", Ra="H9")
    table("drawn", "DK C5", "tie").declare("attack", "Io").declare("attack", "Ra")
    table.declare("attack", "Ra" if side == "pc" else "Io")("execute")("drawn", "C4", "open")
    nobody = [["remove", who] for who in (3, 2, 1, 0)]
    rules = {name: value if isinstance(value, str) else "no" for name, value in rulings.items()}
    return Page(COMBAT, **rules, actions=encode_actions([*nobody, *table.actions]))


def test_a_friend_can_cover_who_would_lose_a_clash():
    """A-7.6, A-Q18: Mu, who has no card to help with, takes 90 × 4 for Io, doubled."""
    page = lost_clash().pressed("lay:on")
    assert (played(page, STEPPER).stage, taps(page)) == (Stage.ACT, ["react:1:cover:0"])
    tap(page, "react:1:cover:0")
    assert "Mu takes 720 damage for Io" in read(page.answer, "log").text
    page = lost_clash().pressed("lay:on").pressed("execute:on")
    assert [fighter.ep for fighter in played(page, STEPPER).fighters] == [3000 - 360, 3000, 3000 - 600]


@every("asked", [{"side": "enemy"}, {"clash_guard": False}])
def test_nobody_is_asked_to_cover_in_a_clash_where_nobody_can(asked):
    """A-7.6, A-Q18: Mu fights on the other side, or Cover does not count in a clash."""
    assert played(lost_clash(**asked).pressed("lay:on"), STEPPER).stage is Stage.REFILL


def test_a_sheet_says_whether_an_action_was_done_or_cancelled():
    """A-5.2: whoever is struck before acting does not act any more."""
    for language, words in (("en", ["done", "cancelled"]), ("ja", ["実行済み", "キャンセル"])):
        page, seen = Page(COMBAT, language, seed="lamp").pressed("begin"), set()
        for _ in range(40):
            page.pressed(primary(page))
            for fighter in played(page, STEPPER).fighters:
                name = fighter.name.get(language)
                said = tree(page, "output").xpath(f".//p[b='{name}']/..//*[contains(@class, 'done')]/small/text()")
                if said and said[0].strip() not in ("in a clash", "打ち合い中"):
                    assert said[0].strip() == words[fighter.cancelled]
                    seen.add(fighter.cancelled)
        assert seen == {False, True}


def test_a_friend_covers_with_a_tap_before_the_blow_falls():
    """A-7.4 to A-7.7: the King attacks Tobari first; Isaki gives up its own action."""
    page = Page(COMBAT, seed="lamp").pressed(
        "begin", drawn="C2 D2 H9 S3 D8 CK S4 S5 H8 D3 C5 H4 DQ C4 S9 HK D7 CJ SA HA C3"
    )
    page.pressed("choose", card_3="CK")
    while played(page, STEPPER).stage in (Stage.TIE, Stage.DECLARE):
        page.pressed(primary(page))
    state = played(page, STEPPER)
    if "react:2:cover:0" not in taps(page):
        assert state.fighters[2].acted
        return
    tap(page, "react:2:cover:0")
    page.pressed(primary(page))
    assert "Isaki takes" in read(page.answer, "log").text


def test_with_a_real_deck_each_draw_waits_for_its_card():
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose")
    assert primary(page) == "tie"
    page = Page(COMBAT, seed="lamp").pressed("begin")
    for _ in range(150):
        stage = played(page, STEPPER).stage
        assert stage not in (Stage.TIE, Stage.OPENING, Stage.EVEN, Stage.RESHUFFLE)
        if primary(page) in AGAIN:
            break
        page.pressed(primary(page))


def test_what_follows_by_itself_is_taken_back_with_what_it_follows():
    """The refill and the next round are one press, and one step back; the link holds each action."""
    page = Page(COMBAT, seed="lamp").pressed("begin")
    coming(page, "lamp", lambda state: state.stage is Stage.REFILL)
    page.pressed("rest:on")
    assert [action[0] for action in decode_actions(page.values["actions"])][-2:] == ["rest", "round"]
    assert played(page, STEPPER).stage is Stage.CHOOSE
    page.pressed("undo")
    assert played(page, STEPPER).stage is Stage.REFILL
    page.pressed("redo")
    assert played(page, STEPPER).round == 2


def test_an_old_link_with_each_action_by_itself_still_plays():
    page = Page(COMBAT, seed="lamp").pressed("begin")
    coming(page, "lamp", lambda state: state.stage is Stage.REFILL)
    page.pressed("rest")
    assert played(page, STEPPER).stage is Stage.END
    page.pressed("round")
    assert played(page, STEPPER).round == 2


@every("language", LANGUAGES)
def test_a_joker_that_comes_up_in_a_clash_is_declared(language):
    """A-2.2, A-6.9: until then nobody is inferior, and what lies there counts without it."""
    nobody = [["remove", who] for who in (3, 2, 1, 0)]
    page = Page(COMBAT, language, actions=encode_actions([*nobody, *clash().actions[:-1]]))
    page.pressed("execute", drawn="").pressed("open", drawn="X")
    assert played(page, STEPPER).stage is Stage.JOKER
    assert ("inferior" if language == "en" else "劣勢") not in page.board.text
    page.pressed("joker", x_rank="5")
    assert played(page, STEPPER).stage is Stage.CLASH
    assert ("inferior" if language == "en" else "劣勢") in page.board.text


def test_the_next_one_joins_between_two_rounds():
    """A-1.1: where everybody has drawn and the round has not begun."""
    page = Page(COMBAT, seed="lamp").pressed("begin")
    coming(page, "lamp", lambda state: state.stage is Stage.REFILL)
    page.pressed("rest").pressed("add", name="Nagi", side="pc", hand="3")
    state = played(page, STEPPER)
    assert len(state.fighters[4].hand) == 3
    assert len(cards_held(state)) == len(set(cards_held(state)))
    page.pressed("round")
    assert "add" not in page.controls.buttons


def test_cards_that_are_turned_up_are_seen():
    """Their suits have their colours, and the words say whose they are."""
    page = Page(COMBAT, seed="lamp").pressed("begin", drawn=DEALT).pressed("choose")
    last = tree(page, "last")
    state = played(page, STEPPER)
    assert len(last.xpath(".//svg")) == 4
    red = [card for fighter in state.fighters for card in fighter.field if card.suit and card.suit.red]
    assert len(last.xpath(".//svg[contains(@class, 'red')]")) == len(red)
    for fighter in state.fighters:
        assert f"{fighter.name.en} {fighter.field[0]}" in last.text_content()


def test_damage_says_what_becomes_of_the_ep():
    page = Page(COMBAT, seed="lamp").pressed("begin")
    coming(page, "lamp", lambda state: any(fighter.ep < fighter.full - fighter.sep for fighter in state.fighters))
    hit = next(fighter for fighter in played(page, STEPPER).fighters if fighter.ep < fighter.full - fighter.sep)
    assert f"→ {hit.ep}." in tree(page, "last").text_content()


@every(("above_limit", "offered"), [("allowed", True), ("not_drawn", False)])
def test_a_second_card_is_offered_where_it_can_be_drawn(above_limit, offered):
    """A-4.5, A-Q30: Io holds five of five cards."""
    table = duel("S9 S2 S3 S4 S5 S6", "H8", above_limit=above_limit).choose(Io="S9", Ra="H8")
    table.declare("nothing").declare("nothing")("rest")
    nobody = [["remove", who] for who in (3, 2, 1, 0)]
    page = Page(COMBAT, above_limit=above_limit, actions=encode_actions([*nobody, *table.actions]))
    assert played(page, STEPPER).stage is Stage.END
    assert ["more" in page.controls.buttons, "more" in taps(page)] == [offered, offered]


@every("language", LANGUAGES)
def test_people_stand_round_the_table_clockwise_from_the_master(language):
    """A-3.5: down on the right, up on the left; EP and SEP are bars with their numbers."""
    page = Page(COMBAT, language)
    people = tree(page, "output").xpath(".//ul[@class='ring']/li")
    names = [person.xpath(".//b")[0].text_content() for person in people]
    assert names == [played(page, STEPPER).name(who).get(language) for who in (3, 0, 1, 2)]
    places = [next(name for name in person.get("class").split() if name.startswith("at-")) for person in people]
    assert places == ["at-0", "at-1", "at-3", "at-2"]
    assert [len(person.xpath(".//svg[@aria-hidden]")) for person in people] == [1] * 4
    assert "EP 5000" in people[0].text_content()


def test_who_is_defeated_lies_apart():
    page = Page(COMBAT, seed="lamp").pressed("begin").pressed("sheet:0").pressed("edit:0", ep="0")
    ring, gone = (tree(page, "output").xpath(f".//ul[@class='{name}']")[0].text_content() for name in ("ring", "gone"))
    assert "Tobari" not in ring
    assert "Tobari" in gone


def test_when_nobody_fights_on_it_is_over_with_both_sides_there():
    """A-4.6."""
    page = Page(COMBAT, seed="lamp").pressed("begin").pressed("end")
    assert "Nobody fights on" in tree(page, "output").xpath(".//*[@data-outcome]")[0].text_content()
    assert primary(page) == "again"


def test_with_the_last_enemy_gone_it_is_over_in_the_middle_of_a_round():
    page = Page(COMBAT, seed="lamp").pressed("begin").pressed("sheet:3").pressed("edit:3", ep="0")
    assert "No enemy is left: Tobari, Hibiki, Isaki" in page.board.text
    assert taps(page) == []
