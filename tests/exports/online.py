"""Online tables, as far as tests need them: who comes along, how a line is filled in, what the dice bot says."""

import atexit
import json
import re
import subprocess
from dataclasses import fields
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from threading import Timer
from typing import NamedTuple
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.form import Form
from rules_py.core.text import LANGUAGES
from rules_py.exports import GAMES, ccfolia, udonarium
from rules_py.exports.palette import lines_of

HERE = Path(__file__).parent
NAMED = re.compile(r"\{([^{}]*)\}")
CHANGED = re.compile(r":(?P<label>[^:{}\s]+?)(?P<by>[+-]\d+|=\d+)")


known_lines = cache(lines_of)
"""The lines of everybody, many of whom are met again; nobody changes them."""


class Guest(NamedTuple):
    """A character at an online table, under house rules, in a language."""

    slug: str
    sheet: object
    rulings: object
    language: str

    @property
    def game(self):
        return GAMES[self.slug]

    @property
    def lines(self):
        return known_lines(self.slug, self.sheet, self.rulings)

    @property
    def pasted(self):
        """What CCFOLIA knows of it."""
        return json.loads(ccfolia(self.slug, self.sheet, self.language, self.rulings))["data"]

    @property
    def dropped(self):
        """What Udonarium knows of it: the root of its XML."""
        return unpacked(udonarium(self.slug, self.sheet, self.language, self.rulings))


def unpacked(zipped):
    """The root of the one file in a zip."""
    with ZipFile(BytesIO(zipped)) as archive:
        (name,) = archive.namelist()
        return fromstring(archive.read(name))


def answers(rulings):
    """This rulebook's rulings, and each other answer to a question alone."""
    plain = rulings()
    choices = rulings.choices()
    found = [plain]
    for each in fields(rulings):
        usual = getattr(plain, each.name)
        for other in choices.get(each.name, (usual - 1, usual + 1) if isinstance(usual, int) else ()):
            if other != usual:
                try:
                    found.append(rulings(**{each.name: other}))
                except InputError:
                    continue  # a number out of bounds
    return found


@cache
def rulings_that_matter(slug, sheets):
    """This rulebook's rulings, and each other answer that changes a line of one of some characters."""
    plain, *others = answers(GAMES[slug].rulings)
    usual = [known_lines(slug, sheet, plain) for sheet in sheets]
    return [plain, *(each for each in others if [known_lines(slug, sheet, each) for sheet in sheets] != usual)]


@cache
def guests():
    """Everybody in the samples, in both languages, under every ruling that changes a line."""
    return [
        Guest(slug, sheet, rulings, language)
        for slug, game in GAMES.items()
        for sheet in game.samples
        for rulings in rulings_that_matter(slug, game.samples)
        for language in LANGUAGES
    ]


@cache
def extremes():
    """The first of each game with each number as low, and as high, as its form allows, and with odd words."""
    return [
        Guest(slug, sheet, rulings, language)
        for slug, game in GAMES.items()
        for sheet in _stretched(game)
        for rulings in (game.rulings(), *_for_it_alone(slug, sheet))
        for language in LANGUAGES
    ]


WORDS = {
    "prophecy": [{"recipe": ""}],
    "exorcist": [{"attack": word} for word in ("2D6>=7", "//体=9", ":体力-1", "choice[a,b]", "長" * 30)],
    "kamui": [{"attack": word} for word in ("2D6>=7", "//意志=9", ":HP-1", "5B6>=4 x", "長" * 30)],
    "contest": [
        {"ability_list": abilities}
        for abilities in (
            "情報 12、能力値 13、リソース 14、説明 15、name 16、Size 17、image 18",
            "Information 12, Abilities 3, Note 4, detail 5, Resources 6, common 7",
            "コマ 12、増強 3、重傷 4、能力一覧 5、相手の能力 6、Piece 7、Opponent 8",
            "2D6 12、//a=1 13、剣：術 14、{剣} 15、剣 術 16、剣W 17、剣 18、5B6>=4 19",
            "最後まであきらめない心を持っている者の名前 20",
        )
    ],
}
"""Words of a character that also mean something else, or are long."""


