"""Check calculator: every way to play a hand against a difficulty, and the best one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic
from typing import Annotated, Literal
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card, Suit, show_cards
from rules_py.avatar.checks import BANDS, CARD_PRICE, LARGEST_DIFFICULTY, LARGEST_LIMIT, Band, explain_total, uniform
from rules_py.avatar.figures import draw_field
from rules_py.avatar.odds import Counted, Goal, Play, Situation, count_plays, effort, most_deck_cards
from rules_py.avatar.reading import read_prior
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import CHECK_EP, LIMIT, SUIT
from rules_py.avatar.widgets.common import cards_field, table_roll, written_cards_field
from rules_py.core.fields import ChoiceField, FlagField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.notation import Roll
from rules_py.core.render import (
    NAMED_ROWS,
    Cell,
    exact_number,
    exactly,
    fold,
    number_cell,
    row,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget

SHOWN = 6
"""Ways to play that are shown before the rest is folded away."""
PATIENCE = 0.3
"""Seconds after which it is told what is known so far."""
MOST_EFFORT = 25_000_000
"""What a phone's memory bears; beyond it fewer deck cards are counted, and the answer says so."""
FEW = 2
"""Up to so many deck cards are looked at one by one, because they are counted in no time; then all there may be."""
_GOALS = (
    ("success", Text("most likely success", "成功しやすさ")),
    ("fumble", Text("least risk of a fumble", "ファンブルの少なさ")),
    ("ep", Text("least EP", "EPの少なさ")),
)
_KNOWN = (
    *((band.row, band.label) for band in BANDS),
    ("number", Text("the number below", "下に書いた数")),
    ("own", Text("the numbers in “Your guess”", "「自分の見立て」に書いた数")),
)
_TABLE = written_cards_field(
    Text("Cards on the table, still short", "場のカード（まだ足りない）"),
    hint=Text("such as H5 Joker=SK", "「H5 ジョーカー=SK」のように"),
)
_PRIOR = ReadField(
    Text("Your guess", "自分の見立て"),
    "18-20, 21*3",
    Text("18-20, 21*3: 21 three times as likely", "「18-20, 21*3」なら、21の重みが3倍"),
    read=read_prior,
    size=16,
)
_GONE = cards_field(
    Text("Cards seen elsewhere or discarded", "ほかで見たカードと捨て札"),
    hint=Text(
        "The deck cannot hold them. Cards in other hands count as unseen.",
        "山札にはないカードです。ほかの人の手札は、見えないカードとして数えます。",
    ),
)
_BEGUN = Group(
    legend=Text("In the middle of a check", "判定の途中なら"),
    kind="details",
    note=Text(
        "Put the cards that lie there, and take them out of your hand: the answer is the next step.",
        "場にあるカードを書き、手札から外してください。次の一手を答えます。",
    ),
)


def _band_or_word(said: str) -> Band | str:
    return next((band for band in BANDS if band.row == said), said)


@dataclass(frozen=True)
class Begun:
    """What has been played in a check that is short."""

    table: Annotated[tuple[Card, ...], _TABLE]
    by_hand: Annotated[
        int, IntegerField(Text("Added from the hand so far", "手札から足した回数"), "0", most=LARGEST_LIMIT)
    ]
    bought: Annotated[int, IntegerField(Text("Bought so far", "山札から買った回数"), "0", most=LARGEST_LIMIT)]


@dataclass(frozen=True)
class AlsoKnown:
    """What else a player may know: a guess at the difficulty, and cards that are not in the deck."""

    prior: Annotated[dict[int, Fraction], _PRIOR]
    gone: Annotated[tuple[Card, ...], _GONE]


