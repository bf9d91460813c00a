// Language, theme, level and sound: from the address, or else as stored, or else as in the browser. They are
// stored if the user agrees, and removed at once if the user withdraws.

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
    /** The last day on which the puzzle of the day was solved, with the streak. */
    this.daily = found?.daily ?? null;
    this.setTheme(found?.theme);
  }

  /** Stores the settings, if that is wanted. */
  keep() {
    if (!this.isKept) return;
    const { theme, level, sound, tremble, daily } = this;
    try {
      localStorage.setItem(NAME, JSON.stringify({ language: currentLanguage(), theme, level, sound, tremble, daily }));
    } catch {
      this.isKept = false;
    }
  }

  /** Sets whether to store settings. */
  setKept(isKept) {
    this.isKept = isKept;
    if (isKept) return this.keep();
    try {
      localStorage.removeItem(NAME);
    } catch {
      // There is nothing to remove.
    }
  }

  /** The number of days in a row with the puzzle solved at once, up to today or yesterday. */
  days() {
    return [today(), yesterday()].includes(this.daily?.day) ? this.daily.days : 0;
  }

  setTheme(theme) {
    this.theme = THEMES.includes(theme) ? theme : "auto";
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  /** Switches to the next theme. */
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
