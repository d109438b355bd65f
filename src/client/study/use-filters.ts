import { useLocation } from "wouter";
import type { StatusAnswer } from "../../contract/index.ts";
import { conditionText, filterOfColumn } from "../../formula/index.ts";
import { typeOf } from "../results/rows-order.ts";
import { showToast } from "../state/slices/toast.ts";
import { waitForBuilder } from "../state/slices/waiting-filter.ts";
import { conditionOfBar } from "./study-columns.ts";

type Ends = { readonly from: number; readonly to: number };

/** A part of a column: which one of its bars. */
export interface ChosenPart {
  readonly place: number;
  readonly bars: readonly Ends[];
  readonly at: number;
}

/** Makes parts of columns filters of the request, and goes there; says so where one cannot be. */
export function useFilters(status: StatusAnswer): (parts: readonly ChosenPart[]) => void {
  const [, navigate] = useLocation();
  const columns = status.columns.map((of) => ({ ...of, type: typeOf(of) }));
  return (parts) => {
    const filters = parts.flatMap(({ place, bars, at }) => {
      const [bar, of] = [bars[at], columns[place]];
      if (bar === undefined || of === undefined) return [];
      const condition = conditionOfBar(bar, at === 0 ? "first" : at === bars.length - 1 ? "last" : "between");
      return [{ columns, place, condition, tag: `${of.name} ${conditionText(condition, of.type)}` }];
    });
    for (const { place, condition } of filters) {
      const made = filterOfColumn(columns, place, condition);
      if (!made.ok) return showToast(made.message, "error");
    }
    waitForBuilder(status.id, filters);
    navigate(`/data-request?id=${status.id}`);
  };
}
