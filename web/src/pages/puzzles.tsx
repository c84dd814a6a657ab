// Puzzles: all of them, or one.
import { PuzzleList } from "../study/puzzle-list";
import { PuzzlePage } from "../study/puzzle-page";

export default function Puzzles({ id }: { id?: string }) {
  return id ? <PuzzlePage id={id} /> : <PuzzleList />;
}
