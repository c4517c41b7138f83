"""Rule marks and rule references in running text, and Japanese lines joined."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from markdown import Markdown

from rulebook_site import words
from rulebook_site.faults import Fault, SiteError
from rulebook_site.ids import MARK, RULE_ID, kind_of
from rulebook_site.index import RuleIndex
from rulebook_site.japanese import WIDE, breaks_silently
from rulebook_site.library import said_in
from rulebook_site.markdown.tree import HEADINGS, SILENT, Piece, fill, pieces, rewrite
from rules_py.core.markup import h
from rules_py.core.text import Language

_BETWEEN = re.compile(r"^\s*(?:[–—~〜~・、,/と-]|and|or|to|,? and)\s*$")
_JAPANESE = re.compile(f"({WIDE.pattern}+)")
_TERM = rf"{WIDE.pattern}(?:[^()]*{WIDE.pattern})?"
_BESIDE = re.compile(rf"( \({_TERM}\)|(?<=\(){_TERM}, |, {_TERM}(?=\)))")
"""A Japanese term in brackets beside the English one, with what goes when it goes: the brackets, or a comma."""
_NO_WORDS = frozenset({"code", "pre", "script", "style", "svg", "textarea", "rules-widget", "option"})
_WORD_BEFORE = re.compile(r"(?:rulings?|裁定)\s*$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?:^|[.!?])\s*$")


def permalink(rule: str, language: Language) -> Element:
    """Return the id in the margin: a link to its own place.

    Args:
        rule: The id.
        language: The page's language.
    """
    label = f"{words.LABELS[kind_of(rule)].get(language)} {rule}"
    return h("a", rule, class_="rule-id", href=f"#{rule}", aria_label=label)


def reference(rule: str, index: RuleIndex, page: str, word: str = "") -> Element:
    """Return a link to an id's place.

    Args:
        rule: The id.
        index: Knows where it stands.
        page: The page that the link stands on.
        word: What the link says before the id.

    Raises:
        SiteError: When no page holds the id.
    """
    href = index.href(rule, page)
    if href is None:
        raise SiteError(f"{page or 'a text'}: unknown rule id {rule}")
    kind = "rule-ref ruling-ref" if kind_of(rule) == "ruling" else "rule-ref"
    return h("a", word + rule, class_=kind, data_rule=rule, href=href)


def references(rules: tuple[str, ...] | list[str], index: RuleIndex, page: str) -> list[Piece]:
    """Return links to several ids, as an enumeration."""
    content: list[Piece] = []
    for rule in rules:
        if content:
            content.append(words.SEPARATOR.get(index.language))
        content.append(reference(rule, index, page))
    return content


def fill_references(root: Element, index: RuleIndex, page: str) -> None:
    """Give every `a.rule-ref[data-rule]` that is already built its address."""
    for link in root.iter("a"):
        rule = link.get("data-rule")
        if rule and link.get("href") in (None, "#"):
            href = index.href(rule, page)
            if href is None:
                raise SiteError([Fault(*said_in(rule), f"unknown rule id {rule} in a widget or figure")])
            link.set("href", href)


def link_references(root: Element, index: RuleIndex, page: str, language: Language | None = None) -> None:
    """Turn ids in running text into links, never in headings, links, code and widgets.

    Args:
        root: Below which to look.
        index: Knows where the ids stand.
        page: The page.
        language: Language of the text, when it is not the page's.
    """
    rewrite(
        root,
        lambda text, element: _linked(text, index, page, language or index.language),
        lambda element: element.tag in SILENT,
    )


def _linked(text: str, index: RuleIndex, page: str, language: Language) -> list[Piece]:
    content: list[Piece] = []
    end = 0
    after_ruling = False
    for match in RULE_ID.finditer(text):
        rule, before = match[1], text[end : match.start()]
        is_ruling = kind_of(rule) == "ruling"
        word = ""
        follows = after_ruling and _BETWEEN.match(before)
        if is_ruling and not follows and not _WORD_BEFORE.search(before):
            word = words.RULING.get(language)
            if _SENTENCE_END.search(before) and language == "en":
                word = word.capitalize()
            word += " "
        content += [before, reference(rule, index, page, word)]
        end = match.end()
        after_ruling = is_ruling
    return [*content, text[end:]]


def place_marks(root: Element, language: Language, md: Markdown) -> None:
    """Wrap each rule, from its mark to where it ends, in a `span` with its id."""
    for element in list(root.iter()):
        if element.tag in HEADINGS | {"a", "code", "pre", "script", "style"}:
            continue
        if any(isinstance(piece, str) and MARK.search(piece) for piece in pieces(element)):
            _wrap(element, language, md)


def _wrap(element: Element, language: Language, md: Markdown) -> None:
    content: list[Piece] = []
    inside: list[Piece] | None = None
    rule = ""

    def close() -> None:
        nonlocal inside
        if inside is None:
            return
        gap = ""
        if isinstance(inside[-1], str):
            stripped = inside[-1].rstrip()
            gap = inside[-1][len(stripped) :]
            inside[-1] = stripped
        link = permalink(rule, language)
        if language == "ja":
            # The space belongs to the id: without it, the sentence begins at the margin.
            link.text = f"{rule} "
            start: list[Piece] = [link]
        else:
            start = [link, " "]
        first = inside[0].lstrip() if isinstance(inside[0], str) else inside[0]
        span = h("span", class_="rule", id=rule)
        fill(span, [*start, first, *inside[1:]])
        content.extend([span, gap])
        inside = None

    for piece in pieces(element):
        if isinstance(piece, str):
            parts = MARK.split(piece)
            for i, part in enumerate(parts):
                if i % 2 == 0:
                    (content if inside is None else inside).append(part)
                    continue
                close()
                if part != "/":
                    inside, rule = [], part
        else:
            if md.is_block_level(str(piece.tag)):
                close()
            (content if inside is None else inside).append(piece)
    close()
    fill(element, content)


def _widest(row: Element, body: Element) -> Element:
    """Return the cell of a row for which its table has the most room: that of the column with the most text."""
    texts = [[len("".join(cell.itertext())) for cell in each] for each in body]
    return row[max(range(1, len(row)), key=lambda column: sum(lengths[column] for lengths in texts))]


def place_own_chances(root: Element, games: Mapping[str, str], md: Markdown) -> None:
    """Leave a place at the end of a rule's paragraph, or in a row, for the chances of a reader's own character.

    Args:
        root: The page.
        games: The ids of such rules and rows, with their game.
        md: Knows what a paragraph is.
    """
    above = {child: parent for parent in root.iter() for child in parent}
    for element in list(root.iter()):
        rule = element.get("id", "")
        if rule not in games:
            continue
        place = _widest(element, above[element]) if element.tag == "tr" else element
        while place.tag != "td" and not md.is_block_level(str(place.tag)):
            place = above[place]
        place.append(h("own-chance", data_system=games[rule], data_rule=rule))


def lead_to_tools(root: Element, index: RuleIndex, page: str) -> None:
    """Put after a paragraph, list or table whose rules a calculator answers the way to that calculator.

    Args:
        root: The page.
        index: Knows what answers which rule, and where it stands.
        page: The page.
    """
    here = [each.get("name", "") for each in root.iter("rules-widget")]
    for block in list(root):
        names = dict.fromkeys(name for each in block.iter() for name in index.answers.get(each.get("id", ""), ()))
        ways = [name for name in names if name in index.tools]
        if not ways:
            continue
        content: list[Piece] = []
        for name in ways:
            title = words.CALCULATED_BY.format(title=index.library.WIDGETS[name].title).get(index.language)
            href = index.link(page if name in here else index.tools[name][0], f"widget-{name}", page)
            content += [" " if content else "", h("a", title, href=href)]
        line = h("p", class_="on-screen to-tool")
        fill(line, content)
        line.tail, block.tail = block.tail, "\n"
        root.insert(list(root).index(block) + 1, line)


def name_japanese(root: Element) -> None:
    """Say of Japanese words in an English page that they are Japanese, to readers aloud and to fonts.

    Those that stand in brackets beside an English term are `beside` it: readers may do without them.
    """
    rewrite(root, _named, lambda element: element.tag in _NO_WORDS or "lang" in element.attrib)


def _named(text: str, element: Element) -> list[Piece]:
    found: list[Piece] = []
    for i, part in enumerate(_BESIDE.split(text)):
        words = [h("span", word, lang="ja") if n % 2 else word for n, word in enumerate(_JAPANESE.split(part))]
        if i % 2:
            beside = h("span", class_="beside")
            fill(beside, words)
            found.append(beside)
        else:
            found += words
    return found


def join_japanese(root: Element, md: Markdown) -> None:
    """Remove the line breaks of the source that stand for no space in Japanese."""
    runs: list[list[tuple[Element, str]]] = [[]]

    def collect(element: Element) -> None:
        if md.is_block_level(str(element.tag)):
            runs.append([])
        if element.tag in ("pre", "script", "style", "textarea", "code"):
            runs[-1].append((element, "code"))
        else:
            runs[-1].append((element, "text"))
            for child in element:
                collect(child)
                if md.is_block_level(str(child.tag)) or child.tag == "br":
                    runs.append([])
                runs[-1].append((child, "tail"))
        if md.is_block_level(str(element.tag)):
            runs.append([])

    collect(root)
    for run in runs:
        _join_run(run)


def _join_run(run: list[tuple[Element, str]]) -> None:
    """Join the lines of one run of text that goes through inline elements."""
    texts = [(element.tail if where == "tail" else element.text) or "" for element, where in run]
    if not any("\n" in text for text in texts):
        return
    for i, (element, where) in enumerate(run):
        if where == "code" or "\n" not in texts[i]:
            continue
        texts[i] = _joined("".join(texts[:i]), texts[i], "".join(texts[i + 1 :]))
        setattr(element, "tail" if where == "tail" else "text", texts[i])


def _joined(before: str, text: str, after: str) -> str:
    parts = text.split("\n")
    done = parts[0]
    for i, part in enumerate(parts[1:], 1):
        left = MARK.sub("", before + done).rstrip()
        right = MARK.sub("", "\n".join(parts[i:]) + after).lstrip()
        attributes = right.startswith("{:")  # of the paragraph, which are read later and in a line of their own
        if breaks_silently(left[-1:], right[:1]) and not attributes:
            done = done.rstrip(" ") + part.lstrip(" ")
        else:
            done += "\n" + part
    return done
