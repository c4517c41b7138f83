"""Joining in, many against one, and what becomes of the old contest (C-1.5 to C-1.14, C-M9, C-T3)."""

from dataclasses import replace

from rules_py.contest import Side, join_start
from tests.play import rules_of, said
from tests.rows import every

from .table import A, B, C, D, Table

E_ = 4
FOUR = ("Sword 12", "Axe 12", "Bow 12", "Staff 12")


def two_against_one(outnumbered="a", position=0, **house):
    """Somebody stands against two: A against B and C, or B against A and C; D is free, the piece as wished."""
    table = Table(*FOUR, **house).begin().push(1)
    table.do("join", C, 0, "b" if outnumbered == "a" else "a")
    table.state = replace(table.scene, contests=(replace(table.scene.contests[0], position=position),))
    return table


def after_the_song(**house):
    """Somebody beside the four has sung for B in a round against A; then C has joined B, and D has drawn B off."""
    table = Table(*FOUR, "Song 15", **house).begin()
    table.declare()
    table.passing(len(FOUR))
    table.do("augment", B, 0, "active")
    table.round((5, 9))
    table.do("join", C, 0, "b")
    table.do("join", D, 0, "a", B)
    return table


@every(("side", "sides"), [("a", ((A, C), (B,))), ("b", ((A,), (B, C)))])
def test_joining_an_even_fight_makes_it_many_to_one(side, sides):
    """C-1.6, C-1.12, C-T3.3 (a-3): the piece stays where it is."""
    table = Table(*FOUR).begin().push(2)
    assert rules_of(table.do("join", C, 0, side)) == {"C-1.12"}
    contest = table.scene.contests[0]
    assert (contest.sides, contest.position) == (sides, 2)
    assert len(table.scene.contests) == 1


@every("outnumbered", ["a", "b"])
def test_joining_the_larger_side_leaves_it_many_to_one(outnumbered):
    """C-1.11, C-T3.2 (a-2)."""
    table = two_against_one(outnumbered, position=-2)
    assert rules_of(table.do("join", D, 0, "b" if outnumbered == "a" else "a")) == {"C-1.11"}
    assert sorted(map(len, table.scene.contests[0].sides)) == [1, 3]
    assert table.position() == -2


@every("position", range(-4, 5))
@every("outnumbered", ["a", "b"])
def test_helping_the_outnumbered_opens_a_contest_of_ones_own(outnumbered, position):
    """C-1.7 to C-1.10, C-T3.1 (a-1), C-M9: what was pushed towards the enemy is kept, what was lost is not."""
    table = two_against_one(outnumbered, position)
    enemy = C
    events = table.do("join", D, 0, outnumbered, enemy)
    new = table.scene.contests[1]
    if outnumbered == "a":
        assert (new.sides, new.position) == (((D,), (C,)), max(0, position))
    else:
        assert (new.sides, new.position) == (((C,), (D,)), min(0, position))
    assert rules_of(events) == {"C-1.7", "C-Q16", "C-1.10" if new.position else "C-1.9"}
    assert new.acting == (new.sides[0][0], new.sides[1][0])
    assert new.position == join_start(position, Side(outnumbered))
    assert (table.scene.contests[0].sides, table.position(0)) == (((A,), (B,)), position)


def test_the_player_chooses_which_enemy():
    """C-1.8."""
    table = two_against_one("a")
    for enemy in (A, D, 9, -1, None, "B"):
        table.refused("C-1.8", "join", D, 0, "a", enemy)
    left_open = table.refused("C-1.8", "join", D, 0, "a")
    assert left_open.message("en") == "Nothing is filled in here: choose which enemy to face (C-1.8)."
    assert table.refused("C-1.8", "join", D, 0, "a", A).value.en == "A"
    for enemy, left in ((B, C), (C, B)):
        table = two_against_one("a")
        table.do("join", D, 0, "a", enemy)
        assert table.scene.contests[1].sides == ((D,), (enemy,))
        assert table.scene.contests[0].sides == ((A,), (left,))
        assert table.scene.contests[0].acting == (A, left)


