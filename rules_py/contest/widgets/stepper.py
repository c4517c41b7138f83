"""Contest chart stepper: a whole contest, phase by phase."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.contest.characters import Ability, augment_bonus, halve
from rules_py.contest.checks import Side
from rules_py.contest.effects import Gauge, Move
from rules_py.contest.figures import chart_table, draw_gauge, position_name
from rules_py.contest.game import GAME, settled
from rules_py.contest.model import Character, Contest, NamedAbility, Phase, Scene, contestant, outlook, standing
from rules_py.contest.odds import Outlook, piece_after
from rules_py.contest.rulings import Rulings
from rules_py.contest.widgets.common import house_rules, read_rulings
from rules_py.controls import choice, control, fieldset, flag, press, select, text_input
from rules_py.errors import InputError
from rules_py.markup import h, heading, marked_up
from rules_py.show import decimal, odds_table, percent, signed, summary
from rules_py.stepper import Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same, sentences
from rules_py.widget import Group

_HERO = Character(
    Text("Tomoe", "トモエ"),
    (
        NamedAbility(Text("Sword", "剣術"), Ability(1, 2), permanent=3),
        NamedAbility(Text("Read the foe", "間合いを読む"), Ability(0, 15)),
        NamedAbility(Text("Loyal to her village", "村への忠誠"), Ability(0, 18)),
    ),
)
_FOE = Character(
    Text("Garm", "ガルム"),
    (
        NamedAbility(Text("Axe", "斧術"), Ability(1, 1), permanent=2),
        NamedAbility(Text("War cry", "雄たけび"), Ability(0, 14)),
        NamedAbility(Text("Hates the village", "村への憎しみ"), Ability(0, 16)),
    ),
    narrator=True,
)
_ABILITIES_EXAMPLE = Text("Spear 17+2, Brave 14", "槍術 17+2、勇敢 14")


class ContestStepper(Stepper[Scene]):
    """Plays a serial contest for any number of characters, with the chart, the gauge and the odds at every step."""

    name = "contest.stepper"
    title = Text("Contest chart stepper", "連続対決の進行ツール")
    game = GAME
    groups = (house_rules("contest.stepper"), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Scene:
        """Return a scene with two characters, ready to begin or to be changed."""
        return Scene((_HERO, _FOE))

    def rulings(self, inputs: Mapping[str, Any]) -> Rulings:
        """Return the house rules that the form says."""
        return read_rulings(inputs)

    def show(
        self, state: Scene, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the phase, and the log."""
        rulings = read_rulings(inputs)
        controls = [heading(4, self._heading(state).get(language), class_="phase", tabindex="-1")]
        controls += _CONTROLS[state.phase](state, rulings, language)
        board = [_contest_board(state, n, rulings, language) for n in range(len(state.contests))]
        if not board:
            board = [draw_gauge(rulings, language)]
        more = [] if log else [Text("The scene is set.", "場面の準備中です。")]
        if state.running:
            more.append(_chance_words(state, state.running[0], rulings))
        sheets = [_people(state, language)]
        return sentences(more), {"output": [h("div", board, class_="board")], "controls": controls, "sheets": sheets}

    def outcome(self, state: Scene, inputs: Mapping[str, Any]) -> Text | None:
        """Return who has won, once no contest is running and nobody is left to face."""
        ended = [contest for contest in state.contests if contest.result]
        if state.running or not ended or len(state.free) > 1:
            return None
        return sentences([_result_words(state, contest) for contest in ended])

    def chance(self, state: Scene, inputs: Mapping[str, Any]) -> tuple[Text, Fraction] | None:
        """Return how likely side A of the first contest is to win it."""
        found = _outlook(state, 0, read_rulings(inputs)) if state.contests else None
        return (_side_names(state, state.contests[0])[0], found.wins_a) if found else None

    @staticmethod
    def _heading(state: Scene) -> Text:
        if state.phase is Phase.SCENE:
            return state.phase.text
        return Text("Round {round} · {phase}", "第{round}ラウンド・{phase}").format(
            round=state.round, phase=state.phase.text
        )


def _side_names(state: Scene, contest: Contest) -> tuple[Text, Text]:
    a, b = (listed([state.name(who) for who in side]) for side in contest.sides)
    return a, b


ENDLESS = Text(
    "With these abilities the contest would never end, so no chance can be named (C-Q11).",
    "この能力の組では対決が終わらないため、勝率を示せません（C-Q11）。",
)


def _outlook(state: Scene, number: int, rulings: Rulings) -> Outlook | None:
    """The outlook of a contest; None where it would never end."""
    try:
        return outlook(state, number, rulings)
    except InputError:
        return None


