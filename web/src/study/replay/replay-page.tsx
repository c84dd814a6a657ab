// A game that is or was played here, move by move.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Board } from "../../board/board";
import { Ending } from "../../game/ending";
import { Seats } from "../../game/seats";
import { gameTitle } from "../../game/words";
import { ask } from "../../net/api";
import type { Record as GameRecord, GameReplay } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { number } from "../../texts/numbers";
import { attempt, say } from "../../ui/announce";
import { copy } from "../../ui/clipboard";
import { download } from "../../ui/download";
import { useTitle } from "../../ui/page-title";
import { moment } from "../../ui/relative-time";
import { useLoaded } from "../../ui/use-loaded";
import { gameAddress, readMove, replayAddress } from "../address";
import { lineFrom, Tree } from "../analysis/move-tree";
import { Missing } from "../missing";
import { type Listed, MoveList } from "../move-list";
import { moveWords, namesOf } from "../names";
import { Stepper, useStepKeys } from "../stepper";
import { PlayButton, SpeedChoice, useAutoPlay } from "./auto-play";
import { noteSeen } from "./seen-games";
import { svgFile } from "./svg-file";

export default function Replay({ id }: { id: string }) {
  const t = texts.value;
  const game = useLoaded(id, () => load(id));
  useTitle(t.replay.title);
  if (game.state === "waiting") return <p class="hint loading">{t.loading}</p>;
  if (game.state === "there") return <Replayed key={id} first={game.value} />;
  const { why, again } = game;
  const elsewhere: [string, string] = ["/history", t.nav.history];
  return <Missing title={t.study.missing} why={why} onAgain={again} elsewhere={elsewhere} />;
}

async function load(id: string): Promise<GameReplay> {
  const game = await ask<GameReplay>("GET", `/api/games/${encodeURIComponent(id)}/replay`);
  noteSeen(game);
  return game;
}

