import { z } from "zod";
import { TRADE_SIDES } from "../vocabulary/index.ts";
import type { ExplainAnswer, ExplainedPart } from "./answers.ts";

/** Price in shares of the day of the entry, and where on a chart it is; `time` in minutes, null where a day was walked as one bar. */
const Moment = z.strictObject({ date: z.string(), time: z.number().nullable(), price: z.number() });

/** One trade of a row: where it began and, if it has, ended. */
export const RowTrade = z.strictObject({
  /** The columns that tell of it. */
  columns: z.array(z.string()).readonly(),
  side: z.enum(TRADE_SIDES),
  entry: Moment,
  exit: Moment.nullable(),
  /** `open` and null where it has no exit. */
  reason: z.string().nullable(),
});
export type RowTrade = z.infer<typeof RowTrade>;

/** The trades in the columns of an explained row, each once, in the order of the columns. */
export function tradesOfRow({ columns }: Pick<ExplainAnswer, "columns">): RowTrade[] {
  const found = new Map<string, RowTrade & { columns: string[] }>();
  const look = (column: string, { source, date, parts }: ExplainedPart): void => {
    if (source?.kind === "trade" && date !== null) {
      const { side, entry, entered, exit, reason } = source;
      const end = exit === null || source.date === null ? null : { date: source.date, time: source.time, price: exit };
      const trade = { side, entry: { date, time: entered, price: entry }, exit: end, reason };
      const key = JSON.stringify(trade);
      const same = found.get(key);
      if (same === undefined) found.set(key, { columns: [column], ...trade });
      else if (!same.columns.includes(column)) same.columns.push(column);
    }
    for (const part of parts) look(column, part);
  };
  for (const { label, root } of columns) look(label, root);
  return [...found.values()];
}
