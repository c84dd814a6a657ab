// Settings of this browser: appearance, alerts, gameplay.
import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { canVibrate, notificationPermission, notify, setNotifications } from "../app/notifications";
import { LANGUAGES, texts } from "../texts";
import { Check, Select } from "../ui/form-fields";
import { language, notification, sound, theme, typing, vibration } from "./preferences";

export function Appearance() {
  const t = texts.value.settings;
  return (
    <section class="card stack">
      <h2>{t.look}</h2>
      <div class="field-grid">
        <Select
          label={t.language}
          value={language.value}
          options={[["", t.auto], ...Object.entries(LANGUAGES)]}
          onChange={(it) => {
            language.value = it;
          }}
        />
        <Select
          label={t.theme}
          value={theme.value}
          options={Object.entries(t.themes)}
          onChange={(it) => {
            theme.value = it as typeof theme.value;
          }}
        />
      </div>
    </section>
  );
}

export function Alerts() {
  const t = texts.value.settings;
  return (
    <section class="card stack">
      <h2>{t.alerts}</h2>
      <div>
        <div class="spread">
          <Switch label={t.sound} setting={sound} />
          {sound.value && (
            <button type="button" onClick={() => notify({ kind: "turn", title: t.sound })}>
              {t.tryIt}
            </button>
          )}
        </div>
        <p class="hint">{t.soundHint}</p>
      </div>
      <div>
        {canVibrate() && <Switch label={t.vibration} setting={vibration} />}
        <p class="hint">{canVibrate() ? t.vibrationHint : t.noVibration}</p>
      </div>
      <Notifications />
    </section>
  );
}

function Notifications() {
  const t = texts.value.settings;
  const [allowed, setAllowed] = useState(notificationPermission);
  const hint = { denied: t.denied, unsupported: t.noNotification }[allowed as string];
  return (
    <div>
      {allowed !== "unsupported" && (
        <Check
          label={t.notification}
          checked={notification.value && allowed === "granted"}
          onChange={async (wanted) => setAllowed(await setNotifications(wanted))}
        />
      )}
      <p class="hint">{hint ?? t.notificationHint}</p>
    </div>
  );
}

export function Gameplay() {
  const t = texts.value.settings;
  return (
    <section class="card">
      <h2>{t.playing}</h2>
      <Switch label={t.typing} setting={typing} />
      <p class="hint">{t.typingHint}</p>
    </section>
  );
}

function Switch({ label, setting }: { label: string; setting: Signal<boolean> }) {
  return (
    <Check
      label={label}
      checked={setting.value}
      onChange={(it) => {
        setting.value = it;
      }}
    />
  );
}
