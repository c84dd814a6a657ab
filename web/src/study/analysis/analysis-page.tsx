// The analysis page: any game and position, with variations and values.
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { replayOf } from "../../core/replay";
import { fetchJson } from "../../net/api";
import { catalogue, loadCatalogue } from "../../net/catalogue";
import type { GameReplay, Line } from "../../net/protocol.gen";
import { loadStored, save } from "../../settings/storage";
import { texts } from "../../texts";
import { useTitle } from "../../ui/page-title";
import { PageLoaded } from "../../ui/places/page-loaded";
import { useLoaded } from "../../ui/use-loaded";
import { lineAddress, readSource, type Source } from "../address";
import { rememberReplay } from "../replay/seen-games";
import { AnalysisBoard, type Opened } from "./analysis-board";
import { lineFrom, Tree } from "./move-tree";

export default function AnalysisPage({ id }: { id?: string }) {
  const t = texts.value;
  const { url, query, route } = useLocation();
  // The router doesn't see the address change with the board, so opening the same setup needs a key.
  const [setUps, setSetUps] = useState(0);
  const key = `${setUps} ${url}`;
  const opened = useLoaded(key, () => open(readSource(id, query)));
  useTitle(t.analysis.title);
  return (
    <PageLoaded
      it={opened}
      isPage
      missing={t.study.missing}
      elsewhere={["/analysis", t.analysis.another]}
    >
      {(it) => (
        <AnalysisBoard
          key={key}
          opened={it}
          isSetUp={setUps > 0}
          onOpen={(line) => {
            save("analysis", { game: line.game, size: line.size });
            setSetUps(setUps + 1);
            route(lineAddress(line));
          }}
        />
      )}
    </PageLoaded>
  );
}

async function open(source: Source): Promise<Opened> {
  if (source.kind === "game") return openGame(source);
  const line = source.kind === "moves" ? source.line : await anyLine();
  const replay = await replayOf(line);
  const tree = new Tree(replay);
  const nodes = [tree.root, ...lineFrom(tree.root)];
  const at = source.kind === "moves" ? source.move : null;
  const { moves: _, ...start } = line;
  return { tree, node: nodes[Math.min(at ?? Infinity, nodes.length - 1)], game: null, start };
}

async function openGame({ id, move, variation }: Source & { kind: "game" }): Promise<Opened> {
  const path = `/api/games/${encodeURIComponent(id)}/replay`;
  const game = await fetchJson<GameReplay>("GET", path);
  rememberReplay(game);
  const tree = new Tree(game.replay);
  const nodes = [tree.root, ...lineFrom(tree.root)];
  let node = nodes[Math.min(move ?? Infinity, nodes.length - 1)];
  if (variation.length) {
    const { game: key, position } = { game: game.replay.game, position: node.position };
    const more = await replayOf({ game: key, position, moves: variation });
    node = tree.add(node, more.steps);
  }
  return { tree, node, game, start: { game: game.replay.game, size: game.replay.size } };
}

/** The game last analysed, or else the first game. */
async function anyLine(): Promise<Line> {
  const before = loadStored<Line | null>("analysis", null);
  if (before?.game) return before;
  await loadCatalogue();
  const [first] = catalogue.value.games;
  return { game: first.key, size: first.common_sizes[1] ?? first.default_size };
}
