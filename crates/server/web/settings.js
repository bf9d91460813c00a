// Language, theme, level and sound: as the address says, else as they were kept, else as the browser has them.
// They are kept in the browser if the person agrees, and forgotten at once when that is taken back.

import { today, yesterday } from "/day.js";
import { $ } from "/dom.js";
import { NAME, kept, usualLanguage } from "/early.js";
import { PLAYERS } from "/opponent.js";
import { canTremble } from "/sound.js";
import { currentLanguage, setLanguage, t } from "/text.js";

const THEMES = ["auto", "dark", "light"];

export class Settings {
  constructor(app) {
    this.app = app;
    const found = kept();
    this.isKept = found !== null;
    this.language = usualLanguage;
    this.level = PLAYERS.includes(found?.level) && found.level !== "human" ? found.level : "perfect";
    this.sound = found?.sound === true;
    this.tremble = found?.tremble === true;
    /** Days on which the puzzle of the day was solved, as the streak needs it. */
    this.daily = found?.daily ?? null;
    this.setTheme(found?.theme);
  }

  /** Keeps what there is now, if that is wanted. */
  keep() {
    if (!this.isKept) return;
    const { theme, level, sound, tremble, daily } = this;
    try {
      localStorage.setItem(NAME, JSON.stringify({ language: currentLanguage(), theme, level, sound, tremble, daily }));
    } catch {
      this.isKept = false;
    }
  }

  /** Whether to keep anything. */
  setKept(isKept) {
    this.isKept = isKept;
    if (isKept) return this.keep();
    try {
      localStorage.removeItem(NAME);
    } catch {
      // Nothing is there that could be removed.
    }
  }

  /** The days in a row on which the puzzle of the day was solved at once, up to today or yesterday. */
  days() {
    return [today(), yesterday()].includes(this.daily?.day) ? this.daily.days : 0;
  }

  setTheme(theme) {
    this.theme = THEMES.includes(theme) ? theme : "auto";
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  /** The next theme. */
  turnTheme() {
    this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
    this.keep();
  }

  async turnLanguage() {
    await setLanguage(currentLanguage() === "ja" ? "en" : "ja");
    this.language = currentLanguage();
    this.keep();
  }

  words() {
    $("lang").textContent = t("language");
    $("lang").setAttribute("aria-label", t("language_label"));
    $("lang").lang = currentLanguage() === "ja" ? "en" : "ja";
    $("theme").textContent = t(`theme_${this.theme}`);
    $("keep").checked = this.isKept;
    $("sound").checked = this.sound;
    $("tremble").checked = this.tremble;
    $("tremble-label").hidden = !canTremble();
  }

  bind() {
    $("keep").addEventListener("change", () => this.setKept($("keep").checked));
    for (const name of ["sound", "tremble"]) {
      $(name).addEventListener("change", () => {
        this[name] = $(name).checked;
        this.keep();
      });
    }
  }
}
