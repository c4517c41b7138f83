"""A reader at the browser: what they look at, touch and notice, in words that tests can use."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, WebError, expect

from rules_py import library
from rules_py.core.text import LANGUAGES
from tests.browser.answering import answered
from tests.browser.engines import EACH_IN_EACH, LISTENING, unkept

PATIENCE = 120_000
"""Milliseconds that a condition may take on a machine that does much else."""

ROOT = Path(__file__).parents[2]

PATHS = tuple(
    re.sub(r"(^|/)index/$", r"\1", source.relative_to(ROOT / "docs/en").with_suffix("").as_posix() + "/")
    for source in sorted((ROOT / "docs/en").rglob("*.md"))
)
"""Every page's address below its language."""
KINDS = (
    *("", "about/", "tools/", "characters/", "online/"),
    *("contest/", "contest/resolution/", "contest/calculators/", "contest/stepper/"),
    *("prophecy/curses/", "prophecy/attack/", "prophecy/conditions/", "prophecy/calculators/", "prophecy/stepper/"),
    *("prophecy/order/", "prophecy/rulings/", "prophecy/examples/", "prophecy/glossary/", "prophecy/quick/"),
    *("exorcist/barriers/", "exorcist/attack/", "exorcist/calculators/", "exorcist/stepper/"),
    *("avatar/start/", "avatar/clash/", "avatar/calculators/", "avatar/stepper/"),
    *("kamui/turns/", "kamui/calculators/", "kamui/board/"),
    *("all/tools/", "all/prints/", "all/terms/", "all/ids/"),
    *("python/map/", "python/contest/"),
)
"""One page of every kind, and every widget and figure."""

CALCULATORS, STEPPER, RULES = "contest/calculators/", "contest/stepper/", "contest/resolution/"


SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
"""What a browser is told to be one."""

HARMLESS = re.compile(
    "A ServiceWorker intercepted the request and encountered an unexpected error"  # Firefox, as a window is closed
    "|Transition was (aborted|skipped)"  # Chromium, where one page passes into the next without it
    "|Ignored attempt to cancel a touchstart event"  # Chromium of the driver, where what it means to tap still moves
)
"""What browsers tell though nothing is wrong; where a worker fails, Firefox names the reason."""


def saying(do: str) -> str:
    """Return the selector of a stepper's button, by the name that `tests.stepper` gives it."""
    if "+" in do:  # several actions in one press
        return f"""button[name="do"][value='{json.dumps([[each] for each in do.split("+")], separators=(",", ":"))}']"""
    name, *told = do.split(":")
    action = json.dumps([name, *(int(each) if each.isdigit() else each for each in told)], separators=(",", ":"))
    begun = action.removesuffix("]")
    return f"""button[name="do"]:is([value="{do}"], [value='{action}'], [value^='{begun},{{'], [value^='{begun},['])"""


def unfold(page: Page) -> None:
    """Open the code of a chapter, as a reader does."""
    page.wait_for_function(LISTENING)
    fold = page.locator("details.in-python").first
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


