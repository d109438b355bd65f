import { describe, expect, test } from "vitest";
import { indicatorSelect } from "../../src/scan/indicators/index.ts";
import { INDICATORS, recipeParts, withSource, type Recipe, type Step } from "../../src/vocabulary/index.ts";
import { analysedTerms } from "./analysed-size.ts";

/** Steps, weights and recipes of which lines consist, each once. */
function distinctParts(recipes: readonly Recipe[]): number {
  const seen = new Set<Recipe | Step>();
  let weights = 0;
  const step = (each: Step): void => {
    if (seen.has(each)) return;
    seen.add(each);
    if ("a" in each) [each.a, each.b].forEach(step);
    else if ("x" in each) step(each.x);
    else if ("test" in each) [each.test, each.yes, each.no].forEach(step);
  };
  const visit = (recipe: Recipe): void => {
    if (seen.has(recipe)) return;
    seen.add(recipe);
    recipeParts(recipe).forEach(visit);
    if (recipe.op === "filter") weights += recipe.weights.length;
    if (recipe.op !== "fold") return;
    const { start, otherwise, cases } = recipe.fold;
    [...start, ...otherwise, ...cases.flatMap(({ when, state }) => [...when, ...state])].forEach(step);
  };
  recipes.forEach(visit);
  return seen.size + weights;
}

test("an alias counts as what it stands for, wherever it is read", () => {
  const twice = "SELECT f(x) AS a, g(a, a) AS b, g(b, b) AS c FROM t";
  expect(analysedTerms(twice)).toEqual({ written: 2 + 3 + 3 + 1, analysed: 2 + 5 + 11 + 1 });
  // A column of the SELECT inside is a name again.
  const inside = "SELECT g(b, b) AS c FROM (SELECT f(f(x)) AS b FROM t)";
  expect(analysedTerms(inside)).toEqual({ written: 3 + 3 + 1, analysed: 3 + 3 + 1 });
});

/** Times that the engine reads what is written. */
const MOST_TIMES = 3;

// The engine analyses each term, 30 in a millisecond: the statement of an indicator grows with its recipe, no faster.
describe("what the engine analyses of an indicator grows as its recipe does", () => {
  test.each(INDICATORS.map((indicator) => [indicator.name, indicator] as const))("%s", (_name, indicator) => {
    for (const place of ["default", "min", "max"] as const) {
      const parameters = indicator.parameters.map((parameter) => parameter[place]);
      if (indicator.refuse?.(...parameters)) continue;
      const lines = Object.entries(indicator.recipe(...parameters)).map(([line, recipe]) => ({
        id: `v_${line}`,
        recipe: withSource(recipe, "close"),
      }));
      const kind = indicator.intradayOnly ? "intraday" : "daily";
      const { written, analysed } = analysedTerms(indicatorSelect({ input: "bars", kind, series: lines }));
      expect(analysed, place).toBeLessThanOrEqual(MOST_TIMES * written);
      expect(analysed, place).toBeLessThanOrEqual(400 + 25 * distinctParts(lines.map(({ recipe }) => recipe)));
    }
  });
});
