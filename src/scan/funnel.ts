import type { FunnelStep } from "../vocabulary/index.ts";
import type { Plan, RowsRelation } from "./plan/plan.ts";

/** How many rows the conditions of each relation leave, summed over the passes. */
export class Funnel {
  readonly #counts = new Map<string, number[]>();

  /** `left`: rows on which the first n conditions hold, for each n. */
  add(relation: string, left: readonly number[]): void {
    const known = this.#counts.get(relation) ?? [];
    this.#counts.set(
      relation,
      left.map((rows, index) => rows + (known[index] ?? 0)),
    );
  }

  steps(plan: Plan, securityDays: number): FunnelStep[] {
    const filters = plan.filters.map(({ label, code, relation, flags }) => ({
      label,
      code,
      rows: this.#counts.get(relation)?.[flags - 1] ?? 0,
    }));
    return [{ label: "Security-days", code: "", rows: securityDays }, ...filters];
  }
}

/** Aggregates over a relation that `Funnel.add` takes, as an array. */
export function flagCounts({ flags }: RowsRelation): string {
  const counts = flags.map((_, index) => {
    const first = flags.slice(0, index + 1).map((__, flag) => `f${flag}`);
    return `countIf(${first.join(" AND ")})`;
  });
  return `CAST([${counts.join(", ")}], 'Array(Float64)')`;
}
