import { refuse } from "./table.ts";
import type { Table } from "./table.ts";

/** Names that the columns may have in a file. */
const NAMES = {
  symbol: ["symbol", "ticker", "symbols", "tickers"],
  day: ["day", "date"],
  until: ["until", "to", "last_day", "end"],
  known_at: ["known_at", "known at", "known"],
} as const;

type ColumnName = keyof typeof NAMES;

/** Where the columns stand that are looked for. Throws OwnFileError without a column of symbols, or with two of one kind. */
export function columnsOf<Name extends ColumnName>(
  { header }: Table,
  wanted: readonly Name[],
): ReadonlyMap<Name, number> {
  const found = new Map<Name, number>();
  for (const [place, title] of header.entries()) {
    const name = wanted.find((each) => NAMES[each].some((one) => one === title.toLowerCase()));
    if (name === undefined) continue;
    const before = found.get(name);
    if (before !== undefined)
      throw refuse(
        `${header[before]} and ${title} both say the ${name.replace("_", " ")}. Remove one column.`,
        null,
        title,
      );
    found.set(name, place);
  }
  const first = wanted[0];
  if (first !== undefined && !found.has(first)) {
    const given = header
      .filter((title) => title !== "")
      .slice(0, 6)
      .join(", ");
    throw refuse(`No column is called symbol (or ticker). The first row has: ${given}. Name one so.`, null, "symbol");
  }
  return found;
}
