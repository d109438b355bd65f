import { NEXT_OPEN, OWN_FIELD_RESERVED, ownFieldName, UNITS } from "../vocabulary/index.ts";
import type { NumberRows, OwnNumberName, Unit } from "../vocabulary/index.ts";
import { sessionFrom, sessionOf } from "../market/index.ts";
import { columnsOf } from "./columns-of.ts";
import { dateText, readDay } from "./days.ts";
import { OwnFileError, refuse } from "./table.ts";
import type { FileMistake, Table, TableRow } from "./table.ts";
import { readSymbol } from "./symbols.ts";

/** Numbers by symbol and day: a value of each field, null where a cell is empty. */
export interface OwnNumbers {
  readonly fields: readonly Omit<OwnNumberName, "version">[];
  readonly symbols: readonly string[];
  readonly days: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
}

type Known = OwnNumberName["known"];

const MAX_MISTAKES = 20;
const LAST_MINUTE = 1_439;

/**
 * Numbers out of a table: symbol, day, and a column a number, its unit in parentheses behind its name. Where there is a
 * column *known_at*, New York time, all of them are known as late after their day as the latest row says; else as the next session opens. Throws
 * OwnFileError with the first mistakes.
 */
export function numbersOf(table: Table): OwnNumbers {
  const columns = columnsOf(table, ["symbol", "day", "known_at"]);
  if (!columns.has("day"))
    throw refuse("No column is called day (or date). Numbers need the day that they are of.", null, "day");
  const fields = fieldsOf(table, new Set(columns.values()));
  const mistakes: FileMistake[] = [];
  const rows = new Map<
    string,
    { readonly symbol: string; readonly day: number; readonly row: number; readonly values: (number | null)[] }
  >();
  let known: Known | null = columns.has("known_at") ? null : NEXT_OPEN;
  for (const row of table.rows) {
    if (mistakes.length >= MAX_MISTAKES) break;
    const found = readRow(row, columns, fields);
    if ("message" in found) {
      mistakes.push(found);
      continue;
    }
    const key = `${found.symbol} ${found.day}`;
    const before = rows.get(key);
    if (before !== undefined) {
      mistakes.push({
        row: row.number,
        field: "symbol",
        message: `${found.symbol} has ${dateText(found.day)} in row ${before.row} already. Keep one row of a symbol and day.`,
      });
      continue;
    }
    rows.set(key, { ...found, row: row.number });
    if (found.known !== null && (known === null || isLater(found.known, known))) known = found.known;
  }
  if (mistakes.length > 0) throw new OwnFileError(mistakes);
  const sorted = [...rows.values()].toSorted((a, b) =>
    a.symbol === b.symbol ? a.day - b.day : a.symbol < b.symbol ? -1 : 1,
  );
  return {
    fields: fields.map(({ name, unit }) => ({ name, unit, known: known ?? NEXT_OPEN })),
    symbols: sorted.map(({ symbol }) => symbol),
    days: sorted.map(({ day }) => day),
    values: sorted.map(({ values }) => values),
  };
}

interface FileField {
  readonly name: string;
  readonly unit: Unit;
  readonly title: string;
  readonly place: number;
}

const isUnit = (text: string): text is Unit => UNITS.some((unit) => unit === text);

/** The columns that are numbers: `Target price (price)` is target_price, in dollars a share. */
function fieldsOf({ header }: Table, taken: ReadonlySet<number>): readonly FileField[] {
  const fields: FileField[] = [];
  for (const [place, title] of header.entries()) {
    if (taken.has(place) || title === "") continue;
    const [, words = title, written] = /^(.*?)\s*(?:\(([^()]*)\))?$/.exec(title) ?? [];
    const unit = written?.trim().toLowerCase() ?? "plain";
    if (!isUnit(unit)) throw refuse(`${written} is no unit. Units are ${UNITS.join(", ")}.`, null, title);
    const name = words
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "");
    if (!ownFieldName.test(name))
      throw refuse(
        "A number is called by letters, digits and underscores, a letter first. Rename the column.",
        null,
        title,
      );
    if (OWN_FIELD_RESERVED.has(name)) throw refuse(`No number may be called ${name}. Rename the column.`, null, title);
    if (fields.some((field) => field.name === name))
      throw refuse(`Two columns are called ${name}. Rename one.`, null, title);
    fields.push({ name, unit, title, place });
  }
  if (fields.length === 0) throw refuse("No column of numbers stands beside symbol and day.");
  return fields;
}

