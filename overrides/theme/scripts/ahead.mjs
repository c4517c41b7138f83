// Fetches the page that a link leads to once the link is pointed at, touched or reached by keyboard. Browsers that know the
// speculation rules of main.html make the page ready altogether, and nothing is done here.

import { isDear } from "./idle.mjs";
import { languageRoot } from "./site.mjs";

const SIGNS = ["pointerover", "touchstart", "focusin"];

/** Watches for links that are about to be followed. */
export function fetchAhead() {
  if (HTMLScriptElement.supports?.("speculationrules") || isDear()) return;
  const fetched = new Set([location.pathname]);
  for (const sign of SIGNS) {
    document.addEventListener(sign, ({ target }) => {
      const link = target instanceof Element && target.closest("a[href]");
      if (!(link instanceof HTMLAnchorElement) || fetched.has(link.pathname)) return;
      if (!link.href.startsWith(languageRoot.href) || !link.pathname.endsWith("/")) return;
      fetched.add(link.pathname);
      const ahead = document.createElement("link");
      ahead.rel = "prefetch";
      ahead.href = link.pathname + link.search;
      document.head.append(ahead);
    }, { passive: true });
  }
}
