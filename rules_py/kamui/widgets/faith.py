"""Faith forecast: what the next rounds bring, and which moves reach a wished faith soonest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.render import WORKING, Cell, fold, table
from rules_py.core.text import Language, Text, listed, same
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.characters import MOST_FAITH, MOST_KAMUI, MOST_MOVES
from rules_py.kamui.drawings import Token, draw_ring
from rules_py.kamui.faith import MOST_ROUNDS, Course, Later, Walker, best_plan, soonest, stay
from rules_py.kamui.reading import read_later, read_numbers, read_some_numbers
from rules_py.kamui.rulings import Rulings

_KAMUI = ReadField(
    Text("Squares of the kamui", "神威のいるマス"),
    "2, 2, 7",
    Text("one number for each, such as 2, 2, 7", "神威ごとに1つ（例：2, 2, 7）"),
    read=read_some_numbers,
)
_MOVES = ReadField(
    Text("Squares each moves in a round (K-Q22)", "1ラウンドに移動できるマス数（K-Q22）"),
    "1",
    Text("one number for all, or one for each", "全員に共通の数、または神威ごとの数"),
    read=read_some_numbers,
)
_RIFTS = ReadField(
    Text("Squares of the rifts", "〈裂け目〉のあるマス"),
    "2, 4, 7, 9",
    Text("twice for two on a square; empty for none", "同じマスに2つなら2回、なければ空欄"),
    read=read_numbers,
)
_LATER = ReadField(
    Text("Rifts expected, round:square", "これから出る〈裂け目〉（ラウンドとマス）"),
    hint=Text("such as 2:9; empty for none", "例：2:9、なければ空欄"),
    read=read_later,
)
_WHOSE = IntegerField(
    Text("Whose faith, if each has its own", "誰の【信仰】か（各自の場合）"),
    "1",
    Text("the place in the list of kamui (K-Q19)", "神威の欄での順番（K-Q19）"),
    least=1,
    most=MOST_KAMUI,
)


@dataclass(frozen=True)
class Ring:
    """Where everybody and everything is, and how far who moves.

    Raises:
        InputError: If there are too many kamui, or the moves are not theirs.
    """

    kamui: Annotated[tuple[int, ...], _KAMUI]
    moves: Annotated[tuple[int, ...], _MOVES]
    rifts: Annotated[tuple[int, ...], _RIFTS]
    later: Annotated[tuple[Later, ...], _LATER]
    whose: Annotated[int, _WHOSE]

    def __post_init__(self) -> None:
        if len(self.kamui) > MOST_KAMUI:
            allowed = Text("the squares of 1 to {n} kamui", "1柱から{n}柱までの神威のマスを書いてください")
            raise InputError("kamui", ", ".join(map(str, self.kamui)), allowed.format(n=MOST_KAMUI))
        if len(self.moves) not in (1, len(self.kamui)) or any(each > MOST_MOVES for each in self.moves):
            allowed = Text(
                "one number for all, or one for each of the {n} kamui, each from 0 to {most}",
                "全員に共通の数1つか、神威{n}柱それぞれの数を、0から{most}までで書いてください",
            )
            shown = ", ".join(map(str, self.moves))
            raise InputError("moves", shown, allowed.format(n=len(self.kamui), most=MOST_MOVES), "K-Q22")

    @property
    def walkers(self) -> list[Walker]:
        """Each kamui with its moves."""
        each = self.moves if len(self.moves) == len(self.kamui) else self.moves * len(self.kamui)
        return [Walker(square, far) for square, far in zip(self.kamui, each, strict=True)]


@dataclass(frozen=True)
class FaithInputs:
    """Faith now, faith wished, and what is on the ring.

    Raises:
        InputError: If it is the faith of a kamui that is not there.
    """

    faith_now: Annotated[int, IntegerField(Text("Faith now", "いまの【信仰】"), "30", most=MOST_FAITH)]
    wished: Annotated[int, IntegerField(Text("Faith wanted", "目指す【信仰】"), "80", most=MOST_FAITH)]
    rounds: Annotated[int, IntegerField(Text("Rounds to look at", "見通すラウンド数"), "3", least=1, most=MOST_ROUNDS)]
    ring: Annotated[Ring, Group(legend=Text("On the ring", "神威と〈裂け目〉"))]
    rulings: Rulings

    def __post_init__(self) -> None:
        there = len(self.ring.kamui)
        if self.rulings.faith == "own" and self.ring.whose > there:
            allowed = Text("a place from 1 to {n}", "1から{n}までの順番で書いてください").format(n=there)
            raise InputError("whose", self.ring.whose, allowed, "K-Q19")


class FaithForecast(Widget[FaithInputs]):
    """Asks `rules_py.kamui.faith` for the best moves."""

    rules = ("K-7.1", "K-7.4")
    title = Text("Faith forecast", "信仰の見通し")
    without = ("rift_placed",)
    is_costly = True

    def answer(self, inputs: FaithInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Compare staying with the best moves, and show the way to the faith wished."""
        faith, wished, rounds, rulings = inputs.faith_now, inputs.wished, inputs.rounds, inputs.rulings
        ring, walkers = inputs.ring, inputs.ring.walkers
        rifts, later, whose = ring.rifts, ring.later, ring.whose - 1
        still = stay(faith, ring.kamui, rifts, rounds, rulings, later, whose)
        plans = [best_plan(faith, walkers, rifts, n, rulings, later, whose) for n in range(1, rounds + 1)]
        way = soonest(faith, wished, walkers, rifts, rulings, later, whose)
        reached = _reached(way, wished)
        status = Text(
            "Best after {n} rounds: faith {best}, {still} if nobody moves. {reached}",
            "{n}ラウンド後の【信仰】は最善で{best}、動かなければ{still}。{reached}",
        ).format(n=rounds, best=plans[-1].after, still=still.after, reached=reached)
        if rounds == 1:
            status = Text(
                "Best after round 1: faith {best}, {still} if nobody moves. {reached}",
                "1ラウンド後の【信仰】は最善で{best}、動かなければ{still}。{reached}",
            ).format(best=plans[-1].after, still=still.after, reached=reached)
        parts = [
            _drawn(walkers, rifts, rulings, language),
            remark(_reading(rulings).get(language)),
            _compared(still, plans, language),
        ]
        if way is not None and way.steps:
            title = Text("Soonest to {n}", "{n}に最も早く届く動き").format(n=wished)
            parts.append(_way(way, walkers, title, language))
        if way is None or len(way.steps) != rounds:
            title = Text("Most after {n} rounds", "{n}ラウンドで最も多い動き").format(n=rounds)
            if rounds == 1:
                title = Text("Most after round 1", "1ラウンドで最も多い動き")
            parts.append(_way(plans[-1], walkers, title, language))
        parts.append(_exact(rulings, language))
        return Answer(status, lambda: parts, headline=same(str(plans[-1].after)))


