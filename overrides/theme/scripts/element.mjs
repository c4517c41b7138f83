// What our elements have in common.

/** An element that hears of what happens elsewhere only as long as it stands in the page. */
export class PageElement extends HTMLElement {
  #left = new AbortController();

  disconnectedCallback() {
    this.#left.abort();
  }

  /** For listeners that stand outside of the element: they end when its page is left. */
  get whileHere() {
    return { signal: this.#left.signal };
  }
}
