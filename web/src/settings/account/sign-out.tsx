// Sign out here or everywhere; a guest, who can't sign in again, is asked first.
import { useState } from "preact/hooks";
import { clearAccount } from "../../net/account";
import { fetchJson } from "../../net/api";
import type { PlayerSummary } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { announce, attempt } from "../../ui/announce";
import { Confirm } from "../../ui/confirm";

export function SignOut({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [isConfirming, setIsConfirming] = useState(false);
  const guest = player.kind === "guest";

  /** Forget the account here; the server ends the session when it can be reached. */
  function leaveHere() {
    fetchJson("DELETE", "/api/sessions/current").catch(() => {});
    leave();
  }

  function leave() {
    clearAccount();
    announce(t.signedOut);
  }

  async function everywhere() {
    const done = await attempt(() => fetchJson("DELETE", "/api/sessions"));
    if (done) leave();
  }

  return (
    <>
      {isConfirming && (
        <Confirm
          question={t.confirmDeleteGuest(player.name)}
          yes={t.deleteGuest}
          no={t.cancel}
          onAnswer={(yes) => {
            setIsConfirming(false);
            if (yes) leaveHere();
          }}
        />
      )}
      <div class="row" hidden={isConfirming}>
        <button type="button" onClick={() => (guest ? setIsConfirming(true) : leaveHere())}>
          {guest ? t.deleteGuest : t.signOut}
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
