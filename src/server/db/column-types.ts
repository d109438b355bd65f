import type { ColumnType } from "kysely";

/** Read as a date; written as one, and by default now. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
export type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Read as its value, written as its text. */
export type Json<Value extends object> = ColumnType<Value, string, string>;
