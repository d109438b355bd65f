import type { Allowances } from "../auth/allowances.ts";
import type { Keyring } from "../auth/keyring.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** What signing up, in and out and everything about an account is made with. */
export interface AccountParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly allowances: Allowances;
}
