"""What the ledger of Avatars holds: terms, rules, rows, questions, examples."""

WORDS = """
god avatar master player character party people combat first_strike round card hand hand_limit field deck discard_pile
reshuffle suit ace joker face_card action_value declaration cost ep sep stage normal_attack attack_power
special_attack cancel strong_hit clash momentum superior inferior decisive_battle planet_damage guard cover flee
pursue block_escape tail power_release exploration event check difficulty result_value critical fumble miracle
divine_view sleep ep_draw random_event love child npc campaign beast_god hero_avatar
"""
TERMS = WORDS.split()
"""Ledger §1, in its order."""
RULES = dict(enumerate((7, 4, 11, 7, 7, 21, 22, 14, 16, 5, 15, 5, 17), start=1))
"""Ledger §2: how many rules each section has."""
ROWS = {f"A-T{table}": count for table, count in enumerate((9, 4, 4, 7, 6, 4), start=1)}
"""Ledger §3."""
EXAMPLES = {f"A-X{n}" for n in (1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24)} | {"A-XT1"}
"""Ledger §6."""
QUESTIONS = [f"A-Q{n}" for n in range(1, 56)]
"""Ledger §5, and from A-Q32 on what was read without being asked there."""
RULE_IDS = {f"A-{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"A-M{n}" for n in range(1, 15)),
    *EXAMPLES,
}
LOST = {f"A-Q{n}" for n in (9, 15, 21, 23, 24, 27, 31, 32, 52)}
"""Ledger §5: what the text promises or uses and does not hold."""
SECTIONS: set[str] = set()
"""What may be named although it is no rule itself; here nothing."""
ABOUT_LETTERS = {"A-Q26"}
"""Questions about letters of the Japanese text, which cannot be asked without them."""
