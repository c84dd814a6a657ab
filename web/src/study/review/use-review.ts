// The review of a game, streamed by the server position by position.
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, errorText, streamLines } from "../../net/api";
import type { GameReview, Line, ReviewProgress } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";

export interface ReviewWork {
  done: number | null; // 0 to 1; null while none is running
  review: GameReview | null;
  wrong: string;
  start: (line: Line) => void;
  cancel: () => void;
}

const REQUEST = "POST /api/review";

export function useReview(): ReviewWork {
  const [done, setDone] = useState<number | null>(null);
  const [review, setReview] = useState<GameReview | null>(null);
  const [wrong, setWrong] = useState("");
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function start(line: Line) {
    work.current?.abort();
    const mine = new AbortController();
    work.current = mine;
    setDone(0);
    setWrong("");
    try {
      for await (const news of streamLines<ReviewProgress>("/api/review", line, mine.signal)) {
        if (mine.signal.aborted) return;
        if (news.done != null) setDone(news.done);
        if (news.error) throw new ApiError(news.error.code, news.error.message, REQUEST);
        if (!news.review) continue;
        setReview(news.review);
        setDone(null);
        announce(texts.value.analysis.reviewDone(news.review.mistakes.length));
        return;
      }
      throw new ApiError("network"); // the stream ended early
    } catch (error) {
      if (mine.signal.aborted) return;
      setWrong(errorText(error));
      setDone(null);
    }
  }

  function cancel() {
    work.current?.abort();
    setDone(null);
    announce(texts.value.analysis.cancelled);
  }

  return { done, review, wrong, start: (line) => void start(line), cancel };
}
