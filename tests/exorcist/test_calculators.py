"""The calculators: what they show is what the rules compute, and it reads well."""

from fractions import Fraction as F
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.pictures import closest
from rules_py.core.render import figure
from rules_py.core.text import LANGUAGES
from rules_py.exorcist import (
    LADDER,
    Damage,
    DamageKind,
    Difficulty,
    Incoming,
    Pressure,
    Reach,
    Rulings,
    Target,
    Victim,
    check_odds,
    dice_needed,
    evade_difficulty,
    evade_plan,
    hit_chance,
    loss_odds,
    split_odds,
    successes_odds,
)
from rules_py.exorcist.fights import Troop, simulate, with_dice
from rules_py.exorcist.reading import read_attacks, read_party, read_split
from rules_py.exorcist.widgets.attack import SHOWN_SPLITS
from rules_py.exorcist.widgets.difficulty import FIGHTS, POOLS, TOUGHNESS, all_of, someone
from tests.page import ask, exact, exact_mean, in_heat, read, shown, told_beside, wrong
from tests.rows import every

from .inputs import ATTACK, DIFFICULTY, POOL

P, S = DamageKind.PHYSICAL, DamageKind.SPIRITUAL
NORMAL = Difficulty.NORMAL


def rows_of(answer, number):
    """The rows of a table, without its head, by their first cell."""
    return {row[0]: row[1:] for row in read(answer, "output").tables[number][1:]}


# --- a pool -----------------------------------------------------------------------------------------------------------


def test_three_dice_at_normal():
    """E-X1."""
    answer = ask(POOL)
    assert answer["status"] == "Dice: 3. Difficulty: NORMAL (4+). The chance of success is 87.5%."
    assert rows_of(answer, 0) == {
        str(n): [exact(F(count, 8)), exact(F(above, 8))]
        for n, (count, above) in enumerate(zip((1, 3, 3, 1), (8, 7, 4, 1), strict=True))
    }
    assert {wish: row[0] for wish, row in rows_of(answer, 1).items()} == {
        "50%": "1",
        "75%": "2",
        "80%": "3",
        "90%": "4",
        "95%": "5",
    }


def test_the_manoeuvre_makes_an_attack_harder():
    """E-X4, in Japanese."""
    answer = ask(POOL, {"manoeuvre": "1"}, language="ja")
    assert answer["status"] == "ダイス3個、難易度HARD（5以上）。判定に成功する確率は70.4%。"


@settings(max_examples=40)
@given(
    st.integers(0, 20),
    st.integers(-10, 10),
    st.sampled_from(LADDER),
    st.sampled_from(("", "focus", "manoeuvre")),
    st.sampled_from(Pressure),
    st.integers(-5, 5),
    st.sampled_from(("kids", "automatic")),
)
def test_what_a_pool_shows_is_the_engines(dice, bonus, base, state, pressure, steps, easiest):
    values = {
        "dice": str(dice),
        "bonus": str(bonus),
        "difficulty": base.name.lower(),
        "pressure": pressure.name.lower(),
        "steps": str(steps),
        "easiest": easiest,
    }
    if state:
        values[state] = "1"
    total = base + steps + pressure.value + {"": 0, "focus": -1, "manoeuvre": 1}[state]
    difficulty = Difficulty(min(6, max(2 if easiest == "kids" else 1, total)))
    pool = max(0, dice + bonus)
    answer = ask(POOL, values)
    chance = check_odds(pool, difficulty)
    assert shown(chance) in answer["status"]
    assert difficulty.text.en in answer["status"]
    die = successes_odds(pool, difficulty)
    assert [row[0] for row in rows_of(answer, 0).values()] == [exact(die.probability(n)) for n in range(pool + 1)]
    needed = dice_needed(F(19, 20), difficulty)
    assert rows_of(answer, 1)["95%"][0] == (str(needed) if needed is not None else "> 30")


def test_an_ability_instead_of_a_number():
    values = {"refers_to": "skill", "skill": "5"}
    assert "(31/32)" in read(ask(POOL, values)).summary
    assert "Skill: 5 (E-3.7)." in read(ask(POOL, values)).text


def test_focus_and_manoeuvre_together_are_refused():
    """E-5.9, on both forms."""
    for widget in (POOL, ATTACK):
        answer = ask(widget, {"focus": "1", "manoeuvre": "1"})
        assert list(answer["errors"]) == ["manoeuvre"]
        assert "(E-5.9)" in answer["error"]


def test_where_the_ladder_ends_it_says_so():
    assert "E-13.8" in read(ask(POOL, {"difficulty": "ultra_hard", "steps": "1"})).text
    assert "E-Q4" in read(ask(POOL, {"difficulty": "kids", "focus": "1"})).text
    beyond = {"difficulty": "ultra_hard", "hardest": "impossible"}
    assert "E-Q39" in read(ask(POOL, beyond | {"manoeuvre": "1"})).text
    assert "ULTRA-HARD" in ask(POOL, beyond | {"pressure": "hard"})["status"]