class Watch:
    """Collects what should never happen on a page.

    Args:
        home: Address of the only host that a page may ask.
    """

    def __init__(self, home: str) -> None:
        self.home = home
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def over(self, context: BrowserContext) -> BrowserContext:
        """Watch all pages and workers of a context."""
        context.set_default_timeout(PATIENCE)
        context.on("console", self._said)
        context.on("weberror", self._raised)
        context.on("request", self._asked)
        return unkept(context)

    def allow(self, *patterns: str) -> None:
        """Let messages pass that a test provokes by what it does."""
        self._allowed += map(re.compile, patterns)

    def forget(self) -> None:
        """Begin anew."""
        for past in (self.faults, self.requests, self._allowed):
            past.clear()

    def runtime(self) -> list[str]:
        """Return what was asked of the Python runtime."""
        return [url for url in self.requests if "/runtime/" in url or url.endswith("/worker.mjs")]

    def _note(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in (HARMLESS, *self._allowed)):
            self.faults.append(fault)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._note(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _raised(self, error: WebError) -> None:
        self._note(f"page error: {error.error}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.home + "/", "data:", "blob:", "about:")):
            self._note(f"request to another host: {request.url}")


def native(
    widget: str, language: str, values: Mapping[str, str] | None = None, pressed: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the answer that the same Python gives outside of a browser."""
    request = {"widget": widget, "language": language, "values": dict(values or {}), "pressed": pressed}
    answer: dict[str, Any] = json.loads(_answer(json.dumps(request)))
    return answer


@cache
def _answer(request: str) -> str:
    return answered(request)


def defaults(widget: str) -> dict[str, str]:
    """Return the value of every field as the page is built."""
    return {name: field.default for name, field in library.WIDGETS[widget].fields.items()}


_CANONICAL = """([place, html]) => {
  const element = document.querySelector(place);
  // The page adds to what Python wrote: where a rule stands, what is open, what can be scrolled by keyboard.
  const added = [
    ['a[data-rule]', ['href', 'style', 'aria-describedby']],
    ['details', ['open']],
    ['.table-scroll', ['tabindex', 'role', 'aria-label', 'data-named']],
    [':is([role=grid], [role=toolbar]) :is(button, input, a)', ['tabindex']], // where Tab comes back to
    ['table, table *', ['data-cards', 'data-head', 'data-columns', 'role']],
  ];
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\\s+/g, ' ');
    const ours = added.flatMap(([selector, names]) => (node.matches(selector) ? names : []));
    ours.push('data-focus-visible-added'); // and what has the keyboard's focus
    node.classList.remove('focus-visible');
    const kept = [...node.attributes].filter(({name, value}) => !ours.includes(name) && (name !== 'class' || value));
    const attributes = kept.map(({name, value}) => `${name}=${value}`);
    return `<${[node.localName, ...attributes.sort()].join(' ')}>${[...node.childNodes].map(write).join('')}`;
  };
  const other = document.createElement('div');
  other.innerHTML = html;
  return [element.cloneNode(true), other].map((root) => [...root.childNodes].map(write).join('').trim());
}"""


# What a reader does a thousand times in these tests goes the short way: one message to the page for each deed. That
# real keys, fingers and pointers reach the same is held by the tests that use them.
_WIDGET = """
  const widget = document.querySelector(`rules-widget[name="${name}"]`);
  const until = async (...states) => {
    const place = () => document.querySelector(`rules-widget[name="${name}"]`);
    const end = performance.now() + PATIENCE;
    while (!states.includes(place()?.dataset.state)) {
      if (performance.now() > end) {
        const told = place()?.querySelector('.widget-status')?.textContent;
        throw new Error(`${name} is ${place()?.dataset.state}, not ${states}, and says: ${told}`);
      }
      await new Promise((resolve) => { setTimeout(resolve, 10); });
    }
    return place().dataset.state;
  };
  const controls = () => [...widget.querySelector('form').elements].filter(
    (each) => each.name && !['submit', 'fieldset'].includes(each.type));
  const said = () => {
    const found = {};
    for (const each of controls()) {
      const value = each.type === 'checkbox' && !each.checked ? '' : each.value;
      found[each.name] = each.dataset.many ? `${found[each.name] ?? ''} ${value}`.trim() : value;
    }
    return found;
  };
""".replace("PATIENCE", str(PATIENCE))
_UNTIL = f"async ([name, states]) => {{ {_WIDGET} return until(...states); }}"
_FILL = f"""async ([name, values]) => {{ {_WIDGET}
  const before = said(), ticked = [], written = [];
  for (const [field, value] of Object.entries(values)) {{
    if (before[field] === value) continue;
    const all = controls().filter((each) => each.name === field && !each.disabled);
    if (!all.length) throw new Error(`no field ${{field}}`);
    for (const each of all) {{
      for (let fold = each.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
      if (!each.checkVisibility()) throw new Error(`${{field}} cannot be seen`);
      const wanted = each.dataset.many ? value.split(' ').includes(each.value) : value === '1';
      if (each.type !== 'checkbox') {{
        each.value = value;
        if (each.type === 'select-one' && each.value !== value) throw new Error(`${{field}} has no ${{value}}`);
        written.push(each);
      }} else if (each.checked !== wanted) ticked.push(each);
    }}
  }}
  // Told when all is written: what is asked in between would only be worked out to be thrown away.
  for (const each of [...written, ...ticked]) {{
    each.focus({{preventScroll: true}});
    if (each.type === 'checkbox') each.click();
    else {{
      each.dispatchEvent(new InputEvent('input', {{bubbles: true}}));
      each.dispatchEvent(new Event('change', {{bubbles: true}}));
    }}
  }}
  return until('static', 'ready', 'error');
}}"""
_BUTTONS = """
  const short = (value) => {
    if (!value.startsWith('[')) return value;
    const found = JSON.parse(value);
    if (found[0] === 'then') found.shift();
    if (Array.isArray(found[0])) return found.map((each) => short(JSON.stringify(each))).join('+'); // several actions
    return found.filter((each) => typeof each !== 'object').join(':');
  };
  const buttons = {};
  for (const each of widget.querySelectorAll('button[name="do"]')) {
    if (!each.checkVisibility()) continue;
    const called = short(each.value);
    buttons[called in buttons ? `${called}_typed` : called] = each;
  }
"""
"""The buttons by the names that `tests.stepper` gives them."""
_PRESS = f"""async ([name, action]) => {{ {_WIDGET} {_BUTTONS}
  const button = buttons[action] ?? Object.values(buttons).find((each) => each.value === action);
  if (!button?.checkVisibility() || button.disabled) throw new Error(`no button ${{action}}`);
  button.focus({{preventScroll: true}});
  button.click();
  return until('static', 'ready', 'error');
}}"""


TURN = """async (address) => {
  const end = performance.now() + PATIENCE;
  window.same = true;
  const link = Object.assign(document.createElement('a'), {href: address});
  document.body.append(link);
  link.click();
  link.remove();
  const { pathname } = new URL(address); // what follows the path may be Python's answer already
  const turned = () => location.pathname === pathname && !document.documentElement.hasAttribute('data-turning');
  while (!turned()) {
    if (performance.now() > end) throw new Error(`${location.href} was not turned to ${address}`);
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
  // What follows the reader looks for its parts when the page has been painted.
  await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))); });
}""".replace("PATIENCE", str(PATIENCE))


class Part:
    """Something on a page that Python answers.

    Args:
        page: The page.
        root: Its element.
    """

    def __init__(self, page: Page, root: Locator) -> None:
        self.page, self.root = page, root
        self.output = root.locator("output")
        self.status = root.locator(".widget-status")


class Widget(Part):
    """A calculator or stepper on a page."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page, page.locator(f'rules-widget[name="{name}"]'))
        self.name = name
        self.controls = self.root.locator('[data-part="controls"]')
        self.log = self.root.locator('[data-part="log"]')

    def control(self, field: str) -> Locator:
        """Return the control of a field."""
        return self.root.locator(f'[name="{field}"]')

    def error(self, field: str) -> Locator:
        """Return the place for the message of a field."""
        return self.root.locator(f'[data-field="{field}"] .field-error')

    def button(self, do: str) -> Locator:
        """Return a button of a stepper."""
        return self.root.locator(saying(do))

    def offered(self, *wishes: str) -> str:
        """Return the first of some buttons that is there to be pressed."""
        return next(do for do in wishes if self.button(do).count())

    @property
    def state(self) -> str | None:
        """Return what the widget says of itself."""
        return self.root.get_attribute("data-state")

    def settled(self) -> str:
        """Wait until nothing is being computed and a press counts again, and return the state."""
        state = self._until("static", "ready", "error")
        calm = "(name) => !document.querySelector(`rules-widget[name='${name}'][data-calming]`)"
        self.page.wait_for_function(calm, arg=self.name, polling=20)
        return state

    def touch(self) -> Widget:
        """Show interest, as the keyboard does that comes to it: Python begins to start."""
        self.page.wait_for_function(LISTENING, polling=20)
        self.root.dispatch_event("focusin")
        return self

    def live(self) -> Widget:
        """Touch the widget and wait until Python answers for it."""
        self.touch()._until("ready")
        return self

    def refused(self) -> Widget:
        """Wait until the widget shows a message instead of a new answer."""
        self.touch()._until("error")
        return self

    def _until(self, *states: str) -> str:
        """Wait for one of some states, and return it."""
        found: str = self.page.evaluate(_UNTIL, [self.name, states])
        return found

    def fill(self, values: Mapping[str, str]) -> str:
        """Bring fields to these values, telling the page as a keyboard does, wait for the answer, return the state."""
        found: str = self.page.evaluate(_FILL, [self.name, values])
        return found

    def press(self, do: str, **beside: str) -> str:
        """Fill the controls beside a button, press it, wait for the answer and return the state."""
        if beside:
            self.fill(beside)
        found: str = self.page.evaluate(_PRESS, [self.name, do])
        return found

    def holds_focus(self) -> None:
        """Check that the keyboard's focus is somewhere in the widget."""
        assert self.page.evaluate(
            f"([name]) => {{ {_WIDGET} return widget.contains(document.activeElement); }}", [self.name]
        ), in_focus(self.page)

    def values(self) -> dict[str, str]:
        """Return what the form says, without the controls that a stepper brings along."""
        found: dict[str, str] = self.page.evaluate(f"([name]) => {{ {_WIDGET} return said(); }}", [self.name])
        return {name: value for name, value in found.items() if name in library.WIDGETS[self.name].fields}

    def shows(self, answer: Mapping[str, Any], *, told: bool = True) -> None:
        """Check that what is shown is a native answer, element by element; `told`: and that it was announced."""
        assert answer["state"] == "ready", answer["error"]
        for part, html in answer["parts"].items():
            shown, expected = self._canonical("output" if part == "output" else f'[data-part="{part}"]', html)
            assert shown == expected
        if told:
            expect(self.status).to_have_text(answer["status"])

    def has_result(self, answer: Mapping[str, Any]) -> bool:
        """Say whether the result that is shown is a native answer's, element by element."""
        shown, expected = self._canonical("output", answer["parts"]["output"])
        return shown == expected

    def agrees(self, language: str) -> None:
        """Check that what is shown is what Python makes natively of the page's address."""
        self.shows(native(self.name, language, defaults(self.name) | named(self.page, self.name)))

    def shown(self) -> str:
        """Return the result as Python wrote it, whatever the page has added to it."""
        return self._canonical("output", "")[0]

    def _canonical(self, place: str, html: str) -> tuple[str, str]:
        shown, expected = self.page.evaluate(_CANONICAL, [f'rules-widget[name="{self.name}"] {place}', html])
        return shown, expected


