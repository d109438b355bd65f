import { REGULAR_OPEN, type Recipe } from "../../vocabulary/index.ts";
import { COMPARISONS, differenceSql, equalSql } from "../equality.ts";
import { type Frame, type Graph, type NodeId, PAST, literal } from "./graph.ts";
import { LastBars } from "./last-bars.ts";
import { NullableColumns } from "./nullable-columns.ts";

const ARITHMETIC = { add: "+", multiply: "*" } as const;

/** Turns recipes into one graph of columns; a recipe that stands in several places becomes one node. */
export class Lowering {
  readonly #columns = new NullableColumns();
  readonly #lastBars = new LastBars(this.#columns);
  readonly #ids = new Map<Recipe, NodeId>();

  get graph(): Graph {
    return this.#columns.graph;
  }

  /** Number of the bar within its security, from 1. */
  bars(): NodeId {
    return this.#columns.bars();
  }

  lower(recipe: Recipe): NodeId {
    const known = this.#ids.get(recipe);
    if (known !== undefined) return known;
    const id = this.#lower(recipe);
    this.#ids.set(recipe, id);
    return id;
  }

  #lower(recipe: Recipe): NodeId {
    switch (recipe.op) {
      case "source":
        throw new RangeError("a recipe with an open source: see withSource");
      case "field":
        return this.#columns.graph.column(recipe.field);
      case "constant":
        return this.#columns.constant(recipe.value);
      case "add":
      case "multiply": {
        const operator = ARITHMETIC[recipe.op];
        return this.#strict([recipe.a, recipe.b], ([a, b]) => `${a} ${operator} ${b}`);
      }
      case "subtract":
        return this.#strict([recipe.a, recipe.b], ([a = "", b = ""]) => differenceSql(a, b));
      case "divide":
        return this.#opaque([recipe.a, recipe.b], ([a, b]) => `${a} / nullIf(${b}, 0)`);
      case "greater":
      case "less":
      case "greaterEqual":
      case "lessEqual":
      case "equal": {
        const compare = COMPARISONS[recipe.op];
        return this.#strict([recipe.a, recipe.b], ([a = "", b = ""]) => `toFloat64(${compare(a, b)})`);
      }
      case "max":
      case "min": {
        return this.#extreme(recipe.op === "max" ? ">" : "<", this.lower(recipe.a), this.lower(recipe.b));
      }
      case "abs":
      case "sin":
      case "atan": {
        const call = recipe.op;
        return this.#strict([recipe.x], ([x]) => `${call}(${x})`);
      }
      case "sign":
        return this.#strict([recipe.x], ([x]) => `toFloat64(sign(${x}))`);
      case "exp":
        return this.#opaque([recipe.x], ([x]) => `if(exp(${x}) < inf, exp(${x}), NULL)`);
      case "sqrt":
        return this.#opaque([recipe.x], ([x]) => `if(${x} >= 0, sqrt(${x}), NULL)`);
      case "ln":
        return this.#opaque([recipe.x], ([x]) => `if(${x} > 0, log(${x}), NULL)`);
      case "if":
        return this.#if(recipe);
      case "default":
        return this.#opaque([recipe.x, recipe.otherwise], ([x, y]) => `ifNull(${x}, ${y})`);
      case "lag":
        return this.#lag(recipe.x, recipe.n);
      case "latest": {
        const x = this.lower(recipe.x);
        return this.#columns.graph.window(`anyLast(${this.#columns.name(x)})`, PAST, [x]);
      }
      case "run":
        return this.#run(recipe.x);
      case "quantile": {
        const x = this.lower(recipe.x);
        return this.#columns.aggregate(
          `quantileExactInclusiveOrNull(${literal(recipe.level)})(${this.#columns.name(x)})`,
          recipe.n,
          [x],
        );
      }
      case "covariance": {
        const pair = [this.lower(recipe.a), this.lower(recipe.b)];
        return this.#columns.aggregate(
          `covarPopStableOrNull(${pair.map((x) => this.#columns.name(x)).join(", ")})`,
          recipe.n,
          pair,
        );
      }
      case "rolling":
        return this.#lastBars.rolling(recipe.of, this.lower(recipe.x), recipe.n);
      case "weighted":
        return this.#lastBars.weighted(this.lower(recipe.x), recipe.n);
      case "filter":
        return this.#lastBars.filter(this.lower(recipe.x), recipe.weights);
      case "varying":
        return this.#lastBars.varying(recipe.of, this.lower(recipe.x), this.lower(recipe.length), recipe.most);
      case "smooth":
        return this.#smooth(this.lower(recipe.x), recipe.seed ?? recipe.n, recipe.alpha, recipe.rising ?? false);
      case "total":
        return this.#total(this.lower(recipe.x), recipe.perSession);
      case "fold":
        return this.#columns.graph.fold(
          recipe.fold,
          recipe.fold.inputs.map((input) => this.lower(input)),
        );
    }
    return recipe satisfies never;
  }

  /** Null exactly where a part is. */
  #strict(recipes: readonly Recipe[], sql: (names: readonly string[]) => string): NodeId {
    const parts = recipes.map((part) => this.lower(part));
    return this.#columns.scalar(sql(parts.map((part) => this.#columns.name(part))), parts, this.#columns.union(parts));
  }

  /** Null by the engine's own rules. */
  #opaque(recipes: readonly Recipe[], sql: (names: readonly string[]) => string): NodeId {
    const parts = recipes.map((part) => this.lower(part));
    return this.#columns.scalar(sql(parts.map((part) => this.#columns.name(part))), parts);
  }

  #if(recipe: Extract<Recipe, { op: "if" }>): NodeId {
    const parts = [recipe.test, recipe.yes, recipe.no].map((part) => this.lower(part));
    const [test = 0, yes = 0, no = 0] = parts;
    const tested = this.#columns.originsOf(test);
    const exact = this.#columns.union([yes, no]).every((origin) => tested.includes(origin));
    const sql = `if(isNull(${this.#columns.name(test)}), NULL, if(${this.#columns.name(test)} != 0, ${this.#columns.name(yes)}, ${this.#columns.name(no)}))`;
    return this.#columns.scalar(sql, parts, exact ? tested : undefined);
  }

  /** The engine's greatest and least skip nulls unless a setting forbids it; a comparison with null is null. */
  #extreme(beats: ">" | "<", a: NodeId, b: NodeId): NodeId {
    const covers = (x: NodeId, y: NodeId): boolean =>
      this.#columns.originsOf(y).every((origin) => this.#columns.originsOf(x).includes(origin));
    const [x, y] = covers(b, a) ? [a, b] : [b, a];
    const [first, second] = [this.#columns.name(x), this.#columns.name(y)];
    const greater = `if(${first} ${beats} ${second}, ${first}, ${second})`;
    // Where every null of the one is a null of the other, checking the other is enough.
    const sql = covers(y, x) ? greater : `if(isNull(${first}), NULL, ${greater})`;
    return this.#columns.scalar(sql, [a, b], this.#columns.union([a, b]));
  }

  #lag(x: Recipe, n: number): NodeId {
    const part = this.lower(x);
    if (n === 0) return part;
    // Without toNullable the engine gives 0 where there is no such bar.
    const call = n > 0 ? "lagInFrame" : "leadInFrame";
    const frame: Frame = n > 0 ? PAST : { rows: "ahead", n: -n };
    return this.#columns.graph.window(`${call}(toNullable(${this.#columns.name(part)}), ${Math.abs(n)})`, frame, [
      part,
    ]);
  }

  /** A row begins where the value is not that of the bar before. */
  #run(recipe: Recipe): NodeId {
    const x = this.lower(recipe);
    const bars = this.#columns.bars();
    const before = this.#lag(recipe, 1);
    const [value, bar, previous] = [this.#columns.name(x), this.#columns.name(bars), this.#columns.name(before)];
    const begins = this.#columns.scalar(`if(ifNull(${equalSql(value, previous)}, 0), 0, ${bar})`, [x, before, bars]);
    const since = this.#columns.graph.window(`max(${this.#columns.name(begins)})`, PAST, [begins]);
    return this.#columns.scalar(
      `if(isNull(${value}), NULL, toFloat64(${bar}) - toFloat64(${this.#columns.name(since)}) + 1)`,
      [x, bars, since],
      this.#columns.originsOf(x),
    );
  }

  /**
   * A recursion s + alpha (x - s) as a sum whose terms decay by 1 - alpha with each value, exact to 1e-14. The time is
   * the number of values so far, so a bar without one neither counts nor decays; it shows null itself. The aggregate
   * rejects nulls, and one NaN would make all later values NaN, hence the 0 for both.
   */
  #smooth(x: NodeId, n: number, alpha: number, rising: boolean): NodeId {
    if (alpha === 1) return x;
    const count = this.#columns.count([x], PAST);
    const [xs, c] = [this.#columns.name(x), this.#columns.name(count)];
    const weighted = rising ? this.#columns.scalar(`${xs} * (toFloat64(${c}) - 1)`, [x, count]) : x;
    const sum = this.#columns.graph.window(`sumOrNull(${this.#columns.name(weighted)})`, PAST, [weighted]);
    const [s, weights] = [this.#columns.name(sum), rising ? (n * (n - 1)) / 2 : n];
    const term = this.#columns.scalar(
      `ifNull(if(isFinite(${xs}), multiIf(${c} < ${n}, 0., ${c} = ${n}, ${s} / ${literal(weights * alpha)}, ${xs}), 0.), 0.)`,
      [x, count, sum],
    );
    const length = literal(-1 / Math.log1p(-alpha));
    const decayed = this.#columns.graph.window(
      `exponentialTimeDecayedSum(${length})(${this.#columns.name(term)}, ${c})`,
      PAST,
      [term, count],
    );
    const origins = this.#columns.originsOf(x);
    const missing = [`${c} < ${n}`, ...origins.map((origin) => `isNull(${this.#columns.name(origin)})`)].join(" OR ");
    return this.#columns.scalar(`if(${missing}, NULL, ${literal(alpha)} * ${this.#columns.name(decayed)})`, [
      count,
      decayed,
      ...origins,
    ]);
  }

  #total(x: NodeId, perSession: "extended" | "regular" | undefined): NodeId {
    if (!perSession) return this.#columns.graph.window(`sumOrNull(${this.#columns.name(x)})`, PAST, [x]);
    const frame: Frame = { rows: "session" };
    if (perSession === "extended") return this.#columns.graph.window(`sumOrNull(${this.#columns.name(x)})`, frame, [x]);
    const minute = this.#columns.graph.column("minute");
    const counted = this.#columns.scalar(`if(minute >= ${REGULAR_OPEN}, ${this.#columns.name(x)}, NULL)`, [x, minute]);
    return this.#columns.graph.window(`sumOrNull(${this.#columns.name(counted)})`, frame, [counted]);
  }
}