@dataclass(frozen=True)
class CheckInputs:
    """A hand, a difficulty as far as it is known, and how far the check has come."""

    hand: Annotated[tuple[Card, ...], cards_field(Text("Your hand", "手札"), "S4 SK HA D7 C9")]
    suit: Annotated[Suit, SUIT]
    hand_limit: Annotated[int, replace(LIMIT, default="3")]
    ep: Annotated[int, CHECK_EP]
    known: Annotated[
        Band | Literal["number", "own"],
        ChoiceField(
            Text("What you know of the difficulty", "難度についてわかること"),
            "A-T1.7",
            Text(
                "the band the master hints at (A-T1), every number in it equally likely",
                "マスターの答えに当たる段階（A-T1）。その中のどの数も同じ確率とします",
            ),
            options=_KNOWN,
            means=_band_or_word,
        ),
    ]
    difficulty: Annotated[
        int, IntegerField(Text("Difficulty, if known", "難度（わかるとき）"), "21", least=1, most=LARGEST_DIFFICULTY)
    ]
    goal: Annotated[Goal, ChoiceField(Text("What counts first", "重視すること"), "success", options=_GOALS)]
    miracle: Annotated[bool, FlagField(Text("A miracle is at hand", "「奇跡」を使える"))]
    begun: Annotated[Begun, _BEGUN]
    also: Annotated[AlsoKnown, Group(legend=Text("More that you know", "ほかにわかること"), kind="details")]
    rulings: Rulings

    def __post_init__(self) -> None:
        self.situation()

    def situation(self) -> Situation:
        """Return what the player sees.

        Raises:
            InputError: If a card is there twice or not in the deck.
        """
        begun = self.begun
        return Situation(
            self.hand,
            self.suit,
            self.hand_limit,
            self.ep,
            begun.table,
            begun.by_hand,
            begun.bought,
            self.also.gone,
            self.miracle,
            self.rulings,
        )

    def difficulties(self) -> dict[int, Fraction]:
        """Return how likely each difficulty is, by what is known of it."""
        if isinstance(self.known, Band):
            return uniform(self.known.numbers)
        return {self.difficulty: Fraction(1)} if self.known == "number" else self.also.prior


