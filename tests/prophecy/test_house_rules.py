"""Every open question with a switch that a battle can feel: the same story told under each answer (P-Q1 to P-Q52)."""

from dataclasses import replace

from rules_py.core.errors import InputError
from rules_py.prophecy import Curse, Rulings, Stage, inflict_curse, legal_actions
from rules_py.prophecy.game.legal import answers
from tests.play import rules_of, said
from tests.rows import every
from tests.stories import ToldUnderEachAnswer

from .table import Table, curses, foe, pc

MIO, REN, SAE = 0, 1, 2
SIX_SIX, ONE_ONE = [6, 6], [1, 1]


def hits(cast, guard, ability=0, against=0, **house):
    """Do these dice hit?"""
    table = Table(pc(cast=ability, preparations=9), foe(guard=against, preparations=9), **house).begin()
    table.do("attack", [1])
    third = [who for who, faces in enumerate((cast, guard)) if len(faces) == 3]
    table.do("roll", third, [[0, cast], [1, guard]])
    table.do("accept")
    return table.stage is Stage.EFFECTS


def rerolled(first, again, against=0, **house):
    """Does the attack hit after this reroll of the cast check?"""
    table = Table(pc(mana=1), foe(guard=against), **house).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, first], [1, [3, 4]]])
    table.do("reroll", 0, "cast", again)
    table.do("accept")
    return table.stage is Stage.EFFECTS


def possible(table, *action):
    """Is it possible? If not, the refusal names the ruling."""
    try:
        table.do(*action)
    except InputError as error:
        refusal = error
    else:
        return True
    assert refusal.rule.startswith("P-Q"), refusal.rule
    return refusal.rule


def struck(table, target):
    """An attack on somebody, up to the moment of a Counter; says whether its effects are still to come (P-Q34)."""
    table.swing(target, 3)
    table.do("accept")
    if table.rulings.counter_timing == "after_effects":
        table.do("effects", [["deal_damage"]])
    return table.stage is Stage.EFFECTS


# --- the stories ------------------------------------------------------------------------------------------------------


def third_die(**house):
    """2, 3 and 4 against 1 and 2."""
    table = Table(pc(preparations=1), foe(), **house).begin()
    table.do("attack", [1])
    table.do("roll", [0], [[0, [2, 3, 4]], [1, [1, 2]]])
    table.do("accept")
    return table.battle.attack.exchanges[0].degree


def lucky_needs(**house):
    """Three 6s against an overwhelming guard."""
    return hits([6, 6, 6], [3, 4], against=30, **house)


def fumble_needs(**house):
    """1, 1 and 6 with an overwhelming cast ability."""
    return hits([1, 1, 6], [3, 4], 30, **house)


def reroll_fumble(**house):
    """A Fumble, then 5 and 6."""
    return rerolled(ONE_ONE, [5, 6], **house)


def lucky_on_reroll(**house):
    """A miss, then two 6s against an overwhelming guard."""
    return rerolled([1, 2], SIX_SIX, 30, **house)


def assist_rolls(**house):
    """Two allies assist: the dice show 3, then 11, then 9 where there is another roll."""
    table = Table(pc(), pc(mana=1), pc(mana=1), foe(), **house).begin()
    table.do("attack", [3])
    table.do("roll", [], [[0, [1, 2]], [3, [3, 4]]])
    table.do("assist", REN, 0, "cast", False, [5, 6])
    table.do("assist", SAE, 0, "cast", False, [4, 5])
    return table.battle.attack.exchanges[0].cast.roll.total


def assist_in_battle(**house):
    """An ally offers to assist a cast check."""
    table = Table(pc(), pc(mana=1), foe(), **house).begin()
    table.swing(2, -1)
    return possible(table, "assist", REN, 0, "cast", False, [1, 2])


def dominance_modified(**house):
    """An enemy with dominance 5 and two Speed Ups."""
    table = Table(pc(), foe("Speed Up 2", dominance=5), **house).begin()
    return dict(table.battle.order)[1]


def initiative_each_round(**house):
    """Everybody passes; what comes then?"""
    table = Table(pc(), foe(), **house).begin()
    table.skip()
    table.skip()
    return table.stage.name, table.active


def expand_cast(**house):
    """An attack on two: how often does Mio roll?"""
    table = Table(pc(mana=1), foe(), foe(), **house).begin()
    table.do("attack", [1, 2])
    told = said(table.do("roll"))
    return sum(text.startswith("Mio rolls") for text in told)


def expand_self_effects(**house):
    """An attack that hits two, and a bless for oneself."""
    return own_bless(([1, 2], [1, 3]), **house)


