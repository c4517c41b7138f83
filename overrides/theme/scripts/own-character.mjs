// Who the reader is on a page of a game, with a choice of another; the chances beside the rules follow (own-chance.js).
// Where nobody is kept there is only the way to the page of characters.

import { PageElement } from "./element.mjs";
import { preferences, recall } from "./preferences.mjs";
import { ask } from "./python.mjs";
import { charactersOf, choose, me, put, roster } from "./roster.mjs";
import { pageLanguage } from "./site.mjs";

/** <own-character data-system>: in the head of the page, who the reader is. */
class OwnCharacter extends PageElement {
  connectedCallback() {
    this.querySelector("select")?.addEventListener("change", ({ target }) => choose(this.#system, /** @type {HTMLSelectElement} */ (target).value));
    roster.addEventListener("change", () => {
      this.#tell();
      for (const each of document.querySelectorAll("own-chance")) /** @type {any} */ (each).connectedCallback();
    }, this.whileHere);
    this.#tell();
  }

  get #system() {
    return this.dataset.system ?? "";
  }

  #tell() {
    const menu = this.querySelector("select");
    if (!menu) return;
    const kept = charactersOf(this.#system);
    document.documentElement.toggleAttribute("data-own", kept.length > 0); // main.html has said so before the page was drawn
    const [nobody] = menu.options;
    menu.replaceChildren(nobody, ...kept.map(({ id, told }) => new Option(told.name[pageLanguage()], id)));
    menu.value = me(this.#system)?.id ?? "";
  }
}

/**
 * Lets Python say anew what follows from the characters of a game: another house rule is in force.
 * @param {string} system
 */
async function reckonAnew(system) {
  const widget = `${system}.character`;
  const kept = Object.fromEntries(Object.entries(recall(widget)).filter(([name]) => name.startsWith("rule:")));
  for (const character of charactersOf(system)) {
    const question = { widget, language: pageLanguage(), values: character.values, kept, pressed: null };
    const { state, data } = await ask(question);
    const now = charactersOf(system).find(({ id }) => id === character.id);
    const isSame = JSON.stringify(now?.values) === JSON.stringify(character.values); // or it was changed or deleted meanwhile
    if (state === "ready" && isSame) put({ ...character, told: data });
  }
}

preferences.addEventListener("change", (event) => {
  const { system, now } = /** @type {CustomEvent<import("./preferences.mjs").Change>} */ (event).detail;
  if (Object.keys(now).some((name) => name.startsWith("rule:"))) reckonAnew(system).catch(() => {}); // the next change tries again
});

if (!customElements.get("own-character")) customElements.define("own-character", OwnCharacter);
