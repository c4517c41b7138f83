// Every rule's place and text, from the language's rules.json; fetched with the first need.

import { languageRoot } from "./site.mjs";

/** @typedef {{href: string, text: string}} Rule */

/** @type {Promise<Record<string, Rule>> | undefined} */
let rules;

/**
 * @param {string} id
 * @returns {Promise<{href: string, text: string} | undefined>} the rule, its href absolute
 */
export async function lookUp(id) {
  rules ??= fetch(new URL("rules.json", languageRoot)).then((response) => {
    if (!response.ok) throw new Error(`rules.json: ${response.status}`);
    return response.json();
  });
  try {
    const rule = (await rules)[id];
    return rule && { href: new URL(rule.href, languageRoot).href, text: rule.text };
  } catch {
    rules = undefined; // asked again with the next need
    return undefined;
  }
}

/**
 * Gives the rule references that Python wrote the address that only the site knows.
 * @param {ParentNode} parent
 */
export function linkRules(parent) {
  for (const link of parent.querySelectorAll('a[data-rule][href="#"]')) {
    lookUp(link.getAttribute("data-rule") ?? "").then((rule) => {
      if (rule) link.setAttribute("href", rule.href);
    });
  }
}