def test_only_the_free_may_join():
    """C-1.5: nobody who fights already."""
    table = Table(*FOUR).begin((A, B), (C, D))
    table.round((5, 9), (5, 9))
    table.refused("C-1.5", "join", C, 0, "a")
    assert table.refused(None, "join", 7, 0, "a").value == 7


def test_nobody_joins_a_contest_that_is_over():
    """C-1.6: a running one."""
    table = Table(*FOUR).begin()
    table.check((5, 9))
    table.do("yield", B)
    table.do("next")
    table.refused("C-T4", "join", C, 0, "a")


def test_any_equal_numbers_are_equal():
    """C-Q17: two against two become three against two."""
    table = Table(*FOUR, "Spear 12").begin().push(1)
    table.state = replace(
        table.scene, contests=(replace(table.scene.contests[0], sides=((A, C), (B, D)), acting=(A, B)),)
    )
    assert rules_of(table.do("join", E_, 0, "b")) == {"C-1.12"}
    assert table.scene.contests[0].sides == ((A, C), (B, D, E_))


# --- many against one -------------------------------------------------------------------------------------------------


def test_each_head_more_is_worth_three():
    """C-Q15: +3 for each on the larger side, −3 for the one who stands alone."""
    table = two_against_one("a")
    table.declare()
    assert (table.value("a"), table.value("b")) == (9, 15)
    table = two_against_one("b")
    table.do("join", D, 0, "a")
    table.declare()
    assert (table.value("a"), table.value("b")) == (18, 6)


def test_the_larger_side_names_who_acts_each_round():
    """C-Q15: the one who acts rolls, with the own ability."""
    table = Table("Sword 12", "Axe 12", "Bow 14").begin().push(1)
    table.do("join", C, 0, "b")
    table.declare(acting=[(0, A, C)])
    assert table.value("b") == 17
    table.round((5, 9))
    table.declare(acting=[(0, A, B)])
    assert table.value("b") == 15


@every("acting", [(A, A), (B, A), (A, D), (A, 9), (A, None), ("A", "B")])
def test_only_those_who_fight_can_act(acting):
    """C-Q15."""
    table = two_against_one("a")
    table.do("next")
    table.refused("C-Q15", "declare", [[who, 0, 1] for who in (A, B, C)], [[0, *acting]])


def test_the_one_who_acts_takes_the_wound():
    """C-Q15, C-6.1."""
    table = two_against_one("a", position=2)
    table.declare(acting=[(0, A, C)])
    table.round((5, 18))
    assert (table.wounded, table.position()) == ("C", 4)


def test_the_one_who_acts_is_the_one_who_is_blocked():
    """C-3.14, C-Q15: a comrade's active augment blocks the comrade only."""
    table = two_against_one("b")
    table.declare(acting=[(0, A, B)])
    table.passing(2)
    table.do("augment", A, 0, "active")
    assert not table.side("a").blocked
    table.resolve((5, 18))
    assert table.position() == 2


def test_if_the_one_who_acts_is_dying_the_side_has_lost():
    """C-6.3, C-Q27: the piece lies on that side's dying square; the comrades are unhurt, and the log says it."""
    table = two_against_one("a", position=3)
    table.declare(acting=[(0, A, C)])
    events = table.check((5, 18))
    assert ("Lost as well, but not hurt by it: B.", ("C-Q27",)) in [(event.text.en, event.rules) for event in events]
    assert (table.dying, table.wounded, table.scene.contests[0].result) == ("C", "C", "a")
    table.do("next")
    assert table.scene.free == [A, B, D]


@every("who", [B, C])
def test_if_one_of_several_yields_the_others_fight_on(who):
    """C-6.6: the one who yields has lost; somebody is left to act."""
    table = two_against_one("a")
    table.declare(acting=[(0, A, C)])
    table.check((5, 9))
    assert "C-Q28" in rules_of(table.do("yield", who))
    contest = table.scene.contests[0]
    assert contest.running
    assert contest.sides == ((A,), (B + C - who,))
    assert contest.acting == (A, B + C - who)
    table.do("next")
    table.declare()
    assert (table.value("a"), table.value("b")) == (12, 12)


