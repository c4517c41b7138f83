"""What can be done in each phase of a contest: the tray of its stepper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from rules_py.contest.cast import CONDITIONS
from rules_py.contest.characters import Ability, augment_bonus
from rules_py.contest.checks import Side
from rules_py.contest.game import GAME, may_enter, unsettled
from rules_py.contest.model import MOST_CHARACTERS, Character, NamedAbility, Phase, Scene, contestant, next_pair
from rules_py.contest.rulings import Rulings
from rules_py.contest.sheet import SAMPLES
from rules_py.contest.widgets.board import best_square, odds_now, placed, placements, side_names
from rules_py.core.controls import (
    OWN_DICE,
    choice,
    closed,
    control,
    fieldset,
    flag,
    name_input,
    number_input,
    open_sheet,
    opened_place,
    opens,
    press,
    select,
    text_input,
    under_more,
)
from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h, remark
from rules_py.core.render import percent
from rules_py.core.text import Language, Text, listed, same

_TOMOE, _REN = (Character(each.name, each.ability_list) for each in SAMPLES)
CAST = (
    _TOMOE,
    Character(
        Text("Garm", "ガルム"),
        (
            NamedAbility(Text("Axe", "斧術"), Ability(1, 1), permanent=2),
            NamedAbility(Text("War cry", "雄たけび"), Ability(0, 14)),
            NamedAbility(Text("Hates the village", "村への憎しみ"), Ability(0, 16)),
        ),
        narrator=True,
    ),
    _REN,
    Character(
        Text("Skade", "スカディ"),
        (NamedAbility(Text("Bow", "弓術"), Ability(0, 18)), NamedAbility(Text("Cunning", "狡猾"), Ability(0, 15))),
        narrator=True,
    ),
)
"""A sample cast: the first two stand in the scene at the beginning, the others are proposed when somebody is added."""


def _names(state: Scene, who: list[int]) -> list[tuple[object, Text]]:
    return [(n, state.name(n)) for n in who]


# --- setting the scene ------------------------------------------------------------------------------------------------


def _scene(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    add = _add(state, language, primary=len(state.characters) < 2)
    if len(state.characters) < 2:
        shut = closed([ForbiddenAction(GAME.actions["begin"].label, GAME.words["needs_two"], "C-1.3")], language)
        return [*add, *shut]
    begin = Text("Begin round 1", "第1ラウンドを始める")
    if len(state.characters) == 2 == len(state.free):
        a, b = (c.name for c in state.characters)
        begin += Text(": {a} against {b}", "：{a} 対 {b}").format(a=a, b=b)
    return [
        h("p", press(["begin"], begin, language, primary=True)),
        under_more(add, language, _ADDING),
    ]


_ADDING = Text("More: add somebody", "その他：キャラクターの追加")
_CHANGING = Text("More: change a character", "その他：キャラクターの変更")
_ARRIVING = Text("More: add or change a character", "その他：キャラクターの追加と変更")


def _changing(state: Scene, language: Language) -> Element:
    """Return the buttons that open the sheets."""
    return h("div", [opens(who, c.name, language) for who, c in enumerate(state.characters)], class_="buttons")


def changes(state: Scene, language: Language) -> list[Element]:
    """Return what opens the sheets in the middle of a round, folded; where somebody may arrive it stands there."""
    if state.phase in (Phase.SCENE, Phase.CHECK) or (state.phase is Phase.START and state.round > 1):
        return []
    return [under_more([_changing(state, language)], language, _CHANGING)]


def sheet(state: Scene, whose: str, language: Language) -> Element | None:
    """Return a character's sheet to be changed, after the scene is set with the wound.

    Args:
        state: Where play stands.
        whose: Number of the character.
        language: The reader's language.
    """
    who = opened_place(whose, len(state.characters))
    if who is None:
        return None
    character = state.characters[who]
    action: list[object] = ["edit", who, control("name"), control("narrator"), control("abilities")]
    fields = _fields(character, language)
    if state.phase is not Phase.SCENE:
        now = "dying" if character.dying else "wounded" if character.wounded else "well"
        fields.append(select("condition", Text("Condition", "状態"), list(CONDITIONS.items()), language, now))
        action.append(control("condition"))
    return open_sheet(character.name, fields, action, language, _AS_A_LIST)


def _fields(character: Character, language: Language, name: Text | None = None) -> list[Element]:
    """Return what is filled in about a character: name, abilities, who plays it."""
    abilities = listed([ability.text for ability in character.abilities]).get(language)
    return [
        name_input("name", language, character.name if name is None else name, size=16),
        text_input("abilities", Text("Abilities", "能力"), language, abilities, size=30),
        flag("narrator", Text("Played by the narrator", "ナレーターが担当"), language, ticked=character.narrator),
    ]


_AS_A_LIST = Text(
    "Write abilities as a list: name, number, permanent augments if there are any (C-3.15).",
    "能力は「名前 数値+永続的増強」の形で、読点で区切って並べます（C-3.15）。",
)


def _add(
    state: Scene, language: Language, *, primary: bool = False, before: tuple[list[object], ...] = ()
) -> list[Element]:
    """Return the form for somebody new, filled in with whoever of the sample cast is not there.

    Args:
        state: Where play stands.
        language: The reader's language.
        primary: Is it what one does next?
        before: Actions that the button takes first.
    """
    if len(state.characters) >= MOST_CHARACTERS:
        reason = GAME.words["scene_full"].format(most=MOST_CHARACTERS)
        return closed([ForbiddenAction(GAME.actions["add"].label, reason)], language)
    there = {name for c in state.characters for name in (c.name.en, c.name.ja)}
    sample = next((c for c in CAST if there.isdisjoint((c.name.en, c.name.ja))), None)
    fields = _fields(sample or CAST[2], language, None if sample else Text("", ""))
    action: list[object] = ["add", control("name"), control("narrator"), control("abilities")]
    label = (
        Text("Add", "加える") if not before else Text("Next round, with somebody new", "この人を加えて次のラウンドへ")
    )
    made = fieldset(
        Text("Add a character", "キャラクターを加える"),
        [*fields, press([*before, action] if before else action, label, language, primary=primary)],
        language,
        _AS_A_LIST,
    )
    return [made]


# --- phase 1 ----------------------------------------------------------------------------------------------------------


def _start(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    parts: list[Element] = []
    free = _names(state, state.free)
    pair = next_pair(state)
    first = state.round == 1 and pair is not None
    if state.running:
        on = Text("On to the declaration", "宣言フェイズへ")
        parts.append(h("p", press(["next"], on, language, primary=not first)))
    opponents = list(free)
    if state.round == 1 and rulings.same_opponent != "one_to_one":
        opponents += _names(state, state.participants)
    if free and len(opponents) > 1:
        a = pair[0] if pair else state.free[0]
        others = [who for who, _ in opponents if isinstance(who, int) and who != a]
        b = pair[1] if pair else next((who for who in others if state.are_foes(a, who)), others[0])
        form = [
            select("pair_a", Text("Side A", "A側"), free, language, a),
            select("pair_b", Text("Side B", "B側"), opponents, language, b),
            press(
                ["pair", control("pair_a"), control("pair_b")],
                Text("Face each other", "対決させる"),
                language,
                primary=first or not state.running,
            ),
        ]
        note = Text(
            "Each contest gets a gauge, the piece on the start square (C-1.3, C-1.4).",
            "対決ごとにゲージを用意し、コマを開始マスに置きます（C-1.3、C-1.4）。",
        )
        if state.round == 1 and rulings.same_opponent == "one_to_one":
            note += Text(
                " In round 1 nobody is chosen twice (C-Q23).", "第1ラウンドは、同じ相手を2人で選べません（C-Q23）。"
            )
        parts.append(fieldset(Text("A new contest", "新しい対決"), form, language, note))
    if state.round > 1 and free and state.running:
        parts.append(_join(state, free, language))
    if state.round > 1:
        parts.append(under_more([*_add(state, language), _changing(state, language)], language, _ARRIVING))
    if not state.running and not may_enter(state, rulings):
        over = Text("Nobody is left to face.", "もう対決できる相手がいません。")
        parts.append(h("p", over.get(language)))
    return parts


def _join(state: Scene, free: list[tuple[object, Text]], language: Language) -> Element:
    contests: list[tuple[object, Text]] = []
    enemies: list[tuple[object, Text]] = [("", Text("nobody in particular", "指定しない"))]
    for n in state.running:
        contest = state.contests[n]
        for side, own in (("a", 0), ("b", 1)):
            names = listed([state.name(who) for who in contest.sides[own]])
            other = contest.sides[1 - own]
            against = listed([state.name(who) for who in other])
            words = Text("with {names} against {others}", "{names}の側（{others}と対決中）")
            contests.append((f'[{n},"{side}"]', words.format(names=names, others=against)))
            if len(other) > len(contest.sides[own]):
                enemies += _names(state, list(other))
    form = [
        select("join_who", Text("Who joins", "加わるキャラクター"), free, language),
        select("join_contest", Text("Which side", "加わる側"), contests, language),
        press(
            ["join", control("join_who"), choice("join_contest"), control("join_enemy")],
            Text("Join in", "助太刀する"),
            language,
        ),
    ]
    if len(enemies) > 1:
        form.insert(2, select("join_enemy", Text("Enemy to face (C-1.8)", "引き受ける敵（C-1.8）"), enemies, language))
    note = Text(
        "Joining the smaller side opens a contest of its own with one enemy (C-1.7); otherwise it is many-to-one"
        " (C-1.11, C-1.12).",
        "少数側に加わると、敵1人との別の対決になります（C-1.7）。それ以外は多対一になります（C-1.11、C-1.12）。",
    )
    return fieldset(Text("Join a running contest", "助太刀"), form, language, note)


# --- phase 2 ----------------------------------------------------------------------------------------------------------


def _declaration(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    form: list[Element] = []
    used = [[who, control(f"ability_{who}"), control(f"strike_{who}")] for who in state.participants]
    acting = []
    for who in state.participants:
        name = state.name(who)
        abilities = _abilities(state, who, rulings)
        label = Text("{name} uses", "{name}の使用能力").format(name=name)
        form.append(select(f"ability_{who}", label, abilities, language, state.declared.get(who, 0)))
        label = Text("{name}’s strike power", "{name}の打撃力").format(name=name)
        form.append(select(f"strike_{who}", label, [(1, same("1")), (2, same("2"))], language, 1))
    for n in state.running:
        contest = state.contests[n]
        if max(map(len, contest.sides)) > 1:
            acting.append([n, control(f"acting_{n}_a"), control(f"acting_{n}_b")])
            for letter, own in (("a", 0), ("b", 1)):
                people = _names(state, list(contest.sides[own]))
                label = Text("Acting for side {side}", "{side}側の行動役").format(side=letter.upper())
                form.append(select(f"acting_{n}_{letter}", label, people, language, contest.acting[own]))
    form.append(press(["declare", used, acting], Text("Declare", "宣言する"), language, primary=True))
    note = Text(
        "Only what is declared here can be augmented (C-2.2).", "増強できるのは、ここで宣言した能力だけです（C-2.2）。"
    )
    return [fieldset(Text("Used abilities", "使用能力"), form, language, note)]


def _abilities(state: Scene, who: int, rulings: Rulings) -> list[tuple[object, Text]]:
    """Return somebody's abilities, each with its chance to push if the others use what they used last."""
    number = state.contests_of(who)[0]
    contest = state.contests[number]
    side = contest.side_of(who)
    found: list[tuple[object, Text]] = []
    for n, ability in enumerate(state.characters[who].abilities):
        words = ability.text
        if side and who in contest.acting:
            then = replace(state, declared={**state.declared, who: n})
            chance = percent(odds_now(then, number, rulings).pushes(side))
            words += Text(f": {chance} to push", f"：押しこむ確率{chance}")
        found.append((n, words))
    return found


