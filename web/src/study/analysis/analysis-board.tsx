// A tree of moves with a board: plays on by clicks, and shows what every move is worth.

import { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import { Board } from "../../board/board";
import { type Pending, pendingOf } from "../../board/drawing";
import { Ending } from "../../game/ending";
import { MoveBox } from "../../game/move-box";
import { gameTitle } from "../../game/words";
import { ask } from "../../net/api";
import type { GameReplay, Line, Replay } from "../../net/protocol.gen";
import { typing } from "../../settings/preferences";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { attempt, say } from "../../ui/announce";
import { copy } from "../../ui/clipboard";
import { toContent } from "../../ui/focus";
import { useTitle } from "../../ui/page-title";
import { gameAddress, lineAddress, replayAddress } from "../address";
import { type Listed, MoveList } from "../move-list";
import { moveWords, namesOf } from "../names";
import { markOf } from "../review/review";
import { CoursePanel } from "../review/review-panel";
import { useCourse } from "../review/use-review";
import { Stepper, useStepKeys } from "../stepper";
import { child, lineFrom, movesTo, onMainLine, pathTo, type Spot, type Tree } from "./move-tree";
import { Setup } from "./setup";
import { useAnalysis } from "./use-analysis";
import { scaleOf, valued } from "./values";
import { ValuesPanel } from "./values-panel";
import { VariationList } from "./variation-list";

export interface Opened {
  tree: Tree;
  spot: Spot; // where to begin
  game: GameReplay | null; // if it was played here
  start: Line; // without moves
}

interface AnalysisProps {
  opened: Opened;
  isSetUp: boolean; // whether the visitor has set it up here, and goes on in it
  onOpen: (line: Line) => void;
}

export function AnalysisBoard({ opened, isSetUp, onOpen }: AnalysisProps) {
  const t = texts.value;
  const { tree, game, start } = opened;
  const { facts } = tree;
  const [spot, setSpot] = useState(opened.spot);
  const [pending, setPending] = useState<Pending | null>(null);
  const [shows, setShows] = useState(loadStored("analysis.values", true));
  const [, changed] = useReducer((n: number) => n + 1, 0); // the tree is changed in place
  const thought = useAnalysis(facts.game, spot.position, !spot.outcome);
  const course = useCourse();

  const names = namesOf(facts, game?.seats);
  const main = [tree.root, ...lineFrom(tree.root)];
  const fork = onMainLine(spot);
  const line = [...pathTo(spot), ...lineFrom(spot)];
  const words = moveWords(spot, names);
  const title = titleOf(facts);
  useTitle(`${t.analysis.title}: ${title}`);
  const label = t.board.label(gameTitle(facts.game), facts.size, words);
  useLayoutEffect(() => {
    if (!isSetUp) return;
    toContent();
    say(label);
  }, []);
  const address = addressOf(opened, line, spot);
  useEffect(() => {
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  }, [address]);

  function go(to: Spot | undefined) {
    if (!to || to === spot) return;
    setSpot(to);
    say(moveWords(to, names));
  }

  async function play(moves: string[], shown: Pending | null = null) {
    if (pending) return;
    let from = spot;
    let rest = moves;
    for (let next = child(from, rest[0]); next; next = child(from, rest[0])) {
      from = next;
      rest = rest.slice(1);
    }
    if (!rest.length) return go(from);
    setPending(shown ?? { cell: "", label: "", owner: null });
    await attempt(async () => {
      const asked: Line = { game: facts.game, position: from.position, moves: rest };
      const more = await ask<Replay>("POST", "/api/replay", asked);
      go(tree.add(from, more.steps));
    });
    setPending(null);
  }

  const step = (to: number) => go(line[to]);
  useStepKeys({ at: spot.number, last: line.length - 1, onStep: step });

  const picture = tree.picture(spot);
  const found = thought.state === "known" ? thought.found : null;
  const outcome = spot.outcome ?? (game && isItsEnd(game, spot) ? game.outcome : null);
  const analysed =
    course.course?.steps.map((it) => it.move).join() === movesTo(main[main.length - 1]).join()
      ? course.course
      : null;
  const listed = main.slice(1).map(
    (it): Listed => ({
      number: it.number,
      move: it.move,
      beside: markOf(analysed?.steps[it.number - 1] ?? null) || undefined,
      label: moveWords(it, names),
    }),
  );
  return (
    <div class="study">
      <div class="spread study-head">
        <h1>{`${t.analysis.title}: ${title}`}</h1>
        {game && <a href={replayAddress(game.id, fork.number)}>{t.analysis.toReplay}</a>}
      </div>
      <div class="study-main">
        {outcome && (
          <Ending
            outcome={outcome}
            seats={game?.seats ?? names.map((name) => ({ name }))}
            you={null}
          />
        )}
        <p class="step-words">
          <strong>{words}</strong>
          {!outcome && <span class="hint"> · {t.study.toMove(names[spot.toMove])}</span>}
          {facts.has_points && <span class="hint nowrap"> · {spot.points.join(" : ")}</span>}
        </p>
        <Board
          picture={shows && found ? valued(picture, found, scaleOf(found, facts.players)) : picture}
          label={label}
          active={!spot.outcome && !pending}
          player={spot.toMove}
          pending={pending?.cell ? pending : null}
          onPlay={(tap, cell) => void play([tap.move], pendingOf(tap, cell, spot.toMove))}
        />
        <Stepper at={spot.number} last={line.length - 1} onStep={step} words={words} />
        <div class="spread board-foot">
          <label class="check">
            <input
              type="checkbox"
              checked={shows}
              onChange={(event) => {
                save("analysis.values", event.currentTarget.checked);
                setShows(event.currentTarget.checked);
              }}
            />
            {t.analysis.values}
          </label>
          <p class="hint keys">{t.study.keys}</p>
        </div>
        {typing.value && !spot.outcome && (
          <MoveBox picture={picture} active={!pending} onPlay={(tap) => void play([tap.move])} />
        )}
        <CoursePanel
          work={course}
          line={{ ...start, moves: movesTo(main[main.length - 1]) }}
          names={names}
          at={fork.number}
          onJump={(number) => go(main[number])}
        />
      </div>
      <aside class="study-side">
        <ValuesPanel spot={spot} names={names} thought={thought} onPlay={(it) => void play(it)} />
        <section class="card stack">
          <h2>{t.analysis.mainLine}</h2>
          {main.length === 1 ? (
            <p class="hint">{t.analysis.noMoves}</p>
          ) : (
            <MoveList
              moves={listed}
              current={fork === spot ? spot.number : -1}
              onJump={(number) => go(main[number])}
              label={t.analysis.mainLine}
            />
          )}
          <VariationList
            tree={tree}
            spot={spot}
            names={names}
            onJump={go}
            onPromote={(it) => {
              tree.promote(it);
              changed(undefined);
            }}
            onRemove={(it) => {
              const before = tree.remove(it);
              if (pathTo(spot).includes(it)) setSpot(before);
              changed(undefined);
              say(t.analysis.removed(it.move));
            }}
          />
        </section>
        <Setup line={{ game: facts.game, size: facts.size }} onOpen={onOpen} />
        <PositionText spot={spot} address={address} />
      </aside>
    </div>
  );
}

function PositionText({ spot, address }: { spot: Spot; address: string }) {
  const t = texts.value.analysis;
  return (
    <section class="card stack position-card">
      <label>
        {t.shown}
        <textarea class="position-text" rows={2} readOnly value={spot.position} />
      </label>
      <div class="row">
        <button type="button" onClick={() => void copy(spot.position, t.copied)}>
          {t.copy}
        </button>
        <button type="button" onClick={() => void copy(location.origin + address, t.linkCopied)}>
          {t.link}
        </button>
      </div>
    </section>
  );
}

/** A game's own moves are told by their number; what was added, and everything else, move by move. */
function addressOf({ game, start }: Opened, line: Spot[], spot: Spot): string {
  const moves = line.slice(1).map((it) => it.move);
  if (!game) return lineAddress({ ...start, moves }, spot.number);
  const own = game.replay.steps;
  const path = moves.slice(0, spot.number);
  const apart = path.findIndex((move, n) => own[n]?.move !== move);
  const shared = apart < 0 ? path.length : apart;
  return gameAddress(game.id, shared, path.slice(shared));
}

/** Whether nothing was played after it: then the game ended here, whatever the board says. */
function isItsEnd(game: GameReplay, spot: Spot): boolean {
  const own = game.replay.steps.map((it) => it.move);
  return spot.number === own.length && movesTo(spot).join() === own.join();
}
