import { parseCode, type Node } from "../../src/formula/index.ts";
import { SESSIONS } from "../../src/market/index.ts";
import { planScan, type Plan, type PlanMarket, type PlanOptions } from "../../src/scan/index.ts";
import { BUILT_IN_COLUMNS } from "../../src/vocabulary/index.ts";

function tree(code: string): Node {
  const { tree: read, diagnostics } = parseCode(code);
  if (!read) throw new Error(`${code}: ${diagnostics.map((each) => each.message).join(" ")}`);
  return read;
}

const FIRST = 8_000;
export const LAST = 8_999;

export const PLAN_MARKET: PlanMarket = {
  firstSession: FIRST,
  lastSession: LAST,
  minuteSessions: Array.from({ length: 20 }, (_, index) => LAST - 19 + index),
  hasOffhours: false,
  snapshot: { id: "test", date: SESSIONS[LAST]?.date ?? "" },
  calendar: SESSIONS,
  currentOnly: ["exchange"],
  eventCoverage: [],
  securities: 100,
  coverage: { market: { from: FIRST, to: LAST }, securities: [] },
  holders: new Map(),
};

/** The plan of formulas over the last days of a market that no engine holds. */
export function planOf(filters: readonly string[], columns: readonly string[], options?: PlanOptions, days = 20): Plan {
  const trees = new Map(BUILT_IN_COLUMNS.map(({ name, code }) => [name, tree(code)]));
  return planScan(
    {
      start: SESSIONS[LAST - days + 1]?.date ?? "",
      end: SESSIONS[LAST]?.date ?? "",
      filters: filters.map((code) => ({ label: code, code, tree: tree(code) })),
      columns: columns.map((code) => ({ name: code, tree: tree(code) })),
    },
    trees,
    PLAN_MARKET,
    options,
  );
}
