// The script of every page. A page with an example, a widget or a table to look through names that one's script before it.

import "./house-rules.mjs";
import "./own-character.mjs";
import { watchLinks } from "./address.mjs";
import { watchFinder } from "./find.mjs";
import { watchFrame } from "./frame.mjs";
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
watchFrame();
noteGame();
watchIds();
startAgain();
document.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("button[data-copy], a.rule-id");
  if (!(key instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!(key instanceof HTMLAnchorElement)) import("./copying.mjs").then(({ copy }) => copy(key)).catch(() => {});
  else import("./copying.mjs").then(({ offer }) => offer(key)).catch(() => {});
  // A finger wants the menu where it is; a mouse and the keyboard follow the link, too.
  if (key.matches("a") && /** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
});
whenIdle(() => import("./offline-panel.mjs").catch(() => {})); // the next page tries again
