"""A combat as it lies on the table: the order, a card for each fighter, what can be tapped there, and the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rules_py.core.controls import opens, press
from rules_py.core.desk import toolbar
from rules_py.core.markup import h, marked_up
from rules_py.core.render import percent
from rules_py.core.text import Language, Text, listed, same
from rules_py.exorcist.board import NOBODY, Square, square_name
from rules_py.exorcist.characters import NUMBERS, Attack, Exorcist, Kaii, MapObject
from rules_py.exorcist.fighters import Fighter, Side, initiative
from rules_py.exorcist.figures import signs
from rules_py.exorcist.game.exchange import evading, price
from rules_py.exorcist.game.refusals import free_squares, problems, range_problem
from rules_py.exorcist.model import Combat, Duel, Stage, evasion, tied_with
from rules_py.exorcist.plans import plan, reach
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.combat_tray import armed, attack_words, attacking, away, foes, spending, striking
from rules_py.exorcist.widgets.grid import Taps, barriers, compared, draw_grid, hint, pegging, signs_of, tap, walking

_DIE = "M{x} 2h10v10h-10z"
_DOLL = "M{x} 5h3l-1 -2l3 -2l3 2l-1 2h3v2h-3l1 6h-6l1 -6h-3z"
"""A pip that is an evade die, and one that is a katashiro, cut from paper."""
_STEP = 14


def lay_out(duel: Duel, rulings: Rulings, language: Language, *, lifted: int = NOBODY) -> list[Element]:
    """Return what the eye needs now, and what can be tapped: order, blows under way, the grid, a card for everybody.

    Args:
        duel: The fight.
        rulings: House rules.
        language: The reader's language.
        lifted: Who has been taken up before the fight, to be put on another square, by number; -1 for nobody.
    """
    state = duel.combat
    marks = signs([fighter.name for fighter in state.fighters])
    here, aim = _place(state), _aim(duel, rulings)
    sides: dict[bool, list[Element]] = {False: [], True: []}
    order = initiative(state.fighters, state.enemies, rulings)
    rest = [who for who, fighter in enumerate(state.fighters) if who not in order and not fighter.gone]
    for who in [*order, *rest]:
        fighter = state.fighters[who]
        made = _card(duel, who, marks[who], rulings, language)
        if duel.square(who) is None and who in (here, aim):
            made.set("data-here" if who == here else "data-aim", "")
        sides[fighter.side in (Side.ENEMY, Side.THING)].append(made)
    names = Text("Exorcists", "祓魔師の側"), Text("Enemies and objects", "敵とオブジェクト")
    lanes = [
        h("div", found, class_="lane", role="group", aria_label=name.get(language))
        for name, found in zip(names, sides.values(), strict=True)
    ]
    parts = [_strip(state, order, marks, rulings, language), *_pressure(state, rulings, language)]
    cards = toolbar([h("div", lanes, class_="lanes")], Text("Cards", "カード"), language) + _fallen(state, language)
    parts += _blows(state, language)
    if duel.grounds is None:
        return [h("div", parts, cards, class_="board combat")]
    reached = reach(duel, rulings)
    life = {who: _life(fighter) for who, fighter in enumerate(state.fighters)}
    lifted = lifted if lifted < len(state.fighters) and state.stage is Stage.SETUP else NOBODY
    taps = _squares(duel, rulings, language, lifted)
    told = hint(duel.grounds, state.active, reached)
    if state.stage is Stage.SETUP:
        told = Text("Tap somebody, then the square to put them on.", "動かす人を押し、次に置くマスを押します。")
        if lifted != NOBODY:
            told = Text("Tap the square for {name}.", "{name}を置くマスを押します。").format(name=state.name(lifted))
    place = draw_grid(
        duel.grounds, taps, language, here=here, aim=aim, reach=reached, life=life, marks=marks, told=told
    )
    inside = [h("div", place, class_="place"), h("div", cards, class_="cast")]
    return [h("div", parts, inside, class_="board combat grounds")]


def _life(fighter: Fighter) -> tuple[Text, float]:
    """Return what somebody can still take, in words and as a share."""
    sheet = fighter.sheet
    if isinstance(sheet, Exorcist):
        return Text("HP {n}", "【体力】{n}").format(n=fighter.hp), fighter.hp / max(sheet.hp, fighter.hp, 1)
    told = Text("toughness {n}", "【強度】{n}").format(n=fighter.toughness)
    return told, fighter.toughness / max(sheet.toughness, fighter.toughness, 1)


def _place(state: Combat) -> int:
    """Return whose card matters now, by number."""
    if state.dying:
        return state.dying[0]
    if state.blows:
        return state.blows[0].target
    return state.active


def _aim(duel: Duel, rulings: Rulings) -> int:
    """Return whom the next step aims at, by number; -1 for nobody."""
    state = duel.combat
    if state.stage is not Stage.ACTIVATION or problems(state, rulings)["attack"]:
        return NOBODY
    found = plan(duel, foes(duel), rulings)
    return found.target if found else NOBODY


def _strip(state: Combat, order: Sequence[int], marks: Sequence[Text], rulings: Rulings, language: Language) -> Element:
    """Return the order of the turn as a strip of initials; an enemy that may act first can be tapped (E-2.11)."""
    swaps = tied_with(state, rulings) if state.stage is Stage.ACTIVATION else []
    items = []
    for who in order:
        name = state.name(who) + same(": ") + _state(state, who)
        mark: Element = h("abbr", marks[who].get(language), title=name.get(language))
        if who in swaps:
            mark = press(["first", who], marks[who], language)
            label = Text("{sign}: {name} acts first (E-2.11)", "{sign}：先に{name}が動く（E-2.11）")
            mark.set("aria-label", label.format(sign=marks[who], name=state.name(who)).get(language))
        acted = state.fighters[who].acted and who != state.active
        class_ = f"{_side(state.fighters[who])}{' acted' * acted}"
        items.append(h("li", mark, class_=class_, aria_current="step" if who == state.active else None))
    label = Text("In the order of activations", "行動順")
    return h("ol", items, class_="turn-strip", aria_label=label.get(language))


def _side(fighter: Fighter) -> str:
    return {Side.ENEMY: "foe", Side.THING: "thing"}.get(fighter.side, "own")


def _pressure(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    if not state.under_pressure(rulings):
        return []
    told = Text(
        "Boss fight: pressure {mode}, quiet turns {n} (E-13.3, E-T5).",
        "ボス戦：圧力は{mode}、ノーダメージのターン{n}（E-13.3、E-T5）。",
    ).format(mode=state.zone.pressure.text, n=state.zone.quiet)
    return [h("p", *marked_up(told.get(language)), class_="pressure")]


def _blows(state: Combat, language: Language) -> list[Element]:
    """The attack checks that are not yet dealt with."""
    lines = []
    for blow in state.blows:
        told = Text("{a} → {b}: {attack}, successes {n}", "{a}→{b}：{attack}、成功数{n}").format(
            a=state.name(blow.attacker), b=state.name(blow.target), attack=_short(blow.attack), n=blow.successes
        )
        lines.append(h("li", told.get(language)))
    caption = Text("Combined attacks", "まとめた攻撃") if state.batch else Text("Attacks under way", "処理中の攻撃")
    return [h("ul", lines, class_="blows", aria_label=caption.get(language))] if lines else []


def _short(attack: Attack) -> Text:
    """An attack by its name and damage."""
    return attack.name + same(f" {attack.damage}")


def standing(state: Combat, who: int) -> Text:
    """Say what somebody is, and whether it has acted."""
    fighter = state.fighters[who]
    return _kind(fighter) if fighter.side is Side.THING else listed([_kind(fighter), _state(state, who)])


def _state(state: Combat, who: int) -> Text:
    fighter = state.fighters[who]
    if fighter.side is Side.THING:
        return Text("object", "オブジェクト")
    if who == state.active and state.activation.focus:
        return Text("attack focus", "【攻撃集中】")
    if who == state.active and state.activation.manoeuvre:
        return Text("tactical manoeuvre", "【戦術機動】")
    if who == state.active:
        return Text("acting", "手番")
    return Text("acted", "行動済") if fighter.acted else Text("not acted", "未行動")


def _kind(fighter: Fighter) -> Text:
    said = [fighter.side.text]
    said += [Text("mob", "モブ")] if fighter.is_mob_enemy else []
    return listed([*said, Text("boss", "ボス")] if fighter.is_boss_enemy else said)


def _card(duel: Duel, who: int, mark: Text, rulings: Rulings, language: Language) -> Element:
    state, fighter = duel.combat, duel.combat.fighters[who]
    told = standing(state, who)
    head = h(
        "p",
        h("b", mark.get(language), class_=f"sign {_side(fighter)}", aria_hidden="true"),
        h("span", h("b", fighter.name.get(language)), " ", h("small", told.get(language))),
        class_="who",
    )
    taps = _taps(duel, who, rulings, language)
    return h(
        "section",
        head,
        _tracks(fighter, language),
        h("div", taps, class_="taps") if taps else None,
        class_=f"fighter{' now' * (who == state.active)}{' target' * bool(taps)}",
        aria_label=fighter.name.get(language),
    )


def _tracks(fighter: Fighter, language: Language) -> list[Element]:
    """What somebody has left: bars with numbers, dice and katashiro one by one."""
    shapes = {_EVADE_DICE: _DIE, _KATASHIRO: _DOLL}
    made = [
        _pips(label, left, most, shapes[label], language) if label in shapes else _bar(label, left, most, language)
        for label, left, most in tallies(fighter)
    ]
    said = badges(fighter)
    return [*made, h("p", listed(said).get(language), class_="badges")] if said else made


_EVADE_DICE, _KATASHIRO = NUMBERS["evade_dice"], NUMBERS["katashiro"]


def tallies(fighter: Fighter) -> list[tuple[Text, int, int]]:
    """Say what somebody has left, and of how much: points, then what is spent one by one."""
    sheet = fighter.sheet
    if isinstance(sheet, Exorcist):
        found = [
            (NUMBERS["hp"], fighter.hp, sheet.hp),
            (NUMBERS["spirit_points"], fighter.spirit_points, sheet.spirit_points),
        ]
    else:
        found = [(NUMBERS["toughness"], fighter.toughness, sheet.toughness)]
    if fighter.evades:
        found.append((_EVADE_DICE, fighter.evade_dice, fighter.most_evade_dice))
    if isinstance(sheet, Exorcist) and sheet.katashiro:
        found.append((_KATASHIRO, fighter.katashiro, sheet.katashiro))
    return found


def badges(fighter: Fighter) -> list[Text]:
    """Say what protects somebody, and that it does not evade."""
    sheet = fighter.sheet
    armour = Text("armour {n}", "【装甲】{n}")
    if isinstance(sheet, Exorcist):
        armour = Text("armour +{n}", "【装甲】+{n}")
    elif isinstance(sheet, Kaii):
        armour = Text("miasma armour {n}", "【穢装】{n}")
    said = [armour.format(n=fighter.armour)] if fighter.armour else []
    if not fighter.evades and not isinstance(sheet, MapObject):
        said.append(Text("evasion type none", "【回避種別】なし"))
    return said


def _bar(label: Text, left: int, most: int, language: Language) -> Element:
    share = round(100 * max(0, left) / max(most, left, 1))
    picture = h("svg", h("path", d="M0 4H100"), viewBox="0 0 100 8", class_="bar", aria_hidden="true")
    picture.set("preserveAspectRatio", "none")
    if share:
        picture.append(h("path", d=f"M0 4H{share}", class_="left"))
    return h("p", h("span", label.get(language)), picture, h("b", f"{left}/{most}"), class_="tally")


def _pips(label: Text, left: int, most: int, shape: str, language: Language) -> Element:
    """Return things that are spent one by one: those left filled, those spent in outline."""
    count = max(left, most)
    paths = [("left", range(left)), ("spent", range(left, count))]
    drawn = [
        h("path", d="".join(shape.format(x=2 + _STEP * n) for n in places), class_=kind)
        for kind, places in paths
        if places
    ]
    picture = h("svg", drawn, class_="pips", viewBox=f"0 0 {_STEP * max(count, 6)} 14", aria_hidden="true")
    picture.set("preserveAspectRatio", "xMinYMid")
    return h("p", h("span", label.get(language)), picture, h("b", f"{left}/{most}"), class_="tally")


# --- what can be tapped -----------------------------------------------------------------------------------------------


def _tap(action: list[object], label: Text, name: Text, language: Language) -> Element:
    """Return a button on the board; its name says more than there is room for."""
    made = press(action, label, language)
    made.set("aria-label", (label + Text(": ", "：") + name).get(language))
    return made


def _taps(duel: Duel, who: int, rulings: Rulings, language: Language) -> list[Element]:
    """Return the choices that have their place on somebody's card."""
    state, name = duel.combat, duel.combat.name(who)
    if state.stage is Stage.SETUP:
        made = opens(who, name, language)
        made.set("aria-label", made.text or "")
        made.text = Text("Edit", "編集").get(language)
        return [made]
    if state.stage is Stage.ACTIVATION:
        told = Text("attack {name}", "{name}を攻撃").format(name=name)
        return [
            _tap(
                attacking(number, [who]),
                _short(attack) + same(f" · {percent(striking(state, attack, rulings))}"),
                told,
                language,
            )
            for number, attack in _weapons(duel, who, rulings)
        ]
    if state.stage is Stage.EVASION and evasion(state)[0] == who:
        told = Text("{name} spends {n} of the evade dice", "{name}が回避ダイスを{n}個使う")
        return [
            _tap(spending(n), _evading(state, n, rulings), told.format(name=name, n=n), language)
            for n in range(state.fighters[who].evade_dice + 1)
        ]
    if state.dying and state.dying[0] == who:
        paid = price(state, rulings)
        told = Text("{name} spends {n} katashiro", "{name}が【形代】を{n}枚使う").format(name=name, n=paid)
        ways = {"avert": Text("Avert death", "死亡を回避"), "respawn": Text("Respawn", "リスポーン")}
        return [_tap([do], label, told, language) for do, label in ways.items()]
    return []


