"""Each switch that a session on the ring feels, as a story told under each of its answers."""

from dataclasses import fields

from rules_py.kamui.characters import Link
from rules_py.kamui.rulings import Rulings
from tests.stories import ToldUnderEachAnswer

from .table import Table, enemy, kamui


def duty_of_four(**house):
    """Faith after a duty event rolled 3, 5, 7 and 9 with an ability of 4, or against 4."""
    table = Table(kamui(1), **house).place().turn()
    table.do("duty", 4, 4, 0, [3, 5, 7, 9])
    return table.faith


def a_round_trip(**house):
    """Where the rift of a unit on 2 appears, and how far 6 is from 1."""
    table = Table(kamui(1), enemy(2), phase="climax", **house)
    table.do("wound", 0, 99)
    return table.rifts


def an_idle_kamui(**house):
    return Table(kamui(1), **house).allows("reveal", 0, 0)


def a_failed_resolution(**house):
    table = Table(kamui(3), scenes=((3, 2),), **house).place().turn()
    table.do("resolve", 5, 2, 0, [9, 9])
    return table.rifts


def a_second_rift(**house):
    """Faith of a round on a square where a rift lay when a second one was placed."""
    table = Table(kamui(3), scenes=((3, 2),), rifts=(3,), **house).place().turn()
    table.do("resolve", 5, 2, 0, [9, 9])
    table.do("climax")
    table.passed().do("end")
    return table.faith


def a_chat(**house):
    """To whom a successful interaction links, with two others close by."""
    table = Table(kamui(1), kamui(2, "Iwao"), kamui(10, "Sui"), **house).place().turn()
    table.do("interact", 5, 2, 0, [1, 1], 2)
    return [link.to for link in table[0].links]


def a_blow_that_finds_nothing(**house):
    """HP of an enemy after an attack without successes."""
    table = Table(kamui(1), enemy(1), phase="climax", **house).turn()
    table.do("attack", 0, "main", 0, 1, 5, [3, 1, 2, 0], [9])
    return table.units[0].hp


def two_on_a_rift(**house):
    table = Table(kamui(2), kamui(2, "Iwao"), phase="climax", rifts=(2,), **house).passed()
    table.do("end")
    return table.faith


def struck_hard(**house):
    """HP, armour and revivals of a kamui with 10 HP and armour 3 after 17 damage."""
    table = Table(kamui(2, armour=3, most_armour=3), phase="climax", **house)
    table.do("hurt", 0, 17)
    return table[0].hp, table[0].armour


def a_kamui_falls(**house):
    table = Table(kamui(2), phase="climax", **house)
    table.do("hurt", 0, 10)
    return table.rifts


def the_centre_falls(**house):
    table = Table(kamui(2), enemy(0), phase="climax", **house)
    table.do("wound", 0, 10, 5)
    return table.rifts


def an_armoured_enemy(**house):
    table = Table(kamui(2), enemy(1, armour=4), phase="climax", **house)
    table.do("wound", 0, 6)
    return table.units[0].hp


def whose_faith(**house):
    """Faith of all, and of each of two kamui, after a round in which one of them stood on a rift."""
    if "faith" in house:
        house["own"] = house.pop("faith")
    table = Table(kamui(2), kamui(3, "Iwao"), phase="climax", rifts=(2,), **house).passed()
    table.do("end")
    return table.faith, [each.faith for each in table.play.kamui]


def a_round_on_a_rift(**house):
    """Faith after a round on a rift, and the rifts left."""
    table = Table(kamui(2), phase="climax", rifts=(2, 5), **house).passed()
    table.do("end")
    return table.faith, table.rifts


def a_grace_check(**house):
    """For miracles: 5 and 9 against rank 4, and 5 against rank 3 with a revival; a magai of threat 2 was defeated."""
    links = Link("Mio", 5), Link("Ito", 5)
    homura, iwao = kamui(1, rank=4, links=links), kamui(2, "Iwao", rank=3, links=links[:1], revivals=1)
    table = Table(homura, iwao, enemy(4, threat=2), phase="climax", **house)
    table.do("wound", 0, 99)
    table.do("ending")
    table.do("grace", [5, 9, 5])
    return table.play.grace.points


def a_low_grace_check(**house):
    """Successes of 5, 6 and 9 against rank 4 with a threat level of 2."""
    homura = kamui(1, rank=4, links=tuple(Link(to, 5) for to in ("Mio", "Ito", "Sei")))
    table = Table(homura, enemy(4, threat=2), phase="climax", **house)
    table.do("wound", 0, 99)
    table.do("ending")
    table.do("grace", [5, 6, 9])
    return table.play.grace.successes


