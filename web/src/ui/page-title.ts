// The window's title and icon, which show when it is your turn.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { session } from "../net/online";
import { fileAddress } from "../net/site";
import { texts } from "../texts";

const page = signal("");

export function useTitle(title: string): void {
  useEffect(() => {
    page.value = title;
  }, [title]);
}

effect(() => {
  const { title, game } = texts.value;
  const mine = session.myTurns.value.length > 0;
  const parts = [mine && `● ${game.yourTurn}`, page.value, title];
  document.title = parts.filter(Boolean).join(" · ");
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = fileAddress(mine ? "icon-turn.svg" : "icon.svg");
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
});
