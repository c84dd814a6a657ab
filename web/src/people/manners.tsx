// Not to meet somebody, and to report somebody.
import { useRef, useState } from "preact/hooks";
import { ask } from "../api";
import { someone } from "../guest";
import { recall, remember } from "../kept";
import type { PlayerPage } from "../protocol.gen";
import { attempt, say } from "../speech";
import { texts } from "../texts";

const LONGEST = 500;

export function Manners({ player }: { player: PlayerPage }) {
  const t = texts.value.player;
  // The server tells nobody who has blocked whom: this browser remembers what was done here.
  const [blocked, setBlocked] = useState(() => recall<string[]>("blocked", []).includes(player.id));
  const dialog = useRef<HTMLDialogElement>(null);

  const block = () =>
    attempt(async () => {
      await someone();
      await ask(blocked ? "DELETE" : "PUT", `/api/players/${player.id}/block`);
      const others = recall<string[]>("blocked", []).filter((it) => it !== player.id);
      remember("blocked", blocked ? others : [...others, player.id]);
      setBlocked(!blocked);
      say(blocked ? t.unblocked(player.name) : t.blocked(player.name));
    });

  return (
    <div class="row">
      {blocked && <p class="hint">{t.blocked(player.name)}</p>}
      <button type="button" onClick={block}>
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
  player: PlayerPage;
  dialog: { current: HTMLDialogElement | null };
}

function ReportDialog({ player, dialog }: ReportDialogProps) {
  const t = texts.value.player;
  const [text, setText] = useState("");
  const [told, setTold] = useState("");

  async function send(event: Event) {
    event.preventDefault();
    const done = await attempt(async () => {
      await someone();
      await ask("POST", `/api/players/${player.id}/reports`, { text: text.trim() });
    });
    dialog.current?.close(); // what went wrong is told by the page, below the dialog
    if (!done) return;
    setText("");
    setTold(t.reported);
    say(t.reported);
  }

  return (
    <>
      {told && <p class="hint">{told}</p>}
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
              maxLength={LONGEST}
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
