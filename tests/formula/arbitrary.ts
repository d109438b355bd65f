import * as fc from "fast-check";
import { check } from "../../src/formula/index.ts";
import type { Argument, CompareOp, DataPoint, Day, DayRange, Node } from "../../src/formula/index.ts";
import {
  AGGREGATES,
  BAR_FIELD_NAMES,
  CALLS,
  FIELDS,
  INDICATORS,
  NAMED_SESSIONS,
  PERIODS,
  RANGE_FUNCTIONS,
  SECURITY_GROUPS,
  TIMEFRAMES,
} from "../../src/vocabulary/index.ts";
import type { ArgumentRule, Basis, CallEntry, Field, Group, Indicator, ValueType } from "../../src/vocabulary/index.ts";
import { literalOf, oneOf, PLACE } from "./arbitrary-literals.ts";
import type { FormulaOptions } from "./formula-options.ts";

const data = (point: DataPoint): Node => ({ ...PLACE, kind: "data", point });

/** A random tree of a type as the reader makes them: defaults filled in, chains flat. Positions are 0. */
export function arbitraryFormula(type: ValueType, options: FormulaOptions = {}): fc.Arbitrary<Node> {
  const tree = new Formulas(options).of(type, options.maxDepth ?? 3);
  if (!options.checked) return tree;
  const columns = new Map<string, { name: string; tree: Node }>();
  for (const column of options.columns ?? []) {
    columns.set(column.name.toLowerCase(), { name: column.name, tree: SAMPLES[column.type] });
  }
  return tree.filter((node) =>
    check(node, { columns, use: "column" }).diagnostics.every(({ severity }) => severity !== "error"),
  );
}

/** The tables say which field goes with which group; the types cannot. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const record = (model: object): fc.Arbitrary<DataPoint> => fc.record(model) as unknown as fc.Arbitrary<DataPoint>;

/** A formula of each type, standing for a column whose formula does not matter. */
const SAMPLES: Readonly<Record<ValueType, Node>> = {
  number: { ...PLACE, kind: "number", value: 1 },
  text: { ...PLACE, kind: "text", value: "a" },
  date: { ...PLACE, kind: "date", date: "2024-01-02" },
  time: { ...PLACE, kind: "time", minute: 570 },
  boolean: data({ group: "event", field: "ipo", start: 0, end: 1_439, day: 0 }),
};

class Formulas {
  readonly #options: FormulaOptions;
  readonly #days: DayRange;
  readonly #known = new Map<string, fc.Arbitrary<Node>>();

  constructor(options: FormulaOptions) {
    this.#options = options;
    this.#days = options.days ?? { from: -10, to: 3 };
  }

  of(type: ValueType, depth: number): fc.Arbitrary<Node> {
    const key = `${type} ${depth}`;
    const known = this.#known.get(key);
    if (known) return known;
    const leaves = this.#leaves(type);
    const made = depth <= 0 ? leaves : fc.oneof({ arbitrary: leaves, weight: 2 }, ...this.#compounds(type, depth - 1));
    this.#known.set(key, made);
    return made;
  }

  #leaves(type: ValueType): fc.Arbitrary<Node> {
    const columns = (this.#options.columns ?? []).filter((column) => column.type === type);
    const points = this.#points(type);
    const literal = literalOf(type, this.#options);
    const choices = [
      ...(literal ? [{ arbitrary: literal, weight: 2 }] : []),
      ...points.map((arbitrary) => ({ arbitrary: arbitrary.map(data), weight: 2 })),
      ...(columns.length > 0
        ? [{ arbitrary: oneOf(columns).map(({ name }): Node => ({ ...PLACE, kind: "column", name })), weight: 1 }]
        : []),
    ];
    if (choices.length > 0) return fc.oneof(...choices);
    // A boolean without events: the smallest comparison.
    return this.#compare(0);
  }

  #has(group: Group): boolean {
    return this.#options.groups?.includes(group) ?? true;
  }

  #fields(group: Group, type: ValueType): readonly Field[] {
    return this.#has(group) ? FIELDS.filter((field) => field.group === group && field.type === type) : [];
  }

  get #basis(): fc.Arbitrary<Basis> {
    return oneOf(this.#options.bases ?? ["adj", "unadj"]);
  }

