// Values of moves, written into their cells.
import type { Note } from "../../net/protocol.gen";
import { square, U } from "./geometry";

export function NoteBackground({ note }: { note: Note }) {
  return <path class={`fill ${note.worth || "even"}`} d={square({ ...note, span: 1 })} />;
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
