import type { DataPoint } from "../../formula/index.ts";
import { INDICATORS, withSource, type Recipe } from "../../vocabulary/index.ts";

/** The definition of an indicator's line with its parameters and source filled in. */
export function recipeOf(point: Extract<DataPoint, { group: "indicator" | "period-indicator" }>): Recipe | null {
  const entry = INDICATORS.find(({ name }) => name === point.name);
  const numbers = point.parameters.filter((parameter): parameter is number => typeof parameter === "number");
  const recipe = entry?.recipe(...numbers)[point.line];
  return recipe ? withSource(recipe, point.source ?? "close") : null;
}
