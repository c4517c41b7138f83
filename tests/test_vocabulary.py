"""What is written keeps to the words of the games, or is told where it does not."""

from pathlib import Path

import pytest
from rulebook_site.faults import SiteError
from rulebook_site.vocabulary import check, read, written

from tests.rows import every

WORDS = """
[en]
"target number" = ["target value"]

[ja]
"消費する" = ["払[うっわ]"]
"""


def project(root: Path, **files: str) -> Path:
    """A project of one game, whose vocabulary is `WORDS`."""
    for name, text in {"rules_py/game/data/vocabulary.toml": WORDS, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


PLACES = {
    "docs/ja/game/a.md": ("# 判定\n\nマナを払って振る。\n", 3, "払っ", "消費する"),
    "docs/en/game/a.md": ("Reach the target value.\n", 1, "target value", "target number"),
    "rules_py/game/data/rulings.toml": ('[P-Q1]\nlabel_ja = "1点払う"\n', 2, "払う", "消費する"),
    "rules_py/game/data/tables.toml": (
        'en = [\n  "a",\n  "target value",\n]\n',
        3,
        "target value",
        "target number",
    ),
    "rules_py/game/play.py": ('x = 1\nNOTE = Text("a", "マナを払わない")\n', 2, "払わ", "消費する"),
    "rules_py/game/widgets/roll.py": (
        '\n\ny = Text("The target value", "目標値")\n',
        3,
        "target value",
        "target number",
    ),
}


@every("file", PLACES)
def test_a_word_that_is_not_the_games_is_told_with_file_line_and_the_one_to_take(tmp_path: Path, file: str) -> None:
    text, line, word, take = PLACES[file]
    root = project(tmp_path / str(line) / word / Path(file).suffix, **{file: text})
    with pytest.raises(SiteError) as caught:
        check(root)
    (fault,) = caught.value.faults
    assert (fault.file, fault.line) == ((root / file).as_posix(), line)
    assert fault.message == f"“{word}”: take “{take}”"


@every(
    ("file", "text"),
    [
        ("docs/ja/game/a.md", "```pycon\n>>> '払う'\n```\n\n`払う`と[表](払う.md)\n"),
        ("docs/en/game/a.md", "払う is not English.\n"),
        ("docs/ja/other/a.md", "払う\n"),
        ("rules_py/game/data/glossary.toml", 'forms_ja = ["払う"]\nreading = "払う"\n# 払う\n'),
        ("rules_py/game/play.py", '"""The target value, as code calls it."""\nVALUE = "target value"\n'),
    ],
)
def test_code_forms_other_languages_and_other_games_are_left_alone(tmp_path: Path, file: str, text: str) -> None:
    check(project(tmp_path, **{file: text}))


def test_common_words_hold_everywhere(tmp_path: Path) -> None:
    common = '[ja]\n"2つ" = ["二つ"]\n'
    files = dict.fromkeys(("docs/ja/about.md", "docs/ja/game/a.md"), "二つ\n")
    files["rules_py/tools/data/words.toml"] = '[two]\nja = "二つ"\n'
    with pytest.raises(SiteError) as caught:
        check(project(tmp_path, **{"overrides/languages/vocabulary.toml": common}, **files))
    assert {fault.file for fault in caught.value.faults} == {(tmp_path / file).as_posix() for file in files}


def test_an_expression_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    file.write_text('[en]\n"a" = ["("]\n', encoding="utf-8")
    with pytest.raises(SiteError, match="“a”"):
        read(file)


def test_messages_of_scripts_are_read_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "messages.mjs"
    file.write_text('const A = { en: "pay", ja: "払う" };\n', encoding="utf-8")
    assert list(written(file)) == [(1, "en", "pay"), (1, "ja", "払う")]
