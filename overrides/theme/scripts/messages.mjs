// The few sentences that the page says by itself; everything else comes from Python.

import { pageLanguage } from "./site.mjs";

const MESSAGES = {
  starting: {
    en: "Python is starting …",
    ja: "Pythonを起動しています…",
  },
  slow: {
    en: "Python has not come yet: the network is slow, or the server does not answer. What is shown below belongs to the values before; your change is calculated as soon as Python is there.",
    ja: "計算の準備に時間がかかっています。通信が遅いか、サーバーが応答していません。下の結果は変更前の値のものです。Pythonが届きしだい計算します。",
  },
  arriving: {
    en: "Fetching Python: {done} of {total}",
    ja: "Pythonを受信中：{total}のうち{done}",
  },
  unavailable: {
    en: "Python could not start here, so your change is not calculated; what is shown below belongs to the original values.",
    ja: "Pythonを起動できないため、変更は計算されていません。下の結果は最初の値のものです。",
  },
  asleft: {
    en: "as it was left",
    ja: "中断したところ",
  },
  about: {
    en: "{field}: {text}",
    ja: "{field}の欄：{text}",
  },
  yours: {
    en: "Your numbers …",
    ja: "あなたの数値で計算しています…",
  },
  notyours: {
    en: "Python could not start here, so your numbers cannot be worked out.",
    ja: "Pythonを起動できないため、あなたの数値では計算できません。",
  },
  houserule: {
    en: "1 house rule is in force in this game",
    ja: "このゲームでは、ハウスルールが1件使われています",
  },
  houserules: {
    en: "{n} house rules are in force in this game",
    ja: "このゲームでは、ハウスルールが{n}件使われています",
  },
  copiedtext: {
    en: "Copied.",
    ja: "コピーしました。",
  },
  copycode: {
    en: "Copy the code",
    ja: "コードをコピー",
  },
  copylink: {
    en: "Copy link",
    ja: "リンクをコピー",
  },
  copyrule: {
    en: "Copy text",
    ja: "文章をコピー",
  },
  selected: {
    en: "The browser does not let this page copy. The text is selected: copy it from there.",
    ja: "ブラウザーがコピーを許可していません。選択してある文章を、ご自分でコピーしてください。",
  },
  open: {
    en: "Open",
    ja: "このルールを開く",
  },
  awaited: {
    en: "The fight in the address is on its way …",
    ja: "アドレスにある戦闘を読み込んでいます…",
  },
  failed: {
    en: "This could not be calculated because of a fault in the page; change a value to try again.",
    ja: "ページの不具合により計算できませんでした。値を変えるともう一度試します。",
  },
  nopicture: {
    en: "Python could not start here, so the picture cannot be made.",
    ja: "Pythonを起動できないため、画像を作れません。",
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
    ja: "コードの実行中にPythonが停止しました。Pythonは自動で起動し直します。",
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
    en: "The code in the link cannot be read: the link must be complete and hold no more than 64 KiB of code. The original code is shown here.",
    ja: "リンクのコードを読み取れません。リンクは省略せず、コードは64 KiBまでにしてください。ここには元のコードを表示しています。",
  },
  copied: {
    en: "The link is copied; it stands in the address bar, too.",
    ja: "リンクをコピーしました。アドレス欄にも表示されています。",
  },
  addressed: {
    en: "The link stands in the address bar.",
    ja: "リンクはアドレス欄にあります。",
  },
  edition: {
    en: "A newer edition of this rulebook is ready. Your numbers and what you are playing stay.",
    ja: "新しい版の用意ができました。入力した値や進行中の戦闘はそのまま残ります。",
  },
  reload: {
    en: "Load it now",
    ja: "いま読み込む",
  },
  later: {
    en: "Later",
    ja: "後で",
  },
  offer: {
    en: "Keep all English pages and Python on this device, for reading without a network? {size} will be sent.",
    ja: "日本語の全ページとPythonを端末に保存し、通信がなくても使えるようにしますか。通信量は{size}です。",
  },
  keep: {
    en: "Keep",
    ja: "保存する",
  },
  notnow: {
    en: "Not now",
    ja: "保存しない",
  },
  wishkept: {
    en: "Kept. What you have asked for works without a network now.",
    ja: "保存しました。選んだものは、通信がなくても使えます。",
  },
  kept: {
    en: "Kept. All English pages work without a network now, their calculators too.",
    ja: "保存しました。日本語の全ページと計算機を、通信がなくても使えます。",
  },
  close: {
    en: "Close",
    ja: "閉じる",
  },
  keeping: {
    en: "Keeping …",
    ja: "保存しています…",
  },
  notall: {
    en: "Stopped. What was kept so far stays.",
    ja: "中止しました。ここまでに保存したものは残ります。",
  },
  full: {
    en: "There is no room left on this device for all of it; what was kept so far stays.",
    ja: "端末の空き容量が足りません。ここまでに保存したものは残ります。",
  },
  offlinenow: {
    en: "The network was lost; what was kept so far stays, and the rest comes on the next try.",
    ja: "通信が途切れました。ここまでに保存したものは残り、続きは次の機会に保存します。",
  },
  unanswered: {
    en: "The server has not given what is needed to keep files; try again later.",
    ja: "保存に必要なファイルをサーバーから受け取れませんでした。後でもう一度お試しください。",
  },
  cannotkeep: {
    en: "This browser keeps nothing for offline use here, perhaps because the window is private.",
    ja: "このブラウザーではオフライン用に保存できません（プライベートウィンドウなど）。",
  },
  removed: {
    en: "The kept files are gone. Nothing is kept from now on, unless you ask for it here.",
    ja: "保存したファイルを削除しました。ここで改めて保存するまで、何も保存しません。",
  },
  forgotten: {
    en: "Everything this site had stored in this browser is gone.",
    ja: "このサイトがブラウザーに保存していたものをすべて削除しました。",
  },
  nothing: {
    en: "nothing",
    ja: "なし",
  },
  searching: {
    en: "Searching …",
    ja: "検索しています…",
  },
  nosearch: {
    en: "The search could not be loaded; it tries again at the next letter.",
    ja: "検索を読み込めませんでした。次の文字を入力すると、もう一度試します。",
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
