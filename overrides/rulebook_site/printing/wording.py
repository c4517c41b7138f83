"""What only the prints say, in both languages."""

from __future__ import annotations

from rules_py.core.text import Text

KIND = Text("Rules reference", "ルール集")
CONTENTS = Text("Contents", "目次")
ABOUT = Text("About this booklet", "この冊子について")
INDEX = Text("Index of terms", "用語の索引")
CODE_ALT = Text("QR code: {address}", "QRコード：{address}")
EDITION = Text("Version {version}, edition {edition}", "バージョン{version}、版{edition}")
LICENCE = Text(
    "Text and drawings: CC BY 4.0. The game and its terms belong to their authors.",
    "文章と図：CC BY 4.0。ゲームとその用語の権利は、それぞれの作者にあります。",
)
TOOLS = Text(
    "This page runs on the site; the code beside the title leads to it.",
    "このページはサイトで動きます。題の横のコードから開けます。",
)
MECHANICS = Text("What can be computed", "計算できること")
MECHANICS_LEAD = Text(
    "The site computes each of these exactly, with functions that anybody can call. "
    "The table names them and the rules they follow.",
    "サイトはここに挙げたことをすべて正確に計算します。そのための関数は誰でも呼び出せます。"
    "表には、関数の名前と、それが従うルールを並べました。",
)
INDEX_LEAD = Text(
    "The bold number is the page of the explanation in the glossary; "
    "on the others are rules of the term, or the term is used.",
    "太字は用語集で説明している頁、ほかはその用語のルールがある頁と、用語が使われている頁です。",
)

PREFACE = (
    Text(
        "This booklet holds the pages about {title} on {site}, with the same rules, tables, figures and numbers. "
        "Nothing in it needs a screen.",
        "この冊子は、{site}にある「{title}」のページを紙にまとめたものです。"
        "ルールも表も図も数値も、サイトと同じです。画面がなくても読めます。",
    ),
    Text(
        "The number in the margin, such as {rule}, is the id of the rule that begins in that line. "
        "Where a rule begins in the middle of a paragraph, a thin stroke shows the place; "
        "where two begin in one line, their numbers stand in the same order below each other. "
        "Where a paragraph holds three rules or more, and in tables, the number stands before the rule. "
        "Ids never change, so {rule} names the same rule here, on the site and in the other language.",
        "欄外の{rule}のような番号は、その行から始まるルールの番号です。"
        "段落の途中から始まるときは、細い縦線がその場所を示します。"
        "同じ行から2つ始まるときは、番号を順に縦に並べます。"
        "1つの段落にルールが3つ以上あるときと、表の中では、番号はルールのすぐ前にあります。"
        "番号は変わらないので、{rule}は、この冊子でもサイトでも英語版でも同じルールを指します。",
    ),
    Text(
        "Other places are named with their page: {rule}, p. {page}. "
        "The letters after the first one tell the kind: T is a table, Q a ruling, X a worked example, M a mechanic. "
        "A ruling answers what the original leaves open; your table may decide differently.",
        "ほかの場所は、{rule}（{page}頁）のように頁を添えて示します。"
        "最初の文字に続くTは表、Qは裁定、Xは計算例、Mは計算の項目です。"
        "裁定は、元の文章が決めていないことへの答えです。皆さんの卓では別の答えを選んでもかまいません。",
    ),
    Text(
        "The code beside the title of a chapter leads to its page on the site. "
        "Calculators, steppers and boards work only there: of them this booklet keeps what they are for. "
        "A calculator inside a chapter is printed with one worked answer and the numbers that were entered; "
        "its intermediate tables, the switches for house rules and the filters of tables are left out.",
        "大見出しの横にあるコードからは、サイトのそのページを開けます。"
        "計算機、進行ツール、盤はサイトでしか動かないので、ここには何に使うものかだけを載せました。"
        "本文の中の計算機は、入力した数値と答えを一組だけ印刷しています。"
        "途中の表、ハウスルールの切り替え、表の絞り込みは省きました。",
    ),
)

KINDS = {
    "": Text("Booklet: all of this, with an index", "冊子（全ページと索引）"),
    "-quick": Text("Quick reference on one sheet", "早見表（1枚）"),
    "-cards": Text("Cards", "カード"),
    "-cards-backs": Text("Cards with backs, for printing on both sides", "裏面つきカード（両面印刷用）"),
    "-sheets": Text("Play sheets", "プレイシート"),
}
"""The prints of a system, by how the names of their files end."""
ON_PAPER = Text("On paper:", "紙で読む：")
MEASURES = Text(" (PDF, A4, {pages}, {size})", "（PDF、A4判、{pages}、{size}）")
PAGES = Text("{pages} pages", "{pages}ページ")
ONE_PAGE = Text("{pages} page", "{pages}ページ")
KILOBYTES = Text("{number} kB", "{number} kB")
MEGABYTES = Text("{number} MB", "{number} MB")
