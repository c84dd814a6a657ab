// Plays sounds one at a time: the more important one wins.
import { volume } from "../../settings/preferences";
import { recipeOf, SOUNDS, type SoundName } from "./recipes";
import { synthesise } from "./synthesis";

const MAX_DETUNE = 0.03; // so that no two strokes are alike

export interface SoundPlayer {
  play(name: SoundName, count?: number): void;
}

export function createSoundPlayer(context: AudioContext, random = Math.random): SoundPlayer {
  const buffers = new Map<string, AudioBuffer>();
  let current: { rank: number; until: number; source: AudioBufferSourceNode } | null = null;

  function bufferOf(name: SoundName, count: number): AudioBuffer {
    const key = `${name} ${count}`;
    const known = buffers.get(key);
    if (known) return known;
    const samples = synthesise(recipeOf(name, count), context.sampleRate, random);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    buffers.set(key, buffer);
    return buffer;
  }

  function start(name: SoundName, count: number): void {
    const rank = SOUNDS.indexOf(name);
    const now = context.currentTime;
    if (current && now < current.until) {
      if (rank < current.rank) return;
      current.source.stop();
    }
    const source = context.createBufferSource();
    source.buffer = bufferOf(name, count);
    source.playbackRate.value = 1 + MAX_DETUNE * (2 * random() - 1);
    const gain = context.createGain();
    gain.gain.value = volume.peek() / 100;
    source.connect(gain).connect(context.destination);
    source.start();
    current = { rank, until: now + source.buffer.duration / source.playbackRate.value, source };
  }

  return {
    play(name, count = 1) {
      if (context.state === "running") return start(name, count);
      // Before any input a browser plays nothing, and what is late would only confuse.
      if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
      context.resume().then(
        () => start(name, count),
        () => {},
      );
    },
  };
}
