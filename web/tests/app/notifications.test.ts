import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notify, onNotificationClick, setNotifications } from "../../src/app/notifications";
import { notification, vibration } from "../../src/settings/preferences";

const shown: { title: string; options: NotificationOptions; onclick?: () => void }[] = [];
let hidden = true;

class Note {
  static permission: NotificationPermission = "granted";
  static requestPermission = vi.fn(async () => Note.permission);
  onclick?: () => void;
  close() {}
  constructor(title: string, options: NotificationOptions) {
    shown.push(Object.assign(this, { title, options }));
  }
}

describe("notifications", () => {
  const vibrate = vi.fn();

  beforeEach(() => {
    shown.length = 0;
    hidden = true;
    Note.permission = "granted";
    vi.stubGlobal("Notification", Note);
    vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
    Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
    vibrate.mockReset();
    vibration.value = true;
    notification.value = true;
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("show in a hidden tab, and open the game", async () => {
    const go = vi.fn();
    onNotificationClick(go);
    notify({ kind: "turn", title: "Your turn", game: "g1" });
    await vi.waitFor(() => expect(shown.map((it) => it.title)).toEqual(["Your turn"]));
    shown[0].onclick?.();
    expect(go).toHaveBeenCalledWith("/game/g1");
  });

  it("come from the service worker if there is one", async () => {
    const worker = new EventTarget();
    const showNotification = vi.fn();
    const registration = { active: {}, showNotification };
    Object.assign(worker, { getRegistration: async () => registration });
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: worker }));
    const go = vi.fn();
    const stop = onNotificationClick(go);
    notify({ kind: "turn", title: "Your turn", game: "g1" });
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
    expect(shown).toEqual([]);
    const [title, { data }] = showNotification.mock.calls[0];
    expect(title).toBe("Your turn");
    worker.dispatchEvent(new MessageEvent("message", { data: { go: data.path } }));
    expect(go).toHaveBeenCalledWith("/game/g1");
    stop();
    worker.dispatchEvent(new MessageEvent("message", { data: { go: "/" } }));
    expect(go).toHaveBeenCalledOnce();
  });

  it("don't show in a visible tab, for other moves, or unless enabled", async () => {
    notify({ kind: "move", title: "a move" });
    hidden = false;
    notify({ kind: "turn", title: "Your turn" });
    hidden = true;
    notification.value = false;
    notify({ kind: "turn", title: "Your turn" });
    await Promise.resolve();
    expect(shown).toEqual([]);
  });

  it("vibrate only on the player's turn, if enabled", () => {
    notify({ kind: "end", title: "over" });
    expect(vibrate).not.toHaveBeenCalled();
    notify({ kind: "turn", title: "Your turn" });
    expect(vibrate).toHaveBeenCalledOnce();
    vibration.value = false;
    notify({ kind: "turn", title: "Your turn" });
    expect(vibrate).toHaveBeenCalledOnce();
  });

  it("never throw, whatever the browser does", () => {
    vibrate.mockImplementation(() => {
      throw new Error("not allowed");
    });
    vi.stubGlobal("Notification", undefined);
    expect(() => notify({ kind: "turn", title: "Your turn" })).not.toThrow();
  });

  it("are enabled only if the browser allows them", async () => {
    Note.permission = "denied";
    expect(await setNotifications(true)).toBe("denied");
    expect(notification.value).toBe(false);
    Note.permission = "granted";
    expect(await setNotifications(true)).toBe("granted");
    expect(notification.value).toBe(true);
    await setNotifications(false);
    expect(notification.value).toBe(false);
  });
});
