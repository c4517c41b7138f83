"""Where a line may not end: within a word, an id, a range of ids, or a product."""

from __future__ import annotations

import re

from rulebook_site.printing.markup import call, quote

LONGEST, LONGEST_WORD = 18, 20
"""The widest phrase, and the widest word of katakana, that stays whole, in small letters; Japanese ones count twice."""

_KANA = "\u3041-\u309f"
_SOLID = r"\w+−×÷=★♪%'’/.\-" + "\u30fb"  # what words and numbers are made of, and what binds them
_RUN = re.compile(rf"[{_SOLID}]+(?:\u00a0[{_SOLID}]+)*")
_JAPANESE = re.compile(r"[\u3005-\u30ff\u4e00-\u9fff\uff66-\uff9f]")
_PHRASE = re.compile(rf"[^{_KANA}]+[{_KANA}]*|[{_KANA}]+")
_STRETCH = re.compile(r"[\u30a0-\u30ff]+|[\u3005\u4e00-\u9fff]+|[^\u3005-\u30ff\u4e00-\u9fff]+|[\u3041-\u309f]+")
_KATAKANA = re.compile("[\u30a0-\u30ff]+")
_BREAKS = re.compile(r"[^\x00-\x7f\u00a0×]|[-/.]\w")
_BOUND = re.compile(r" ([×÷=+]) ")


def width(words: str) -> float:
    """Return about how wide some words are, in small letters."""
    return sum(2 if letter > "\u2e7f" else 1.4 if letter.isupper() else 1 for letter in words)


def phrases(words: str) -> list[str]:
    r"""Cut some words where a line may end: Japanese behind particles and endings, others at spaces only.

    Args:
        words: A text of one line.

    Returns:
        Its pieces in order; together they are the text, with spaces that do not break beside signs of arithmetic.

    Example:
        >>> phrases("仲間がガード失敗、カウンター")
        ['仲間が', 'ガード失敗', '、', 'カウンター']
        >>> phrases("type yes: 3 × cost")
        ['type', ' ', 'yes', ': ', '3\xa0×\xa0cost']
    """
    words = _BOUND.sub("\u00a0\\1\u00a0", words)
    pieces: list[str] = []
    end = 0
    for found in _RUN.finditer(words):
        if found.start() > end:
            pieces.append(words[end : found.start()])
        end = found.end()
        if not _JAPANESE.search(found[0]):
            pieces.append(found[0])
            continue
        for phrase in _PHRASE.findall(found[0]):
            for stretch in [phrase] if width(phrase) <= LONGEST else _STRETCH.findall(phrase):
                longest = LONGEST_WORD if _KATAKANA.fullmatch(stretch) else LONGEST
                half = 0 if width(stretch) <= longest else len(stretch) // 2
                pieces += [stretch[:half], stretch[half:]] if half else [stretch]
    return [*pieces, words[end:]] if end < len(words) else pieces


def unbroken(words: str) -> str:
    """Return some words as Typst code that keeps each phrase on one line."""
    pieces: list[str] = []
    running = ""
    for piece in phrases(words):
        if len(piece) > 1 and width(piece) <= LONGEST_WORD and _RUN.match(piece) and _BREAKS.search(piece):
            pieces += [quote(running)] if running else []
            pieces.append(call("box", quote(piece)))
            running = ""
        else:
            running += piece
    pieces += [quote(running)] if running else []
    return "; ".join(pieces)
