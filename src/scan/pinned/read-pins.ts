import type { PinnedValue } from "./pinned-values.ts";

const HEADER = ["symbol", "date", "formula", "value"] as const;

/** A row that cannot be a pinned value, and what to do. */
export interface PinMistake {
  readonly row: number;
  readonly field: (typeof HEADER)[number] | null;
  readonly message: string;
}

export interface ReadPins {
  readonly pins: readonly PinnedValue[];
  readonly mistakes: readonly PinMistake[];
}

interface PinTable {
  readonly header: readonly string[];
  /** Their numbers count from 1, as in a spreadsheet. */
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string): boolean => DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** Pinned values of a table with the columns symbol, date, formula and value; others are passed over. */
export function readPins({ header, rows }: PinTable): ReadPins {
  const names = header.map((name) => name.toLowerCase());
  const missing = HEADER.find((name) => !names.includes(name));
  if (missing !== undefined) {
    const message = `There is no column ${missing}. The first row names ${HEADER.join(", ")}.`;
    return { pins: [], mistakes: [{ row: 1, field: missing, message }] };
  }
  const mistakes: PinMistake[] = [];
  const pins = rows.flatMap(({ number: row, cells }): PinnedValue[] => {
    const [symbol = "", date = "", formula = "", expected = ""] = HEADER.map(
      (name) => cells[names.indexOf(name)] ?? "",
    );
    const mistake = mistakeOf({ symbol, date, formula, expected });
    if (mistake !== null) {
      mistakes.push({ row, ...mistake });
      return [];
    }
    return [{ row, symbol, date, formula, expected }];
  });
  return { pins, mistakes };
}

/** `0,27`, `1.234,5`, `1,234`: with any of them something else may be meant. */
const NUMBER_WITH_COMMA = /^[+-]?\d[\d.]*(?:,\d+)+(?:\.\d+)?$/;

function mistakeOf({ symbol, date, formula, expected }: Omit<PinnedValue, "row">): Omit<PinMistake, "row"> | null {
  if (symbol === "") return { field: "symbol", message: "There is no symbol." };
  if (!isDay(date))
    return { field: "date", message: `${date === "" ? "An empty text" : date} is no day as yyyy-MM-dd.` };
  if (formula === "") return { field: "formula", message: "There is no formula." };
  if (NUMBER_WITH_COMMA.test(expected))
    return {
      field: "value",
      message: `${expected} has a comma. Write numbers with a decimal point and nothing between thousands: 1234.5.`,
    };
  return null;
}
