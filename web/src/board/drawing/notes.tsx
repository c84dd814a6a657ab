// Values of moves, written into their cells.
import type { Cell, Note } from "../../net/protocol.gen";
import { outline, square, U } from "./geometry";

/** The colour under a note, in the shape of its cell if that is a polygon. */
export function NoteBackground({ note, cell }: { note: Note; cell?: Cell }) {
  const d = cell ? outline(cell) : square({ ...note, span: 1 });
  return <path class={`fill ${note.worth || "even"}`} d={d} />;
}

export function NoteText({ note }: { note: Note }) {
  const size = Math.min(
    0.36,
    0.74 / note.lines.length,
    1.15 / Math.max(...note.lines.map((it) => it.length)),
  );
  const [left, top] = [(note.x + 0.5) * U, (note.y + 0.5) * U];
  const first = top - ((note.lines.length - 1) / 2) * 1.15 * size * U;
  return (
    <g>
      {note.best && (
        <rect
          class="stroke ink"
          x={(note.x + 0.07) * U}
          y={(note.y + 0.07) * U}
          width={0.86 * U}
          height={0.86 * U}
          rx={4}
          stroke-width={2}
        />
      )}
      {note.lines.map((text, n) => (
        <text
          key={text}
          class="ink"
          x={left}
          y={first + n * 1.15 * size * U}
          dy=".355em"
          font-size={size * U}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
