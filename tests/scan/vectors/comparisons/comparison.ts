import type { BarField } from "../../../../src/vocabulary/index.ts";
import type { Place } from "../collections.ts";

/** One line of an indicator against one column of a reference. */
export interface Comparison extends Place {
  readonly indicator: string;
  readonly parameters: readonly number[];
  readonly source?: BarField;
  /** The reference's column for each line that it has; a factor where it is in another unit. */
  readonly lines: Readonly<Record<string, string | readonly [column: string, factor: number]>>;
  /** Computed in single precision: right to 1e-5 of the largest value, not of each. */
  readonly single?: true;
  /** Why they differ, and who agrees instead. Fails when they do agree. */
  readonly differs?: string;
}

type Rest = Omit<Comparison, "collection" | "file" | "block" | "indicator" | "parameters">;

export const skender = (file: string, indicator: string, parameters: readonly number[], rest: Rest): Comparison => ({
  collection: "skender",
  file: `${file}.standard.json.gz`,
  indicator,
  parameters,
  ...rest,
});
export const tulip = (
  file: string,
  block: string,
  indicator: string,
  parameters: readonly number[],
  rest: Rest,
): Comparison => ({
  collection: "tulip",
  file: `${file}.txt`,
  block,
  indicator,
  parameters,
  ...rest,
});
export const table =
  (collection: "bukosabino-ta" | "lean" | "ta4j") =>
  (file: string, indicator: string, parameters: readonly number[], rest: Rest): Comparison => ({
    collection,
    file,
    indicator,
    parameters,
    ...rest,
  });
/** Reasons that several references share. */
export const FIRST_PRICE = "seeds the EMA with the first price, and is too short to forget it; agrees with skender";
export const WILDER_SUMS = "seeds Wilder's sums with n − 1 values, and is too short to forget it; agrees with lean";

export const bukosabino = table("bukosabino-ta");
export const lean = table("lean");
export const ta4j = table("ta4j");
