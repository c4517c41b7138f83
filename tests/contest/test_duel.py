"""The contest of the front page: each press is a round, its dice, the piece, the chance and the rule are shown."""

from rules_py import library
from rules_py.contest import contest_odds
from rules_py.contest.characters import Contestant
from rules_py.contest.model import Phase
from rules_py.contest.odds import Standing
from rules_py.contest.widgets.steps import CAST
from rules_py.core.played import decode_actions
from rules_py.core.text import LANGUAGES
from tests.page import ask, parsed
from tests.rows import every

DUEL = library.WIDGETS["contest.duel"]


def opened(language="en"):
    """The page as it is built."""
    return parsed(library.widget_html("contest.duel", language))


def fight(seed, language="en"):
    """All answers from the first press to the last, by the one button that there is."""
    values, answer, wish = {"seed": seed}, None, opened().xpath("string(.//button[@data-primary]/@value)")
    while wish != "restart":
        answer = ask("contest.duel", values, {"do": wish}, language)
        assert answer["state"] == "ready", answer["error"]
        values |= answer["values"]
        yield answer, values
        (button,) = parsed(answer["parts"]["primary"]).iter("button")
        wish = button.get("value")


@every("language", LANGUAGES)
def test_the_two_face_each_other_before_the_first_roll(language):
    page = opened(language)
    assert [each.get("data-x") for each in page.xpath(".//*[b[@class='piece']]")] == ["0"]
    names = [each.text for each in page.xpath(".//*[contains(@class, 'fighter')]/p")]
    assert names == (["Tomoe", "Garm"] if language == "en" else ["トモエ", "ガルム"])
    assert page.get("data-desk") is None


def test_the_chance_that_is_shown_is_that_of_the_whole_contest():
    """Counted from the start square with the first ability of both (C-M8)."""
    sheets = [character.abilities[0] for character in CAST[:2]]
    a, b = (Contestant(sheet.ability, permanent=sheet.permanent) for sheet in sheets)
    chance = contest_odds(a, b)[Standing()].wins_a
    (shown,) = opened().xpath(".//span[@class='a']//data/text()")
    assert shown == f"{float(chance) * 100:.1f}%"


def test_a_press_is_a_round_to_its_check():
    """And what the dice did is told with the rule of the chart (C-T1) behind it."""
    for number, (answer, values) in enumerate(fight("k52"), start=1):
        state, _ = DUEL.replay(decode_actions(values["actions"]), DUEL.read(DUEL.values(values)))
        assert (state.round, state.phase) == (number, Phase.CHECK)
        shown = parsed(answer["parts"]["output"])
        assert len(shown.xpath(".//svg[contains(@class, 'die')]")) == 2
        rules = shown.xpath(".//*[@data-last]//a/@data-rule")
        assert rules[0].startswith("C-T1.")
    assert number == 4
    assert state.contests[0].result == "a"


def test_each_round_says_how_the_chance_has_changed():
    answer, _ = next(iter(fight("k52")))
    shown = parsed(answer["parts"]["output"])
    (before,), (now,) = (shown.xpath(f".//span[@class='a']{path}") for path in ("/s/text()", "//data/text()"))
    assert before == f"{opened().xpath('.//span[@class=$a]//data/text()', a='a')[0]} → "
    assert now != before.removesuffix(" → ")


def test_after_the_end_another_contest_begins():
    *_, (answer, values) = fight("k52")
    assert "Again" in answer["parts"]["primary"]
    again = ask("contest.duel", values, {"do": "restart"})
    assert again["values"]["actions"] == ""
    assert again["values"]["seed"] != "k52"
    assert again["parts"]["output"] == ask("contest.duel", {})["parts"]["output"]


def test_whoever_may_put_the_piece_anywhere_takes_the_best_square():
    """A free placement (C-T1.4) is decided in the same press (C-Q11)."""
    for seed in map(str, range(200)):
        for answer, values in fight(seed):
            if any(action[0] == "place" for action in decode_actions(values["actions"])):
                assert "C-T1.4" in answer["parts"]["output"]
                return
    raise AssertionError("nobody was free to choose")