def forced_results(**house):
    """Lucky on both sides against the better guard; Lucky against the better guard; Fumble with the better cast."""
    return (
        hits(SIX_SIX, SIX_SIX, against=1, **house),
        hits(SIX_SIX, [3, 4], against=30, **house),
        hits(ONE_ONE, [1, 2], 30, **house),
    )


def battle_reroll(**house):
    """Somebody was hit: may the defender reroll, and the attacker, who hopes for more?"""
    table = Table(pc(mana=9), foe(mana=9), **house).begin()
    table.swing(1, 1)
    before = table.battle
    results = []
    for check in ("guard", "cast"):
        table.state = before
        results.append(possible(table, "reroll", 0, check, [1, 2]))
    return tuple(results)


def reroll_keeps_third_die(**house):
    """A reroll after three dice: with how many?"""
    table = Table(pc(mana=1, preparations=1), foe(), **house).begin()
    table.do("attack", [1])
    table.do("roll", [0], [[0, [1, 1, 2]], [1, [3, 4]]])
    told = said(table.do("reroll", 0, "cast"))
    return len(told[-1].removeprefix("Mio rolls ").rstrip(".").split())


def boost_same_effect(**house):
    """Twice a point of damage; two different curses; a curse and a point of damage."""
    results = []
    poison, trap, damage = ["inflict_curse", "poison"], ["inflict_curse", "trap"], ["deal_damage"]
    for effects in ([damage, damage], [poison, trap], [poison, damage]):
        table = Table(pc(mana=1, recipe="Poison, Trap"), foe(), **house).begin()
        table.swing(1, 8)
        table.do("accept")
        results.append(possible(table, "effects", effects))
    return tuple(results)


def isolation_blocks_self(**house):
    """Sae, isolated, Supports herself."""
    table = Table(pc("Isolation", mana=1), pc(), foe(), **house).begin()
    return possible(table, "support", [0], [["heal_damage"]])


def chain_combo_emotion(**house):
    """Ren, who holds an emotion towards both, follows Mio; what is left?"""
    table = Table(pc(), pc(emotions=(0, 2)), foe(), **house).begin()
    table.hit(2)
    table.do("chain", REN, 2, True)
    return table[REN].emotions


def full_bless_track(**house):
    """A new bless for somebody with six, who names one to give way."""
    table = Table(pc("Charge 6", mana=1, recipe="Armour"), foe(), **house).begin()
    table.do("support", [0], [["give_bless", "armour", "", "charge"]])
    return table[0].copies("armour")


def full_curse_track_instant(**house):
    """Life Steal, Mana Steal and Amplify Curse on somebody with six curses: who is knocked down, who is hurt?"""
    thief, full = pc(damage=3), foe("Hobble 6")
    results = []
    for kind in ("life_steal", "mana_steal", "amplify_curse"):
        done = inflict_curse((thief, full), 1, kind, 0, "hobble", Rulings(**house))
        results.append((bool(done.fallen), done.fighters[1].damage))
    return tuple(results)


def first_activation_copies(**house):
    """Three Weaknesses after one activation, three Punctures after one guard check: what is left?"""
    table = Table(pc("Weakness 3"), pc(), foe("Puncture 3"), **house).begin()
    table.skip()
    table.swing(2, 0)
    table.do("accept")
    return len(table[0].curses), len(table[2].curses)


def countered(table):
    """The first is hit, Counters and hits back."""
    waiting = struck(table, 0)
    table.do("counter", 0)
    table.roll(-1)
    table.do("accept")
    if waiting:
        table.do("effects", [["deal_damage"]])
    return table


def spent_activation(**house):
    """Somebody berserk is hit and Counters; which curses are left once the place in the order has passed?"""
    table = countered(Table(pc("Berserk", mana=1), pc(), foe(dominance=20), **house).begin())
    assert table.active == REN
    return curses(table[0])


def thorns_on_special(**house):
    """Somebody with Thorns is hit and Counters; somebody else with Thorns retreats: who has how much damage?"""
    table = countered(Table(pc("Thorns", mana=1), pc("Thorns"), foe(dominance=20), **house).begin())
    table.do("retreat")
    return table.damage(0, 1)


def incapacity_bars_counter(**house):
    """Somebody incapable is hit."""
    table = Table(pc("Incapacity", mana=1), foe(dominance=20), pc(mana=1), foe(mana=1), **house).begin()
    struck(table, 0)
    return possible(table, "counter", 0)


def confusion_can_hit_self(**house):
    """Whom does somebody confused attack in 24 battles?"""
    seen = set()
    for seed in range(24):
        table = Table(pc("Confusion"), pc(), foe(), seed=str(seed), **house).begin()
        table.do("attack", [])
        seen.add(table.battle.attack.exchanges[0].target)
    return seen


