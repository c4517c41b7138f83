"""The desk of a stepper: what the last step did, the board, the tray with the next step, and the log, in one window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from rules_py.core.form import Pieces, form_of
from rules_py.core.log import LOG
from rules_py.core.markup import h, heading
from rules_py.core.text import Language, Text, same
from rules_py.core.words import words

WORDS = words("core")

VIEWS = {"board": Text("Board", "盤面"), "sheets": Text("Sheets", "能力値"), "log": Text("Log", "記録")}
"""What a narrow window shows one at a time, beside the last step and the tray."""

DECIDED = Text("{when} · Decided", "{when}・決着")
"""The heading where it is settled how play ends, after the turn in which that came about."""
_KEY_LIST: Mapping[Text, Text] = {
    same("Enter"): Text("the coloured button: what comes next", "色の付いたボタン（次の手順）"),
    same("1 – 9"): Text("the other buttons, by their numbers", "そのほかのボタン（番号順）"),
    same("Tab"): Text("from one part of the desk to the next", "次の部分へ移る"),
    same("← ↑ ↓ →"): Text("on the board: to the next that can be chosen", "盤面で、選べるものを順にたどる"),
    same("Home, End"): Text("on the board: to the first, to the last", "盤面で、最初／最後へ"),
    Text("Enter, Space", "Enter、Space"): Text("choose what is framed", "枠の付いたものを選ぶ"),
    same("U"): Text("undo", "元に戻す"),
    same("Shift + U"): Text("redo", "やり直す"),
    same("L"): Text("log and board by turns", "記録と盤面の切り替え"),
    same("Esc"): Text("close the log, a preview, this list", "記録・説明の吹き出し・この一覧を閉じる"),
    same("?"): Text("these keys", "このキー一覧"),
}
_NUMBERED = 9
"""So many options have a key of their own."""


def part(name: str, inside: Sequence[Element], **attributes: object) -> Element:
    """Return what an answer exchanges."""
    return h("div", list(inside), data_part=name, **attributes)


def phase(words: Text, language: Language) -> Element:
    """Return the heading that says which moment it is."""
    return heading(4, words.get(language), class_="phase", tabindex="-1")


def sorted_out(controls: list[Element], language: Language) -> dict[str, list[Element]]:
    """Return the controls of a moment by where they stand on the desk.

    Args:
        controls: What a stepper offers: a heading that says which moment it is, buttons and forms.
        language: The reader's language.

    Returns:
        `"moment"`, the heading; `"primary"`, what one does next; `"controls"`, all else.
    """
    moment = [each for each in controls if "phase" in each.get("class", "").split()]
    rest = [each for each in controls if each not in moment]
    primary = _taken_out(rest)
    if primary is not None:
        primary.set("data-primary", "")
    slot = primary if primary is not None else h("p", WORDS["choose_below"].get(language), class_="field-hint")
    return {"moment": moment, "primary": [slot], "controls": [each for each in rest if len(each) or each.text]}


def demoted(slot: list[Element]) -> list[Element]:
    """Return what stood in the first place as a button among others."""
    buttons = [each for each in slot if each.tag == "button"]
    for each in buttons:
        for name in ("class", "data-primary"):
            each.attrib.pop(name, None)
    return buttons


def numbered(controls: list[Element]) -> list[Element]:
    """Give the first buttons of the tray the keys 1 to 9, in their order; what is folded away has none."""
    shown = [
        each
        for top in controls
        for each in _unfolded(top)
        if each.get("name") == "do" and "disabled" not in each.attrib
    ]
    for number, each in enumerate(shown[:_NUMBERED], start=1):
        each.set("aria-keyshortcuts", str(number))
    return controls


def _unfolded(top: Element) -> Iterator[Element]:
    """Return the buttons of a part that stand in no fold, in their order."""
    if top.tag == "button":
        yield top
    elif top.tag != "details":
        for inside in top:
            yield from _unfolded(inside)


def toolbar(parts: list[Element], label: Text, language: Language) -> list[Element]:
    """Return parts of the board so that Tab stops there once, if several things can be tapped in them."""
    if sum(1 for part in parts for _ in part.iter("button")) < 2:
        return parts
    name = WORDS["choices_there"].format(where=label).get(language)
    return [one_stop(h("div", parts, class_="tapped", role="toolbar", aria_label=name))]


def one_stop(group: Element) -> Element:
    """Return a `grid` or `toolbar` in which Tab stops only at the first button or box; arrows lead on."""
    stops = [each for each in group.iter() if each.tag == "button" or each.get("type") == "checkbox"]
    for each in stops[1:]:
        each.set("tabindex", "-1")
    return group


def _taken_out(parts: list[Element]) -> Element | None:
    """Take out the first primary button; where it belongs to a form, it says to which."""
    for top in parts:
        inside = {child: parent for parent in top.iter() for child in parent}
        for found in inside:
            if found.tag != "button" or "primary" not in found.get("class", "").split():
                continue
            holder = inside[found]
            holder.remove(found)
            while holder.tag != "fieldset" and holder in inside:
                empty, holder = holder, inside[holder]
                if not len(empty) and not empty.text:
                    holder.remove(empty)
            if holder.tag == "fieldset":
                holder.set("id", "step-form")
                found.set("data-of", "step-form")
            return found
    return None


def desk(name: str, pieces: Pieces, language: Language) -> list[Element]:
    """Return what stands on the desk of a widget.

    Args:
        name: The widget's name.
        pieces: Of the widget; its own fields are house rules and seed.
        language: The reader's language.
    """
    parts, settings = pieces.parts, list(pieces.groups)
    told: list[Element] = []
    for each in settings:
        if each.tag == "details":  # one fold around them is enough, and says how many house rules there are
            each.set("open", "open")
            for summary in each.findall("summary"):
                told += summary.findall("span")
                summary[:] = []
    views = {view: label for view, label in VIEWS.items() if view == "board" or view in parts}
    tabs = [
        h("button", label.get(language), type="button", data_view=view, aria_pressed=str(view == "board").lower())
        for view, label in views.items()
    ]
    return [
        h("button", WORDS["skip_to_next_step"].get(language), type="button", data_do="skip", class_="md-skip"),
        pieces.title,
        h(
            "div",
            part("last", parts["last"]),
            h("p", class_="widget-status", role="status", aria_live="polite"),
            _offer(language),
            id="play",
            data_region="status",
        ),
        h("div", tabs, class_="desk-tabs", role="group", aria_label=WORDS["what_is_shown"].get(language)),
        h(
            "output",
            parts["output"],
            role="region",
            aria_live="off",
            aria_label=VIEWS["board"].get(language),
            data_region="board",
            tabindex="0",  # a region that scrolls can be scrolled by keyboard
        ),
        *([_looked_up("sheets", parts["sheets"], language)] if "sheets" in parts else []),
        form_of(
            name.replace(".", "-"),
            language,
            part("primary", parts["primary"]),
            h(
                "div",
                part("controls", parts["controls"], class_="controls"),
                part("bringing", parts["bringing"], class_="controls"),
                h(
                    "details",
                    h("summary", WORDS["settings"].get(language), told),
                    part("keeping", parts["keeping"]),
                    settings,
                    h("button", f"{WORDS['keys'].get(language)} (?)", type="button", data_do="keys"),
                    class_="desk-settings",
                ),
                class_="desk-choices",
            ),
            part("history", parts["history"]),
            data_region="tray",
        ),
        _looked_up("log", parts["log"], language),
        _keys(language),
    ]


def _looked_up(name: str, inside: Sequence[Element], language: Language) -> Element:
    """Return a region beside the board, which can be scrolled by keyboard."""
    label = VIEWS[name].get(language)
    ident = LOG if name == "log" else None
    return part(name, inside, id=ident, data_region=name, role="region", aria_label=label, tabindex="0")


def _offer(language: Language) -> Element:
    """Return the offer to go on with a fight that was left; the page fills in which."""
    return h(
        "div",
        h("span", WORDS["go_on_with_kept"].get(language), class_="go-on"),
        h("span", WORDS["bring_back_left"].get(language), class_="bring-back"),
        h("button", type="button", data_do="return"),
        h("button", "×", type="button", data_do="dismiss", aria_label=WORDS["not_now"].get(language)),
        class_="desk-offer",
        hidden=True,
    )


def _keys(language: Language) -> Element:
    """Return the list of keys that ? opens."""
    rows = [
        h("tr", h("th", h("kbd", key.get(language)), scope="row"), h("td", label.get(language)))
        for key, label in _KEY_LIST.items()
    ]
    return h(
        "dialog",
        heading(4, WORDS["keys"].get(language)),
        h("table", h("tbody", rows)),
        h("form", h("button", WORDS["close"].get(language), type="submit"), method="dialog"),
        class_="desk-keys",
        aria_label=WORDS["keys"].get(language),
    )
