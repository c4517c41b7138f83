"""A battle as players tell it: initiative, activations, attacks with everything in between, Support, the end."""

from dataclasses import replace
from itertools import pairwise
from unittest.mock import ANY

from rules_py.core.text import Text
from rules_py.prophecy import Battle, Fighter, Stage, apply, initiative, legal_actions
from rules_py.prophecy.characters import MOST_FIGHTERS
from tests.play import rules_of, said
from tests.rows import every

from .table import Table, curses, foe, pc

MIO, REN, SOLOIST = 0, 1, 2
SIX_SIX, ONE_ONE = [6, 6], [1, 1]


def trio(**values):
    """Two PCs with plenty of mana, and an enemy."""
    return Table(pc(mana=9, **values), pc(mana=9), foe(mana=9)).begin()


# --- who fights -------------------------------------------------------------------------------------------------------


def test_a_battle_takes_a_pc_and_an_enemy():
    """P-1.14."""
    for fighters in ((), (pc(),), (pc(), pc()), (foe(),), (pc(), foe(down=True))):
        Table(*fighters).refused("P-1.14", "begin")
    assert Table(pc(), foe()).begin().stage is Stage.ACTION


def test_fighters_are_added_with_everything_they_bring():
    """P-Q27, P-Q29, P-Q38: numbers, recipe and conditions by name, in either language."""
    table = Table()
    table.do("add", "Mio", False, [6, 4, 7, 5, 1], "Poison, Armour", "Trap 2, 装甲")
    table.do("add", "独唱者", True, [7, -1, 9, 3, 0, 4], "毒、氷結", "")
    table.do("emotion", 0, 1)
    table.do("emotion", 0, 1)
    mio, soloist = table.battle.fighters
    assert (mio.cast, mio.guard, mio.mana, mio.preparations, mio.emotions) == (6, 4, 5, 1, (1, 1))
    assert (mio.recipe, mio.conditions, mio.enemy) == (("poison", "armour"), ("trap", "trap", "armour"), False)
    assert (soloist.guard, soloist.dominance, soloist.most_mana, soloist.enemy) == (-1, 9, 4, True)
    assert soloist.recipe == ("poison", "freeze")


def test_nobody_shares_a_name():
    table = Table(pc(), foe())
    assert table.refused("P-8.1", "add", "Mio", True, [1, 1, 1, 1, 1]).field == "name"


def test_twelve_take_part_at_most():
    table = Table(*[pc()] * 6, *[foe()] * 6)
    assert MOST_FIGHTERS == 12
    assert "12" in table.refused("P-8.1", "add", "Thirteen", True, [1, 1, 1, 1, 1]).message("en")


def test_whoever_is_taken_out_is_forgotten_by_the_others():
    """P-Q38: emotions and inflicters point at the right people afterwards."""
    table = Table(pc(), pc(emotions=(0, 2, 0)), pc(), foe())
    table.do("remove", 0)
    assert [f.name.en for f in table.battle.fighters] == ["Ren", "Sae", "Soloist"]
    assert table[0].emotions == (1,)
    table.begin()
    table.refused("P-8.1", "remove", 0)


def test_an_emotion_is_held_toward_somebody_else():
    """P-2.8."""
    Table(pc(), foe()).refused("P-2.8", "emotion", 0, 0)


# --- initiative -------------------------------------------------------------------------------------------------------


def test_the_higher_value_acts_first():
    """P-8.2, P-8.3, P-8.4: the PCs' 2D6 against the enemies' dominance."""
    table = Table(pc(), pc(), foe(dominance=8), foe(dominance=10))
    table.do("begin")
    assert table.stage is Stage.INITIATIVE
    assert {"P-8.2", "P-8.3"} <= rules_of(table.order({0: 9, 1: 4}))
    assert table.battle.order == ((3, 10), (0, 9), (2, 8), (1, 4))
    acted = []
    for _ in range(4):
        acted.append(table.active)
        table.skip()
    assert acted == [3, 0, 2, 1]
    assert (table.stage, table.battle.round) == (Stage.INITIATIVE, 2)


def test_an_enemy_never_rolls_for_initiative():
    """P-8.3, P-Q8: its dominance and its conditions, whatever somebody rolls."""
    for rolled in (0, 2, 12):
        assert initiative(foe("Speed Up 2, Freeze", dominance=8), rolled) == 9
        assert initiative(pc("Speed Up 2, Freeze"), rolled) == rolled + 1


def test_dice_settle_a_tie():
    """P-8.5: each of those tied can come first, and those above and below stay where they are."""
    first = set()
    for seed in range(40):
        table = Table(pc(), pc(), foe(dominance=7), foe(dominance=11), seed=str(seed))
        table.do("begin")
        assert "P-8.5" in rules_of(table.order({0: 7, 1: 7}))
        order = [who for who, _ in table.battle.order]
        assert order[0] == 3
        assert sorted(order[1:]) == [0, 1, 2]
        first.add(order[1])
    assert first == {0, 1, 2}


def test_pcs_settle_their_tie_by_discussion():
    """P-8.6."""
    for ties, order in (([[0, 1], [1, 2]], [1, 0, 2]), ([[0, 2], [1, 1]], [0, 1, 2])):
        table = Table(pc(), pc(), foe(dominance=2))
        table.do("begin")
        told = table.do("initiative", [[0, 7], [1, 7]], ties)
        assert "P-8.6" in rules_of(told)
        assert "P-8.5" not in rules_of(told)
        assert [who for who, _ in table.battle.order] == order


def test_a_tie_with_an_enemy_may_be_settled_with_dice_at_the_table():
    """P-8.5: the higher roll comes first."""
    table = Table(pc(), pc(), foe(dominance=7))
    table.do("begin")
    told = table.do("initiative", [[0, 7], [1, 7]], [[0, 3], [1, 5], [2, 4]])
    assert "P-8.5" in rules_of(told)
    assert [who for who, _ in table.battle.order] == [1, 2, 0]


def test_those_who_tie_again_roll_again():
    """P-8.5: settled as far as it is settled; the rest is up to the dice."""
    seen = set()
    for seed in range(20):
        table = Table(pc(), pc(), pc(), foe(), seed=str(seed))
        table.do("begin")
        table.do("initiative", [[0, 7], [1, 7], [2, 7]], [[0, 2], [1, 5], [2, 2]])
        seen.add(tuple(who for who, _ in table.battle.order))
    assert seen == {(1, 0, 2, 3), (1, 2, 0, 3)}


def test_dice_not_typed_are_rolled_by_the_seed():
    """P-8.2: two dice make 2 to 12, the same for the same seed."""
    seen = set()
    for seed in range(60):
        table = Table(pc(), foe(), seed=str(seed))
        table.do("begin")
        table.do("initiative", [])
        seen.add(dict(table.battle.order)[0])
        again = Table(pc(), foe(), seed=str(seed))
        again.do("begin")
        again.do("initiative", [])
        assert again.battle == table.battle
    assert seen <= set(range(2, 13))
    assert len(seen) > 7


def test_what_cannot_be_rolled_is_refused():
    """P-8.2, P-8.3: not 1, not 13, nothing for an enemy, nobody twice, nobody who is out."""
    table = Table(pc(), pc(down=True), foe())
    table.do("begin")
    for total in (1, 13, "7", 7.0, True, None):
        table.refused("P-8.2", "initiative", [[0, total]])
    table.refused("P-8.3", "initiative", [[2, 7]])
    table.refused("P-8.1", "initiative", [[0, 7], [0, 8]])
    table.refused("P-8.1", "initiative", [[1, 7]])
    table.refused("P-8.1", "initiative", [[3, 7]])
    table.refused("P-8.5", "initiative", [], [[0, "x"]])


def test_initiative_comes_anew_each_round_without_those_who_are_out():
    """P-Q9, P-14.5."""
    table = Table(pc(), pc(damage=6), foe()).begin()
    table.do("retreat")
    table.skip()
    table.hit(REN)
    table.do("fall", REN)
    table.do("initiative", [])
    assert [who for who, _ in table.battle.order] == [SOLOIST]


# --- activations ------------------------------------------------------------------------------------------------------


def test_everybody_takes_one_round_action_a_round():
    """P-8.1, P-9.1: none of them twice, and the next round begins after the last."""
    table = Table(pc(), pc(mana=1), foe()).begin()
    table.miss(SOLOIST)
    table.refused("P-10.2", "attack", [REN])
    table.do("support", [REN], [["heal_damage"]])
    assert [f.acted for f in table.battle.fighters] == [True, True, False]
    table.skip()
    assert table.battle.round == 2
    assert not any(f.acted for f in table.battle.fighters)