class Keys:
    """A reader who has a keyboard and nothing else."""

    def __init__(self, page: Page, widget: Widget) -> None:
        self.page = page
        self.widget = widget

    def skip(self) -> Keys:
        """Go past the navigation of a page that has just been loaded, with the first link that Tab leads to."""
        self.page.keyboard.press("Tab")
        assert "md-skip" in in_focus(self.page)
        self.page.keyboard.press("Enter")
        return self

    def enter(self) -> Keys:
        """Begin at the widget, as who has come there with Tab through the text above it."""
        self.widget.root.locator(":is(input, select, button, summary):visible").first.focus()
        return self

    def reach(self, selector: str) -> None:
        """Press Tab, or Shift and Tab where it stands above, until the focus is on what the selector matches.

        On a part of the board, where Tab stops once, an arrow key leads on.
        Round the end of the page leads through the browser's own controls, where Firefox' driver loses its window.
        """
        key = self.page.evaluate(
            """(selector) => {
              const above = (each) => each.compareDocumentPosition(document.activeElement) & 4;
              return [...document.querySelectorAll(selector)].every(above) ? 'Shift+Tab' : 'Tab';
            }""",
            selector,
        )
        for _ in range(200):
            found, here = self.page.evaluate(
                """(selector) => {
                  const at = document.activeElement;
                  const board = at.matches('button, input') && at.closest('[role=grid], [role=toolbar]');
                  return [at.matches(selector), Boolean(board && board.querySelector(selector))];
                }""",
                selector,
            )
            if found:
                return
            self.page.keyboard.press("ArrowRight" if here else key)
        raise AssertionError(f"{selector} cannot be reached with {key}")

    def hit(self, do: str, key: str = "Enter") -> None:
        """Go to a button and press it."""
        button = saying(do)
        self.reach(button)
        self.widget.settled()  # Firefox tells of a choice only when it is left
        self.reach(button)
        self.page.keyboard.press(key)
        self.answered()

    def answered(self) -> None:
        assert self.widget.settled() == "ready", self.widget.status.inner_text()
        self.widget.holds_focus()


