// The players' chat.
import { useEffect, useRef, useState } from "preact/hooks";
import type { LiveGame } from "../net/live-game";
import { session } from "../net/online";
import { texts } from "../texts";
import { seatName } from "../texts/names";

const MAX_MESSAGE_LENGTH = 200;

export function Chat({ game, ready }: { game: LiveGame; ready: boolean }) {
  const t = texts.value.game;
  const [text, setText] = useState("");
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [game.chatMessages.length]);

  function submit(event: Event) {
    event.preventDefault();
    if (!ready || !text.trim()) return;
    session.act("chat", text.trim());
    setText("");
  }

  return (
    <section class="card chat">
      <h2>{t.chat}</h2>
      <ul ref={box} class="chat-messages" aria-live="polite">
        {game.chatMessages.map(({ seat, text }, n) => (
          <li key={n}>
            <b>{seat === game.you ? t.youName : seatName(game.seats[seat])}</b> {text}
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={submit}>
        <input
          class="grow"
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          autocomplete="off"
          aria-label={t.messageLabel}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!ready}>
          {t.send}
        </button>
      </form>
    </section>
  );
}
