// Settings of this browser: appearance, alerts, gameplay.
import { useState } from "preact/hooks";
import { notificationPermission, setNotifications } from "../app/notifications";
import { hasServer } from "../net/site";
import { LANGUAGES, texts } from "../texts";
import { Check, Select, Switch } from "../ui/form-fields";
import { prefersReducedMotion } from "./motion";
import { drawing, language, notification, pace, theme, typing } from "./preferences";
import { SoundSettings } from "./sound-settings";

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
      <SoundSettings />
      {hasServer() && <Notifications />}
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
    <section class="card stack">
      <h2>{t.playing}</h2>
      <Select
        label={t.pace}
        value={pace.value}
        options={Object.entries(t.paces)}
        hint={prefersReducedMotion() ? t.paceStill : t.paceHint}
        onChange={(it) => {
          pace.value = it as typeof pace.value;
        }}
      />
      <div>
        <Switch label={t.drawing} setting={drawing} />
        <p class="hint">{t.drawingHint}</p>
      </div>
      <div>
        <Switch label={t.typing} setting={typing} />
        <p class="hint">{t.typingHint}</p>
      </div>
    </section>
  );
}
