"""What holds for every widget of every system: what it shows, in both languages, and what it says to wrong input."""

import json
import re
from collections import Counter
from functools import cache, partial
from importlib import import_module

import pytest

from rules_py import library
from rules_py.core.curve import moves
from rules_py.core.fields import FlagField, HiddenField, IntegerField, PercentField, PicksField, ReadField
from rules_py.core.form import FormError
from rules_py.core.markup import to_html
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES
from rules_py.prophecy.widgets.common import ConditionsField, PeopleField
from tests.ledgers import KANA_OR_KANJI, LEDGERS
from tests.page import Reader, ask, numbers, parsed, read
from tests.rows import every

ASKED = {slug: import_module(f"tests.{slug}.inputs") for slug in library.SYSTEMS}
INPUTS = {f"{slug}: {name}": found for slug, asked in ASKED.items() for name, found in asked.INPUTS.items()}
SPELLED_OUT = {"contest": {"1", "10"}}
"""Numbers that one language may spell out, where that is not only one: the ten pairs of rolls."""
ONE_IN_WORDS = {"contest: a hopeless wish"}
"""Inputs whose summary names a 1 in one language only."""
NUMBERS = {name for name, (widget, _) in INPUTS.items() if widget == "prophecy.condition"}
WITHOUT_RULES = {*NUMBERS, "prophecy: nobody has begun"}
"""Inputs whose answer names no rule: numbers stand beside the condition that explains them."""
DRAWN = ("rect", "circle", "svg", "button", "select", "td")


def test_every_widget_is_asked_something():
    """A new widget needs inputs of its own, in `inputs.py` of its system."""
    assert {widget for widget, _ in INPUTS.values()} == set(library.WIDGETS)


@cache
def answered(name, language="en"):
    """What the worker answers to an input."""
    widget, values = INPUTS[name]
    return ask(widget, values, language=language)


FIRST = {widget: name for name, (widget, _) in reversed(INPUTS.items())}
"""The input of each widget for which its curve is drawn whole."""


@cache
def built(name, language="en"):
    """What is built into the page for an input; but for a widget's first one its curve has two points at least."""
    widget, values = INPUTS[name]
    with pytest.MonkeyPatch.context() as patch:
        if FIRST[widget] != name:
            patch.setattr("rules_py.core.widget.moves", partial(moves, seconds=-1))
        return library.widget_html(widget, language, values)


@cache
def looked_at(name, language="en"):
    """What a reader sees of an answer."""
    return read(answered(name, language))


@cache
def page_of(name, language="en"):
    """What a reader sees of what is built into the page."""
    return Reader(built(name, language))


def drawn(tag, attributes):
    """What does not depend on the language."""
    return tag, {name: value for name, value in attributes.items() if name not in ("aria-label", "class")}


# --- what is shown ----------------------------------------------------------------------------------------------------


@every("name", INPUTS)
@every("language", LANGUAGES)
def test_the_page_already_holds_the_answer(name, language):
    """What is built into the page is what the worker answers; and it is well-formed.

    An input is asked in one language after the other: the second finds the points of its curve still counted.
    """
    widget, _ = INPUTS[name]
    answer = answered(name, language)
    assert answer["state"] == "ready", answer["error"]
    assert (answer["errors"], answer["error"]) == ({}, None)
    assert answer["status"].strip()
    assert answer["status"].endswith("。" if language == "ja" else ".")
    page = built(name, language)
    page_of(name, language)
    assert "output" in answer["parts"]
    for html in answer["parts"].values():
        assert html in page
    words = re.sub(r"<(code|textarea)\b[^<]*</\1>", "", "".join(answer["parts"].values()))
    assert "{" not in Reader(words).text
    assert KANA_OR_KANJI.search(answer["status"] + page) or language == "en"
    for field in library.WIDGETS[widget].fields:
        assert f'name="{field}"' in page


