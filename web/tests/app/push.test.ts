import { beforeEach, describe, expect, it, vi } from "vitest";
import { start } from "../../src/app/push";
import { clearAccount, storeAccount } from "../../src/net/account";
import { notification } from "../../src/settings/preferences";

const KEY = "BAAB-_8"; // of the server
const OTHER_KEY = new Uint8Array([4, 4]).buffer;

class FakeSubscription {
  constructor(readonly options: { applicationServerKey: ArrayBuffer }) {}
  toJSON = () => ({ endpoint: "https://push.example.org/1", keys: { p256dh: "p", auth: "a" } });
  unsubscribe = vi.fn(async () => {
    subscription = null;
    return true;
  });
}

let subscription: FakeSubscription | null = null;
let serverKey: string | null = KEY;
const requests: [string, string, unknown][] = [];
const subscribe = vi.fn(async (_: { applicationServerKey: string }) => {
  const bytes = Uint8Array.from(atob("BAAB+/8="), (it) => it.charCodeAt(0));
  subscription = new FakeSubscription({ applicationServerKey: bytes.buffer });
  return subscription;
});

const pushManager = { getSubscription: async () => subscription, subscribe };
const serviceWorker = { getRegistration: async () => ({ pushManager }) };
Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });

const ann = { token: "t", player: { id: "ann", name: "Ann", kind: "guest" as const } };
const subscribed = () => requests.filter(([method]) => method === "PUT");
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("push notifications", () => {
  start();

  beforeEach(async () => {
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      requests.push([init.method ?? "", path, init.body ? JSON.parse(String(init.body)) : null]);
      if (path === "/api/push") return Response.json({ public_key: serverKey });
      return new Response(null, { status: 204 });
    });
    notification.value = false;
    clearAccount();
    serverKey = KEY;
    await settled();
    subscription = null;
    requests.length = 0;
    subscribe.mockClear();
  });

  it("are subscribed once notifications are on and there is an account", async () => {
    notification.value = true;
    await settled();
    expect(requests).toEqual([]);
    storeAccount(ann);
    await settled();
    expect(subscribe.mock.calls[0]?.[0].applicationServerKey).toBe(KEY);
    const body = { endpoint: "https://push.example.org/1", p256dh: "p", auth: "a", language: "en" };
    expect(subscribed()).toEqual([["PUT", "/api/me/push", body]]);
  });

  it("are sent again for another account, with the same subscription", async () => {
    notification.value = true;
    storeAccount(ann);
    await settled();
    storeAccount({ ...ann, player: { ...ann.player, id: "bob" } });
    await settled();
    expect(subscribed()).toHaveLength(2);
    expect(subscribe).toHaveBeenCalledTimes(1);
  });

  it("are subscribed again at a server with another key", async () => {
    const old = new FakeSubscription({ applicationServerKey: OTHER_KEY });
    subscription = old;
    notification.value = true;
    storeAccount(ann);
    await settled();
    expect(old.unsubscribe).toHaveBeenCalled();
    expect(subscribe).toHaveBeenCalledTimes(1);
  });

  it("end when notifications are turned off", async () => {
    notification.value = true;
    storeAccount(ann);
    await settled();
    notification.value = false;
    await settled();
    expect(subscription).toBeNull();
    expect(requests.at(-1)?.slice(0, 2)).toEqual(["DELETE", "/api/me/push"]);
  });

  it("are left alone if the server sends none", async () => {
    serverKey = null;
    notification.value = true;
    storeAccount(ann);
    await settled();
    expect(subscribe).not.toHaveBeenCalled();
    expect(subscribed()).toEqual([]);
  });
});