@dataclass
class Visit:
    """A reader's tab, from test to test: one page after the other, of the language that a test is about."""

    context: BrowserContext
    page: Page
    watch: Watch
    language: str = "en"
    is_lent: bool = False
    """Whether a test has just taken it over: what stands on its page is of the test before."""

    def close(self) -> None:
        """End the visit."""
        self.context.close()

    def widget(self, name: str) -> Widget:
        """Return a widget of the page."""
        return Widget(self.page, name)

    def load(self, path: str, query: Mapping[str, str] | None = None) -> Page:
        """Load a page of the language, anew even where it is in view."""
        self.is_lent = False
        self.page.goto(self._address(path, query))
        return self.page

    def turn(self, path: str, query: Mapping[str, str] | None = None) -> Page:
        """Go to another page as a reader does who follows a link: it is not loaded, and Python stays.

        To the page that is in view already the way leads by another one.
        """
        if not self.page.url.startswith(self._address("")):
            return self.load(path, query)
        self.is_lent = False
        if self._is_here(path):
            self.page.evaluate(TURN, self._address("" if path else "about/"))
        self.page.evaluate(TURN, self._address(path, query))
        return self.page

    def open(self, path: str, query: Mapping[str, str] | None = None) -> Page:
        """Go to a page of the language; within the page as the way back does, so that its widgets say what is asked."""
        if self.is_lent or not self._is_here(path):
            return self.turn(path, query)
        self.page.evaluate(
            "(address) => { history.replaceState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }",
            self._address(path, query),
        )
        return self.page

    def calculator(self, name: str) -> Widget:
        """Go to the calculators, where all say what they say at first, and wait for Python."""
        self.open(f"{name.split('.')[0]}/calculators/")
        return self.widget(name).live()

    def stepper(self, query: Mapping[str, str] | None = None, name: str = "contest.stepper") -> Widget:
        """Go to a stepper at its beginning, or where a link says, and wait for Python."""
        page = "board" if name.endswith(".board") else "stepper"
        self.open(f"{name.split('.')[0]}/{page}/", query)
        return self.widget(name).live()

    def _is_here(self, path: str) -> bool:
        return urlsplit(self.page.url).path == urlsplit(self._address(path)).path

    def _address(self, path: str, query: Mapping[str, str] | None = None) -> str:
        return f"{self.watch.home}/{self.language}/{path}" + (f"?{urlencode(query)}" if query else "")


