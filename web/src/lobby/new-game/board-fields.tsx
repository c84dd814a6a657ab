// Which board, and how many players.
import { useId, useState } from "preact/hooks";
import type { GameInfo } from "../../net/protocol.gen";
import { texts } from "../../texts";
import { sizeWords } from "../../texts/game-titles";
import { Select } from "../../ui/form-fields";
import { hasSeats } from "./game-options";
import { boardsOf, playersOf, withPlayers } from "./size";
import { gameOptions, setOptions } from "./stored-options";

const OTHER = "other";

export function BoardFields({ game }: { game: GameInfo }) {
  const t = texts.value.start;
  const id = useId();
  const chosen = gameOptions.value;
  const several = game.max_players > 2;
  const boards = several ? boardsOf(game.common_sizes) : game.common_sizes;
  const size = chosen.sizes[game.key] ?? game.default_size;
  const players = playersOf(size);
  const board = several ? withPlayers(size, 2) : size;
  const [isCustom, setIsCustom] = useState(!boards.includes(board));
  const setSize = (text: string) => setOptions({ sizes: { ...chosen.sizes, [game.key]: text } });
  const counts = Array.from({ length: game.max_players - 1 }, (_, n) => String(n + 2));
  return (
    <>
      {(boards.length > 1 || isCustom) && (
        <Select
          label={t.board}
          value={isCustom ? OTHER : board}
          options={[
            ...boards.map((it): [string, string] => [it, sizeWords(it)]),
            [OTHER, t.customSizeOption],
          ]}
          onChange={(it) => {
            setIsCustom(it === OTHER);
            if (it !== OTHER) setSize(withPlayers(it, players));
          }}
        />
      )}
      {isCustom && (
        <div>
          <label for={id}>{t.customSize}</label>
          <input
            id={id}
            name="size"
            value={size}
            maxLength={24}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={`${id}-hint`}
            onInput={(event) => setSize(event.currentTarget.value)}
          />
          <p class="hint" id={`${id}-hint`}>
            {t.sizes[game.key] ?? game.sizes}
          </p>
        </div>
      )}
      {several && hasSeats(chosen.opponent) && (
        <Select
          label={t.players}
          value={String(players)}
          options={counts.map((it) => [it, it])}
          onChange={(it) => setSize(withPlayers(size, Number(it)))}
        />
      )}
    </>
  );
}