# --- an attack --------------------------------------------------------------------------------------------------------


def test_four_dice_against_two_evade_dice():
    """E-X7."""
    rows = rows_of(ask(ATTACK), 0)
    assert rows["0"][0] == exact(F(15, 16))
    assert rows["2"][0] == exact(F(15, 64))


def test_what_an_attack_shows_is_the_engines():
    values = {
        "dice": "3",
        "bonus": "1",
        "difficulty": "easy",
        "manoeuvre": "1",
        "damage": "1d4+1",
        "evade_dice": "3",
        "armour": "2",
        "hp": "4",
        "spirit_points": "3",
        "katashiro": "0",
        "pressure": "hard",
        "more": "2D HARD 1d4s, 3 2 ranged",
    }
    melee = evade_difficulty(Reach.MELEE, Pressure.HARD)
    attacks = (
        Incoming(4, Damage(1, 4, 1), NORMAL, melee),
        Incoming(2, Damage(1, 4, kind=S), Difficulty.HARD, melee),
        Incoming(3, Damage(plus=2), NORMAL, NORMAL),
    )
    target = Target(4, 3, 2, 3, 0)
    plan = evade_plan(attacks, target)
    answer = ask(ATTACK, values)
    assert f"spend on it then: {plan.spend}." in answer["status"]
    assert shown(plan.best.survives) in answer["status"]
    alone, advice, table, worth, loss = (rows_of(answer, number) for number in range(5))
    assert [row[0] for row in alone.values()] == [exact(hit_chance(attacks[0], k)) for k in range(4)]
    assert [exact(choice.survives) for choice in plan.choices] == [row[0] for row in advice.values()]
    assert [tuple(map(int, row)) for row in table.values()] == list(plan.table)
    assert list(table) == ["1: 4D, 1d4+1 physical", "2: 2D, 1d4 spiritual", "3: 3D, 2 physical"]
    assert [row[0] for row in worth.values()] == [exact(way.survives) for way in plan.by_dice]
    die = loss_odds(attacks[0], target, plan.spend)
    assert {int(amount): row[0] for amount, row in loss.items()} == {n: exact(die.probability(n)) for n in die}


def test_the_best_number_is_marked():
    page = read(ask(ATTACK), "output")
    plan = evade_plan([Incoming(4, Damage(1, 6)), *[Incoming(3, Damage(1, 6)), Incoming(2, Damage(1, 4, kind=S))]], OWN)
    marked = [row for row in page.tags if row[0] == "tr" and row[1].get("class") == "applies"]
    assert len(marked) == 1
    assert page.tables[1][plan.spend + 1][0] == str(plan.spend)


OWN = Target(5, 4, 1, 4, 1)
"""The PC that the page shows at first."""


def test_the_splits_of_a_continuous_attack():
    """E-M14: best for the attacker first, as the engine has it."""
    values = {"dice": "6", "continuous": "1", "target": "kaii_evading", "split": "4+2"}
    target = Target(6, 3, 1, victim=Victim.KAII)
    found = split_odds(Incoming(6, Damage(1, 6)), 1, target, "survive")
    rows = rows_of(ask(ATTACK, values), 4)
    assert list(rows) == [" + ".join(map(str, split.parts)) for split in found][:SHOWN_SPLITS]
    assert [row[0] for row in rows.values()] == [exact(split.prospect.survives) for split in found]


def test_each_aim_of_the_attacker_has_its_split():
    """E-8.7 to E-8.10: what pierces a pool need not be what draws it out."""
    values = {"dice": "8", "continuous": "2", "target": "kaii_evading", "target_dice": "4"}
    found = split_odds(Incoming(8, Damage(1, 6)), 2, Target(6, 4, 1, victim=Victim.KAII), "survive")
    rows = rows_of(ask(ATTACK, values), 4)
    told = {row[-1]: parts for parts, row in rows.items() if row[-1]}
    best = {
        "brings down most often": min(found, key=lambda split: split.prospect.survives),
        "most loss": max(found, key=lambda split: split.prospect.loss),
        "draws out most evade dice": min(found, key=lambda split: split.prospect.dice_left),
    }
    for aim, split in best.items():
        parts = next(parts for words, parts in told.items() if aim in words)
        assert parts == " + ".join(map(str, split.parts))


def test_nothing_typed_is_no_further_attack_and_no_split():
    """Also in a link."""
    assert ask(ATTACK, {"more": "", "split": ""})["query"] == {"more": ""}
    assert len(rows_of(ask(ATTACK, {"more": ""}), 2)) == 1


