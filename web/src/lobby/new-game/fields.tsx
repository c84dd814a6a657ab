// The fields of the chooser.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { agentName } from "../../game/words";
import { catalogue } from "../../net/catalogue";
import type { GameInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { duration } from "../../texts/duration";
import { sizeWords } from "../../texts/game-titles";
import {
  agentFor,
  allPeople,
  anyPeople,
  CLOCKS,
  clockFor,
  FIRST,
  type First,
  hasSeats,
  OPEN,
  othersFor,
  withAgent,
} from "./game-options";
import { boardsOf, playersOf, withPlayers } from "./size";
import { choices, choose } from "./stored-options";

interface SelectProps {
  label: string;
  value: string;
  options?: [string, string][];
  hint?: string;
  children?: ComponentChildren; // instead of options, where they are in groups
  onChange: (value: string) => void;
}

export function Select({ label, value, options, hint, children, onChange }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options?.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        )) ?? children}
      </select>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

const OTHER = "other";

/** The board and how many play on it. */
export function BoardFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const id = useId();
  const chosen = choices.value;
  const several = game.most_players > 2;
  const boards = several ? boardsOf(game.common_sizes) : game.common_sizes;
  const size = chosen.sizes[game.key] ?? game.default_size;
  const players = playersOf(size);
  const board = several ? withPlayers(size, 2) : size;
  const [own, setOwn] = useState(!boards.includes(board));
  const keep = (text: string) => choose({ sizes: { ...chosen.sizes, [game.key]: text } });
  const counts = Array.from({ length: game.most_players - 1 }, (_, n) => String(n + 2));
  return (
    <>
      {(boards.length > 1 || own) && (
        <Select
          label={t.board}
          value={own ? OTHER : board}
          options={[
            ...boards.map((it): [string, string] => [it, sizeWords(it)]),
            [OTHER, t.otherBoard],
          ]}
          onChange={(it) => {
            setOwn(it === OTHER);
            if (it !== OTHER) keep(withPlayers(it, players));
          }}
        />
      )}
      {own && (
        <div>
          <label for={id}>{t.ownBoard}</label>
          <input
            id={id}
            value={size}
            maxLength={24}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={`${id}-hint`}
            onInput={(event) => keep(event.currentTarget.value)}
          />
          <p class="hint" id={`${id}-hint`}>
            {t.sizes[game.key] ?? game.sizes}
          </p>
        </div>
      )}
      {several && hasSeats(chosen.opponent) && (
        <Select
          label={t.players}
          value={String(players)}
          options={counts.map((it) => [it, it])}
          onChange={(it) => keep(withPlayers(size, Number(it)))}
        />
      )}
    </>
  );
}

/** Which computer plays, and who has the third seat and those after it. */
export function SeatFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const chosen = choices.value;
  const others = othersFor(chosen, game);
  const agent = agentFor(chosen, game.key);
  const keepSeat = (n: number, who: string) => {
    const more = others.slice(1);
    more[n - 1] = who;
    choose({ more });
  };
  return (
    <>
      <div class="field-grid">
        {chosen.opponent === "computer" && (
          <Select
            label={t.computer}
            value={agent}
            hint={texts.value.agents[agent]?.summary}
            onChange={(it) => choose(withAgent(chosen, game.key, it))}
          >
            <Agents />
          </Select>
        )}
        {others.slice(1).map((who, n) => (
          <Select
            key={n}
            label={t.furtherSeat(n + 3)}
            value={who}
            onChange={(it) => keepSeat(n + 1, it)}
          >
            <option value={OPEN}>{t.person}</option>
            <Agents />
          </Select>
        ))}
      </div>
      {(chosen.opponent === "computer" || others.length > 1) && <Comparison />}
    </>
  );
}

/** The computer players that have words here: the levels, then the others. */
function knownAgents(): { levels: string[]; named: string[] } {
  const known = catalogue.value.agents.map((it) => it.name);
  const worded = known.filter((it) => it in texts.value.agents);
  const isLevel = (it: string) => it.startsWith("level");
  return { levels: worded.filter(isLevel), named: worded.filter((it) => !isLevel(it)) };
}

function Agents() {
  const t = texts.value.start;
  const { levels, named } = knownAgents();
  const group = (label: string, names: string[]) => (
    <optgroup label={label}>
      {names.map((it) => (
        <option key={it} value={it}>
          {agentName(it)}
        </option>
      ))}
    </optgroup>
  );
  return (
    <>
      {group(t.levels, levels)}
      {group(t.named, named)}
    </>
  );
}

/** All of them with a sentence each, below one another: to choose by. */
function Comparison() {
  const { levels, named } = knownAgents();
  return (
    <details class="terms">
      <summary>{texts.value.start.compare}</summary>
      <dl class="comparison">
        {[...levels, ...named].map((it) => (
          <div key={it}>
            <dt>{agentName(it)}</dt>
            <dd>{texts.value.agents[it].summary}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Who starts, the clock, and who may see and say what. */
export function TermFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const chosen = choices.value;
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
            onChange={(it) => choose({ first: it as First })}
          />
          <Select
            label={t.clock}
            value={String(clock)}
            options={CLOCKS.map((it) => [String(it), it === null ? t.noLimit : duration(it)])}
            onChange={(it) => {
              const seconds = it === "null" ? null : Number(it);
              choose({ clocks: { ...clocks, [people ? "people" : "computer"]: seconds } });
            }}
          />
        </div>
        <div>
          {allPeople(others) && (
            <Check label={t.rated} checked={chosen.rated} onChange={(rated) => choose({ rated })} />
          )}
          {(opponent === "computer" || opponent === "friend") && (
            <Check
              label={t.listed}
              checked={listed[opponent]}
              onChange={(it) => choose({ listed: { ...listed, [opponent]: it } })}
            />
          )}
          {people && (
            <Check label={t.chat} checked={chosen.chat} onChange={(chat) => choose({ chat })} />
          )}
        </div>
      </div>
    </details>
  );
}
