// The one script a page names.

import "./example.mjs";
import "./table.mjs";
import "./widget.mjs";
import { watchLinks } from "./address.mjs";
import { watchDesk } from "./desk.mjs";
import { startAgain, whenIdle } from "./lazy-start.mjs";
import { watchReading } from "./text-switches.mjs";
import { watchLanguageSwitch } from "./language.mjs";
import { watchTurns } from "./navigation.mjs";
import { watchPopovers } from "./popover.mjs";
import { watchReturns } from "./returning.mjs";
import { watchScrollBoxes } from "./scrolling.mjs";
import { watchSearch } from "./searching.mjs";

watchLinks();
watchLanguageSwitch();
watchReading();
watchPopovers();
watchScrollBoxes();
watchSearch();
watchDesk();
watchReturns();
watchTurns();
startAgain();
whenIdle(() => import("./offline-panel.mjs").catch(() => {})); // the next page tries again
