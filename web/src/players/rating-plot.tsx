// A rating over time.
import { useRef } from "preact/hooks";
import { useWidth } from "../board/zoom";
import type { RatingPoint } from "../net/protocol.gen";
import { texts } from "../texts";
import { gameTitle } from "../texts/names";
import { number } from "../texts/numbers";
import { path, scale, spanOf, ticks } from "../ui/plot";
import { day } from "../ui/relative-time";

const HEIGHT = 170;
const EDGE = { left: 44, right: 12, top: 10, bottom: 26 };
const MIN_RANGE = 60; // rating points that the plot spans at least, so that small changes look small

export function RatingPlot({ game, points }: { game: string; points: RatingPoint[] }) {
  const t = texts.value.player;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  if (points.length < 2) return null;
  const ratings = points.map((it) => it.rating);
  const [first, last] = [points[0], points[points.length - 1]];
  const span = spanOf(ratings, MIN_RANGE);
  // Games are spaced evenly: many are played in an evening, then none for weeks.
  const x = scale([0, points.length - 1], [EDGE.left, width - EDGE.right]);
  const y = scale(span, [HEIGHT - EDGE.bottom, EDGE.top]);
  const summary = t.ratingPlotSummary(
    number(first.rating),
    number(last.rating),
    number(Math.min(...ratings)),
    number(Math.max(...ratings)),
  );
  return (
    <div class="plot" ref={box}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${t.ratingPlot(gameTitle(game))}. ${summary}`}
        >
          {ticks(span, 4).map((it) => (
            <g key={it} class="tick">
              <line x1={EDGE.left} x2={width - EDGE.right} y1={y(it)} y2={y(it)} />
              <text class="at-end" x={EDGE.left - 8} y={y(it)} dy=".35em">
                {number(it)}
              </text>
            </g>
          ))}
          <path class="curve" d={path(points.map((it, n) => [x(n), y(it.rating)]))} />
          <circle class="point" cx={x(points.length - 1)} cy={y(last.rating)} r={4} />
          <text class="tick-text" x={EDGE.left} y={HEIGHT - 6}>
            {day(first.at)}
          </text>
          <text class="tick-text at-end" x={width - EDGE.right} y={HEIGHT - 6}>
            {day(last.at)}
          </text>
        </svg>
      )}
    </div>
  );
}
