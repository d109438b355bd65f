import {
  aggregateNamed,
  COMPARE_WORDS,
  isOneOf,
  CALLS,
  securityGroup,
  SECURITY_GROUP_NAMES,
} from "../../vocabulary/index.ts";
import type { ArgumentRule, CallEntry } from "../../vocabulary/index.ts";
import type { Argument, DayRange, Node, Span } from "../tree.ts";
import { child } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { readComparedName } from "./compared-names.ts";
import type { CompoundParts, Dialect } from "./dialect.ts";
import { columnName } from "./literal-text.ts";
import { readNumberNode, readText, readTimeOrDate, refuseNumber, reportBareDate } from "./literals.ts";
import { hint, nearest } from "./nearest.ts";
import { percentFixes } from "./percent-fixes.ts";
import { readDay, reportSingleDay } from "./point-parts.ts";
import { readOrValues } from "./or-values.ts";
import { invalidNode, isInvalid, withoutComments } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { reportCommas, reportCommasInCall } from "./commas.ts";
import { readBetween, reportList } from "./common-mistakes.ts";

const OPERATORS = new Set([
  "OrOp",
  "OrWord",
  "AndOp",
  "AndWord",
  "NotOp",
  "NotWord",
  "CompareOp",
  "AddOp",
  "MulOp",
  "PowerOp",
  "Minus",
  "Plus",
  "MinusWord",
  "PlusWord",
  "CompareWord",
  "IsBetween",
  "IsOneOf",
  "MultipleWord",
]);
const NO_OPERANDS = new Set(["Comma", "(", ")", "Name", "FunctionName", "Percent", "PercentWord"]);
const isComment = ({ name }: Cst): boolean => name.endsWith("Comment");
const isOperand = (kid: Cst): boolean =>
  !kid.error && !isComment(kid) && !OPERATORS.has(kid.name) && !NO_OPERANDS.has(kid.name);

/** Builds the tree from the parsed text. Every part that cannot be read is reported and becomes an invalid node. */
export class ExpressionReader {
  /** The arguments that are days, as read. */
  readonly ranges = new Map<Cst, DayRange>();
  readonly #reading: Reading;
  readonly #dialect: Dialect;
  readonly #comments: readonly Span[];
  readonly #parts: CompoundParts;
  #taken = 0;
  /** Comments of parts without a node, kept for the next node. */
  #held: readonly string[] = [];

