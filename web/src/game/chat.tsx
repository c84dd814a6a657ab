// The players' chat.
import { useEffect, useRef, useState } from "preact/hooks";
import type { LiveGame } from "../net/live-game";
import { session } from "../net/online";
import { texts } from "../texts";
import { seatName } from "../texts/names";
import { phrases, translated } from "../texts/phrases";

const MAX_MESSAGE_LENGTH = 200;

export function Chat({ game, ready }: { game: LiveGame; ready: boolean }) {
  const t = texts.value.game;
  const [text, setText] = useState("");
  const isOver = game.outcome !== null; // then there are other phrases, and less room
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [game.chatMessages.length, isOver]);

  function say(message: string) {
    if (ready && message) session.act("chat", message);
  }

  function submit(event: Event) {
    event.preventDefault();
    say(text.trim());
    if (ready) setText("");
  }

  return (
    <section class="card chat">
      <h2>{t.chat}</h2>
      <ul ref={box} class="chat-messages" aria-live="polite">
        {game.chatMessages.map(({ seat, text }, n) => (
          <li key={n}>
            <b>{seat === game.you ? t.youName : seatName(game.seats[seat])}</b> {translated(text)}
          </li>
        ))}
      </ul>
      <div class="phrases" role="group" aria-label={t.phrases}>
        {phrases(isOver).map((it) => (
          <button
            key={`${isOver} ${it}`}
            type="button"
            class="compact"
            disabled={!ready}
            onClick={() => say(it)}
          >
            {it}
          </button>
        ))}
      </div>
      <form class="row" onSubmit={submit}>
        <input
          class="grow"
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          autocomplete="off"
          aria-label={t.messageLabel}
          placeholder={t.messageHint}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!ready}>
          {t.send}
        </button>
      </form>
    </section>
  );
}
