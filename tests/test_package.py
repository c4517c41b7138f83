"""`rules_py` as somebody else installs it: one wheel, icepool, and nothing of the site."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source tree as an installer builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_typed_and_brings_its_data_along(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "rules_py/py.typed" in names
    data = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("rules_py/*/data/*.toml")}
    assert {name for name in names if name.endswith(".toml")} == {
        name for name in data if not name.endswith("/vocabulary.toml")
    }


def test_the_wheel_holds_nothing_but_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"rules_py", "rules_py-0.1.0.dist-info"}


def test_it_needs_icepool_and_nothing_else(wheel: Path) -> None:
    metadata = zipfile.ZipFile(wheel).read("rules_py-0.1.0.dist-info/METADATA").decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert needed == ["Requires-Dist: icepool<3,>=2.2"]
    assert requires("icepool") is None


def test_installed_alone_it_answers_and_touches_nothing_of_the_site(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"]
    subprocess.run([*command, str(installed), str(wheel)], check=True, timeout=120)
    code = f"""
import sys
sys.path[:0] = [{str(installed)!r}]
import rules_py, rules_py.library
from rules_py.contest import Contestant, Side, exchange_odds, parse_ability
odds = exchange_odds(Contestant(parse_ability("15")), Contestant(parse_ability("12")))
assert rules_py.__file__.startswith({str(installed)!r}), rules_py.__file__
assert str(odds.pushes(Side.A)) == "49/100"
assert "<rules-widget" in rules_py.library.widget_html("contest.roll", "ja")
site = {{"mkdocs", "markdown", "pymdownx", "material", "rulebook_site", "yaml", "jinja2", "playwright"}}
assert not site & {{name.split(".")[0] for name in sys.modules}}
"""
    subprocess.run([sys.executable, "-I", "-c", code], check=True, cwd=tmp_path, timeout=120)
