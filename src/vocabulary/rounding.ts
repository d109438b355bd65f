/**
 * The one rule of equality for numbers: those that differ by at most this share of the larger magnitude are equal, and their
 * difference is 0. 31.2 / 3 is 10.399999999999999 in floating point and yet the price 10.4; a tick is never so small.
 */
export const ROUNDING = 1e-9;
