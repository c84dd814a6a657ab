// How many people are online, and how many games are in progress; nothing while there is nobody else.
import { texts } from "../../texts";
import { lobby, online } from "../lobby";

export function PeopleOnline() {
  const t = texts.value.start;
  const people = online.value ?? 0;
  const games = lobby.value?.playing.length ?? 0;
  if (people < 2) return null;
  return (
    <p class="people-online">
      <span class="dot" aria-hidden="true" />
      <strong>{t.peopleOnline(people)}</strong>
      {games > 0 && <a href="#live-games">{t.gamesInProgress(games)}</a>}
    </p>
  );
}
