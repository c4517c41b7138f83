"""Characters that somebody pastes or loads: read as they are meant, or refused with a reason."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField
from rules_py.core.form import Form, FormError
from rules_py.core.sheet import form_of
from rules_py.core.text import LANGUAGES, same
from rules_py.exports import GAMES, SAMPLES, ccfolia
from rules_py.exports.reading import MOST_BYTES, read_character, read_characters, read_one, written
from tests.exports.online import extremes, short
from tests.hostile import ODD, SCRIPTS
from tests.junk import anything
from tests.rows import every

MIO = SAMPLES["prophecy"][0]


def pasted(sheet=MIO, slug="prophecy", language="ja", **changed):
    """A character as it comes from CCFOLIA, with some of its data changed."""
    made = json.loads(ccfolia(slug, sheet, language))
    return json.dumps({**made, "data": {**made["data"], **changed}}, ensure_ascii=False)


def bars(**values):
    """A character of Prophecy with these bars and nothing else, as JSON written by hand."""
    rows = ", ".join(f'{{"label": "{label}", "value": {value}}}' for label, value in values.items())
    return f'{{"kind": "character", "data": {{"name": "ミオ", "status": [{rows}]}}}}'


def refused(text, language="en", slug="prophecy"):
    """What is said of a text that is no character of a game."""
    with pytest.raises(InputError) as caught:
        read_character(slug, text, "ja")
    assert caught.value.field == "pasted"
    for each in LANGUAGES:
        said = caught.value.message(each)
        assert 0 < len(said) < 220, said
        assert "\n" not in said
        said.encode()
    return caught.value.message(language)


def plain(raw):
    return raw.replace("、", ", ")


def the_same(sheet, slug, written_in, read_in):
    """Is a character what it was, once it has gone to CCFOLIA and come back? Names stay as they came."""
    back = read_one(slug, ccfolia(slug, sheet, written_in), read_in)
    assert back.note is None
    assert back.passed == ()
    there, here = ({**sheet.typed(each), "party": ""} for each in (written_in, read_in))
    assert back.values.keys() == here.keys()
    strange = {
        name: raw for name, raw in back.values.items() if plain(raw) not in map(plain, (there[name], here[name]))
    }
    assert not strange
    assert written_in != read_in or back.values == here
    return Form(GAMES[slug].sheet).read(back.values)


# --- there and back ---------------------------------------------------------------------------------------------------


@every("read_in", LANGUAGES)
@every("written_in", LANGUAGES)
@every("slug", GAMES)
def test_a_character_comes_back_from_ccfolia_as_it_went(slug, written_in, read_in):
    """Written in one language and read in the other as well; only a name has no translation."""
    for sheet in SAMPLES[slug]:
        made, rulings = the_same(sheet, slug, written_in, read_in), GAMES[slug].rulings()
        before, after = (
            [[each.chance for each in some] for some in one.chances(rulings).values()] for one in (sheet, made)
        )
        assert before == after


def test_so_does_one_with_the_lowest_and_the_highest_numbers():
    for guest in extremes():
        the_same(guest.sheet, guest.slug, guest.language, "ja")


@every("slug", GAMES)
def test_every_choice_comes_back(slug):
    typed = SAMPLES[slug][0].typed("ja")
    for name, part in form_of(GAMES[slug].sheet).items():
        for value, _ in part.options if isinstance(part, ChoiceField) else ():
            sheet = Form(GAMES[slug].sheet).read({**typed, name: value})
            for language in LANGUAGES:
                the_same(sheet, slug, language, language)


@every("slug", GAMES)
def test_nothing_on_a_sheet_is_without_a_label(slug):
    """But for the name, which has a place of its own, and the party, which is nobody's business at another table."""
    for sheet in SAMPLES[slug]:
        told = [each.field for each in sheet.labelled() if each.field]
        assert sorted(told) == sorted(each.name for each in fields(sheet) if each.name not in ("name", "party"))


@every("slug", GAMES)
def test_a_file_brings_several_back(slug):
    """Whoever was saved, of whatever game, in the order of the file."""
    everybody = [(game, sheet.typed("ja")) for game, samples in SAMPLES.items() for sheet in samples]
    found = read_characters(written(everybody), "ja")
    assert [(each.slug, each.values) for each in found] == everybody
    assert not any(each.passed for each in found)
    alone = [(slug, SAMPLES[slug][1].typed("en"))]
    assert read_character(slug, written(alone), "en") == alone[0][1]


