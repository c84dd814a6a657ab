// Who one is, and what can be done about it.
import { useEffect, useRef, useState } from "preact/hooks";
import { Check } from "../lobby/new-game/fields";
import { account, forget, renamed } from "../net/account";
import { ask, askForFile, errorText } from "../net/api";
import type { PlayerSummary, Preferences } from "../net/protocol.gen";
import { texts } from "../texts";
import { attempt, say } from "../ui/announce";
import { Sure, useBorrowedFocus } from "../ui/confirm";
import { download } from "../ui/download";
import { Field } from "./field";
import { SignIn } from "./sign-in";

export function Account() {
  const t = texts.value.account;
  const player = account.value?.player;
  const member = player && player.kind !== "guest";
  return (
    <>
      <section class="card stack">
        <h2>{t.title}</h2>
        <p>{!player ? t.nobody : member ? t.asMember(player.name) : t.asGuest(player.name)}</p>
        {player && <a href={`/players/${player.id}`}>{t.page}</a>}
        {player && !member && <Rename key={player.id} player={player} />}
        {!member && <SignIn />}
        {player && <Leave player={player} />}
      </section>
      {player && <Data player={player} />}
    </>
  );
}

/** A guest may have another name than the one that was drawn. */
function Rename({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [name, setName] = useState(player.name);
  const [wrong, setWrong] = useState("");

  async function submit(event: Event) {
    event.preventDefault();
    try {
      const now = await ask<PlayerSummary>("PUT", "/api/me/name", { name: name.trim() });
      renamed(now);
      setName(now.name);
      setWrong("");
      say(t.asGuest(now.name));
    } catch (error) {
      setWrong(errorText(error));
    }
  }

  return (
    <form class="stack" onSubmit={submit}>
      <Field
        label={t.guestName}
        value={name}
        onInput={setName}
        autocomplete="nickname"
        wrong={wrong}
      />
      <button type="submit" disabled={!name.trim() || name.trim() === player.name}>
        {t.rename}
      </button>
    </form>
  );
}

function Leave({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [asked, setAsked] = useState(false);
  const guest = player.kind === "guest";

  function leave() {
    forget();
    say(t.signedOut);
  }

  async function everywhere() {
    const done = await attempt(() => ask("DELETE", "/api/sessions"));
    if (done) leave();
  }

  return (
    <>
      {asked && (
        <Sure
          question={t.leaveGuestSure(player.name)}
          yes={t.leaveGuest}
          no={t.cancel}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) leave();
          }}
        />
      )}
      <div class="row" hidden={asked}>
        <button type="button" onClick={() => (guest ? setAsked(true) : leave())}>
          {guest ? t.leaveGuest : t.leave}
        </button>
        {!guest && (
          <button type="button" title={t.everywhereHint} onClick={everywhere}>
            {t.everywhere}
          </button>
        )}
      </div>
    </>
  );
}

function Data({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [chat, setChat] = useState(true);
  useEffect(() => {
    ask<Preferences>("GET", "/api/me/preferences").then(
      (it) => setChat(it.chat),
      () => {}, // the connection says that it is lost
    );
  }, [player.id]);

  async function wantChat(wanted: boolean) {
    setChat(wanted);
    const done = await attempt(() => ask("PUT", "/api/me/preferences", { chat: wanted }));
    if (!done) setChat(!wanted);
  }

  const save = () =>
    attempt(async () => download(await askForFile("/api/me/export"), t.exportFile));

  return (
    <section class="card stack">
      <h2>{t.data}</h2>
      <div>
        <Check label={t.chat} checked={chat} onChange={wantChat} />
        <p class="hint">{t.chatHint}</p>
      </div>
      <div>
        <button type="button" onClick={save}>
          {t.export}
        </button>
        <p class="hint">{t.exportHint}</p>
      </div>
      <Remove key={player.id} player={player} />
    </section>
  );
}

function Remove({ player }: { player: PlayerSummary }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <RemoveForm player={player} onCancel={() => setOpen(false)} />}
      <div hidden={open}>
        <button type="button" onClick={() => setOpen(true)}>
          {texts.value.account.remove}
        </button>
      </div>
    </>
  );
}

function RemoveForm({ player, onCancel }: { player: PlayerSummary; onCancel: () => void }) {
  const t = texts.value.account;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  useBorrowedFocus(() => form.current?.querySelector("input"));

  async function submit(event: Event) {
    event.preventDefault();
    if (typed.trim() !== player.name) return setWrong(t.removeWrong(player.name));
    const done = await attempt(() => ask("DELETE", "/api/me"));
    if (!done) return;
    forget();
    say(t.removed);
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
