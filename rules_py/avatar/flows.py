"""Procedures of Avatars, drawn from their first step to their last: a round, a clash, a check."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rules_py.avatar.checks import CARD_PRICE
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, NO_CLASH_FACTOR, REFILL_EP
from rules_py.core.data import Figure
from rules_py.core.flow import Aside, Step, flow
from rules_py.core.text import Language, Text


def draw_round(language: Language) -> Element:
    """Draw a round of combat, from the cards face down to its end (A-3.1 to A-4.7, A-Q5)."""
    label = Text(
        "A round. 1: everybody lays one card face down, all are turned up; equal ones draw from the deck. The highest"
        " card declares first and may add cards; Guard, Cover and Power Release work at once. 2: the highest total acts"
        " first, equal ones together; whoever is attacked before acting is cancelled; two who attack each other at once"
        f" clash. 3: field cards are discarded, everybody draws one, a second for stage times {REFILL_EP} EP. 4: if"
        " nobody wants to go on, the combat is over.",
        "ラウンドの流れ。1：1人1枚伏せて一斉にめくり、同じなら山札から引く。大きい順に宣言し、カードを加えてもよい。"
        "防御、かばう、力の解放はその場で効く。2：合計の大きい順に実行し、同じなら同時。動く前に攻撃された人の行動はキャンセル。"
        "同時に互いを攻撃した2人は打ち合いになる。3：場のカードを捨て、全員が1枚引く。"
        f"ステージ数×{REFILL_EP}EPでもう1枚。4：誰も続けなければ戦闘は終わる。",
    )
    outline = (
        Step(Text("1 Cards", "1 カード"), "A-3.1, A-3.7"),
        Text("one card each, face down, turned up together", "1人1枚伏せて、一斉にめくる"),
        Text("equal: a card from the deck each, highest first", "同じなら山札を1枚ずつめくり、大きい順"),
        Step(Text("Declare", "宣言"), "A-3.3, A-Q5"),
        Text("highest first card first", "最初のカードの大きい順"),
        Text("action, cost, added cards", "行動、コスト、加えるカード"),
        Aside(Text("At once", "その場で")),
        Text("Guard, Cover,", "防御、かばう、"),
        Text("Power Release", "力の解放"),
        Step(Text("2 Actions", "2 実行"), "A-4.1, A-5.2, A-6.1"),
        Text("highest total first, equal ones together", "合計の大きい順、同じなら同時"),
        Text("attacked before acting: cancelled", "動く前に攻撃されたらキャンセル"),
        Text("attacking each other: a clash", "同時に互いを攻撃すれば打ち合い"),
        Step(Text("3 Refill", "3 補充"), "A-4.3–A-4.5"),
        Text("field to the discard pile; draw one each,", "場は捨て札へ。1枚ずつ引き、もう1枚は"),
        Text(f"a second for stage × {REFILL_EP} EP", f"ステージ数×{REFILL_EP}EP"),
        Step(Text("4 The end?", "4 終わり？"), "A-4.6, A-4.7"),
        Text("nobody wants to go on: over; else step 1", "誰も続けなければ終わり。続けるなら1へ"),
    )
    return flow(language, "round", label, outline)


def draw_clash(language: Language) -> Element:
    """Draw a clash, from what prevents it to the damage of the loser (A-6.1 to A-6.21, A-M7)."""
    label = Text(
        "A clash. Two attack each other at the same action value. If one was cancelled, if EP are"
        f" {NO_CLASH_FACTOR} times apart or a hand is empty, there is none. 1: the higher attack power adds a card from"
        " the deck. 2: the inferior side plays cards; if it becomes superior, the other plays, and so on. In a decisive"
        f" battle an empty hand buys cards for {BOUGHT_IN_A_CLASH} EP each. 3: those who have not acted may give up"
        " their action for a card. Just before the refill the greater momentum wins, and the loser takes the winner's"
        " attack power times the difference.",
        "打ち合いの流れ。互いを狙う2人が同じ行動値で攻撃すると起こる。どちらかがキャンセルされたか、EPに"
        f"{NO_CLASH_FACTOR}倍以上の差があるか、片方に手札がなければ起こらない。1：攻撃力の高い側に山札から1枚。"
        "2：劣勢の側が手札を出し、優勢になれば相手が出し、と繰り返す。"
        f"決戦なら、手札がなくても1枚{BOUGHT_IN_A_CLASH}EPで引ける。"
        "3：未行動の人は行動をやめて1枚加えてもよい。補充の直前に形勢値の大きい側が勝ち、敗者は勝者の攻撃力×差のダメージを受ける。",
    )
    outline = (
        Step(Text("At the same time", "同時の攻撃"), "A-6.1"),
        Text("two target each other,", "互いを狙う2人が、"),
        Text("at the same action value", "同じ行動値で攻撃"),
        Step(Text("A clash?", "打ち合い？"), "A-6.3"),
        Text("neither was cancelled,", "キャンセルがなく、"),
        Text(f"EP less than {NO_CLASH_FACTOR} times apart,", f"EPの差は{NO_CLASH_FACTOR}倍未満、"),
        Text("a card in each hand", "双方に手札がある"),
        Aside(Text("No", "いいえ")),
        Text("the stronger, or", "強い側か手札の"),
        Text("who has a hand,", "ある側だけが"),
        Text("attacks", "攻撃する"),
        Step(Text("1 Deck", "1 山札"), "A-6.9"),
        Text("the higher attack power adds a deck card", "攻撃力の高い側に、山札から1枚加える"),
        Step(Text("2 Hands", "2 手札"), "A-6.11"),
        Text("the inferior plays", "劣勢の側が手札を"),
        Text("0 or more hand cards", "0枚以上出す"),
        Text(f"(decisive: {BOUGHT_IN_A_CLASH} EP each)", f"（決戦なら1枚{BOUGHT_IN_A_CLASH}EP）"),
        Aside(Text("Again", "もう一度")),
        Text("superior now?", "優勢になれば、"),
        Text("the other one", "もう一方が"),
        Text("plays: 2 again", "2を繰り返す"),
        Step(Text("3 Helpers", "3 加勢"), "A-6.18", choice=True),
        Text("others give up their action: one card each,", "未行動の人は行動をやめ、どちらかに1枚"),
        Text("for either side", "加えてもよい"),
        Step(Text("Result", "決着"), "A-6.20, A-6.21"),
        Text("just before the refill: more momentum wins", "補充の直前、形勢値の大きい側が勝つ"),
        Text("damage: the winner's attack power × difference", "敗者のダメージは勝者の攻撃力×差"),
    )
    return flow(language, "clash", label, outline)


def draw_check(language: Language) -> Element:
    """Draw a check, from the first cards to the result (A-9.4 to A-9.16, A-M10)."""
    label = Text(
        "A check. 1: any number of hand cards at once. 2: the total is compared with the difficulty; if all cards have"
        " your own suit, each counts as J to K. Equal is a fumble and ends it. If it is too low, a card may be added"
        f" from the hand, or from the deck for {CARD_PRICE} EP, at most as often as the hand limit; after each it is"
        " compared again. 3: the master tells the result; with a miracle step 1 is done once more.",
        "判定の流れ。1：手札から何枚でも一度に出す。2：合計を難度と比べる。全部が自分のスートなら1枚ごとにJからKまでとする。"
        "等しければファンブルで終わり。足りなければ、手札から、または"
        f"{CARD_PRICE}EPで山札から1枚、手札上限と同じ回数まで加えられ、"
        "そのつど比べ直す。3：マスターが結果を伝える。「奇跡」を使えば、1をもう一度行う。",
    )
    outline = (
        Step(Text("1 Cards", "1 カード"), "A-9.4, A-9.5"),
        Text("any number of hand cards at once", "手札から何枚でも、一度に場に出す"),
        Step(Text("2 Compare", "2 比べる"), "A-9.6"),
        Text("all of your suit: critical,", "全部が自分のスートなら"),
        Text("each card J to K", "クリティカル、各J〜K"),
        Text("more than the difficulty?", "合計が難度を超えたか"),
        Aside(Text("Equal", "等しい")),
        Text("a fumble, the", "ファンブル、"),
        Text("worst failure:", "最悪の失敗："),
        Text("it is over", "判定終わり"),
        Step(Text("Too low", "不足なら"), "A-9.8–A-9.10", choice=True),
        Text("one card from the hand,", "手札から1枚、または"),
        Text(f"or from the deck: {CARD_PRICE} EP", f"{CARD_PRICE}EPで山札から1枚"),
        Text("at most hand limit times", "手札上限と同じ回数まで"),
        Aside(Text("Again", "もう一度"), "top"),
        Text("after each", "1枚ごとに"),
        Text("card: 2 again", "2に戻る"),
        Step(Text("3 Result", "3 結果"), "A-9.12, A-9.13"),
        Text("the master tells the result", "マスターが結果を伝える"),
        Text("a miracle: step 1 once more, then 3", "「奇跡」を使えば、1をもう一度行い、3へ"),
    )
    return flow(language, "check", label, outline)


FLOWS: dict[str, Figure] = {"avatar.round": draw_round, "avatar.clash": draw_clash, "avatar.check": draw_check}
