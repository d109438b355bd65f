import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diagnose, printCode, walk } from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import { arbitraryFormula } from "../formula/arbitrary.ts";
import { evaluate } from "./evaluate.ts";
import { MARKET } from "./fixture.ts";
import { viewOf } from "./market.ts";
import { columnsOf } from "./scan.ts";
import { cases } from "../cases.ts";

const PLACE = { from: 0, to: 0 } as const;
const number = (value: number): Node => ({ ...PLACE, kind: "number", value: Math.abs(value) });
const day = { from: -3, to: 1 };

/** Comparisons of the kind that the check judges: literals, bounds of functions, extremes that include the value itself. */
const compared = fc
  .tuple(
    arbitraryFormula("number", { groups: ["daily"], days: day, maxDepth: 2 }),
    fc.oneof(
      fc.constantFrom(-1, 0, 1, 3, 4, 5, 100, 10.000000001).map(number),
      arbitraryFormula("number", { groups: ["daily"], days: day, maxDepth: 2 }),
    ),
    fc.constantFrom("<", ">", "<=", ">=", "=", "!=" as const),
  )
  .map(([left, right, op]): Node => ({ ...PLACE, kind: "compare", op, left, right }));
const same = fc
  .tuple(arbitraryFormula("number", { groups: ["daily"], days: day, maxDepth: 1 }), compared)
  .map(([x, other]): Node[] => {
    const bounds = (at: number, op: "<" | ">" | "=" | ">=" | "<="): Node => ({
      ...PLACE,
      kind: "compare",
      op,
      left: x,
      right: number(at),
    });
    const ops = ["<", ">", "=", ">=", "<="] as const;
    const pairs = ops.flatMap((a) =>
      ops.map((b): Node => ({
        ...PLACE,
        kind: "and",
        terms: [bounds(10, a), bounds(10.000000001, b)],
      })),
    );
    const over = { from: -2, to: 0 };
    const extremes = (["highest", "lowest"] as const).flatMap((name) =>
      (["<", ">"] as const).map((op): Node => ({
        ...PLACE,
        kind: "compare",
        op,
        left: x,
        right: { ...PLACE, kind: "call", name, args: [x, { ...PLACE, kind: "range", days: over }] },
      })),
    );
    const before = extremes.map((of): Node => ({
      ...PLACE,
      kind: "call",
      name: "at",
      args: [of, { ...PLACE, kind: "day", day: -1 }],
    }));
    return [...pairs, ...extremes, ...before, other];
  });

test("what is said to be never true holds on no row", () => {
  let reported = 0;
  fc.assert(
    fc.property(same, (trees) => {
      for (const tree of trees) {
        const code = printCode(tree);
        const { diagnostics, tree: read } = diagnose(code, { columns: new Map(), use: "column" });
        if (read === null) continue;
        for (const found of diagnostics.filter((each) => each.code === "never-true")) {
          const part = [...walk(read)].find(({ from, to }) => from === found.from && to === found.to);
          if (!part) continue;
          reported += 1;
          for (const security of MARKET.securities) {
            for (const session of viewOf(MARKET).sessionsOf(security)) {
              expect(evaluate(part, MARKET, security, session, columnsOf([])), code).not.toBe(true);
            }
          }
        }
      }
    }),
    { numRuns: cases(40) },
  );
  expect(reported).toBeGreaterThan(100);
});