type Columns = ReadonlyMap<"symbol" | "day" | "known_at", number>;

function readRow(
  { number, cells }: TableRow,
  columns: Columns,
  fields: readonly FileField[],
):
  | { readonly symbol: string; readonly day: number; readonly values: (number | null)[]; readonly known: Known | null }
  | FileMistake {
  const cell = (name: "symbol" | "day" | "known_at"): string => cells[columns.get(name) ?? -1] ?? "";
  const wrong = (field: string, message: string): FileMistake => ({ row: number, field, message });
  const symbol = readSymbol(cell("symbol"));
  if (typeof symbol !== "string") return wrong("symbol", symbol.message);
  const day = readDay(cell("day"));
  if (day === null) return wrong("day", `${quoted(cell("day"))} is no day. Write days as 2024-03-28.`);
  const values: (number | null)[] = [];
  for (const { title, place } of fields) {
    const text = cells[place] ?? "";
    const value = text === "" ? null : readNumber(text);
    if (value === undefined)
      return wrong(title, `${quoted(text)} is no number. Write 1234.5, without signs of currency or thousands.`);
    values.push(value);
  }
  const written = cell("known_at");
  const known = written === "" ? null : knownOf(day, written);
  if (known === undefined)
    return wrong("known_at", `${quoted(written)} is no moment. Write 2024-03-28 09:30, New York time.`);
  return { symbol, day, values, known: columns.has("known_at") ? (known ?? NEXT_OPEN) : null };
}

const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;

function readNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** How long after its day a value is known, in sessions; undefined where the text says no moment. A date alone is over first. */
function knownOf(day: number, text: string): Known | undefined {
  const [, date = "", hours, minutes] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2})(?::\d{2})?)?$/.exec(text) ?? [];
  const known = readDay(date);
  if (known === null) return undefined;
  const minute = hours === undefined ? LAST_MINUTE : Number(hours) * 60 + Number(minutes);
  if (minute > LAST_MINUTE) return undefined;
  const own = sessionFrom(dateText(day))?.session ?? 0;
  const on = sessionOf(date);
  const from = on ?? sessionFrom(date);
  if (from === null) return undefined;
  // On a day without a session it is known before the next one opens.
  return { day: from.session - own, minute: on === null ? 0 : minute };
}

const minutesOf = ({ minute }: Known): number => (minute === "close" ? 960 : minute);
const isLater = (a: Known, b: Known): boolean => a.day - b.day > 0 || (a.day === b.day && minutesOf(a) > minutesOf(b));

/** The rows of one field, those without a value left out. */
export function rowsOfField(numbers: OwnNumbers, name: string): NumberRows {
  const at = numbers.fields.findIndex((field) => field.name === name);
  const places = numbers.values.flatMap((values, place) => (typeof values[at] === "number" ? [place] : []));
  return {
    of: "symbol",
    keys: places.map((place) => numbers.symbols[place] ?? ""),
    days: places.map((place) => numbers.days[place] ?? 0),
    values: places.map((place) => numbers.values[place]?.[at] ?? 0),
  };
}

/** Numbers with the rows of others added; of equal symbol and day the others count. Throws OwnFileError for other fields. */
export function joinedNumbers(now: OwnNumbers, added: OwnNumbers): OwnNumbers {
  const names = ({ fields }: OwnNumbers): string => fields.map(({ name }) => name).join(", ");
  if (names(now) !== names(added))
    throw refuse(`Rows are added under the same numbers, ${names(now)}; this file has ${names(added)}.`);
  const rows = new Map<
    string,
    { readonly symbol: string; readonly day: number; readonly values: readonly (number | null)[] }
  >();
  for (const { symbols, days, values } of [now, added])
    for (const [place, symbol] of symbols.entries()) {
      const day = days[place] ?? 0;
      rows.set(`${symbol} ${day}`, { symbol, day, values: values[place] ?? [] });
    }
  const sorted = [...rows.values()].toSorted((a, b) =>
    a.symbol === b.symbol ? a.day - b.day : a.symbol < b.symbol ? -1 : 1,
  );
  return {
    fields: now.fields.map((field, place) => {
      const other = added.fields[place]?.known ?? field.known;
      return { ...field, known: isLater(other, field.known) ? other : field.known };
    }),
    symbols: sorted.map(({ symbol }) => symbol),
    days: sorted.map(({ day }) => day),
    values: sorted.map(({ values }) => values),
  };
}
