/**
 * The tables of the market, as data. Each is stored in versions, made from the same entry (`snapshot-log.ts`).
 *
 * Conventions: `session` is the index of a trading day in the calendar table, `minute` counts from midnight New York time,
 * `known_at` and `at` are New York wall-clock times stored as DateTime('UTC'), prices are as traded, in US dollars.
 */
export interface Table {
  readonly name: string;
  /** Column name, type, and default and codec, as ClickHouse writes them. */
  readonly columns: readonly (readonly [name: string, type: string, storage?: string])[];
  readonly orderBy: string;
  readonly partitionBy?: string;
  readonly settings?: string;
  /** Bars, facts and events: a cluster divides them between its shards by `security_id`. */
  readonly sharded?: true;
}

/** Decimals of a stored price: two more than exchanges quote, since vendors give midpoints and weighted prices with six. */
export const PRICE_SCALE = 6;
const PRICE = `Decimal64(${PRICE_SCALE})`;
const PRICE_DAILY = "CODEC(T64, ZSTD(1))";
const PRICE_MINUTE = "CODEC(T64, LZ4)";

/** Sessions in one partition of the minute tables: an import replaces whole partitions. */
export const SESSIONS_PER_PARTITION = 5;
/** The same of the daily table, a year or so. */
export const DAILY_SESSIONS_PER_PARTITION = 256;
const BY_SESSIONS = `intDiv(session, ${SESSIONS_PER_PARTITION})`;

/** `daily.source` of a day with minutes outside the regular session only: its prices and volume read as null. */
export const OFF_HOURS_SOURCE = 2;
/** Of a row of `daily`: it is a bar of the regular session, the vendor's (0) or made from its minutes (1). */
export const HAS_BAR = `source < ${OFF_HOURS_SOURCE}`;

/** Text columns of a security, in the order of its tables; `fact` may hold dated values of each. */
export const SECURITY_TEXTS = [
  "name",
  "exchange",
  "security_class",
  "status",
  "country",
  "currency",
  "sector",
  "industry",
] as const;

