// Change the passphrase, which signs the player out everywhere else and ends the recovery code.
import { useState } from "preact/hooks";
import { ApiError, errorText, fetchJson } from "../../net/api";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { checkPassphrase, MIN_PASSPHRASE_LENGTH } from "./credentials";
import { Field } from "./field";
import { OpenedForm } from "./opened-form";
import { showNewCode } from "./recovery-code";

const NOTHING = { old: "", chosen: "", form: "" };

export function ChangePassphrase() {
  const t = texts.value.account;
  const [old, setOld] = useState("");
  const [chosen, setChosen] = useState("");
  const [wrong, setWrong] = useState(NOTHING);

  async function submit(): Promise<boolean> {
    const found = { old: checkPassphrase(old, false), chosen: checkPassphrase(chosen, true) };
    setWrong({ ...found, form: "" });
    if (found.old || found.chosen) return false;
    try {
      await fetchJson("PUT", "/api/me/passphrase", { passphrase: old, new_passphrase: chosen });
    } catch (error) {
      const refused = error instanceof ApiError && error.code === "not_allowed";
      const form = refused ? "" : errorText(error);
      setWrong({ ...NOTHING, old: refused ? t.wrongPassphrase : "", form });
      return false;
    }
    setOld("");
    setChosen("");
    announce(t.passphraseChanged);
    await showNewCode(chosen).catch(() => {}); // the settings have a button for it
    return true;
  }

  return (
    <OpenedForm label={t.changePassphrase} onSubmit={submit} error={wrong.form}>
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
    </OpenedForm>
  );
}