def _chance_words(state: Scene, number: int, rulings: Rulings) -> Text:
    now = _outlook(state, number, rulings)
    if now is None:
        return ENDLESS
    names = _side_names(state, state.contests[number])
    return Text("Chance to win: {a} {chance_a}, {b} {chance_b}.", "勝率は{a}が{chance_a}、{b}が{chance_b}。").format(
        a=names[0], b=names[1], chance_a=percent(now.wins_a), chance_b=percent(now.wins_b)
    )


def _contest_board(state: Scene, number: int, rulings: Rulings, language: Language) -> Element:
    contest = state.contests[number]
    names = _side_names(state, contest)
    title = Text("{a} against {b}", "{a} 対 {b}").format(a=names[0], b=names[1])
    parts: list[Element] = [
        heading(4, title.get(language), class_="part-title"),
        draw_gauge(rulings, language, contest.position, names),
    ]
    where = position_name(contest.position, Gauge.of(rulings))
    parts.append(
        h("p", Text("The piece lies on {where}.", "コマは{where}にあります。").format(where=where).get(language))
    )
    if contest.result:
        parts.append(summary(_result_words(state, contest), language))
        return h("section", parts, class_="contest ended")
    now = _outlook(state, number, rulings)
    if now is None:
        parts.append(h("p", *marked_up(ENDLESS.get(language))))
    else:
        rows = [
            (Text("won by {name}", "{name}が勝つ").format(name=names[0]), now.wins_a, "for-a"),
            (Text("won by {name}", "{name}が勝つ").format(name=names[1]), now.wins_b, "for-b"),
        ]
        caption = Text("From here, about {rounds} rounds to go", "ここからの見通し（平均あと{rounds}ラウンド）")
        caption = caption.format(rounds=decimal(now.rounds, 1))
        parts.append(odds_table(caption, Text("Outcome", "結果"), rows, language))
    parts.append(_sides_now(state, number, rulings, language))
    if contest.levels:
        strikes = tuple(contestant(state, number, side, rulings).strike_power for side in Side)
        parts.append(chart_table(language, contest.levels, (strikes[0], strikes[1]), rulings))
    return h("section", parts, class_="contest")


def _result_words(state: Scene, contest: Contest) -> Text:
    if contest.result == "draw":
        return Text("A draw.", "引き分け。")
    names = _side_names(state, contest)
    winner = names[0] if contest.result == "a" else names[1]
    return Text("Won by {winner}.", "{winner}の勝ち。").format(winner=winner)


def _sides_now(state: Scene, number: int, rulings: Rulings, language: Language) -> Element:
    """What each side rolls with now, and the dice on the table."""
    contest = state.contests[number]
    rows = []
    for side, who in zip(Side, contest.acting, strict=True):
        now = contestant(state, number, side, rulings)
        used = state.characters[who].abilities[state.declared.get(who, 0)]
        sums = [f"{now.ability}"]
        if now.wounded:
            sums.append(Text("halved", "半減").get(language))
        sums += [signed(bonus) for bonus in (now.permanent, now.augments, now.modifier) if bonus]
        notes = []
        if now.blocked:
            notes.append(Text("cannot push", "押しこめない").get(language))
        if now.strike_power == 2:
            notes.append(Text("strike power 2", "打撃力2").get(language))
        roll = ""
        if contest.rolls and contest.levels:
            index = 0 if side is Side.A else 1
            roll = f"{contest.rolls[index]} · {contest.levels[index].text.get(language)}"
        rows.append(
            h(
                "tr",
                h("th", state.name(who).get(language), scope="row"),
                h("td", used.called.get(language), " ", h("b", str(now.effective(rulings))), f" ({' '.join(sums)})"),
                h("td", roll or "—"),
                h("td", ", ".join(notes) or "—"),
            )
        )
    heads = (
        Text("Acting", "行動役"),
        Text("Rolls with", "使用能力"),
        Text("Dice", "出目"),
        Text("Notes", "備考"),
    )
    return h(
        "div",
        h(
            "table",
            h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
            h("tbody", rows),
            class_="people",
        ),
        class_="table-scroll",
        tabindex="0",
        role="group",
        aria_label=Text("What each side rolls with", "双方の使用能力").get(language),
    )


def _people(state: Scene, language: Language) -> Element:
    """Everybody in the scene."""
    rows = []
    for who, character in enumerate(state.characters):
        if character.dying:
            condition = Text("dying", "瀕死")
        elif character.wounded:
            condition = Text("heavy wound", "重傷")
        else:
            condition = Text("unhurt", "無傷")
        part = Text("in a contest", "対決中") if state.contests_of(who) else Text("in no contest", "不参加")
        player = Text("narrator", "ナレーター") if character.narrator else Text("player", "プレイヤー")
        rows.append(
            h(
                "tr",
                h("th", character.name.get(language), scope="row"),
                h("td", listed([a.text for a in character.abilities]).get(language)),
                h("td", f"{condition.get(language)} · {part.get(language)} · {player.get(language)}"),
            )
        )
    heads = (Text("Character", "キャラクター"), Text("Abilities", "能力"), Text("State", "状態"))
    return h(
        "div",
        h(
            "table",
            h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
            h("tbody", rows),
            class_="people",
        ),
        class_="table-scroll",
        tabindex="0",
        role="group",
        aria_label=Text("Everybody in the scene", "場面にいるキャラクター").get(language),
    )


