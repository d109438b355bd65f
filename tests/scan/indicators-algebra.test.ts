import { afterAll, beforeAll, expect, test } from "vitest";
import { indicatorSelect } from "../../src/scan/indicators/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { Fold, Recipe, Step } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { createBars, insertBars } from "./indicator-engine.ts";

/** Five bars: close with a null in the middle, open 0 once, high that only rises, low negative (a spread, say). */
const CLOSE = [4, 1, null, 9, 16] as const;
const OPEN = [2, 0, 5, 3, 4] as const;
const HIGH = [1, 2, 3, 4, 5] as const;
const LOW = [-1, -4, 0, 4, -9] as const;

const close: Recipe = { op: "field", field: "close" };
const open: Recipe = { op: "field", field: "open" };
const high: Recipe = { op: "field", field: "high" };
const low: Recipe = { op: "field", field: "low" };
const number = (value: number): Recipe => ({ op: "constant", value });

/** Counts bars and keeps the largest, from scratch whenever `open` is 0; its test of a zero divisor is a case. */
const largestSince: Fold = {
  inputs: [close, open],
  start: [
    { op: "input", index: 0 },
    { op: "constant", value: 1 },
  ],
  cases: [
    {
      when: [{ op: "equal", a: { op: "input", index: 1 }, b: { op: "constant", value: 0 } }],
      state: [
        { op: "input", index: 0 },
        { op: "constant", value: 1 },
      ],
    },
  ],
  otherwise: [
    { op: "max", a: { op: "state", index: 0 }, b: { op: "input", index: 0 } },
    { op: "add", a: { op: "state", index: 1 }, b: { op: "constant", value: 1 } },
  ],
  result: 1,
  minimum: 2,
  warmup: 250,
};

const input: Step = { op: "input", index: 0 };
const state: Step = { op: "state", index: 0 };
const sum: Step = { op: "add", a: state, b: input };
const twice: Step = { op: "add", a: sum, b: sum };

/** From 2 close on, 2 (state + close) and as much again where that is above 20, through steps used twice. */
const sharing: Fold = {
  inputs: [close],
  start: [{ op: "add", a: input, b: input }],
  cases: [
    {
      when: [{ op: "greater", a: twice, b: { op: "constant", value: 20 } }],
      state: [{ op: "add", a: twice, b: { op: "multiply", a: twice, b: input } }],
    },
  ],
  otherwise: [twice],
  result: 0,
  minimum: 1,
  warmup: 250,
};

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await createBars(market);
  const bars = CLOSE.map((close, i) => ({
    session: i,
    close,
    open: OPEN[i] ?? null,
    high: HIGH[i] ?? null,
    low: LOW[i] ?? null,
    volume: 1,
  }));
  // A second security at other prices, to be told apart.
  await insertBars(market, [
    [1, bars],
    [2, bars.map((bar) => ({ ...bar, close: 1_000 }))],
  ]);
});
afterAll(() => market.close());

