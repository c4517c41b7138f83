// A filter for drawings that code of unknown origin may have written.

import DOMPurify from "dompurify";

/**
 * @param {string} html
 * @returns {DocumentFragment} what can only be looked at
 */
export function harmless(html) {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "img", "video", "audio", "picture", "source"],
    FORBID_ATTR: ["style", "id", "name", "target", "src", "srcset", "background", "action"],
  });
}

DOMPurify.addHook("uponSanitizeAttribute", (_, data) => {
  if (data.attrName.endsWith("href") && !data.attrValue.startsWith("#")) data.keepAttr = false;
});
