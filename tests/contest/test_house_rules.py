"""Every open question with a switch: the same story told under each answer (C-Q3 to C-Q34)."""

from rules_py.contest.model import Phase
from tests.play import rules_of
from tests.stories import ToldUnderEachAnswer

from .table import A, B, C, D, Table


def hero_points(**house):
    """Who rolls a failure spends a hero point, if that is possible."""
    table = Table("Sword 12", "Axe 12", **house).begin()
    table.roll((15, 15))
    if not table.rulings.hero_points:
        table.refused("C-Q3", "hero", 0, "a")
    else:
        assert rules_of(table.do("hero", 0, "a")) == {"C-4.4", "C-Q3"}
    table.do("resolve")
    return table.position()


def heavy_wound_square(**house):
    """The piece reaches the third square."""
    return Table("Sword 12", "Axe 12", **house).begin().push(3).wounded


def dying_square(**house):
    """Three and three squares."""
    table = Table("Sword 12", "Axe 12", **house).begin().push(3)
    table.check((1, 18))
    return table.scene.contests[0].result, table.position()


def beneficiary(**house):
    """5 and 9, both succeed."""
    return moved((5, 9), **house)


def augment_value(**house):
    """10W augments."""
    table = Table("Sword 12, Tactics 10W", "Axe 12", **house).begin()
    table.declare()
    table.do("augment", A, 1, "active")
    return table.value("a") - 12


def strike_power_of(**house):
    """A strikes with 2 and wins by one level."""
    table = Table("Sword 12", "Axe 12", **house).begin()
    table.declare(strike={A: 2})
    table.resolve((5, 18))
    return table.position()


def equal_rolls(**house):
    """15 and 12 both roll a 7; where it must be rolled again, then 9 and 5."""
    table = Table("Sword 15", "Axe 12", **house).begin()
    events = table.roll((7, 7))
    if table.rulings.equal_rolls == "reroll":
        assert "C-Q8" in rules_of(events)
        table.refused("C-4.2", "resolve")
        table.roll((9, 5))
    table.do("resolve")
    return table.position()


def block_at_equal_levels(**house):
    """A acts independently and rolls the lower of two successes."""
    return blocked((5, 9), **house)


def blocked_any_square(**house):
    """A acts independently and rolls a critical against a fumble: which squares are left?"""
    table = Table("Sword 12", "Axe 12", **house).begin().push(-3)
    table.declare()
    table.do("act")
    table.resolve((1, 20))
    allowed = set()
    for square in range(-5, 6) if table.scene.contests[0].placing else ():
        scene = table.scene
        try:
            table.do("place", 0, square)
            allowed.add(square)
        except ValueError:
            table.refused("C-Q11", "place", 0, square)
        table.state = scene
    return allowed or {table.position()}


def any_square(**house):
    """A critical against a fumble: the farthest square that is allowed."""
    table = Table("Sword 12", "Axe 12", **house).begin()
    table.resolve((1, 20))
    if table.rulings.any_square == "gauge_square":
        table.refused("C-Q11", "place", 0, 5)
        table.refused("C-Q11", "place", 0, -5)
        table.do("place", 0, 4)
    else:
        table.do("place", 0, 5)
    return table.position()


def wound_from(**house):
    """A move from the third square over the fourth to the fifth, on a longer gauge."""
    table = Table("Sword 12", "Axe 12", dying_square=7, **house).begin().push(3, 2)
    return table.wounded


def halving(**house):
    """A wounded 12 with +2."""
    table = Table("Sword 12", "Axe 12", "Song 15", **house).begin()
    table.declare()
    table.passing(2)
    table.do("augment", A, 0, "active")
    table.round((15, 5))
    table.round((15, 5))
    assert table.wounded == "A"
    return table.value("a")


def augment_follows(**house):
    """The sword is augmented, then the shield is used, then the sword again."""
    table = Table("Sword 12, Shield 17, Calm 15", "Axe 12", **house).begin()
    table.declare(uses={A: 0})
    table.do("augment", A, 2, "passive")
    table.round((5, 9))
    table.declare(uses={A: 1})
    changed = table.value("a") - 17
    table.round((5, 9))
    table.declare(uses={A: 0})
    assert table.value("a") == 14
    return changed


