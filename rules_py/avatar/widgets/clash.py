"""Clash calculator: what playing cards leads to, before each decision, from what one side knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card, Suit, check_each_once, field_total, of_one_suit, show_cards
from rules_py.avatar.clash import (
    MOST_BOUGHT,
    MOST_THEIRS,
    Advice,
    Choice,
    Count,
    Goal,
    Knowledge,
    Plays,
    Replies,
    Turn,
    advise,
)
from rules_py.avatar.effects import MOST_LIMIT, Meeting, attack_damage, meeting, planet_damage
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import EP, LIMIT, POWER, SUIT
from rules_py.avatar.widgets.common import cards_field, ways_to_play, written_cards_field
from rules_py.core.fields import ChoiceField, FlagField, IntegerField
from rules_py.core.form import Group
from rules_py.core.render import (
    NAMED_ROWS,
    exact_number,
    exactly,
    number_cell,
    odds_table,
    row,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget

SHOWN = 16
_PLAYS = (
    ("fewest", Text("the fewest cards that make it superior", "優勢になれる最少の枚数")),
    ("all", Text("all its cards", "手札すべて")),
    ("none", Text("no card", "出さない")),
)
_TURNS = (
    ("numbers", Text("as the numbers say", "数のとおり")),
    ("me", Text("me, by cards (A-Q17)", "自分（カードで決定、A-Q17）")),
    ("other", Text("the other, by cards (A-Q17)", "相手（カードで決定、A-Q17）")),
)
_REPLIES = (
    ("best", Text("best, from what was shown by then", "見えたカードから最善に")),
    ("fewest", Text("the fewest cards that make me superior", "優勢になれる最少の枚数")),
)
_GOALS = (
    ("win", Text("win the clash", "打ち合いに勝つ")),
    ("damage", Text("deal more than I take", "与えるダメージとの差")),
)
_OPENED = ChoiceField(
    Text("Step 1 (A-6.9)", "手順1（A-6.9）"),
    "done",
    options=(("done", Text("done", "済み")), ("before", Text("still to come", "これから"))),
    means=lambda said: said == "done",
)


@dataclass(frozen=True)
class Mine:
    """What is mine, as `Knowledge` calls it."""

    field: Annotated[
        tuple[Card, ...], written_cards_field(Text("My field cards (momentum)", "自分の場のカード（形勢値）"), "H9")
    ]
    suit: Annotated[Suit, SUIT]
    ep: Annotated[int, EP]
    power: Annotated[int | None, POWER]


@dataclass(frozen=True)
class Theirs:
    """What is known of the other side, as `Knowledge` calls it."""

    their_field: Annotated[
        tuple[Card, ...],
        written_cards_field(Text("Its field cards (momentum)", "相手の場のカード（形勢値）"), "C7 D8"),
    ]
    their_cards: Annotated[int, IntegerField(Text("Cards in its hand", "相手の手札の枚数"), "3", most=MOST_THEIRS)]
    their_suit: Annotated[
        Suit, replace(SUIT, label=Text("Its suit", "相手のスート"), default=Suit.CLUBS.value, kept=False)
    ]
    their_ep: Annotated[int, replace(EP, label=Text("Its EP", "相手のEP"), default="5000", kept=False)]
    their_power: Annotated[int | None, replace(POWER, label=Text("Its attack power", "相手の攻撃力"), kept=False)]


@dataclass(frozen=True)
class Course:
    """How far a clash has come and how it goes on, as `Knowledge` calls it."""

    opened: Annotated[bool, _OPENED]
    turn: Annotated[
        Turn, ChoiceField(Text("Who is inferior (A-6.11)", "劣勢の側（A-6.11）"), "numbers", options=_TURNS)
    ]
    plays: Annotated[
        Plays, ChoiceField(Text("The other, when inferior, plays", "劣勢の相手が出すカード"), "fewest", options=_PLAYS)
    ]
    replies: Annotated[Replies, ChoiceField(Text("My later plays", "自分の次からの出し方"), "best", options=_REPLIES)]
    goal: Annotated[Goal, ChoiceField(Text("What I look for", "目的"), "win", options=_GOALS)]
    others: Annotated[tuple[Card, ...], written_cards_field(Text("Cards of others face up", "ほかの人の場のカード"))]
    seen: Annotated[
        tuple[Card, ...], written_cards_field(Text("Other cards seen (discards)", "ほかに見たカード（捨て札など）"))
    ]


@dataclass(frozen=True)
class Drawing:
    """What may be drawn for EP, in a decisive battle."""

    decisive: Annotated[bool, FlagField(Text("A decisive battle (A-6.14)", "決戦（A-6.14）"))]
    buys: Annotated[
        int, IntegerField(Text("Cards each draws for EP at most", "EPで引く枚数（各自）"), "1", most=MOST_BOUGHT)
    ]
    limit: Annotated[int, replace(LIMIT, label=Text("My hand limit", "自分の手札上限"), most=MOST_LIMIT)]
    their_limit: Annotated[int, IntegerField(Text("Its hand limit", "相手の手札上限"), "5", most=MOST_LIMIT)]

    @property
    def most(self) -> tuple[int, int]:
        """How many cards I may draw, and how many the other (A-6.14)."""
        return (min(self.buys, self.limit), min(self.buys, self.their_limit)) if self.decisive else (0, 0)


@dataclass(frozen=True)
class ClashInputs:
    """What one side of a clash knows."""

    mine: Annotated[Mine, Group.side(Text("What is mine", "自分"))]
    theirs: Annotated[Theirs, Group.side(Text("What I know of the other", "相手について知っていること"))]
    hand: Annotated[tuple[Card, ...], cards_field(Text("My hand", "自分の手札"), "SK H4 DA")]
    course: Annotated[Course, Group(legend=Text("The clash", "打ち合い"))]
    drawing: Annotated[Drawing, Group(legend=Text("Decisive battle", "決戦"))]
    rulings: Rulings

    def __post_init__(self) -> None:
        typed = {
            "field": self.mine.field,
            "hand": self.hand,
            "their_field": self.theirs.their_field,
            "others": self.course.others,
            "seen": self.course.seen,
        }
        check_each_once(typed, self.rulings)
        self.knowledge()

    def knowledge(self) -> Knowledge:
        """Return it as the rules take it.

        Raises:
            InputError: If a Joker in a field is not declared, or there are too many cards.
        """
        groups = vars(self.mine) | vars(self.theirs) | vars(self.course)
        buys, their_buys = self.drawing.most
        return Knowledge(self.hand, buys=buys, their_buys=their_buys, **groups)


class ClashCalculator(Widget[ClashInputs]):
    """Chance to win a clash and expected damage, before each decision."""

    rules = ("A-6.9", "A-6.11")
    title = Text("Clash calculator", "打ち合い計算機")
    without = ("clash_attacks", "clash_guard")
    moved_first = "their_cards"
    is_costly = True

    def answer(self, inputs: ClashInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances, every way to play, and the working."""
        known, rulings = inputs.knowledge(), inputs.rulings
        kind = meeting(known.ep, known.their_ep, len(known.hand), known.their_cards)
        if kind is not Meeting.CLASH and not known.opened:
            return _no_clash(kind, known, rulings, language)
        advice = advise(known, rulings)
        momenta = _momenta(known, rulings)
        status = _summary(advice, known, momenta)
        output = [summary(status, language)]
        if advice.mine:
            output.append(_choices(advice, language))
        output += [_chances(advice.count, language), _damage(advice.count, language)]
        output.append(working(_working(known, rulings, momenta), language))
        return Answer(status, lambda: output)


