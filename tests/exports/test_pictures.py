"""A fight's board as a picture: it says what the desk says, in colours of its own, and needs nothing beside it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rules_py import library
from rules_py.contest.effects import Gauge
from rules_py.contest.figures import draw_gauge, position_name
from rules_py.contest.rulings import Rulings as ContestRulings
from rules_py.contest.widgets.board import side_names
from rules_py.core.scenes import LIGHT, PAINT, Hand, Meter, Person, Scene, fight_picture, picture, wrapped
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES, Language, same
from rules_py.exorcist.board import Board
from rules_py.exorcist.figures import draw_board
from rules_py.kamui.drawings import Token, draw_ring
from rules_py.kamui.model import shown
from tests.page import ask

STYLES = Path("overrides/theme/styles")
SVG = "{http://www.w3.org/2000/svg}"
MOMENTS = (0, 1, 5, 12)
"""Steps after which a picture is taken."""
steppers = pytest.mark.parametrize(
    "name", [name for name, each in library.WIDGETS.items() if isinstance(each, Stepper) and each.is_desk]
)


@cache
def played(name: str, steps: int) -> dict[str, str]:
    """What the fields say after so many presses of the coloured button, or at the end."""
    asked: dict[str, Any] = {"widget": name, "language": "en", "values": {"seed": "lantern"}, "pressed": None}
    values: dict[str, str] = asked["values"]
    for _ in range(steps + 1):
        told = ask(name, asked["values"], asked["pressed"])
        values = asked["values"] | told["values"]
        if "data-outcome" in told["parts"]["output"]:
            break
        asked = json.loads(library.rehearse(json.dumps(asked)))
    return values


def drawn(name: str, values: dict[str, str], language: Language = "en") -> ElementTree.Element:
    return ElementTree.fromstring(fight_picture(library.WIDGETS[name], values, language)[0])  # type: ignore[arg-type]


def texts(drawing: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in drawing.iter(f"{SVG}text")]


def state_of(name: str, values: dict[str, str]) -> Any:
    widget: Any = library.WIDGETS[name]
    return widget.now(widget.values(values), "en")[1]


@steppers
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_stands_alone(name: str, language: Language) -> None:
    for steps in MOMENTS:
        svg = fight_picture(library.WIDGETS[name], played(name, steps), language)[0]  # type: ignore[arg-type]
        drawing = ElementTree.fromstring(svg)
        assert not re.search(r"var\(|url\(|class=|style|href|currentcolor|<script|foreignObject", svg, re.IGNORECASE)
        assert {each.tag.removeprefix(SVG) for each in drawing.iter()} <= {
            *("svg", "title", "g", "rect", "circle", "path", "text")
        }
        painted = {each.get(what) for each in drawing.iter() for what in ("fill", "stroke")}
        assert painted - {None, "none"} <= set(LIGHT.values())
        assert all(each.get("fill") for each in drawing.iter(f"{SVG}text"))


@steppers
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_game_and_round_and_everybody_who_is_there(name: str, language: Language) -> None:
    title = library.SYSTEMS[name.split(".")[0]].title.get(language)
    for steps in MOMENTS:
        values = played(name, steps)
        widget: Any = library.WIDGETS[name]
        _, state, moment = widget.now(widget.values(values), language)
        svg, file = fight_picture(widget, values, language)
        said = texts(ElementTree.fromstring(svg))
        assert said[0].startswith(title)
        assert moment.endswith(said[1])
        assert file == "-".join(said[0].replace("・" if language == "ja" else " · ", " ", 1).split())
        names = [each.name for each in widget.people(state)]
        for each in names:
            called = (shown(each) if isinstance(each, str) else each).get(language)
            assert any(called in text for text in said), (steps, called)


def test_the_file_is_called_by_game_and_round() -> None:
    stepper: Any = library.WIDGETS["contest.stepper"]
    values = played("contest.stepper", 5)
    number = state_of("contest.stepper", values).round
    assert fight_picture(stepper, values, "en")[1] == f"Serial-Contest-Round-{number}"
    assert fight_picture(stepper, values, "ja")[1] == f"連続対決-第{number}ラウンド"
    assert fight_picture(stepper, {}, "ja")[1] == "連続対決-準備"


def test_the_piece_of_a_contest_lies_where_it_lies() -> None:
    values = played("contest.stepper", 8)
    state = state_of("contest.stepper", values)
    (contest,) = state.contests
    titles = [each.text or "" for each in drawn("contest.stepper", values).iter(f"{SVG}title")]
    where = position_name(contest.position, Gauge.of(ContestRulings()), side_names(state, contest)).en
    assert f"Contest gauge: the piece lies on {where}." in titles
    assert "Chance to win: " in " ".join(texts(drawn("contest.stepper", values)))


def test_the_tracks_of_a_battle_are_as_full_as_they_are() -> None:
    values = played("prophecy.battle", 12)
    state = state_of("prophecy.battle", values)
    said = texts(drawn("prophecy.battle", values))
    order = [*dict(state.order)]
    counted = [text for text in said if re.fullmatch(r"\d/6", text)]
    tracks = [(each.damage, len(each.curses), len(each.blesses)) for each in map(state.fighters.__getitem__, order)]
    assert counted == [f"{n}/6" for track in tracks for n in track]


def test_everybody_stands_on_the_grid_where_they_stand_with_what_they_have_left() -> None:
    values = played("exorcist.combat", 12)
    state = state_of("exorcist.combat", values)
    drawing = drawn("exorcist.combat", values)
    label = next(each.text or "" for each in drawing.iter(f"{SVG}title") if (each.text or "").startswith("Board of"))
    for _, piece in state.board.standing():
        assert f": {piece.name.en}, " in label
    left = [f"{each.toughness}/{each.sheet.toughness}" for each in state.combat.fighters if each.toughness]
    assert set(left) <= set(texts(drawing))
    gone = [each.name.en for each in state.combat.fighters if each.gone]
    assert gone
    assert f"Off the map: {', '.join(gone)}" in texts(drawing)


def test_hands_that_are_hidden_on_the_desk_are_hidden_in_the_picture() -> None:
    values = played("avatar.combat", 5)
    state = state_of("avatar.combat", values)
    cards = {card.label().en for each in state.fighters for card in each.hand}
    lying = {card.label().en for each in state.fighters for card in each.field}
    assert cards
    assert cards <= set(texts(drawn("avatar.combat", values)))
    assert not (cards - lying) & set(texts(drawn("avatar.combat", values | {"hands": "deciding"})))


def test_the_ring_shows_who_is_where_and_faith() -> None:
    values = played("kamui.board", 12)
    state = state_of("kamui.board", values)
    said = texts(drawn("kamui.board", values))
    assert f"Faith {state.state.faith}" in said
    for each in state.kamui:
        assert f"{each.hp}/{each.most_hp}" in said


def test_what_was_taken_back_is_not_in_the_picture() -> None:
    values = played("contest.stepper", 8)
    back = ask("contest.stepper", values, {"do": "undo"})
    assert texts(drawn("contest.stepper", values | back["values"])) != texts(drawn("contest.stepper", values))


def test_the_page_asks_for_it_only_when_it_is_wanted() -> None:
    values = played("kamui.board", 1)
    told = ask("kamui.board", values, picture=True)
    assert (told["state"], told["parts"]) == ("ready", {})
    assert told["status"] == "The picture is saved."
    assert told["data"]["svg"] == fight_picture(library.WIDGETS["kamui.board"], values, "en")[0]  # type: ignore[arg-type]
    assert told["data"]["name"] == "Kamui-Cycle-1"
    assert "xmlns" not in json.dumps(ask("kamui.board", values))


@pytest.mark.parametrize(
    ("name", "values"),
    [("contest.roll", {}), ("contest.stepper", {"actions": "x"}), ("contest.stepper", {"nothing": "1"})],
)
def test_what_has_no_board_is_refused_in_words(name: str, values: dict[str, str]) -> None:
    told = ask(name, values, picture=True)
    assert told["state"] == "error"
    assert told["error"]


def test_a_wicked_name_is_only_a_name() -> None:
    pressed = {"do": '["add",{"control":"n"},"player",[["Axe",14,0]]]', "n": "x"}
    assert ask("contest.stepper", {"seed": "a"}, pressed)["state"] in ("ready", "error")
    person = Person(same('<b onclick="x">&amp;'), told=(same("]]>"),))
    drawing = ElementTree.fromstring(picture(same("<i>"), same("&"), Scene(same("")), "en"))
    assert texts(drawing)[:2] == ["<i>", "&"]
    drawing = ElementTree.fromstring(picture(same("A"), same("B"), Scene(same(""), people=(person,)), "en"))
    assert '<b onclick="x">&amp;' in texts(drawing)


# --- how it looks -----------------------------------------------------------------------------------------------------


def test_its_colours_are_those_of_the_page_by_day() -> None:
    tokens = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", (STYLES / "tokens.css").read_text(encoding="utf-8")))
    assert {name: tokens[name] for name in LIGHT} == LIGHT


def test_shapes_look_as_on_the_page() -> None:
    styles = (STYLES / "figures.css").read_text(encoding="utf-8")
    compared = 0
    for selector, said in re.findall(r"^svg ([\w.-]+)(?:\[[^]]*\])? \{ ([^}]*) \}", styles, re.MULTILINE):
        if selector not in PAINT:
            continue
        compared += 1
        wanted = dict(re.findall(r"(fill|stroke|stroke-width|stroke-dasharray): ([^;]+);", said))
        wanted = {what: value.removeprefix("var(--").rstrip(")") for what, value in wanted.items()}
        assert wanted.items() <= PAINT[selector].items(), selector
    assert compared > 15


@pytest.mark.parametrize(
    "drawing",
    [
        draw_gauge(ContestRulings(), "en", 4),
        draw_gauge(ContestRulings(), "en", None),
        draw_board(Board(), "en"),
        draw_ring(
            10,
            "en",
            (Token(1, "A", same("A"), active=True), Token(2, "B", same("B"), "enemy")),
            {2: 3},
            (3,),
            {4: "!"},
            large=True,
        ),
    ],
    ids=["gauge", "empty gauge", "board", "ring"],
)
def test_every_class_of_a_board_is_painted(drawing: ElementTree.Element) -> None:
    known = [set(selector.split("@")[0].split(".")[1:]) for selector in PAINT]
    for each in drawing.iter():
        classes = set(each.get("class", "").split())
        if classes and each is not drawing:
            assert any(classes >= some for some in known if some), classes


def test_a_long_name_and_many_words_stay_on_their_card() -> None:
    name = same("Bartholomew-Maximilian the Extraordinarily Named")
    person = Person(name, standing=same("x " * 60), meters=(Meter(same("HP"), 3, 0),), told=(same("word " * 80),))
    drawing = ElementTree.fromstring(picture(same("Game"), name, Scene(same(""), people=(person,)), "en"))
    high = float(drawing.get("height", "0"))
    assert all(float(each.get("y", "0")) < high for each in drawing.iter(f"{SVG}text"))
    assert name.en in [each.text for each in drawing.iter(f"{SVG}title")]


def test_forty_cards_lie_in_rows() -> None:
    person = Person(same("A"), hands=(Hand(same("hand"), (("♠K", False), None) * 20),))
    drawing = ElementTree.fromstring(picture(same("Game"), same(""), Scene(same(""), people=(person,)), "en"))
    assert max(float(each.get("x", "0")) + float(each.get("width", "0")) for each in drawing.iter(f"{SVG}rect")) <= 760


def test_lines_break_between_words_and_before_no_full_stop() -> None:
    assert wrapped("", 100) == []
    assert "".join(wrapped("あ" * 30 + "。", 14 * 10)) == "あ" * 30 + "。"
    assert all(line[0] not in "。、）」" for line in wrapped("剣術（十七）、隠密。" * 9, 60, "label"))
    assert wrapped("A" * 60, 100, "label")[0] != ""
