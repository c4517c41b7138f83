"""A reader at the browser: what they look at, touch and notice, in words that tests can use."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, WebError, expect

from rules_py import library
from tests.browser.engines import unkept

PATIENCE = 120_000
"""Milliseconds that a condition may take on a machine that does much else."""

ROOT = Path(__file__).parents[2]

PATHS = tuple(
    re.sub(r"(^|/)index/$", r"\1", source.relative_to(ROOT / "docs/en").with_suffix("").as_posix() + "/")
    for source in sorted((ROOT / "docs/en").rglob("*.md"))
)
"""Every page's address below its language."""
KINDS = (
    *("", "about/", "contest/", "contest/chart/", "contest/resolution/", "contest/calculators/", "contest/stepper/"),
    *("prophecy/curses/", "prophecy/attack/", "prophecy/conditions/", "prophecy/calculators/", "prophecy/stepper/"),
    *("prophecy/rulings/", "prophecy/examples/", "prophecy/glossary/", "prophecy/quick/"),
    *("exorcist/barriers/", "exorcist/attack/", "exorcist/calculators/", "exorcist/board/", "exorcist/stepper/"),
    *("avatar/start/", "avatar/clash/", "avatar/calculators/", "avatar/stepper/"),
    *("kamui/movement/", "kamui/calculators/", "kamui/board/"),
    *("python/map/", "python/contest/"),
)
"""One page of every kind, and every widget and figure."""

CALCULATORS, STEPPER, RULES = "contest/calculators/", "contest/stepper/", "contest/resolution/"


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
        if not any(pattern.search(fault) for pattern in self._allowed):
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
    answer: dict[str, Any] = json.loads(library.answer(json.dumps(request)))
    return answer


def defaults(widget: str) -> dict[str, str]:
    """Return the value of every field as the page is built."""
    return {name: field.default for name, field in library.WIDGETS[widget].fields.items()}


