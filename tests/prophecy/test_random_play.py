"""Battles played by chance, legal and illegal steps mixed: nothing breaks, and what must always hold holds."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.game import Event
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import same
from rules_py.prophecy import Battle, Stage, apply, attack_targets, legal_actions, support_targets
from rules_py.prophecy.attacks import ATTACK_EFFECTS, SUPPORT_EFFECTS
from rules_py.prophecy.characters import SLOTS, Curse, Fighter
from rules_py.prophecy.conditions import BLESSES, CONDITIONS, CURSES
from rules_py.prophecy.game.legal import answers
from rules_py.prophecy.rulings import Rulings
from tests.rows import every

SEED = "lantern"
LONG = 220
STAYING = {
    kind: [i for i in group if CONDITIONS[i].ends != "at_once"] for kind, group in (("c", CURSES), ("b", BLESSES))
}
"""What can stand on a sheet."""
houses = st.builds(Rulings, **{name: st.sampled_from(answers_) for name, answers_ in Rulings.choices().items()})


def four_against_four(random: Random) -> Battle:
    """A battle in which everybody can do everything and carries something."""
    fighters = []
    for number in range(8):
        fighters.append(
            Fighter(
                same(f"F{number}"),
                enemy=number >= 4,
                cast=random.randrange(2, 9),
                guard=random.randrange(2, 9),
                dominance=random.randrange(4, 11),
                mana=random.randrange(0, 20),
                preparations=random.randrange(4),
                emotions=tuple(random.randrange(8) for _ in range(3)),
                recipe=tuple(random.sample(list(CONDITIONS), 12)),
                damage=random.randrange(4),
                curses=tuple(
                    Curse(random.choice(STAYING["c"]), random.randrange(8)) for _ in range(random.randrange(5))
                ),
                blesses=tuple(random.choice(STAYING["b"]) for _ in range(random.randrange(6))),
            )
        )
    fighters = [replace(f, emotions=tuple(x for x in f.emotions if x != i)) for i, f in enumerate(fighters)]
    return apply(Battle(tuple(fighters)), ["begin"], Rulings(), SEED)[0]


def any_effect(random: Random, names: tuple[str, ...]) -> list[str]:
    return [random.choice(names), *(random.choice([*CONDITIONS, ""]) for _ in range(3))]


def wish(battle: Battle, random: Random, rulings: Rulings) -> list[Any]:
    """Something that somebody at the table might try now."""
    who = random.randrange(8)
    if random.random() < 0.05:
        return ["charge", who]
    if battle.fallen:
        return [random.choice(("last_stand", "fall")), random.choice((who, battle.fallen[0]))]
    if battle.stage is Stage.INITIATIVE:
        ties = [[who, random.randrange(8)] for who in random.sample(range(8), random.randrange(9))]
        return ["initiative", [] if random.random() < 0.5 else [[0, random.randrange(2, 13)]], ties]
    if battle.stage is Stage.ACTION:
        name = random.choice(("attack", "attack", "attack", "support", "support", "pass"))
        if name == "attack":
            targets = list(attack_targets(battle, battle.active, rulings)) or [who]
            return ["attack", random.sample(targets, min(len(targets), random.choice((1, 1, 2))))]
        if name == "support":
            targets = list(support_targets(battle, battle.active, rulings)) or [who]
            effects = [any_effect(random, SUPPORT_EFFECTS) for _ in range(random.choice((1, 1, 2)))]
            chosen = random.sample(targets, min(len(targets), random.choice((1, 1, 2))))
            return ["support", chosen, effects, random.random() < 0.3]
        return [name if random.random() < 0.9 else "retreat"] if random.random() < 0.3 else ["attack", [who]]
    if battle.stage is Stage.DICE:
        if random.random() < 0.2:
            return ["cast", random.random() < 0.3]
        rolling = [battle.attack.attacker, *(exchange.target for exchange in battle.attack.exchanges), who]
        return ["roll", [random.choice(rolling)] if random.random() < 0.4 else []]
    if battle.stage is Stage.RESULT:
        number = random.randrange(len(battle.attack.exchanges))
        return random.choice(
            (
                ["accept"],
                ["accept"],
                ["reroll", number, random.choice(("cast", "guard"))],
                ["assist", who, number, random.choice(("cast", "guard")), random.random() < 0.5],
                ["cover", who, number, random.random() < 0.5, random.random() < 0.2],
            )
        )
    if battle.stage is Stage.EFFECTS:
        early = answers(battle, rulings)
        if early and random.random() < 0.5:
            return list(early[0][:2])
        simple = ["deal_damage", "", "", ""]
        return [
            "effects",
            [random.choice((simple, any_effect(random, ATTACK_EFFECTS))) for _ in range(random.choice((1, 2)))],
        ]
    if battle.stage is Stage.AFTER:
        open_now = answers(battle, rulings)
        if open_now and random.random() < 0.7:
            name, actor, target = random.choice(open_now)
            more = [who] if random.random() < 0.2 else []
            return [name, actor, more] if name == "counter" else [name, actor, target, random.random() < 0.5, more]
        return ["done"]
    return ["end"]


def must_hold(battle: Battle) -> None:
    for fighter in battle.fighters:
        assert 0 <= fighter.damage <= SLOTS
        assert len(fighter.curses) <= SLOTS
        assert len(fighter.blesses) <= SLOTS
        assert 0 <= fighter.mana <= fighter.most_mana
        assert fighter.preparations >= 0
        assert all(CONDITIONS[kind].ends != "at_once" for kind in fighter.conditions)
    if battle.stage is Stage.ACTION and not battle.fallen:
        assert battle.fighters[battle.active].fighting
        assert not battle.fighters[battle.active].acted
        assert not battle.attacks
    if battle.attacks:
        assert battle.stage in (Stage.DICE, Stage.RESULT, Stage.EFFECTS, Stage.AFTER)


def play(seed: int, rulings: Rulings, steps: int) -> Iterator[tuple[Battle, list[Any], list[Event], Battle]]:
    """Play on until so many steps are done or the battle is over: each state, what was done, what happened, what came.

    What is refused is refused in both languages.
    """
    random = Random(seed)
    battle = four_against_four(random)
    done = tried = 0
    messages: list[tuple[str, str]] = []
    while done < steps and battle.stage is not Stage.OVER:
        action = wish(battle, random, rulings)
        tried += 1
        assert tried < 60 * steps, "nothing goes on"
        try:
            after, log = apply(battle, action, rulings, SEED)
        except InputError as error:
            messages.append((error.message("en"), error.message("ja")))
            continue
        yield battle, action, log, after
        battle = after
        done += 1
    assert all(english and japanese for english, japanese in messages)


@hypothesis_settings(max_examples=20, derandomize=True)
@given(seed=st.integers(0, 10**9), rulings=houses)
def test_a_battle_of_hundreds_of_steps_never_breaks(seed: int, rulings: Rulings) -> None:
    """Tracks stay within six, mana within its bounds; a link brings each state back as it was.

    So neither what is done nor what is refused changes a state that has been before.
    """
    states, actions = [], []
    for _, action, log, after in play(seed, rulings, LONG):
        must_hold(after)
        for event in log:
            assert event.text.en
            assert event.text.ja
        actions.append(action)
        states.append(after)
    assert len(actions) == LONG or states[-1].stage is Stage.OVER
    again = four_against_four(Random(seed))
    for action, state in zip(decode_actions(encode_actions(actions)), states, strict=True):
        again, _ = apply(again, action, rulings, SEED)
        assert again == state


@hypothesis_settings(max_examples=10, derandomize=True)
@given(seed=st.integers(0, 10**9))
def test_nothing_comes_from_nowhere(seed: int) -> None:
    """P-Q27: mana is gained by Charge and Mana Steal only; damage is healed by Support and Life Steal only."""
    for before, action, log, after in play(seed, Rulings(), LONG):
        rules = {rule for event in log for rule in event.rules}
        for then, now in zip(before.fighters, after.fighters, strict=True):
            assert now.mana <= then.mana or rules & {"P-18.5a", "P-17.23b"}
            assert now.damage >= then.damage or rules & {"P-13.1", "P-17.22b"}
            assert now.preparations <= then.preparations
            assert len(now.emotions) <= len(then.emotions)
            assert not then.down or now.down or action[0] == "last_stand"
            assert not then.gone or now.gone
        assert after.round in (before.round, before.round + 1)
        assert after.dice >= before.dice


@every("seed", range(8))
def test_somebody_can_always_do_something(seed: int) -> None:
    """Whatever curses forbid, a battle never hangs: one of the round actions is open."""
    random = Random(seed)
    battle = four_against_four(random)
    steps = 0
    for _ in range(900):
        if battle.stage is Stage.OVER:
            break
        if battle.stage is Stage.ACTION and not battle.fallen:
            found = legal_actions(battle)
            assert any(problem is None for problem in found.values()), found
        try:
            battle, _ = apply(battle, wish(battle, random, Rulings()), Rulings(), SEED)
            steps += 1
        except InputError:
            continue
    assert steps > 100 or battle.stage is Stage.OVER
