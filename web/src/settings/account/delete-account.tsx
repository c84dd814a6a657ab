// Delete the account, after typing its name.
import { useRef, useState } from "preact/hooks";
import { clearAccount } from "../../net/account";
import { fetchJson } from "../../net/api";
import type { PlayerSummary } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { useBorrowedFocus } from "../../ui/confirm";
import { Field } from "./field";

export function DeleteAccount({ player }: { player: PlayerSummary }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <DeleteForm player={player} onCancel={() => setOpen(false)} />}
      <div hidden={open}>
        <button type="button" class="danger" onClick={() => setOpen(true)}>
          {texts.value.account.remove}
        </button>
      </div>
    </>
  );
}

function DeleteForm({ player, onCancel }: { player: PlayerSummary; onCancel: () => void }) {
  const t = texts.value.account;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  useBorrowedFocus(() => form.current?.querySelector("input"));

  async function submit(event: Event) {
    event.preventDefault();
    if (typed.trim() !== player.name) return setWrong(t.removeWrong(player.name));
    const done = await attempt(() => fetchJson("DELETE", "/api/me"));
    if (!done) return;
    clearAccount();
    announce(t.removed);
  }

  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      <p>{t.removeHint}</p>
      <Field
        label={t.removeConfirm(player.name)}
        value={typed}
        autocomplete="off"
        wrong={wrong}
        onInput={(text) => {
          setTyped(text);
          setWrong("");
        }}
      />
      <div class="row">
        <button type="submit" class="danger">
          {t.remove}
        </button>
        <button type="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
