"""What is asked of the widgets of Tactical Exorcist, for tests that hold for every widget."""

from rules_py.core.played import encode_actions

POOL, ATTACK, DIFFICULTY = "exorcist.pool", "exorcist.attack", "exorcist.difficulty"
COMBAT = "exorcist.combat"

SET_UP = [["activate", 0], ["peg", [3, 3]], ["move", [2, 3]], ["rope", 0, [1, 2, 5, 6]], ["set", 0, "wall", "HARD"]]
FOUGHT = [["begin", []], ["turn", [2, 3], False]]
ON_GRID = [["begin", [], True, True], ["peg", [3, 3]], ["move", [2, 3]], ["rope", 0, [1, 2, 5, 6]]]
STRUCK = [*FOUGHT, ["focus"], ["attack", 0, [2], [4], [1, 4, 5, 6]]]

INPUTS = {
    "a character as the page shows it": ("exorcist.character", {}),
    "as the page shows a pool": (POOL, {}),
    "a manoeuvre and a bonus": (POOL, {"manoeuvre": "1", "bonus": "2", "difficulty": "hard", "wish": "99.9"}),
    "no dice left": (POOL, {"dice": "0", "bonus": "-1", "difficulty": "kids", "focus": "1"}),
    "an ability of one's own": (POOL, {"refers_to": "spirit", "spirit": "4", "pressure": "ultra_hard", "steps": "-1"}),
    "every die succeeds": (POOL, {"difficulty": "kids", "focus": "1", "easiest": "automatic", "wish": "10"}),
    "as the page shows an attack": (ATTACK, {}),
    "a split attack on a kai'i": (
        ATTACK,
        {"target": "kaii_evading", "dice": "5", "continuous": "1", "split": "3+2", "focus": "1", "more": ""},
    ),
    "an object, struck by spirits": (ATTACK, {"target": "object", "kind": "spiritual", "more": "", "damage": "3"}),
    "a kai'i without evasion": (ATTACK, {"target": "kaii", "manoeuvre": "1", "reach": "ranged"}),
    "hard pressed": (
        ATTACK,
        {
            "pressure": "hard",
            "goal": "loss",
            "hp": "2",
            "katashiro": "2",
            "more": "6D 2d6, 3D HARD 1d3 霊的, 2 KIDS 4 ranged",
            "evasion_needs": "attack_successes",
        },
    ),
    "an attack without dice": (ATTACK, {"dice": "0", "evade_dice": "0", "continuous": "1"}),
    "as the page shows an estimate": (DIFFICULTY, {}),
    "one alone against many": (
        DIFFICULTY,
        {"party": "0", "enemies": "4", "enemy_evades": "", "evade_dice": "2", "no_dice": "one_die", "seed": "x"},
    ),
    "a grid alone": (COMBAT, {"seed": "x", "actions": encode_actions([["look", 2]]), "columns": "11"}),
    "a barrier": (COMBAT, {"seed": "x", "actions": encode_actions(SET_UP)}),
    "a fight on its grid": (COMBAT, {"seed": "x", "actions": encode_actions(ON_GRID)}),
    "nobody has begun": (COMBAT, {"seed": "x"}),
    "the first activation": (COMBAT, {"seed": "x", "actions": encode_actions(FOUGHT)}),
    "a hit": (COMBAT, {"seed": "x", "actions": encode_actions(STRUCK)}),
}
