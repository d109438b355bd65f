import { asServer, listen, sayEmpty } from "./as-server.ts";
import type { Call, ExitStatus } from "./command.ts";
import { stopTimesOf } from "./settings.ts";
import { stopSignal, untilStopped } from "./until-stopped.ts";

/** `serve`: answers calls and takes no jobs, until interrupted. */
export const serveCommand = (call: Call): Promise<ExitStatus> =>
  asServer(call, [], async (place) => {
    await sayEmpty(call, place.market);
    const stopTimes = stopTimesOf(place.config);
    const stop = stopSignal(stopTimes);
    const server = await listen(call, { ...place, stopTimes, operated: true });
    if (server === null) return 1;
    try {
      await untilStopped(call, stop, [
        ["Scanbook", server.address],
        ...(server.chartAddress() === null ? [] : [["Charts", server.chartAddress() ?? ""] as const]),
        ["Metrics", `${server.metricsAddress}/metrics`],
        ["Data folder", call.data],
        ["Jobs", "none here: `work` takes them"],
      ]);
      return 0;
    } finally {
      await server.close();
    }
  });
