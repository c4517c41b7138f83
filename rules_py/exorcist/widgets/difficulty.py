"""Difficulty estimator: which difficulty a party needs, and how strong enemies may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import WISH, FlagField, IntegerField, PercentField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import remark
from rules_py.core.notation import Roll
from rules_py.core.pictures import Heat, Step, closest, difficulty_band, heat_table
from rules_py.core.render import Cell, number_cell, row, summary, table, wished, working
from rules_py.core.text import Language, Text, sharing
from rules_py.core.widget import Answer, Widget
from rules_py.exorcist.characters import MOST_ARMOUR, MOST_POINTS, NUMBERS
from rules_py.exorcist.checks import LADDER, Difficulty
from rules_py.exorcist.effects import Victim
from rules_py.exorcist.fights import LAST_TURN, MOST_FIGHTERS, Estimate, Simulated, Troop, simulate, with_dice
from rules_py.exorcist.odds import MOST_INCOMING, Incoming, Target, check_odds, evade_plan, hit_chance
from rules_py.exorcist.reading import read_party
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.sheet import ARMOUR, EVADE_DICE, HP, PARTYS
from rules_py.exorcist.widgets.common import HitDamage, named, table_roll

FIGHTS = 200
POOLS = range(1, 9)
SPENT = range(4)
TOUGHNESS = (2, 4, 6, 9, 12, 16, 24)
LONGEST_SEED = 20
MOST_WAYS = 20_000
"""Attacks, points and evade dice multiplied: what one exchange is counted for in a moment."""
_PARTY = ReadField(
    Text("Dice of each PC", "各PCのダイス"),
    "3, 2, 4",
    Text("one number for each", "1人に一つずつ"),
    read=read_party,
    party="dice",
)


def _seed(raw: str, name: str) -> str:
    if not 1 <= len(raw) <= LONGEST_SEED or not raw.isprintable() or raw != raw.encode("utf-8", "replace").decode():
        words = Text("a word of 1 to {most} letters", "1文字から{most}文字までの言葉にしてください")
        raise InputError(name, raw, words.format(most=LONGEST_SEED))
    return raw


@dataclass(frozen=True)
class Check:
    """Who makes a check, and how it should go."""

    party: Annotated[tuple[int, ...], _PARTY]
    wish: Annotated[Fraction, PercentField(WISH, "75")]


@dataclass(frozen=True)
class Party:
    """What each PC brings to a fight, beside its dice."""

    hp: Annotated[int, replace(HP, label=Text("HP of a PC", "PCの【体力】"), kept=PARTYS["hp"])]
    armour: Annotated[int, replace(ARMOUR, label=Text("Armour of a PC", "PCの【装甲】"), kept=PARTYS["armour"])]
    evade_dice: Annotated[
        int,
        replace(EVADE_DICE, label=Text("Evade dice of a PC", "PCの回避ダイス"), kept=PARTYS["evade_dice"]),
    ]
    damage: HitDamage

    def troop(self, dice: tuple[int, ...]) -> Troop:
        """All of them, with so many dice each."""
        return Troop(dice, self.hp, self.evade_dice, self.armour, self.damage)


@dataclass(frozen=True)
class Enemies:
    """How many enemies there are, and what each of them is."""

    enemies: Annotated[int, IntegerField(Text("Number of enemies", "敵の数"), "2", least=1, most=MOST_FIGHTERS)]
    enemy_dice: Annotated[int, IntegerField(Text("Dice of each", "敵のダイス"), "3", least=1, most=POOLS[-1])]
    enemy_evades: Annotated[bool, FlagField(Text("They evade", "回避を行う"), "1")]
    toughness: Annotated[int, IntegerField(NUMBERS["toughness"].begun(), "6", least=1, most=MOST_POINTS)]
    miasma: Annotated[int, IntegerField(NUMBERS["miasma"].begun(), "0", most=MOST_ARMOUR)]
    enemy_damage: HitDamage

    @property
    def troop(self) -> Troop:
        """All of them."""
        evade_dice = self.enemy_dice if self.enemy_evades else 0
        return Troop((self.enemy_dice,) * self.enemies, self.toughness, evade_dice, self.miasma, self.enemy_damage)


@dataclass(frozen=True)
class Fight:
    """What a fight should be."""

    turns: Annotated[int, IntegerField(Text("Turns you want", "望むターン数"), "4", least=1, most=LAST_TURN)]
    danger: Annotated[Fraction, PercentField(Text("Danger: a PC goes down (%)", "危険度：誰かが倒れる確率（%）"), "25")]
    seed: Annotated[str, ReadField(Text("Seed", "シード"), "exorcist", read=_seed, size=12)]


@dataclass(frozen=True)
class DifficultyInputs:
    """A check and a fight that are wished for."""

    check: Annotated[Check, Group(legend=Text("A check", "判定"))]
    party: Annotated[Party, Group.side(Text("A fight: the party", "戦闘：PC側"))]
    enemies: Annotated[Enemies, Group.side(Text("A fight: the enemies", "戦闘：敵側"))]
    fight: Annotated[Fight, Group(legend=Text("What the fight should be", "どんな戦闘にするか"))]
    rulings: Rulings


class DifficultyEstimator(Widget[DifficultyInputs]):
    """A difficulty for a wished chance; enemies for a wished length and danger of a fight."""

    rules = ("E-6.4",)
    title = Text("Difficulty estimator", "難易度の目安")
    is_costly = True

    def answers(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Iterator[Answer]:
        """Yield in brief the difficulty, then the answer with the fights, which take long to simulate."""
        together, words = _closest(inputs)
        yield Answer(words, list, headline=named(together), is_brief=True)
        yield self.answer(inputs, pressed, language)

    def answer(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the difficulty, one exchange, and simulated fights."""
        party, wish, rulings = inputs.check.party, inputs.check.wish, inputs.rulings
        together, words = _closest(inputs)
        by_dice, by_toughness = _fights(inputs)
        danger, length = float(inputs.fight.danger), float(inputs.fight.turns)
        dice = min(by_dice, key=lambda n: (abs(by_dice[n].danger.value - danger), n))
        toughness = min(by_toughness, key=lambda n: (abs(by_toughness[n].turns.value - length), n))
        simulated = Text(
            " By simulation, an enemy with {dice}D comes closest to the danger, and toughness {toughness} to the length"
            " you want.",
            "シミュレーションでは、敵のダイス{dice}個が望む危険度に、【強度】{toughness}が望む長さに最も近くなりました。",
        )
        status = words + simulated.format(dice=dice, toughness=toughness)

        def output() -> list[Element]:
            return [
                summary(status, language),
                _band(party, together, rulings, language),
                _checks(party, wish, rulings, language),
                _one_attack(inputs, language),
                _one_exchange(inputs, language),
                _simulated(
                    Text("Simulated: by dice of each enemy", "シミュレーション：敵のダイスを変えると"),
                    Text("Dice", "ダイス"),
                    by_dice,
                    dice,
                    language,
                ),
                _simulated(
                    Text("Simulated: by toughness of each enemy", "シミュレーション：敵の【強度】を変えると"),
                    NUMBERS["toughness"].begun(),
                    by_toughness,
                    toughness,
                    language,
                ),
                remark(_LABEL.get(language)),
                working(_WORKING, language),
            ]

        return Answer(status, output, headline=named(together), rolls=lambda: _rolls(party, together, rulings))