def _weapons(duel: Duel, who: int, rulings: Rulings) -> list[tuple[int | str, Attack]]:
    """Return with what whoever acts can attack somebody from here: not a friend, and nothing out of its range."""
    state = duel.combat
    fighter = state.fighters[state.active]
    stands = duel.grounds is None or duel.square(state.active) is not None
    if not stands or problems(state, rulings)["attack"] or who not in foes(duel, things=True):
        return []
    found = [each for each in armed(fighter, rulings) if not fighter.attacks or isinstance(each[0], int)]
    return [each for each in found if range_problem(duel, state.active, each[1], who) is None]


def _squares(duel: Duel, rulings: Rulings, language: Language, lifted: int) -> Taps:
    """Return what a tap on a square of the grid does."""
    state, grounds = duel.combat, duel.grounds
    if grounds is None or not state.fighters:
        return {}
    if state.stage is Stage.SETUP and lifted == NOBODY:
        label = Text("Put {name} elsewhere", "{name}を置き直す")
        there = ((who, piece.square) for who, piece in grounds.board.standing())
        up = {at: tap("act", ["lift", who], label.format(name=state.name(who)), language) for who, at in there}
        return {"act": up} if up else {}
    if state.stage is Stage.SETUP or (state.stage is Stage.ACTIVATION and grounds.active == NOBODY):
        who = lifted if state.stage is Stage.SETUP else state.active
        label = Text("Put {name} on {square}", "{name}を{square}に置く")
        return {
            "place": {
                at: tap(
                    "place",
                    ["place", who, at],
                    label.format(name=state.name(who), square=square_name(at)),
                    language,
                )
                for at in free_squares(grounds.board, rulings)
            }
        }
    if state.stage is Stage.ACTIVATION:
        own = grounds.board.piece(state.active).square
        moves = walking(reach(duel, rulings), own, language) | _aims(duel, rulings, language)
        return ({"move": moves} if moves else {}) | pegging(grounds, rulings, language, removal="removal")
    if state.stage is Stage.EVASION:
        who = evasion(state)[0]
        usual = min(1, state.fighters[who].evade_dice)
        label = Text("{name} evades with {n}: {chance}", "{name}が{n}個で回避する（{chance}）")
        label = label.format(name=state.name(who), n=usual, chance=percent(evading(state, usual, rulings)))
        return _now(duel, who, spending(usual), label, language)
    if state.dying:
        who = state.dying[0]
        label = Text("{name} averts death", "{name}が死亡を回避する").format(name=state.name(who))
        return _now(duel, who, ["avert"], label, language)
    return {}


