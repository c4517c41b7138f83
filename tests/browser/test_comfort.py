"""Small screens, large letters, fingers, still pictures, few colours, screen readers: in all states of the widgets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import CALCULATORS, RULES, STEPPER, Visit, Widget, both_schemes, spoken, violations

ROLL, GAUGE, DIFFICULTY, PLAY = "contest.roll", "contest.gauge", "contest.difficulty", "contest.stepper"

LONG_NAME = {"en": "Bartholomew-Maximilian", "ja": "東雲宮光源寺千早振之介左衛門尉"}
LONG_ABILITIES = {
    "en": "Incomprehensibilities 17+2, Counterrevolutionary 10W2, Brave 14",
    "ja": "電光石火乾坤一擲剣術奥義 17+2、不撓不屈百折不撓 10W2、勇敢 14",
}


def fits(page: Page, most: int) -> None:
    """Wait until the page has settled after a change of size, no wider than the screen."""
    page.wait_for_function("most => document.documentElement.scrollWidth <= most", arg=most)


def width(page: Page) -> int:
    """Return how wide the page is, which is more than the screen when it scrolls sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth")
    return found


def cut(page: Page) -> list[str]:
    """Return what is cut off at a side, or lies outside of the page, in the text of the page."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('article *')].filter((each) => {
          const style = getComputedStyle(each), box = each.getBoundingClientRect();
          const scrolls = 'input, select, svg, .table-scroll, pre, [popover]';
          if (!box.width || style.clipPath !== 'none' || each.closest(scrolls)) return false;
          const hides = ['hidden', 'clip'].includes(style.overflowX) && each.scrollWidth > each.clientWidth + 1;
          return hides || box.right > innerWidth + 1 || (box.left < -1 && style.position !== 'absolute');
        }).map((each) => each.outerHTML.slice(0, 120))"""
    )
    return found


def overlapping(page: Page) -> list[str]:
    """Return pairs of controls and labels of widgets that lie over each other."""
    found: list[str] = page.evaluate(
        """() => {
          const kinds = 'rules-widget :is(input, select, button, label, legend, summary, .field-error)';
          const parts = [...document.querySelectorAll(kinds)]
            .filter((each) => each.checkVisibility() && each.type !== 'hidden');
          const seen = (each) => {  // what a region of a desk has scrolled away is not there
            const {left, right, top, bottom} = each.getBoundingClientRect();
            const frame = each.closest('[data-desk] :is(output, .desk-choices, [data-region])');
            const {top: upper, bottom: lower} = (frame ?? document.documentElement).getBoundingClientRect();
            return {left, right, top: Math.max(top, upper), bottom: Math.min(bottom, lower)};
          };
          const boxes = parts.map(seen);
          const pairs = [];
          parts.forEach((one, i) => parts.forEach((other, j) => {
            if (j <= i || one.contains(other) || other.contains(one)) return;
            const across = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
            const down = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
            if (across > 2 && down > 2) pairs.push([one, other].map((each) => each.outerHTML.slice(0, 80)).join(' | '));
          }));
          return pairs;
        }"""
    )
    return found


def crowd(page: Page, language: str) -> Widget:
    """Play a contest of three with long names into the middle of round 2, with a message shown."""
    widget = Widget(page, PLAY).live()
    widget.root.locator("details.more > summary").first.click()
    steps: tuple[tuple[str, dict[str, str]], ...] = (
        ("add", {"name": LONG_NAME[language], "abilities": LONG_ABILITIES[language]}),
        ("begin", {}),
        ("pair", {"pair_a": "0", "pair_b": "1"}),
        ("declare", {}),
        ("skip", {}),
        ("roll", {"roll_0_a": "3", "roll_0_b": "17"}),
        ("next", {}),
        ("join", {"join_who": "2", "join_contest": '[0,"b"]'}),
        ("declare", {"acting_0_b": "2"}),
        ("skip", {}),
    )
    for do, beside in steps:
        assert widget.press(do, **beside) == "ready", widget.status.inner_text()
    assert widget.press("roll", roll_0_a="21", roll_0_b="3") == "error"
    expect(widget.error("roll_0_a")).to_be_visible()
    return widget


def everything_open(page: Page) -> None:
    page.evaluate("document.querySelectorAll('article details').forEach((fold) => { fold.open = true; })")


SMALL = """() => [...document.querySelectorAll('rules-widget :is(input, select, button:not(.term), summary)')]
  .filter((each) => each.type !== 'hidden' && each.checkVisibility())
  .map((each) => [each, each.type === 'checkbox' ? each.labels[0] : each])
  .filter(([, target]) => target.getBoundingClientRect().height < 44)
  .map(([each]) => each.outerHTML.slice(0, 120))"""