def an_enemy_falls(**house):
    """Who is left on the ring when an enemy on 9 falls."""
    table = Table(kamui(1), enemy(9, threat=2), phase="climax", **house)
    table.do("wound", 0, 10)
    return [(unit.name, unit.square, unit.hp) for unit in table.units]


def resolutions_carried_out(**house):
    """Which resolution events are left after one that failed, and after one that succeeded."""
    left = []
    for square, faces in ((3, [9, 9]), (6, [1, 1])):
        table = Table(kamui(square), scenes=((square, 2),), **house).place().turn()
        table.do("resolve", 5, 2, 0, faces)
        left.append(tuple(scene for scene, _ in table.play.scenes))
    return tuple(left)


def an_enemy_in_the_centre(**house):
    """May the GM add an enemy there, and move one there?"""
    table = Table(kamui(1), enemy(4), phase="climax", **house)
    return table.allows("unit", "Moth", 0, [10, 0, 1]), table.allows("shift", "unit", 0, 0)


def an_attack_for_nothing(**house):
    """HP of an enemy after an attack with 0 action value, and whether the main action is gone."""
    table = Table(kamui(1), enemy(1), phase="climax", **house).turn()
    table.allows("attack", 0, "main", 0, 0, 5, [3, 1, 2, 0])
    return table.units[0].hp, table.play.main


class TestHouseRules(ToldUnderEachAnswer):
    system = "kamui"
    stepper = "kamui.board"
    stories = {
        "success": ("K-Q1", duty_of_four, {"at_most_ability": 1, "at_least_fixed": 2, "at_least_target": 3}),
        "die": ("K-Q2", a_round_trip, {"d10": (7,), "d6": (5,), "d8": (6,)}),
        "no_revelation": ("K-Q4", an_idle_kamui, {"stay": True, "not_allowed": False}),
        "rift_placed": ("K-Q5", a_failed_resolution, {"always": (3,), "on_success": ()}),
        "rifts_stack": ("K-Q5", a_second_rift, {True: 20, False: 15}),
        "interaction_links": ("K-Q7", a_chat, {"one": ["Sui"], "all": ["Iwao", "Sui"]}),
        "no_successes": ("K-Q9", a_blow_that_finds_nothing, {"formula": 5, "miss": 10}),
        "rift_faith": ("K-Q11", two_on_a_rift, {"per_rift": 15, "per_pair": 20}),
        "round_order": ("K-Q12", a_round_on_a_rift, {"faith_first": (15, (5,)), "vanishing_first": (10, (5,))}),
        "revival_excess": ("K-Q13", struck_hard, {"lost": (10, 0), "carries_over": (6, 0)}),
        "revival_armour": ("K-Q13", struck_hard, {"stays": (10, 0), "restored": (10, 3)}),
        "revival_rift": ("K-Q14", a_kamui_falls, {False: (), True: (7,)}),
        "centre_rift": ("K-Q15", the_centre_falls, {"none": (), "gm_chooses": (5,)}),
        "reduction": ("K-Q16", a_low_grace_check, {"total": (1,), "each_die": (2,)}),
        "grace": ("K-Q16", a_grace_check, {"pooled": (0,), "own": (1, 0)}),
        "unit_armour": ("K-Q17", an_armoured_enemy, {"same": 8, "none": 4}),
        "faith": ("K-Q19", whose_faith, {"shared": (15, [0, 0]), "own": (0, [15, 10])}),
        "fallen_unit": ("K-Q23", an_enemy_falls, {"removed": [], "stays": [("Hideri", 9, 0)]}),
        "resolution_after": (
            "K-Q25",
            resolutions_carried_out,
            {"stays": ((3,), (6,)), "until_success": ((3,), ()), "once": ((), ())},
        ),
        "centre": ("K-Q26", an_enemy_in_the_centre, {"other_units": (True, True), "nobody": (False, False)}),
        "attack_dice": ("K-Q27", an_attack_for_nothing, {"any": (5, True), "at_least_one": (10, False)}),
    }
    elsewhere = frozenset(Rulings.bounds())

    def test_every_switch_is_told_or_a_number(self):
        assert {f.name for f in fields(Rulings)} == set(self.stories) | self.elsewhere


def test_a_fixed_number_may_be_another():
    """K-Q1."""
    assert duty_of_four(success="at_least_fixed", success_face=5) == 3
    assert duty_of_four(success="at_least_fixed", success_face=3) == 4


