import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import { Pool } from "pg";
import type { PoolConfig } from "pg";
import type { Logger } from "pino";
import { openEmbedded } from "./embedded.ts";
import { joining } from "./one-transaction.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { stepsTaken, unknownSteps, whyTooNew } from "./schema-steps.ts";
import { StartError } from "../start-error.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

export interface Database {
  readonly db: Db;
  /** For the job queue, which has connections of its own to the same server. */
  readonly connection: PoolConfig;
  /** Those of this process now, without the job queue's. */
  connections(): Connections;
  /** Ends every connection, and the embedded server where this process started it. */
  close(): Promise<void>;
}

/** How many connections there are, and how many statements wait for one. */
interface Connections {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

interface DatabaseOptions {
  /** Data folder of the embedded server. */
  readonly data: string;
  /** `postgres://…` of an external server; null for the embedded one. */
  readonly url: string | null;
  readonly logger: Logger;
  /** Connections of this process, besides those of the job queue. */
  readonly connections?: number;
  /** Migrations to run; all of them by default. */
  readonly migrations?: readonly string[];
}

/** Enough for a command; servers and workers are configured. */
const FEW_CONNECTIONS = 6;

/** The account database, brought to the newest schema. Rejects with a plain message where it cannot be reached or migrated. */
export async function openDatabase({
  data,
  url,
  logger,
  connections = FEW_CONNECTIONS,
  migrations,
}: DatabaseOptions): Promise<Database> {
  const embedded = url === null ? await openEmbedded(data) : null;
  const connection: PoolConfig = {
    ...(embedded?.address ?? { connectionString: url ?? "" }),
    application_name: "scanbook",
    connectionTimeoutMillis: 10_000,
    // A statement that waits longer is blocked by a lock that is never released.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const pool = new Pool({ ...connection, max: connections });
  // An idle connection broke; the pool makes a new one.
  let closing = false;
  pool.on("error", (error) => {
    if (!closing) logger.warn({ err: error }, "connection to the account database lost");
  });
  // A connection that breaks in use rejects its query or the next one. Without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db: Db = joining(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
  const close = async (): Promise<void> => {
    closing = true;
    await db.destroy();
    await embedded?.close();
  };
  try {
    await migrate(db, migrations ?? Object.keys(MIGRATIONS));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    connection,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: connections,
    }),
    close,
  };
}

/** A step of a newer version, which this one has no need to take. */
const TAKEN: Migration = { up: async () => undefined };

/** Brings the schema forward under a lock, so that two starts at once migrate once. A newer one is left as it is. */
async function migrate(db: Db, steps: readonly string[]): Promise<void> {
  const taken = await stepsTaken(db);
  const why = whyTooNew(taken);
  if (why !== null) throw new StartError(why);
  const newer = unknownSteps(taken).map((name) => [name, TAKEN] as const);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries([...Object.entries(MIGRATIONS).filter(([name]) => steps.includes(name)), ...newer]),
    },
    // Without it a table of that name in any schema would count, for example one that a restore has set aside.
    migrationTableSchema: "public",
    // Branches may be merged in another order than their migrations are numbered; each depends only on released ones.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error");
  const reason = error instanceof Error ? error.message : "unknown reason";
  const step = failed === undefined ? "" : ` at ${failed.migrationName}`;
  throw new StartError(`The account database could not be brought to this version${step}: ${reason}`, { cause: error });
}