def same_augment(**house):
    """The same song in two rounds."""
    table = Table("Sword 12", "Axe 12", "Song 15, Dance 14", **house).begin()
    for _ in range(2):
        table.declare()
        table.passing(2)
        if table.value("a") == 12 or table.rulings.same_augment == "stack":
            table.do("augment", A, 0, "active")
        else:
            table.refused("C-Q14", "augment", A, 0, "active")
            table.refused("C-Q14", "augment", B, 0, "active")
            table.do("pass")
        table.round((5, 9))
    return table.value("a")


def many_to_one_modifier(**house):
    """Two against one."""
    table = joined(**house)
    return table.value("a"), table.value("b")


def chosen_enemy_leaves(**house):
    """D helps the outnumbered A against C."""
    table = joined(**house)
    table.do("join", D, 0, "a", C)
    return table.scene.contests[0].sides


def outside_augment_blocks(**house):
    """C, who fights nobody, augments A actively; then A would push."""
    table = Table("Sword 12", "Axe 12", "Song 4", **house).begin()
    table.declare()
    table.passing(2)
    events = table.do("augment", A, 0, "active")
    assert ("C-Q20" in rules_of(events)) == table.rulings.outside_augment_blocks
    table.resolve((5, 18))
    return table.position()


def halve_permanent(**house):
    """A wounded 12+5."""
    table = Table("Sword 12+5", "Axe 12", **house).begin()
    table.round((18, 1))
    table.round((12, 5))
    assert table.wounded == "A"
    return table.value("a")


def same_opponent(**house):
    """A has chosen B; now C chooses B as well, with the sides as they stand then."""
    table = Table("Sword 12", "Axe 12", "Bow 12", **house).begin()
    if table.rulings.same_opponent == "one_to_one":
        assert "C-Q23" in table.refused("C-1.3", "pair", C, B).message("en")
    else:
        assert "C-Q23" in rules_of(table.do("pair", C, B))
    table.declare()
    return [(c.sides, table.value("b", n)) for n, c in enumerate(table.scene.contests)]


def split_augments(**house):
    """B, who has +2 from D's song and stands with C against A, is drawn off by E."""
    table = Table("Sword 12", "Axe 12", "Bow 12", "Song 15", "Spear 12", **house).begin()
    table.declare()
    for _ in (A, B, C):
        table.do("pass")
    table.do("augment", B, 0, "active")
    table.round((5, 9))
    table.do("join", C, 0, "b")
    table.do("join", 4, 0, "a", B)
    table.declare()
    return table.value("b", 1)


def yield_of_one(**house):
    """C, who stands with B against A, yields."""
    table = joined(**house)
    table.check((5, 9))
    table.do("yield", C)
    return table.scene.contests[0].result, table.scene.participants


def comrade_blocks(**house):
    """B acts for the side of B and C and would push; C has augmented actively."""
    table = joined(**house)
    table.declare(acting=[(0, A, B)])
    table.passing(2)
    table.do("augment", B, 0, "active")
    table.resolve((18, 5))
    return table.position()


def after_yielding(**house):
    """B has yielded to A and would fight C now."""
    table = Table("Sword 12", "Axe 12", "Bow 12", **house).begin()
    table.check((5, 9))
    table.do("yield", B)
    table.do("next")
    if B in table.scene.free:
        table.do("pair", B, C)
    else:
        table.refused("C-Q31", "pair", B, C)
    return table.scene.participants


def augment_itself(**house):
    """A, who uses the sword of 15, augments it with the sword."""
    table = Table("Sword 15, Calm 15", "Axe 12", **house).begin()
    table.declare()
    if table.rulings.augment_itself:
        table.do("augment", A, 0, "active")
    else:
        table.refused("C-Q34", "augment", A, 0, "active")
        table.do("pass")
    return table.value("a")


def moved(rolls, **house):
    table = Table("Sword 12", "Axe 12", **house).begin()
    table.resolve(rolls)
    return table.position()


def blocked(rolls, **house):
    table = Table("Sword 12", "Axe 12", **house).begin()
    table.declare()
    table.do("act")
    table.resolve(rolls)
    return table.position()


