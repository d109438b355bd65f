import { PRICE_SCALE, type TableName } from "../../market/index.ts";
import { TIMEFRAMES, type Adjusted, type ChartMinutes, type Timeframe } from "../../vocabulary/index.ts";
import { columnName } from "./indicator-select.ts";

interface IntradayBars {
  /** Database of `minute` and `daily`. */
  /** A table of the market, with its database. */
  readonly table: (name: TableName) => string;
  /** Charts have bars of three minutes too. */
  readonly timeframe: Timeframe | ChartMinutes;
  /** Prices times the day's factors and volume divided by that of splits, or as traded. */
  readonly adjusted: Adjusted;
  /**
   * A condition over security_id and session, built by the compiler: `session BETWEEN {from:UInt16} AND {to:UInt16}`.
   */
  readonly where?: string;
  /** A further condition over session and minute: minutes without it count as not there. */
  readonly minutes?: string;
}

/** Factor of the cash dividends after the day of a bar, to be joined by `dividendsAfter`. */
export const DIVIDEND_FACTOR = "ifNull(x.factor, 1.)";

/** Joins what the cash dividends after the day of a bar multiply its prices with. */
export const dividendsAfter = (bars: string, { table }: Pick<IntradayBars, "table">): string =>
  `ASOF LEFT JOIN (SELECT security_id, session AS ex, factor FROM ${table("dividend")}) AS x ON ${bars}.security_id = x.security_id AND ${bars}.session < x.ex`;

const SIZES: readonly number[] = [...TIMEFRAMES, 3];
const PRICES = ["open", "high", "low", "close"] as const;

/**
 * A SELECT of the bars of a timeframe from all minutes of a day, aligned to the clock, named by their first minute,
 * there if one minute is: open of the first, highest high, lowest low, close of the last, volume and num_trades in
 * total, vwap weighted by volume over the minutes that have one. Columns security_id, session, minute, open, high, low,
 * close, volume, num_trades, vwap, the fields Nullable(Float64). Where `daily` has no row for the day, an adjusted
 * bar's prices are null.
 */
export function intradayBars({ table, timeframe, adjusted, where, minutes }: IntradayBars): string {
  if (!SIZES.includes(timeframe)) throw new RangeError(`no timeframe of ${timeframe} minutes`);
  const filter = where === undefined ? "" : `\nWHERE ${where}`;
  const condition = [where, minutes].filter((each) => each !== undefined).join(" AND ");
  const from = `${table("minute")} AS m${condition && `\nWHERE ${condition}`}`;
  const traded = timeframe === 1 ? minuteBars(from) : groupedBars(from, timeframe);
  if (adjusted === false) return traded;
  const dividends = adjusted === "dividends";
  const factor = dividends ? `d.factor * ${DIVIDEND_FACTOR}` : "d.factor";
  const fields = [
    ...PRICES.map((price) => `toNullable(b.${price}) * ${factor} AS ${price}`),
    "toNullable(b.volume) / d.factor AS volume",
    "b.num_trades AS num_trades",
    `b.vwap * ${factor} AS vwap`,
  ];
  return [
    `SELECT b.security_id AS security_id, b.session AS session, b.minute AS minute, ${fields.join(", ")}`,
    `FROM (${traded}) AS b`,
    `LEFT ANY JOIN (SELECT security_id, session, split_factor AS factor FROM ${table("daily")}${filter}) AS d`,
    "ON b.security_id = d.security_id AND b.session = d.session",
    ...(dividends ? [dividendsAfter("b", { table })] : []),
  ].join("\n");
}

function minuteBars(from: string): string {
  const fields = [...PRICES, "volume", "num_trades", "vwap"].map((field) => `toFloat64(m.${field}) AS ${field}`);
  return `SELECT security_id, session, minute, ${fields.join(", ")}\nFROM ${from}`;
}

function groupedBars(from: string, timeframe: number): string {
  const fields = [
    "toFloat64(argMin(m.open, m.minute)) AS open",
    "toFloat64(max(m.high)) AS high",
    "toFloat64(min(m.low)) AS low",
    "toFloat64(argMax(m.close, m.minute)) AS close",
    "toFloat64(sum(m.volume)) AS volume",
    "toFloat64(sumOrNull(m.num_trades)) AS num_trades",
    // In decimals, whose sum is exact: the result must not depend on the order in which minutes are stored.
    `toFloat64(sumOrNull(toDecimal128(m.vwap, ${PRICE_SCALE}) * m.volume)) / nullIf(sumOrNullIf(m.volume, isNotNull(m.vwap)), 0) AS vwap`,
  ];
  const start = `toUInt16(intDiv(m.minute, ${timeframe}) * ${timeframe})`;
  return [
    // Named apart first: an alias `minute` would hide the column that the aggregates read.
    `SELECT * EXCEPT (start_minute), start_minute AS minute FROM (SELECT security_id, session, ${start} AS start_minute, ${fields.join(", ")}`,
    `FROM ${from}`,
    "GROUP BY security_id, session, start_minute)",
  ].join("\n");
}

interface ValuesAt {
  /** A parenthesised SELECT as indicatorSelect gives it over bars of `timeframe`. */
  readonly input: string;
  readonly timeframe: Timeframe;
  /** `column` of the input as it stood at the minute `at`, under the name `id`. */
  readonly series: readonly { readonly id: string; readonly column: string; readonly at: number }[];
}

/**
 * A SELECT of one row a security and session: each series on the last bar that is complete at its time (start +
 * timeframe <= at), null where the session has none, and `<id>_bars`, the number of that bar. Sessions without a bar
 * have no row.
 */
export function valuesAt({ input, timeframe, series }: ValuesAt): string {
  const columns = series.flatMap(({ id, column, at }) => {
    const complete = `minute + ${timeframe} <= ${Math.trunc(at)}`;
    // In a tuple, because argMax skips bars whose value is null.
    const last = `argMaxOrNullIf(tuple(${columnName(column)}, bars), minute, ${complete})`;
    return [`${last}.1 AS ${columnName(id)}`, `${last}.2 AS ${id}_bars`];
  });
  return `SELECT security_id, session, ${columns.join(", ")}\nFROM ${input}\nGROUP BY security_id, session`;
}
