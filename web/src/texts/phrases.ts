// Short things to say in a chat. Each is sent in the writer's language and shown in the reader's.
import { chosenLanguage, type Language } from ".";

const PHRASES = {
  hello: { en: "Hello!", tr: "Merhaba!" },
  luck: { en: "Good luck!", tr: "Bol şans!" },
  nice: { en: "Nice move!", tr: "İyi hamle!" },
  oops: { en: "Oops!", tr: "Hay aksi!" },
  game: { en: "Good game!", tr: "İyi oyundu!" },
  thanks: { en: "Thanks!", tr: "Sağ ol!" },
  again: { en: "One more?", tr: "Bir daha?" },
} satisfies { [name: string]: { [language in Language]: string } };

type Phrase = keyof typeof PHRASES;

const WHILE_PLAYING: Phrase[] = ["luck", "nice", "oops", "thanks"];
const AT_THE_END: Phrase[] = ["game", "thanks", "nice", "again"];

/** What to say now, in the visitor's language. */
export function phrases(isOver: boolean): string[] {
  const language = chosenLanguage();
  return (isOver ? AT_THE_END : WHILE_PLAYING).map((it) => PHRASES[it][language]);
}

/** A message in the visitor's language if it is a phrase; any other as it was written. */
export function translated(message: string): string {
  const phrase = Object.values(PHRASES).find((it) => Object.values(it).includes(message));
  return phrase ? phrase[chosenLanguage()] : message;
}
