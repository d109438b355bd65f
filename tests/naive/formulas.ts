import * as fc from "fast-check";
import { check, columnsByKey, diagnose, printCode, type Argument, type Node } from "../../src/formula/index.ts";
import {
  AGGREGATES,
  BUILT_IN_COLUMNS,
  INDICATORS,
  SECURITY_GROUPS,
  type ValueType,
} from "../../src/vocabulary/index.ts";
import { calendar, viewOf, type ReferenceMarket } from "./market.ts";
import { Random } from "./random.ts";
import { EDGES } from "./random-bars.ts";
import { FIELD_VALUES } from "./random-facts.ts";
import { indicatorPoint, numberPoint, pointOf, someDays, type Measure } from "./random-points.ts";

export interface NamedFormula {
  readonly name: string;
  readonly tree: Node;
  readonly code: string;
  readonly type: ValueType;
}

const TYPES: readonly ValueType[] = ["number", "number", "number", "boolean", "boolean", "text", "date", "time"];

/** Columns of one request, some of them referring to earlier ones. */
export const columns = (market: ReferenceMarket, count: number): fc.Arbitrary<readonly NamedFormula[]> =>
  fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((seed) => randomColumns(new Random(seed), market, count));

export function randomColumns(random: Random, market: ReferenceMarket, count: number): readonly NamedFormula[] {
  const made: NamedFormula[] = [];
  while (made.length < count) {
    const tree = new Maker(random, market, made).any(random.of(TYPES), random.of([1, 2, 2, 3, 3, 4]));
    const formula = checked(tree, `k${made.length}`, made);
    if (formula) made.push(formula);
  }
  return made;
}

/** Conditions for filters: no earnings items, no columns but the built-in ones. */
export function randomFilters(random: Random, market: ReferenceMarket, count: number): readonly NamedFormula[] {
  const made: NamedFormula[] = [];
  while (made.length < count) {
    const tree = new Maker(random, market, []).any("boolean", random.of([1, 2, 3]));
    const code = printCode(tree);
    const { tree: read } = diagnose(code, { columns: new Map(), use: "filter" });
    if (read && !made.some((filter) => filter.code === printCode(read)))
      made.push({ name: `f${made.length}`, tree: read, code: printCode(read), type: "boolean" });
  }
  return made;
}

/** Every indicator over days and over minutes, a line of it with some parameters. */
export function randomIndicators(random: Random): readonly NamedFormula[] {
  const made: NamedFormula[] = [];
  for (const entry of INDICATORS) {
    for (const intraday of entry.intradayOnly ? [true] : [false, true]) {
      const tree: Node = { ...at, kind: "data", point: indicatorPoint(random, entry, intraday) };
      const formula = checked(tree, `k${made.length}`, []);
      if (!formula) throw new Error(`${printCode(tree)} is refused`);
      made.push(formula);
    }
  }
  return made;
}

/** The formula as it reads from its own text; null where the checks refuse it. */
function checked(tree: Node, name: string, others: readonly NamedFormula[]): NamedFormula | null {
  const code = printCode(tree);
  const env = { columns: columnsByKey(others), use: "column" } as const;
  const { tree: read, type } = diagnose(code, env);
  if (!read || !type || code.length > 2_000) return null;
  const again = check(read, env);
  return again.type === type ? { name, tree: read, code, type } : null;
}

const at = { from: 0, to: 0 } as const;
const number = (value: number): Node =>
  value < 0
    ? { ...at, kind: "negative", of: { ...at, kind: "number", value: -value } }
    : { ...at, kind: "number", value };

class Maker {
  readonly #random: Random;
  readonly #market: ReferenceMarket;
  readonly #columns: readonly NamedFormula[];

  constructor(random: Random, market: ReferenceMarket, columns: readonly NamedFormula[]) {
    this.#random = random;
    this.#market = market;
    this.#columns = columns;
  }

  /** A formula of a type, at most so many levels deep. */
  any(type: ValueType, depth: number): Node {
    const random = this.#random;
    if (depth <= 0 || random.chance(0.12)) return this.#leaf(type);
    if (random.chance(0.06)) return this.#column(type);
    if (random.chance(0.22)) return this.#generic(type, depth - 1);
    switch (type) {
      case "number":
        return this.#number(depth - 1, random.of(["price", "price", "shares", "plain", "any"] as const));
      case "boolean":
        return this.#boolean(depth - 1);
      case "text":
        return this.#leaf(type);
      case "date":
      case "time":
        return this.#moved(type, depth - 1);
    }
  }

