// Hints: for casual games without other people.
import { fetchJson } from "../net/api";
import type { LiveGame } from "../net/live-game";
import { session } from "../net/online";
import type { Hint } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce, attempt } from "../ui/announce";

export const canHint = (game: LiveGame) =>
  !game.rated &&
  game.seats.every((seat, n) => n === game.you || seat.agent || game.out.includes(n));

export function askHint(game: LiveGame, onHint: (hint: Hint) => void): void {
  void attempt(async () => {
    const found = await fetchJson<Hint>("GET", `/api/games/${game.id}/hint`);
    if (session.game.peek()?.seq !== game.seq) return; // too late: a move was made
    onHint(found);
    announce(hintWords(found));
  });
}

export function hintWords(hint: Hint): string {
  const t = texts.value.game;
  const worth = { win: t.hintWins, draw: t.hintDraws, loss: t.hintLoses };
  return t.hintIs(hint.move, hint.outcome ? worth[hint.outcome] : "");
}
