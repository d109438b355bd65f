import { FIRST_LIST_DAY, LAST_LIST_DAY } from "../vocabulary/index.ts";
import type { ListSpans } from "../vocabulary/index.ts";
import { columnsOf } from "./columns-of.ts";
import { dateText, readDay } from "./days.ts";
import { OwnFileError } from "./table.ts";
import type { FileMistake, Table, TableRow } from "./table.ts";
import { readSymbol } from "./symbols.ts";

/** Mistakes told of one file. */
const MAX_MISTAKES = 20;

/**
 * A list out of a table: a symbol a row, and, where the columns are there, its day or its first and last one. A row with a
 * day counts on that day alone, where there is a column *until* until that day, and for good where that is empty. Throws
 * OwnFileError with the first mistakes.
 */
export function listOf(table: Table): ListSpans {
  const columns = columnsOf(table, ["symbol", "day", "until"]);
  const mistakes: FileMistake[] = [];
  const spans: DaysOf = new Map();
  for (const row of table.rows) {
    if (mistakes.length >= MAX_MISTAKES) break;
    const found = readRow(row, columns);
    if ("message" in found) mistakes.push(found);
    else add(spans, found.symbol, [found.from, found.until]);
  }
  if (mistakes.length > 0) throw new OwnFileError(mistakes);
  return spansOf(spans);
}

type DaysOf = Map<string, (readonly [number, number])[]>;

function spansOf(spans: DaysOf): ListSpans {
  const joined = [...spans]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([symbol, each]) => joinedSpans(each).map(([from, until]) => ({ symbol, from, until })));
  return {
    symbols: joined.map(({ symbol }) => symbol),
    from: joined.map(({ from }) => from),
    until: joined.map(({ until }) => until),
  };
}

function add(spans: DaysOf, symbol: string, span: readonly [number, number]): void {
  const known = spans.get(symbol);
  if (known === undefined) spans.set(symbol, [span]);
  else known.push(span);
}

/** All days of several lists. */
export function joinedLists(...lists: readonly ListSpans[]): ListSpans {
  const spans: DaysOf = new Map();
  for (const { symbols, from, until } of lists)
    for (const [place, symbol] of symbols.entries())
      add(spans, symbol, [from[place] ?? FIRST_LIST_DAY, until[place] ?? LAST_LIST_DAY]);
  return spansOf(spans);
}

type Columns = ReadonlyMap<"symbol" | "day" | "until", number>;

function readRow(
  { number, cells }: TableRow,
  columns: Columns,
): { readonly symbol: string; readonly from: number; readonly until: number } | FileMistake {
  const cell = (name: "symbol" | "day" | "until"): string => cells[columns.get(name) ?? -1] ?? "";
  const wrong = (field: string, message: string): FileMistake => ({ row: number, field, message });
  const symbol = readSymbol(cell("symbol"));
  if (typeof symbol !== "string") return wrong("symbol", symbol.message);
  const [day, until] = [cell("day"), cell("until")];
  const [from, to] = [day === "" ? FIRST_LIST_DAY : readDay(day), until === "" ? LAST_LIST_DAY : readDay(until)];
  if (from === null) return wrong("day", `${quoted(day)} is no day. Write days as 2024-03-28.`);
  if (to === null) return wrong("until", `${quoted(until)} is no day. Write days as 2024-03-28.`);
  if (day !== "" && !columns.has("until")) return { symbol, from, until: from };
  if (to < from) return wrong("until", `${until} is before ${day}. The last day comes after the first.`);
  return { symbol, from, until: to };
}

const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

/** Spans that overlap or follow on each other become one. */
function joinedSpans(spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const joined: [number, number][] = [];
  for (const [from, until] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], until);
    else joined.push([from, until]);
  }
  return joined;
}

/** The rows of a list as a file has them: symbol, day and until, which are empty where there is no bound. */
export const listRows = ({ symbols, from, until }: ListSpans): readonly (readonly [string, string, string])[] =>
  symbols.map((symbol, place) => {
    const [first = FIRST_LIST_DAY, last = LAST_LIST_DAY] = [from[place], until[place]];
    return [
      symbol,
      first === FIRST_LIST_DAY ? "" : dateText(first),
      last === LAST_LIST_DAY ? "" : dateText(last),
    ] as const;
  });
