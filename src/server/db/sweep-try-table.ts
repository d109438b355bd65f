import type { ColumnType } from "kysely";
import type { SweepOpening } from "../../vocabulary/index.ts";
import type { Moment } from "./column-types.ts";

export interface SweepTryTable {
  id: string;
  account_id: string;
  data_request_id: string;
  kind: "sweep" | "opening";
  question: string;
  settings: number;
  /** Null of a sweep. */
  opening: ColumnType<Omit<SweepOpening, "at"> | null, string | null, never>;
  held_start: string | null;
  held_end: string | null;
  created_at: Moment;
}
