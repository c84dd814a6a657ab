// Finished games whose rematch I have asked for. It may start while another page is open, even
// after a reload.
import { loadStored, save } from "../settings/storage";

const MAX_AWAITED = 8;

export class AwaitedRematches {
  private readonly games = new Set<string>(loadStored<string[]>("rematches", []));

  has(game: string): boolean {
    return this.games.has(game);
  }

  all(): string[] {
    return [...this.games];
  }

  /** Start or stop waiting; return the game that is no longer awaited, if there is one. */
  set(game: string, wanted: boolean): string | null {
    if (wanted === this.games.has(game)) return null;
    if (wanted) this.games.add(game);
    const [oldest] = this.games;
    const dropped = !wanted ? game : this.games.size > MAX_AWAITED ? oldest : null;
    if (dropped !== null) this.games.delete(dropped);
    save("rematches", [...this.games]);
    return dropped;
  }
}
