import { BAR_FIELD_NAMES } from "../../vocabulary/index.ts";
import { PRICE_SCALE } from "../tables.ts";
import type { Staging } from "./staging.ts";
import type { NextSnapshot } from "./next-snapshot.ts";

type BarTable = "daily" | "minute";

/** What an import is about to do to the bars, found before anything is written. */
export interface BarPlan {
  /** Bars of this import, or of an earlier one, are set aside as given: their prices are adjusted, or another bar of the same security comes first. */
  readonly keepsSetAside: boolean;
  /** The table of `adjustedSessions`; null where prices are as traded. */
  readonly adjustedTo: string | null;
  /** The stored bars are the demo's and are dropped. */
  readonly dropStored: boolean;
  /** Symbols whose security changed; null where none did. */
  readonly symbolsMoved: boolean;
  readonly splitsChanged: boolean;
}

/** Prices as they are stored: to six decimals, half away from zero; the last summand keeps the engine from truncating a decimal. */
const decimal = (value: string): string =>
  `toDecimal64(floor((${value}) * 1e${PRICE_SCALE} + 0.5) / 1e${PRICE_SCALE} + 1e-${PRICE_SCALE + 1}, ${PRICE_SCALE})`;

/**
 * All bars of the bound sessions that any import gave, the newest of each symbol and time, with the security of the
 * symbol; `place` 1 is the one to use where two symbols of a security gave the same bar.
 */
function currentBars(next: NextSnapshot, staging: Staging, table: BarTable, plan: BarPlan, only: string): string {
  const time = table === "minute" ? "minute, " : "";
  const key = table === "minute" ? "symbol, session, minute" : "symbol, session";
  const range = `session IN {sessions:Array(UInt16)}${only}`;
  const columns = `symbol, session, ${time}toFloat64(open) AS open, toFloat64(high) AS high, toFloat64(low) AS low, toFloat64(close) AS close, toFloat64(volume) AS volume, num_trades, toFloat64(vwap) AS vwap`;
  const old = plan.dropStored
    ? ""
    : `SELECT ${columns}, toUInt16(0) AS adjusted_to, 0 AS age FROM ${next.before(table)} WHERE ${range}${table === "daily" ? " AND source = 0" : ""}
    UNION ALL SELECT ${columns}, adjusted_to, 1 AS age FROM ${next.before(`given_${table}`)} WHERE ${range}
    UNION ALL `;
  const given =
    plan.adjustedTo === null
      ? `SELECT ${columns}, toUInt16(0) AS adjusted_to, 2 AS age FROM ${staging.loose(table)} WHERE ${range}`
      : `SELECT ${columns}, a.last AS adjusted_to, 2 AS age FROM (SELECT * FROM ${staging.loose(table)} WHERE ${range}) AS i
    INNER JOIN ${plan.adjustedTo} AS a ON toString(i.symbol) = a.of_symbol`;
  return `(
  SELECT *, row_number() OVER (PARTITION BY security_id, session${table === "minute" ? ", minute" : ""} ORDER BY valid DESC, symbol) AS place
  FROM (
    SELECT g.*, e.security_id AS security_id, g.session >= e.valid_from AS valid
    FROM (
      SELECT * FROM (${old}${given})
      ORDER BY ${key}, age DESC LIMIT 1 BY ${key}
    ) AS g ASOF INNER JOIN ${next.table("era")} AS e ON g.symbol = e.symbol AND g.session >= e.from_session
  )
)`;
}

/** Factor of a security's session, 1 where it never split. */
export const factorAt = (next: NextSnapshot, rows: string, session: string, name: string): string => `(
  SELECT r.*, ifNull(f.factor, 1.) AS ${name}
  FROM ${rows} AS r ASOF LEFT JOIN ${next.table("split_step")} AS f ON f.security_id = r.security_id AND f.from_session <= ${session})`;

/** Adjusted prices become as traded: times the factor of the day they are adjusted to, over that of their own day. */
const asTraded = (name: string): string => decimal(`${name} * (factor_to / factor)`);

/** INSERTs that make the range of a table from everything given; `only` narrows it further, by symbols. */
export function rebuildRange(
  next: NextSnapshot,
  staging: Staging,
  table: BarTable,
  plan: BarPlan,
  only = "",
): readonly string[] {
  const rows = currentBars(next, staging, table, plan, only);
  const time = table === "minute" ? ", minute" : "";
  const factors = factorAt(
    next,
    factorAt(next, rows, "r.session", "factor"),
    "toUInt16(if(r.adjusted_to = 0, r.session, r.adjusted_to))",
    "factor_to",
  );
  const more = table === "daily" ? ", factor, 0" : "";
  const statements = [
    `INSERT INTO ${next.table(table)} SELECT ${table === "minute" ? "session, security_id, minute" : "security_id, session"}, ${["open", "high", "low", "close"].map(asTraded).join(", ")},
  toUInt64(floor(volume * (factor / factor_to) + 0.5)), num_trades, if(isNull(vwap), NULL, ${asTraded("ifNull(vwap, 0)")})${more}, symbol
FROM ${factors} WHERE place = 1`,
  ];
  if (plan.keepsSetAside) {
    statements.push(
      `INSERT INTO ${next.table(`given_${table}`)} SELECT symbol, session${time}, ${BAR_FIELD_NAMES.join(", ")}, adjusted_to FROM ${rows} WHERE place > 1 OR adjusted_to > 0`,
    );
  }
  return statements;
}

/** INSERT of new bars into a range that holds none of them: nothing to compare, nothing to sort. */
export function appendRange(next: NextSnapshot, staging: Staging, table: BarTable): string {
  const price = (name: string): string => decimal(`g.${name}`);
  const rows = `(
  SELECT g.*, e.security_id AS security_id FROM ${staging.loose(table)} AS g
  ASOF INNER JOIN ${next.table("era")} AS e ON g.symbol = e.symbol AND g.session >= e.from_session
  WHERE g.session IN {sessions:Array(UInt16)})`;
  const source = table === "daily" ? factorAt(next, rows, "r.session", "factor") : rows;
  return `INSERT INTO ${next.table(table)} SELECT ${table === "minute" ? "session, security_id, minute" : "security_id, session"}, ${["open", "high", "low", "close"].map(price).join(", ")},
  toUInt64(volume), num_trades, if(isNull(g.vwap), NULL, ${decimal("ifNull(g.vwap, 0)")})${table === "daily" ? ", factor, 0" : ""}, symbol FROM ${source} AS g`;
}
