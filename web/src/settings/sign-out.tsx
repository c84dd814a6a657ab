// Sign out here or everywhere; a guest, who can't sign in again, is asked first.
import { useState } from "preact/hooks";
import { clearAccount } from "../net/account";
import { ask } from "../net/api";
import type { PlayerSummary } from "../net/protocol.gen";
import { texts } from "../texts";
import { announce, attempt } from "../ui/announce";
import { Confirm } from "../ui/confirm";

export function SignOut({ player }: { player: PlayerSummary }) {
  const t = texts.value.account;
  const [asked, setAsked] = useState(false);
  const guest = player.kind === "guest";

  function leave() {
    clearAccount();
    announce(t.signedOut);
  }

  async function everywhere() {
    const done = await attempt(() => ask("DELETE", "/api/sessions"));
    if (done) leave();
  }

  return (
    <>
      {asked && (
        <Confirm
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
