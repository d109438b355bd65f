import type { OtherSecurity, Plan, RowsRelation } from "../plan/plan.ts";
import type { NodeId } from "../plan/expression.ts";
import type { Binding } from "./binding.ts";
import type { Names } from "./names.ts";
import { keptColumn, keptColumns } from "./stage-columns.ts";

/** (security, session) of who has the symbol, for every session on which somebody has it. */
export function holderRows({ holders }: OtherSecurity): string {
  // Ids and sessions are whole numbers of the market, so they are safe to print.
  const stretches = holders.map(({ security, from, to }) => `(${security}, ${from}, ${to})`).join(", ");
  const list = `CAST([${stretches}], 'Array(Tuple(UInt32, UInt16, UInt16))')`;
  const days = "arrayMap(d -> (s.1, toUInt16(d)), range(toUInt32(s.2), toUInt32(s.3) + 1))";
  return `SELECT p.1 AS security_id, p.2 AS session FROM (SELECT arrayJoin(arrayFlatten(arrayMap(s -> ${days}, ${list}))) AS p)`;
}

/** How another security is read: all of its rows from all shards, whatever securities the statement around it is kept to. */
export function namesOfOther(other: OtherSecurity, names: Names, relation: Names["relation"]): Names {
  return {
    table: names.wholeTable,
    wholeTable: names.wholeTable,
    relation: (name) => (name === other.name ? `(${holderRows(other)})` : relation(name)),
    ofPass: () => "1",
  };
}

const COLUMNS = ["open", "high", "low", "close", "volume", "num_trades", "vwap", "split_factor", "source"] as const;

/**
 * SELECT, in parentheses, of the daily bars of a relation's securities around its sessions, and of a row without values for
 * each session without a bar: what is read on a day does not ask for a bar on it.
 */
export function everyDayBars(
  { rows, sessions, lookback, lookahead }: RowsRelation,
  names: Names,
  binding: Binding,
): string {
  const from = binding.bind(Math.max(0, sessions.from - lookback), "UInt16");
  const to = binding.bind(sessions.to + lookahead, "UInt16");
  const securities = `SELECT DISTINCT security_id FROM ${names.relation(rows ?? "")}`;
  const days = `SELECT security_id, toUInt16(arrayJoin(range(toUInt32(${from}), toUInt32(${to}) + 1))) AS session FROM (${securities})`;
  const bars = `SELECT * FROM ${names.table("daily")} WHERE security_id IN (${securities}) AND session BETWEEN ${from} AND ${to}`;
  const values = COLUMNS.map((column) => `b.${column} AS ${column}`).join(", ");
  return `(SELECT n.security_id AS security_id, n.session AS session, ${values} FROM (${days}) AS n LEFT JOIN (${bars}) AS b ON n.security_id = b.security_id AND n.session = b.session)`;
}

/** Column of a value of another security, which the row has as well under its own name. */
export const otherColumn = (plan: Plan, id: NodeId): string => `o_${keptColumn(plan.nodes, id)}`;

/** SELECT, in parentheses, of the values of a symbol's holders by session, in columns of `otherColumn`. */
export function otherRows(plan: Plan, symbol: string, names: Names): string {
  const other = plan.others.find((each) => each.symbol === symbol);
  const rows = other?.relations.find(({ name }) => name === `${other.name}_x`);
  if (rows?.kind !== "rows") throw new RangeError(`nothing of ${symbol} is planned`);
  const columns = keptColumns(plan, rows).map(({ name, id }) => `${name} AS ${otherColumn(plan, id)}`);
  return `(SELECT session, ${columns.join(", ")} FROM ${names.relation(rows.name)})`;
}