def _momenta(known: Knowledge, rulings: Rulings) -> tuple[int, int]:
    everybody = rulings.ace_field == "everybody"
    cards = (*known.field, *known.their_field, *known.others) if everybody else ()
    return field_total(known.field, cards), field_total(known.their_field, cards)


def _named(choice: Choice) -> Text:
    if choice.bought:
        return Text("draw up to {n} for EP", "EPで{n}枚まで引く").format(n=choice.bought)
    return show_cards(choice.cards) if choice.cards else Text("no card", "出さない")


def _summary(advice: Advice, known: Knowledge, momenta: tuple[int, int]) -> Text:
    count = advice.count
    parts = {
        "win": exactly(count.win),
        "dealt": exact_number(count.dealt),
        "taken": exact_number(count.taken),
        "m": momenta[0],
        "n": momenta[1],
    }
    if advice.mine:
        return Text(
            "Momentum {m} against {n}, my turn. Best: {cards}; chance to win {win}, expected damage dealt {dealt},"
            " taken {taken}.",
            "形勢値は{m}対{n}、自分の番。最善は「{cards}」で、勝つ確率は{win}、与えるダメージの期待値は{dealt}、"
            "受けるダメージの期待値は{taken}。",
        ).format(cards=_named(advice.choices[0]), **parts)
    words = Text("the other plays next", "次は相手の番")
    if not known.opened:
        words = Text("before step 1", "手順1の前")
    return Text(
        "Momentum {m} against {n}, {words}. Chance to win {win}, expected damage dealt {dealt}, taken {taken}.",
        "形勢値は{m}対{n}、{words}。勝つ確率は{win}、与えるダメージの期待値は{dealt}、受けるダメージの期待値は{taken}。",
    ).format(words=words, **parts)


