// Requests the data of the first view before the rest of the page has loaded.

/** The key of the settings in the browser's storage. */
export const NAME = "yomikiri";

/** The stored settings; a browser may have none, or refuse storage. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return found && typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

const hash = new URLSearchParams(location.hash.slice(1));
const known = (name) => (["en", "ja"].includes(name) ? name : null);

/** The stored language, or else the browser's. */
export const usualLanguage = known(kept()?.language) ?? (navigator.language.startsWith("ja") ? "ja" : "en");

/** The path of a question to the API; parameters that are undefined are left out. */
export const pathOf = (name, params = {}) => {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined)).toString();
  return `/api/v1/${name}${query && "?" + query}`;
};

/** Modules that a game needs and the front door does not; `index.html` lists the rest. */
const TABLE = ["/coach.js", "/drag.js", "/hand.js", "/long.js", "/motion.js", "/names.js", "/panels.js", "/puzzles.js", "/study.js", "/table.js", "/view.js"];
for (const href of hash.has("g") ? TABLE : []) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));

const language = hash.has("l") ? (hash.get("l") === "ja" ? "ja" : "en") : usualLanguage;
const asked = [pathOf("games")];
if (hash.has("g")) asked.push(pathOf("board", { game: hash.get("g"), position: hash.get("s") ?? "start" }));
const answers = new Map(asked.map((path) => [`${language} ${path}`, fetch(path, { headers: { "Accept-Language": language } }).catch(() => null)]));

/** Takes the answer to an early request, once; null if there was none or the server could not be reached. */
export async function take(path, language) {
  const key = `${language} ${path}`;
  const answer = answers.get(key);
  answers.delete(key);
  return (await answer) ?? null;
}
