// The settings page: account, appearance, alerts.

import { hasServer } from "../net/site";
import { texts } from "../texts";
import { useTitle } from "../ui/page-title";
import { Account } from "./account/account";
import { Blocked } from "./blocked-players";
import { Alerts, Appearance, Gameplay } from "./browser-settings";

export default function SettingsPage() {
  const { title } = texts.value.settings;
  useTitle(title);
  return (
    <>
      <h1 class="page-title">{title}</h1>
      <div class="settings-columns">
        {hasServer() && (
          <div class="stack">
            <Account />
            <Blocked />
          </div>
        )}
        <div class="stack">
          <Appearance />
          <Alerts />
          <Gameplay />
        </div>
      </div>
    </>
  );
}