@every("name", INPUTS)
def test_both_languages_show_the_same_numbers(name):
    """Cell for cell in the tables, number for number in the summary, the text and the drawings."""
    widget, _ = INPUTS[name]
    spelled_out = SPELLED_OUT.get(widget.split(".")[0], {"1"})
    answers = [answered(name, language) for language in LANGUAGES]
    english, japanese = (looked_at(name, language) for language in LANGUAGES)
    words = {"1"} if name in ONE_IN_WORDS else set()
    status = [Counter(n for n in numbers(answer["status"]) if n not in words) for answer in answers]
    assert status[0] == status[1]
    assert len(english.tables) == len(japanese.tables) > 0 or isinstance(library.WIDGETS[widget], Stepper)
    for one, other in zip(english.tables, japanese.tables, strict=True):
        assert [[numbers(cell) for cell in row] for row in one] == [[numbers(cell) for cell in row] for row in other]
    assert set(numbers(english.text)) ^ set(numbers(japanese.text)) <= spelled_out
    assert answers[0]["query"] == answers[1]["query"]
    assert english.marked == japanese.marked
    shapes = [[drawn(tag, a) for tag, a in page.tags if tag in DRAWN] for page in (english, japanese)]
    assert shapes[0] == shapes[1]


@every("name", INPUTS)
def test_every_control_has_a_label_and_what_describes_it_is_there(name):
    page = page_of(name)
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids)), "every id once"
    typed = [a for tag, a in page.tags if tag in ("input", "select", "textarea") and "readonly" not in a]
    controls = [a for a in typed if a.get("type") != "hidden"]
    assert {a["for"] for tag, a in page.tags if tag == "label"} == {a["id"] for a in controls}
    for control in controls:
        assert set(control.get("aria-describedby", "").split()) <= set(ids)
    assert any(a.get("role") == "status" and a.get("aria-live") == "polite" for _, a in page.tags)
    if any(tag == "table" and a.get("class") in ("heat", "data") for tag, a in page.tags):
        assert any(a.get("class") == "table-scroll" and a.get("tabindex") == "0" for _, a in page.tags)


@every("name", INPUTS)
def test_each_picture_has_a_name_and_says_all_its_numbers(name):
    for language in LANGUAGES:
        page = parsed(answered(name, language)["parts"]["output"])
        for picture in page.xpath(".//svg[@data-picture]"):
            label = picture.get("aria-label")
            drawn = [text.text_content() for text in picture.xpath(".//text[@class='entry']")]
            assert all(f"→ {number}" in label for number in drawn if number[0] not in "<>" and "." in number)
            assert picture.getparent().find("figcaption").text_content()


@every("name", INPUTS)
def test_every_rule_named_exists(name):
    widget, _ = INPUTS[name]
    rules = {a["data-rule"] for _, a in looked_at(name).tags if "data-rule" in a}
    assert bool(rules) == (name not in WITHOUT_RULES)
    slug = widget.split(".")[0]
    assert rules <= LEDGERS[slug].KNOWN
    letter = library.SYSTEMS[slug].letter
    for rule in rules:
        assert re.fullmatch(rf"{letter}-(\d+\.\d+[a-z]?|[MQ]\d+|T\d+(\.\d+)?)", rule)


# --- fields and links -------------------------------------------------------------------------------------------------


@every("widget", library.WIDGETS)
def test_field_names_are_the_python_names(widget):
    """The form, the link and `Rulings` call a thing the same."""
    for name, field in library.WIDGETS[widget].fields.items():
        assert name == field.name
        assert re.fullmatch(r"[a-z_]+", name)
        assert len(field.label.en) < 60


@every("widget", library.WIDGETS)
def test_a_link_without_anything_is_the_page_as_it_was_built(widget):
    """A stepper's dice aside, which are fresh each time."""
    fields = library.WIDGETS[widget].fields
    defaults = {name: field.default for name, field in fields.items()}
    seed = {"seed": "x"} if "seed" in fields else {}
    assert ask(widget, defaults | seed)["query"] == seed
    assert ask(widget, defaults | seed) == ask(widget, seed)


