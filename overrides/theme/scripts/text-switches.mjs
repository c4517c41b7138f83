// How a reader wants the pages: light or dark, on English ones with or without the Japanese terms, everywhere with or
// without fractions; and the fraction of a number that is touched.

/** Listens to the switches in the head and at the foot of every page; the style sheet shows of each the one that has an effect. */
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
    const others = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-reading="${name}"]`));
    for (const other of others) if (other !== pressed) other.focus(); // but for one they cannot be seen, nor focused
    try {
      if (wish) localStorage.setItem(`rulebook-${name}`, wish);
      else localStorage.removeItem(`rulebook-${name}`);
    } catch {
      // storage may be closed to us; the choice holds for this visit
    }
  });
}