def test_the_outlook_does_not_change_by_turning_the_page():
    """A wounded fighter yields with the piece on the fourth square: the comrade who takes over is not wounded yet.

    C-6.1 wounds in the next check phase at the earliest, so the chances before and after "next round" are the same.
    """
    table = two_against_one("a", position=2)
    table.declare(acting=[(0, A, C)])
    table.check((5, 18))
    assert (table.wounded, table.position()) == ("C", 4)
    table.do("yield", C)
    before = table.outlook()
    table.do("next")
    assert table.outlook() == before


# --- the enemy who was chosen -----------------------------------------------------------------------------------------


def test_the_chosen_enemy_leaves_the_old_contest():
    """C-Q16: with one enemy left it is one against one again, without bonus."""
    table = two_against_one("a")
    table.do("join", D, 0, "a", B)
    table.declare()
    assert [table.value(side, n) for n in (0, 1) for side in "ab"] == [12, 12, 12, 12]
    assert table.scene.contests_of(B) == [1]


def test_the_chosen_enemy_may_have_to_fight_on_two_sides():
    """C-Q16's other answer: one declaration, two rolls, two pieces; the old contest stays many-to-one."""
    table = two_against_one("a", chosen_enemy_leaves=False)
    table.do("join", D, 0, "a", B)
    assert table.scene.contests_of(B) == [0, 1]
    table.declare()
    assert [table.value(side, n) for n in (0, 1) for side in "ab"] == [9, 15, 12, 12]
    table.round((5, 17), (18, 5))
    assert (table.position(0), table.position(1)) == (2, -2)


def test_whoever_is_dying_in_one_contest_has_lost_the_other():
    """C-6.3 with C-Q16's other answer: nobody is left on that side, so it is lost."""
    table = two_against_one("a", chosen_enemy_leaves=False)
    table.do("join", D, 0, "a", B)
    contests = list(table.scene.contests)
    contests[1] = replace(contests[1], position=4)
    table.state = replace(table.scene, contests=tuple(contests))
    table.declare(acting=[(0, A, C)])
    table.check((5, 9), (5, 9))
    assert (table.dying, table.scene.contests[1].result) == ("B", "a")
    assert table.scene.contests[0].running
    assert table.scene.contests[0].sides == ((A,), (C,))


def test_both_checks_count_whatever_their_order():
    """C-6.1, C-6.3 with C-Q16's other answer: B is dying in one contest while D is dying in the other against B.

    All pieces lie where they lie at the same time, so D is dying as well.
    """
    table = Table(*FOUR, "Spear 12", chosen_enemy_leaves=False).begin().push(1)
    table.do("join", C, 0, "b")
    table.do("join", D, 0, "a", B)
    first, second = table.scene.contests
    table.state = replace(table.scene, contests=(replace(first, position=4), replace(second, position=-4)))
    table.declare(acting=[(0, A, B)])
    table.check((5, 17), (17, 5))
    assert (table.position(0), table.position(1)) == (5, -5)
    assert table.dying == "BD"


def test_an_augment_serves_its_own_contest():
    """C-3.7: whoever leaves for a new contest starts it without the old augments."""
    table = Table("Sword 12", "Axe 12, Calm 15", "Bow 12", "Staff 12").begin()
    table.declare()
    table.do("pass")
    table.do("augment", B, 1, "passive")
    table.round((5, 9))
    table.do("join", C, 0, "b")
    assert table.value("b") == 12 + 2 + 3
    table.do("join", D, 0, "a", B)
    table.declare()
    assert table.value("b", 1) == 12


def test_what_was_sung_for_one_may_be_sung_again_in_the_new_contest():
    """C-Q14, C-Q24: once per contest, and this is another one; brought along, the song has been sung there."""
    for answer, again in (("stay", True), ("come_along", False)):
        table = after_the_song(split_augments=answer)
        table.declare()
        table.passing(len(FOUR))
        if again:
            table.do("augment", B, 0, "active")
        else:
            table.refused("C-Q14", "augment", B, 0, "active")
            table.do("pass")
        assert table.value("b", 1) == 14


