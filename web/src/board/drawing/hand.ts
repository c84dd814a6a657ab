// Marks as a hand draws them: three shapes of each, in a box of 100 by 100.
import type { Cell } from "../../net/protocol.gen";

const SHAPES: { readonly [mark: string]: readonly string[] } = {
  S: [
    "M71 27C64 17 52 14 43 16C31 18 26 28 31 37C37 47 62 48 69 60C76 73 66 86 49 86C38 86 29 81 25 73",
    "M69 24C60 14 40 13 33 24C27 35 35 43 49 48C64 53 75 60 72 73C69 86 46 91 27 78",
    "M73 30C68 18 49 12 38 19C28 25 27 36 37 43C48 50 66 52 70 66C73 80 58 89 44 87C35 86 28 81 24 75",
  ],
  O: [
    "M52 14C33 14 23 32 24 52C25 72 36 87 51 86C67 85 77 69 76 49C75 30 66 15 48 15",
    "M46 15C30 18 22 37 25 57C28 77 41 89 56 85C72 81 79 61 75 42C71 24 60 12 43 17",
    "M56 15C38 11 25 28 24 48C23 70 34 87 50 87C66 87 76 71 77 51C78 32 70 18 52 14",
  ],
  X: [
    "M21 22C36 37 60 62 80 80M79 20C63 38 41 60 22 81",
    "M24 19C40 40 58 57 78 82M81 24C60 41 38 64 19 78",
    "M19 25C39 38 61 64 82 77M76 18C62 40 44 57 25 83",
  ],
  ring: [
    "M50 17C31 16 16 31 17 50C18 69 32 84 51 83C70 82 84 68 83 49C82 31 68 17 47 18",
    "M57 18C37 13 18 27 16 47C14 68 30 84 49 84C69 84 84 69 84 50C84 33 72 19 53 17",
    "M44 18C26 22 14 38 18 57C22 75 38 86 56 82C74 78 86 62 82 44C78 27 63 14 40 19",
  ],
};

/** One shape of each player's mark, and of the letters S, O, S. */
export const MARKS: { readonly [mark: string]: string } = { X: SHAPES.X[0], O: SHAPES.ring[0] };
export const LETTERS = [SHAPES.S[0], SHAPES.O[0], SHAPES.S[1]];
export const letterShape = (letter: string): string | undefined => SHAPES[letter]?.[0];

/** The shape of a cell's mark, the same every time it is drawn; none for other characters. */
export function shapeOf({ x, y, mark, owner }: Cell): string | undefined {
  const shapes = SHAPES[mark === "O" && owner != null ? "ring" : mark];
  return shapes?.[Math.round(7 * x + 5 * y + x * y) % shapes.length];
}
