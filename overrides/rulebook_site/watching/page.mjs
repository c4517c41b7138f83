// Stands in every page that `watch` serves: loads the page again when there is a newer one, and says what is wrong.

/** @typedef {{where: string, message: string}} Fault */
/** @typedef {{edition: string, faults: Fault[], awaited: "" | "rest" | "python" | "mending"}} News */

const WORDS = {
  en: {
    wrong: "Not shown yet: something is wrong",
    hide: "Hide",
    rest: "Navigation, search and other pages follow.",
    python: "Calculators and examples here still run with the Python from before; the new one follows.",
    mending: "Being made.",
  },
  ja: {
    wrong: "誤りがあるため、まだ反映されていません",
    hide: "隠す",
    rest: "目次、検索、ほかのページはこれから更新されます。",
    python: "計算機と例はまだ前のPythonで動いています。新しいPythonはこれから届きます。",
    mending: "ページを作っています。",
  },
};

const words = WORDS[document.documentElement.lang === "ja" ? "ja" : "en"];
const edition = new URL(import.meta.url).search.slice(1);

const alarm = document.createElement("section");
alarm.className = "watch-faults";
alarm.role = "alert";
const note = document.createElement("p");
note.className = "watch-note";
note.role = "status";
document.body.append(alarm, note);

/** @type {EventSource | undefined} */
let changes;
let shown = "";

/** @param {News} news */
function show(news) {
  if (news.edition !== edition) return location.reload();
  note.textContent = news.awaited && words[news.awaited];
  const told = JSON.stringify(news.faults);
  if (told === shown) return;
  shown = told;
  alarm.replaceChildren();
  if (!news.faults.length) return;
  const heading = document.createElement("h2");
  heading.textContent = words.wrong;
  const hide = document.createElement("button");
  hide.type = "button";
  hide.textContent = words.hide;
  hide.addEventListener("click", () => alarm.replaceChildren());
  const list = document.createElement("ul");
  list.tabIndex = 0;
  list.append(...news.faults.map(item));
  alarm.append(heading, hide, list);
}

/** @param {Fault} fault */
function item({ where, message }) {
  const element = document.createElement("li");
  element.lang = "en";
  const place = document.createElement("strong");
  place.textContent = where;
  const said = document.createElement("pre");
  said.textContent = message;
  element.append(place, said);
  return element;
}

/** Listens while the page is looked at: a browser keeps few lines open to one server. */
function listen() {
  changes?.close();
  changes = undefined;
  if (document.visibilityState === "hidden") return;
  changes = new EventSource(`/-watch/changes?page=${encodeURIComponent(location.pathname)}`);
  changes.onmessage = ({ data }) => show(JSON.parse(data));
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => changes?.close());
addEventListener("pageshow", listen);
listen();
