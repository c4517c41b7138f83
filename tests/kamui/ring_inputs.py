"""What is asked of the ring board and the faith forecast, for tests that hold for every widget."""

from collections.abc import Mapping

from rules_py.stepper import encode_actions

BOARD, FAITH = "kamui.board", "kamui.faith"

PLACED = [["reveal", 0, 2, [7, 3]], ["go", 3], ["reveal", 1, 1, [2]], ["reveal", 2, 0]]
RESOLVED = [*PLACED, ["begin", 0], ["resolve", 5, 2, 1, [1, 5, 9], "Mio"], ["begin", 1]]
ALL_DONE = [*RESOLVED, ["interact", 4, 2, 0, [1, 4], 0], ["begin", 2], ["offer", 6, 2, 0, 1, "sake"]]
CLIMAX = [*ALL_DONE, ["climax"], ["begin", 1], ["move", 3], ["attack", 0, "main", 1, 2, 5, [5, 2, 4, -1], [1, 5]]]
ROUND_OVER = [*CLIMAX, ["rest"], ["begin", 0], ["rest"], ["begin", 2], ["sub", "Wind"], ["rest"], ["hurt", 0, 99]]
ENDING = [*ROUND_OVER, ["end"], ["wound", 0, 99], ["link", 0, "Mio", 5, False], ["ending"]]

RING_INPUTS: dict[str, tuple[str, Mapping[str, str]]] = {
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