"""What is touched, and lower than a finger is wide."""


WIDE = """(most) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(most ? `.table-scroll > table { min-width: ${most} !important; }` : '');
  document.adoptedStyleSheets = [sheet];
}"""
"""Tables fit by themselves; here some are made to scroll."""


@spoken("en")
def test_live_calculators_fit_a_small_phone(thumb: Visit) -> None:
    """And a table that was pushed aside stays so when an answer comes."""
    page = thumb.turn(CALCULATORS)
    everything_open(page)
    assert page.evaluate(SMALL) == []
    gauge = thumb.widget(GAUGE).live()
    table = gauge.root.locator(".table-scroll").first
    assert table.evaluate("(box) => box.scrollWidth <= box.clientWidth + 1")
    page.evaluate(WIDE, "40rem")
    table.evaluate("async (box) => { box.scrollLeft = 20; await new Promise(requestAnimationFrame); }")
    for ability in ("11", "12", "13"):  # the second and third answer find what the one before has put there
        assert gauge.fill({"ability_a": ability}) == "ready"
        assert table.evaluate("(box) => box.scrollLeft") == 20
    expect(table).to_have_attribute("tabindex", "0")
    page.evaluate(WIDE, "")

    Widget(page, ROLL).fill({"ability_a": "20W7", "permanent_a": "-100"})
    gauge.fill({"dying_square": "9", "heavy_wound_square": "8", "ability_b": "17W"})
    everything_open(page)
    assert width(page) <= 360
    for name, field in ((ROLL, "ability_b"), (GAUGE, "position"), (DIFFICULTY, "win")):
        assert Widget(page, name).fill({field: "x" * 200}) == "error"
    assert width(page) <= 360
    assert cut(page) == []
    assert overlapping(page) == []


@spoken("ja")
def test_a_contest_in_full_swing_with_long_names_and_a_message_fits_a_small_phone_and_has_no_barrier(
    thumb: Visit,
) -> None:
    page = thumb.turn(STEPPER)
    everything_open(page)
    assert page.evaluate(SMALL) == []
    widget = crowd(page, thumb.language)
    everything_open(page)
    assert width(page) <= 360
    assert cut(page) == []
    assert overlapping(page) == []
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")  # nothing lies half under the header
    assert both_schemes(page, "rules-widget") == []
    assert widget.press("roll", roll_0_a="1", roll_0_b="20") == "ready"
    everything_open(page)
    assert violations(page, within="rules-widget") == []


def lines(page: Page, within: str, wanted: str) -> list[tuple[str, int]]:
    """Return how many lines each piece of text takes that a regular expression finds in some elements."""
    found: list[tuple[str, int]] = page.evaluate(
        """([within, wanted]) => [...document.querySelectorAll(within)].flatMap((each) => {
          const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), found = [], range = new Range();
          for (let text; (text = texts.nextNode());) {
            if (!text.parentElement.checkVisibility() || text.parentElement.closest('[data-cards] > thead')) continue;
            for (const match of text.data.matchAll(new RegExp(wanted, 'g'))) {
              range.setStart(text, match.index);
              range.setEnd(text, match.index + match[0].length);
              const tops = [...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top));
              found.push([match[0], new Set(tops).size]);
            }
          }
          return found;
        })""",
        [within, wanted],
    )
    return found


def test_no_house_rule_is_squeezed_on_a_small_phone(thumb: Visit) -> None:
    for path in ("kamui/calculators/", "kamui/board/"):
        page = thumb.turn(path)
        widths = page.locator("details.house-rules").evaluate_all(
            """(all) => all.flatMap((each) => {
              each.open = true;
              return [...each.querySelectorAll('.field')].map((field) => field.getBoundingClientRect().width);
            })"""
        )
        assert len(widths) > 10
        assert min(widths) > 150
        assert width(page) <= 360


@pytest.mark.parametrize("language", ["en"])
def test_a_japanese_term_in_english_text_stays_on_one_line(thumb: Visit) -> None:
    for path in ("exorcist/barriers/", "kamui/turns/", "avatar/start/", "prophecy/boosts/", CALCULATORS):
        page = thumb.turn(path)
        terms = lines(page, 'article [lang="ja"]', "[\\u3040-\\u30ff\\u4e00-\\u9fff]+")
        assert len(terms) > 3, path
        assert [term for term, number in terms if number > 1] == [], path
        assert width(page) <= 360, path


