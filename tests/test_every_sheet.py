"""What holds for every reader's own character of every system: its form, its calculators, its rules, its palette."""

import re
from dataclasses import fields, is_dataclass, replace

import pytest

from rules_py.core.form import Form, FormError
from rules_py.core.sheet import ATTACK, NEWCOMER
from rules_py.core.text import LANGUAGES, Text, same
from rules_py.exports import GAMES, SAMPLES, palette
from rules_py.library import WIDGETS
from tests.kamui.reckoning import READINGS
from tests.ledgers import LEDGERS
from tests.page import ask
from tests.places import PAGES
from tests.rows import every


def contest(abilities, foe="12"):
    """A character of the contest with such abilities."""
    return Form(GAMES["contest"].sheet).read({"name": "Io", "party": "", "ability_list": abilities, "foe": foe})


def changed(slug, number=0, **values):
    """A sample character with other numbers."""
    return replace(SAMPLES[slug][number], **values)


ODD = "Close Combat (sword) 10W, close combat (sword) 9, Lore: old 12, Lore {old} 3, Rank 2 7, Wound 4, Bow 5, BowW 6"
MANY = ", ".join(f"{'A' * 37}{n} 15W3" for n in "bcdefghijklm")
NO_CARDS = {"ep": 1, "sep": 0, "limit": 0, "power": 0, "check_ep": 0}
MOST_EP = {"ep": 999_999, "sep": 999_999, "limit": 10, "power": 99_999, "sex": "other", "check_ep": 100_000}
ODD_ONES = {
    "prophecy": [changed("prophecy", recipe=(), mana=0, preparations=0)],
    "exorcist": [changed("exorcist", body=0, evade_dice=0, armour=0)],
    "contest": [
        *map(contest, (ODD, MANY, "12, 13, 14", "剣: 9、剣 8、剣1 7")),
        contest("Sword 20W99+100, Curse 1-100", "20W99"),
    ],
    "avatar": [changed("avatar", **MOST_EP), changed("avatar", **NO_CARDS)],
    "kamui": [changed("kamui", 1, timing="sub", links=4, revivals=2), changed("kamui", traits=0, links=0)],
}
"""Characters beside those of the sample cast: the smallest and largest numbers, and names that are hard to write."""
EACH = [(slug, sheet) for slug in GAMES for sheet in (*SAMPLES[slug], *ODD_ONES[slug])]
ARMED = [(slug, sheet) for slug, sheet in EACH if hasattr(sheet, "attack")]


MIXED = {
    "exorcist": [GAMES["exorcist"].rulings(evasion_needs="attack_successes", no_dice="one_die", rope_plus=3)],
    "kamui": READINGS,
}
"""House rules that change a line of the palette together."""


def rulings_of(slug):
    """The usual house rules of a system, those with one other answer, and some with more."""
    usual = GAMES[slug].rulings()
    others = ({name: value} for name, answers in usual.choices().items() for value in answers[1:])
    return [usual, *(replace(usual, **other) for other in others), *MIXED.get(slug, ())]


# --- the form ---------------------------------------------------------------------------------------------------------


def in_one(language, value):
    """A value with its names in one language, as they come back from a form."""
    if isinstance(value, Text):
        return value.get(language)
    if isinstance(value, tuple):
        return [in_one(language, each) for each in value]
    if is_dataclass(value):
        return {each.name: in_one(language, getattr(value, each.name)) for each in fields(value)}
    return value


@every(("slug", "sheet"), EACH)
@every("language", LANGUAGES)
def test_a_sheet_that_is_typed_is_that_sheet(slug, sheet, language):
    again = Form(GAMES[slug].sheet).read(sheet.typed(language))
    assert in_one("en", again) == in_one("ja", again) == in_one(language, sheet)
    assert again.typed(language) == sheet.typed(language)


WRONG = {
    "prophecy": "cast=100 mana=-1 recipe=Nonsense target=x name=",
    "exorcist": "body=21 hp=0 evade_dice=13 armour=-1 attack={巧} attack=" + "x" * 31 + " damage=lots reach=far"
    " continuous=4 name=",
    "contest": "ability_list= ability_list=Sword foe=0 foe=21 name=",
    "avatar": "name= suit=X ep=0 sep=-1 limit=11 power=x sex= check_ep=",
    "kamui": "will=11 hp=0 dice=13 target=0 traits=-1 moves=6 attack={意志} attack=" + "x" * 31 + " timing=later"
    " links=13 name=",
}


@every(("slug", "wrong"), [(slug, each) for slug, told in WRONG.items() for each in (*told.split(" "), "name= ")])
def test_what_a_sheet_cannot_be_is_said_beside_its_field(slug, wrong):
    field, _, raw = wrong.partition("=")
    with pytest.raises(FormError) as refused:
        Form(GAMES[slug].sheet).read({**SAMPLES[slug][0].typed("en"), field: raw})
    assert list(refused.value.errors) == [field]


@every(("slug", "sheet"), ARMED)
def test_an_attack_needs_no_name(slug, sheet):
    assert Form(type(sheet)).read({**sheet.typed("en"), "attack": ""}).attack == ATTACK


@every("slug", [slug for slug in GAMES if slug != "contest"])
def test_a_form_as_it_stands_at_first_is_a_sheet_as_it_is_at_first(slug):
    """Abilities, of which a contest makes all, have none to begin with."""
    sheet = GAMES[slug].sheet
    first = {name: field.default for name, field in Form(sheet).parts.items()}
    assert Form(sheet).read({**first, "name": "Ren"}) == sheet(name=same("Ren"))


