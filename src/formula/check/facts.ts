import { aggregateNamed, CALLS, NEXT_OPEN, ownNamed, tradeField } from "../../vocabulary/index.ts";
import type { ArgumentRule, Basis, CallEntry, OwnNames, OwnNumberName, Unit } from "../../vocabulary/index.ts";
import { isInvalid } from "../code/reading.ts";
import { later, onDay } from "../known-at.ts";
import type { KnownAt } from "../known-at.ts";
import { isNode, type Argument, type Day, type DayRange, type Node, type Trade } from "../tree.ts";
import { basesOf, bothScales, NO_SCALE, overDays } from "./bars.ts";
import type { Scale } from "./bars.ts";
import { columnKey } from "./env.ts";
import type { CheckEnv } from "./env.ts";
import { ColumnOrder, columnTree } from "./known-columns.ts";
import type { Cycle } from "./known-columns.ts";
import { groupKnown, pointFacts } from "./points.ts";
import { addValues, commonUnit, multiplyUnits, number, valueOfType, unitOr, UNKNOWN } from "./value.ts";
import type { Value } from "./value.ts";

/** What is known of a part of a formula. */
export interface Facts extends Value {
  /** When its value became public; null for constants. */
  readonly known: KnownAt | null;
  readonly scale: Scale;
  /** Made of literals alone. */
  readonly constant: boolean;
}

type Call = Extract<Node, { kind: "call" }>;

export const callOf = (name: string): CallEntry | undefined => CALLS.find((entry) => entry.name === name);
export { isNode } from "../tree.ts";

export const ruleAt = (entry: CallEntry, index: number): ArgumentRule | undefined =>
  (entry.arguments[index] ?? (entry.repeats ? entry.arguments.at(-1) : undefined))?.rule;

/** The number a literal says, its sign included; null for anything else. */
export function literal(arg: Argument | undefined): number | null {
  if (arg?.kind === "day") return arg.day;
  if (arg?.kind === "number") return arg.value;
  if (arg?.kind === "negative" && arg.of.kind === "number") return -arg.of.value;
  return null;
}

/** The days of a range argument; a single day is a range of one. */
export function rangeOf(arg: Argument | undefined): DayRange | null {
  if (arg?.kind === "range") return arg.days;
  const day = literal(arg);
  return day === null ? null : { from: day, to: day };
}

const UNKNOWN_FACTS: Facts = { ...UNKNOWN, known: null, scale: NO_SCALE, constant: false };
const CONSTANT_FACTS = { known: null, scale: NO_SCALE, constant: true } as const;

/** Facts of the outcome helpers: adjusted percents of later days. */
const outcomeFacts = (days: Day | null): [KnownAt, Scale] => [{ day: days ?? 0, minute: "close" }, NO_SCALE];

/** Known when its last day is over: a trade is an outcome, also where it ends before the close of the row's day. */
function tradeFacts({ field, until }: Trade): Facts {
  const { type, unit } = tradeField(field);
  const known: KnownAt = until.day === 0 ? { day: 1, minute: 0 } : { day: until.day, minute: "close" };
  const value = type === "number" ? number(unit) : valueOfType(type);
  return { ...value, known, scale: NO_SCALE, constant: false };
}

/** What is known of the columns of a request, shared by all formulas that are checked with them. */
interface ColumnFacts {
  readonly own: OwnNames | undefined;
  readonly order: ColumnOrder;
  readonly facts: Map<string, Facts>;
}

const columnFacts: Readonly<Record<CheckEnv["use"], WeakMap<CheckEnv["columns"], ColumnFacts>>> = {
  filter: new WeakMap(),
  column: new WeakMap(),
};

function columnFactsOf(env: CheckEnv): ColumnFacts {
  const known = columnFacts[env.use].get(env.columns);
  if (known !== undefined && known.own === env.own) return known;
  const made = { own: env.own, order: new ColumnOrder(env), facts: new Map<string, Facts>() };
  columnFacts[env.use].set(env.columns, made);
  return made;
}

/** Type, unit, known-at and scale of every part of a tree and of the columns it names, each computed once. */
export class FactTable {
  readonly #env: CheckEnv;
  readonly #facts = new Map<Node, Facts>();
  readonly #columns: ColumnFacts;

  constructor(env: CheckEnv) {
    this.#env = env;
    this.#columns = columnFactsOf(env);
  }

  /** The way from a column back to itself; null where there is none. */
  cycle(key: string): Cycle | null {
    return this.#columns.order.cycle(key);
  }

  of(node: Node): Facts {
    const known = this.#facts.get(node);
    if (known) return known;
    const facts = this.#compute(node);
    this.#facts.set(node, facts);
    return facts;
  }

