// How much moves on the page: the system's setting, and those of the visitor.
import { pace } from "./preferences";

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Seconds between two moves of a computer player; with reduced motion there is nothing to follow. */
export const paceSeconds = () => (prefersReducedMotion() ? 0 : PACES[pace.peek()]);

export const PACES = { none: 0, human: 0.35, slow: 0.8 };