export const TABLES = [
  {
    name: "session",
    columns: [
      ["session", "UInt16"],
      ["date", "Date32"],
      // First regular minute and the minute at which the regular session closes: 570 and 960, or 780 on a half day.
      ["open", "UInt16"],
      ["close", "UInt16"],
    ],
    orderBy: "session",
  },
  {
    name: "security",
    columns: [
      ["security_id", "UInt32"],
      ["symbol", "String"],
      ...SECURITY_TEXTS.map(
        (name) => [name, name === "name" ? "Nullable(String)" : "LowCardinality(Nullable(String))"] as const,
      ),
      ["ipo_date", "Nullable(Date32)"],
      ["delisted_date", "Nullable(Date32)"],
    ],
    orderBy: "security_id",
  },
  {
    // `symbol` holds from `date` on, `old_symbol` before it.
    name: "symbol_change",
    columns: [
      ["security_id", "UInt32"],
      ["date", "Date32"],
      ["symbol", "String"],
      ["old_symbol", "String"],
    ],
    orderBy: "(security_id, date)",
  },
  {
    // Adjusted price = price * split_factor, adjusted volume = volume / split_factor.
    // source: 0 the vendor's bar, 1 made from the regular session's minutes, 2 (OFF_HOURS_SOURCE) neither.
    name: "daily",
    sharded: true,
    columns: [
      ["security_id", "UInt32", "CODEC(Delta, ZSTD(1))"],
      ["session", "UInt16", "CODEC(Delta, ZSTD(1))"],
      ["open", PRICE, PRICE_DAILY],
      ["high", PRICE, PRICE_DAILY],
      ["low", PRICE, PRICE_DAILY],
      ["close", PRICE, PRICE_DAILY],
      ["volume", "UInt64", "CODEC(T64, ZSTD(1))"],
      ["num_trades", "Nullable(UInt32)", "CODEC(ZSTD(1))"],
      ["vwap", `Nullable(${PRICE})`, "CODEC(ZSTD(1))"],
      ["split_factor", "Float64", "DEFAULT 1 CODEC(ZSTD(1))"],
      ["source", "UInt8", "CODEC(ZSTD(1))"],
      // The symbol the bar was given under; empty where no vendor gave it.
      ["symbol", "LowCardinality(String)", "CODEC(ZSTD(1))"],
    ],
    // A year or so a partition and small granules: twenty of 2,520 sessions read a tenth of what one run of a security
    // would cost, for 5 % more disk.
    partitionBy: `intDiv(session, ${DAILY_SESSIONS_PER_PARTITION})`,
    settings: "index_granularity = 512, min_compress_block_size = 8192",
    orderBy: "(security_id, session)",
  },
  {
    name: "minute",
    sharded: true,
    columns: [
      ["session", "UInt16", "CODEC(Delta, LZ4)"],
      ["security_id", "UInt32", "CODEC(Delta, LZ4)"],
      ["minute", "UInt16", "CODEC(Delta, LZ4)"],
      ["open", PRICE, PRICE_MINUTE],
      ["high", PRICE, PRICE_MINUTE],
      ["low", PRICE, PRICE_MINUTE],
      ["close", PRICE, PRICE_MINUTE],
      ["volume", "UInt64", "CODEC(T64, LZ4)"],
      ["num_trades", "Nullable(UInt32)", "CODEC(LZ4)"],
      ["vwap", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["symbol", "LowCardinality(String)", "CODEC(LZ4)"],
    ],
    partitionBy: BY_SESSIONS,
    orderBy: "(session, security_id, minute)",
  },
  {
    // 30-minute rollup of `minute`; `bucket` is its first minute. Sums are exact (Decimal), so an average from buckets
    // equals the one from minutes. vwap_bars and trades_bars count the bars that had a value.
    name: "bucket",
    sharded: true,
    columns: [
      ["session", "UInt16", "CODEC(Delta, LZ4)"],
      ["security_id", "UInt32", "CODEC(Delta, LZ4)"],
      ["bucket", "UInt16", "CODEC(Delta, LZ4)"],
      ["open", PRICE, PRICE_MINUTE],
      ["high", PRICE, PRICE_MINUTE],
      ["low", PRICE, PRICE_MINUTE],
      ["close", PRICE, PRICE_MINUTE],
      ["volume", "UInt64", "CODEC(T64, LZ4)"],
      ["bars", "UInt8", "CODEC(T64, LZ4)"],
      ["close_sum", PRICE, PRICE_MINUTE],
      ["num_trades", "UInt64", "CODEC(T64, LZ4)"],
      ["trades_bars", "UInt8", "CODEC(T64, LZ4)"],
      ["vwap_sum", PRICE, PRICE_MINUTE],
      ["vwap_bars", "UInt8", "CODEC(T64, LZ4)"],
    ],
    partitionBy: BY_SESSIONS,
    orderBy: "(session, security_id, bucket)",
  },
  {
    // One row per security and session with minutes: the bar of its regular session (null where all minutes lie
    // outside it), for the daily bars that no vendor gave.
    name: "minute_day",
    sharded: true,
    columns: [
      ["session", "UInt16", "CODEC(Delta, LZ4)"],
      ["security_id", "UInt32", "CODEC(Delta, LZ4)"],
      ["open", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["high", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["low", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["close", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["volume", "UInt64", "CODEC(T64, LZ4)"],
      ["num_trades", "Nullable(UInt32)", "CODEC(LZ4)"],
      ["vwap", `Nullable(${PRICE})`, "CODEC(LZ4)"],
      ["bars", "UInt16", "CODEC(T64, LZ4)"],
      ["offhours_bars", "UInt16", "CODEC(T64, LZ4)"],
    ],
    partitionBy: BY_SESSIONS,
    orderBy: "(session, security_id)",
  },
  {
    // Sessions for which minutes were imported at all.
    name: "minute_session",
    columns: [
      ["session", "UInt16"],
      ["securities", "UInt32"],
      ["bars", "UInt64"],
    ],
    orderBy: "session",
  },
  {
    // Numbers in `value`, sector and industry in `text`; one of the two is null.
    name: "fact",
    sharded: true,
    columns: [
      ["security_id", "UInt32"],
      ["field", "LowCardinality(String)"],
      ["known_at", "DateTime('UTC')"],
      ["value", "Nullable(Float64)"],
      ["text", "Nullable(String)"],
    ],
    orderBy: "(field, security_id, known_at)",
  },
  {
    name: "statement",
    sharded: true,
    columns: [
      ["security_id", "UInt32"],
      ["item", "LowCardinality(String)"],
      ["fiscal_end", "Date32"],
      ["known_at", "DateTime('UTC')"],
      ["value", "Float64"],
    ],
    orderBy: "(security_id, item, fiscal_end, known_at)",
  },
  {
    // Already moved to a session by the importer: off-session events stand at minute 0 of the next one, pre and post
    // only at 480 and 990; `minute` null is a date without a time.
    name: "event",
    sharded: true,
    columns: [
      ["security_id", "UInt32"],
      ["kind", "LowCardinality(String)"],
      ["session", "UInt16"],
      ["minute", "Nullable(UInt16)"],
    ],
    orderBy: "(kind, security_id, session)",
  },
  {
    // Sessions for which events of a kind were imported, both ends included; outside it `had news` is unknown.
    name: "event_coverage",
    columns: [
      ["kind", "LowCardinality(String)"],
      ["from_session", "UInt16"],
      ["to_session", "UInt16"],
    ],
    orderBy: "(kind, from_session)",
  },
  {
    // What the check doubts of this snapshot, see `check/kinds.ts`; `session` is the first on or after `date`. The open ones
    // stand in `event` as well, under the kind `doubtful`. `symbol` and `bar` (`open high low close volume` as traded) are
    // those of the bar of that session, empty where there is none: what an admin settles is settled of that bar.
    name: "finding",
    columns: [
      ["security_id", "UInt32"],
      ["session", "UInt16"],
      ["date", "Date32"],
      ["kind", "LowCardinality(String)"],
      ["seen", "String"],
      ["expected", "String"],
      ["symbol", "String"],
      ["bar", "String"],
      ["state", "LowCardinality(String)"],
    ],
    orderBy: "(security_id, session, kind)",
  },
  {
    // Cash of all dividends of an ex-date a share, on the first session on or after `date`, up to the last session with bars.
    // `previous` is the close before it as a share of its day stood then, null where there is none. A price of an earlier day
    // times `factor` is without this dividend and all later ones, see `import/dividends.ts`.
    name: "dividend",
    columns: [
      ["security_id", "UInt32"],
      ["session", "UInt16"],
      ["date", "Date32"],
      ["amount", "Float64"],
      ["previous", "Nullable(Float64)"],
      ["factor", "Float64"],
    ],
    orderBy: "(security_id, session)",
  },
  {
    // 4 for a 4-for-1, 0.05 for a 1-for-20; in force from `date` on.
    name: "split",
    columns: [
      ["security_id", "UInt32"],
      ["date", "Date32"],
      ["ratio", "Float64"],
    ],
    orderBy: "(security_id, date)",
  },
] as const satisfies readonly Table[];

export type TableName = (typeof TABLES)[number]["name"];

/** Whether a cluster divides a table between its shards, by security; every node has the others whole. */
export const isSharded = (table: Table): boolean => table.sharded === true;

/** Columns, engine and order of an entry, as they stand in a CREATE TABLE. */
export function tableDefinition(table: Table, engine: string): string {
  const columns = table.columns
    .map(([column, type, storage]) => `  ${column} ${type}${storage ? ` ${storage}` : ""}`)
    .join(",\n");
  const partition = table.partitionBy ? `\nPARTITION BY ${table.partitionBy}` : "";
  const settings = table.settings ? `\nSETTINGS ${table.settings}` : "";
  return `(\n${columns}\n)\nENGINE = ${engine}${partition}\nORDER BY ${table.orderBy}${settings}`;
}

/**
 * Settings of a table that many INSERTs fill. Merging its parts meanwhile would write each row several times, a fifth to a
 * quarter of the CPU of filling it. However many parts there are, no INSERT is slowed down or refused.
 */
const WITHOUT_MERGES = {
  max_bytes_to_merge_at_max_space_in_pool: 1,
  max_bytes_to_merge_at_min_space_in_pool: 1,
  parts_to_delay_insert: 1_000_000,
  parts_to_throw_insert: 1_000_000,
} as const;

/** They as text, for SETTINGS of a CREATE. */
export const NO_MERGES = Object.entries(WITHOUT_MERGES)
  .map((pair) => pair.join(" = "))
  .join(", ");

/** ALTER after which the engine merges the parts of such a table. */
export const allowMerges = (table: string): string =>
  `ALTER TABLE ${table} RESET SETTING ${Object.keys(WITHOUT_MERGES).join(", ")}`;