# --- controls of each phase -------------------------------------------------------------------------------------------


def _names(state: Scene, who: list[int]) -> list[tuple[object, Text]]:
    return [(n, state.name(n)) for n in who]


def _scene_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    removing = [
        press(["remove", who], Text("Remove {name}", "{name}を外す").format(name=c.name), language)
        for who, c in enumerate(state.characters)
    ]
    begin = Text("Begin round 1", "第1ラウンドを始める")
    return [
        h("p", press(["begin"], begin, language, primary=True)),
        _add_controls(language),
        h("div", removing, class_="buttons"),
    ]


def _add_controls(language: Language) -> Element:
    note = Text(
        "Write abilities as a list: name, number, permanent augments if there are any (C-3.15).",
        "能力は「名前 数値+永続的増強」の形で、読点で区切って並べます（C-3.15）。",
    )
    return fieldset(
        Text("Add a character", "キャラクターを加える"),
        [
            text_input("name", Text("Name", "名前"), language, size=16),
            text_input("abilities", Text("Abilities", "能力"), language, _ABILITIES_EXAMPLE.get(language), size=30),
            flag("narrator", Text("Played by the narrator", "ナレーターが担当"), language),
            press(["add", control("name"), control("narrator"), control("abilities")], Text("Add", "加える"), language),
        ],
        language,
        note,
    )


