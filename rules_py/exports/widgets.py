"""A reader's own character in the page: its form, its chances, and what goes along to an online table."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import make_dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from rules_py.core.controls import button
from rules_py.core.fields import Field, ReadField, SpelledField
from rules_py.core.form import Group, Pieces
from rules_py.core.markup import h, heading, marked_up, remark
from rules_py.core.render import exactly, fraction, in_percent, percent, row, table
from rules_py.core.rooms import Rooms
from rules_py.core.sheet import CharacterSheet, OwnChance
from rules_py.core.text import LANGUAGES, Language, Text, listed, same, sentences
from rules_py.core.widget import Answer, Widget
from rules_py.core.words import words
from rules_py.exports.ccfolia import ccfolia
from rules_py.exports.games import GAMES, TableGame
from rules_py.exports.palette import palette
from rules_py.exports.reading import Reading, read_character, read_characters, read_one
from rules_py.exports.udonarium import udonarium

WORDS = words("exports")


class CharacterWidget(Widget[Any]):
    """A character of one game.

    Args:
        game: The game.
    """

    title = Text("Character sheet", "キャラクターシート")
    compares = False
    copied = False

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self.slug = game.system.slug
        self.name = f"{self.slug}.character"
        sheet = Group(legend=Text("On the sheet", "シートの内容")).of(game.sheet)
        sheet = replace(sheet, fields=tuple(_at_first(each, game.samples[0]) for each in sheet.fields))
        self.inputs = make_dataclass(
            "CharacterInputs",
            [("sheet", Annotated[game.sheet, sheet]), ("rulings", game.rulings)],
            frozen=True,
        )
        super().__init__()

    def answer(self, inputs: Any, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return what follows from the sheet."""
        sheet = inputs.sheet
        chances = sheet.chances(inputs.rulings)
        rule, (first, *_) = next(iter(chances.items()))
        chance = exactly(first.chance)
        status = WORDS["own_chance"].format(name=sheet.name, what=first.label, chance=chance, rule=rule)
        data = _told(sheet, chances)
        if pressed.get("do") == "paste" and (note := read_one(self.slug, pressed.get("pasted", ""), language).note):
            status = sentences([status, note])
        if pressed.get("do") == "open":
            found = read_characters(pressed.get("pasted", ""), language)
            data["people"] = [_kept_of(each) for each in found]
            names = listed([Text(*each["told"]["name"].values()) for each in data["people"]])
            read = WORDS["are_read"].format(names=names)
            status = sentences([read, *(each.note for each in found if each.note)])
        output = [_chances(sheet, chances, language), *_exports(self.slug, sheet, inputs.rulings, language)]
        return Answer(status, lambda: output, data=data)

    def before(self, given: Mapping[str, str], pressed: Mapping[str, str], language: Language) -> Mapping[str, str]:
        """A character that is pasted takes the place of what stood in the form; house rules stay."""
        if pressed.get("do") != "paste":
            return given
        rules = {name: raw for name, raw in given.items() if name in self.fields and self.fields[name].is_rule}
        return rules | read_character(self.slug, pressed.get("pasted", ""), language)

    def element(self, language: Language, given: Mapping[str, str] | None = None) -> Element:
        """Return the roster of the game: who is kept, and the form of whoever is open."""
        made = super().element(language, given)
        made.set("class", "character")
        return h("character-roster", _kept(self.slug, language), made, data_system=self.slug, **_sentences(language))

    def inside(self, pieces: Pieces, language: Language) -> list[Element]:
        """Return the form before what follows from it."""
        inside = super().inside(pieces, language)
        form = next(each for each in inside if each.tag == "form")
        for fold in form.findall("details[@class='earlier']"):
            form.remove(fold)
        form.insert(0, _samples(self.game, language))
        form.append(_pasting(self.slug, language))
        return inside


def _at_first(each: Field, sample: CharacterSheet) -> Field:
    """Return a field that says at first what stands on a sample's sheet; the roster keeps it, not the field."""
    typed = {language: sample.typed(language)[each.name] for language in LANGUAGES}
    plain = replace(each, kept=False, default=typed["en"])
    if not isinstance(plain, ReadField) or typed["en"] == typed["ja"]:
        return plain
    said = {name: value for name, value in vars(plain).items() if name in ReadField.__dataclass_fields__}
    return SpelledField(**said, spellings=typed, value_at_first=getattr(sample, each.name))


