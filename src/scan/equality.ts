import { ROUNDING, type ComparisonOp } from "../vocabulary/index.ts";

/**
 * SQL of the one rule by which numbers compare: equal within ROUNDING of the larger magnitude, exactly one of less,
 * equal and greater. Arguments are printed several times.
 */
const SHARE = String(ROUNDING);
const ZERO = "0.";

/** Of each of two numbers, whether it is known to be no less than 0. */
type Signs = readonly [boolean, boolean];
const ANY_SIGNS: Signs = [false, false];

/** Against 0 a share of the larger value means nothing, so that 0 compares exactly. */
const compared = (
  plain: "=" | "<" | "<=",
  rounded: (slack: string) => string,
  [a, b]: readonly [string, string],
  [aIsNonNegative, bIsNonNegative]: Signs,
): string =>
  a === ZERO || b === ZERO
    ? `${a} ${plain} ${b}`
    : rounded(`${SHARE} * greatest(${aIsNonNegative ? a : magnitude(a)}, ${bIsNonNegative ? b : magnitude(b)})`);

const neitherNegative = (a: string, b: string, signs: Signs): boolean =>
  signs[0] && signs[1] && a !== ZERO && b !== ZERO;

/** A number in the text is its own magnitude: the engine analyses each function. */
const magnitude = (x: string): string => (/^[\d.]+(e[+-]?\d+)?$/.test(x) ? x : `abs(${x})`);

export const equalSql = (a: string, b: string, signs = ANY_SIGNS): string =>
  compared("=", (slack) => `abs(${a} - ${b}) <= ${slack}`, [a, b], signs);
export const lessSql = (a: string, b: string, signs = ANY_SIGNS): string =>
  // Where neither is negative only the greater can be greater by a share of the larger: that is it.
  neitherNegative(a, b, signs)
    ? `${b} - ${a} > ${SHARE} * ${b}`
    : compared("<", (slack) => `${b} - ${a} > ${slack}`, [a, b], signs);
export const lessOrEqualSql = (a: string, b: string, signs = ANY_SIGNS): string =>
  neitherNegative(a, b, signs)
    ? `${b} - ${a} >= -${SHARE} * ${a}`
    : compared("<=", (slack) => `${b} - ${a} >= -${slack}`, [a, b], signs);
/** Those of the indicators' algebra. */
export const COMPARISONS = {
  greater: (a, b) => lessSql(b, a),
  less: (a, b) => lessSql(a, b),
  greaterEqual: (a, b) => lessOrEqualSql(b, a),
  lessEqual: (a, b) => lessOrEqualSql(a, b),
  equal: (a, b) => equalSql(a, b),
} satisfies Readonly<Record<ComparisonOp, (a: string, b: string) => string>>;
/** a - b, 0 where they are equal. */
export const differenceSql = (a: string, b: string, signs = ANY_SIGNS): string =>
  `if(${equalSql(a, b, signs)}, ${ZERO}, ${a} - ${b})`;

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
