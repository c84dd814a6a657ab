// Times in the visitor's language: how long ago, or the date.
import { locale } from "../texts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const MAX_RELATIVE_SECONDS = 7 * 86400; // seconds; after that the date says more

/** "5 minutes ago", "yesterday"; the date after a week. Both times are in seconds since 1970. */
export function ago(at: number, now: number, lang = locale()): string {
  const past = Math.max(0, now - at); // clocks differ: no game has ended in the future
  if (past >= MAX_RELATIVE_SECONDS) return day(at, lang);
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const [unit, length] = UNITS.find(([, seconds]) => past >= seconds) ?? ["second", Infinity];
  return format.format(-Math.floor(past / length) || 0, unit);
}

export function day(at: number, lang = locale()): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(at * 1000);
}

export function moment(at: number, lang = locale()): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(
    at * 1000,
  );
}

export function RelativeTime({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={moment(at)}>
      {ago(at, Date.now() / 1000)}
    </time>
  );
}
