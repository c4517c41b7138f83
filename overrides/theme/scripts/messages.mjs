// The few sentences that the page says by itself; everything else comes from Python.

import { pageLanguage } from "./site.mjs";

const MESSAGES = {
  starting: {
    en: "Python is starting (once per visit) …",
    ja: "Pythonを起動しています（初回のみ）…",
  },
  unavailable: {
    en: "Python could not start here, so your change is not calculated; what is shown below belongs to the original values.",
    ja: "Pythonを起動できないため、変更は計算されていません。下の結果は最初の値のものです。",
  },
  failed: {
    en: "This could not be calculated because of a fault in the page; change a value to try again.",
    ja: "ページの不具合により計算できませんでした。値を変えるともう一度試します。",
  },
  table: {
    en: "Table, scrolls sideways",
    ja: "横にスクロールできる表",
  },
};

/**
 * @param {keyof typeof MESSAGES} key
 * @returns {string} the sentence in the page's language
 */
export function message(key) {
  return MESSAGES[key][pageLanguage()];
}
