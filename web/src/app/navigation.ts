// The parts of the site, in the order in which they are offered.
import type { Texts } from "../texts";
import type { IconName } from "../ui/drawn/icon";

export interface Destination {
  href: string;
  text: string;
}

export const navigation = ({ nav }: Texts): Destination[] => [
  { href: "/", text: nav.play },
  { href: "/puzzles", text: nav.puzzles },
  { href: "/history", text: nav.watch },
  { href: "/arena", text: nav.arena },
  { href: "/leaders", text: nav.leaders },
  { href: "/rules", text: nav.rules },
];

/** What a phone has at the bottom of the screen, where the thumb is. */
export const phoneNavigation = ({ nav }: Texts): (Destination & { icon: IconName })[] => [
  { href: "/", text: nav.play, icon: "play" },
  { href: "/puzzles", text: nav.puzzles, icon: "puzzle" },
  { href: "/history", text: nav.watch, icon: "eye" },
  { href: "/arena", text: nav.arena, icon: "cup" },
  { href: "/settings", text: nav.you, icon: "you" },
];

/** The value of aria-current for a link. */
export const currentIn = (path: string, href: string) =>
  (href === "/" ? path === "/" || /^\/(game|device)\//.test(path) : path.startsWith(href))
    ? "page"
    : undefined;
