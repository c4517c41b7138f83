"""Clash calculator: what playing cards leads to, before each decision, from what one side knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card, Suit, field_total, show_cards
from rules_py.avatar.clash import MOST_BOUGHT, MOST_THEIRS, Advice, Choice, Count, Knowledge, advise
from rules_py.avatar.effects import (
    MOST_EP,
    MOST_LIMIT,
    Meeting,
    attack_damage,
    meeting,
    planet_damage,
)
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.avatar.widgets.common import cards_field as picks_field
from rules_py.avatar.widgets.fields import cards_field, each_once, power_field, suit_field
from rules_py.core.fields import ChoiceField, FlagField, IntegerField
from rules_py.core.form import Group
from rules_py.core.house_rules import house_rules, read_rulings
from rules_py.core.markup import h
from rules_py.core.render import (
    NAMED_ROWS,
    chance_cell,
    exact_number,
    exactly,
    number_cell,
    odds_table,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget

SHOWN = 16
WITHOUT = ("clash_attacks", "clash_guard")
_PLAYS = (
    ("fewest", Text("the fewest cards that make it superior", "優勢になれる最少の枚数")),
    ("all", Text("all its cards", "手札すべて")),
    ("none", Text("no card", "出さない")),
)
_REPLIES = (
    ("best", Text("best, from what was shown by then", "見えたカードから最善に")),
    ("fewest", Text("the fewest cards that make me superior", "優勢になれる最少の枚数")),
)
_GOALS = (
    ("win", Text("win the clash", "打ち合いに勝つ")),
    ("damage", Text("deal more than I take", "与えるダメージとの差")),
)


class ClashCalculator(Widget[Mapping[str, Any]]):
    """Chance to win a clash and expected damage, before each decision."""

    name = "avatar.clash"
    title = Text("Clash calculator", "打ち合い計算機")
    is_costly = True
    groups = (
        Group(
            (
                cards_field("field", Text("My field cards (momentum)", "自分の場のカード（形勢値）"), "H9"),
                suit_field("suit", Text("My suit", "自分のスート"), "S", kept=True),
                IntegerField(Text("EP", "EP"), "3200", least=1, most=MOST_EP, kept=True, name="ep"),
                power_field("power", Text("Attack power", "攻撃力"), kept=True),
            ),
            Text("What is mine", "自分"),
            kind="side",
        ),
        Group(
            (
                cards_field("their_field", Text("Its field cards (momentum)", "相手の場のカード（形勢値）"), "C7 D8"),
                IntegerField(Text("Cards in its hand", "相手の手札の枚数"), "3", most=MOST_THEIRS, name="their_cards"),
                suit_field("their_suit", Text("Its suit", "相手のスート"), "C"),
                IntegerField(Text("Its EP", "相手のEP"), "5000", least=1, most=MOST_EP, name="their_ep"),
                power_field("their_power", Text("Its attack power", "相手の攻撃力")),
            ),
            Text("What I know of the other", "相手について知っていること"),
            kind="side",
        ),
        Group((replace(picks_field(Text("My hand", "自分の手札"), "SK H4 DA"), name="hand"),)),
        Group(
            (
                ChoiceField(
                    Text("Step 1 (A-6.9)", "手順1（A-6.9）"),
                    "done",
                    options=(("done", Text("done", "済み")), ("before", Text("still to come", "これから"))),
                    name="opened",
                ),
                ChoiceField(
                    Text("Who is inferior (A-6.11)", "劣勢の側（A-6.11）"),
                    "numbers",
                    options=(
                        ("numbers", Text("as the numbers say", "数のとおり")),
                        ("me", Text("me, by cards (A-Q17)", "自分（カードで決定、A-Q17）")),
                        ("other", Text("the other, by cards (A-Q17)", "相手（カードで決定、A-Q17）")),
                    ),
                    name="turn",
                ),
                ChoiceField(
                    Text("The other, when inferior, plays", "劣勢の相手が出すカード"),
                    "fewest",
                    options=_PLAYS,
                    name="plays",
                ),
                ChoiceField(Text("My later plays", "自分の次からの出し方"), "best", options=_REPLIES, name="replies"),
                ChoiceField(Text("What I look for", "目的"), "win", options=_GOALS, name="goal"),
                cards_field("others", Text("Cards of others face up", "ほかの人の場のカード")),
                cards_field("seen", Text("Other cards seen (discards)", "ほかに見たカード（捨て札など）")),
            ),
            Text("The clash", "打ち合い"),
        ),
        Group(
            (
                FlagField(Text("A decisive battle (A-6.14)", "決戦（A-6.14）"), name="decisive"),
                IntegerField(
                    Text("Cards each draws for EP at most", "EPで引く枚数（各自）"), "1", most=MOST_BOUGHT, name="buys"
                ),
                IntegerField(Text("My hand limit", "自分の手札上限"), "5", most=MOST_LIMIT, kept=True, name="limit"),
                IntegerField(Text("Its hand limit", "相手の手札上限"), "5", most=MOST_LIMIT, name="their_limit"),
            ),
            Text("Decisive battle", "決戦"),
        ),
        house_rules(SYSTEM, Rulings, "avatar.clash", WITHOUT),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances, every way to play, and the working."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        each_once([(name, inputs[name]) for name in ("field", "hand", "their_field", "others", "seen")], rulings)
        known = read_knowledge(inputs)
        kind = meeting(known.ep, known.their_ep, len(known.hand), known.their_cards)
        possible = kind is Meeting.CLASH or known.opened
        advice = advise(known, rulings)
        momenta = _momenta(known, rulings)
        status = _summary(advice, known, momenta) if possible else _no_clash(kind, known, rulings)
        output = [summary(status, language)]
        if possible:
            if advice.mine:
                output.append(_choices(advice, language))
            output += [_chances(advice.count, language), _damage(advice.count, language)]
        else:
            output.append(_one_sided(kind, known, rulings, language))
        output.append(working(_working(known, rulings, momenta), language))
        return Answer(status, {"output": output})


def read_knowledge(inputs: Mapping[str, Any]) -> Knowledge:
    """Return what the form describes.

    Raises:
        InputError: If a Joker in a field is not declared, or there are too many cards.
    """
    buys = min(inputs["buys"], inputs["limit"], inputs["their_limit"]) if inputs["decisive"] else 0
    return Knowledge(
        hand=inputs["hand"],
        field=inputs["field"],
        suit=Suit(inputs["suit"]),
        power=inputs["power"],
        ep=inputs["ep"],
        their_field=inputs["their_field"],
        their_suit=Suit(inputs["their_suit"]),
        their_power=inputs["their_power"],
        their_ep=inputs["their_ep"],
        their_cards=inputs["their_cards"],
        others=inputs["others"],
        seen=inputs["seen"],
        opened=inputs["opened"] == "done",
        turn=inputs["turn"],
        buys=buys,
        plays=inputs["plays"],
        replies=inputs["replies"],
        goal=inputs["goal"],
    )


def _momenta(known: Knowledge, rulings: Rulings) -> tuple[int, int]:
    everybody = rulings.ace_field == "everybody"
    cards = (*known.field, *known.their_field, *known.others) if everybody else ()
    return field_total(known.field, cards), field_total(known.their_field, cards)


def _cards(cards: tuple[Card, ...]) -> Text:
    return show_cards(cards) if cards else Text("no card", "出さない")


def _named(choice: Choice) -> Text:
    if choice.bought:
        return Text("draw up to {n} for EP", "EPで{n}枚まで引く").format(n=choice.bought)
    return _cards(choice.cards)


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


def _no_clash(kind: Meeting, known: Knowledge, rulings: Rulings) -> Text:
    mine = attack_damage(known.ep, rulings=rulings)
    theirs = attack_damage(known.their_ep, rulings=rulings)
    if kind is Meeting.FIRST:
        return Text(
            "No clash: I alone attack, damage {n}.", "打ち合いにならず、自分だけが攻撃して{n}ダメージ。"
        ).format(n=mine)
    if kind is Meeting.SECOND:
        return Text(
            "No clash: the other alone attacks, damage {n}.", "打ち合いにならず、相手だけが攻撃して{n}ダメージ。"
        ).format(n=theirs)
    return Text(
        "No clash: both attack, damage {n} and {m}.", "打ち合いにならず、両者が攻撃して{n}ダメージと{m}ダメージ。"
    ).format(n=mine, m=theirs)


def _one_sided(kind: Meeting, known: Knowledge, rulings: Rulings, language: Language) -> Element:
    """The attacks that take the place of a clash (A-6.3, A-6.4, A-Q16)."""
    rows = []
    for mine, label, ep in (
        (True, Text("mine", "自分"), known.ep),
        (False, Text("the other’s", "相手"), known.their_ep),
    ):
        alone = kind is (Meeting.SECOND if mine else Meeting.FIRST)
        points = [0 if alone else attack_damage(ep, strong=strong, rulings=rulings) for strong in (False, True)]
        rows.append(h("tr", h("th", label.get(language), scope="row"), [h("td", str(n)) for n in points]))
    heads = (Text("Attack", "攻撃"), Text("Normal attack", "通常攻撃"), Text("Strong hit", "強打"))
    return table(Text("Damage without a clash", "打ち合いにならないときのダメージ"), heads, rows, language)


def _choices(advice: Advice, language: Language) -> Element:
    rows = []
    for choice in advice.choices[:SHOWN]:
        count = choice.count
        rows.append(
            h(
                "tr",
                h("th", _named(choice).get(language), scope="row"),
                chance_cell(count.win),
                number_cell(count.dealt),
                number_cell(count.taken),
                chance_cell(count.killed),
                h("td", "—" if choice.bought else str(choice.momentum)),
                class_="applies" if choice is advice.choices[0] else None,
            )
        )
    heads = (
        Text("Play", "出すカード"),
        Text("Win", "勝つ"),
        Text("Dealt", "与える"),
        Text("Taken", "受ける"),
        Text("EP gone", "EPが尽きる"),
        Text("Momentum", "形勢値"),
    )
    caption = Text("Ways to play, the best first", "出し方（よい順）")
    if len(advice.choices) > SHOWN:
        caption = Text("The best {n} of {m} ways to play", "出し方{m}通りのうち、よい順に{n}通り").format(
            n=SHOWN, m=len(advice.choices)
        )
    return table(caption, heads, rows, language, NAMED_ROWS)


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
    cells = [number_cell(value) for value in (count.dealt, count.taken, count.planet)]
    heads = (
        Text("Damage", "ダメージ"),
        Text("Dealt", "与える"),
        Text("Taken", "受ける"),
        Text("To the planet (PB)", "惑星（PB）"),
    )
    name = h("th", Text("expected", "期待値").get(language), scope="row")
    return table(Text("Expected damage", "ダメージの期待値"), heads, [h("tr", name, cells)], language)


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
        Text(
            "Every hand of {n} that the other can hold is counted (A-M7).",
            "相手が持ちうる{n}枚の手札を、すべて数えています（A-M7）。",
        ).format(n=known.their_cards),
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
            "手順3の加勢（A-6.18）、防御とかばう、スペシャルアタックは数えていません。",
        ),
    ]
    if rulings.jokers:
        lines.append(
            Text(
                "A Joker that the other plays counts as a K, or as an ace where a K lies (A-Q48).",
                "相手のジョーカーはKと数え、すでにKがあればAと数えます（A-Q48）。",
            )
        )
    if known.buys:
        lines.append(
            Text(
                "A side that is inferior with an empty hand draws cards for 500 EP each until it is superior, at most"
                " {n} (A-6.14, A-6.15).",
                "手札のない劣勢の側は、優勢になるまで1枚500EPで引きます。最大{n}枚です（A-6.14、A-6.15）。",
            ).format(n=known.buys)
        )
    return lines


__all__ = ["ClashCalculator", "read_knowledge"]
