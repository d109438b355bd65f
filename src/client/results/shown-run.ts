import type { StatusAnswer } from "../../contract/index.ts";

/** A finished run or preview as it is looked at. */
export interface ShownRun {
  readonly id: string;
  /** Changes where the same request has run again: its rows are others then. */
  readonly version: string;
  readonly status: StatusAnswer;
}

export const shownRun = (status: StatusAnswer): ShownRun => ({
  id: status.id,
  version: `${status.snapshot?.id ?? ""} ${status.rows ?? 0} ${status.seconds ?? 0}`,
  status,
});
