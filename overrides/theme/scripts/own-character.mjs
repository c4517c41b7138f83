// Who the reader is on a page of a game, with a choice of another; the chances beside the rules follow (own-chance.js).
// Where nobody is kept there is only the way to the page of characters.

import { PageElement } from "./element.mjs";
import { preferences, recall } from "./preferences.mjs";
import { ask } from "./python.mjs";
import { charactersOf, choose, me, outdate, put, roster } from "./roster.mjs";
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
    reckonAnew(this.#system); // a page before was left too soon
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

/** @type {(widget: string) => Record<string, string>} the house rules in force in the game of a widget */
const rulesInForce = (widget) => Object.fromEntries(Object.entries(recall(widget)).filter(([name]) => name.startsWith("rule:")));

let reckoned = Promise.resolve();

/**
 * Lets Python say anew what follows from the characters of a game of whom it was told under other house rules; one after
 * the other, so that nobody is asked about twice.
 * @param {string} system
 */
function reckonAnew(system) {
  reckoned = reckoned.then(() => reckon(system)).catch(() => {}); // the next change or page tries again
}

/** @param {string} system */
async function reckon(system) {
  const widget = `${system}.character`;
  for (const { due, ...character } of charactersOf(system).filter((each) => each.due)) {
    const kept = rulesInForce(widget);
    const question = { widget, language: pageLanguage(), values: character.values, kept, pressed: null };
    const { state, data } = await ask(question);
    const now = charactersOf(system).find(({ id }) => id === character.id);
    const isSame = JSON.stringify([now?.values, rulesInForce(widget)]) === JSON.stringify([character.values, kept]); // or it was changed or deleted meanwhile
    if (state === "ready" && isSame) put({ ...character, told: data });
  }
}

preferences.addEventListener("change", (event) => {
  const { system, now } = /** @type {CustomEvent<import("./preferences.mjs").Change>} */ (event).detail;
  if (!Object.keys(now).some((name) => name.startsWith("rule:"))) return;
  outdate(system);
  reckonAnew(system);
});

if (!customElements.get("own-character")) customElements.define("own-character", OwnCharacter);
