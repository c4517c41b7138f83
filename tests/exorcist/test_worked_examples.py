"""The worked examples of the ledger, §6, as fractions."""

from fractions import Fraction as F

import icepool

from rules_py.exorcist.characters import UKKOKU_AGEHA, Ability, Damage, DamageKind, ability_value, parse_damage
from rules_py.exorcist.checks import LADDER, Difficulty, Pressure, Reach, attack_difficulty, evade_difficulty
from rules_py.exorcist.effects import Victim, damage_through, half, katashiro_needed, wear_down
from rules_py.exorcist.odds import Incoming, Target, check_odds, hit_chance, loss_odds
from rules_py.exorcist.pressure import pressure_modes
from tests.rows import every

NORMAL = Difficulty.NORMAL
D6 = Damage(1, 6)


def test_three_dice_at_normal():
    """E-X1."""
    assert check_odds(3, NORMAL) == F(7, 8)


def test_no_dice_never_succeed():
    """E-X2, E-Q3."""
    assert check_odds(0, NORMAL) == 0


def test_an_attack_during_the_tactical_manoeuvre():
    """E-X4."""
    assert attack_difficulty(manoeuvre=True) is Difficulty.HARD
    assert check_odds(3, attack_difficulty(manoeuvre=True)) == F(19, 27)


@every(
    ("pressure", "difficulty", "chance"),
    [
        (Pressure.NORMAL, Difficulty.NORMAL, F(7, 8)),
        (Pressure.HARD, Difficulty.HARD, F(19, 27)),
        (Pressure.ULTRA_HARD, Difficulty.ULTRA_HARD, F(91, 216)),
    ],
)
def test_evading_a_melee_attack_under_pressure(pressure, difficulty, chance):
    """E-X6."""
    assert evade_difficulty(Reach.MELEE, pressure) is difficulty
    assert check_odds(3, difficulty) == chance


def test_four_dice_against_a_target_that_evades_and_one_that_does_not():
    """E-X7."""
    assert hit_chance(Incoming(4, D6)) == F(15, 16)
    assert hit_chance(Incoming(4, D6), 2) == F(15, 64)


def test_three_mobs_together():
    """E-X9."""
    assert 1 - (1 - check_odds(2, NORMAL)) ** 3 == F(63, 64)
    assert check_odds(3, NORMAL) == F(7, 8)


def test_ukkoku_ageha_removes_a_barrier():
    """E-X11."""
    dice = ability_value(UKKOKU_AGEHA, Ability.SPIRIT) + UKKOKU_AGEHA.removal_dice
    expected = [F(1295, 1296), F(80, 81), F(15, 16), F(65, 81), F(671, 1296)]
    assert [check_odds(dice, difficulty) for difficulty in LADDER] == expected


def test_the_proboscis_against_a_vestment():
    """E-X12."""
    melee, _ = UKKOKU_AGEHA.attacks
    attack = Incoming(ability_value(UKKOKU_AGEHA, melee.ability), melee.damage)
    assert hit_chance(attack) == F(3, 4)
    through = melee.damage.die.map(lambda amount: damage_through(amount, melee.damage.kind, 1))
    assert through == icepool.Die([0, 1, 2, 3])
    assert loss_odds(attack, Target(5, reduction=1)).mean() == F(9, 8)


@every(
    ("kind", "miasma", "chance"),
    [(DamageKind.PHYSICAL, 0, F(5, 6)), (DamageKind.PHYSICAL, 2, F(1, 2)), (DamageKind.SPIRITUAL, 2, F(5, 6))],
)
def test_one_hit_exorcises_ukkoku_ageha(kind, miasma, chance):
    """E-X14."""
    gone = D6.die.map(lambda amount: wear_down(UKKOKU_AGEHA.toughness, amount, kind, miasma) == 0)
    assert gone.probability(True) == chance


def test_one_hp_left_and_1d4_coming():
    """E-X16."""
    die = icepool.d(4)
    assert die.map(lambda amount: 1 - amount <= 0).probability(True) == 1
    assert die.map(lambda amount: katashiro_needed(1, amount, DamageKind.PHYSICAL)).probability(2) == F(1, 2)


def test_a_respawn_restores_half_rounded_up():
    """E-X17."""
    assert [half(most) for most in (5, 4, 3)] == [3, 2, 2]


QUIET, HURT = (True, False), (True, True)


def test_five_turns_without_damage():
    """E-X21."""
    modes = [mode.text.en for mode in pressure_modes([QUIET] * 5)]
    assert modes == ["normal", "normal", "Hard mode", "Hard mode", "Ultra Hard mode"]


def test_damage_in_the_second_turn():
    """E-X22."""
    modes = [mode.text.en for mode in pressure_modes([QUIET, HURT, QUIET, QUIET, QUIET])]
    assert modes == ["normal", "normal", "normal", "normal", "Hard mode"]


def test_scales_at_two_targets():
    """E-X24."""
    _, scales = UKKOKU_AGEHA.attacks
    attack = Incoming(ability_value(UKKOKU_AGEHA, scales.ability), scales.damage)
    assert scales.targets == 2
    assert hit_chance(attack, 1) == F(3, 8)


TABLE = {
    1: ("5/6", "2/3", "1/2", "1/3", "1/6"),
    2: ("35/36", "8/9", "3/4", "5/9", "11/36"),
    3: ("215/216", "26/27", "7/8", "19/27", "91/216"),
    4: ("1295/1296", "80/81", "15/16", "65/81", "671/1296"),
    5: ("7775/7776", "242/243", "31/32", "211/243", "4651/7776"),
    6: ("46655/46656", "728/729", "63/64", "665/729", "31031/46656"),
    7: ("279935/279936", "2186/2187", "127/128", "2059/2187", "201811/279936"),
    8: ("1679615/1679616", "6560/6561", "255/256", "6305/6561", "1288991/1679616"),
}


@every("dice", TABLE)
def test_the_reference_table(dice):
    """E-XT1."""
    assert tuple(str(check_odds(dice, difficulty)) for difficulty in LADDER) == TABLE[dice]


def test_a_kaii_loses_toughness_whatever_the_kind():
    """E-11.6, E-M6; the loss never goes below 0 (E-Q31)."""
    attack = Incoming(1, parse_damage("3"))
    target = Target(2, reduction=5, victim=Victim.KAII)
    assert loss_odds(attack, target).probability(0) == 1
