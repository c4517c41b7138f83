// The search answers keys alone; a word chosen while writing Japanese, pasted or spoken may come without one.

/** Let the search take notice of everything that changes what is looked for. */
export function watchSearch() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.matches(".md-search__input")) target.dispatchEvent(new Event("keyup"));
  });
}
