// The review of a game: by this device, pass after pass, or streamed by the server.
import { useEffect, useRef, useState } from "preact/hooks";
import { profileOf } from "../../core/agents";
import { CoreError } from "../../core/instance";
import { ApiError, errorText, streamLines } from "../../net/api";
import type { GameReview, Line, ReviewProgress } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import type { Facts } from "../analysis/move-tree";
import { isCoreHere, takeWorkers, workerCount } from "../device/analysts";
import { mayAnalyse } from "../device/may-analyse";
import { reviewGame } from "../device/review-game";

export interface ReviewWork {
  done: number | null; // 0 to 1; null while none is running
  pass: number; // 0 is the first; later ones look longer at what isn't proven
  review: GameReview | null;
  wrong: string;
  start: (line: Line) => void;
  cancel: () => void;
}

const REQUEST = "POST /api/review";
const MAX_WORKERS = 4;

export function useReview(facts: Pick<Facts, "game" | "players">): ReviewWork {
  const [done, setDone] = useState<number | null>(null);
  const [pass, setPass] = useState(0);
  const [review, setReview] = useState<GameReview | null>(null);
  const [wrong, setWrong] = useState("");
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function reviewHere(line: Line, signal: AbortSignal) {
    await mayAnalyse(line, signal);
    signal.throwIfAborted();
    const workers = takeWorkers(workerCount(MAX_WORKERS));
    let isAnnounced = false;
    const show = (news: { pass: number; done: number; review: GameReview }) => {
      if (signal.aborted) return;
      setReview(news.review);
      setDone(news.done);
      setPass(news.pass);
      if (news.done === 1 && !isAnnounced) {
        isAnnounced = true;
        announce(texts.peek().analysis.reviewDone(news.review.mistakes.length));
      }
    };
    await reviewGame(facts, line, workers, show, signal);
    setDone(null);
  }

  async function reviewThere(line: Line, signal: AbortSignal) {
    for await (const news of streamLines<ReviewProgress>("/api/review", line, signal)) {
      if (signal.aborted) return;
      if (news.done != null) setDone(news.done);
      if (news.error) throw new ApiError(news.error.code, news.error.message, REQUEST);
      if (!news.review) continue;
      setReview(news.review);
      setDone(null);
      announce(texts.peek().analysis.reviewDone(news.review.mistakes.length));
      return;
    }
    throw new ApiError("network"); // the stream ended early
  }

  async function start(line: Line) {
    work.current?.abort();
    const mine = new AbortController();
    work.current = mine;
    setDone(0);
    setPass(0);
    setWrong("");
    const isHere = isCoreHere() && profileOf(line.game) !== undefined;
    try {
      await (isHere ? reviewHere : reviewThere)(line, mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      const words = texts.peek().analysis.deviceFailed;
      setWrong(error instanceof CoreError ? words : errorText(error));
      setDone(null);
    }
  }

  function cancel() {
    work.current?.abort();
    setDone(null);
    announce(texts.value.analysis.cancelled);
  }

  return { done, pass, review, wrong, start: (line) => void start(line), cancel };
}