_NO_CLASH = {
    Meeting.FIRST: Text(
        "No clash: I alone attack, damage {mine}.", "打ち合いにならず、自分だけが攻撃して{mine}ダメージ。"
    ),
    Meeting.SECOND: Text(
        "No clash: the other alone attacks, damage {theirs}.", "打ち合いにならず、相手だけが攻撃して{theirs}ダメージ。"
    ),
    Meeting.BOTH: Text(
        "No clash: both attack; I deal {mine}, the other {theirs}.",
        "打ち合いにならず、両者が攻撃。与えるダメージは{mine}、受けるダメージは{theirs}。",
    ),
}
_NORMAL, _STRONG = Text("normal attack", "通常攻撃"), Text("strong hit", "強打")


def _no_clash(kind: Meeting, known: Knowledge, rulings: Rulings, language: Language) -> Answer:
    """The attacks that take the place of a clash (A-6.3, A-6.4, A-Q16)."""
    strong = of_one_suit(known.field, known.suit), of_one_suit(known.their_field, known.their_suit)
    attacks = kind is not Meeting.SECOND, kind is not Meeting.FIRST
    dealt = [
        attack_damage(ep, strong=of_suit, rulings=rulings) if there else 0
        for ep, of_suit, there in zip((known.ep, known.their_ep), strong, attacks, strict=True)
    ]
    status = _NO_CLASH[kind].format(mine=dealt[0], theirs=dealt[1])
    rows = [
        (label, (_STRONG if of_suit else _NORMAL) if there else "—", points)
        for label, of_suit, there, points in zip(
            (Text("mine", "自分"), Text("the other’s", "相手")), strong, attacks, dealt, strict=True
        )
    ]
    heads = (Text("Attack", "攻撃"), Text("Kind", "種類"), Text("Damage", "ダメージ"))
    caption = Text("Damage without a clash", "打ち合いにならないときのダメージ")
    why = Text("A hand is empty: only the one with a hand attacks (A-6.4).", "手札のある側だけが攻撃します（A-6.4）。")
    if meeting(known.ep, known.their_ep, 1, 1) is not Meeting.CLASH:
        why = Text(
            "EP differ by a factor of 10 or more: only the stronger attacks (A-6.3, A-Q16).",
            "EPに10倍以上の差があるので、強い側だけが攻撃します（A-6.3、A-Q16）。",
        )
    elif kind is Meeting.BOTH:
        why = Text("Both hands are empty: both attack (A-Q16).", "どちらも手札がないので、両者が攻撃します（A-Q16）。")
    lines = [
        why,
        Text(
            "An attack deals 10% of the attacker’s EP (A-5.1, A-Q7), a strong hit twice that: all its field cards have"
            " its own suit (A-5.5, A-5.6). Guard, Cover and special attacks are not counted.",
            "攻撃のダメージは、攻撃する側のEPの10%です（A-5.1、A-Q7）。場のカードが自分のスートだけなら強打で、その倍です"
            "（A-5.5、A-5.6）。防御と「かばう」、スペシャルアタックは数えていません。",
        ),
    ]
    parts = [summary(status, language), table(caption, heads, rows, language), working(lines, language)]
    return Answer(status, lambda: parts)


def _choices(advice: Advice, language: Language) -> Element:
    rows = [
        row(
            language,
            _named(choice),
            choice.count.win,
            number_cell(choice.count.dealt),
            number_cell(choice.count.taken),
            choice.count.killed,
            "—" if choice.bought else choice.momentum,
            class_="applies" if choice is advice.choices[0] else None,
        )
        for choice in advice.choices[:SHOWN]
    ]
    heads = (
        Text("Play", "出すカード"),
        Text("Win", "勝つ"),
        Text("Dealt", "与える"),
        Text("Taken", "受ける"),
        Text("EP gone", "EPが尽きる"),
        Text("Momentum", "形勢値"),
    )
    return table(ways_to_play(SHOWN, len(advice.choices)), heads, rows, language, NAMED_ROWS)


def _chances(count: Count, language: Language) -> Element:
    rows = [
        (Text("I win (A-6.20)", "自分の勝ち（A-6.20）"), count.win, "win"),
        (Text("Equal: nobody wins (A-Q17)", "互角で勝者なし（A-Q17）"), count.level, ""),
        (Text("The other wins", "相手の勝ち"), count.lose, "lose"),
        (Text("The other’s EP are gone (A-Q9)", "相手のEPが尽きる（A-Q9）"), count.kills, "win"),
        (Text("My EP are gone (A-Q9)", "自分のEPが尽きる（A-Q9）"), count.killed, "lose"),
    ]
    return odds_table(Text("If I play best", "最善に出したとき"), Text("Result", "結果"), rows, language)


