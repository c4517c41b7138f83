"""Simulated fights against the same fights counted step by step, every way they can go."""

from functools import cache

from rules_py.exorcist import Damage, Incoming, Rulings, hit_chance
from rules_py.exorcist.fights import LAST_TURN, Troop, simulate
from tests.rows import every

PARTY = Troop((2, 1), 3, 2, 1, Damage(1, 3))
ENEMIES = Troop((1, 2), 2, 1, 0, Damage(1, 3))


@cache
def hits_by(dice, damage, spent, rulings):
    return float(hit_chance(Incoming(dice, damage), spent, rulings))


def attack(cases, side, number, troops, refill, rulings):
    """All cases after somebody's attack, or unchanged if it is down or the fight is over."""
    after = {}

    def add(case, chance):
        after[case] = after.get(case, 0.0) + chance

    for case, chance in cases.items():
        points, pools, fallen = case
        mine, theirs = points[side], points[1 - side]
        if mine[number] <= 0 or max(theirs) <= 0:
            add(case, chance)
            continue
        if refill:
            own = (*pools[side][:number], troops[side].evade_dice, *pools[side][number + 1 :])
            pools = (own, pools[1]) if side == 0 else (pools[0], own)
        standing = [n for n, left in enumerate(theirs) if left > 0]
        aims = standing if side else [min(standing, key=lambda n: theirs[n])]
        dice = troops[side].dice[number]
        succeeds = hits_by(dice, troops[side].damage, 0, rulings)
        add((points, pools, fallen), chance * (1 - succeeds))
        for aim in aims:
            spent = -(-pools[1 - side][aim] // 2)
            hits = hits_by(dice, troops[side].damage, spent, rulings)
            left = tuple(pool - spent * (n == aim) for n, pool in enumerate(pools[1 - side]))
            pools_then = (pools[0], left) if side == 0 else (left, pools[1])
            add((points, pools_then, fallen), chance * (succeeds - hits) / len(aims))
            damage = troops[side].damage
            for roll in range(1, damage.faces + 1):
                lost = max(0, roll - troops[1 - side].reduction)
                hurt = tuple(value - lost * (n == aim) for n, value in enumerate(theirs))
                then = (mine, hurt) if side == 0 else (hurt, mine)
                down = fallen or (side == 1 and hurt[aim] <= 0)
                add((then, pools_then, down), chance * hits / len(aims) / damage.faces)
    return after


def counted(party, enemies, rulings):
    """Mean length, the chance that a PC goes down, the chance that the party wins."""
    troops = party, enemies
    full = tuple((troop.evade_dice,) * len(troop.dice) for troop in troops)
    cases = {(tuple((troop.points,) * len(troop.dice) for troop in troops), full, False): 1.0}
    turns = danger = wins = 0.0
    for turn in range(1, LAST_TURN + 1):
        if rulings.evade_refill == "turn":
            merged = {}
            for (points, _, fallen), chance in cases.items():
                merged[points, full, fallen] = merged.get((points, full, fallen), 0.0) + chance
            cases = merged
        for side, number in [(0, n) for n in range(len(party.dice))] + [(1, n) for n in range(len(enemies.dice))]:
            cases = attack(cases, side, number, troops, rulings.evade_refill == "activation", rulings)
        open_cases = {}
        for case, chance in cases.items():
            (mine, theirs), _, fallen = case
            if turn < LAST_TURN and max(mine) > 0 and max(theirs) > 0:
                open_cases[case] = chance
                continue
            turns += turn * chance
            danger += fallen * chance
            wins += (max(theirs) <= 0) * chance
        cases = open_cases
    return turns, danger, wins


@every(
    ("refill", "needs"),
    [("activation", "one"), ("activation", "attack_successes"), ("turn", "one"), ("combat", "attack_successes")],
)
def test_a_simulation_finds_what_counting_finds(refill, needs):
    """E-8.5, E-Q7, E-Q8: within three standard errors; the seed is fixed, so it always is."""
    rulings = Rulings(evade_refill=refill, evasion_needs=needs)
    found = simulate(PARTY, ENEMIES, 2500, rulings=rulings)
    for estimate, true in zip((found.turns, found.danger, found.wins), counted(PARTY, ENEMIES, rulings), strict=True):
        assert abs(estimate.value - true) < 3 / 1.96 * estimate.error


def test_a_fight_without_end_ends_after_twenty_turns():
    """Nobody can hurt anybody; the party has not won."""
    found = simulate(Troop((0,), 5, 0, 0, Damage(1, 6)), Troop((2,), 5, 0, 0, Damage(0)), 10)
    assert (found.turns.value, found.danger.value, found.wins.value) == (20, 0, 0)
