"""What Japanese text needs: lines joined without a space, and the order of kana."""

from __future__ import annotations

import re
import unicodedata

_WIDE = (
    r"\u2e80-\u2fdf\u3001-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\uff01-\uff9f"
)
# Half-width brackets count too: Japanese text sets them without a space as well.
_CLOSING = (
    "\u3001\u3002\u30fb\u300d\u300f\u3011\u3009\u300b\u3015\u2026\u30fc"
    "\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d)]"
)
_OPENING = "\u300c\u300e\u3010\u3008\u300a\u3014\uff08\uff3b\uff5b(["
WIDE = re.compile(f"[{_WIDE}]")
"""A character written without spaces around it: kana, kanji and full-width marks."""

_VOWELS = {
    "ア": "アカサタナハマヤラワガザダバパァャヮ",
    "イ": "イキシチニヒミリヰギジヂビピィ",
    "ウ": "ウクスツヌフムユルグズヅブプゥュヴッ",
    "エ": "エケセテネヘメレヱゲゼデベペェ",
    "オ": "オコソトノホモヨロヲゴゾドボポォョ",
}
_VOWEL_OF = {kana: vowel for vowel, row in _VOWELS.items() for kana in row}
_LARGE = str.maketrans("ァィゥェォャュョヮッヵヶ", "アイウエオヤユヨワツカケ")


def breaks_silently(before: str, after: str) -> bool:
    """Tell whether a line break between two characters stands for no space.

    So it is between two Japanese characters, and beside Japanese punctuation, which brings
    its own space.

    Example:
        >>> breaks_silently("。", "次"), breaks_silently("a", "次"), breaks_silently("。", "C")
        (True, False, True)
    """
    if not before or not after:
        return False
    if before in _CLOSING + _OPENING or after in _CLOSING + _OPENING:
        return bool(WIDE.match(before) or WIDE.match(after))
    return bool(WIDE.match(before) and WIDE.match(after))


def join_lines(text: str) -> str:
    r"""Join lines, with a space only where one belongs.

    Example:
        >>> join_lines("一行目。\n二行目は C-5.1\nと書く。")
        '一行目。二行目は C-5.1 と書く。'
    """
    joined = ""
    for line in (part.strip() for part in text.split("\n")):
        if not line:
            continue
        gap = "" if not joined or breaks_silently(joined[-1], line[0]) else " "
        joined += gap + line
    return joined


def kana_key(reading: str) -> tuple[str, str]:
    """Return a key that sorts readings by the fifty sounds (gojuon).

    Hiragana and katakana, small and large kana and voiced and unvoiced ones count alike at
    first; the long mark counts as the vowel before it.

    Example:
        >>> sorted(["ラウンド", "がんばり", "かんぱい", "ゲージ", "けいき"], key=kana_key)
        ['かんぱい', 'がんばり', 'けいき', 'ゲージ', 'ラウンド']
    """
    katakana = "".join(
        chr(ord(c) + 0x60) if "\u3041" <= c <= "\u3096" else c for c in unicodedata.normalize("NFKC", reading)
    )
    drawn = ""
    for c in katakana:
        drawn += _VOWEL_OF.get(drawn[-1], c) if c == "ー" and drawn else c
    plain = "".join(c for c in unicodedata.normalize("NFD", drawn) if c not in "\u3099\u309a").translate(_LARGE)
    return plain, drawn


_ROWS = "アカサタナハマヤラワ"


def kana_row(reading: str) -> str:
    """Return the head of the row of the fifty sounds that a reading begins in, as hiragana; empty where it has none.

    Example:
        >>> [kana_row(reading) for reading in ("がんばり", "ラウンド", "HP")]
        ['か', 'ら', '']
    """
    first = kana_key(reading)[0][:1]
    if not "ァ" <= first <= "ヶ":
        return ""
    return chr(ord(max(row for row in _ROWS if row <= first)) - 0x60)
