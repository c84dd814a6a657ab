import { describe, expect, it } from "vitest";
import {
  appCachePrefix,
  isCacheable,
  isOutage,
  outdated,
  strategyFor,
  surplus,
} from "../../src/app/offline/cache-policy";

const HOME = "https://quire.example";
const FILES = new Set(["", "icon.svg", "assets/index-abc.js"]);
const way = (path: string, mode = "cors", method = "GET", site = `${HOME}/`) =>
  strategyFor({ method, mode, url: new URL(path, HOME).href }, site, FILES);

describe("the service worker's strategy for a request", () => {
  it.each([
    ["/", "shell"],
    ["/rules/sos", "shell"],
    ["/replay/abc?move=3", "shell"],
    ["/tournaments/cup/report", "leave"],
    ["/docs/", "leave"],
    ["/api/catalogue", "cached"],
    ["/health", "leave"],
  ])("when %s is gone to: %s", (path, expected) => {
    expect(way(path, "navigate")).toBe(expected);
  });
  it.each([
    ["/assets/index-abc.js", "asset"],
    ["/assets/older-def.js", "asset"],
    ["/icon.svg", "asset"],
    ["/sw.js", "leave"],
    ["/api/catalogue", "cached"],
    ["/api/games/abc/replay", "cached"],
    ["/api/games/abc", "leave"],
    ["/api/games/abc/record", "leave"],
    ["/api/games?player=abc", "leave"],
    ["/api/me", "leave"],
    ["/api/me/games", "leave"],
    ["https://elsewhere.example/assets/index-abc.js", "leave"],
  ])("when %s is fetched: %s", (path, expected) => {
    expect(way(path)).toBe(expected);
  });
  it.each([
    ["/games/quire/", "navigate", "shell"],
    ["/games/quire/assets/index-abc.js", "cors", "asset"],
    ["/games/quire/icon.svg", "cors", "asset"],
    ["/games/quire/sw.js", "cors", "leave"],
    ["/games/", "navigate", "leave"],
    ["/icon.svg", "cors", "leave"],
  ])("on a site below /games/quire/, for %s by %s: %s", (path, mode, expected) => {
    expect(way(path, mode, "GET", `${HOME}/games/quire/`)).toBe(expected);
  });
  it("never handles requests that change something", () => {
    expect(way("/api/games/abc/replay", "cors", "POST")).toBe("leave");
    expect(way("/", "navigate", "POST")).toBe("leave");
  });
});

describe("the cache", () => {
  it("holds only successful responses of this server", () => {
    expect(isCacheable({ status: 200, type: "basic" })).toBe(true);
    expect(isCacheable({ status: 404, type: "basic" })).toBe(false);
    expect(isCacheable({ status: 206, type: "basic" })).toBe(false);
    expect(isCacheable({ status: 200, type: "opaque" })).toBe(false);
  });
  it("is used when the server is unavailable, not when it rejects a request", () => {
    expect([502, 503, 504].every((status) => isOutage({ status }))).toBe(true);
    expect([200, 401, 404, 500].some((status) => isOutage({ status }))).toBe(false);
  });
  it("holds this build, the previous one, and the games", () => {
    const names = ["quire-app-1", "quire-app-2", "quire-games", "quire-app-3", "others"];
    expect(outdated(names, "quire-app-3", "quire-app-")).toEqual(["quire-app-1"]);
    expect(outdated(["quire-app-3"], "quire-app-3", "quire-app-")).toEqual([]);
  });
  it("leaves what other sites of the same origin have", () => {
    const [top, sub, other] = ["/", "/a/", "/a/-b/"].map(appCachePrefix);
    const names = [top, sub, other].flatMap((it) => [`${it}1`, `${it}2`, `${it}3`]);
    expect(outdated(names, `${top}3`, top)).toEqual([`${top}1`]);
    expect(outdated(names, `${sub}3`, sub)).toEqual([`${sub}1`]);
  });
  it("is bounded: the oldest go first", () => {
    expect(surplus(["a", "b", "c"], 2)).toEqual(["a"]);
    expect(surplus(["a"], 2)).toEqual([]);
  });
});
