// A game on this device in words: its terms, its players, whose turn it is.
import type { Replay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { emptyCells } from "../players/online-seats";
import type { SeatView } from "../players/seats";
import type { GameState } from "./games/device-game";
import { type DeviceGame, isLasting } from "./games/stored-games";

export function turnWords(
  { seats, outcome }: DeviceGame,
  { toMove }: GameState,
  names: readonly string[],
  you: number | null,
): string {
  const t = texts.value.game;
  if (outcome) return "";
  if (toMove === you) return t.yourTurn;
  return seats[toMove].agent ? t.thinking(names[toMove]) : t.turnOf(names[toMove]);
}

export function seatViews(
  { seats, moves, outcome }: DeviceGame,
  replay: Replay,
  { toMove, points }: GameState,
  names: readonly string[],
  you: number | null,
): SeatView[] {
  return seats.map(({ agent }, n) => ({
    seat: n,
    name: agent ?? names[n],
    agent,
    mark: replay.marks[n],
    points: replay.has_points ? points[n] : null,
    you: n === you,
    out: moves.includes(`x${n + 1}`),
    turn: !outcome && toMove === n,
  }));
}

interface TermsProps {
  game: DeviceGame;
  now: GameState;
  you: number | null;
}

/** Where it is played, how far it is, and whether it will be there tomorrow. */
export function DeviceTerms({ game, now, you }: TermsProps) {
  const t = texts.value;
  const terms = you === null ? t.start.opponents.hotseat.name : t.device.terms;
  const count = game.moves.length;
  return (
    <>
      <p>{terms}</p>
      <p class="more-terms">
        {game.outcome
          ? t.game.finished(count)
          : `${t.game.moveNumber(count + 1)} · ${t.game.emptyCells(emptyCells(now.picture))}`}
      </p>
      {!isLasting.value && <p role="status">{t.device.notStored}</p>}
      <p class="more-terms">
        <a href={`/rules/${game.game}`}>{t.nav.rules}</a>
      </p>
    </>
  );
}
