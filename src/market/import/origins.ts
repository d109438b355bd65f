import { TOTAL_DIVIDEND } from "./dividends.ts";
import type { Market } from "../market.ts";
import { INCOMING } from "./incoming-columns.ts";
import { KIND_NAMES, type Kind } from "./kinds.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import type { Staging } from "./staging.ts";

/** Every symbol of a file. */
const ANY_SYMBOL = "";

/** What an import is called in the record of what it brought. */
export interface ImportOrigin {
  readonly source: string;
  /** Where rows come from that stand in a file made for the import: the name for people of what begins at a line of it. */
  readonly pages?: readonly { readonly file: string; readonly line: number; readonly page: string }[];
}

/** Identities hold their source themselves, and come anew with every day. */
type RowKind = Exclude<Kind, "daily" | "minute" | "identities">;

/** When a row is of, and what it is of, as text. */
const ROW_KEYS: Readonly<Record<RowKind, { readonly at: string; readonly item: string; readonly session: string }>> = {
  securities: { at: "toString(listed)", item: "''", session: "toUInt16(0)" },
  symbols: { at: "toString(date)", item: "old_symbol", session: "session" },
  splits: { at: "toString(date)", item: "''", session: "session" },
  dividends: { at: "toString(date)", item: "kind", session: "session" },
  facts: { at: "toString(known_at)", item: "field", session: "session" },
  statements: { at: "concat(toString(known_at), ' ', toString(fiscal_end))", item: "item", session: "session" },
  events: { at: "at", item: "kind", session: "session" },
};

/** What a file of bars may say besides. */
const IN_DAILY = {
  splits: { table: "given_split", column: "split_ratio", none: 1, items: "['']" },
  dividends: { table: "given_dividend", column: "dividend", none: 0, items: `['${TOTAL_DIVIDEND}']` },
} as const;

const isRowKind = (kind: Kind): kind is RowKind => kind in ROW_KEYS;

/** Sessions without a gap, as pairs of the first and the last. */
const runsOf = (sessions: string): string =>
  `arrayMap(run -> (run[1], run[-1]), arraySplit((one, before) -> one != before + 1, arraySort(${sessions}) AS days, arrayPushFront(arrayPopBack(days), toUInt16(0))))`;

