"""The few words that the tools themselves put on a page."""

from __future__ import annotations

from rules_py.core.text import Text

LABELS = {
    "rule": Text("Rule", "ルール"),
    "row": Text("Row", "行"),
    "table": Text("Table", "表"),
    "ruling": Text("Ruling", "裁定"),
    "mechanic": Text("Mechanic", "計算"),
    "example": Text("Example", "例"),
}
RULING = Text("ruling", "裁定")
ROW_ID = Text("No.", "番号")
FILTER = Text("Find in this table", "この表から探す")
ANY = Text("any", "指定なし")
SHOW_ALL = Text("Show all", "すべて表示")
ROWS_SHOWN = Text("Rows shown: {shown} of {all}", "{all}行のうち{shown}行を表示")
NO_ROW_SHOWN = Text("No row fits all of this.", "すべてに当てはまる行はありません。")
FIND_TERM = Text("Find a term", "用語を探す")
WORDS = Text("Part of the word", "語の一部")
GAME = Text("Game", "ゲーム")
TERM = Text("Term", "用語")
BY_LETTER = Text("By the English word", "英語から探す")
BY_KANA = Text("By the Japanese reading", "五十音から探す")
OTHERS = Text("others", "英数字")
IDS = Text("{title}: {count} ids", "{title}（{count}件）")
RULINGS = Text("Rulings", "裁定")
EXAMPLES = Text("Worked examples", "計算例")
DEFAULT = Text("In this rulebook", "このルールブックでは")
REASON = Text("Why", "理由")
ALTERNATIVES = Text("Other ways to rule", "ほかの裁定")
SWITCHED_IN = Text("Can be switched in", "切り替えられる計算機")
LOST = Text("The passage of the source is lost.", "元の文章のこの部分は失われています。")
FULL_ENTRY = Text("Entry in the glossary", "用語集の項目")
ENTER_NUMBERS = Text("Enter your numbers", "自分の数値を入れる")
RULED_IN = Text("Rules", "ルール")
CALCULATED_BY = Text("Calculate: {title}", "計算する：{title}")
SEPARATOR = Text(", ", "、")
OTHER_RULINGS = Text("Rulings that go with no single rule", "特定のルールに付かない裁定")
IN_BRACKETS = Text("{said} ({inside})", "{said}（{inside}）")
COLON = Text(": ", "\uff1a")
MECHANICS = Text("Mechanics", "計算の一覧")
MECHANIC = Text("Mechanic", "計算")
ANSWERS = Text("What it answers", "何を求めるか")
CALLABLES = Text("In Python", "Pythonでは")
IMPLEMENTS = Text("Rules it follows", "従うルール")
MOVED = Text("This page has moved", "このページは移動しました")
PLAY = Text("Play", "遊ぶ")
LOOK_UP = Text("Look up", "調べる")
CALCULATE = Text("Calculate", "計算する")
OF_GAME = Text("{what}: {game}", "{what}：{game}")
ON_PAPER = Text("Print", "印刷する")
PYTHON = Text("Check it in Python", "Pythonで確かめる")
RUN = Text("Run", "実行")
STOP = Text("Stop", "停止")
EDIT = Text("Edit", "編集")
RESET = Text("Reset", "元に戻す")
SHARE = Text("Link", "リンク")
CHANGED = Text("Changed", "変更あり")
CODE = Text("Code", "コード")
OUTPUT = Text("Output", "出力")
MEASURED = Text("What was measured", "測ったもの")
MEDIAN = Text("Median", "中央値")
SPREAD = Text("Spread", "ばらつき")
RUNS = Text("Runs", "回数")
AIM = Text("Aim", "目標")
MEASURED_ON = Text(
    "Measured on {date}: {cpu}, {cores} cores, {memory} of memory; {os}; Python {python}; {browsers}.",
    "測定日{date}。{cpu}、{cores}コア、メモリー{memory}、{os}、Python {python}、{browsers}。",
)
PRINTS = Text("Booklet and sheets to print (PDF)", "印刷用の冊子とシート（PDF）")
KINDS = {
    "term": Text("Term", "用語"),
    "word": Text("Term", "用語"),
    "chapter": Text("Page", "ページ"),
    "section": Text("Rules", "ルール"),
    "page": Text("Page", "ページ"),
    "quick": Text("Quick reference", "早見表"),
    "tool": Text("Tool", "ツール"),
    "ruling": Text("Ruling", "裁定"),
    "example": Text("Example", "例"),
    "print": Text("Print", "印刷"),
    "python": Text("Python", "Python"),
}
"""What a hit of the finder is."""
FINDER = {
    "everywhere": Text("Everything", "すべて"),
    "none": Text(
        "Nothing was found. Try fewer or other words, or a rule's id.",
        "見つかりませんでした。言葉を減らすか変える、またはルールの番号で試してください。",
    ),
    "one": Text("1 place", "1件"),
    "some": Text("{n} places", "{n}件"),
    "more": Text("The best {n} of {all} places", "{all}件のうち上位{n}件"),
}
"""What the finder says."""