def counter_timing(**house):
    """Somebody is hit for a point of damage and Counters: how much has it taken when the Counter is rolled?"""
    table = Table(pc(mana=1), foe(dominance=20), **house).begin()
    table.swing(0, 3)
    table.do("accept")
    if possible(table, "counter", 0) is not True:
        table.do("effects", [["deal_damage"]])
        table.do("counter", 0)
    return table[0].damage


def chain_on_chain(**house):
    """Ren follows Mio; may Sae follow Ren?"""
    table = Table(pc(), pc(mana=1), pc(mana=1), foe(), **house).begin()
    table.hit(3)
    table.do("chain", REN, 3)
    table.roll(0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    following = [attack.attacker for attack in table.battle.attacks]
    assert table.stage is Stage.AFTER
    table.do("chain", SAE, 3)
    assert following in ([MIO, REN], [MIO])
    return following


def lowest_value(**house):
    """2 + 1 against 2 + 1 − 6."""
    table = Table(pc(), foe("Restriction 6"), **house).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, [1, 2]], [1, [1, 2]]])
    table.do("accept")
    return table.battle.attack.exchanges[0].degree


def chooser(**house):
    """Under Delusion the player always asks for Sae: whom does it hit in sixteen battles?"""
    seen = set()
    for seed in range(16):
        table = Table(pc("Delusion"), pc(), pc(), foe(), seed=str(seed), **house).begin()
        table.do("attack", [SAE])
        seen.add(table.battle.attack.exchanges[0].target)
    return seen


def cover_again(**house):
    """Ren covers Mio and guards as badly; may Sae take the hit from Ren?"""
    table = Table(pc(), pc(mana=1), pc(mana=1), foe(dominance=20), **house).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, False, [1, 2])
    return possible(table, "cover", SAE, 0, False, False, [1, 2])


def chain_timing(**house):
    """Mio hits for a point of damage, Ren follows: how much has the Soloist taken when the Chain Combo is rolled?"""
    table = Table(pc(), pc(mana=1), foe(), **house).begin()
    table.swing(2, 3)
    table.do("accept")
    if table.rulings.chain_timing == "after_effects":
        table.do("effects", [["deal_damage"]])
    table.do("chain", REN, 2)
    return table[2].damage


def answer_order(**house):
    """Ren follows Mio's hit: may the Soloist still Counter it? The Soloist Counters: may Ren still follow?"""
    results = []
    for first, then in ((("chain", REN, 2), ("counter", 2)), (("counter", 2), ("chain", REN, 2))):
        table = Table(pc(mana=1), pc(mana=1), foe(mana=1), **house).begin()
        table.hit(2)
        table.do(*first)
        table.roll(-1)
        table.do("accept")
        results.append(then[:2] in [answer[:2] for answer in answers(table.battle, table.rulings)])
    return tuple(results)


def steal_with_expand(**house):
    """Life Steal for two at once: is it possible, and how much damage is left on Mio, who had 3?"""
    table = Table(pc(cast=9, mana=1, damage=3, recipe="Life Steal"), foe(), foe(), **house).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [5, 4]], [1, [1, 2]], [2, [1, 2]]])
    table.do("accept")
    return possible(table, "effects", [["inflict_curse", "life_steal"]]), table[0].damage


def cover_counter(**house):
    """Ren covers Mio; both have mana. Who may Counter?"""
    table = Table(pc(mana=9), pc(mana=9), foe(dominance=20), **house).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, False, [1, 2])
    table.do("accept")
    if table.rulings.counter_timing == "after_effects":
        table.do("effects", [["deal_damage"]])
    return [who for name, who, _ in answers(table.battle, table.rulings) if name == "counter"]


def cover_chain(**house):
    """The Alto covers the Soloist, whom Mio has hit. Whom may Ren attack with a Chain Combo?"""
    table = Table(pc(), pc(mana=1), foe(), foe(mana=1), **house).begin()
    table.swing(2, 3)
    table.do("cover", 3, 0, False, False, [1, 2])
    table.do("accept")
    if table.rulings.chain_timing == "after_effects":
        table.do("effects", [["deal_damage"]])
    return [target for name, _, target in answers(table.battle, table.rulings) if name == "chain"]


def cover_reflection(**house):
    """Ren, with Reflection, covers Mio and guards with 11: how much damage has the Soloist?"""
    table = Table(pc(), pc("Reflection", mana=1), foe(dominance=20), **house).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, False, [5, 6])
    table.do("accept")
    return table[2].damage


def resonance_answers(**house):
    """Mio hits the Soloist for a point; each of them has one Resonance. Who has how much damage?"""
    table = Table(pc("Resonance"), foe("Resonance"), **house).begin()
    table.hit(1)
    return table.damage(0, 1)


