// The one script a page names. Everything it brings survives Material's instant navigation:
// custom elements are upgraded wherever they appear, the rest listens on the document.

import "./example.mjs";
import "./table.mjs";
import "./widget.mjs";
import { watchLinks } from "./address.mjs";
import { watchArrivals } from "./arriving.mjs";
import { whenIdle } from "./idle.mjs";
import { watchLanguageSwitch } from "./language.mjs";
import { watchPopovers } from "./popover.mjs";
import { watchScrollBoxes } from "./scrolling.mjs";
import { watchSearch } from "./searching.mjs";
import { watchTurns } from "./turning.mjs";

watchLinks();
watchArrivals();
watchLanguageSwitch();
watchPopovers();
watchScrollBoxes();
watchSearch();
watchTurns();
whenIdle(() => import("./keeping.mjs").catch(() => {})); // the next page tries again
