/**
 * Answers to "why": what every part of a request is on one security-day and why it is null, what keeps a row out, what
 * each filter leaves in any order, how a formula's values are spread. All computed by the scan's own plans.
 */
export type { Answer, Explained, ExplainedFormula, Mistake, Outcome } from "./explanation.ts";
export { explain, type Explanation } from "./explain.ts";
export { fieldValues, values, type Values } from "./values.ts";
export type { WhyNot } from "./why-not.ts";
export { REASON_CODES } from "./reasons.ts";
export { funnel, funnelOf, type FunnelAnswer } from "./funnel.ts";
export { distribution, type Distribution } from "./distribution.ts";
export { groupRows, type Groups } from "./groups.ts";
export { columnStatistics } from "./statistics.ts";
export { QUANTILES } from "./spread.ts";