WORDS = {
    "exorcist/quick/": "ダイス|注連鋼縄|設置",
    "kamui/turns/": "距離",
    "avatar/difficulty/": "10〜12",
    "contest/resolution/": "クリティカル|ファンブル",
}


@pytest.mark.parametrize("language", ["ja"])
def test_a_word_in_a_japanese_table_stays_on_one_line(thumb: Visit) -> None:
    for path, words in WORDS.items():
        page = thumb.turn(path)
        found = lines(page, "article table:is(.plain, .data, .chart) :is(th, td)", words)
        assert {word for word, _ in found} == set(words.split("|")), path
        assert [word for word, number in found if number > 1] == [], path
        assert width(page) <= 360, path


DOUBLE = """() => {
  const {style} = document.documentElement;
  style.fontSize = '';
  style.fontSize = `${2 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px`;
}"""


def test_nothing_is_cut_at_double_size(still: Page, visit: Visit) -> None:
    """In a window that shows all at double size, and with letters of twice the size."""
    for path in (CALCULATORS, STEPPER, RULES, "contest/glossary/", ""):
        still.set_viewport_size({"width": 640, "height": 400})
        visit.turn(path)
        everything_open(still)
        fits(still, 640)
        assert (path, cut(still), overlapping(still)) == (path, [], [])
        still.set_viewport_size({"width": 1280, "height": 800})
        still.evaluate(DOUBLE)
        fits(still, 1280)
        assert still.locator("article").bounding_box()["width"] > 1280 / 2, path  # beside the lists of pages
        assert (path, cut(still), overlapping(still)) == (path, [], [])
        still.evaluate("() => { document.documentElement.style.fontSize = ''; }")


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot wish for it
def test_nothing_moves_for_those_who_wish_it_still(new_context: Callable[..., BrowserContext], language: str) -> None:
    context = new_context(reduced_motion="reduce")
    context.add_init_script("Worker = class extends EventTarget { postMessage() {} terminate() {} };")  # busy for ever
    page = context.new_page()
    page.goto(f"/{language}/{CALCULATORS}")
    widget = Widget(page, ROLL)
    widget.control("ability_a").fill("18")
    expect(widget.root).to_have_attribute("data-state", "busy")
    page.locator("article button.term").first.click()
    moving = page.evaluate(
        """() => document.getAnimations().filter((each) => {
          const {keyframes, ...timing} = {keyframes: each.effect.getKeyframes(), ...each.effect.getComputedTiming()};
          const looks = keyframes.map(({offset, computedOffset, easing, composite, ...look}) => JSON.stringify(look));
          return timing.duration > 10 && new Set(looks).size > 1;
        }).map((each) => each.animationName ?? each.transitionProperty)"""
    )
    assert moving == []
    slow = page.evaluate(
        """() => [...document.querySelectorAll('rules-widget, rules-widget *, article *, .pop')].filter((each) => {
          const {transitionDuration, transitionProperty} = getComputedStyle(each);
          const moves = /all|transform|translate|scale|rotate|inset|top|left|width|height/.test(transitionProperty);
          return moves && transitionDuration.split(',').some((time) => parseFloat(time) > 0.01);
        }).map((each) => each.outerHTML.slice(0, 100))"""
    )
    assert slow == []


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot wish for it
def test_a_page_keeps_its_shape_in_forced_colours(visit: Visit) -> None:
    page = visit.turn(CALCULATORS)
    page.emulate_media(forced_colors="active")
    widget = Widget(page, ROLL)
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    border = "(each) => parseFloat(getComputedStyle(each).borderTopWidth) >= 1"
    assert widget.control("ability_a").evaluate(border)
    bars = widget.output.locator("svg.bar").first
    colours = bars.evaluate("(bar) => [getComputedStyle(bar).backgroundColor, getComputedStyle(bar.firstChild).fill]")
    assert len(set(colours)) == 2
    marks = [[".to-quick", "::before"], [".md-path__item + li", "::before"], [".md-nav__icon", "::after"]]
    unseen = """(marks) => marks.filter(([place, mark]) =>
      getComputedStyle(document.querySelector(place), mark).backgroundColor
        === getComputedStyle(document.body).backgroundColor)"""
    assert page.evaluate(unseen, marks) == []  # the pictures of the table bar, and arrows
    visit.turn(STEPPER)
    assert Widget(page, PLAY).button("begin").evaluate(border)
    button = Widget(page, PLAY).button("begin")
    button.focus()
    for key in ("Shift+Tab", "Tab"):  # the ring is for who comes with keys; a pointer that has moved leaves none
        page.keyboard.press(key)
    expect(button).to_be_focused()
    assert button.evaluate("(each) => getComputedStyle(each).outlineStyle") != "none"
    page.emulate_media(forced_colors="null")


