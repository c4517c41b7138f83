"""What a program asks that is not possible is refused in a sentence, as on a page; nothing in silence."""

import inspect
from fractions import Fraction as F
from functools import partial
from unittest.mock import ANY

from rules_py import avatar, contest, exorcist, kamui, prophecy
from rules_py.avatar.cards import read_cards
from rules_py.avatar.clash import Knowledge, advise
from rules_py.avatar.effects import clash_damage, pursuit
from rules_py.avatar.hands import hardest
from rules_py.avatar.love import love_odds
from rules_py.avatar.model import momentum
from rules_py.contest.game import looked_up
from rules_py.core.text import same
from rules_py.exorcist.fights import Troop, simulate
from rules_py.exorcist.odds import split_odds
from rules_py.exports import SAMPLES, ccfolia, palette, udonarium
from rules_py.kamui.game import attack_problem
from rules_py.kamui.grace import miracle_points
from rules_py.prophecy.attacks import within_reach
from rules_py.prophecy.conditions import modifier, names
from rules_py.prophecy.odds.attack import attack_odds
from rules_py.prophecy.odds.check import check_plan, hardest_target
from rules_py.prophecy.odds.own import own_odds
from tests.play import refused
from tests.rows import every

MIO, CHOIR = prophecy.Fighter(same("Mio")), prophecy.Fighter(same("Choir"), enemy=True, dominance=8)
SCENE = contest.Scene(contests=(contest.Contest(((0,), (1,))),))
RING = kamui.Play(
    kamui.State((kamui.Kamui("Homura", 3),), (kamui.Unit("Magai", 9, 10),)), (kamui.Sheet(),), ("A",), active=0
)
ROLL = prophecy.Roll(prophecy.Flag.NONE, 7)
SITUATION = avatar.Situation(read_cards("SK"), avatar.Suit.SPADES, 1)
READERS = (
    partial(contest.parse_ability, field="text"),
    partial(contest.parse_abilities, field="text"),
    partial(exorcist.parse_damage, field="text"),
    partial(avatar.read_card, field="text"),
    partial(avatar.read_cards, field="text"),
)
TROOP = Troop((3, 3), 5, 3, 1, exorcist.Damage(1, 6))


