/** A bar of the market of the examples. */
interface ExampleBar {
  readonly symbol: string;
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly vwap: number | null;
}

/** Sessions of the examples: a half day on 2024-07-03, a holiday behind it. */
export const EXAMPLE_DATES = [
  "2024-07-01",
  "2024-07-02",
  "2024-07-03",
  "2024-07-05",
  "2024-07-08",
  "2024-07-09",
] as const;
type ExampleDate = (typeof EXAMPLE_DATES)[number];

type Prices = readonly [open: number, high: number, low: number, close: number, volume: number, vwap?: number];
type Days = Partial<Readonly<Record<ExampleDate, Prices>>>;

const bars = (symbol: string, days: Days): readonly ExampleBar[] =>
  EXAMPLE_DATES.flatMap((date) => {
    const prices = days[date];
    if (!prices) return [];
    const [open, high, low, close, volume, vwap = null] = prices;
    return [{ symbol, date, open, high, low, close, volume, vwap }];
  });

/** Every result of the reference is computed on these bars; a test holds them equal to its own market. */
export const EXAMPLE_BARS: readonly ExampleBar[] = [
  ...bars("A", {
    "2024-07-01": [10, 11, 9, 10, 100],
    "2024-07-02": [10, 12, 10, 11, 200, 10.5],
    "2024-07-03": [11, 12, 10.5, 12, 0],
    "2024-07-05": [12, 12, 10, 11, 200],
    "2024-07-08": [12, 13.5, 11, 13, 300, 12.5],
    "2024-07-09": [13, 14, 12.5, 14, 100],
  }),
  ...bars("B", {
    "2024-07-01": [20, 20, 20, 20, 10],
    "2024-07-02": [20, 22, 20, 21, 10],
    "2024-07-05": [20, 20, 18, 19, 30],
  }),
  ...bars("S", {
    "2024-07-01": [100, 104, 98, 100, 50],
    "2024-07-02": [100, 104, 98, 102, 50],
    "2024-07-03": [102, 104, 98, 104, 50],
    "2024-07-05": [52, 53, 50, 52, 100],
    "2024-07-08": [52, 54, 52, 53, 100],
    "2024-07-09": [53, 54, 51, 54, 100],
  }),
];

/** Facts about the example securities. */
export const EXAMPLE_NOTES: readonly string[] = [
  "`A` has a bar every day, but trades nothing on 2024-07-03; its vwap is known on two days. Its name is Alpha - Bank_Corp, its sector Energy. Until 2024-07-02 its symbol was OLD. News came on 2024-07-02 at 10:00 and on 2024-07-03 at 13:30.",
  "`B` is halted on 2024-07-03 and delisted after 2024-07-05.",
  "`S` splits two for one on 2024-07-05 and is then without a dividend of 0.52; on 2024-07-09 one of 0.50 and a special one of 0.03 follow.",
  "`M` has minutes only: on 2024-07-02 from 09:30 to 10:00, on 2024-07-03 at 13:00, after the half day's close, and on 2024-07-08 at 10:00 and 11:00.",
  "The list Watch has A from 2024-07-05 on, and B on 2024-07-01 and 2024-07-02. The number sentiment is 0.4 for A on 2024-07-08.",
];

/** A formula with its value for a security on a day. */
export interface Example {
  readonly code: string;
  readonly symbol: "A" | "B" | "S" | "M";
  readonly date: ExampleDate;
  /** Null where the value is missing, text for dates, minutes for times. */
  readonly result: number | string | boolean | null;
}

/** An example of A on the last day by default. */
export const example = (
  code: string,
  result: Example["result"],
  symbol: Example["symbol"] = "A",
  date: ExampleDate = "2024-07-09",
): Example => ({ code, symbol, date, result });

const shown = (result: Example["result"]): string =>
  result === null ? "null" : typeof result === "number" ? String(Math.round(result * 1e6) / 1e6) : String(result);

/** `code` is 14 for A on 2024-07-09. */
export const exampleText = ({ code, symbol, date, result }: Example): string =>
  `\`${code}\` is ${shown(result)} for ${symbol} on ${date}`;
