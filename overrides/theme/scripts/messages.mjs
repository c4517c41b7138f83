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
  running: {
    en: "Running …",
    ja: "実行中です…",
  },
  done: {
    en: "Done.",
    ja: "実行しました。",
  },
  raised: {
    en: "The code ended with an error.",
    ja: "コードがエラーで終わりました。",
  },
  stopped: {
    en: "Stopped.",
    ja: "停止しました。",
  },
  limit: {
    en: "Stopped after 10 seconds: code that runs longer is taken for endless.",
    ja: "10秒で停止しました。それより長くかかるコードは終わらないものとみなします。",
  },
  broken: {
    en: "The code has brought Python down; it starts again by itself.",
    ja: "コードがPythonごと止めてしまいました。Pythonは自動で起動し直します。",
  },
  norun: {
    en: "Python could not start here, so the code cannot run.",
    ja: "Pythonを起動できないため、コードを実行できません。",
  },
  noeditor: {
    en: "The editor could not be loaded; try again when there is a connection.",
    ja: "エディターを読み込めませんでした。接続できるときにもう一度お試しください。",
  },
  editing: {
    en: "Tab indents, Esc and then Tab leaves the code, Ctrl and Enter runs it.",
    ja: "Tabで字下げ、Escの後にTabでコードの外へ移動、Ctrl+Enterで実行します。",
  },
  sent: {
    en: "This code came with the link. It has not been run.",
    ja: "リンクに含まれていたコードです。まだ実行していません。",
  },
  unreadable: {
    en: "The code in the link cannot be read: the link must be complete and hold no more than 64 KiB of code. The original stands here.",
    ja: "リンクのコードを読み取れません。リンクは省略せず、コードは64 KiBまでにしてください。ここには元のコードを表示しています。",
  },
  copied: {
    en: "A link to this code is copied, and stands in the address bar.",
    ja: "このコードへのリンクをコピーしました。アドレス欄にも表示されています。",
  },
  addressed: {
    en: "A link to this code stands in the address bar.",
    ja: "このコードへのリンクはアドレス欄にあります。",
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
