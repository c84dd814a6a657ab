// Small pictures of games, loaded for a whole list at once.
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Drawing } from "../board/drawing/drawing";
import { extent, fold } from "../board/drawing/geometry";
import { type Packed, pictureOf } from "../board/packed-picture";
import { partsOf } from "../lobby/new-game/size";
import { fetchJson, withQuery } from "../net/api";
import type { Picture, Thumbnail as Small } from "../net/protocol.gen";

const MAX_PER_REQUEST = 24;
const SIDE = 92; // pixels
const MAX_COLUMNS = 18; // of a strip, before it is folded

/** By id; null: there is none. */
const pictures = signal<ReadonlyMap<string, Picture | null>>(new Map());
/** What was known of each game when its picture was loaded. */
const states = new Map<string, string>();

/** Load the pictures of these games, unless they are here already, in the same state. */
export function useThumbnails(games: readonly { id: string; state?: string }[]): void {
  useEffect(() => {
    const missing = games.filter(({ id, state = "" }) => states.get(id) !== state);
    for (let n = 0; n < missing.length; n += MAX_PER_REQUEST)
      load(missing.slice(n, n + MAX_PER_REQUEST)).catch(() => {}); // a list is readable without
  }, [games.map(({ id, state }) => `${id} ${state}`).join()]);
}

async function load(games: readonly { id: string; state?: string }[]): Promise<void> {
  const ids = games.map((it) => it.id);
  const path = withQuery("/api/thumbnails", { games: ids.join() });
  const found = await fetchJson<Small[]>("GET", path);
  for (const { id, state = "" } of games) states.set(id, state);
  const loaded = found.map((it) => [it.game_id, toPicture(it)] as const);
  pictures.value = new Map([
    ...pictures.peek(),
    ...ids.map((id) => [id, null] as const),
    ...loaded,
  ]);
}

export function toPicture({ cells, ...board }: Small): Picture {
  const named = cells.map((it) => ({ ...it, name: `${it.x},${it.y},${it.span ?? 1}` }));
  return pictureOf({ ...board, cells: named } as Packed<Picture>);
}

interface ThumbnailProps {
  id: string;
  size: string; // of the board, shown if it is too large for a picture
}

export function Thumbnail({ id, size }: ThumbnailProps) {
  const given = pictures.value.get(id);
  const picture = useMemo(() => given && fold(given, MAX_COLUMNS), [given]);
  if (given === null) return <NoThumbnail size={size} />;
  if (!picture) return <div class="thumbnail" />;
  const { columns, rows } = extent(picture);
  return (
    <div class="thumbnail">
      <Drawing picture={picture} unit={Math.min(SIDE / columns, SIDE / rows)} />
    </div>
  );
}

export function NoThumbnail({ size }: { size: string }) {
  return <div class="thumbnail no-picture">{boardOf(size)}</div>;
}

const boardOf = (size: string) => partsOf(size).board.replace("x", "×");
