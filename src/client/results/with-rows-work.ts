import { withLate } from "../ui/with-late.ts";
import type * as rowsWork from "./rows-work.ts";

/** Does something with rows that a key stands for. */
export const withRowsWork = (does: (work: typeof rowsWork) => Promise<void>): Promise<void> =>
  withLate(() => import("./rows-work.ts"), does);
