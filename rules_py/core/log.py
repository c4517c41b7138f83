"""What has happened in a game, as the desk tells it: the last step, the log, the card at the end."""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from functools import lru_cache
from xml.etree.ElementTree import Element

from rules_py.core.dice import drawn
from rules_py.core.drawing import svg
from rules_py.core.game import Event
from rules_py.core.markup import h, heading, marked_up
from rules_py.core.text import Language, Text, sentences


def said(events: list[Event]) -> Text:
    """Return what happened as a screen reader tells it."""
    return sentences([event.text + Text(".", "。") if event.heading else event.text for event in events])


def told(events: list[Event], language: Language) -> list[Element]:
    """Return what a step did, as the desk shows it: the dice and cards, the words, the rules."""
    rolls = [h("span", [drawn(each) for each in event.seen]) for event in events if event.seen]
    lines = h("ul", [_log_line(event, language) for event in events])
    return [h("div", h("span", rolls, class_="seen") if rolls else None, lines, class_="last", data_last=True)]


def copying(language: Language) -> Element:
    """Return the button that copies the link to what is being played."""
    return h("button", Text("Copy the link", "リンクをコピー").get(language), type="button", data_do="copy-link")


LOG = "fight-log"
"""The id of what holds the log."""


def copying_log(language: Language) -> Element:
    """Return the button that copies the log as text, from the first thing that happened to the last."""
    words = Text("Copy the log", "記録をコピー")
    return h("button", words.get(language), type="button", data_copy=LOG)


def picturing(language: Language) -> list[Element]:
    """Return the buttons that save the board as it stands as a picture; what it shows is asked for then."""
    words = Text("The board as {kind}", "盤面を{kind}で保存")
    made = [
        h("button", words.format(kind=kind).get(language), type="button", data_do="picture", data_as=kind.lower())
        for kind in ("PNG", "SVG")
    ]
    made[0].tail = " "
    return made


def over(ended: Text, course: list[tuple[Text, Fraction]], log: list[Event], language: Language) -> Element:
    """Return the card of a fight that has ended: how, how likely that was along the way, and the log to take along.

    Args:
        ended: How it has ended.
        course: Whose chance, and how high, from the first moment to the last; empty where it is not counted.
        log: What happened.
        language: The reader's language.
    """
    lines = [f"■ {event.text.get(language)}" if event.heading else event.text.get(language) for event in log]
    data = b64encode("\n".join(lines).encode()).decode()
    label = Text("The log as a text", "記録をテキストで保存").get(language)
    link = h("a", label, href=f"data:text/plain;charset=utf-8;base64,{data}", download="log.txt")
    picture = [_curve(course, language)] if len(course) > 1 else []
    head = heading(4, ended.get(language))
    taken = h("p", copying(language), " ", copying_log(language), " ", link)
    return h("section", head, picture, taken, class_="outcome", data_outcome=True)


def _curve(course: list[tuple[Text, Fraction]], language: Language) -> Element:
    """Return the course of a chance as a line from left to right."""
    name = course[-1][0]
    told = Text("How likely {name} was to win, from the beginning to the end", "{name}の勝率の移り変わり")
    width = max(len(course) - 1, 1)
    points = " ".join(
        f"{8 + 304 * n / width:.1f},{8 + 64 * (1 - float(chance)):.1f}" for n, (_, chance) in enumerate(course)
    )
    words = told.format(name=name).get(language)
    inside = [
        h("path", d="M8 8H312M8 40H312M8 72H312", class_="grid"),
        h("polyline", points=points, class_="course"),
    ]
    percents = ["100%", "50%", "0%"]
    marks = [h("text", text, x=318, y=12 + 32 * n) for n, text in enumerate(percents)]
    return h(
        "figure",
        svg(360, 80, words, inside, marks, class_="figure curve"),
        h("figcaption", words),
    )


def log_list(events: list[Event], language: Language) -> list[Element]:
    """Return the log in words, the newest first, with the rules that made each thing happen."""
    parts: list[tuple[Event | None, list[Element]]] = [(None, [])]
    for event in events:
        if event.heading:
            parts.append((event, []))
            continue
        parts[-1][1].append(_log_line(event, language))
    title = Text("What happened", "記録").get(language)
    result = [heading(4, title, class_="part-title")]
    for opening, items in reversed(parts):
        if opening:
            result.append(h("p", opening.text.get(language), class_="log-round"))
        if items:
            result.append(h("ol", items[::-1], class_="log", reversed=True))
    return result


@lru_cache(maxsize=4_000)
def _log_line(event: Event, language: Language) -> Element:
    """Return an event as a line of the log; kept, because every step shows all lines again."""
    ids = Text(f" ({', '.join(event.rules)})", f"（{'、'.join(event.rules)}）")
    rules = marked_up(ids.get(language)) if event.rules else []
    return h("li", event.text.get(language), *rules)
