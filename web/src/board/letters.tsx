// Which letter the next click writes, in games where a cell can take more than one.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Picture } from "../net/protocol.gen";
import { texts } from "../texts";
import { letterShape } from "./drawing/hand";
import { isTyping } from "./keys";

/** The letter chosen in advance; null: every click asks. */
export const letter = signal<string | null>(null);

/** What can be written into one cell, if there is a choice. */
export function lettersOf(picture: Picture): string[] {
  const choice = picture.cells.find((cell) => cell.taps.length > 1);
  return choice?.taps.map((tap) => tap.label) ?? [];
}

/** The letters as keys; pressing the chosen one again lets every click ask. */
export function Letters({ letters }: { letters: string[] }) {
  const t = texts.value.board;
  return (
    <div class="letters">
      <p class="hint letter-hint">{t.letterHint(letters.join(t.or))}</p>
      <div role="group" aria-label={t.letter} class="letter-keys">
        {letters.map((it) => (
          <button
            key={it}
            type="button"
            class="letter-key"
            aria-pressed={letter.value === it}
            aria-label={`${t.letter} ${it}`}
            onClick={() => {
              letter.value = letter.value === it ? null : it;
            }}
          >
            <LetterShape letter={it} />
          </button>
        ))}
      </div>
    </div>
  );
}

function LetterShape({ letter }: { letter: string }) {
  const shape = letterShape(letter);
  if (!shape) return <>{letter}</>;
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100">
      <path class="stroke" d={shape} stroke-width={11} />
    </svg>
  );
}

/**
 * Choose a letter by pressing it anywhere on the page; Escape unchooses it. While a cell has the
 * focus by keyboard, the letter is written there instead. It may also be chosen while others move.
 */
export function useLetterKeys(
  board: { current: HTMLElement | null },
  letters: string[],
  usesKeyboard: { current: boolean },
): void {
  useLayoutEffect(() => {
    if (!letters.length) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = letters.find((it) => it.toLowerCase() === event.key.toLowerCase());
      if (event.key === "Escape") letter.value = null;
      if (!key) return;
      const isInside = board.current?.contains(event.target as Node);
      if (usesKeyboard.current && isInside) return;
      letter.value = key;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [letters.join()]);
}
