/**
 * Answers to "why": what every part of a request is on one security-day and why it is null, what keeps a row out, what
 * each filter leaves in any order, how a formula's values are spread. All computed by the scan's own plans.
 */
export type { Answer, Explained, ExplainedFormula, Mistake, Outcome, Source } from "./explanation.ts";
export { explain, type ExplainedFilter, type Explanation, type SymbolDay } from "./explain.ts";
export { fieldValues, values, type Values, type ValuesQuestion } from "./values.ts";
export type { Distance, WhyNot } from "./why-not.ts";
export { REASON_CODES, type Reason, type ReasonCode } from "./reasons.ts";
export type { Absence } from "./place.ts";
export { funnel, funnelOf, type AnswerOptions, type FunnelAnswer, type Pattern } from "./funnel.ts";
export { distribution, type Distribution } from "./distribution.ts";
export { columnStatistics, type ColumnStatistics } from "./statistics.ts";
export { QUANTILES, type NumberSpread, type Spread } from "./spread.ts";
