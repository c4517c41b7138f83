// Where things are.

/**
 * @param {string} name of a meta element
 * @returns {URL | null} its content as an address
 */
function address(name) {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute("content");
  return content ? new URL(content, location.href) : null;
}

/** The top of this language's pages. */
export const languageRoot = address("rulebook-root") ?? new URL("../", import.meta.url);

/** The page in view. Its path is that of the address, but for the moment in which the way back leads to another page. */
export const shown = { path: location.pathname };

/** The folder of the Python runtime; null where the site was built without one. */
export const runtime = address("rulebook-runtime");

/** @returns {string} which system's widgets and examples the page has, "all" for those of several: what Python is to remember */
export function memory() {
  return document.querySelector('meta[name="rulebook-memory"]')?.getAttribute("content") ?? "all";
}

/** @returns {"en" | "ja"} the language of the page */
export function pageLanguage() {
  return document.documentElement.lang.startsWith("ja") ? "ja" : "en";
}

/**
 * @param {URL} address
 * @returns {Promise<any>} the module; one that could not be loaded is asked for again, past what the browser remembers
 */
export async function fresh(address) {
  try {
    return await import(address.href);
  } catch {
    await fetch(address, { cache: "reload" });
    return import(`${address.href}?${performance.now()}`);
  }
}

/** @param {number} bytes */
export function megabytes(bytes) {
  const number = new Intl.NumberFormat(pageLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return `${number.format(bytes / 1e6)} MB`;
}
