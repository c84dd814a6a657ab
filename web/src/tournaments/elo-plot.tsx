// Ratings as dots with confidence intervals, one row per bot.
import { useRef } from "preact/hooks";
import { useWidth } from "../board/zoom";
import type { BotStanding } from "../net/protocol.gen";
import { texts } from "../texts";
import { signed } from "../texts/numbers";
import { scale, spanOf, ticks } from "../ui/plot";

const LINE = 40; // pixels for a bot: its name, and its bar below
const FOOT = 24;
const EDGE = 28;
const MIN_RANGE = 40;

const whole = (elo: number) => signed(Math.round(elo));

export function EloPlot({ bots }: { bots: readonly BotStanding[] }) {
  const t = texts.value.arena;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const ends = bots.flatMap(({ elo, low, high }) => [elo ?? 0, low ?? elo ?? 0, high ?? elo ?? 0]);
  const span = spanOf([...ends, 0], MIN_RANGE, 0.04);
  const x = scale(span, [EDGE, Math.max(EDGE, width - EDGE)]);
  const height = bots.length * LINE + FOOT;
  const summaries = bots.map((it) =>
    t.plotSummary(it.name, whole(it.elo ?? 0), whole(it.low ?? 0), whole(it.high ?? 0)),
  );
  return (
    <div class="plot" ref={box}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${t.plot}. ${summaries.join("; ")}`}
        >
          {ticks(span, width < 500 ? 4 : 8).map((it) => (
            <g key={it} class={it === 0 ? "tick zero" : "tick"}>
              <line x1={x(it)} x2={x(it)} y1={0} y2={height - FOOT} />
              <text class="at-middle" x={x(it)} y={height - 6}>
                {whole(it)}
              </text>
            </g>
          ))}
          {bots.map((it, n) => (
            <Bar key={it.name} it={it} x={x} y={n * LINE} width={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

interface BarProps {
  it: BotStanding;
  x: (elo: number) => number;
  y: number;
  width: number;
}

function Bar({ it, x, y, width }: BarProps) {
  const elo = it.elo ?? 0;
  const [low, high] = [x(it.low ?? elo), x(it.high ?? elo)];
  // The name is above its bar and stays within the plot.
  const near = x(elo) > width / 2;
  const middle = y + 28;
  return (
    <g class="interval">
      <text class={near ? "at-end" : ""} x={near ? high : low} y={y + 15}>
        {it.name} {whole(elo)}
      </text>
      <path d={`M${low} ${middle}H${high}M${low} ${middle - 5}v10M${high} ${middle - 5}v10`} />
      <circle class="point" cx={x(elo)} cy={middle} r={5} />
    </g>
  );
}
