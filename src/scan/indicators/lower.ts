import { REGULAR_OPEN, type Recipe, type Rolling } from "../../vocabulary/index.ts";
import { cellsSql, COMPARISONS, differenceSql, equalSql, lessSql } from "../equality.ts";
import { Graph, type Frame, type NodeId, literal } from "./graph.ts";

const PAST: Frame = { rows: "past" };
const ARITHMETIC = { add: "+", multiply: "*" } as const;

/**
 * Turns recipes into one graph of columns. Every scalar is null where one of its parts is (`default` excepted), so each
 * node also knows its *origins*: the nodes whose nulls are exactly its own. Counting values counts origins, and one
 * count serves the gains and the losses of RSI.
 */
export class Lowering {
  readonly graph = new Graph();
  readonly #ids = new Map<Recipe, NodeId>();
  readonly #origins = new Map<NodeId, readonly NodeId[]>();

  lower(recipe: Recipe): NodeId {
    const known = this.#ids.get(recipe);
    if (known !== undefined) return known;
    const id = this.#lower(recipe);
    this.#ids.set(recipe, id);
    return id;
  }

  /** Number of the bar within its security, from 1. */
  bars(): NodeId {
    return this.graph.window("count()", PAST, []);
  }

  #lower(recipe: Recipe): NodeId {
    switch (recipe.op) {
      case "source":
        throw new RangeError("a recipe with an open source: see withSource");
      case "field":
        return this.graph.column(recipe.field);
      case "constant":
        return this.#constant(recipe.value);
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
        return this.graph.window(`anyLast(${this.#name(x)})`, PAST, [x]);
      }
      case "run":
        return this.#run(recipe.x);
      case "quantile": {
        const x = this.lower(recipe.x);
        return this.#aggregate(`quantileExactInclusiveOrNull(${literal(recipe.level)})(${this.#name(x)})`, recipe.n, [
          x,
        ]);
      }
      case "covariance": {
        const pair = [this.lower(recipe.a), this.lower(recipe.b)];
        return this.#aggregate(`covarPopStableOrNull(${pair.map((x) => this.#name(x)).join(", ")})`, recipe.n, pair);
      }
      case "rolling":
        return this.#rolling(recipe.of, this.lower(recipe.x), recipe.n);
      case "weighted": {
        const x = this.lower(recipe.x);
        const { n } = recipe;
        const { weightedSum, count } = this.#positionSums(x, n);
        return this.#whole(count, n, `${this.#name(weightedSum)} / ${literal((n * (n + 1)) / 2)}`, [weightedSum]);
      }
      case "filter":
        return this.#filter(this.lower(recipe.x), recipe.weights);
      case "varying":
        return this.#varying(recipe.of, this.lower(recipe.x), this.lower(recipe.length), recipe.most);
      case "smooth":
        return this.#smooth(this.lower(recipe.x), recipe.seed ?? recipe.n, recipe.alpha, recipe.rising ?? false);
      case "total":
        return this.#total(this.lower(recipe.x), recipe.perSession);
      case "fold":
        return this.graph.fold(
          recipe.fold,
          recipe.fold.inputs.map((input) => this.lower(input)),
        );
    }
    return recipe satisfies never;
  }

  #constant(value: number): NodeId {
    const id = this.graph.constant(value);
    this.#origins.set(id, []);
    return id;
  }

  #name(id: NodeId): string {
    return this.graph.name(id);
  }

  #scalar(sql: string, parts: readonly NodeId[], origins?: readonly NodeId[]): NodeId {
    const id = this.graph.scalar(sql, parts);
    if (origins) this.#origins.set(id, origins);
    return id;
  }

  /** Null exactly where a part is. */
  #strict(recipes: readonly Recipe[], sql: (names: readonly string[]) => string): NodeId {
    const parts = recipes.map((part) => this.lower(part));
    return this.#scalar(sql(parts.map((part) => this.#name(part))), parts, this.#union(parts));
  }

  /** Null by the engine's own rules. */
  #opaque(recipes: readonly Recipe[], sql: (names: readonly string[]) => string): NodeId {
    const parts = recipes.map((part) => this.lower(part));
    return this.#scalar(sql(parts.map((part) => this.#name(part))), parts);
  }

  #union(ids: readonly NodeId[]): readonly NodeId[] {
    return [...new Set(ids.flatMap((id) => this.#originsOf(id)))].sort((a, b) => a - b);
  }

  #originsOf(id: NodeId): readonly NodeId[] {
    return this.#origins.get(id) ?? [id];
  }

  #if(recipe: Extract<Recipe, { op: "if" }>): NodeId {
    const parts = [recipe.test, recipe.yes, recipe.no].map((part) => this.lower(part));
    const [test = 0, yes = 0, no = 0] = parts;
    const tested = this.#originsOf(test);
    const exact = this.#union([yes, no]).every((origin) => tested.includes(origin));
    const sql = `if(isNull(${this.#name(test)}), NULL, if(${this.#name(test)} != 0, ${this.#name(yes)}, ${this.#name(no)}))`;
    return this.#scalar(sql, parts, exact ? tested : undefined);
  }

  /** The engine's greatest and least skip nulls unless a setting forbids it; a comparison with null is null. */
  #extreme(beats: ">" | "<", a: NodeId, b: NodeId): NodeId {
    const covers = (x: NodeId, y: NodeId): boolean =>
      this.#originsOf(y).every((origin) => this.#originsOf(x).includes(origin));
    const [x, y] = covers(b, a) ? [a, b] : [b, a];
    const [first, second] = [this.#name(x), this.#name(y)];
    const greater = `if(${first} ${beats} ${second}, ${first}, ${second})`;
    // Where every null of the one is a null of the other, checking the other is enough.
    const sql = covers(y, x) ? greater : `if(isNull(${first}), NULL, ${greater})`;
    return this.#scalar(sql, [a, b], this.#union([a, b]));
  }

  #lag(x: Recipe, n: number): NodeId {
    const part = this.lower(x);
    if (n === 0) return part;
    // Without toNullable the engine gives 0 where there is no such bar.
    const call = n > 0 ? "lagInFrame" : "leadInFrame";
    const frame: Frame = n > 0 ? PAST : { rows: "ahead", n: -n };
    return this.graph.window(`${call}(toNullable(${this.#name(part)}), ${Math.abs(n)})`, frame, [part]);
  }

  /** A row begins where the value is not that of the bar before. */
  #run(recipe: Recipe): NodeId {
    const x = this.lower(recipe);
    const bars = this.bars();
    const before = this.#lag(recipe, 1);
    const [value, bar, previous] = [this.#name(x), this.#name(bars), this.#name(before)];
    const begins = this.#scalar(`if(ifNull(${equalSql(value, previous)}, 0), 0, ${bar})`, [x, before, bars]);
    const since = this.graph.window(`max(${this.#name(begins)})`, PAST, [begins]);
    return this.#scalar(
      `if(isNull(${value}), NULL, toFloat64(${bar}) - toFloat64(${this.#name(since)}) + 1)`,
      [x, bars, since],
      this.#originsOf(x),
    );
  }

  /** An aggregate over the last `n` bars, null unless all of them have a value of each part. */
  #aggregate(sql: string, n: number, parts: readonly NodeId[]): NodeId {
    const frame: Frame = { rows: "last", n };
    const window = this.graph.window(sql, frame, parts);
    return this.#whole(this.#count(parts, frame), n, this.#name(window), [window]);
  }

  /** How many bars of the frame have a value of each part. */
  #count(parts: readonly NodeId[], frame: Frame): NodeId {
    const origins = this.#union(parts);
    if (origins.length === 0) return this.graph.window("count()", frame, []);
    const present = origins.map((origin) => `isNotNull(${this.#name(origin)})`).join(" AND ");
    return this.graph.window(`countIf(${present})`, frame, origins);
  }

  /** `sql` where all `n` bars of the frame have a value, else null. */
  #whole(count: NodeId, n: number, sql: string, parts: readonly NodeId[]): NodeId {
    return this.#scalar(`if(${this.#name(count)} = ${n}, ${sql}, NULL)`, [count, ...parts]);
  }

  #rolling(of: Rolling, x: NodeId, n: number): NodeId {
    const frame: Frame = { rows: "last", n };
    const name = this.#name(x);
    const count = this.#count([x], frame);
    const aggregate = (sql: string): NodeId => this.#aggregate(sql, n, [x]);
    switch (of) {
      case "sum":
        return aggregate(`sumOrNull(${name})`);
      case "average":
        return aggregate(`avgOrNull(${name})`);
      case "highest":
        return aggregate(`maxOrNull(${name})`);
      case "lowest":
        return aggregate(`minOrNull(${name})`);
      // The plain stddevPop subtracts squares: 23 % off on 50,000 ± 0.01.
      case "deviation":
        return this.#unlessFlat(x, n, aggregate(`stddevPopStableOrNull(${name})`));
      case "variance":
        return this.#unlessFlat(x, n, aggregate(`varPopStableOrNull(${name})`));
      case "meanDeviation":
        return this.#averageDistance(x, n, (distance) => `abs(${distance})`);
      case "thirdMoment":
        // Those above and those below the average are a difference: of a symmetric frame it is 0, not their rounding.
        return this.#averageDistance(
          x,
          n,
          (distance) => Array(3).fill(distance).join(" * "),
          (cubes) => {
            const [above, below] = ["", "-"].map((sign) => `arraySum(v -> greatest(${sign}v, 0.), ${cubes})`);
            return `(${differenceSql(above ?? "", below ?? "")}) / ${n}`;
          },
        );
      case "fourthMoment":
        return this.#averageDistance(x, n, (distance) => Array(4).fill(distance).join(" * "));
      case "below": {
        const values = this.graph.window(`groupArray(${name})`, frame, [x]);
        const current = `ifNull(${name}, 0)`;
        const below = `arrayCount(v -> ${lessSql("v", current)}, ${this.#name(values)})`;
        return this.#whole(count, n, `toFloat64(${below})`, [values, x]);
      }
      case "barsSinceHighest":
      case "barsSinceLowest": {
        const bars = this.bars();
        const bar = this.#name(bars);
        // The latest of the equals of the extreme is that of one of the two cells.
        const places = cellsSql(name).map((sql) => {
          const cell = this.#scalar(sql, [x]);
          const [call, missing, order] = of === "barsSinceHighest" ? ["max", "-inf", ""] : ["min", "inf", "-"];
          const place = `${call}(tuple(ifNull(${this.#name(cell)}, ${missing}), ${order}toInt64(${bar})))`;
          return this.graph.window(place, frame, [cell, bars]);
        });
        const latest = `greatest(${places.map((place) => `abs(${this.#name(place)}.2)`).join(", ")})`;
        return this.#whole(count, n, `toFloat64(toInt64(${bar}) - toInt64(${latest}))`, [bars, ...places]);
      }
      case "slope":
      case "intercept":
      case "endpoint":
        return this.#regression(of, x, n);
    }
    return of satisfies never;
  }

  /** Average over the last n of something made of each one's distance from their average; 0 where they are equal. */
  #averageDistance(
    x: NodeId,
    n: number,
    of: (distance: string) => string,
    average = (distances: string) => `arrayAvg(${distances})`,
  ): NodeId {
    const frame: Frame = { rows: "last", n };
    const values = this.graph.window(`groupArray(${this.#name(x)})`, frame, [x]);
    const mean = this.graph.window(`avgOrNull(${this.#name(x)})`, frame, [x]);
    const distances = this.#scalar(
      `arrayMap(v -> ${of(`(v - ifNull(${this.#name(mean)}, 0))`)}, ${this.#name(values)})`,
      [values, mean],
    );
    const averaged = this.#whole(this.#count([x], frame), n, average(this.#name(distances)), [distances]);
    return this.#unlessFlat(x, n, averaged);
  }

  /** The values of the last n bars as an array of n, the newest last; right only where there are n of them. */
  #values(x: NodeId, n: number): { values: string; part: NodeId } {
    const part = this.graph.window(`groupArray(${this.#name(x)})`, { rows: "last", n }, [x]);
    return { values: `arrayResize(${this.#name(part)}, ${n})`, part };
  }

  #filter(x: NodeId, weights: readonly number[]): NodeId {
    const n = weights.length;
    const { values, part } = this.#values(x, n);
    const oldestFirst = weights.toReversed().map(literal);
    const count = this.#count([x], { rows: "last", n });
    return this.#whole(count, n, `arraySum((v, w) -> v * w, ${values}, [${oldestFirst.join(", ")}])`, [part]);
  }

  #varying(of: "average" | "cosine" | "sine", x: NodeId, length: NodeId, most: number): NodeId {
    const { values, part } = this.#values(x, most);
    const count = this.#count([x], { rows: "last", n: most });
    const bars = this.#scalar(`ifNull(least(floor(${this.#name(length)} + 0.5), ${most}), 0.)`, [length]);
    const [taken, since] = [this.#name(bars), `toFloat64(${most} - i)`];
    const terms = {
      average: `v / ${taken}`,
      cosine: `v * cos(2 * pi() * ${since} / ${taken})`,
      sine: `v * sin(2 * pi() * ${since} / ${taken})`,
    };
    const sum = `arraySum((v, i) -> if(${since} < ${taken}, ${terms[of]}, 0.), ${values}, arrayEnumerate(${values}))`;
    return this.#whole(count, most, `if(${taken} > 0, ${sum}, NULL)`, [part, bars]);
  }

  /**
   * Sums over the last n bars, of x and of x times its place 1 … n, in constant time a row. Places come from the bar
   * number modulo n: bars of the frame that stand in the block before the current one are n places off, and blocks
   * alternate between even and odd, so a sum over the even ones tells the two apart. No number grows with the length of
   * the history.
   */
  #positionSums(x: NodeId, n: number): { sum: NodeId; weightedSum: NodeId; count: NodeId } {
    const frame: Frame = { rows: "last", n };
    const bars = this.bars();
    const name = this.#name(x);
    const place = this.#scalar(`toFloat64((${this.#name(bars)} - 1) % ${n})`, [bars]);
    const even = this.#scalar(`toFloat64(intDiv(${this.#name(bars)} - 1, ${n}) % 2 = 0)`, [bars]);
    const sum = this.graph.window(`sumOrNull(${name})`, frame, [x]);
    const moment = this.graph.window(`sumOrNull(${name} * ${this.#name(place)})`, frame, [x, place]);
    const inEven = this.graph.window(`sumOrNull(${name} * ${this.#name(even)})`, frame, [x, even]);
    const before = `if(${this.#name(even)} = 1, ${this.#name(sum)} - ${this.#name(inEven)}, ${this.#name(inEven)})`;
    const weightedSum = this.#scalar(
      `${this.#name(moment)} + (${n} - ${this.#name(place)}) * ${this.#name(sum)} - ${n} * ${before}`,
      [moment, place, sum, even, inEven],
    );
    return { sum, weightedSum, count: this.#count([x], frame) };
  }

  /** Least squares through the last n values on 0 … n-1. */
  #regression(of: "slope" | "intercept" | "endpoint", x: NodeId, n: number): NodeId {
    const { sum, weightedSum, count } = this.#positionSums(x, n);
    const [s, w] = [this.#name(sum), this.#name(weightedSum)];
    const level = `${literal((n + 1) / 2)} * ${s}`;
    // The sums' own rounding is far below that of prices: a slope of 0 must not take its sign.
    const tilt = `if(abs(${w} - ${level}) <= 1e-12 * abs(${level}), 0., ${w} - ${level})`;
    const slope = `${tilt} / ${literal((n * (n * n - 1)) / 12)}`;
    if (of !== "slope") {
      const sign = of === "endpoint" ? "+" : "-";
      return this.#whole(count, n, `${s} / ${n} ${sign} ${literal((n - 1) / 2)} * ${slope}`, [sum, weightedSum]);
    }
    return this.#unlessFlat(x, n, this.#whole(count, n, slope, [sum, weightedSum]));
  }

  /** 0 where the last n values are equal, where `value` would be their rounding, of either sign, to be divided by. */
  #unlessFlat(x: NodeId, n: number, value: NodeId): NodeId {
    const top = this.graph.window(`maxOrNull(${this.#name(x)})`, { rows: "last", n }, [x]);
    const bottom = this.graph.window(`minOrNull(${this.#name(x)})`, { rows: "last", n }, [x]);
    const [known, flat] = [this.#name(value), equalSql(this.#name(top), this.#name(bottom))];
    return this.#scalar(`if(isNull(${known}), NULL, if(${flat}, 0., ${known}))`, [top, bottom, value]);
  }

  /**
   * A recursion s + alpha (x - s) as a sum whose terms decay by 1 - alpha with each value, exact to 1e-14. The time is
   * the number of values so far, so a bar without one neither counts nor decays; it shows null itself. The aggregate
   * rejects nulls, and one NaN would make all later values NaN, hence the 0 for both.
   */
  #smooth(x: NodeId, n: number, alpha: number, rising: boolean): NodeId {
    if (alpha === 1) return x;
    const count = this.#count([x], PAST);
    const [xs, c] = [this.#name(x), this.#name(count)];
    const weighted = rising ? this.#scalar(`${xs} * (toFloat64(${c}) - 1)`, [x, count]) : x;
    const sum = this.graph.window(`sumOrNull(${this.#name(weighted)})`, PAST, [weighted]);
    const [s, weights] = [this.#name(sum), rising ? (n * (n - 1)) / 2 : n];
    const term = this.#scalar(
      `ifNull(if(isFinite(${xs}), multiIf(${c} < ${n}, 0., ${c} = ${n}, ${s} / ${literal(weights * alpha)}, ${xs}), 0.), 0.)`,
      [x, count, sum],
    );
    const length = literal(-1 / Math.log1p(-alpha));
    const decayed = this.graph.window(`exponentialTimeDecayedSum(${length})(${this.#name(term)}, ${c})`, PAST, [
      term,
      count,
    ]);
    const origins = this.#originsOf(x);
    const missing = [`${c} < ${n}`, ...origins.map((origin) => `isNull(${this.#name(origin)})`)].join(" OR ");
    return this.#scalar(`if(${missing}, NULL, ${literal(alpha)} * ${this.#name(decayed)})`, [
      count,
      decayed,
      ...origins,
    ]);
  }

  #total(x: NodeId, perSession: "extended" | "regular" | undefined): NodeId {
    if (!perSession) return this.graph.window(`sumOrNull(${this.#name(x)})`, PAST, [x]);
    const frame: Frame = { rows: "session" };
    if (perSession === "extended") return this.graph.window(`sumOrNull(${this.#name(x)})`, frame, [x]);
    const minute = this.graph.column("minute");
    const counted = this.#scalar(`if(minute >= ${REGULAR_OPEN}, ${this.#name(x)}, NULL)`, [x, minute]);
    return this.graph.window(`sumOrNull(${this.#name(counted)})`, frame, [counted]);
  }
}
