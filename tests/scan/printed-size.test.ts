import { describe, expect, test } from "vitest";
import { builtInPresets } from "../../src/request/index.ts";
import { indicatorSelect } from "../../src/scan/indicators/index.ts";
import type { Names } from "../../src/scan/sql/names.ts";
import { isInline, resultStatement, stagedStatement } from "../../src/scan/sql/print.ts";
import { INDICATORS, recipeParts, withSource, type Recipe, type Step } from "../../src/vocabulary/index.ts";
import { analysedTerms } from "./analysed-size.ts";
import { planOf } from "./plan-of.ts";

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
  const named = "WITH f(x) AS a SELECT g(a, a) AS b FROM t";
  expect(analysedTerms(named)).toEqual({ written: 2 + 3 + 1, analysed: 2 + 5 + 1 });
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

const NAMES: Names = {
  table: (name) => `market.${name}`,
  wholeTable: (name) => `market.${name}`,
  relation: (name) => `run.${name}`,
  ofPass: () => "1",
};

/** Terms that come with a statement as such, with a trade in it, and with a node of the plan. */
const [STATEMENT, TRADE, NODE] = [500, 1_300, 16] as const;

// A value that is printed in several places is a column of a subquery: a comparison prints its arguments twice, a
// condition its test, and conditions inside each other would double with each.
describe("what the engine analyses of a preset grows as its formula does", () => {
  test.each(builtInPresets().map(({ display, formula }) => [display, formula] as const))("%s", (_name, formula) => {
    const plan = planOf([], [formula]);
    const staged = plan.relations.filter((each) => each !== plan.result && !isInline(plan, each));
    const statements = [
      ...staged.map((each) => stagedStatement(plan, each, plan.relations, NAMES)),
      resultStatement(plan, NAMES),
    ];
    const analysed = statements.reduce((sum, { sql }) => sum + analysedTerms(sql).analysed, 0);
    const trades = plan.relations.some((each) => each.kind === "lookup" && each.of === "trade") ? TRADE : 0;
    expect(analysed).toBeLessThanOrEqual(STATEMENT + trades + NODE * plan.nodes.length);
  });
});
