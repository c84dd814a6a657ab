// The filters of the history. Every choice changes the address.
import { useEffect, useState } from "preact/hooks";
import { allGames, catalogue } from "../../net/catalogue";
import { Reason } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { gameTitle } from "../../texts/names";
import { type Filters, NO_FILTERS } from "./filters";

// The ways a game on this server can end.
const REASONS = [
  ...[Reason.LINE, Reason.POINTS, Reason.LAST_MOVE, Reason.FULL, Reason.RESIGNATION],
  ...[Reason.AGREEMENT, Reason.TIME, Reason.DISCONNECTION, Reason.ABANDONED, Reason.ABORTED],
];

interface FilterFormProps {
  filters: Filters;
  address: string;
  onChoose: (filters: Filters) => void;
}

export function FilterForm({ filters, address, onChoose }: FilterFormProps) {
  const t = texts.value.history;
  const [draft, setDraft] = useState(filters);
  useEffect(() => setDraft(filters), [address]);
  const type = (part: Partial<Filters>) => setDraft({ ...draft, ...part });
  const choose = (part: Partial<Filters>) => {
    type(part);
    onChoose({ ...draft, ...part });
  };
  const none = { ...NO_FILTERS, mine: filters.mine };
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(none);
  const [open] = useState(isFiltered);
  return (
    <details class="filters" open={open}>
      <summary>{t.filters}</summary>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(draft);
        }}
      >
        {!draft.mine && <PlayerField draft={draft} onType={type} onChoose={choose} />}
        <GameFields draft={draft} onType={type} onChoose={choose} />
        <ResultFields draft={draft} onChoose={choose} />
        <label>
          {t.since}
          <input
            type="date"
            value={draft.since}
            onChange={(event) => choose({ since: event.currentTarget.value })}
          />
        </label>
        <label>
          {t.until}
          <input
            type="date"
            value={draft.until}
            onChange={(event) => choose({ until: event.currentTarget.value })}
          />
        </label>
        <div class="row filter-actions">
          <button type="submit">{t.search}</button>
          {!hasPlayerFilter(draft) && <p class="hint">{t.ofPlayer}</p>}
          {isFiltered && (
            <button type="button" class="quiet" onClick={() => onChoose(none)}>
              {t.clear}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

const hasPlayerFilter = (it: Filters) => it.mine || !!it.name || !!it.player;

interface PartProps {
  draft: Filters;
  onType: (part: Partial<Filters>) => void;
  onChoose: (part: Partial<Filters>) => void;
}

function PlayerField({ draft, onType, onChoose }: PartProps) {
  const t = texts.value.history;
  return (
    <label>
      {t.player}
      <input
        type="search"
        autocomplete="off"
        value={draft.name}
        onInput={(event) => onType({ name: event.currentTarget.value })}
        onChange={(event) => onChoose({ name: event.currentTarget.value.trim() })}
      />
    </label>
  );
}

function GameFields({ draft, onType, onChoose }: PartProps) {
  const t = texts.value.history;
  const facts = catalogue.value.games.find((it) => it.key === draft.game);
  return (
    <>
      <label>
        {t.game}
        <select
          value={draft.game}
          onChange={(event) => onChoose({ game: event.currentTarget.value, size: "" })}
        >
          <option value="">{t.anyGame}</option>
          {allGames().map((it) => (
            <option key={it} value={it}>
              {gameTitle(it)}
            </option>
          ))}
        </select>
      </label>
      {draft.game && (
        <label>
          {t.size}
          <input
            list="sizes"
            placeholder={facts && t.sizeHint(facts.default_size)}
            value={draft.size}
            onInput={(event) => onType({ size: event.currentTarget.value })}
            onChange={(event) => onChoose({ size: event.currentTarget.value.trim() })}
          />
        </label>
      )}
      <datalist id="sizes">
        {facts?.common_sizes.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </>
  );
}

function ResultFields({ draft, onChoose }: Omit<PartProps, "onType">) {
  const { history: t, end } = texts.value;
  const hasPlayer = hasPlayerFilter(draft);
  return (
    <>
      <label>
        {t.result}
        <select
          disabled={!hasPlayer}
          title={hasPlayer ? undefined : t.ofPlayer}
          value={draft.result}
          onChange={(event) => onChoose({ result: event.currentTarget.value as Filters["result"] })}
        >
          <option value="">{t.anyResult}</option>
          {Object.entries(t.results).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t.reason}
        <select
          disabled={!hasPlayer}
          title={hasPlayer ? undefined : t.ofPlayer}
          value={draft.reason}
          onChange={(event) => onChoose({ reason: event.currentTarget.value })}
        >
          <option value="">{t.anyReason}</option>
          {REASONS.map((it) => (
            <option key={it} value={it}>
              {end.reasons[it] ?? it}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