def joined(**house):
    """A against B and C; D is free."""
    table = Table("Sword 12", "Axe 12", "Bow 12", "Staff 12", **house).begin().push(1)
    table.do("join", C, 0, "b")
    return table


STORIES = {
    # switch: (ruling, story, what happens under each answer, this reference's first)
    "hero_points": ("C-Q3", hero_points, {False: 0, True: 2}),
    "heavy_wound_square": ("C-Q4", heavy_wound_square, {4: "", 3: "B"}),
    "dying_square": ("C-Q4", dying_square, {5: ("a", 5), 7: ("", 6)}),
    "beneficiary": ("C-Q5", beneficiary, {"lower_roll": 1, "higher_roll": -1}),
    "augment_value": ("C-Q6", augment_value, {"full": 3, "before_masteries": 1}),
    "strike_power_of": ("C-Q7", strike_power_of, {"beneficiary": 3, "opponent": 2}),
    "equal_rolls": ("C-Q8", equal_rolls, {"no_move": 0, "reroll": -1, "higher_ability": 1}),
    "block_at_equal_levels": ("C-Q9", block_at_equal_levels, {True: 0, False: 1}),
    "blocked_any_square": ("C-Q10", blocked_any_square, {"no_move": {-3}, "own_side": {-4, -3, -2, -1}}),
    "any_square": ("C-Q11", any_square, {"dying_square": 5, "gauge_square": 4}),
    "wound_from": ("C-Q12", wound_from, {"at_or_beyond": "B", "on_the_square": ""}),
    "halving": ("C-Q12", halving, {"ability": 6 + 2, "ability_and_augments": 7}),
    "augment_follows": ("C-Q13", augment_follows, {"ability": 0, "contest": 2}),
    "same_augment": ("C-Q14", same_augment, {"once": 14, "stack": 16}),
    "many_to_one_modifier": ("C-Q15", many_to_one_modifier, {3: (9, 15), 0: (12, 12), 5: (7, 17)}),
    "chosen_enemy_leaves": ("C-Q16", chosen_enemy_leaves, {True: ((A,), (B,)), False: ((A,), (B, C))}),
    "outside_augment_blocks": ("C-Q20", outside_augment_blocks, {False: 2, True: 0}),
    "halve_permanent": ("C-Q22", halve_permanent, {False: 6 + 5, True: 9}),
    "same_opponent": (
        "C-Q23",
        same_opponent,
        {
            "one_to_one": [(((A,), (B,)), 12)],
            "many_to_one": [(((A, C), (B,)), 9)],
            "two_contests": [(((A,), (B,)), 12), (((C,), (B,)), 12)],
        },
    ),
    "split_augments": ("C-Q24", split_augments, {"stay": 12, "come_along": 14}),
    "yield_of_one": ("C-Q28", yield_of_one, {"that_one": ("", [A, B]), "whole_side": ("a", [])}),
    "comrade_blocks": ("C-Q29", comrade_blocks, {False: -1, True: 1}),
    "after_yielding": ("C-Q31", after_yielding, {"free": [B, C], "out": []}),
    "augment_itself": ("C-Q34", augment_itself, {True: 17, False: 15}),
}


class TestStories(ToldUnderEachAnswer):
    """Every switch has its story."""

    system, stepper, stories = "contest", "contest.stepper", STORIES


# --- more about some of them ------------------------------------------------------------------------------------------


def test_a_hero_point_on_a_critical_lowers_the_opponent():
    """C-Q3, C-M5."""
    table = Table("Sword 12", "Axe 12", hero_points=True).begin()
    table.roll((1, 5))
    table.do("hero", 0, "a")
    assert [level.name for level in table.scene.contests[0].levels] == ["CRITICAL", "FAILURE"]
    table.do("resolve")
    assert table.position() == 3


def test_a_hero_point_comes_right_after_the_roll():
    """C-4.4."""
    table = Table("Sword 12", "Axe 12", hero_points=True).begin()
    table.declare()
    table.refused("C-1.1", "hero", 0, "a")
    table.do("skip")
    table.refused("C-4.4", "hero", 0, "a")
    table.roll((5, 5))
    table.refused_somehow("hero", 0, "c")
    table.do("hero", 0, "b")
    table.do("resolve")
    assert table.position() == -2


