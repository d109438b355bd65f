/** Every bound that more than one room needs to know. */
export const LIMITS = {
  /** Characters of a formula, before parsing: a longer text is not read at all. */
  formulaCharacters: 8_000,
  /** Levels of nesting, before parsing: Lezer and every recursive reader stay far from their stacks. */
  formulaLevels: 200,
  /** Sessions a range of days may span. */
  rangeSessions: 2_600,
  /** Days a single offset may reach in either direction. */
  dayOffset: 2_600,
  barsSince: 1_000,
  /** Characters of a request's name. */
  requestName: 450,
  /** Data rows of one worksheet, below its header. */
  sheetRows: 1_048_575,
  /** Characters of a worksheet cell. */
  cellCharacters: 32_767,
  /** First day a request may ask for. */
  earliestDate: "2008-01-01",
  /** Columns of a request; a worksheet holds 16,384, the product stops earlier. */
  columns: 500,
  filters: 200,
  /** Parameters of a request: what a line or a map can show. */
  parameters: 2,
  /** Settings that they make together. */
  settings: 1_000,
  /** Steps of the builder: Date range, Filters, Columns, Review. */
  wizardSteps: 4,
  /** Rows of a page of every table. */
  pageRows: 10,
  /** Page numbers stand in blocks of so many, starting at 1. */
  pageBlock: 10,
  /** Trading days of 52 weeks. */
  yearSessions: 252,
} as const;