# --- what the browser keeps -------------------------------------------------------------------------------------------

MASTERS = {f"{slug}.difficulty" for slug in library.SYSTEMS}
"""What a master asks about a party, where everything else is asked by somebody about a character of their own."""


def kept_in(slug, rules=False):
    """What is kept of a system: by the name under which it is, the widgets and the labels that it has there."""
    found = {}
    for name, widget in library.WIDGETS.items():
        for field in widget.fields.values():
            if name.startswith(f"{slug}.") and field.kept_as and field.is_rule == rules:
                found.setdefault(field.kept_as, {})[name] = field
    return found


@every("slug", library.SYSTEMS)
def test_my_numbers_are_not_those_of_the_party(slug):
    """Nor the other way round: who estimates a fight overwrites no character."""
    for name, places in kept_in(slug).items():
        assert set(places) <= MASTERS or not set(places) & MASTERS, name
        assert len({field.label for field in places.values()}) == 1, name
        assert len({field.default for field in places.values()}) == 1, name


def test_an_exorcist_and_the_party_have_hit_points_of_their_own():
    kept = {"hp": "9", "party_hp": "7"}
    assert library.WIDGETS["exorcist.attack"].recalled(kept) == {"hp": "9"}
    assert library.WIDGETS["exorcist.difficulty"].recalled(kept) == {"hp": "7"}


@every("slug", library.SYSTEMS)
def test_a_house_rule_is_kept_and_means_the_same_in_every_widget(slug):
    kept = kept_in(slug, rules=True)
    assert kept
    for name, places in kept.items():
        assert len({(field.name, field.default, getattr(field, "options", ())) for field in places.values()}) == 1, name
    ruled = {field.name for places in kept.values() for field in places.values()}
    for name, widget in library.WIDGETS.items():
        if name.startswith(f"{slug}."):
            assert {field for field in widget.fields if field in ruled and not widget.fields[field].is_rule} == set()


def one_rule_changed(widget):
    """One house rule of a widget with another answer than this rulebook's; nothing if it has none to choose."""
    rules = [field for field in library.WIDGETS[widget].fields.values() if field.is_rule and hasattr(field, "options")]
    other = ({field.name: value} for field in rules for value, _ in field.options if value != field.default)
    return next((changed for changed in other if ask(widget, changed)["state"] == "ready"), {})


def form_built(widget, language, values):
    """The fields of a widget as they are built into its page; without the answer, which tells house rules nowhere."""
    made = library.WIDGETS[widget]
    return "".join(to_html(group.element(widget, made.values(values), language)) for group in made.groups)


@every("widget", library.WIDGETS)
def test_the_fold_of_house_rules_says_how_many_there_are(widget):
    changed = one_rule_changed(widget)
    for language, told in (("en", "<b>1 house rule</b>"), ("ja", "<b>ハウスルール1件</b>")):
        answer = ask(widget, changed, language=language)
        assert answer["parts"].get("rules", "") == (told if changed else "")
        form = form_built(widget, language, changed)
        summary = form[form.rfind("<summary>", 0, form.find('data-part="rules"')) :].partition("</summary>")[0]
        assert (told in summary) == bool(changed)
        assert told not in form_built(widget, language, {})


def test_two_house_rules_are_told_as_two():
    asked = {"beneficiary": "higher_roll", "equal_rolls": "reroll"}
    assert ask("contest.roll", asked)["parts"]["rules"] == "<b>2 house rules</b>"


