import * as fc from "fast-check";
import type { Node } from "../../src/formula/index.ts";
import type { ValueType } from "../../src/vocabulary/index.ts";
import type { FormulaOptions } from "./formula-options.ts";

export const PLACE = { from: 0, to: 0 } as const;

export const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** A text without line breaks, which the notation cannot say. */
const anyText = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, " "));
/** Names as the reader keeps them. */
export const columnNameArbitrary: fc.Arbitrary<string> = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .map((name) =>
    name
      .replaceAll(/[{}|]/g, "")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
      .trim(),
  )
  .filter((name) => name !== "");

const literalNumber = fc.oneof(
  fc.nat(1_000),
  fc.nat(100_000).map((cents) => cents / 100),
  fc.nat(50_000).map((thousands) => thousands * 100_000),
  fc.double({ min: 0, max: 1e15, noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
);

/** A parameter without a value, as the reader gives it. */
const parameterNode = (parameter: string): fc.Arbitrary<Node> =>
  fc.constant({ ...PLACE, kind: "number", value: NaN, parameter });

/** A literal of a type; null for the type that has none. */
export function literalOf(
  type: ValueType,
  { texts, parameters = [] }: Pick<FormulaOptions, "texts" | "parameters">,
): fc.Arbitrary<Node> | null {
  switch (type) {
    case "number":
      return fc.oneof(
        { arbitrary: literalNumber.map((value): Node => ({ ...PLACE, kind: "number", value })), weight: 3 },
        ...parameters.map(parameterNode),
      );
    case "text":
      return (texts ? oneOf(texts) : anyText).map((value): Node => ({ ...PLACE, kind: "text", value }));
    case "time":
      return fc.nat(1_439).map((minute): Node => ({ ...PLACE, kind: "time", minute }));
    case "date":
      return fc
        .date({ min: new Date("2008-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
        .map((date): Node => ({ ...PLACE, kind: "date", date: date.toISOString().slice(0, 10) }));
    case "boolean":
      return null;
  }
  return type satisfies never;
}
