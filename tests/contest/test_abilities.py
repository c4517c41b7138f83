"""Abilities as players write them, augments and halves (C-M1 to C-M3)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.contest import Ability, Contestant, Rulings, augment_bonus, halve, parse_abilities, parse_ability
from tests.rows import every

quick = settings(max_examples=150, derandomize=True)
abilities = st.builds(Ability, st.integers(0, 99), st.integers(1, 20))


@every(("written", "value"), [("1", 1), ("20", 20), ("1W", 21), ("10W", 30), ("15W", 35), ("5W2", 45)])
def test_each_mastery_is_worth_twenty_points(written, value):
    """C-M1, C-Q1."""
    assert parse_ability(written).value == value
    assert str(Ability.of_value(value)) == written


@quick
@given(abilities)
def test_writing_an_ability_down_and_reading_it_again(ability):
    assert parse_ability(str(ability)) == ability
    assert parse_ability(f" {str(ability).lower()} ") == ability


@quick
@given(st.integers(1, 20 * 201))
def test_every_value_is_one_ability(value):
    """C-M1: m = (v − 1) div 20, r = (v − 1) mod 20 + 1."""
    ability = Ability.of_value(value)
    assert ability.value == value
    assert (ability.masteries, ability.rating) == ((value - 1) // 20, (value - 1) % 20 + 1)


@quick
@given(abilities, abilities)
def test_a_higher_value_is_the_higher_ability(one, other):
    assert (one < other) == (one.value < other.value)


FULL_WIDTH = str.maketrans("0123456789W", "０１２３４５６７８９Ｗ")


@quick
@given(abilities)
def test_full_width_characters_are_understood(ability):
    """As a Japanese keyboard writes them, small letters too."""
    assert parse_ability(str(ability).translate(FULL_WIDTH)) == ability
    assert parse_ability(str(ability).lower().replace("w", "ｗ")) == ability


def test_a_full_width_space_around_the_number_is_no_mistake():
    """A Japanese keyboard's space is U+3000; outer spaces are understood."""
    assert parse_ability("\u300010W\u3000") == Ability(1, 10)


@quick
@given(st.integers(1, 20 * 100))
def test_an_augment_is_a_tenth_rounded_half_up(value):
    """C-3.5, C-M2, C-Q6."""
    ability = Ability.of_value(value)
    assert augment_bonus(ability) == value // 10 + (value % 10 >= 5)
    number = (value - 1) % 20 + 1
    assert augment_bonus(ability, Rulings(augment_value="before_masteries")) == number // 10 + (number % 10 >= 5)


@every(
    ("written", "unhurt", "wounded"),
    [
        ("15", (2, 2), (1, 1)),
        ("10W", (3, 1), (2, 1)),
        ("20W", (4, 2), (2, 1)),
        ("9W3", (7, 1), (4, 1)),
        ("8W3", (7, 1), (3, 0)),
    ],
)
def test_what_counts_of_a_wounded_helper_is_halved(written, unhurt, wounded):
    """C-6.2, C-Q6: half of the full value, or of the number before W: no wound ever helps."""
    ability = parse_ability(written)
    for answer, whole, half in zip(("full", "before_masteries"), unhurt, wounded, strict=True):
        rulings = Rulings(augment_value=answer)
        assert (augment_bonus(ability, rulings), augment_bonus(ability, rulings, wounded=True)) == (whole, half)


@quick
@given(st.integers(0, 5000))
def test_half_is_rounded_up(value):
    """C-6.2, C-M3."""
    assert halve(value) == value // 2 + value % 2


def test_a_wounded_swordsman_keeps_his_augments():
    """C-Q12, C-Q22: halve the ability, then add; or everything that the house rule names together, rounded up once."""
    wounded = Contestant(parse_ability("15"), permanent=2, augments=3, modifier=-1, wounded=True)
    assert wounded.effective().value == 8 + 2 + 3 - 1
    assert wounded.effective(Rulings(halving="ability_and_augments")).value == 9 + 2 - 1
    assert wounded.effective(Rulings(halve_permanent=True)).value == 9 + 3 - 1
    assert wounded.effective(Rulings(halving="ability_and_augments", halve_permanent=True)).value == 10 - 1


@every("wounded", [False, True])
def test_nothing_falls_below_one(wounded):
    """C-Q22."""
    assert Contestant(parse_ability("3"), permanent=-50, modifier=-9, wounded=wounded).effective() == Ability(0, 1)


# --- a whole sheet ----------------------------------------------------------------------------------------------------


def sheet(text):
    return [(a.name.en, str(a.ability), a.permanent) for a in parse_abilities(text)]


def test_a_character_sheet_as_players_write_it():
    """C-3.15: the permanent augments stand behind the number."""
    assert sheet("Close Combat 10W+5, Hates trolls 17") == [("Close Combat", "10W", 5), ("Hates trolls", "17", 0)]
    assert sheet("Sword: 5W2 + 3; Cursed ring 12-2\nStealth 14") == [
        ("Sword", "5W2", 3),
        ("Cursed ring", "12", -2),
        ("Stealth", "14", 0),
    ]
    assert sheet("17") == [("1", "17", 0)]


def test_a_japanese_sheet_with_full_width_characters():
    assert sheet("近接戦闘(剣)　１０Ｗ＋５、村への忠誠 １８") == [("近接戦闘(剣)", "10W", 5), ("村への忠誠", "18", 0)]


def test_a_name_may_hold_a_full_width_space():
    """Family and given name are parted by U+3000 as a matter of course."""
    assert len(sheet("剣術　一刀流 17")) == 1


def test_sword_and_armour_may_be_written_one_after_the_other():
    """C-3.18: broadsword +3, leather armour +2, Close Combat 10W."""
    assert sheet("Close Combat 10W+3+2") == [("Close Combat", "10W", 5)]


@settings(max_examples=60, derandomize=True)
@given(
    st.lists(
        st.tuples(
            st.text(alphabet="abcXYZ ぁんー剣()", min_size=1, max_size=12).filter(lambda name: name.strip()),
            abilities,
            st.integers(-100, 100),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_writing_a_sheet_down_and_reading_it_again(entries):
    lines = [f"{' '.join(name.split())} {ability}" + f"{bonus:+d}" * bool(bonus) for name, ability, bonus in entries]
    found = parse_abilities(", ".join(lines))
    assert [(a.ability, a.permanent) for a in found] == [(ability, bonus) for _, ability, bonus in entries]
    assert [a.text.en for a in found] == lines


@every("written", ["剣術 10W+5", "〈剣術〉 10W+5"])
def test_a_japanese_ability_stands_in_the_brackets_of_the_original_and_never_in_two(written):
    (sword,) = parse_abilities(written)
    assert sword.text.get("ja") == "〈剣術〉10W+5"
