/** Types of data points, the usual ones first. */
export const GROUPS_OF_POINTS = [
  "daily",
  "intraday",
  "indicator",
  "identity",
  "fundamental",
  "ownership",
  "earnings",
] as const;

/** Whether a piece of code in a document is a formula: it reads a data point, and starts as formulas do. */
export const isFormula = (code: string): boolean =>
  /\[(?:daily|intraday|indicator|identity|fundamental|ownership|earnings) [^\]]*\]/.test(code) &&
  /^\s*(?:[[({!-]|\w+\()/.test(code) &&
  !code.includes("…");
