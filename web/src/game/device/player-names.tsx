// The names of hotseat players.
import { texts } from "../../texts";

const MAX_NAME_LENGTH = 24;

interface PlayerNamesProps {
  given: string[]; // one for each player; may be empty
  onChange: (names: string[]) => void;
}

export function PlayerNames({ given, onChange }: PlayerNamesProps) {
  const t = texts.value.hotseat;
  return (
    <details class="card names">
      <summary>{t.names}</summary>
      <div class="stack">
        {given.map((name, n) => (
          <input
            key={n}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autocomplete="off"
            placeholder={t.player(n + 1)}
            aria-label={t.nameOf(n + 1)}
            onInput={(event) => {
              const text = event.currentTarget.value;
              onChange(given.map((it, other) => (other === n ? text : it)));
            }}
          />
        ))}
      </div>
    </details>
  );
}
