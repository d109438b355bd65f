import { misspelt, readConfig } from "../server/index.ts";
import type { Config, StopTimes } from "../server/index.ts";
import type { Call } from "./command.ts";

/** Of a server or worker that others take the place of. */
const STOP_GRACEFULLY: StopTimes = { drainMs: 5_000, callsMs: 20_000, jobsMs: 20_000 };

/** How long a stop may take: as configured, else as the program has it. */
export function stopTimesOf({ drainSeconds, stopSeconds }: Config, otherwise = STOP_GRACEFULLY): StopTimes {
  const stopMs = stopSeconds === null ? {} : { callsMs: stopSeconds * 1_000, jobsMs: stopSeconds * 1_000 };
  return { ...otherwise, ...(drainSeconds === null ? {} : { drainMs: drainSeconds * 1_000 }), ...stopMs };
}

/** `alone` answers calls and takes jobs; the others do one of both. */
type Role = "alone" | "server" | "worker";

/** The configuration of the environment; null where it is invalid, with the reason printed. */
export function settings(call: Call, role: Role = "alone"): Config | null {
  try {
    const config = readConfig(call.env);
    for (const line of misspelt(call.env)) call.err(`${line}\n`);
    // Each would make a key of its own in its data folder, and could not read what the other has encrypted.
    if (role !== "alone" && config.databaseUrl !== null && config.secretsKeys === null) {
      throw new Error("SECRETS_KEYS: needed by servers and workers that share DATABASE_URL, the same for all of them");
    }
    return config;
  } catch (error) {
    call.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
