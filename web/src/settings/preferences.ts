// Preferences stored in this browser. What may disturb is off by default.
import { effect, type Signal, signal } from "@preact/signals";
import { loadStored, save } from "./storage";

function setting<T>(name: string, fallback: T): Signal<T> {
  const it = signal<T>(loadStored(`setting.${name}`, fallback));
  effect(() => save(`setting.${name}`, it.value));
  return it;
}

export const theme = setting<"auto" | "light" | "dark">("theme", "auto");
export const language = setting<string>("language", "");
export const sound = setting("sound", false);
export const vibration = setting("vibration", true);
export const notification = setting("notification", false);
export const typing = setting("typing", false); // whether the box to type moves is shown

effect(() => {
  const root = document.documentElement;
  if (theme.value === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme.value);
});
