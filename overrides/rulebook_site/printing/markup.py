"""From the built pages' HTML to calls of the functions in `overrides/print/booklet.typ`.

What is only for a screen vanishes: buttons, forms (but not what was entered), explanations that pop up.
Everything is written as code with quoted strings, so that no letter of a page means anything to Typst.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from unicodedata import east_asian_width

from lxml import etree
from lxml.html import HtmlElement
from lxml.html.builder import BR

from rulebook_site.ids import RULE_ID
from rulebook_site.printing import widths
from rulebook_site.words import IN_BRACKETS, SEPARATOR
from rules_py.core.text import Language

BLOCKS = frozenset(
    {"address", "article", "blockquote", "details", "div", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "ol"}
    | {"output", "p", "pre", "section", "table", "ul", "rules-example", "rules-table", "rules-widget"}
)
SKIPPED = frozenset(
    {"script", "style", "template", "form", "input", "select", "textarea", "summary", "progress"}
    | {"rules-keeping", "house-rules", "own-character"}
)
SKIPPED_CLASSES = frozenset(
    {"headerlink", "pop", "example-bar", "widget-status", "answer-bar", "widget-title", "working", "keeping", "prints"}
    | {"on-screen", "copy-as", "exports", "pasting", "roster", "samples", "who", "doors"}
)
"""Parts that paper has no use for; a widget's title is set by the widget, its working is for those who run it."""

POINTS = 0.66
"""How large a unit of a drawing becomes: its letters of 14 units are read like the text."""
WIDEST, INSET = 436, 9
"""Points between the margins, and those that a calculator is moved in."""

NARROW, GUTTER, MANY_ROWS = 0.62, 22, 26
"""Tables in succession stand side by side: up to this share of the page wide, so far apart, so long."""
SHORT_CODE, SHORT_OUTPUT = 12, 6
"""Lines of code, and of what it prints, that stay together."""
LONG = 420
"""Letters of a paragraph that is too long to go to the next page with the table or code after it."""
BRIEF = 75
"""Letters that fill no more than a line: a heading with one such line needs something below it."""
BAR = 78.0
"""Points of a bar in a table."""
TURNED = re.compile(r"translate\(([\d.]+) ([\d.]+)\) rotate\(90\)")
LETTER = 13
"""From one letter of a label to the one below it, in a drawing's measure."""
RULE_IN_TEXT = re.compile(r"[A-Z]-[TQXM]?\d[\d.]*")
COLONS = (":", "：")

COLOURS = {"for-a": "side-a", "win": "side-a", "for-b": "side-b", "lose": "side-b"}


def quote(text: str) -> str:
    r"""Return a string as Typst writes it.

    Example:
        >>> print(quote('say "no"'))
        "say \"no\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def call(name: str, *arguments: str, **named: str) -> str:
    """Return a call of a function, its arguments being code already."""
    return f"{name}({', '.join((*arguments, *(f'{key}: {value}' for key, value in named.items())))})"


def array(items: Iterable[str]) -> str:
    """Return an array; also one of a single item is one."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def classes(element: HtmlElement) -> set[str]:
    """Return the classes of an element."""
    return set((element.get("class") or "").split())


def skipped(element: HtmlElement) -> bool:
    """Tell whether an element has no place on paper."""
    return (
        not isinstance(element.tag, str)
        or element.tag in SKIPPED
        or "hidden" in element.attrib
        or not SKIPPED_CLASSES.isdisjoint(classes(element))
    )


def _begins_range(link: HtmlElement) -> bool:
    """Tell whether ids from one to another begin with a link: the page stands behind the last of them."""
    after = link.getnext()
    return (link.tail or "").strip() in ("–", "〜") and after is not None and after.tag == "a"


def plain(element: HtmlElement) -> str:
    """Return an element's words without what has no place on paper."""
    parts = [element.text or ""]
    for child in element:
        parts += ["" if skipped(child) else plain(child), child.tail or ""]
    return re.sub(r"\s+", " ", "".join(parts))


