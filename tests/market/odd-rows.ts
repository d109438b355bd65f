import * as fc from "fast-check";
import { SESSIONS } from "../../src/market/index.ts";

/** Sessions of a year. */
export const DAYS = SESSIONS.filter(({ date }) => date > "2023-11-20" && date < "2024-12-01").map(({ date }) => date);

/** What a field may be besides a number: read by the engine's readers of numbers or not, and by none as it is meant. */
export const ODD_TEXTS = [
  ..."1e2|1E2|+12|++12|--12|+-12| 12|12 |\t12|0x12|nan|NaN|-nan|inf|-inf|infinity|12.|.5|1_2|1,2|'12'|null|NULL|None|\\N|".split(
    "|",
  ),
  ..."1e400|1e-400|12e|1.2.3|12-|-12|-0|0|0.0|00|1e-7|12.0000005|12.00000049|12.1234567|99999999.999999|100000000|999999999".split(
    "|",
  ),
  ..."1e9|1e15|1e18|123456789012345678901|9007199254740993|4294967295|4294967296|3.5|-1|true|１２|12\u00A0|N/A|\uFEFF12|12;".split(
    "|",
  ),
];
export const QUOTED = ['"12"', '" 12"', '"12 "', '""', '"1,2"'];
const ODD_SYMBOLS = [
  "",
  " ABC",
  "abc",
  "nan",
  "NULL",
  "null",
  "Null",
  "BRK.B",
  "BRK/B",
  "A'B",
  "Ä",
  "A\u200BB",
  "X".repeat(41),
  "S P",
  '"A,B"',
  "S+",
];
const ODD_DAYS = [
  "",
  "2024-02-30",
  "2024-1-5",
  "2024/01/05",
  "20240105",
  "2024-01-06",
  "2099-01-05",
  "2024-01-05 ",
  " 2024-01-05",
];
const oddDays = [
  ...ODD_DAYS,
  "2024-01-05T00:00",
  "2024-01-05x",
  "05.01.2024",
  "1704412800",
  "0",
  '"2024-01-05"',
  "2024-01-05\t",
];

const price = fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100);

const plainRow = fc
  .record({ a: price, b: price, c: price, d: price, volume: fc.nat(1_000_000) })
  .map(({ a, b, c, d, volume }) => {
    const [low, open, close, high] = [a, b, c, d].toSorted((x, y) => x - y);
    return [String(open), String(high), String(low), String(close), String(volume)];
  });

/** Fields of a row, one of which may be something odd. */
export const oddRow = fc
  .tuple(
    plainRow,
    fc.nat(8),
    fc.constantFrom(...ODD_TEXTS, ...QUOTED),
    fc.constantFrom(...ODD_SYMBOLS),
    fc.constantFrom(...oddDays),
  )
  .map(([fields, at, text, symbol, day]) => ({ fields, at, text, symbol, day }));

type OddRow = typeof oddRow extends fc.Arbitrary<infer Row> ? Row : never;

/** The row as its line, of a symbol and a day of its own. */
export function lineOf({ fields, at, text, symbol, day }: OddRow, own: string, date: string): string {
  const row = [own, date, ...fields];
  if (at === 0) row[0] = symbol;
  else if (at === 1) row[1] = day;
  else if (at < 7) row[at] = text;
  else if (at === 7) row.push(text);
  else row.length = 2 + (fields[0] ?? "").length;
  return row.join(",");
}
