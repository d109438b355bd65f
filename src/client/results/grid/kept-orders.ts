import { readKept, write } from "../../state/session/kept.ts";
import { isFiltered, ORIGINAL_ORDER } from "../rows-order.ts";
import type { ColumnWhere, RowsOrder, SortedColumn } from "../rows-order.ts";

const KEY = "scanbook.grid-orders";
/** Requests whose order is kept, the last ones changed. */
const MAX_KEPT = 100;

type Kept = Pick<RowsOrder, "sort" | "where">;

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function listIn<T>(value: unknown, read: (one: unknown) => T | null): readonly T[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.map(read).filter((one) => one !== null);
}

function sortIn(value: unknown): SortedColumn | null {
  const { name, descending } = fields(value);
  return typeof name === "string" && typeof descending === "boolean" ? { name, descending } : null;
}

function whereIn(value: unknown): ColumnWhere | null {
  const { name, is } = fields(value);
  return typeof name === "string" && typeof is === "string" ? { name, is } : null;
}

/** By request; what cannot be read counts as never kept. */
const orders = (): ReadonlyMap<string, Kept> =>
  readKept(
    KEY,
    (value) =>
      new Map(
        listIn(value, (pair) => {
          const [of, order]: readonly unknown[] = Array.isArray(pair) ? pair : [];
          const { sort, where } = fields(order);
          return typeof of === "string"
            ? ([of, { sort: listIn(sort, sortIn), where: listIn(where, whereIn) }] as const)
            : null;
        }),
      ),
  ) ?? new Map();

/** The order and the conditions that a request's rows were looked at with; words are not kept. */
export const keptOrder = (request: string | null): RowsOrder => ({
  ...ORIGINAL_ORDER,
  ...(request === null ? {} : orders().get(request)),
});

export function keepOrder(request: string | null, order: RowsOrder): void {
  if (request === null) return;
  const { sort, where } = order;
  const others = [...orders()].filter(([of]) => of !== request);
  const plain = sort.length === 0 && !isFiltered({ ...order, search: "" });
  write(KEY, plain ? others : [...others.slice(1 - MAX_KEPT), [request, { sort, where }]]);
}
