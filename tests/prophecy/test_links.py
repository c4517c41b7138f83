"""A battle in a link: short enough to send, the same when it comes back, and undone to the very start."""

from random import Random

from rules_py.core.played import decode_actions, encode_actions
from rules_py.prophecy import CONDITIONS, Rulings, Stage, apply, attack_targets, legal_actions, support_targets
from rules_py.prophecy.game.legal import answers, last_stand_problem, reroll_problem
from rules_py.prophecy.widgets.battle import BattleStepper
from tests.junk import refused_or_the_same
from tests.page import ask
from tests.rows import every
from tests.stepper import at_first

from .table import BATTLE, BattlePage

LONGEST = 2_000
"""Characters of a link that a battle of 4 against 4 after ten rounds must not exceed."""
SEED = "lantern"

SETUP = [
    ["add", "Sae", False, [5, 4, 7, 6, 1, 99], "Poison, Armour, Guard Up", ""],
    ["add", "Kei", False, [6, 3, 7, 6, 0, 99], "Trap, Charge, Cast Up", ""],
    ["add", "Alto of the Hollow Choir", True, [6, 4, 9, 6, 0, 99], "Poison, Thorns, Burning", ""],
    ["add", "虚ろの聖歌隊のテノール", True, [5, 5, 6, 6, 0, 99], "怒り、氷結、装甲", ""],
    ["add", "Bass of the Hollow Choir", True, [6, 3, 7, 6, 0, 99], "Guard Down, Weakness", "Speed Up 2"],
    ["emotion", 3, 4],
    ["emotion", 4, 3],
    ["begin"],
]


class Players:
    """People who play on as people do: attack mostly, Support now and then, now and then with something special.

    Args:
        seed: What they decide by.
        typed: Do they type their own dice?
    """

    def __init__(self, seed, typed=False):
        self.random, self.typed = Random(seed), typed
        self.battle, self.actions = at_first(BattleStepper()), []
        for action in SETUP:
            self.do(*action)

    def do(self, *action):
        self.battle, _ = apply(self.battle, list(action), Rulings(), SEED)
        self.actions.append(list(action))

    def dice(self):
        return [self.random.randint(1, 6), self.random.randint(1, 6)]

    def round(self):
        """To the end of the round, or of the battle."""
        number = self.battle.round
        while self.battle.round == number and self.battle.stage is not Stage.OVER:
            self.step()

    def step(self):
        battle, chance = self.battle, self.random.random()
        if battle.fallen:
            who = battle.fallen[0]
            self.do("last_stand" if last_stand_problem(battle, who) is None else "fall", who)
        elif battle.stage is Stage.INITIATIVE:
            pcs = [who for who, f in enumerate(battle.fighters) if f.fighting and not f.enemy]
            self.do("initiative", [[who, sum(self.dice())] for who in pcs] if self.typed else [])
        elif battle.stage is Stage.ACTION:
            self.act(chance)
        elif battle.stage is Stage.DICE:
            self.roll()
        elif battle.stage is Stage.RESULT:
            if chance < 0.15 and reroll_problem(battle, battle.attack.exchanges[0], "cast") is None:
                self.do("reroll", 0, "cast")
            self.do("accept")
        elif battle.stage is Stage.EFFECTS:
            self.apply_effect()
        else:
            found = answers(battle)
            if found and chance < 0.2:
                name, who, target = self.random.choice(found)
                emotion = not battle.fighters[who].mana
                self.do(name, who) if name == "counter" else self.do(name, who, target, emotion)
            else:
                self.do("done")

    def act(self, chance):
        found, who = legal_actions(self.battle), self.battle.active
        if found["support"] is None and self.battle.fighters[who].mana and (chance < 0.2 or found["attack"]):
            hurt = max(support_targets(self.battle, who), key=lambda i: self.battle.fighters[i].damage)
            self.do("support", [hurt], [["heal_damage"]])
        elif found["attack"] is None:
            self.do("attack", [self.random.choice(attack_targets(self.battle, who))])
        else:
            self.do("pass")

    def roll(self):
        attack = self.battle.attack
        rolling = dict.fromkeys([attack.attacker, *(exchange.target for exchange in attack.exchanges)])
        if self.typed:
            self.do("roll", [], [[who, self.dice()] for who in rolling])
        else:
            self.do("roll")

    def apply_effect(self):
        attack = self.battle.attack
        sheet = self.battle.fighters[attack.attacker]
        degree = max(exchange.degree for exchange in attack.exchanges if not exchange.missed)
        reached = [kind for kind in sheet.recipe if CONDITIONS[kind].strength <= degree]
        effects = [["deal_damage"], ["deal_damage"]]
        effects += [["inflict_curse" if CONDITIONS[k].kind == "curse" else "self_bless", k] for k in reached]
        self.do("effects", [self.random.choice(effects)])


@every("typed", [False, True])
@every("seed", range(3))
def test_four_against_four_fit_a_link_after_ten_rounds(seed, typed):
    """With the set-up of five more fighters; and the whole address stays below that, too."""
    players = Players(seed, typed)
    for _ in range(10):
        players.round()
    assert players.battle.round > 10 or players.battle.stage is Stage.OVER
    assert len(players.actions) > 150
    link = encode_actions(players.actions)
    assert len(link) <= LONGEST
    assert decode_actions(link) == players.actions
    answer = ask(BATTLE, {"seed": SEED, "actions": link})
    assert answer["state"] == "ready"
    assert sum(len(name) + len(value) + 17 for name, value in answer["query"].items()) <= LONGEST


def test_a_link_brings_back_the_same_battle():
    """What was played is what is replayed: states, board and log."""
    players = Players(3)
    for _ in range(3):
        players.round()
    again = at_first(BattleStepper())
    for action in decode_actions(encode_actions(players.actions)):
        again, _ = apply(again, action, Rulings(), SEED)
    assert again == players.battle
    link = {"seed": SEED, "actions": encode_actions(players.actions)}
    assert ask(BATTLE, link) == ask(BATTLE, link)
    assert ask(BATTLE, link)["query"] == link


def test_undo_leads_back_to_the_very_start_and_redo_forward_again():
    """Step by step through a whole round; the board is the same on the way back."""
    players = Players(1)
    players.round()
    players.round()
    page = BattlePage(seed=SEED)
    start = page.answer["parts"]["output"]
    page = BattlePage(seed=SEED, actions=encode_actions(players.actions))
    boards = [page.answer["parts"]["output"]]
    while "undo" in page.controls.buttons:
        boards.append(page.pressed("undo").answer["parts"]["output"])
        assert len(boards) <= len(players.actions) + 1
    assert boards[-1] == start
    assert "undo" not in page.controls.buttons
    for board in boards[-2::-1]:
        assert page.pressed("redo").answer["parts"]["output"] == board
    assert "redo" not in page.controls.buttons


def test_a_new_step_after_undo_forgets_what_was_undone():
    page = BattlePage(seed=SEED, actions=encode_actions([["begin"], ["initiative", []]]))
    page.pressed("undo").pressed("end")
    assert decode_actions(page.values["actions"]) == [["begin"], ["end"]]
    assert page.values["undone"] == "0"
    assert "redo" not in page.controls.buttons


def test_a_link_with_one_letter_changed_is_refused_or_means_the_same():
    """The last letter may hold bits that nobody reads."""
    players = Players(4)
    players.round()
    refused_or_the_same(encode_actions(players.actions), players.actions, every=7)
