"""Who is there already gets other values: before a fight and in the middle of it, on its grid and without."""

from hypothesis import given
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.exorcist.fighters import Side
from rules_py.exorcist.model import Stage, seated
from tests.play import rules_of, told
from tests.rows import every

from .table import Fight, Skirmish, ageha, kaii, pc, thing

AOI = [3, 3, 3, 6, 5, 3, 5, 1, 2, 6]
"""Body, Spirit, Skill, HP, spirit points, evade dice, mobility, katashiro, pegs, rope: as `pc` has them."""


def but(**values):
    """Aoi's numbers with some of them changed."""
    names = ("body", "spirit", "skill", "hp", "spirit_points", "evade_dice", "mobility", "katashiro", "pegs", "rope")
    return [values.get(name, number) for name, number in zip(names, AOI, strict=True)]


def test_before_the_fight_everything_is_as_it_is_typed():
    """The place in the list, the attacks and the square stay."""
    fight = Skirmish((pc(), "B4"), (kaii(), "E4"))
    events = fight.do("edit", 0, "Kei", "ally", but(hp=9, skill=5, pegs=0), [1, 2], [False, True])
    kei = fight[0]
    assert (kei.name.en, kei.side, kei.hp, kei.skill, kei.pegs, kei.armour) == ("Kei", Side.ALLY, 9, 5, 0, 3)
    assert kei.boss
    assert len(kei.attacks) == 3
    assert (fight.where(0), fight.board.piece(0).skill) == ("B4", 5)
    assert "Aoi becomes Kei" in told(events)


def test_who_keeps_the_name_keeps_it_in_both_languages():
    fight = Fight(ageha(), pc())
    fight.do("known", "ukkoku_ageha")
    name = fight[2].name
    for spelled in (name.en, name.ja):
        fight.do("edit", 2, spelled, [2, 2, 2, 4, 1, 6, 0, 2], [False, True, False])
        assert fight[2].name == name
    assert fight[2].toughness == 4


def test_a_name_with_braces_is_told_as_it_stands():
    """A sentence is filled in once: what a name holds is never taken for something left open."""
    fight = Fight(kaii(skill=9), pc("{x}")).begin()
    fight.hit(1)
    assert "{x} evades at NORMAL, rolling 1" in told(fight.do("evade", 1, [1]))


def test_in_the_middle_what_was_lost_stays_lost():
    """HP 6, 2 of them lost: a most of 9 heals nothing, a most of 3 leaves no more; what was whole is whole."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("adjust", 0, "hp", 4)
    fight.do("edit", 0, "Aoi", "pc", but(hp=9, evade_dice=6, rope=9), [])
    assert (fight[0].hp, fight[0].evade_dice, fight[0].rope) == (4, 6, 9)
    fight.do("edit", 0, "Aoi", "pc", but(hp=3), [])
    assert (fight[0].hp, fight[0].evade_dice) == (3, 3)


def test_in_the_middle_what_was_gained_stays_where_its_most_does_not_change():
    """E-4.5: the evade dice of a tactical manoeuvre."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("manoeuvre", [6, 6, 6])
    assert fight[0].evade_dice == 6
    fight.do("edit", 0, "Kei", "pc", AOI, [])
    assert fight[0].evade_dice == 6
    fight.do("edit", 0, "Kei", "pc", but(evade_dice=4), [])
    assert fight[0].evade_dice == 4


def test_mobility_counts_at_once_for_who_has_done_nothing():
    """E-4.1: and not for who is on the way."""
    fight = Skirmish((pc(), "B4"), (kaii(), "H4")).begin()
    fight.do("edit", 0, "Aoi", "pc", but(mobility=8), [])
    assert fight.activation.movement == 8
    fight.move("D4")
    fight.do("edit", 0, "Aoi", "pc", but(mobility=2), [])
    assert fight.activation.movement == 6


def test_another_skill_is_a_change_of_skill():
    """E-2.12: after all PCs who have had it."""
    fight = Fight(pc(), pc("Ren", skill=4), kaii()).begin().until(1)
    events = fight.do("edit", 0, "Aoi", "pc", but(skill=4), [])
    assert "E-2.12" in rules_of(events)
    assert fight.order == ["Ren", "Aoi", "Moth"]
    assert "E-2.12" not in rules_of(fight.do("edit", 2, "Moth", [3, 3, 4, 5, 0, 5, 0, 0]))
    assert fight.order == ["Ren", "Aoi", "Moth"]


