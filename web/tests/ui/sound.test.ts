import { beforeEach, describe, expect, it, vi } from "vitest";
import { sound, vibration, volume } from "../../src/settings/preferences";
import { PEAK_DBFS, recipeOf, SOUNDS, type SoundName } from "../../src/ui/sound/recipes";
import { createSounds } from "../../src/ui/sound/sound";
import { createSoundPlayer } from "../../src/ui/sound/sound-player";
import { synthesise } from "../../src/ui/sound/synthesis";
import { vibrate } from "../../src/ui/sound/vibration";

const RATE = 24_000;
const peakOf = (samples: Float32Array) => Math.max(...samples.map(Math.abs));
const decibels = (level: number) => 20 * Math.log10(level);

describe("a synthesised sound", () => {
  const lengths: { [name in SoundName]: number } = {
    mine: 120,
    other: 120,
    struck: 260,
    shaded: 200,
    turn: 240,
    tick: 60,
    lastTick: 60,
    won: 700,
    ended: 500,
    paper: 300,
    refused: 90,
  };

  it.each(SOUNDS)("is as long and as loud as it should be: %s", (name) => {
    const samples = synthesise(recipeOf(name), RATE);
    expect((1000 * samples.length) / RATE).toBeCloseTo(lengths[name], 0);
    expect(decibels(peakOf(samples))).toBeLessThanOrEqual(PEAK_DBFS + 0.01);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01); // no click at its end
  });

  it("of my own move is 4 dB below that of others", () => {
    const [mine, other] = (["mine", "other"] as const).map((it) =>
      decibels(peakOf(synthesise(recipeOf(it), RATE))),
    );
    expect(other).toBeCloseTo(PEAK_DBFS);
    expect(other - mine).toBeCloseTo(4);
  });

  it("has one stroke for each line, 60 ms apart", () => {
    expect(recipeOf("struck", 3).gestures.map((it) => it.at)).toEqual([0, 60, 120]);
    expect(recipeOf("struck", 99).gestures.length).toBe(8);
  });
});

class FakeContext {
  state = "running";
  sampleRate = RATE;
  currentTime = 0;
  destination = {};
  played: { seconds: number; rate: number; stopped: boolean; gain: number }[] = [];
  createBuffer = (_: number, length: number) => ({
    duration: length / RATE,
    copyToChannel() {},
  });
  createGain = () => ({
    gain: { value: 0 },
    connect: () => {},
  });
  createBufferSource() {
    const record = { seconds: 0, rate: 0, stopped: false, gain: 0 };
    const source = {
      buffer: { duration: 0 },
      playbackRate: { value: 1 },
      connect: (to: { gain: { value: number } }) => {
        record.gain = to.gain.value;
        return to;
      },
      start: () => {
        record.seconds = source.buffer.duration;
        record.rate = source.playbackRate.value;
        this.played.push(record);
      },
      stop: () => {
        record.stopped = true;
      },
    };
    return source;
  }
  resume = vi.fn(async () => {});
}

describe("the player of sounds", () => {
  let context: FakeContext;
  const player = (random = Math.random) =>
    createSoundPlayer(context as unknown as AudioContext, random);

  beforeEach(() => {
    context = new FakeContext();
    volume.value = 50;
  });

  it("lets the more important sound win", () => {
    const { play } = player();
    play("other");
    play("mine"); // less important
    expect(context.played.length).toBe(1);
    play("won");
    expect(context.played.map((it) => it.stopped)).toEqual([true, false]);
    context.currentTime = 1;
    play("mine");
    expect(context.played.length).toBe(3);
    expect(context.played[1].stopped).toBe(false);
  });

  it("varies the pitch by up to 3%, at the chosen volume", () => {
    for (const [random, rate] of [
      [0, 0.97],
      [0.5, 1],
      [1, 1.03],
    ]) {
      context.currentTime++;
      player(() => random).play("other");
      expect(context.played.at(-1)?.rate).toBeCloseTo(rate);
      expect(context.played.at(-1)?.gain).toBe(0.5);
    }
  });

  it("plays nothing late that was due before any input", () => {
    context.state = "suspended";
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    player().play("other");
    expect(context.resume).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});

describe("sounds", () => {
  it("are loaded with the first one, and only if they are on", async () => {
    const play = vi.fn();
    const load = vi.fn(async () => ({ play }));
    const playSound = createSounds(load);
    sound.value = false;
    playSound("mine");
    expect(load).not.toHaveBeenCalled();
    sound.value = true;
    playSound("mine");
    playSound("struck", 2);
    await vi.waitFor(() =>
      expect(play.mock.calls).toEqual([
        ["mine", undefined],
        ["struck", 2],
      ]),
    );
    expect(load).toHaveBeenCalledOnce();
  });

  it("never fail, whatever the browser does", async () => {
    const load = vi.fn(async () => {
      throw new Error("no device");
    });
    sound.value = true;
    createSounds(load)("mine");
    await vi.waitFor(() => expect(load).toHaveBeenCalled());
  });
});

it("a phone vibrates for a move and for my turn, if it is on", () => {
  const shake = vi.fn();
  Object.defineProperty(navigator, "vibrate", { value: shake, configurable: true });
  vibration.value = true;
  vibrate("move");
  vibrate("turn");
  vibration.value = false;
  vibrate("turn");
  expect(shake.mock.calls).toEqual([[[10]], [[10, 40, 10]]]);
});
