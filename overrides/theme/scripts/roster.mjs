// The reader's characters, as this browser keeps them. What a game makes of them comes from Python and is kept beside what
// was typed; here nothing is reckoned.

const KEY = "rulebook-roster";
const MOST = 60; // characters of a game

/** Tells `change` when a character is kept, deleted or chosen; its detail is the game. */
export const roster = new EventTarget();

/** @typedef {Record<string, string>} Spoken by language */
/** @typedef {{label: Spoken, numbers: Record<string, Spoken>}} Use a way to fill in calculators */
/** @typedef {{label: Spoken, chance: string, exact: string, before?: string, was?: string}} Chance */
/** @typedef {{name: Spoken, party: string, uses: Use[], shares: Record<string, Spoken>, chances: Record<string, Chance[]>, entry: Record<string, unknown[][]>}} Told what Python makes of a character */
/** @typedef {{id: string, system: string, values: Record<string, string>, told: Told, due?: boolean}} Kept due: house rules have changed since Python was asked */
/** @typedef {{characters: Kept[], me: Record<string, string>}} Store */

/** @type {Store | null} what holds for this visit where the browser keeps nothing */
let unkept = null;

/**
 * @param {string} system
 * @returns {Kept[]} its characters, in the order in which they were made
 */
export const charactersOf = (system) => all().characters.filter((each) => each.system === system);

/** @type {(system: string) => Kept | undefined} who the reader is in a game */
export const me = (system) => charactersOf(system).find(({ id }) => id === all().me[system]);

/**
 * @param {string} system
 * @returns {[string, Kept[]][]} its parties of two and more, by name
 */
export function partiesOf(system) {
  /** @type {Map<string, Kept[]>} */
  const found = new Map();
  for (const each of charactersOf(system)) if (each.told.party) found.set(each.told.party, [...(found.get(each.told.party) ?? []), each]);
  return [...found].filter(([, members]) => members.length > 1);
}

/**
 * Keeps a character; a new one is me if nobody is yet.
 * @param {Kept} character
 * @param {number} [place] where it stands among all, if it was there before
 * @returns {"kept" | "full" | "many"} "full": the browser keeps it for this visit only; "many": it is one too many
 */
export function put(character, place) {
  const { characters, me: chosen } = all();
  const there = characters.findIndex(({ id }) => id === character.id);
  const isFirst = there < 0 && place === undefined && !charactersOf(character.system).length;
  if (there >= 0) characters[there] = character;
  else if (charactersOf(character.system).length < MOST) characters.splice(place ?? characters.length, 0, character);
  else return "many";
  return save({ characters, me: isFirst ? { ...chosen, [character.system]: character.id } : chosen }, character.system) ? "kept" : "full";
}

/**
 * @param {string} id
 * @returns {{character: Kept, place: number, wasMe: boolean} | null} who is gone, for bringing it back
 */
export function remove(id) {
  const { characters, me: chosen } = all();
  const place = characters.findIndex((each) => each.id === id);
  if (place < 0) return null;
  const [character] = characters.splice(place, 1);
  const wasMe = chosen[character.system] === id;
  if (wasMe) delete chosen[character.system];
  save({ characters, me: chosen }, character.system);
  return { character, place, wasMe };
}

/**
 * @param {string} system
 * @param {string} id of a character; "" for nobody
 */
export function choose(system, id) {
  const { characters, me: chosen } = all();
  save({ characters, me: { ...chosen, [system]: id } }, system);
}

/**
 * What was told of a game's characters holds no more: another house rule is in force.
 * @param {string} system
 */
export function outdate(system) {
  const { characters, me: chosen } = all();
  save({ characters: characters.map((each) => (each.system === system ? { ...each, due: true } : each)), me: chosen }, system);
}

/** @type {() => string} an id that no character has */
export const freshId = () => crypto.randomUUID().slice(0, 8);

/**
 * @param {Store} store
 * @param {string} system that has changed
 * @returns {boolean} whether the browser keeps it
 */
function save(store, system) {
  let isKept = true;
  try {
    localStorage.setItem(KEY, JSON.stringify(store));
    unkept = null;
  } catch {
    isKept = false; // storage may be closed to us, or full
    unkept = store;
  }
  roster.dispatchEvent(new CustomEvent("change", { detail: system }));
  return isKept;
}

/** @returns {Store} what is kept; what others may have written there is passed over */
function all() {
  if (unkept) return structuredClone(unkept);
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    kept = {};
  }
  const characters = Array.isArray(kept?.characters) ? kept.characters.filter(isCharacter) : [];
  const chosen = Object.entries(isRecord(kept?.me) ? kept.me : {}).filter(([, id]) => typeof id === "string");
  return { characters, me: /** @type {Record<string, string>} */ (Object.fromEntries(chosen)) };
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @type {(value: unknown) => boolean} */
const isSpoken = (value) => isRecord(value) && typeof value.en === "string" && typeof value.ja === "string";

/** @type {(value: any) => boolean} whether it is a character as this page writes them */
function isCharacter(value) {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.system === "string" &&
    isRecord(value.values) &&
    Object.values(value.values).every((each) => typeof each === "string") &&
    isTold(value.told)
  );
}

/** @type {(told: any) => boolean} */
function isTold(told) {
  return (
    isRecord(told) &&
    isSpoken(told.name) &&
    typeof told.party === "string" &&
    Array.isArray(told.uses) &&
    told.uses.every((use) => isRecord(use) && isSpoken(use.label) && isRecord(use.numbers) && Object.values(use.numbers).every(isSpoken)) &&
    isRecord(told.shares) &&
    Object.values(told.shares).every(isSpoken) &&
    isRecord(told.chances) &&
    Object.values(told.chances).every((some) => Array.isArray(some) && some.every((each) => isRecord(each) && isSpoken(each.label) && typeof each.chance === "string")) &&
    isRecord(told.entry)
  );
}
