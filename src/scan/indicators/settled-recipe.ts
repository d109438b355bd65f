import { INDICATORS, minimumBars, warmupBars, withSource, type BarField, type Recipe } from "../../vocabulary/index.ts";

/** One line of an indicator of the catalogue, its parameters in order. */
export interface IndicatorLine {
  readonly name: string;
  readonly line: string;
  readonly parameters: readonly (number | string)[];
  /** Null where the indicator fixes its own inputs. */
  readonly source: BarField | null;
}

interface SettledRecipe {
  readonly recipe: Recipe;
  /** First bar with a value, from 1. */
  readonly minimum: number;
  /** Bars after which the first one no longer matters to 1e-6; null where it always does. */
  readonly warmup: number | null;
}

/** What a line is computed by. Throws RangeError where the catalogue has none. */
export function settledRecipe({ name, line, parameters, source }: IndicatorLine): SettledRecipe {
  const entry = INDICATORS.find((indicator) => indicator.name === name);
  const numbers = parameters.filter((parameter): parameter is number => typeof parameter === "number");
  const found = entry?.recipe(...numbers)[line];
  if (!found) throw new RangeError(`no indicator ${name}.${line}`);
  const recipe = withSource(found, source ?? "close");
  const warmup = warmupBars(recipe);
  return { recipe, minimum: minimumBars(recipe), warmup: Number.isFinite(warmup) ? warmup : null };
}
