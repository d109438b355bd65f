import type { Table } from "../tables.ts";

/** What imports were given, by symbol and as written; the tables of the market are derived from it again each time. */
export const GIVEN_TABLES: readonly Table[] = [];
