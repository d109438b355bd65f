import { listOf, numbersOf, readTable, rowsOfField } from "../../src/own-data/index.ts";
import type { OwnData } from "../../src/vocabulary/index.ts";
import type { ReferenceMarket } from "./market.ts";

const tableOf = (text: string) => readTable(new TextEncoder().encode(text));

/** The lists and numbers of a market as the product has them, read out of files of their rows. */
export async function ownDataOf({ lists = {}, numbers = [] }: ReferenceMarket): Promise<OwnData> {
  const read = Object.entries(lists).map(async ([name, rows]) => {
    const bounded = rows.some(({ day, until }) => day !== until);
    const lines = rows.map(({ symbol, day, until }) =>
      bounded ? `${symbol.toLowerCase()},${day ?? ""},${until ?? ""}` : `${symbol},${day ?? ""}`,
    );
    const text = [bounded ? "Ticker,day,until" : "symbol,date", ...lines].join("\r\n");
    return { name, version: name, rows: listOf(await tableOf(text)) };
  });
  const fields = [...new Set(numbers.flatMap(({ values }) => Object.keys(values)))];
  const lines = numbers.map(({ symbol, day, values }) =>
    [symbol, day, ...fields.map((field) => values[field] ?? "")].join("\t"),
  );
  const file =
    fields.length === 0
      ? null
      : numbersOf(await tableOf([["Symbol", "Day", ...fields].join("\t"), ...lines].join("\n")));
  return {
    lists: await Promise.all(read),
    numbers:
      file === null
        ? []
        : file.fields.map((field) => ({ ...field, version: "numbers", rows: rowsOfField(file, field.name) })),
  };
}
