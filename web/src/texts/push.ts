// What the service worker says while no page is open. It is built without the other texts.
interface PushTexts {
  joined: (name: string) => string;
  come: string;
}

export const PUSH_TEXTS: { [language: string]: PushTexts } = {
  en: { joined: (name) => `${name} has joined your game`, come: "Open it to play." },
  tr: { joined: (name) => `${name} oyununa katıldı`, come: "Oynamak için aç." },
};
