import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESSIONS } from "../../src/market/index.ts";

const FROM = "2025-03-03";
const UNTIL = "2025-12-31";

interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** What is wrong with a security, and on its how manieth session. */
const FAULTS: readonly (readonly [symbol: string, at: number, change: (bar: Bar) => unknown])[] = [
  ["ALFA", 60, (bar) => (bar.volume = 0)],
  ["BRAVO", 90, (bar) => ([bar.close, bar.high] = [bar.open * 10, bar.open * 10.1])],
  ["DELTA", 100, (bar) => (bar.high *= 8)],
  ["ECHO", 130, (bar) => (bar.volume *= 200)],
  ["FOXTROT", 70, (bar) => (bar.low /= 9)],
];

/** A folder of daily bars in which the check finds something of several kinds. */
export async function doubtfulFolder(): Promise<string> {
  const days = SESSIONS.flatMap(({ date }) => (date >= FROM && date <= UNTIL ? [date] : []));
  const lines = FAULTS.flatMap(([symbol, wrong, change], place) =>
    days.map((date, at) => {
      // Prices that go up and down, and are never the same.
      const open = (20 + 15 * place) * (1 + 0.1 * Math.sin(at / 9) + 0.004 * Math.sin(at * 2.3));
      const close = open * (1 + 0.006 * Math.sin(at * 1.7));
      const bar: Bar = {
        open,
        close,
        high: Math.max(open, close) * 1.004,
        low: Math.min(open, close) * 0.996,
        volume: Math.round(600_000 + 200_000 * Math.sin(at * 3.1)),
      };
      if (at === wrong) change(bar);
      const prices = [bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(2));
      return [date, symbol, ...prices, bar.volume].join(",");
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), "scanbook-doubtful-"));
  await writeFile(join(folder, "daily.csv"), `date,symbol,open,high,low,close,volume\n${lines.join("\n")}\n`);
  return folder;
}

/** A file of pinned values beside those bars: some hold once they are imported, one never does, and one row is none. */
export async function pinsFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scanbook-pins-"));
  const file = join(folder, "pins.csv");
  const rows = [
    "ALFA,2025-06-02,[daily volume] > 0,true",
    "BRAVO,2025-07-10,[daily close],38.20",
    "DELTA,2025-07-25,( [daily high] / [daily low] - 1 ) * 100,0.9",
    "ECHO,10.06.2025,[daily close],81",
  ];
  await writeFile(file, `symbol,date,formula,value\n${rows.join("\n")}\n`);
  return file;
}