@every(
    ("wrong", "field"),
    (
        (lambda: hardest(2, "x"), "wish"),
        (lambda: hardest(2, F(1)), "wish"),
        (lambda: kamui.dice_needed("x", 5), "chance"),
        (lambda: kamui.dice_needed(F(3, 2), 5), "chance"),
        (lambda: kamui.dice_needed(True, 5), "chance"),
        (lambda: hardest_target(F(2), 3), "wish"),
        (lambda: hardest_target(F(-1), 3), "wish"),
        (lambda: hardest_target("x", 3), "wish"),
        (lambda: check_plan(9, 3, wish=F(5)), "wish"),
        (lambda: clash_damage(30, -7), "difference"),
        (lambda: clash_damage(30, 2.5), "difference"),
        (lambda: love_odds(read_cards("SK"), rivals=[read_cards("X")], rulings=avatar.Rulings()), "rivals"),
        (lambda: miracle_points(2, -3), "revivals"),
        (lambda: miracle_points(1.5, 1), "successes"),
        (lambda: looked_up(SCENE, 1), "contest"),
        (lambda: looked_up(SCENE, -1), "contest"),
        (lambda: contest.Contestant(contest.Ability(2000, 20), augments=30_000), "augments"),
        (lambda: momentum(avatar.GAME.start(), 0), "who"),
        (lambda: attack_problem(RING, 1, 3), "unit"),
        (lambda: attack_problem(RING, -1, 3), "unit"),
        (lambda: names(["poison", "foo"]), "condition"),
        (lambda: modifier(["foo"], "cast"), "conditions"),
        (lambda: prophecy.first_to_act([100], [5]), "modifiers"),
        (lambda: prophecy.party_ahead([0], [5, 200]), "dominances"),
        (lambda: prophecy.attack_roll(ROLL, ROLL, MIO, CHOIR, bonus=2), "bonus"),
        (lambda: exorcist.suffer(exorcist.Vitals(5, 4), 3, exorcist.DamageKind.PHYSICAL, armour=101), "armour"),
        (lambda: exorcist.batch_damage([1], [-1], is_evaded=False), "damage"),
        (lambda: kamui.check_odds(3, 11), "ability"),
        (lambda: kamui.best_plan(30, [kamui.Walker(11, 2)], [3], 2), "kamui"),
        (lambda: exorcist.parse_damage("1d6", kind="spiritual"), "kind"),
        (lambda: kamui.lowering_cost(3, 11), "rank"),
        (lambda: kamui.Skill("Torrent", reach=11), "reach"),
        (lambda: avatar.Answerer(npc_cards=7), "npc_cards"),
        (lambda: avatar.draw_events("lamp", 201), "draws"),
        (lambda: modifier(["cast_up"], "foo"), "number"),
        (lambda: within_reach(prophecy.Effect("inflict_curse", "foo"), 5), "condition"),
        (lambda: own_odds("foo", MIO, CHOIR, ability=3, target=9), "number"),
        (lambda: attack_odds(MIO, CHOIR, cover_dice=5), "cover_dice"),
        *((partial(read, value), "text") for read in READERS for value in (5, None, b"SK")),
        (lambda: kamui.check_odds([3], 5), "dice"),
        (lambda: kamui.successes_odds(3, [5]), "ability"),
        (lambda: kamui.damage_odds([5, 6], 2), "attack"),
        (lambda: kamui.split_odds([[5, 6]], [2]), "attacks"),
        (lambda: exorcist.check_odds([3]), "dice"),
        (lambda: exorcist.dice_needed(F(1, 2), []), "difficulty"),
        (lambda: exorcist.hit_chance(exorcist.Incoming(3, exorcist.Damage(1, 6)), [1]), "spent"),
        (lambda: exorcist.evade_plan([[3, 4]], exorcist.Target(6)), "attacks"),
        (lambda: exorcist.evade_plan([exorcist.Incoming(3, exorcist.Damage(1, 6))], [6]), "target"),
        (lambda: exorcist.Barrier(0, ["wall"]), "effect"),
        (lambda: exorcist.Piece(same("Moth"), (0, 0), ["kaii"]), "kind"),
        (lambda: prophecy.check_odds(9, 3, dice=[2]), "dice"),
        (lambda: prophecy.check_odds([9], 3), "target"),
        (lambda: prophecy.best_odds(2, [1]), "rolls"),
        (lambda: prophecy.best_effects(MIO, CHOIR, ["damage"]), "goal"),
        (lambda: avatar.love_suits(["male"]), "sex"),
        (lambda: Knowledge((), (), "spades", 40, 3000, ()), "suit"),
        (lambda: Knowledge((), (), avatar.Suit.SPADES, 40, 3000, (), "hearts"), "their_suit"),
        (lambda: kamui.Unit("Magai", 9, 10, most_hp=12.5), "most_hp"),
        (lambda: avatar.check_odds(read_cards("SK"), avatar.Suit.SPADES, [9]), "difficulty"),
        (lambda: avatar.plays(SITUATION, avatar.uniform([9]), ["ep"]), "goal"),
        (lambda: avatar.of_one_suit(read_cards("SK"), "spades"), "suit"),
        (lambda: avatar.uniform([None]), "numbers"),
        (lambda: avatar.uniform([151]), "numbers"),
        (lambda: pursuit(7, 15), "pursuer"),
        (lambda: pursuit("7", None), "fleer"),
        (lambda: kamui.down_chance({5: F(1)}, -1), "total"),
        (lambda: prophecy.initiative(MIO, 13), "rolled"),
        (lambda: prophecy.initiative(MIO, "8"), "rolled"),
        (lambda: kamui.stay(30, [2], [3], 1, whose="0"), "whose"),
        (lambda: kamui.best_plan(30, [kamui.Walker(2, 1)], [3], 1, whose=8), "whose"),
        (lambda: palette("prophecy", SAMPLES["contest"][0], "en"), "character"),
        (lambda: palette("kamui", SAMPLES["prophecy"][0], "ja", filled=True), "character"),
        (lambda: palette("prophecy", SAMPLES["prophecy"][0], "xx"), "language"),
        (lambda: ccfolia("prophecy", SAMPLES["contest"][0], "en"), "character"),
        (lambda: udonarium("prophecy", SAMPLES["contest"][0], "en"), "character"),
    ),
)
def test_what_is_none_is_refused(wrong, field):
    refused(wrong, field, ANY)


