// Register, sign in, or play as a guest with a chosen name.
import { useRef, useState } from "preact/hooks";
import { account, storeAccount } from "../net/account";
import { ApiError, ask, askAnonymously, errorText } from "../net/api";
import type { SignedIn } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce } from "../ui/announce";
import { LONGEST_NAME, SHORTEST_PASSPHRASE, wrongName, wrongPassphrase } from "./credentials";
import { Field } from "./field";

const WAYS = ["register", "signIn", "beGuest"] as const;
type Way = (typeof WAYS)[number];

/** For visitors without an account, and guests. */
export function SignIn() {
  const t = texts.value.account;
  const [way, setWay] = useState<Way>("register");
  const guest = account.value !== null;
  const ways = WAYS.filter((it) => it !== "beGuest" || !guest);
  const shown = ways.includes(way) ? way : "register";
  return (
    <div class="stack">
      <div class="segmented ways" role="group" aria-label={t.comeIn}>
        {ways.map((it) => (
          <button key={it} type="button" aria-pressed={it === shown} onClick={() => setWay(it)}>
            {t[it]}
          </button>
        ))}
      </div>
      <Credentials key={shown} way={shown} />
    </div>
  );
}

function Credentials({ way }: { way: Way }) {
  const t = texts.value.account;
  const form = useRef<HTMLFormElement>(null);
  const player = account.value?.player;
  const [name, setName] = useState(way === "register" ? (player?.name ?? "") : "");
  const [passphrase, setPassphrase] = useState("");
  const [wrong, setWrong] = useState({ name: "", passphrase: "", form: "" });
  const [busy, setBusy] = useState(false);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy) return;
    const found = {
      name: wrongName(name),
      passphrase: way === "beGuest" ? "" : wrongPassphrase(passphrase, way === "register"),
      form: "",
    };
    setWrong(found);
    if (found.name || found.passphrase) return pointAtWrong();
    setBusy(true);
    try {
      const it = await enter(way, name.trim(), passphrase);
      const greetings = { register: t.registered, signIn: t.signedIn, beGuest: t.asGuest };
      announce(greetings[way](it.player.name));
      storeAccount(it); // this unmounts the form
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      const taken = code === "taken";
      const why = way === "signIn" && code === "not_signed_in" ? t.wrongPair : errorText(error);
      setWrong({ name: taken ? why : "", passphrase: "", form: taken ? "" : why });
      setBusy(false);
      if (taken) pointAtWrong();
    }
  }

  function pointAtWrong() {
    // After it is rendered.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    );
  }

  const hint = { register: player ? t.guestHint : t.newHint, signIn: player && t.guestGames }[
    way as "register" | "signIn"
  ];
  return (
    <form class="stack" ref={form} noValidate onSubmit={submit}>
      {hint && <p class="hint">{hint}</p>}
      <Field
        label={way === "beGuest" ? t.guestName : t.name}
        value={name}
        autocomplete={way === "beGuest" ? "nickname" : "username"}
        hint={way === "signIn" ? undefined : t.nameHint(LONGEST_NAME)}
        wrong={wrong.name}
        onInput={setName}
      />
      {way !== "beGuest" && (
        <Field
          label={t.passphrase}
          value={passphrase}
          autocomplete={way === "register" ? "new-password" : "current-password"}
          hint={way === "register" ? t.passphraseHint(SHORTEST_PASSPHRASE) : undefined}
          wrong={wrong.passphrase}
          onInput={setPassphrase}
        />
      )}
      {wrong.form && (
        <p class="refusal" role="alert">
          {wrong.form}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {t[way]}
      </button>
    </form>
  );
}

/** Store the new account. */
async function enter(way: Way, name: string, passphrase: string): Promise<SignedIn> {
  switch (way) {
    case "register": // with the guest's token, so that the games stay
      return ask<SignedIn>("POST", "/api/players", { name, passphrase });
    case "signIn":
      return askAnonymously<SignedIn>("POST", "/api/sessions", { name, passphrase });
    case "beGuest":
      return askAnonymously<SignedIn>("POST", "/api/guests", { name });
  }
}