def test_only_the_chosen_enemy_takes_augments_along():
    """C-Q24's other answer: B and C are augmented, B is drawn off; each keeps the own +2 and no more."""
    table = Table("Sword 12", "Axe 12, Calm 15", "Bow 12, Calm 15", "Staff 12", split_augments="come_along")
    table.begin().push(1)
    table.do("join", C, 0, "b")
    table.declare(acting=[(0, A, B)])
    table.do("pass")
    table.do("augment", B, 1, "passive")
    table.do("augment", C, 1, "passive")
    table.round((5, 9))
    table.do("join", D, 0, "a", B)
    old, new = table.scene.contests
    assert ([a.target for a in old.augments], [a.target for a in new.augments]) == ([C], [B])
    table.declare()
    assert [table.value("b", n) for n in (0, 1)] == [14, 14]


def test_who_fights_on_two_sides_has_the_augments_on_both():
    """C-Q16's and C-Q24's other answers: the song is copied; C, who was not chosen, keeps nothing of it in any case."""
    table = after_the_song(split_augments="come_along", chosen_enemy_leaves=False)
    table.declare(acting=[(0, A, B)])
    assert [table.value("b", n) for n in (0, 1)] == [12 + 2 + 3, 12 + 2]
    table.do("skip")
    table.round((5, 9), (5, 9))
    table.declare(acting=[(0, A, C)])
    assert table.value("b") == 12 + 3


def test_who_fights_on_two_sides_has_the_song_of_old_anew_on_the_new_side():
    """C-Q14, C-Q24 with C-Q16's other answer: sung in the old contest already, it counts in the new one alone."""
    table = after_the_song(chosen_enemy_leaves=False)
    table.declare(acting=[(0, A, B)])
    table.passing(len(FOUR))
    assert [table.value("b", n) for n in (0, 1)] == [12 + 2 + 3, 12]
    assert said(table.do("augment", B, 0, "active")) == [
        "E augments B’s Axe with Song 15: +2 (active).",
        "It counts against D only: elsewhere Song has augmented already.",
    ]
    assert [table.value("b", n) for n in (0, 1)] == [12 + 2 + 3, 12 + 2]
    table.round((5, 9), (5, 9))
    table.declare(acting=[(0, A, B)])
    table.passing(len(FOUR))
    table.refused("C-Q14", "augment", B, 0, "active")


@every(("answer", "old"), [("once", 12 + 3 + 2 + 1), ("stack", 12 + 3 + 2 + 1 + 2)])
def test_who_fights_on_two_sides_has_what_is_new_on_both(answer, old):
    """C-3.5, C-Q16's other answer: it raises the ability that is used on both; the old song as C-Q14 is answered."""
    table = after_the_song(chosen_enemy_leaves=False, same_augment=answer)
    table.declare(acting=[(0, A, B)])
    table.do("pass")
    table.do("augment", B, 0, "active")
    assert [table.value("b", n) for n in (0, 1)] == [12 + 3 + 2 + 1, 12 + 1]
    table.passing(2)
    table.do("augment", B, 0, "active")
    assert [table.value("b", n) for n in (0, 1)] == [old, 12 + 1 + 2]


# --- starting on the heavy-wound square -------------------------------------------------------------------------------


@every(
    ("rolls", "position", "wounded"),
    [((5, 18), 5, "C"), ((9, 9), 4, "C"), ((9, 5), 3, ""), ((18, 5), 2, "")],
)
def test_a_lead_of_four_wounds_the_chosen_enemy_unless_it_is_pushed_back(rolls, position, wounded):
    """C-1.10, C-6.1, C-Q25: where the piece lies in the check phase decides; here it is not the old contest's piece."""
    table = two_against_one("a", position=4)
    table.do("join", D, 0, "a", C)
    assert (table.position(1), table.wounded) == (4, "")
    table.check((18, 5), rolls)
    assert (table.position(1), table.wounded) == (position, wounded)


# --- two who choose the same opponent ---------------------------------------------------------------------------------


