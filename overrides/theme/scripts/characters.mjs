// <character-roster>: on the page of characters, those of one game. Its widget holds the form and what follows from it; here
// they are listed, kept, opened, deleted and brought back. Whoever is open is kept anew with every answer.

import { ask, isReady, Unavailable } from "./python.mjs";
import { PageElement } from "./element.mjs";
import { read } from "./form.mjs";
import { message } from "./messages.mjs";
import { choose, charactersOf, freshId, me, put, remove, roster } from "./roster.mjs";
import { saveFile } from "./saving.mjs";
import { pageLanguage } from "./site.mjs";

/** @typedef {import("./roster.mjs").Kept} Kept */

class CharacterRoster extends PageElement {
  /** The character whose sheet is open; "" for one that is not kept. */
  #open = "";
  /** @type {ReturnType<typeof remove>} who was deleted last */
  #gone = null;

  connectedCallback() {
    this.addEventListener("click", (event) => this.#pressed(event));
    this.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "radio" && target.closest(".roster")) choose(this.#system, target.value);
    });
    this.addEventListener("answered", (event) => this.#answered(/** @type {CustomEvent} */ (event).detail));
    roster.addEventListener("change", () => this.#list(), this.whileHere);
    this.#list();
  }

  get #system() {
    return this.dataset.system ?? "";
  }

