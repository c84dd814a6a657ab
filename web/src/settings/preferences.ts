// Preferences stored in this browser. What may disturb is off by default.
import { effect, type Signal, signal } from "@preact/signals";
import { loadStored, save } from "./storage";

function setting<T>(name: string, fallback: T): Signal<T> {
  const it = signal<T>(loadStored(`setting.${name}`, fallback));
  effect(() => void save(`setting.${name}`, it.value));
  return it;
}

export const theme = setting<"auto" | "light" | "dark">("theme", "auto");
export const language = setting<string>("language", "");
export const sound = setting("sound", false);
export const volume = setting("volume", 100); // per cent
export const soundOffered = setting("sound-offered", false); // it is offered once
export const vibration = setting("vibration", true);
export const notification = setting("notification", false);
export const pace = setting<"none" | "human" | "slow">("pace", "human"); // of computer players
export const drawing = setting("drawing", true); // whether marks are drawn as with a pencil
export const sideWidth = setting("side-width", 0); // pixels beside the board; 0: as designed
/** Whether games finished without a server are sent to it; empty until the visitor is asked. */
export const sendOffline = setting<"" | "yes" | "no">("send-offline", "");
export const typing = setting("typing", false); // whether the box to type moves is shown

effect(() => {
  document.documentElement.toggleAttribute("data-no-motion", !drawing.value);
});
effect(() => {
  const root = document.documentElement;
  if (theme.value === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme.value);
});
