import { copyText } from "../state/page/copy.ts";
import { messageOf } from "../state/queries/calls.ts";
import type { CallResult } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";
import { showCount } from "../ui/values.ts";
import { cellsOf } from "./grid/cells.ts";
import type { Area } from "./grid/cells.ts";
import type { Column } from "./grid/layout.ts";
import { tsvOf } from "./grid/tsv.ts";
import { fetchRows } from "./load-rows.ts";
import type { RowsQuery } from "./rows-order.ts";

/** Rows that a call may bring. */
const MAX_ROWS_PER_CALL = 1000;
/** Cells that are copied at once; a file is better for more. */
const COPIED = 200_000;

/** So many rows from one on, however many calls it takes. */
async function rowsBetween(
  id: string,
  query: RowsQuery,
  first: number,
  last: number,
): Promise<CallResult<readonly (readonly unknown[])[]>> {
  const rows: (readonly unknown[])[] = [];
  while (first + rows.length <= last) {
    const answer = await fetchRows(
      id,
      query,
      first + rows.length,
      Math.min(MAX_ROWS_PER_CALL, last - first - rows.length + 1),
    );
    if (!answer.ok) return answer;
    if (answer.value.rows.length === 0) break;
    rows.push(...answer.value.rows);
  }
  return { ok: true, value: rows };
}

/** Puts an area of the rows on the clipboard; `places` are those of its columns in the rows. */
export async function copyRows(
  id: string,
  query: RowsQuery,
  area: Area,
  { columns, places }: { readonly columns: readonly Column[]; readonly places: readonly number[] },
): Promise<void> {
  if (cellsOf(area) > COPIED) {
    showToast(`At most ${showCount(COPIED)} cells are copied at once; download the file for more.`, "error");
    return;
  }
  const answer = await rowsBetween(id, query, area.top, area.bottom);
  if (!answer.ok) return showToast(messageOf(answer.error), "error");
  const held = places.flatMap((source) => columns[source] ?? []);
  const cells = answer.value.map((values) => places.map((source) => values[source]));
  await copyText(tsvOf(cells, held, cellsOf(area) > 1));
}