def test_in_round_1_nobody_joins_the_many_or_fights_two_at_once():
    """C-Q23's other answers: who does not stand alone cannot be chosen, and two who fight already cannot pair up."""
    table = Table(*FOUR, "Spear 12", "Sling 12", same_opponent="many_to_one").begin((A, B), (D, E_))
    table.do("pair", B, C)
    assert table.scene.contests[0].sides == ((A, C), (B,))
    table.refused("C-Q23", "pair", 5, A)
    table.refused("C-Q23", "pair", C, 5)
    table.refused("C-1.3", "pair", B, D)
    table.do("pair", 5, B)
    assert table.scene.contests[0].sides == ((A, C, 5), (B,))
    table.declare()
    assert table.value("b") == 12 - 6


def test_after_round_1_the_way_to_a_taken_opponent_is_joining_in():
    """C-1.13, whatever C-Q23 says."""
    for answer in ("many_to_one", "two_contests"):
        table = Table(*FOUR, same_opponent=answer).begin().push(1)
        table.refused("C-1.13", "pair", C, B)


def test_an_opponent_in_two_contests_rolls_in_both_and_falls_in_both():
    """C-Q23's other answer: one ability declared, two gauges; dying on one, the other is lost too."""
    table = Table("Sword 12", "Axe 12", "Bow 12", same_opponent="two_contests", dying_square=4, heavy_wound_square=4)
    table.begin((A, B), (C, B))
    table.round((5, 18), (18, 5))
    assert (table.position(0), table.position(1)) == (2, -2)
    table.check((5, 18), (5, 9))
    assert [c.result for c in table.scene.contests] == ["a", "a"]
    assert table.dying == "B"


# --- after yielding ---------------------------------------------------------------------------------------------------


def test_who_has_yielded_may_not_join_in_either():
    """C-Q31's other answer; the comrade who did not yield may."""
    table = Table(*FOUR, after_yielding="out").begin((A, B), (C, D))
    table.check((5, 9), (5, 9))
    table.do("yield", B)
    table.do("next")
    table.refused("C-Q31", "join", B, 1, "a")
    table.do("join", A, 1, "a")
    assert table.scene.contests[1].sides == ((C, A), (D,))


def in_two_contests(**house):
    """The moment to yield; B fights A in one contest and C in the other, and nobody is dying."""
    table = Table("Sword 12", "Axe 12", "Bow 12", same_opponent="two_contests", **house).begin((A, B), (C, B))
    table.check((5, 9), (5, 9))
    return table


def test_who_fights_two_may_yield_to_one_of_them():
    """C-6.6, C-Q31: that contest is lost, the other goes on, even where nobody enters another one after yielding."""
    for answer in ("free", "out"):
        table = in_two_contests(after_yielding=answer)
        assert said(table.do("yield", B, 1)) == ["B yields to C."]
        assert [contest.result for contest in table.scene.contests] == ["", "a"]
        assert table.scene.participants == [A, B]
        table.do("next")
        table.round((5, 9))
        assert table.position() == 2


def test_who_fights_two_and_names_neither_yields_to_both():
    """C-6.6: as links say it that were made when no contest could be named."""
    table = in_two_contests()
    assert said(table.do("yield", B)) == ["B yields."]
    assert [contest.result for contest in table.scene.contests] == ["a", "a"]


def test_one_yields_where_one_fights():
    """C-6.5: not in the contest of others, not in one that is over; in one's only contest it need not be named."""
    table = in_two_contests()
    error = table.refused("C-6.5", "yield", A, 1, field="contest")
    assert error.message("en") == "“1” is not possible here: a contest in which A fights (C-6.5)."
    table.refused_somehow("yield", B, 2)
    table.do("yield", B, 0)
    table.refused("C-6.5", "yield", B, 0, field="contest")
    assert said(table.do("yield", B, 1)) == ["B yields."]
    table.refused("C-6.5", "yield", B, 1)


def test_who_yields_on_one_of_two_sides_takes_only_that_side_along():
    """C-Q28's and C-Q16's other answers: B stands with C against A, and alone against D."""
    for number, results in ((0, ["a", ""]), (1, ["", "a"])):
        table = two_against_one("a", chosen_enemy_leaves=False, yield_of_one="whole_side")
        table.do("join", D, 0, "a", B)
        table.check((9, 9), (9, 9))
        table.do("yield", B, number)
        assert [contest.result for contest in table.scene.contests] == results