@every(
    ("asked", "field"),
    (
        (lambda no: contest.check_phase(2, wounded_a=no), "wounded_a"),
        (lambda no: contest.check_phase(2, wounded_b=no), "wounded_b"),
        (lambda no: contest.Character(same("Cormac"), (), wounded=no), "wounded"),
        (lambda no: prophecy.judge(ROLL, ROLL, 0, no), "punctured"),
        (lambda no: prophecy.roll_count(1, no), "rerolled"),
        (lambda no: prophecy.check_plan(9, 3, factor=no), "factor"),
        (lambda no: prophecy.check_effects([prophecy.Effect("deal_damage")], MIO, CHOIR, 1, gate=no), "gate"),
        (lambda no: prophecy.take_damage((MIO,), 0, 1, no), "direct"),
        (lambda no: prophecy.attack_targets(prophecy.Battle((MIO, CHOIR)), 0, special=no), "special"),
        (
            lambda no: prophecy.apply_attack_effect((MIO, CHOIR), prophecy.Effect("deal_damage"), 0, 1, friendly=no),
            "friendly",
        ),
        (lambda no: exorcist.attack_difficulty(focus=no), "focus"),
        (lambda no: exorcist.attack_difficulty(manoeuvre=no), "manoeuvre"),
        (lambda no: exorcist.batch_damage([1], [1], is_evaded=no), "is_evaded"),
        (lambda no: exorcist.resolve_attack(1, evades=no), "evades"),
        (lambda no: exorcist.end_of_turn(exorcist.Zone(), attacked=no, damaged=False), "attacked"),
        (lambda no: exorcist.end_of_turn(exorcist.Zone(), attacked=True, damaged=no), "damaged"),
        (lambda no: exorcist.start_of_turn(exorcist.Zone(), announced=no), "announced"),
        (lambda no: exorcist.pressure_modes([(True, no)]), "turns"),
        (lambda no: exorcist.Piece(same("Moth"), (0, 0), "kaii", evades=no), "evades"),
        (lambda no: avatar.attack_damage(300, strong=no), "strong"),
        (lambda no: avatar.clash_damage(30, 2, guard=no), "guard"),
        (lambda no: avatar.clash_damage(30, 2, cover=no), "cover"),
        (
            lambda no: avatar.add_card(
                avatar.begin_check(read_cards("H5"), avatar.Suit.SPADES, 12),
                *(*read_cards("D2"), avatar.Suit.SPADES, 12, 2),
                bought=no,
            ),
            "bought",
        ),
        (lambda no: avatar.Situation(read_cards("SK"), avatar.Suit.SPADES, 1, miracle=no), "miracle"),
        (lambda no: Knowledge((), read_cards("H5"), avatar.Suit.SPADES, 40, 3000, (), opened=no), "opened"),
        (lambda no: kamui.suffer(1, 5, 3, kamui=no), "kamui"),
        (lambda no: kamui.Target(5, kamui=no), "kamui"),
        (lambda no: kamui.Link("Mio", used=no), "used"),
    ),
)
def test_a_text_that_says_no_is_not_taken_for_yes(asked, field):
    asked(False)
    for no in ("no", "", 0, 1, None):
        refused(partial(asked, no), field)


@every(
    ("right", "wrong"),
    (
        (lambda: prophecy.check_odds(9, 3, dice=3), lambda: prophecy.check_odds(9, 3, dice=3.0)),
        (lambda: prophecy.best_odds(2, 2), lambda: prophecy.best_odds(2, 2.0)),
        (lambda: prophecy.check_odds(9, 3, rolls=1), lambda: prophecy.check_odds(9, 3, rolls=True)),
        (lambda: kamui.successes_odds(2, 5), lambda: kamui.successes_odds(2, 5.0)),
        (lambda: simulate(TROOP, TROOP, 10), lambda: simulate(TROOP, TROOP, 10.0)),
    ),
)
def test_what_was_asked_before_makes_nothing_right(right, wrong):
    """Equal numbers of another kind are remembered apart."""
    right()
    refused(wrong, ANY, ANY)


@every(
    ("asked", "several"),
    (
        (lambda these: kamui.split_odds([kamui.Attack(5, 6)], these), (2,)),
        (lambda these: exorcist.evade_plan(these, exorcist.Target(6)), (exorcist.Incoming(3, exorcist.Damage(1, 6)),)),
        (lambda these: prophecy.party_ahead(these, these), (1, 2)),
        (lambda these: avatar.check_odds(these, avatar.Suit.SPADES, 9), read_cards("SK C5")),
        (
            lambda these: avatar.plays(avatar.Situation(these, avatar.Suit.SPADES, 1), avatar.uniform([9])),
            read_cards("SK C5"),
        ),
    ),
)
def test_a_list_does_as_well_as_a_tuple(asked, several):
    assert asked(list(several)) == asked(tuple(several))


def test_two_cards_can_be_drawn_for_ep_on_both_sides_of_a_clash():
    """A-6.14, A-6.15: with few cards left by hand, with a whole deck in seconds."""
    field, theirs, left = read_cards("H5"), read_cards("C7"), read_cards("S3 D9")
    gone = tuple(card for card in avatar.cards.remaining((*field, *theirs, *left), avatar.rulings.PACK))
    known = Knowledge((), field, avatar.Suit.SPADES, 40, 3000, theirs, their_cards=0, seen=gone, buys=2)
    found = {choice.bought: choice.count for choice in advise(known).choices}
    # 5 against 7: S3 is ahead (8), and they draw D9 (16); D9 is ahead (14), and S3 does not do for them (10).
    assert found[1].win == F(1, 2)
    assert found[2].win == F(1, 2)
    assert found[0].win == 0