  constructor(reading: Reading, dialect: Dialect, comments: readonly Span[]) {
    this.#reading = reading;
    this.#dialect = dialect;
    this.#comments = comments;
    this.#parts = {
      read: this.#read,
      operands: ({ kids }) => kids.filter(isOperand),
      operators: (cst) => this.#operators(cst),
    };
  }

  formula(root: Cst): Node {
    const tree = this.#first(root);
    const rest = this.#commentsBefore(Infinity);
    return rest.length > 0 ? { ...tree, commentsAfter: rest } : tree;
  }

  /** The one expression of the formula or of a group; a comma makes a second one. */
  #first(cst: Cst): Node {
    if (!reportList(this.#reading, cst)) reportCommas(this.#reading, cst);
    const nodes = cst.kids.filter(isOperand).map((kid) => this.#read(kid));
    const [only] = nodes;
    return only && nodes.length === 1 ? only : invalidNode(this.#reading.span(cst));
  }

  #commentsBefore(to: number): readonly string[] {
    const found: string[] = [...this.#held];
    this.#held = [];
    for (let next = this.#comments[this.#taken]; next && next.to <= to; next = this.#comments[++this.#taken]) {
      found.push(this.#reading.text(next).replace(/^\/\*|^\/\/|\*\/$/g, ""));
    }
    return found;
  }

  #commented(node: Node, before: readonly string[]): Node {
    return before.length === 0 ? node : { ...node, comments: [...before, ...(node.comments ?? [])] };
  }

  readonly #read = (cst: Cst): Node => {
    if (this.#reading.full || reportBareDate(this.#reading, cst)) return invalidNode(this.#span(cst));
    switch (cst.name) {
      case "Or":
        return this.#or(cst);
      case "And":
        return this.#logical(cst, "and");
      case "Not": {
        const before = this.#commentsBefore(cst.from);
        this.#operators(cst);
        return this.#commented({ ...this.#span(cst), kind: "not", of: this.#operand(cst) }, before);
      }
      case "Negative": {
        const before = this.#commentsBefore(cst.from);
        this.#operators(cst);
        return this.#commented({ ...this.#span(cst), kind: "negative", of: this.#operand(cst) }, before);
      }
      case "Positive": {
        const sign = child(cst, "Plus") ?? child(cst, "PlusWord");
        if (sign) this.#reading.report("plus-sign", sign, {}, [this.#reading.remove(sign)]);
        return this.#operand(cst);
      }
      case "Comparison":
        return this.#comparison(cst);
      case "Sum":
        return this.#sum(cst);
      case "Product":
        return this.#product(cst);
      case "Power":
        return this.#power(cst);
      case "Adjacent":
        return this.#dialect.compound(this.#reading, cst, this.#parts);
      case "Multiple":
      case "Trade":
        return this.#dialect.compound(this.#reading, cst, this.#parts);
      case "Between":
      case "OneOf": {
        const before = this.#commentsBefore(cst.from);
        return this.#commented(this.#dialect.compound(this.#reading, cst, this.#parts), before);
      }
      case "Group": {
        const before = this.#commentsBefore(cst.from);
        return this.#commented(this.#first(cst), before);
      }
      case "Call": {
        const before = this.#commentsBefore(cst.from);
        return this.#commented(this.#call(cst), before);
      }
      default: {
        const before = this.#commentsBefore(cst.to);
        return this.#commented(this.#leaf(cst), before);
      }
    }
  };

  #span(cst: Cst): Span {
    return this.#reading.span(cst);
  }

  #leaf(cst: Cst): Node {
    const own = this.#dialect.leaf(this.#reading, cst);
    if (own) return own;
    const span = this.#span(cst);
    switch (cst.name) {
      case "Number":
        return readNumberNode(this.#reading, cst);
      case "Parameter":
        return { ...span, kind: "number", value: NaN, parameter: this.#reading.text(cst).slice(1) };
      case "LooseNumber":
        return refuseNumber(this.#reading, cst);
      case "Percentage": {
        const [number, sign] = [child(cst, "Number"), child(cst, "Percent") ?? child(cst, "PercentWord")];
        if (number && sign) {
          this.#reading.report("percent-sign", cst, {}, percentFixes(this.#reading, cst, number));
          return readNumberNode(this.#reading, number);
        }
        return invalidNode(span);
      }
      case "Time":
      case "LooseTime":
      case "LooseDate":
        return readTimeOrDate(this.#reading, cst);
      case "Text":
        return readText(this.#reading, cst);
      case "Column": {
        const name = columnName(this.#reading.text(cst).slice(1, -1));
        if (name !== "") return { ...span, kind: "column", name };
        this.#reading.report("column-empty", cst, {});
        return invalidNode(span);
      }
      default:
        return invalidNode(span);
    }
  }

  /** The operand of a sign; an invalid node where there is none. */
  #operand(cst: Cst): Node {
    const kid = cst.kids.find(isOperand);
    return kid ? this.#read(kid) : invalidNode(this.#span(cst));
  }

  /** Reports other spellings of the operators of a node; gives them in order. */
  #operators(cst: Cst): readonly string[] {
    return cst.kids.filter(({ name }) => OPERATORS.has(name)).map((kid) => this.#dialect.operator(this.#reading, kid));
  }

  #logical(cst: Cst, kind: "and" | "or"): Node {
    const terms: Node[] = [];
    const kids = cst.kids.filter((kid) => isOperand(kid) || OPERATORS.has(kid.name));
    for (let at = 0; at < kids.length; at++) {
      const kid = kids[at];
      const between =
        kids[at + 1]?.name === "AndWord" ? readBetween(this.#reading, kid, kids[at + 2], this.#read) : null;
      if (between) at += 2;
      if (between) terms.push(between);
      else if (kid && OPERATORS.has(kid.name)) this.#dialect.operator(this.#reading, kid);
      else if (kid) terms.push(this.#read(kid));
    }
    const [only] = terms;
    if (only && terms.length === 1) return only;
    return { ...this.#span(cst), kind, terms };
  }

  #or(cst: Cst): Node {
    const one = readOrValues(this.#reading, this.#dialect, cst, this.#parts);
    if (one) return one;
    const bare = cst.kids.filter(({ name }) => name === "And");
    const [first] = bare;
    if (first) {
      const edits = bare.flatMap((term) => {
        const { from, to } = this.#span(term);
        return [
          { from, to: from, insert: "( " },
          { from: to, to, insert: " )" },
        ];
      });
      this.#reading.report("mixed-and-or", first, {}, [{ label: "Add parentheses", edits }]);
    }
    return this.#logical(cst, "or");
  }

  #comparison(cst: Cst): Node {
    const ops = this.#operators(cst);
    const parts = cst.kids.filter(isOperand);
    const named = readComparedName(this.#reading, this.#dialect, cst, ops[0], this.#parts);
    if (named) return named;
    const nodes = parts.map(this.#read);
    const [left, right] = nodes;
    if (!left || !right) return left ?? invalidNode(this.#span(cst));
    if (nodes.length > 2 && nodes.some(isInvalid)) return invalidNode(this.#span(cst), nodes);
    if (nodes.length > 2) {
      const text = (index: number): string => {
        const part = parts[index];
        return part ? this.#reading.text(part) : "";
      };
      const { sign } = this.#reading.notation;
      const joined = ops.map((op, index) => `${text(index)} ${sign(op)} ${text(index + 1)}`).join(` ${sign("&")} `);
      this.#reading.report("chained-comparison", cst, {}, [this.#reading.fix(joined, cst)]);
      return invalidNode(this.#span(cst), nodes);
    }
    const [op = "="] = ops;
    return isCompareOp(op)
      ? { ...this.#span(cst), kind: "compare", op, left, right }
      : { ...this.#span(cst), kind: "call", name: op, args: [left, right] };
  }

  #sum(cst: Cst): Node {
    const ops = this.#operators(cst);
    const [first, ...others] = cst.kids.filter(isOperand).map(this.#read);
    if (!first) return invalidNode(this.#span(cst));
    const rest = others.map((node, index) => ({ op: ops[index] === "-" ? ("-" as const) : ("+" as const), node }));
    if (rest.length === 0) return first;
    // ( 5 - 2 ) + 1 is the chain 5 - 2 + 1.
    if (first.kind === "sum") return { ...first, ...this.#span(cst), rest: [...first.rest, ...rest] };
    return { ...this.#span(cst), kind: "sum", first, rest };
  }

  #product(cst: Cst): Node {
    const ops = this.#operators(cst);
    const [first, ...others] = cst.kids.filter(isOperand).map(this.#read);
    if (!first) return invalidNode(this.#span(cst));
    const rest = others.map((node, index) => ({ op: ops[index] === "/" ? ("/" as const) : ("*" as const), node }));
    if (rest.length === 0) return first;
    if (first.kind === "product") return { ...first, ...this.#span(cst), rest: [...first.rest, ...rest] };
    return { ...this.#span(cst), kind: "product", first, rest };
  }

  #power(cst: Cst): Node {
    const parts = cst.kids.filter(isOperand);
    const nodes = parts.map(this.#read);
    const [base, exponent] = parts;
    const fits = base && exponent && parts.length === 2 && !nodes.some(isInvalid);
    const right = fits ? `pow(${this.#inside(base)}, ${this.#inside(exponent)})` : null;
    this.#reading.report("power", cst, {}, [right === null ? null : this.#reading.fix(right, cst)]);
    return invalidNode(this.#span(cst), nodes);
  }

  /** The text of an expression, without the parentheses that an argument does not need. */
  #inside(cst: Cst): string {
    const text = this.#reading.text(cst);
    return cst.name === "Group" ? text.slice(1, -1).trim() : text;
  }

  #call(cst: Cst): Node {
    const span = this.#span(cst);
    const name = child(cst, "Name") ?? child(cst, "FunctionName");
    const args = cst.kids.filter((kid) => isOperand(kid));
    const meant = name && this.#dialect.functionOf(this.#reading.text(name));
    const entry = CALLS.find((call) => call.name === meant);
    if (name && !entry) {
      const judged = this.#dialect.refuseCall(this.#reading, name, cst) ? args.map((arg) => this.#argument(arg)) : [];
      return invalidNode(
        span,
        judged.filter((arg) => arg !== null),
      );
    }
    if (!entry) return invalidNode(span);
    if (reportCommasInCall(this.#reading, cst, entry, args.length)) return invalidNode(span);
    const read = args.map((arg, index) => this.#argument(arg, ruleOf(entry, index)));
    const given = read.filter((arg) => arg !== null);
    return given.length < read.length
      ? invalidNode(span, given)
      : { ...span, kind: "call", name: entry.name, args: given };
  }

  /** An argument as its rule needs it: -1 is a day in at(x, -1) and a range of one day in count(x, -1). */
  #argument(cst: Cst, rule?: ArgumentRule): Argument | null {
    const span = this.#span(cst);
    const days = this.#dialect.days(this.#reading, cst);
    if (days === null) return null;
    if (days) {
      return rule?.kind === "day" && days.from === days.to
        ? { ...span, kind: "day", day: days.from }
        : { ...span, kind: "range", days };
    }
    if (cst.name === "Range") {
      const [first, last] = cst.kids.filter(({ name }) => name === "Day");
      const [from, to] = [first && readDay(this.#reading, first), last && readDay(this.#reading, last)];
      if (from === undefined || from === null || to === undefined || to === null) return null;
      this.ranges.set(cst, { from, to });
      return { ...span, kind: "range", days: { from, to } };
    }
    if (cst.name === "By") return this.#group(cst);
    const aggregate = rule?.kind === "aggregate" ? aggregateNamed(this.#reading.text(cst)) : null;
    if (aggregate !== null) {
      this.#held = this.#commentsBefore(cst.to);
      return { ...span, kind: "aggregate", of: aggregate.name };
    }
    if (rule?.kind === "group" && securityGroup(withoutComments(this.#reading.text(cst))) !== null) {
      const right = `by ${this.#reading.text(cst).trim()}`;
      this.#reading.report("group-by", cst, { right }, [this.#reading.fix(right, cst)]);
      return null;
    }
    const node = this.#read(cst);
    const day = rule?.kind === "day" || rule?.kind === "range" ? wholeLiteral(node) : null;
    if (day === null) return node;
    if (rule?.kind === "range") reportSingleDay(this.#reading, cst, day);
    this.#held = [...(node.comments ?? []), ...(node.kind === "negative" ? (node.of.comments ?? []) : [])];
    if (rule?.kind === "day") return { ...span, kind: "day", day };
    const range = { from: day, to: day };
    this.ranges.set(cst, range);
    return { ...span, kind: "range", days: range };
  }

  /** `by sector`; null after a report. */
  #group(cst: Cst): Argument | null {
    this.#held = this.#commentsBefore(cst.to);
    const name = child(cst, "Name") ?? child(cst, "FieldName");
    const found = name ? withoutComments(this.#reading.text(name)).replaceAll(/\s+/g, " ") : "";
    const by = securityGroup(found);
    if (by !== null) return { ...this.#span(cst), kind: "group", by };
    const near = nearest(found, SECURITY_GROUP_NAMES);
    this.#reading.report("unknown-security-group", name ?? cst, { found, hint: hint(near) }, [
      name ? this.#reading.instead(near, name) : null,
    ]);
    return null;
  }
}

const ruleOf = (entry: CallEntry, index: number): ArgumentRule | undefined =>
  (entry.arguments[index] ?? (entry.repeats ? entry.arguments.at(-1) : undefined))?.rule;

/** The value of `5` or `-5`; null for anything else. */
function wholeLiteral(node: Node): number | null {
  const [value, sign] =
    node.kind === "negative" && node.of.kind === "number"
      ? [node.of.value, -1]
      : node.kind === "number"
        ? [node.value, 1]
        : [null, 1];
  if (value === null || !Number.isInteger(value)) return null;
  return value === 0 ? 0 : sign * value;
}

const isCompareOp = isOneOf(COMPARE_WORDS.map(({ code }) => code));
