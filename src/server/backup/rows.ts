import { Client } from "pg";
import type { PoolConfig } from "pg";
import type { WaitingJob } from "../jobs/jobs.ts";

/** Rows read or written at once. */
const BATCH_ROWS = 500;
/** Tables of the migrations, which make the schema and so are not restored, and what a crash may lose as well. */
const SKIPPED_TABLES = ["kysely_migration", "kysely_migration_lock", "preview"];

/** A table of the account database, with the columns that are written (a generated one follows from the others). */
interface RowTable {
  readonly name: string;
  readonly columns: readonly string[];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A connection for long statements; ended with the work. */
export async function withClient<T>(connection: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  // The query rejects; without a listener the error would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables in an order in which each follows those it refers to. */
async function tablesOf(client: Client): Promise<readonly RowTable[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' AND c.table_name <> ALL($1)
ORDER BY c.table_name, c.ordinal_position`,
    [SKIPPED_TABLES],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT a.relname AS from, b.relname AS to
FROM pg_constraint c JOIN pg_class a ON a.oid = c.conrelid JOIN pg_class b ON b.oid = c.confrelid
WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND a.oid <> b.oid`,
  );
  const left = new Set(columns.map(({ table }) => table));
  const ordered: RowTable[] = [];
  while (left.size > 0) {
    const free = [...left].filter((name) => !references.some(({ from, to }) => from === name && left.has(to)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left].join(", ")}`);
    for (const name of free) {
      left.delete(name);
      ordered.push({ name, columns: columns.filter(({ table }) => table === name).map(({ column }) => column) });
    }
  }
  return ordered;
}

/** Reads the account database as it is at one moment. */
interface RowsReader {
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
  /** Rows of a table as lines of JSON that PostgreSQL wrote and reads again. */
  lines(table: string): AsyncGenerator<string, void>;
  /** Jobs that wait or run. */
  readonly jobs: readonly WaitingJob[];
  query<Row extends object>(text: string): Promise<readonly Row[]>;
}

/** Reads the account database at one moment, beside a server that works on it. */
export async function readRows<T>(connection: PoolConfig, work: (reader: RowsReader) => Promise<T>): Promise<T> {
  return withClient(connection, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const migrations = await client.query<{ name: string }>("SELECT name FROM kysely_migration ORDER BY name");
    const tables = await tablesOf(client);
    return work({
      migrations: migrations.rows.map(({ name }) => name),
      tables: tables.map(({ name }) => name),
      jobs: await jobsOf(client),
      async *lines(name) {
        const columns = tables.find((table) => table.name === name)?.columns ?? [];
        const select = `SELECT row_to_json(t)::text AS line FROM (SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}) t`;
        await client.query(`DECLARE backup NO SCROLL CURSOR FOR ${select}`);
        for (;;) {
          const { rows } = await client.query<{ line: string }>(`FETCH ${BATCH_ROWS} FROM backup`);
          if (rows.length === 0) break;
          for (const { line } of rows) yield line;
        }
        await client.query("CLOSE backup");
      },
      query: async <Row extends object>(text: string) => (await client.query<Row>(text)).rows,
    });
  });
}

async function jobsOf(client: Client): Promise<readonly WaitingJob[]> {
  const { rows: made } = await client.query<{ made: boolean }>("SELECT to_regclass('job.job') IS NOT NULL AS made");
  if (made[0]?.made !== true) return [];
  const { rows } = await client.query<WaitingJob>(
    "SELECT name, data, priority, group_id, group_tier FROM job.job WHERE state IN ('created', 'retry', 'active') ORDER BY created_on, id",
  );
  return rows;
}

/**
 * Fills the tables of a new schema, in place of the rows that its migrations inserted. Returns the number of rows by
 * table.
 */
export async function writeRows(
  connection: PoolConfig,
  linesOf: (table: string) => AsyncIterable<string> | null,
): Promise<Readonly<Record<string, number>>> {
  return withClient(connection, async (client) => {
    await client.query("BEGIN");
    const tables = await tablesOf(client);
    await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(", ")}`);
    await client.query("CREATE TEMP TABLE restored_line (number serial, line json) ON COMMIT DROP");
    const written: Record<string, number> = {};
    for (const { name, columns } of tables) {
      const lines = linesOf(name);
      if (lines === null) continue;
      written[name] = 0;
      for await (const batch of batches(lines)) {
        written[name] += batch.length;
        await client.query("INSERT INTO restored_line (line) SELECT unnest($1::text[])::json", [batch]);
      }
      const list = columns.map(quoted).join(", ");
      // In one statement: rows of one table may refer to each other.
      await client.query(
        `INSERT INTO ${quoted(name)} (${list}) OVERRIDING SYSTEM VALUE
SELECT ${columns.map((column) => `(r).${quoted(column)}`).join(", ")}
FROM (SELECT json_populate_record(NULL::public.${quoted(name)}, line) AS r FROM restored_line ORDER BY number) t`,
      );
      await client.query("TRUNCATE restored_line");
      await advanceSequences(client, name);
    }
    await client.query("COMMIT");
    return written;
  });
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  for await (const line of lines) {
    if (line === "") continue;
    batch.push(line);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Sets the sequences of a table behind the highest number in use. */
async function advanceSequences(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    "SELECT column_name AS column FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_identity = 'YES'",
    [table],
  );
  for (const { column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${quoted(column)})) FROM ${quoted(table)} HAVING max(${quoted(column)}) IS NOT NULL`,
      [quoted(table), column],
    );
  }
}
