// The settings page: account, appearance, alerts.

import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { Account } from "./account";
import { Blocked } from "./blocked-players";
import { Calls, Look, Playing } from "./page-choices";

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