def kept_roll(**house):
    """6, 6 and 1, which is Lucky, then 6, 5 and 5 against 7: may Mio take the higher value, and with which degree?"""
    table = Table(pc(mana=1, preparations=1), foe(), **house).begin()
    table.do("attack", [1])
    table.do("roll", [0], [[0, [6, 6, 1]], [1, [3, 4]]])
    table.do("reroll", 0, "cast", [6, 5, 5])
    asked = possible(table, "accept", [[0, "cast"]])
    if asked is not True:
        table.do("accept")
    return asked, table.battle.attack.exchanges[0].degree


def support_emotion(**house):
    """Mio Supports Ren and Sae with 1 mana and an emotion towards Sae."""
    table = Table(pc(mana=1, emotions=(SAE,)), pc(damage=1), pc(damage=1), foe(), **house).begin()
    try:
        table.do("support", [REN, SAE], [["heal_damage"]], True)
    except InputError as error:
        return error.rule
    return table.damage(REN, SAE)


STORIES = {
    # switch: (ruling, story, what happens under each answer, this reference's first)
    "third_die": ("P-Q1", third_die, {"sum": 6, "best_two": 4}),
    "lucky_needs": ("P-Q2", lucky_needs, {"two_sixes": True, "exactly_two": False}),
    "fumble_needs": ("P-Q3", fumble_needs, {"all_ones": True, "two_ones": False}),
    "reroll_fumble": ("P-Q4", reroll_fumble, {True: True, False: False}),
    "lucky_on_reroll": ("P-Q4", lucky_on_reroll, {True: True, False: False}),
    "assist_rolls": ("P-Q5", assist_rolls, {"extra": 11, "instead": 9}),
    "assist_in_battle": ("P-Q6", assist_in_battle, {True: True, False: "P-Q6"}),
    "dominance_modified": ("P-Q8", dominance_modified, {True: 7, False: 5}),
    "initiative_each_round": ("P-Q9", initiative_each_round, {True: ("INITIATIVE", 0), False: ("ACTION", 0)}),
    "expand_cast": ("P-Q10", expand_cast, {"one": 1, "per_target": 2}),
    "expand_self_effects": ("P-Q11", expand_self_effects, {"per_target": 2, "once": 1}),
    "forced_results": (
        "P-Q12",
        forced_results,
        {
            "cancel": (False, True, False),
            "attacker_first": (True, True, False),
            "not_applied": (False, False, True),
        },
    ),
    "battle_reroll": (
        "P-Q13",
        battle_reroll,
        {"any_result": (True, True), "failed_attack": ("P-Q13", "P-Q13")},
    ),
    "reroll_keeps_third_die": ("P-Q14", reroll_keeps_third_die, {True: 3, False: 2}),
    "boost_same_effect": (
        "P-Q17",
        boost_same_effect,
        {True: (True, True, True), False: ("P-Q17", "P-Q17", True)},
    ),
    "isolation_blocks_self": ("P-Q18", isolation_blocks_self, {False: True, True: "P-Q18"}),
    "chain_combo_emotion": ("P-Q19", chain_combo_emotion, {"ally": (2,), "target": (0,)}),
    "full_bless_track": ("P-Q22", full_bless_track, {"overwrite": 1, "lose": 0}),
    "full_curse_track_instant": (
        "P-Q23",
        full_curse_track_instant,
        {
            "knockdown": ((True, 0), (True, 0), (True, 0)),
            "no_knockdown": ((False, 1), (False, 1), (True, 0)),
        },
    ),
    "first_activation_copies": ("P-Q30", first_activation_copies, {"all": (0, 0), "one": (2, 2)}),
    "thorns_on_special": ("P-Q31", thorns_on_special, {True: [2, 1], False: [1, 1]}),
    "incapacity_bars_counter": ("P-Q32", incapacity_bars_counter, {True: "P-Q32", False: True}),
    "confusion_can_hit_self": ("P-Q33", confusion_can_hit_self, {False: {1, 2}, True: {0, 1, 2}}),
    "counter_timing": ("P-Q34", counter_timing, {"after_effects": 1, "before_effects": 0}),
    "chain_on_chain": ("P-Q35", chain_on_chain, {True: [MIO, REN], False: [MIO]}),
    "cover_again": ("P-Q36", cover_again, {False: "P-Q36", True: True}),
    "lowest_value": ("P-Q39", lowest_value, {"none": 6, "zero": 3}),
    "chooser": ("P-Q41", chooser, {"player": {2}, "random": {1, 2}}),
    "chain_timing": ("P-Q42", chain_timing, {"after_effects": 1, "before_effects": 0}),
    "answer_order": (
        "P-Q42",
        answer_order,
        {"free": (True, True), "counter_first": (False, True), "chain_first": (True, False)},
    ),
    "steal_with_expand": ("P-Q43", steal_with_expand, {"each_target": (True, 1), "one_target": ("P-Q43", 3)}),
    "cover_counter": ("P-Q44", cover_counter, {"covered": [MIO], "coverer": [REN], "both": [MIO, REN]}),
    "cover_chain": ("P-Q44", cover_chain, {"first_target": [2], "coverer": [3]}),
    "cover_reflection": ("P-Q45", cover_reflection, {False: 0, True: 1}),
    "resonance_answers": ("P-Q46", resonance_answers, {"attacks": [1, 1], "blesses_too": [1, 2]}),
    "support_emotion": ("P-Q51", support_emotion, {"any_target": [0, 0], "first_target": "P-12.5"}),
    "spent_activation": ("P-Q52", spent_activation, {"counts": [], "waits": ["berserk"]}),
    "kept_roll": ("P-Q47", kept_roll, {"roller": (True, 9), "lucky": ("P-Q47", 6)}),
}
ELSEWHERE = frozenset({"assist_after_roll", "factor_in_climax"})
"""Switches of the check alone: when help is promised (P-Q6), Factors in the prevention scene (P-Q7)."""


