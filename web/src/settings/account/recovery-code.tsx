// The recovery code: shown once after it was made, and how to get another.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { account } from "../../net/account";
import { ApiError, errorText, fetchJson } from "../../net/api";
import type { RecoveryCode } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import { Field } from "./field";
import { OpenedForm } from "./opened-form";

/** The code that is shown now, and whose it is. */
const shown = signal<{ player: string; code: string } | null>(null);

/** Get a new code for the signed-in player, and show it. */
export async function showNewCode(passphrase: string): Promise<void> {
  const player = account.peek()?.player.id ?? "";
  const { code } = await fetchJson<RecoveryCode>("PUT", "/api/me/recovery-code", { passphrase });
  shown.value = { player, code };
}

export function ShownRecoveryCode() {
  const t = texts.value.account;
  if (!shown.value || shown.value.player !== account.value?.player.id) return null;
  const { code } = shown.value;
  return (
    <div class="recovery-code stack" role="status">
      <p>
        <strong>{t.recoveryCode}</strong> <code>{code}</code>
      </p>
      <p class="hint">{t.recoveryHint}</p>
      <div class="row">
        <button type="button" onClick={() => void copy(code, t.codeCopied)}>
          {t.copyCode}
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            shown.value = null;
          }}
        >
          {t.codeSaved}
        </button>
      </div>
    </div>
  );
}

/** A button, and the form that asks for the passphrase. */
export function NewRecoveryCode() {
  const t = texts.value.account;
  const [passphrase, setPassphrase] = useState("");
  const [wrong, setWrong] = useState("");
  async function submit(): Promise<boolean> {
    try {
      await showNewCode(passphrase);
      setPassphrase("");
      setWrong("");
      return true;
    } catch (error) {
      const refused = error instanceof ApiError && error.code === "not_allowed";
      setWrong(refused ? t.wrongPassphrase : errorText(error));
      return false;
    }
  }
  return (
    <OpenedForm label={t.newCode} onSubmit={submit}>
      <Field
        label={t.passphrase}
        value={passphrase}
        autocomplete="current-password"
        hint={t.newCodeHint}
        wrong={wrong}
        onInput={setPassphrase}
      />
    </OpenedForm>
  );
}
