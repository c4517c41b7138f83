"""The Python-Markdown extension of the rulebook: `rulebook_site.markdown`.

It adds

- rule marks: `{C-5.1} The narrator …`, a rule with its id as a permalink;
- rule references: an id in the text becomes a link;
- examples: a fence `pycon` becomes a box whose code can be run and changed;
- the blocks `ruling`, `data-table`, `glossary`, `widget`, `rule-figure` and `mechanics`;
- glossary terms: marked at their first use per section, `[[term_id|text]]`, `[[!text]]`;
- chances: `{13/18}`, shown as percentages;
- Japanese words in English pages marked as Japanese;
- Japanese lines joined without a space.

Options: `language` and `docs_dir`, the folder of that language's pages; for texts outside of
a build also `page` (where the text is to be thought) and `system` (whose terms are marked).

The order of its work, by the priorities of Python-Markdown's tree processors (inline Markdown
is read at 20, prettified at 10, attribute lists at 8, table of contents at 5 and then anchors
collected at 5, links made relative at 0): data and running text at 19, built elements at 5
between contents and anchors (so their headings stay out of the contents; `toc` has to be loaded
before this extension, as MkDocs does), clean-up at 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, cast
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from pymdownx.blocks import BlocksExtension, BlocksProcessor

from rulebook_site.index import RuleIndex
from rulebook_site.japanese import WIDE
from rulebook_site.library import Library, load
from rulebook_site.markdown import blocks, rules
from rulebook_site.markdown.chances import Chance
from rulebook_site.markdown.examples import Examples
from rulebook_site.markdown.terms import NamedTerm, TermMarker
from rulebook_site.markdown.tree import classes, fill, is_docstring, pieces, replace
from rules_py.core.markup import h
from rules_py.core.text import Language

SHORT_CELL = 5
"""Up to how many letters a cell of a Japanese table stays on one line."""

_CODE_OR_TERM = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|(\[\[[^\[\]|\\\n]+)\|(?=[^\[\]\n]*\]\])")


class RulebookExtension(BlocksExtension):
    """See the module.

    Args:
        library: The rules' data, when it is not `rules_py.library`.
        options: The options.
    """

    def __init__(self, library: Library | None = None, **options: Any) -> None:
        self.config = {
            "language": ["en", "Language of the pages: en or ja"],
            "docs_dir": ["docs/en", "Folder of that language's pages"],
            "page": ["", "The page, where MkDocs does not say it"],
            "system": ["", "Slug of the system whose terms are marked, where the page says none"],
        }
        self.library = library
        super().__init__(**options)

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: BlocksProcessor) -> None:
        """Register everything."""
        md.registerExtension(self)
        config = {"language": self.getConfig("language"), "library": self._library}
        blocks.register(block_mgr, config)
        md.preprocessors.register(_TermsInTables(md), "rulebook_terms", 24)
        md.preprocessors.register(_DocstringExamples(md), "rulebook_docstrings", 30)
        self._examples = Examples(md, config["language"], lambda: Path(self.getConfig("docs_dir"), self._page(md)))
        md.preprocessors.register(self._examples, "rulebook_examples", 31)
        md.inlinePatterns.register(NamedTerm(), "rulebook_terms", 185)
        language = cast(Language, self.getConfig("language"))
        chances = Chance(language, lambda: self._page(md).endswith("/examples.md"))
        md.inlinePatterns.register(chances, "rulebook_chances", 184)
        steps: tuple[tuple[str, float, Callable[[Markdown, Element], None]], ...] = (
            ("rulebook_text", 19, self._text),
            ("rulebook_built", 5, self._built),
            ("rulebook_clean", 4, self._clean),
        )
        for name, priority, step in steps:
            md.treeprocessors.register(_Step(md, step), name, priority)

    @cached_property
    def index(self) -> RuleIndex:
        """Return the index of the pages; it checks all of them, once for each page and not for each docstring of it."""
        language = cast(Language, self.getConfig("language"))
        return RuleIndex.of(self.getConfig("docs_dir"), language, self._library())

    def _library(self) -> Library:
        return self.library or load()

    def _page(self, md: Markdown) -> str:
        if "relpath" in md.treeprocessors:
            return str(cast(Any, md.treeprocessors["relpath"]).file.src_uri)
        return str(self.getConfig("page"))

    def _text(self, md: Markdown, root: Element) -> None:
        index, page = self.index, self._page(md)
        if is_docstring(md):
            rules.link_references(root, index, page, "en")
            if index.language != "en":
                _say_english(root)
            return
        blocks.Filler(index, page).fill_data(root)
        if index.language == "ja":
            rules.join_japanese(root, md)
        rules.place_marks(root, index.language, md)
        rules.link_references(root, index, page)
        TermMarker(index, page, str(self.getConfig("system"))).run(root)
        if index.language == "en":
            rules.name_japanese(root)

    def _built(self, md: Markdown, root: Element) -> None:
        if not is_docstring(md):
            index, page = self.index, self._page(md)
            rules.place_own_chances(root, index.library.own_chances(), md)
            blocks.Filler(index, page, self._examples.found).fill_built(root)
            rules.fill_references(root, index, page)
            rules.lead_to_tools(root, index, page)

    def _clean(self, md: Markdown, root: Element) -> None:
        """Mark short cells and links that lead elsewhere, take second permalinks from headings, let tables scroll."""
        if self.getConfig("language") == "ja" and not is_docstring(md):
            _mark_short_cells(root)
        for link in root.iter("a"):
            if (link.get("href") or "").startswith("http"):
                link.set("rel", "external")
        for section in root.iter("section"):
            if "ruling" not in classes(section):
                continue
            for heading in section:
                for link in list(heading):
                    if "headerlink" in classes(link):
                        heading.remove(link)
        # A table scrolls in a box of its own; the theme styles those without a class.
        above = {table: parent for parent in root.iter() for table in parent if table.tag == "table"}
        for table, parent in above.items():
            if not classes(table):
                table.set("class", "plain")
                replace(parent, table, h("div", table, class_="table-scroll"))


def _mark_short_cells(element: Element) -> None:
    """Let a Japanese word that fills a cell stay on one line: not every browser knows where it may be broken."""
    if element.tag == "rules-widget":  # whose answers Python writes, then and later
        return
    if element.tag in ("td", "th") and WIDE.search(text := "".join(element.itertext()).strip()):
        if len(text) <= SHORT_CELL:
            element.set("class", " ".join([*classes(element), "short"]))
        return
    for child in element:
        _mark_short_cells(child)


class _Step(Treeprocessor):
    """One step over the tree."""

    def __init__(self, md: Markdown, step: Callable[[Markdown, Element], None]) -> None:
        super().__init__(md)
        self.step = step

    def run(self, root: Element) -> None:
        """Do the step."""
        self.step(self.md, root)


class _TermsInTables(Preprocessor):
    r"""Write `[[term|text]]` as `[[term\|text]]`, so that it is no border of a table's cell."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines, those of code unchanged."""
        return [
            _CODE_OR_TERM.sub(lambda m: f"{m[2]}\\|" if m[2] else m[0], line) if "[[" in line else line
            for line in lines
        ]


class _DocstringExamples(Preprocessor):
    """Fence the examples of a docstring, which Markdown would take for quotations."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines, with fences around each run that starts with `>>>`."""
        if not is_docstring(self.md):
            return lines
        fenced: list[str] = []
        inside = quoted = False
        for line in lines:
            if not inside and line.startswith("```"):
                quoted = not quoted
            if not inside and not quoted and line.startswith(">>>"):
                fenced.append("```pycon")
                inside = True
            elif inside and not line.strip():
                fenced.append("```")
                inside = False
            fenced.append(line)
        return [*fenced, "```"] if inside else fenced


def _say_english(root: Element) -> None:
    """Mark a docstring as English; a single paragraph inside, for mkdocstrings takes it apart."""
    if len(root) == 1 and root[0].tag == "p":
        inside = h("span", lang="en")
        fill(inside, pieces(root[0]))
        fill(root[0], [inside])
        return
    for element in root:
        element.set("lang", "en")


def makeExtension(**options: Any) -> RulebookExtension:
    """Return the extension."""
    return RulebookExtension(**options)
