import { replace } from "../diagnostic.ts";
import type { Fix } from "../diagnostic.ts";
import type { Notation } from "../notation.ts";
import { sameTree } from "../same-tree.ts";
import type { Argument, DataPoint, DayRange, Node } from "../tree.ts";
import type { Check } from "./checking.ts";
import { isNode, literal } from "./facts.ts";

type Call = Extract<Node, { kind: "call" }>;
type DailyPoint = Extract<DataPoint, { group: "daily" }>;

/** A longer one is a level that is compared with. */
const MAX_LENGTH = 500;

/** `max([daily high], 20)` and `min([daily low], -20, -1)`, as other languages write the extreme of so many bars. */
export const checkLengths: Check = ({ nodes, notation, report }) => {
  const beside = new Map<Node, Node>();
  for (const node of nodes) {
    if (node.kind === "compare") {
      beside.set(node.left, node.right);
      beside.set(node.right, node.left);
    }
    if (node.kind !== "call" || (node.name !== "max" && node.name !== "min")) continue;
    const [value, ...rest] = node.args;
    if (!isNode(value) || value.kind !== "data") continue;
    const { point } = value;
    if (point.group !== "daily" || point.ofSymbol !== undefined) continue;
    const ranges = rangesOf(rest, point);
    if (ranges.length === 0) continue;
    const other = beside.get(node);
    // What is compared with an extreme that it is part of never goes beyond it.
    const fixes = ranges
      .filter(({ days }) => days.to !== point.day || !other || !sameTree(other, value))
      .map(({ days, said }) => overDays(notation, node, point, { days, said }));
    const [first, last] = [rest[0], rest.at(-1)];
    if (!first || !last) continue;
    const found = rest.map((arg) => literal(arg)).join(", ");
    report("value-not-length", { from: first.from, to: last.to }, { found, name: node.name }, [
      ...fixes,
      valuesFirst(notation, node, value, rest),
    ]);
  }
};

interface Meant {
  readonly days: DayRange;
  readonly said: string;
}

/** The days that a length behind a value, or a first and a last day, most probably mean. */
function rangesOf(args: readonly Argument[], { day }: DailyPoint): readonly Meant[] {
  const [first, second] = args.map((arg) => literal(arg) ?? Number.NaN);
  if (first === undefined || !Number.isInteger(first)) return [];
  if (args.length === 1 && first >= 2 && first <= MAX_LENGTH) {
    const upTo = { from: day - first + 1, to: day };
    if (day !== 0) return [{ days: upTo, said: `the ${first} days up to then` }];
    return [
      { days: upTo, said: `the last ${first} days, today included` },
      { days: { from: -first, to: -1 }, said: `the ${first} days before today` },
    ];
  }
  if (args.length !== 2 || second === undefined || !Number.isInteger(second) || first >= second || second > 0)
    return [];
  return [{ days: { from: first, to: second }, said: "over these days" }];
}

function overDays(notation: Notation, call: Call, { field, basis }: DailyPoint, { days, said }: Meant): Fix {
  const point: DataPoint = { group: "daily-range", func: call.name === "max" ? "max" : "min", field, days, basis };
  const right = notation.print({ from: 0, to: 0, kind: "data", point });
  return replace(`Write ${right}: ${said}`, call, right);
}

/** The same with the numbers in front, where nobody takes them for a length. */
function valuesFirst(notation: Notation, call: Call, value: Node, rest: readonly Argument[]): Fix {
  const right = notation.print({ ...call, comments: [], args: [...rest, value] });
  return replace(`Keep ${right}: the ${call.name === "max" ? "largest" : "smallest"} of these values`, call, right);
}
