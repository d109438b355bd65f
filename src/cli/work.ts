import { ALL_QUEUES, readQueues, runningServer, startWorker } from "../server/index.ts";
import type { Queue } from "../server/index.ts";
import { holding, onFreePort } from "./as-server.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { settings } from "./settings.ts";
import { untilStopped } from "./until-stopped.ts";
import { withMarket } from "./with-market.ts";

const METRICS = { first: 9464, setBy: "METRICS_PORT" };

/** `work`: takes jobs and answers no calls but those about its health, until interrupted. */
export async function work(call: Call): Promise<ExitStatus> {
  const queues = queuesOption(call);
  const config = settings(call, "worker");
  if (config === null) return 1;
  return holding(call, "worker", (held) =>
    withMarket(call, async (market) => {
      const localUrl = (await runningServer(call.data)) ?? "http://localhost:3000";
      const options = { market, data: call.data, config, queues, localUrl };
      const worker = await onFreePort(call, config.metrics.port, METRICS, (port) => startWorker({ ...options, port }));
      if (worker === null) return 1;
      try {
        await held.note(worker.address);
        await untilStopped(call, [
          ["Worker", `${worker.address}/health`],
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
