"""What the ledger of Prophecy holds: terms, conditions, rules, rows, questions, examples."""


def rows(text):
    """What stands in a table: entries between bars or on lines of their own."""
    return [row.split() for row in text.strip().replace("\n", "|").split("|")]


WORDS = """
session scenario opening_phase dream_scene prophetic_dream intro_scene main_phase investigation_item information
turn scene turn_action climax_phase prevention_scene battle_scene ending_phase investigate prepare bond
free_action recover procure extension_rule preparation_effect emotion mana magic_item pc gm check ability
base_ability check_value target_number factor lucky fumble reroll assist initiative dominance enemy ally round
activation round_action attack support retreat pass cast_check cast_ability cast_value guard_check guard_ability
guard_value success_degree attack_effect support_effect damage curse bless strength recipe grant erase copies
condition condition_sheet knockdown action_boost special_boost boost expand cover last_stand counter chain_combo
spends_activation acted leave_battle deal_damage strip_bless inflict_curse refresh self_bless heal_damage
lift_curse give_bless
"""
"""Ledger §1, without the curses and blesses."""

NAMES = """
speed_down Speed Down スピードダウン|hobble Hobble 足止め|rage Rage 怒り|poison Poison 毒|mana_scar Mana Scar 魔傷
thorns Thorns 棘|cast_down Cast Down キャストダウン|guard_down Guard Down ガードダウン|burning Burning 炎上|trap Trap 罠
amplify_curse Amplify Curse 増幅カース|anti_bless Anti-Bless アンチブレス|anti_heal Anti-Heal アンチヒール
restriction Restriction 行動制限|berserk Berserk 暴走|isolation Isolation 孤立|puncture Puncture 穿孔
weakness Weakness 脱力|fog Fog 霧|confusion Confusion 混乱|incapacity Incapacity 行動不能|life_steal Life Steal 生命奪取
mana_steal Mana Steal 魔力奪取|delusion Delusion 幻惑|charm Charm 魅了|freeze Freeze 氷結|petrify Petrify 石化
speed_up Speed Up スピードアップ|pierce Pierce 貫通|cast_up Cast Up キャストアップ|guard_up Guard Up ガードアップ
charge Charge チャージ|amplify_bless Amplify Bless 増幅ブレス|resonance Resonance 共鳴|armour Armour 装甲
curse_guard Curse Guard カースガード|reflection Reflection 反射
"""
"""Ledger §1: the 37 conditions in order, in both languages."""

CURSE_ROWS = rows("""
2 per_copy removed a initiative|2 flat removed a actions|2 flat removed ab actions|3 flat removed ab damage
3 flat removed a actions|4 flat removed abcd damage|4 per_copy removed a cast|4 per_copy removed a guard
4 spreads all_at_once abc curses|4 per_copy damage_taken ab damage|4 instant at_once abcd curses
5 flat removed a blesses|5 flat removed a damage|5 per_copy removed a initiative cast guard checks
5 flat activation_end ab actions|5 flat removed a actions|5 flat guard_check abcd|5 flat activation_end abcd actions
5 flat removed a actions|6 flat activation_end abc actions|6 flat activation_end abcd actions
6 instant at_once abcd damage|6 instant at_once abcd damage mana|7 flat activation_end abcd actions
8 flat activation_end abcd actions|8 per_copy_and_flat all_at_once abcd initiative cast guard checks damage
8 per_copy_and_spreads all_at_once abcd initiative cast guard checks curses
""")
BLESS_ROWS = rows("""
2 per_copy removed a initiative|2 flat removed a actions|4 per_copy removed a cast|4 per_copy removed a guard
4 consumed used_up ab mana|4 instant at_once abcd blesses|5 consumed used_up abcde damage|6 consumed used_up ab damage
6 consumed used_up ab curses|7 consumed used_up abc damage
""")
"""P-T3, P-T4, P-T8, P-17, P-18: strength, scaling, how it leaves, letters of its rules, what it changes."""

RULES = dict(enumerate((15, 14, 7, 6, 4, 5, 6, 6, 6, 16, 8, 8, 5, 8, 12, 27), start=1))
"""Ledger §2: how many rules each section has; P-17 and P-18 go by letters."""
LETTERS = {
    f"P-{section}.{number}": row[3]
    for section, rows in ((17, CURSE_ROWS), (18, BLESS_ROWS))
    for number, row in enumerate(rows, start=1)
}
ROWS = {f"P-T{table}": count for table, count in enumerate((6, 6, 27, 10, 7, 5, 3, 10, 14), start=1)}
"""Ledger §3."""
EXAMPLES = {f"P-X{n}" for n in (1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 26, 27)} | {"P-XT1"}
"""Ledger §6."""
RULE_IDS = {f"P-{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)}
RULE_IDS |= {f"{rule}{letter}" for rule, letters in LETTERS.items() for letter in letters}
ROW_IDS = {f"{table}.{n}" for table, count in ROWS.items() for n in range(1, count + 1)}
QUESTIONS = [f"P-Q{n}" for n in range(1, 53)]
"""Ledger §5 up to P-Q41; the others are questions that play has raised since."""
KNOWN = {
    *RULE_IDS,
    *ROW_IDS,
    *ROWS,
    *QUESTIONS,
    *(f"P-M{n}" for n in range(1, 15)),
    *EXAMPLES,
}
LOST = {"P-Q26", "P-Q27", "P-Q28", "P-Q29", "P-Q38", "P-Q40"}
"""Ledger §5: what the text promises or uses and does not hold."""
SECTIONS = {f"P-17.{n}" for n in range(1, 28)} | {f"P-18.{n}" for n in range(1, 11)}
"""A condition as a whole: all of its lettered rules."""
ABOUT_LETTERS = {"P-Q15", "P-Q16"}
"""Questions about letters of the Japanese text, which cannot be asked without them."""


def named():
    """Id, English and Japanese name of each condition."""
    for ident, *english, japanese in rows(NAMES):
        yield ident, " ".join(english), japanese


TERMS = [*WORDS.split(), *(ident for ident, _, _ in named())]
"""Ledger §1: the terms of the rules, then the curses and the blesses, in its order."""
