// What an address means that leads to no page: the id of a rule, however it is written, or a page whose address is like it.

const LIKE = 0.5; // so much of an address may differ from that of a page which is guessed
const MOST = 5;
const ELSEWHERE = 0.2; // a page of that name in another place is a little further off

/** @type {(id: string) => string} the letters and numbers of an id, and nothing of how they are written */
export const idParts = (id) => (id.normalize("NFKC").toUpperCase().match(/[A-Z]|\d+/g) ?? []).join(".");

/** @type {(text: string) => boolean} whether it may be an id */
export const isLikeAnId = (text) => text.length < 20 && /^[A-Z]\.(?:[A-Z]\.){0,2}\d+(?:\.\d+)?(?:\.[A-Z])?$/.test(idParts(text));

/** @type {(text: string) => string} */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} text
 * @param {URL} root top of a language's pages
 * @returns {Promise<URL | null>} where the rule stands whose id it is, in whatever letters
 */
export async function placeOf(text, root) {
  const wanted = idParts(text);
  const rules = isLikeAnId(text) ? await read("rules.json", root) : {};
  const found = Object.keys(rules).find((id) => idParts(id) === wanted);
  return found ? new URL(rules[found].href, root) : null;
}

/**
 * @param {string} path below the top of the language
 * @param {URL} root
 * @returns {Promise<{page: URL | null, like: {page: URL, title: string}[]}>} the page that has this address but for how it is
 *   written; and those whose addresses are like it, the likest first
 */
export async function pagesLike(path, root) {
  const [wanted, pages] = [simple(path), await read("pages.json", root)];
  const same = Object.keys(pages).find((page) => simple(page) === wanted);
  const near = Object.keys(pages).map((page) => ({ page, far: farness(wanted, simple(page)) })).filter(({ far }) => far <= LIKE);
  near.sort((one, other) => one.far - other.far);
  return {
    page: same === undefined ? null : new URL(same, root),
    like: near.slice(0, MOST).map(({ page }) => ({ page: new URL(page, root), title: pages[page] })),
  };
}

/** @type {(file: string, root: URL) => Promise<Record<string, any>>} */
async function read(file, root) {
  const response = await fetch(new URL(file, root)).catch(() => null);
  return response?.ok ? response.json().catch(() => ({})) : {};
}

/** @type {(path: string) => string} */
const simple = (path) =>
  decoded(path).normalize("NFKC").toLowerCase().replace(/(?:index)?\.(?:html?|md)$/, "").replace(/[\s_]+/g, "-").replace(/\/{2,}/g, "/").replace(/^\/|\/$/g, "");

/** @type {(path: string) => string} */
const lastOf = (path) => path.slice(path.lastIndexOf("/") + 1);

/** @type {(one: string, other: string) => number} how much of two addresses differs, from 0 to 1 */
function farness(one, other) {
  const [name, its] = [lastOf(one), lastOf(other)];
  return Math.min(share(one, other), its ? ELSEWHERE + share(name, its) : 1);
}

/** @type {(one: string, other: string) => number} how many letters have to be changed, of all */
function share(one, other) {
  let row = [...other, ""].map((_, number) => number);
  for (const [number, letter] of [...one].entries()) {
    let before = row[0];
    row = row.map((above, column) => {
      const least = column ? Math.min(above + 1, row[column - 1] + 1, before + (letter === other[column - 1] ? 0 : 1)) : number + 1;
      before = above;
      return (row[column] = least);
    });
  }
  return (row.at(-1) ?? 0) / Math.max(one.length, other.length, 1);
}