def test_a_link_rises_as_the_table_says():
    """K-Q7."""
    for house, levels in (({}, [1, 2]), ({"new_link_level": 2, "link_step": 3}, [2, 5]), ({"link_step": 0}, [1, 1])):
        table, found = Table(kamui(1), kamui(2, "Iwao"), **house), []
        for _ in range(2):
            table.place().turn().do("interact", 5, 2, 0, [1, 1], 1)
            found.append(table[0].links[0].level)
            table.turn(1).do("duty", 5, 1, 0)
            table.do("cycle")
        assert found == levels


def test_the_gm_is_asked_for_the_square():
    """K-Q15."""
    table = Table(kamui(2), enemy(0), phase="climax", centre_rift="gm_chooses")
    assert table.refused("K-Q15", "wound", 0, 10).field == "gm_square"
    assert table.refused("K-Q2", "wound", 0, 10, 11).field == "gm_square"


def test_damage_that_carries_over_revives_again():
    """K-Q13, K-Q14: twice down, two rifts."""
    table = Table(kamui(2), phase="climax", revival_excess="carries_over", revival_rift=True)
    table.do("hurt", 0, 25)
    assert (table[0].hp, table[0].revivals, table.rifts) == (5, 2, (7, 7))


def test_an_enemy_that_stays_is_defeated_once():
    """K-Q23: one rift, its threat level once, no further blow; the GM takes it away."""
    table = Table(kamui(1), enemy(9, threat=2), enemy(4, "Moth"), phase="climax", fallen_unit="stays").turn()
    table.do("attack", 0, "main", 2, 1, 5, [10, 1, 0, 0], [9])
    assert (table.rifts, table.play.threat, table.play.letters) == ((4,), 2, ("A", "B"))
    table.refused("K-Q23", "attack", 0, "sub", 2, 1, 5, [10, 1, 0, 0], [9])
    assert table[0].action_value == 5
    table.do("rest")
    table.refused("K-Q23", "wound", 0, 1)
    table.do("take", "unit", 0)
    assert ([unit.name for unit in table.units], table.rifts, table.play.threat) == (["Moth"], (4,), 2)


def test_nobody_even_misses_an_enemy_that_fell_before():
    """K-Q23, K-Q9: the attack is refused before its dice are rolled."""
    table = Table(kamui(1), enemy(1), phase="climax", fallen_unit="stays", no_successes="miss")
    table.do("wound", 0, 10)
    table.turn().refused("K-Q23", "attack", 0, "main", 0, 1, 5, [10, 1, 0, 0], [9])


def test_a_blow_that_leaves_hp_is_told_alike():
    """K-Q23 changes nothing before 0 HP."""
    for fallen in ("removed", "stays"):
        table = Table(kamui(1), enemy(9, armour=4), phase="climax", fallen_unit=fallen)
        table.do("wound", 0, 6)
        assert (table.units[0].armour, table.units[0].hp, table.rifts) == (0, 8, ())


def test_the_gm_may_end_a_resolution_at_any_time():
    """K-Q25: it stays where it is for as many goes as the table likes, and each places a rift."""
    table = Table(kamui(3), scenes=((3, 2),))
    for _ in range(2):
        table.place().turn().do("resolve", 5, 2, 0, [1, 1])
        table.do("cycle")
    assert (table.rifts, table.play.scenes) == ((3, 3), ((3, 2),))
    table.do("unscene", 3)
    table.place().turn().refused("K-2.2", "resolve", 5, 2, 0, [1, 1])


def test_no_kamui_is_ever_in_the_centre():
    """K-3.4, whatever K-Q26 says."""
    for centre in ("other_units", "nobody"):
        table = Table(kamui(1), phase="climax", centre=centre)
        table.refused("K-3.4", "shift", "kamui", 0, 0)
        table.turn().refused("K-3.4", "move", 0)


def test_an_attack_that_is_refused_costs_nothing():
    """K-Q27: neither action value nor the main action; successes read from other dice do not help."""
    table = Table(kamui(1), enemy(1), phase="climax", attack_dice="at_least_one").turn()
    assert table.refused("K-Q27", "attack", 0, "main", 0, 0, 5, [3, 1, 2, 0], []).field == "spent"
    assert (table[0].action_value, table.play.main) == (6, False)
    table.do("attack", 0, "main", 0, 1, 5, [3, 1, 2, 0], [5])
    assert (table[0].action_value, table.units[0].hp) == (5, 4)
    table.do("rest")