def test_a_file_is_a_line_for_each_character():
    text = written([("prophecy", {"name": "ミオ", "party": "灯"}), ("kamui", {"name": "</script>"})])
    assert [json.loads(line.strip(" ,")) for line in text.splitlines()[1:-1]] == json.loads(text)["characters"]
    assert json.loads(text)["rulebook"] == "characters"


def test_what_is_missing_stands_as_on_an_empty_form():
    values = read_character("prophecy", bars(マナ=7), "ja")
    form = form_of(GAMES["prophecy"].sheet)
    assert values == {name: part.default for name, part in form.items()} | {"name": "ミオ", "mana": "7"}
    from_file = read_character("prophecy", written([("prophecy", {"name": "ミオ", "mana": "7"})]), "ja")
    assert from_file == values


@every(
    ("written", "meant"),
    (("７", "7"), (" 7 ", "7"), ("+7", "7"), ("07", "7"), ("−7", "-7"), ("－７", "-7"), ("-0", "0")),
)
def test_numbers_are_read_as_people_type_them(written, meant):
    rows = [{"label": "キャスト", "value": written}]
    assert read_character("prophecy", pasted(status=[], params=rows), "ja")["cast"] == meant


@every("label", ("Mana", "MANA", " mana ", "Ｍａｎａ", "マナ", "ﾏﾅ"))
def test_a_label_may_be_in_either_language_and_any_width(label):
    assert read_character("prophecy", pasted(status=[{"label": label, "value": 7}], params=[]), "ja")["mana"] == "7"


def test_a_bar_that_has_gone_down_is_read_as_it_is_at_first():
    """Mana 2 of 5: the sheet starts with 5, and the 2 is named rather than lost."""
    found = read_one("prophecy", pasted(status=[{"label": "マナ", "value": 2, "max": 5}]), "ja")
    assert found.values["mana"] == "5"
    assert found.note.ja == "読み込まなかったもの：マナ 2。"
    assert read_character("prophecy", pasted(status=[{"label": "マナ", "value": 2, "max": 0}]), "ja")["mana"] == "2"


def test_a_bar_with_an_end_of_its_own_is_read_as_it_stands():
    """Revival checks end at 20 for everybody; what is ticked is what stands there now."""
    sheet = replace(SAMPLES["kamui"][0], revivals=3)
    found = read_one("kamui", ccfolia("kamui", sheet, "ja"), "ja")
    assert (found.values["revivals"], found.note) == ("3", None)


def test_abilities_of_a_contest_are_read_by_their_names_alone():
    """Of a character that another tool has made: a number beside a name, and its masteries behind it."""
    rows = {
        "剣術": "5",
        "剣術W": "1",
        "槍術": "１２",
        "W": "3",
        "勇敢": "14",
        "勇敢W": "0",
        "メモ": "友人",
        "コマ": "2",
    }
    told = [{"label": label, "value": value} for label, value in rows.items()]
    sheet = SAMPLES["contest"][0]
    found = read_one("contest", pasted(sheet, "contest", status=[], params=told), "ja")
    assert found.values["ability_list"] == "剣術 5W、槍術 12、W 3、勇敢 14"
    assert found.passed == ("メモ", "コマ 2")


def test_a_number_that_follows_from_others_is_named_where_it_does_not():
    """A rating was changed at the table, and the list from which it follows was not."""
    sheet = SAMPLES["contest"][0]
    params = json.loads(ccfolia("contest", sheet, "ja"))["data"]["params"]
    params[0]["value"] = "9"
    found = read_one("contest", pasted(sheet, "contest", params=params), "ja")
    assert found.values["ability_list"] == sheet.typed("ja")["ability_list"]
    assert found.passed == ("剣術 9",)


def test_labels_that_nobody_knows_are_named():
    rows = [{"label": label, "value": "1"} for label in ("幸運", "SAN値", "__proto__", "<b>", *"一二三四五六")]
    found = read_one("prophecy", pasted(params=rows), "ja")
    assert found.passed == tuple(row["label"] for row in rows)
    assert found.note.ja == "読み込まなかったもの：幸運、SAN値、__proto__、<b>、一、二、三、四、ほか2件。"
    assert found.note.en.endswith("四 and 2 more.")
    assert found.values.keys() == form_of(GAMES["prophecy"].sheet).keys()


def test_a_field_that_a_file_has_from_elsewhere_is_named():
    found = read_one("prophecy", written([("prophecy", {"name": "A", "luck": "3", "__proto__": "x"})]), "en")
    assert found.passed == ("luck", "__proto__")
    assert found.values.keys() == form_of(GAMES["prophecy"].sheet).keys()


