// Choose a new passphrase with the recovery code, for members who have lost theirs.
import { useState } from "preact/hooks";
import { storeAccount } from "../../net/account";
import { ApiError, errorText, fetchJsonAnonymously } from "../../net/api";
import type { SignedIn } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { checkName, checkPassphrase, MIN_PASSPHRASE_LENGTH } from "./credentials";
import { Field } from "./field";
import { OpenedForm } from "./opened-form";
import { showNewCode } from "./recovery-code";

const NOTHING = { name: "", code: "", chosen: "", form: "" };

export function Recover() {
  const t = texts.value.account;
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [chosen, setChosen] = useState("");
  const [wrong, setWrong] = useState(NOTHING);

  async function submit(): Promise<boolean> {
    const found = {
      name: checkName(name),
      code: code.trim() ? "" : t.codeMissing,
      chosen: checkPassphrase(chosen, true),
    };
    setWrong({ ...found, form: "" });
    if (found.name || found.code || found.chosen) return false;
    try {
      const body = { name: name.trim(), code: code.trim(), new_passphrase: chosen };
      const it = await fetchJsonAnonymously<SignedIn>("POST", "/api/recovery", body);
      announce(t.signedIn(it.player.name));
      storeAccount(it); // this unmounts the form
      await showNewCode(chosen).catch(() => {}); // the settings have a button for it
      return true;
    } catch (error) {
      const refused = error instanceof ApiError && error.code === "not_signed_in";
      setWrong({ ...NOTHING, form: refused ? t.wrongCode : errorText(error) });
      return false;
    }
  }

  return (
    <OpenedForm label={t.forgot} submit={t.changePassphrase} onSubmit={submit} error={wrong.form}>
      <p class="hint">{t.forgotHint}</p>
      <Field
        label={t.name}
        value={name}
        autocomplete="username"
        wrong={wrong.name}
        onInput={setName}
      />
      <Field
        label={t.recoveryCode}
        value={code}
        autocomplete="off"
        wrong={wrong.code}
        onInput={setCode}
      />
      <Field
        label={t.newPassphrase}
        value={chosen}
        autocomplete="new-password"
        hint={t.passphraseHint(MIN_PASSPHRASE_LENGTH)}
        wrong={wrong.chosen}
        onInput={setChosen}
      />
    </OpenedForm>
  );
}