def test_four_round_actions_are_open():
    """P-9.2."""
    assert legal_actions(trio().battle) == dict.fromkeys(("attack", "support", "retreat", "pass"))


def test_whoever_falls_loses_the_activation():
    """P-14.5."""
    table = Table(pc(), pc(damage=6), foe(dominance=20)).begin()
    table.hit(REN)
    table.do("fall", REN)
    table.skip()
    assert (table.battle.round, table.stage) == (2, Stage.INITIATIVE), "Ren's place in the order is passed over"


def test_pass_does_nothing():
    """P-9.6."""
    table = trio()
    before = table[MIO]
    assert rules_of(table.skip()) >= {"P-9.6"}
    assert table[MIO] == replace(before, acted=True)


def test_retreat_leaves_the_battle():
    """P-9.5, P-Q26: it succeeds; nobody attacks or Supports one who is gone."""
    table = trio()
    table.do("retreat")
    assert table[MIO].gone
    table.refused("P-14.5", "support", [MIO], [["heal_damage"]])
    table.skip()
    table.refused("P-14.5", "attack", [MIO])
    table.skip()
    table.do("initiative", [])
    assert {who for who, _ in table.battle.order} == {REN, SOLOIST}


def test_the_gm_ends_the_battle():
    """P-Q40: between two actions, also before initiative; then nothing goes on."""
    for early in (True, False):
        table = Table(pc("Charge"), foe())
        table.do("begin")
        if not early:
            table.order()
        table.do("end")
        assert table.stage is Stage.OVER
        assert legal_actions(table.battle) == {}
        table.refused("P-8.2", "initiative", [])
        table.refused("P-9.1", "pass")
        table.refused("P-18.5a", "charge", 0)


def test_even_the_longest_battle_has_an_end():
    """P-Q40: after two hundred rounds nothing is left but to end it."""
    table = Table(pc(), foe()).begin()
    table.state = replace(table.battle, round=199)
    table.skip()
    table.skip()
    table.order()
    table.skip()
    assert "200" in table.refused("P-Q40", "pass").message("en")
    table.do("end")


def test_a_battle_without_anybody_left_is_over():
    """P-14.5."""
    table = Table(pc(), foe()).begin()
    table.do("retreat")
    table.do("retreat")
    assert table.stage is Stage.OVER


# --- attack -----------------------------------------------------------------------------------------------------------


def test_an_attack_step_by_step():
    """P-10.1, P-10.4, P-10.7, P-10.12, P-10.14, P-11.1: 4 + 5 + 6 = 15 against 3 + 4 + 4 = 11, a degree of 4."""
    table = Table(pc(cast=6), foe(guard=4)).begin()
    stages = [table.stage]
    told = []
    for action in (
        ["attack", [1]],
        ["roll", [], [[0, [4, 5]], [1, [3, 4]]]],
        ["accept"],
        ["effects", [["deal_damage"]]],
    ):
        told += said(table.do(*action))
        stages.append(table.stage)
    assert stages == [Stage.ACTION, Stage.DICE, Stage.RESULT, Stage.EFFECTS, Stage.ACTION]
    assert told[:4] == [
        "Mio attacks Soloist.",
        "Mio rolls 4, 5.",
        "Soloist rolls 3, 4.",
        "Mio hits Soloist: success degree 4.",
    ]
    assert table.damage() == [0, 1]


@every(("cast", "guard", "hit"), [([3, 4], [3, 4], True), ([3, 4], [3, 5], False)])
def test_a_tie_hits(cast, guard, hit):
    """P-10.10, P-10.11."""
    table = Table(pc(), foe()).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, cast], [1, guard]])
    told = rules_of(table.do("accept"))
    assert ("P-10.10" in told, "P-10.11" in told) == (hit, not hit)
    assert table.stage is (Stage.EFFECTS if hit else Stage.ACTION)
    assert table.active == (0 if hit else 1)


def test_whom_one_cannot_attack():
    """P-10.2: not oneself, no ally, nobody who is out, nobody twice, and not nobody."""
    table = Table(pc(mana=9), pc(), foe(), foe(down=True)).begin()
    table.refused("P-10.2", "attack", [MIO])
    table.refused("P-10.2", "attack", [REN])
    table.refused("P-14.5", "attack", [3])
    table.refused("P-10.2", "attack", [SOLOIST, SOLOIST])
    table.refused("P-10.2", "attack", [])
    table.refused("P-10.2", "attack")
    table.refused("P-8.1", "attack", [4])
    table.refused("P-8.1", "attack", [-1])


FORCED = [
    # cast dice, guard dice, cast ability, guard ability, hit (P-Q12)
    (SIX_SIX, [5, 6], 0, 9, True),
    ([1, 2], ONE_ONE, 0, 9, True),
    (ONE_ONE, [1, 2], 9, 0, False),
    ([5, 6], SIX_SIX, 9, 0, False),
    (SIX_SIX, SIX_SIX, 1, 0, True),
    (SIX_SIX, SIX_SIX, 0, 1, False),
    (ONE_ONE, ONE_ONE, 0, 0, True),
    (ONE_ONE, ONE_ONE, 0, 1, False),
    (SIX_SIX, ONE_ONE, 0, 12, True),
    (ONE_ONE, SIX_SIX, 12, 0, False),
]


@every(("cast", "guard", "ability", "against", "hit"), FORCED)
def test_lucky_and_fumble_force_a_result_unless_they_contradict(cast, guard, ability, against, hit):
    """P-Q12, P-M3; a forced hit may have a negative degree."""
    table = Table(pc(cast=ability), foe(guard=against)).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, cast], [1, guard]])
    degree = sum(cast) + ability - sum(guard) - against
    told = said(table.do("accept"))[0]
    assert told == (
        f"Mio hits Soloist: success degree {str(degree).replace('-', '−')}." if hit else "Mio misses Soloist."
    )


def test_a_hit_with_a_negative_degree_leaves_damage_and_strip_bless():
    """P-M3, P-11.4, P-11.6, P-11.8."""
    table = Table(pc("Speed Down", recipe="Hobble, Pierce"), foe("Armour, Pierce", guard=12)).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, SIX_SIX], [1, [3, 4]]])
    table.do("accept")
    assert table.battle.attack.exchanges[0].degree == 11 - 18
    table.refused("P-11.4", "effects", [["inflict_curse", "hobble"]])
    table.refused("P-11.6", "effects", [["refresh", "speed_down"]])
    table.refused("P-11.8", "effects", [["self_bless", "pierce"]])
    table.do("effects", [["strip_bless", "pierce"]])
    assert table[1].blesses == ("armour",)


@every(
    ("effect", "rule"),
    [
        (["inflict_curse", "freeze"], "P-11.4"),
        (["refresh", "petrify"], "P-11.6"),
        (["self_bless", "reflection"], "P-11.8"),
    ],
)
def test_the_degree_must_reach_the_strength(effect, rule):
    """P-11.4, P-11.6, P-11.8: exactly the strength is enough, one less is not."""
    strength = {"freeze": 8, "petrify": 8, "reflection": 7}[effect[1]]
    for degree in (strength - 1, strength):
        table = Table(pc("Petrify", cast=3, recipe="Freeze, Reflection"), foe()).begin()
        table.swing(1, degree)
        table.do("accept")
        if degree < strength:
            table.refused(rule, "effects", [effect])
        else:
            table.do("effects", [effect])


def test_only_what_stands_in_the_recipe():
    """P-11.3, P-11.7; Refresh needs the curse on oneself (P-11.5)."""
    table = Table(pc(recipe="Poison, Armour"), foe("Trap")).begin()
    table.swing(1, 8)
    table.do("accept")
    table.refused("P-11.3", "effects", [["inflict_curse", "trap"]])
    table.refused("P-11.7", "effects", [["self_bless", "charge"]])
    table.refused("P-11.5", "effects", [["refresh", "trap"]])
    for name, wrong in (("inflict_curse", "armour"), ("self_bless", "poison"), ("strip_bless", "poison")):
        table.refused(ANY, "effects", [[name, wrong]], field="condition")
    table.refused("P-10.14", "effects", [["heal_damage"]])
    table.refused("P-15.6", "effects", [])
    table.refused("P-15.6", "effects", [["deal_damage"]] * 3)


