/**
 * The scan: a checked request becomes a plan, the plan becomes statements, their rows stay in the engine as a result.
 */
export { runScan, columnTrees } from "./run.ts";
export type { ScanOptions, ScanProgress } from "./options.ts";
export { attemptOf, dropRun, endRun } from "./result.ts";
export { storedRuns, type StoredRun } from "./owner.ts";
export { readRows, viewRows, type RowsPage, type RowsView } from "./rows.ts";
export { planScan, type PlanMarket, type PlanOptions, type PlanRequest } from "./plan/planner.ts";
export type { Plan } from "./plan/plan.ts";
export * from "./explain/index.ts";
export * from "./chart/index.ts";
export type { IndicatorLine } from "./indicators/index.ts";