UNTOLD = {
    # a story of assists cannot be told without them, nor one of an order where the times differ
    ("assist_rolls", "assist_in_battle"),
    ("answer_order", "counter_timing"),
    ("answer_order", "chain_timing"),
    # told of a Chain Combo, or of the wait for one, after the effects
    ("chain_combo_emotion", "chain_timing"),
    ("chain_on_chain", "chain_timing"),
    ("incapacity_bars_counter", "chain_timing"),
    # a Lucky below another value takes three dice that count, twice
    ("kept_roll", "third_die"),
    ("kept_roll", "forced_results"),
    ("kept_roll", "battle_reroll"),
    ("kept_roll", "reroll_keeps_third_die"),
}
"""Stories that another switch makes impossible."""
WITHOUT_LUCKY = ("lucky_needs", "lucky_on_reroll")
"""Stories about Lucky go otherwise where Lucky and Fumble do not count in battle (P-Q12)."""


@every("switch", STORIES)
def test_a_house_rule_changes_nothing_else(switch):
    """The story of one switch goes the same way whatever the others say."""
    _, story, results = STORIES[switch]
    usual = next(iter(results.values()))
    for other, possible_answers in Rulings.choices().items():
        for answer in possible_answers[1:] if other != switch else ():
            if (switch, other) in UNTOLD:
                continue
            if switch in WITHOUT_LUCKY and answer == "not_applied":
                assert story(**{other: answer}) is False
            else:
                assert story(**{other: answer}) == usual, (other, answer)


# --- more about some of them ------------------------------------------------------------------------------------------


def own_bless(guards, **house):
    """An attack on two who guard with these dice; how many copies of a bless of strength 4 come of it?"""
    table = Table(pc(mana=1, recipe="Cast Up"), foe(), foe(), **{"seed": "even", **house}).begin()
    table.do("attack", [1, 2])
    table.do("cast", False, [5, 4])
    if house.get("expand_cast") == "per_target":
        again = table.battle.attack.exchanges[0]
        exchanges = tuple(replace(each, cast=again.cast) for each in table.battle.attack.exchanges)
        table.state = replace(table.battle, attacks=(replace(table.battle.attack, exchanges=exchanges),))
    table.do("roll", [], [[1, guards[0]], [2, guards[1]]])
    table.do("accept")
    table.do("effects", [["self_bless", "cast_up"]])
    return table[0].copies("cast_up")


@every("guards", [([1, 2], [4, 5]), ([4, 5], [1, 2]), ([1, 2], [1, 2])])
def test_once_in_all_goes_by_the_best_degree(guards):
    """P-Q11: whichever target it is; under this reference's ruling each degree counts by itself."""
    assert own_bless(guards, expand_self_effects="once") == 1
    assert own_bless(guards) == guards.count([1, 2])


def test_each_target_its_own_cast_check_and_reroll():
    """P-Q10: the other way round."""
    table = Table(pc(mana=3), foe(), foe(), expand_cast="per_target").begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [1, 2]], [1, [3, 4]], [2, [3, 4]]])
    for number in (0, 1):
        table.do("reroll", number, "cast", [5, 6])
    table.refused("P-6.5", "reroll", 1, "cast")
    assert table[0].mana == 0


def test_puncture_leaves_copy_by_copy_with_cover_too():
    """P-Q30: the ally's check uses one, the coverer's another."""
    table = Table(pc("Puncture 2"), pc("Puncture 2", mana=1), foe(dominance=20), first_activation_copies="one").begin()
    table.swing(0, 3)
    table.do("cover", REN, 0)
    table.do("accept")
    assert (curses(table[0]), curses(table[1])) == (["puncture"], ["puncture"])


