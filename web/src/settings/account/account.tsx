// The account: who is signed in, and how to sign in, rename, sign out, change the passphrase.
import { account } from "../../net/account";
import { texts } from "../../texts";
import { ChangePassphrase } from "./change-passphrase";
import { PlayerData } from "./player-data";
import { NewRecoveryCode, ShownRecoveryCode } from "./recovery-code";
import { RenameGuest } from "./rename-guest";
import { Sessions } from "./sessions";
import { SignIn } from "./sign-in";
import { SignOut } from "./sign-out";

export function Account() {
  const t = texts.value.account;
  const player = account.value?.player;
  const member = player && player.kind !== "guest";
  return (
    <>
      <section class="card stack">
        <h2>{t.title}</h2>
        <p>{!player ? t.noAccount : member ? t.asMember(player.name) : t.asGuest(player.name)}</p>
        {player && <a href={`/players/${player.id}`}>{t.page}</a>}
        {player && !member && <RenameGuest key={player.id} player={player} />}
        {!member && <SignIn />}
        <ShownRecoveryCode />
        {member && <ChangePassphrase key={player.id} />}
        {member && <NewRecoveryCode key={player.id} />}
        {member && <Sessions key={player.id} />}
        {player && <SignOut player={player} />}
      </section>
      {player && <PlayerData player={player} />}
    </>
  );
}