_CANONICAL = """([element, html]) => {
  // The page adds to what Python wrote: where a rule stands, what is open, what can be scrolled by keyboard.
  const added = [
    ['a[data-rule]', ['href', 'style', 'aria-describedby']],
    ['details', ['open']],
    ['.table-scroll', ['tabindex', 'role', 'aria-label', 'data-named']],
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


class Widget:
    """A calculator or stepper on a page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.root = page.locator(f'rules-widget[name="{name}"]')
        self.output = self.root.locator("output")
        self.status = self.root.locator(".widget-status")
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
        return self.root.locator(f'button[name="do"][value="{do}"]')

    @property
    def state(self) -> str | None:
        """Return what the widget says of itself."""
        return self.root.get_attribute("data-state")

    def settled(self) -> str:
        """Wait until nothing is being computed and return the state."""
        return self._until("static", "ready", "error")

    def live(self) -> Widget:
        """Wait until Python answers for the widget."""
        self._until("ready")
        return self

    def refused(self) -> Widget:
        """Wait until the widget shows a message instead of a new answer."""
        self._until("error")
        return self

    def _until(self, *states: str) -> str:
        """Wait for one of some states, looking at every frame: a fight has many steps."""
        found: str = self.page.wait_for_function(
            """([name, states]) => {
              const {state} = document.querySelector(`rules-widget[name="${name}"]`)?.dataset ?? {};
              return states.includes(state) && state;
            }""",
            arg=[self.name, states],
        ).json_value()
        return found

    def fill(self, values: Mapping[str, str]) -> str:
        """Bring fields to these values as a reader does, wait for the answer and return the state."""
        kinds, present = self._form()
        for field, value in values.items():
            if present[field] == value:
                continue
            if kinds[field] == "picks":
                for pick in {*value.split()} ^ {*present[field].split()}:
                    self.root.locator(f'input[name="{field}"][value="{pick}"]').set_checked(pick in value.split())
                continue
            control = self.control(field)
            self._unfold(control)
            if kinds[field] == "select-one":
                control.select_option(value)
            elif kinds[field] == "checkbox":
                control.set_checked(value == "1")
            else:
                control.fill(value)
        return self.settled()

    def press(self, do: str, **beside: str) -> str:
        """Fill the controls beside a button, press it, wait for the answer and return the state."""
        self.fill(beside)
        self.button(do).click()
        return self.settled()

    def values(self) -> dict[str, str]:
        """Return what the form says, without the controls that a stepper brings along."""
        return {name: value for name, value in self._form()[1].items() if name in library.WIDGETS[self.name].fields}

    def _form(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the kind and the value of every control."""
        found: list[tuple[str, str, str]] = self.root.evaluate(
            """(widget) => {
              const found = new Map();
              for (const each of widget.querySelector('form').elements) {
                if (!each.name || each.type === 'submit') continue;
                const value = each.type === 'checkbox' && !each.checked ? '' : each.value;
                const before = each.dataset.many ? (found.get(each.name)?.[2] ?? '') : '';
                found.set(each.name, [each.name, each.dataset.many ? "picks" : each.type,
                  each.dataset.many ? `${before} ${value}`.trim() : value]);
              }
              return [...found.values()];
            }"""
        )
        return {name: kind for name, kind, _ in found}, {name: value for name, _, value in found}

    def shows(self, answer: Mapping[str, Any], *, told: bool = True) -> None:
        """Check that what is shown is a native answer, element by element; `told`: and that it was announced."""
        assert answer["state"] == "ready", answer["error"]
        for part, html in answer["parts"].items():
            place = self.output if part == "output" else self.root.locator(f'[data-part="{part}"]')
            shown, expected = self.page.evaluate(_CANONICAL, [place.element_handle(), html])
            assert shown == expected
        if told:
            expect(self.status).to_have_text(answer["status"])

    def shown(self) -> str:
        """Return the result as Python wrote it, whatever the page has added to it."""
        found: str = self.page.evaluate(_CANONICAL, [self.output.element_handle(), ""])[0]
        return found

    def _unfold(self, control: Locator) -> None:
        control.evaluate(
            "(c) => { for (let f = c.closest('details'); f; f = f.parentElement.closest('details')) f.open = true; }"
        )


class Keys:
    """A reader who has a keyboard and nothing else."""

    def __init__(self, page: Page, widget: Widget) -> None:
        self.page = page
        self.widget = widget

    def reach(self, selector: str, back: bool = False) -> None:
        """Press Tab until the focus is on what the selector matches."""
        for _ in range(200):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"{selector} cannot be reached with Tab")

    def hit(self, do: str, key: str = "Enter", back: bool = False) -> None:
        """Go to a button and press it."""
        self.reach(f'button[name="do"][value="{do}"]', back)
        self.page.keyboard.press(key)
        self.answered()

    def answered(self) -> None:
        assert self.widget.settled() == "ready", self.widget.status.inner_text()
        assert not in_focus(self.page).startswith("<body")
        assert self.widget.root.evaluate("(widget) => widget.contains(document.activeElement)"), in_focus(self.page)


@dataclass
class Visit:
    """A visit in one language: one page, one Python, many pages turned by instant navigation."""

    context: BrowserContext
    page: Page
    watch: Watch
    language: str

    @classmethod
    def begin(cls, context: BrowserContext, watch: Watch, language: str) -> Visit:
        """Open a page with a widget and wait for Python."""
        page = watch.over(context).new_page()
        page.goto(f"/{language}/{CALCULATORS}")
        Widget(page, "contest.roll").live()
        return cls(context, page, watch, language)

    def close(self) -> None:
        """End the visit."""
        self.context.close()

    def widget(self, name: str) -> Widget:
        """Return a widget of the page."""
        return Widget(self.page, name)

    def open(self, path: str, query: Mapping[str, str] | None = None) -> Page:
        """Turn to a page of the visit's language as a link on the page does."""
        if self.page.url != self._address(path, query):
            if urlsplit(self.page.url).path == f"/{self.language}/{path}":
                follow(self.page, self._address("about/"))
            follow(self.page, self._address(path, query))
        return self.page

    def calculator(self, name: str) -> Widget:
        """Turn to the calculators and bring one to what it says at first."""
        widget, path = self.widget(name), f"{name.split('.')[0]}/calculators/"
        if urlsplit(self.page.url).path != f"/{self.language}/{path}" or widget.state == "error":
            self.open(path)  # anew where a link said something that no field can hold
        widget.fill(defaults(name))
        return widget.live()

    def stepper(self, query: Mapping[str, str] | None = None, name: str = "contest.stepper") -> Widget:
        """Turn to a stepper at its beginning, or where a link says."""
        self.open(f"{name.split('.')[0]}/stepper/", query)
        return self.widget(name).live()

    def _address(self, path: str, query: Mapping[str, str] | None = None) -> str:
        return f"{self.watch.home}/{self.language}/{path}" + (f"?{urlencode(query)}" if query else "")


def follow(page: Page, address: str) -> None:
    """Follow a link to an address and wait until its page is there, whatever the page then makes of the address."""
    page.evaluate(
        """(address) => {
          document.querySelector('article').dataset.left = '';
          const link = document.createElement('a');
          link.href = address;
          link.textContent = 'on';
          document.body.append(link);
          link.click();
          link.remove();
        }""",
        address,
    )
    page.wait_for_function(
        """(address) => location.pathname === new URL(address).pathname &&
          new URL(document.querySelector('link[rel=canonical]').href).pathname === location.pathname &&
          document.querySelector('article') && !document.querySelector('article[data-left]')""",
        arg=address,
    )


def named(page: Page, widget: str) -> dict[str, str]:
    """Return what the address of a page says about a widget."""
    prefix = f"{widget}."
    return {
        key.removeprefix(prefix): value
        for key, value in parse_qsl(urlsplit(page.url).query, keep_blank_values=True)
        if key.startswith(prefix)
    }


def in_focus(page: Page) -> str:
    """Return what has the keyboard's focus, as its opening tag."""
    tag: str = page.evaluate("() => document.activeElement.outerHTML.match(/^<[^>]*>/)[0]")
    return tag


_AXE = Path(ROOT, "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
STANDARDS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def violations(page: Page, rules: Mapping[str, Any] = STANDARDS) -> list[str]:
    """Return what axe-core finds on the page as it stands."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(_AXE)
    # Only violations: to list what is in order takes axe-core as long again.
    asked = {"runOnly": rules, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = page.evaluate("asked => axe.run(asked).then(({violations}) => violations)", asked)
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def both_schemes(page: Page) -> list[str]:
    """Return what axe-core finds on the page in light and in dark colours."""
    found = []
    for scheme, rules in (("light", STANDARDS), ("dark", COLOURS)):  # in the dark only the colours differ
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {each}" for each in violations(page, rules)]
    page.emulate_media(color_scheme="null", reduced_motion="null")
    return found


def metered(context: BrowserContext) -> BrowserContext:
    """Let pages believe that the reader pays for what is loaded, so that Python waits for a touch."""
    context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true}), configurable: true});"
    )
    return context