def _damage(count: Count, language: Language) -> Element:
    values = (count.dealt, count.taken, count.planet)
    rows = [(Text("expected", "期待値"), *map(number_cell, values))]
    heads = (
        Text("Damage", "ダメージ"),
        Text("Dealt", "与える"),
        Text("Taken", "受ける"),
        Text("To the planet (PB)", "惑星（PB）"),
    )
    return table(Text("Expected damage", "ダメージの期待値"), heads, rows, language)


_EVERY_HAND = Text(
    "Every hand of {n} that the other can hold is counted (A-M7).",
    "相手が持ちうる{n}枚の手札を、すべて数えています（A-M7）。",
)


def _working(known: Knowledge, rulings: Rulings, momenta: tuple[int, int]) -> list[Text]:
    powers = known.powers()
    lines = [
        (
            Text(
                "Field totals are the momenta: {m} and {n} (A-6.10); an ace is 14 with a K in the field (A-2.1, A-Q2).",
                "場のカードの合計が形勢値で、{m}と{n}です（A-6.10）。場にKがあればAは14です（A-2.1、A-Q2）。",
            )
            if rulings.ace_field == "everybody"
            else Text(
                "Field totals are the momenta: {m} and {n} (A-6.10); an ace is 14 with a K of one’s own (A-2.1, A-Q2).",
                "場のカードの合計が形勢値で、{m}と{n}です（A-6.10）。自分のKがあればAは14です（A-2.1、A-Q2）。",
            )
        ).format(m=momenta[0], n=momenta[1]),
        *([_EVERY_HAND.format(n=known.their_cards)] if known.their_cards else []),
        Text(
            "How the other plays is an assumption: {plays}. Of equally many cards it plays those that gain least.",
            "相手の出し方は仮定です：{plays}。同じ枚数なら、伸びの最も小さい組を出すとします。",
        ).format(plays=dict(_PLAYS)[known.plays]),
        (
            Text(
                "The loser takes the winner’s attack power × the difference (A-6.21), twice that if all the winner’s"
                " cards have its own suit (A-Q18); PB is {pb} if I win, {other} if the other does (A-6.8).",
                "敗者は、勝者の攻撃力×形勢値の差を受けます（A-6.21）。勝者の場のカードが自分のスートだけなら倍です（A-Q18）。"
                "PBは、自分が勝てば{pb}、相手が勝てば{other}です（A-6.8）。",
            )
            if rulings.clash_strong_hit
            else Text(
                "The loser takes the winner’s attack power × the difference (A-6.21), also in a strong hit (A-Q18); PB"
                " is {pb} if I win, {other} if the other does (A-6.8).",
                "敗者は、勝者の攻撃力×形勢値の差を受けます（A-6.21）。強打でも倍にはなりません（A-Q18）。"
                "PBは、自分が勝てば{pb}、相手が勝てば{other}です（A-6.8）。",
            )
        ).format(pb=planet_damage(powers[0], rulings), other=planet_damage(powers[1], rulings)),
        Text(
            "Attack powers: {mine} and {theirs}. Left empty, it is 10% of the EP left at that moment, since the text"
            " does not explain it (A-Q32).",
            "攻撃力は{mine}と{theirs}です。空欄なら、元の文章に説明がないため、その時点のEPの10%とします（A-Q32）。",
        ).format(mine=powers[0], theirs=powers[1]),
        Text(
            "Help in step 3 is not counted (A-6.18), nor are Guard and Cover, nor special attacks.",
            "手順3の加勢（A-6.18）、防御と「かばう」、スペシャルアタックは数えていません。",
        ),
    ]
    if rulings.jokers:
        lines.append(
            Text(
                "A Joker that the other plays counts as a K, or as an ace where a K lies (A-Q48); yours is declared as"
                " what is best (A-2.2).",
                "相手のジョーカーはKと数え、すでにKがあればAと数えます（A-Q48）。"
                "自分のジョーカーは、最もよい数を宣言するものとします（A-2.2）。",
            )
        )
    if any(known.draws):
        lines.append(
            Text(
                "A side that is inferior with an empty hand draws cards for 500 EP each until it is superior: I at most"
                " {n}, the other at most {m} (A-6.14, A-6.15).",
                "手札のない劣勢の側は、優勢になるまで1枚500EPで引きます。自分は最大{n}枚、相手は最大{m}枚です"
                "（A-6.14、A-6.15）。",
            ).format(n=known.draws[0], m=known.draws[1])
        )
    return lines
