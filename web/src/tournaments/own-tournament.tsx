// How to run a tournament and show it here.
import { allGames } from "../net/catalogue";
import { texts } from "../texts";

// Commands and files are the same in every language.
const file = (game: string) => `game = "${game}"
kind = "round-robin"
games = 100
movetime = "1s"

[[bots]]
bot = "python3 my_bot.py"
name = "mine"

[[bots]]
bot = "mcts:nodes=400"`;
const RUN = "quire arena run my.toml --out my.jsonl";
const SERVE = "quire serve --tournaments results/";
const REPORT = "quire arena report my.jsonl";

export function OwnTournament() {
  const t = texts.value.arena;
  return (
    <section class="card stack">
      <h2>{t.own}</h2>
      <p>{t.ownWrite}</p>
      <Code text={file(allGames()[0])} />
      <p>{t.ownRun}</p>
      <Code text={RUN} />
      <p>{t.ownShow}</p>
      <Code text={`${SERVE}\n${REPORT}`} />
    </section>
  );
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre class="code" tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
