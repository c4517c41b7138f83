"""What the ledger of the serial contest holds: terms, rules, rows, questions, examples."""

WORDS = """
serial_contest contest round narrator scene participant gauge piece start_square heavy_wound_square dying_square
own_side opponent_side push start_phase declare_phase augment_phase exchange_phase resolve_phase check_phase
join_in many_to_one used_ability ability augment active_augment passive_augment permanent_augment grade bonus
independent_act skill magic_ability follower possession relationship personality desperate_stake hero_point roll
mastery bump_up bump_down success_level critical success failure fumble contest_chart winner loser strike_power
heavy_wound dying yield draw hw
"""
TERMS = WORDS.split()
"""Ledger §1, in its order."""
RULES = {"C-1": 14, "C-2": 2, "C-3": 21, "C-4": 4, "C-5": 6, "C-6": 9}
"""Ledger §2: how many rules each section has."""
ROWS = {"C-T1": 10, "C-T2": 4, "C-T3": 5, "C-T4": 4}
"""Ledger §3."""
EXAMPLES = {f"C-X{n}" for n in (1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 19)} | {"C-XT1"}
"""Ledger §6."""
QUESTIONS = [f"C-Q{n}" for n in range(1, 35)]
"""Ledger §5, and from C-Q23 on the readings that were added to it."""
RULE_IDS = {f"{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"C-M{n}" for n in range(1, 11)),
    *EXAMPLES,
}
LOST = {"C-Q2", "C-Q3", "C-Q4", "C-Q15", "C-Q19", "C-Q27", "C-Q33"}
"""Ledger §5: what the text promises or uses and does not hold."""
SECTIONS: set[str] = set()
"""What may be named although it is no rule itself; here nothing."""
ABOUT_LETTERS: set[str] = set()
"""Questions about letters of the Japanese text, which cannot be asked without them; here none."""