# --- whose it is ------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
@every("slug", GAMES)
def test_a_character_of_another_game_is_told_apart(slug, language):
    """By the memo, and without one by its labels."""
    for other in GAMES:
        for sheet in SAMPLES[other]:
            for text in (ccfolia(other, sheet, language), pasted(sheet, other, language, memo="")):
                assert read_characters(text, language)[0].slug == other
                if other != slug:
                    said = refused(text, "ja", slug)
                    assert GAMES[other].system.title.ja in said
                    assert GAMES[slug].system.title.ja in said


def test_a_character_of_no_game_here_is_told_which_labels_it_would_have():
    said = refused(pasted(memo="", status=[{"label": "HP", "value": 3}], params=[{"label": "STR", "value": "3"}]))
    assert "Prophecy" in said
    said = refused(pasted(memo="", status=[], params=[]), "ja")
    assert "マナ" in said


def test_the_memo_decides_where_labels_do_not():
    """The abilities of a contest may be called like the numbers of another game."""
    listed = "キャスト 12、ガード 15、マナ 3、ダメージ 4、準備効果 5、目標値 6、レシピ 7、敵のガード 8"
    form = Form(GAMES["contest"].sheet)
    sheet = form.read({"name": "ガード", "party": "", "ability_list": listed, "foe": "12"})
    assert read_character("contest", ccfolia("contest", sheet, "ja"), "ja")["ability_list"] == listed
    assert "予言の夢" in refused(pasted(sheet, "contest", memo=""), "ja", "contest")


def test_of_a_file_the_one_of_this_game_is_taken():
    both = [("kamui", SAMPLES["kamui"][0].typed("ja")), ("prophecy", MIO.typed("ja"))]
    assert read_character("prophecy", written(both), "ja") == MIO.typed("ja")
    assert "Kamui" in refused(written(both[:1]))
    assert "one character" in refused(written([both[1], both[1]]))


# --- what is refused --------------------------------------------------------------------------------------------------

NOTHING_TO_READ = {
    "nothing": "",
    "spaces": " \n\t ",
    "a word": "ミオ",
    "a link": "https://example.invalid/characters/",
    "a picture": "\x89PNG\r\n\x1a\n\x00\ufffd",
    "cut off": ccfolia("prophecy", MIO, "ja")[:-5],
    "twice": ccfolia("prophecy", MIO, "ja") * 2,
    "Python": str(json.loads(ccfolia("prophecy", MIO, "ja"))),
    "a script": "alert(document.cookie)",
    "a number": "7",
    "a text": '"character"',
    "a list": f"[{ccfolia('prophecy', MIO, 'ja')}]",
    "null": "null",
    "empty": "{}",
    "only data": json.dumps(json.loads(ccfolia("prophecy", MIO, "ja"))["data"]),
    "no data": '{"kind": "character"}',
    "data that are none": '{"kind": "character", "data": [1]}',
    "kind that is none": '{"kind": null, "data": {}}',
    "a fight that was saved": '{"widget": "prophecy.battle", "fields": {}, "undone": 0, "actions": []}',
    "deep lists": "[" * 50_000,
    "deep objects": '{"a":' * 16_000,
    "deep and closed": "[" * 40_000 + "]" * 40_000,
    "another file": '{"rulebook": "party", "characters": []}',
}


@every("name", NOTHING_TO_READ)
def test_what_is_no_character_is_told_what_one_is(name):
    said = refused(NOTHING_TO_READ[name])
    assert "CCFOLIA" in said
    assert ("Nothing is filled in" in said) == (name in ("nothing", "spaces"))


@every(
    ("text", "quoted"),
    (
        ('{"kind": "deck", "data": {}}', "deck"),
        ('{"kind": "room", "data": {"name": "ミオ"}}', "room"),
        ('{"kind": 7, "data": {}}', "7"),
        ('{"kind": ["character"], "data": {}}', "[…]"),
        ('{"meta": {}, "entities": {"room": {}, "decks": {}}, "resources": {}}', "room"),
    ),
)
def test_rooms_and_decks_are_not_read(text, quoted):
    said = refused(text)
    assert quoted in said
    assert "only a character" in said


@every("size", (40, MOST_BYTES + 1))
def test_a_picture_or_an_archive_is_not_quoted(size):
    """It comes as the browser reads any file: as text, with a stand-in for what is none."""
    archive = ("PK\x03\x04" + bytes(range(128, 256)).decode("utf-8", "replace") * 800)[:size]
    assert "“a file that holds no text” is not possible here" in refused(archive)
    assert "「テキストではないファイル」は使えません" in refused(archive, "ja")


