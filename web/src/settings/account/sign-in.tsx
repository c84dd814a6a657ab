// Register, sign in, or play as a guest with a chosen name.
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { account, storeAccount } from "../../net/account";
import { ApiError, errorText, fetchJson, fetchJsonAnonymously } from "../../net/api";
import type { SignedIn } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { checkName, checkPassphrase, MAX_NAME_LENGTH, MIN_PASSPHRASE_LENGTH } from "./credentials";
import { Field } from "./field";
import { Recover } from "./recover";
import { showNewCode } from "./recovery-code";

const MODES = ["register", "signIn", "guest"] as const;
type Mode = (typeof MODES)[number];

/** For visitors without an account, and guests. */
export function SignIn() {
  const t = texts.value.account;
  const { query } = useLocation();
  const [mode, setMode] = useState<Mode>("register");
  useEffect(() => {
    const linked = MODES.find((it) => it === query.mode);
    if (linked) setMode(linked);
  }, [query.mode]);
  const isGuest = account.value !== null;
  const modes = MODES.filter((it) => it !== "guest" || !isGuest);
  const shown = modes.includes(mode) ? mode : "register";
  return (
    <div class="stack">
      <div class="segmented modes" role="group" aria-label={t.signIn}>
        {modes.map((it) => (
          <button key={it} type="button" aria-pressed={it === shown} onClick={() => setMode(it)}>
            {t[it]}
          </button>
        ))}
      </div>
      <Credentials key={shown} mode={shown} />
      {shown === "signIn" && <Recover />}
    </div>
  );
}

function Credentials({ mode }: { mode: Mode }) {
  const t = texts.value.account;
  const form = useRef<HTMLFormElement>(null);
  const player = account.value?.player;
  const [name, setName] = useState(mode === "register" ? (player?.name ?? "") : "");
  const [passphrase, setPassphrase] = useState("");
  const [wrong, setWrong] = useState({ name: "", passphrase: "", form: "" });
  const [busy, setBusy] = useState(false);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    const found = {
      name: checkName(name),
      passphrase: mode === "guest" ? "" : checkPassphrase(passphrase, mode === "register"),
      form: "",
    };
    setWrong(found);
    if (found.name || found.passphrase) return focusInvalidField();
    setBusy(true);
    try {
      const it = await signIn(mode, name.trim(), passphrase);
      const greetings = { register: t.registered, signIn: t.signedIn, guest: t.asGuest };
      announce(greetings[mode](it.player.name));
      storeAccount(it); // this unmounts the form
      // If it fails, the settings have a button for it.
      if (mode === "register") await showNewCode(passphrase).catch(() => {});
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      const taken = code === "taken";
      const why = mode === "signIn" && code === "not_signed_in" ? t.wrongPair : errorText(error);
      setWrong({ name: taken ? why : "", passphrase: "", form: taken ? "" : why });
      setBusy(false);
      if (taken) focusInvalidField();
    }
  }

  function focusInvalidField() {
    // After it is rendered.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    );
  }

  const hint = { register: player ? t.guestHint : t.newHint, signIn: player && t.guestGames }[
    mode as "register" | "signIn"
  ];
  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      {hint && <p class="hint">{hint}</p>}
      <Field
        label={mode === "guest" ? t.guestName : t.name}
        value={name}
        autocomplete={mode === "guest" ? "nickname" : "username"}
        hint={mode === "signIn" ? undefined : t.nameHint(MAX_NAME_LENGTH)}
        wrong={wrong.name}
        onInput={setName}
      />
      {mode !== "guest" && (
        <Field
          label={t.passphrase}
          value={passphrase}
          autocomplete={mode === "register" ? "new-password" : "current-password"}
          hint={mode === "register" ? t.passphraseHint(MIN_PASSPHRASE_LENGTH) : undefined}
          wrong={wrong.passphrase}
          onInput={setPassphrase}
        />
      )}
      {wrong.form && (
        <p class="form-error" role="alert">
          {wrong.form}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {t[mode]}
      </button>
    </form>
  );
}

/** Request the account in the chosen way. */
async function signIn(mode: Mode, name: string, passphrase: string): Promise<SignedIn> {
  switch (mode) {
    case "register": // with the guest's token, so that the games stay
      return fetchJson<SignedIn>("POST", "/api/players", { name, passphrase });
    case "signIn":
      return fetchJsonAnonymously<SignedIn>("POST", "/api/sessions", { name, passphrase });
    case "guest":
      return fetchJsonAnonymously<SignedIn>("POST", "/api/guests", { name });
  }
}
