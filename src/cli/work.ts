import { ALL_QUEUES, readQueues, runningServer, startWorker } from "../server/index.ts";
import type { Queue } from "../server/index.ts";
import { holding } from "./as-server.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { stopTimesOf, settings } from "./settings.ts";
import { stopSignal, untilStopped } from "./until-stopped.ts";
import { withServersMarket } from "./with-market.ts";

/** `work`: takes jobs and answers no calls but those about its health, until interrupted. */
export async function work(call: Call): Promise<ExitStatus> {
  const queues = queuesOption(call);
  const config = settings(call, "worker");
  if (config === null) return 1;
  return holding(call, "worker", (held) =>
    withServersMarket(call, async (market): Promise<ExitStatus> => {
      const localUrl = (await runningServer(call.data)) ?? "http://localhost:3000";
      const stopTimes = stopTimesOf(config);
      const stop = stopSignal(stopTimes);
      const worker = await startWorker({ market, data: call.data, config, queues, localUrl, stopTimes });
      try {
        await held.note(worker.address);
        await untilStopped(call, stop, [
          ["Worker", `${worker.address}/ready`],
          ["Metrics", `${worker.address}/metrics`],
          ["Takes", queues.join(", ")],
          ["Data folder", call.data],
        ]);
        return 0;
      } finally {
        await worker.close();
      }
    }),
  );
}

function queuesOption(call: Call): readonly Queue[] {
  const text = textOption(call, "queues");
  if (text === undefined) return ALL_QUEUES;
  try {
    return readQueues(text);
  } catch (error) {
    throw new UsageError(`--queues: ${error instanceof Error ? error.message : String(error)}`);
  }
}