def _told(sheet: CharacterSheet, chances: Mapping[str, tuple[OwnChance, ...]]) -> dict[str, Any]:
    """Return what the browser keeps of a character: enough to fill in fields and to say its chances without Python."""
    return {
        "name": _both(sheet.name),
        "party": sheet.party,
        "uses": [{"label": _both(use.label), "numbers": _each(use.numbers)} for use in sheet.uses()],
        "shares": _each(sheet.shares()),
        "chances": {rule: [_chance(each) for each in some] for rule, some in chances.items()},
        "entry": {language: sheet.entry(language) for language in LANGUAGES},
    }


def _kept_of(found: Reading) -> dict[str, Any]:
    """Return a character of a file as the browser keeps it."""
    widget = CHARACTERS[found.slug]
    read = widget.read(widget.values(found.values))
    told = _told(read.sheet, read.sheet.chances(read.rulings))
    return {"system": found.slug, "values": dict(found.values), "told": told}


def _both(text: Text) -> dict[str, str]:
    return {language: text.get(language) for language in LANGUAGES}


def _each(said: Mapping[str, str | Text]) -> dict[str, dict[str, str]]:
    return {name: _both(value if isinstance(value, Text) else same(value)) for name, value in said.items()}


def _chance(each: OwnChance) -> dict[str, Any]:
    before = {} if each.before is None else {"before": percent(each.before), "was": fraction(each.before)}
    return {"label": _both(each.label), "chance": percent(each.chance), "exact": fraction(each.chance), **before}


def _chances(sheet: CharacterSheet, chances: Mapping[str, tuple[OwnChance, ...]], language: Language) -> Element:
    """Return what the rules mean for a character: by each rule or row, its chances without what may yet come.

    What a row of a table says under its name is not said once more by the rule above it.
    """
    tables = GAMES[sheet.slug].system.tables.values()
    named = sheet.about | {each.id: each.cells[0] for found in tables for each in found.rows}
    plain = {rule: [each for each in some if each.before is None] for rule, some in chances.items()}
    said = [plain[rule] for rule in plain if rule in named]
    rows = []
    for rule, some in plain.items():
        if not some or (rule not in named and some in said):
            continue
        head = same(f"{rule} ") + named.get(rule, same(""))
        told = [
            h("span", *marked_up(each.label.get(language)), " ", in_percent(each.chance), class_="own") for each in some
        ]
        rows.append(row(language, head, h("td", told)))
    caption = WORDS["chances_of"].format(name=sheet.name)
    return table(caption, (Text("Rule", "ルール"), Text("Chances", "確率")), rows, language, "odds told")


# --- to an online table -----------------------------------------------------------------------------------------------


def _exports(slug: str, sheet: CharacterSheet, rulings: Any, language: Language) -> list[Element]:
    packed = b64encode(udonarium(slug, sheet, language, rulings)).decode()
    file = h(
        "a",
        Text("File for Udonarium (zip)", "ユドナリウム用ファイル（zip）").get(language),
        href=f"data:application/zip;base64,{packed}",
        download=f"{sheet.name.get(language)}.zip",
        class_="export",
    )
    texts = {
        "ccfolia": (Text("Copy for CCFOLIA", "ココフォリアの駒としてコピー"), ccfolia(slug, sheet, language, rulings)),
        "palette": (Text("Copy the palette", "チャットパレットをコピー"), _lines(slug, sheet, language, rulings)),
        "filled": (
            Text("Copy it with the numbers filled in", "数値を入れたパレットをコピー"),
            _lines(slug, sheet, language, rulings, filled=True),
        ),
    }
    keys = [
        h("button", label.get(language), type="button", data_copy=f"{slug}-{name}", data_key=f"copy {name}")
        for name, (label, _) in texts.items()
    ]
    shown = [
        h(
            "div",
            h("p", label.get(language)),
            h(
                "textarea",
                text,
                id=f"{slug}-{name}",
                readonly=True,
                rows=6,
                spellcheck="false",
                aria_label=label.get(language),
            ),
        )
        for name, (label, text) in texts.items()
    ]
    return [
        h(
            "section",
            heading(4, Text("To the online table", "オンラインの卓へ").get(language)),
            remark(WORDS["how_to_take_along"].get(language)),
            h("p", keys, file, class_="buttons"),
            h(
                "details",
                h("summary", Text("What is copied", "コピーされる内容").get(language)),
                shown,
                class_="copied",
            ),
            class_="exports",
        )
    ]


