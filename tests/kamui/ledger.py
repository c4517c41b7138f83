"""What the ledger of Kamui holds: terms, rules, rows, questions, examples."""

WORDS = """
kamui pc offering middle_phase climax_phase ending_phase session cycle activation round scene square outer_square
centre_square action_value revelation_dice rolled_number trait check ability successes target event resolve_event
duty_event duty_table interact_event offering_event will wisdom faith faith_multiplier rift link level5_link used
main_action sub_action skill limit attack_power damage_bonus damage_chance armour hp unit grace_check rank miracle
link_effect prayer magai threat_level revival_check record_sheet range diagonal
"""
TERMS = WORDS.split()
"""Ledger §1, in its order."""
RULES = dict(enumerate((11, 14, 5, 6, 6, 9, 5, 3), start=1))
"""Ledger §2: how many rules each section has."""
ROWS = {f"K-T{table}": count for table, count in enumerate((4, 8, 4, 4), start=1)}
"""Ledger §3."""
EXAMPLES = {f"K-X{n}" for n in (1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 19, 21)} | {"K-XT1"}
"""Ledger §6."""
QUESTIONS = [f"K-Q{n}" for n in range(1, 31)]
"""Ledger §5, and from K-Q23 on the readings of this reference that are not in it."""
RULE_IDS = {f"K-{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"K-M{n}" for n in range(1, 11)),
    *EXAMPLES,
}
LOST = {f"K-Q{n}" for n in (1, 2, 3, 8, 10, 18, 20, 21, 22, 24)}
"""Ledger §5: what the text uses and does not hold."""
SECTIONS: set[str] = set()
"""What may be named although it is no rule itself; here nothing."""
ABOUT_LETTERS = {"K-Q6"}
"""Questions about letters of the Japanese text, which cannot be asked without them."""
