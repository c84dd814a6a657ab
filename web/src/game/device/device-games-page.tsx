// The games on this device: those in progress, and the finished ones.
import { useState } from "preact/hooks";
import { Row } from "../../lobby/game-rows";
import { hasServer } from "../../net/site";
import { sendOffline } from "../../settings/preferences";
import { texts } from "../../texts";
import { titleOf } from "../../texts/game-titles";
import { announce } from "../../ui/announce";
import { Confirm } from "../../ui/confirm";
import { Check } from "../../ui/form-fields";
import { useTitle } from "../../ui/page-title";
import { EmptyPlace } from "../../ui/places/empty-place";
import { RelativeTime } from "../../ui/relative-time";
import { endWords } from "../game-log";
import { gameAddress } from "./games/new-game";
import { namesAt, summaryOf } from "./games/seat-names";
import {
  type DeviceGame,
  deleteGame,
  deviceGames,
  gamesInProgress,
  isLasting,
  REFUSED,
  seatOfPerson,
} from "./games/stored-games";

export default function DeviceGamesPage() {
  const t = texts.value.device;
  useTitle(t.title);
  const finished = deviceGames.value.filter((it) => it.outcome);
  return (
    <div class="stack">
      <div class="page-head">
        <h1 class="page-title">{t.title}</h1>
      </div>
      <p class="hint">{isLasting.value ? t.hint : t.notStored}</p>
      {hasServer() && (
        <Check
          label={t.sending}
          checked={sendOffline.value === "yes"}
          onChange={(isOn) => {
            sendOffline.value = isOn ? "yes" : "no";
          }}
        />
      )}
      {finished.length + gamesInProgress.value.length === 0 && (
        <EmptyPlace scene="board" title={t.none} text={hasServer() ? t.noneHint : t.noneYet}>
          <a class="button primary" href="/">
            {texts.value.game.lobby}
          </a>
        </EmptyPlace>
      )}
      <Games title={t.inProgress} games={gamesInProgress.value} />
      <Games title={t.finished} games={finished} />
    </div>
  );
}

function Games({ title, games }: { title: string; games: readonly DeviceGame[] }) {
  if (!games.length) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="game-rows">
        {games.map((it) => (
          <GameRow key={it.id} game={it} />
        ))}
      </ul>
    </section>
  );
}

function GameRow({ game }: { game: DeviceGame }) {
  const t = texts.value;
  const [isAsked, setIsAsked] = useState(false);
  const names = namesAt(game);
  const [title, versus] = [titleOf(game), names.join(t.start.versus)];

  function answer(yes: boolean) {
    setIsAsked(false);
    if (!yes) return;
    deleteGame(game.id);
    announce(t.device.deleted(title));
  }

  if (isAsked)
    return (
      <li class="game-row">
        <Confirm
          question={t.device.confirmDelete(title, versus)}
          yes={t.device.delete}
          no={t.account.cancel}
          onAnswer={answer}
        />
      </li>
    );
  return (
    <Row card={summaryOf(game)} note={<Note game={game} names={names} />}>
      <span class="row">
        <a class="button" href={gameAddress(game)} aria-label={t.start.toGameOf(title, versus)}>
          {t.start.toGame}
        </a>
        <button
          type="button"
          class="quiet"
          aria-label={t.device.deleteGame(title, versus)}
          onClick={() => setIsAsked(true)}
        >
          {t.device.delete}
        </button>
      </span>
    </Row>
  );
}

function Note({ game, names }: { game: DeviceGame; names: string[] }) {
  const t = texts.value.start;
  const seats = names.map((name) => ({ name }));
  return (
    <p class="hint">
      {game.outcome
        ? endWords(game.outcome, seats, seatOfPerson(game)).join(", ")
        : t.moves(game.moves.length)}
      <br />
      <RelativeTime at={game.changed / 1000} />
      {game.sent &&
        ` · ${game.sent === REFUSED ? texts.value.device.refused : texts.value.device.sent}`}
    </p>
  );
}