def _now(duel: Duel, who: int, action: list[object], label: Text, language: Language) -> Taps:
    """Return what somebody decides now, where they stand."""
    square = duel.square(who)
    return {"act": {square: tap("act", action, label, language)}} if square else {}


def _aims(duel: Duel, rulings: Rulings, language: Language) -> dict[Square, Element]:
    """Return the squares of those who can be attacked, with the gear in hand if that reaches them."""
    state, found = duel.combat, {}
    equipped = state.fighters[state.active].equipped
    for who in foes(duel, things=True):
        square, weapons = duel.square(who), _weapons(duel, who, rulings)
        if square is None or not weapons:
            continue
        number, attack = next((each for each in weapons if each[0] == equipped), weapons[0])
        label = Text("Attack {name}: {attack}, {chance}{away}", "{name}を攻撃：{attack}、{chance}{away}").format(
            name=state.name(who),
            attack=attack.name,
            chance=percent(striking(state, attack, rulings)),
            away=away(duel, who),
        )
        found[square] = tap("move", attacking(number, [who]), label, language)
    return found


def _evading(state: Combat, dice: int, rulings: Rulings) -> Text:
    if not dice:
        return Text("0: hit", "0：命中")
    return Text(f"{dice}: ", f"{dice}個：") + same(percent(evading(state, dice, rulings)))