def _closest(inputs: DifficultyInputs) -> tuple[Difficulty, Text]:
    """Return the difficulty for somebody, and the sentence that names the one for all as well."""
    party, wish = inputs.check.party, inputs.check.wish
    together, everyone = (
        closest({d: chance(party, d, inputs.rulings) for d in LADDER}, wish) for chance in (someone, all_of)
    )
    words = Text(
        "Closest to {wish}: {someone} for somebody, {everyone} for all.",
        "{wish}に最も近いのは、誰か一人の成功なら{someone}、全員の成功なら{everyone}。",
    )
    return together, words.format(wish=wished(wish), someone=named(together), everyone=named(everyone))


def _rolls(party: tuple[int, ...], difficulty: Difficulty, rulings: Rulings) -> tuple[Roll, ...]:
    """What the PCs roll at the difficulty that is found; those with as many dice roll the same."""
    return tuple(table_roll(dice, difficulty, rulings, who) for dice, who in sharing(party).items())


def someone(party: tuple[int, ...], difficulty: Difficulty, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that at least one of a party succeeds.

    Example:
        >>> str(someone((1, 1), Difficulty.NORMAL))
        '3/4'
    """
    return 1 - prod((1 - check_odds(dice, difficulty, rulings) for dice in party), start=Fraction(1))


def all_of(party: tuple[int, ...], difficulty: Difficulty, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that everybody in a party succeeds.

    Example:
        >>> str(all_of((1, 2), Difficulty.NORMAL))
        '3/8'
    """
    return prod((check_odds(dice, difficulty, rulings) for dice in party), start=Fraction(1))


def _band(party: tuple[int, ...], best: Difficulty, rulings: Rulings, language: Language) -> Element:
    steps = [Step(f"{each.value}+", someone(party, each, rulings), each - best) for each in LADDER]
    caption = Text("Faces that succeed, and the chance of somebody", "成功する出目と、誰か一人が成功する確率")
    return difficulty_band(caption, steps, language)


def _checks(party: tuple[int, ...], wish: Fraction, rulings: Rulings, language: Language) -> Element:
    lines = [
        (
            Text("PC {n}: {dice}D", "PC {n}：{dice}個").format(n=n, dice=dice),
            {d: check_odds(dice, d, rulings) for d in LADDER},
        )
        for n, dice in enumerate(party, start=1)
    ]
    lines.append((Text("Somebody", "誰か一人"), {d: someone(party, d, rulings) for d in LADDER}))
    lines.append((Text("Everybody", "全員"), {d: all_of(party, d, rulings) for d in LADDER}))
    rows: list[tuple[Cell, list[Heat | None]]] = []
    for label, chances in lines:
        best = closest(chances, wish)
        rows.append((label, [Heat(chance, found is best) for found, chance in chances.items()]))
    heads = (Text("Who", "誰が"), *(named(difficulty) for difficulty in LADDER))
    return heat_table(Text("Chance of the check", "判定に成功する確率"), heads, rows, language)


def _one_attack(inputs: DifficultyInputs, language: Language) -> Element:
    """One attack of an enemy on a PC, exact."""
    spent = [k for k in SPENT if k <= inputs.party.evade_dice]
    rows = []
    for dice in POOLS:
        attack = Incoming(dice, inputs.enemies.enemy_damage)
        is_asked = dice == inputs.enemies.enemy_dice
        rows.append((dice, [Heat(hit_chance(attack, k, inputs.rulings), is_asked) for k in spent]))
    heads: list[Cell] = [Text("Enemy’s dice ＼ evade dice spent", "敵のダイス＼使う回避ダイス"), *spent]
    return heat_table(Text("One attack of an enemy hits", "敵の攻撃1回が命中する確率"), heads, rows, language)


def _one_exchange(inputs: DifficultyInputs, language: Language) -> Element:
    """All enemies on one PC, and the whole party on one enemy, once each and evaded as well as can be; exact."""
    party, enemies = inputs.party, inputs.enemies.troop
    pc = Target(party.hp, party.evade_dice, party.armour)
    count = min(MOST_INCOMING, len(enemies.dice))
    strikes = [Incoming(dice, party.damage) for dice in inputs.check.party[:MOST_INCOMING]]
    rows = []
    for dice in POOLS:
        enemy = Target(enemies.points, with_dice(enemies, dice).evade_dice, enemies.reduction, victim=Victim.KAII)
        ways = ([Incoming(dice, enemies.damage)] * count, pc), (strikes, enemy)
        cells = [cell for attacks, target in ways for cell in _stands(attacks, target, inputs.rulings)]
        rows.append(row(language, dice, *cells, class_="applies" if dice == inputs.enemies.enemy_dice else None))
    heads = (
        Text("Enemy’s dice", "敵のダイス"),
        Text("PC stands", "PCが残る"),
        Text("It loses", "PCの被害"),
        Text("Enemy stands", "敵が残る"),
        Text("It loses", "敵の被害"),
    )
    caption = Text(
        "One exchange, evaded in the best way: on one PC enemies {n}, on one enemy PCs {m}",
        "互いに1回ずつ：敵{n}体が1人のPCを、PC{m}人が1体の敵を狙い、最もよく回避されるとき",
    )
    return table(caption.format(n=count, m=len(strikes)), heads, rows, language)


def _stands(attacks: list[Incoming], target: Target, rulings: Rulings) -> tuple[Cell, Cell]:
    """The target's chance to stand and its mean loss; dashes where there is too much to count."""
    if len(attacks) * target.points * (target.evade_dice + 1) ** 2 > MOST_WAYS:
        return "—", "—"
    try:
        best = evade_plan(attacks, target, rulings=rulings).best
    except InputError:
        return "—", "—"
    return best.survives, number_cell(best.loss)


def _fights(inputs: DifficultyInputs) -> tuple[dict[int, Simulated], dict[int, Simulated]]:
    party, enemies = inputs.party.troop(inputs.check.party), inputs.enemies.troop
    seed, rulings = inputs.fight.seed, inputs.rulings
    by_dice = {n: simulate(party, with_dice(enemies, n), FIGHTS, seed, rulings) for n in POOLS}
    by_toughness = {
        n: simulate(party, replace(enemies, points=n), FIGHTS, seed, rulings)
        for n in sorted({*TOUGHNESS, enemies.points})
    }
    return by_dice, by_toughness


def _simulated(caption: Text, head: Text, found: Mapping[int, Simulated], best: int, language: Language) -> Element:
    rows = [
        row(
            language,
            n,
            _number(result.turns),
            _chance(result.danger),
            _chance(result.wins),
            class_="applies" if n == best else None,
        )
        for n, result in found.items()
    ]
    heads = (
        head,
        Text("Turns", "ターン数"),
        Text("A PC goes down", "誰かが倒れる"),
        Text("Party wins", "PC側の勝利"),
    )
    return table(caption, heads, rows, language)


def _number(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ± {estimate.error:.1f}"


def _chance(estimate: Estimate) -> str:
    return f"{estimate.value * 100:.0f} ± {estimate.error * 100:.0f}%"


_LABEL = Text(
    "The two tables above are no exact chances: each line is {fights} fights played from the seed, and ± holds the true"
    " value in 95 of 100 cases. Another seed gives slightly other numbers.",
    "上の2つの表は厳密な確率ではありません。各行はシードから{fights}回の戦闘を実際に進めた結果で、"
    "真の値は100回に95回、±の範囲に入ります。シードを変えると数値も少し変わります。",
).format(fights=FIGHTS)
_WORKING = [
    Text(
        "A check is closest to the chance you want where the difference is smallest (E-3.9, E-T2).",
        "望む確率との差が最も小さい難易度を選んでいます（E-3.9、E-T2）。",
    ),
    Text(
        "Simulated fights: everybody attacks once a turn at NORMAL, the party first (E-5.12, E-Q2); the party aims at"
        " the weakest enemy, enemies at anybody.",
        "シミュレーションでは、全員が毎ターン一度ずつ、難易度NORMALで攻撃します。PC側が先です（E-5.12、E-Q2）。"
        "PCは最も弱った敵を、敵は狙う相手をランダムに選びます。",
    ),
    Text(
        "Whoever evades spends half of its evade dice, rounded up (E-8.5); enemies that evade have as many as dice"
        " (E-11.18, E-Q38), and all come back as E-Q7 says.",
        "回避には残りの回避ダイスの半分（端数切り上げ）を使います（E-8.5）。回避する敵は、攻撃と同じ数の回避ダイスを持ち（E-11.18、E-Q38）、"
        "E-Q7に従って回復します。",
    ),
    Text(
        "One exchange: each side makes up to six attacks at NORMAL; the target sees every attack check and spends its"
        " evade dice in the best way (E-8.9). A dash stands where there is too much to count in a moment.",
        "互いに1回ずつの表では、それぞれが難易度NORMALで6回まで攻撃し、狙われた側は攻撃判定を見てから回避ダイスを最もよく"
        "使います（E-8.9）。数える量が多すぎるところは「—」としています。",
    ),
    Text(
        "There are no katashiro, arts, barriers or pressure, and only physical damage; a fight ends after 20 turns.",
        "【形代】、術、結界、圧力は使わず、物理ダメージだけで計算します。戦闘は20ターンで打ち切ります。",
    ),
]
