import type { StatusAnswer } from "../../contract/index.ts";
import { fetchRows } from "../results/load-rows.ts";
import { pin, pinned } from "../state/slices/pinned.ts";

/**
 * Who never pinned a day sees the values of the first security-day that the example finds: they stand in the first row of
 * the results, too.
 */
export async function pinFirstFound({ id }: Pick<StatusAnswer, "id">): Promise<void> {
  const answer = await fetchRows(id, {}, 0, 1);
  const [symbol, date] = (answer.ok ? answer.value.rows[0] : undefined) ?? [];
  // Somebody may have pinned one meanwhile.
  if (pinned.at === null && typeof symbol === "string" && typeof date === "string") pin(symbol, date);
}
