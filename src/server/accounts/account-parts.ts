import type { Allowances } from "../auth/allowances.ts";
import type { Keyring } from "../auth/keyring.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** What the verbs on accounts work with. */
export interface AccountParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly allowances: Allowances;
}
