import { DAY_MS } from "../../vocabulary/index.ts";
import { printCode, type CompareOp } from "../../formula/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { Answer } from "./explanation.ts";
import type { Part } from "./parts.ts";
import type { NullContext } from "./null-context.ts";

/**
 * What keeps a condition from having the wanted truth value, reduced to the parts that decide it. `all`: each of the
 * parts would have to change; `any`: one of them would be enough.
 */
export type WhyNot =
  | { readonly kind: "all" | "any"; readonly parts: readonly WhyNot[] }
  | {
      readonly kind: "part";
      readonly code: string;
      readonly day: number;
      readonly date: string;
      readonly wanted: boolean;
      /** Null is unknown. */
      readonly got: boolean | null;
      /** For comparisons of numbers, dates and times: how far off it is. */
      readonly off: Distance | null;
    };

/** `difference` is value - threshold: in the unit of both, days for dates, minutes for times. */
interface Distance {
  readonly op: CompareOp;
  readonly type: ValueType;
  readonly value: Answer;
  readonly threshold: Answer;
  readonly difference: number | null;
  /** The difference in percent of the threshold, for numbers. */
  readonly percent: number | null;
}

/** What decides that a condition is not true; null where it is. */
export function whyNot(part: Part, context: NullContext): WhyNot | null {
  return deciding(part, true, context);
}

function deciding(part: Part, wanted: boolean, context: NullContext): WhyNot | null {
  const got = truthOf(part, context);
  if (got === wanted) return null;
  const { node, parts } = part;
  const [first, second, third] = parts;
  switch (node.kind) {
    case "not":
      return first ? deciding(first, !wanted, context) : leaf(part, wanted, got, context);
    case "and":
    case "or": {
      // True needs every term of `&` and one of `|`; false the other way round.
      const every = (node.kind === "and") === wanted;
      const found = parts.flatMap((term) => deciding(term, wanted, context) ?? []);
      return found.length > 0 ? joined(every ? "all" : "any", found) : leaf(part, wanted, got, context);
    }
    case "column":
      return (first && deciding(first, wanted, context)) ?? leaf(part, wanted, got, context);
    case "call": {
      const inner =
        node.name === "at"
          ? first
          : node.name === "if"
            ? chosen(truthOf(first, context), second, third)
            : node.name === "default"
              ? truthOf(first, context) === null
                ? second
                : first
              : undefined;
      return (inner && deciding(inner, wanted, context)) ?? leaf(part, wanted, got, context);
    }
    case "number":
    case "text":
    case "time":
    case "date":
    case "data":
    case "trade":
    case "negative":
    case "sum":
    case "product":
    case "compare":
      return leaf(part, wanted, got, context);
  }
}

const chosen = (condition: boolean | null, yes: Part | undefined, no: Part | undefined): Part | undefined =>
  condition === null ? undefined : condition ? yes : no;

/** One part is itself; the same kind within the same kind is one. */
function joined(kind: "all" | "any", parts: readonly WhyNot[]): WhyNot {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
}

function truthOf(part: Part | undefined, context: NullContext): boolean | null {
  const value = part ? context.value(part.value) : null;
  return typeof value === "boolean" ? value : null;
}

function leaf(part: Part, wanted: boolean, got: boolean | null, context: NullContext): WhyNot {
  const { history, session } = context;
  return {
    kind: "part",
    code: printCode(part.node),
    day: part.day,
    date: history.date(session + part.day),
    wanted,
    got,
    off: distanceOf(part, context),
  };
}

function distanceOf({ node, parts }: Part, context: NullContext): Distance | null {
  const [a, b, c] = parts;
  if (!a || !b) return null;
  if (node.kind === "compare") return distance(node.op, a, b, context);
  if (node.kind !== "call") return null;
  switch (node.name) {
    case "between": {
      // The bound that the value misses; an empty range has both bounds missed.
      const low = distance(">=", a, b, context);
      const high = c ? distance("<=", a, c, context) : null;
      return low?.difference !== null && low && low.difference < 0 ? low : (high ?? low);
    }
    case "crosses_above":
    case "crosses_below":
      return distance(node.name === "crosses_above" ? ">" : "<", a, b, context);
    default:
      return null;
  }
}

function distance(op: CompareOp, left: Part, right: Part, context: NullContext): Distance | null {
  const type = context.type(left.value);
  if (type !== "number" && type !== "date" && type !== "time") return null;
  const [value, threshold] = [context.value(left.value), context.value(right.value)];
  const [a, b] = [scalar(value, type), scalar(threshold, type)];
  const difference = a === null || b === null ? null : a - b;
  return {
    op,
    type,
    value,
    threshold,
    difference,
    percent:
      type === "number" && difference !== null && b !== null && b !== 0 ? (difference / Math.abs(b)) * 100 : null,
  };
}

function scalar(value: Answer, type: "number" | "date" | "time"): number | null {
  if (type === "date") return typeof value === "string" ? Date.parse(`${value}T00:00:00Z`) / DAY_MS : null;
  return typeof value === "number" ? value : null;
}