def test_strip_bless_of_one_who_has_none_does_nothing():
    """P-M4."""
    table = Table(pc(), foe()).begin()
    table.hit(1, ["strip_bless", "armour"])
    assert table.active == 1
    assert table[1].blesses == ()


def test_refresh_and_self_bless_help_the_attacker():
    """P-11.5, P-11.7: with Boost both at once."""
    table = Table(pc("Poison, Hobble", recipe="Guard Up", mana=1), foe()).begin()
    assert table.damage() == [1, 0]
    table.hit(1, ["refresh", "poison"], ["self_bless", "guard_up"], degree=4)
    assert (curses(table[0]), table[0].blesses, table[0].mana) == (["hobble"], ("guard_up",), 0)


# --- preparation effects ----------------------------------------------------------------------------------------------


def test_a_preparation_effect_is_a_third_die():
    """P-10.6, P-10.9, P-Q1: 1 + 2 + 6 = 9 against 2 + 2 + 4 = 8; one effect is spent on each side."""
    table = Table(pc(preparations=2), foe(preparations=1)).begin()
    table.do("attack", [1])
    told = table.do("roll", [0, 1], [[0, [1, 2, 6]], [1, [2, 2, 4]]])
    assert {"P-10.6", "P-10.9"} <= rules_of(told)
    assert (table[0].preparations, table[1].preparations) == (1, 0)
    assert "success degree 1" in said(table.do("accept"))[0]


def test_without_a_preparation_effect_there_is_no_third_die():
    """P-10.6, P-10.9; and one for each check at most (P-Q14)."""
    table = Table(pc(), foe()).begin()
    table.do("attack", [1])
    table.refused("P-10.6", "roll", [0])
    table.refused("P-10.9", "roll", [1])
    table.refused("P-10.6", "cast", True)
    table.refused("P-3.1", "roll", [], [[0, [1, 2, 3]]])
    table.refused("P-3.1", "roll", [], [[0, [1]]])
    table = Table(pc(preparations=5), foe()).begin()
    table.do("attack", [1])
    table.refused("P-10.1", "roll", [0, 0])
    table.refused("P-3.1", "roll", [0], [[0, [1, 2]]])


def test_the_defender_sees_the_cast_value_before_spending():
    """P-10.1, P-10.9: step 2 comes before step 3."""
    table = Table(pc(preparations=1), foe(preparations=1)).begin()
    table.do("attack", [1])
    table.do("cast", True, [3, 4, 5])
    assert table.stage is Stage.DICE
    assert legal_actions(table.battle)["cast"].rule == "P-10.1"
    table.refused("P-10.1", "cast")
    table.refused("P-10.1", "roll", [0])
    table.refused("P-10.1", "roll", [], [[0, [1, 2]]])
    table.do("roll", [1], [[1, [6, 5, 2]]])
    table.do("accept")
    assert table.battle.fighters[1].acted is False
    assert table.active == 1, "12 against 13 misses"


def test_nobody_but_those_who_roll_spends_or_types_dice():
    """P-10.1."""
    table = Table(pc(preparations=1), pc(preparations=1), foe()).begin()
    table.do("attack", [SOLOIST])
    table.refused("P-10.1", "roll", [REN])
    table.refused("P-10.1", "roll", [], [[REN, [3, 4]]])
    table.refused("P-8.1", "roll", [], [[MIO, [3, 4]], [MIO, [3, 5]]])


# --- rerolls ----------------------------------------------------------------------------------------------------------


def test_a_reroll_keeps_the_better_result():
    """P-6.1, P-6.2, P-6.3, P-10.13: 1 mana; a worse one is dropped."""
    for again, degree in (([5, 6], 4), ([1, 2], -1)):
        table = Table(pc(mana=1), foe()).begin()
        table.do("attack", [1])
        table.do("roll", [], [[0, [2, 4]], [1, [3, 4]]])
        table.do("reroll", 0, "cast", again)
        assert table[0].mana == 0
        assert (table.battle.attack.exchanges[0].cast.roll.total - 7) == degree


@every(
    ("first", "again", "against", "hit"),
    [
        (ONE_ONE, [1, 2], -4, True),
        (ONE_ONE, SIX_SIX, 20, True),
        ([5, 6], SIX_SIX, 20, True),
        (SIX_SIX, ONE_ONE, 20, True),
        ([1, 2], ONE_ONE, -4, True),
        ([5, 6], [1, 2], 20, False),
    ],
)
def test_lucky_is_the_best_result_and_a_fumble_the_worst(first, again, against, hit):
    """P-M2, P-Q4: a reroll undoes a Fumble, and Lucky counts in it."""
    table = Table(pc(mana=1), foe(guard=against)).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, first], [1, [3, 4]]])
    table.do("reroll", 0, "cast", again)
    table.do("accept")
    assert (table.stage is Stage.EFFECTS) == hit


def test_either_side_rerolls_once_and_the_attacker_decides_first():
    """P-6.5, P-Q13."""
    table = Table(pc(mana=5), foe(mana=5)).begin()
    table.swing(1, 3)
    table.do("reroll", 0, "cast", [1, 2])
    table.refused("P-6.5", "reroll", 0, "cast")
    table.do("reroll", 0, "guard", [1, 2])
    table.refused("P-6.5", "reroll", 0, "guard")
    assert (table[0].mana, table[1].mana) == (4, 4)
    table = Table(pc(mana=5), foe(mana=5)).begin()
    table.swing(1, 3)
    table.do("reroll", 0, "guard", [5, 6])
    table.refused("P-Q13", "reroll", 0, "cast")


def test_cover_does_not_give_the_attacker_a_second_thought():
    """P-Q13: once the defender has rerolled it is too late for the attacker; the coverer's guard is a new check."""
    table = Table(pc(mana=5), pc(mana=5), foe(dominance=20, mana=5)).begin()
    table.swing(MIO, 3)
    table.do("reroll", 0, "guard", [1, 2])
    table.do("cover", REN, 0, False, False, [3, 4])
    table.refused("P-Q13", "reroll", 0, "cast")
    table.do("reroll", 0, "guard", [5, 6])
    assert table[REN].mana == 3
    table = Table(pc(mana=5), pc(mana=5), foe(dominance=20, mana=5)).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, False, [3, 4])
    table.do("reroll", 0, "cast", [5, 6])
    assert table[SOLOIST].mana == 4


def test_a_reroll_has_to_be_paid():
    """P-6.2."""
    table = Table(pc(), foe()).begin()
    table.swing(1, -1)
    table.refused("P-6.2", "reroll", 0, "cast")
    assert legal_actions(table.battle)["reroll"].rule == "P-6.2"
    table.refused("P-10.1", "reroll", 0, "attack")
    table.refused(ANY, "reroll", 1, "cast", field="exchange")


def test_a_reroll_has_as_many_dice_as_the_check():
    """P-Q14, P-6.4."""
    table = Table(pc(mana=1, preparations=1), foe()).begin()
    table.do("attack", [1])
    table.do("roll", [0], [[0, [1, 2, 2]], [1, [3, 4]]])
    table.refused("P-3.1", "reroll", 0, "cast", [5, 6])
    table.do("reroll", 0, "cast", [5, 5, 4])
    assert "success degree 7" in said(table.do("accept"))[0]


def test_where_the_hit_is_certain_a_reroll_is_after_the_total():
    """P-6.3, P-17.17c, P-16.7: under Puncture or Cover a Lucky guard of 13 is worth less than a plain 15."""
    for covered in (False, True):
        table = Table(pc("" if covered else "Puncture", mana=5, preparations=2), pc(mana=5, preparations=1))
        table = Table(*table.battle.fighters, foe(dominance=20)).begin()
        table.do("attack", [MIO])
        if covered:
            table.do("roll", [], [[SOLOIST, [5, 6]], [MIO, [1, 2]]])
            table.do("cover", REN, 0, False, True, [6, 6, 1])
        else:
            table.do("roll", [MIO], [[SOLOIST, [5, 6]], [MIO, [6, 6, 1]]])
        table.do("reroll", 0, "guard", [5, 5, 5])
        assert "success degree −4" in said(table.do("accept"))[0]


def test_one_reroll_serves_all_targets_of_an_expanded_attack():
    """P-Q10: there is one cast check, so one reroll."""
    table = Table(pc(mana=3), foe(), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [1, 2]], [1, [2, 3]], [2, [3, 4]]])
    table.do("reroll", 1, "cast", [4, 5])
    table.refused("P-6.5", "reroll", 0, "cast")
    table.do("accept")
    assert [exchange.degree for exchange in table.battle.attack.exchanges] == [4, 2]


