// <rules-example>: code with its output, as both stand in the page; here it can be run, changed, stopped and sent on.
// An example builds on those before it on the page, so these run first, unseen, as the reader has left them.

import { PageElement } from "./element.mjs";
import { startOnInterest } from "./lazy-start.mjs";
import { message } from "./messages.mjs";
import { execute, isReady, Stopped, stop, Unavailable } from "./python.mjs";
import { linkRules } from "./rules.mjs";
import { reach } from "./scrolling.mjs";
import { decode, encode } from "./share-code.mjs";
import { copyLink } from "./share-link.mjs";
import { fresh, pageLanguage, runtime } from "./site.mjs";

/** @typedef {import("./python.mjs").Part} Part */
/** @typedef {import("../../editor/editor.mjs").Editor} Editor */

const LONGEST_CODE = 65_536; // letters of code in a link

export class RulesExample extends PageElement {
  #original = "";
  #code = "";
  /** @type {Node[]} the output as the page was built */
  #output = [];
  /** @type {Promise<Editor> | null} */
  #editor = null;
  /** Whether the code came with a link and was not the reader's own idea. */
  #sent = false;
  #received = Promise.resolve();
  #running = false;

  connectedCallback() {
    const code = this.querySelector("pre code");
    if (!code) return;
    this.#original = this.#code = code.textContent ?? "";
    this.#output = [...this.#place.childNodes];
    this.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button[data-do]") : null;
      if (button && button.getAttribute("aria-disabled") !== "true") this.#do(button.getAttribute("data-do") ?? "");
    });
    this.addEventListener("focusin", () => startOnInterest("run", this));
    addEventListener("hashchange", () => this.#receive(), this.whileHere);
    this.querySelector(".example-bar")?.removeAttribute("hidden");
    this.#received = this.#receive();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.#running) stop("run");
  }

  /** The code as the reader has left it. */
  get code() {
    return this.#code;
  }

  /** @param {string} code as the reader had left it, with whatever link */
  async bringBack(code) {
    await this.#received;
    if (code !== this.#code) this.#write(code);
  }

  get #place() {
    return /** @type {HTMLElement} */ (this.querySelector("output"));
  }

  /** @returns {string} what a link calls this example: the heading it stands under, and its number there */
  get #name() {
    const all = [...document.querySelectorAll("article :is(h1, h2, h3, h4)[id], rules-example")];
    const before = all.slice(0, all.indexOf(this));
    const heading = before.findLastIndex((element) => !element.matches("rules-example"));
    const number = before.length - heading;
    return `${before[heading]?.id ?? ""}${number > 1 ? `.${number}` : ""}`;
  }

  // --- what the reader does ---

  /** @param {string} what */
  #do(what) {
    if (what === "run") this.#run();
    else if (what === "stop") stop("run");
    else if (what === "edit") this.#edit();
    else if (what === "reset") this.#reset();
    else if (what === "share") this.#share();
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    this.dataset.state = "busy";
    this.#enable("stop", true);
    this.#enable("run", false);
    this.#say(message("running"));
    const examples = /** @type {RulesExample[]} */ ([...document.querySelectorAll("rules-example")]);
    const needed = examples.slice(0, examples.indexOf(this) + 1);
    const own = needed.every((example) => example.#code === example.#original);
    this.#place.replaceChildren();
    try {
      const request = { language: pageLanguage(), codes: needed.map((example) => example.code) };
      const { state } = await execute(request, (part) => this.#print(part));
      await this.#drawn;
      this.#settle(state === "ready" ? "ready" : "error", message(state === "ready" ? "done" : "raised"));
      if (!own && isReady("run")) stop("run"); // what other code than the page's has done to Python ends with it
    } catch (reason) {
      if (reason instanceof Stopped) this.#settle("error", message(reason.why === "limit" ? "limit" : "stopped"));
      else if (reason instanceof Unavailable) {
        this.#place.replaceChildren(...(this.#code === this.#original ? this.#output : []));
        this.#settle("error", message("norun"));
      } else this.#settle("error", message("broken"));
    }
    this.#running = false;
    this.#enable("stop", false);
    this.#enable("run", true);
    this.#mark();
  }

  #edit() {
    this.#editor ??= this.#open();
    this.#editor.then((editor) => editor.focus(), () => {
      this.#editor = null;
      this.#say(message("noeditor"));
    });
  }

  /** @returns {Promise<Editor>} in the place of the code */
  async #open() {
    if (!runtime) throw new Error("no runtime");
    /** @type {typeof import("../../editor/editor.mjs")} */
    const { edit } = await fresh(new URL("editor.mjs", runtime));
    const still = /** @type {HTMLElement} */ (this.querySelector(".example-code"));
    const place = document.createElement("div");
    place.className = "example-editor";
    still.before(place);
    still.hidden = true;
    this.dataset.editing = "";
    this.#enable("edit", false);
    const tied = {
      label: this.dataset.label ?? "",
      changed: (/** @type {string} */ code) => this.#change(code),
      run: () => void this.#run(),
    };
    if (!this.#sent) this.#say(message("editing"));
    return edit(place, this.#code, tied);
  }

  #reset() {
    if (this.#running) stop("run");
    this.#sent = false;
    this.#write(this.#original);
    this.#place.replaceChildren(...this.#output);
    this.#settle("static", "");
    if (this.#isAddressed()) history.replaceState(history.state, "", `#${this.#name}`);
  }

  async #share() {
    const url = new URL(location.href);
    url.hash = `${this.#name}~${await encode(this.#code)}`;
    history.replaceState(history.state, "", url);
    this.#say(await copyLink());
  }

  // --- code that came with a link ---

  #isAddressed() {
    return decodeURIComponent(location.hash.slice(1)).startsWith(`${this.#name}~`);
  }

  /** Takes the code from the address, and runs nothing. */
  async #receive() {
    if (!location.hash.includes("~")) return;
    try {
      if (!this.#isAddressed()) return;
      const code = await decode(location.hash.slice(location.hash.indexOf("~") + 1), LONGEST_CODE);
      if (code !== this.#code) {
        this.#write(code);
        this.#sent = true;
        this.#say(message("sent"));
      }
    } catch {
      this.#say(message("unreadable"));
    }
    const fold = this.closest("details");
    if (fold) fold.open = true;
    this.scrollIntoView({ block: "nearest" });
  }

  // --- showing ---

  /** @param {string} code */
  #change(code) {
    this.#code = code;
    const still = this.querySelector("pre code");
    if (still) still.textContent = code;
    this.#mark();
  }

  /** @param {string} code */
  #write(code) {
    this.#change(code);
    this.#editor?.then((editor) => editor.write(code));
  }

  /** Says whether the code is another than the page's, and lets it be brought back. */
  #mark() {
    const changed = this.#code !== this.#original;
    const mark = this.querySelector(".example-changed");
    if (mark instanceof HTMLElement) mark.hidden = !changed;
    this.#enable("reset", changed || this.dataset.state !== "static");
  }

  /** @type {Promise<void>} drawings are put in one after the other */
  #drawn = Promise.resolve();

  /** @param {Part} part */
  #print(part) {
    if (part.kind === "anew") this.#drawn = this.#drawn.then(() => this.#place.replaceChildren());
    else this.#drawn = this.#drawn.then(() => this.#append(part));
  }

  /** @param {Part} part */
  async #append({ kind, text, html }) {
    const place = this.#place;
    const harmless = html && (await filter());
    if (harmless) {
      const figure = document.createElement("div");
      figure.className = "figure";
      figure.append(harmless(html));
      place.append(figure);
      linkRules(figure);
      return;
    }
    const look = kind === "figure" ? "text" : kind; // a drawing that cannot be shown
    const last = place.lastElementChild;
    if (last?.matches("pre") && last.className === look) {
      last.append(text);
      return;
    }
    const block = document.createElement("pre");
    block.className = look;
    block.append(text);
    place.append(block);
  }

  /**
   * @param {"static" | "ready" | "error"} state
   * @param {string} status
   */
  #settle(state, status) {
    this.dataset.state = state;
    this.#say(status);
    this.#mark();
    reach(this.#place);
  }

  /** @param {string} text */
  #say(text) {
    const place = this.querySelector(".widget-status");
    if (place) place.textContent = text;
  }

  /**
   * @param {string} what a button does
   * @param {boolean} possible
   */
  #enable(what, possible) {
    const button = this.querySelector(`button[data-do="${what}"]`);
    if (possible) button?.removeAttribute("aria-disabled");
    else button?.setAttribute("aria-disabled", "true");
  }
}

/** @returns {Promise<typeof import("../../editor/harmless.mjs").harmless | null>} null: then its text has to do */
async function filter() {
  if (!runtime) return null;
  /** @type {typeof import("../../editor/harmless.mjs")} */
  const { harmless } = await fresh(new URL("harmless.mjs", runtime)).catch(() => ({}));
  return harmless ?? null;
}

customElements.define("rules-example", RulesExample);