def _start_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    parts: list[Element] = []
    free = _names(state, state.free)
    opponents = list(free)
    if state.round == 1 and rulings.same_opponent != "one_to_one":
        opponents += _names(state, state.participants)
    if state.running:
        parts.append(h("p", press(["next"], Text("On to the declaration", "宣言フェイズへ"), language, primary=True)))
    if free and len(opponents) > 1:
        second = opponents[1][0]
        for n, c in enumerate(state.characters):
            if c.narrator and n in state.free and n != free[0][0]:
                second = n
                break
        form = [
            select("pair_a", Text("Side A", "A側"), free, language, free[0][0]),
            select("pair_b", Text("Side B", "B側"), opponents, language, second),
            press(
                ["pair", control("pair_a"), control("pair_b")],
                Text("Face each other", "対決させる"),
                language,
                primary=not state.running,
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
        parts.append(_join_controls(state, free, language))
    if state.round > 1:
        more = h("details", h("summary", Text("Somebody arrives", "新たに登場するキャラクター").get(language)))
        more.append(_add_controls(language))
        parts.append(more)
    if not state.running and len(free) < 2:
        over = Text("Nobody is left to face.", "もう対決できる相手がいません。")
        parts.append(h("p", over.get(language)))
    return parts


def _join_controls(state: Scene, free: list[tuple[object, Text]], language: Language) -> Element:
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


def _declare_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    form: list[Element] = []
    used = [[who, control(f"ability_{who}"), control(f"strike_{who}")] for who in state.participants]
    acting = []
    for who in state.participants:
        character = state.characters[who]
        abilities: list[tuple[object, Text]] = [(n, a.text) for n, a in enumerate(character.abilities)]
        label = Text("{name} uses", "{name}の使用能力").format(name=character.name)
        form.append(select(f"ability_{who}", label, abilities, language, state.declared.get(who, 0)))
        label = Text("{name}’s strike power", "{name}の打撃力").format(name=character.name)
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


def _bonus(character: Character, source: NamedAbility, rulings: Rulings) -> int:
    ability = Ability.of_value(halve(source.ability.value)) if character.wounded else source.ability
    return augment_bonus(ability, rulings)


def _augment_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    who = state.on_turn
    if who is None:
        return []
    character = state.characters[who]
    name = state.name(who)
    sources: list[tuple[object, Text]] = [
        (n, a.bare + same(f" → +{_bonus(character, a, rulings)}")) for n, a in enumerate(character.abilities)
    ]
    targets: list[tuple[object, Text]] = []
    for n in state.participants:
        used = state.characters[n].abilities[state.declared[n]]
        targets.append((n, Text("{name}: {used}", "{name}の{used}").format(name=state.name(n), used=used.text)))
    own = who if who in state.participants else targets[0][0]
    kinds: list[tuple[object, Text]] = [
        (
            "active",
            Text(
                "active, as skills, magical abilities, followers, possessions",
                "能動（技能・魔術能力・従者・持ち物など）",
            ),
        ),
        ("passive", Text("passive, as relationships, personality", "受動（縁故・性格など）")),
    ]
    form = [
        select("source", Text("With", "増強に使う能力"), sources, language),
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
    form.append(
        press(
            ["augment", *map(control, ("target", "source", "kind", "allowed"))], Text("Augment", "増強する"), language
        )
    )
    turn = Text("It is {name}’s turn.", "{name}の手番です。").format(name=name)
    nobody = Text("Nobody else: roll now", "もう誰もしない（ロールへ）")
    buttons = [
        press(["pass"], Text("{name} does neither", "{name}は何もしない").format(name=name), language, primary=True),
        press(["act"], Text("Independent act", "独立行為"), language),
        press(["skip"], nobody, language),
    ]
    note = Text(
        "A participant who augments actively or acts independently cannot push this round (C-3.14, C-3.21).",
        "参加者が能動増強や独立行為をすると、このラウンドはコマを押しこめません（C-3.14、C-3.21）。",
    )
    return [
        h("p", h("b", turn.get(language))),
        h("div", buttons, class_="buttons"),
        fieldset(Text("Augment", "増強"), form, language, note),
    ]


def _exchange_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    rolled = [n for n in state.running if state.contests[n].rolls]
    waiting = [n for n in state.running if not settled(state, n, rulings)]
    parts: list[Element] = []
    if waiting:
        form: list[Element] = []
        dice = [[n, control(f"roll_{n}_a"), control(f"roll_{n}_b")] for n in waiting]
        for n in waiting:
            for letter, who in zip("ab", state.contests[n].acting, strict=True):
                label = Text("{name}’s d20", "{name}のd20").format(name=state.name(who))
                form.append(text_input(f"roll_{n}_{letter}", label, language, inputmode="numeric", size=3))
        form.append(press(["roll", dice], Text("Use these dice", "この出目を使う"), language))
        parts.append(h("p", press(["roll"], Text("Roll the dice", "ダイスを振る"), language, primary=True)))
        parts.append(fieldset(Text("Or type your own dice", "手元のダイスの目を入れる"), form, language))
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
    parts.append(h("p", *marked_up(note.get(language)), class_="field-hint"))
    return parts


def _resolution_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    parts: list[Element] = []
    gauge = Gauge.of(rulings)
    for n in state.running:
        contest = state.contests[n]
        if contest.placing and contest.move:
            squares = list(gauge.placements(contest.move, contest.position, rulings))
            if contest.move.stopped_by == "C-Q10" and contest.position not in squares:
                squares.append(contest.position)
            best = _best_square(state, n, contest.move, rulings)
            options: list[tuple[object, Text]] = [
                (x, Text("{sign}: {name}", "{sign}：{name}").format(sign=signed(x), name=position_name(x, gauge)))
                for x in squares
            ]
            winner = contest.acting[0 if contest.move.free == "a" else 1]
            legend = Text("{name} may place the piece", "{name}がコマを自由に置く").format(name=state.name(winner))
            form = [
                select(f"place_{n}", Text("Square", "マス"), options, language, best),
                press(
                    ["place", n, control(f"place_{n}")], Text("Place the piece", "ここに置く"), language, primary=True
                ),
            ]
            parts.append(fieldset(legend, form, language, Text("C-T1.4, C-Q11", "C-T1.4、C-Q11")))
    if not parts:
        label = Text("Check wounds and defeat", "重傷と敗北を確認する")
        parts.append(h("p", press(["next"], label, language, primary=True)))
    return parts


def _best_square(state: Scene, number: int, move: Move, rulings: Rulings) -> int:
    a, b = (contestant(state, number, side, rulings) for side in Side)
    now = standing(state, number)
    try:
        return piece_after(a, b, now, move, rulings)
    except InputError:
        return Gauge.of(rulings).farthest_placement(move, now.position, rulings)


def _check_controls(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    label = Text("Next round", "次のラウンドへ")
    parts = [h("p", press(["next"], label, language, primary=True))]
    buttons = [
        press(["yield", who], Text("{name} yields", "{name}が降参する").format(name=state.name(who)), language)
        for who in state.participants
    ]
    buttons += [
        press(
            ["draw", n],
            Text("{names} agree to a draw", "{names}が引き分けに合意").format(
                names=listed(list(_side_names(state, state.contests[n])))
            ),
            language,
        )
        for n in state.running
    ]
    parts.append(h("div", buttons, class_="buttons"))
    return parts


_CONTROLS = {
    Phase.SCENE: _scene_controls,
    Phase.START: _start_controls,
    Phase.DECLARATION: _declare_controls,
    Phase.AUGMENT: _augment_controls,
    Phase.EXCHANGE: _exchange_controls,
    Phase.RESOLUTION: _resolution_controls,
    Phase.CHECK: _check_controls,
}
