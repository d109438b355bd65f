import { expect } from "vitest";
import type { Market, Statement } from "../../src/market/index.ts";
import type { ScanRequest } from "../../src/request/index.ts";
import { dropRun, runScan, type ScanOptions } from "../../src/scan/index.ts";

/*
 * A stage's table is made with the columns that the program says it has, and filled by their order. The engine, asked what the
 * SELECT gives, must say the same.
 */

interface Column {
  readonly name: string;
  readonly type: string;
}
interface Stage {
  readonly table: string;
  readonly declared: readonly Column[];
  readonly found: readonly Column[];
}

const MADE =
  /^CREATE TABLE (run_\w+\.\w+)(?: ON CLUSTER \S+)? \((.*?)\) ENGINE = (?:Memory|\S+\(.*?\) ORDER BY tuple\(\))(?: AS |$)/s;
const FILLED = /^INSERT INTO (run_\w+\.\w+) /;

/** Definitions between commas, those within a type's brackets apart; without constraints. */
const columnsOf = (definitions: string): readonly Column[] =>
  definitions
    .split(/, (?![^(]*\))/)
    .filter((each) => !each.startsWith("CONSTRAINT"))
    .map((each) => ({ name: each.slice(0, each.indexOf(" ")), type: each.slice(each.indexOf(" ") + 1) }));

/** The same market, which compares each stage's table with what the engine says of the SELECT that fills it. */
export function comparing(market: Market): { readonly market: Market; readonly stages: Stage[] } {
  const stages: Stage[] = [];
  const tables = new Map<string, readonly Column[]>();
  const compare = async (given: Statement | string): Promise<void> => {
    const statement = typeof given === "string" ? { sql: given } : given;
    const made = MADE.exec(statement.sql);
    if (made) tables.set(made[1] ?? "", columnsOf(made[2] ?? ""));
    const [table, select] = made
      ? [made[1], statement.sql.slice(made[0].length)]
      : [FILLED.exec(statement.sql)?.[1], statement.sql.replace(FILLED, "")];
    const declared = tables.get(table ?? "");
    // Rows that wait to be numbered have the types of the result.
    if (table === undefined || declared === undefined || select === "" || table.endsWith(".rows_all")) return;
    const { signal: _signal, ...rest } = statement;
    stages.push({
      table,
      declared,
      found: await market.query<Column>({ ...rest, sql: `DESCRIBE TABLE (${select})` }),
    });
  };
  return {
    stages,
    market: {
      ...market,
      async command(given) {
        await compare(given);
        await market.command(given);
      },
    },
  };
}

const plain = (type: string): string =>
  type.replace(/^LowCardinality\((.*)\)$/, "$1").replace(/^Nullable\((.*)\)$/, "$1");

/** What is said as the engine says it; a value that only might be null may be declared as one that is not. */
const agreed = ({ declared, found }: Stage): readonly Column[] =>
  declared.map(({ name, type }, place) => {
    const engine = found[place]?.type ?? "";
    return { name, type: type === `Nullable(${plain(engine)})` ? engine : type };
  });

/** The tables that were made on the way, of which both must say the same. */
export function expectSame(stages: readonly Stage[]): void {
  for (const stage of stages)
    expect(agreed(stage), stage.table).toEqual(stage.found.map(({ name, type }) => ({ name, type })));
  // Without a null among bars, keys and conditions none is stored of them.
  for (const { declared } of stages)
    for (const { name, type } of declared)
      if (/^(security_id|session|f\d+)$/.test(name)) expect(type).not.toContain("Nullable");
}

/** Runs requests and compares the tables of their stages; gives how many there were. */
export async function expectAgreed(
  market: Market,
  requests: readonly ScanRequest[],
  options: Partial<ScanOptions> = {},
): Promise<number> {
  const { market: watched, stages } = comparing(market);
  for (const request of requests) await runScan(watched, request, { run: "stages", ...options });
  await dropRun(market, "stages");
  expectSame(stages);
  return stages.length;
}