def test_one_copy_at_a_time_makes_the_curse_last():
    """P-Q30: two Berserks are two activations."""
    table = Table(pc("Berserk 2"), foe(), first_activation_copies="one").begin()
    for _ in range(2):
        table.refused("P-17.15a", "pass")
        table.miss(1)
        table.skip()
        table.order()
    table.skip()


def test_a_counter_before_the_effects_may_prevent_them():
    """P-Q34: whoever is knocked down by it applies nothing any more; whoever stands up does."""
    for answer, damage in (("fall", 0), ("last_stand", 1)):
        table = Table(pc(mana=9), foe(dominance=20, damage=6, mana=1), counter_timing="before_effects").begin()
        table.swing(0, 3)
        table.do("accept")
        assert legal_actions(table.battle, table.rulings)["counter"] is None
        table.do("counter", 0)
        table.roll(0)
        table.do("accept")
        table.do("effects", [["deal_damage"]])
        table.do(answer, 1)
        if answer == "last_stand":
            assert table.stage is Stage.EFFECTS
            table.do("effects", [["deal_damage"]])
        assert table[0].damage == damage
        assert (table.battle.round, table.stage) == (2, Stage.INITIATIVE), "both have acted"


def test_a_counter_before_the_effects_cannot_come_after_them():
    """P-Q34."""
    table = Table(pc(mana=9), pc(mana=9), foe(mana=9), foe(), counter_timing="before_effects").begin()
    table.hit(2)
    table.refused("P-Q34", "counter", 2)
    table.do("chain", 1, 2)


def test_a_chain_combo_before_the_effects_may_fell_the_target_first():
    """P-Q42: what the first attack would do to the fallen comes to nothing; what it does for the attacker stays."""
    for effect, told in ((["deal_damage"], "P-14.5"), (["self_bless", "cast_up"], "P-T4.3")):
        mio = pc(cast=9, recipe="Cast Up")
        table = Table(mio, pc(mana=1), foe(damage=6), foe(), chain_timing="before_effects").begin()
        table.swing(2, 5)
        table.do("accept")
        table.do("chain", REN, 2)
        table.roll(0)
        table.do("accept")
        table.do("effects", [["deal_damage"]])
        table.do("fall", 2)
        assert table.stage is Stage.EFFECTS
        assert told in rules_of(table.do("effects", [effect]))
        assert (table[2].down, table[0].copies("cast_up")) == (True, int(effect[0] == "self_bless"))


def test_a_chain_combo_before_the_effects_cannot_come_after_them():
    """P-Q42."""
    table = Table(pc(mana=9), pc(mana=9), foe(mana=9), chain_timing="before_effects").begin()
    table.hit(2)
    table.refused("P-Q42", "chain", 1, 2)
    table.do("counter", 2)


def test_whoever_lets_their_moment_pass_has_missed_it():
    """P-Q42: the refusal names the ruling; others of one's own side may still do the same."""
    fighters = (pc(mana=9), pc(mana=9), pc(mana=9), foe(mana=9), foe(mana=9))
    table = Table(*fighters, answer_order="counter_first").begin()
    table.hit(3)
    table.do("chain", REN, 3)
    table.roll(-1)
    table.do("accept")
    table.refused("P-Q42", "counter", 3)
    table.do("chain", SAE, 3)
    table = Table(*fighters, answer_order="chain_first").begin()
    table.do("attack", [3, 4])
    table.do("roll", [], [[0, [5, 6]], [3, [1, 2]], [4, [1, 2]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.do("counter", 3)
    table.roll(-1)
    table.do("accept")
    table.refused("P-Q42", "chain", REN, 4)
    table.do("counter", 4)


def test_where_the_times_differ_the_order_closes_nothing():
    """P-Q42: a Counter before the effects leaves the Chain Combo after them open."""
    table = Table(pc(), pc(mana=1), foe(mana=1), counter_timing="before_effects", answer_order="chain_first").begin()
    table.swing(2, 3)
    table.do("accept")
    table.do("counter", 2)
    table.roll(-1)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.do("chain", REN, 2)


def test_a_steal_that_reaches_one_target_is_no_steal_from_several():
    """P-Q43: the other target's degree is too low."""
    table = Table(pc(mana=1, damage=1, recipe="Life Steal"), foe(), foe(guard=9), steal_with_expand="one_target")
    table.begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [5, 6]], [1, [1, 2]], [2, [1, 2]]])
    table.do("accept")
    table.do("effects", [["inflict_curse", "life_steal"]])
    assert table.damage(0, 1, 2) == [0, 1, 0]