# --- assists ----------------------------------------------------------------------------------------------------------


def test_allies_assist_a_check_for_mana_or_an_emotion():
    """P-7.1 to P-7.6, P-Q5, P-Q6: each assist is one more roll; the best one counts."""
    table = Table(pc(), pc(mana=1), pc(emotions=(MIO,)), foe()).begin()
    table.do("attack", [3])
    table.do("roll", [], [[MIO, [1, 2]], [3, [3, 4]]])
    table.do("assist", REN, 0, "cast", False, [2, 3])
    table.do("assist", 2, 0, "cast", True, [4, 6])
    table.refused("P-7.4", "assist", REN, 0, "cast")
    assert (table[REN].mana, table[2].emotions) == (0, ())
    assert "success degree 3" in said(table.do("accept"))[0]


def test_the_guard_check_can_be_assisted_too():
    """P-Q6: an assist may keep the hit away."""
    table = Table(pc(), pc(mana=1), foe(dominance=20)).begin()
    table.swing(MIO, 2)
    table.do("assist", REN, 0, "guard", False, [5, 6])
    table.do("accept")
    assert table.active == MIO


def test_one_ally_assists_both_checks_of_different_people():
    """P-7.4: once for each check."""
    table = Table(pc("Delusion"), pc(), pc(mana=2), foe()).begin()
    table.swing(REN, 1)
    table.do("assist", 2, 0, "cast", False, [1, 2])
    table.do("assist", 2, 0, "guard", False, [1, 2])
    assert table[2].mana == 0


def test_who_cannot_assist():
    """P-7.1: oneself, an opponent, one who is out; P-7.2, P-7.3: nor without mana or an emotion towards that one."""
    table = Table(pc(mana=1), pc(emotions=(2,)), pc(down=True, mana=1), foe(mana=1)).begin()
    table.do("attack", [3])
    table.do("roll", [], [[0, [1, 2]], [3, [3, 4]]])
    for helper in (0, 2, 3):
        table.refused("P-7.1", "assist", helper, 0, "cast")
    table.refused("P-7.2", "assist", 1, 0, "cast")
    table.refused("P-7.2", "assist", 1, 0, "cast", True)
    assert legal_actions(table.battle)["assist"].rule == "P-7.2"


def test_an_emotion_is_spent_only_if_it_is_there():
    """P-7.3: mana does not stand in for an emotion that was named."""
    table = Table(pc(), pc(mana=5), foe()).begin()
    table.swing(SOLOIST, -1)
    table.refused("P-7.3", "assist", REN, 0, "cast", True)


def test_an_assist_uses_the_third_die_too():
    """P-Q14."""
    table = Table(pc(preparations=1), pc(mana=1), foe()).begin()
    table.do("attack", [SOLOIST])
    table.do("roll", [MIO], [[MIO, [1, 1, 2]], [SOLOIST, [3, 4]]])
    table.do("assist", REN, 0, "cast", False, [3, 3, 3])
    assert "success degree 2" in said(table.do("accept"))[0]


# --- Expand and Boost -------------------------------------------------------------------------------------------------


def test_expand_costs_one_mana_for_each_further_target():
    """P-10.3, P-15.8, P-15.10."""
    table = Table(pc(mana=2), foe(), foe(), foe(), foe()).begin()
    table.refused("P-15.10", "attack", [1, 2, 3, 4])
    table.do("attack", [4, 1, 2])
    assert table[0].mana == 0


def test_an_expanded_attack_has_one_cast_and_a_guard_of_each():
    """P-Q10, P-15.11: 11 against 5, 9 and 12; the same effect for both who were hit."""
    table = Table(pc(mana=2, recipe="Poison"), foe(mana=1), foe(), foe()).begin()
    table.do("attack", [1, 2, 3])
    table.do("roll", [], [[0, [5, 6]], [1, [2, 3]], [2, [4, 5]], [3, [6, 5]]])
    assert [exchange.cast for exchange in table.battle.attack.exchanges] == [table.battle.attack.exchanges[0].cast] * 3
    told = said(table.do("accept"))
    assert told[:3] == [
        "Mio hits Soloist: success degree 6.",
        "Mio hits Alto: success degree 2.",
        "Mio hits Tenor: success degree 0.",
    ]
    assert "P-Q10" in rules_of(table.do("effects", [["inflict_curse", "poison"]]))
    assert [curses(table[i]) for i in (1, 2, 3)] == [["poison"], [], []]


def test_the_best_degree_decides_what_an_expanded_attack_may_choose():
    """P-Q10: out of reach against everybody is refused."""
    table = Table(pc(mana=1, recipe="Poison, Freeze"), foe(), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [4, 5]], [1, [4, 4]], [2, [2, 3]]])
    table.do("accept")
    table.refused("P-11.4", "effects", [["inflict_curse", "freeze"]])
    table.do("effects", [["inflict_curse", "poison"]])
    assert [curses(table[i]) for i in (1, 2)] == [[], ["poison"]]


def test_refresh_and_self_bless_of_an_expanded_attack_come_once_for_each_hit():
    """P-Q11: gated by each target's degree; a missed target counts for nothing."""
    table = Table(pc("Thorns 3", mana=3, recipe="Cast Up"), foe(), foe(), foe(), foe()).begin()
    table.do("attack", [1, 2, 3, 4])
    table.do("roll", [], [[0, [4, 5]], [1, [2, 3]], [2, [1, 2]], [3, [4, 4]], [4, [5, 6]]])
    table.do("accept")
    table.do("effects", [["self_bless", "cast_up"]])
    assert table[0].blesses == ("cast_up",) * 2
    table.rest()
    table.state = replace(table.battle, fighters=(replace(table[0], mana=3), *table.battle.fighters[1:]))
    table.do("attack", [1, 2, 3, 4])
    table.do("roll", [], [[0, [3, 4]], [1, [2, 3]], [2, [1, 2]], [3, [4, 4]], [4, [5, 6]]])
    table.do("accept")
    table.do("effects", [["refresh", "thorns"]])
    assert curses(table[0]) == ["thorns"]


def test_boost_adds_one_effect_for_one_mana():
    """P-10.15, P-15.3 to P-15.6, P-Q17: also the same effect again, each against the full degree."""
    table = Table(pc(mana=1, recipe="Poison, Trap"), foe()).begin()
    table.hit(1, ["inflict_curse", "trap"], ["inflict_curse", "trap"], degree=4)
    assert (table[0].mana, curses(table[1])) == (0, ["trap", "trap"])
    table.rest()
    table.hit(1)
    assert table.damage() == [0, 3]


def test_boost_has_to_be_paid():
    """P-15.4."""
    table = Table(pc(), foe()).begin()
    table.swing(1, 8)
    table.do("accept")
    table.refused("P-15.4", "effects", [["deal_damage"], ["deal_damage"]])


def test_boost_and_expand_exclude_each_other():
    """P-10.16, P-12.8, P-15.12: in Attack, even if only one target was hit, and in Support."""
    table = Table(pc(mana=9), pc(), foe(), foe()).begin()
    table.refused("P-15.12", "support", [0, 1], [["heal_damage"], ["heal_damage"]])
    table.do("attack", [2, 3])
    table.do("roll", [], [[0, [3, 4]], [2, [3, 4]], [3, [4, 5]]])
    table.do("accept")
    table.refused("P-15.12", "effects", [["deal_damage"], ["deal_damage"]])


# --- Support ----------------------------------------------------------------------------------------------------------


def test_support_always_succeeds_and_costs_one_mana():
    """P-12.1, P-12.2, P-12.4, P-13.1: for oneself or an ally; no dice."""
    for target in (MIO, REN):
        table = Table(pc(mana=1, damage=2), pc(damage=2), foe()).begin()
        assert "P-12.4" in rules_of(table.do("support", [target], [["heal_damage"]]))
        assert table[MIO].mana == 0
        assert table[target].damage == 1
        assert table.battle.dice == 0


def test_support_may_be_paid_with_an_emotion_toward_the_target():
    """P-12.5: not with one towards somebody else; Boost and Expand are mana all the same."""
    table = Table(pc(emotions=(REN,), mana=1), pc(damage=3), pc(), foe()).begin()
    table.refused("P-12.5", "support", [2], [["heal_damage"]], True)
    table.do("support", [REN], [["heal_damage"], ["heal_damage"]], True)
    assert (table[MIO].mana, table[MIO].emotions, table[REN].damage) == (0, (), 1)
    table = Table(pc(emotions=(2,), mana=1), pc(damage=3), pc(damage=1), foe()).begin()
    table.do("support", [REN, 2], [["heal_damage"]], True)
    assert (table[MIO].mana, table[MIO].emotions, table.damage(1, 2)) == (0, (), [2, 0])


