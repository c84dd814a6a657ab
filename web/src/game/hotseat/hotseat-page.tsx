// Pass and play: several players on one device, no account; the moves stay in the browser.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { notify } from "../../app/notifications";
import { Board } from "../../board/board";
import { withQuery } from "../../net/api";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import { connection } from "../../net/online";
import type { Cell, Tap } from "../../net/protocol.gen";
import { typing } from "../../settings/preferences";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { sizeWords } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { announce } from "../../ui/announce";
import { useTitle } from "../../ui/page-title";
import { Ending } from "../ending";
import { endWords } from "../game-log";
import { MoveBox } from "../move-box";
import { Moves } from "../moves";
import { Seats, type SeatView } from "../seats";
import { HotseatActions } from "./hotseat-actions";
import {
  type GameState,
  type LocalReplay,
  movesOf,
  namesFor,
  nextOrder,
  stateOf,
} from "./hotseat-game";
import { PlayerNames } from "./player-names";
import { type HotseatGame, storedGame, useHotseatGame } from "./use-hotseat-game";

export default function HotseatPage() {
  const { query } = useLocation();
  const game = query.game ?? storedGame()?.game ?? catalogue.value.games[0]?.key;
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  if (!game) return <p class="hint loading">{texts.value.loading}</p>;
  return <HotseatLoader key={game} game={game} size={query.size} />;
}

function HotseatLoader({ game, size }: { game: string; size?: string }) {
  const t = texts.value.hotseat;
  const local = useHotseatGame(game, size);
  const { replay, loadError } = local;
  const title = t.title(gameTitle(game), sizeWords(replay?.size ?? size ?? ""));
  useTitle(title);
  if (loadError)
    return (
      <section class="card narrow stack">
        <h1>{title}</h1>
        <p role="alert">{loadError}</p>
        <div class="row">
          <button type="button" class="primary" onClick={local.retry}>
            {t.tryAgain}
          </button>
          <a class="button" href="/">
            {t.chooseGame}
          </a>
        </div>
      </section>
    );
  if (!replay) return <p class="hint loading">{texts.value.loading}</p>;
  return <HotseatBoard replay={replay} local={local} title={title} />;
}

const NAMES_KEY = "hotseat.names";

interface HotseatBoardProps {
  replay: LocalReplay;
  local: HotseatGame;
  title: string;
}

function HotseatBoard({ replay, local, title }: HotseatBoardProps) {
  const t = texts.value;
  const [given, setGiven] = useState<string[]>(() => loadStored<string[]>(NAMES_KEY, []));
  const names = namesFor(given, replay.players, t.hotseat.player);
  const now = useMemo(() => stateOf(replay), [replay]);
  const seats = names.map((name) => ({ name }));
  const turn = t.game.turnOf(names[now.toMove]);
  const active = !now.outcome && !local.pending;

  function rename(next: string[]) {
    setGiven(next);
    save(NAMES_KEY, next);
  }

  async function play(tap: Tap, cell: Cell) {
    const next = await local.play(tap, cell);
    if (!next) return;
    const after = stateOf(next);
    const gained = after.points[now.toMove] - now.points[now.toMove];
    const parts = [
      t.game.moved(names[now.toMove], tap.move),
      gained > 0 && `+${t.game.points(gained)}.`,
      after.outcome
        ? `${endWords(after.outcome, seats, null).join(", ")}.`
        : `${t.game.turnOf(names[after.toMove])}.`,
    ];
    announce(parts.filter(Boolean).join(" "));
    notify({ kind: after.outcome ? "end" : "move", title });
  }

  function restart(swapSides = false) {
    // Only chosen names swap: default names belong to the seat.
    const full = Array.from({ length: replay.players }, (_, n) => given[n] ?? "");
    const next = swapSides ? nextOrder(full) : given;
    if (swapSides) rename(next);
    local.restart();
    announce(t.hotseat.started(t.game.turnOf(namesFor(next, replay.players, t.hotseat.player)[0])));
  }

  function undo() {
    const last = replay.steps.at(-1);
    local.undo();
    if (last) announce(t.hotseat.undone(last.move));
  }

  const moves = movesOf(replay);
  const analysis = withQuery("/analysis", {
    game: replay.game,
    size: replay.size,
    moves: moves.join(),
  });
  return (
    <div class="game-page">
      <div class="spread game-head">
        <h1>{title}</h1>
      </div>
      <div class="play">
        {now.outcome && <Ending outcome={now.outcome} seats={seats} you={null} />}
        {!now.outcome && <p class="turn-line">{turn}</p>}
        <Board
          picture={now.picture}
          label={t.board.label(gameTitle(replay.game), replay.size, now.outcome ? "" : turn)}
          active={active}
          player={now.toMove}
          pending={local.pending}
          onPlay={play}
        />
        {typing.value && !now.outcome && (
          <MoveBox picture={now.picture} active={active} onPlay={play} />
        )}
      </div>
      <aside class="side">
        <section class="card seats-card" aria-label={t.game.players}>
          <Seats seats={seatViews(replay, now, names)} />
        </section>
        <HotseatActions
          over={now.outcome !== null}
          replay={replay}
          names={names}
          analysis={analysis}
          onUndo={undo}
          onRestart={restart}
        />
        <Moves moves={moves} names={names} />
        <PlayerNames given={given} players={replay.players} onChange={rename} />
      </aside>
    </div>
  );
}

function seatViews(replay: LocalReplay, now: GameState, names: string[]): SeatView[] {
  const { toMove, points, outcome } = now;
  return names.map((name, n) => ({
    name,
    mark: replay.marks[n],
    points: replay.has_points ? points[n] : null,
    turn: !outcome && toMove === n,
  }));
}
