/** A request in its JSON form from plain formulas, as the first page and the command line write it. */
export interface FormulaRequest {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly filters: readonly { readonly formula: string; readonly tag?: string }[];
  readonly columns: readonly { readonly name: string; readonly formula: string }[];
}

/** The JSON of a request whose filters and columns are all Custom; `readRequest` reads it. */
export function requestOfFormulas({ name, start, end, filters, columns }: FormulaRequest) {
  return {
    name,
    Date_Range: { start_date: start, end_date: end },
    filters: {
      Custom: filters.map(({ formula, tag }) => (tag === undefined ? { formula } : { tag, formula })),
    },
    columns: { Custom: columns.map((column) => ({ name: column.name, formula: column.formula })) },
    options: { data_updates: false, email_notification: false },
  };
}
