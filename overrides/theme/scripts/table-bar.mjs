// The table bar of a page that belongs to no game is that of the game whose page was read last.

const KEY = "rulebook-game"; // main.html reads it before the page is drawn

/** Notes whose page is in view. */
export function noteGame() {
  const bar = document.querySelector(".table-bar");
  const game = bar instanceof HTMLElement && bar.dataset.game;
  if (!game) return;
  document.documentElement.dataset.lastGame = game;
  try {
    localStorage.setItem(KEY, game);
  } catch {
    // storage may be closed to us; the game is remembered as long as pages are turned
  }
}