def test_no_more_than_a_hundred_kilobytes_are_looked_at():
    roomy = pasted(memo="予言の夢\n" + "灯" * 33_000)
    assert len(roomy) < MOST_BYTES < len(roomy.encode()) + 2_000
    read_character("prophecy", pasted(memo="予言の夢\n" + "灯" * 31_000), "ja")
    assert "100 kB" in refused(pasted(memo="予言の夢\n" + "灯" * 34_000))
    assert "100 kB" in refused("x" * (MOST_BYTES + 1))


@every("slug", GAMES)
def test_a_number_out_of_bounds_is_refused_as_its_field_would(slug):
    """With the label and the bounds; nothing is rounded, cut or taken for the nearest."""
    wrong = []
    for each in SAMPLES[slug][0].labelled():
        part = form_of(GAMES[slug].sheet).get(each.field)
        if not isinstance(part, IntegerField):
            continue
        for number in (part.least - 1, part.most + 1, "1.5", "1e2", "9" * 5_000, "x", ""):
            rows = [{"label": each.label.ja, "value": str(number)}]
            said = refused(
                pasted(SAMPLES[slug][0], slug, status=[], params=rows, memo=GAMES[slug].system.title.ja), "ja", slug
            )
            try:
                part.parse(str(number))
            except InputError as own:
                if part.label.ja not in said or own.allowed.ja not in said:
                    wrong.append((part.label.ja, number, said))
    assert not wrong, short(wrong)


@every(
    ("value", "quoted"),
    (
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("-Infinity", "-Infinity"),
        ("1e400", "1e400"),
        ("7.0", "7.0"),
        ("9" * 5_000, "99999"),
        ("true", "true"),
        ("false", "false"),
        ("null", "null"),
        ("[7]", "[…]"),
        ('{"value": 7}', "{…}"),
        ('"７７７"', "７７７"),
        ('"4+3"', "4+3"),
        ('"{マナ}"', "{マナ}"),
        ('"__import__(\\"os\\")"', "__import__"),
        (f'"{SCRIPTS[0]}"', "<script>"),
    ),
)
def test_what_is_no_number_is_refused_and_quoted(value, quoted):
    said = refused(bars(マナ=value))
    assert quoted in said
    assert "Mana" in said or "マナ" in said
    assert ("0 to 99" in said) == (value[0] not in "tfn[{"), "what no field could hold has no bounds"


@every("odd", (*ODD, *SCRIPTS))
def test_no_odd_text_becomes_a_number(odd):
    for part in ("status", "params"):
        rows = [{"label": "マナ", "value": odd}]
        try:
            values = read_character("prophecy", pasted(**({"status": [], "params": []} | {part: rows})), "ja")
        except InputError as error:
            error.message("ja").encode()
        else:
            assert 0 <= int(values["mana"]) <= 99


def test_two_values_for_one_thing_are_one_too_many():
    """Under the same label, in both languages, or in two widths; the same value twice is no harm."""
    assert "マナ" in refused(pasted(params=[{"label": "マナ", "value": "9"}]))
    assert "Mana" in refused(pasted(params=[{"label": "Mana", "value": "9"}]))
    assert "ﾏﾅ" in refused(pasted(params=[{"label": "ﾏﾅ", "value": "9"}]))
    assert read_character("prophecy", pasted(params=[{"label": "Mana", "value": "4"}]), "ja")["mana"] == "4"
    twice = ccfolia("prophecy", MIO, "ja").replace('"name"', '"name": "レン", "name"', 1)
    assert "only once" in refused(twice)
    assert "only once" in refused('{"kind": "deck", "kind": "character", "data": {}}')


@every("name", (5, 1.5, True, None, ["ミオ"], {"ja": "ミオ"}, "", " ", "長" * 31, "a\nb", "a\0b", "a\u202eb", "\ud800"))
def test_a_name_that_is_none_is_refused(name):
    refused(pasted(name=name))
    refused(json.dumps({"rulebook": "characters", "characters": [{"system": "prophecy", "values": {"name": name}}]}))


@every(
    "name",
    ("<b>ミオ</b>", "</script>", '"ミオ"', "{マナ}", "__proto__", "🐉", "O'Neill & Sons", "//名前=1", "予言の夢"),
)
def test_a_name_is_kept_as_it_is_written(name):
    assert read_character("prophecy", pasted(replace(MIO, name=same(name))), "ja")["name"] == name