def _stretched(game):
    form, typed = Form(game.sheet), game.samples[0].typed("ja")
    numbers = [
        {name: str(number)}
        for name, part in form.parts.items()
        if isinstance(part, IntegerField)
        for number in (part.least, part.most)
    ]
    return [form.read({**typed, **changed}) for changed in (*numbers, *WORDS.get(game.system.slug, ()))]


def _for_it_alone(slug, sheet):
    """The rulings that change a line of this character, and of nobody in the samples."""
    known = rulings_that_matter(slug, GAMES[slug].samples)
    return [rulings for rulings in rulings_that_matter(slug, (sheet,)) if rulings not in known]


def filled_by_ccfolia(line, pasted):
    """A line with what it says in braces, as CCFOLIA fills it in; a name that nobody fills stays."""
    known = {each["label"]: str(each["value"]) for each in (*pasted["status"], *pasted["params"])}
    return NAMED.sub(lambda name: known.get(name[1], name[0]), line)


def filled_by_udonarium(line, root):
    """The same in Udonarium: variables of the palette first, then the sheet, over and over; unknown names vanish."""
    variables = dict(re.findall(r"^//([^=\s{}]+)=(.+)$", root.find("chat-palette").text, re.M))
    sheet = root.find("data")

    def value(name):
        if name[1] in variables:
            return variables[name[1]]
        found = next((each for each in sheet.iter("data") if each is not sheet and each.get("name") == name[1]), None)
        if found is None:
            return ""
        return found.get("currentValue") if found.get("type") == "numberResource" else found.text or ""

    for _ in range(128):
        before, line = line, NAMED.sub(value, line)
        if line == before:
            break
    return line


def sent_by_udonarium(line):
    """A filled line as Udonarium hands it to the dice bot: wide letters plain, a number in front as a repetition."""
    plain = re.sub("[！-～]", lambda wide: chr(ord(wide[0]) - 0xFEE0), line).strip()
    return re.sub(r"^(\d+)\s+", lambda count: f"x{count[1]} " if int(count[1]) > 1 else "", plain)


class Ask(NamedTuple):
    """A line, who rolls it, and the faces that fall, if they are to be certain ones."""

    bot: str
    line: str
    dice: tuple[int, ...] | None = None


@cache
def dice_bot():
    """The real dice bot, which stays until the tests are done: it takes longer to come than to roll."""
    running = subprocess.Popen(["node", HERE / "roll.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(running.communicate)
    return running


def roll(asked):
    """What the real dice bot says to each line; None where it takes it for no command."""
    asked, bot = list(dict.fromkeys(asked)), dice_bot()
    watch = Timer(300, bot.kill)
    watch.start()
    bot.stdin.write(json.dumps([ask._asdict() for ask in asked]) + "\n")
    bot.stdin.flush()
    told = bot.stdout.readline()
    watch.cancel()
    if not told:
        dice_bot.cache_clear()  # who asks next has another
    assert told, "the dice bot has ended"
    said = json.loads(told)
    assert len(said) == len(asked)
    return dict(zip(asked, said, strict=True))


def bots_of(slug):
    """The game's dice bot, and the one that a room has where nobody chose."""
    return dict.fromkeys((GAMES[slug].bot, "DiceBot"))


def short(found, most=12):
    """The first of what was found wrong, for a message."""
    return "\n".join(map(str, islice(found, most)))


@cache
def known_bots():
    """The ids of all dice bots that there are."""
    told = """import bcdice from "bcdice";
    process.stdout.write(JSON.stringify(new bcdice.DynamicLoader().listAvailableGameSystems()));"""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", told], cwd=HERE, capture_output=True, text=True, check=True, timeout=300
    )
    return {each["id"] for each in json.loads(done.stdout)}