def _reached(way: Course | None, wished: int) -> Text:
    if way is None:
        text = Text("{wished} is not reached within {n} rounds.", "{wished}には{n}ラウンド以内に届きません。")
        return text.format(wished=wished, n=MOST_ROUNDS)
    if not way.steps:
        return Text("{wished} is reached already.", "{wished}にはすでに届いています。").format(wished=wished)
    text = Text("{wished} is reached after round {n} at the earliest.", "{wished}に届くのは、早くて{n}ラウンド後です。")
    return text.format(wished=wished, n=len(way.steps))


def _reading(rulings: Rulings) -> Text:
    """Say by which reading of the text faith is counted."""
    counted = {
        "per_rift": Text("a rift counts once (K-Q11)", "〈裂け目〉は1つにつき1回（K-Q11）"),
        "per_pair": Text(
            "a rift counts for each kamui on it (K-Q11)", "〈裂け目〉は同じマスの神威ごとに数える（K-Q11）"
        ),
    }[rulings.rift_faith]
    whose = Text("faith is shared (K-Q19)", "【信仰】は共有（K-Q19）")
    if rulings.faith == "own":
        counted = Text("each kamui counts the rifts on its own square", "自分のマスの〈裂け目〉を数える")
    if rulings.round_order == "vanishing_first":
        counted = Text(
            "rifts vanish before faith is counted (K-Q12)", "【信仰】が上がる前に〈裂け目〉が消える（K-Q12）"
        )
    if rulings.faith == "own":
        whose = Text("each kamui has its own faith (K-Q19)", "【信仰】は各自のもの（K-Q19）")
    words = Text(
        "Reading: ring of {n} squares (K-Q2); {counted}; {whose}.", "読み方：外周{n}マス（K-Q2）、{counted}、{whose}。"
    )
    return words.format(n=rulings.sides, counted=counted, whose=whose)


