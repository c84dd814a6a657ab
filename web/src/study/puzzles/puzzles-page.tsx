// Puzzles: all of them, or one.

import { PuzzlePage } from "./puzzle";
import { PuzzleList } from "./puzzle-list";

export default function PuzzlesPage({ id }: { id?: string }) {
  return id ? <PuzzlePage id={id} /> : <PuzzleList />;
}
