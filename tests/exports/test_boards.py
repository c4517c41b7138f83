"""Boards go along to online tables: as Udonarium builds a table, and as drawings that need nothing around them."""

import re
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import fromstring

from rules_py.core.text import LANGUAGES, Text
from rules_py.exorcist.board import LARGEST, SMALLEST, Barrier, Board, Peg, Piece, Size
from rules_py.exports import board_background, ring_background, udonarium_board, udonarium_ring
from rules_py.exports.boards import RING, ring_places
from rules_py.kamui.ring import CENTRE, distance, outer_squares
from rules_py.kamui.rulings import Rulings
from tests.exports.test_decks import PLACE, opened, told
from tests.rows import every

TABLE = {
    "name",
    "width",
    "height",
    "gridSize",
    "imageIdentifier",
    "backgroundImageIdentifier",
    "backgroundFilterType",
    "selected",
    "gridType",
    "gridColor",
}
SIZES = [Size(), Size(SMALLEST, LARGEST), Size(LARGEST, SMALLEST), Size(LARGEST, LARGEST)]
DICE = ["d10", "d8", "d6"]
FOUGHT_OVER = Board(
    Size(9, 7),
    (Piece(Text("Aoi", "アオイ"), (0, 0)), Piece(Text("Lantern", "灯籠"), (4, 2), "object"), None),
    (
        Peg((2, 3), area=frozenset([(2, 3), (1, 3), (3, 3), (2, 2), (2, 4)]), barrier=Barrier(0)),
        Peg((8, 6), area=frozenset([(8, 6)])),
        Peg((5, 0)),
        None,
    ),
)
"""A barrier of five squares, a peg with rope, a bare peg, a lantern, and somebody who comes as a character."""


def inside(table):
    """What lies on a table: its tag, its name, where its corner is in squares, how wide it is."""
    found = []
    for each in table:
        common = told(each[0])[each.tag]["common"]
        x, y = (int(each.get(f"location.{axis}")) / 50 for axis in "xy")
        found.append((each.tag, common["name"], (x, y), common["width"]))
    return found


@every("language", LANGUAGES)
@every("size", SIZES)
def test_the_exorcists_table_has_as_many_squares_as_their_board(size, language):
    table = opened(udonarium_board(language, Board(size)))
    assert (table.tag, set(table.attrib), list(table)) == ("game-table", TABLE, [])
    assert (table.get("width"), table.get("height")) == (str(size.columns), str(size.rows))
    assert (table.get("gridType"), table.get("gridSize"), table.get("selected")) == ("0", "50", "true")


@every("language", LANGUAGES)
def test_what_stands_on_the_exorcists_board_stands_on_the_table(language):
    """E-7.6, E-7.17, E-12.2."""
    names = {
        "en": ("Wall Barrier", "roped", "Peg C4", "Peg I7", "Peg F1", "Lantern"),
        "ja": ("【障壁結界】", "注連鋼縄あり", "祓串 C4", "祓串 I7", "祓串 F1", "灯籠"),
    }
    wall, rope, first, second, third, lantern = names[language]
    assert sorted(inside(opened(udonarium_board(language, FOUGHT_OVER)))) == sorted(
        [
            *(("table-mask", wall, square, "1") for square in ((2, 3), (1, 3), (3, 3), (2, 2), (2, 4))),
            ("table-mask", rope, (8, 6), "1"),
            ("terrain", first, (2, 3), "1"),
            ("terrain", second, (8, 6), "1"),
            ("terrain", third, (5, 0), "1"),
            ("terrain", lantern, (4, 2), "1"),
        ]
    )


def test_blocks_and_masks_are_built_as_udonarium_builds_them():
    for each in (*opened(udonarium_board("en", FOUGHT_OVER)), *opened(udonarium_ring("en"))):
        (own,) = each
        said = told(own)[each.tag]
        assert list(said) == ["image", "common", "detail"]
        if each.tag == "terrain":
            assert set(each.attrib) == PLACE | {"isLocked", "mode", "rotate"}
            stone = "./assets/images/tex.jpg"
            assert said["image"] == {"imageIdentifier": None, "wall": stone, "floor": stone}
            assert list(said["common"]) == ["name", "width", "height", "depth"]
        else:
            assert set(each.attrib) == PLACE | {"isLock"}
            assert said["image"] == {"imageIdentifier": None}
            assert list(said["common"]) == ["name", "width", "height", "opacity"]
            now, most = map(int, said["common"]["opacity"])
            assert 0 < now < most == 100


@every("language", LANGUAGES)
def test_the_same_board_is_the_same_file(language):
    assert udonarium_board(language, FOUGHT_OVER) == udonarium_board(language, FOUGHT_OVER)
    assert udonarium_ring(language) == udonarium_ring(language)


