// Sends games finished without a server once there is one, if the player wants that.
import { effect } from "@preact/signals";
import { connection } from "../../../net/online";
import { sendOffline } from "../../../settings/preferences";
import { unsentGames } from "./stored-games";

export function startSending(): void {
  effect(() => {
    const isWanted = sendOffline.value === "yes" && unsentGames.value.length > 0;
    if (!isWanted || connection.status.value.state !== "ready") return;
    import("./hand-over").then(
      (it) => it.sendGames(),
      () => {}, // there is another chance on the next connection
    );
  });
}
