// On English pages: whether the Japanese terms stand in brackets beside the English ones.

const KEY = "rulebook-japanese"; // "no" when the reader does without them; main.html reads it before the page is drawn

/** Listens to the switch at the foot of every page; the style sheet shows of its two buttons the one that has an effect. */
export function watchJapanese() {
  document.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element && target.closest("button[data-japanese]");
    if (!(pressed instanceof HTMLElement)) return;
    const wish = pressed.dataset.japanese;
    if (wish) document.documentElement.dataset.japanese = wish;
    else delete document.documentElement.dataset.japanese;
    for (const other of pressed.parentElement?.querySelectorAll("button") ?? []) if (other !== pressed) other.focus();
    try {
      if (wish) localStorage.setItem(KEY, wish);
      else localStorage.removeItem(KEY);
    } catch {
      // storage may be closed to us; the choice holds for this visit
    }
  });
}
