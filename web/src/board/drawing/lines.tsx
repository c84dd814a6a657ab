// The players' lines; new ones are drawn from the new mark outwards.
import { useId } from "preact/hooks";
import { type Picture, type Stroke, StrokeKind } from "../../net/protocol.gen";
import { betweenMarks, extent, segment, separateLines, strikesMarks, U } from "./geometry";
import { Band, PlayerLine, strokeKey } from "./player-line";

interface LinesProps {
  picture: Picture;
  step: number; // cells from mark to mark
  newStrokes?: ReadonlySet<string>;
}

export function Lines({ picture, step, newStrokes }: LinesProps) {
  const id = useId(); // there may be several drawings on a page
  const { left, top, columns, rows } = extent(picture);
  const scale = step > 1 ? 2 : 1;
  const lines = picture.strokes.filter((it) => it.kind === StrokeKind.LINE);
  const strikes = strikesMarks(picture.cells);
  const struck = (it: Stroke) => betweenMarks(it, step).map(segment).join("");
  const drawn = [...(newStrokes ?? [])];
  const from = picture.cells.find((cell) => cell.last);
  return separateLines(lines).map((it, n) => {
    const key = strokeKey(lines[n]);
    const turn = drawn.indexOf(key);
    return (
      <g key={key}>
        {(it.owner != null || strikes(it)) && (
          <Band owner={it.owner} d={segment(it)} scale={scale} />
        )}
        <PlayerLine
          owner={it.owner}
          d={strikes(it) ? struck(it) : segment(it)}
          scale={scale}
          maskId={turn >= 0 ? `${id}-line-${n}` : undefined}
          area={[left * U, top * U, columns * U, rows * U]}
          whole={from ? outwards(it, from.x + 0.5, from.y + 0.5) : [it]}
          turn={turn}
        />
      </g>
    );
  });
}

const NEAR = 0.5; // cells; lines that share their way are moved aside a little

/** A stroke as parts that begin at a point: one from an end, two from the middle. */
export function outwards(stroke: Stroke, x: number, y: number): Stroke[] {
  const { x1, y1, x2, y2 } = stroke;
  const reversed = { ...stroke, x1: x2, y1: y2, x2: x1, y2: y1 };
  if (Math.hypot(x1 - x, y1 - y) < NEAR) return [stroke];
  if (Math.hypot(x2 - x, y2 - y) < NEAR) return [reversed];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
  const middle = { x1: x1 + share * dx, y1: y1 + share * dy };
  const isOn = share > 0 && share < 1 && Math.hypot(middle.x1 - x, middle.y1 - y) < NEAR;
  return isOn
    ? [
        { ...stroke, ...middle },
        { ...reversed, ...middle },
      ]
    : [stroke];
}
