// The id of a rule behind # leads to the rule from every page of its language, in whatever letters it is written.

import { decoded, isLikeAnId, placeOf } from "../chooser/guessing.mjs";
import { languageRoot } from "./site.mjs";

/** Goes where an id in the address stands, if it stands on another page or is written in another way. */
export async function seek() {
  const { hash } = location;
  const said = decoded(hash.slice(1));
  if (!isLikeAnId(said) || document.getElementById(said)) return;
  const place = await placeOf(said, languageRoot);
  if (place && location.hash === hash) location.replace(place);
}

/** Looks at the address now, and whenever another place of the page is asked for. */
export function watchIds() {
  addEventListener("hashchange", seek);
  seek();
}