# --- phase 3 ----------------------------------------------------------------------------------------------------------


def _augments(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    who = state.on_turn
    if who is None:
        return []
    name = state.name(who)
    roll = Text("Nobody else: roll the dice", "ほかは何もしない：ダイスを振る")
    if not state.turn:
        roll = Text("Nobody augments: roll the dice", "誰も増強しない：ダイスを振る")
    buttons = [
        press(["pass"], Text("{name} does neither", "{name}は何もしない").format(name=name), language),
        press(["act"], Text("Independent act", "独立行為"), language),
        press(["skip"], Text("Nobody else: your own dice", "ほかは何もしない：手元のダイスで"), language),
    ]
    turn = Text("It is {name}’s turn.", "{name}の手番です。").format(name=name)
    return [
        h("p", press([["skip"], ["roll"]], roll, language, primary=True)),
        h("p", h("b", turn.get(language))),
        *_augment(state, who, rulings, language),
        h("div", buttons, class_="buttons"),
    ]


def _augment(state: Scene, who: int, rulings: Rulings, language: Language) -> list[Element]:
    """Return the form for an augment; only abilities that may raise something are offered."""
    character = state.characters[who]
    own = who if who in state.participants else state.participants[0]
    possible = {n: _raised(state, n, rulings) for n in range(len(character.abilities))}
    sources: list[tuple[object, Text]] = []
    for n, ability in enumerate(character.abilities):
        if not possible[n]:
            continue
        words = ability.bare + same(f" → +{augment_bonus(ability.ability, rulings, character.wounded)}")
        if own in possible[n]:
            chances = " → ".join(possible[n][own])
            words += Text(f" ({chances})", f"（{chances}）")
        sources.append((n, words))
    if not sources:
        reason = GAME.words["all_have_augmented"]
        return closed([ForbiddenAction(GAME.actions["augment"].label, reason, "C-Q14")], language)
    best = next(
        (n for n, _ in sources if isinstance(n, int) and own in possible[n] and n != state.declared.get(who)), None
    )
    source = sources[0][0] if best is None else best
    targets: list[tuple[object, Text]] = []
    for n in state.participants:
        if any(n in found for found in possible.values()):
            used = state.characters[n].abilities[state.declared[n]]
            targets.append((n, Text("{name}: {used}", "{name}の{used}").format(name=state.name(n), used=used.text)))
    if isinstance(source, int) and own not in possible[source]:
        own = next(iter(possible[source]))
    kinds: list[tuple[object, Text]] = [
        ("active", Text("active, such as skills, possessions", "能動（技能・持ち物など）")),
        ("passive", Text("passive, such as relationships, personality", "受動（縁故・性格など）")),
    ]
    form = [
        select("source", Text("With", "増強に使う能力"), sources, language, source),
        select("target", Text("Raises", "増強される使用能力"), targets, language, own),
        select("kind", Text("Kind, says the narrator (C-3.12)", "種類（ナレーターが判断、C-3.12）"), kinds, language),
    ]
    if len(targets) > 1 or who not in state.participants:
        form.append(
            flag(
                "allowed",
                Text(
                    "Narrator allows a passive one for others (C-3.13)",
                    "他者への受動増強をナレーターが認めた（C-3.13）",
                ),
                language,
            )
        )
    label = Text("{name} augments", "{name}が増強する").format(name=state.name(who))
    form.append(press(["augment", *map(control, ("target", "source", "kind", "allowed"))], label, language))
    note = Text(
        "A participant who augments actively or acts independently cannot push this round (C-3.14, C-3.21).",
        "参加者が能動増強や独立行為をすると、このラウンドはコマを押しこめません（C-3.14、C-3.21）。",
    )
    return [fieldset(Text("Augment", "増強"), form, language, note)]


def _raised(state: Scene, source: int, rulings: Rulings) -> Mapping[int, tuple[str, str]]:
    """Return whom an ability may augment now, with what they roll with before and after."""
    found = {}
    for target in state.participants:
        try:
            then, _ = GAME.apply(state, ["augment", target, source, "active"], rulings)
        except ForbiddenAction:
            continue
        number = next(n for n in state.contests_of(target) if then.contests[n] != state.contests[n])
        side = state.contests[number].side_of(target) or Side.A
        own = 0 if side is Side.A else 1
        acting = list(state.contests[number].acting)
        acting[own] = target
        values = []
        for each in (state, then):
            contest = replace(each.contests[number], acting=(acting[0], acting[1]))
            shown = replace(each, contests=(*each.contests[:number], contest, *each.contests[number + 1 :]))
            values.append(str(contestant(shown, number, side, rulings).effective(rulings)))
        found[target] = (values[0], values[1])
    return found


# --- phases 4 to 6 ----------------------------------------------------------------------------------------------------


def _exchange(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    rolled = [n for n in state.running if state.contests[n].rolls]
    waiting = unsettled(state, rulings)
    parts: list[Element] = []
    if waiting:
        form: list[Element] = []
        dice = [[n, control(f"roll_{n}_a"), control(f"roll_{n}_b")] for n in waiting]
        for n in waiting:
            for letter, who in zip("ab", state.contests[n].acting, strict=True):
                label = Text("{name}’s d20", "{name}のd20").format(name=state.name(who))
                form.append(number_input(f"roll_{n}_{letter}", label, language, size=3))
        parts.append(h("p", press(["roll", dice], Text("Roll the dice", "ダイスを振る"), language, primary=True)))
        parts.append(fieldset(OWN_DICE, form, language))
    else:
        parts.append(h("p", press(["resolve"], Text("Read the chart", "連続対決表を適用する"), language, primary=True)))
    if rulings.hero_points and rolled:
        buttons = []
        for n in rolled:
            for letter, who in zip("ab", state.contests[n].acting, strict=True):
                label = Text("Hero point for {name}", "{name}がヒーローポイントを使う").format(name=state.name(who))
                buttons.append(press(["hero", n, letter], label, language))
        parts.append(h("div", buttons, class_="buttons"))
    note = Text(
        "A desperate stake comes before the roll and hero points after it; what they do is lost (C-4.1, C-4.4, C-Q3).",
        "決死の賭けはロール前、ヒーローポイントはロール直後に宣言しますが、効果の説明は失われています（C-4.1、C-4.4、C-Q3）。",
    )
    if rulings.hero_points:
        note = Text(
            "A desperate stake comes before the roll; what it does is lost (C-4.1, C-Q3).",
            "決死の賭けはロール前に宣言しますが、効果の説明は失われています（C-4.1、C-Q3）。",
        )
    parts.append(remark(note.get(language)))
    return parts


def _resolution(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    parts: list[Element] = []
    for n in state.running:
        contest = state.contests[n]
        if not contest.move or not (squares := placements(state, n, rulings)):
            continue
        best = best_square(state, n, contest.move, rulings)
        options: list[tuple[object, Text]] = [(x, placed(state, n, x, rulings)) for x in squares]
        winner = contest.acting[0 if contest.move.free == "a" else 1]
        legend = Text("{name} may place the piece", "{name}がコマを自由に置く").format(name=state.name(winner))
        label = Text("Place the piece", "ここに置く")
        form = [
            select(f"place_{n}", Text("Square", "マス"), options, language, best),
            press(["place", n, control(f"place_{n}")], label, language, primary=not parts),
        ]
        note = Text(
            "Tap a square of the gauge, or choose one here (C-T1.4, C-Q11).",
            "ゲージのマスを押すか、ここで選んでください（C-T1.4、C-Q11）。",
        )
        parts.append(fieldset(legend, form, language, note))
    if not parts:
        label = Text("Check wounds and defeat", "重傷と敗北を確認する")
        parts.append(h("p", press(["next"], label, language, primary=True)))
    return parts


def _check(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    following = Text("On to round {n}", "第{n}ラウンドへ").format(n=state.round + 1)
    buttons = [button for who in state.participants for button in _yields(state, who, language)]
    buttons += [
        press(
            ["draw", n],
            Text("{names} agree to a draw", "{names}が引き分けに合意").format(
                names=listed(list(side_names(state, state.contests[n])))
            ),
            language,
        )
        for n in state.running
    ]
    return [
        h("p", press(["next"], following, language, primary=True)),
        h("div", buttons, class_="buttons"),
        under_more([*_add(state, language, before=(["next"],)), _changing(state, language)], language, _ARRIVING),
    ]


def _yields(state: Scene, who: int, language: Language) -> list[Element]:
    """Return the button with which somebody yields; who fights in several contests has one for each."""
    name, numbers = state.name(who), state.contests_of(who)
    if len(numbers) == 1:
        return [press(["yield", who], Text("{name} yields", "{name}が降参する").format(name=name), language)]
    words = Text("{name} yields to {foes}", "{name}が{foes}に降参する")
    foes = {n: listed([state.name(foe) for foe in state.contests[n].foes_of(who)]) for n in numbers}
    return [press(["yield", who, n], words.format(name=name, foes=foes[n]), language) for n in numbers]


CONTROLS: Mapping[Phase, Callable[[Scene, Rulings, Language], list[Element]]] = {
    Phase.SCENE: _scene,
    Phase.START: _start,
    Phase.DECLARATION: _declaration,
    Phase.AUGMENT: _augments,
    Phase.EXCHANGE: _exchange,
    Phase.RESOLUTION: _resolution,
    Phase.CHECK: _check,
}
"""The controls of each phase; the first primary button is what one does next."""
