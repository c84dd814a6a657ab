// Numbers as the visitor's country writes them.
import { locale } from ".";

export function number(value: number, digits = 0, lang = locale()): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);
}

/** A fraction as a percentage: 45%, %45. */
export function percent(share: number, lang = locale()): string {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}

/** A value with its sign: +2, 0, −0.4. */
export function signed(value: number, exact = Number.isInteger(value)): string {
  const size = Math.abs(value);
  const whole = (exact && Number.isInteger(value)) || size >= 9.95; // no estimate is that precise
  const digits = whole ? 0 : 1;
  if (Number(size.toFixed(digits)) === 0) return "0";
  const text = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(size);
  return `${value > 0 ? "+" : "−"}${text}`;
}
