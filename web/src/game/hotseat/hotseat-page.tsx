// Pass and play: several players on one device, no account; the moves stay in the browser.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Board } from "../../board/board";
import { FirstLesson } from "../../lesson/lesson-place";
import { isLessonDue } from "../../lesson/seen-lessons";
import { withQuery } from "../../net/api";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import { connection } from "../../net/online";
import type { Cell, Tap } from "../../net/protocol.gen";
import { typing } from "../../settings/preferences";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { sizeWords, titleOf } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { announce } from "../../ui/announce";
import { useTitle } from "../../ui/page-title";
import { playSound } from "../../ui/sound/sound";
import { Ending } from "../end/ending";
import { GameLayout } from "../game-layout";
import { endWords } from "../game-log";
import { MoveBox } from "../move-box";
import { lastTurn } from "../moves/last-turn";
import { logOf } from "../moves/move-log";
import { Moves } from "../moves/moves";
import { seatsAround } from "../players/online-seats";
import type { SeatView } from "../players/seats";
import { causedSound } from "../sound/event-sound";
import { HotseatActions, HotseatFiles } from "./hotseat-actions";
import {
  type GameState,
  type LocalReplay,
  movesOf,
  namesFor,
  nextOrder,
  stateAfter,
  stateOf,
} from "./hotseat-game";
import { PlayerNames } from "./player-names";
import { type HotseatGame, storedGame, useHotseatGame } from "./use-hotseat-game";

export default function HotseatPage() {
  const { query } = useLocation();
  const game = query.game ?? storedGame()?.game ?? catalogue.value.games[0]?.key;
  useEffect(() => connection.whenReady(() => void loadCatalogue().catch(() => {})), []);
  if (!game) return <p class="hint loading">{texts.value.loading}</p>;
  if (isLessonDue(game)) return <FirstLesson game={game} />;
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
  return <HotseatBoard replay={replay} local={local} />;
}

const NAMES_KEY = "hotseat.names";

interface HotseatBoardProps {
  replay: LocalReplay;
  local: HotseatGame;
}

function HotseatBoard({ replay, local }: HotseatBoardProps) {
  const t = texts.value;
  const [given, setGiven] = useState<string[]>(() => loadStored<string[]>(NAMES_KEY, []));
  const names = namesFor(given, replay.players, t.hotseat.player);
  const now = useMemo(() => stateOf(replay), [replay]);
  const seats = names.map((name) => ({ name }));
  const turn = t.game.turnOf(names[now.toMove]);
  const [shown, setShown] = useState<number | null>(null); // an earlier move that is looked at
  const past = useMemo(() => (shown === null ? null : stateAfter(replay, shown)), [replay, shown]);
  const active = !now.outcome && !local.pending && !past;
  useEffect(() => setShown(null), [replay]);

  function rename(next: string[]) {
    setGiven(next);
    save(NAMES_KEY, next);
  }

  async function play(tap: Tap, cell: Cell) {
    playSound("mine");
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
    const caused = causedSound(now.picture, after.picture);
    if (after.outcome) playSound(after.outcome.winner == null ? "ended" : "won");
    else if (caused) playSound(caused.name, caused.count);
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
  const log = useMemo(() => logOf(replay), [replay]);
  const marked = lastTurn(now.picture, log, shown ?? moves.length);
  const analysis = withQuery("/analysis", {
    game: replay.game,
    size: replay.size,
    moves: moves.join(),
  });
  const [above, below] = seatsAround(seatViews(replay, now, names), null);
  return (
    <GameLayout
      title={titleOf({ game: replay.game, size: replay.size })}
      terms={<p>{t.start.opponents.hotseat.name}</p>}
      picture={now.picture}
      isOver={now.outcome !== null}
      hasLetters={!replay.marks.some(Boolean)}
      above={above}
      below={below}
      board={
        <Board
          picture={past?.picture ?? now.picture}
          label={t.board.label(gameTitle(replay.game), replay.size, now.outcome ? "" : turn)}
          active={active}
          player={past ? null : now.toMove}
          pending={local.pending}
          turn={marked}
          onPlay={play}
          fits
          status={
            <p class="turn-line">
              {shown !== null
                ? t.game.lookingBack(shown)
                : now.outcome
                  ? t.game.finished(moves.length)
                  : turn}
            </p>
          }
        >
          {typing.value && !now.outcome && (
            <MoveBox picture={now.picture} active={active} onPlay={play} />
          )}
        </Board>
      }
      ending={
        now.outcome && (
          <Ending outcome={now.outcome} seats={seats} you={null} hasPoints={replay.has_points}>
            <div class="actions next-steps">
              <button type="button" class="primary" onClick={() => restart(true)}>
                {t.hotseat.rematch}
              </button>
            </div>
          </Ending>
        )
      }
      shown={shown}
      moves={<Moves log={log} names={names} shown={shown} onShow={setShown} />}
      talkLabel={t.hotseat.movesAndMore}
      talk={
        <>
          <PlayerNames given={given} players={replay.players} onChange={rename} />
          <HotseatFiles replay={replay} names={names} analysis={analysis} />
        </>
      }
      actions={(phoneButtons) => (
        <HotseatActions
          over={now.outcome !== null}
          hasStarted={moves.length > 0}
          onUndo={undo}
          onRestart={restart}
        >
          {phoneButtons}
        </HotseatActions>
      )}
    />
  );
}

function seatViews(replay: LocalReplay, now: GameState, names: string[]): SeatView[] {
  const { toMove, points, outcome } = now;
  return names.map((name, n) => ({
    seat: n,
    name,
    mark: replay.marks[n],
    points: replay.has_points ? points[n] : null,
    turn: !outcome && toMove === n,
  }));
}
