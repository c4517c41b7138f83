"""Difficulty estimator: which opponent gives a hero the wished chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any
from xml.etree.ElementTree import Element

from rules_py.contest.characters import STEP, Ability, Contestant
from rules_py.contest.odds import Outlook, Standing, contest_odds
from rules_py.contest.rulings import Rulings
from rules_py.contest.sheet import PARTYS
from rules_py.contest.system import SYSTEM
from rules_py.contest.widgets.common import HERO, OPPONENT, side, strike_power, table_rolls
from rules_py.core.errors import InputError
from rules_py.core.fields import PercentField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up, remark, rule_link
from rules_py.core.notation import Roll
from rules_py.core.pictures import Heat, Step, difficulty_band, heat_table
from rules_py.core.render import WORKING, Cell, fold, number_cell, odds_table, row, summary, table, wished
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget

WEAKEST = 1
BEYOND_HOPE = STEP * 8
"""So many points above the hero an opponent always wins: six masteries are enough."""
SPREAD = (-8, -4, 0, 4, 8)


@dataclass(frozen=True)
class Wish:
    """How hard it should be."""

    win: Annotated[Fraction, PercentField(Text("Wanted chance of winning (%)", "望む勝率（%）"), "60")]
    unhurt: Annotated[
        Fraction, PercentField(Text("Wanted chance of no heavy wound (%)", "望む「重傷なし」の確率（%）"), "50")
    ]
    strike_power_b: Annotated[int, strike_power(Text("Opponent’s strike power", "相手の打撃力"))]


@dataclass(frozen=True)
class DifficultyInputs:
    """A hero, and the contest that is wished for."""

    hero: Annotated[Contestant, side("a", "17", without=("wounded",), kept=PARTYS)]
    wish: Annotated[Wish, Group.side(Text("What you wish for", "望む難しさ"))]
    rulings: Rulings


class DifficultyEstimator(Widget[DifficultyInputs]):
    """Which opponent's ability gives a hero the chance that the narrator wishes for."""

    title = Text("Difficulty estimator", "難易度の目安")
    is_costly = True

    def answers(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Iterator[Answer]:
        """Yield in brief who can be won against, then the answer: it takes as long again to say who does not wound."""
        wish = inputs.wish
        win = strongest(inputs.hero, wish.strike_power_b, inputs.rulings, lambda o: o.wins_a, wish.win)
        yield Answer(_won(wish.win, win), list, headline=_headline(win), is_brief=True)
        yield self.answer(inputs, pressed, language)

    def answer(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the fitting opponents, a heat table, and what each house rule would change."""
        hero, wish, rulings = inputs.hero, inputs.wish, inputs.rulings
        power = wish.strike_power_b
        win = strongest(hero, power, rulings, lambda o: o.wins_a, wish.win)
        unhurt = strongest(hero, power, rulings, lambda o: o.unhurt_a, wish.unhurt)
        safe = Text(" For {unhurt} without a heavy wound: {by_unhurt}.", "重傷なし{unhurt}なら{by_unhurt}。")
        status = _won(wish.win, win) + safe.format(unhurt=wished(wish.unhurt), by_unhurt=_named(unhurt))
        middle = win or unhurt or hero.effective(rulings)

        def output() -> list[Element]:
            return [
                summary(status, language),
                _band(hero, power, win, middle, rulings, language),
                _around(hero, power, middle, rulings, language),
                _heat(hero, power, middle, rulings, language),
                _switches(hero, power, middle, rulings, language),
                _how(rulings, language),
            ]

        def rolls() -> tuple[Roll, ...]:
            return table_rolls(a=(HERO, hero.effective(rulings)), b=(OPPONENT, win)) if win else ()

        return Answer(status, output, headline=_headline(win), rolls=rolls)


def _outlook(hero: Contestant, opponent: Ability, power: int, rulings: Rulings) -> Outlook:
    return contest_odds(hero, Contestant(opponent, strike_power=power), rulings)[Standing()]


def strongest(
    hero: Contestant, power: int, rulings: Rulings, wish: Callable[[Outlook], Fraction], chance: Fraction
) -> Ability | None:
    """Find the strongest opponent that still leaves the hero the wished chance.

    Args:
        hero: The hero.
        power: The opponent's strike power, 1 or 2.
        rulings: How the open questions are answered.
        wish: Which chance is meant.
        chance: The wished chance, above 0 and below 1.

    Returns:
        The opponent's ability; None if even an ability of 1 is too strong.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> str(strongest(Contestant(parse_ability("15")), 1, Rulings(), lambda o: o.wins_a, Fraction(63, 100)))
        '12'
    """

    def leaves(value: int) -> bool:
        return wish(_outlook(hero, Ability.of_value(value), power, rulings)) >= chance

    own = hero.effective(rulings).value
    low, high = WEAKEST - 1, own + BEYOND_HOPE
    middle, step = own, 1  # the one looked for is seldom far from the hero's own ability
    while low < high:
        if leaves(middle):
            low = middle
            middle = min(low + step, (low + high + 1) // 2)
        else:
            high = middle - 1
            middle = max(high + 1 - step, (low + high + 1) // 2)
        step *= 2
    return Ability.of_value(low) if low >= WEAKEST else None


def _won(wish: Fraction, opponent: Ability | None) -> Text:
    words = Text("Strongest opponent for a {win} chance to win: {by_win}.", "勝率{win}なら相手の能力は{by_win}。")
    return words.format(win=wished(wish), by_win=_named(opponent))


def _headline(opponent: Ability | None) -> Text:
    return same(opponent) if opponent else Text("none", "なし")


def _named(ability: Ability | None) -> Text:
    return same(ability) if ability else Text("none is weak enough", "該当なし（1でも強すぎます）")


def _near(value: int) -> list[Ability]:
    values = {max(WEAKEST, value + step) for step in SPREAD}
    return [Ability.of_value(v) for v in sorted(values)]


def _band(
    hero: Contestant, power: int, win: Ability | None, middle: Ability, rulings: Rulings, language: Language
) -> Element:
    fits = win.value if win else 0
    steps = [
        Step(str(opponent), _outlook(hero, opponent, power, rulings).wins_a, opponent.value - fits)
        for opponent in _near(middle.value)
    ]
    caption = Text("Opponent’s ability, and the hero’s chance to win", "相手の能力と、主人公の勝率")
    return difficulty_band(caption, steps, language)


def _around(hero: Contestant, power: int, middle: Ability, rulings: Rulings, language: Language) -> Element:
    rows = []
    for opponent in _near(middle.value):
        now = _outlook(hero, opponent, power, rulings)
        cells = (now.wins_a, now.unhurt_a, number_cell(now.rounds))
        rows.append(row(language, str(opponent), *cells, class_="applies" if opponent == middle else None))
    heads = (
        Text("Opponent", "相手の能力"),
        Text("Hero wins", "主人公の勝率"),
        Text("No heavy wound", "重傷なし"),
        Text("Rounds", "ラウンド数"),
    )
    return table(Text("Opponents around it", "近い強さの相手"), heads, rows, language, "odds")


def _heat(hero: Contestant, power: int, middle: Ability, rulings: Rulings, language: Language) -> Element:
    heroes, opponents = _near(hero.ability.value), _near(middle.value)
    rows = [
        (
            str(own),
            [Heat(_outlook(replace(hero, ability=own), each, power, rulings).wins_a) for each in opponents],
        )
        for own in heroes
    ]
    heads: list[Cell] = [Text("Hero ＼ opponent", "主人公＼相手"), *map(str, opponents)]
    caption, label = Text("The hero’s chance to win", "主人公の勝率"), Text("Heat table of chances", "勝率の一覧表")
    return heat_table(caption, heads, rows, language, label=label)


def _switches(hero: Contestant, power: int, opponent: Ability, rulings: Rulings, language: Language) -> Element:
    """What every single house rule would make of the chance to win."""
    now = _outlook(hero, opponent, power, rulings).wins_a
    rows: list[tuple[Text, Fraction, str]] = [(Text("as set now", "現在の設定"), now, "for-a")]
    endless: list[Element] = []
    for ruling in SYSTEM.rulings.values():
        if DifficultyEstimator.name not in ruling.widgets:
            continue
        for switch in ruling.switches:
            if switch not in Rulings.choices():
                continue
            label = ruling.labels.get(switch, ruling.label)
            for option in ruling.options:
                if option.switch != switch or option.value == getattr(rulings, switch):
                    continue
                change: dict[str, Any] = {switch: option.value}
                changed = replace(rulings, **change)
                words = Text("{label}: {answer} ({id})", "{label}：{answer}（{id}）")
                words = words.format(label=label, answer=option.text, id=ruling.id)
                try:
                    rows.append((words, _outlook(hero, opponent, power, changed).wins_a, ""))
                except InputError as error:
                    said = words + same(" — ") + error.allowed
                    endless.append(remark(said.get(language)))
    caption = Text(
        "What each house rule would change against {opponent}", "裁定を変えると勝率はどうなるか（相手{opponent}）"
    )
    return fold(
        Text("What each house rule would change", "裁定ごとの影響"),
        language,
        odds_table(caption.format(opponent=opponent), Text("House rule", "裁定"), rows, language),
        endless,
    )


def _how(rulings: Rulings, language: Language) -> Element:
    usual, free, exact = Rulings(), rulings.any_square, rulings.wound_from
    words = Text(
        "Both fight on to the end without yielding, augmenting again or being blocked; each contest is solved exactly,"
        " and the strongest opponent that leaves at least the wished chance is named. The gauge is a ruling ",
        "双方が降参も追加の増強もせず、いつも押しこめるまま、決着まで戦う場合です。対決を1つずつ正確に計算し、"
        "望む確率を保てるうちで最も強い相手を示しています。ゲージの大きさは裁定です",
    )
    return fold(
        WORKING,
        language,
        h(
            "p",
            *marked_up(words.get(language)),
            Text("(", "（").get(language),
            rule_link("C-Q4"),
            Text(").", "）。").get(language),
        ),
        remark(_NOT_ALWAYS.get(language)) if (free, exact) != (usual.any_square, usual.wound_from) else None,
    )


_NOT_ALWAYS = Text(
    "Under these readings of C-Q11 and C-Q12 a stronger opponent is now and then the easier one; then the one named"
    " need not be the strongest.",
    "C-Q11とC-Q12の裁定によっては、より強い相手のほうが楽なこともまれにあり、示した相手が最も強いとは限りません。",
)
