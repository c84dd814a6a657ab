// Who has the other seats: a computer level, or people.
import { agentsOf } from "../../net/catalogue";
import type { GameInfo } from "../../net/protocol.gen";
import { hasServer } from "../../net/site";
import { texts } from "../../texts";
import { agentName } from "../../texts/names";
import { Select } from "../../ui/form-fields";
import { agentFor, OPEN, othersFor, withAgent } from "./game-options";
import { gameOptions, setOptions } from "./stored-options";

/** The computer level, and who has the third and further seats. */
export function SeatFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const chosen = gameOptions.value;
  const others = othersFor(chosen, game);
  const agent = agentFor(chosen, game.key);
  const setSeat = (n: number, who: string) => {
    const more = others.slice(1);
    more[n - 1] = who;
    setOptions({ more });
  };
  return (
    <>
      <div class="field-grid">
        {chosen.opponent === "computer" && (
          <Select
            label={t.computer}
            value={agent}
            hint={texts.value.agents[agent]?.summary}
            onChange={(it) => setOptions(withAgent(chosen, game.key, it))}
          >
            <Agents game={game.key} />
          </Select>
        )}
        {others.slice(1).map((who, n) => (
          <Select
            key={n}
            label={t.furtherSeat(n + 3)}
            value={who}
            onChange={(it) => setSeat(n + 1, it)}
          >
            {hasServer() && <option value={OPEN}>{t.person}</option>}
            <Agents game={game.key} />
          </Select>
        ))}
      </div>
      {(chosen.opponent === "computer" || others.length > 1) && <Comparison game={game.key} />}
    </>
  );
}

/** The computer players with texts: the levels, then the other engines. */
function knownAgents(game: string): { levels: string[]; named: string[] } {
  const known = agentsOf(game).map((it) => it.name);
  const described = known.filter((it) => it in texts.value.agents);
  const isLevel = (it: string) => it.startsWith("level");
  return { levels: described.filter(isLevel), named: described.filter((it) => !isLevel(it)) };
}

function Agents({ game }: { game: string }) {
  const t = texts.value.start;
  const { levels, named } = knownAgents(game);
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

/** All of them, with a sentence each. */
function Comparison({ game }: { game: string }) {
  const { levels, named } = knownAgents(game);
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
