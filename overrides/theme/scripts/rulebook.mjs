// The one script a page names. Everything it brings survives Material's instant navigation:
// custom elements are upgraded wherever they appear, the rest listens on the document.

import "./example.mjs";
import "./keeping.mjs";
import "./table.mjs";
import "./widget.mjs";
import { watchLinks } from "./address.mjs";
import { watchArrivals } from "./arriving.mjs";
import { watchLanguageSwitch } from "./language.mjs";
import { keepWhatIsRead } from "./offline.mjs";
import { watchPopovers } from "./popover.mjs";
import { watchScrollBoxes } from "./scrolling.mjs";
import { watchTurns } from "./turning.mjs";

watchLinks();
watchArrivals();
watchLanguageSwitch();
watchPopovers();
watchScrollBoxes();
watchTurns();
keepWhatIsRead();