def test_whoever_guards_well_is_not_covered_again():
    """P-Q36: the guard check of the coverer must have failed too, and nobody steps in twice."""
    table = Table(pc(mana=9), pc(mana=9), pc(mana=9, emotions=(0, 1)), foe(dominance=20), cover_again=True).begin()
    table.swing(MIO, 3)
    before = table.battle
    table.do("cover", REN, 0, False, False, [5, 6])
    table.refused("P-Q36", "cover", SAE, 0)
    table.state = before
    table.do("cover", REN, 0, False, False, [1, 2])
    table.refused("P-16.1", "cover", MIO, 0)
    table.do("cover", SAE, 0, True, False, [1, 2])
    assert table[SAE].emotions == (0,), "it was one towards Ren, who would have been hit"
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table.damage(MIO, REN, SAE) == [0, 0, 1]


def test_the_coverer_guards_with_all_that_helps_a_guard_check():
    """P-Q45: third die, reroll and assist; and Puncture is used up."""
    ren = pc("Puncture", mana=2, preparations=1)
    table = Table(pc(), ren, pc(mana=1), foe(dominance=20)).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, True, [1, 1, 2])
    table.do("reroll", 0, "guard", [1, 2, 2])
    table.do("assist", SAE, 0, "guard", False, [2, 2, 2])
    assert table.battle.attack.exchanges[0].guard.roll.total == 6
    table.do("accept")
    assert (table[REN].preparations, table[REN].mana, curses(table[REN])) == (0, 0, [])


def test_a_puncture_silences_the_reflection_of_a_coverer():
    """P-Q45: that guard check fails whatever the dice show."""
    table = Table(pc(), pc("Reflection, Puncture", mana=1), foe(dominance=20), cover_reflection=True).begin()
    table.swing(MIO, 3)
    table.do("cover", REN, 0, False, False, [5, 6])
    table.do("accept")
    assert table[2].damage == 0


@every(("answer", "expected"), [("attacks", [1, 0]), ("blesses_too", [1, 1])])
def test_resonance_and_reflection(answer, expected):
    """P-Q46: Mio misses, the Soloist's Reflection strikes back, and Mio has Resonance."""
    table = Table(pc("Resonance"), foe("Reflection"), resonance_answers=answer).begin()
    table.miss(1)
    assert table.damage(0, 1) == expected


def test_resonance_sends_to_and_fro_until_one_runs_out():
    """P-Q46: two copies against one: a point for a point, and the last answer is the longer supply's."""
    for answer, expected in (("attacks", [1, 1]), ("blesses_too", [2, 2])):
        table = Table(pc("Resonance"), foe("Resonance 2"), resonance_answers=answer).begin()
        table.hit(1)
        assert table.damage(0, 1) == expected


def test_resonance_answers_the_blow_that_fells_its_holder():
    """P-Q46: point for point, although no slot was free."""
    table = Table(pc(mana=1), foe("Resonance 2", damage=6)).begin()
    table.hit(1, ["deal_damage"], ["deal_damage"])
    assert (table[0].damage, table[1].down) == (2, True)


def test_a_defender_may_prefer_the_higher_value_too():
    """P-Q47: both Lucky would compare values, so the better of the two is the defender's to judge."""
    table = Table(pc(cast=3), foe(mana=1, preparations=1)).begin()
    table.do("attack", [1])
    table.do("roll", [1], [[0, [6, 6]], [1, [6, 6, 1]]])
    table.do("reroll", 0, "guard", [6, 5, 5])
    assert table.battle.attack.exchanges[0].guard.higher.total == 16
    table.do("accept", [[0, "guard"]])
    assert table.battle.attack.exchanges[0].degree == -1
    assert not table.battle.attack.exchanges[0].missed, "Lucky against no Lucky"


def test_there_is_no_higher_value_to_choose_without_lucky():
    """P-Q47: otherwise the higher of two values is kept anyway (P-6.3)."""
    table = Table(pc(mana=1), foe()).begin()
    table.swing(1, 0)
    table.refused("P-Q47", "accept", [[0, "cast"]])
    table.do("reroll", 0, "cast", [5, 6])
    table.refused("P-Q47", "accept", [[0, "cast"]])


def test_a_value_as_high_as_a_lucky_one_is_no_choice():
    """P-Q47: 6, 6 and 4 are 16 and Lucky; 6, 5 and 5 are 16."""
    table = Table(pc(mana=1, preparations=1), foe()).begin()
    table.do("attack", [1])
    table.do("roll", [0], [[0, [6, 6, 4]], [1, [3, 4]]])
    table.do("reroll", 0, "cast", [6, 5, 5])
    table.refused("P-Q47", "accept", [[0, "cast"]])


