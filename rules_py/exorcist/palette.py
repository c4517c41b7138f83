"""What a player of Tactical Exorcist rolls at an online table (E-3.7, E-4.7, E-5.19, E-7.24, E-8.5, E-T2, E-T5)."""

from __future__ import annotations

from rules_py.core.palette import Line, change, command, heading, in_braces
from rules_py.core.text import Text, same
from rules_py.exorcist.board import ROPE
from rules_py.exorcist.characters import Ability, Damage
from rules_py.exorcist.checks import Difficulty, Pressure, Reach, attack_difficulty, evade_difficulty
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.sheet import EVADE_LABEL, LABELS, ROPE_LABEL, SHOWN_EVADE_DICE, Sheet

BOT = "DiceBot"
"""The game's own bot is newer than the one that tables have."""
_CHECKS = (Difficulty.EASY, Difficulty.NORMAL, Difficulty.HARD, Difficulty.ULTRA_HARD)
"""The difficulties that stand ready; KIDS is for the GM to say."""


def lines(sheet: Sheet, rulings: Rulings = Rulings()) -> list[Line]:
    """Return the palette of an exorcist.

    Args:
        sheet: The exorcist.
        rulings: `no_dice`, `evasion_needs`, `rope_plus`, `rope_block`, `manoeuvre_evade`, `peg_melee_die` and
            `peg_ranged_damage` count.

    Returns:
        The lines in order; names in braces are those of `Sheet.resources` and `Sheet.abilities`.

    Source: E-3.7, E-3.9, E-4.7, E-5.10, E-5.21, E-7.23, E-7.24, E-8.5, E-9.2, E-T2, E-T5, E-T6, E-Q1, E-Q3, E-Q5,
    E-Q8, E-Q11, E-Q12.

    Example:
        >>> from rules_py.exorcist.sheet import SAMPLES
        >>> [line.text.ja for line in lines(SAMPLES[0])][1:3]
        ['{体}B6>=3 【体】EASY', '{体}B6>=4 【体】NORMAL']
    """
    return [
        heading(Text("Checks: one success is enough", "判定（成功1つ以上で成功）")),
        *(
            _check(sheet, ability, difficulty, ability.text + Text(", ", "") + difficulty.text, rulings)
            for ability in Ability
            for difficulty in _CHECKS
        ),
        *_attack(sheet, rulings),
        *_evasion(rulings),
        *_gear(sheet, rulings),
        heading(Text("What is spent and suffered", "消費とダメージ")),
        *(change(each.label, -ROPE if each.label == ROPE_LABEL else -1) for each in sheet.resources()),
    ]


def _check(sheet: Sheet, ability: Ability, difficulty: Difficulty, words: Text, rulings: Rulings) -> Line:
    one = rulings.no_dice == "one_die" and not sheet.dice(ability)
    return _roll(same("1") if one else in_braces(LABELS[ability]), difficulty, words)


def _roll(dice: Text, difficulty: Difficulty, words: Text) -> Line:
    return command(dice + same(f"B6>={difficulty:d}"), words)


def _damage(damage: Damage, words: Text) -> Line:
    return command(same(str(damage).upper() if damage.dice else f"C({damage.plus})"), words)


def _attack(sheet: Sheet, rulings: Rulings) -> list[Line]:
    """Return the lines of its attack: the check as usual and with a step, and the damage (E-T6)."""
    ways = (
        (Text("Attack check", "攻撃判定"), attack_difficulty(rulings=rulings)),
        (
            Text("Attack check, attack focus", "攻撃判定（【攻撃集中】）"),
            attack_difficulty(focus=True, rulings=rulings),
        ),
        (
            Text("Attack check, tactical manoeuvre", "攻撃判定（【戦術機動】）"),
            attack_difficulty(manoeuvre=True, rulings=rulings),
        ),
    )
    damage = Text("Damage, {kind}", "ダメージ（{kind}）").format(kind=sheet.kind.text)
    return [
        heading(Text("Attack: {name}", "攻撃：{name}").format(name=sheet.attack)),
        *(_check(sheet, sheet.ability, difficulty, words, rulings) for words, difficulty in ways),
        _damage(sheet.damage, damage),
    ]


def _evasion(rulings: Rulings) -> list[Line]:
    """Return the lines of evasion: all dice that are left, one to three of them, and under pressure (E-8.5, E-T5)."""
    head = Text("Evasion: one success is enough", "回避（成功1つ以上で回避）")
    if rulings.evasion_needs == "attack_successes":
        head = Text("Evasion: as many successes as the attack", "回避（攻撃の成功数以上で回避）")
    found = [heading(head)]
    for pressure in Pressure:
        difficulty = evade_difficulty(Reach.MELEE, pressure)
        under = Text("", "")
        if pressure is Pressure.NORMAL:
            found.append(_roll(in_braces(EVADE_LABEL), difficulty, Text("Evasion, all dice left", "回避（残り全部）")))
        else:
            under = Text(", melee, {mode}", "（近接・{mode}）").format(mode=pressure.text)
        found += [
            _roll(
                same(dice),
                difficulty,
                Text("Evasion, 1 die" if dice == 1 else f"Evasion, {dice} dice", f"回避{dice}個") + under,
            )
            for dice in range(1, SHOWN_EVADE_DICE + 1)
        ]
    return found


def _gear(sheet: Sheet, rulings: Rulings) -> list[Line]:
    """Return the lines of pegs, rope and the tactical manoeuvre (E-Q5, E-Q11, E-Q12)."""
    areas = {"plus": rulings.rope_plus, "block": rulings.rope_block}
    rope = Text(
        "Rope: plus from {plus} successes, 3×3 from {block}", "注連鋼縄（成功数{plus}で十字、{block}で3×3マス）"
    )
    if rulings.rope_plus == rulings.rope_block:
        rope = Text("Rope: 3×3 from {block} successes", "注連鋼縄（成功数{block}で3×3マス）")
    manoeuvre = Text("Tactical manoeuvre", "【戦術機動】")
    if rulings.manoeuvre_evade == "successes":
        manoeuvre += Text(": evade dice + successes", "（成功数だけ回避ダイスが増加）")
    normal = Difficulty.NORMAL
    return [
        heading(Text("Pegs, rope, manoeuvre", "祓串・注連鋼縄・【戦術機動】")),
        _damage(Damage(1, rulings.peg_melee_die), Text("Damage, peg, melee", "祓串のダメージ（近接）")),
        _damage(Damage(plus=rulings.peg_ranged_damage), Text("Damage, peg, ranged", "祓串のダメージ（遠隔）")),
        _check(sheet, Ability.SKILL, normal, rope.format(**areas), rulings),
        _check(sheet, Ability.SKILL, normal, manoeuvre, rulings),
    ]