def broad(text: str) -> int:
    """Return how many letters broad a text is; Japanese ones count twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def lines(element: HtmlElement) -> str:
    """Return the words of a cell, a line for each of its lines."""
    parts = [re.sub(r"\s+", " ", element.text or "")]
    for child in element:
        if not skipped(child):
            ends = "\n" if child.tag in BLOCKS | {"br", "li"} else ""
            parts += [ends, lines(child), ends]
        parts.append(re.sub(r"\s+", " ", child.tail or ""))
    return "".join(parts)


def write_out(element: HtmlElement, language: Language) -> None:
    """Write the exact number, which paper cannot show at a touch, beside each rounded one; in a table below it."""
    for number in element.xpath(".//data[@value]"):
        exact = number.attrib.pop("value")
        number.tag = "span"
        if number.xpath("ancestor::td | ancestor::th"):
            number.append(BR())
            number[-1].tail = exact
        else:
            number.text = IN_BRACKETS.get(language).format(said=number.text, inside=exact)


def leaf(element: HtmlElement) -> HtmlElement:
    """Return what a block holds, if it does nothing but hold another one."""
    inner = [child for child in element if not skipped(child)]
    plainly = element.tag in BLOCKS and element.tag not in ("figure", "table", "rules-widget", "pre", "ul", "ol", "dl")
    bare = not (element.text or "").strip() and not any((child.tail or "").strip() for child in element)
    return leaf(inner[0]) if plainly and bare and len(inner) == 1 and inner[0].tag in BLOCKS else element


def first_leaf(element: HtmlElement) -> HtmlElement:
    """Return the block that a block begins with."""
    inner = [child for child in element if not skipped(child)]
    if element.tag in ("div", "section", "article", "rules-example", "rules-table", "output", "details") and inner:
        return first_leaf(inner[0]) if inner[0].tag in BLOCKS else element
    return element


def _mark(name: str, step: int, kind: str) -> str:
    return call("mark", quote(name), str(step), quote(kind))


Target = Callable[[str], tuple[str, str] | None]
"""What a link leads to: `("here", label)`, `("away", address)`, or nothing that paper can follow."""


@dataclass
class Setter:
    """Sets one page.

    Args:
        page: The page's name, which stands before its ids.
        language: The language of the page.
        target: What a link leads to.
        wanted: The ids of the page that links lead to.
        style: What drawings are painted by.
        alike: Headings that are the place of another id.
        recurring: Titles of sections that too many chapters have for the contents to name them.
        later: Figures that stand some blocks after their place, where a page ends there; and how many blocks.
        only_ids: Whether references go without their pages, as in lists of nothing but ids.
    """

    page: str
    language: Language
    target: Target
    wanted: frozenset[str]
    style: str
    alike: Mapping[str, str] = field(default_factory=dict)
    recurring: frozenset[str] = frozenset()
    later: Mapping[str, int] = field(default_factory=dict)
    only_ids: bool = False
    _marks: list[str] = field(default_factory=list)
    _before: list[str] = field(default_factory=list)
    _in_cell: bool = False
    _room: float = WIDEST
    _crowded: bool = False

    def label(self, name: str) -> str:
        """Return the name of an id in the whole booklet: the ledger's are unique, others belong to their page."""
        name = self.alike.get(name, name)
        return name if RULE_ID.fullmatch(name) else f"{self.page}#{name}"

    # --- within a line ---

    def line(self, element: HtmlElement) -> str:
        """Return the words of an element as one piece of code."""
        return "{" + "; ".join(self._trimmed(self._pieces(element))) + "}"

    def _pieces(self, element: HtmlElement) -> list[str]:
        pieces = [self._text(element.text)]
        for child in element:
            if not skipped(child):
                pieces += self._inline(child)
            pieces.append(self._text(child.tail))
        return [piece for piece in pieces if piece]

    @staticmethod
    def _text(text: str | None) -> str:
        collapsed = re.sub(r"[ \t\r\n]+", " ", text or "")
        return quote(collapsed) if collapsed else ""

    @staticmethod
    def _trimmed(pieces: list[str]) -> list[str]:
        while pieces and pieces[0] == '" "':
            pieces = pieces[1:]
        while pieces and pieces[-1] == '" "':
            pieces = pieces[:-1]
        if pieces and pieces[0].startswith('" '):
            pieces[0] = '"' + pieces[0][2:]
        if pieces and pieces[-1].startswith('"') and pieces[-1].endswith(' "'):
            pieces[-1] = pieces[-1][:-2] + '"'
        return pieces

    def _inline(self, element: HtmlElement) -> list[str]:
        tag, names = element.tag, classes(element)
        if tag == "br":
            return ["linebreak()"]
        if tag == "svg":
            return [self._small_drawing(element)]
        if tag == "code":
            return [call("raw", quote(element.text_content()))]
        inner = "{" + "; ".join(self._pieces(element)) + "}"
        if tag in ("strong", "b"):
            return [call("strong", inner)]
        if tag in ("em", "i"):
            return [call("emph", inner)]
        if tag == "a":
            return [self._link(element, inner)]
        if tag == "button":
            return self._button(element, inner)
        if tag == "span" and "rule" in names:
            return self._rule(element)
        anchors = self._anchor(element)
        language = element.get("lang")
        if language in ("ja", "en"):
            said = call(language, inner)
            whole = self._in_cell and language == "ja" and broad(plain(element)) <= 2 * widths.LONGEST_RUN
            return [*anchors, call("box", said) if whole else said]
        return [*anchors, *self._pieces(element)]

    def _anchor(self, element: HtmlElement) -> list[str]:
        name = element.get("id") or ""
        elsewhere = name in self.alike or name in self.alike.values()
        return [call("anchor", quote(self.label(name)))] if name in self.wanted and not elsewhere else []

    def _link(self, element: HtmlElement, inner: str) -> str:
        if "rule-id" in classes(element):
            return call("inline-id", quote(plain(element).strip()))
        found = self.target(element.get("href") or "")
        if found is None:
            return inner
        kind, where = found
        if kind == "here":
            if self.only_ids or _begins_range(element):
                whole = RULE_ID.fullmatch(plain(element).strip())
                return call("link", f"label({quote(where)})", call("box", inner) if whole else inner)
            return call("ref", quote(where), *self._ending(element, inner))
        said = plain(element).strip()
        if said.rstrip("/") == re.sub(r"^(https?://|mailto:)", "", where).rstrip("/"):
            return call("away", quote(where), inner)
        shown = re.sub(r"^(https?://|mailto:)", "", where).rstrip("/")
        brackets = ("（", "）") if self.language == "ja" else (" (", ")")
        return call("away", quote(where), f"{{{inner}; note({quote(brackets[0] + shown + brackets[1])})}}")

    @staticmethod
    def _ending(element: HtmlElement, inner: str) -> tuple[str, str]:
        """Return a reference in two parts: the last of them stays in one line with the page."""
        text = plain(element).strip()
        before, space, last = text.rpartition(" ")
        if RULE_ID.fullmatch(last):
            return quote(before + space), quote(last)
        if len(element) or broad(last) > 24:
            return inner, '""'
        cut = -2 if east_asian_width(text[-1:] or " ") in "WF" else len(before + space)
        return quote(text[:cut]), quote(text[cut:])

    def _button(self, element: HtmlElement, inner: str) -> list[str]:
        popover = element.get("popovertarget") or ""
        if "term" in classes(element):
            return [call("term", quote(popover.removeprefix("pop-")), inner)]
        return [inner] if "sort" in classes(element) else []

    def _rule(self, element: HtmlElement) -> list[str]:
        name = element.get("id") or ""
        words = HtmlElement()
        words.tag, words.text = "span", element.text
        for child in list(element):
            if isinstance(child.tag, str) and "rule-id" in classes(child):
                words.text = (words.text or "") + (child.tail or "").lstrip()
            else:
                words.append(copy.deepcopy(child))
        pieces = self._pieces(words)
        if self._in_cell or self._crowded:
            return [call("inline-rule", quote(name)), quote("\u00a0"), *pieces]
        earlier = array(map(quote, self._before[-8:]))
        mark = call("rule", quote(name), earlier=earlier, first="true" if not self._marks else "false")
        self._marks.append(name)
        self._before.append(name)
        return [mark, *pieces]

    # --- blocks ---

    def flow(self, element: HtmlElement) -> str:
        """Return the content of an element: words, blocks, or both."""
        blocks: list[tuple[HtmlElement | None, str]] = []
        words: list[str] = []
        mixed = any(isinstance(child.tag, str) and child.tag in BLOCKS and not skipped(child) for child in element)

        def flush() -> None:
            pieces = self._trimmed([piece for piece in words if piece])
            if pieces:
                inner = "{" + "; ".join(pieces) + "}"
                blocks.append((None, call("par", inner) if mixed else inner))
            words.clear()

        words.append(self._text(element.text))
        for child in element:
            if not skipped(child):
                if child.tag in BLOCKS:
                    flush()
                    blocks.append((child, self.block(child)))
                elif any(isinstance(each.tag, str) and each.tag in BLOCKS for each in child.iterdescendants()):
                    flush()
                    blocks.append((child, self.flow(child)))
                else:
                    words += self._inline(child)
            words.append(self._text(child.tail))
        flush()
        return "{" + "\n".join(self._arranged([block for block in blocks if block[1]])) + "}"

    def _arranged(self, blocks: list[tuple[HtmlElement | None, str]]) -> list[str]:
        """Keep together what belongs together, set narrow tables side by side, and move figures past a page's end."""
        arranged: list[tuple[HtmlElement | None, str]] = []
        at = 0
        while at < len(blocks):
            element, code = blocks[at]
            following = blocks[at + 1][0] if at + 1 < len(blocks) else None
            if element is not None and following is not None:
                both = self._narrow(element), self._narrow(following)
                if all(both) and sum(both) <= WIDEST - GUTTER and not self._in_cell:
                    shares = array(f"{each + GUTTER / 2:.0f}fr" for each in both)
                    arranged.append((element, call("pair", shares, f"{{{code}}}", f"{{{blocks[at + 1][1]}}}")))
                    at += 2
                    continue
                if self._leads(element, following, blocks[at - 1][0] if at else None):
                    code = call("lead", f"{{{code}}}")
            arranged.append((element, code))
            at += 1
        return self._moved(arranged)

    def _moved(self, blocks: list[tuple[HtmlElement | None, str]]) -> list[str]:
        """Put figures for which a page has no room left after the text that fills it."""
        codes = [code for _, code in blocks]
        order = list(range(len(codes)))
        for index, (element, _) in enumerate(blocks):
            name = self._figure_of(element)
            if name is None:
                continue
            begin = index
            while begin and codes[begin - 1].startswith(("lead(", "head(")):
                begin -= 1
            codes[index] = "\n".join([codes[index], _mark(name, 0, "after")])
            codes[begin] = "\n".join([_mark(name, 0, "before"), codes[begin]])
            for step, (other, _) in enumerate(blocks[index + 1 : index + 9], start=1):
                kind = "head" if other is not None and re.fullmatch("h[2-6]", str(other.tag)) else "text"
                kind = "lead" if codes[index + step].lstrip("{\n").startswith("lead(") else kind
                codes[index + step] = f"{codes[index + step]}\n{_mark(name, step, kind)}"
            steps = self.later.get(name, 0)
            order.remove(index)
            order.insert(index + min(steps, len(codes) - 1 - index), index)
        return [codes[index] for index in order]

    def _figure_of(self, element: HtmlElement | None) -> str | None:
        if element is None:
            return None
        held = leaf(element)
        drawn = held.tag == "figure" and held.find("svg") is not None
        return self.label(held.get("id") or "") if drawn else None

    def _leads(self, element: HtmlElement, following: HtmlElement, before: HtmlElement | None) -> bool:
        """Tell whether a paragraph may not end a page."""
        if element.tag != "p" or "ruling-note" in classes(element):
            return False
        text = plain(element).strip()
        held = first_leaf(following)
        introduces = text.endswith(COLONS) or (held.tag in ("table", "pre") and broad(text) < LONG)
        lonely = before is not None and re.fullmatch("h[2-6]", str(before.tag)) and broad(text) < BRIEF
        return bool(introduces or lonely)

    def _narrow(self, element: HtmlElement) -> float:
        """Return how wide a table is that may stand beside another one; 0 for anything else."""
        held = leaf(element)
        if held.tag != "table" or held.get("id"):
            return 0
        caption = held.find("caption")
        wide = sum(column.widest for column in self._held(held))
        rows = len(list(held.iter("tr")))
        if caption is not None:
            wide = max(wide, widths.width_of(plain(caption)) / 2)
        return wide if wide <= NARROW * WIDEST and 2 < rows <= MANY_ROWS else 0

    def block(self, element: HtmlElement) -> str:
        """Return a block."""
        tag, names = element.tag, classes(element)
        self._begin(element)
        if re.fullmatch("h[1-6]", tag):
            name = element.get("id")
            label = quote(self.label(name)) if name else "none"
            named = {"listed": "false"} if plain(element).strip() in self.recurring else {}
            return call("head", str(int(tag[1])), label, self.line(element), **named)
        if tag == "p":
            inner = self.line(element)
            if inner == "{}":
                return ""
            return call("told", inner, sticky="true") if "ruling-note" in names else call("par", inner)
        if tag in ("ul", "ol"):
            items = [child for child in element if isinstance(child.tag, str)]
            tight = not any(child.find("p") is not None for child in items)
            options = {"tight": "true" if tight else "false"}
            if tag == "ol" and element.get("start"):
                options["start"] = element.get("start") or "1"
            return call("list" if tag == "ul" else "enum", *map(self._item, items), **options)
        if tag == "table":
            return self.table(element)
        if tag == "figure":
            return self._figure(element)
        if tag == "blockquote":
            return call("quoted", self.flow(element))
        if tag == "pre":
            written = element.text_content().rstrip("\n")
            if not written:
                return ""
            around = element.getparent()
            answer = [
                each
                for each in (element.getnext(), around.getnext() if around is not None else None)
                if each is not None
            ]
            follows = any(0 < each.text_content().strip().count("\n") + 1 <= SHORT_OUTPUT for each in answer[:1])
            long = written.count("\n") + 1
            if "text" in names:
                return call("printed", quote(written), short="true" if long <= SHORT_OUTPUT else "false")
            short = "true" if long <= SHORT_CODE else "false"
            return call("listing", quote(written), short=short, answered="true" if follows else "false")
        if tag == "dl":
            return self._definitions(element)
        if tag == "rules-widget":
            return self._widget(element)
        if tag == "figcaption":
            return ""
        return "\n".join([*self._anchor(element), self.flow(element)])

    def _item(self, element: HtmlElement) -> str:
        self._begin(element)
        return "{" + "; ".join([*self._anchor(element), self.flow(element)]) + "}"

    def _begin(self, element: HtmlElement) -> None:
        """Begin a block: three rules and more are numbered in the text, the margin has no room for them."""
        if self._in_cell:
            return
        self._marks = []
        if element.tag in ("p", "li", "dd") or not any(child.tag in BLOCKS for child in element):
            held = [
                each
                for each in element.iter("span")
                if "rule" in classes(each)
                and next(up for up in each.iterancestors() if up.tag in BLOCKS | {"li", "dd"}) is element
            ]
            self._crowded = len(held) > 2

    def _definitions(self, element: HtmlElement) -> str:
        parts: list[str] = []
        said: list[tuple[str, str, bool]] = []
        for child in element:
            if child.tag == "div" and "glossary-entry" in classes(child):
                parts.append(self._entry(child))
            elif child.tag == "div" and "rule-in-order" in classes(child):
                parts.append(self._rule_in_order(child))
            elif child.tag == "dt":
                word = self.line(child)
            elif child.tag == "dd":
                if any("#widget-" in (link.get("href") or "") for link in child.iter("a")):
                    continue  # where a ruling is switched: on the site
                inner = [each for each in child if not skipped(each)]
                listed = bool(inner) and inner[0].tag in ("ul", "ol") and not (child.text or "").strip()
                said.append((word, self.flow(child), listed))
        for (word, text, listed), (*_, listed_next) in zip_longest(said, said[1:], fillvalue=("", "", False)):
            # No page begins with the other answers to a question that stands on the page before.
            options = {"listed": listed, "kept": not listed and listed_next}
            parts.append(
                call("defined", word, text, **{name: "true" if on else "false" for name, on in options.items()})
            )
        return "\n".join(parts)

    def _rule_in_order(self, element: HtmlElement) -> str:
        """Return a rule as it is cited, with its page; of its rulings, which have their own chapter, the numbers."""
        number, said = element
        before, self.only_ids = self.only_ids, True
        folded = [link for fold in said.iter("details") for link in fold.iter("a") if "ruling-ref" in classes(link)]
        rulings = dict.fromkeys(self._link(link, quote(link.get("data-rule") or "")) for link in folded)
        found = self.target(number[0].get("href") or "")
        where = quote(found[1]) if found and found[0] == "here" else "none"
        parts = [self.line(number), where, self.line(said[0]), array(rulings)]
        self.only_ids = before
        return call("rule-in-order", *parts)

    def _entry(self, element: HtmlElement) -> str:
        head = element.find("dt")
        names = [each for each in head if classes(each) & {"term-en", "term-ja"}]
        if len(names) == 2 and plain(names[0]).strip() == plain(names[1]).strip():
            head = names[0]
        word = self.line(head)
        said = element.find("dd")
        meaning = next(each for each in said if "meaning" in classes(each))
        rules = [each for each in said if "term-rules" in classes(each)]
        label = quote(self.label(element.get("id") or ""))
        return call("entry", label, word, self.line(meaning), self.line(rules[0]) if rules else "none")

    # --- tables ---

    def table(self, element: HtmlElement) -> str:
        """Return a table: heads that come again on every page, and rows that stay whole."""
        before, self._in_cell = self._in_cell, True
        names = classes(element)
        rows = list(element.iter("tr"))
        heads = [row for row in rows if row.getparent().tag == "thead"]
        width = max(sum(int(cell.get("colspan") or 1) for cell in self._cells(row)) for row in rows)
        caption = element.find("caption")
        cells = [
            self._cell(cell, row, index == 0) for row in rows if row not in heads for index, cell in self._numbered(row)
        ]
        head = [self._inner(cell) for row in heads[:1] for cell in self._cells(row)]
        anchors = self._anchor(element) if not RULE_ID.fullmatch(element.get("id") or "") else []
        if RULE_ID.fullmatch(element.get("id") or ""):
            anchors = [call("anchor", quote(element.get("id") or ""))]
        said = "none"
        if caption is not None:
            said = "{" + "; ".join([*anchors, self.line(caption)]) + "}"
            anchors = []
        columns = array(self._columns(element, width, names))
        self._in_cell = before
        return "\n".join([*anchors, call("grid-of", columns, array(head), array(cells), caption=said)])

    @staticmethod
    def _cells(row: HtmlElement) -> list[HtmlElement]:
        return [cell for cell in row if cell.tag in ("td", "th")]

    def _numbered(self, row: HtmlElement) -> list[tuple[int, HtmlElement]]:
        return list(enumerate(self._cells(row)))

    def _columns(self, element: HtmlElement, width: int, names: set[str]) -> list[str]:
        held = self._held(element)
        found = widths.shares(held, self._room) if len(held) == width else None
        if found is None or (names & {"odds", "heat", "chart"} and len(held) < 5):
            return ["auto"] * width
        return [f"{each:.1f}fr" for each in found]

    def _held(self, element: HtmlElement) -> list[widths.Column]:
        rows = [self._cells(row) for row in element.iter("tr")]
        width = max(sum(int(cell.get("colspan") or 1) for cell in row) for row in rows)
        texts: list[list[str]] = [[] for _ in range(width)]
        extra = [0.0] * width
        for row in rows:
            if len(row) == width:
                for index, cell in enumerate(row):
                    texts[index].append(self._said(cell))
                    extra[index] = max(extra[index], BAR if cell.find(".//svg") is not None else 0)
        return [widths.Column(cells, more) for cells, more in zip(texts, extra, strict=True)]

    def _said(self, cell: HtmlElement) -> str:
        """Return a cell's words as they are printed, references with their page."""
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", lines(cell)).strip()
        for link in cell.iter("a"):
            name = plain(link).strip().rpartition(" ")[2]
            if RULE_ID.fullmatch(name) and "rule-id" not in classes(link) and not self.only_ids:
                text = text.replace(name, name.replace("-", "n") + ("n（00）" if self.language == "ja" else ",p.0"), 1)
        return RULE_IN_TEXT.sub(lambda found: found[0].replace("-", "n"), text)

    def _inner(self, cell: HtmlElement) -> str:
        return "{" + "; ".join([*self._anchor(cell), self.flow(cell)]) + "}"

    def _cell(self, cell: HtmlElement, row: HtmlElement, first: bool) -> str:
        inner = self._inner(cell)
        name = row.get("id") or ""
        if first and (RULE_ID.fullmatch(name) or name in self.wanted):
            inner = f"{{{call('anchor', quote(self.label(name)))}; {inner}}}"
        heat = next((each[5:] for each in classes(cell) if re.fullmatch(r"heat-\d", each)), None)
        if cell.tag == "th" and "row-id" not in classes(cell):
            inner = call("strong", inner)
        if heat is not None:
            return call("heat", heat, call("strong", inner) if "applies" in classes(cell) else inner)
        if "applies" in classes(cell) | classes(row):
            return call("applies", inner)
        span = cell.get("colspan")
        return call("table.cell", inner, colspan=span) if span else inner

    # --- drawings ---

    def _figure(self, element: HtmlElement) -> str:
        caption = element.find("figcaption")
        said = self.flow(caption) if caption is not None else "none"
        name = quote(self.label(element.get("id") or ""))
        svg = element.find("svg")
        if svg is None:
            inner = "\n".join(self.block(child) for child in element if child.tag not in ("figcaption", "svg"))
            return f"anchor({name})\n{inner}\n" + (call("told", said) if caption is not None else "")
        width, height = self._measures(svg)
        drawn = self._drawn(svg)
        return call(
            "drawing", name, quote(drawn), quote(svg.get("aria-label") or ""), f"{width}pt", f"{height}pt", said
        )

    def _small_drawing(self, svg: HtmlElement) -> str:
        if "bar" in classes(svg):
            rect = svg.find("rect")
            share = (rect.get("width") if rect is not None else None) or "0%"
            colour = next((COLOURS[each] for each in sorted(classes(svg)) if each in COLOURS), "pale")
            return call("bar", share if share.endswith("%") else f"{share}%", colour)
        width, _ = self._measures(svg)
        return call("picture", quote(self._drawn(svg)), quote(svg.get("aria-label") or ""), f"{width}pt")

    @staticmethod
    def _measures(svg: HtmlElement) -> tuple[float, float]:
        *_, width, height = map(float, (svg.get("viewBox") or svg.get("viewbox") or "0 0 100 20").split())
        scale = min(POINTS, WIDEST / width)
        return round(width * scale, 1), round(height * scale, 1)

    @staticmethod
    def _upright(svg: HtmlElement) -> HtmlElement:
        """Return a drawing in which turned Japanese stands letter below letter."""
        upright = copy.deepcopy(svg)
        for each in upright.iter("text"):
            found = TURNED.fullmatch(each.get("transform") or "")
            said = each.text or ""
            if found and said and all(east_asian_width(letter) in "WF" for letter in said):
                left, middle = float(found[1]), float(found[2])
                top = middle - (len(said) - 1) * LETTER / 2 + LETTER / 3
                del each.attrib["transform"], each.attrib["x"], each.attrib["y"]
                each.text = None
                for index, letter in enumerate(said):
                    part = etree.SubElement(each, "tspan", x=str(left + 3), y=f"{top + index * LETTER:.1f}")
                    part.text = letter
        return upright

    def _drawn(self, svg: HtmlElement) -> str:
        svg = self._upright(svg)
        written = etree.tostring(svg, encoding="unicode", with_tail=False).replace("viewbox=", "viewBox=")
        written = written.replace("currentcolor", "currentColor")  # Typst reads colours letter by letter
        head, rest = written.split(">", 1)
        if "xmlns=" not in head:
            head += ' xmlns="http://www.w3.org/2000/svg"'
        return f'{head} color="#20262e" fill="none"><style>{self.style}</style>{rest}'

    # --- widgets ---

    def _widget(self, element: HtmlElement) -> str:
        title = next((each for each in element.iter("p") if "widget-title" in classes(each)), None)
        output = element.find(".//output")
        inputs = [self._entered(part) for part in self._parts(element)]
        return call(
            "widget",
            quote(self.label(element.get("id") or "")),
            self.line(title) if title is not None else '""',
            array(each for each in inputs if each),
            self._shown(output) if output is not None else "none",
        )

    def _shown(self, output: HtmlElement) -> str:
        self._room = WIDEST - INSET
        code = self.flow(output)
        self._room = WIDEST
        return code

    @staticmethod
    def _parts(element: HtmlElement) -> list[HtmlElement]:
        form = element.find(".//form")
        if form is None:
            return []
        sides = [each for each in form.iter("fieldset") if "side" in classes(each)]
        rest = [
            each
            for each in form.iter("div")
            if "fields" in classes(each) and not any(up.tag in ("fieldset", "details") for up in each.iterancestors())
        ]
        return [*sides, *rest]

    def _entered(self, part: HtmlElement) -> str:
        """Return what was entered into a part of a form, as `name: value`."""
        colon = "：" if self.language == "ja" else ": "
        said = []
        for each in part.iter("div", "fieldset"):
            if "field" not in classes(each):
                continue
            label, value = each.find("legend" if each.tag == "fieldset" else "label"), self._value(each)
            if label is not None and value:
                said.append(f"{plain(label).strip()}{colon}{value}")
        legend = part.find("legend")
        words = (" · " if self.language == "en" else "、").join(said)
        if not words:
            return ""
        return (
            f"{{strong({quote(plain(legend).strip())}); h(.7em); {quote(words)}}}"
            if legend is not None
            else quote(words)
        )

    def _value(self, each: HtmlElement) -> str:
        select = each.find(".//select")
        if select is not None:
            chosen = [option for option in select.iter("option") if "selected" in option.attrib] or list(select)[:1]
            return SEPARATOR.get(self.language).join(option.text_content().strip() for option in chosen)
        area = each.find(".//textarea")
        if area is not None:
            return (area.text or "").strip().replace("\n", " / ")
        if each.tag == "fieldset":
            picked = [pick for pick in each.iter("span") if pick.find("input[@checked]") is not None]
            return " ".join(plain(pick.find("label")).strip() for pick in picked)
        given = each.find(".//input")
        if given is None:
            return ""
        if given.get("type") == "checkbox":
            return "✓" if "checked" in given.attrib else ""
        return (given.get("value") or "").strip()
