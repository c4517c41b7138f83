// <rules-widget>: the page holds its form and a result that was computed as the site was built; here it becomes live.
// Python computes and writes, this element asks and shows.

import { address, inheritFields, namedFields, nameFields } from "./address.mjs";
import { PageElement } from "./element.mjs";
import { arrange, calm, keepFight, meetFight, offerFight, unroll, watchDesk, written } from "./desk.mjs";
import { KEYS, defaults, keyOf, offerOthers, onward, pressKey, read, readPressed, setError, showErrors, taker, write } from "./form.mjs";
import { isDear, startOnInterest, whenIdle } from "./lazy-start.mjs";
import { keep, preferences, recallFor, rulesTaken, system } from "./preferences.mjs";
import { message } from "./messages.mjs";
import { emptyControls, replacePart } from "./patch.mjs";
import { charactersOf, me, roster } from "./roster.mjs";
import { ask, isReady, python, start, Stopped, stop, Unavailable } from "./python.mjs";
import { linkRules } from "./rules.mjs";
import { pageLanguage } from "./site.mjs";

/** @typedef {import("./python.mjs").Answer} Answer */
/** @typedef {Record<string, string>} Values */

const TYPING_PAUSE = 120; // milliseconds without a key before a text is taken for finished
const SLOW = 100; // milliseconds of an answer that is not worked out for every key …
const SLOW_PAUSE = 60; // … but only where none follows within so many
const CONTROLS = /** @type {"input"} */ ("input, select, textarea");
const LARGEST_FILE = 1_000_000; // bytes of a file that are read
const SETTLED = 3000; // milliseconds that an answer stands before its question is remembered
const PATIENCE = 500; // milliseconds before the page says that Python is starting
const LONG = 30_000; // milliseconds before it says that this takes unusually long

class RulesWidget extends PageElement {
  /** @type {HTMLFormElement | null} */
  #form = null;
  /** @type {Values} what the form says as the page was built */
  #defaults = {};
  /** @type {Values} what was computed last, or is being computed; as built it is the defaults */
  #asked = {};
  /** @type {Values} what the address says and the form cannot hold; Python says what is wrong with it */
  #foreign = {};
  /** @type {Set<string>} the fields that the reader has changed here */
  #typedIn = new Set();
  /** @type {"static" | "ready" | "error"} the state to return to */
  #settled = "static";
  /** Who the reader is, and with which numbers. */
  #me = "";
  /** Whether an answer is awaited. */
  #running = false;
  /** @type {Values | null} the button that was pressed, if it is the answer to one */
  #pressing = null;
  /** @type {Values | null} a button that was pressed meanwhile */
  #waiting = null;
  /** Whether the form has changed since. */
  #stale = false;
  /** Runs while the reader may be in the middle of a word or number. */
  #timer = 0;
  /** Whether the answer is worked out only when it ends. */
  #due = false;
  /** @type {(() => void) | null} what is told only when it ends: an error that the next key may mend, and the status */
  #later = null;
  /** Milliseconds that the last answer took. */
  #took = 0;
  /** @type {{asked: string, answer: Promise<Answer>} | null} what is likely to be asked next */
  #ahead = null;
  /** Runs until the question is one to be remembered. */
  #standing = 0;
  /** The field that had the focus last: the picture shows how the answer moves with it. */
  #moved = "";
  /** Whether the picture is in view, or nearly. */
  #inView = false;
  /** @type {"" | "gradual" | "given up"} whether the answer comes bit by bit, and nobody waits for the rest of it */
  #progress = "";

