// The texts of the page, in the visitor's language. English is built in; others load on demand.
import { effect, signal } from "@preact/signals";
import { language } from "../settings/preferences";
import { en } from "./en";

export type Texts = typeof en;

export const LANGUAGES = { en: "English", tr: "Türkçe" } as const;
export type Language = keyof typeof LANGUAGES;

const LOADED: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  tr: async () => (await import("./tr")).tr,
};

/** The texts; read `.value` while rendering, so that a change of language shows at once. */
export const texts = signal<Texts>(en);

export function chosenLanguage(): Language {
  const wanted = [language.value, ...navigator.languages].map((it) => it.slice(0, 2));
  return (wanted.find((it) => it in LANGUAGES) as Language | undefined) ?? "en";
}

/** The locale for numbers, dates and sorting: the language of the texts, with the visitor's region. */
export function locale(): string {
  const name = document.documentElement.lang || "en";
  return navigator.languages.find((it) => it.slice(0, 2) === name) ?? name;
}

effect(() => {
  const name = chosenLanguage();
  LOADED[name]().then(
    (loaded) => {
      if (name !== chosenLanguage()) return; // another has been chosen since
      document.documentElement.lang = name; // before the texts, which are rendered with its number format
      texts.value = loaded;
    },
    () => {}, // offline, and never loaded: English stays
  );
});
