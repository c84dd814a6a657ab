// Which letter the next click writes, in games where a cell can take more than one.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Picture } from "../net/protocol.gen";
import { texts } from "../texts";
import { isTyping } from "./keys";

/** The letter chosen in advance; null: every click asks. */
export const letter = signal<string | null>(null);

/** What can be written into one cell, if there is a choice. */
export function lettersOf(picture: Picture): string[] {
  const choice = picture.cells.find((cell) => cell.taps.length > 1);
  return choice?.taps.map((tap) => tap.label) ?? [];
}

export function Letters({ letters }: { letters: string[] }) {
  const t = texts.value.board;
  const options: [string | null, string, string][] = [
    ...letters.map((it): [string, string, string] => [it, it, `${t.letter} ${it}`]),
    [null, t.ask, t.askHint],
  ];
  return (
    <div class="letters">
      <div role="group" aria-label={t.letter} class="segmented">
        {options.map(([value, text, label]) => (
          <button
            key={text}
            type="button"
            aria-pressed={letter.value === value}
            aria-label={label}
            onClick={() => {
              letter.value = value;
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <p class="hint">{t.letterHint(letters.join(t.or))}</p>
    </div>
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
