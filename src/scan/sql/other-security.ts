import type { Sessions } from "../plan/coverage.ts";
import type { Binding } from "./binding.ts";
import type { Names } from "./names.ts";

/**
 * SELECT of the daily bars of whoever has a symbol on a session, `day` sessions from it, one row a session: at_session and the
 * columns of `daily`. Of several that have it the one that began last counts: the one before kept its symbol when it was
 * delisted. Reads the bars of all shards.
 */
export function otherDailySelect(
  symbol: string,
  day: number,
  { sessions, names, binding }: { readonly sessions: Sessions; readonly names: Names; readonly binding: Binding },
): string {
  const wanted = binding.bind(symbol, "String");
  const bind = (session: number): string => binding.bind(session, "Int32");
  const changes = names.table("symbol_change");
  const [always, never] = ["toDate32('1900-01-01')", "toDate32('2299-12-31')"];
  const changed = `SELECT security_id, arraySort(groupArray((date, symbol, old_symbol))) AS changes FROM ${changes} GROUP BY security_id`;
  const begins = `arrayPushFront(changes.1, ${always})`;
  const symbols = "arrayPushFront(changes.2, (changes[1]).3)";
  const eras = `SELECT security_id, arrayJoin(arrayZip(${begins}, arrayPushBack(changes.1, ${never}), ${symbols})) AS era FROM (${changed})`;
  const unchanged = `SELECT security_id, (${always}, ${never}, symbol) AS era FROM ${names.table("security")} WHERE security_id NOT IN (SELECT security_id FROM ${changes})`;
  const holders = `SELECT security_id, era.1 AS begins, era.2 AS ends FROM (${eras} UNION ALL ${unchanged}) WHERE upper(era.3) = ${wanted}`;
  const bars = `SELECT * FROM ${names.wholeTable("daily")} WHERE security_id IN (SELECT security_id FROM (${holders}))`;
  const dates = `SELECT session, date FROM ${names.table("session")}`;
  const firsts = `SELECT b.security_id AS security_id, min(b.session) AS first, min(c.date) AS first_date FROM (${bars}) AS b INNER JOIN (${dates}) AS c ON c.session = b.session GROUP BY b.security_id`;
  // Its latest beginning: of its name, or of its bars.
  const order = "(greatest(h.begins, f.first_date), -toInt64(h.security_id))";
  const near = `session BETWEEN ${bind(sessions.from)} AND ${bind(sessions.to)}`;
  const whose = `SELECT s.session AS on_session, argMax(h.security_id, ${order}) AS whose FROM (${dates} WHERE ${near}) AS s CROSS JOIN (${holders}) AS h INNER JOIN (${firsts}) AS f ON f.security_id = h.security_id WHERE s.date >= h.begins AND s.date < h.ends AND s.session >= f.first GROUP BY s.session`;
  return `SELECT toInt32(w.on_session) AS at_session, d.* EXCEPT (security_id, session, symbol) FROM (${whose}) AS w INNER JOIN (${bars}) AS d ON d.security_id = w.whose AND toInt32(d.session) = toInt32(w.on_session) + ${day}`;
}
