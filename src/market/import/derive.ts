import { keysOf } from "../../vocabulary/index.ts";
import type { Market } from "../market.ts";
import { adjustedSessions, type AdjustedTo } from "./adjusted-to.ts";
import type { BarPlan } from "./bar-statements.ts";
import { leaveOutExcluded } from "./excluded.ts";
import { mergeDaily } from "./merge-daily.ts";
import { mergeMinutes } from "./merge-minutes.ts";
import { resolveEras } from "./eras.ts";
import { deriveDividends, TOTAL_DIVIDEND, UNNAMED_DIVIDEND } from "./dividends.ts";
import { deriveFacts, deriveSecurities } from "./facts.ts";
import { GIVEN_OF, GIVEN_TABLES } from "./given.ts";
import { deriveIdentities, renamingsOf } from "./identities.ts";
import { INCOMING } from "./incoming-columns.ts";
import type { ImportReport } from "./report.ts";
import type { Staging } from "./staging.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

const SMALL = keysOf(GIVEN_OF);
const HAS_SYMBOLS = ["daily", "minute", "splits", "dividends", "facts", "statements", "events"] as const;

interface DeriveOptions {
  /** Null where prices are as traded. */
  readonly adjusted: AdjustedTo | null;
  readonly dropStored: boolean;
  readonly source: string;
  /** The source is a connector, not files of any origin. */
  readonly isFetched: boolean;
  /** What the files of daily bars say besides. */
  readonly fromDaily: Awaited<ReturnType<Staging["adjustments"]>>;
}

/** What is set aside, or may be: a second symbol of one security. */
const SET_ASIDE = ["given_symbol", "identity_step", "given_daily", "given_minute"];

/**
 * Derives the market's tables from what was given, into new tables. With `dropStored`, what is stored (the demo) is
 * ignored. What cannot have changed is kept; gives how many stored bars were written again.
 */
export async function derive(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  options: DeriveOptions,
): Promise<Pick<ImportReport, "rewritten" | "excluded">> {
  if (options.dropStored)
    for (const { name } of GIVEN_TABLES)
      if (name.startsWith("given_") && name !== "given_daily" && name !== "given_minute") await next.fresh(name);
  await mergeGiven(market, next, staging, options);
  const [span] = await market.query<{ incoming: number; stored: number }>(`SELECT
  (SELECT max(session) FROM (SELECT session FROM ${staging.rows("daily")} UNION ALL SELECT session FROM ${staging.rows("minute")})) AS incoming,
  (SELECT max(session) FROM ${next.before("daily")}) AS stored`);
  const last = Math.max(span?.incoming ?? 0, options.dropStored ? 0 : (span?.stored ?? 0));

  const identitiesChanged = await deriveIdentities(market, next, staging, options);
  const erasChanged = await renewEras(market, next, staging, { ...options, identitiesChanged });
  const stale = (table: string, columns: string, only: string): Promise<boolean> =>
    options.dropStored ? Promise.resolve(false) : differs(market, next, table, columns, only);
  const moved =
    erasChanged &&
    (await stale(
      "era",
      "symbol, from_session, security_id, valid_from",
      ` WHERE symbol IN (SELECT symbol FROM ${next.before("era")})`,
    ));
  await deriveFacts(market, next, last, {
    symbols: erasChanged || staging.has("symbols"),
    facts: options.dropStored || moved || staging.has("facts"),
    statements: options.dropStored || moved || staging.has("statements"),
  });
  const plan: BarPlan = {
    keepsSetAside: options.adjusted !== null || (!SET_ASIDE.every(next.isEmpty) && (await hasSetAside(market, next))),
    adjustedTo: options.adjusted === null ? null : await adjustedSessions(market, next, staging, options.adjusted),
    dropStored: options.dropStored,
    symbolsMoved: moved,
    splitsChanged: await stale(
      "split_step",
      "security_id, from_session, factor",
      ` WHERE security_id IN (SELECT security_id FROM ${next.before("daily")})`,
    ),
  };
  const minutes = await mergeMinutes(market, next, staging, plan);
  const daily = await mergeDaily(market, next, staging, plan, minutes.touched);
  const excluded = await leaveOutExcluded(market, next);
  await deriveDividends(market, next, last);
  await deriveSecurities(market, next);
  return { rewritten: { daily, minute: minutes.rewritten }, excluded };
}

async function hasSetAside(market: Market, next: NextSnapshot): Promise<boolean> {
  const [found] = await market.query<{ n: number }>(
    `SELECT toUInt32((SELECT count() FROM ${renamingsOf(next)})
  + (SELECT count() FROM ${next.before("given_daily")}) + (SELECT count() FROM ${next.before("given_minute")})) AS n`,
  );
  return found !== undefined && found.n > 0;
}