def test_the_coverer_has_dice_of_its_own():
    """P-Q47, P-16.6: what the ally could have chosen is gone with the ally's guard check."""
    table = Table(pc(mana=1, preparations=1), pc(mana=1), foe("Cast Up 6", cast=9, dominance=20)).begin()
    table.do("attack", [MIO])
    table.do("roll", [MIO], [[2, [6, 6]], [MIO, [6, 6, 1]]])
    table.do("reroll", 0, "guard", [6, 5, 5])
    assert table.battle.attack.exchanges[0].guard.higher.total == 16
    table.do("cover", REN, 0, False, False, [1, 2])
    table.refused("P-Q47", "accept", [[0, "guard"]])


def test_one_cast_for_all_takes_its_higher_value_for_all():
    """P-Q47, P-Q10."""
    table = Table(pc(mana=2, preparations=1), foe(), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [0], [[0, [6, 6, 1]], [1, [3, 4]], [2, [1, 3]]])
    table.do("reroll", 0, "cast", [6, 5, 5])
    table.do("accept", [[0, "cast"]])
    assert [exchange.degree for exchange in table.battle.attack.exchanges] == [9, 12]


def test_thorns_hurt_while_a_copy_is_left():
    """P-Q31, P-17.6c: only the action that takes the last one is free."""
    for copies, damage in ((1, 0), (2, 1)):
        table = Table(pc(f"Thorns {copies}", mana=1), foe()).begin()
        table.do("support", [0], [["lift_curse", "thorns"]])
        assert table[0].damage == damage


def test_initiative_once_keeps_its_order():
    """P-Q9: whatever conditions come later; who has left is passed over."""
    table = Table(pc(), pc(), foe(dominance=20, recipe="Speed Down"), initiative_each_round=False).begin()
    order = table.battle.order
    table.hit(0, ["inflict_curse", "speed_down"])
    table.skip()
    table.do("retreat")
    assert (table.battle.round, table.battle.order, table.active) == (2, order, 2)
    table.skip()
    table.skip()
    assert table.battle.round == 3


def test_chance_may_choose_between_attack_and_support_under_charm():
    """P-Q41: which of the two, and on whom; the other one is closed."""
    seen = set()
    for seed in range(60):
        table = Table(pc("Charm", mana=1), pc(), pc(), foe(damage=1), foe(damage=1), seed=str(seed), chooser="random")
        table.begin()
        open_now = [name for name, problem in legal_actions(table.battle, table.rulings).items() if not problem]
        (action,) = open_now
        if action == "attack":
            table.refused("P-Q41", "support", [3], [["heal_damage"]])
            told = table.do("attack", [])
            seen.add(("attack", table.battle.attack.exchanges[0].target))
        else:
            table.refused("P-Q41", "attack", [1])
            told = table.do("support", [], [["heal_damage"]])
            seen.add(("support", next(who for who in (3, 4) if table[who].damage == 0)))
        assert "P-Q41" in rules_of(told)
    assert seen == {("attack", 1), ("attack", 2), ("support", 3), ("support", 4)}


def test_chance_does_not_choose_what_is_not_possible():
    """P-Q41: without an ally, or without anything to pay with, there is nothing to draw."""
    table = Table(pc("Charm", mana=1), foe(damage=1), chooser="random").begin()
    table.do("support", [], [["heal_damage"]])
    assert table[1].damage == 0
    table = Table(pc("Charm"), pc(), foe(), chooser="random").begin()
    table.do("attack", [])
    assert table.battle.attack.exchanges[0].target == 1
    for seed in range(10):
        table = Table(pc("Charm", emotions=(2,)), foe(damage=1), foe(damage=1), chooser="random", seed=str(seed))
        table.begin()
        table.do("support", [], [["heal_damage"]], True)
        assert table.damage(1, 2) == [1, 0], "the emotion is one towards the Alto"


def test_rage_of_another_still_counts_for_chance():
    """P-Q25, P-Q33: oneself is drawn only if the other curses leave oneself."""
    enraged = replace(pc(), curses=(Curse("confusion"), Curse("rage", 2)))
    for seed in range(10):
        table = Table(enraged, pc(), foe(), seed=str(seed), confusion_can_hit_self=True).begin()
        table.do("attack", [])
        assert table.battle.attack.exchanges[0].target == 2


def test_hitting_oneself():
    """P-Q33: one rolls both checks, one's own Reflection and Puncture included; it is no enemy's damage."""


class TestStories(ToldUnderEachAnswer):
    """Every switch has its story."""

    system, stepper, stories = "prophecy", "prophecy.battle", STORIES
    elsewhere = ELSEWHERE

    for seed in range(40):
        table = Table(pc("Confusion, Resonance"), foe(), seed=str(seed), confusion_can_hit_self=True).begin()
        table.do("attack", [])
        if table.battle.attack.exchanges[0].target == 0:
            break
    table.do("cast", False, [5, 6])
    table.do("roll", [], [[0, [1, 2]]])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert (table.damage(), table[0].blesses) == ([1, 0], ("resonance",))