  get #widget() {
    return /** @type {HTMLElement} */ (this.querySelector("rules-widget"));
  }

  /** @param {MouseEvent} event */
  #pressed({ target }) {
    const key = target instanceof Element ? target.closest("button") : null;
    const id = key?.closest("li")?.dataset.id ?? "";
    if (key?.closest(".samples")) this.#show(""); // its sheet is somebody else's
    else if (key?.dataset.do === "keep") this.#keep();
    else if (key?.dataset.do === "new") this.#show("", "keep");
    else if (key?.dataset.do === "open") this.#openSheet(id);
    else if (key?.dataset.do === "delete") this.#delete(id);
    else if (key?.dataset.do === "undo") this.#bringBack();
    else if (key?.dataset.do === "save") this.#save();
    else if (key?.dataset.do === "print") this.#print();
    else if (key?.value === "paste") this.#show(""); // who is open stays as it is
  }

  /** Keeps what the form says as a character; Python says what follows from it. */
  async #keep() {
    const form = this.#widget.querySelector("form");
    if (!form || this.#open) return;
    const [id, values] = [freshId(), read(form)];
    this.#show(id, "new"); // at once: pressed again it keeps nobody else, and whose sheet is opened meanwhile is another's
    if (!isReady()) this.#tell(message("starting"));
    try {
      const { state, data } = await ask({ widget: this.#widget.getAttribute("name") ?? "", language: pageLanguage(), values, pressed: null });
      if (state === "ready") return this.#put(id, values, data);
      this.#tell(this.dataset.wrong ?? "");
    } catch (reason) {
      this.#tell(message(reason instanceof Unavailable ? "unavailable" : "failed"));
    }
    if (this.#open === id) this.#show("", "keep");
  }

  /** @param {{answer: any, values: Record<string, string>}} told by the widget */
  #answered({ answer, values }) {
    /** @type {Record<string, string[]>} */
    const lost = { full: [], many: [] };
    for (const each of answer.data?.people ?? []) lost[put({ ...each, id: freshId() })]?.push(each.told.name[pageLanguage()]);
    for (const [why, names] of Object.entries(lost)) if (names.length) this.#say(why, names.join(pageLanguage() === "ja" ? "、" : ", "));
    if (this.#open && answer.data?.name) this.#put(this.#open, values, answer.data);
  }

  /**
   * @param {string} id
   * @param {Record<string, string>} values of the form
   * @param {any} told what Python makes of them
   */
  #put(id, values, told) {
    const rules = new Set([...this.querySelectorAll('[data-kept^="rule:"], input[type=hidden]')].map((each) => each.getAttribute("name")));
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => !rules.has(name)));
    const done = put({ id, system: this.#system, values: own, told });
    if (done === "many") this.#show("", "keep");
    this.#say(done, told.name[pageLanguage()]);
  }

  /** @param {string} id */
  #openSheet(id) {
    const character = charactersOf(this.#system).find((each) => each.id === id);
    if (!character) return;
    this.#show(id);
    this.#widget.dispatchEvent(new CustomEvent("fill", { detail: character.values }));
  }

  /**
   * @param {string} id
   * @param {string} [next] the key that takes the place of the one that was pressed
   */
  #show(id, next) {
    const isHere = this.querySelector(".roster .buttons")?.contains(document.activeElement);
    this.#open = id;
    this.#list();
    if (next && isHere) /** @type {HTMLElement | null} */ (this.querySelector(`[data-do="${next}"]`))?.focus();
  }

  /** @param {string} id */
  #delete(id) {
    this.#gone = remove(id);
    if (this.#open === id) this.#open = "";
    if (this.#gone) this.#say("deleted", this.#gone.character.told.name[pageLanguage()]);
    this.#list();
    /** @type {HTMLElement | null} */ (this.querySelector('[data-do="undo"]'))?.focus();
  }

  #bringBack() {
    if (!this.#gone) return;
    const { character, place, wasMe } = this.#gone;
    this.#gone = null;
    put(character, place);
    if (wasMe) choose(this.#system, character.id);
    this.#say("back", character.told.name[pageLanguage()]);
    /** @type {HTMLElement | null} */ (this.querySelector(`li[data-id="${CSS.escape(character.id)}"] button`))?.focus();
  }

  /** Hands out a file of all who are kept of the game; `rules_py.exports.reading` reads it. */
  #save() {
    const characters = charactersOf(this.#system).map(({ system, values }) => ({ system, values }));
    saveFile(JSON.stringify({ rulebook: "characters", characters }, null, 1), `${this.#system}.json`);
  }

  /** Prints this sheet with what follows from it, and nothing else of the page. */
  #print() {
    this.toggleAttribute("data-printed", true);
    addEventListener("afterprint", () => this.removeAttribute("data-printed"), { once: true });
    print();
  }

  #list() {
    const list = this.querySelector("[data-roster-list]");
    const line = /** @type {HTMLTemplateElement | null} */ (this.querySelector("template"))?.content.firstElementChild;
    if (!(list instanceof HTMLElement) || !line) return;
    const kept = charactersOf(this.#system);
    const mine = me(this.#system)?.id ?? "";
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    const id = focused?.closest("li")?.dataset.id;
    const [nobody] = list.children;
    list.replaceChildren(nobody, ...kept.map((character) => this.#line(line, character, mine)));
    for (const input of list.querySelectorAll("input")) input.checked = input.value === mine;
    list.hidden = !kept.length;
    this.toggleAttribute("data-open", Boolean(this.#open));
    this.toggleAttribute("data-gone", Boolean(this.#gone));
    this.toggleAttribute("data-empty", !kept.length);
    const same = id === undefined ? nobody : list.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (focused) /** @type {HTMLElement | null} */ (same?.querySelector(focused.localName))?.focus();
  }

  /**
   * @param {Element} pattern
   * @param {Kept} character
   * @param {string} mine
   * @returns {Element}
   */
  #line(pattern, character, mine) {
    const made = /** @type {HTMLElement} */ (pattern.cloneNode(true));
    const name = character.told.name[pageLanguage()];
    made.dataset.id = character.id;
    const [open, away] = made.querySelectorAll("button");
    const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
    const { party } = character.told;
    const of = pageLanguage() === "ja" ? `：${name}` : `: ${name}`;
    open.textContent = party ? name + (pageLanguage() === "ja" ? `（${party}）` : ` (${party})`) : name;
    open.setAttribute("aria-pressed", String(character.id === this.#open));
    away.setAttribute("aria-label", `${away.textContent}${of}`);
    input.setAttribute("aria-label", `${made.querySelector("label")?.textContent?.trim()}${of}`);
    input.value = character.id;
    input.id = `me-${this.#system}-${character.id}`;
    made.querySelector("label")?.setAttribute("for", input.id);
    input.checked = character.id === mine;
    return made;
  }

  /**
   * @param {string} which sentence
   * @param {string} name of whom it speaks
   */
  #say(which, name) {
    this.#tell((this.dataset[which] ?? "").replace("{name}", () => name));
    this.#list();
  }

  /** @param {string} said */
  #tell(said) {
    const place = this.querySelector(".roster-status");
    if (place) place.textContent = said;
  }
}

customElements.define("character-roster", CharacterRoster);
