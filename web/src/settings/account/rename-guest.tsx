// Another name for a guest than the random one.
import { useState } from "preact/hooks";
import { updatePlayer } from "../../net/account";
import { errorText, fetchJson } from "../../net/api";
import type { PlayerSummary } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce } from "../../ui/announce";
import { Field } from "./field";

export function RenameGuest({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [name, setName] = useState(player.name);
  const [wrong, setWrong] = useState("");

  async function submit(event: Event) {
    event.preventDefault();
    try {
      const now = await fetchJson<PlayerSummary>("PUT", "/api/me/name", { name: name.trim() });
      updatePlayer(now);
      setName(now.name);
      setWrong("");
      announce(t.asGuest(now.name));
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
