import type { StopTimes } from "../server/index.ts";
import type { Output } from "./command.ts";

/** How much longer a stop may take than it waits for others. */
const STOP_MS = 7_000;

/** Whether Ctrl-C or SIGTERM has come. */
export interface Stop {
  readonly begun: Promise<void>;
  hasBegun(): boolean;
}

/** Says that everything runs, by lines of a name and a value, and waits until the program is to stop. */
export async function untilStopped(
  { out, err }: Output,
  stop: Stop,
  lines: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  if (!stop.hasBegun())
    out(`\n${lines.map(([name, value]) => `  ${name.padEnd(16)}${value}`).join("\n")}\n\n  Ctrl-C stops it.\n`);
  await stop.begun;
  err("Stopping …\n");
}

/** The longest that a stop may take. */
const longest = ({ drainMs, callsMs, jobsMs }: StopTimes): number => drainMs + Math.max(callsMs, jobsMs) + STOP_MS;

/**
 * Waits for the first Ctrl-C or SIGTERM from now on: before anything listens, so that whoever reaches the program may also
 * stop it. A second one ends the process at once, as by default.
 */
export function stopSignal(stopTimes: StopTimes): Stop {
  let come = false;
  const begun = new Promise<void>((done) => {
    const stop = (): void => {
      // Whatever does not end by itself: nothing is lost that was acknowledged.
      setTimeout(() => process.kill(process.pid, "SIGKILL"), longest(stopTimes)).unref();
      process.removeListener("SIGINT", stop);
      process.removeListener("SIGTERM", stop);
      come = true;
      done();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
  return { begun, hasBegun: () => come };
}
