// Where a finished game can be looked at again.
import { texts } from "../../texts";
import { Icon } from "../../ui/drawn/icon";

export function StudyLinks({ id }: { id: string }) {
  const t = texts.value.game;
  return (
    <>
      <a class="button quiet" href={`/analysis/${id}`}>
        <Icon name="eye" />
        {t.analyse}
      </a>
      <a class="button quiet" href={`/replay/${id}`}>
        <Icon name="play" />
        {t.replay}
      </a>
    </>
  );
}
