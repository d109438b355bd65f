import { readConfig } from "../server/index.ts";
import type { Config } from "../server/index.ts";
import type { Call } from "./command.ts";

/** `alone` answers calls and takes jobs; the others do one of both. */
type Role = "alone" | "server" | "worker";

/** The configuration of the environment; null where it is invalid, with the reason printed. */
export function settings(call: Call, role: Role = "alone"): Config | null {
  try {
    const config = readConfig(call.env);
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
