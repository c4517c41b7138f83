"""The map from mechanics to code, and the package as somebody else uses it."""

import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import rules_py
from rules_py import contest
from rules_py.core.markov import solve


def test_the_rules_need_nothing_of_the_site():
    """Imported alone, with everything that pages ask for: no site tools, no Markdown."""
    program = """
import sys
import rules_py, rules_py.library
rules_py.library.widget_html("contest.stepper", "ja")
[figure("en") for figure in rules_py.library.FIGURES.values()]
print(*sorted({name.split(".")[0] for name in sys.modules}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"rules_py", "icepool"} <= loaded
    assert not loaded & {"mkdocs", "markdown", "pymdownx", "rulebook_site", "material", "yaml", "jinja2"}


def test_the_package_says_that_it_is_typed():
    assert (Path(rules_py.__file__).parent / "py.typed").is_file()


def test_numbers_are_fractions_and_never_floats():
    """Exact is a promise."""
    a, b = contest.Contestant(contest.parse_ability("15")), contest.Contestant(contest.parse_ability("12"))
    odds = contest.exchange_odds(a, b)
    for chance in (*odds.levels.values(), *odds.moves.values(), odds.stays, odds.pushes(contest.Side.A)):
        assert type(chance) is F
    for outlook in contest.contest_odds(a, b).values():
        assert {type(value) for value in vars(outlook).values()} == {F}
    assert {type(chance) for chance in contest.level_odds(contest.parse_ability("3")).values()} == {F}


def test_a_coin_is_tossed_until_somebody_is_two_ahead():
    """The solver by itself: chances and rounds from every state, as every schoolbook has them."""
    states = {n: {n - 1: 1, n + 1: 2} for n in range(1, 4)}
    ends = {0: [F(0), F(0)], 4: [F(1), F(0)]}
    found = solve(states, ends, [F(0), F(1)])
    assert {n: win for n, (win, _) in found.items()} == {1: F(8, 15), 2: F(12, 15), 3: F(14, 15)}
    for n, (win, rounds) in found.items():
        below, above = (ends | found)[n - 1], (ends | found)[n + 1]
        assert win == F(1, 3) * below[0] + F(2, 3) * above[0]
        assert rounds == 1 + F(1, 3) * below[1] + F(2, 3) * above[1]
