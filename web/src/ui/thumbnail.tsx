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
/** What was known of each game when its picture was asked for. */
const states = new Map<string, string>();
const wanted = new Set<string>(); // asked for together, once all of a list are known

function want(id: string, state: string): void {
  if (states.get(id) === state) return;
  states.set(id, state);
  wanted.add(id);
  if (wanted.size === 1) queueMicrotask(loadAll);
}

function loadAll(): void {
  const ids = [...wanted];
  wanted.clear();
  for (let n = 0; n < ids.length; n += MAX_PER_REQUEST) load(ids.slice(n, n + MAX_PER_REQUEST));
}

async function load(ids: string[]): Promise<void> {
  try {
    const path = withQuery("/api/thumbnails", { games: ids.join() });
    const found = await fetchJson<Small[]>("GET", path);
    const loaded = found.map((it) => [it.game_id, toPicture(it)] as const);
    const none = ids.map((id) => [id, null] as const);
    pictures.value = new Map([...pictures.peek(), ...none, ...loaded]);
  } catch {
    for (const id of ids) states.delete(id); // a list is readable without
  }
}

export function toPicture({ cells, ...board }: Small): Picture {
  const named = cells.map((it) => ({ ...it, name: `${it.x},${it.y},${it.span ?? 1}` }));
  return pictureOf({ ...board, cells: named } as Packed<Picture>);
}

export interface ThumbnailProps {
  id: string | null; // null: there is no picture
  size: string; // of the board, shown if it is too large for a picture
  state?: string; // what is known of a game in progress; the picture is loaded when it changes
}

export function Thumbnail({ id, size, state = "" }: ThumbnailProps) {
  useEffect(() => {
    if (id !== null) want(id, state);
  }, [id, state]);
  const given = id === null ? null : pictures.value.get(id);
  const picture = useMemo(() => given && fold(given, MAX_COLUMNS), [given]);
  if (given === null) return <div class="thumbnail no-picture">{boardOf(size)}</div>;
  if (!picture) return <div class="thumbnail" />;
  const { columns, rows } = extent(picture);
  return (
    <div class="thumbnail">
      <Drawing picture={picture} unit={Math.min(SIDE / columns, SIDE / rows)} />
    </div>
  );
}

const boardOf = (size: string) => partsOf(size).board.replaceAll("x", "×");
