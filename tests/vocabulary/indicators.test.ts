import { describe, expect, test } from "vitest";
import {
  barsAhead,
  INDICATOR_TEXTS,
  indicatorText,
  INDICATORS,
  inputFields,
  minimumBars,
  recipeParts,
  warmupBars,
  withSource,
  type Fold,
  type Indicator,
  type Recipe,
  type Step,
} from "../../src/vocabulary/index.ts";
import { naiveIndicator } from "../naive/indicators.ts";

const corners = (indicator: Indicator): readonly (readonly number[])[] => [
  indicator.parameters.map((parameter) => parameter.default),
  indicator.parameters.map((parameter) => parameter.min),
  indicator.parameters.map((parameter) => parameter.max),
];

/** Folds of a recipe, at any depth. */
const foldsOf = (recipe: Recipe): readonly Fold[] => [
  ...(recipe.op === "fold" ? [recipe.fold] : []),
  ...recipeParts(recipe).flatMap(foldsOf),
];

const stepParts = (step: Step): readonly Step[] =>
  "a" in step ? [step.a, step.b] : "x" in step ? [step.x] : "test" in step ? [step.test, step.yes, step.no] : [];

/** Comparisons of a plain difference with 0 or with another one: the sign of it may be rounding. */
function rawComparisons(fold: Fold): readonly Step[] {
  const seen = new Set<Step>();
  const visit = (step: Step): void => {
    if (seen.has(step)) return;
    seen.add(step);
    stepParts(step).forEach(visit);
  };
  [...fold.start, ...fold.otherwise, ...fold.cases.flatMap(({ when, state }) => [...when, ...state])].forEach(visit);
  const isThreshold = (step: Step): boolean => step.op === "constant" && step.value > 0;
  return [...seen].filter((step) => {
    if (!("a" in step) || ["add", "subtract", "multiply", "divide", "max", "min"].includes(step.op)) return false;
    return [step.a, step.b].some((part) => part.op === "subtract") && ![step.a, step.b].some(isThreshold);
  });
}

describe.each(INDICATORS)("$name is a whole entry", (indicator) => {
  const { name, code, title, group, aliases = [], parameters, lines, source } = indicator;

  test("names, texts and lines", () => {
    const { formula, reference } = indicatorText(name);
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(code).toBe(name.toUpperCase());
    for (const alias of aliases) expect(alias).toMatch(/^[a-z][a-z0-9_]*$/);
    for (const text of [title, formula, reference, group, ...lines.map((line) => line.title)]) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toContain("\n");
    }
    for (const sentence of [formula, reference]) expect(sentence).toMatch(/\.$/);
    expect(lines.length).toBeGreaterThan(0);
    if (lines.length === 1) expect(lines[0]?.name).toBe("value");
    expect(new Set(lines.map((line) => line.name)).size).toBe(lines.length);
    for (const line of lines) expect(line.unit === "source" && source === null).toBe(false);
  });

  test("has a second implementation in tests/naive/indicators", () => {
    const defaults = parameters.map((parameter) => parameter.default);
    expect(Object.keys(naiveIndicator(name, defaults, [])).toSorted()).toEqual(
      lines.map((line) => line.name).toSorted(),
    );
  });

  test("no fold compares the sign of a plain difference: values compare by the rule of equality", () => {
    const folds = new Set(Object.values(indicator.recipe()).flatMap(foldsOf));
    expect([...folds].flatMap(rawComparisons)).toEqual([]);
  });

  test("parameters: distinct names, defaults within their ranges and not refused", () => {
    expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
    for (const { min, max, default: usual, integer } of parameters) {
      expect(min).toBeLessThanOrEqual(usual);
      expect(usual).toBeLessThanOrEqual(max);
      if (integer) expect([min, usual, max].every(Number.isInteger)).toBe(true);
    }
    expect(indicator.refuse?.(...parameters.map((parameter) => parameter.default)) ?? null).toBeNull();
    expect(indicator.recipe()).toEqual(indicator.recipe(...parameters.map((parameter) => parameter.default)));
  });

  test.each(corners(indicator).map((values) => [values]))("recipes with %j", (values) => {
    const recipes = indicator.recipe(...values);
    expect(Object.keys(recipes)).toEqual(lines.map((line) => line.name));
    for (const recipe of Object.values(recipes)) {
      const fields = inputFields(recipe);
      expect(fields.includes("source")).toBe(source !== null);
      expect(fields.length).toBeGreaterThan(0);
      expect(minimumBars(recipe)).toBeGreaterThan(0);
      expect(minimumBars(recipe)).toBeLessThanOrEqual(warmupBars(recipe));
      expect(inputFields(withSource(recipe, "open"))).not.toContain("source");
    }
  });
});