def test_an_open_term_has_no_barrier(visit: Visit) -> None:
    """One of those that say what they do to the reader's numbers, beside what every term says."""
    page = visit.turn("prophecy/conditions/")
    page.locator('article button.term[popovertarget="pop-trap"]').first.click()
    expect(page.locator(".pop:popover-open")).to_be_visible()
    assert both_schemes(page, ".pop:popover-open") == []
    page.locator(".pop:popover-open a.rule-ref").first.hover()
    expect(page.locator("#rule-preview")).to_be_visible()
    assert both_schemes(page, "#rule-preview") == []


def test_a_calculator_with_a_message_has_no_barrier(visit: Visit) -> None:
    visit.calculator(ROLL)
    assert visit.widget(ROLL).fill({"ability_a": "nobody"}) == "error"
    assert visit.widget(GAUGE).fill({"heavy_wound_square": "12"}) == "error"
    assert visit.widget(DIFFICULTY).fill({"heavy_wound_square": "1", "dying_square": "2"}) == "ready"
    everything_open(visit.page)
    assert both_schemes(visit.page, "article") == []


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot wish for it
def test_colours_follow_the_system_until_the_reader_chooses(visit: Visit, still: Page) -> None:
    dark, page = "rgb(23, 27, 32)", visit.load("about/")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    switch = page.locator(".md-header [data-reading=colours]:visible")
    seen = list[bool]()
    for system in ("dark", "light"):
        still.emulate_media(color_scheme=system)
        for _ in range(3):
            seen.append(page.evaluate(ground) == dark)
            switch.press("Enter")
            expect(switch).to_be_focused()
        seen.append(page.evaluate(ground) == dark)
    assert seen == [True, False, True, True, False, False, True, False]
    switch.click()
    page.reload()
    still.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) != dark
    switch.click()
    still.emulate_media(color_scheme="light")
    assert page.evaluate(ground) == dark
    still.emulate_media(media="print")
    assert page.evaluate(ground) != dark


SEEN = """async (sign) => {
  const at = document.activeElement;
  const box = at?.getClientRects()[0];
  if (!box || at === document.body || box.height > innerHeight / 2) return '';
  const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 2);
  for (let patience = 100; patience; patience -= 1) { // what opens with the focus is on its way, or closes
    const top = document.elementFromPoint(x, at.getClientRects()[0].top + box.height / 2);
    if (top && (at.contains(top) || top.contains(at) || top.closest('label')?.control === at)) return '';
    await new Promise(requestAnimationFrame);
  }
  const over = document.elementFromPoint(x, at.getClientRects()[0].top + box.height / 2);
  return `${at.outerHTML.slice(0, 120)} at ${at.getClientRects()[0].top} is under ${over?.outerHTML.slice(0, 120)}`;
}"""


PHONE, TWICE, FOUR_TIMES = (360, 740), (640, 400), (320, 256)
"""A phone, and screens that are magnified two and four times."""
LED_TO = {
    "en/": [PHONE],
    "ja/prophecy/curses/": [],
    "en/contest/calculators/": [],
    "ja/kamui/board/": [TWICE],
    "en/exorcist/stepper/": [],
}
"""Pages, and what each is seen on before the screen on which a header and a bar leave the least room."""
FROM_THE_TOP = """() => {
  const page = document.documentElement;
  page.tabIndex = -1;
  page.focus();
  page.removeAttribute('tabindex');
  scrollTo(0, 0);
}"""


@pytest.mark.only_browser("chromium")
@pytest.mark.parametrize("path", LED_TO)
def test_what_the_keyboard_leads_to_is_not_covered(still: Page, home: str, path: str) -> None:
    """Under no header, bar, notice or popover."""
    for number, (width, height) in enumerate(
        (PHONE, TWICE, FOUR_TIMES) if EACH_IN_EACH else (*LED_TO[path], FOUR_TIMES)
    ):
        still.set_viewport_size({"width": width, "height": height})
        if not number:
            still.goto(f"{home}/{path}")
        fits(still, width)
        still.evaluate(FROM_THE_TOP)
        for key in ["Tab"] * 40 + ["Shift+Tab"] * 30:
            still.keyboard.press(key)
            assert still.evaluate(SEEN) == "", (width, key)