def _drawn(walkers: list[Walker], rifts: tuple[int, ...], rulings: Rulings, language: Language) -> Element:
    name = Text("kamui", "神威")
    tokens = [Token(walker.square, str(n), name) for n, walker in enumerate(walkers, start=1)]
    return draw_ring(rulings.sides, language, tokens, {square: rifts.count(square) for square in rifts})


def _compared(still: Course, plans: list[Course], language: Language) -> Element:
    heads = (Text("After round", "ラウンド"), Text("Nobody moves", "動かない"), Text("Best moves", "最善の動き"))
    rows = [(n, step.faith, plan.after) for n, (step, plan) in enumerate(zip(still.steps, plans, strict=True), start=1)]
    title = Text(
        "Faith at the ends of the rounds, each the best for itself", "ラウンド終了時の【信仰】（行ごとの最善）"
    )
    return table(title, heads, rows, language)


def _way(plan: Course, walkers: list[Walker], title: Text, language: Language) -> Element:
    """Show a plan: where everybody stands at the end of each round, and what it brings."""
    heads = [Text("Round", "ラウンド")]
    heads += [Text(f"Kamui {n}", f"神威{n}") for n in range(1, len(walkers) + 1)]
    heads += [Text("Rifts gone", "消える〈裂け目〉"), Text("Gain", "上昇"), Text("Faith", "【信仰】")]
    before = tuple(walker.square for walker in walkers)
    rows: list[tuple[Cell, ...]] = [(Text("now", "いま"), *before, "—", "—", plan.faith)]
    for n, step in enumerate(plan.steps, start=1):
        squares = [
            h("td", str(square), class_="applies" if square != old else None)
            for square, old in zip(step.squares, before, strict=True)
        ]
        gone = listed([same(square) for square in step.vanished]) if step.vanished else "—"
        rows.append((n, *squares, gone, f"+{step.gain}", step.faith))
        before = step.squares
    return table(title, heads, rows, language)


def _exact(rulings: Rulings, language: Language) -> Element:
    """Say how the best plan is found."""
    if rulings.round_order == "vanishing_first":
        how = Text(
            "Rifts vanish before faith is counted (K-Q12), so no move brings more than another.",
            "【信仰】が上がる前に〈裂け目〉が消えるので（K-Q12）、どう動いても同じです。",
        )
    elif rulings.faith == "shared" and rulings.rift_faith == "per_rift":
        how = Text(
            "For each kamui all sets of rifts that it can stand on are found, round by round; then one kamui is added "
            "after another. "
            "Rifts are taken as early as possible without losing faith in the end.",
            "各神威がラウンド終了時に立てる〈裂け目〉の組み合わせをすべて求め、1柱ずつ合わせます。"
            "最後の値が同じなら、〈裂け目〉をなるべく早く取る動きにします。",
        )
    else:
        how = Text(
            "Plans that can still bring the most are followed first; the first one that is complete is the best.",
            "これから最も多く上がりうる動きから順に調べます。最初に最後のラウンドまで進んだ動きが最善です。",
        )
    why = Text(
        "A round brings 10 (K-7.1). A rift on a kamui’s square vanishes (K-7.3).",
        "1ラウンドに10上がります（K-7.1）。神威のいるマスの〈裂け目〉は消えます（K-7.3）。",
    )
    if rulings.round_order == "faith_first":
        why = Text(
            "A round brings 10, and 5 for a rift on a kamui’s square; that rift then vanishes (K-7.1, K-7.2, K-7.3).",
            "1ラウンドに10、神威のいるマスの〈裂け目〉につき5上がり、その〈裂け目〉は消えます（K-7.1、K-7.2、K-7.3）。",
        )
    inside = [h("p", *marked_up(text.get(language))) for text in (why, how)]
    return fold(WORKING, language, inside)
