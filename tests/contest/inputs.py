"""What is asked of the widgets of the serial contest, for tests that hold for every widget."""

from rules_py.core.played import encode_actions

ROLL, GAUGE, DIFFICULTY, STEPPER = "contest.roll", "contest.gauge", "contest.difficulty", "contest.stepper"
DUEL = "contest.duel"
SHORT = {"dying_square": "2", "heavy_wound_square": "1"}
"""A gauge that is solved in no time."""

FOUGHT = [
    ["begin"],
    ["pair", 0, 1],
    ["next"],
    ["declare", [[0, 0, 2], [1, 0, 1]], []],
    ["augment", 1, 1, "active"],
    ["augment", 0, 2, "passive"],
    ["roll", [[0, 5, 18]]],
]
INPUTS = {
    "a character as the page shows it": ("contest.character", {}),
    "as the page shows it": (ROLL, {}),
    "masteries and house rules": (
        ROLL,
        {
            "ability_a": "10W",
            "augments_a": "4",
            "ability_b": "5W2",
            "wounded_b": "1",
            "beneficiary": "higher_roll",
            "equal_rolls": "reroll",
        },
    ),
    "push blocks": (ROLL, {"blocked_a": "1", "blocked_any_square": "own_side", "strike_power_b": "2"}),
    "a whole contest": (GAUGE, {}),
    "from a square": (GAUGE, {"position": "-3", "wounded_a": "1", "permanent_b": "3"}),
    "on a short gauge": (GAUGE, {**SHORT, "any_square": "gauge_square", "strike_power_a": "2"}),
    "an opponent to be found": (DIFFICULTY, {**SHORT}),
    "a hopeless wish": (DIFFICULTY, {**SHORT, "ability_a": "1", "win": "99", "unhurt": "99.5"}),
    "nobody has begun": (STEPPER, {"seed": "x"}),
    "in the middle of a fight": (STEPPER, {"seed": "x", "actions": encode_actions(FOUGHT)}),
    "before the first roll": (DUEL, {}),
    "after a round": (DUEL, {"seed": "k52", "actions": encode_actions([["roll"], ["resolve"], ["next"]])}),
    "after the roll": (STEPPER, {"seed": "x", "actions": encode_actions([*FOUGHT, ["resolve"], ["next"]])}),
}