@every("die", DICE)
@every("language", LANGUAGES)
def test_the_ring_has_a_square_for_every_face_and_a_centre(die, language):
    """K-M3, K-Q2."""
    rulings = Rulings(die=die)
    table = opened(udonarium_ring(language, rulings))
    assert (table.tag, set(table.attrib), table.get("gridType")) == ("game-table", TABLE, "-1")
    assert int(table.get("width")) == int(table.get("height")) == RING
    names = {"en": ("Square {}", "Centre"), "ja": ("{}番のマス", "中央のマス")}[language]
    squares = [(names[0] if n else names[1]).format(n) for n in (CENTRE, *outer_squares(rulings))]
    assert [(tag, name) for tag, name, _, _ in inside(table)] == [("table-mask", name) for name in squares]


@every("die", DICE)
def test_neighbours_on_the_ring_are_nearest_on_the_table(die):
    """K-3.2: the numbers go round clockwise from the top, nothing overlaps, all lies on whole squares of the table."""
    rulings = Rulings(die=die)
    places = ring_places(rulings)
    middles = {n: (spot.column + spot.width / 2, spot.row + spot.width / 2) for n, spot in places.items()}
    assert middles[CENTRE] == (RING / 2, RING / 2)
    assert middles[1][0] == RING / 2 > middles[1][1]
    assert middles[2][0] > middles[1][0]
    for one in outer_squares(rulings):
        away = {
            n: hypot(*(a - b for a, b in zip(middles[one], middles[n], strict=True))) for n in outer_squares(rulings)
        }
        ordered = sorted(away, key=away.get)
        assert set(ordered[:3]) == {n for n in away if distance(one, n, rulings) <= 1}
        assert ordered[-1] == next(n for n in away if distance(one, n, rulings) == rulings.sides // 2)
    covered = [(x, y) for spot in places.values() for x in _along(spot.column, spot) for y in _along(spot.row, spot)]
    assert len(covered) == len(set(covered))
    assert all(0 <= x < RING and 0 <= y < RING for x, y in covered)


def _along(start, spot):
    return range(start, start + spot.width)


# --- drawings that stand alone ---


def drawings():
    for language in LANGUAGES:
        yield from ((board_background(language, size), size.columns, size.rows) for size in SIZES)
        yield from ((ring_background(language, Rulings(die=die)), RING, RING) for die in DICE)


def test_a_drawing_stands_alone():
    """It has its colours and letters in itself, on white, and asks for nothing."""
    for drawing, columns, rows in drawings():
        root = fromstring(drawing)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert not re.search(r"class=|style|var\(|href|url\(|<text|currentcolor|font", drawing)
        assert drawing.count("://") == 1, "the name of the format"
        paper = root[1]
        width, height = (int(root.get(each)) for each in ("width", "height"))
        assert root.get("viewBox") == f"0 0 {width} {height}"
        assert (paper.get("fill"), paper.get("width"), paper.get("height")) == ("#ffffff", str(width), str(height))
        assert width / columns == height / rows, "squares of a table fit"
        for each in root.iter():
            if each.tag.endswith(("rect", "path")):
                assert each.get("fill") in ("none", "#ffffff")
                assert each is paper or re.fullmatch(r"#[0-9a-f]{6}", each.get("stroke"))


def test_a_drawing_says_what_it_is():
    assert "<title>Tactical Exorcist: board of 9 by 7 squares</title>" in board_background("en")
    assert "<title>神威：10マスの外周と中央のマス</title>" in ring_background("ja")


@every("size", SIZES)
def test_the_lines_of_a_board_lie_between_its_squares(size):
    _, _, lines, *_ = fromstring(board_background("en", size))
    across = [int(x) for x in re.findall(r"M(\d+) 0V", lines.get("d"))]
    down = [int(y) for y in re.findall(r"M0 (\d+)H", lines.get("d"))]
    assert (len(across), len(down)) == (size.columns - 1, size.rows - 1)
    assert {b - a for line in (across, down) for a, b in pairwise([0, *line])} == {96}


def test_columns_and_rows_of_a_board_can_be_told_apart():
    """Letters and digits are drawn, each in its own way, and every square has its own in its corner."""
    names = fromstring(board_background("en", Size(LARGEST, LARGEST)))[-1].get("d")
    corners = {}
    for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", names):
        (column, x), (row, y) = divmod(float(x) - 8, 96), divmod(float(y) - 8, 96)
        place, x = divmod(x, 12)
        corners.setdefault((column, row), {}).setdefault(place, []).append((x, y))
    assert len(corners) == LARGEST * LARGEST
    letters = [tuple(corners[column, 0][0]) for column in range(LARGEST)]
    digits = [tuple(corners[0, row][1]) for row in range(9)]
    assert len({*letters, *digits}) == LARGEST + 9
    assert [len(corners[0, row]) for row in range(LARGEST)] == [2] * 9 + [3] * 6
    assert len({str(corner) for corner in corners.values()}) == len(corners)


@every("die", DICE)
def test_the_drawing_of_the_ring_has_its_squares_where_udonarium_has_them(die):
    rulings = Rulings(die=die)
    boxes = [each for each in fromstring(ring_background("en", rulings)) if each.get("rx")]
    drawn = {tuple((int(box.get(axis)) - 1) / 48 for axis in "xy") for box in boxes}
    assert drawn == {place for _, _, place, _ in inside(opened(udonarium_ring("en", rulings)))}
