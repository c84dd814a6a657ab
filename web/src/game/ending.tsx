// How a game ended.
import { useEffect, useRef } from "preact/hooks";
import { resultFor } from "../net/live-game";
import type { Outcome } from "../net/protocol.gen";
import { endWords } from "./game-log";

interface EndingProps {
  outcome: Outcome;
  seats: readonly { name: string; agent?: string | null }[];
  you: number | null;
}

export function Ending({ outcome, seats, you }: EndingProps) {
  const [what, why] = endWords(outcome, seats, you);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class={`ending ${resultFor(outcome, you)}`} ref={box}>
      <strong>{what}</strong>
      <span>{why}</span>
    </div>
  );
}
