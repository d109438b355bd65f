import { withLate } from "../ui/with-late.ts";
import type * as Verbs from "./verbs.ts";

/** Asks the server to do something with rows of the list. */
export const withVerbs = (does: (verbs: typeof Verbs) => unknown): Promise<void> =>
  withLate(() => import("./verbs.ts"), does);