def test_what_is_kept_counts_where_nothing_else_is_said():
    """Asked about a curse, Python takes of what the browser keeps what it knows and can be right."""
    kept = {"cast": "9", "rule:halving": "up", "guard": "x", "rule:third_die": "no such answer", "nonsense": "1"}
    question = {"widget": "prophecy.condition", "language": "en", "values": {"condition": "freeze"}, "kept": kept}
    answer = json.loads(library.answer(json.dumps(question)))
    assert answer["query"]["cast"] == "9"
    assert set(answer["query"]) <= {"condition", "cast"}
    question["values"]["cast"] = "3"
    assert json.loads(library.answer(json.dumps(question)))["query"]["cast"] == "3"


LEFT_OUT = {
    "prophecy.battle": {"assist_after_roll"},
    "contest.roll": {"wound_from"},
    "avatar.clash": {"clash_attacks", "clash_guard"},
    "kamui.faith": {"rift_placed"},
}
"""Switches of which another one of the same ruling concerns a widget."""


@every("widget", [name for name in library.WIDGETS if name != "prophecy.condition"])
def test_the_house_rules_of_a_widget_are_those_that_it_feels(widget):
    """One control for each switch of a ruling that names it, and no other; a condition has some of an attack's."""
    rulings = library.SYSTEMS[widget.split(".")[0]].rulings.values()
    named = {switch for ruling in rulings if widget in ruling.widgets for switch in ruling.switches}
    left_out = LEFT_OUT.get(widget, set())
    assert {field.name for field in library.WIDGETS[widget].fields.values() if field.is_rule} == named - left_out
    assert left_out <= named


# --- the answer in one line ---

AT_A_GLANCE = {
    "prophecy.attack": ("75.3%", "61/81"),
    "prophecy.difficulty": ("9", ""),
    "prophecy.condition": ("66.1%", ""),
    "exorcist.pool": ("87.5%", "7/8"),
    "exorcist.difficulty": ("ULTRA-HARD (6)", ""),
    "contest.roll": ("49%", "49/100"),
    "contest.difficulty": ("14", ""),
    "avatar.check": ("99.4%", "4857/4888"),
    "avatar.event": ("♣2", ""),
    "kamui.difficulty": ("3", ""),
    "kamui.faith": ("80", ""),
}
"""What stands large in a calculator as it is built, and the exact chance."""


def one_line(told):
    line = parsed(told["parts"]["answer"])
    return told["status"], *(line.xpath(f"string({tag})") for tag in ("span", "b", "small"))


@every("widget", AT_A_GLANCE)
def test_what_a_glance_should_find_is_the_same_in_both_languages(widget):
    large, exact = AT_A_GLANCE[widget]
    for language in LANGUAGES:
        assert one_line(ask(widget, language=language))[2:] == (
            large.replace(" (6)", "（6）") if language == "ja" else large,
            exact,
        )


@every("name", {name: asked for name, asked in INPUTS.items() if not isinstance(library.WIDGETS[asked[0]], Stepper)})
def test_the_answer_stands_in_one_line_too(name):
    """Its sentence, and large a chance where it names one."""
    for language in LANGUAGES:
        status, sentence, large, exact = one_line(answered(name, language))
        assert sentence == status
        assert large or "%" not in status
        assert not exact or (large.endswith("%") and large in status)


# --- a number below 0 ---


BELOW_0_IN_A_TRAY = {
    "prophecy.battle": {"Cast ability", "Guard ability", "Dominance, enemies only"},
    "kamui.board": {"Change by skills (K-5.4)"},
}


def sign_keys(page):
    labels = [a["aria-label"] for tag, a in page.tags if tag == "button" and "data-sign" in a]
    return {label.removeprefix("Plus or minus: ") for label in labels}