test("no name or alias stands for two indicators", () => {
  const names = INDICATORS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("a name on daily cards stands for one indicator, and for no other that has daily bars", () => {
  const onDays = INDICATORS.filter(({ intradayOnly }) => intradayOnly !== true);
  const names = onDays.map(({ code, dailyCard }) => dailyCard ?? code);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  for (const { code } of onDays) expect(onDays.map(({ dailyCard }) => dailyCard)).not.toContain(code);
});

test("no text is of an indicator that there is not", () => {
  expect(Object.keys(INDICATOR_TEXTS).toSorted()).toEqual(INDICATORS.map(({ name }) => name).toSorted());
});

test("the indicators that everybody expects are there", () => {
  const wanted =
    "sma ema wma rma rsi macd bbands atr natr adx plus_di minus_di stoch cci roc mom willr obv mfi vwap vwap_rth rolling_vwap stddev lsma " +
    "donchian psar avg max min sum";
  const names = INDICATORS.map((indicator) => indicator.name);
  for (const name of wanted.split(" ")) expect(names).toContain(name);
});

const line = (name: string, which = "value", ...parameters: number[]): Recipe => {
  const recipe = INDICATORS.find((indicator) => indicator.name === name)?.recipe(...parameters)[which];
  if (!recipe) throw new Error(`no ${name}.${which}`);
  return recipe;
};

test.each([
  // name, line, parameters, first bar with a value, bars until the start is forgotten
  ["sma", "value", [20], 20, 20],
  ["ema", "value", [20], 20, 250],
  ["ema", "value", [200], 200, 2_000],
  ["ema", "value", [1], 1, 1],
  ["rma", "value", [14], 14, 252],
  ["rsi", "value", [14], 15, 253],
  ["macd", "line", [12, 26, 9], 26, 260],
  ["macd", "signal", [12, 26, 9], 34, 349],
  ["adx", "value", [14], 28, 504],
  ["atr", "value", [14], 14, 253],
  ["stoch", "d", [14, 3, 3], 18, 18],
  ["psar", "value", [0.02, 0.2], 2, 250],
  ["obv", "value", [], 1, Infinity],
  ["vwap", "value", [], 1, 1],
  ["rolling_vwap", "value", [20], 20, 20],
  ["rvol", "value", [50], 51, 51],
  ["crsi", "value", [3, 2, 100], 102, 250],
  ["adosc", "value", [3, 10], 10, 250],
  ["trix", "line", [15, 9], 44, 449],
  ["fisher", "signal", [9, 1], 10, 250],
  ["ui", "value", [14], 27, 27],
  ["stc", "value", [10, 12, 26], 48, 336],
  ["kurtosis", "value", [30], 30, 30],
  ["quantile", "value", [30, 0.5], 30, 30],
  ["nvi", "signal", [255], 255, Infinity],
] as const)(
  "%s.%s(%j) has its first value on bar %i and is stable from bar %d",
  (name, which, parameters, first, warm) => {
    const recipe = line(name, which, ...parameters);
    expect([minimumBars(recipe), warmupBars(recipe)]).toEqual([first, warm]);
  },
);

test("only the lagging line of Ichimoku reads ahead, as far as its shift", () => {
  const ahead = INDICATORS.flatMap((indicator) =>
    Object.entries(indicator.recipe()).flatMap(([which, recipe]) =>
      barsAhead(recipe) === 0 ? [] : [`${indicator.name}.${which} ${barsAhead(recipe)}`],
    ),
  );
  expect(ahead).toEqual(["ichimoku.chikou 26"]);
});

test("a negative lag reads ahead, and a later positive one takes it back", () => {
  const close: Recipe = { op: "field", field: "close" };
  const ahead: Recipe = { op: "lag", x: close, n: -26 };
  expect(barsAhead(ahead)).toBe(26);
  expect(barsAhead({ op: "lag", x: ahead, n: 30 })).toBe(0);
  expect(barsAhead({ op: "add", a: ahead, b: close })).toBe(26);
  expect(minimumBars(ahead)).toBe(1);
});
