// Sounds, if they are on; what makes them is loaded with the first one.
import { sound } from "../../settings/preferences";
import type { SoundName } from "./recipes";
import type { SoundPlayer } from "./sound-player";

export type { SoundName } from "./recipes";

/** A function that plays sounds by a player that is loaded once. */
export function createSounds(load: () => Promise<SoundPlayer>) {
  let player: Promise<SoundPlayer> | null = null;
  return (name: SoundName, count?: number): void => {
    if (!sound.peek()) return;
    player ??= load();
    // Unsupported, no device, or offline: the page itself shows the same.
    player.then((it) => it.play(name, count)).catch(() => {});
  };
}

export const playSound = createSounds(async () => {
  const { createSoundPlayer } = await import("./sound-player");
  return createSoundPlayer(new AudioContext());
});