  #call(name: string, ...args: readonly Argument[]): Node {
    return { ...at, kind: "call", name, args };
  }

  #day(): Argument {
    return { ...at, kind: "day", day: this.#random.of([-1, -1, -2, -4, 0, 1, 2]) };
  }

  #range(): Argument {
    return { ...at, kind: "range", days: someDays(this.#random) };
  }

  #column(type: ValueType): Node {
    const random = this.#random;
    const own = this.#columns.filter((column) => column.type === type).map(({ name }) => name);
    const names = type === "number" ? [...own, ...BUILT_IN_COLUMNS.map(({ name }) => name)] : own;
    if (names.length === 0) return this.#leaf(type);
    const name = random.of(names);
    return { ...at, kind: "column", name: random.chance(0.2) ? name.toUpperCase() : name };
  }

  /** Functions that give back what they are given. */
  #generic(type: ValueType, depth: number): Node {
    const random = this.#random;
    const x = (): Node => this.any(type, depth);
    const ordered = type === "number" || type === "date" || type === "time";
    const forms: (() => Node)[] = [
      () => this.#call("at", x(), this.#day()),
      () => this.#call("at", x(), this.#day()),
      () => this.#call("if", this.any("boolean", depth), x(), ...(random.chance(0.6) ? [x()] : [])),
      () => this.#call("default", x(), x()),
      () => this.#call(random.of(["first", "last"]), x(), this.#range()),
    ];
    if (ordered) {
      forms.push(
        () => this.#call(random.of(["min", "max"]), x(), x(), ...(random.chance(0.3) ? [x()] : [])),
        () => this.#call(random.of(["highest", "lowest"]), x(), this.#range()),
      );
    }
    return random.of(forms)();
  }

  #number(depth: number, measure: Measure): Node {
    const random = this.#random;
    const x = (of: Measure = measure): Node =>
      depth <= 0 || random.chance(0.4) ? this.#numberLeaf(of) : this.#number(depth - 1, of);
    const other = (): Node => (random.chance(0.5) ? x() : this.any("number", depth));
    const forms: (() => Node)[] = [
      () => ({ ...at, kind: "sum", first: x(), rest: this.#terms(["+", "-"] as const, x) }),
      () => ({ ...at, kind: "sum", first: x(), rest: this.#terms(["+", "-"] as const, x) }),
      () => ({ ...at, kind: "product", first: x(), rest: this.#terms(["*", "/"] as const, other) }),
      () => ({ ...at, kind: "product", first: x(), rest: this.#terms(["*", "/"] as const, other) }),
      () => ({ ...at, kind: "negative", of: x() }),
      () => this.#call(random.of(["abs", "floor", "ceil"]), x()),
      () => this.#call("round", x(), ...(random.chance(0.7) ? [number(random.whole(-3, 4))] : [])),
      () =>
        this.#call(
          random.of(["change", "pct_change"]),
          x(),
          ...(random.chance(0.5) ? [number(random.whole(1, 5))] : []),
        ),
      () => this.#call(random.of(["avg", "sum", "avg", "sum", "highest", "lowest"]), x(), this.#range()),
      () => this.#call(random.of(["avg", "sum", "first", "last"]), x(), this.#range()),
    ];
    if (measure === "plain" || measure === "any" || random.chance(0.15)) {
      forms.push(
        () => this.#call(random.of(["sign", "sqrt", "ln", "exp"]), other()),
        () => this.#call("pow", x(), number(random.of([0, 0.5, 1, 2, -1, 3, 40]))),
        () => this.#call("count", this.any("boolean", depth), this.#range()),
        () => this.#call("bars_since", this.any("boolean", depth), number(random.whole(1, 10))),
        () =>
          this.#call(
            random.of(["rank", "pct_rank", "z_score"]),
            other(),
            ...(random.chance(0.5) ? [this.#group()] : []),
          ),
        () => this.#across(depth),
        () =>
          this.#call(random.of(["beta", "correl", "relative_strength"]), number(random.whole(3, 12)), {
            ...at,
            kind: "text",
            value: random.of(["SA", "sb", "SC", "OSA", "ZZ"]),
          }),
        () => this.#call(random.of(["mfe", "mae", "total_return"]), number(random.whole(1, 6))),
        () =>
          this.#call(
            "first_touch",
            number(random.of([0.5, 1, 2, 5])),
            number(random.of([0.5, 1, 3])),
            number(random.whole(1, 6)),
          ),
        () => this.#difference("date", depth),
        () => this.#difference("time", depth),
      );
    }
    return random.of(forms)();
  }

  /** Of the securities of a group, or of all. */
  #across(depth: number): Node {
    const random = this.#random;
    const { name, of } = random.of(AGGREGATES);
    const x = this.any(of, depth - 1);
    return random.chance(0.5)
      ? this.#call(name === "median" ? "group_median" : name, x, this.#group())
      : this.#call("market", { ...at, kind: "aggregate", of: name }, x);
  }

  #group(): Argument {
    return { ...at, kind: "group", by: this.#random.of(SECURITY_GROUPS).name };
  }

  #terms<Op extends string>(ops: readonly Op[], x: () => Node): { op: Op; node: Node }[] {
    return Array.from({ length: this.#random.of([1, 1, 1, 2]) }, () => ({ op: this.#random.of(ops), node: x() }));
  }

  #difference(type: "date" | "time", depth: number): Node {
    return { ...at, kind: "sum", first: this.any(type, depth), rest: [{ op: "-", node: this.any(type, depth) }] };
  }

  /** A date or time and so many days or minutes. */
  #moved(type: "date" | "time", depth: number): Node {
    const by = type === "date" ? [-40, -1, 0, 1, 3, 30] : [-600, -30, -1, 0, 1, 59, 400];
    const amount = this.#random.chance(0.8)
      ? number(this.#random.of(by))
      : this.#call("count", this.any("boolean", depth - 1), this.#range());
    const plain: Node = this.#random.chance(0.8) ? amount : this.#call("sign", this.any("number", depth - 1));
    return {
      ...at,
      kind: "sum",
      first: this.any(type, depth),
      rest: [{ op: this.#random.of(["+", "-"] as const), node: plain }],
    };
  }

  #boolean(depth: number): Node {
    const random = this.#random;
    const condition = (): Node => this.any("boolean", depth);
    const type = random.of(["number", "number", "number", "text", "date", "time", "boolean"] as const);
    const [a, b] = this.#pair(type, depth);
    const order =
      type === "text" || type === "boolean" ? (["=", "!="] as const) : (["<", ">", "<=", ">=", "=", "!="] as const);
    const forms: (() => Node)[] = [
      () => ({ ...at, kind: "compare", op: random.of(order), left: a(), right: b() }),
      () => ({ ...at, kind: "compare", op: random.of(order), left: a(), right: b() }),
      () => ({ ...at, kind: "compare", op: random.of(order), left: a(), right: b() }),
      () => ({ ...at, kind: random.of(["and", "or"] as const), terms: [condition(), condition()] }),
      () => ({ ...at, kind: random.of(["and", "or"] as const), terms: [condition(), condition(), condition()] }),
      () => ({ ...at, kind: "not", of: condition() }),
      () => this.#call("in", a(), b(), ...(random.chance(0.5) ? [b()] : [])),
      () => this.#call("is_null", a()),
      () => this.#call(random.of(["any", "all"]), condition(), this.#range()),
    ];
    if (type === "text")
      forms.push(
        () => this.#call("contains", a(), b()),
        () => this.#call("starts_with", a(), b()),
      );
    else if (type !== "boolean")
      forms.push(
        () => this.#call("between", a(), b(), b()),
        () => this.#call(random.of(["crosses_above", "crosses_below"]), a(), b()),
      );
    return random.of(forms)();
  }

  /** Two of a type that have a chance of being equal. */
  #pair(type: ValueType, depth: number): readonly [() => Node, () => Node] {
    if (type !== "number") return [() => this.any(type, depth), () => this.any(type, depth)];
    const measure = this.#random.of(["price", "price", "shares", "any"] as const);
    const x = (): Node =>
      depth <= 0 || this.#random.chance(0.5) ? this.#numberLeaf(measure) : this.#number(depth - 1, measure);
    return [x, () => (this.#random.chance(0.35) ? this.#near(measure) : x())];
  }

  #numberLeaf(measure: Measure): Node {
    const [row] = this.#market.numbers ?? [];
    if (row && this.#random.chance(0.4))
      return this.#call(
        "mine",
        { ...at, kind: "text", value: this.#random.of(Object.keys(row.values)) },
        ...(this.#random.chance(0.4) ? [this.#day()] : []),
      );
    if (this.#random.chance(0.12)) return this.#near(measure);
    return { ...at, kind: "data", point: numberPoint(this.#random, measure) };
  }

  /** A number that the data holds, or one beside it. */
  #near(measure: Measure): Node {
    const random = this.#random;
    const security = random.of(this.#market.securities);
    const view = viewOf(this.#market);
    const sessions = view.sessionsOf(security);
    const bar = sessions.length > 0 ? view.day(security, random.of(sessions)) : null;
    const value = measure === "shares" ? bar?.volume : measure === "price" ? bar?.close : null;
    if (value !== null && value !== undefined) {
      const near = random.of([value, value, value + 1, Math.round(value * (1 + 1e-9) * 1e4) / 1e4]);
      return number(near);
    }
    return number(random.of([0, 0, 1, 2, 5, 10, 50, 100, 0.1, -1, 0.5]));
  }

  #leaf(type: ValueType): Node {
    const random = this.#random;
    const { lists } = this.#market;
    if (lists && type === "boolean" && random.chance(0.6))
      return this.#call("in_list", { ...at, kind: "text", value: random.of(Object.keys(lists)) });
    if (type === "number") return this.#numberLeaf(random.of(["price", "shares", "count", "plain", "any"] as const));
    if (type === "boolean" || random.chance(0.75)) return { ...at, kind: "data", point: pointOf(random, type) };
    if (type === "text") {
      const value = random.of([
        ...Object.values(FIELD_VALUES).flat(),
        "SA",
        "osb",
        "  common   STOCK ",
        "bank",
        "-",
        " ",
      ]);
      return { ...at, kind: "text", value };
    }
    if (type === "time") return { ...at, kind: "time", minute: random.of([0, 1439, ...EDGES]) };
    const { first, last } = viewOf(this.#market);
    return { ...at, kind: "date", date: calendar(random.whole(first, last)).date };
  }
}