# --- apart from the cards ---------------------------------------------------------------------------------------------


def _fallen(state: Combat, language: Language) -> list[Element]:
    names = [fighter.name for fighter in state.fighters if fighter.gone]
    if not names:
        return []
    told = Text("Off the map: {names}", "マップ外：{names}").format(names=listed(names))
    return [h("p", told.get(language), class_="fallen")]


def sheets(duel: Duel, rulings: Rulings, language: Language) -> list[Element]:
    """Return what is only looked up: abilities, supplies, attacks; of the grid barriers, movement, signs."""
    state = duel.combat
    made = h("div", [_sheet(fighter, language) for fighter in state.fighters if not fighter.gone], class_="fighters")
    if duel.grounds is None:
        return [made]
    signs = [signs_of(language)] if state.turn else []
    return [made, *barriers(duel.board, language), *compared(duel.grounds, rulings, language), *signs]


def _sheet(fighter: Fighter, language: Language) -> Element:
    said, sheet = [], fighter.sheet
    if not isinstance(sheet, MapObject):
        said += [Text("Body {n}", "【体】{n}").format(n=sheet.body)]
        said += [Text("Spirit {n}", "【霊】{n}").format(n=sheet.spirit)]
        said += [Text("Skill {n}", "【巧】{n}").format(n=fighter.skill)]
        said += [Text("mobility {n}", "【機動力】{n}").format(n=fighter.mobility)]
    if fighter.pegs or fighter.rope:
        said += [Text("pegs {n}", "祓串{n}").format(n=fighter.pegs)]
        said += [Text("rope {n}", "注連鋼縄{n}").format(n=fighter.rope)]
    attacks = []
    for number, attack in enumerate(fighter.attacks):
        words = attack.name + Text(": ", "：") + attack_words(attack)
        held = Text(" (in hand)", "（装備中）") if number == fighter.equipped and len(fighter.attacks) > 1 else same("")
        attacks.append(h("li", (words + held).get(language)))
    return h(
        "section",
        h("p", h("b", fighter.name.get(language)), " ", h("small", _kind(fighter).get(language))),
        h("p", listed(said).get(language)) if said else None,
        h("ul", attacks) if attacks else None,
        class_="fighter",
    )
