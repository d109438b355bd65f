import type { Bound, Market } from "../market/index.ts";
import type { FinishedRun, ResultColumn } from "../vocabulary/index.ts";

interface RowsPage {
  readonly offset: number;
  readonly limit: number;
}

/** Another order than the output's, and only some of the rows. */
interface RowsView {
  /** Place of a column, from 0; null for the output order. */
  readonly sort: number | null;
  readonly descending: boolean;
  /** Words that a row has to hold, each in its symbol, its date or another text; empty for all rows. */
  readonly search: string;
}

/** Words searched for at most. */
const MAX_WORDS = 8;

/** Rows of a finished run in output order, as arrays: text and dates as text, times in minutes, null where empty. */
export async function readRows(market: Market, run: FinishedRun, page: RowsPage): Promise<unknown[][]> {
  const columns = run.columns.map(({ id }) => id);
  const rows = await market.query<Record<string, unknown>>({
    sql: `SELECT ${columns.join(", ")} FROM ${tableOf(run)} WHERE row > {offset:UInt64} AND row <= {end:UInt64} ORDER BY row`,
    params: { offset: page.offset, end: page.offset + page.limit },
  });
  return rows.map((row) => columns.map((id) => row[id] ?? null));
}

/** A page of the rows of a finished run, sorted and searched, and how many there are in all. Rows without a value come
 * last in both directions, equal ones in output order. RangeError for a column that does not exist.
 */
export async function viewRows(
  market: Market,
  run: FinishedRun,
  page: RowsPage,
  view: RowsView,
): Promise<{ readonly total: number; readonly rows: unknown[][] }> {
  const words = wordsOf(view.search);
  if (view.sort === null && words.length === 0) return { total: run.rows, rows: await readRows(market, run, page) };
  const sorted = view.sort === null ? null : run.columns[view.sort];
  if (sorted === undefined) throw new RangeError(`there is no column ${view.sort}`);
  const order = sorted ? `${sorted.id} ${view.descending ? "DESC" : "ASC"} NULLS LAST, row` : "row";
  const params: Record<string, Bound> = { ...page };
  for (const [index, word] of words.entries()) params[`word${index}`] = word;
  const where =
    words.length === 0
      ? "1"
      : words.map((_, index) => containsWord(run.columns, `{word${index}:String}`)).join(" AND ");
  const columns = run.columns.map(({ id }) => id);
  // Only the numbers of the rows are sorted; a page then reads the columns of its own rows.
  const numbers = `SELECT row FROM ${tableOf(run)} WHERE ${where} ORDER BY ${order} LIMIT {limit:UInt64} OFFSET {offset:UInt64}`;
  const [rows, total] = await Promise.all([
    market.query<Record<string, unknown>>({
      sql: `SELECT ${columns.join(", ")} FROM ${tableOf(run)} WHERE row IN (${numbers}) ORDER BY ${order}`,
      params,
    }),
    words.length === 0 ? run.rows : countRows(market, run, where, params),
  ]);
  return { total, rows: rows.map((row) => columns.map((id) => row[id] ?? null)) };
}

const tableOf = (run: FinishedRun): string => `${run.database}.${run.table}`;

const wordsOf = (search: string): readonly string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

async function countRows(
  market: Market,
  run: FinishedRun,
  where: string,
  params: Readonly<Record<string, Bound>>,
): Promise<number> {
  const [found] = await market.query<{ rows: number }>({
    sql: `SELECT toFloat64(count()) AS rows FROM ${tableOf(run)} WHERE ${where}`,
    params,
  });
  return found?.rows ?? 0;
}

/** Whether a row holds a word: within a text, whatever its case, or within a date as it is stored or as it is shown. */
function containsWord(columns: readonly ResultColumn[], word: string): string {
  const places = columns.flatMap(({ id, type }) => {
    if (type === "text") return [`ifNull(positionCaseInsensitiveUTF8(${id}, ${word}) > 0, 0)`];
    if (type !== "date") return [];
    return [`toString(${id})`, `formatDateTime(${id}, '%m/%d/%Y')`].map(
      (text) => `ifNull(position(${text}, ${word}) > 0, 0)`,
    );
  });
  return `(${places.join(" OR ")})`;
}
