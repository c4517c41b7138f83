"""What is asked of the widgets of Kamui, for tests that hold for every widget."""

from collections.abc import Mapping

from rules_py.core.played import encode_actions

POOL, ATTACK, GRACE, DIFFICULTY = "kamui.pool", "kamui.attack", "kamui.grace", "kamui.difficulty"
BOARD, FAITH = "kamui.board", "kamui.faith"

PLACED = [["reveal", 0, 2, [7, 3]], ["go", 3], ["reveal", 1, 1, [2]], ["reveal", 2, 0]]
RESOLVED = [*PLACED, ["begin", 0], ["resolve", 5, 2, 1, [1, 5, 9], "Mio"], ["begin", 1]]
ALL_DONE = [*RESOLVED, ["interact", 4, 2, 0, [1, 4], 0], ["begin", 2], ["offer", 6, 2, 0, 1, "sake"]]
CLIMAX = [*ALL_DONE, ["climax"], ["begin", 1], ["move", 3], ["attack", 0, "main", 1, 2, 5, [5, 2, 4, -1], [1, 5]]]
ROUND_OVER = [*CLIMAX, ["rest"], ["begin", 0], ["rest"], ["begin", 2], ["sub", "Wind"], ["rest"], ["hurt", 0, 99]]
ENDING = [*ROUND_OVER, ["end"], ["wound", 0, 99], ["link", 0, "Mio", 5, False], ["ending"]]

INPUTS: dict[str, tuple[str, Mapping[str, str]]] = {
    "a character as the page shows it": ("kamui.character", {}),
    "as the page shows a pool": (POOL, {}),
    "traits and a d6": (POOL, {"traits": "3", "die": "d6", "ability": "4", "wish": "99.9"}),
    "at least a target number": (POOL, {"success": "at_least_target", "die": "d8", "needed": "0"}),
    "at least a fixed number": (POOL, {"success": "at_least_fixed", "success_face": "9", "dice": "12"}),
    "no dice and no ability": (POOL, {"dice": "0", "ability": "0"}),
    "as the page shows an attack": (ATTACK, {}),
    "a split of one's own": (ATTACK, {"split": "1+3", "no_successes": "miss", "unit_armour": "none"}),
    "a skill of another kind": (
        ATTACK,
        {"action": "7", "more": "4/6/3/0, 2/9/1/2", "attacks": "1", "die": "d6", "hp": "60", "target": "kamui"},
    ),
    "a target out of reach": (ATTACK, {"hp": "99", "multiplier": "0", "success": "at_least_target"}),
    "an attack with nothing": (ATTACK, {"action": "0", "least": "0", "hp": "20", "success": "at_least_fixed"}),
    "as the page shows a grace check": (GRACE, {}),
    "a grace check that is rolled": (GRACE, {"faces": "3 5 9 / 2 7"}),
    "each for itself": (GRACE, {"grace": "own", "reduction": "each_die", "faces": "1 10 6 / 5 8", "wanted": "1"}),
    "a grace check with high faces": (GRACE, {"success": "at_least_target", "threats": "-", "die": "d8"}),
    "each for itself, unrolled": (GRACE, {"grace": "own", "party": "3/0, 0/5, 1/10/2", "threats": "3, 2"}),
    "as the page shows an estimate": (DIFFICULTY, {}),
    "nobody can do it": (DIFFICULTY, {"party": "0/5, 1/0", "wish": "1"}),
    "a large party with a fixed number": (
        DIFFICULTY,
        {"party": "4/1, 8/2, 12/3, 5/4", "success": "at_least_fixed", "die": "d6", "success_face": "3"},
    ),
    "a ring as it stands": (BOARD, {"seed": "x"}),
    "squares on offer": (BOARD, {"seed": "x", "actions": encode_actions(PLACED[:1])}),
    "an event": (BOARD, {"seed": "x", "actions": encode_actions(RESOLVED)}),
    "a cycle is over": (BOARD, {"seed": "x", "actions": encode_actions(ALL_DONE)}),
    "an attack": (BOARD, {"seed": "x", "actions": encode_actions(CLIMAX)}),
    "the enemies act": (BOARD, {"seed": "x", "actions": encode_actions(ROUND_OVER)}),
    "the ending": (BOARD, {"seed": "x", "actions": encode_actions(ENDING)}),
    "a ring of six, own faith": (
        BOARD,
        {"seed": "x", "die": "d6", "faith": "own", "success": "at_least_target", "no_revelation": "not_allowed"},
    ),
    "the readings that are not in the ledger, all switched": (
        BOARD,
        {
            "seed": "x",
            "actions": encode_actions([*ROUND_OVER, ["end"], ["wound", 0, 99]]),
            "fallen_unit": "stays",
            "resolution_after": "once",
            "centre": "nobody",
            "attack_dice": "at_least_one",
        },
    ),
    "as the page shows a forecast": (FAITH, {}),
    "all rifts, five kamui": (
        FAITH,
        {"kamui": "1 1 1 1 1", "moves": "2", "rifts": "1 2 3 4 5 6 7 8 9 10", "rounds": "4", "wished": "75"},
    ),
    "each kamui counts": (FAITH, {"rift_faith": "per_pair", "rounds": "1", "wished": "0", "later": "2:9, 3:1"}),
    "one's own faith": (
        FAITH,
        {"faith": "own", "wished": "999", "whose": "3", "die": "d8", "rifts_stack": "no", "rifts": "2, 4"},
    ),
}
