"""What the ledger of Tactical Exorcist holds: terms, rules, rows, questions, examples."""

WORDS = """
exorcist pc gm boundary_anomaly kaii briefing_phase mission_phase assessment_phase budget leisure noncombat_state
event combat turn activation initiative acted body spirit skill ability check difficulty step normal refer_to
successes first_move second_move mobility tactical_manoeuvre attack_focus gear assault_gear equipped owned peg rope
katashiro supplied_item melee_attack ranged_attack attack_check physical_damage spiritual_damage continuous_attack
combat_style other_action barrier barrier_area barrier_effect wall_barrier removal_difficulty removal_check square
passive_action evasion evade_dice evade_difficulty mob combine_attacks batch_evasion hp spirit_points armour vestment
death avert_death respawn toughness miasma attack_power special_power evasion_type exorcism_art curse_prayer
ukkoku_ageha corroding_scales barrier_breaker class_one object boss zone_pressure hard_mode ultra_hard_mode soulwired
"""
TERMS = WORDS.split()
"""Ledger §1, in its order."""
RULES = dict(enumerate((18, 15, 10, 10, 25, 5, 47, 17, 11, 6, 25, 9, 10, 7), start=1))
"""Ledger §2: how many rules each section has."""
ROWS = {f"E-T{table}": count for table, count in enumerate((10, 5, 3, 5, 3, 2, 20), start=1)}
"""Ledger §3."""
EXAMPLES = {f"E-X{n}" for n in (1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24)} | {"E-XT1"}
"""Ledger §6."""
QUESTIONS = [f"E-Q{n}" for n in range(1, 47)]
"""Ledger §5, 1 to 31, and the readings of our own that it does not ask about."""
RULE_IDS = {f"E-{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"E-M{n}" for n in range(1, 15)),
    *EXAMPLES,
}
LOST = {f"E-Q{n}" for n in (1, 2, 5, 6, 8, 9, 10, 11, 12, 13, 16, 32, 34, 37)}
"""Ledger §5: what the text promises or uses and does not hold."""
SECTIONS: set[str] = set()
"""What may be named although it is no rule itself; here nothing."""
ABOUT_LETTERS = {"E-Q30"}
"""Questions about letters of the Japanese text, which cannot be asked without them."""
