import { BLOCK_SESSIONS, type Coverage, type Sessions } from "./plan/coverage.ts";
import type { Plan } from "./plan/plan.ts";
import type { ScanProfile } from "./profile.ts";

/** Security ids of a pass, both ends included; null is all of them. */
export type Pass = { readonly from: number; readonly to: number } | null;

/** Bars per pass: they bound the memory of a long scan, which holds its windows whole, for a few percent more CPU. */
const PASS_ROWS = 1_000_000;

/** The same where a pass writes wide rows under their numbers, sorted beside its windows. */
const NUMBERED_PASS_ROWS = 500_000;

/** Ranges of security ids of about as many bars each; `numbered` where each writes into the result itself. */
export function passesOf(
  plan: Plan,
  profile: ScanProfile,
  { passRows: given, numbered = false }: { readonly passRows?: number; readonly numbered?: boolean } = {},
): readonly Pass[] {
  const reach = wholeReach(plan);
  if (barsBetween(profile, reach) <= (given ?? PASS_ROWS)) return [null];
  const passRows = given ?? (numbered ? NUMBERED_PASS_ROWS : PASS_ROWS);
  const ends: number[] = [];
  let bars = 0;
  for (const { id, bars: blocks } of profile.coverage.securities.toSorted((a, b) => a.id - b.id)) {
    const own = barsIn(profile.coverage, blocks, reach);
    const before = bars;
    bars += own;
    if (Math.floor(bars / passRows) > Math.floor(before / passRows)) ends.push(id);
  }
  return [...ends, LAST_ID].map((to, index) => ({ from: index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, to }));
}

const LAST_ID = 4_294_967_295;

/** Bars of a security between two sessions, about: those of a block that is cut count by the share of its sessions. */
function barsIn({ market }: Coverage, blocks: readonly number[], { from, to }: Sessions): number {
  const first = Math.floor(market.from / BLOCK_SESSIONS);
  return blocks.reduce((sum, bars, index) => {
    const begins = (first + index) * BLOCK_SESSIONS;
    const inside = Math.min(to + 1, begins + BLOCK_SESSIONS) - Math.max(from, begins);
    return inside <= 0 ? sum : sum + (bars * inside) / BLOCK_SESSIONS;
  }, 0);
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
          [
            relation.of === "indicator" || relation.of === "period" ? plan.market.from : relation.sessions.from,
            relation.sessions.to,
          ];
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  return { from: Math.max(0, from), to };
}
