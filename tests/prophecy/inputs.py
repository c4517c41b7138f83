"""What is asked of the widgets of Prophecy, for tests that hold for every widget."""

from rules_py.core.played import encode_actions

CHECK, ATTACK, DIFFICULTY, INITIATIVE = (
    "prophecy.check",
    "prophecy.attack",
    "prophecy.difficulty",
    "prophecy.initiative",
)
CALCULATORS = (CHECK, ATTACK, DIFFICULTY, INITIATIVE)
NUMBERS, BATTLE, CHARACTER = "prophecy.condition", "prophecy.battle", "prophecy.character"

FOUGHT = [["begin"], ["initiative", [[0, 12], [1, 11]]], ["attack", [2]]]
HIT = [["roll", [0], [[0, [3, 4, 5]], [2, [3, 4]]]], ["accept"], ["effects", [["inflict_curse", "cast_down"]]]]

INPUTS = {
    "a character as the page shows it": (CHARACTER, {}),
    "a check as the page shows it": (CHECK, {}),
    "a check with everything": (
        CHECK,
        {
            "dice": "3",
            "reroll": "1",
            "assists": "2",
            "conditions": "行動制限2, Freeze, poison",
            "modifier": "-1",
            "emotions": "2",
            "wish": "99.5",
            "assist_after_roll": "no",
        },
    ),
    "a check in battle": (CHECK, {"scene": "battle", "assist_in_battle": "no", "lowest_value": "zero", "target": "-3"}),
    "a check with assists that give nothing": (CHECK, {"factor": "", "assist_rolls": "instead", "helpers": "3"}),
    "a wish that costs nothing": (CHECK, {"wish": "1"}),
    "an attack as the page shows it": (ATTACK, {}),
    "an attack with rerolls": (
        ATTACK,
        {
            "cast_dice": "3",
            "guard_dice": "3",
            "cast_reroll": "below",
            "guard_reroll": "from",
            "kind": "chain",
            "goal": "freeze",
            "guard_conditions": "カースガード、罠2",
            "cast_damage": "2",
        },
    ),
    "a covered attack": (
        ATTACK,
        {
            "cover": "1",
            "cover_guard": "9",
            "cover_conditions": "Trap 2",
            "cover_damage": "4",
            "goal": "knockdown",
            "guard_conditions": "Puncture",
            "forced_results": "attacker_first",
        },
    ),
    "blesses to strip": (ATTACK, {"goal": "strip", "guard_conditions": "Armour, Pierce", "kind": "counter"}),
    "a curse to amplify": (
        ATTACK,
        {"goal": "amplify_curse", "recipe": "増幅カース, Poison", "guard_conditions": "Burning 2"},
    ),
    "a party": (DIFFICULTY, {}),
    "a party with names": (
        DIFFICULTY,
        {"party": "Mio 3, レン 7 (氷結), -2", "dice": "3", "reroll": "1", "assists": "1", "third_die": "best_two"},
    ),
    "a hopeless wish": (DIFFICULTY, {"wish": "99.9"}),
    "a modest wish": (DIFFICULTY, {"wish": "1", "party": "99, -99 (Petrify 6)"}),
    "who acts first": (INITIATIVE, {}),
    "who acts first with names": (
        INITIATIVE,
        {
            "pcs": "Mio, Ren +1 (Speed Up 2), -3",
            "enemies": "Choir 8, 5 (Freeze, Poison), 8",
            "dominance_modified": "no",
        },
    ),
    "a condition as the page shows it": (NUMBERS, {}),
    "a curse that changes everything": (NUMBERS, {"condition": "freeze", "cast": "-3", "lowest_value": "zero"}),
    "a bless": (NUMBERS, {"condition": "cast_up"}),
    "nobody has begun": (BATTLE, {"seed": "x"}),
    "in the middle of an attack": (BATTLE, {"seed": "x", "actions": encode_actions(FOUGHT)}),
    "after a hit": (BATTLE, {"seed": "x", "actions": encode_actions([*FOUGHT, *HIT])}),
}
