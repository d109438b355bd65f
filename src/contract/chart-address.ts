/**
 * The address of a chart, on either origin: `/charting/{id}?symbol&date&request`. The id is a saved chart's, or `new`;
 * a symbol and a row of a request stand in the query, since neither is a chart. Anything else in the id's place, as
 * people type it, is taken for a symbol.
 */
export interface ChartAddress {
  /** Null for a chart that is not saved. */
  readonly id: string | null;
  readonly symbol: string | null;
  readonly date: string | null;
  readonly request: string | null;
}

/** Whether a request of an address is a run, which has a page of its own, and not a preview. */
export const isRun = (request: string): boolean => /^[0-9a-z]{26}$/.test(request);

const orNull = (value: string | undefined, fits: RegExp): string | null =>
  value !== undefined && fits.test(value) ? value : null;

/** Reads an address; invalid parts are ignored. */
export function readChartAddress(path: string, search: string): ChartAddress {
  const query = new URLSearchParams(search);
  const named = nameIn(path);
  const id = orNull(named, /^[a-z0-9]{26}$/);
  const symbol = query.get("symbol")?.trim() ?? (id === null && named !== "new" ? named : undefined);
  return {
    id,
    symbol: orNull(symbol, /^[^\s/].{0,39}$/),
    date: orNull(query.get("date") ?? undefined, /^\d{4}-\d{2}-\d{2}$/),
    request: orNull(query.get("request") ?? undefined, /^[a-z0-9]{8,40}$/),
  };
}

function nameIn(path: string): string | undefined {
  const [, named = ""] = /^\/charting\/([^/]+)$/.exec(path) ?? [];
  try {
    return named === "" ? undefined : decodeURIComponent(named);
  } catch {
    // Not an encoded text.
    return undefined;
  }
}

/** The address of a chart; what is left out is not in it. */
export function chartPath({ id = null, symbol = null, date = null, request = null }: Partial<ChartAddress>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ symbol, date, request })) if (value !== null) query.set(key, value);
  const search = query.toString();
  return `/charting/${id ?? "new"}${search === "" ? "" : `?${search}`}`;
}
