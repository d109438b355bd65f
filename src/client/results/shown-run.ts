import type { StatusAnswer } from "../../contract/index.ts";
import { labelColumnName } from "../../vocabulary/index.ts";
import type { Column } from "./grid/layout.ts";

/** A finished run or preview as it is looked at. */
export interface ShownRun {
  readonly id: string;
  /** Changes where the same request has run again: its rows are others then. */
  readonly version: string;
  readonly status: StatusAnswer;
  /** Those of the run, and behind them the one of labels, which not every run has on screen. */
  readonly columns: readonly Column[];
}

export const withLabelColumn = (columns: readonly Column[]): readonly Column[] => {
  const name = labelColumnName(columns.map((column) => column.name));
  return [...columns, { name, type: "number", unit: "plain", nulls: 0, code: "", outcome: false, live: false }];
};

export const shownRun = (status: StatusAnswer): ShownRun => ({
  id: status.id,
  version: `${status.snapshot?.id ?? ""} ${status.rows ?? 0} ${status.seconds ?? 0}`,
  status,
  columns: withLabelColumn(status.columns),
});

/** Why a run has no rows, and what to look at next. */
export function whyNoRows({ funnel }: Pick<StatusAnswer, "funnel">): { readonly why: string; readonly next: string } {
  const [all] = funnel;
  return all?.rows === 0
    ? {
        why: "There is no security-day to look at.",
        next: "The dates hold no session of the market, or only days that are held out or whose formulas would read such days.",
      }
    : {
        why: "No security-day passes every filter.",
        next: "The funnel shows which filter takes the last ones; “Why not?” asks about one symbol and day.",
      };
}
