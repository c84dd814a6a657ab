// Durations in words and on clocks.
import { texts } from ".";

/** For a clock: 1:05, 2:03:09. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 86400)
    return texts.value.duration.days(Math.floor(whole / 86400), Math.floor((whole % 86400) / 3600));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** For the last seconds of a clock: 0:09.4. */
export function tenths(seconds: number): string {
  const left = Math.max(0, Math.ceil(10 * seconds)) / 10;
  return `0:${left.toFixed(1).padStart(4, "0")}`;
}

/** For people: 20 seconds, 5 minutes, 3 days. */
export function duration(seconds: number): string {
  const words = texts.value.duration;
  if (seconds >= 86400)
    return words.days(Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600));
  if (seconds >= 3600)
    return words.hours(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  return seconds >= 60 ? words.minutes(Math.floor(seconds / 60)) : words.seconds(seconds);
}
