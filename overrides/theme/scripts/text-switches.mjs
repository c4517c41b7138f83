// How a reader wants the text: on English pages with or without the Japanese terms, everywhere with or without fractions;
// and the fraction of a number that is touched.

/** Listens to the switches at the foot of every page; the style sheet shows of two buttons the one that has an effect. */
export function watchReading() {
  document.addEventListener("click", ({ target }) => {
    const number = target instanceof Element && target.closest("data[value]"); // a finger does not hover
    for (const before of document.querySelectorAll("data.touched")) before.classList.remove("touched");
    if (number) number.classList.add("touched");
    const pressed = target instanceof Element && target.closest("button[data-reading]");
    if (!(pressed instanceof HTMLButtonElement)) return;
    const { dataset: { reading: name = "" }, value: wish } = pressed; // main.html reads the wish before the page is drawn
    if (wish) document.documentElement.dataset[name] = wish;
    else delete document.documentElement.dataset[name];
    const both = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-reading="${name}"]`));
    for (const other of both) if (other !== pressed) other.focus();
    try {
      if (wish) localStorage.setItem(`rulebook-${name}`, wish);
      else localStorage.removeItem(`rulebook-${name}`);
    } catch {
      // storage may be closed to us; the choice holds for this visit
    }
  });
}
