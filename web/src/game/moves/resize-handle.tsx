// The edge between the board and the moves, to make the moves wider or narrower.
import { sideWidth } from "../../settings/preferences";
import { texts } from "../../texts";

const MIN_WIDTH = 260; // pixels
const DEFAULT_WIDTH = 332;
const MAX_WIDTH = 520;
const STEP = 20;

const resizeTo = (width: number) => {
  sideWidth.value = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
};

export function ResizeHandle() {
  const widthOf = (handle: HTMLElement) => handle.parentElement?.clientWidth ?? MIN_WIDTH;

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    resizeTo(widthOf(event.currentTarget as HTMLElement) + by);
    event.preventDefault();
  }

  function drag(event: PointerEvent) {
    const handle = event.currentTarget as HTMLElement;
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const right = handle.parentElement?.getBoundingClientRect().right ?? 0;
    resizeTo(right - event.clientX + handle.offsetLeft + handle.offsetWidth / 2);
  }

  return (
    <div
      class="resize-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={texts.value.game.resizeMoves}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={sideWidth.value || DEFAULT_WIDTH}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => {
        sideWidth.value = 0;
      }}
    />
  );
}