def test_a_hero_point_settles_equal_rolls():
    """C-Q3 with C-Q8: the levels differ now, so nobody rolls again."""
    table = Table("Sword 12", "Axe 12", hero_points=True, equal_rolls="reroll").begin()
    table.roll((7, 7))
    table.do("hero", 0, "b")
    table.do("resolve")
    assert table.position() == -2


def test_equal_rolls_may_come_again_and_again():
    """C-Q8: rerolled until something decides; nobody else's dice are touched."""
    table = Table(*["Sword 12"] * 4, equal_rolls="reroll").begin((A, B), (C, D))
    table.roll((7, 7), (5, 18))
    for _ in range(3):
        table.do("roll", [[0, 15, 15]])
    table.refused_somehow("roll", [[1, 5, 5]])
    table.do("roll", [[0, 20, 20]])
    table.do("resolve")
    assert (table.position(0), table.position(1)) == (0, 2)
    assert table.scene.phase is Phase.RESOLUTION


def test_equal_abilities_cannot_decide_equal_rolls():
    """C-Q8: the higher effective ability pushes, wounds and augments counted; equal ones do not."""
    table = Table("Sword 12", "Axe 12", "Song 15", equal_rolls="higher_ability").begin()
    table.declare()
    table.do("skip")
    table.round((7, 7))
    assert table.position() == 0
    table.declare()
    table.passing(2)
    table.do("augment", B, 0, "active")
    table.round((7, 7))
    assert table.position() == -1


def test_the_blocked_winner_may_stay_or_come_back_on_the_own_side():
    """C-Q10: on the enemy's side the only way is to stay or to go home."""
    table = Table("Sword 12", "Axe 12", blocked_any_square="own_side").begin().push(2)
    table.declare()
    table.do("act")
    table.resolve((1, 20))
    for square in (-5, 0, 1, 3, 5):
        table.refused("C-Q11", "place", 0, square)
    table.do("place", 0, 2)
    assert table.position() == 2


def test_a_wounded_master_helps_no_more_than_an_unhurt_one():
    """C-6.2, C-Q6's other answer: 10W counts as 10, and as 5 under a heavy wound; both give +1."""
    table = Table("Sword 12, Tactics 10W", "Axe 12", augment_value="before_masteries").begin().push(-3, -1)
    assert table.wounded == "A"
    table.declare()
    table.do("augment", A, 1, "active")
    assert table.value("a") == 6 + 1


def test_different_abilities_and_augmenters_stack():
    """C-Q14: once per augmenting ability, not per character."""
    table = Table("Sword 12", "Axe 12", "Song 15, Dance 14", "Song 15").begin()
    for source in (0, 1):
        table.declare()
        table.passing(2)
        table.do("augment", A, source, "active")
        if source == 0:
            table.do("augment", A, 0, "active")
        table.round((5, 9))
    assert table.value("a") == 12 + 2 + 2 + 1


def test_another_ability_or_another_sword_may_augment_where_the_own_may_not():
    """C-Q34's other answer: it is about the one ability of the one character."""
    table = Table("Sword 15, Calm 15", "Sword 15", augment_itself=False).begin()
    table.declare()
    table.do("augment", A, 1, "passive")
    table.do("augment", A, 0, "active")
    assert table.value("a") == 15 + 2 + 2


def test_the_same_song_may_be_sung_in_another_contest():
    """C-Q14: once per contest."""
    table = Table(*["Sword 12"] * 4, "Song 15").begin((A, B), (C, D))
    for target in (A, C):
        table.declare()
        for _ in range(4):
            table.do("pass")
        table.do("augment", target, 0, "active")
        table.round((5, 9), (5, 9))
    assert [table.value("a", n) for n in (0, 1)] == [14, 14]


def test_heads_count_with_the_largest_modifier_too():
    """C-Q15: the modifier is an input up to 20 a head, and ten heads more are two hundred."""
    table = Table(*["Sword 12"] * 12, many_to_one_modifier=20).begin().push(1)
    for who in range(2, 12):
        table.do("join", who, 0, "b")
    table.declare()
    assert table.value("b") == 12 + 200
