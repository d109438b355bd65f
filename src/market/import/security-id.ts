/** Session number past every calendar: an era without an end. */
export const FOREVER = 65_535;

/** SQL for the id of a security that nobody else has, by its last symbol and where that one's era ends. */
export const securityId = (symbol: string, end: string): string =>
  `greatest(1, toUInt32(sipHash64(${symbol}, ${end})))`;