def led(page: Page, address: str, onward: str) -> None:
    """Go to an address that leads on at once: a driver that waits for it is told that it was broken off."""
    page.evaluate("(address) => { globalThis.left = true; setTimeout(() => location.assign(address)); }", address)
    once(page, "(onward) => !globalThis.left && location.href === onward && document.readyState === 'complete'", onward)


def once(page: Page, condition: str, argument: Any = None) -> None:
    """Wait for a page; asked for every frame, as is Playwright's way, it would draw without end."""
    page.wait_for_function(condition, arg=argument, polling=50)


THUMB = 44
"""So wide and high is at least what a thumb meets, in pixels."""


def tap_with_a_thumb(target: Locator) -> None:
    """Tap what is large enough for it."""
    box = target.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    target.tap()


def spoken(*languages: str) -> pytest.MarkDecorator:
    """Return the mark of tests that share a page, so that it is loaded in one language; in both with `ENGINES=each`."""
    return pytest.mark.parametrize("language", LANGUAGES if EACH_IN_EACH else languages)


def named(page: Page, widget: str) -> dict[str, str]:
    """Return what the address of a page says about a widget."""
    prefix = f"{widget}."
    return {
        key.removeprefix(prefix): value
        for key, value in parse_qsl(urlsplit(page.url).query, keep_blank_values=True)
        if key.startswith(prefix)
    }


def written(element: Locator, where: str) -> str:
    """Return what the styles write before or after an element; Firefox names the attribute that they take it from."""
    told: str = element.evaluate(
        """(element, where) => getComputedStyle(element, where).content
          .replace(/attr\\(([\\w-]+)\\)/g, (_, name) => JSON.stringify(element.getAttribute(name)))""",
        where,
    )
    return told


def in_focus(page: Page) -> str:
    """Return what has the keyboard's focus, as its opening tag."""
    tag: str = page.evaluate("() => document.activeElement.outerHTML.match(/^<[^>]*>/)[0]")
    return tag