function Replayed({ first }: { first: GameReplay }) {
  const [game, setGame] = useState(first);
  const onReload = () => attempt(async () => setGame(await load(first.id)));
  const t = texts.value;
  const { query } = useLocation();
  const { replay } = game;
  const tree = useMemo(() => new Tree(replay), [replay]);
  const spots = useMemo(() => [tree.root, ...lineFrom(tree.root)], [tree]);
  const last = spots.length - 1;
  const names = namesOf(replay, game.seats);
  const [at, setAt] = useState(() => Math.min(readMove(query.move) ?? 0, last));
  const spot = spots[at] ?? spots[last];
  const words = moveWords(spot, names);
  const label = t.board.label(gameTitle(replay.game), replay.size, words);
  const title = titleOf(replay);
  useTitle(`${t.replay.title}: ${title}`);
  useAddress(replayAddress(game.id, at));
  // A link to another move of the same game.
  const linked = useRef(query.move);
  useEffect(() => {
    if (linked.current === query.move) return;
    linked.current = query.move;
    setAt(Math.min(readMove(query.move) ?? 0, last));
  }, [query.move]);

  function go(to: number) {
    setAt(to);
    say(moveWords(spots[to], names));
  }
  const auto = useAutoPlay(at, last, go);
  function step(to: number) {
    auto.stop();
    if (to !== at && spots[to]) go(to);
  }
  useStepKeys({ at, last, onStep: step, onPlay: auto.toggle });

  const listed = useMemo(
    () =>
      spots.slice(1).map((it): Listed => {
        const time = game.seconds[it.number - 1];
        return {
          number: it.number,
          move: it.move,
          beside: time === undefined ? undefined : t.replay.seconds(shortTime(time)),
          label: moveWords(it, names),
        };
      }),
    [spots, game, t],
  );
  const took = at > 0 ? game.seconds[at - 1] : undefined;
  return (
    <div class="study">
      <div class="spread study-head">
        <h1>{title}</h1>
        {game.started && <p class="hint">{moment(Date.parse(game.started) / 1000)}</p>}
      </div>
      <div class="study-main">
        {game.outcome && at === last && (
          <Ending outcome={game.outcome} seats={game.seats} you={null} />
        )}
        <p class="step-words">
          <strong>{words}</strong>
          {took !== undefined && (
            <span class="hint"> · {t.replay.took(t.replay.seconds(shortTime(took)))}</span>
          )}
        </p>
        <Board picture={tree.picture(spot)} label={label} />
        <Stepper
          at={at}
          last={last}
          onStep={step}
          words={words}
          aside={<SpeedChoice auto={auto} />}
        >
          <PlayButton auto={auto} disabled={last === 0} />
        </Stepper>
        <p class="hint keys">{t.study.keys}</p>
      </div>
      <aside class="study-side">
        <section class="card seats-card" aria-label={t.table.players}>
          <Seats
            seats={game.seats.map((seat, n) => ({
              ...seat,
              away: null,
              mark: replay.marks[n],
              points: replay.has_points ? spot.points[n] : null,
              turn: !spot.outcome && !(at === last && game.outcome) && spot.toMove === n,
            }))}
          />
        </section>
        {game.status === "playing" && (
          <section class="card stack">
            <p>{t.replay.running}</p>
            <div class="row">
              <a class="button" href={`/game/${game.id}`}>
                {t.replay.watch}
              </a>
              <button type="button" onClick={onReload}>
                {t.replay.reload}
              </button>
            </div>
          </section>
        )}
        <section class="card">
          <h2>{t.replay.moves}</h2>
          {last === 0 ? (
            <p class="hint">{t.replay.noMoves}</p>
          ) : (
            <MoveList moves={listed} current={at} onJump={step} label={t.replay.moves} />
          )}
        </section>
        <section class="card stack">
          <a class="button primary" href={gameAddress(game.id, at)}>
            {t.replay.analyse}
          </a>
          <p class="hint">{t.replay.analyseHint}</p>
        </section>
        <Keep game={game} at={at} svg={() => svgFile({ ...tree.picture(spot), caption: label })} />
      </aside>
    </div>
  );
}

/** The address follows what is shown; going back leaves the page, not the move. */
function useAddress(address: string): void {
  useEffect(() => {
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  }, [address]);
}

const shortTime = (seconds: number) => number(seconds, seconds < 10 ? 1 : 0);

interface KeepProps {
  game: GameReplay;
  at: number;
  svg: () => string;
}

function Keep({ game, at, svg }: KeepProps) {
  const t = texts.value.replay;
  const name = `quire-${game.replay.game}-${game.id}`;
  const record = async () =>
    JSON.stringify(
      await ask<GameRecord>("GET", `/api/games/${encodeURIComponent(game.id)}/record`),
    );
  async function copyRecord(): Promise<boolean> {
    let copied = false;
    await attempt(async () => {
      copied = await copy(await record(), t.copied(t.record));
    });
    return copied;
  }
  const moves = game.replay.steps.map((it) => it.move).join(" ");
  const buttons: [string, () => unknown][] = [
    [t.copyLink, () => copy(location.origin + replayAddress(game.id, at), t.copied(t.link))],
    [t.copyMoves, () => copy(moves, t.copied(t.allMoves))],
    [t.copyRecord, copyRecord],
    [t.saveRecord, () => attempt(async () => download(`${await record()}\n`, `${name}.json`))],
    [t.savePicture, () => download(svg(), `${name}-${at}.svg`)],
  ];
  const [done, setDone] = useState("");
  return (
    <section class="card">
      <h2>{t.keep}</h2>
      <div class="row keep">
        {buttons.map(([words, run]) => (
          <button
            key={words}
            type="button"
            onClick={async () => {
              if ((await run()) !== false) setDone(words);
            }}
          >
            {words}
            {done === words && <span aria-hidden="true">✓</span>}
          </button>
        ))}
      </div>
    </section>
  );
}
