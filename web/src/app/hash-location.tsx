// The router's place on a site without a server: the path follows "#", in all links too.
import { type ComponentChildren, options } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { LocationProvider } from "preact-iso";
import { pageAddress, shownPath } from "../net/site";

/** Call once, before anything is rendered; returns what provides the router with the address. */
export function start(): typeof HashLocation {
  putPathsAfterHash();
  return HashLocation;
}

/** In the page's links, which are written with paths. */
function putPathsAfterHash(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === "a" && typeof props.href === "string" && props.href.startsWith("/"))
      props.href = pageAddress(props.href);
    before?.(vnode);
  };
}

/** Takes the place of the router's own `LocationProvider`. */
function HashLocation({ children }: { children?: ComponentChildren }) {
  const [{ url, wasPush }, setPlace] = useState({ url: shownPath(), wasPush: false });
  const value = useMemo(() => {
    const { pathname, searchParams } = new URL(url, location.origin);
    return {
      url,
      path: pathname.replace(/\/+$/, "") || "/",
      query: Object.fromEntries(searchParams),
      route: (to: string, replace = false) => {
        history[replace ? "replaceState" : "pushState"](null, "", pageAddress(to));
        setPlace({ url: to, wasPush: !replace });
      },
      back: () => history.back(),
      forward: () => history.forward(),
      wasPush, // then the router scrolls to the top
    };
  }, [url, wasPush]);
  useLayoutEffect(() => {
    const onPop = () => setPlace({ url: shownPath(), wasPush: false });
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a[href^='#']");
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!link || isOther || event.defaultPrevented) return;
      event.preventDefault();
      const href = link.getAttribute("href") ?? "";
      if (href.startsWith("#/")) value.route(href.slice(1));
      else document.querySelector<HTMLElement>(href)?.focus(); // a part of this page
    };
    addEventListener("popstate", onPop);
    addEventListener("hashchange", onPop); // a typed address
    addEventListener("click", onClick);
    return () => {
      removeEventListener("popstate", onPop);
      removeEventListener("hashchange", onPop);
      removeEventListener("click", onClick);
    };
  }, []);
  return <LocationProvider.ctx.Provider value={value}>{children}</LocationProvider.ctx.Provider>;
}
