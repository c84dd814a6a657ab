// Share or export a game: link, moves, record, picture.
import { useState } from "preact/hooks";
import { fetchJson } from "../../net/api";
import type { Record as GameRecord, GameReplay } from "../../net/protocol.gen";
import { sharedAddress } from "../../net/site";
import { texts } from "../../texts";
import { attempt } from "../../ui/announce";
import { copy } from "../../ui/clipboard";
import { download } from "../../ui/download";
import { replayAddress } from "../address";

interface ReplayExportProps {
  game: GameReplay;
  at: number;
  svg: () => string;
}

export function ReplayExport({ game, at, svg }: ReplayExportProps) {
  const t = texts.value.replay;
  const name = `quire-${game.replay.game}-${game.id}`;
  const record = async () =>
    JSON.stringify(
      await fetchJson<GameRecord>("GET", `/api/games/${encodeURIComponent(game.id)}/record`),
    );
  async function copyRecord(): Promise<boolean> {
    let copied = false;
    await attempt(async () => {
      copied = await copy(await record(), t.copied(t.record));
    });
    return copied;
  }
  const moves = game.replay.steps.map((it) => it.move).join(" ");
  const buttons: [string, () => unknown][] = [
    [t.copyLink, () => copy(sharedAddress(replayAddress(game.id, at)), t.copied(t.link))],
    [t.copyMoves, () => copy(moves, t.copied(t.allMoves))],
    [t.copyRecord, copyRecord],
    [t.saveRecord, () => attempt(async () => download(`${await record()}\n`, `${name}.json`))],
    [t.savePicture, () => download(svg(), `${name}-${at}.svg`)],
  ];
  const [done, setDone] = useState("");
  return (
    <section class="card">
      <h2>{t.share}</h2>
      <div class="row export">
        {buttons.map(([words, run]) => (
          <button
            key={words}
            type="button"
            onClick={async () => {
              if ((await run()) !== false) setDone(words);
            }}
          >
            {words}
            {done === words && <span aria-hidden="true">✓</span>}
          </button>
        ))}
      </div>
    </section>
  );
}