@every(("slug", "sheet"), ARMED)
def test_the_attack_is_for_whoever_has_just_entered(slug, sheet):
    for language in LANGUAGES:
        assert [action[1] for action in sheet.entry(language)] == [sheet.name.get(language), NEWCOMER]


# --- calculators ------------------------------------------------------------------------------------------------------

FILLED = {
    "contest": {
        "contest.roll": {"ability_a", "permanent_a", "ability_b"},
        "contest.gauge": {"ability_a", "permanent_a", "ability_b"},
        "contest.difficulty": {"ability_a", "permanent_a"},
    },
    "avatar": {
        "avatar.check": {"suit", "hand_limit", "ep"},
        "avatar.clash": {"suit", "ep", "power", "limit"},
        "avatar.love": {"sex"},
    },
}
"""What a sheet fills in, where it does not say everything that a calculator keeps."""


@every(("slug", "sheet"), EACH)
@every("language", LANGUAGES)
def test_every_calculator_begins_with_me(slug, sheet, language):
    """What a use says is filled in, and answered; where nothing else is said, that is all that the calculator keeps."""
    for use in sheet.uses():
        said = {name: in_one(language, number) for name, number in use.numbers.items()}
        taken = {}
        for name, widget in WIDGETS.items():
            kept = {f.name: f.kept_as for f in widget.fields.values() if f.kept_as and not f.is_rule}
            if not name.startswith(f"{slug}.") or not kept or name == f"{slug}.character":
                continue
            filled = {field: said[number] for field, number in kept.items() if number in said}
            assert widget.recalled(said) == filled
            widget.read(widget.values(filled))
            if sheet in SAMPLES[slug]:  # counting for the largest numbers takes long
                answer = ask(name, filled, None, language)
                assert answer["state"] == "ready", answer["error"]
                assert {field: answer["query"].get(field, widget.fields[field].default) for field in filled} == filled
            taken[name] = (set(filled), set(kept))
        assert {name: filled for name, (filled, _) in taken.items() if filled} == FILLED.get(
            slug, {name: kept for name, (_, kept) in taken.items()}
        )


@every(("slug", "sheet"), EACH)
def test_everything_kept_on_the_sheet_goes_along(slug, sheet):
    """Each ability of Prophecy in a use of its own."""
    own = {field.kept_as for field in Form(type(sheet)).parts.values() if field.kept_as}
    one_by_one = set("pmts") if slug == "prophecy" else set()
    assert own - one_by_one <= set(sheet.uses()[0].numbers)


# --- beside the rules -------------------------------------------------------------------------------------------------


def places(slug):
    """The rules that the pages of a system mark, and the rows of its tables."""
    mark = re.compile(rf"\{{({GAMES[slug].system.letter}-[\d.]+[a-z]?)\}}")
    marked = {ident for page in (PAGES / slug).glob("*.md") for ident in mark.findall(page.read_text())}
    return marked | {row.id for table in GAMES[slug].system.tables.values() for row in table.rows}


@every("slug", GAMES)
def test_every_chance_stands_beside_a_rule_and_is_said_in_a_few_words(slug):
    there = places(slug) & LEDGERS[slug].KNOWN
    for sheet in (*SAMPLES[slug], *ODD_ONES[slug]):
        for rulings in rulings_of(slug):
            found = sheet.chances(rulings)
            assert set(found) <= there
            for each in (each for some in found.values() for each in some):
                assert 0 <= each.chance <= 1
                if slug not in FILLED:  # in the other two it names what the reader has named, or a difficulty
                    assert len(each.label.en) <= 28, each.label
                    assert len(each.label.ja) <= 18, each.label


# --- the online table -------------------------------------------------------------------------------------------------

PLAIN = re.compile(r"[^\s:：{}]*[^\s:：{}\d+\-=＋－−＝]")


@every(("slug", "sheet"), EACH)
@every("language", LANGUAGES)
def test_a_name_at_an_online_table_is_one_word_and_there_once(slug, sheet, language):
    """Told apart even in small letters."""
    labels = [each.label.get(language) for each in sheet.labelled()]
    assert len({label.casefold() for label in labels}) == len(labels)
    assert [label for label in labels if not PLAIN.fullmatch(label)] == []
    if slug != "contest":  # whose abilities are called as their player likes
        assert [label for label in labels if re.search(r"[+\-=＋－＝]", label)] == []


@every(("slug", "sheet"), EACH)
@every("language", LANGUAGES)
def test_a_palette_fits_a_table_and_names_only_what_the_sheet_has(slug, sheet, language):
    labels = {each.label.get(language) for each in sheet.labelled()}
    bars = {each.label.get(language) for each in sheet.resources()}
    for rulings in rulings_of(slug):
        for line in GAMES[slug].lines(sheet, rulings):
            text = line.text.get(language)
            assert len(text) < 200
            if line.kind == "command" or slug != "contest":  # whose abilities may have braces in their names
                assert set(re.findall(r"\{([^}]*)\}", text)) <= labels, text
            if line.kind == "command":
                assert re.sub(r"\{[^}]*\}", "3", text.split(" ")[0]).replace("♠,♥,♦,♣", "").isascii(), text
                assert re.match(r"\S+ \S", text), text
            elif line.kind == "change":
                assert re.split("[+-]", text[1:])[0] in bars
    assert max(map(len, palette(slug, sheet, language))) < 200
    for line in palette(slug, sheet, language, filled=True):
        assert "{" not in line


@every("slug", GAMES)
def test_a_sample_palette_is_soon_looked_through(slug):
    for sheet in SAMPLES[slug]:
        for rulings in rulings_of(slug):
            assert len(GAMES[slug].lines(sheet, rulings)) <= (40 if slug in FILLED else 50)
