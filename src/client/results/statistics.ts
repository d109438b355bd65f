import type { ColumnStatistics } from "../../contract/index.ts";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow, NEVER_STALE, keepNewest } from "../state/queries/route-query.ts";
import { useLoadable } from "./loadable.ts";
import type { Question } from "./loadable.ts";
import type { RowsQuery } from "./rows-order.ts";
import type { ShownRun } from "./shown-run.ts";

/** Runs whose statistics are kept. */
const RUNS = 8;

/** Statistics of the columns of a run, over the rows that are looked at, asked for once they are wanted. */
export const useStatistics = (
  { id, version }: Pick<ShownRun, "id" | "version">,
  query: RowsQuery,
  wanted: boolean,
): Question<readonly ColumnStatistics[]> =>
  useLoadable({
    ...NEVER_STALE,
    queryKey: ["statistics", id, version, JSON.stringify(query)],
    queryFn: async ({ signal }) => {
      keepNewest("statistics", RUNS);
      return (await answerOrThrow(call("statistics", { params: { id }, query, signal }))).columns;
    },
    enabled: wanted,
  });

const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (value: number): string => `${value}${SUFFIXES[rules.select(value)] ?? "th"}`;