/** Records what the import brings. Needs the new bars. */
export async function recordOrigins(
  { market, next, staging }: { readonly market: Market; readonly next: NextSnapshot; readonly staging: Staging },
  origin: ImportOrigin,
  importedAt: string,
  fromDaily: { readonly splits: boolean; readonly dividends: boolean },
): Promise<void> {
  const kinds = KIND_NAMES.filter((kind) => staging.has(kind));
  if (kinds.length === 0 && !next.replacesDemo) return;
  const how = next.replacesDemo ? "empty" : "clone";
  for (const table of ["origin_import", "origin_bars", "origin_file"]) await next.fresh(table, how);
  const run = (sql: string, params: Readonly<Record<string, string | number>> = {}): Promise<void> =>
    market.command({ sql, params: { number, ...params }, lane: "scan" });
  const [last] = await market.query<{ n: number }>(`SELECT max(import) AS n FROM ${next.table("origin_import")}`);
  const number = (last?.n ?? 0) + 1;
  await run(
    `INSERT INTO ${next.table("origin_import")} SELECT {number:UInt32}, {source:String}, parseDateTimeBestEffort({at:String}, 'UTC')`,
    { source: origin.source, at: importedAt },
  );
  const pages = await pagesTable();
  /** The incoming rows of a kind, each with its `file`. */
  const rows = (kind: Kind): string =>
    pages === null
      ? `(SELECT *, toString(source_file) AS file FROM ${staging.rows(kind)})`
      : `(SELECT r.*, ifNull(nullIf(p.page, ''), toString(r.source_file)) AS file FROM (SELECT *, toString(source_file) AS of_file FROM ${staging.rows(kind)}) AS r ASOF LEFT JOIN ${pages} AS p ON p.file = r.of_file AND r.line >= p.line)`;
  for (const kind of kinds) if (kind === "daily" || kind === "minute") await recordBars(kind);
  await recordRows();

  async function pagesTable(): Promise<string | null> {
    const given = origin.pages ?? [];
    if (given.length === 0) return null;
    const table = await next.scratch("page", "file String, line UInt32, page String", "(file, line)");
    await market.insert(table, given);
    return table;
  }

  async function recordBars(kind: "daily" | "minute"): Promise<void> {
    // Symbols and their sessions, by file.
    const days =
      pages === null
        ? `(SELECT source_file AS file, symbol, sessions FROM ${staging.days(kind)})`
        : `(SELECT file, toString(symbol) AS symbol, groupUniqArray(session) AS sessions FROM ${rows(kind)} GROUP BY file, symbol)`;
    const [from, sessions] =
      kind === "daily"
        ? [`(SELECT symbol, 1 AS whole, sessions FROM ${days})`, "groupArrayArray(sessions)"]
        : [`(${minuteDays()})`, "groupArray(session)"];
    await run(`
INSERT INTO ${next.table("origin_bars")}
SELECT '${kind}', of, run.1, run.2, whole, {number:UInt32}
FROM (SELECT toString(symbol) AS of, whole, ${runsOf(sessions)} AS runs FROM ${from} GROUP BY of, whole)
ARRAY JOIN runs AS run`);
    const [found] = await market.query<{ files: number; most: number }>(
      `SELECT toUInt32(uniqExactArray(each)) AS files, toUInt32(max(length(each))) AS most FROM (
SELECT session, groupUniqArray(file) AS each FROM (SELECT file, arrayJoin(groupUniqArrayArray(sessions)) AS session FROM ${days} GROUP BY file) GROUP BY session)`,
    );
    const { files = 0, most = 0 } = found ?? {};
    if (files === 0) return;
    // Where each day stands in one file, the day tells it; else the symbol has to.
    const of = most === 1 ? `'${ANY_SYMBOL}'` : "symbol";
    await run(`
INSERT INTO ${next.table("origin_file")}
SELECT {number:UInt32}, '${kind}', of, run.1, run.2, file
FROM (SELECT ${of} AS of, file, ${runsOf("groupUniqArrayArray(sessions)")} AS runs FROM ${days} GROUP BY of, file)
ARRAY JOIN runs AS run`);
  }

  /** A day's minutes are all of this import where there were none, or where as many stand there as it brings. */
  function minuteDays(): string {
    const counted = `SELECT symbol, session, count() AS n FROM ${staging.rows("minute")} GROUP BY symbol, session`;
    if (next.replacesDemo) return `SELECT symbol, session, 1 AS whole FROM (${counted})`;
    const stored = `SELECT session FROM ${next.before("minute_session")}`;
    const standing = `SELECT symbol, session, count() AS n FROM ${next.table("minute")} WHERE session IN (${stored}) AND session IN (SELECT session FROM (${counted})) GROUP BY symbol, session`;
    return `SELECT i.symbol AS symbol, i.session AS session, toUInt8(i.session NOT IN (${stored}) OR i.n = s.n) AS whole
FROM (${counted}) AS i LEFT JOIN (${standing}) AS s ON s.symbol = i.symbol AND s.session = i.session`;
  }

  /** Row by row: what is given again replaces what was recorded of it. */
  async function recordRows(): Promise<void> {
    const given = kinds.filter(isRowKind);
    // Splits and dividends that stand in a file of bars, where nothing else says them.
    const besides = (["splits", "dividends"] as const).filter((kind) => fromDaily[kind]);
    if (given.length + besides.length === 0) {
      if (next.replacesDemo) await next.fresh("origin_rows");
      return;
    }
    const into = await next.scratch(
      "row_origin",
      "kind String, symbol String, session UInt16, at String, items Array(String), import UInt32, file String, filing String",
      "(symbol, kind, at)",
    );
    for (const kind of given) {
      const { at, item, session } = ROW_KEYS[kind];
      const filing = INCOMING[kind].columns.some(([name]) => name === "filing") ? "filing" : "''";
      await run(`
INSERT INTO ${into}
SELECT '${kind}', of, day, moment, groupArray(what), {number:UInt32}, file, paper
FROM (SELECT toString(symbol) AS of, ${session} AS day, ${at} AS moment, ${item} AS what, file, ${filing} AS paper FROM ${rows(kind)})
GROUP BY of, day, moment, file, paper`);
    }
    for (const kind of besides) {
      const { table, column, none, items } = IN_DAILY[kind];
      const known = next.replacesDemo
        ? ""
        : ` AND (symbol, date) NOT IN (SELECT symbol, date FROM ${next.before(table)})`;
      await run(`
INSERT INTO ${into}
SELECT '${kind}', symbol, session, toString(date), ${items}, {number:UInt32}, file, ''
FROM (SELECT toString(r.symbol) AS symbol, r.session AS session, r.file AS file, d.date AS date FROM ${rows("daily")} AS r INNER JOIN ${next.table("session")} AS d ON d.session = r.session WHERE isNotNull(r.${column}) AND r.${column} != ${none})
WHERE (symbol, date) NOT IN (SELECT symbol, date FROM ${staging.rows(kind)})${known}`);
    }
    await next.fresh("origin_rows");
    const columns = "kind, symbol, session, at, items, import, file, filing";
    if (!next.replacesDemo)
      await run(`
INSERT INTO ${next.table("origin_rows")}
SELECT ${columns
        .split(", ")
        .map((name) => `o.${name}`)
        .join(", ")} FROM ${next.before("origin_rows")} AS o
LEFT JOIN (SELECT kind, symbol, at, groupUniqArrayArray(items) AS again FROM ${into} GROUP BY kind, symbol, at) AS n
ON n.kind = toString(o.kind) AND n.symbol = toString(o.symbol) AND n.at = o.at
WHERE NOT hasAll(n.again, CAST(o.items, 'Array(String)'))`);
    await run(`INSERT INTO ${next.table("origin_rows")} SELECT ${columns} FROM ${into}`);
  }
}
