// Block and report buttons.
import { useRef, useState } from "preact/hooks";
import { fetchJson } from "../net/api";
import { ensureAccount } from "../net/guest";
import type { PlayerProfile } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce, attempt } from "../ui/announce";
import { setBlocked, useBlocks } from "./blocks";

const MAX_REPORT_LENGTH = 500;

export function BlockReport({ player }: { player: PlayerProfile }) {
  const t = texts.value.player;
  const blocked = useBlocks().some((it) => it.id === player.id);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="row">
      {blocked && <p class="hint">{t.blocked(player.name)}</p>}
      <button type="button" onClick={() => setBlocked(player, !blocked)}>
        {blocked ? t.unblock : t.block}
      </button>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {t.report}
      </button>
      <ReportDialog player={player} dialog={dialog} />
    </div>
  );
}

interface ReportDialogProps {
  player: PlayerProfile;
  dialog: { current: HTMLDialogElement | null };
}

function ReportDialog({ player, dialog }: ReportDialogProps) {
  const t = texts.value.player;
  const [text, setText] = useState("");
  const [confirmation, setConfirmation] = useState("");

  async function send(event: Event) {
    event.preventDefault();
    const done = await attempt(async () => {
      await ensureAccount();
      await fetchJson("POST", `/api/players/${player.id}/reports`, { text: text.trim() });
    });
    dialog.current?.close(); // the error banner is behind the dialog
    if (!done) return;
    setText("");
    setConfirmation(t.reported);
    announce(t.reported);
  }

  return (
    <>
      {confirmation && <p class="hint">{confirmation}</p>}
      <dialog ref={dialog} class="card" aria-labelledby="report-title">
        <form class="stack" onSubmit={send}>
          <h2 id="report-title">{t.reportTitle(player.name)}</h2>
          <p class="hint" id="report-hint">
            {t.reportHint}
          </p>
          <label>
            {t.reason}
            <textarea
              rows={4}
              required
              maxLength={MAX_REPORT_LENGTH}
              aria-describedby="report-hint"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div class="row">
            <button type="submit" class="primary" disabled={!text.trim()}>
              {t.send}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              {t.cancel}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