  #compute(node: Node): Facts {
    switch (node.kind) {
      case "number":
        return { ...number("plain"), ...CONSTANT_FACTS };
      case "text":
      case "time":
      case "date":
        return { ...valueOfType(node.kind), ...CONSTANT_FACTS };
      case "column":
        return this.#column(columnKey(node.name));
      case "data": {
        const { value, known, scale } = pointFacts(node.point);
        return { ...value, known, scale, constant: false };
      }
      case "trade":
        return tradeFacts(node.trade);
      case "negative": {
        const inner = this.of(node.of);
        return inner.type === "number" || inner.type === "unknown" ? inner : { ...inner, ...UNKNOWN };
      }
      case "not":
        return this.#condition([node.of]);
      case "and":
      case "or":
        return this.#condition(node.terms);
      case "compare":
        return this.#condition([node.left, node.right]);
      case "sum":
        return this.#sum(node);
      case "product":
        return this.#product(node);
      case "call":
        return isInvalid(node) ? UNKNOWN_FACTS : this.#call(node);
    }
    return node satisfies never;
  }

  /** A column that refers to a cycle is reported by the check of columns. */
  #column(key: string): Facts {
    const { order, facts } = this.#columns;
    const known = facts.get(key);
    if (known !== undefined) return known;
    if (!columnTree(key, this.#env) || order.cycle(key) !== null) return UNKNOWN_FACTS;
    // Each behind those that it names: a chain of columns is no deeper than the deepest of their formulas.
    for (const settled of order.settled.slice(facts.size)) {
      const tree = columnTree(settled, this.#env);
      facts.set(settled, tree ? this.of(tree) : UNKNOWN_FACTS);
    }
    return facts.get(key) ?? UNKNOWN_FACTS;
  }

  /** Combines the facts of parts: the latest known-at, and all of their bars. */
  #together(nodes: readonly Node[]): Pick<Facts, "known" | "scale" | "constant"> {
    let [known, scale, constant]: [KnownAt | null, Scale, boolean] = [null, NO_SCALE, true];
    for (const node of nodes) {
      const part = this.of(node);
      known = later(known, part.known);
      scale = bothScales(scale, part.scale);
      constant &&= part.constant;
    }
    return { known, scale, constant };
  }

  #condition(nodes: readonly Node[]): Facts {
    return { ...valueOfType("boolean"), ...this.#together(nodes), scale: NO_SCALE };
  }

  #sum({ first, rest }: Extract<Node, { kind: "sum" }>): Facts {
    let value: Value = this.of(first);
    for (const { op, node } of rest) {
      const next = addValues(value, op, this.of(node));
      // After a mistake of units it is still a number.
      value = typeof next !== "string" ? next : next === "unit" ? number(null) : UNKNOWN;
    }
    return { ...this.#onScale(value, [first, ...rest.map(({ node }) => node)]) };
  }

  #product({ first, rest }: Extract<Node, { kind: "product" }>): Facts {
    const nodes = [first, ...rest.map(({ node }) => node)];
    // A product is a number in any case; only its unit is unknown.
    const wrong = nodes.some((node) => this.of(node).type !== "number");
    if (wrong) return { ...number(null), ...this.#together(nodes) };
    const value = this.#onScale(number(this.#productUnit(first, rest)), nodes);
    return value.unit === "currency" && this.#isTurnover(nodes) ? { ...value, scale: NO_SCALE } : value;
  }

  /** Price times shares on one basis is money, which a split does not change: dollar volume is the same on both. */
  #isTurnover(nodes: readonly Node[]): boolean {
    const parts = nodes.map((node) => this.of(node)).filter(({ unit }) => unit === "price" || unit === "shares");
    // A dividend takes money out of a price and leaves the shares.
    const on = (basis: "adj" | "unadj"): boolean => parts.every(({ scale }) => basesOf(scale).join() === basis);
    return parts.length === 2 && (on("adj") || on("unadj"));
  }

  /** Literal 100 makes a percent of a ratio wherever it stands, 100 * a / b too, and a ratio of a percent it divides. */
  #productUnit(first: Node, rest: Extract<Node, { kind: "product" }>["rest"]): Unit | null {
    const hundred = (node: Node): boolean =>
      node.kind === "number" && node.value === 100 && node.parameter === undefined;
    const steps = [{ op: "*" as const, node: first }, ...rest];
    const others = steps.filter(({ node }) => !hundred(node));
    let unit: Unit | null = "plain";
    for (const { op, node } of others) unit = multiplyUnits(unit, op, this.of(node).unit);
    const [one, ...more] = steps.filter(({ node }) => hundred(node));
    if (one === undefined || more.length > 0) return unit;
    if (one.op === "*") return unit === "ratio" ? "percent" : unit;
    return unit === "percent" ? "ratio" : unit;
  }

  /** Ratios and percents are not changed by a split. */
  #onScale(value: Value, nodes: readonly Node[]): Facts {
    const together = this.#together(nodes);
    const none = value.unit === "ratio" || value.unit === "percent" || value.type !== "number";
    return { ...value, ...together, scale: none ? NO_SCALE : together.scale };
  }

  #call(node: Call): Facts {
    const entry = callOf(node.name);
    if (!entry) return UNKNOWN_FACTS;
    const values = node.args.filter(isNode);
    const together = this.#together(values);
    const value = this.#result(node, entry);
    const [known, scale] = this.#inTime(node, together);
    const none =
      value.type !== "number" ||
      value.unit === "percent" ||
      value.unit === "count" ||
      value.unit === "sessions" ||
      node.name === "z_score";
    return { ...value, known, scale: none ? NO_SCALE : scale, constant: together.constant && known === null };
  }

  #result(node: Call, entry: CallEntry): Value {
    if (node.name === "mine") return number(this.#ownNumber(node)?.unit ?? "plain");
    const type = typeof entry.result === "string" ? entry.result : this.#passedOn(node, entry, entry.result.as);
    if (type !== "number") return type === "unknown" ? UNKNOWN : valueOfType(type);
    switch (entry.unit) {
      case "none":
        return number("plain");
      case "percent":
      case "sessions":
      case "count":
        return number(entry.unit);
      default: {
        const over = "aggregate" in entry.unit ? node.args[entry.unit.aggregate] : undefined;
        const unit = over?.kind === "aggregate" ? aggregateNamed(over.of)?.unit : null;
        if (unit) return number(unit);
        const keep = "keep" in entry.unit ? entry.unit.keep : entry.unit.aggregate + 1;
        // Values that must be of one kind share a unit: min(0, [daily close]) is a price.
        const alike = node.args.filter((arg, index): arg is Node => {
          const rule = ruleAt(entry, index);
          return isNode(arg) && (index === keep || (rule?.kind === "same" && rule.as === keep));
        });
        const units = alike.map((arg) => this.of(arg).unit);
        return number(units.length === 0 ? null : units.reduce((a, b) => unitOr(commonUnit(a, b))));
      }
    }
  }

  #ownNumber({ args: [name] }: Call): OwnNumberName | null {
    return name?.kind === "text" ? ownNamed(this.#env.own?.numbers ?? [], name.value) : null;
  }

  /** The type of the argument that is also the type of the result; a refused argument was reported already. */
  #passedOn({ args }: Call, entry: CallEntry, index: number): Value["type"] {
    const [arg, rule] = [args[index], ruleAt(entry, index)];
    const type = isNode(arg) ? this.of(arg).type : "unknown";
    const refused = rule?.kind === "value" && rule.type === "orderable" && (type === "text" || type === "boolean");
    return refused ? "unknown" : type;
  }

  /** Known-at and scale, moved to the days on which a function looks. */
  #inTime(node: Call, { known, scale }: Pick<Facts, "known" | "scale">): [KnownAt | null, Scale] {
    const [, second] = node.args;
    switch (node.name) {
      case "at": {
        const day = literal(second) ?? 0;
        return [onDay(known, day), overDays(scale, day, day)];
      }
      case "change":
      case "pct_change":
        return [known, overDays(scale, -(literal(second) ?? 1), 0)];
      case "mine": {
        const known = this.#ownNumber(node)?.known ?? NEXT_OPEN;
        return [onDay(known, literal(second) ?? 0), NO_SCALE];
      }
      case "in_list":
        // Rows of a list may come of what the day itself showed.
        return [{ day: 0, minute: "close" }, NO_SCALE];
      case "beta":
      case "correl":
      case "relative_strength":
      case "total_return":
        return [{ day: 0, minute: "close" }, NO_SCALE];
      case "mfe":
      case "mae":
        return outcomeFacts(literal(node.args[0]));
      case "first_touch":
        return outcomeFacts(literal(node.args[2]));
      case "doubtful":
        // That of the bar, although a doubt may rest on later days: it tells the data apart, not the market.
        return [{ day: 0, minute: "close" }, scale];
      default: {
        // Which group a security is in becomes known as well.
        const group = node.args.at(-1);
        if (group?.kind === "group") return [later(known, groupKnown(group.by)), scale];
        const range = callOf(node.name)?.arguments.at(-1)?.rule.kind === "range" ? rangeOf(node.args.at(-1)) : null;
        return range ? [onDay(known, range.to), overDays(scale, range.from, range.to)] : [known, scale];
      }
    }
  }
}

/** Whether a value is on the scale of the prices or volumes of a basis: a condition, a ratio and a constant are on none. */
export const isOnScale = (tree: Node, basis: Basis, columns: CheckEnv["columns"]): boolean =>
  new FactTable({ columns, use: "column" }).of(tree).scale[basis] !== null;