def test_a_target_without_evasion_has_nothing_to_choose():
    answer = ask(ATTACK, {"target": "kaii", "more": ""})
    assert list(rows_of(answer, 0)) == ["0"]
    assert "E-11.15" in read(answer).text


@every(
    ("widget", "field", "values"),
    [
        *wrong(ATTACK, "split", "2+2", "2+1"),
        *wrong(ATTACK, "split", "3+3", "4+0", continuous="1"),
        *wrong(ATTACK, "split", "1+1", dice="0", continuous="1"),
        *wrong(ATTACK, "more", "1 1, 1 1, 1 1", continuous="3", split="1+1+1+1"),
        *wrong(ATTACK, "more", "1 1, 1 1, 1 1, 1 1, 1 1, 1 1", "3D", "3D 1d6 1d4", "99D 1d6", "3D SOFT 1d6"),
    ],
)
def test_what_does_not_add_up_is_told_beside_its_field(widget, field, values):
    told_beside(field, widget, values)


def test_a_link_that_asks_too_much_is_told_so():
    """In a moment, beside its field."""
    values = {"evade_dice": "12", "hp": "99", "spirit_points": "99", "more": "9 5d20, 9 5d20s, 9 5d20, 9 5d20s, 9 5d20"}
    told_beside("more", ATTACK, values | {"damage": "5d20"})
    many = {"dice": "20", "continuous": "3", "damage": "5d20", "toughness": "99", "target_dice": "12", "more": ""}
    told_beside("continuous", ATTACK, many | {"target": "kaii_evading"})


def test_a_plan_is_drawn_where_an_example_ends_with_it():
    plan = evade_plan([Incoming(3, Damage(1, 6))], OWN)
    assert repr(plan) == f"<spend 4 of 4, survives {plan.best.survives}, loses {plan.best.loss}>"
    for language in LANGUAGES:
        assert figure(plan, language) is not None


# --- as people write them ---------------------------------------------------------------------------------------------


def test_attacks_in_either_language():
    english = read_attacks("3D 1d6, 2D HARD 1d4 spiritual ranged", "more")
    japanese = read_attacks("３D 1d6、2 霊的 HARD 遠隔 １ｄ４", "more")
    assert english == japanese
    assert english == read_attacks("3 1d6; 2d hard 1d4s ranged", "more")


def test_a_party_and_a_split():
    assert read_party("3、2 4", "party") == (3, 2, 4)
    assert read_split("3＋2", "split") == read_split("3; 2", "split") == (3, 2)
    for typed in ("", "x", "21", "-1", ",".join("1" * 9), "1.5"):
        with pytest.raises(InputError):
            read_party(typed, "party")


@given(st.text(max_size=30))
def test_whatever_is_written_is_read_or_refused(text):
    for reads in (read_attacks, read_split, read_party):
        try:
            reads(text, "field")
        except InputError as error:
            refusal = error
        else:
            continue
        assert refusal.field == "field"
        assert refusal.message("ja").endswith("。")


# --- a difficulty -----------------------------------------------------------------------------------------------------


def test_the_difficulty_that_comes_closest():
    party = (3, 2, 4)
    wish = F(3, 4)
    answer = ask(DIFFICULTY)
    together = closest({d: someone(party, d) for d in LADDER}, wish)
    everyone = closest({d: all_of(party, d) for d in LADDER}, wish)
    assert f"{together.text.en} (" in answer["status"]
    assert f"{everyone.text.en} (" in answer["status"]
    rows = rows_of(answer, 0)
    assert rows["PC 1: 3D"] == [in_heat(check_odds(3, d)) for d in LADDER]
    assert rows["Somebody"] == [in_heat(1 - F(face - 1, 6) ** 9) for face in LADDER]
    assert rows["Everybody"] == [in_heat(all_of(party, d)) for d in LADDER]


def test_two_dice_come_closest_to_three_quarters_at_normal():
    assert closest({d: check_odds(2, d) for d in LADDER}, F(3, 4)) is NORMAL
    assert closest({NORMAL: F(1, 2), Difficulty.HARD: F(1, 4)}, F(3, 8)) is NORMAL


def test_one_attack_of_an_enemy_is_exact():
    rows = rows_of(ask(DIFFICULTY), 1)
    for dice in POOLS:
        expected = [hit_chance(Incoming(dice, Damage(1, 6)), k) for k in range(4)]
        assert rows[str(dice)] == [in_heat(chance) for chance in expected]