/** Upserts what is given by symbol: the newest row of each key is kept. */
async function mergeGiven(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  { dropStored, fromDaily, source, isFetched }: DeriveOptions,
): Promise<void> {
  const kept = dropStored ? " WHERE false" : "";
  for (const kind of SMALL) {
    // Those are joined with what was there, day by day.
    if (!staging.has(kind) || kind === "identities") continue;
    const { table, columns } = GIVEN_OF[kind];
    const key = INCOMING[kind].key.join(", ");
    if (!dropStored) await next.fresh(table);
    await market.command({
      sql: `INSERT INTO ${next.table(table)} SELECT ${columns} FROM (
  SELECT ${columns}, 0 AS age FROM ${next.before(table)}${kept || (kind === "dividends" && isFetched ? withoutOldTotals(next, staging) : "")} UNION ALL SELECT ${columns}, 1 AS age FROM ${staging.rows(kind)}
) ORDER BY ${key}, age DESC LIMIT 1 BY ${key}`,
      lane: "scan",
      params: { source },
      settings: { max_bytes_before_external_sort: 500_000_000 },
    });
  }
  if (staging.has("statements")) {
    const key = INCOMING.statements.key.join(", ");
    if (!dropStored) await next.fresh("given_derived");
    await market.command({
      sql: `INSERT INTO ${next.table("given_derived")}
SELECT ${key} FROM ${next.before("given_derived")} WHERE ${dropStored ? "false" : `(${key}) NOT IN (SELECT ${key} FROM ${staging.rows("statements")})`}
UNION ALL SELECT ${key} FROM ${staging.rows("statements")} WHERE derived = 1`,
      lane: "scan",
    });
  }
  for (const kind of ["splits", "dividends"] as const) {
    if (!fromDaily[kind]) continue;
    const { table } = GIVEN_OF[kind];
    if (!dropStored && !staging.has(kind)) await next.fresh(table, "clone");
    await market.command(
      `INSERT INTO ${next.table(table)} SELECT * FROM (${inDailyFile(next, staging, kind)}) WHERE (symbol, date) NOT IN (SELECT symbol, date FROM ${next.table(table)})`,
    );
  }
  if (staging.cuts !== null) {
    if (!dropStored) await next.fresh("given_cut");
    await market.command(
      `INSERT INTO ${next.table("given_cut")} SELECT DISTINCT symbol, session FROM (SELECT symbol, session FROM ${next.before("given_cut")}${kept} UNION ALL SELECT symbol, session FROM ${staging.cuts})`,
    );
  }
  if (!staging.has("events")) return;
  if (!dropStored) await next.fresh("given_coverage");
  const sessions = (["daily", "minute", "events"] as const)
    .map((kind) => `SELECT session FROM ${staging.rows(kind)}`)
    .join(" UNION ALL ");
  await market.command(`INSERT INTO ${next.table("given_coverage")} SELECT DISTINCT kind, from_session, to_session FROM (
  SELECT toString(kind) AS kind, from_session, to_session FROM ${next.before("given_coverage")}${kept}
  UNION ALL
  SELECT k.kind, s.a, s.b FROM (SELECT DISTINCT kind FROM ${staging.rows("events")}) AS k
  CROSS JOIN (SELECT min(session) AS a, max(session) AS b FROM (${sessions})) AS s)`);
}

/**
 * The stored dividends without those that this connector gave as ordinary ones when it told no kinds apart, where it gives a total now:
 * until version 0.2 totals were stored like that.
 */
const withoutOldTotals = (next: NextSnapshot, staging: Staging): string => ` WHERE NOT (kind = '${UNNAMED_DIVIDEND}'
    AND (symbol, date) IN (SELECT symbol, date FROM ${staging.rows("dividends")} WHERE kind = '${TOTAL_DIVIDEND}')
    AND (symbol, toString(date)) IN (
      SELECT symbol, at FROM ${next.before("origin_rows")} WHERE kind = 'dividends' AND has(items, '${UNNAMED_DIVIDEND}')
        AND import IN (SELECT import FROM ${next.before("origin_import")} WHERE source = {source:String})
    ))`;

/** What stands in a vendor's file of daily bars, where nothing else says it. */
function inDailyFile(next: NextSnapshot, staging: Staging, kind: "splits" | "dividends"): string {
  const [columns, taken] =
    kind === "splits"
      ? ["i.split_ratio AS ratio", "i.split_ratio != 1"]
      : [`'${TOTAL_DIVIDEND}' AS kind, i.dividend AS amount`, "i.dividend > 0"];
  return `SELECT i.symbol AS symbol, s.date AS date, i.session AS session, ${columns}
FROM ${staging.loose("daily")} AS i INNER JOIN ${next.table("session")} AS s ON s.session = i.session WHERE ${taken}`;
}

/** Resolves symbols again where a symbol, renaming, listing, cut or what follows from identities is new; false where none is. */
async function renewEras(
  market: Market,
  next: NextSnapshot,
  staging: Staging,
  { dropStored, identitiesChanged }: { readonly dropStored: boolean; readonly identitiesChanged: boolean },
): Promise<boolean> {
  const symbols = HAS_SYMBOLS.filter((kind) => staging.has(kind))
    .map((kind) => staging.symbols(kind))
    .concat(dropStored ? [] : [`SELECT DISTINCT toString(symbol) AS symbol FROM ${next.before("era")}`]);
  if (
    !dropStored &&
    !identitiesChanged &&
    !staging.has("symbols") &&
    !staging.has("securities") &&
    staging.cuts === null
  ) {
    const [fresh] = await market.query<{ n: number }>(
      `SELECT toUInt32((SELECT count() FROM (${symbols.join(" UNION ALL ")}) WHERE symbol NOT IN (SELECT toString(symbol) FROM ${next.before("era")}))) AS n`,
    );
    if (fresh?.n === 0) return false;
  }
  await resolveEras(market, next, symbols.join(" UNION ALL ") || "SELECT '' AS symbol WHERE false");
  return true;
}

/** Whether the new table lacks rows of the stored one or has others; `only` narrows the new ones that count. */
async function differs(
  market: Market,
  next: NextSnapshot,
  table: string,
  columns: string,
  only: string,
): Promise<boolean> {
  const old = next.before(table);
  if (next.table(table) === old) return false;
  const [row] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM (
  (SELECT ${columns} FROM ${old} EXCEPT SELECT ${columns} FROM ${next.table(table)})
  UNION ALL (SELECT ${columns} FROM ${next.table(table)}${only} EXCEPT SELECT ${columns} FROM ${old}))`);
  return row !== undefined && row.n > 0;
}
