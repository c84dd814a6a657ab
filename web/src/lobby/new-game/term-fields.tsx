// Who starts, the clock, and whether the game is rated, public and has chat.
import type { GameInfo } from "../../net/protocol.gen";
import { hasServer } from "../../net/site";
import { texts } from "../../texts";
import { duration } from "../../texts/duration";
import { Check, Select } from "../../ui/form-fields";
import {
  anyPeople,
  CLOCKS,
  type Clock,
  canBeRated,
  clockFor,
  FIRST,
  type First,
  othersFor,
} from "./game-options";
import { gameOptions, setOptions } from "./stored-options";

function clockLabel(clock: Clock): string {
  const t = texts.value;
  if (clock === null) return t.start.noLimit;
  const time = duration(clock.clock);
  return clock.increment === null ? t.game.aMove(time) : t.start.total(time, clock.increment);
}

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
          {hasServer() && (
            <Select
              label={t.clock}
              value={clock}
              options={Object.entries(CLOCKS).map(([name, it]) => [name, clockLabel(it)])}
              onChange={(name) =>
                setOptions({ clocks: { ...clocks, [people ? "people" : "computer"]: name } })
              }
            />
          )}
        </div>
        <div>
          {canBeRated(chosen, others) && (
            <Check
              label={t.rated}
              checked={chosen.rated}
              onChange={(rated) => setOptions({ rated })}
            />
          )}
          {hasServer() && (opponent === "computer" || opponent === "friend") && (
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
