import type { RowGroups } from "../../contract/index.ts";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow, keepNewest, NEVER_STALE } from "../state/queries/route-query.ts";
import type { Column } from "./grid/layout.ts";
import { useLoadable } from "./loadable.ts";
import type { Question } from "./loadable.ts";
import { filterQuery } from "./rows-order.ts";
import type { RowsOrder } from "./rows-order.ts";
import type { ShownRun } from "./shown-run.ts";

/** Answers kept, so that another group of the same rows is there at once. */
const ANSWERS = 8;

/**
 * The rows that are looked at by the values of a column, asked for once they are wanted. Conditions on the column itself
 * do not count: a group that is open leaves the others in sight.
 */
export function useGroups(
  { id, version, columns }: ShownRun,
  by: string,
  order: RowsOrder,
  wanted: boolean,
): Question<RowGroups> {
  const place = placeOf(columns, by);
  const query = filterQuery({ ...order, where: order.where.filter(({ name }) => name !== by) }, columns);
  return useLoadable({
    ...NEVER_STALE,
    queryKey: ["groups", id, version, place, JSON.stringify(query)],
    queryFn: async ({ signal }) => {
      keepNewest("groups", ANSWERS);
      return answerOrThrow(call("groups", { params: { id }, query: { by: place, ...query, labels: true }, signal }));
    },
    enabled: wanted,
  });
}

const placeOf = (columns: readonly Column[], name: string): number =>
  Math.max(
    0,
    columns.findIndex((column) => column.name === name),
  );
