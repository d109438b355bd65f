import * as fc from "fast-check";
import type { Node } from "../../src/formula/index.ts";

const PLACE = { from: 0, to: 0 } as const;

/** A parameter without a value, as the reader gives it. */
export const parameterNode = (parameter: string): fc.Arbitrary<Node> =>
  fc.constant({ ...PLACE, kind: "number", value: NaN, parameter });

export const literalNumber = fc
  .oneof(
    fc.nat(1_000),
    fc.nat(100_000).map((cents) => cents / 100),
    fc.nat(50_000).map((thousands) => thousands * 100_000),
    fc.double({ min: 0, max: 1e15, noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  )
  .map((value): Node => ({ ...PLACE, kind: "number", value }));
