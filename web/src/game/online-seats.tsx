// Who plays, how far the game is, and what was drawn at random.
import type { LiveGame } from "../net/live-game";
import { texts } from "../texts";
import { seatName } from "../texts/names";
import { Seats, type SeatView } from "./seats";

export function OnlineSeats({ game }: { game: LiveGame }) {
  return (
    <>
      <section class="card seats-card" aria-label={texts.value.game.statistics}>
        <Seats seats={seatViews(game)} />
        <p class="hint">{progressWords(game)}</p>
      </section>
      <p class="hint random-draw">{drawWords(game)}</p>
    </>
  );
}

function seatViews(game: LiveGame): SeatView[] {
  return game.seats.map((seat, n) => ({
    name: seat.name,
    player: seat.player,
    agent: seat.agent,
    mark: game.marks[n],
    points: game.hasPoints ? game.points[n] : null,
    you: n === game.you,
    out: game.seats.length > 2 && game.out.includes(n),
    turn: game.status === "playing" && game.toMove === n,
    until: game.status === "playing" && game.toMove === n ? game.until : null,
    away: game.status === "playing" && seat.reconnect_left != null ? { until: seat.until } : null,
  }));
}

/** The number of the move, and how many cells are empty. */
function progressWords(game: LiveGame): string {
  const t = texts.value.game;
  const free = game.picture?.cells.filter(
    (cell) => cell.span === 1 && !cell.mark && cell.tint !== "shaded",
  );
  const parts = [
    t.moveNumber(game.moves.length + (game.outcome ? 0 : 1)),
    free && t.emptyCells(free.length),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** What was drawn at random: the size, and who starts. */
function drawWords(game: LiveGame): string {
  const t = texts.value.game;
  const chosen = game.randomChoices;
  const sizes = chosen?.size_choices?.map((it) => t.sizeChoice(it.name, it.size)).join(", ");
  const first = chosen?.order?.[0];
  const agent = game.seats.find((it) => it.agent && it.agent === first);
  return [
    sizes && t.randomSize(sizes, chosen?.size ?? ""),
    first && t.randomOrder(seatName(agent ?? { name: first })),
  ]
    .filter(Boolean)
    .join(" ");
}
