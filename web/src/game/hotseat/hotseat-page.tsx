// Pass and play: several players on one device, no account; the moves stay in the browser.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { notice } from "../../app/notifications";
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
import { HereActions } from "./hotseat-actions";
import {
  type LocalReplay,
  movesOf,
  namesFor,
  nextOrder,
  type Standing,
  standing,
} from "./hotseat-game";
import { Names } from "./player-names";
import { keptGame, type LocalGame, useLine } from "./use-hotseat-game";

export default function Here() {
  const { query } = useLocation();
  const game = query.game ?? keptGame()?.game ?? catalogue.value.games[0]?.key;
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  if (!game) return <p class="hint loading">{texts.value.loading}</p>;
  return <Local key={game} game={game} size={query.size} />;
}

function Local({ game, size }: { game: string; size?: string }) {
  const t = texts.value.hotseat;
  const local = useLine(game, size);
  const { replay, refusal } = local;
  const title = t.title(gameTitle(game), sizeWords(replay?.size ?? size ?? ""));
  useTitle(title);
  if (refusal)
    return (
      <section class="card narrow stack">
        <h1>{title}</h1>
        <p role="alert">{refusal}</p>
        <div class="row">
          <button type="button" class="primary" onClick={local.retry}>
            {t.again}
          </button>
          <a class="button" href="/">
            {t.other}
          </a>
        </div>
      </section>
    );
  if (!replay) return <p class="hint loading">{texts.value.loading}</p>;
  return <AtScreen replay={replay} local={local} title={title} />;
}

const NAMES = "here.names";

interface AtScreenProps {
  replay: LocalReplay;
  local: LocalGame;
  title: string;
}

function AtScreen({ replay, local, title }: AtScreenProps) {
  const t = texts.value;
  const [given, setGiven] = useState<string[]>(() => loadStored<string[]>(NAMES, []));
  const names = namesFor(given, replay.players, t.hotseat.player);
  const now = useMemo(() => standing(replay), [replay]);
  const seats = names.map((name) => ({ name }));
  const turn = t.table.turnOf(names[now.toMove]);
  const active = !now.outcome && !local.pending;

  function rename(next: string[]) {
    setGiven(next);
    save(NAMES, next);
  }

  async function play(tap: Tap, cell: Cell) {
    const next = await local.play(tap, cell);
    if (!next) return;
    const after = standing(next);
    const gained = after.points[now.toMove] - now.points[now.toMove];
    const parts = [
      t.table.moved(names[now.toMove], tap.move),
      gained > 0 && `+${t.table.points(gained)}.`,
      after.outcome
        ? `${endWords(after.outcome, seats, null).join(", ")}.`
        : `${t.table.turnOf(names[after.toMove])}.`,
    ];
    announce(parts.filter(Boolean).join(" "));
    notice({ kind: after.outcome ? "end" : "move", title });
  }

  function restart(others = false) {
    // Only chosen names swap: default names belong to the seat.
    const full = Array.from({ length: replay.players }, (_, n) => given[n] ?? "");
    const next = others ? nextOrder(full) : given;
    if (others) rename(next);
    local.restart();
    announce(t.hotseat.began(t.table.turnOf(namesFor(next, replay.players, t.hotseat.player)[0])));
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
    <div class="table">
      <div class="spread table-head">
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
        <section class="card seats-card" aria-label={t.table.players}>
          <Seats seats={seatViews(replay, now, names)} />
        </section>
        <HereActions
          over={now.outcome !== null}
          replay={replay}
          names={names}
          analysis={analysis}
          onUndo={undo}
          onRestart={restart}
        />
        <Moves moves={moves} names={names} />
        <Names given={given} players={replay.players} onChange={rename} />
      </aside>
    </div>
  );
}

function seatViews(replay: LocalReplay, now: Standing, names: string[]): SeatView[] {
  const { toMove, points, outcome } = now;
  return names.map((name, n) => ({
    name,
    mark: replay.marks[n],
    points: replay.has_points ? points[n] : null,
    turn: !outcome && toMove === n,
  }));
}
