"""Combats played at random: nobody is stuck, every card stays in the game, nothing but a refusal ever happens."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_py.avatar.game import GAME, apply
from rules_py.avatar.model import Phase, Stage, declaring
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions, encode_actions
from tests.junk import anything
from tests.rows import every

from .table import Table, conserved, duel, played_at_random, step

house = st.fixed_dictionaries({name: st.sampled_from(answers) for name, answers in Rulings.choices().items()})
calm = settings(max_examples=25, derandomize=True, suppress_health_check=list(HealthCheck))


@calm
@given(st.randoms(use_true_random=False), house)
def test_whatever_is_played_all_cards_stay_and_somebody_can_go_on(random, rulings):
    """A-Q1, A-Q24, under every house rule; the same actions lead to the same state."""
    table = played_at_random(random, steps=60, **rulings)
    state = GAME.start(table.rulings)
    for action in decode_actions(encode_actions(table.actions)):
        state, _ = apply(state, action, table.rulings, table.seed)
    assert state == table.state


@every("seed", range(8))
def test_long_combats_of_two_to_five(seed):
    """With reshuffles, first strikes, flights and house rules."""
    random = Random(seed)
    rulings = {name: random.choice(answers) for name, answers in Rulings.choices().items()}
    table = played_at_random(random, steps=250, **rulings)
    assert table.state.round > 1 or table.state.phase is Phase.OVER


@every("seed", range(12))
def test_clashes_played_at_random(seed):
    """Two who attack each other with the same number, over and over, with helpers and in decisive battles."""
    random = Random(seed)
    table = Table(seed=f"s{seed}", clash_help=random.choice(["ends", "reopens"]))
    table("set", 1, seed % 2 == 0)
    for name, side, suit, power in (("Io", "pc", "S", 2), ("Ra", "enemy", "H", seed % 3 + 1), ("Mu", "pc", "D", 2)):
        table.add(name, side, suit, ep=9000, power=power, hand=6)
    table("begin", "")
    clashed = 0
    for _ in range(200):
        stage = table.state.stage
        if table.state.phase is Phase.OVER:
            break
        fighters = table.state.fighters
        if stage is Stage.CHOOSE and all(fighter.hand and fighter.there for fighter in fighters[:2]):
            ranks = [{card.rank: card.code for card in fighter.hand if not card.joker} for fighter in fighters[:2]]
            both = sorted(set(ranks[0]) & set(ranks[1]))
            if both:
                chosen = [[who, ranks[who][both[0]]] for who in (0, 1)]
                others = [[2, c.code] for c in fighters[2].hand if not c.joker][:1] if fighters[2].there else []
                table("choose", chosen + others)
                continue
        if stage is Stage.DECLARE:
            who = next(w for w in table.state.there if fighters[w].act is None and [w] == declaring(table.state))
            target = 1 - who if who < 2 else 1
            if fighters[target].there:
                table("declare", "attack", target)
                continue
        step(table, random)
        clashed += table.state.stage in (Stage.CLASH, Stage.HELP)
    assert clashed or table.state.phase is Phase.OVER


@settings(max_examples=150, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(anything("attack", "S9", "zero", "X", "H3 S2"), max_size=5), st.data())
def test_junk_is_refused_and_breaks_nothing(arguments, data):
    table = duel("S9 S2 X", "H8 H3", decisive=True)
    if data.draw(st.booleans()):
        table.choose(Io="S9", Ra="H8")
    name = data.draw(
        st.sampled_from(["add", "choose", "declare", "release", "react", "drawn", "deal", "discard", "set"])
    )
    try:
        state, _ = apply(table.state, [name, *arguments], table.rulings, "x")
    except InputError as error:
        refusal = error
    else:
        conserved(state, table.rulings)
        return
    assert refusal.message("ja").endswith("。")
