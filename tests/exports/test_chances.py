"""What the dice bot says of a line is, face by face, what the rules say; where it cannot, it differs by so much."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from rules_py.avatar.cards import KING, Suit
from rules_py.avatar.effects import attack_damage, attack_power, clash_damage, power_release
from rules_py.contest.characters import Ability
from rules_py.contest.checks import SuccessLevel, success_level
from rules_py.contest.odds import level_odds
from rules_py.contest.sheet import alone
from rules_py.exorcist import checks as exorcist_checks
from rules_py.exorcist import odds as exorcist_odds
from rules_py.exorcist.characters import Damage
from rules_py.exorcist.checks import Difficulty
from rules_py.exports import GAMES
from rules_py.kamui import checks as kamui_checks
from rules_py.kamui import effects as kamui_effects
from rules_py.kamui import odds as kamui_odds
from rules_py.prophecy.checks import Flag, check_value, read_faces, roll_odds, succeeds
from rules_py.prophecy.odds import check_odds
from tests.exports.online import Ask, Guest, answers, bots_of, extremes, filled_by_ccfolia, roll, short
from tests.rows import every

MOST_DICE = 3
"""Of so many dice at most all faces are tried; a pool of more is tried with fewer."""


class Proof(NamedTuple):
    """What a command has to say.

    Args:
        line: The command.
        sides: Of its dice.
        dice: How many fall.
        meant: Returns what faces mean by the rules.
        read: Returns what the bot says.
        odds: How likely each of these is by the rules, where they know.
        bot: Who rolls it.
    """

    line: str
    sides: int
    dice: int
    meant: Callable[..., object]
    read: Callable[[dict], object]
    odds: dict[object, Fraction] | None = None
    bot: str = "DiceBot"

    @property
    def claim(self):
        """What tells it from other proofs of the same line: the chances, or what comes out without any."""
        if self.odds is not None:
            return frozenset(self.odds.items())
        return () if self.dice else self.meant()

    def asked(self):
        """The line with all faces in ascending order, or with each alone where there are too many dice."""
        sides = range(1, self.sides + 1)
        if self.dice <= MOST_DICE:
            every = combinations_with_replacement(sides, self.dice)
        else:
            every = ((face,) * self.dice for face in sides)
        return {faces: Ask(self.bot, f"{self.line} x", faces) for faces in every}

    def counted(self, read):
        """How likely each answer is, of those that the bot gave: faces fall in any order."""
        odds = Counter()
        for faces, told in read.items():
            orders = factorial(self.dice) // prod(map(factorial, Counter(faces).values()))
            odds[told] += Fraction(orders, self.sides**self.dice)
        return odds


class Table(NamedTuple):
    """Where a command is rolled: whose it is, what its bars say, and the line before it is filled in."""

    guest: object
    bars: dict[str, int]
    template: str

    @property
    def names(self):
        return re.findall(r"\{([^{}]+)\}", self.template.partition(" ")[0])


def last(answer):
    """The number with which an answer ends."""
    return int(re.search(r"(-?\d+)$", answer["text"])[1])


def likely(chances):
    """What can happen at all."""
    return {outcome: chance for outcome, chance in chances.items() if chance}


# --- Prophecy ---------------------------------------------------------------------------------------------------------


def prophecy(table, command):
    """Its own bot marks two dice; of three, and in any other room, Lucky and Fumble are for the players to see."""
    dice, best, ability, target = re.fullmatch(r"([23])D6(KH2)?(?:\+(-?\d+))?(?:>=(-?\d+))?", command).groups()
    dice, ability, rulings = int(dice), int(ability or 0), table.guest.rulings
    assert bool(best) == (dice == 3 and rulings.third_die == "best_two")
    rolls = roll_odds(dice, rulings)

    def total(*faces):
        return check_value(read_faces(faces, rulings), ability)

    for bot in bots_of("prophecy"):
        if target is None:
            odds = Counter()
            for found, chance in rolls.items():
                odds[check_value(found, ability)] += chance
            yield Proof(command, 6, dice, total, last, odds, bot)
        elif bot == "SRS" and dice == 2:
            yield marked(command, ability, int(target), rulings)
        else:
            yield unmarked(command, dice, ability, int(target), rulings, bot)


def marked(command, ability, target, rulings):
    def meant(*faces):
        found = read_faces(faces, rulings)
        return succeeds(found, target, ability, rulings=rulings), found.flag is Flag.LUCKY, found.flag is Flag.FUMBLE

    success, once = check_odds(target, ability, rulings=rulings), Fraction(1, 36)
    odds = {
        (True, True, False): once,
        (False, False, True): once,
        (True, False, False): success - once,
        (False, False, False): 1 - success - once,
    }
    return Proof(
        command, 6, 2, meant, lambda said: (said["success"], said["critical"], said["fumble"]), likely(odds), "SRS"
    )


def unmarked(command, dice, ability, target, rulings, bot):
    """Exactly a Lucky total that is too low, and a Fumble total that is high enough, are told the other way round."""
    lucky = fumble = Fraction(0)
    for found, chance in roll_odds(dice, rulings).items():
        reached = check_value(found, ability) >= target
        lucky += chance * (found.flag is Flag.LUCKY and not reached)
        fumble += chance * (found.flag is Flag.FUMBLE and reached)
    success = check_odds(target, ability, dice=dice, rulings=rulings) - lucky + fumble

    def meant(*faces):
        found = read_faces(faces, rulings)
        if found.flag is Flag.NONE:
            return succeeds(found, target, ability, rulings=rulings)
        return check_value(found, ability) >= target

    odds = likely({True: success, False: 1 - success})
    return Proof(command, 6, dice, meant, lambda said: said["success"], odds, bot)


# --- Tactical Exorcist ------------------------------------------------------------------------------------------------


def exorcist(table, command):
    """A pool counts its successes; damage is added up."""
    sheet, rulings = table.guest.sheet, table.guest.rulings
    if pool := re.fullmatch(r"(\d+)B6>=(\d)", command):
        difficulty = Difficulty(int(pool[2]))
        for dice in {min(int(pool[1]), MOST_DICE), *range(MOST_DICE + 1)}:
            found = exorcist_odds.successes_odds(dice, difficulty)
            yield Proof(
                f"{dice}B6>={pool[2]}",
                6,
                dice,
                lambda *faces: exorcist_checks.successes(faces, difficulty),
                last,
                likely({successes: found.probability(successes) for successes in found}),
            )
    elif fixed := re.fullmatch(r"C\((\d+)\)", command):
        assert int(fixed[1]) in (sheet.damage.plus, rulings.peg_ranged_damage)
        yield Proof(command, 1, 0, lambda: int(fixed[1]), last)
    else:
        dice, sides, plus = map(int, re.fullmatch(r"(\d+)D(\d+)(?:\+(\d+))?", command).groups("0"))
        hit = Damage(dice, sides, plus)
        assert hit in (replace(sheet.damage, kind=hit.kind), Damage(1, rulings.peg_melee_die))
        odds = {points: hit.die.probability(points) for points in hit.die}
        yield Proof(command, sides, dice, lambda *faces: sum(faces) + plus, last, odds)


# --- Serial Contest ---------------------------------------------------------------------------------------------------


def contest(table, command):
    """1 and 20 are not marked: where the rating is 20, the bot takes a Fumble for a success, as the heading admits."""
    sheet, rulings = table.guest.sheet, table.guest.rulings
    labels = [label.get(table.guest.language) for label in sheet.labels()]
    if table.names:
        named = alone(sheet.ability_list[labels.index(table.names[0])])
        augments = table.bars[table.names[1]] if len(table.names) > 1 else 0
        rating = replace(named, augments=augments).effective(rulings).rating
    else:
        rating = int(command.removeprefix("1D20<="))
        assert rating in {replace(alone(each), wounded=True).effective(rulings).rating for each in sheet.ability_list}

    def meant(face):
        return success_level(face, rating) >= SuccessLevel.SUCCESS or face == rating == 20

    levels = level_odds(Ability(0, rating))
    success = levels[SuccessLevel.CRITICAL] + levels[SuccessLevel.SUCCESS] + Fraction(rating == 20, 20)
    odds = likely({True: success, False: 1 - success})
    yield Proof(command, 20, 1, meant, lambda said: said["success"], odds)


# --- Avatars ----------------------------------------------------------------------------------------------------------


def avatar(table, command):
    """Nothing is rolled: the bot reckons, and drops or adds fractions as the rules do."""
    sheet, rulings, (ep, _, sep) = table.guest.sheet, table.guest.rulings, table.bars.values()
    if command.startswith("choice"):
        suits = [suit.symbol for suit in Suit]
        assert command == f"choice[{','.join(suits)}]"
        odds = {suit: Fraction(1, len(suits)) for suit in suits}
        yield Proof(command, len(suits), 1, lambda face: suits[face - 1], lambda said: said["text"][-1], odds)
        return
    known = {
        "{EP}/10": attack_damage(ep, rulings=rulings),
        "{EP}*2/10": attack_damage(ep, strong=True, rulings=rulings),
        "{EP}/20": attack_damage(ep, guard=True, rulings=rulings),
        "{EP}/10*1": clash_damage(attack_power(None, ep), 1, rulings=rulings),
        "*1": clash_damage(attack_power(sheet.power, ep), 1, rulings=rulings),
        "{SEP}-{SEP}/2": power_release(ep, sep, "half", rulings)[0] - ep,
        "{SEP}": power_release(ep, sep, "zero", rulings)[0] - ep,
        "13+7": 20,
        f"{KING}*2": 2 * KING,
    }
    asked = re.fullmatch(r"C\((.*?)U?\)", table.template.partition(" ")[0])[1]
    asked = re.sub(r"^\((.*)\)\*100/\{EP\}\*\{EP\}/100$", r"\1", asked)
    asked = asked if asked in known else re.sub(r"^\{[^{}]+\}(?=\*1$)", "", asked)
    yield Proof(command, 1, 0, lambda: known[asked], last)


# --- Kamui ------------------------------------------------------------------------------------------------------------


def kamui(table, command):
    """A pool counts its successes as K-Q1 has it; dice of revelation are only shown; damage is reckoned."""
    sheet, rulings = table.guest.sheet, table.guest.rulings
    if pool := re.fullmatch(r"(\d+)B(\d+)(<=|>=)(\d+)", command):
        assert int(pool[2]) == rulings.sides
        assert (pool[3] == "<=") == (rulings.success == "at_most_ability")
        number = int(pool[4])
        for dice in {min(int(pool[1]), 2), 1, 2} | ({MOST_DICE} if rulings.sides < 10 else set()):
            yield Proof(
                f"{dice}B{pool[2]}{pool[3]}{pool[4]}",
                rulings.sides,
                dice,
                lambda *faces: kamui_checks.successes(faces, number, rulings),
                last,
                likely(kamui_odds.successes_odds(dice, number, rulings)),
            )
    elif shown := re.fullmatch(r"(\d+)B(\d+)", command):
        assert int(shown[2]) == rulings.sides
        dice = min(int(shown[1]), 2)
        yield Proof(
            f"{dice}B{shown[2]}",
            rulings.sides,
            dice,
            lambda *faces: sorted(faces),
            lambda said: sorted(map(int, said["text"].rpartition("＞ ")[2].split(","))),
        )
    else:
        successes = int(re.match(r"C\(\((\d+)\+", command)[1])
        assert successes or rulings.no_successes == "formula"
        meant = kamui_effects.damage(successes, sheet.power, sheet.multiplier, sheet.bonus, rulings)
        yield Proof(command, 1, 0, lambda: meant, last)


# --- all of them ------------------------------------------------------------------------------------------------------

PROVED = {"prophecy": prophecy, "exorcist": exorcist, "contest": contest, "avatar": avatar, "kamui": kamui}
IN_PLAY = {
    "contest": [{"Augments": count} for count in (1, 2, 3, 5, 6, 15, 16, 20)],
    "avatar": [{"EP": ep, "SEP": sep} for ep, sep in ((3257, 1501), (1, 0), (9, 999), (19, 1), (100_001, 33_333))],
}
"""What bars of a game say later on, by their English labels, where a line reckons with them."""


def tables():
    """Everybody under every ruling, also such as a palette may have forgotten; at the start, and as things change.

    In one language: `test_bot.py` holds that both roll the same.
    """
    samples = (
        Guest(slug, sheet, rulings, "ja")
        for slug, game in GAMES.items()
        for sheet in game.samples
        for rulings in (answers(game.rulings) if sheet is game.samples[0] else (game.rulings(),))
    )
    for guest in (*samples, *(each for each in extremes() if each.language == "ja")):
        yield from rolled(guest, {})
        if guest.sheet not in guest.game.samples:
            continue
        called = {each.label.en: each.label.ja for each in guest.sheet.resources()}
        for changed in IN_PLAY.get(guest.slug, ()):
            yield from rolled(guest, {called[name]: value for name, value in changed.items()})


def rolled(guest, now):
    """The commands of somebody, filled in, where bars say something else; those alone that reckon with these."""
    pasted = guest.pasted
    for bar in pasted["status"]:
        bar["value"] = now.get(bar["label"], bar["value"])
    bars = {bar["label"]: bar["value"] for bar in pasted["status"]}
    for line in guest.lines:
        table = Table(guest, bars, line.text.ja)
        if line.kind == "command" and (not now or now.keys() & set(table.names)):
            yield table, filled_by_ccfolia(table.template, pasted).partition(" ")[0]


def test_every_game_is_proved():
    assert PROVED.keys() == GAMES.keys()


@every(
    ("slug", "house", "words"),
    (
        ("prophecy", {}, "two 6s are Lucky, only 1s a Fumble"),
        ("prophecy", {}, "SRS marks this of two dice"),
        ("prophecy", {"lucky_needs": "exactly_two"}, "exactly two 6s are Lucky, only 1s a Fumble"),
        ("prophecy", {"fumble_needs": "two_ones"}, "two 6s are Lucky, two 1s a Fumble"),
        ("contest", {}, "1 critical, 20 fumble"),
    ),
)
def test_what_no_bot_marks_is_said_over_the_lines(slug, house, words):
    game = GAMES[slug]
    heads = [line.text.en for line in game.lines(game.samples[0], game.rulings(**house)) if line.kind == "heading"]
    assert any(words in head for head in heads), heads


def test_what_the_bot_says_is_what_the_rules_say():
    """Every command of everybody: with all faces of up to three dice, as exact chances."""
    proofs = {}
    for table, command in tables():
        slug, sheet, _, _ = table.guest
        some = list(PROVED[slug](table, command))
        assert some, (table, command)
        for proof in some:
            if proof.dice < MOST_DICE or sheet in GAMES[slug].samples:
                proofs.setdefault((slug, proof.bot, proof.line, proof.claim), proof)
    said = roll(ask for proof in proofs.values() for ask in proof.asked().values())
    wrong = []
    for (slug, *_), proof in proofs.items():
        asked = proof.asked()
        read = {faces: said[ask] and proof.read(said[ask]) for faces, ask in asked.items()}
        wrong += [
            (slug, proof.bot, proof.line, faces, told) for faces, told in read.items() if told != proof.meant(*faces)
        ]
        wrong += [(slug, proof.line, "dice left") for ask in asked.values() if said[ask] and said[ask]["left"]]
        if proof.odds is not None and proof.dice <= MOST_DICE:
            counted = proof.counted(read)
            if counted != proof.odds:
                wrong.append((slug, proof.bot, proof.line, counted, proof.odds))
    assert not wrong, short(wrong)
    assert {slug for slug, *_ in proofs} == set(GAMES)
