// What the page belongs to: a Quire server, or a site of files alone, as `quire export` writes it. A
// file server knows no page but one, so there the path of a page follows "#".

/** Whether there is a server to ask. */
export const hasServer = (): boolean => document.documentElement.dataset.server !== "none";

/** The address of a page, as links have it. */
export const pageAddress = (path: string): string => (hasServer() ? path : `#${path}`);

/** The whole address of a page, to share. */
export const sharedAddress = (path: string): string =>
  new URL(pageAddress(path), location.href).href;

/** The address of a file at the top of the site. */
export const fileAddress = (name: string): string => (hasServer() ? `/${name}` : name);

/** The path of the page on screen, with its query. */
export function shownPath(): string {
  if (hasServer()) return location.pathname + location.search;
  const path = location.hash.slice(1);
  return path.startsWith("/") ? path.replace(/^\/+/, "/") : "/";
}

/** Change the address of the page on screen; Back leaves the page, not its last address. */
export function changeAddress(path: string): void {
  if (shownPath() !== path) history.replaceState(null, "", pageAddress(path));
}
