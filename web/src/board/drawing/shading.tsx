// Hatching over cells where nobody can move; that of the last move is drawn from its mark outwards.
import type { Cell } from "../../net/protocol.gen";
import { hatch, U } from "./geometry";

interface HatchingProps {
  cells: Cell[];
  from?: Cell; // the last move
  drawn?: ReadonlySet<string>; // names of the cells that it has shaded
}

export function Hatching({ cells, from, drawn }: HatchingProps) {
  const isNew = (cell: Cell) => from !== undefined && (drawn?.has(cell.name) ?? false);
  const newCells = cells.filter(isNew);
  return (
    <>
      <Hatch cells={cells.filter((it) => !isNew(it))} />
      {from && newCells.length > 0 && (
        <g
          key={from.name}
          class="spreading"
          style={{ "--x": `${(from.x + 0.5) * U}px`, "--y": `${(from.y + 0.5) * U}px` }}
        >
          <Hatch cells={newCells} />
        </g>
      )}
    </>
  );
}

const Hatch = ({ cells }: { cells: Cell[] }) => (
  <path class="stroke hatch" d={cells.map(hatch).join("")} stroke-width={1.1} />
);
