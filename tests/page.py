"""Reading what a widget shows, for tests: tables, numbers, attributes."""

import json
import re
from html.parser import HTMLParser

from rules_py import library

VOID = {"br", "input", "hr", "img", "meta", "link"}
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:/\d+)?")


def ask(widget, values=None, pressed=None, language="en"):
    """Ask as the page's worker asks, and read the answer."""
    question = {"widget": widget, "language": language, "values": values or {}, "pressed": pressed}
    return json.loads(library.answer(json.dumps(question)))


class Reader(HTMLParser):
    """Collects tables, texts, tags and buttons; complains about tags that do not close."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.texts, self.tables, self.marked = [], [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == [], f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            if "applies" in (dict(attributes).get("class") or ""):
                self.marked.append((len(self.tables) - 1, len(self.tables[-1]) - 1, len(self.tables[-1][-1]) - 1))
        elif tag == "br" and self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += " "

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag
        if tag not in ("a", "b"):
            self.texts.append(" ")

    def handle_data(self, data):
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data

    @property
    def text(self):
        return "".join(self.texts)


def read(answer, *parts):
    """Everything that is shown, or some parts of it."""
    return Reader("".join(html for part, html in answer["parts"].items() if part in parts or not parts))


def numbers(text):
    """The numbers in a text; ledger ids, ability names such as 5W2 and the names of cases count as words."""
    return NUMBER.findall(re.sub(r"[A-Za-z]-?[A-Z]?\d+(?:\.\d+)*|\d+W\d*", " ", text))


def shown(chance):
    """A chance in percent with two decimals at most, as a person would write it."""
    hundredths = round(chance * 10_000)
    if chance not in (0, 1) and hundredths == 0:
        return "<0.01 %"
    if chance not in (0, 1) and hundredths == 10_000:
        return ">99.99 %"
    digits = f"{hundredths // 100}.{hundredths % 100:02}"
    if (chance * 10_000).denominator == 1:
        digits = digits.rstrip("0").rstrip(".")
    return f"{digits} %"


def shown_fraction(chance):
    return str(chance) if chance.denominator <= 1_000_000 else None