def _lines(slug: str, sheet: CharacterSheet, language: Language, rulings: Any, *, filled: bool = False) -> str:
    return "\n".join(palette(slug, sheet, language, rulings, filled=filled))


# --- the roster -------------------------------------------------------------------------------------------------------


def _sentences(language: Language) -> dict[str, str]:
    """Return what the page says about the roster, as attributes."""
    said = {
        "data_kept": WORDS["is_kept"],
        "data_deleted": WORDS["is_deleted"],
        "data_back": WORDS["is_back"],
        "data_full": WORDS["cannot_be_kept"],
        "data_many": WORDS["no_room_for_another"],
        "data_wrong": WORDS["not_kept_while_wrong"],
    }
    return {name: text.get(language) for name, text in said.items()}


def _kept(slug: str, language: Language) -> Element:
    """Return who is kept; the page fills it in."""

    def key(do: str, label: Text) -> Element:
        return h("button", label.get(language), type="button", data_do=do)

    none = Text("Nobody", "誰でもない")
    me = Text("This is me", "自分")

    def choice(label: Text, ident: str, value: str | None = None) -> list[Element]:
        chosen = h("input", type="radio", name=f"me-{slug}", id=ident, value=value, checked=value is not None)
        return [chosen, h("label", label.get(language), for_=ident)]

    line = h(
        "li",
        h("button", type="button", data_do="open", aria_pressed="false"),
        h("span", choice(me, f"me-{slug}-somebody"), class_="me"),
        key("delete", Text("Delete", "削除")),
    )
    nobody = h("li", h("span", choice(none, f"me-{slug}", ""), class_="me"))
    return h(
        "div",
        h("p", WORDS["nobody_kept"].get(language), class_="roster-empty"),
        h(
            "ul",
            nobody,
            data_roster_list=True,
            hidden=True,
            aria_label=Text("Kept characters", "保存したキャラクター").get(language),
        ),
        h("template", line),
        h(
            "p",
            key("keep", Text("Keep this character", "このキャラクターを保存")),
            key("new", Text("Another one", "もう1人作る")),
            key("undo", Text("Undo", "元に戻す")),
            key("save", Text("Save all as a file", "全員をファイルに保存")),
            key("print", Text("Print the sheet", "シートを印刷")),
            class_="buttons",
        ),
        h("p", role="status", class_="roster-status"),
        class_="roster",
    )


def _samples(game: TableGame, language: Language) -> Element:
    keys = [
        h("button", each.name.get(language), type="button", data_set=urlencode(each.typed(language)))
        for each in game.samples
    ]
    return h("p", Text("From the sample cast: ", "見本のキャラクター：").get(language), keys, class_="buttons samples")


def _pasting(slug: str, language: Language) -> Element:
    """Return where a character is pasted that comes from CCFOLIA, or a file is opened."""
    label = Text(
        "A character copied from CCFOLIA, or the text of a file from here",
        "ココフォリアの駒か、ここで保存したファイルの中身",
    )
    ident = f"{slug}-pasted"
    return h(
        "details",
        h("summary", Text("Paste a character, open a file", "貼り付け・ファイルから読み込む").get(language)),
        h(
            "fieldset",
            h("legend", Text("Paste a character", "キャラクターを貼り付ける").get(language), class_="visually-hidden"),
            h(
                "div",
                h("label", label.get(language), for_=ident),
                h("textarea", name="pasted", id=ident, rows=3, spellcheck="false"),
                class_="field wide",
                data_field="pasted",
            ),
            button("paste", Text("Fill in the form", "シートに書き入れる"), language),
        ),
        h(
            "div",
            h("label", Text("Open a file", "ファイルを開く").get(language), for_=f"{slug}-file"),
            h("input", type="file", name="pasted", id=f"{slug}-file", accept=".json,application/json", data_do="open"),
            class_="field",
        ),
        class_="pasting",
        data_part="pasting",
    )


CHARACTERS: Mapping[str, CharacterWidget] = Rooms(lambda slug: CharacterWidget(GAMES[slug]))
"""A widget for each game."""
