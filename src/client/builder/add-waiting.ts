import { isWaiting } from "../state/slices/waiting-filter.ts";
import { withLate } from "../ui/with-late.ts";

/** Gives the request that is open now what waited for it; the code for that is loaded where anything does. */
export async function addWaiting(): Promise<void> {
  if (!isWaiting()) return;
  await withLate(
    () => import("../state/slices/new-filter.ts"),
    (work) => work.addWaitingFilters(),
  );
}
