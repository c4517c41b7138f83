// The page's address, copied.

import { message } from "./messages.mjs";

/** @returns {Promise<string>} what there is to say once the page's address has been copied, or could not be */
export async function copyLink() {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  return message(copied ? "copied" : "addressed");
}
