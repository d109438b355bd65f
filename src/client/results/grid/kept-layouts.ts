import { readKept, write } from "../../state/session/kept.ts";
import type { Layout } from "./layout.ts";

const KEY = "scanbook.grids";
/** Requests whose layout is kept, the last ones changed. */
const MAX_KEPT = 100;

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "number");

function layoutIn(value: unknown): Layout | null {
  if (typeof value !== "object" || value === null) return null;
  const { widths, pinned, hidden, order } = Object.fromEntries(Object.entries(value));
  return isWidths(widths) && isNames(pinned) && isNames(hidden) && isNames(order)
    ? { widths, pinned, hidden, order }
    : null;
}

/** By request; what cannot be read counts as never kept. */
const layouts = (): ReadonlyMap<string, Layout> =>
  readKept(KEY, (value) => {
    if (!Array.isArray(value)) return null;
    const pairs: readonly unknown[] = value;
    return new Map(
      pairs.flatMap((pair) => {
        if (!Array.isArray(pair)) return [];
        const [of, layout]: readonly unknown[] = pair;
        const read = layoutIn(layout);
        return typeof of === "string" && read !== null ? [[of, read] as const] : [];
      }),
    );
  }) ?? new Map();

export const keptLayout = (request: string): Layout | null => layouts().get(request) ?? null;

export function keepLayout(request: string, layout: Layout): void {
  const others = [...layouts()].filter(([of]) => of !== request);
  write(KEY, [...others.slice(1 - MAX_KEPT), [request, layout]]);
}