def test_support_expanded_gives_the_same_to_all():
    """P-12.3, P-15.10, P-15.11: 1 mana and one for each further target."""
    table = Table(pc("Poison", mana=3, recipe="Guard Up"), pc(), pc(), foe()).begin()
    table.do("support", [0, 1, 2], [["give_bless", "guard_up"]])
    assert table[0].mana == 0
    table.refused("P-12.4", "support", [0, 1], [["give_bless", "guard_up"]])
    assert [table[i].blesses for i in range(3)] == [("guard_up",)] * 3


def test_support_boosted_has_two_effects():
    """P-12.7: 2 mana."""
    table = Table(pc(mana=2), pc("Petrify 3", damage=2), foe()).begin()
    table.do("support", [REN], [["lift_curse", "petrify"], ["heal_damage"]])
    assert (table[MIO].mana, table[REN].damage, curses(table[REN])) == (0, 1, [])


def test_whom_and_how_one_cannot_support():
    """P-12.2: enemies; P-13.4: a bless that is not one's own; P-12.6: what is no support effect; P-12.4: unpaid."""
    table = Table(pc(mana=1, recipe="Armour"), pc(mana=1), foe()).begin()
    table.refused("P-12.2", "support", [SOLOIST], [["heal_damage"]])
    table.refused("P-13.4", "support", [REN], [["give_bless", "charge"]])
    table.refused("P-12.6", "support", [REN], [["deal_damage"]])
    table.refused("P-15.6", "support", [REN], [])
    table.refused("P-12.4", "support", [REN], [["heal_damage"], ["heal_damage"]])
    table.refused("P-10.2", "support", [], [["heal_damage"]])
    table = Table(pc(), pc(), foe()).begin()
    table.refused("P-12.4", "support", [MIO], [["heal_damage"]])


def test_support_without_anything_to_do_is_paid_for_nothing():
    """P-13.1, P-13.2."""
    table = Table(pc(mana=9), pc(), foe()).begin()
    table.do("support", [REN], [["heal_damage"], ["lift_curse", "poison"]])
    assert table[MIO].mana == 7


def test_a_bless_given_to_a_full_track_overwrites_what_the_recipient_names():
    """P-14.8, P-Q22."""
    table = Table(pc(mana=2, recipe="Reflection"), pc("Charge 6"), foe()).begin()
    before = table.battle
    table.do("support", [REN], [["give_bless", "reflection"]])
    assert table[REN].blesses == ("charge",) * 6
    table.state = before
    table.do("support", [REN], [["give_bless", "reflection", "", "charge"]])
    assert table[REN].blesses == ("charge",) * 5 + ("reflection",)


def test_who_lacks_what_shall_give_way_loses_the_bless_alone():
    """P-14.8, P-Q22: under Expand, and with the second effect of Boost."""
    table = Table(pc("Guard Up 6", mana=9, recipe="Armour, Reflection"), pc("Pierce 6"), foe()).begin()
    before = table.battle
    table.do("support", [MIO, REN], [["give_bless", "armour", "", "guard_up"]])
    assert (table[MIO].blesses, table[REN].blesses) == (("guard_up",) * 5 + ("armour",), ("pierce",) * 6)
    table.state = before
    table.refused("P-14.8", "support", [MIO, REN], [["give_bless", "armour", "", "charge"]])
    one = [["give_bless", "armour", "", "guard_up"], ["give_bless", "reflection", "", "armour"]]
    table.do("support", [MIO], one)
    assert table[MIO].blesses == ("guard_up",) * 5 + ("reflection",)


def test_of_several_only_who_carries_it_has_it_amplified():
    """P-15.11, P-17.11a, P-17.11b, P-Q10."""
    table = Table(pc(mana=1, cast=9, recipe="Amplify Curse"), foe("Poison"), foe("Burning"), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[MIO, [6, 5]], [1, [1, 2]], [2, [1, 2]]])
    table.do("accept")
    told = said(table.do("effects", [["inflict_curse", "amplify_curse", "poison"]]))
    assert told[:2] == ["Soloist suffers Poison once more (Amplify Curse).", "Alto does not carry Poison."]


@every("conditions", ["", "Curse Guard"])
def test_amplify_curse_needs_a_curse_whatever_guards_against_it(conditions):
    """P-17.11a: Curse Guard is not spent on what could not be inflicted."""
    table = Table(pc(cast=9, recipe="Amplify Curse"), foe(conditions)).begin()
    table.swing(1, 12)
    table.do("accept")
    table.refused("P-17.11a", "effects", [["inflict_curse", "amplify_curse", "poison"]])


def test_an_attacker_whom_reflection_fells_applies_no_effect():
    """P-14.5, P-18.10a."""
    table = Table(pc(mana=1, damage=6), foe("Reflection"), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[MIO, [1, 2]], [1, [6, 5]], [2, [1, 1]]])
    table.do("accept")
    told = said(table.do("fall", MIO))
    assert told[:2] == ["Mio can fight no more.", "Mio no longer fights and applies no effect to those who were hit."]
    assert table[2].damage == 0


# --- Cover ------------------------------------------------------------------------------------------------------------


def test_cover_takes_the_hit_with_a_guard_of_its_own():
    """P-16.1, P-16.2, P-16.4 to P-16.7: 15 against 16 is a degree of −1, and a hit."""
    table = Table(pc(), pc(mana=1, guard=6), foe(dominance=20, cast=6, recipe="Hobble")).begin()
    table.do("attack", [MIO])
    table.do("roll", [], [[SOLOIST, [4, 5]], [MIO, [1, 2]]])
    assert {"P-16.2", "P-16.5", "P-16.6"} <= rules_of(table.do("cover", REN, 0, False, False, [4, 6]))
    assert said(table.do("accept"))[0] == "Soloist hits Ren: success degree −1."
    table.refused("P-11.4", "effects", [["inflict_curse", "hobble"]])
    table.do("effects", [["deal_damage"]])
    assert (table.damage(), table[REN].mana, table[REN].acted) == ([0, 1, 0], 0, False)


def test_a_lucky_coverer_is_hit_all_the_same():
    """P-16.7."""
    table = Table(pc(), pc(mana=1), foe(dominance=20)).begin()
    table.swing(MIO, 0)
    table.do("cover", REN, 0, False, False, SIX_SIX)
    table.do("accept")
    assert table.stage is Stage.EFFECTS


def test_cover_may_be_paid_with_an_emotion_toward_the_ally():
    """P-16.3, P-Q19; a preparation effect gives the third die (P-10.9)."""
    table = Table(pc(), pc(emotions=(MIO,), preparations=1), foe(dominance=20)).begin()
    table.swing(MIO, 5)
    assert "P-16.3" in rules_of(table.do("cover", REN, 0, True, True, [2, 3, 4]))
    assert (table[REN].emotions, table[REN].preparations) == ((), 0)
    assert table.battle.attack.exchanges[0].guard.dice == 3


def test_the_coverers_guard_is_a_check_of_its_own():
    """P-7.4, P-6.5: whoever has assisted the ally may assist the coverer, and there is a reroll again."""
    table = Table(pc(mana=1), pc(mana=2), pc(mana=2), foe(dominance=20)).begin()
    table.swing(MIO, 6)
    table.do("assist", 2, 0, "guard", False, [1, 2])
    table.do("reroll", 0, "guard", [1, 2])
    table.do("cover", REN, 0, False, False, [1, 2])
    table.do("assist", 2, 0, "guard", False, [2, 2])
    table.refused("P-7.4", "assist", 2, 0, "guard")
    table.do("reroll", 0, "guard", [3, 2])
    assert table.battle.attack.exchanges[0].guard.roll.total == 5
    assert [table[i].mana for i in range(3)] == [0, 0, 0]


