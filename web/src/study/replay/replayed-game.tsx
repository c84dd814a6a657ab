// A game shown move by move.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Board } from "../../board/board";
import { Ending } from "../../game/end/ending";
import { Seats } from "../../game/players/seats";
import { fetchJson } from "../../net/api";
import type { GameReplay } from "../../net/protocol.gen";
import { changeAddress } from "../../net/site";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { number } from "../../texts/numbers";
import { announce, attempt } from "../../ui/announce";
import { useTitle } from "../../ui/page-title";
import { moment } from "../../ui/relative-time";
import { gameAddress, readMove, replayAddress } from "../address";
import { lineFrom, Tree, type TreeNode } from "../analysis/move-tree";
import { type ListedMove, MoveList } from "../move-list";
import { moveWords, type Names, namesOf } from "../names";
import { Stepper, useStepKeys } from "../stepper";
import { PlayButton, SpeedChoice, useAutoPlay } from "./auto-play";
import { ReplayExport } from "./replay-export";
import { rememberReplay } from "./seen-games";
import { svgFile } from "./svg-file";

export async function loadReplay(id: string): Promise<GameReplay> {
  const game = await fetchJson<GameReplay>("GET", `/api/games/${encodeURIComponent(id)}/replay`);
  rememberReplay(game);
  return game;
}

export function ReplayedGame({ first }: { first: GameReplay }) {
  const [game, setGame] = useState(first);
  const onReload = () => attempt(async () => setGame(await loadReplay(first.id)));
  const t = texts.value;
  const { query } = useLocation();
  const { replay } = game;
  const tree = useMemo(() => new Tree(replay), [replay]);
  const nodes = useMemo(() => [tree.root, ...lineFrom(tree.root)], [tree]);
  const last = nodes.length - 1;
  const names = namesOf(replay, game.seats);
  const [at, setAt] = useState(() => Math.min(readMove(query.move) ?? 0, last));
  const node = nodes[at] ?? nodes[last];
  const words = moveWords(node, names);
  const label = t.board.label(gameTitle(replay.game), replay.size, words);
  const title = titleOf(replay);
  useTitle(`${t.replay.title}: ${title}`);
  useAddress(replayAddress(game.id, at));
  useLinkedMove(query.move, (move) => setAt(Math.min(move, last)));

  function go(to: number) {
    setAt(to);
    announce(moveWords(nodes[to], names));
  }
  const auto = useAutoPlay(at, last, go);
  function step(to: number) {
    auto.stop();
    if (to !== at && nodes[to]) go(to);
  }
  useStepKeys({ at, last, onStep: step, onPlay: auto.toggle });

  const listed = useMemo(() => listedMoves(game, nodes, names), [nodes, game, t]);
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
        <Board picture={tree.picture(node)} label={label} />
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
        <ReplaySeats game={game} node={node} isEnd={at === last} />
        {game.status === "playing" && <InProgress id={game.id} onReload={onReload} />}
        <section class="card">
          <h2>{t.replay.moves}</h2>
          {last === 0 ? (
            <p class="hint">{t.replay.noMoves}</p>
          ) : (
            <MoveList moves={listed} current={at} onJump={step} label={t.replay.moves} />
          )}
        </section>
        <AnalyseLink id={game.id} at={at} />
        <ReplayExport
          game={game}
          at={at}
          svg={() => svgFile({ ...tree.picture(node), caption: label })}
        />
      </aside>
    </div>
  );
}

const listedMoves = (game: GameReplay, nodes: TreeNode[], names: Names): ListedMove[] =>
  nodes.slice(1).map((it) => {
    const seconds = game.seconds[it.number - 1];
    return {
      number: it.number,
      move: it.move,
      annotation:
        seconds === undefined ? undefined : texts.value.replay.seconds(shortTime(seconds)),
      label: moveWords(it, names),
    };
  });

const shortTime = (seconds: number) => number(seconds, seconds < 10 ? 1 : 0);

interface ReplaySeatsProps {
  game: GameReplay;
  node: TreeNode;
  isEnd: boolean;
}

function ReplaySeats({ game, node, isEnd }: ReplaySeatsProps) {
  const { replay, outcome } = game;
  const isOver = node.outcome || (isEnd && outcome);
  return (
    <section class="card seats-card" aria-label={texts.value.game.players}>
      <Seats
        seats={game.seats.map((seat, n) => ({
          ...seat,
          seat: n,
          away: null,
          mark: replay.marks[n],
          points: replay.has_points ? node.points[n] : null,
          turn: !isOver && node.toMove === n,
        }))}
      />
    </section>
  );
}

function InProgress({ id, onReload }: { id: string; onReload: () => void }) {
  const t = texts.value.replay;
  return (
    <section class="card stack">
      <p>{t.running}</p>
      <div class="row">
        <a class="button" href={`/game/${id}`}>
          {t.watch}
        </a>
        <button type="button" onClick={onReload}>
          {t.reload}
        </button>
      </div>
    </section>
  );
}

function AnalyseLink({ id, at }: { id: string; at: number }) {
  const t = texts.value.replay;
  return (
    <section class="card stack">
      <a class="button primary" href={gameAddress(id, at)}>
        {t.analyse}
      </a>
      <p class="hint">{t.analyseHint}</p>
    </section>
  );
}

/** Show the move of a link to the same game. */
function useLinkedMove(move: string | undefined, onLink: (move: number) => void): void {
  const shown = useRef(move);
  useEffect(() => {
    if (shown.current === move) return;
    shown.current = move;
    onLink(readMove(move) ?? 0);
  }, [move]);
}

/** Keep the address at the move shown; Back leaves the page, not the move. */
function useAddress(address: string): void {
  useEffect(() => {
    changeAddress(address);
  }, [address]);
}
