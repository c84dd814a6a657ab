// What players can do in a game besides moving: one row of buttons.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { texts } from "../../texts";
import { Confirm } from "../../ui/confirm";
import { Icon } from "../../ui/drawn/icon";
import type { Action } from "./available";
import { useKeptFocus } from "./kept-focus";

interface ActionsProps {
  actions: (Action | null)[]; // null keeps a place free
  ready: boolean; // whether there is a connection
  children?: ComponentChildren; // more buttons
}

export function Actions({ actions, ready, children }: ActionsProps) {
  const [toConfirm, setToConfirm] = useState<string | null>(null);
  const t = texts.value.game;
  const focusHandlers = useKeptFocus(actions.map((it) => it?.name).join());
  const confirming = actions.find((it) => it?.name === toConfirm);
  function answer(yes: boolean) {
    setToConfirm(null);
    if (yes) confirming?.run();
  }
  return (
    <div class="actions-place">
      {confirming?.question && (
        <Confirm
          question={confirming.question}
          yes={confirming.name}
          no={t.keepPlaying}
          ready={ready}
          onAnswer={answer}
        />
      )}
      <div
        class="actions action-row"
        role="group"
        aria-label={t.actions}
        hidden={Boolean(confirming)}
        {...focusHandlers}
      >
        {actions.map((it, n) =>
          it ? (
            <button
              key={it.name}
              type="button"
              class="quiet"
              disabled={!ready}
              onClick={() => (it.question ? setToConfirm(it.name) : it.run())}
            >
              {it.icon && <Icon name={it.icon} />}
              {it.name}
            </button>
          ) : (
            <span key={n} />
          ),
        )}
        {children}
      </div>
    </div>
  );
}