def test_when_cover_is_not_possible():
    """P-16.1: a miss, oneself, an opponent, one who is out; P-16.2: unpaid; P-Q36: covered already."""
    table = Table(pc(mana=9), pc(mana=9), pc(emotions=(1,)), pc(mana=9, down=True), foe(dominance=20, mana=9), foe())
    table.begin()
    table.swing(MIO, -1)
    table.refused("P-16.1", "cover", REN, 0)
    table.do("reroll", 0, "cast", [5, 6])
    for who in (0, 3, 4, 5):
        table.refused("P-16.1", "cover", who, 0)
    table.refused("P-16.2", "cover", 2, 0)
    table.refused("P-16.2", "cover", 2, 0, True)
    table.do("cover", REN, 0)
    table.refused("P-Q36", "cover", REN, 0)
    table.refused("P-Q36", "cover", 2, 0)
    assert legal_actions(table.battle)["cover"].rule == "P-Q36"


def test_each_hit_of_an_expanded_attack_is_covered_by_itself():
    """P-Q36: a co-target may cover."""
    table = Table(pc(), pc(mana=1), pc(mana=1), foe(dominance=20, mana=9)).begin()
    table.do("attack", [0, 1])
    table.do("roll", [], [[3, [5, 6]], [0, [1, 2]], [1, [2, 3]]])
    table.do("cover", 1, 0, False, False, [3, 4])
    table.do("cover", 2, 1, False, False, [3, 4])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [0, 1, 1, 0]


