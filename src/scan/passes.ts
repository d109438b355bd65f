import type { Plan } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";
import type { RunStatements } from "./statements.ts";

/** Security ids of a pass, both ends included; null is all of them. */
export type Pass = { readonly from: number; readonly to: number } | null;

/** Bars per pass: they bound the memory of a long scan, which holds its windows whole, for a few percent more CPU. */
const PASS_ROWS = 1_000_000;

/** Ranges of security ids of about as many bars each. */
export async function passesOf(
  run: RunStatements,
  plan: Plan,
  profile: ScanProfile,
  passRows = PASS_ROWS,
): Promise<readonly Pass[]> {
  const reach = wholeReach(plan);
  if (barsBetween(profile, reach) <= passRows) return [null];
  const { bounds } = await run.one<{ bounds: number[] }>({
    sql: `SELECT groupArray(id) AS bounds FROM (SELECT max(security_id) AS id FROM (SELECT security_id, sum(rows) OVER (ORDER BY security_id) AS upto FROM (SELECT security_id, count() AS rows FROM ${run.market.table("daily")} WHERE session BETWEEN {from:UInt16} AND {to:UInt16} GROUP BY security_id)) GROUP BY intDiv(upto, {size:UInt64}) ORDER BY id)`,
    params: { ...reach, size: passRows },
  });
  return bounds.map((to, index) => ({
    from: index === 0 ? 0 : (bounds[index - 1] ?? 0) + 1,
    to: index === bounds.length - 1 ? 4_294_967_295 : to,
  }));
}

/** Condition that keeps a pass; bounds are whole numbers made by the planner, so they are safe to print. */
export const ofPass =
  (pass: Pass) =>
  (column: string): string =>
    pass === null ? "1" : `${column} BETWEEN ${pass.from} AND ${pass.to}`;

/** Security-days of a stretch of sessions. */
export function barsBetween(
  profile: ScanProfile,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let bars = 0;
  for (let session = from; session <= to; session++) bars += profile.bars.get(session) ?? 0;
  return bars;
}

/** Sessions that are read of every security; relations that start from survivors are small whatever they reach. */
function wholeReach(plan: Plan): { readonly from: number; readonly to: number } {
  let { from, to } = plan.sessions;
  for (const relation of [...plan.relations, ...plan.ranks.flatMap((rank) => rank.relations)]) {
    if (relation.rows !== null) continue;
    const [first, last] =
      relation.kind === "rows"
        ? [relation.sessions.from - relation.lookback, relation.sessions.to + relation.lookahead]
        : // Indicators of everything read whole histories.
          [relation.of === "indicator" ? plan.market.from : relation.sessions.from, relation.sessions.to];
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  return { from: Math.max(0, from), to };
}