def test_what_cannot_be_counted_is_said_beside_what_makes_it_so():
    field, theirs = read_cards("H5"), read_cards("C7")
    known = Knowledge((), field, avatar.Suit.SPADES, 40, 3000, theirs, their_cards=2, buys=2)
    refused(lambda: advise(known), "buys", "A-M7")


def test_an_attack_without_dice_is_not_divided():
    """E-Q3: where it rolls one die all the same, it can hit."""
    attack = exorcist.Incoming(0, exorcist.Damage(1, 6))
    rulings = exorcist.Rulings(no_dice="one_die")
    for continuous in (0, 3):
        (split,) = split_odds(attack, continuous, exorcist.Target(6), rulings=rulings)
        assert (split.parts, split.prospect.loss) == ((0,), F(1, 2) * F(7, 2))
        assert split_odds(attack, continuous, exorcist.Target(6))[0].prospect.loss == 0


def test_who_is_slowed_down_acts_later_also_on_the_other_side():
    """P-Q8: what an enemy carries changes its dominance, and with it my chance."""

    def chance(foe, rulings=prophecy.Rulings()):
        return own_odds("initiative", MIO, foe, ability=3, target=9, rulings=rulings)

    slow = prophecy.Fighter(same("Choir"), dominance=8, curses=(prophecy.Curse("speed_down"),) * 2)
    # 2D6 against 8, then against 6: ahead, or half of the ties
    assert chance(CHOIR) == F(10, 36) + F(5, 36) / 2
    assert chance(slow) == F(21, 36) + F(5, 36) / 2
    assert chance(slow, prophecy.Rulings(dominance_modified=False)) == chance(CHOIR)


def test_a_check_has_one_chance_in_all_games_that_know_one_alone():
    """A contest's check means nothing without its opponent."""
    hand = read_cards("SK HA")
    asked = (
        prophecy.check_odds(9, 3),
        exorcist.check_odds(3),
        kamui.check_odds(3, 5),
        avatar.check_odds(hand, avatar.Suit.SPADES, 26),
    )
    assert asked == (F(13, 18), F(7, 8), F(7, 8), 1)
    assert {type(chance) for chance in asked} == {F}


@every(
    ("action", "field", "en", "ja"),
    (
        (
            ["initiative", [[0, 7], [0, 13]]],
            "total",
            "“13” is not possible here: “total” in row 2 is a whole number from 2 to 12 (P-8.2).",
            "「13」は使えません：2行目の「total」は、2から12までの整数で書いてください（P-8.2）。",
        ),
        (
            ["initiative", [[0, 7, 1]]],
            "totals",
            "“[[0, 7, 1]]” is not possible here: rows of 2: who, total.",
            "「[[0, 7, 1]]」は使えません：2個ずつの組：who, total。",
        ),
    ),
)
def test_a_row_of_numbers_says_which_is_wrong(action, field, en, ja):
    battle, _ = prophecy.apply(prophecy.Battle((MIO, CHOIR)), ["begin"])
    error = refused(lambda: prophecy.apply(battle, action), field, ANY)
    assert (error.message("en"), error.message("ja")) == (en, ja)


GAMES = (avatar, contest, exorcist, kamui, prophecy)


@every("game", GAMES)
def test_all_five_games_are_played_alike(game):
    """They begin with nobody there, and carry out what is legal now."""
    assert {"GAME", "apply"} <= set(game.__all__)
    begun = game.GAME.start(game.Rulings())
    assert begun == game.GAME.start()
    newcomer = game.GAME.legal(begun)[0].name
    assert newcomer in game.GAME.actions
    assert game.apply == game.GAME.apply


@every("game", GAMES)
def test_each_function_says_what_it_returns(game):
    """Unless its first sentence does."""
    said = ("Return ", "Read one ", "Tell whether ", "The ")
    for name in game.__all__:
        called = getattr(game, name)
        if inspect.isroutine(called) and inspect.signature(called).return_annotation not in ("None", None):
            told = inspect.getdoc(called)
            assert told.startswith(said) or "Returns:" in told or "Yields:" in told, name


@every(("game", "other"), [(game, other) for game in GAMES for other in (*GAMES, None) if game is not other])
def test_a_game_is_not_played_on_another_ones_table(game, other):
    state, action = (other.GAME.start(), ["end"]) if other else ("a battle", ["drawn", "SK", "end"])
    for run in (lambda: game.apply(state, action), lambda: game.GAME.legal(state)):
        refused(run, "state")
    begun = game.GAME.start()
    any_action = [game.GAME.legal(begun)[0].name]
    refused(lambda: game.apply(begun, any_action, other.Rulings() if other else {}), "rulings")
