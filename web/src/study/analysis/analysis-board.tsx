// A tree of moves with a board: play on by clicks, and see what every move is worth.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Board } from "../../board/board";
import { pendingOf } from "../../board/drawing/pending";
import { Ending } from "../../game/end/ending";
import { MoveBox } from "../../game/move-box";
import type { AnalysisResponse, GameReplay, Line } from "../../net/protocol.gen";
import { changeAddress } from "../../net/site";
import { typing } from "../../settings/preferences";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { announce } from "../../ui/announce";
import { focusContent } from "../../ui/focus";
import { useTitle } from "../../ui/page-title";
import { gameAddress, lineAddress, replayAddress } from "../address";
import { moveWords, type Names, namesOf } from "../names";
import { ReviewPanel } from "../review/review-panel";
import { useReview } from "../review/use-review";
import { Stepper, useStepKeys } from "../stepper";
import { MainLine } from "./main-line";
import { movesTo, onMainLine, type Tree, type TreeNode } from "./move-tree";
import { PositionText } from "./position-text";
import { Setup } from "./setup";
import { useAnalysis } from "./use-analysis";
import { type OpenTree, useOpenTree } from "./use-open-tree";
import { scaleOf, withValues } from "./values";
import { ValuesPanel } from "./values-panel";

export interface Opened {
  tree: Tree;
  node: TreeNode; // where to begin
  game: GameReplay | null; // if it was played on this server
  start: Line; // without moves
}

interface AnalysisProps {
  opened: Opened;
  isSetUp: boolean; // whether the visitor has just set it up
  onOpen: (line: Line) => void;
}

export function AnalysisBoard({ opened, isSetUp, onOpen }: AnalysisProps) {
  const t = texts.value;
  const { tree, game, start } = opened;
  const { facts } = tree;
  const names = namesOf(facts, game?.seats);
  const open = useOpenTree(tree, opened.node, names);
  const { node, main, line } = open;
  const review = useReview(facts);
  const place = { facts, position: node.position, toMove: node.toMove };
  const analysis = useAnalysis(place, !node.outcome && review.done === null);
  const title = `${t.analysis.title}: ${titleOf(facts)}`;
  useTitle(title);
  const label = t.board.label(gameTitle(facts.game), facts.size, moveWords(node, names));
  useLayoutEffect(() => {
    if (!isSetUp) return;
    focusContent();
    announce(label);
  }, []);
  const address = addressOf(opened, line, node);
  useEffect(() => {
    changeAddress(address);
  }, [address]);
  const fork = onMainLine(node);
  const mainMoves = movesTo(main[main.length - 1]);
  const reviewed = review.review?.steps ?? [];
  const isReviewCurrent = reviewed.map((it) => it.move).join() === mainMoves.join();
  return (
    <div class="study">
      <div class="spread study-head">
        <h1>{title}</h1>
        {game && <a href={replayAddress(game.id, fork.number)}>{t.analysis.toReplay}</a>}
      </div>
      <div class="study-main">
        <PositionBoard
          open={open}
          game={game}
          names={names}
          label={label}
          found={analysis.now.state === "ready" ? analysis.now.known.found : null}
        />
        <ReviewPanel
          work={review}
          line={{ ...start, moves: mainMoves }}
          names={names}
          at={fork.number}
          onJump={(number) => open.go(main[number])}
        />
      </div>
      <aside class="study-side">
        <ValuesPanel
          node={node}
          names={names}
          work={analysis}
          onPlay={(it) => void open.play(it)}
        />
        <MainLine open={open} names={names} steps={isReviewCurrent ? reviewed : []} />
        <Setup line={{ game: facts.game, size: facts.size }} onOpen={onOpen} />
        <PositionText node={node} address={address} />
      </aside>
    </div>
  );
}

interface PositionBoardProps {
  open: OpenTree;
  game: GameReplay | null;
  names: Names;
  label: string;
  found: AnalysisResponse | null;
}

/** The position shown: its move, the board with or without values, and the step buttons. */
function PositionBoard({ open, game, names, label, found }: PositionBoardProps) {
  const t = texts.value;
  const { tree, node, line, pending, go, play } = open;
  const { facts } = tree;
  const [showsValues, setShowsValues] = useState(loadStored("analysis.values", true));
  const step = (to: number) => go(line[to]);
  useStepKeys({ at: node.number, last: line.length - 1, onStep: step });
  const picture = tree.picture(node);
  const outcome = node.outcome ?? (game && isEndOf(game, node) ? game.outcome : null);
  const seats = game?.seats ?? names.map((name) => ({ name }));
  const words = moveWords(node, names);
  return (
    <>
      {outcome && <Ending outcome={outcome} seats={seats} you={null} />}
      <p class="step-words">
        <strong>{words}</strong>
        {!outcome && <span class="hint"> · {t.study.toMove(names[node.toMove])}</span>}
        {facts.has_points && <span class="hint nowrap"> · {node.points.join(" : ")}</span>}
      </p>
      <Board
        picture={
          showsValues && found ? withValues(picture, found, scaleOf(found, facts.players)) : picture
        }
        label={label}
        active={!node.outcome && !pending}
        player={node.toMove}
        pending={pending?.cell ? pending : null}
        onPlay={(tap, cell) => void play([tap.move], pendingOf(tap, cell, node.toMove))}
      />
      <Stepper at={node.number} last={line.length - 1} onStep={step} words={words} />
      <div class="spread board-foot">
        <label class="check">
          <input
            type="checkbox"
            checked={showsValues}
            onChange={(event) => {
              save("analysis.values", event.currentTarget.checked);
              setShowsValues(event.currentTarget.checked);
            }}
          />
          {t.analysis.values}
        </label>
        <p class="hint keys">{t.study.keys}</p>
      </div>
      {typing.value && !node.outcome && (
        <MoveBox picture={picture} active={!pending} onPlay={(tap) => void play([tap.move])} />
      )}
    </>
  );
}

/** The link to what is shown: the game's own moves by number, all others move by move. */
function addressOf({ game, start }: Opened, line: TreeNode[], node: TreeNode): string {
  const moves = line.slice(1).map((it) => it.move);
  if (!game) return lineAddress({ ...start, moves }, node.number);
  const own = game.replay.steps;
  const path = moves.slice(0, node.number);
  const divergence = path.findIndex((move, n) => own[n]?.move !== move);
  const shared = divergence < 0 ? path.length : divergence;
  return gameAddress(game.id, shared, path.slice(shared));
}

/** Whether this is the game's last position: it may have ended by resignation or on time. */
function isEndOf(game: GameReplay, node: TreeNode): boolean {
  const own = game.replay.steps.map((it) => it.move);
  return node.number === own.length && movesTo(node).join() === own.join();
}
