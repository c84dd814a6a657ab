// One puzzle: a board, a line of moves to find, any number of tries.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Board } from "../../board/board";
import { colourClass } from "../../board/drawing/geometry";
import { type Pending, pendingOf } from "../../board/drawing/pending";
import { withHint } from "../../board/hint";
import { replayOf } from "../../core/replay";
import { Flourish, Star } from "../../game/end/flourish";
import { MoveBox } from "../../game/move-box";
import { errorText } from "../../net/api";
import type { Cell, Picture, PuzzleAnswer, PuzzleInfo, Tap } from "../../net/protocol.gen";
import { typing } from "../../settings/preferences";
import { loadStored } from "../../settings/storage";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { gameTitle } from "../../texts/names";
import { announce, errorMessage } from "../../ui/announce";
import { Tally } from "../../ui/drawn/tally";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { lineAddress } from "../address";
import { lineFrom, Tree } from "../analysis/move-tree";
import type { PuzzleFilter } from "./puzzle-filter";
import { answerPuzzle, loadPuzzle, nextPuzzle } from "./puzzle-source";
import { Stars, solverName, worthWords } from "./puzzle-words";

export function PuzzlePage({ id }: { id: string }) {
  const t = texts.value;
  const card = useLoaded(id, () => loadPuzzle(id));
  useTitle(t.puzzles.title);
  return (
    <PageLoaded it={card} isPage missing={t.puzzles.none} elsewhere={["/puzzles", t.puzzles.all]}>
      {(it) => <Puzzle key={id} card={it} />}
    </PageLoaded>
  );
}

const WRONG_MOVE_MS = 900; // ms a wrong move stays on the board

type State = "open" | "solved" | "given_up";

function Puzzle({ card }: { card: PuzzleInfo }) {
  const t = texts.value.puzzles;
  const settled = card.state === "solved" || card.state === "given_up" ? card.state : "open";
  const [state, setState] = useState<State>(settled);
  const [line, setLine] = useState(card.line); // the solution, once it may be shown
  const [made, setMade] = useState<string[]>([]); // of the solution, with the answers to it
  const [answer, setAnswer] = useState<PuzzleAnswer | null>(null);
  const [after, setAfter] = useState<Picture | null>(null); // the board after these moves
  const [pending, setPending] = useState<Pending | null>(null);
  const [missed, setMissed] = useState("");
  const back = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (card.line) void played(card, card.line).then(setAfter);
    return () => clearTimeout(back.current);
  }, []);
  const title = card.day ? t.daily : t.one(gameTitle(card.game));
  useTitle(title);

  async function send(move: string | null, shown: Pending | null) {
    setPending(shown ?? { cell: "", label: "", owner: null });
    setMissed("");
    const reply = await post(card, move, made);
    if (!reply) return setPending(null);
    await showReply(reply, move);
  }

  async function showReply(reply: PuzzleAnswer, move: string | null) {
    setAnswer(reply);
    if (reply.correct && !reply.line) {
      const moves = [...made, reply.move ?? "", ...reply.replies];
      announce(goOnWords(reply.replies));
      setAfter(await played(card, moves));
      setMade(moves);
      return setPending(null);
    }
    if (reply.correct || move === null) {
      setLine(reply.line);
      setState(reply.correct ? "solved" : "given_up");
      const words = t.gaveUp(reply.line?.join(" ") ?? "");
      announce(reply.correct ? `${t.right} ${worthWords(reply)}` : words);
      if (reply.line) setAfter(await played(card, reply.line));
      return setPending(null);
    }
    const words = t.wrong(reply.move ?? move);
    setMissed(words);
    announce(words);
    back.current = setTimeout(() => setPending(null), WRONG_MOVE_MS);
  }

  const play = (tap: Tap, cell: Cell) => void send(tap.move, pendingOf(tap, cell, card.to_move));
  const open = state === "open";
  const task = card.moves > 1 ? t.findLine[card.goal](card.moves) : t.find[card.goal];
  const question = `${t.youPlay(solverName(card))} ${task}`;
  const picture = after ?? withHint(card.picture, line?.[0] ?? null);
  const goOn = answer?.correct && made.length > 0 ? goOnWords(answer.replies) : "";
  return (
    <div class="study">
      <div class="spread study-head">
        <h1>{title}</h1>
        <p>
          {titleOf(card)} · <Stars grade={card.grade} />
        </p>
      </div>
      <div class="study-main">
        <p class="question">{question}</p>
        <Board
          picture={picture}
          label={texts.value.board.label(gameTitle(card.game), card.size, question)}
          active={open && !pending}
          player={open ? card.to_move : null}
          pending={pending?.cell ? pending : null}
          onPlay={play}
        />
        {typing.value && open && <MoveBox picture={picture} active={!pending} onPlay={play} />}
      </div>
      <aside class="study-side">
        <section class={`card stack answer ${state}`}>
          {state === "solved" ? (
            <Solved words={headline(state, answer)} player={card.to_move} />
          ) : (
            <h2>{headline(state, answer)}</h2>
          )}
          {open && <p class={missed ? "missed" : "hint"}>{missed || goOn || task}</p>}
          {!open && line && (
            <p>
              {state === "given_up" || answer
                ? t.gaveUp(line.join(" "))
                : t.solvedBefore(line.join(" "))}
            </p>
          )}
          {!open && answer && <p>{worthWords(answer)}</p>}
          {state === "solved" && card.day && answer && answer.progress.streak > 0 && (
            <p class="streak">
              <Tally count={answer.progress.streak} />
              {t.streakNow(answer.progress.streak)}
            </p>
          )}
          <PuzzleActions
            card={card}
            open={open}
            busy={pending !== null}
            onGiveUp={() => void send(null, null)}
          />
        </section>
      </aside>
    </div>
  );
}

