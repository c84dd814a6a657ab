// Who starts, the clock, and whether the game is rated, public and has chat.
import type { GameInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { duration } from "../../texts/duration";
import { Check, Select } from "../../ui/form-fields";
import {
  allPeople,
  anyPeople,
  CLOCKS,
  clockFor,
  FIRST,
  type First,
  othersFor,
} from "./game-options";
import { gameOptions, setOptions } from "./stored-options";

export function TermFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const chosen = gameOptions.value;
  const others = othersFor(chosen, game);
  const people = anyPeople(others);
  const { opponent, clocks, listed } = chosen;
  const clock = clockFor(chosen, others);
  return (
    <details class="terms">
      <summary>{t.more}</summary>
      <div class="stack">
        <div class="field-grid">
          <Select
            label={t.first}
            value={chosen.first}
            options={FIRST.map((it) => [it, t.firsts[it]])}
            onChange={(it) => setOptions({ first: it as First })}
          />
          <Select
            label={t.clock}
            value={String(clock)}
            options={CLOCKS.map((it) => [String(it), it === null ? t.noLimit : duration(it)])}
            onChange={(it) => {
              const seconds = it === "null" ? null : Number(it);
              setOptions({ clocks: { ...clocks, [people ? "people" : "computer"]: seconds } });
            }}
          />
        </div>
        <div>
          {allPeople(others) && (
            <Check
              label={t.rated}
              checked={chosen.rated}
              onChange={(rated) => setOptions({ rated })}
            />
          )}
          {(opponent === "computer" || opponent === "friend") && (
            <Check
              label={t.listed}
              checked={listed[opponent]}
              onChange={(it) => setOptions({ listed: { ...listed, [opponent]: it } })}
            />
          )}
          {people && (
            <Check label={t.chat} checked={chosen.chat} onChange={(chat) => setOptions({ chat })} />
          )}
        </div>
      </div>
    </details>
  );
}
