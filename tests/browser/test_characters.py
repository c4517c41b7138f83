"""A reader's own characters: kept once, and from there in calculators, steppers, rules and at online tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from rules_py.exports import SAMPLES, ccfolia, palette
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Visit, Watch, Widget, both_schemes

PAGE = "characters/"
NAMES = {"en": ("Mio", "Ren"), "ja": ("ミオ", "レン")}


def roster(page: Page, slug: str = "prophecy") -> Locator:
    return page.locator(f'character-roster[data-system="{slug}"]')


def keep(page: Page, number: int, slug: str = "prophecy", **changes: str) -> None:
    """Keep one of the sample cast, changed in some fields, as somebody new."""
    of = roster(page, slug)
    of.locator(".samples button").nth(number).click()
    sheet = Widget(page, f"{slug}.character").live()
    if changes:
        assert sheet.fill(changes) == "ready"
    before = of.locator("[data-roster-list] li").count()
    of.locator("[data-do=keep]").click()
    expect(of.locator("[data-roster-list] li")).to_have_count(before + 1)


def kept(page: Page) -> list[str]:
    """Return the names in the store."""
    told: list[str] = page.evaluate("""() => JSON.parse(localStorage.getItem('rulebook-roster') ?? '{"characters": []}')
        .characters.map(({values}) => values.name)""")
    return told


@pytest.fixture
def visitor(lent: Callable[..., Visit]) -> Visit:
    """Somebody who has never been here."""
    return lent("en")


def test_a_character_that_is_kept_is_me_in_every_calculator(visitor: Visit) -> None:
    page = visitor.load(PAGE)
    keep(page, 1, cast="9")
    expect(roster(page).locator(".roster-status")).to_have_text("Ren is kept in this browser.")
    visitor.turn("prophecy/calculators/")
    expect(page.locator("own-character option:checked")).to_have_text("Ren")
    attack = visitor.widget("prophecy.attack")
    expect(attack.control("cast")).to_have_value("9")
    check = visitor.widget("prophecy.check")
    expect(check.control("ability")).to_have_value("4")
    expect(page.locator('rules-widget[name="prophecy.check"] .who option:checked')).to_have_text("Ren – P, T")
    page.locator('rules-widget[name="prophecy.check"] .who select').select_option(label="Ren – S")
    expect(check.control("ability")).to_have_value("5")
    page.locator("own-character select").select_option(label="nobody")
    visitor.turn("prophecy/")
    visitor.turn("prophecy/calculators/")
    expect(visitor.widget("prophecy.attack").live().control("cast")).to_have_value("6")


def test_my_chances_stand_beside_the_rules_in_both_languages_and_can_be_switched_off(visitor: Visit) -> None:
    page = visitor.load(PAGE)
    keep(page, 0)
    visitor.turn("prophecy/attack/")
    mine = page.locator('own-chance[data-rule="P-10.10"]')
    expect(mine).to_have_text("Mio you hit guard 4 75.3%")
    assert mine.locator("data").get_attribute("value") == "61/81"
    page.locator(".language-switch a").click()
    expect(mine).to_have_text("ミオ ガード4の敵に当たる 75.3%")
    page.wait_for_load_state()
    page.locator('button[data-reading="chances"][value="no"]').click()
    expect(mine).to_be_hidden()
    page.reload()
    expect(page.locator('own-chance[data-rule="P-10.10"]')).to_be_hidden()
    page.locator('button[data-reading="chances"][value=""]').click()
    expect(page.locator('own-chance[data-rule="P-10.10"]')).to_be_visible()


def test_my_chances_are_there_as_the_page_is_read_so_that_nothing_moves(visitor: Visit) -> None:
    """Before any script file has come."""
    page = visitor.load(PAGE)
    keep(page, 0)
    page.route("**/*js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    for place, rule in (("attack", "P-10.10"), ("curses", "P-T3.7"), ("checks", "P-3.6")):
        page.goto(f"/en/prophecy/{place}/")
        expect(page.locator(f'own-chance[data-rule="{rule}"]')).to_contain_text("Mio")
    page.unroute_all()


def test_a_whole_party_enters_a_fight_with_one_press(visitor: Visit) -> None:
    page = visitor.load(PAGE)
    for number, name in enumerate(("Zoe", "Yuu")):
        keep(page, number, name=name, party="Lamps")
        roster(page).locator("[data-do=new]").click()
    visitor.turn("prophecy/stepper/")
    battle = visitor.widget("prophecy.battle").live()
    place = page.locator("[data-roster]")
    expect(place.locator("option")).to_have_text(["Lamps", "Zoe", "Yuu"])
    place.locator('button[value="replace"]').click()
    battle.settled()
    board = page.locator('[data-region="board"]')
    for name, there in (("Zoe", True), ("Yuu", True), ("Mio", False)):
        assert (name in (board.text_content() or "")) == there
    battle.press("undo")
    expect(board).to_contain_text("Mio")
    expect(board).not_to_contain_text("Zoe")
    battle.press("redo")
    expect(battle.root).not_to_have_attribute("data-calming", "")
    page.locator("[data-primary]").click()
    battle.settled()
    expect(page.locator("[data-roster]")).to_have_count(0)


def test_a_character_goes_to_the_online_table_and_comes_back(copying: Page, language: str) -> None:
    page = copying
    page.goto(f"/{language}/{PAGE}")
    sheet = Widget(page, "prophecy.character").live()
    of = roster(page)
    of.locator("[data-copy=prophecy-ccfolia]").click()
    expect(page.locator(".copy-said")).not_to_be_empty()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    mio = SAMPLES["prophecy"][0]
    assert json.loads(copied) == json.loads(ccfolia("prophecy", mio, language))  # type: ignore[arg-type]
    of.locator("[data-copy=prophecy-palette]").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('■')")
    assert page.evaluate("() => navigator.clipboard.readText()").splitlines() == palette("prophecy", mio, language)  # type: ignore[arg-type]
    with page.expect_download() as saved:
        of.locator("a.export").first.click()
    assert "data.xml" in ZipFile(BytesIO(saved.value.path().read_bytes())).namelist()
    of.locator(".pasting summary").click()
    of.locator("textarea[name=pasted]").fill(ccfolia("prophecy", SAMPLES["prophecy"][1], language))  # type: ignore[arg-type]
    of.locator("button[value=paste]").click()
    expect(sheet.control("name")).to_have_value(NAMES[language][1])
    of.locator("textarea[name=pasted]").fill('{"kind": "deck"}')
    of.locator("button[value=paste]").click()
    sheet.refused()
    expect(of.locator('[data-field="pasted"] .field-error')).not_to_be_empty()
    expect(sheet.control("name")).to_have_value(NAMES[language][1])


BLOCKED = (
    "Object.defineProperty(globalThis, 'localStorage', {get() { throw new DOMException('closed', 'SecurityError'); }});"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("what", [BLOCKED, *([FULL] if EACH_IN_EACH else [])])
def test_where_nothing_can_be_kept_the_page_says_so_and_works_for_the_visit(
    new_context: Callable[..., BrowserContext], watch: Watch, what: str
) -> None:
    context = new_context()
    context.add_init_script(what)
    visitor = Visit(context, context.new_page(), watch)
    page = visitor.load(PAGE)
    keep(page, 0)
    expect(roster(page).locator(".roster-status")).to_contain_text("Save it as a file")
    visitor.turn("prophecy/calculators/")
    expect(visitor.widget("prophecy.attack").live().control("cast")).to_have_value("6")


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot wish for the dark
def test_a_party_on_a_small_phone_fits_and_is_no_barrier_in_any_light(thumb: Visit) -> None:
    page = thumb.load(PAGE)
    for number in (0, 1):
        keep(page, number)
    of = roster(page)
    of.locator("[data-do=delete]").first.click()
    expect(of.locator("[data-do=undo]")).to_be_visible()
    of.locator("details").evaluate_all("(folds) => folds.forEach((fold) => { fold.open = true; })")
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0
    assert both_schemes(page, within='character-roster[data-system="prophecy"]') == []


def test_by_keyboard_alone(visitor: Visit, browser_name: str) -> None:
    page = visitor.load(PAGE)
    of = roster(page)
    of.locator(".samples button").first.focus()
    page.keyboard.press("Enter")
    Widget(page, "prophecy.character").settled()
    of.locator("[data-do=keep]").focus()
    page.keyboard.press("Enter")
    expect(of.locator("[data-roster-list] li")).to_have_count(2)
    if browser_name == "chromium":  # Firefox's driver tells of no download of a blob that is called .json
        with page.expect_download() as saved:
            of.locator("[data-do=save]").press("Enter")
        assert saved.value.suggested_filename == "prophecy.json"
        assert [each["system"] for each in json.loads(saved.value.path().read_bytes())["characters"]] == ["prophecy"]
    of.locator("input:checked").focus()
    page.keyboard.press("ArrowUp")
    expect(of.locator("input:checked")).to_have_value("")
