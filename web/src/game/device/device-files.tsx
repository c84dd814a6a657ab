// A game on this device elsewhere: in the analysis, on the clipboard, as a file.
import { lineAddress } from "../../study/address";
import { texts } from "../../texts";
import { copy } from "../../ui/clipboard";
import { download } from "../../ui/download";
import { Icon } from "../../ui/drawn/icon";
import { type DeviceReplay, recordOf } from "./games/device-game";
import type { DeviceGame } from "./games/stored-games";

interface GameFilesProps {
  game: DeviceGame;
  replay: DeviceReplay;
  names: string[];
  isRow?: boolean; // whether they join the row of actions
}

export function GameFiles({ game, replay, names, isRow }: GameFilesProps) {
  const t = texts.value.hotseat;
  const { moves } = game;
  const save = () => download(recordOf(game, replay, names), `${game.game}.jsonl`);
  const analysis = lineAddress({ game: game.game, size: game.size, moves });
  if (isRow)
    return (
      <>
        <a class="button quiet" href={analysis}>
          <Icon name="eye" />
          {t.analyse}
        </a>
        <button type="button" class="quiet" onClick={save}>
          {t.record}
        </button>
      </>
    );
  return (
    <div class="actions" role="group" aria-label={t.files}>
      {moves.length > 0 && (
        <>
          <a class="button compact" href={analysis}>
            {t.analyse}
          </a>
          <button type="button" class="compact" onClick={() => copy(moves.join(" "), t.copied)}>
            {t.copy}
          </button>
          <button type="button" class="compact" onClick={save}>
            {t.record}
          </button>
        </>
      )}
      <a class="button compact" href="/">
        {t.chooseGame}
      </a>
    </div>
  );
}
