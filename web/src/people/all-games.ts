// Every game that there is.
import { catalogue } from "../api";
import { texts } from "../texts";

/** The games to choose from: those of the catalogue, or before it is known those that have words. */
export function allGames(): string[] {
  const known = catalogue.value.games.map((it) => it.key);
  return known.length ? known : Object.keys(texts.value.games);
}