  connectedCallback() {
    this.#form = this.querySelector("form");
    if (!this.#form) return;
    this.#defaults = defaults(this.#form);
    this.#asked = this.#defaults;
    this.#me = this.#reader;

    this.addEventListener("input", (event) => this.#edited(event, TYPING_PAUSE));
    this.addEventListener("compositionend", (event) => this.#edited(event, TYPING_PAUSE));
    this.addEventListener("change", (event) => this.#edited(event, 0));
    this.addEventListener("keydown", (event) => {
      const key = keyOf(event);
      if (!key) return this.#enter(event);
      event.preventDefault();
      pressKey(key);
    });
    this.addEventListener("submit", (event) => this.#submitted(event));
    this.addEventListener("click", ({ target }) => {
      const key = target instanceof Element && target.closest(KEYS);
      if (key) pressKey(/** @type {HTMLElement} */ (key));
      const point = target instanceof Element && target.closest("[data-set]");
      if (point instanceof HTMLElement) this.#choose(new URLSearchParams(point.dataset.set));
      const tapped = target instanceof Element && target.closest("button[name=do]:enabled");
      if (tapped instanceof HTMLButtonElement && !tapped.form) this.#pressed(tapped);
      const folds = target instanceof Element && target.closest("[data-fold], [data-edit]");
      if (folds) this.#conveniences(({ fold }) => fold(this, folds));
      if (target instanceof Element && target.closest(".answer-bar > span")) this.toggleAttribute("data-whole");
      this.#wake();
    });
    this.addEventListener("fill", (event) => this.#fill(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("focusin", ({ target }) => this.#move(target));
    if (!this.#isDesk) this.#measureForm();
    if (this.querySelector("[data-who]")) {
      this.#withRoster(({ offerCharacters }) => offerCharacters(this, this.#defaults, this.whileHere.signal));
      if (me(system(this.#name)) && !isDear()) whenIdle(() => startOnInterest("ask", this)); // it begins with my numbers
    }
    this.#withRoster(({ offerParties }) => offerParties(this));
    this.addEventListener("toggle", ({ target }) => { // what stands in it is asked for only then; while an answer is awaited, when that opens it anew
      if (target instanceof Element && target.matches(".copy-as[open]:not(:has(dl, ul))") && !this.#running) this.#run(null);
    }, { capture: true });
    this.querySelector(".earlier")?.addEventListener("toggle", () => this.#conveniences(({ listEarlier }) => listEarlier(this, this.#defaults)));
    this.#watchPicture();
    this.addEventListener("mousedown", (event) => { // the keyboard of a phone stays where it is
      if (event.target instanceof Element && event.target.closest(KEYS)) event.preventDefault();
    });
    this.#stopButton?.addEventListener("click", () => this.#giveUp());
    this.addEventListener("focusin", () => startOnInterest("ask", this));
    python.addEventListener("ready", () => this.#catchUp(), this.whileHere);
    address.addEventListener("change", () => this.#followAddress(), this.whileHere);
    roster.addEventListener("change", () => this.#becomeMe(), this.whileHere);
    preferences.addEventListener("change", (event) => this.#follow(/** @type {CustomEvent} */ (event).detail), this.whileHere);
    this.querySelector("output")?.setAttribute("aria-live", "off"); // the status line tells the result in one sentence

    this.#inherit();
    const named = namedFields(this.#name);
    const isNamed = Object.keys(named).length > 0;
    this.toggleAttribute("data-awaited", isNamed);
    if (named.actions) this.#say(this.#starting, "page");
    else if (this.#isDesk) offerFight(this);
    if (isNamed) this.#followAddress();
    else if (this.#isEdited()) this.#compute(); // a browser has put back what was typed
    else if (isReady()) this.#catchUp();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopTimer();
    clearTimeout(this.#standing);
    if (this.#running && isReady("ask", true)) stop(); // nobody waits for the answer any more
  }

  get #name() {
    return this.getAttribute("name") ?? "";
  }

  get #isDesk() {
    return this.hasAttribute("data-desk");
  }

  /** What is said while Python starts: whoever opens a link waits for the fight in it. */
  get #starting() {
    return message(this.hasAttribute("data-awaited") && namedFields(this.#name).actions ? "awaited" : "starting");
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  // --- what the reader does ---

  /**
   * @param {Event} event
   * @param {number} pause
   */
  #edited(event, pause) {
    if (!(event.target instanceof Element) || !event.target.closest("form")) return;
    if (event.target.closest("[data-part]")) { // it waits for its button, but a file that was chosen is one
      setError(event.target.closest("[data-field]") ?? event.target);
      if (event.type !== "change") return;
      if (event.target.matches("input[type=file]")) return this.#chosen(event.target);
      if (this.#form) offerOthers(this.#form);
      return this.#lookAhead();
    }
    if (event instanceof InputEvent && event.isComposing) return;
    this.#typedIn.add(event.target.getAttribute("name") ?? "");
    this.#foreign = {};
    this.#stopTimer();
    if (!pause || !event.target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea")) {
      this.#typed();
      this.#compute();
      return;
    }
    this.#due = this.#took > SLOW;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#typed();
    }, this.#due ? SLOW_PAUSE : pause);
    if (this.#due) this.dataset.state = "busy";
    else this.#compute();
  }

  /** The reader has finished a text. */
  #typed() {
    const [later, due] = [this.#later, this.#due];
    this.#later = null;
    this.#due = false;
    later?.();
    if (due) this.#compute();
  }

  /**
   * Enter in a field presses the button that takes what it says, and none where the field is one of the widget's own.
   * @param {KeyboardEvent} event
   */
  #enter(event) {
    if (event.key !== "Enter" || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.repeat || !this.#form) return; // held, it does not press again
    if (event.target.closest("[data-part]")) {
      const { button, isSure } = taker(event.target, this.#form);
      if (button && isSure) this.#form.requestSubmit(button);
      else button?.focus(); // which of them is meant, the next Enter or Tab says
    } else {
      this.#stopTimer();
      this.#typed();
      this.#compute();
    }
  }

  /**
   * @param {(module: typeof import("./calculator.mjs")) => void} use what a page that is only read does without
   */
  #conveniences(use) {
    import("./calculator.mjs").then(use).catch(() => {}); // it cannot be had now; the next touch tries again
  }

  /**
   * @param {(module: typeof import("./who.mjs")) => void} use what is of use only where somebody is kept
   */
  #withRoster(use) {
    if (charactersOf(system(this.#name)).length) import("./who.mjs").then(use).catch(() => {});
  }

  /** @param {URLSearchParams} wanted what a point of a picture sets */
  #choose(wanted) {
    if (!this.#form) return;
    const values = Object.fromEntries(wanted);
    for (const name of Object.keys(values)) this.#typedIn.add(name);
    this.#foreign = {};
    write(this.#form, values);
    this.#compute();
  }

  /** @param {Values} wanted what somebody's numbers are; nobody has typed them here */
  #fill(wanted) {
    if (!this.#form) return;
    this.#foreign = {};
    write(this.#form, wanted);
    this.#wake();
    this.#compute();
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    if (event.target !== this.#form) return; // a dialog of the desk closes with one of its own
    event.preventDefault();
    this.#pressed(event.submitter);
  }

  /**
   * @param {Element | null} button in the form, or on the board: there it is none of the form's, for a browser takes long to tie
   * a hundred squares to a form that they do not stand in
   */
  #pressed(button) {
    this.#stopTimer();
    this.#due = false;
    if (!this.#form || !(button instanceof HTMLButtonElement) || !button.name) this.#compute();
    else this.#pressOrWait(readPressed(button, this.#form));
  }

  /** @param {Element} input for a file; it can be chosen again afterwards */
  async #chosen(input) {
    if (!(input instanceof HTMLInputElement) || !input.files?.length) return;
    this.dataset.state = "busy";
    const text = await input.files[0].slice(0, LARGEST_FILE).text();
    this.#pressOrWait({ do: input.dataset.do ?? "", [input.name]: text });
    input.value = "";
  }

  /** @param {Values} pressed */
  #pressOrWait(pressed) {
    if (!this.#running) this.#press(pressed);
    else if (!this.#pressing) this.#waiting = pressed; // Python is starting, or at work on an edit
    // A button that is pressed while the last press is still being worked on speaks of a state that is gone.
  }

  /** @param {Values} pressed */
  #press(pressed) {
    this.#foreign = {};
    this.#waiting = null;
    this.#run(pressed);
  }

  /** The first touch starts Python; a touch after a failure tries again. */
  #wake() {
    if (isReady()) return;
    start().catch((reason) => {
      if (reason instanceof Unavailable && this.#settled === "static" && this.#isEdited()) this.#failed(reason);
    });
  }

  /** Python answers for this widget: shows it, and computes what was changed before. */
  #catchUp() {
    if (this.#running) return;
    this.#recall();
    if (this.#isEdited()) this.#compute();
    else if (this.#settled === "static") {
      this.#settle("ready");
      this.#lookAhead();
      if (this.#moved) this.#redraw(); // the field has had the focus before Python was there
    }
  }

  /** Takes the reader's own numbers, unless the address or the reader has said something already. */
  #recall() {
    if (!this.#form || this.#settled !== "static" || this.#isEdited() || Object.keys(namedFields(this.#name)).length) return;
    write(this.#form, recallFor(this.#name, this.#form));
  }

  /** Somebody else is the reader now, or has other numbers. */
  #becomeMe() {
    if (!this.#form || this.#isDesk || this.#me === this.#reader) return;
    this.#me = this.#reader;
    if (!isReady()) return;
    const own = [...this.#form.querySelectorAll('[data-kept]:not([data-kept^="rule:"])')].map((field) => field.getAttribute("name") ?? "");
    const asBuilt = Object.fromEntries(own.map((name) => [name, this.#defaults[name]])); // nobody's numbers
    this.#fill({ ...asBuilt, ...recallFor(this.#name, this.#form) });
  }

  get #reader() {
    const mine = me(system(this.#name));
    return JSON.stringify([mine?.id, mine?.told.uses[0]?.numbers]);
  }

  /** Takes over what the address says of widgets that this one has taken in. */
  #inherit() {
    inheritFields(this.#name, this.dataset.formerly?.split(" ") ?? []);
  }

  /**
   * A house rule that is chosen in one widget holds in all of the page; what is being played goes on under its own.
   * @param {import("./preferences.mjs").Change} change
   */
  #follow(change) {
    if (!this.#form || this.#isDesk || change.system !== system(this.#name)) return;
    const taken = rulesTaken(this.#form, change);
    if (!Object.keys(taken).length) return;
    write(this.#form, taken);
    if (!this.contains(document.activeElement)) this.#listened(false); // a page has many of them
    this.#compute();
  }

  /** Takes the values from the address; what it does not name is as built. */
  #followAddress() {
    if (!this.#form) return;
    this.#inherit();
    const named = namedFields(this.#name);
    write(this.#form, { ...this.#defaults, ...named });
    const held = read(this.#form);
    this.#foreign = Object.fromEntries(Object.entries(named).filter(([name, value]) => held[name] !== value));
    this.#compute();
  }

  // --- asking ---

  /** @returns {Values} the question's values */
  #said() {
    return this.#form ? { ...read(this.#form), ...this.#foreign } : {};
  }

  /** @returns {boolean} whether the form says something else than what was computed */
  #isEdited() {
    return Object.entries(this.#said()).some(([name, value]) => this.#asked[name] !== value);
  }

  /** Computes what the form says, unless that is what is shown; while an answer is awaited, afterwards. */
  #compute() {
    if (this.#running) {
      this.#stale = true;
      if (this.#isEdited()) this.#giveUp();
    } else if (this.#isEdited()) this.#run(null);
    else if (isReady() || this.#settled !== "static") this.#settle(this.#settled === "static" ? "ready" : this.#settled);
    else this.dataset.state = this.#settled;
  }

  /** Ends a calculation that takes long; what is known of it stays. */
  #giveUp() {
    if (this.#progress !== "gradual") return;
    this.#progress = "given up";
    stop();
  }

  get #stopButton() {
    return /** @type {HTMLElement | null} */ (this.querySelector(".widget-stop"));
  }

  /**
   * @param {Answer} sofar
   * @param {Values} values that were asked about
   */
  #showSofar(sofar, values) {
    if (this.#progress === "given up" || !this.isConnected) return;
    if (!sofar.parts?.output) { // a headline; the rest is not long in coming
      if (!this.#isOutdated()) this.#exchange(sofar.parts ?? {});
      return;
    }
    this.#progress = "gradual";
    if (this.#isOutdated()) {
      this.#giveUp();
      return;
    }
    this.#show(sofar, values);
    this.dataset.state = "busy";
    if (this.#stopButton) this.#stopButton.hidden = false;
  }

  /** @param {Values | null} pressed */
  async #run(pressed) {
    if (!this.#form) return;
    this.#running = true;
    this.#pressing = pressed;
    this.dataset.state = "busy";
    const before = this.#status;
    const said = [this.#starting, message("slow")];
    const patience = [PATIENCE, LONG].map((time, number) =>
      setTimeout(() => isReady() || this.#say(said[number], "page"), time),
    );
    const [earlier, values] = [this.#asked, this.#said()];
    const started = isReady() ? performance.now() : 0;
    let isTold = false;
    this.#asked = values;
    this.#stale = false;
    try {
      const question = this.#question(values, pressed);
      const show = (/** @type {Answer} */ sofar) => this.#showSofar(sofar, values);
      const givenUp = () => this.#progress === "given up" || !this.isConnected;
      const answer = (await this.#foreseen(question)) ?? (await ask(question, show, givenUp));
      if (!this.isConnected) return;
      if (started) this.#took = performance.now() - started;
      if (said.includes(this.#status)) this.#say(before, "python");
      // A newer question makes the answer to a mere edit worthless; a pressed button has happened.
      if (pressed || !this.#isOutdated()) this.#show(answer, values);
      isTold = answer.state === "ready";
    } catch (reason) {
      if (reason instanceof Stopped) {
        this.#settle("ready");
      } else {
        this.#failed(reason);
        this.#stale = false;
        this.#waiting = null;
      }
    } finally {
      patience.forEach(clearTimeout);
      this.#running = false;
      this.#progress = "";
      if (this.#stopButton) this.#stopButton.hidden = true;
    }
    if (!this.isConnected) return;
    if (this.#waiting) this.#press(this.#waiting);
    else if (this.#stale) this.#compute();
    else if (this.#isDesk) this.#lookAhead();
    else if (isTold) this.#goOn(earlier);
  }

  /**
   * @param {Values} values
   * @param {Values | null} pressed
   * @returns {import("./python.mjs").Question}
   */
  #question(values, pressed) {
    const copies = Boolean(this.querySelector(".copy-as[open]"));
    return { widget: this.#name, language: pageLanguage(), values, pressed, ...(copies && { copies }) };
  }

  /** Asks ahead, while nobody waits, what the button that comes next leads to: it is what most presses on a desk are of. */
  #lookAhead() {
    if (!this.#isDesk || this.#took > SLOW) return;
    whenIdle(() => {
      const next = this.querySelector("[data-primary]:enabled");
      if (!(next instanceof HTMLButtonElement) || !this.#form || this.#running || !this.isConnected || !isReady()) return;
      this.#askAhead(this.#question(this.#said(), readPressed(next, this.#form)));
    });
  }

  /** @type {(earlier: Values) => void} asks ahead what a number gives that goes on as it went: who presses + once does so again */
  #goOn(earlier) {
    const further = onward(earlier, this.#said());
    const isTheirs = Object.keys(further).some((name) => this.#typedIn.has(name));
    if (isTheirs && this.#took <= SLOW) this.#askAhead(this.#question({ ...this.#said(), ...further }, null));
  }

  /** @param {import("./python.mjs").Question} question */
  #askAhead(question) {
    const asked = JSON.stringify(question);
    if (this.#ahead?.asked === asked) return;
    this.#ahead = { asked, answer: ask(question) };
    this.#ahead.answer.catch(() => {}); // whoever presses it is told
  }

  /** @type {(question: import("./python.mjs").Question) => Promise<Answer | null>} the answer, if this was asked ahead */
  async #foreseen(question) {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.asked === JSON.stringify(question) ? ahead.answer.catch(() => null) : null;
  }

  /** @returns {boolean} whether the form has been changed since the question, in a way that asks for another */
  #isOutdated() {
    return this.#stale && this.#isEdited();
  }

  // --- how the answer moves ---

  /** The picture is drawn while it is looked at, or nearly: nobody's battery pays for one below the fold. */
  /** Beside the answer the form stays in view, if it is no taller than the window: the style sheet has to know. */
  #measureForm() {
    const sizes = new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => {
      this.#form?.style.setProperty("--tall", `${Math.ceil(blockSize)}px`);
    });
    if (this.#form) sizes.observe(this.#form);
    this.whileHere.signal.addEventListener("abort", () => sizes.disconnect());
  }

  #watchPicture() {
    if (!this.#picture) return;
    const watching = new IntersectionObserver(([{ isIntersecting }]) => {
      this.#inView = isIntersecting;
      if (isIntersecting) this.#draw();
    }, { rootMargin: "25%" });
    watching.observe(this.#picture);
    this.whileHere.signal.addEventListener("abort", () => watching.disconnect());
  }

  get #picture() {
    return this.#isDesk ? null : /** @type {HTMLElement | null} */ (this.querySelector('[data-part="curve"]'));
  }

  /** @param {EventTarget | null} target what has the focus: the picture is about the field that it is */
  #move(target) {
    this.#listened(true);
    const name = target instanceof HTMLInputElement && target.closest("form") ? target.name : "";
    if (!name || name === this.#moved) return;
    this.#moved = name;
    if (this.#settled === "ready") this.#redraw();
  }

  /** The picture is another one now; on paper none is better than a wrong one. */
  #redraw() {
    this.#picture?.toggleAttribute("data-outdated", true);
    this.#draw();
  }

  /** Draws how the answer moves, once nothing is typed and bit by bit, so that no question waits for it. */
  async #draw() {
    const picture = this.#picture;
    const [values, moved] = [this.#asked, this.#moved];
    const isOver = () => !this.isConnected || this.#running || values !== this.#asked || moved !== this.#moved;
    try {
      while (picture?.hasAttribute("data-outdated") && this.#inView) {
        await new Promise((go) => setTimeout(go, TYPING_PAUSE));
        if (isOver() || !isReady()) return;
        const question = { widget: this.#name, language: pageLanguage(), values, pressed: null, moved };
        const drawn = await ask(question, undefined, () => true);
        if (isOver()) return;
        if (drawn.state === "ready") replacePart(picture, drawn.parts?.curve ?? "");
        if (!drawn.more) picture.removeAttribute("data-outdated");
      }
    } catch {
      // the answer stands without its picture
    }
  }

  // --- showing ---

  /**
   * @param {Answer} answer
   * @param {Values} values that were asked about
   */
  #show(answer, values) {
    if (!this.#form) return;
    this.#later = null;
    clearTimeout(this.#standing);
    if (answer.state === "error") {
      const pressing = this.#pressing;
      this.#whenTyped(() => {
        const wrong = showErrors(this, answer.errors ?? {});
        this.removeAttribute("data-folded"); // the sentence stands beside its field
        if (this.#isDesk) wrong?.scrollIntoView({ block: "nearest" }); // the tray may end above it
        const label = wrong?.querySelector("label, legend")?.textContent;
        const text = answer.error || answer.status;
        this.#say(pressing && label ? message("about").replace("{field}", () => label).replace("{text}", () => text) : text, "python", Boolean(pressing));
        this.#settle("error");
        if (pressing && this.contains(document.activeElement)) wrong?.querySelector(CONTROLS)?.focus();
      });
      return;
    }
    showErrors(this, {});
    const current = read(this.#form);
    const untouched = Object.entries(answer.values ?? {}).filter(([name]) => current[name] === values[name]);
    write(this.#form, Object.fromEntries(untouched));
    this.#asked = { ...values, ...answer.values };
    keep(this.#name, this.#form, this.#typedIn);
    this.#exchange(answer.parts ?? {});
    const pressing = this.#pressing;
    this.#whenTyped(() => this.#say(answer.status, "python", Boolean(pressing)));
    nameFields(this.#name, answer.query ?? {});
    if (this.#isDesk && this.#pressing) keepFight(this, answer.query ?? {});
    else if (this.#isDesk && answer.query?.actions) meetFight(this, answer.query);
    this.#settle("ready");
    this.dispatchEvent(new CustomEvent("answered", { detail: { answer, values: this.#asked }, bubbles: true }));
    this.#redraw();
    if (!this.#isDesk && this.#typedIn.size) {
      this.#standing = setTimeout(() => this.#conveniences(({ rememberQuestion }) => rememberQuestion(this, this.#defaults, answer)), SETTLED);
    }
  }

  /**
   * Puts new parts in. After a step on a desk the focus goes to what comes next; who goes back and forth stays there.
   * @param {Partial<Values>} parts
   */
  #exchange(parts) {
    const output = this.querySelector("output");
    const focus = document.activeElement;
    const onward = this.contains(focus) && focus?.closest("[data-part], output") && !focus.closest(".history");
    const square = focus?.matches(":focus-visible") ? focus.getAttribute("data-square") : null;
    const label = written(this, this.#pressing?.do ?? "");
    for (const [name, html] of Object.entries(parts)) {
      const part = name === "output" ? output : this.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!part || html === undefined) continue;
      if (name === "last") part.replaceChildren(); // dice fall again, whatever fell before
      replacePart(part, html);
      if (this.#isDesk) emptyControls(part);
      linkRules(part);
    }
    if (!this.#isDesk || !this.#form) return;
    offerOthers(this.#form);
    this.#withRoster(({ offerParties }) => offerParties(this));
    if (this.#pressing) calm(this);
    if (this.#pressing) unroll(this, this.#pressing.do, label);
    arrange(this, Boolean(onward), square ?? "");
  }

  /** @param {unknown} reason */
  #failed(reason) {
    this.#asked = this.#settled === "static" ? this.#defaults : {};
    if (!(reason instanceof Unavailable)) {
      this.#say(message("failed"), "page");
      this.#settle("error");
    } else {
      this.#say(message("unavailable"), "page");
      this.#settle(this.#settled);
    }
  }

  /** @param {() => void} tell at once, or when the reader has finished a text */
  #whenTyped(tell) {
    if (this.#timer) this.#later = tell;
    else tell();
  }

  /** @param {"static" | "ready" | "error"} state */
  #settle(state) {
    this.#settled = state;
    this.removeAttribute("data-awaited");
    this.dataset.state = this.#due ? "busy" : state;
  }

  /** @param {boolean} isListened whether what it says is read out */
  #listened(isListened) {
    this.querySelector(".widget-status")?.setAttribute("aria-live", isListened ? "polite" : "off");
  }

  get #status() {
    return this.querySelector(".widget-status")?.textContent ?? "";
  }

  /**
   * @param {string} text
   * @param {"python" | "page"} from whose word it is; the style sheet shows the page's always
   * @param {boolean} again whether it is told even in the same words: another step may have done the same
   */
  #say(text, from, again = false) {
    const place = this.querySelector(".widget-status");
    if (!(place instanceof HTMLElement)) return;
    place.dataset.from = from;
    if (again || place.textContent !== text) place.textContent = text;
  }
}

customElements.define("rules-widget", RulesWidget);
watchDesk();
