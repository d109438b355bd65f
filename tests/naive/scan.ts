import type { Node } from "../../src/formula/index.ts";
import { parseCode } from "../../src/formula/index.ts";
import { BUILT_IN_COLUMNS } from "../../src/vocabulary/index.ts";
import { evaluate } from "./evaluate.ts";
import type { Columns } from "./place.ts";
import { calendar, symbolOn, viewOf, type ReferenceMarket, type Security } from "./market.ts";
import type { Value } from "./values.ts";

export interface NaiveRequest {
  /** yyyy-MM-dd, both included. */
  readonly start: string;
  readonly end: string;
  readonly filters: readonly Node[];
  readonly columns: readonly { readonly name: string; readonly tree: Node }[];
}

export interface NaiveRow {
  readonly security: Security;
  readonly session: number;
  readonly symbol: string;
  readonly date: string;
  readonly values: readonly Value[];
}

export interface NaiveResult {
  /** By date, then symbol. */
  readonly rows: readonly NaiveRow[];
  /** Security-days, then what is left after each filter. */
  readonly funnel: readonly number[];
}

const BUILT_IN = BUILT_IN_COLUMNS.map(({ name, code }) => {
  const { tree } = parseCode(code);
  if (!tree) throw new Error(`{${name}} does not parse`);
  return [name, tree] as const;
});

export const columnsOf = (columns: NaiveRequest["columns"]): Columns =>
  new Map([...BUILT_IN, ...columns.map(({ name, tree }) => [name.trim().toLowerCase(), tree] as const)]);

/** A request by hand: every security on every session with a bar, filters one after the other. */
export function scanNaive({ start, end, filters, columns }: NaiveRequest, market: ReferenceMarket): NaiveResult {
  const view = viewOf(market);
  const named = columnsOf(columns);
  let left = market.securities.flatMap((security) =>
    view.sessionsOf(security).flatMap((session) => {
      const { date } = calendar(session);
      return date >= start && date <= end ? [{ security, session, date, symbol: symbolOn(security, date) }] : [];
    }),
  );
  const funnel = [left.length];
  for (const filter of filters) {
    left = left.filter(({ security, session }) => evaluate(filter, market, security, session, named) === true);
    funnel.push(left.length);
  }
  const rows = left
    .toSorted((a, b) => a.session - b.session || (a.symbol < b.symbol ? -1 : 1))
    .map((row) => ({
      ...row,
      values: columns.map(({ tree }) => evaluate(tree, market, row.security, row.session, named)),
    }));
  return { rows, funnel };
}
