// Settings of sound and vibration.
import { useId } from "preact/hooks";
import { texts } from "../texts";
import { Switch } from "../ui/form-fields";
import { playSound } from "../ui/sound/sound";
import { canVibrate } from "../ui/sound/vibration";
import { sound, vibration, volume } from "./preferences";

export function SoundSettings() {
  const t = texts.value.settings;
  return (
    <>
      <div>
        <div class="spread">
          <Switch label={t.sound} setting={sound} />
          {sound.value && (
            <button type="button" onClick={() => playSound("other")}>
              {t.tryIt}
            </button>
          )}
        </div>
        {sound.value && <Volume />}
        <p class="hint">{t.soundHint}</p>
      </div>
      <div>
        {canVibrate() && <Switch label={t.vibration} setting={vibration} />}
        <p class="hint">{canVibrate() ? t.vibrationHint : t.noVibration}</p>
      </div>
    </>
  );
}

function Volume() {
  const id = useId();
  return (
    <div class="row">
      <label for={id}>{texts.value.settings.volume}</label>
      <input
        id={id}
        class="grow"
        type="range"
        min={5}
        max={100}
        step={5}
        value={volume.value}
        onInput={(event) => {
          volume.value = event.currentTarget.valueAsNumber;
        }}
        onChange={() => playSound("other")}
      />
    </div>
  );
}
