// Which letter the next click writes, in games where a cell can take more than one.
import { signal } from "@preact/signals";
import type { Picture } from "../net/protocol.gen";
import { texts } from "../texts";

/** The letter that was chosen beforehand; null: each click asks. */
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
      <p class="hint">{t.letterHint(letters.join(" / "))}</p>
    </div>
  );
}