  get #day(): fc.Arbitrary<Day> {
    return fc.integer({ min: this.#days.from, max: this.#days.to });
  }

  get #range(): fc.Arbitrary<DayRange> {
    return fc.tuple(this.#day, this.#day).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  }

  get #window(): fc.Arbitrary<{ start: number; end: number }> {
    const minute = fc.integer({ min: 240, max: 1_199 });
    return fc.oneof(
      oneOf(NAMED_SESSIONS).map(({ start, end }) => ({ start, end })),
      fc.tuple(minute, minute).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) })),
    );
  }

  #points(type: ValueType): readonly fc.Arbitrary<DataPoint>[] {
    const own = [...this.#bars(type), ...this.#facts(type)];
    const some = oneOf([undefined, undefined, undefined, undefined, "SPY", "BRK.B", 'A"B']);
    return own.map((points) =>
      fc
        .tuple(points, some)
        .map(([point, ofSymbol]) =>
          ofSymbol === undefined || point.group === "earnings" ? point : { ...point, ofSymbol },
        ),
    );
  }

  #bars(type: ValueType): readonly fc.Arbitrary<DataPoint>[] {
    const found: fc.Arbitrary<DataPoint>[] = [];
    const funcs = RANGE_FUNCTIONS.map(({ name }) => name).filter((name) => type === "number" || !/avg|sum/.test(name));
    const [func, basis, day, days] = [oneOf(funcs), this.#basis, this.#day, this.#range];
    const daily = this.#fields("daily", type).map(({ name }) => name);
    const of = oneOf(["max", "min"] as const);
    if (daily.length > 0) {
      const field = oneOf(daily);
      const by = oneOf(FIELDS.filter((known) => known.group === "daily").map(({ name }) => name));
      found.push(
        record({ group: fc.constant("daily"), field, day, basis }),
        record({ group: fc.constant("daily-range"), func, field, days, basis }),
        record({ group: fc.constant("daily-at"), field, at: fc.record({ of, field: by }), days, basis }),
      );
    }
    const intraday = this.#fields("intraday", type).map(({ name }) => name);
    if (intraday.length > 0) {
      const field = oneOf(intraday);
      const by = oneOf(FIELDS.filter((known) => known.group === "intraday").map(({ name }) => name));
      const time = fc.integer({ min: 240, max: 1_199 });
      const inWindow = (model: object): fc.Arbitrary<DataPoint> =>
        fc.tuple(record(model), this.#window).map(([point, window]) => ({ ...point, ...window }));
      found.push(
        inWindow({ group: fc.constant("intraday"), func, field, day, basis }),
        record({ group: fc.constant("intraday-at-time"), field, time, day, basis }),
        inWindow({ group: fc.constant("intraday-at"), field, at: fc.record({ of, field: by }), day, basis }),
      );
    }
    for (const group of PERIODS.map((period) => period.group)) {
      if (type !== "number" || !this.#has(group)) continue;
      const offset = fc.integer({ min: -6, max: 2 });
      const point = { group: fc.constant(group), field: oneOf(BAR_FIELD_NAMES), basis };
      found.push(
        record({ ...point, offset, soFar: fc.constant(false) }),
        record({ ...point, offset: fc.constant(0), soFar: fc.constant(true) }),
      );
    }
    const { indicators: names } = this.#options;
    const indicators = INDICATORS.filter(({ name }) => names?.includes(name) ?? true);
    if (type === "number" && this.#has("indicator") && indicators.length > 0)
      found.push(oneOf(indicators).chain((entry) => this.#indicator(entry)));
    return found;
  }

  #indicator(entry: Indicator): fc.Arbitrary<DataPoint> {
    const parameters = fc.tuple(
      ...entry.parameters.map(({ min, max, integer }) =>
        integer
          ? fc.integer({ min, max: Math.min(max, min + 12) })
          : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, 4) * 100) }).map((n) => n / 100),
      ),
    );
    const bars = fc.record({ timeframe: oneOf(TIMEFRAMES), at: fc.integer({ min: 245, max: 1_200 }) });
    const wantsBars = entry.intradayOnly ? bars : this.#has("intraday") ? fc.option(bars) : fc.constant(null);
    return fc
      .record({
        group: fc.constant("indicator" as const),
        name: fc.constant(entry.name),
        line: oneOf(entry.lines.map(({ name }) => name)),
        parameters: parameters.map((values) =>
          entry.refuse?.(...values) ? entry.parameters.map((parameter) => parameter.default) : values,
        ),
        source: entry.source === null ? fc.constant(null) : oneOf(["open", "high", "low", "close", "volume"] as const),
        bars: wantsBars,
        day: this.#day,
        basis: this.#basis,
      })
      .map((point) => point);
  }

  #facts(type: ValueType): readonly fc.Arbitrary<DataPoint>[] {
    const found: fc.Arbitrary<DataPoint>[] = [];
    for (const group of ["identity", "fundamental", "ownership"] as const) {
      const fields = this.#fields(group, type);
      const plain = fields.filter(({ event }) => event === undefined).map(({ name }) => name);
      if (plain.length > 0) found.push(record({ group: fc.constant(group), field: oneOf(plain), day: this.#day }));
      const windowed = fields.filter(({ event }) => event === "window").map(({ name }) => name);
      if (windowed.length > 0) {
        const whole = fc.constant({ start: 0, end: 1_439 });
        const point = record({ group: fc.constant("event"), field: oneOf(windowed), day: this.#day });
        found.push(
          fc.tuple(point, fc.oneof(whole, this.#window)).map(([event, window]) => ({ ...event, ...window })),
          this.#day.map((day): DataPoint => ({ group: "event", field: "ipo", start: 0, end: 1_439, day })),
        );
      }
    }
    if (type === "number" && this.#has("earnings")) {
      const item = oneOf(["total-revenue", "net-income", "total-assets", "eps-diluted"]);
      found.push(record({ group: fc.constant("earnings"), item, quarter: fc.integer({ min: 1, max: 8 }) }));
    }
    return found;
  }

  #compounds(type: ValueType, depth: number): readonly { arbitrary: fc.Arbitrary<Node>; weight: number }[] {
    const call = this.#calls(type, depth);
    const calls = call ? [{ arbitrary: call, weight: 2 }] : [];
    switch (type) {
      case "number": {
        const inner = this.of("number", depth);
        const chain = <Op extends string>(
          ops: readonly Op[],
        ): fc.Arbitrary<{ first: Node; rest: { op: Op; node: Node }[] }> =>
          fc.record({
            first: inner,
            rest: fc.array(fc.record({ op: oneOf(ops), node: inner }), { minLength: 1, maxLength: 3 }),
          });
        const sum = chain(["+", "-"] as const).map(({ first, rest }): Node => ({
          ...PLACE,
          kind: "sum",
          first: unchained(first, "sum"),
          rest,
        }));
        const product = chain(["*", "/"] as const).map(({ first, rest }): Node => ({
          ...PLACE,
          kind: "product",
          first: unchained(first, "product"),
          rest,
        }));
        return [
          { arbitrary: sum, weight: 2 },
          { arbitrary: product, weight: 2 },
          { arbitrary: inner.map((of): Node => ({ ...PLACE, kind: "negative", of })), weight: 1 },
          ...calls,
        ];
      }
      case "boolean": {
        const inner = this.of("boolean", depth);
        return [
          { arbitrary: this.#compare(depth), weight: 4 },
          { arbitrary: inner.map((of): Node => ({ ...PLACE, kind: "not", of })), weight: 1 },
          {
            arbitrary: fc
              .tuple(oneOf(["and", "or"] as const), fc.array(inner, { minLength: 2, maxLength: 3 }))
              .map(([kind, terms]): Node => ({ ...PLACE, kind, terms })),
            weight: 2,
          },
          ...calls,
        ];
      }
      case "text":
      case "date":
      case "time":
        return calls;
    }
    return type satisfies never;
  }

  #compare(depth: number): fc.Arbitrary<Node> {
    const of = (type: ValueType, ops: readonly CompareOp[]): fc.Arbitrary<Node> =>
      fc
        .record({ op: oneOf(ops), left: this.of(type, depth), right: this.of(type, depth) })
        .map((node): Node => ({ ...PLACE, kind: "compare", ...node }));
    const all = ["<", ">", "<=", ">=", "=", "!="] as const;
    const choices = [{ arbitrary: of("number", all), weight: 5 }];
    if (this.#fields("identity", "text").length > 0) choices.push({ arbitrary: of("text", ["=", "!="]), weight: 1 });
    if (this.#fields("daily", "date").length > 0) choices.push({ arbitrary: of("date", all), weight: 1 });
    if (this.#fields("intraday", "time").length > 0) choices.push({ arbitrary: of("time", all), weight: 1 });
    return fc.oneof(...choices);
  }

  #calls(type: ValueType, depth: number): fc.Arbitrary<Node> | null {
    const entries = CALLS.filter((entry) => (this.#options.calls?.includes(entry.name) ?? true) && gives(entry, type));
    return entries.length === 0 ? null : oneOf(entries).chain((entry) => this.#call(entry, type, depth));
  }

  #call(entry: CallEntry, type: ValueType, depth: number): fc.Arbitrary<Node> {
    const most = entry.arguments.length;
    const counts = fc.integer({ min: most - (entry.optional ?? 0), max: entry.repeats ? most + 1 : most });
    return fc.tuple(counts, this.#kindOf(entry, type)).chain(([count, kind]) =>
      fc
        .tuple(
          ...Array.from({ length: count }, (_, index) => {
            const { rule } = entry.arguments[Math.min(index, most - 1)] ?? { rule: { kind: "day" } as const };
            return this.#argument(rule, index, entry, type, kind, depth);
          }),
        )
        // Brackets leave a day of 0 out.
        .map((all) => (entry.name === "mine" ? all.filter((arg) => arg.kind !== "day" || arg.day !== 0) : all))
        .map((args): Node => ({ ...PLACE, kind: "call", name: entry.name, args })),
    );
  }

  /** The type of the values that a call compares, where its result does not say. */
  #kindOf(entry: CallEntry, type: ValueType): fc.Arbitrary<ValueType> {
    if (typeof entry.result !== "string") return fc.constant(type);
    const [first] = entry.arguments;
    const rule = first?.rule;
    if (rule?.kind !== "value") return fc.constant("number");
    if (rule.type === "any") return oneOf(["number", "number", "text", "boolean"] as const);
    return rule.type === "orderable" ? oneOf(["number", "number", "date", "time"] as const) : fc.constant(rule.type);
  }

  #argument(
    rule: ArgumentRule,
    index: number,
    entry: CallEntry,
    type: ValueType,
    kind: ValueType,
    depth: number,
  ): fc.Arbitrary<Argument> {
    const range = this.#range.map((days): Argument => ({ ...PLACE, kind: "range", days }));
    switch (rule.kind) {
      case "day":
        return this.#day.map((day): Argument => ({ ...PLACE, kind: "day", day }));
      case "range":
        if (!entry.orGroup || this.#options.calls !== undefined) return range;
        return fc.oneof({ arbitrary: range, weight: 3 }, GROUP);
      case "group":
        return GROUP;
      case "aggregate":
        return AGGREGATE;
      case "aggregated":
        return this.of("number", depth);
      case "symbol":
        return fc.constant<Argument>({ ...PLACE, kind: "text", value: "SPY" });
      case "own-number":
      case "own-list":
        return fc.constant<Argument>({ ...PLACE, kind: "text", value: "b_2" });
      case "literal":
        return (
          rule.whole
            ? fc.integer({ min: Math.max(rule.min, -3), max: Math.min(rule.max, 8) })
            : fc.integer({ min: 1, max: 40 }).map((n) => n / 4)
        ).map((value): Argument => {
          const size: Node = { ...PLACE, kind: "number", value: Math.abs(value) };
          return value < 0 ? { ...PLACE, kind: "negative", of: size } : size;
        });
      case "same":
        return this.of(typeof entry.result !== "string" && entry.result.as === rule.as ? type : kind, depth);
      case "value": {
        if (rule.type !== "any" && rule.type !== "orderable") return this.of(rule.type, depth);
        return this.of(typeof entry.result !== "string" && entry.result.as === index ? type : kind, depth);
      }
    }
    return rule satisfies never;
  }
}

const GROUP = oneOf(SECURITY_GROUPS).map(({ name }): Argument => ({ ...PLACE, kind: "group", by: name }));

const NUMERIC = AGGREGATES.filter(({ of }) => of === "number");
const AGGREGATE = oneOf(NUMERIC).map(({ name }): Argument => ({ ...PLACE, kind: "aggregate", of: name }));

/** The reader writes ( a + b ) + c as one chain; a random chain must not begin with another of its kind. */
const unchained = (first: Node, kind: "sum" | "product"): Node =>
  first.kind === kind ? { ...PLACE, kind: "negative", of: first } : first;

function gives({ result, arguments: args }: CallEntry, type: ValueType): boolean {
  if (typeof result === "string") return result === type;
  const rule = args[result.as]?.rule;
  if (rule?.kind !== "value") return false;
  const ordered = type !== "text" && type !== "boolean";
  return rule.type === "any" || rule.type === type || (rule.type === "orderable" && ordered);
}