ROWS = (
    5,
    "マナ",
    {},
    {"マナ": 3},
    [5],
    [None],
    [["マナ", 3]],
    [{"value": 3}],
    [{"label": 5, "value": 3}],
    [{"label": None}],
)


@every("depth", (10, 100, 900, 1_000, 5_000, *range(9_980, 10_005), 24_000))
def test_lists_in_lists_in_lists_are_refused_however_deep(depth):
    """At each place, from what is quoted whole to what cannot even be read."""
    deep = "[" * depth + "]" * depth
    refused(f'{{"kind": {deep}}}')
    refused(f'{{"kind": "character", "data": {{"name": {deep}}}}}')
    refused(bars(マナ=deep))
    refused(f'{{"rulebook": "characters", "characters": [{{"system": "prophecy", "values": {deep}}}]}}')


@every("rows", ROWS)
@every("part", ("status", "params"))
def test_lists_of_labels_that_are_none_are_refused(part, rows):
    said = refused(pasted(**{part: rows}))
    assert part in said


FILES = {
    "nobody": "[]",
    "no list": '{"prophecy": {}}',
    "a word": '"ミオ"',
    "null": "[null]",
    "no game": '[{"values": {"name": "A"}}]',
    "another game": '[{"system": "go", "values": {"name": "A"}}]',
    "a game that is none": '[{"system": ["prophecy"], "values": {"name": "A"}}]',
    "no values": '[{"system": "prophecy"}]',
    "values that are none": '[{"system": "prophecy", "values": ["A"]}]',
    "a value that is none": '[{"system": "prophecy", "values": {"name": "A", "mana": null}}]',
    "a value that is true": '[{"system": "prophecy", "values": {"name": "A", "mana": true}}]',
    "a list for a value": '[{"system": "prophecy", "values": {"name": "A", "recipe": ["poison"]}}]',
    "a name twice": '[{"system": "prophecy", "values": {"name": "A", "name": "B"}}]',
    "no name": '[{"system": "prophecy", "values": {"mana": "4"}}]',
    "an unknown curse": '[{"system": "prophecy", "values": {"name": "A", "recipe": "Sneezing"}}]',
}


@every("name", FILES)
def test_a_file_that_is_none_is_refused(name):
    refused(f'{{"rulebook": "characters", "characters": {FILES[name]}}}')


def test_a_file_says_whose_number_is_wrong():
    people = [("prophecy", {"name": name, "mana": mana}) for name, mana in (("ミオ", "4"), ("レン", "400"))]
    assert "レン, Mana: 400" in refused(written(people))


def test_a_number_in_a_file_may_stand_without_quotes():
    text = '{"rulebook": "characters", "characters": [{"system": "prophecy", "values": {"name": "A", "mana": 7}}]}'
    assert read_character("prophecy", text, "ja")["mana"] == "7"


def test_a_mark_of_the_byte_order_is_no_harm():
    assert read_character("prophecy", "\ufeff" + pasted(), "ja") == read_character("prophecy", pasted() + "\n", "ja")


def test_there_is_no_other_game():
    with pytest.raises(KeyError):
        read_character("go", pasted(), "ja")


@settings(max_examples=300)
@given(
    junk=anything("character", "マナ", "Mana", "status", "params", "label", "value", "name", "kind", "data"),
    place=st.sampled_from(
        ["all", "data", "name", "memo", "status", "params", "label", "value", "max", "values", "file"]
    ),
)
def test_whatever_is_pasted_is_read_or_refused(junk, place):
    """And nothing else ever happens; what is read fills in the form."""
    rows = [{"label": "マナ", "value": 4, "max": 4}]
    told = {
        "all": junk,
        "data": {"kind": "character", "data": junk},
        "values": {
            "rulebook": "characters",
            "characters": [{"system": "prophecy", "values": {"name": "A", "mana": junk}}],
        },
        "file": {"rulebook": "characters", "characters": junk},
    }.get(place)
    data = {"name": "A", "memo": "", "status": rows}
    if place in ("name", "memo", "status", "params"):
        data[place] = junk
    elif place in ("label", "value", "max"):
        rows[0][place] = junk
    text = json.dumps({"kind": "character", "data": data} if told is None and place != "all" else told)
    try:
        values = read_character("prophecy", text, "ja")
    except InputError:
        refused(text)
    else:
        try:
            Form(GAMES["prophecy"].sheet).read(values)
        except FormError as error:
            pytest.fail(f"{error} from {text}")
