// The graph of values after each move: proven ones filled, estimates hollow, mistakes marked.
import { useRef, useState } from "preact/hooks";
import { colourClass } from "../../board/drawing/geometry";
import { PlayerLine } from "../../board/drawing/player-line";
import { useWidth } from "../../board/zoom";
import type { GameReview, Step } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { signed } from "../../texts/numbers";
import type { Names } from "../names";
import { lossWords } from "./loss-words";
import {
  type Dot,
  dotValue,
  type Frame,
  frameOf,
  hasRoomForDots,
  inner,
  markOf,
  mistakeLabels,
  moveTicks,
  numberAt,
  type Series,
  seriesOf,
  valueTicks,
  xOf,
  yOf,
} from "./review";

const HEIGHT = 230;

interface GraphProps {
  review: GameReview;
  names: Names;
  at: number; // the move shown
  onJump: (number: number) => void;
}

export function ReviewGraph({ review, names, at, onJump }: GraphProps) {
  const t = texts.value.analysis;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hovered, setHovered] = useState<number | null>(null);
  const series = seriesOf(review, names.length);
  const last = review.steps.length;
  const frame = frameOf(series, last, width, HEIGHT);
  const shown = hovered ?? at;
  const where = (event: PointerEvent | MouseEvent) =>
    numberAt(frame, event.clientX - (box.current?.getBoundingClientRect().left ?? 0));

  function key(event: KeyboardEvent) {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onJump(Math.max(0, Math.min(last, to)));
  }

  const two = review.view === "player 1";
  return (
    <div class="review-graph">
      <p class="hint spread">
        <span>{two ? t.above(names[0]) : t.aboveMover}</span>
        <span>{two ? t.below(names[1]) : t.belowMover}</span>
      </p>
      <div
        ref={box}
        class="review-plot"
        role="slider"
        tabIndex={0}
        aria-label={t.graph}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={dotWords(review, at)}
        onKeyDown={key}
        onPointerMove={(event) => setHovered(where(event))}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => onJump(where(event))}
      >
        {width > 0 && <Plot frame={frame} series={series} at={at} hovered={hovered} />}
      </div>
      <p class="review-words">{dotWords(review, shown)}</p>
      {series.length > 1 && (
        <ul class="row legend">
          {series.map(({ owner }) => (
            <li key={owner} class="row">
              <svg aria-hidden="true" width={34} height={8} viewBox="0 0 34 8">
                <PlayerLine owner={owner} d="M3 4H31" />
              </svg>
              {names[owner]}
            </li>
          ))}
        </ul>
      )}
      <p class="hint">{t.graphKeys}</p>
    </div>
  );
}

interface PlotProps {
  frame: Frame;
  series: Series[];
  at: number;
  hovered: number | null;
}

function Plot({ frame, series, at, hovered }: PlotProps) {
  const { left, right, top, bottom } = inner(frame);
  const path = (dots: Dot[]) =>
    `M${dots.map((it) => `${xOf(frame, it.number).toFixed(1)} ${yOf(frame, it.value).toFixed(1)}`).join("L")}`;
  const room = hasRoomForDots(frame);
  return (
    <svg aria-hidden="true" width={frame.width} height={frame.height}>
      {valueTicks(frame).map((value) => (
        <g key={value}>
          <path
            class={value === 0 ? "axis zero" : "axis"}
            d={`M${left} ${yOf(frame, value)}H${right}`}
          />
          <text class="tick end" x={left - 6} y={yOf(frame, value)} dy=".355em">
            {signed(value)}
          </text>
        </g>
      ))}
      {moveTicks(frame).map((number) => (
        <text key={number} class="tick" x={xOf(frame, number)} y={frame.height - 8}>
          {number}
        </text>
      ))}
      {hovered !== null && (
        <path class="cursor hovered" d={`M${xOf(frame, hovered)} ${top}V${bottom}`} />
      )}
      <path class="cursor" d={`M${xOf(frame, at)} ${top}V${bottom}`} />
      {series.map(({ owner, dots }) => (
        <g key={owner} class={colourClass(owner)}>
          <PlayerLine owner={owner} d={path(dots)} scale={0.5} />
          {(room ? dots : []).map((dot) => (
            <circle
              key={dot.number}
              class={dot.exact ? "dot" : "dot hollow"}
              cx={xOf(frame, dot.number)}
              cy={yOf(frame, dot.value)}
              r={3.5}
            />
          ))}
        </g>
      ))}
      {mistakeLabels(frame, series).map(({ dot, text, x, y }) => (
        <g key={dot.number}>
          <circle
            class="ring"
            cx={xOf(frame, dot.number)}
            cy={yOf(frame, dot.value)}
            r={room ? 7 : 4}
          />
          {text && (
            <text class="mistake-label" x={x} y={y}>
              {text}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** One move of the review in words. */
export function dotWords(review: GameReview, number: number): string {
  const t = texts.value.analysis;
  const kind = (exact: boolean) => (exact ? t.proven : t.estimated);
  if (number === 0) {
    if (review.value === null) return texts.value.study.start;
    const value = dotValue({ number, value: review.value, exact: review.exact, step: null });
    return `${t.atStart(value)}, ${kind(review.exact)}`;
  }
  const step = review.steps[number - 1];
  if (!step) return "";
  if (step.value === null) return t.numberedMove(number, step.move);
  const value = dotValue({ number, value: step.value, exact: step.exact, step });
  const words = [`${t.after(number, step.move, value)}, ${kind(step.exact)}`];
  if (step.verdict && markOf(step)) {
    const verdict = t.gaveAway(t.verdicts[step.verdict], lossWords(review, step));
    words.push([verdict, betterWords(step)].filter(Boolean).join(", "));
  }
  return words.join("; ");
}

const MAX_NAMED_MOVES = 3; // better moves

export function betterWords({ better }: Step): string {
  if (!better.length) return "";
  const t = texts.value.analysis;
  const named = better.slice(0, MAX_NAMED_MOVES).join(", ");
  const others = better.length - MAX_NAMED_MOVES;
  return others > 0 ? t.betterMore(named, others) : t.better(named);
}
