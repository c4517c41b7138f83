"""The grace check on the ring board: what it is made with, what may be hoped for, what it has brought."""

from __future__ import annotations

from fractions import Fraction
from xml.etree.ElementTree import Element

from rules_py.core.controls import control, fieldset, number_input, press
from rules_py.core.errors import InputError
from rules_py.core.markup import h, marked_up
from rules_py.core.render import exact_number, exactly, percent, summary, table
from rules_py.core.text import Language, Text, listed
from rules_py.kamui.characters import NUMBERS
from rules_py.kamui.grace import MOST_GRACE_DICE_IN_ALL, MOST_THREAT, Supplicant, grace_odds
from rules_py.kamui.model import Grace, Play, shown
from rules_py.kamui.odds import mean
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_presses import DICE

TARGET = Text("Target number of the check (K-Q1)", "判定の目標値（K-Q1）")


def brought(made: Grace, play: Play) -> Text:
    """Say what a grace check has left for miracles.

    Source: K-6.5 to K-6.7, K-Q16.

    Example:
        >>> brought(Grace(((3,),), ((3,),), (1,), (1,)), Play()).en
        'The session is over: 1 for miracles.'
    """
    if len(made.points) == 1:
        words = Text("The session is over: {n} for miracles.", "セッション終了。奇跡に使えるのは{n}。")
        return words.format(n=made.points[0])
    each = [shown(one.name) + Text(f" {left}", f" {left}") for one, left in zip(play.kamui, made.points, strict=True)]
    words = Text("The session is over. For miracles: {each}.", "セッション終了。奇跡に使えるのは、{each}。")
    return words.format(each=listed(each))


def shown_grace(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Say what the grace check is made with and what may be hoped for, or what it has brought."""
    if play.phase != "ending":
        return []
    made, ranked = play.grace, rulings.success != "at_least_target"
    heads = [Text("Who", "名前"), *([_RANK] if ranked else [])]
    heads += [Text("Rolled", "出目"), Text("Successes", "成功数")] if made else [Text("Dice", "ダイス")]
    heads.append(NUMBERS["revivals"].begun())
    if made and rulings.grace == "own":
        heads.append(Text("For miracles", "奇跡に使える数"))
    rows = []
    for who, kamui in enumerate(play.kamui):
        told: list[object] = [kamui.rank] if ranked else []
        told += [_faces(made, who), made.successes[who]] if made else [kamui.grace_dice]
        told += [kamui.revivals, *([made.points[who]] if made and rulings.grace == "own" else [])]
        name = h("th", shown(kamui.name).get(language), scope="row")
        rows.append(h("tr", name, [h("td", str(each)) for each in told]))
    after = [] if made else _hoped(play, rulings, language)
    if made and rulings.grace == "pooled":
        left = Text("For miracles: {n} (K-6.6, K-6.7).", "奇跡に使えるのは{n}（K-6.6、K-6.7）。").format(
            n=made.points[0]
        )
        after = [summary(left, language)]
    return [table(Text("Grace check", "恩寵判定"), heads, rows, language), *after]


def _faces(made: Grace, who: int) -> str:
    """The faces that a kamui rolled; an arrow leads to what a lowered one counts as."""
    pairs = zip(made.rolled[who], made.lowered[who], strict=True)
    return " ".join(str(old) if old == new else f"{old}→{new}" for old, new in pairs) or "—"


_RANK = NUMBERS["rank"].begun()


def _hoped(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Say how far faces may be lowered, and what is likely to be left."""
    points = Text(
        "Faces may be lowered by {n} in all, the sum of the threat levels of the magai defeated (K-6.9, K-Q16).",
        "出目は、全部合わせて最大{n}減らせます。倒したマガイの脅威レベルの合計です（K-6.9、K-Q16）。",
    )
    if rulings.reduction == "each_die":
        points = Text(
            "Each face may be lowered by {n}, the sum of the threat levels of the magai defeated (K-6.9, K-Q16).",
            "どの出目も、最大{n}減らせます。倒したマガイの脅威レベルの合計です（K-6.9、K-Q16）。",
        )
    points = points.format(n=play.threat)
    said = [h("p", *marked_up(points.get(language)))]
    if rulings.success == "at_least_target" or not play.kamui:
        return said
    try:
        party = [Supplicant(one.grace_dice, one.rank, one.revivals) for one in play.kamui]
        found = grace_odds(party, play.threat, rulings)
    except InputError:
        words = Text(
            "The chances are worked out for up to {dice} dice and a threat level of {threat}; the check can be rolled"
            " all the same.",
            "確率を計算できるのはダイス{dice}個、脅威レベル{threat}までです。判定はそのまま振れます。",
        ).format(dice=MOST_GRACE_DICE_IN_ALL, threat=MOST_THREAT)
        return [*said, h("p", words.get(language))]
    if rulings.grace == "pooled":
        words = Text(
            "At least 1 for miracles: {chance}; on average {mean} (K-6.5, K-6.6).",
            "奇跡に1以上使える確率は{chance}、平均は{mean}（K-6.5、K-6.6）。",
        ).format(chance=exactly(1 - found[0].get(0, Fraction(0))), mean=exact_number(mean(found[0])))
    else:
        words = Text(
            "At least 1 for miracles: {each} (K-6.5, K-6.6).", "奇跡に1以上使える確率は、{each}（K-6.5、K-6.6）。"
        )
        each = [
            shown(kamui.name) + Text(" {p}", " {p}").format(p=percent(1 - odds.get(0, Fraction(0))))
            for kamui, odds in zip(play.kamui, found, strict=True)
        ]
        words = words.format(each=listed(each))
    return [*said, h("p", *marked_up(words.get(language)))]


def grace_form(play: Play, rulings: Rulings, language: Language) -> Element:
    """Return the form of the grace check."""
    dice = sum(kamui.grace_dice for kamui in play.kamui)
    form = [
        press(
            ["grace", DICE, control("grace_target")],
            Text(f"Roll the grace check (dice: {dice})", f"恩寵判定を振る（ダイス{dice}個）"),
            language,
            primary=True,
        ),
    ]
    if rulings.success == "at_least_target":
        form.insert(0, number_input("grace_target", TARGET, language, 5))
    note = Text(
        "No link effects, no prayers (K-6.8); faces are lowered for the most successes (K-6.9).",
        "リンク効果と〈祈り〉は使えません（K-6.8）。出目は、成功数が最も多くなるように減らします（K-6.9）。",
    )
    return fieldset(Text("Grace check", "恩寵判定"), form, language, note)
