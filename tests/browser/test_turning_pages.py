"""Turning pages without loading them anew: one Python for the whole visit, and everything still works."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Route, Worker, expect

from tests.browser.reader import ARRIVED, Visit, Watch, Widget, defaults, follow, metered, native

ROLL, GAUGE = "contest.roll", "contest.gauge"

WAY = (
    ("contest/calculators/", GAUGE),
    ("contest/rulings/", ""),
    ("contest/check/", GAUGE),
    ("contest/stepper/", "contest.stepper"),
    ("about/", ""),
    ("", ROLL),
    ("contest/chart/", ROLL),
    ("python/contest/", ""),
    ("contest/glossary/", ""),
    ("contest/calculators/", ROLL),
)


def turn(page: Page, path: str) -> None:
    """Go to a page by a link of the navigation or of the text."""
    found = page.evaluate(
        """(path) => {
          const address = `/${document.documentElement.lang}/${path}`;
          const link = [...document.links].find((each) => each.pathname === address && !each.hash);
          link?.click();
          return Boolean(link);
        }""",
        path,
    )
    assert found, f"no link to {path}"
    page.wait_for_function(
        """(path) => location.pathname.endsWith(path)
          && new URL(document.querySelector('link[rel=canonical]')?.href ?? 'left:/').pathname === location.pathname""",
        arg=path,
    )


def test_one_python_serves_ten_pages(new_context: Callable[..., BrowserContext], language: str) -> None:
    page = new_context().new_page()
    pythons: list[Worker] = []
    page.on("worker", lambda worker: pythons.append(worker) if worker.url.startswith("blob:") else None)
    loads: list[str] = []
    page.goto(f"/{language}/")
    page.on("domcontentloaded", lambda _: loads.append(page.url))
    Widget(page, ROLL).live()
    for number, (path, name) in enumerate(WAY, start=1):
        turn(page, path)
        if name in (ROLL, GAUGE):
            widget = Widget(page, name).live()
            assert widget.fill({"ability_a": str(number)}) == "ready"
            widget.shows(native(name, language, defaults(name) | {"ability_a": str(number)}))
        elif name:
            assert Widget(page, name).live().press("begin") == "ready"
    assert loads == []
    assert len(pythons) == 1
    assert len([worker for worker in page.workers if worker.url.startswith("blob:")]) == 1


def test_a_page_left_in_the_middle_of_an_answer_harms_nothing(visit: Visit) -> None:
    widget = visit.calculator("contest.difficulty")
    widget.control("ability_a").fill("13W")
    turn(visit.page, "contest/rulings/")
    assert "?" not in visit.page.url
    again = visit.calculator(ROLL)
    assert again.fill({"ability_a": "11"}) == "ready"
    again.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "11"}))


def test_a_link_within_the_page_keeps_what_was_entered(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    widget.fill({"ability_a": "3W"})
    visit.page.locator('.md-nav--secondary a[href$="#difficulty"]').first.evaluate("(link) => link.click()")
    visit.page.wait_for_url("**ability_a=3W#difficulty")
    expect(widget.control("ability_a")).to_have_value("3W")
    expect(widget.root).to_have_attribute("data-state", "ready")


def test_links_within_a_page_just_loaded_leave_what_was_typed(still: Page, watch: Watch, language: str) -> None:
    page, address = still, f"{watch.home}/{language}/contest/exchange/"
    page.goto(f"/{language}/about/")
    page.goto(address)
    example = page.locator("rules-example").first
    example.locator('button[data-do="edit"]').click()
    example.locator("textarea").fill("half = 'a thought'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    links = page.locator("article h2 a.headerlink")
    places = [link.evaluate("(link) => link.hash") for link in (links.first, links.last)]
    for link, place in zip((links.first, links.last), places, strict=True):
        link.evaluate("(link) => link.click()")
        page.wait_for_url(address + place)
        expect(page.locator(place)).to_be_in_viewport()
    page.go_back()
    page.wait_for_url(address + places[0])
    expect(page.locator(places[0])).to_be_in_viewport()
    assert address not in asked
    expect(example.locator("textarea")).to_have_value("half = 'a thought'")
    follow(page, f"{watch.home}/{language}/contest/rulings/")
    page.go_back()
    page.wait_for_function(ARRIVED, arg=address + places[0], polling=20)
    expect(page.locator(places[0])).to_be_in_viewport()
    expect(example.locator("textarea")).to_have_count(0)  # a page that was left is as it was written


def test_the_way_back_from_what_was_searched_on_the_page_leads_to_where_the_reader_was(
    still: Page, language: str
) -> None:
    page = still
    page.goto(f"/{language}/about/")
    page.goto(f"/{language}/contest/rulings/")
    page.evaluate("scrollTo({top: 1500, behavior: 'instant'})")
    page.wait_for_function("() => history.state?.y === 1500")  # Material has written it down
    page.evaluate(
        """() => {
          const link = document.createElement('a');
          link.href = '?h=C#C-Q13';
          document.querySelector('article').append(link);
          link.click();
        }"""
    )
    expect(page.locator('[id="C-Q13"]')).to_be_in_viewport()
    page.go_back()
    page.wait_for_function("() => scrollY === 1500 && location.search === ''")


def test_a_link_followed_while_scrolling_over_a_slow_line_arrives_at_its_place(
    new_context: Callable[..., BrowserContext], language: str
) -> None:
    page = metered(new_context()).new_page()

    def slow(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.goto(f"/{language}/contest/rulings/")
    page.route("**/contest/check/", slow)
    page.evaluate("""() => {
      scrollTo({top: 1500, behavior: 'instant'});
      const link = document.createElement('a');
      link.href = '../check/#C-6.3';
      document.querySelector('article').append(link);
      requestAnimationFrame(() => requestAnimationFrame(() => link.click()));
    }""")
    page.wait_for_url("**/contest/check/#C-6.3")
    expect(page.locator('[id="C-6.3"]')).to_be_in_viewport()