@every("name", INPUTS)
def test_a_number_that_may_be_negative_has_a_key_for_its_sign(name):
    """A number pad has no minus on some phones; other numbers have no such key. All have one for less and for more."""
    widget, _ = INPUTS[name]
    fields = [field for field in library.WIDGETS[widget].fields.values() if isinstance(field, IntegerField)]
    tags = page_of(name).tags
    pads = {a["name"] for tag, a in tags if tag == "input" and a.get("inputmode") == "numeric"}
    assert {field.name for field in fields} <= pads
    assert [a["data-add"] for tag, a in tags if tag == "button" and "data-add" in a] == ["-1", "1"] * len(fields)
    keys, below_0 = sign_keys(page_of(name)), {field.label.en for field in fields if field.least < 0}
    assert below_0 <= keys <= below_0 | BELOW_0_IN_A_TRAY.get(widget, set())


def test_so_have_the_numbers_of_a_tray():
    begun = {INPUTS[name][0]: sign_keys(page_of(name)) for name in ("prophecy: nobody has begun", "kamui: an attack")}
    assert begun == BELOW_0_IN_A_TRAY


# --- what is wrong ----------------------------------------------------------------------------------------------------

HOSTILE = (
    '<img src=x onerror="alert(1)">',
    "</script><script>alert(1)</script>",
    "' onmouseover='x",
    "&amp;&lt;",
    "]]>",
    "{0}{value}%s",
    "\u202e\u0000",
    "\ud800",
)
NO_INTEGERS = ("", "1.5", "x", "1e1", "9" * 4_000, "+-1", "٣", "1_0")
NO_CHANCES = ("", "0", "100", "-5", "1e1", "1/2", "nan", "5.5.5", ".", "%", "0.000000001")


FREE = ("name", "party", "attack")
"""Fields that hold whatever people call something."""
MAY_BE_EMPTY = ("threats", "rifts", "more", "recipe")
"""Lists in which something stands at first, and that may be empty all the same."""


def wrong_values(field):
    """What a field cannot hold, by its type."""
    if isinstance(field, HiddenField):
        return [*HOSTILE, "x"]
    if isinstance(field, ReadField) and field.name == "seed":
        return ["x" * 25, "\u202e\u0000", "\ud800"]
    if field.name in FREE:
        return ["x" * 31, "\u202e", "a\u0000b"]
    if isinstance(field, FlagField):
        return [*HOSTILE, "0", "yes", "true", "2"]
    if isinstance(field, IntegerField):
        return [*HOSTILE, *NO_INTEGERS, str(field.least - 1), str(field.most + 1)]
    if isinstance(field, PercentField):
        return [*HOSTILE, *NO_CHANCES]
    if isinstance(field, PeopleField) and field.missing is not None:  # nearly any text is a name
        return ["", "100", *(f"({value})" for value in HOSTILE)]
    # Nobody need carry a condition, hold a card, or fill in what may be left out.
    if isinstance(field, ConditionsField | PicksField) or (isinstance(field, ReadField) and not field.default):
        return [*HOSTILE, "maybe", "YES "]
    if field.name in MAY_BE_EMPTY:
        return [*HOSTILE, "maybe", "YES "]
    return [*HOSTILE, "", "maybe", "YES "]


EVERY_FIELD = [(name, field) for name, widget in library.WIDGETS.items() for field in widget.fields]


@every(("widget", "name"), EVERY_FIELD)
def test_a_wrong_value_is_told_beside_its_field(widget, name):
    """Message per field, in both languages, and nothing else: the last good result stays."""
    for value in wrong_values(library.WIDGETS[widget].fields[name]):
        for language in LANGUAGES:
            answer = ask(widget, {name: value}, language=language)
            assert answer["state"] == "error", (name, value)
            assert list(answer["errors"]) == [name]
            assert (answer["parts"], answer["values"], answer["query"]) == ({}, {}, {})
            message = answer["errors"][name]
            assert answer["error"] == answer["status"] == message
            allowed = message.rpartition("使えません：" if language == "ja" else " is not possible here: ")[2]
            assert ("。" if language == "ja" else ". ") not in allowed[:-1], "a second sentence"
            assert message.endswith("。" if language == "ja" else ".")
            assert len(message) < 300
    with pytest.raises(FormError):
        library.widget_html(widget, "en", {name: value})