const CASES: readonly (readonly [name: string, recipe: Recipe, values: readonly (number | null)[]])[] = [
  ["arithmetic with null is null", { op: "add", a: close, b: open }, [6, 1, null, 12, 20]],
  ["x / 0 is null", { op: "divide", a: close, b: open }, [2, null, null, 3, 4]],
  ["a square root needs no negative", { op: "sqrt", x: low }, [null, null, 0, 2, null]],
  ["a logarithm needs a positive", { op: "ln", x: low }, [null, null, null, Math.log(4), null]],
  [
    "overflow is null",
    { op: "exp", x: { op: "multiply", a: high, b: number(300) } },
    [Math.exp(300), Math.exp(600), null, null, null],
  ],
  [
    "what overflows is passed over by smoothing",
    {
      op: "smooth",
      x: { op: "exp", x: { op: "multiply", a: low, b: number(-200) } },
      n: 2,
      alpha: 0.5,
      kind: "ema",
    },
    [null, null, (Math.exp(200) + 1) / 2, (Math.exp(200) + 1) / 4, null],
  ],
  ["sign", { op: "sign", x: low }, [-1, -1, 0, 1, -1]],
  ["arc tangent", { op: "atan", x: high }, HIGH.map(Math.atan)],
  ["absolute value", { op: "abs", x: low }, [1, 4, 0, 4, 9]],
  ["greatest of a null is null", { op: "max", a: close, b: open }, [4, 1, null, 9, 16]],
  ["least of a null is null", { op: "min", a: close, b: open }, [2, 0, null, 3, 4]],
  ["comparison is 1 or 0, of a null null", { op: "greaterEqual", a: close, b: number(4) }, [1, 0, null, 1, 1]],
  ["less or equal", { op: "lessEqual", a: close, b: number(4) }, [1, 1, null, 0, 0]],
  [
    "if with an unknown test is null",
    { op: "if", test: { op: "less", a: close, b: number(5) }, yes: number(1), no: open },
    [1, 1, null, 3, 4],
  ],
  ["default", { op: "default", x: close, otherwise: open }, [4, 1, 5, 9, 16]],
  ["lag counts bars, nulls too", { op: "lag", x: close, n: 2 }, [null, null, 4, 1, null]],
  ["a negative lag reads ahead within the security", { op: "lag", x: high, n: -2 }, [3, 4, 5, null, null]],
  ["lag 0 is the value", { op: "lag", x: close, n: 0 }, CLOSE],
  [
    "a rolling sum is null with a null in its frame",
    { op: "rolling", of: "sum", x: close, n: 2 },
    [null, 5, null, null, 25],
  ],
  [
    "smoothing passes over nulls",
    { op: "smooth", x: close, n: 2, alpha: 0.5, kind: "ema" },
    [null, 2.5, null, 5.75, 10.875],
  ],
  ["a total passes over nulls", { op: "total", x: close }, [4, 5, 5, 14, 30]],
  ["the latest value that there is", { op: "latest", x: close }, [4, 1, 1, 9, 16]],
  [
    "before the first value there is no latest",
    { op: "latest", x: { op: "lag", x: open, n: 2 } },
    [null, null, 2, 0, 5],
  ],
  [
    "a run counts bars of the same value, and a null ends it",
    { op: "run", x: { op: "default", x: { op: "less", a: close, b: number(5) }, otherwise: number(1) } },
    [1, 2, 3, 1, 2],
  ],
  ["a run over nulls", { op: "run", x: { op: "multiply", a: close, b: number(0) } }, [1, 2, null, 1, 2]],
  ["a quantile lies between two values", { op: "quantile", x: open, n: 3, level: 0.25 }, [null, null, 1, 1.5, 3.5]],
  [
    "covariance of pairs, null with one half of a pair missing",
    { op: "covariance", a: close, b: high, n: 2 },
    [null, -0.75, null, null, 1.75],
  ],
  ["third moment", { op: "rolling", of: "thirdMoment", x: open, n: 3 }, [null, null, 56 / 27, -56 / 27, 0]],
  ["fourth moment", { op: "rolling", of: "fourthMoment", x: high, n: 3 }, [null, null, 2 / 3, 2 / 3, 2 / 3]],
  ["how many lie below", { op: "rolling", of: "below", x: open, n: 3 }, [null, null, 2, 1, 1]],
  [
    "rounding does not lie below",
    {
      op: "rolling",
      of: "below",
      x: { op: "add", a: number(1), b: { op: "multiply", a: high, b: number(1e-10) } },
      n: 3,
    },
    [null, null, 0, 0, 0],
  ],
  ["weights count bars", { op: "weighted", x: high, n: 3 }, [null, null, 14 / 6, 20 / 6, 26 / 6]],
  ["a filter weighs the newest first", { op: "filter", x: high, weights: [3, -2, 0.5] }, [null, null, 5.5, 7, 8.5]],
  ["a filter is null with a null in its frame", { op: "filter", x: close, weights: [1, 1] }, [null, 5, null, null, 25]],
  [
    "a varying average takes as many bars as it is told, rounded half up, once all there may be are there",
    { op: "varying", of: "average", x: high, length: { op: "divide", a: open, b: number(2) }, most: 3 },
    // Lengths 1, 0, 3 (2.5), 2 (1.5), 2.
    [null, null, 2, 3.5, 4.5],
  ],
  [
    "a varying sum of cosines: the length is most at the most",
    { op: "varying", of: "cosine", x: high, length: number(4), most: 2 },
    [null, 1, 1, 1, 1],
  ],
  [
    "a varying sum of sines",
    { op: "varying", of: "sine", x: high, length: number(4), most: 4 },
    [null, null, null, 3 - 1, 4 - 2],
  ],
  ["the latest value stands until the next", { op: "latest", x: { op: "lag", x: close, n: 1 } }, [null, 4, 1, 1, 9]],
  [
    "a seed shorter than the length",
    { op: "smooth", x: close, n: 3, alpha: 0.5, kind: "ema", seed: 1 },
    [4, 2.5, null, 5.75, 10.875],
  ],
  ["sine", { op: "sin", x: high }, HIGH.map(Math.sin)],
  ["a fold computes once what stands in several places", { op: "fold", fold: sharing }, [8, 18, null, 540, 18904]],
  ["a fold passes over nulls and starts over by a case", { op: "fold", fold: largestSince }, [null, 1, null, 2, 3]],
  [
    "windows over windows",
    { op: "lag", x: { op: "rolling", of: "highest", x: { op: "lag", x: high, n: 1 }, n: 2 }, n: 1 },
    [null, null, null, 2, 3],
  ],
];

test("every word of the algebra means what it says", async () => {
  const series = CASES.map(([, recipe], i) => ({ id: `c${i}`, recipe }));
  const input = `${market.database}.bars`;
  const rows = await market.query<Record<string, number | null>>(
    `SELECT * FROM (${indicatorSelect({ input, kind: "daily", series })}) WHERE security_id = 1 ORDER BY session`,
  );
  expect(rows.map((row) => row["bars"])).toEqual([1, 2, 3, 4, 5]);
  CASES.forEach(([name, , values], i) => {
    const found = rows.map((row) => row[`c${i}`] ?? null);
    const near = found.map((value, bar) => {
      const wanted = values[bar] ?? null;
      return value !== null && wanted !== null && Math.abs(value - wanted) <= 1e-12 * Math.abs(wanted) ? wanted : value;
    });
    expect(near, name).toEqual(values);
  });
});

test("nothing but columns and numbers gets into a statement", () => {
  const select = (id: string, recipe: Recipe): string =>
    indicatorSelect({ input: "bars", kind: "daily", series: [{ id, recipe }] });
  expect(() => select("x, 1", close)).toThrow(RangeError);
  expect(() => select("x", number(NaN))).toThrow(RangeError);
  expect(() => select("x", { op: "source" })).toThrow(RangeError);
  expect(() => select("x", { op: "total", x: close, perSession: "regular" })).toThrow(RangeError);
});

test("an expression that several series share is computed once", () => {
  const mean: Recipe = { op: "smooth", x: close, n: 12, alpha: 2 / 13, kind: "ema" };
  const sql = indicatorSelect({
    input: "bars",
    kind: "daily",
    series: [
      { id: "a", recipe: mean },
      { id: "b", recipe: { op: "subtract", a: structuredClone(mean), b: close } },
    ],
  });
  expect(sql.match(/exponentialTimeDecayedSum/g)).toHaveLength(1);
});
