/** How a field is read in SQL, and how it can be wrong: conditions, in order, each with field and reason. */
export interface FieldReader {
  readonly columns: Readonly<Record<string, string>>;
  /** Columns computed after the join with the calendar: `d_<name>_date`, `_session` and `_open` of every `d_<name>`. */
  readonly afterCalendar?: Readonly<Record<string, string>>;
  readonly problems: readonly (readonly [condition: string, field: string, reason: string])[];
}

export const isEmpty = (text: string): string => `${text} IN ('', 'null', 'NULL', 'None', '\\\\N')`;