@every("widget", library.WIDGETS)
def test_a_field_that_does_not_exist_is_named(widget):
    """And so are those that do."""
    for name in ("nonsense", "", "__class__", "ability_c", "<b>"):
        answer = ask(widget, {name: "1"})
        assert answer["state"] == "error"
        assert list(answer["errors"]) == [name]
        assert all(field in answer["error"] for field in library.WIDGETS[widget].fields)


@every("widget", library.WIDGETS)
def test_a_value_longer_than_any_link_is_refused(widget):
    for name in library.WIDGETS[widget].fields:
        answer = ask(widget, {name: "1" * 20_001})
        assert list(answer["errors"]) == [name]
        assert len(answer["error"]) < 300


UNREADABLE = [
    "",
    "null",
    "5",
    "[]",
    "{}",
    '"contest.roll"',
    "{",
    '{"widget": "contest.nothing", "language": "en", "values": {}}',
    '{"widget": "contest.roll", "language": "de", "values": {}}',
    '{"widget": "contest.roll", "language": "en"}',
    '{"widget": "contest.roll", "language": "en", "values": []}',
    '{"widget": "contest.roll", "language": "en", "values": {"ability_a": 5}}',
    '{"widget": "contest.roll", "language": "en", "values": {"ability_a": null}}',
    '{"widget": "contest.roll", "language": "en", "values": {}, "pressed": 5}',
    '{"widget": "contest.roll", "language": "en", "values": {}, "pressed": {"do": 5}}',
    '{"widget": ["contest.roll"], "language": "en", "values": {}}',
    '{"widget": "contest.roll", "language": "en", "values": {}, "kept": {"ability": 5}}',
    "[" * 50_000,
]


@every("question", UNREADABLE)
def test_a_question_that_makes_no_sense_gets_an_answer(question):
    answer = json.loads(library.answer(question))
    assert answer["state"] == "error"
    assert answer["error"]
    assert answer["parts"] == {}


@every("widget", library.WIDGETS)
def test_half_a_character_cannot_break_the_answer(widget):
    """A lone surrogate, typed or pressed, comes back as something that can be sent."""
    questions = [{"values": {name: "\ud800"}, "pressed": None} for name in library.WIDGETS[widget].fields]
    for question in (*questions, {"values": {}, "pressed": {"do": "\ud800"}}):
        for language in LANGUAGES:
            assert library.answer(json.dumps({"widget": widget, "language": language, **question})).encode()


def test_folded_the_form_says_what_was_changed():
    """On a narrow screen, in the reader's words; house rules have a place of their own."""

    def chips(widget, values, language="en"):
        answer = ask(widget, values, language=language)
        found = parsed(answer["parts"]["chips"]).iter("button")
        return [(each.get("data-edit"), each.text_content()) for each in found]

    assert chips("exorcist.pool", {}) == [("", "All fields")]
    assert chips("exorcist.pool", {"dice": "5", "difficulty": "hard", "focus": "1", "easiest": "automatic"}) == [
        ("dice", "Dice 5"),
        ("difficulty", "Difficulty HARD (5+)"),
        ("focus", "Attack focus, 1 step easier"),
        ("", "All fields"),
    ]
    assert chips("prophecy.check", {"factor": ""})[0] == ("factor", "A Factor that fits: no")
    assert chips("contest.roll", {"ability_b": "17"}, "ja") == [
        ("ability_b", "相手（B）：使用能力 17"),
        ("", "すべての入力欄"),
    ]
    assert "chips" not in ask("avatar.event", {})["parts"], "its buttons stand in the form, which does not fold"
    many = dict.fromkeys(("hp", "armour", "evade_dice", "spirit_points", "katashiro", "toughness", "bonus"), "2")
    assert len(chips("exorcist.attack", many)) == 7
