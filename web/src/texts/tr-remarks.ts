// The server's remarks on a position in Turkish, by game and topic.
import type { Remark } from "../net/protocol.gen";
import type { Texts } from "./index";

/** The first ones of a list; how many more there are. */
function few(items: readonly string[], most = 12): string {
  const named = items.slice(0, most).join(", ");
  return items.length > most ? `${named} ve ${items.length - most} tane daha` : named;
}

const numbers = (it: Remark, fact: string) => [it.facts[fact] ?? []].flat();
const player = (it: Remark, fact: string) => `${numbers(it, fact)[0] + 1}. oyuncu`;

/** Where SmallBoards are, by the words that the server has for it. */
const PLACES: { [place: string]: string } = {
  "top left": "sol üst",
  top: "üst",
  "top right": "sağ üst",
  left: "sol",
  centre: "orta",
  right: "sağ",
  "bottom left": "sol alt",
  bottom: "alt",
  "bottom right": "sağ alt",
  anywhere: "her yer",
};

const before = (it: string) => it.slice(0, it.indexOf(" "));
const after = (it: string) => it.slice(it.indexOf(" ") + 1);

/** Of items such as "1e5 top left": the moves by where they send the next one. */
function sends(items: readonly string[]): string {
  return Object.keys(PLACES)
    .map((place) => [PLACES[place], items.filter((it) => after(it) === place)] as const)
    .filter(([, found]) => found.length)
    .map(([words, found]) => `${words}: ${few(found.map(before), 6)}`)
    .join("; ");
}

/** Of items such as "X 2:a1": the mark, and what is marked. */
const marked = (items: readonly string[]) => ({
  mark: before(items[0]),
  boards: few(items.map(after)),
});

export const remarks: Texts["remarks"] = {
  sos: {
    on_offer: (it) =>
      `Tamamlanabilecek S-O-S: ${few(it.items.map((move, n) => `${move} (${numbers(it, "points")[n]})`))}.`,
    safe: (it) =>
      it.items.length
        ? `Güvenli hamleler (${it.items.length} / ${numbers(it, "moves")[0]}): ${few(it.items)}.`
        : "Puan getirenlerden başka güvenli hamle yok.",
    no_option: () =>
      "Seçenek yok: hiçbir S-O-S tamamlanamıyor ve her hamle sonraki oyuncuya bir S-O-S veriyor.",
  },
  line: {
    wins: (it) => `S-O-S tamamlayıp hemen kazandıran hamleler: ${few(it.items)}.`,
    losing_pairs: (it) => `Kaybettiren çifte ilk giren kaybeder. Kareler: ${few(it.items)}.`,
    parity: (it) => {
      const count = `Boş kare: ${numbers(it, "empty")[0]}, ${it.items[0] === "odd" ? "tek" : "çift"} sayı`;
      return "winner" in it.facts
        ? `${count}; aralarında kaybettiren bir çift var, kazanan: ${player(it, "winner")}.`
        : `${count}.`;
    },
  },
  extreme: {
    bound: (it) => {
      if (it.items[0] === "anywhere")
        return "Serbest hamle: kapalı olmayan herhangi bir küçük tahta.";
      const which = "bonus" in it.facts ? "Ek hamle" : "Bu hamle";
      return `${which} şu konumdaki küçük tahtalara yapılır: ${PLACES[it.items[0]] ?? it.items[0]}.`;
    },
    wins: (it) => `Oyunu hemen kazandırır: ${few(it.items)}.`,
    takes: (it) => `Küçük tahta kazandırır: ${few(it.items)}.`,
    sends: (it) => `Sonraki hamlenin yeri – ${sends(it.items)}.`,
    threatens: (it) => {
      const { mark, boards } = marked(it.items);
      return `${player(it, "player")} (${mark}) için bir işaret eksik, küçük tahta: ${boards}.`;
    },
    needs: (it) => {
      const { mark, boards } = marked(it.items);
      return `${player(it, "player")} (${mark}) için bir sıraya tek küçük tahta eksik: ${boards}.`;
    },
  },
  obstruction: {
    region: (it) => {
      const value = "value" in it.facts ? `, değeri: ${numbers(it, "value")[0]}` : "";
      return `Bölge, hücre sayısı: ${it.items.length}${value}. Hücreler: ${few(it.items)}.`;
    },
    value: (it) => {
      const values = numbers(it, "values");
      const total = numbers(it, "total")[0];
      const sum =
        values.length > 1 ? `Toplam: ${values.join(" xor ")} = ${total}` : `Değer: ${total}`;
      return `${sum}; kazanan: ${player(it, "winner")}.`;
    },
  },
};
