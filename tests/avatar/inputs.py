"""What is asked of the widgets of Avatars, for tests that hold for every widget."""

from rules_py.core.played import encode_actions

COMBAT, CLASH, LOVE, EVENT = "avatar.combat", "avatar.clash", "avatar.love", "avatar.event"

FACED = [
    ["add", "鏡の神", "enemy", "C", [6000, 0, 5, 40], "SK D2 X"],
    ["begin", "pc"],
    ["strike", 0, "attack", 2, {"special": "3/2", "cost": 100}],
    ["struck"],
]

CHECK, DIFFICULTY = "avatar.check", "avatar.difficulty"

INPUTS: dict[str, tuple[str, dict[str, str]]] = {
    "nobody has begun": (COMBAT, {"seed": "x"}),
    "a first strike": (COMBAT, {"seed": "x", "actions": encode_actions(FACED), "hands": "deciding"}),
    "a character as the page shows it": ("avatar.character", {}),
    "as the page shows a clash": (CLASH, {}),
    "the other is inferior": (
        CLASH,
        {"field": "SK", "hand": "H4 DA", "their_cards": "2", "plays": "all", "deck": "52"},
    ),
    "before step 1": (CLASH, {"opened": "before", "hand": "S4 H5", "their_cards": "2", "goal": "damage"}),
    "no clash at all": (CLASH, {"opened": "before", "hand": "", "their_ep": "500", "plays": "none"}),
    "a decisive battle": (CLASH, {"decisive": "1", "hand": "S9", "their_cards": "1", "seen": "HK DK"}),
    "as the page shows Love": (LOVE, {}),
    "Love with rivals": (LOVE, {"npc": "unknown", "rivals": "HQ H3 / DK", "love_tie": "again", "sex": "other"}),
    "no card for Love": (LOVE, {"sex": "female", "hand": "S3", "npc": "known", "npc_hand": "HA"}),
    "as the page shows events": (EVENT, {}),
    "events late in the game": (EVENT, {"seen": "-", "stage": "3", "seed": "lamp", "deck": "54"}),
    "events drawn before": (EVENT, {"seed": "lamp", "draws": "3"}),
    "no event drawn": (EVENT, {"draws": "0"}),
    "a check as the page shows it": (CHECK, {}),
    "a known difficulty, a Joker and a miracle": (
        CHECK,
        {"hand": "X H7 S3", "known": "number", "difficulty": "33", "hand_limit": "2", "ep": "100", "miracle": "1"},
    ),
    "in the middle of a check": (
        CHECK,
        {
            "hand": "H7 S3",
            "table": "SQ Joker=S5",
            "by_hand": "1",
            "known": "own",
            "prior": "27-30, 31*2",
            "goal": "fumble",
        },
    ),
    "no hand": (CHECK, {"hand": ""}),
    "every house rule turned": (
        CHECK,
        {
            "hand": "SA SK C4",
            "hand_limit": "2",
            "ep": "100",
            "known": "own",
            "prior": "26-28",
            "deck": "54",
            "joker": "rank",
            "critical": "optional",
            "critical_after": "kept",
            "equality": "success",
            "additions": "each",
            "miracle_cards": "fresh",
            "miracle": "1",
            "goal": "ep",
        },
    ),
    "an estimate as the page shows it": (DIFFICULTY, {}),
    "a single card, without EP": (DIFFICULTY, {"cards": "1", "ep": "0", "wish": "99.9", "deck": "52"}),
    "as many cards as there may be": (DIFFICULTY, {"cards": "7", "hand_limit": "10", "ep": "1000", "wish": "99.9"}),
    "a fitted critical": (
        DIFFICULTY,
        {"cards": "2", "critical": "best", "equality": "success", "joker": "rank", "deck": "54", "ep": "250"},
    ),
}
