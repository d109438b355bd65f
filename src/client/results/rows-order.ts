import { conditionText, readCondition } from "../../formula/index.ts";
import type { ColumnCondition } from "../../formula/index.ts";
import { isOneOf, VALUE_TYPES } from "../../vocabulary/index.ts";
import type { ValueType } from "../../vocabulary/index.ts";
import type { Column } from "./grid/layout.ts";

export interface SortedColumn {
  readonly name: string;
  readonly descending: boolean;
}

/** A condition on a column, as it was typed. */
export interface ColumnWhere {
  readonly name: string;
  readonly is: string;
}

/** How the rows are looked at: in which order, and which of them. Columns go by name, since a preview moves them. */
export interface RowsOrder {
  /** The first counts most; none for the order of the request. */
  readonly sort: readonly SortedColumn[];
  /** Words that a row has to hold. */
  readonly search: string;
  readonly where: readonly ColumnWhere[];
}

export const ORIGINAL_ORDER: RowsOrder = { sort: [], search: "", where: [] };

/** What the server takes; its bounds too. */
const MAX_SORTS = 8;
export const MAX_WHERE = 16;
const MAX_WHERE_CHARACTERS = 3_000;

const isValueType = isOneOf(VALUE_TYPES);

/** Types are open in the contract; another one is only shown. */
export const typeOf = ({ type }: Pick<Column, "type">): ValueType => (isValueType(type) ? type : "text");

/** A query as it is sent; the same order gives the same. */
export type RowsQuery = Readonly<Partial<Record<"sort" | "order" | "q" | "where" | "labels", string>>>;

type Columns = readonly Pick<Column, "name" | "type">[];

/** The condition on a column; null where there is no such column, or it is of another type by now. */
export function conditionOn(columns: Columns, { name, is }: ColumnWhere): ColumnCondition | null {
  const column = columns.find((one) => one.name === name);
  const read = column === undefined ? null : readCondition(is, typeOf(column));
  return read?.ok === true ? read.condition : null;
}

/** The order without what those columns do not have: a preview may have lost the one that sorts. */
export function orderFor(order: RowsOrder, { columns }: { readonly columns: Columns }): RowsOrder {
  const sort = order.sort.filter(({ name }) => columns.some((column) => column.name === name));
  const where = order.where.filter((one) => conditionOn(columns, one) !== null);
  return sort.length === order.sort.length && where.length === order.where.length ? order : { ...order, sort, where };
}

/** Which rows, as the server takes it. */
export function filterQuery(order: RowsOrder, columns: Columns): Pick<RowsQuery, "q" | "where"> {
  const where = order.where
    .filter((one) => conditionOn(columns, one) !== null)
    .map(({ name, is }) => `${columns.findIndex((column) => column.name === name)} ${is}`)
    .join("\n");
  return { ...(order.search === "" ? {} : { q: order.search }), ...(where === "" ? {} : { where }) };
}

/** Which rows in which order, as the server takes it. */
export function rowsQuery(order: RowsOrder, columns: Columns): RowsQuery {
  const sort = order.sort.flatMap(({ name, descending }) => {
    const place = columns.findIndex((column) => column.name === name);
    return place < 0 ? [] : [{ place, descending }];
  });
  const sorted = {
    sort: sort.map(({ place }) => place).join(","),
    order: sort.map(({ descending }) => (descending ? "desc" : "asc")).join(","),
  };
  return { ...(sort.length === 0 ? {} : sorted), ...filterQuery(order, columns) };
}

/** What an address says of the rows; what it cannot mean is left out. */
export function orderOfQuery(query: URLSearchParams, columns: Columns): RowsOrder {
  const directions = query.get("order")?.split(",") ?? [];
  const nameAt = (place: string): string | undefined => columns[/^\d{1,4}$/.test(place) ? Number(place) : -1]?.name;
  const sort = (query.get("sort")?.split(",") ?? []).slice(0, MAX_SORTS).flatMap((place, index) => {
    const name = nameAt(place);
    return name === undefined ? [] : [{ name, descending: directions[index] === "desc" }];
  });
  const where = (query.get("where")?.split("\n") ?? []).slice(0, MAX_WHERE).flatMap((line) => {
    const [, place = "", is = ""] = /^(\d{1,4})\s+(.+)$/.exec(line.trim()) ?? [];
    const one = { name: nameAt(place) ?? "", is };
    return conditionOn(columns, one) === null ? [] : [one];
  });
  return { sort, search: (query.get("q") ?? "").slice(0, 200), where };
}

export const isFiltered = ({ search, where }: RowsOrder): boolean => search !== "" || where.length > 0;

/** Numbers begin with the largest, everything else with the first. */
const beginsDescending = ({ type }: Pick<Column, "type">): boolean => type === "number";

/**
 * The order after a column's header was pressed: one way, the other, and back to the order of the request. `added` keeps
 * the columns that sort already and lets this one count after them.
 */
export function sortTurned(
  sort: readonly SortedColumn[],
  column: Pick<Column, "name" | "type">,
  added: boolean,
): readonly SortedColumn[] {
  const { name } = column;
  const before = sort.find((one) => one.name === name);
  const first = { name, descending: beginsDescending(column) };
  const next = before === undefined ? first : before.descending === first.descending ? turned(first) : null;
  if (!added) return sort.length > 1 ? [first] : next === null ? [] : [next];
  if (before === undefined) return sort.length >= MAX_SORTS ? sort : [...sort, first];
  return sort.flatMap((one) => (one.name !== name ? [one] : next === null ? [] : [next]));
}

const turned = ({ name, descending }: SortedColumn): SortedColumn => ({ name, descending: !descending });

/** The order with one column that way: alone, or after those that sort already. */
export function sortedBy(sort: readonly SortedColumn[], one: SortedColumn, added: boolean): readonly SortedColumn[] {
  if (!added) return [one];
  const has = sort.some(({ name }) => name === one.name);
  if (has) return sort.map((other) => (other.name === one.name ? one : other));
  return sort.length >= MAX_SORTS ? sort : [...sort, one];
}

/** The condition that a value of a column meets. */
export function conditionOfValue(column: Pick<Column, "type">, value: number | string | boolean | null): string {
  const type = typeOf(column);
  if (value === null) return conditionText({ kind: "empty", empty: true }, type);
  const meant = type === "boolean" ? value === true || value === 1 : value;
  return conditionText({ kind: "compare", op: "=", value: meant }, type);
}

/** With another condition, or one in the place of another; why not where there are too many. */
export function whereWith(
  where: readonly ColumnWhere[],
  one: ColumnWhere,
  at: number | null,
): readonly ColumnWhere[] | string {
  const next = at === null ? [...where, one] : where.with(at, one);
  if (next.length > MAX_WHERE) return `At most ${MAX_WHERE} conditions count at once.`;
  const characters = next.reduce((sum, { is }) => sum + is.length + 6, 0);
  return characters > MAX_WHERE_CHARACTERS ? "The conditions are too long together." : next;
}
