import type { ScanRequest } from "../request/index.ts";
import type { ColumnTrees } from "./plan/lower.ts";
import { readsAhead, type PlanMarket } from "./plan/planner.ts";

type Held = Pick<ScanRequest, "end" | "filters" | "columns" | "own"> & Partial<Pick<ScanRequest, "held" | "unshown">>;

/**
 * Sessions that a scan leaves out before the days that are held out: values of their rows would be computed from those days,
 * the prices that nobody is to see before a setting is chosen.
 */
export const leftOutOf = (request: Held, trees: ColumnTrees): number =>
  request.held ? readsAhead({ ...request, columns: [...(request.unshown ?? []), ...request.columns] }, trees) : 0;

/** The last day whose rows a scan looks at, yyyy-MM-dd. */
export function lastDayOf(request: Held, trees: ColumnTrees, { calendar }: Pick<PlanMarket, "calendar">): string {
  const leftOut = leftOutOf(request, trees);
  if (leftOut === 0) return request.end;
  return calendar.filter(({ date }) => date <= request.end).at(-1 - leftOut)?.date ?? "";
}
