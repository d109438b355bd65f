import { showToast } from "../state/slices/toast.ts";

/** Does something whose code comes with its first use; says so where that does not come. */
export async function withLate<Work>(load: () => Promise<Work>, does: (work: Work) => unknown): Promise<void> {
  const work = await load().catch(() => null);
  if (work === null) showToast("This could not be loaded; try it again once the server can be reached.", "error");
  else await does(work);
}
