import { ROUNDING, type ComparisonOp } from "../vocabulary/index.ts";

/**
 * SQL of the one rule by which numbers compare: equal within ROUNDING of the larger magnitude, exactly one of less,
 * equal and greater. Arguments are printed several times.
 */
const SHARE = String(ROUNDING);
const ZERO = "0.";

/** Against 0 a share of the larger value means nothing, so that 0 compares exactly. */
const compared = (plain: "=" | "<" | "<=", rounded: (slack: string) => string, a: string, b: string): string =>
  a === ZERO || b === ZERO ? `${a} ${plain} ${b}` : rounded(`${SHARE} * greatest(abs(${a}), abs(${b}))`);

export const equalSql = (a: string, b: string): string =>
  compared("=", (slack) => `abs(${a} - ${b}) <= ${slack}`, a, b);
export const lessSql = (a: string, b: string): string => compared("<", (slack) => `${b} - ${a} > ${slack}`, a, b);
export const lessOrEqualSql = (a: string, b: string): string =>
  compared("<=", (slack) => `${b} - ${a} >= -${slack}`, a, b);
/** Those of the indicators' algebra. */
export const COMPARISONS = {
  greater: (a, b) => lessSql(b, a),
  less: lessSql,
  greaterEqual: (a, b) => lessOrEqualSql(b, a),
  lessEqual: lessOrEqualSql,
  equal: equalSql,
} satisfies Readonly<Record<ComparisonOp, (a: string, b: string) => string>>;
/** a - b, 0 where they are equal. */
export const differenceSql = (a: string, b: string): string => `if(${equalSql(a, b)}, ${ZERO}, ${a} - ${b})`;

/**
 * Two numberings of the values into cells as wide as the rounding, half a cell apart, for finding the equals of an
 * extreme in one pass: values of one cell are equal, and those up to half the rounding apart share a cell in one of the
 * two.
 */
export const cellsSql = (x: string): readonly [string, string] => {
  // The logarithm of a double is within ±745, so both signs keep their order.
  const place = `if(${x} = 0, 0., sign(${x}) * (1e12 + log(abs(${x})) / ${SHARE}))`;
  return [`floor(${place})`, `floor(${place} + 0.5)`];
};
