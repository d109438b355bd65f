import { readRequest } from "../../src/request/index.ts";

/** An entry of a card, as a request carries it. */
export interface EntryQuestion {
  readonly side: "filters" | "columns";
  /** Where its list stands below the side, such as Technical.Daily. */
  readonly place: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The formulas it is, in canonical code, and what is wrong with it. */
export interface EntryAnswer {
  readonly formulas: readonly string[];
  readonly diagnostics: readonly string[];
}

/** A row of its own needs a filter or column beside it, or the request would be refused for lacking one. */
const OTHER = {
  filters: { columns: { Custom: [{ name: "Close", formula: "[daily close]" }] } },
  columns: { filters: { Custom: [{ formula: "[daily close] > 5" }] } },
} as const;

/** What a request of this one entry says of it. */
export function entryAnswer({ side, place, entry }: EntryQuestion): EntryAnswer {
  const [first = "", second] = place.split(".");
  const placed = second === undefined ? { [first]: [entry] } : { [first]: { [second]: [entry] } };
  const { request, diagnostics } = readRequest({
    name: "Corpus",
    Date_Range: { start_date: "2024-01-02", end_date: "2024-03-28" },
    ...OTHER[side],
    [side]: placed,
  });
  return {
    formulas: (request?.[side] ?? []).map(({ code }) => code),
    diagnostics: diagnostics.map(({ path, severity, code = "" }) => `${severity} ${code} ${path}`),
  };
}
