/**
 * The scan: a checked request becomes a plan, the plan becomes statements, their rows stay in the engine as a result.
 */
export { runScan } from "./run.ts";
export { prepareScans } from "./profile.ts";
export { runOpening, runSweep, sweepMistake, verdictOf } from "./sweep/run-sweep.ts";
export type { SweepOptions } from "./sweep/run-sweep.ts";
export { atSetting } from "./sweep/swept-request.ts";
export type { ScanOptions, ScanProgress } from "./options.ts";
export { makeRoomForAnswers } from "./answers/room.ts";
export { attemptOf, dropRun, endRun, hasRowsOf } from "./result.ts";
export { storedRuns } from "./owner.ts";
export { readRows, viewHits, viewRows, viewSecurities } from "./rows.ts";
export type { RowsView, SortKey } from "./rows.ts";
export { hasLabels, withLabels } from "./labelled-rows.ts";
export type { DayLabel } from "./labelled-rows.ts";
export { pickRows } from "./picked-rows.ts";
export { ALL_ROWS } from "./row-filter.ts";
export type { RowFilter } from "./row-filter.ts";
export { planScan, type PlanMarket, type PlanOptions } from "./plan/planner.ts";
export type { Plan } from "./plan/plan.ts";
export * from "./explain/index.ts";
export * from "./chart/index.ts";
export type { IndicatorLine } from "./indicators/index.ts";
export * from "./study/index.ts";
export * from "./pinned/index.ts";