class CheckCalculator(Widget[CheckInputs]):
    """A check with a hand of cards, and what may be added."""

    rules = ("A-9.4", "A-9.14")
    title = Text("Check calculator", "判定計算機")
    is_costly = True
    gradual = True

    def answer(self, inputs: CheckInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the best play, all others, and the working."""
        *_, last = self.answers(inputs, pressed, language)
        return last

    def answers(self, inputs: CheckInputs, pressed: Mapping[str, str], language: Language) -> Iterator[Answer]:
        """Yield the best play with no deck card, with one at most, with a few, where the whole count takes long.

        The first of them is brief. Until the first of them is known, it is only told that the count goes on.
        """
        situation, prior, goal = inputs.situation(), inputs.difficulties(), inputs.goal
        if not situation.hand and not situation.table:
            yield _nothing(language)
            return
        most = most_deck_cards(situation)
        while most and effort(situation, prior, most) > MOST_EFFORT:
            most -= 1
        steps: list[_Step] = []
        otherwise: Play | None = None
        asked = [(situation, bought) for bought in sorted({*range(min(most, FEW) + 1), most})]
        if situation.hand:
            asked.append((replace(situation, miracle=not situation.miracle), 0))
        told = monotonic()
        for each, bought in asked:
            for counted in count_plays(each, prior, goal, bought):
                if counted.plays and each is situation:
                    steps.append(_Step(bought, counted))
                    if not bought and most:
                        going_on = _progress(each, situation, bought, counted, language)
                        yield replace(_shown(situation, prior, steps, language, None, going_on), is_brief=True)
                elif counted.plays:
                    otherwise = counted.plays[0]
                if monotonic() - told > PATIENCE and not otherwise:
                    going_on = _progress(each, situation, bought, counted, language)
                    yield (
                        _shown(situation, prior, steps, language, None, going_on)
                        if steps
                        else _begun(going_on, language)
                    )
                    told = monotonic()
        yield _shown(situation, prior, steps, language, otherwise)


@dataclass(frozen=True)
class _Step:
    """What is known with so many deck cards at most."""

    bought: int
    counted: Counted

    @property
    def best(self) -> Play:
        return self.counted.plays[0]


def _nothing(language: Language) -> Answer:
    status = Text(
        "Without a card in hand the check fails (A-9.5).", "手札がなければ、判定は自動的に失敗します（A-9.5）。"
    )
    rows = [("—", Fraction(0), Fraction(0), Fraction(1))]
    parts = [
        summary(status, language),
        table(Text("No hand", "手札なし"), (_CARDS, _SUCCESS, _FUMBLE, _FAILURE), rows, language),
        working([Text("Automatic failure: A-9.5.", "自動的に失敗：A-9.5。")], language),
    ]
    return Answer(status, lambda: parts)


_CARDS, _TOTAL = Text("Play", "出すカード"), Text("Total", "達成値")
_SUCCESS, _FUMBLE = Text("Success", "成功"), Text("Fumble", "ファンブル")
_FAILURE, _AT_ONCE = Text("Failure", "失敗"), Text("At once", "その場で成功")
_EP = Text("EP on average", "平均EP")


def _named(play: Play) -> Text:
    """Return what a play does, in a few words."""
    cards = show_cards(play.cards)
    words = {
        "begin": Text("{cards}", "{cards}"),
        "hand": Text("add {cards}", "{cards}を足す"),
        "deck": Text("buy a deck card", "山札から買う"),
        "miracle": Text("a miracle with {cards}", "「奇跡」で{cards}"),
        "stop": Text("stop", "やめる"),
    }
    return words[play.kind].format(cards=cards)


def _begun(going_on: Element, language: Language) -> Answer:
    """Return what is told before anything is known."""
    status = Text("There is much to count; no play is known yet.", "数えるものが多く、まだ答えはありません。")
    return Answer(status, lambda: [going_on, h("p", status.get(language))])


def _shown(
    situation: Situation,
    prior: Mapping[int, Fraction],
    steps: Sequence[_Step],
    language: Language,
    otherwise: Play | None,
    going_on: Element | None = None,
) -> Answer:
    """Return what is known: `otherwise` is the best play with a miracle, or without if there is one."""
    last = steps[-1]
    best = last.best
    status = Text(
        "Best: {play}. Success {success}, fumble {fumble}, failure {failure}, {ep} EP on average.",
        "最善は{play}。成功{success}、ファンブル{fumble}、失敗{failure}、平均{ep}EP。",
    ).format(
        play=_named(best),
        success=exactly(best.success),
        fumble=exactly(best.fumble),
        failure=exactly(best.failure),
        ep=exact_number(best.ep),
    )
    parts: list[Element] = []
    if going_on is None and last.bought < most_deck_cards(situation):
        capped = Text(
            "Counted exactly for a player who buys up to {n} deck cards; with more there is too much to count.",
            "山札を{n}枚まで買う場合の正確な値です。それより多い場合は、数えるものが多すぎます。",
        ).format(n=last.bought)
        parts.append(h("p", capped.get(language)))
    if going_on is not None:
        status = (
            Text("With at most {n} deck cards so far. ", "山札は{n}枚までの途中経過。").format(n=last.bought) + status
        )
        parts.append(going_on)
    parts.append(summary(status, language))
    then = last.counted.then
    if then and best.at_once + best.fumble < 1 and best.success > best.at_once:
        advice = Text("If that is short: {then}.", "足りなければ、次は{then}。").format(then=_named(then))
        parts.append(h("p", advice.get(language)))
    cards = (*situation.table, *best.cards)
    if cards:
        total = best.total if best.kind in ("begin", "hand", "stop") else None
        parts.append(draw_field(cards, situation.suit, language, total))
    parts.append(_plays(last.counted.plays[:SHOWN], Text("The best ways", "よい順"), language, best))
    if len(last.counted.plays) > SHOWN:
        rest = _plays(last.counted.plays[SHOWN:], Text("The other ways", "そのほか"), language)
        parts.append(fold(Text("All other ways to play", "そのほかの出し方"), language, rest))
    parts.append(_by_deck_cards(situation, steps, otherwise, language))
    parts.append(working(_lines(situation, prior, best), language))

    def rolls() -> tuple[Roll, ...]:
        return (table_roll(situation.unseen, _BOUGHT),) if most_deck_cards(situation) else ()

    return Answer(status, lambda: parts, rolls=rolls)


_KINGS = Text(
    "Each card of a critical is taken as a K; a lower value that you announce can be better (A-Q10).",
    "クリティカルのカードは、どれもKと数えます。もっと低い数を宣言するほうがよいこともあります（A-Q10）。",
)
_BOUGHT = Text(
    "This is a card that is bought; the hand is not left to chance (A-9.9).",
    "山札から買う1枚です。手札から出すカードは自分で選びます（A-9.9）。",
)


def _progress(asked: Situation, situation: Situation, bought: int, counted: Counted, language: Language) -> Element:
    words = Text("Counting with up to {n} deck cards …", "山札{n}枚までを計算中…").format(n=bought)
    if asked.miracle and not situation.miracle:
        words = Text("Counting what a miracle would bring …", "「奇跡」を使う場合を計算中…")
    elif situation.miracle and not asked.miracle:
        words = Text("Counting what is left without the miracle …", "「奇跡」を使わない場合を計算中…")
    shown = h("progress", value=counted.done, max=max(1, counted.of), aria_label=words.get(language))
    return h("p", words.get(language), " ", shown, class_="widget-progress")


def _plays(found: Sequence[Play], caption: Text, language: Language, best: Play | None = None) -> Element:
    rows = [
        row(
            language,
            _named(play),
            *_comes_of(play),
            "—" if play.total is None else play.total,
            play.at_once,
            class_="applies" if play is best else None,
        )
        for play in found
    ]
    return table(caption, (_CARDS, _SUCCESS, _FUMBLE, _FAILURE, _EP, _TOTAL, _AT_ONCE), rows, language, NAMED_ROWS)


def _comes_of(play: Play) -> tuple[Cell, ...]:
    return play.success, play.fumble, play.failure, number_cell(play.ep)


def _by_deck_cards(situation: Situation, steps: Sequence[_Step], otherwise: Play | None, language: Language) -> Element:
    """Return what buying is worth, and a miracle."""
    found: list[tuple[Text, Play]] = []
    for step in steps:
        label = (
            Text("no deck card", "山札なし")
            if not step.bought
            else Text("up to {n}", "{n}枚まで").format(n=step.bought)
        )
        found.append((label, step.best))
    if otherwise:
        with_it = Text("no deck card, but a miracle", "山札なし、「奇跡」あり")
        without = Text("no deck card and no miracle", "山札なし、「奇跡」なし")
        found.append((without if situation.miracle else with_it, otherwise))
    rows = [
        (h("th", label.get(language), h("br"), _named(play).get(language), scope="row"), *_comes_of(play))
        for label, play in found
    ]
    heads = (Text("Deck cards, and the play", "山札の枚数と出すカード"), _SUCCESS, _FUMBLE, _FAILURE, _EP)
    return table(Text("What buying is worth", "山札から買う価値"), heads, rows, language, NAMED_ROWS)


def _lines(situation: Situation, prior: Mapping[int, Fraction], best: Play) -> list[Text]:
    cards, rulings, numbers = (*situation.table, *best.cards), situation.rulings, sorted(prior)
    lines = []
    if cards and best.total is not None and best.kind in ("begin", "hand", "stop"):
        lines.append(
            explain_total(cards, situation.suit, best.total) + Text(" (A-2.1, A-9.14).", "（A-2.1、A-9.14）。")
        )
    shown = same(numbers[0])
    if len(numbers) > 1:
        shown = Text("{a} to {b}", "{a}から{b}").format(a=numbers[0], b=numbers[-1])
    lines += [
        (
            Text(
                "The difficulty is {shown}: a total above it succeeds, an equal one is a fumble (A-9.6, A-9.16,"
                " A-Q12).",
                "難度は{shown}。達成値が超えれば成功、同じならファンブル（A-9.6、A-9.16、A-Q12）。",
            )
            if rulings.equality == "fumble"
            else Text(
                "The difficulty is {shown}: a total that reaches it succeeds (A-9.6, A-Q12).",
                "難度は{shown}。達成値が届けば成功（A-9.6、A-Q12）。",
            )
        ).format(shown=shown),
        Text(
            "{n} cards are unseen, each as likely on top of the deck; every order of them is counted (A-Q1).",
            "見えないカードは{n}枚。どれも同じ確率で山札の一番上にあり、すべての順を数えています（A-Q1）。",
        ).format(n=len(situation.unseen)),
        Text(
            "After each card the best next step is chosen with what is known by then: the difficulty lies above every"
            " total so far. {price} EP for each deck card (A-9.8, A-9.9, A-9.11); one may stop at any time (A-Q49).",
            "1枚ごとに、その時点でわかること（難度はそれまでの達成値より上）から次の最善手を選びます。"
            "山札は1枚{price}EP（A-9.8、A-9.9、A-9.11）。途中でやめてもかまいません（A-Q49）。",
        ).format(price=CARD_PRICE),
        (
            Text(
                "Up to {n} additions, hand cards and deck cards together (A-9.10, A-Q14).",
                "追加は、手札と山札を合わせて{n}回までです（A-9.10、A-Q14）。",
            )
            if rulings.additions == "shared"
            else Text(
                "Up to {n} additions from the hand and as many from the deck (A-9.10, A-Q14).",
                "追加は、手札から{n}回、山札からも{n}回までです（A-9.10、A-Q14）。",
            )
        ).format(n=situation.hand_limit),
        *([_KINGS] if rulings.critical == "kings" else []),
        Text(
            "A critical is re-examined with every card, and so is an ace (A-Q10, A-Q11, A-Q2).",
            "クリティカルとAの値は、カードが増えるたびに見直します（A-Q10、A-Q11、A-Q2）。",
        )
        if rulings.critical_after == "anew"
        else Text(
            "The cards of a critical keep their value when another suit follows; an ace is re-examined with every card"
            " (A-Q11, A-Q2).",
            "クリティカルのカードは、別のスートを足しても数を保ちます。Aの値は、カードが増えるたびに見直します（A-Q11、A-Q2）。",
        ),
    ]
    if situation.miracle:
        lines.append(
            Text(
                "A miracle plays hand cards once more, for a new total (A-9.13, A-Q15).",
                "「奇跡」でもう一度手札を出し、新しく数え直します（A-9.13、A-Q15）。",
            )
            if rulings.miracle_cards == "fresh"
            else Text(
                "A miracle plays hand cards once more, added to the total (A-9.13, A-Q15).",
                "「奇跡」でもう一度手札を出し、達成値に加えます（A-9.13、A-Q15）。",
            )
        )
    return lines
