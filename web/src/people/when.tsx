// Moments in the visitor's language: how long ago, or the day.
import { locale } from "../texts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const LONGEST = 7 * 86400; // seconds; the day itself says more from then on

/** "5 minutes ago", "yesterday"; the date after a week. Both moments are in seconds since 1970. */
export function ago(at: number, now: number, lang = locale()): string {
  const past = Math.max(0, now - at); // clocks differ: nothing has ended in the future
  if (past >= LONGEST) return day(at, lang);
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

/** A number as the visitor writes it. */
export function number(value: number, digits = 0, lang = locale()): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);
}

/** With its sign: +25, −12, 0. */
export function signed(value: number, lang = locale()): string {
  return new Intl.NumberFormat(lang, {
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  }).format(value);
}

/** A share of one: 45%, %45. */
export function percent(share: number, lang = locale()): string {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}

export function When({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={moment(at)}>
      {ago(at, Date.now() / 1000)}
    </time>
  );
}
