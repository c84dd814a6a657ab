// Change the passphrase, which signs the player out everywhere else.
import { useRef, useState } from "preact/hooks";
import { ApiError, errorText, fetchJson } from "../net/api";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { useBorrowedFocus } from "../ui/confirm";
import { checkPassphrase, MIN_PASSPHRASE_LENGTH } from "./credentials";
import { Field } from "./field";

export function ChangePassphrase() {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <PassphraseForm onDone={() => setOpen(false)} />}
      <div hidden={open}>
        <button type="button" onClick={() => setOpen(true)}>
          {texts.value.account.changePassphrase}
        </button>
      </div>
    </>
  );
}

function PassphraseForm({ onDone }: { onDone: () => void }) {
  const t = texts.value.account;
  const form = useRef<HTMLFormElement>(null);
  const [old, setOld] = useState("");
  const [chosen, setChosen] = useState("");
  const [wrong, setWrong] = useState({ old: "", chosen: "", form: "" });
  const [busy, setBusy] = useState(false);
  useBorrowedFocus(() => form.current?.querySelector("input"));

  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    const found = { old: checkPassphrase(old, false), chosen: checkPassphrase(chosen, true) };
    setWrong({ ...found, form: "" });
    if (found.old || found.chosen) return;
    setBusy(true);
    try {
      await fetchJson("PUT", "/api/me/passphrase", { passphrase: old, new_passphrase: chosen });
      announce(t.passphraseChanged);
      onDone();
    } catch (error) {
      const refused = error instanceof ApiError && error.code === "not_allowed";
      setWrong({
        old: refused ? t.wrongPassphrase : "",
        chosen: "",
        form: refused ? "" : errorText(error),
      });
      setBusy(false);
    }
  }

  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      <Field
        label={t.oldPassphrase}
        value={old}
        autocomplete="current-password"
        wrong={wrong.old}
        onInput={setOld}
      />
      <Field
        label={t.newPassphrase}
        value={chosen}
        autocomplete="new-password"
        hint={t.passphraseHint(MIN_PASSPHRASE_LENGTH)}
        wrong={wrong.chosen}
        onInput={setChosen}
      />
      <p class="hint">{t.changeHint}</p>
      {wrong.form && (
        <p class="form-error" role="alert">
          {wrong.form}
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={busy}>
          {t.changePassphrase}
        </button>
        <button type="button" onClick={onDone}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