def test_enemies_cover_too():
    """P-16.1: the rules are the same for both sides."""
    table = Table(pc(), foe(), foe(mana=1)).begin()
    table.swing(1, 3)
    table.do("cover", 2, 0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [0, 0, 1]


# --- Last Stand -------------------------------------------------------------------------------------------------------


def test_last_stand_cancels_the_knockdown_once_a_round():
    """P-16.8 to P-16.12, P-Q20: the slots stay full; in the next round it is possible again."""
    table = Table(pc(mana=3, damage=6), foe(dominance=20), foe(dominance=19)).begin()
    table.hit(0)
    assert table[0].down
    table.do("last_stand", 0)
    table.done()
    assert (table[0].down, table[0].damage, table[0].mana) == (False, 6, 2)
    table.hit(0)
    table.refused("P-16.12", "last_stand", 0)
    assert legal_actions(table.battle)["last_stand"].rule == "P-16.12"
    table = Table(pc(mana=3, damage=6), foe(dominance=20)).begin()
    for left in (2, 1):
        table.hit(0)
        table.do("last_stand", 0)
        assert table[0].mana == left
        table.done()
        table.skip()
        table.order()


def test_last_stand_needs_a_knockdown_and_mana():
    """P-16.8, P-16.9: an emotion will not do."""
    table = Table(pc(damage=6, emotions=(1,)), pc(mana=9), foe(dominance=20)).begin()
    table.refused("P-16.8", "last_stand", MIO)
    table.hit(MIO)
    table.refused("P-16.8", "last_stand", REN)
    table.refused("P-16.9", "last_stand", MIO)
    table.refused("P-14.5", "fall", REN)


def test_nothing_else_happens_until_that_is_decided():
    """P-16.8."""
    table = Table(pc(mana=9, damage=6), pc(mana=9), foe(dominance=20)).begin()
    table.hit(MIO)
    for action in (["counter", MIO], ["done"], ["pass"], ["end"], ["attack", [2]]):
        table.refused("P-16.8", *action)


def test_one_last_stand_cancels_one_event_however_many_points():
    """P-Q20: a Boosted blow and a Trap on a full track."""
    table = Table(pc("Trap 2", mana=1, damage=6), foe(dominance=20, mana=1)).begin()
    table.hit(0, ["deal_damage"], ["deal_damage"])
    assert table.battle.fallen == (0,)
    table.do("last_stand", 0)
    assert (table[0].down, table[0].damage) == (False, 6)


def test_a_seventh_curse_is_stood_up_against_like_a_seventh_point():
    """P-14.7, P-16.8."""
    table = Table(pc("Hobble 6", mana=1), foe(dominance=20, recipe="Rage")).begin()
    table.hit(0, ["inflict_curse", "rage"])
    table.do("last_stand", 0)
    assert (table[0].down, curses(table[0])) == (False, ["hobble"] * 6)


def test_knocked_down_means_out():
    """P-14.5: no Counter, no Cover, no assist, no target; not even if it stands up in the same attack later."""
    table = Table(pc(damage=6, mana=9), pc(mana=1), foe(dominance=20), foe(dominance=19)).begin()
    table.hit(MIO)
    table.do("fall", MIO)
    table.refused("P-14.5", "attack", [MIO])
    table.swing(REN, 2)
    table.refused("P-16.1", "cover", MIO, 0)
    table.refused("P-7.1", "assist", MIO, 0, "guard")
    table.refused("P-16.8", "last_stand", MIO)


# --- Counter ----------------------------------------------------------------------------------------------------------


def test_counter_strikes_back_at_once_with_plus_one():
    """P-16.13 to P-16.18, P-16.27: 7 + 3 + 1 against 7 + 2, and one has acted; after the effects (P-Q34)."""
    table = Table(pc(cast=3, mana=1), foe(dominance=20, guard=2, cast=1)).begin()
    table.hit(0, degree=1)
    assert table[0].damage == 1
    assert {"P-16.14", "P-16.16", "P-16.18"} <= rules_of(table.do("counter", 0))
    assert (table[0].mana, table[0].acted, table.stage) == (0, True, Stage.DICE)
    table.do("roll", [], [[0, [3, 4]], [1, [3, 4]]])
    assert said(table.do("accept"))[0] == "Mio hits Soloist: success degree 2."
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [1, 1]
    assert (table.battle.round, table.stage) == (2, Stage.INITIATIVE)


def test_when_counter_is_not_possible():
    """P-16.13: not hit; P-16.14: unpaid; P-16.26: acted already; P-14.5: knocked down."""
    table = Table(pc(mana=9), pc(mana=9), pc(), foe(mana=9)).begin()
    table.hit(3)
    table.refused("P-16.13", "counter", 0)
    table.refused("P-16.13", "counter", 1)
    table.do("counter", 3)
    table.roll(0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.stage is Stage.AFTER, "Ren may still follow Mio's attack; Mio cannot answer, it is her own activation"
    table.refused("P-16.13", "counter", 0)
    table.done()
    table.skip()
    table.skip()
    assert table.battle.round == 2
    table = Table(pc(), pc(mana=1), foe(dominance=20), pc(mana=1)).begin()
    table.hit(MIO)
    assert table.active == MIO, "no mana, no Counter"


def test_counter_is_over_once_one_has_acted():
    """P-16.26."""
    table = Table(pc(mana=9), pc(mana=9), foe(mana=9)).begin()
    table.skip()
    table.skip()
    table.hit(MIO)
    assert (table.battle.round, table.stage) == (2, Stage.INITIATIVE), "both had acted; nobody could answer"


def test_the_ally_whose_hit_was_covered_may_counter_and_the_coverer_may_not():
    """P-16.13, P-Q36: it is the ally's guard check that failed."""
    table = Table(pc(mana=9), pc(mana=9), foe(dominance=20)).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [0, 1, 0]
    table.refused("P-16.13", "counter", REN)
    table.do("counter", MIO)


def test_a_counter_can_be_covered_countered_boosted_and_followed():
    """P-Q34, P-Q35: it is an attack like any other."""
    table = Table(pc(mana=9), pc(mana=9, emotions=(MIO,)), foe(dominance=20, mana=9), foe(mana=9)).begin()
    table.hit(MIO)
    table.do("counter", MIO)
    table.swing_on(3)
    table.do("cover", 3, 0, False, False, [1, 2])
    table.do("accept")
    table.do("effects", [["deal_damage"], ["deal_damage"]])
    assert table.damage() == [1, 0, 0, 2]
    table.refused("P-16.26", "counter", SOLOIST)
    table.do("chain", REN, SOLOIST, True)
    table.swing_on(0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [1, 0, 1, 2]
    table.done()
    assert table.active == 3
    assert [f.acted for f in table.battle.fighters] == [True, True, True, False]


def test_everybody_hit_by_an_expanded_attack_may_counter():
    """P-16.13: one after the other, each once."""
    table = Table(pc(mana=1), pc(mana=1), foe(dominance=20, mana=1)).begin()
    table.do("attack", [0, 1])
    table.do("roll", [], [[2, [5, 6]], [0, [1, 2]], [1, [1, 2]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    for who in (1, 0):
        table.do("counter", who)
        table.roll(0)
        table.do("accept")
        table.do("effects", [["deal_damage"]])
        if who:
            table.do("done")  # Mio might follow this one with a Chain Combo, but waits
    assert table.damage() == [1, 1, 2]
    assert table.battle.round == 2


def test_a_counter_may_be_expanded_with_its_attacker_among_the_targets():
    """P-Q35, P-15.10."""
    table = Table(pc(mana=2), foe(dominance=20), foe(), pc()).begin()
    table.hit(0)
    table.refused("P-10.2", "counter", 0, [1])
    table.refused("P-10.2", "counter", 0, [3])
    assert {"P-Q35", "P-15.10"} <= rules_of(table.do("counter", 0, [2]))
    assert [exchange.target for exchange in table.battle.attack.exchanges] == [1, 2]
    assert table[0].mana == 0


# --- Chain Combo ------------------------------------------------------------------------------------------------------


def test_chain_combo_follows_an_allys_hit_with_plus_one():
    """P-16.19 to P-16.25, P-16.27: on the same target, before one's place in the order."""
    table = Table(pc(), pc(cast=2, mana=1), foe(guard=1)).begin()
    table.hit(SOLOIST, degree=3)
    assert {"P-16.20", "P-16.23", "P-16.25"} <= rules_of(table.do("chain", REN, SOLOIST))
    table.do("roll", [], [[REN, [3, 4]], [SOLOIST, [3, 4]]])
    assert said(table.do("accept"))[0] == "Ren hits Soloist: success degree 2."
    table.do("effects", [["deal_damage"]])
    assert (table.damage(), table[REN].mana, table[REN].acted) == ([0, 0, 2], 0, True)
    assert table.active == SOLOIST, "Ren's place in the order has passed"


def test_chain_combo_may_be_paid_with_an_emotion_toward_the_ally():
    """P-16.21, P-Q19."""
    table = Table(pc(), pc(emotions=(MIO,)), pc(emotions=(3,)), foe()).begin()
    table.hit(3)
    table.refused("P-16.20", "chain", 2, 3, True)
    assert "P-16.21" in rules_of(table.do("chain", REN, 3, True))
    assert table[REN].emotions == ()


def test_when_chain_combo_is_not_possible():
    """P-16.19: after a miss, on another target, on one who was missed, by the attacker, by the other side."""
    table = Table(pc(mana=9), pc(mana=9), foe(mana=9), foe(mana=9)).begin()
    table.do("attack", [2, 3])
    table.do("roll", [], [[0, [3, 4]], [2, [1, 2]], [3, [4, 5]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    for who, target in ((1, 3), (1, 0), (0, 2), (3, 2), (2, 2)):
        table.refused("P-16.19", "chain", who, target)
    table.do("chain", 1, 2)
    table = Table(pc(mana=9), pc(mana=9), foe()).begin()
    table.miss(2)
    assert table.active == 1, "nothing to follow after a miss"


def test_chain_combo_is_over_once_one_has_acted():
    """P-16.26."""
    table = Table(pc(mana=9), pc(mana=9), pc(mana=9), foe()).begin()
    table.skip()
    table.hit(3)
    table.refused("P-16.26", "chain", 0, 3)
    table.do("chain", 2, 3)


def test_nobody_follows_an_ally_onto_oneself():
    """P-16.19: struck by a deluded ally, one Counters; the others may follow."""
    table = Table(pc("Delusion"), pc(mana=9), pc(mana=9), foe()).begin()
    table.hit(REN)
    table.refused("P-16.19", "chain", REN, REN)
    table.do("chain", 2, REN)


def test_several_allies_follow_and_each_only_once():
    """P-Q35: also one after the other's Chain Combo."""
    table = Table(pc(), pc(mana=9), pc(mana=9), foe()).begin()
    table.hit(3)
    table.do("chain", 1, 3)
    table.swing_on(1)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.refused("P-16.26", "chain", 0, 3)
    table.do("chain", 2, 3)
    table.swing_on(1)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert (table[3].damage, table.active) == (3, 3)


def test_a_chain_combo_may_be_expanded_with_its_target_among_the_targets():
    """P-Q35: the emotion pays the Chain Combo, the mana the Expand; no Boost then (P-15.12)."""
    table = Table(pc(), pc(mana=1, emotions=(MIO,)), foe(), foe()).begin()
    table.hit(2)
    table.refused("P-15.10", "chain", REN, 2, False, [3])
    table.do("chain", REN, 2, True, [3])
    table.do("roll", [], [[REN, [5, 6]], [2, [1, 2]], [3, [2, 3]]])
    table.do("accept")
    table.refused("P-15.12", "effects", [["deal_damage"], ["deal_damage"]])
    table.do("effects", [["deal_damage"]])
    assert table.damage() == [0, 0, 2, 1]


def test_a_target_that_is_knocked_down_is_not_followed():
    """P-14.5; one that stands up again is."""
    for answer in ("fall", "last_stand"):
        table = Table(pc(), pc(mana=9), foe(damage=6, mana=1), foe()).begin()
        table.hit(2)
        table.do(answer, 2)
        if answer == "fall":
            assert table.active == REN
        else:
            table.do("chain", REN, 2)


# --- what is offered --------------------------------------------------------------------------------------------------


def test_a_moment_that_nobody_can_use_passes_by_itself():
    """P-10.11: after an attack that nobody can answer, the next activation comes at once."""
    table = Table(pc(), pc(), foe()).begin()
    table.hit(SOLOIST)
    assert (table.stage, table.active) == (Stage.ACTION, REN)


def test_every_stage_says_what_is_open():
    """P-M14: by name, with the rule of what is not."""
    table = Table(pc(mana=1), pc(mana=1), foe())

    def open_now():
        return {name: problem and problem.rule for name, problem in legal_actions(table.battle).items()}

    assert open_now() == {"add": None, "emotion": None, "remove": None, "begin": None}
    table.do("begin")
    assert open_now() == {"initiative": None, "end": None}
    table.order()
    assert open_now() == {"attack": None, "support": None, "retreat": None, "pass": None}
    table.do("attack", [SOLOIST])
    assert open_now() == {"cast": None, "roll": None}
    table.roll(3)
    assert open_now() == {"reroll": None, "assist": None, "cover": "P-16.1", "accept": None}
    table.do("assist", REN, 0, "cast", False, [1, 2])
    table.do("reroll", 0, "cast", [1, 2])
    assert open_now() == {"reroll": "P-6.5", "assist": "P-7.4", "cover": "P-16.1", "accept": None}
    table.do("accept")
    assert open_now() == {"effects": None, "counter": "P-Q34"}
    table = Table(pc(), pc(mana=1), foe(damage=6)).begin()
    table.hit(SOLOIST)
    assert open_now() == {"last_stand": "P-16.9", "fall": None}
    table = Table(pc(), pc(mana=1), foe()).begin()
    table.hit(SOLOIST)
    assert open_now() == {"counter": "P-16.14", "chain": None, "done": None}


def test_before_anybody_fights_nothing_of_a_fight_is_open():
    """P-1.14."""
    assert legal_actions(Battle())["begin"].rule == "P-1.14"


def test_everything_has_its_moment():
    """Out of its stage every action is refused; the message names the rule and when it belongs."""
    walk = [["begin"], ["initiative", []], ["attack", [2]], ["roll"], ["accept"], ["effects", [["deal_damage"]]]]
    moments = {
        "add": (["add", "X", False, [1, 1, 1, 1, 1]], "P-8.1", {0}),
        "emotion": (["emotion", 0, 1], "P-8.1", {0}),
        "remove": (["remove", 3], "P-8.1", {0}),
        "begin": (["begin"], "P-8.1", {0}),
        "initiative": (["initiative", []], "P-8.2", {1}),
        "attack": (["attack", [2]], "P-9.1", {2}),
        "support": (["support", [0], [["heal_damage"]]], "P-9.1", {2}),
        "retreat": (["retreat"], "P-9.1", {2}),
        "pass": (["pass"], "P-9.1", {2}),
        "cast": (["cast"], "P-10.1", {3}),
        "roll": (["roll"], "P-10.1", {3}),
        "reroll": (["reroll", 0, "guard"], "P-10.13", {4}),
        "assist": (["assist", 1, 0, "cast"], "P-7.1", {4}),
        "cover": (["cover", 3, 0], "P-16.1", {4}),
        "accept": (["accept"], "P-10.1", {4}),
        "effects": (["effects", [["deal_damage"]]], "P-10.14", {5}),
        "counter": (["counter", 2], "P-16.13", {5, 6}),
        "chain": (["chain", 1, 2], "P-16.19", {6}),
        "done": (["done"], "P-8.1", {6}),
        "end": (["end"], "P-Q40", {1, 2}),
        "last_stand": (["last_stand", 0], "P-16.8", set()),
        "fall": (["fall", 0], "P-14.5", set()),
        "charge": (["charge", 0], "P-18.5a", set()),
    }
    for name, (action, rule, stages) in moments.items():
        table = Table(pc(mana=9), pc(mana=9), foe(mana=9), foe(mana=9))
        for number, step in enumerate([*walk, None]):
            if number not in stages:
                table.refused(rule, *action)
            if step == ["initiative", []]:
                table.order()
            elif step == ["roll"]:
                table.roll(8)
            elif step:
                table.do(*step)
        assert table.stage is Stage.AFTER, name


# --- whole fights -----------------------------------------------------------------------------------------------------


def test_a_duel_told_die_by_die():
    """Three rounds with Boost, Counter, Poison, Burning, Lift Curse and a Fumble."""
    table = Table(
        pc(cast=5, guard=3, mana=3, recipe="Poison, Guard Down"),
        foe(cast=4, guard=3, mana=1, dominance=7, recipe="Burning"),
    )
    table.do("begin")
    table.order({0: 9})
    # 4 + 4 + 5 = 13 against 2 + 3 + 3 = 8: a degree of 5, Boosted
    table.do("attack", [1])
    table.do("roll", [], [[0, [4, 4]], [1, [2, 3]]])
    table.do("accept")
    table.do("effects", [["inflict_curse", "poison"], ["inflict_curse", "guard_down"]])
    # the Soloist's last mana: 5 + 3 + 4 + 1 = 13 against 3 + 4 + 3 = 10, too little for Burning
    table.do("counter", 1)
    table.do("roll", [], [[1, [5, 3]], [0, [3, 4]]])
    table.do("accept")
    table.refused("P-11.4", "effects", [["inflict_curse", "burning"]])
    table.do("effects", [["deal_damage"]])
    # its place in the order: only the Poison
    assert (table.battle.round, table.damage()) == (2, [1, 1])
    table.order({0: 5})
    assert (table.active, table.damage()) == (1, [1, 2])
    # 6 + 5 + 4 = 15 against 1 + 2 + 3 = 6
    table.do("attack", [0])
    table.do("roll", [], [[1, [6, 5]], [0, [1, 2]]])
    table.do("accept")
    table.do("effects", [["inflict_curse", "burning"]])
    # Mio answers: 3 + 3 + 5 + 1 = 12 against 3 + 4 + 3 − 1 = 9
    table.do("counter", 0)
    table.do("roll", [], [[0, [3, 3]], [1, [3, 4]]])
    assert said(table.do("accept"))[0] == "Mio hits Soloist: success degree 3."
    table.do("effects", [["deal_damage"]])
    # her place in the order: the Burning grows
    assert (table.battle.round, table.damage(), curses(table[0])) == (3, [1, 3], ["burning"] * 2)
    table.order({0: 8})
    assert curses(table[0]) == ["burning"] * 3
    table.do("support", [0], [["lift_curse", "burning"]])
    # the Soloist's Poison, then a Fumble
    table.do("attack", [0])
    table.do("roll", [], [[1, ONE_ONE], [0, [1, 2]]])
    table.do("accept")
    assert table.battle.round == 4
    table.do("end")
    mio, soloist = table.battle.fighters
    assert (mio.damage, mio.mana, mio.conditions) == (1, 0, ())
    assert (soloist.damage, soloist.mana, soloist.conditions) == (4, 0, ("poison", "guard_down"))


def test_a_fight_of_two_against_two_told_die_by_die():
    """Expand, Cover, Counter, Chain Combo, two Luckies, Boost, Last Stand, a knockdown, Retreat."""
    table = Table(
        pc(cast=4, guard=4, mana=2),
        pc(cast=3, guard=5, mana=1, emotions=(0,)),
        foe(cast=6, guard=3, mana=3, dominance=12),
        foe(cast=2, guard=2, mana=1, dominance=1, damage=6),
    )
    table.do("begin")
    table.order({0: 10, 1: 9})
    # 3 + 5 + 6 = 14 against 2 + 3 + 4 = 9, and against 5 + 6 + 5 = 16
    table.do("attack", [0, 1])
    table.do("roll", [], [[2, [3, 5]], [0, [2, 3]], [1, [5, 6]]])
    # Ren steps in for Mio: 4 + 4 + 5 = 13
    table.do("cover", 1, 0, True, False, [4, 4])
    assert said(table.do("accept"))[:2] == ["Soloist hits Ren: success degree 1.", "Soloist misses Ren."]
    table.do("effects", [["deal_damage"]])
    # Mio, whose guard had failed, strikes back: 4 + 4 + 4 + 1 = 13 against 3 + 3 + 3 = 9
    table.do("counter", 0)
    table.do("roll", [], [[0, [4, 4]], [2, [3, 3]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    # and Ren follows: 5 + 4 + 3 + 1 = 13 against 2 + 4 + 3 = 9
    table.do("chain", 1, 2)
    table.do("roll", [], [[1, [5, 4]], [2, [2, 4]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    # the Alto might follow the Soloist with a Chain Combo on Mio, but waits
    table.do("done")
    assert table.active == 3, "both PCs have acted"
    table.do("attack", [0])
    table.do("roll", [], [[3, [2, 3]], [0, [3, 3]]])
    table.do("accept")
    assert (table.battle.round, table.damage()) == (2, [0, 1, 2, 6])
    table.order({0: 11, 1: 10})
    # two Luckies cancel: 18 against 16 (P-Q12)
    table.do("attack", [0])
    table.do("roll", [], [[2, SIX_SIX], [0, SIX_SIX]])
    assert said(table.do("accept"))[0] == "Soloist hits Mio: success degree 2."
    table.do("effects", [["deal_damage"], ["deal_damage"]])
    table.do("done")
    # 3 + 4 + 4 = 11 against 3 + 3 + 2 = 8 knocks the Alto down, which stands up once
    table.do("attack", [3])
    table.do("roll", [], [[0, [3, 4]], [3, [3, 3]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.do("last_stand", 3)
    # 4 + 4 + 3 = 11 against a Fumble
    table.do("attack", [3])
    table.do("roll", [], [[1, [4, 4]], [3, ONE_ONE]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.refused("P-16.12", "last_stand", 3)
    table.do("fall", 3)
    table.order({0: 3, 1: 2})
    assert [who for who, _ in table.battle.order] == [2, 0, 1]
    table.do("retreat")
    table.do("end")
    assert table.damage() == [2, 1, 2, 6]
    assert [f.mana for f in table.battle.fighters] == [1, 0, 1, 0]
    assert [(f.down, f.gone) for f in table.battle.fighters] == [(False, False)] * 2 + [(False, True), (True, False)]


def test_the_same_actions_and_seed_give_the_same_battle():
    """Nothing but the list of actions, the rulings and the seed decides."""
    results = []
    for seed in ("lantern", "lantern", "shadow"):
        battle = Battle((Fighter(Text("Mio", "ミオ"), mana=3), Fighter(Text("Choir", "聖歌隊"), enemy=True)))
        log = []
        for action in (["begin"], ["initiative", []]):
            battle, events = apply(battle, action, seed=seed)
            log += events
        for _ in range(6):
            for action in (["attack", [1 - battle.active]], ["roll"], ["accept"]):
                battle, events = apply(battle, action, seed=seed)
                log += events
            if battle.stage is Stage.EFFECTS:
                battle, events = apply(battle, ["effects", [["deal_damage"]]], seed=seed)
                log += events
            while battle.stage in (Stage.AFTER, Stage.INITIATIVE):
                battle, events = apply(battle, ["done" if battle.stage is Stage.AFTER else "initiative"], seed=seed)
                log += events
        results.append((battle, log))
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_the_log_names_a_rule_for_everything_and_speaks_both_languages():
    """Every event of a fight."""
    table = Table(pc("Poison, Thorns", mana=9, recipe="Trap, Armour"), pc(mana=9), foe(mana=9, dominance=3)).begin()
    table.hit(SOLOIST, ["inflict_curse", "trap"], ["self_bless", "armour"])
    table.done()
    table.hit(SOLOIST)
    table.done()
    table.skip()
    for event in table.log:
        assert event.rules
        assert event.text.en
        assert any("\u3040" <= letter <= "\u9fff" for letter in event.text.ja), event.text.ja
    rounds = [number for number, event in enumerate(table.log) if event.heading]
    assert len(rounds) == 2
    assert all(a < b for a, b in pairwise(rounds))
