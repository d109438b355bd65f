import { showToast } from "../state/slices/toast.ts";
import { isWaiting } from "../state/slices/waiting-filter.ts";

/** Gives the request that is open now what waited for it; the code for that is loaded where anything does. */
export async function addWaiting(): Promise<void> {
  if (!isWaiting()) return;
  const work = await import("../state/slices/new-filter.ts").catch(() => null);
  if (work === null) showToast("This could not be loaded; try it again once the server can be reached.", "error");
  else work.addWaitingFilters();
}
