// The parts of the site, in the order in which they are offered.
import { hasServer } from "../net/site";
import type { Texts } from "../texts";
import type { IconName } from "../ui/drawn/icon";

export interface Destination {
  href: string;
  text: string;
}

export const navigation = (t: Texts): Destination[] => (hasServer() ? online(t) : alone(t));

const online = ({ nav }: Texts): Destination[] => [
  { href: "/", text: nav.play },
  { href: "/puzzles", text: nav.puzzles },
  { href: "/history", text: nav.watch },
  { href: "/arena", text: nav.arena },
  { href: "/leaders", text: nav.leaders },
  { href: "/rules", text: nav.rules },
];

const alone = ({ nav }: Texts): Destination[] => [
  { href: "/", text: nav.play },
  { href: "/puzzles", text: nav.puzzles },
  { href: "/device", text: nav.games },
  { href: "/rules", text: nav.rules },
  { href: "/settings", text: nav.settings },
];

type PhoneDestination = Destination & { icon: IconName };

/** What a phone has at the bottom of the screen, where the thumb is. */
export const phoneNavigation = (t: Texts): PhoneDestination[] =>
  hasServer() ? onlineOnPhone(t) : aloneOnPhone(t);

const aloneOnPhone = ({ nav }: Texts): PhoneDestination[] => [
  { href: "/", text: nav.play, icon: "play" },
  { href: "/puzzles", text: nav.puzzles, icon: "puzzle" },
  { href: "/device", text: nav.games, icon: "half" },
  { href: "/rules", text: nav.rules, icon: "eye" },
  { href: "/settings", text: nav.settings, icon: "you" },
];

const onlineOnPhone = ({ nav }: Texts): PhoneDestination[] => [
  { href: "/", text: nav.play, icon: "play" },
  { href: "/puzzles", text: nav.puzzles, icon: "puzzle" },
  { href: "/history", text: nav.watch, icon: "eye" },
  { href: "/arena", text: nav.arena, icon: "cup" },
  { href: "/settings", text: nav.you, icon: "you" },
];

/** The value of aria-current for a link. */
export const currentIn = (path: string, href: string) =>
  (href === "/" ? path === "/" || isGame(path) : path.startsWith(href) && !isGame(path))
    ? "page"
    : undefined;

const isGame = (path: string) => /^\/(game|device)\//.test(path);
