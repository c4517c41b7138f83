// What stands around the text and follows the reader: the name of the page in the header once its heading has gone, where
// one is in the list of sections, the way back to the top; and the buttons that copy code. The theme's own script would do
// that and much that no page here has: it is a third of what a page sends.

import { decoded } from "../chooser/guessing.mjs";
import { message } from "./messages.mjs";

const BESIDE = "(min-width: 60em)"; // the list of sections stands beside the text
const SIDE = ".md-sidebar--primary"; // on a narrow window it lies in the drawer
const CODE = ".highlight:not(.doc-signature) > pre > code";
const NEAR = 24; // pixels below the header from which on a section is the one that is read

/** @type {{link: HTMLElement, place: HTMLElement}[]} the sections that the page's list names, in their order */
let sections = [];
/** How far the page was scrolled when it was looked at last. */
let before = 0;
let isDue = false;

/** Follows the reader down and up the page. */
export function watchFrame() {
  document.addEventListener("scroll", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(follow);
  }, { passive: true });
  addEventListener("hashchange", () => {
    before = 0; // a leap to a place above is no way up
    closeDrawer();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".md-top")) scrollTo({ top: 0 });
  });
  document.addEventListener("change", ({ target }) => {
    const group = target instanceof HTMLInputElement && target.matches(".md-nav__toggle") && target.parentElement?.querySelector(":scope > nav[aria-expanded]");
    if (group) group.setAttribute("aria-expanded", String(target.checked));
  });
  document.addEventListener("keydown", (event) => { // the groups of the navigation are labels, which no key presses
    if (event.key !== "Enter" || !(event.target instanceof HTMLLabelElement)) return;
    event.preventDefault();
    event.target.click();
  });
  watchDrawer();
  frame();
}

const drawer = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[data-md-toggle=drawer]"));

/** The drawer's key is a label: for the keyboard it is a button that leads into the drawer, which Escape or Tab beyond its end shuts. */
function watchDrawer() {
  const key = /** @type {HTMLElement | null} */ (document.querySelector("label.md-header__button[for=__drawer]"));
  if (!key) return;
  key.tabIndex = 0;
  key.role = "button";
  key.setAttribute("aria-label", document.querySelector(`${SIDE} nav`)?.getAttribute("aria-label") ?? "");
  key.setAttribute("aria-expanded", "false");
  drawer()?.addEventListener("change", () => {
    key.setAttribute("aria-expanded", String(drawer()?.checked));
    if (drawer()?.checked) showHere();
    if (drawer()?.checked && document.activeElement === key) firstBeside()?.focus();
  });
  key.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    key.click();
  });
  document.addEventListener("keydown", ({ key: letter }) => {
    if (letter !== "Escape" || !drawer()?.checked) return;
    closeDrawer();
    key.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target !== key && target instanceof Element && !target.closest(SIDE)) closeDrawer();
  });
}

/** @returns {HTMLElement | undefined} the first link of the list in which the page that is read stands: of those that the drawer shows, if it has several */
function firstBeside() {
  const list = [...document.querySelectorAll(`${SIDE} .md-nav__item--active`)].at(-1)?.parentElement;
  const links = [...(list?.querySelectorAll(":scope > li > :is(a, label[tabindex])") ?? []), ...document.querySelectorAll(`${SIDE} a`)];
  return /** @type {HTMLElement[]} */ (links).find((link) => link.checkVisibility({ visibilityProperty: true }));
}

/** Finds what follows the reader in the page that has come into view. */
export function frame() {
  before = 0;
  sections = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".md-sidebar--secondary a.md-nav__link"))].flatMap((link) => {
    const place = document.getElementById(decoded(link.hash.slice(1)));
    return place ? [{ link, place }] : [];
  });
  for (const code of document.querySelectorAll(CODE)) offerCopy(code);
  // When the page has been painted: until then its height is not known, and nobody has to wait for this.
  requestAnimationFrame(() => setTimeout(() => {
    showHere();
    follow();
  }));
}

/** In the navigation the page that is read comes into view. */
function showHere() {
  for (const here of document.querySelectorAll(`${SIDE} a.md-nav__link--active`)) bringIntoView(here);
}

export function closeDrawer() {
  const open = drawer();
  if (!open?.checked) return;
  open.checked = false;
  document.querySelector("label[for=__drawer][aria-expanded]")?.setAttribute("aria-expanded", "false");
}

function follow() {
  isDue = false;
  const title = document.querySelector(".md-header__title");
  const top = /** @type {HTMLElement | null} */ (document.querySelector(".md-top"));
  // First all is asked, then all is told.
  const edge = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const heading = document.querySelector(".md-content h1")?.getBoundingClientRect().bottom ?? Infinity;
  const passed = matchMedia(BESIDE).matches ? sections.filter(({ place }) => place.getBoundingClientRect().top < edge + NEAR).length : 0;
  const goesUp = scrollY < before && scrollY > innerHeight;
  before = scrollY;
  title?.classList.toggle("md-header__title--active", heading <= edge);
  if (top) top.hidden = !goesUp;
  for (const [number, { link }] of sections.entries()) {
    link.classList.toggle("md-nav__link--passed", number < passed - 1);
    if (link.classList.toggle("md-nav__link--active", number === passed - 1)) bringIntoView(link);
  }
}

/** @type {(link: Element) => void} in the box of its list, which may be longer than the window; the page stays where it is */
function bringIntoView(link) {
  const box = link.closest(".md-sidebar__scrollwrap");
  if (!box || !link.checkVisibility()) return; // a drawer that is shut is not laid out for it
  const [inside, around] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inside.top < around.top || inside.bottom > around.bottom) box.scrollTop += inside.top - around.top - around.height / 2;
}

/** @param {Element} code that can be copied whole */
function offerCopy(code) {
  if (code.previousElementSibling?.matches("button")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "md-code__button", title: message("copycode") });
  button.dataset.copy = "";
  button.dataset.mdType = "copy";
  code.before(button);
}