function goOnWords(replies: readonly string[]): string {
  const t = texts.value.puzzles;
  return replies.length ? t.goOn(replies.join(" ")) : t.goOnAgain;
}

/** As in a game that was won. */
function Solved({ words, player }: { words: string; player: number }) {
  return (
    <div class={colourClass(player)}>
      <div class="ending-head">
        <h2>{words}</h2>
        <Flourish result="won" />
      </div>
      <Star />
    </div>
  );
}

function headline(state: State, answer: PuzzleAnswer | null): string {
  const t = texts.value.puzzles;
  if (state === "open") return t.yourMove;
  if (state === "given_up") return t.theSolution;
  return answer ? t.right : t.solved;
}

interface PuzzleActionsProps {
  card: PuzzleInfo;
  open: boolean;
  busy: boolean;
  onGiveUp: () => void;
}

/** Links to other puzzles and to the analysis. */
function PuzzleActions({ card, open, busy, onGiveUp }: PuzzleActionsProps) {
  const t = texts.value.puzzles;
  const { route } = useLocation();
  const go = () =>
    nextPuzzle(loadStored<PuzzleFilter>("puzzles", { game: card.game, grade: 0 })).then(
      (id) => route(`/puzzles/${id}`),
      (error) => {
        errorMessage.value = errorText(error);
      },
    );
  const here = lineAddress({ game: card.game, position: card.position });
  return (
    <div class="row">
      {open ? (
        <button type="button" disabled={busy} onClick={onGiveUp}>
          {t.giveUp}
        </button>
      ) : (
        <a class="button" href={here}>
          {t.analyse}
        </a>
      )}
      <button type="button" class={open ? "" : "primary"} onClick={go}>
        {open ? t.other : t.next}
      </button>
      <a class="button" href="/puzzles">
        {t.all}
      </a>
    </div>
  );
}

/** The verdict; null if it couldn't be had. Online, a visitor without an account becomes a guest. */
async function post(
  card: PuzzleInfo,
  move: string | null,
  made: string[],
): Promise<PuzzleAnswer | null> {
  errorMessage.value = "";
  try {
    return await answerPuzzle(card, move, made);
  } catch (error) {
    errorMessage.value = errorText(error);
    return null;
  }
}

/** The board after the moves; null if it can't be loaded, so the first one is only marked. */
async function played({ game, position }: PuzzleInfo, moves: string[]): Promise<Picture | null> {
  try {
    const tree = new Tree(await replayOf({ game, position, moves }));
    const nodes = lineFrom(tree.root);
    return tree.picture(nodes[nodes.length - 1]);
  } catch {
    return null;
  }
}
