// A box for typing moves.
import { useState } from "preact/hooks";
import type { Cell, Picture, Tap } from "../net/protocol.gen";
import { texts } from "../texts";

/** The tap of a typed move: `Sb3`, `s b3`, `b3 S`, `c4`; null if there is none. */
export function readMove(text: string, picture: Picture): { tap: Tap; cell: Cell } | null {
  const plain = (it: string) => it.toLowerCase().replace(/\s+/g, "");
  const wanted = plain(text);
  for (const cell of picture.cells) {
    for (const tap of cell.taps) {
      const forms = [
        tap.move,
        cell.name + tap.label,
        ...(cell.taps.length === 1 ? [cell.name] : []),
      ];
      if (forms.map(plain).includes(wanted)) return { tap, cell };
    }
  }
  return null;
}

export interface MoveBoxProps {
  picture: Picture;
  active: boolean;
  onPlay: (tap: Tap, cell: Cell) => void;
}

export function MoveBox({ picture, active, onPlay }: MoveBoxProps) {
  const t = texts.value.board;
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const example = picture.cells.find((cell) => cell.taps.length)?.taps[0].move ?? "";

  function submit(event: Event) {
    event.preventDefault();
    const found = readMove(text, picture);
    if (!text.trim() || !active) return;
    setWrong(found ? "" : t.noSuchMove(text.trim()));
    if (!found) return;
    setText("");
    onPlay(found.tap, found.cell);
  }

  return (
    <form class="move-box" onSubmit={submit}>
      <label for="move-box">{t.type}</label>
      <div class="row">
        <input
          id="move-box"
          class="grow"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          aria-describedby="move-box-hint"
          aria-invalid={wrong !== ""}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!active}>
          {t.play}
        </button>
      </div>
      <p id="move-box-hint" class="hint" role={wrong ? "alert" : undefined}>
        {wrong || (example && t.typeHint(example))}
      </p>
    </form>
  );
}
