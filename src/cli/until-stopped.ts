import type { StopTimes } from "../server/index.ts";
import type { Output } from "./command.ts";

/** How much longer a stop may take than it waits for others. */
const STOP_MS = 7_000;

/** Says that everything runs, by lines of a name and a value, and waits for Ctrl-C or SIGTERM. */
export async function untilStopped(
  { out, err }: Output,
  stopTimes: StopTimes,
  lines: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  // Before it is said: whoever reads it may stop the program at once.
  const stopped = interrupted(longest(stopTimes));
  out(`\n${lines.map(([name, value]) => `  ${name.padEnd(16)}${value}`).join("\n")}\n\n  Ctrl-C stops it.\n`);
  await stopped;
  err("Stopping …\n");
}

/** The longest that a stop may take. */
const longest = ({ drainMs, callsMs, jobsMs }: StopTimes): number => drainMs + Math.max(callsMs, jobsMs) + STOP_MS;

/** Resolves at the first Ctrl-C or SIGTERM; a second one ends the process at once, as by default. */
function interrupted(stopMs: number): Promise<void> {
  return new Promise((done) => {
    const stop = (): void => {
      // Whatever does not end by itself: nothing is lost that was acknowledged.
      setTimeout(() => process.kill(process.pid, "SIGKILL"), stopMs).unref();
      process.removeListener("SIGINT", stop);
      process.removeListener("SIGTERM", stop);
      done();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
