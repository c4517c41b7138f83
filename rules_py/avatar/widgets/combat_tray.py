"""The tray of the combat stepper: what can be done now, the likely first, rare things folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from xml.etree.ElementTree import Element

from rules_py.avatar.arguments import LONGEST_WORDS, SIDES_TO_STRIKE
from rules_py.avatar.cards import RANKS, Card, Suit, rank_name, show_cards
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, power_release
from rules_py.avatar.game.execution import CAUGHT
from rules_py.avatar.game.rounds import RELEASES, begin_problem
from rules_py.avatar.game.unasked import foes, friends
from rules_py.avatar.model import (
    MOST_ROUNDS,
    NOBODY,
    Fighter,
    Kind,
    Side,
    Stage,
    chasing,
    declaring,
    executing,
    flees,
    helpers,
    may_buy,
    momentum,
    seats,
)
from rules_py.avatar.widgets.combat_board import (
    COVER,
    GUARD,
    Asked,
    aim,
    card_of,
    declared,
    help_press,
    joker_controls,
    more_words,
    picked,
    refilled,
    tick,
    ticked,
)
from rules_py.avatar.widgets.combat_cast import Options, entering
from rules_py.core.controls import closed, control, fieldset, flag, number_input, opens, select, text_input
from rules_py.core.desk import one_stop
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.text import Text, listed, same

_DRAWN = Text(
    "What your real deck shows, in order (empty: drawn here)", "実物の山札から出たカード（空欄ならここで引く）"
)
ON = "on"
"""What a button says after its action if what nobody else wants to decide is to follow."""
_MORE = Text("More", "その他")
_FROM_DECK = Text("Discard from the deck", "山札から捨てる")
_END = Text("Nobody fights on: end the combat", "誰も続けない（戦闘を終える）")
Parts = tuple[list[Element], list[Element]]
"""What is done now, and what stands folded under “More”."""


def tray(asked: Asked) -> list[Element]:
    """Return the controls of the moment."""
    stage = asked.state.stage
    parts, folded = _CONTROLS[stage](asked)
    if stage not in (Stage.SETUP, Stage.OVER):
        parts += _look(asked)
        said = {each.get("name") for part in [*parts, *folded] for each in part.iter()}
        folded += _by_hand(asked, "drawn" in said)
    summary = h("summary", _MORE.get(asked.language))
    return [*parts, *([h("details", summary, folded, class_="keeping", data_key="more")] if folded else [])]


# --- pieces -----------------------------------------------------------------------------------------------------------


def _named(asked: Asked, who: Iterable[int]) -> Options:
    return [(each, asked[each].name) for each in who]


def _buttons(made: Sequence[Element]) -> list[Element]:
    return [h("div", list(made), class_="buttons")] if made else []


def _drawn(asked: Asked) -> Element:
    return text_input("drawn", _DRAWN, asked.language, size=14)


def _picks(
    asked: Asked, label: Text, cards: Iterable[tuple[str, str, Card]], place: str, *, one: bool, chosen: str = ""
) -> Element:
    """Return a hand to pick from: each card is a box, or a choice of one, that looks like the card.

    Args:
        asked: What is shown.
        label: Whose hand it is.
        cards: Name, value and card of each.
        place: Where a refusal is told.
        one: Is it a choice of one?
        chosen: The value that is chosen at first.
    """
    language, picks = asked.language, []
    ident = f"step-{place}-hand"
    for name, value, card in cards:
        mine = f"step-{name}-{value}" if one else f"step-{name}"
        box = h(
            "input",
            type="radio" if one else "checkbox",
            name=name,
            value=value,
            id=mine,
            checked=one and value == chosen,
        )
        picks.append(h("label", box, card_of(card, language), for_=mine))
    made = h(
        "div",
        h("p", *marked_up(label.get(language)), id=f"{ident}-label"),
        h("div", picks, class_="cards"),
        class_="field card-picks",
        data_field=place,
        role="radiogroup" if one else "toolbar",
        aria_labelledby=f"{ident}-label",
    )
    return one_stop(made)


def _from_deck(asked: Asked, action: str, label: Text, legend: Text, note: Text) -> list[Element]:
    """Return what turns a card of the deck up."""
    form = [_drawn(asked), asked.press([action], label, primary=True)]
    return [fieldset(legend, form, asked.language, note)]


def _boxes(asked: Asked, who: int, label: Text) -> list[Element]:
    """Return a hand of which any number is picked."""
    cards = [(tick(card), "1", card) for card in asked[who].hand]
    return [_picks(asked, label, cards, "cards", one=False)] if cards else []


def _one_of(asked: Asked, who: int, label: Text, name: str) -> Element:
    """Return a hand of which one card is picked, the first of them to begin with."""
    hand = asked[who].hand
    return _picks(asked, label, [(name, card.code, card) for card in hand], name, one=True, chosen=hand[0].code)


def _joker_fields(asked: Asked, cards: Iterable[Card], suit: Suit | None = None) -> list[Element]:
    """Return what declares the Jokers among some cards, at first as the king of one's own suit (A-2.2, A-Q4)."""
    parts = []
    for card in cards:
        if not card.joker or card.rank:
            continue
        key = card.code.lower()
        ranks: Options = [(rank_name(rank), same(rank_name(rank))) for rank in reversed(RANKS)]
        label = Text("{card} counts as (A-2.2)", "{card}の数字（A-2.2）").format(card=card.label())
        parts.append(select(f"{key}_rank", label, ranks, asked.language))
        if asked.rulings.joker == "rank_and_suit":
            suits: Options = [(each.value, same(each.symbol + " ") + each.text) for each in Suit]
            label = Text("{card}: its suit (A-Q4)", "{card}のスート（A-Q4）").format(card=card.label())
            parts.append(select(f"{key}_suit", label, suits, asked.language, suit.value if suit else None))
    return parts


