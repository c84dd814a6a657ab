// Who one is, and how the page looks and calls.
import { useTitle } from "../parts/title";
import { Account } from "../preferences/account";
import { Blocked } from "../preferences/blocked";
import { Calls, Look, Playing } from "../preferences/page-choices";
import { texts } from "../texts";

export default function Settings() {
  const { title } = texts.value.settings;
  useTitle(title);
  return (
    <>
      <h1 class="page-title">{title}</h1>
      <div class="settings-columns">
        <div class="stack">
          <Account />
          <Blocked />
        </div>
        <div class="stack">
          <Look />
          <Calls />
          <Playing />
        </div>
      </div>
    </>
  );
}
