"""Combat stepper: cards face down, declarations, execution, clashes, pursuit, refill and reshuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import RANKS, Card, Suit, rank_name, read_card, read_cards, show_cards
from rules_py.avatar.combat import (
    NOBODY,
    Combat,
    Declared,
    Fighter,
    Kind,
    Phase,
    Side,
    Stage,
    begin_problem,
    declaring,
    executing,
    helpers,
    may_buy,
    momentum,
    seats,
)
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, MOST_EP, MOST_LIMIT, MOST_STAGE, refill_price
from rules_py.avatar.play import LONGEST_WORDS, MOST_FIGHTERS, NUMBERS, apply, chasing, start
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.controls import button, fieldset, flag, select, text_input
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading, marked_up
from rules_py.stepper import SEED, Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same
from rules_py.widget import ChoiceField, Group, IntegerField

_FIGHTERS: tuple[Action, ...] = (
    ["add", "Tobari", "pc", "S", [3200, 2000, 5, None], 5],
    ["add", "Hibiki", "pc", "H", [3200, 1500, 5, None], 5],
    ["add", "Isaki", "pc", "D", [2800, 2500, 5, None], 5],
    ["add", "Drowned King", "enemy", "C", [5000, 1000, 6, None], 6],
)
_NAMES = {
    "Tobari": Text("Tobari", "トバリ"),
    "Hibiki": Text("Hibiki", "ヒビキ"),
    "Isaki": Text("Isaki", "イサキ"),
    "Drowned King": Text("Drowned King", "溺れ王"),
}
_SEED = replace(
    SEED,
    label=Text("Seed of the deck", "山札のシード"),
    hint=Text(
        "Leave it empty for a fresh deck; the same seed deals the same cards again.",
        "空欄なら毎回新しい山札になります。同じシードなら同じカードが出ます。",
    ),
)
_HANDS = ChoiceField(
    "hands",
    Text("Hands shown", "見せる手札"),
    "all",
    options=(
        ("all", Text("everybody’s", "全員")),
        ("deciding", Text("to whoever decides, on opening", "決める人だけ（開いて見る）")),
    ),
)
_SIDES = {Side.PC: same("PC"), Side.ALLY: Text("ally", "味方"), Side.ENEMY: Side.ENEMY.text}
"""Sides as a narrow column names them."""
_DEFAULTS = {"ep": "3200", "sep": "1000", "limit": "5", "power": ""}
_DRAWN = Text(
    "What your real deck shows, in order (empty: drawn here)", "実物の山札から出たカード（空欄ならここで引く）"
)
Options = list[tuple[object, Text]]
Pressed = Mapping[str, str]


class CombatStepper(Stepper[Combat]):
    """Plays a combat by the rules of `rules_py.avatar.play`."""

    name = "avatar.combat"
    title = Text("Combat stepper", "戦闘の進行ツール")
    opening = "begin"
    groups = (Group((_HANDS,)), house_rules(SYSTEM, Rulings, "avatar.combat"), Group((_SEED, *link_fields()[1:])))

    def start(self, inputs: Mapping[str, Any]) -> Combat:
        """Return the people of the pages against their enemy, ready to begin or to be changed."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        state = start(rulings)
        for action in _FIGHTERS:
            state, _ = apply(state, action, rulings)
        return replace(
            state, fighters=tuple(replace(fighter, name=_NAMES[fighter.name.en]) for fighter in state.fighters)
        )

    def apply(self, state: Combat, action: Action, inputs: Mapping[str, Any]) -> tuple[Combat, list[Event]]:
        """Carry an action out."""
        return apply(state, action, read_rulings(SYSTEM, Rulings, inputs), inputs["seed"])

    def _set_up(self, actions: list[Action]) -> list[Action]:
        """Return the actions before the cards are dealt, which may be those of a real deck."""
        names = [action[2] if action[0] == "drawn" and len(action) > 2 else action[0] for action in actions]
        return actions[: names.index(self.opening)] if self.opening in names else list(actions)

    def action(self, state: Combat, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls of its form part mean."""
        verb, *arguments = pressed["do"].split(":")
        plain = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments]
        read = _READ.get(verb)
        found = read(state, pressed) if read else [verb, *plain]
        drawn = pressed.get("drawn", "").strip()
        return ["drawn", drawn, *found] if drawn else found

    def show(
        self, state: Combat, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return who stands how, the controls of the moment, and the log."""
        asked = _Asked(state, read_rulings(SYSTEM, Rulings, inputs), inputs["hands"] == "all", language, len(log))
        controls = [heading(4, _heading(state).get(language), class_="phase", tabindex="-1")]
        controls += _CONTROLS[state.stage](asked)
        if state.stage not in (Stage.SETUP, Stage.OVER):
            controls += _look(asked)
            controls += _by_hand(asked, any(part.get("name") == "drawn" for made in controls for part in made.iter()))
        more = Text("", "") if log else Text("The combat is being set up.", "戦闘の準備中です。")
        return more, {
            "output": [h("div", _table_line(state, language), _people_table(asked), class_="board")],
            "controls": controls,
        }


class _Asked:
    """What is shown: the state, the rulings, whether all hands are open, the language, how much has happened."""

    def __init__(self, state: Combat, rulings: Rulings, open_hands: bool, language: Language, happened: int) -> None:
        self.state, self.rulings, self.open_hands, self.language = state, rulings, open_hands, language
        self.happened = happened

    def __getitem__(self, who: int) -> Fighter:
        return self.state.fighters[who]


# --- what a button means ----------------------------------------------------------------------------------------------


def _whole(pressed: Pressed, name: str, most: int, least: int = 0) -> int:
    return IntegerField(name, same(name), least=least, most=most).parse(pressed.get(name, ""))


def _who(pressed: Pressed, name: str) -> int | None:
    return _whole(pressed, name, MOST_FIGHTERS) if pressed.get(name, "").strip() else None


def _code(pressed: Pressed, code: str) -> str:
    """Return a card as it is played: a Joker with what the controls declare it as."""
    if code not in ("X", "Y"):
        return code
    rank, suit = pressed.get(f"{code.lower()}_rank", ""), pressed.get(f"{code.lower()}_suit", "")
    return f"{code}={suit}{rank}" if rank else code


def _ticked(state: Combat, pressed: Pressed, who: int) -> list[str]:
    hand = state.fighters[who].hand
    return [_code(pressed, card.code) for card in hand if pressed.get(_tick(card)) == "1"]


def _tick(card: Card) -> str:
    return f"play_{card.code}"


def _read_add(state: Combat, pressed: Pressed) -> Action:
    numbers = [
        None if key == "power" and not pressed.get(key, "").strip() else _whole(pressed, key, most, least)
        for key, _, least, most in NUMBERS
    ]
    cards = pressed.get("hand", "").strip()
    hand = int(cards) if cards.isascii() and cards.isdigit() and len(cards) < 4 else cards
    return ["add", pressed.get("name", ""), pressed.get("side", ""), pressed.get("suit", ""), numbers, hand]


def _read_choose(state: Combat, pressed: Pressed) -> Action:
    chosen = []
    for who in state.there:
        code = pressed.get(f"card_{who}", "")
        if code:
            chosen.append([who, _code(pressed, code)])
    return ["choose", chosen]


def _options(pressed: Pressed, kind: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    special, words = pressed.get("special", "").strip(), pressed.get("words", "").strip()
    if special not in ("", "1"):
        options["special"] = special
    if pressed.get("cost", "").strip() not in ("", "0"):
        options["cost"] = _whole(pressed, "cost", MOST_EP)
    if words:
        options["words"] = words
    if kind == Kind.FLEE.value:
        options["discard"] = pressed.get("discard", "").rpartition("/")[2]
    return options


def _read_declare(state: Combat, pressed: Pressed) -> Action:
    kind = pressed.get("kind", "")
    found = [
        "declare",
        kind,
        _who(pressed, "target") if kind in _AIMED else None,
        _ticked(state, pressed, declaring(state)[0]),
        _options(pressed, kind),
    ]
    while found[-1] in (None, [], {}):
        found.pop()
    return found


def _read_strike(state: Combat, pressed: Pressed) -> Action:
    kind = pressed.get("kind", "")
    target = _who(pressed, "target") if kind in _AIMED else None
    return ["strike", _who(pressed, "who"), kind, target, _options(pressed, kind)]


_AIMED = ("attack", "cover", "pursue")


def _read_lay(state: Combat, pressed: Pressed) -> Action:
    return ["lay", _ticked(state, pressed, state.playing)]


def _read_help(state: Combat, pressed: Pressed) -> Action:
    if "helper" in pressed:
        card = read_card(pressed.get("help_card", ""), "help_card")
        return ["help", _who(pressed, "helper"), _who(pressed, "whom"), card.code]
    who, _, code = pressed.get("help_card", "").partition("/")
    return ["help", int(who) if who.isdigit() and len(who) < 3 else who, _who(pressed, "whom"), _code(pressed, code)]


def _read_reshuffle(state: Combat, pressed: Pressed) -> Action:
    chosen = [[who, pressed[f"lose_{who}"]] for who in range(len(state.fighters)) if pressed.get(f"lose_{who}")]
    return ["reshuffle", chosen] if chosen else ["reshuffle"]


def _read_joker(state: Combat, pressed: Pressed) -> Action:
    lying = next((card for fighter in state.fighters for card in fighter.field if not card.rank), None)
    return ["joker", _code(pressed, lying.code) if lying else ""]


def _read_chase(state: Combat, pressed: Pressed) -> Action:
    code = pressed.get("card", "")
    return ["chase", _code(pressed, code)] if code else ["chase"]


def _read_change(state: Combat, pressed: Pressed) -> Action:
    what = pressed.get("what", "")
    empty = what == "power" and not pressed.get("value", "").strip()
    return ["change", _who(pressed, "whose"), what, None if empty else _whole(pressed, "value", MOST_EP)]


_READ: dict[str, Callable[[Combat, Pressed], Action]] = {
    "add": _read_add,
    "begin": lambda state, pressed: ["begin", pressed.get("striking", "")],
    "set": lambda state, pressed: [
        "set",
        _whole(pressed, "stage_number", MOST_STAGE, 1),
        pressed.get("decisive") == "1",
    ],
    "choose": _read_choose,
    "declare": _read_declare,
    "strike": _read_strike,
    "react": lambda state, pressed: [
        "react",
        _who(pressed, "reactor"),
        pressed.get("reaction", ""),
        _who(pressed, "whom_to"),
    ],
    "cancel": lambda state, pressed: ["cancel", _who(pressed, "canceller")],
    "drop": lambda state, pressed: ["drop", _code(pressed, pressed.get("card", ""))],
    "chase": _read_chase,
    "lay": _read_lay,
    "buy": lambda state, pressed: ["buy", _whole(pressed, "number", MOST_LIMIT, 1)],
    "help": _read_help,
    "reshuffle": _read_reshuffle,
    "joker": _read_joker,
    "change": _read_change,
    "discard": lambda state, pressed: [
        "discard",
        _who(pressed, "whose"),
        [card.code for card in read_cards(pressed.get("cards", ""))],
    ],
    "deal": lambda state, pressed: ["deal", _who(pressed, "whose"), _whole(pressed, "dealt", MOST_LIMIT, 1)],
}


# --- what is shown ----------------------------------------------------------------------------------------------------


def _heading(state: Combat) -> Text:
    stage = state.stage
    words = stage.text
    if state.round and stage is not Stage.OVER:
        words = Text("Round {n} · {stage}", "第{n}ラウンド・{stage}").format(n=state.round, stage=stage.text)
    who = deciding(state)
    if len(who) == 1:
        return words + Text(" · ", "・") + state.name(who[0])
    return words


def deciding(state: Combat) -> list[int]:
    """Say who decides now."""
    stage = state.stage
    if stage is Stage.CHOOSE:
        return [who for who in seats(state) if state.fighters[who].hand and not state.fighters[who].chosen][:1]
    if stage is Stage.DECLARE:
        return declaring(state)
    if stage is Stage.CLASH:
        return [state.playing]
    if stage is Stage.FLIGHT:
        flight = state.flights[0]
        if flight.won != NOBODY:
            return [flight.won]
        return [flight.fleer] if flight.number < 0 else [chasing(state)]
    if stage is Stage.JOKER:
        return [state.undeclared]
    if stage is Stage.HELP:
        return helpers(state)
    return []


def _table_line(state: Combat, language: Language) -> Element:
    words = Text(
        "Deck {deck}, discard pile {discards}; stage {stage}; damage to the planet (PB) {planet}.",
        "山札{deck}枚、捨て札{discards}枚。ステージ数{stage}。惑星へのダメージ（PB）{planet}。",
    )
    if state.decisive:
        words = words + Text(" A decisive battle (A-6.14).", "決戦（A-6.14）。")
    told = words.format(
        deck=len(state.deck), discards=len(state.discards), stage=state.stage_number, planet=state.planet
    )
    return h("p", *marked_up(told.get(language)))


def _people_table(asked: _Asked) -> Element:
    state, language = asked.state, asked.language
    rows = []
    now = deciding(state)
    for who in [*seats(state), *(w for w, fighter in enumerate(state.fighters) if fighter.gone)]:
        fighter = asked[who]
        rows.append(
            h(
                "tr",
                h(
                    "th",
                    "▶ " if who in now else None,
                    fighter.name.get(language),
                    h("br"),
                    f"{fighter.suit.symbol} ",
                    _SIDES[fighter.side].get(language),
                    scope="row",
                ),
                h("td", _values(fighter).get(language), h("br"), _does(state, who).get(language)),
                h("td", _hand(asked, who).get(language), h("br"), _field(state, who).get(language)),
                class_="applies" if who in now else None,
            )
        )
    heads = (Text("Character", "キャラクター"), Text("Values", "数値"), Text("Cards", "カード"))
    caption = Text("Clockwise from the master; PC: player character", "マスターから時計回り")
    return h(
        "table",
        h("caption", caption.get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="people",
    )


def _values(fighter: Fighter) -> Text:
    words = Text("EP {ep}, SEP {sep}, attack power {power}", "EP {ep}、SEP {sep}、攻撃力{power}")
    return words.format(ep=fighter.ep, sep=fighter.sep, power=fighter.attack_power)


_GONE = {
    "lost": Text("defeated", "倒れた"),
    "fled": Text("left the combat", "離脱"),
    "left": Text("takes no part", "不参加"),
}


def _does(state: Combat, who: int) -> Text:
    fighter = state.fighters[who]
    if fighter.gone:
        return _GONE[fighter.gone]
    said: list[Text] = []
    if fighter.act:
        said.append(_act(state, fighter.act))
    for coverer, whom in state.covers:
        if coverer == who and not fighter.does(Kind.COVER):
            said.append(Text("covers {name}", "{name}をかばう").format(name=state.name(whom)))
    if any(who in clash.sides for clash in state.clashes):
        said.append(Text("in a clash", "打ち合い中"))
    elif fighter.act and fighter.act.kind.pending:
        said.append(
            Text("done or cancelled", "実行済かキャンセル") if fighter.acted else Text("to be carried out", "未実行")
        )
    return listed(said) if said else Text("not declared", "未宣言")


def _act(state: Combat, declared: Declared) -> Text:
    if declared.target == NOBODY:
        return declared.kind.text
    return declared.kind.text + Text(" → ", "→") + state.name(declared.target)


def _hand(asked: _Asked, who: int) -> Text:
    fighter, state = asked[who], asked.state
    if state.phase is Phase.SETUP and fighter.deal:
        return Text("to be dealt: {n} of {limit}", "配るカード{n}枚（上限{limit}）").format(
            n=fighter.deal, limit=fighter.limit
        )
    if not asked.open_hands:
        words = Text("hand: {n} of {limit}", "手札{n}枚（上限{limit}）")
    else:
        words = Text("hand {cards} ({n} of {limit})", "手札 {cards}（{n}枚、上限{limit}）")
    if not fighter.hand:
        words = Text("no hand (limit {limit})", "手札なし（上限{limit}）")
    return words.format(cards=show_cards(fighter.hand), n=len(fighter.hand), limit=fighter.limit)


def _field(state: Combat, who: int) -> Text:
    fighter = state.fighters[who]
    if fighter.down:
        return Text("a card face down", "伏せたカード1枚")
    if not fighter.field:
        return Text("no field card", "場のカードなし")
    if any(not card.rank for card in fighter.field):
        return Text("field {cards}", "場のカード {cards}").format(cards=show_cards(fighter.field))
    words = Text("field {cards} = {n}", "場のカード {cards}＝{n}")
    if fighter.strong:
        words = words + Text(" (own suit)", "（自分のスートのみ）")
    return words.format(cards=show_cards(fighter.field), n=momentum(state, who))


# --- controls ---------------------------------------------------------------------------------------------------------


def _named(state: Combat, who: Iterable[int]) -> Options:
    return [(each, state.name(each)) for each in who]


def _targets(state: Combat, who: int) -> Options:
    side = state.fighters[who].side is Side.ENEMY
    others = [other for other in seats(state) if other != who]
    return _named(state, sorted(others, key=lambda other: (state.fighters[other].side is Side.ENEMY) == side))


def _hand_options(hand: Iterable[Card]) -> Options:
    return [(card.code, card.label()) for card in hand]


def _cards_of(state: Combat, who: Iterable[int]) -> Options:
    """Return the hand cards of several people, each with its holder."""
    return [
        (f"{each}/{card.code}", state.name(each) + Text(": ", "：") + card.label())
        for each in who
        for card in state.fighters[each].hand
    ]


def _card_flags(asked: _Asked, who: int) -> list[Element]:
    flags = [flag(_tick(card), card.label(), asked.language) for card in asked[who].hand]
    return [h("div", flags, class_="hand")] if flags else []


def _joker_controls(asked: _Asked, cards: Iterable[Card]) -> list[Element]:
    """Return what declares the Jokers among some cards (A-2.2, A-Q4)."""
    parts = []
    for card in cards:
        if not card.joker or card.rank:
            continue
        key = card.code.lower()
        ranks: Options = [(rank_name(rank), same(rank_name(rank))) for rank in reversed(RANKS)]
        label = Text("{card} counts as (A-2.2)", "{card}の数字（A-2.2）").format(card=card.label())
        parts.append(select(f"{key}_rank", label, ranks, asked.language))
        if asked.rulings.joker == "rank_and_suit":
            suits: Options = [(suit.value, same(suit.symbol + " ") + suit.label) for suit in Suit]
            label = Text("{card}: its suit (A-Q4)", "{card}のスート（A-Q4）").format(card=card.label())
            parts.append(select(f"{key}_suit", label, suits, asked.language))
    return parts


_EYES = Text("For {name}’s eyes only", "{name}だけが開いて見る")


def _private(asked: _Asked, who: int, parts: list[Element]) -> list[Element]:
    """Return what shows a hand: where hands are hidden it is folded, so that the device can be passed on first."""
    if asked.open_hands:
        return parts
    summary = h("summary", _EYES.format(name=asked.state.name(who)).get(asked.language), class_="primary")
    return [h("details", summary, parts, class_="keeping", data_key=f"private-{asked.happened}")]


def _look(asked: _Asked) -> list[Element]:
    """Return everybody's hand, each folded by itself, where hands are hidden."""
    state, language = asked.state, asked.language
    holding = [who for who in seats(state) if asked[who].hand]
    if asked.open_hands or not holding:
        return []
    folds = [
        h(
            "details",
            h("summary", _EYES.format(name=state.name(who)).get(language)),
            h("p", show_cards(asked[who].hand).get(language)),
            class_="keeping",
            data_key=f"hand-{who}-{asked.happened}",
        )
        for who in holding
    ]
    summary = h("summary", Text("Look at your own hand", "自分の手札を見る").get(language))
    return [h("details", summary, folds, class_="keeping", data_key="hands")]


def _drawn(asked: _Asked) -> Element:
    return text_input("drawn", _DRAWN, asked.language, size=14)


def _words(text: Text, language: Language) -> Element:
    return h("p", *marked_up(text.get(language)))


def _setup_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    problem = begin_problem(state)
    if problem:
        parts = [h("ul", h("li", *marked_up(problem.message(language))), class_="closed")]
    else:
        sides: Options = [
            ("", Text("nobody", "なし")),
            ("pc", Text("the players’ side", "プレイヤー側")),
            ("enemy", Text("the enemies", "敵側")),
        ]
        form = [
            select("striking", Text("First strike (A-1.2, A-1.4)", "先制攻撃（A-1.2、A-1.4）"), sides, language),
            _drawn(asked),
            button("begin", Text("Deal the cards and begin", "カードを配って始める"), language, primary=True),
        ]
        note = Text(
            "Hands that are given as a number are dealt now, clockwise from the master.",
            "枚数で指定した手札は、マスターから時計回りに配ります。",
        )
        parts = [fieldset(Text("Begin", "開始"), form, language, note)]
    return [*parts, *_settings(asked), _entering(asked)]


def _entering(asked: _Asked) -> Element:
    state, language = asked.state, asked.language
    parts = []
    if len(state.fighters) < MOST_FIGHTERS:
        form = [
            text_input("name", Text("Name", "名前"), language, size=14),
            select("side", Text("Side", "立場"), [(side.value, side.text) for side in Side], language, "enemy"),
            select(
                "suit",
                Text("Own suit", "自身のスート"),
                [(suit.value, same(suit.symbol + " ") + suit.label) for suit in Suit],
                language,
            ),
            *(
                text_input(key, label, language, _DEFAULTS[key], size=6, inputmode="numeric")
                for key, label, _, _ in NUMBERS
            ),
            text_input("hand", Text("Hand: cards, or how many", "手札（カードか枚数）"), language, "5", size=14),
            button("add", Text("Add the character", "キャラクターを加える"), language),
        ]
        note = Text(
            "How EP, SEP, hand limit and attack power are set is not in these chapters: type your own (A-Q27). An empty"
            " attack power is 10% of the EP at that moment (A-Q32). Cards: SK ♥10 Joker.",
            "EP・SEP・手札上限・攻撃力の決め方は失われています。卓の値を書いてください（A-Q27）。"
            "攻撃力が空欄なら、その時点のEPの10%とします（A-Q32）。"
            "カードは「SK ♥10 ジョーカー」のように。",
        )
        parts.append(fieldset(Text("A character", "キャラクター"), form, language, note))
    removing = [
        button(f"remove:{who}", Text("Remove {name}", "{name}を外す").format(name=state.name(who)), language)
        for who in state.there
    ]
    parts.append(h("div", removing, class_="buttons"))
    words = Text("Add and remove characters", "キャラクターの追加と取り消し")
    return h("details", h("summary", words.get(language)), parts, class_="keeping")


def _settings(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    number = text_input(
        "stage_number",
        Text("Stage number", "ステージ数"),
        language,
        str(state.stage_number),
        size=4,
        inputmode="numeric",
    )
    decisive = flag("decisive", Text("A decisive battle (A-6.14)", "決戦（A-6.14）"), language)
    if state.decisive:
        decisive[0].set("checked", "checked")
    form = [number, decisive, button("set", Text("Set", "決める"), language)]
    note = Text("What decides them is not in these chapters (A-Q27).", "どう決まるかは失われています（A-Q27）。")
    return [fieldset(Text("The combat", "この戦闘"), form, language, note)]


def _what(asked: _Asked, kinds: Iterable[Kind], targets: Options) -> list[Element]:
    """Return the controls of a declaration: what, and at whom."""
    return [
        select("kind", Text("Declaration", "宣言"), [(kind.value, kind.text) for kind in kinds], asked.language),
        select("target", Text("Target", "対象"), targets, asked.language),
    ]


_FLIGHT_COST = Text("To flee: discard (A-7.8)", "逃走で捨てるカード（A-7.8）")


def _price(asked: _Asked, cards: Options) -> list[Element]:
    """Return what a declaration may cost and be called, most of it folded: few declarations need it."""
    language = asked.language
    words = Text("In your words (up to {n} letters)", "一言（{n}文字まで）").format(n=LONGEST_WORDS)
    inside = [
        text_input("special", Text("Factor of a special attack", "スペシャルアタックの倍率"), language, "1", size=4),
        text_input("cost", Text("EP it costs (A-3.6)", "コストのEP（A-3.6）"), language, "0", size=6),
        text_input("words", words, language, size=18),
        _drawn(asked),
    ]
    summary = Text("Special attack, cost, words, a real deck", "スペシャルアタック・コスト・一言・実物の山札")
    folded = h("details", h("summary", summary.get(language)), h("div", inside, class_="fields"), class_="pieces")
    return [*([select("discard", _FLIGHT_COST, cards, language)] if cards else []), folded]


def _release_buttons(fighter: Fighter, who: int, language: Language, named: bool) -> list[Element]:
    if not fighter.sep or fighter.released:
        return []
    found = []
    for to, words in (("half", Text("SEP to half", "SEPを半分に")), ("zero", Text("SEP to 0", "SEPを0に"))):
        label = Text("Power Release: {to}", "力の解放：{to}").format(to=words)
        if named:
            label = fighter.name + Text(": ", "：") + label
        found.append(button(f"release:{to}:{who}", label, language))
    return found


def _strike_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    enemy = state.striking == "enemy"
    able = [who for who in seats(state) if (asked[who].side is Side.ENEMY) == enemy and not asked[who].acted]
    kinds = [kind for kind in Kind if kind is not Kind.PURSUE]
    cards = _cards_of(state, able)
    typed = [] if asked.open_hands or not cards else [text_input("discard", _FLIGHT_COST, language, size=6)]
    targets = _named(state, sorted(seats(state), key=lambda who: (asked[who].side is Side.ENEMY) == enemy))
    form = [
        select("who", Text("Who acts", "行動する人"), _named(state, able), language),
        *_what(asked, kinds, targets),
        *typed,
        *_price(asked, [] if typed else cards),
        button("strike", Text("Act", "行動する"), language, primary=True),
        button("struck", Text("End the first strike", "先制攻撃を終える"), language),
    ]
    note = Text(
        "In any order, without cards; costs are paid; the defenders do nothing (A-1.5 to A-1.7).",
        "順番は自由で、カードは出しません。コストは支払い、防御側は何もしません（A-1.5〜A-1.7）。",
    )
    parts = [fieldset(Text("First strike", "先制攻撃"), form, language, note)]
    releases = [part for who in able for part in _release_buttons(asked[who], who, language, True)]
    if releases:
        summary = h("summary", Text("Power Release (A-7.17)", "力の解放（A-7.17）").get(language))
        parts.append(h("details", summary, h("div", releases, class_="buttons"), class_="keeping"))
    return parts


def _choose_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    left = [who for who in seats(state) if asked[who].hand and not asked[who].chosen]
    shown = left if asked.open_hands else left[:1]
    form = [select(f"card_{who}", state.name(who), _hand_options(asked[who].hand), language) for who in shown]
    form += _joker_controls(asked, [card for who in shown for card in asked[who].hand])
    last = len(shown) == len(left)
    label = Text("Put them down and turn them up", "伏せて、同時に表にする") if last else Text("Put it down", "伏せる")
    form.append(button("choose", label, language, primary=True))
    note = Text(
        "One hand card each, face down; all are turned up together (A-3.1, A-3.2).",
        "1人1枚を伏せ、全員が出したら同時に表にします（A-3.1、A-3.2）。",
    )
    return _private(asked, shown[0], [fieldset(Text("One card each", "1枚ずつ"), form, language, note)])


def _tie_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    tied = sorted(declaring(state), key=seats(state).index)
    names = listed([state.name(who) for who in tied])
    form = [_drawn(asked), button("tie", Text("Discard from the deck", "山札から捨てる"), language, primary=True)]
    note = Text(
        "{names}: each discards the deck’s top card; the highest declares first (A-3.7, A-3.8).",
        "{names}が山札の一番上を1枚ずつ捨て、大きい順に宣言します（A-3.7、A-3.8）。",
    ).format(names=names)
    return [fieldset(Text("Who declares first?", "宣言の順番"), form, language, note), *_reactions(asked)]


def _declare_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    who = declaring(state)[0]
    fighter = asked[who]
    closed = {kind for kind, open_ in ((Kind.PURSUE, _fleeing(state)), (Kind.FLEE, fighter.hand)) if not open_}
    kinds = [kind for kind in Kind if kind not in closed]
    form = [
        *_what(asked, kinds, _targets(state, who)),
        *_card_flags(asked, who),
        *_joker_controls(asked, fighter.hand),
        *_price(asked, _hand_options(fighter.hand)),
        button("declare", Text("Declare", "宣言する"), language, primary=True),
    ]
    note = Text(
        "Ticked cards are added to the action value, now {n} (A-3.4).",
        "印をつけたカードを行動値（今は{n}）に加えます（A-3.4）。",
    ).format(n=momentum(state, who))
    releases = _release_buttons(fighter, who, language, False)
    return [
        *_private(asked, who, [fieldset(state.name(who), form, language, note)]),
        h("div", releases, class_="buttons"),
        *_reactions(asked),
    ]


def _act_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    group = executing(state)
    names = listed([state.name(who) for who in group])
    label = Text("Carry out: {names}", "実行する：{names}").format(names=names)
    note = Text(
        "The highest action value first, equal ones at once (A-4.1, A-4.2).",
        "行動値の大きい順。同じなら同時です（A-4.1、A-4.2）。",
    )
    return [
        _words(note, language),
        h("div", button("execute", label, language, primary=True), class_="buttons"),
        *_reactions(asked),
    ]


def _fleeing(state: Combat) -> bool:
    """Is there anybody to pursue (A-7.11)?"""
    return bool(state.flights) or any(other.does(Kind.FLEE) and other.pending for other in state.fighters)


def _reactions(asked: _Asked) -> list[Element]:
    """Return what can be done by giving up one's own action (A-5.3, A-5.4, A-7.6, A-7.12)."""
    state, language = asked.state, asked.language
    both = asked.rulings.guard_and_cover
    able = [who for who in seats(state) if asked[who].unspent or (both and asked[who].does(Kind.GUARD))]
    pending = [who for who in seats(state) if asked[who].pending]
    parts: list[Element] = []
    if able and len(state.there) > 1:
        kinds: Options = [("cover", Kind.COVER.text), *([("pursue", Kind.PURSUE.text)] if _fleeing(state) else [])]
        form = [
            select("reactor", Text("Who gives up the action", "行動をキャンセルする人"), _named(state, able), language),
            select("reaction", Text("For", "代わりに"), kinds, language),
            select("whom_to", Text("Whom", "対象"), _named(state, seats(state)), language),
            button("react", Text("Declare it now", "今宣言する"), language),
        ]
        note = Text("At any time before acting (A-7.6, A-7.12).", "行動前ならいつでも（A-7.6、A-7.12）。")
        parts.append(fieldset(Text("Cover or Pursue", "かばう・追跡"), form, language, note))
    if pending:
        form = [
            select("canceller", Text("Who", "誰が"), _named(state, pending), language),
            button("cancel", Text("Cancel this action (A-5.4)", "この行動をキャンセルする（A-5.4）"), language),
        ]
        parts.append(fieldset(Text("Cancel", "キャンセル"), form, language))
    if not parts:
        return []
    words = Text("Cover, Pursue, cancel", "かばう・追跡・キャンセル")
    return [h("details", h("summary", words.get(language)), parts, class_="keeping")]


def _flight_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    flight = state.flights[0]
    name = state.name(flight.fleer)
    if flight.won != NOBODY:
        buttons = [
            button("caught:block", Text("Block the escape", "逃走阻止"), language, primary=True),
            button("caught:tail", Text("Tail", "尾行"), language),
        ]
        told = Text(
            "{name} has succeeded and chooses (A-7.16, A-Q21).",
            "{name}は追跡に成功し、どちらかを選びます（A-7.16、A-Q21）。",
        )
        return [
            _words(told.format(name=state.name(flight.won)), language),
            h("div", buttons, class_="buttons"),
            *_reactions(asked),
        ]
    if flight.number < 0:
        hand = asked[flight.fleer].hand
        form = [
            select("card", Text("Card", "カード"), _hand_options(hand), language),
            *_joker_controls(asked, hand),
            button("drop", Text("Discard it", "捨てる"), language, primary=True),
        ]
        note = Text("{name} discards a hand card (A-7.13).", "{name}は手札を1枚捨てます（A-7.13）。").format(name=name)
        escape = fieldset(Text("Escape", "逃走"), form, language, note)
        return [*_private(asked, flight.fleer, [escape]), *_reactions(asked)]
    who = chasing(state)
    options: Options = [("", Text("no card", "捨てない")), *_hand_options(asked[who].hand)]
    form = [
        select("card", Text("Card", "カード"), options, language),
        *_joker_controls(asked, asked[who].hand),
        button("chase", Text("Pursue {name}", "{name}を追う").format(name=name), language, primary=True),
    ]
    note = Text("It takes more than {n} (A-7.15).", "{n}より大きい数が必要です（A-7.15）。").format(n=flight.number)
    return [*_private(asked, who, [fieldset(state.name(who), form, language, note)]), *_reactions(asked)]


def _opening_controls(asked: _Asked) -> list[Element]:
    language = asked.language
    form = [
        _drawn(asked),
        button("open", Text("Add the deck’s top card", "山札の一番上を加える"), language, primary=True),
    ]
    note = Text(
        "The higher attack power adds the top card of the deck (A-6.9).",
        "攻撃力の高い側が、山札の一番上を加えます（A-6.9）。",
    )
    return [fieldset(Text("Step 1", "手順1"), form, language, note)]


def _even_controls(asked: _Asked) -> list[Element]:
    language = asked.language
    form = [_drawn(asked), button("even", Text("Discard from the deck", "山札から捨てる"), language, primary=True)]
    note = Text(
        "Equal momentum and attack power: whoever turns up the lower card counts as inferior (A-Q17).",
        "形勢値も攻撃力も同じです。小さい数を引いた側を劣勢とみなします（A-Q17）。",
    )
    return [fieldset(Text("Who is inferior?", "劣勢の側"), form, language, note)]


def _clash_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    who, clash = state.playing, state.clash
    assert clash is not None, "the stage is one of a clash"
    other = clash.sides[1 - clash.sides.index(who)]
    form = [
        *_card_flags(asked, who),
        *_joker_controls(asked, asked[who].hand),
        button(
            "lay", Text("Play the ticked cards, or none", "印のカードを出す（0枚でもよい）"), language, primary=True
        ),
    ]
    most = may_buy(state)
    if most:
        label = Text("Cards at {ep} EP each, up to {n}", "1枚{ep}EPで引く枚数（{n}枚まで）")
        form += [
            text_input("number", label.format(ep=BOUGHT_IN_A_CLASH, n=most), language, "1", size=3),
            _drawn(asked),
            button("buy", Text("Draw them (A-6.14)", "引く（A-6.14）"), language),
        ]
    note = Text(
        "{name} is inferior: momentum {m} against {n} (A-6.11).",
        "{name}は劣勢です。形勢値は{m}、相手は{n}（A-6.11）。",
    ).format(name=state.name(who), m=momentum(state, who), n=momentum(state, other))
    step = fieldset(Text("Step 2", "手順2"), form, language, note)
    return [*_private(asked, who, [step]), *_reactions(asked)]


def _help_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    clash = state.clash
    assert clash is not None, "the stage is one of a clash"
    able = helpers(state)
    shown = [
        select("help_card", Text("Who adds which card", "加勢する人とカード"), _cards_of(state, able), language),
        *_joker_controls(asked, [card for who in able for card in asked[who].hand]),
    ]
    typed = [
        select("helper", Text("Who adds a card", "加勢する人"), _named(state, able), language),
        text_input("help_card", Text("Card, such as ♥10", "カード（「♥10」など）"), language, size=8),
    ]
    form = [
        *(shown if asked.open_hands else typed),
        select("whom", Text("For", "どちらに"), _named(state, clash.sides), language),
        button("help", Text("Add it", "加える"), language),
        button("enough", Text("Nobody helps any more", "もう誰も加勢しない"), language, primary=True),
    ]
    note = Text(
        "Whoever has not acted may give up that action to add 1 card to either side; they are asked in the order of"
        " their action values (A-6.18, A-6.19, A-Q19).",
        "未行動の人は、行動をキャンセルしてどちらかに1枚加えられます。行動値の順に尋ねます（A-6.18、A-6.19、A-Q19）。",
    )
    return [fieldset(Text("Step 3", "手順3"), form, language, note), *_reactions(asked)]


def _joker_stage(asked: _Asked) -> list[Element]:
    language = asked.language
    form = [
        *_joker_controls(asked, asked[asked.state.undeclared].field),
        button("joker", Text("Declare it", "宣言する"), language, primary=True),
    ]
    return [fieldset(Text("A Joker came up", "ジョーカーが出た"), form, language)]


def _reshuffle_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    form: list[Element] = []
    if asked.rulings.reshuffle == "discard_and_deal":
        random: Options = [("", Text("at random, here", "ここでランダムに"))]
        for who, fighter in enumerate(state.fighters):
            if fighter.hand and fighter.gone in (("", "fled") if asked.rulings.fled_reshuffle else ("",)):
                label = Text("{name} discards", "{name}の捨てるカード").format(name=fighter.name)
                options = random + (_hand_options(fighter.hand) if asked.open_hands else [])
                form.append(select(f"lose_{who}", label, options, language))
    form += [_drawn(asked), button("reshuffle", Text("Reshuffle", "還暦を行う"), language, primary=True)]
    note = Text(
        "The deck has run out: everyone discards a random hand card, the pile is shuffled, a card is dealt (A-Q24).",
        "山札が尽きました。全員が手札をランダムに1枚捨て、捨て札をシャッフルし、1枚ずつ配ります（A-Q24）。",
    )
    if asked.rulings.reshuffle == "shuffle":
        note = Text("The discard pile is shuffled (A-Q24).", "捨て札をシャッフルします（A-Q24）。")
    return [fieldset(Text("Reshuffle", "還暦"), form, language, note)]


def _more_button(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    who, price = state.refilled, refill_price(state.stage_number)
    if who == NOBODY or not asked[who].there or asked[who].ep - asked.rulings.untouchable < price:
        return []
    label = Text("{name} draws a second card: {n} EP", "{name}がもう1枚引く（{n}EP）")
    return [button("more", label.format(name=state.name(who), n=price), language)]


def _refill_controls(asked: _Asked) -> list[Element]:
    state, language = asked.state, asked.language
    left = [who for who in state.refilling if asked[who].there]
    form = [
        _drawn(asked),
        *_more_button(asked),
        button("draw", Text("{name} draws", "{name}が引く").format(name=state.name(left[0])), language, primary=True),
        button("rest", Text("All who are left draw one each", "残りの全員が1枚ずつ引く"), language),
    ]
    note = Text("Clockwise from the master, 1 card each (A-4.4, A-4.5).", "マスターから時計回りに1枚（A-4.4、A-4.5）。")
    return [fieldset(Text("Refill", "補充"), form, language, note)]


def _end_controls(asked: _Asked) -> list[Element]:
    language = asked.language
    more = _more_button(asked)
    parts = [fieldset(Text("Refill", "補充"), [_drawn(asked), *more], language)] if more else []
    note = Text(
        "If nobody wants to go on fighting, the combat ends (A-4.6, A-4.7).",
        "戦いを続ける人がいなければ、戦闘は終わりです（A-4.6、A-4.7）。",
    )
    buttons = [
        button("round", Text("Next round", "次のラウンドへ"), language, primary=True),
        button("end", Text("Nobody fights on", "誰も続けない"), language),
    ]
    return [*parts, _words(note, language), h("div", buttons, class_="buttons"), _entering(asked)]


def _over_controls(asked: _Asked) -> list[Element]:
    told = Text("The combat is over (A-4.6).", "戦闘は終わりました（A-4.6）。")
    return [_words(told, asked.language)]


def _by_hand(asked: _Asked, drawn: bool) -> list[Element]:
    """Return what the master and lost rules change, and the end of the combat."""
    state, language = asked.state, asked.language
    everybody = _named(state, range(len(state.fighters)))
    values: Options = [(key, label) for key, label, _, _ in NUMBERS]
    form = [
        select("whose", Text("Whose", "誰の"), everybody, language),
        select("what", Text("What", "何を"), values, language),
        text_input("value", Text("New value", "新しい値"), language, size=6, inputmode="numeric"),
        button("change", Text("Change it", "変える"), language),
        text_input("cards", Text("Cards to discard", "捨てるカード"), language, size=12),
        button("discard", Text("Discard them", "捨てる"), language),
        text_input("dealt", Text("Cards to draw", "引く枚数"), language, "1", size=3, inputmode="numeric"),
        *([] if drawn else [_drawn(asked)]),
        button("deal", Text("Draw them", "引く"), language),
    ]
    note = Text(
        "For miracles, avatars and all else whose chapters are missing (A-Q27).",
        "「奇跡」やアバターなど、章が失われている効果はここで反映します（A-Q27）。",
    )
    parts = [fieldset(Text("Change a value", "数値の変更"), form, language, note), *_settings(asked)]
    if state.stage is not Stage.END:
        parts.append(h("p", button("end", Text("End the combat", "戦闘を終える"), language)))
    words = Text("Change a value, end the combat", "数値の変更・戦闘の終了")
    return [h("details", h("summary", words.get(language)), parts, class_="keeping")]


_CONTROLS: dict[Stage, Callable[[_Asked], list[Element]]] = {
    Stage.SETUP: _setup_controls,
    Stage.STRIKE: _strike_controls,
    Stage.CHOOSE: _choose_controls,
    Stage.TIE: _tie_controls,
    Stage.DECLARE: _declare_controls,
    Stage.ACT: _act_controls,
    Stage.FLIGHT: _flight_controls,
    Stage.OPENING: _opening_controls,
    Stage.EVEN: _even_controls,
    Stage.CLASH: _clash_controls,
    Stage.HELP: _help_controls,
    Stage.JOKER: _joker_stage,
    Stage.RESHUFFLE: _reshuffle_controls,
    Stage.REFILL: _refill_controls,
    Stage.END: _end_controls,
    Stage.OVER: _over_controls,
}