def test_one_exchange_of_a_whole_side_is_exact():
    """E-M4 to E-M6: two enemies on one PC, the party on one enemy that evades with as many dice as it has."""
    rows = rows_of(ask(DIFFICULTY), 2)
    for dice in POOLS:
        struck = evade_plan([Incoming(dice, Damage(1, 6))] * 2, Target(5, 4, 1))
        enemy = Target(6, dice, 0, victim=Victim.KAII)
        strikes = evade_plan([Incoming(n, Damage(1, 6)) for n in (3, 2, 4)], enemy)
        assert rows[str(dice)][0::2] == [exact(struck.best.survives), exact(strikes.best.survives)]
        assert rows[str(dice)][1] == exact_mean(struck.best.loss)


def test_a_side_that_cannot_be_counted_leaves_a_dash():
    values = {"enemies": "6", "hp": "99", "evade_dice": "12", "damage": "5d20", "enemy_damage": "5d20"}
    answer = ask(DIFFICULTY, values)
    assert answer["state"] == "ready"
    assert "—" in rows_of(answer, 2)["3"]


def test_a_simulation_is_called_one_and_can_be_repeated():
    answer = ask(DIFFICULTY)
    text = read(answer).text
    assert "no exact chances" in text
    assert f"{FIGHTS} fights" in text
    assert answer == ask(DIFFICULTY)
    assert rows_of(answer, 3) != rows_of(ask(DIFFICULTY, {"seed": "another"}), 3)
    assert list(rows_of(answer, 4)) == [str(n) for n in TOUGHNESS]


MOTHS = Troop((2, 2), 2, 0, 0, Damage(1, 4))
PARTY = Troop((3, 3, 3), 5, 3, 1, Damage(1, 6))


def test_a_fight_that_can_be_counted_by_hand():
    """One against one; the first to hit wins: the true chance lies within three times the error."""
    one, other = Troop((2,), 1, 0, 0, Damage(plus=1)), Troop((1,), 1, 0, 0, Damage(plus=1))
    first, second = F(3, 4), F(1, 2)
    wins = first / (1 - (1 - first) * (1 - second))
    turns = 1 / (1 - (1 - first) * (1 - second))
    found = simulate(one, other, 4000)
    assert abs(found.wins.value - wins) < 1.5 * found.wins.error
    assert abs(found.danger.value - (1 - wins)) < 1.5 * found.danger.error
    assert abs(found.turns.value - turns) < 1.5 * found.turns.error
    assert found.wins.error == pytest.approx(1.96 * sqrt(wins * (1 - wins) / 4000), rel=0.1)


def test_never_and_always_are_not_certain():
    """No fight out of a hundred proves that none is lost."""
    found = simulate(PARTY, MOTHS, 100, "moths")
    assert found.danger.value == 0
    assert found.danger.error > 0


def test_evade_dice_make_a_fight_longer():
    """E-8.5; and those that come back make it longer still (E-Q7)."""
    tough = Troop((3,), 10, 0, 0, Damage(1, 6))
    lengths = [
        simulate(PARTY, enemies, 1000, rulings=Rulings(evade_refill=refill)).turns.value
        for enemies, refill in (
            (tough, "activation"),
            (Troop((3,), 10, 4, 0, Damage(1, 6)), "combat"),
            (Troop((3,), 10, 4, 0, Damage(1, 6)), "turn"),
        )
    ]
    assert lengths == sorted(lengths)
    assert with_dice(tough, 5).evade_dice == 0
    assert with_dice(Troop((3,), 10, 4, 0, Damage(1, 6)), 5).evade_dice == 5


@every(
    "wrong",
    [
        lambda: simulate(PARTY, MOTHS, 1),
        lambda: simulate(PARTY, MOTHS, 5001),
        lambda: Troop((), 1, 0, 0, Damage(1)),
        lambda: Troop((1,) * 9, 1, 0, 0, Damage(1)),
        lambda: Troop((21,), 1, 0, 0, Damage(1)),
        lambda: Troop((1,), 0, 0, 0, Damage(1)),
        lambda: Troop((1,), 1, 0, 0, Damage(1, kind=S)),
        lambda: Troop((1,), 1, 0, 0, "1d6"),
    ],
)
def test_a_fight_that_cannot_be(wrong):
    with pytest.raises(InputError):
        wrong()


# --- all of them ------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.data())
def test_whatever_the_form_holds_there_is_an_answer(data):
    """Within the bounds of the fields; the largest numbers included."""
    widget = data.draw(st.sampled_from((POOL, ATTACK)))
    values = {}
    for name, field in library.WIDGETS[widget].fields.items():
        if hasattr(field, "least"):
            values[name] = str(
                data.draw(st.sampled_from((field.least, field.most)) | st.integers(field.least, field.most))
            )
        elif hasattr(field, "options"):
            values[name] = data.draw(st.sampled_from([value for value, _ in field.options]))
    values.pop("split", None)
    answer = ask(widget, values)
    refused = {"manoeuvre", "continuous"}  # not with focus; split in so many ways that they cannot be compared
    assert answer["state"] == "ready" or set(answer["errors"]) <= refused, answer["error"]
