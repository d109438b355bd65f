/**
 * How much a finding matters: an error keeps the formula from running, a warning from being trusted. Apart from the texts
 * of findings, which the sign-in page does without.
 */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
