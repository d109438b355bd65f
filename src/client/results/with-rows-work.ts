import { showToast } from "../state/slices/toast.ts";
import type * as rowsWork from "./rows-work.ts";

/** Does something with rows that a key stands for, whose code is loaded at the first. */
export async function withRowsWork(does: (work: typeof rowsWork) => Promise<void>): Promise<void> {
  const work = await import("./rows-work.ts").catch(() => null);
  if (work === null) showToast("This could not be loaded; try it again once the server can be reached.", "error");
  else await does(work);
}