_EYES = Text("For {name}’s eyes only", "{name}だけが開いて見る")


def _private(asked: Asked, who: int, parts: list[Element]) -> list[Element]:
    """Return what shows a hand: where hands are hidden it is folded, so that the device can be passed on first."""
    if asked.open_hands or not parts:
        return parts
    summary = h("summary", _EYES.format(name=asked[who].name).get(asked.language))
    return [h("details", summary, parts, class_="keeping", data_key=f"private-{asked.happened}")]


def _look(asked: Asked) -> list[Element]:
    """Return everybody's hand, each folded by itself, where hands are hidden."""
    state, language = asked.state, asked.language
    holding = [who for who in seats(state) if asked[who].hand]
    if asked.open_hands or not holding:
        return []
    folds = [
        h(
            "details",
            h("summary", _EYES.format(name=asked[who].name).get(language)),
            h("p", show_cards(asked[who].hand).get(language)),
            class_="keeping",
            data_key=f"hand-{who}-{asked.happened}",
        )
        for who in holding
    ]
    summary = h("summary", Text("Look at your own hand", "自分の手札を見る").get(language))
    return [h("details", summary, folds, class_="keeping", data_key="hands")]


# --- before the combat ------------------------------------------------------------------------------------------------


def _setup(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    problem = begin_problem(state)
    sides: Options = [*SIDES_TO_STRIKE.items()]
    label = Text("Deal the cards and begin", "カードを配って始める")
    form = [
        select("striking", Text("First strike (A-1.2, A-1.4)", "先制攻撃（A-1.2、A-1.4）"), sides, language),
        asked.press(["begin", control("striking", empty="")], label, primary=True),
    ]
    note = Text(
        "Hands that are given as a number are dealt now, clockwise from the master.",
        "枚数で指定した手札は、マスターから時計回りに配ります。",
    )
    parts = closed([problem], language) if problem else [fieldset(Text("Begin", "開始"), form, language, note)]
    return [*parts, *_settings(asked), entering(asked, wanted=bool(problem))], [] if problem else [_drawn(asked)]


def _settings(asked: Asked) -> list[Element]:
    state, language = asked.state, asked.language
    form = [
        number_input("stage_number", Text("Stage number", "ステージ数"), language, state.stage_number),
        flag("decisive", Text("A decisive battle (A-6.14)", "決戦（A-6.14）"), language, ticked=state.decisive),
        asked.press(["set", control("stage_number"), control("decisive")], Text("Set", "決める")),
    ]
    note = Text("What decides them is not in these chapters (A-Q27).", "どう決まるかは失われています（A-Q27）。")
    return [fieldset(Text("The combat", "この戦闘"), form, language, note)]


# --- declarations -----------------------------------------------------------------------------------------------------

_OTHER = Text("Something else, in your words", "その他の行動（一言で書く）")
_FLIGHT_COST = Text("To flee: discard (A-7.8)", "逃走で捨てるカード（A-7.8）")


def _price(asked: Asked) -> list[Element]:
    """Return what a declaration may cost and be called; few declarations need it."""
    language = asked.language
    words = Text("In your words (up to {n} letters)", "一言（{n}文字まで）").format(n=LONGEST_WORDS)
    return [
        text_input("special", Text("Factor of a special attack", "スペシャルアタックの倍率"), language, "1", size=4),
        number_input("cost", Text("EP it costs (A-3.6)", "コストのEP（A-3.6）"), language, 0, size=6),
        text_input("words", words, language, size=18),
    ]


def _rarely(asked: Asked, cards: Options) -> list[Element]:
    """Return what is declared seldom: something else, flight with one of some cards, a special attack, costs."""
    language = asked.language
    form = [*_price(asked), asked.press(declared(asked, Kind.OTHER), _OTHER)]
    if cards:
        one = select("discard", _FLIGHT_COST, cards, language)
        form += [one if asked.open_hands else text_input("discard", _FLIGHT_COST, language, size=6)]
        form.append(asked.press(declared(asked, Kind.FLEE), Text("Flee (A-7.8)", "逃走（A-7.8）")))
    form.append(_drawn(asked))
    legend = Text("Special attack, cost, words, flight", "スペシャルアタック・コスト・一言・逃走")
    note = Text(
        "Factor, cost and words go with any declaration that is pressed now.",
        "倍率・コスト・一言は、いま押すどの宣言にも付きます。",
    )
    return [fieldset(legend, form, language, note)]


def _kinds(asked: Asked, who: int) -> list[Element]:
    """Return a button for each thing that can be declared, the likeliest first."""
    state = asked.state
    aimed = [aim(asked, who, other) for other in foes(state, who)]
    made = [asked.press(action, name, primary=not n) for n, (action, _, name) in enumerate(aimed)]
    made.append(asked.press(declared(asked, Kind.GUARD), GUARD))
    fleeing = [other for other in seats(state) if other != who and flees(state, other)]
    made += _declarations(asked, Kind.COVER, COVER, friends(state, who))
    made += _declarations(asked, Kind.PURSUE, Text("Pursue {name}", "{name}を追跡"), fleeing)
    made.append(asked.press(declared(asked, Kind.NOTHING), Kind.NOTHING.text, primary=not aimed))
    return made


def _declarations(asked: Asked, kind: Kind, label: Text, targets: Iterable[int]) -> list[Element]:
    """Return a button for each target of a declaration."""
    named = [(other, label.format(name=asked[other].name)) for other in targets]
    return [asked.press(declared(asked, kind, other), words) for other, words in named]


def _on_friends(asked: Asked, who: int) -> list[Element]:
    """Return attacks on one's own side, which hardly anybody wants."""
    aimed = [aim(asked, who, other) for other in friends(asked.state, who)]
    return _buttons([asked.press(action, name) for action, _, name in aimed])


def _release_buttons(asked: Asked, who: int, named: bool) -> list[Element]:
    fighter: Fighter = asked[who]
    if not fighter.sep or fighter.released:
        return []
    found = []
    for to, words in RELEASES.items():
        ep, _ = power_release(fighter.ep, fighter.sep, to, asked.rulings)
        label = Text("Release {to}: EP {had} → {ep}", "力の解放・{to}：EP {had}→{ep}")
        label = label.format(to=words, had=fighter.ep, ep=ep)
        if named:
            label = fighter.name + Text(": ", "：") + label
        found.append(asked.press(["release", to, who], label))
    return found


def _strike(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    enemy = state.striking == "enemy"
    able = [who for who in seats(state) if (asked[who].side is Side.ENEMY) == enemy and not asked[who].acted]
    hands = [(asked[each].name + same(" "), card) for each in able for card in asked[each].hand]
    cards: Options = [(card.code, name + card.label()) for name, card in hands]
    actor = able[0]
    form = [
        select("who", Text("Who acts", "行動する人"), _named(asked, able), language),
        *(
            asked.press(declared(asked, Kind.ATTACK, other), _ATTACK.format(name=asked[other].name), primary=not n)
            for n, other in enumerate(foes(state, actor))
        ),
        asked.press(declared(asked, Kind.GUARD), GUARD),
        asked.press(declared(asked, Kind.NOTHING), Kind.NOTHING.text),
        asked.press(["struck"], Text("End the first strike", "先制攻撃を終える")),
    ]
    note = Text(
        "In any order, without cards; costs are paid; the defenders do nothing (A-1.5 to A-1.7).",
        "順番は自由で、カードは出しません。コストは支払い、防御側は何もしません（A-1.5〜A-1.7）。",
    )
    parts = [fieldset(Text("First strike", "先制攻撃"), form, language, note)]
    mates = [who for who in seats(state) if (asked[who].side is Side.ENEMY) == enemy]
    rare = [*_declarations(asked, Kind.COVER, COVER, mates), *_declarations(asked, Kind.ATTACK, _ATTACK, mates)]
    rare += [part for who in able for part in _release_buttons(asked, who, True)]
    return parts, [*_rarely(asked, cards), *_buttons(rare)]


_ATTACK = Text("Attack {name}", "{name}を攻撃")


def _choose(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    left = [who for who in seats(state) if asked[who].hand and not asked[who].chosen]
    shown = left if asked.open_hands else left[:1]
    form = [_one_of(asked, who, asked[who].name, f"card_{who}") for who in shown]
    form += [field for who in shown for field in _joker_fields(asked, asked[who].hand, asked[who].suit)]
    last = len(shown) == len(left)
    label = Text("Put them down and turn them up", "伏せて、同時に表にする") if last else Text("Put it down", "伏せる")
    chosen = [[who, picked(f"card_{who}", asked[who].hand)] for who in sorted(shown)]
    form.append(asked.press(["choose", chosen], label, primary=True))
    note = Text(
        "One hand card each, face down; all are turned up together (A-3.1, A-3.2).",
        "1人1枚を伏せ、全員が出したら同時に表にします（A-3.1、A-3.2）。",
    )
    parts = _private(asked, shown[0], [fieldset(Text("One card each", "1枚ずつ"), form, language, note)])
    return [*parts, *_buttons([asked.press(["end"], _END)])], []


def _tie(asked: Asked) -> Parts:
    state = asked.state
    note = Text(
        "{names}: each discards the deck’s top card; the highest declares first (A-3.7, A-3.8).",
        "{names}が山札の一番上を1枚ずつ捨て、大きい順に宣言します（A-3.7、A-3.8）。",
    ).format(names=listed([state.name(who) for who in sorted(declaring(state), key=seats(state).index)]))
    legend = Text("Who declares first?", "宣言の順番")
    return _from_deck(asked, "tie", _FROM_DECK, legend, note), _reactions(asked)


def _declare(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    who = declaring(state)[0]
    fighter = asked[who]
    note = Text(
        "Chosen cards are added to the action value, now {n} (A-3.4).",
        "選んだカードを行動値（いまは{n}）に加えます（A-3.4）。",
    ).format(n=momentum(state, who))
    hand = [*_boxes(asked, who, note), *_joker_fields(asked, fighter.hand, fighter.suit)]
    form = [
        *_private(asked, who, hand),
        *_buttons([*_kinds(asked, who), *_release_buttons(asked, who, False)]),
    ]
    cards: Options = [(card.code, card.label()) for card in fighter.hand]
    rare = [*_rarely(asked, cards), *_on_friends(asked, who), *_reactions(asked)]
    return [fieldset(state.name(who), form, language)], rare


# --- actions ----------------------------------------------------------------------------------------------------------


def _act(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    names = listed([state.name(who) for who in executing(state)])
    label = Text("Carry out in turn, {names} first", "順に実行する（最初は{names}）").format(names=names)
    note = Text(
        "The highest action value first, equal ones at once; it goes on where nobody can cover or pursue"
        " (A-4.1, A-4.2).",
        "行動値の大きい順。同じなら同時です。かばう人も追跡する人もいなければ、続けて進みます（A-4.1、A-4.2）。",
    )
    made = [
        asked.press(["execute", ON], label, primary=True),
        asked.press(["execute"], Text("Only this one, then ask again", "これだけ実行して止まる")),
    ]
    return [*_buttons(made), remark(note.get(language)), *_reactions(asked)], []


def _reactions(asked: Asked) -> list[Element]:
    """Return what can be done by giving up one's own action (A-5.3, A-5.4, A-7.6, A-7.12)."""
    state, language = asked.state, asked.language
    both = asked.rulings.guard_and_cover
    able = [who for who in seats(state) if asked[who].unspent or (both and asked[who].does(Kind.GUARD))]
    pending = [who for who in seats(state) if asked[who].pending]
    parts: list[Element] = []
    if able and len(state.there) > 1:
        fleeing = any(flees(state, who) for who in seats(state))
        kinds: Options = [("cover", Kind.COVER.text), *([("pursue", Kind.PURSUE.text)] if fleeing else [])]
        action = ["react", control("reactor"), control("reaction"), control("whom_to")]
        form = [
            select("reactor", Text("Who gives up the action", "行動をキャンセルする人"), _named(asked, able), language),
            select("reaction", Text("For", "代わりに"), kinds, language),
            select("whom_to", Text("Whom", "対象"), _named(asked, reversed(seats(state))), language),
            asked.press(action, Text("Declare it now", "いま宣言する")),
        ]
        note = Text("At any time before acting (A-7.6, A-7.12).", "行動前ならいつでも（A-7.6、A-7.12）。")
        parts.append(fieldset(Text("Cover or Pursue", "かばう・追跡"), form, language, note))
    if pending:
        label = Text("Cancel this action (A-5.4)", "この行動をキャンセルする（A-5.4）")
        form = [
            select("canceller", Text("Who", "誰が"), _named(asked, pending), language),
            asked.press(["cancel", control("canceller")], label),
        ]
        parts.append(fieldset(Text("Cancel", "キャンセル"), form, language))
    if not parts:
        return []
    words = Text("Cover, Pursue, cancel", "かばう・追跡・キャンセル")
    return [h("details", h("summary", words.get(language)), parts, class_="keeping")]


def _flight(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    flight = state.flights[0]
    name = state.name(flight.fleer)
    if flight.won != NOBODY:
        buttons = [asked.press(["caught", do], label, primary=do == "block") for do, label in CAUGHT.items()]
        told = Text(
            "{name} has succeeded and chooses (A-7.16, A-Q21).",
            "{name}は追跡に成功し、どちらかを選びます（A-7.16、A-Q21）。",
        )
        return [*_buttons(buttons), remark(told.format(name=state.name(flight.won)).get(language))], _reactions(asked)
    if flight.number < 0:
        fleer = asked[flight.fleer]
        note = Text("{name} discards a hand card (A-7.13).", "{name}は手札を1枚捨てます（A-7.13）。").format(name=name)
        form = [
            _one_of(asked, flight.fleer, note, "card"),
            *_joker_fields(asked, fleer.hand, fleer.suit),
            asked.press(["drop", picked("card", fleer.hand)], Text("Discard it", "捨てる"), primary=True),
        ]
        return _private(asked, flight.fleer, [fieldset(Text("Escape", "逃走"), form, language)]), _reactions(asked)
    who = chasing(state)
    note = Text("It takes more than {n} (A-7.15).", "{n}より大きい数が必要です（A-7.15）。").format(n=flight.number)
    chase = Text("Pursue {name}", "{name}を追う")
    form = [
        *([_one_of(asked, who, note, "card")] if asked[who].hand else []),
        *_joker_fields(asked, asked[who].hand, asked[who].suit),
        asked.press(["chase", picked("card", asked[who].hand)], chase.format(name=name), primary=True),
        asked.press(["chase"], Text("Discard no card", "カードを捨てない")),
    ]
    return _private(asked, who, [fieldset(state.name(who), form, language)]), _reactions(asked)


# --- clashes ----------------------------------------------------------------------------------------------------------


def _opening(asked: Asked) -> Parts:
    note = Text(
        "The higher attack power adds the top card of the deck (A-6.9).",
        "攻撃力の高い側が、山札の一番上を加えます（A-6.9）。",
    )
    label = Text("Add the deck’s top card", "山札の一番上を加える")
    return _from_deck(asked, "open", label, Text("Step 1", "手順1"), note), []


def _even(asked: Asked) -> Parts:
    note = Text(
        "Equal momentum and attack power: whoever turns up the lower card counts as inferior (A-Q17).",
        "形勢値も攻撃力も同じです。小さい数を引いた側を劣勢とみなします（A-Q17）。",
    )
    return _from_deck(asked, "even", _FROM_DECK, Text("Who is inferior?", "劣勢の側"), note), []


def _clash(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    who, clash = state.playing, state.clash
    assert clash is not None, "the stage is one of a clash"
    other = clash.sides[1 - clash.sides.index(who)]
    note = Text(
        "{name} is inferior: momentum {m} against {n} (A-6.11). Choose any number of cards.",
        "{name}は劣勢です。形勢値は{m}、相手は{n}（A-6.11）。カードは何枚でも選べます。",
    ).format(name=state.name(who), m=momentum(state, who), n=momentum(state, other))
    hand = [*_boxes(asked, who, note), *_joker_fields(asked, asked[who].hand, asked[who].suit)]
    form = [*(_private(asked, who, hand) or [remark(note.get(language))])]
    label = Text("Play the chosen cards; none: it stands", "選んだカードを出す（なければこのまま決着）")
    cards = ticked(asked[who])
    made = [asked.press(["lay", cards, ON], label, primary=True)]
    if any(each not in clash.sides for each in helpers(state)):
        made.append(
            asked.press(["lay", cards], Text("Play, then ask who helps (A-6.18)", "出して、加勢を尋ねる（A-6.18）"))
        )
    form += _buttons(made)
    most = may_buy(state)
    if most:
        label = Text("Cards at {ep} EP each, up to {n}", "1枚{ep}EPで引く枚数（{n}枚まで）")
        form += [
            number_input("number", label.format(ep=BOUGHT_IN_A_CLASH, n=most), language, 1, size=3),
            _drawn(asked),
            asked.press(["buy", control("number")], Text("Draw them (A-6.14)", "引く（A-6.14）")),
        ]
    return [fieldset(Text("Step 2", "手順2"), form, language)], _reactions(asked)


def _help(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    clash = state.clash
    assert clash is not None, "the stage is one of a clash"
    able = helpers(state)
    if asked.open_hands:
        hands: list[Element] = []
        first = asked[able[0]].hand[0].code
        for who in able:
            cards = [("help_card", card.code, card) for card in asked[who].hand]
            hands.append(_picks(asked, asked[who].name, cards, f"help_card_{who}", one=True, chosen=first))
            hands += _joker_fields(asked, asked[who].hand, asked[who].suit)
        form = [h("div", hands, class_="field", data_field="help_card")]
    else:
        form = [
            select("helper", Text("Who adds a card", "加勢する人"), _named(asked, able), language),
            text_input("help_card", Text("Card, such as ♥10", "カード（「♥10」など）"), language, size=8),
        ]
    label = Text("Add it for {name}", "{name}に加える")
    made = [asked.press(["enough"], Text("Nobody helps any more", "もう誰も加勢しない"), primary=True)]
    made += [asked.press(help_press(asked, who), label.format(name=asked[who].name)) for who in clash.sides]
    form += _buttons(made)
    note = Text(
        "Whoever has not acted may give up that action to add 1 card to either side; they are asked in the order of"
        " their action values (A-6.18, A-6.19, A-Q19).",
        "未行動の人は、行動をキャンセルしてどちらかに1枚加えられます。行動値の順に尋ねます（A-6.18、A-6.19、A-Q19）。",
    )
    return [fieldset(Text("Step 3", "手順3"), form, language, note)], _reactions(asked)


def _joker(asked: Asked) -> Parts:
    language, fighter = asked.language, asked[asked.state.undeclared]
    joker = next(card for card in fighter.field if not card.rank)
    form = [
        *_joker_fields(asked, fighter.field, fighter.suit),
        asked.press(["joker", [joker.code, *joker_controls([joker])]], Text("Declare it", "宣言する"), primary=True),
    ]
    return [fieldset(Text("A Joker came up", "ジョーカーが出た"), form, language)], []


# --- the end of a round -----------------------------------------------------------------------------------------------


def _reshuffle(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    form: list[Element] = []
    lost: list[object] = []
    if asked.rulings.reshuffle == "discard_and_deal":
        random: Options = [("", Text("at random, here", "ここでランダムに"))]
        for who, fighter in enumerate(state.fighters):
            if fighter.hand and fighter.gone in (("", "fled") if asked.rulings.fled_reshuffle else ("",)):
                label = Text("{name} discards", "{name}の捨てるカード").format(name=fighter.name)
                hand: Options = [(card.code, card.label()) for card in fighter.hand] if asked.open_hands else []
                form.append(select(f"lose_{who}", label, random + hand, language))
                lost.append([who, control(f"lose_{who}")])
    form += [_drawn(asked), asked.press(["reshuffle", lost], Text("Reshuffle", "還暦を行う"), primary=True)]
    note = Text(
        "The deck has run out: everyone discards a random hand card, the pile is shuffled, a card is dealt (A-Q24).",
        "山札が尽きました。全員が手札をランダムに1枚捨て、捨て札をシャッフルし、1枚ずつ配ります（A-Q24）。",
    )
    if asked.rulings.reshuffle == "shuffle":
        note = Text("The discard pile is shuffled (A-Q24).", "捨て札をシャッフルします（A-Q24）。")
    return [fieldset(Text("Reshuffle", "還暦"), form, language, note)], []


def _more_button(asked: Asked) -> list[Element]:
    return [] if refilled(asked) == NOBODY else [asked.press(["more"], more_words(asked)[1])]


def _refill(asked: Asked) -> Parts:
    state, language = asked.state, asked.language
    left = [who for who in state.refilling if asked[who].there]
    made = []
    if state.round < MOST_ROUNDS:
        label = Text("Draw one each, on to round {n}", "1枚ずつ引いて第{n}ラウンドへ").format(n=state.round + 1)
        made.append(asked.press(["rest", ON], label, primary=True))
    made += [
        *_more_button(asked),
        asked.press(["draw"], Text("Only {name} draws", "{name}だけが引く").format(name=state.name(left[0]))),
        asked.press(["rest"], Text("Draw one each and stop", "1枚ずつ引いて止まる"), primary=not made),
    ]
    note = Text(
        "Clockwise from the master, 1 card each; who has just drawn may pay for a second one (A-4.4, A-4.5).",
        "マスターから時計回りに1枚。引いた直後の人は、EPを支払ってもう1枚引けます（A-4.4、A-4.5）。",
    )
    return [fieldset(Text("Refill", "補充"), _buttons(made), language, note)], [_drawn(asked)]


def _end(asked: Asked) -> Parts:
    language, last = asked.language, asked.state.round >= MOST_ROUNDS
    note = Text(
        "If nobody wants to go on fighting, the combat ends (A-4.6, A-4.7).",
        "戦いを続ける人がいなければ、戦闘は終わりです（A-4.6、A-4.7）。",
    )
    buttons = [
        *([] if last else [asked.press(["round"], Text("Next round", "次のラウンドへ"), primary=True)]),
        *_more_button(asked),
        asked.press(["end"], _END, primary=last),
    ]
    return [*_buttons(buttons), remark(note.get(language))], [entering(asked)]


def _by_hand(asked: Asked, drawn: bool) -> list[Element]:
    """Return what the master and lost rules change, and the end of the combat."""
    state, language = asked.state, asked.language
    everybody = _named(asked, range(len(state.fighters)))
    form = [
        select("whose", Text("Whose", "誰の"), everybody, language),
        text_input("cards", Text("Cards to discard", "捨てるカード"), language, size=12),
        asked.press(["discard", control("whose"), control("cards")], Text("Discard them", "捨てる")),
        number_input("dealt", Text("Cards to draw", "引く枚数"), language, 1, size=3),
        *([] if drawn else [_drawn(asked)]),
        asked.press(["deal", control("whose"), control("dealt")], Text("Draw them", "引く")),
    ]
    note = Text(
        "For miracles, avatars and all else whose chapters are missing (A-Q27).",
        "「奇跡」やアバターなど、章が失われている効果はここで反映します（A-Q27）。",
    )
    sheets = _buttons([opens(who, name, language) for who, name in everybody])
    parts = [*sheets, fieldset(Text("Cards by hand", "手札の増減"), form, language, note), *_settings(asked)]
    if state.stage not in (Stage.END, Stage.CHOOSE):
        parts.append(h("p", asked.press(["end"], Text("End the combat", "戦闘を終える"))))
    return parts


_CONTROLS: dict[Stage, Callable[[Asked], Parts]] = {
    Stage.SETUP: _setup,
    Stage.STRIKE: _strike,
    Stage.CHOOSE: _choose,
    Stage.TIE: _tie,
    Stage.DECLARE: _declare,
    Stage.ACT: _act,
    Stage.FLIGHT: _flight,
    Stage.OPENING: _opening,
    Stage.EVEN: _even,
    Stage.CLASH: _clash,
    Stage.HELP: _help,
    Stage.JOKER: _joker,
    Stage.RESHUFFLE: _reshuffle,
    Stage.REFILL: _refill,
    Stage.END: _end,
    Stage.OVER: lambda asked: ([], []),
}
