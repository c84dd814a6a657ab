// The values of a position: who is better, every move, the best line, and notes.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AnalysisResponse } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { now } from "../../ui/now";
import type { Names } from "../names";
import { Effort } from "./effort";
import type { TreeNode } from "./move-tree";
import { Remarks } from "./remarks";
import type { AnalysisWork } from "./use-analysis";
import { type Order, ordered, type Scale, scaleOf, shortValue, valueWords } from "./values";

interface ValuesProps {
  node: TreeNode;
  names: Names;
  work: AnalysisWork;
  onPlay: (moves: string[]) => void;
}

export function ValuesPanel({ node, names, work, onPlay }: ValuesProps) {
  const t = texts.value.analysis;
  const analysis = work.now;
  // Keep the height while another position is analysed, so that nothing below jumps.
  const box = useRef<HTMLElement>(null);
  const height = useRef(0);
  const isReady = analysis.state === "ready" || node.outcome !== null;
  useLayoutEffect(() => {
    if (isReady) height.current = box.current?.offsetHeight ?? 0;
  });
  return (
    <section
      class="card stack"
      ref={box}
      aria-busy={isBusy(work) && !node.outcome}
      style={isReady ? undefined : { minHeight: `${height.current}px` }}
    >
      <h2>{t.engine}</h2>
      {node.outcome ? (
        <p class="hint">{t.over}</p>
      ) : analysis.state === "ready" ? (
        <Found node={node} names={names} found={analysis.known.found} onPlay={onPlay}>
          <Effort known={analysis.known} work={work} />
        </Found>
      ) : analysis.state === "retrying" ? (
        <RetryCountdown key={node.id} code={analysis.code} seconds={analysis.seconds} />
      ) : (
        <p class={analysis.state === "failed" ? "wrong" : "hint thinking"}>
          {analysis.state === "failed" ? analysis.words : t.thinking}
        </p>
      )}
    </section>
  );
}

const isBusy = ({ now: it, isStopped }: AnalysisWork): boolean =>
  it.state === "analysing" || (it.state === "ready" && it.known.isWorking && !isStopped);

function RetryCountdown({ code, seconds }: { code: string; seconds: number }) {
  const t = texts.value.analysis;
  const [until] = useState(Date.now() + seconds * 1000);
  const left = Math.max(0, Math.ceil((until - now.value) / 1000));
  return <p class="wrong">{code === "network" ? t.lost(left) : t.busy(left)}</p>;
}

interface FoundProps {
  node: TreeNode;
  names: Names;
  found: AnalysisResponse;
  onPlay: (moves: string[]) => void;
  children: ComponentChildren; // below the verdict
}

function Found({ node, names, found, onPlay, children }: FoundProps) {
  const t = texts.value.analysis;
  const scale = scaleOf(found, names.length);
  return (
    <>
      <p class="verdict">
        <strong>{t.forPlayer(names[node.toMove], valueWords(found, scale))}</strong>{" "}
        <span class="chip">{found.exact ? t.proven : t.estimated}</span>
      </p>
      {children}
      {found.line.length > 0 && (
        <div class="best-line">
          <h3>{t.bestLine}</h3>
          <ol class="row" aria-label={t.bestLine}>
            {found.line.map((move, n) => (
              <li key={n}>
                <button type="button" onClick={() => onPlay(found.line.slice(0, n + 1))}>
                  <span class="hint">{node.number + n + 1}.</span> {move}
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
      <MoveTable found={found} scale={scale} onPlay={onPlay} />
      {found.remarks.length > 0 && (
        <div>
          <h3>{t.notes}</h3>
          <Remarks game={found.game} remarks={found.remarks} />
        </div>
      )}
    </>
  );
}

const FIRST_ROWS = 12;
const MORE_ROWS = 200;

interface TableProps {
  found: AnalysisResponse;
  scale: Scale;
  onPlay: (moves: string[]) => void;
}

function MoveTable({ found, scale, onPlay }: TableProps) {
  const t = texts.value.analysis;
  const [by, setBy] = useState<Order>("value");
  const [isDescending, setIsDescending] = useState(true);
  const [rows, setRows] = useState(FIRST_ROWS);
  useEffect(() => setRows(FIRST_ROWS), [found.position]);
  // The order as it was found has the best move first, even where an estimate is higher.
  const moves =
    by === "value" && isDescending ? found.moves : ordered(found.moves, by, isDescending);
  const column = (it: Order, words: string) => (
    <th scope="col" aria-sort={by === it ? (isDescending ? "descending" : "ascending") : undefined}>
      <button
        type="button"
        class="sort"
        aria-label={t.sortBy(words)}
        onClick={() => {
          setIsDescending(by === it ? !isDescending : it === "value");
          setBy(it);
        }}
      >
        {words}
        <span aria-hidden="true">{by === it ? (isDescending ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
  return (
    <div>
      <table class="values">
        <thead>
          <tr>
            {column("move", t.moveColumn)}
            {column("value", t.valueColumn)}
            <th scope="col">{t.worthColumn}</th>
          </tr>
        </thead>
        <tbody>
          {moves.slice(0, rows).map((it) => {
            const words = valueWords(it, scale);
            return (
              <tr key={it.move} class={it.best ? "best" : ""}>
                <td>
                  <button
                    type="button"
                    aria-label={t.playMove(it.move, words)}
                    onClick={() => onPlay([it.move])}
                  >
                    {it.move}
                  </button>
                </td>
                <td class="value">{shortValue(it, scale)}</td>
                <td>
                  {words} {it.best && <span class="chip">{t.best}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {moves.length > rows && (
        <button type="button" class="quiet" onClick={() => setRows(rows + MORE_ROWS)}>
          {t.more(Math.min(MORE_ROWS, moves.length - rows))}
        </button>
      )}
      <p class="hint">
        {t.exactHint} {!scale.points && !scale.many && t.legend}
      </p>
    </div>
  );
}
