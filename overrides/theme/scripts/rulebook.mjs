// The script of every page. A page with an example, a widget or a table to look through names that one's script before it.

import "./house-rules.mjs";
import "./own-character.mjs";
import { watchLinks } from "./address.mjs";
import { watchFinder } from "./find.mjs";
import { watchLandings } from "./landing.mjs";
import { startAgain, whenIdle } from "./lazy-start.mjs";
import { watchReading } from "./text-switches.mjs";
import { watchLanguageSwitch } from "./language.mjs";
import { watchTurns } from "./navigation.mjs";
import { watchPopovers } from "./popover.mjs";
import { watchReturns } from "./returning.mjs";
import { watchScrollBoxes } from "./scrolling.mjs";
import { watchIds } from "./seeking.mjs";
import { noteGame } from "./table-bar.mjs";

watchLinks();
watchLanguageSwitch();
watchReading();
watchPopovers();
watchScrollBoxes();
watchFinder();
watchLandings();
watchReturns();
watchTurns();
noteGame();
watchIds();
startAgain();
document.addEventListener("click", ({ target }) => {
  const key = target instanceof Element && target.closest("button[data-copy]");
  if (key instanceof HTMLElement) import("./copying.mjs").then(({ copy }) => copy(key)).catch(() => {});
});
whenIdle(() => import("./offline-panel.mjs").catch(() => {})); // the next page tries again
