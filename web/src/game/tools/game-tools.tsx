// Sound and full screen, in the header of a game.
import { useEffect, useState } from "preact/hooks";
import { sound, soundOffered } from "../../settings/preferences";
import { texts } from "../../texts";
import { Icon } from "../../ui/drawn/icon";
import { playSound } from "../../ui/sound/sound";

export function GameTools() {
  return (
    <div class="game-tools">
      {soundOffered.value ? null : <SoundOffer />}
      <MuteButton />
      {document.fullscreenEnabled && <FullScreenButton />}
    </div>
  );
}

function setSound(isOn: boolean) {
  sound.value = isOn;
  soundOffered.value = true;
  playSound("other");
}

/** Shown in the first game, until it is answered or the game is left. */
function SoundOffer() {
  const t = texts.value.game;
  useEffect(
    () => () => {
      soundOffered.value = true;
    },
    [],
  );
  return (
    <div class="sound-offer" role="group" aria-label={t.soundOffer}>
      <p>{t.soundOffer}</p>
      <button type="button" class="compact" onClick={() => setSound(true)}>
        {t.soundOn}
      </button>
      <button type="button" class="quiet compact" onClick={() => setSound(false)}>
        {t.soundNo}
      </button>
    </div>
  );
}

function MuteButton() {
  const t = texts.value.game;
  const name = sound.value ? t.mute : t.unmute;
  return (
    <button
      type="button"
      class="quiet tool"
      aria-label={name}
      title={name}
      onClick={() => setSound(!sound.value)}
    >
      <Icon name={sound.value ? "sound" : "muted"} />
    </button>
  );
}

function FullScreenButton() {
  const t = texts.value.game;
  const [isFull, setIsFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, []);
  const name = isFull ? t.leaveFullScreen : t.fullScreen;
  function toggle() {
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {}); // the browser doesn't allow it
  }
  return (
    <button type="button" class="quiet tool" aria-label={name} title={name} onClick={toggle}>
      <Icon name={isFull ? "shrink" : "full"} />
    </button>
  );
}