def test_a_skill_that_an_art_has_raised_stays_where_the_sheet_does_not_change():
    """E-2.12."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("adjust", 0, "skill", 6)
    fight.do("edit", 0, "Aoi", "pc", but(hp=9), [])
    assert fight[0].skill == 6


def test_who_changes_sides_may_have_to_roll_for_the_order():
    """E-2.8: an enemy of equal Skill that becomes an ally."""
    fight = Fight(pc(), pc("Ren", side=Side.ENEMY), kaii()).begin()
    events = fight.do("edit", 1, "Ren", "ally", AOI, [])
    assert "E-2.8" in rules_of(events)
    assert fight[1].side is Side.ALLY


def test_a_boss_that_is_none_any_more_ends_the_pressure():
    """E-13.9."""
    fight = Fight(pc(), kaii(boss=True, toughness=50)).begin()
    for announced in (False, True):
        fight.do("attack", 0, [1], None, 0)
        fight.rest().do("turn", [], announced)
    assert fight.combat.zone.pressure.value == 1
    fight.do("edit", 1, "Moth", [3, 3, 1, 50, 0, 5, 0, 0], [False, False, False])
    assert fight.combat.zone.pressure.value == 0


@every(
    ("action", "field"),
    [
        (("edit", 0, "Moth", "pc", AOI, []), "name"),
        (("edit", 0, "", "pc", AOI, []), "name"),
        (("edit", 0, "x" * 31, "pc", AOI, []), "name"),
        (("edit", 0, "Aoi", "thing", AOI, []), "side"),
        (("edit", 0, "Aoi", "pc", AOI[1:], []), "numbers"),
        (("edit", 0, "Aoi", "pc", but(hp=0), []), "hp"),
        (("edit", 0, "Aoi", "pc", but(mobility=31), []), "mobility"),
        (("edit", 1, "Moth", [3, 3, 1, 0, 0, 5, 0, 0]), "toughness"),
        (("edit", 2, "Gate", 0), "toughness"),
        (("edit", 7, "Aoi", "pc", AOI, []), "who"),
        (("edit", 0, "Aoi", [1], AOI, []), "side"),
        (("edit", 0), "do"),
        (("edit",), "do"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(action, field):
    fight = Fight(pc(), kaii(), thing())
    assert fight.refused_somehow(*action).field == field


def test_nobody_is_changed_in_the_middle_of_an_attack():
    """E-10.2: an evasion, damage, a death are dealt with first; who is gone is gone (E-11.7)."""
    fight = Fight(pc(), kaii(evades=True)).begin()
    fight.do("attack", 0, [1], None, 1)
    assert fight.stage is Stage.EVASION
    fight.refused("E-10.2", "edit", 0, "Aoi", "pc", AOI, [])
    fight = Fight(pc(), kaii(), kaii("Wasp")).begin()
    fight.do("attack", 0, [1], None, 1)
    fight.do("damage", [6])
    assert fight[1].gone
    fight.refused("E-11.7", "edit", 1, "Moth", [3, 3, 1, 9, 0, 5, 0, 0])


NAMES = st.sampled_from(["Aoi", "Ren", "Moth", "Kei", ""])
NUMBERS = st.lists(st.integers(0, 9), min_size=10, max_size=10)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("exorcist"), NAMES, st.sampled_from(["pc", "ally", "enemy"]), NUMBERS, st.just([])),
        st.tuples(st.just("kaii"), NAMES, NUMBERS.map(lambda numbers: numbers[:8])),
        st.tuples(st.just("thing"), NAMES, st.integers(0, 9)),
        st.tuples(st.just("edit"), st.integers(0, 6), NAMES, st.sampled_from(["pc", "enemy"]), NUMBERS, st.just([])),
        st.tuples(st.just("edit"), st.integers(0, 6), NAMES, NUMBERS.map(lambda numbers: numbers[:8])),
        st.tuples(st.just("remove"), st.integers(0, 6)),
        st.tuples(st.just("place"), st.integers(0, 6), st.lists(st.integers(0, 6), min_size=2, max_size=2)),
        st.tuples(st.just("begin"), st.just([]), st.just(False), st.booleans()),
        st.tuples(st.just("turn")),
        st.tuples(st.just("done")),
    ),
    max_size=25,
)


@given(STEPS)
def test_whatever_is_added_changed_and_removed_the_cast_stays_well_formed(steps):
    """Names are each somebody's own, everybody has a square of their own, and a fight has two sides."""
    fight = Skirmish((pc(), "B4"), (kaii(), "E4"))
    for action in steps:
        try:
            fight.do(*action, careful=False)
        except InputError:
            continue
        fighters = fight.combat.fighters
        assert len({fighter.name.en for fighter in fighters}) == len(fighters)
        assert all(fighter.toughness or fighter.hp for fighter in fighters if not fighter.gone)
        if fight.state.grounds is None:
            continue
        assert fight.state.grounds == seated(fight.combat, fight.state.grounds)
        squares = [fight.where(who) for who, fighter in enumerate(fighters) if not fighter.gone]
        assert len(set(squares)) == len(squares)
