// What the server stores about a player: chat preference, games to download.
import { useEffect, useState } from "preact/hooks";
import { fetchFile, fetchJson } from "../../net/api";
import type { PlayerSummary, Preferences } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { attempt } from "../../ui/announce";
import { download } from "../../ui/download";
import { Check } from "../../ui/form-fields";
import { DeleteAccount } from "./delete-account";

export function PlayerData({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [chat, setChat] = useState(true);
  useEffect(() => {
    fetchJson<Preferences>("GET", "/api/me/preferences").then(
      (it) => setChat(it.chat),
      () => {}, // the connection bar shows that it is lost
    );
  }, [player.id]);

  async function enableChat(wanted: boolean) {
    setChat(wanted);
    const done = await attempt(() => fetchJson("PUT", "/api/me/preferences", { chat: wanted }));
    if (!done) setChat(!wanted);
  }

  const save = (path: string, name: string) =>
    attempt(async () => download(await fetchFile(path), name));

  return (
    <section class="card stack">
      <h2>{t.data}</h2>
      <div>
        <Check label={t.chat} checked={chat} onChange={enableChat} />
        <p class="hint">{t.chatHint}</p>
      </div>
      <div>
        <button type="button" onClick={() => save("/api/me/export", t.exportFile)}>
          {t.export}
        </button>
        <p class="hint">{t.exportHint}</p>
      </div>
      <div>
        <button type="button" onClick={() => save("/api/me/data", t.exportDataFile)}>
          {t.exportData}
        </button>
        <p class="hint">{t.exportDataHint}</p>
      </div>
      <DeleteAccount key={player.id} player={player} />
    </section>
  );
}
