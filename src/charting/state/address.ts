/** What the address of a chart says: `/charting/{id}?symbol&date&request`; the id is a saved chart's, or `new`. */
export interface ChartAddress {
  /** Null for a chart that is not saved. */
  readonly id: string | null;
  readonly symbol: string | null;
  readonly date: string | null;
  readonly request: string | null;
}

const orNull = (value: string | undefined, fits: RegExp): string | null =>
  value !== undefined && fits.test(value) ? value : null;

/** Reads an address; what cannot be right counts as not there. */
export function readAddress(path: string, search: string): ChartAddress {
  const query = new URLSearchParams(search);
  const [, id] = /^\/charting\/([a-z0-9]{8,40})$/.exec(path) ?? [];
  return {
    id: id ?? null,
    symbol: orNull(query.get("symbol")?.trim(), /^\S.{0,39}$/),
    date: orNull(query.get("date") ?? undefined, /^\d{4}-\d{2}-\d{2}$/),
    request: orNull(query.get("request") ?? undefined, /^[a-z0-9]{8,40}$/),
  };
}

export function writeAddress({ id, symbol, date, request }: ChartAddress): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ symbol, date, request })) if (value !== null) query.set(key, value);
  const search = query.toString();
  return `/charting/${id ?? "new"}${search === "" ? "" : `?${search}`}`;
}