_AXE = Path(ROOT, "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
STANDARDS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What axe-core says of an element's colours rests on its look alone, and takes most of its time."""

_BARRIERS = """async ([within, rules, colours, seen, isWhole]) => {
  // The scripts see in the next frame which boxes overflow.
  await new Promise((go) => { requestAnimationFrame(() => setTimeout(go)); });
  // A link takes its colour of the other scheme in a moment; in between it has neither. In a part that the browser does
  // not draw the moment never ends by itself.
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  const [behind, fresh] = [new Map(), new Map()];
  const known = (globalThis.known ??= new Set());
  for (const each of seen) known.add(each);
  const ground = (element) => {
    if (!element) return '';
    if (!behind.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const below = () => ground(element.parentElement);
      if (own === 'rgba(0, 0, 0, 0) none 1') behind.set(element, below()); // as if it were not there
      else behind.set(element, /^rgb\\(.*none 1$/.test(own) ? own : `${own} / ${below()}`);
    }
    return behind.get(element);
  };
  const look = (element) => {
    const style = getComputedStyle(element);
    const [link, label] = [element.closest('a'), element.closest('label')];
    const around = link && getComputedStyle(link.parentElement).color;
    const spared = element.closest(':disabled, [aria-disabled=true], [aria-hidden=true]') || label?.control?.disabled;
    const [size, isBold] = [Number.parseFloat(style.fontSize), Number(style.fontWeight) >= 700];
    const isLarge = size >= (isBold ? 18.66 : 24); // what WCAG asks less contrast of
    const text = [style.color, isLarge, link && [isBold, style.textDecoration], style.textShadow, around];
    return [...text, Boolean(spared), ground(element)].join(' | ');
  };
  const speaks = (element) => element.matches('a[href], input, select, textarea')
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const element of document.querySelector(within).querySelectorAll('*')) {
    if (!speaks(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const its = look(element);
    if (!known.has(its) && !fresh.has(its)) fresh.set(its, element);
  }
  if (!fresh.size && rules.type === colours.type) return { found: [], looks: [] };
  for (const element of fresh.values()) element.dataset.fresh = '';
  const small = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role], [tabindex]')]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return isWhole || Math.min(width, height) < 24;
    });
  for (const element of small) element.dataset.small = '';
  const selector = {
    'color-contrast': '[data-fresh]',
    'link-in-text-block': 'a[href][data-fresh]',
    'target-size': '[data-small]',
  };
  axe.configure({ rules: Object.entries(selector).map(([id, selector]) => ({ id, selector })) });
  const { violations, incomplete } = await axe.run(within, {
    runOnly: rules,
    resultTypes: ['violations', 'incomplete'], // to list what is in order takes as long again
    elementRef: true,
  });
  for (const element of small) delete element.dataset.small;
  const undecided = new Set(incomplete.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  for (const [its, element] of fresh) {
    delete element.dataset.fresh;
    fresh.set(its, !undecided.has(element));
  }
  return { found: violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), looks: [...fresh] };
}"""

_looks: Counter[str] = Counter()
"""How the elements look that axe-core was asked about: colours, what lies behind them, size and weight of the letters.

A look on which it has decided counts `OFTEN`; one on which it could not, as often as it was asked.
"""
_decided: list[str] = []
"""The looks that are not asked about any more; a page that stays is told the new ones."""
OFTEN = 3
"""So many elements of one look, on as many pages, are asked about before axe-core is believed to have no opinion."""


def violations(page: Page, within: str = "html", *, colours_only: bool = False) -> list[str]:
    """Return what axe-core finds on the page as it stands, or in a part of it.

    Elements that look alike are asked about their colours once, on whatever page, and only what is small whether it is
    large enough for a finger; with `ENGINES=each` all on every page.
    """
    has_axe, told_before = page.evaluate("[Boolean(window.axe), window.known?.size ?? 0]")
    if not has_axe:
        page.evaluate(_AXE)
    rules = COLOURS if colours_only else STANDARDS
    seen = [] if EACH_IN_EACH else _decided[told_before:]
    told = page.evaluate(_BARRIERS, [within, rules, COLOURS, seen, EACH_IN_EACH])
    for look, decided in told["looks"] if not told["found"] else []:
        _looks[look] += OFTEN if decided else 1
        if _looks[look] >= OFTEN and look not in _decided:
            _decided.append(look)
    found: list[str] = told["found"]
    return found


def both_schemes(page: Page, within: str = "html") -> list[str]:
    """Return what axe-core finds on the page, or in a part of it, in light and in dark colours."""
    found = []
    for scheme in ("light", "dark"):  # in the dark only the colours differ
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {each}" for each in violations(page, within, colours_only=scheme == "dark")]
    page.emulate_media(color_scheme="null", reduced_motion="null")
    return found
