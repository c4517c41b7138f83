// <rules-keeping>: what this browser keeps of the rulebook, with buttons to keep all of it and to throw it away. Its
// words stand in the page; places that hold a number or a state are filled here. Loaded when a page has nothing else to
// do, it also begins to keep what is read.

import { PageElement } from "./element.mjs";
import { message } from "./messages.mjs";
import { cancel, forget, keepEverything, keepWanted, keepWhatIsRead, offline, state, trouble } from "./offline.mjs";
import { megabytes } from "./site.mjs";

const OWN = /^rulebook-|\.__\w+$/; // our keys, and those that the theme's script kept in earlier editions

class RulesKeeping extends PageElement {
  /** Whether a reader waits to hear that all is kept. */
  #isAsked = false;

  connectedCallback() {
    this.addEventListener("click", ({ target }) => {
      const pressed = target instanceof Element ? target.closest("button[data-do]") : null;
      if (pressed) this.#do(pressed.getAttribute("data-do") ?? "");
    });
    offline.addEventListener("change", (event) => this.#told(/** @type {CustomEvent} */ (event).detail), this.whileHere);
    this.#show();
  }

  /** @param {string} what */
  async #do(what) {
    if (what === "keep" || what === "print") {
      this.#isAsked = true;
      this.#say(message("keeping"));
      const trouble = await (what === "keep" ? keepEverything() : keepWanted(["print"]));
      this.#isAsked &&= !trouble;
      if (trouble) this.#say(message(trouble));
      this.#busy(!trouble);
    } else if (what === "cancel") cancel();
    else if (what === "remove") {
      await forget().catch(() => {});
      this.#say(message("removed"));
      this.#fill(null); // to ask would bring the service worker's store to life again
    } else if (what === "forget") {
      for (const storage of [() => localStorage, () => sessionStorage]) clear(storage);
      await forget().catch(() => {});
      clear(() => localStorage);
      this.#say(message("forgotten"));
      this.#fill(null);
    }
  }

  /** @param {{kind: string, done?: number, total?: number, reason?: string}} told */
  #told({ kind, done = 0, total = 0, reason = "" }) {
    const bar = this.querySelector("progress");
    if (kind === "progress") {
      if (bar) [bar.max, bar.value] = [total || 1, done];
      this.#busy(done < total);
      return;
    }
    this.#busy(false);
    this.#say(kind !== "kept" ? trouble(reason) : this.#isAsked ? message("wishkept") : "");
    this.#isAsked = false;
    this.#show();
  }

  /** @param {boolean} busy */
  #busy(busy) {
    const bar = this.querySelector("progress");
    if (bar) bar.hidden = !busy;
    const stop = this.querySelector('button[data-do="cancel"]');
    if (stop instanceof HTMLButtonElement) stop.hidden = !busy;
  }

  async #show() {
    this.#fill(await state().catch(() => null));
  }

  /** @param {import("./offline.mjs").State | null} now */
  #fill(now) {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-set]"))) {
      const set = now?.sets[place.dataset.set ?? ""];
      place.textContent = set ? `${megabytes(set.kept)} / ${megabytes(set.size)}` : message("nothing");
    }
    if (!("serviceWorker" in navigator)) this.#say(message("cannotkeep"));
    this.querySelector(".keeping-live")?.removeAttribute("hidden");
    const prints = this.querySelector('button[data-do="print"]');
    if (prints instanceof HTMLElement && now) prints.hidden = !now.sets.print;
    if (now) this.#busy(now.keeping);
  }

  /** @param {string} text */
  #say(text) {
    const place = this.querySelector(".widget-status");
    if (place) place.textContent = text;
  }
}

/** @param {() => Storage} storage of which our entries go */
function clear(storage) {
  try {
    for (const key of Object.keys(storage())) if (OWN.test(key)) storage().removeItem(key);
  } catch {
    // it was closed to us all along
  }
}

customElements.define("rules-keeping", RulesKeeping);
keepWhatIsRead();
