import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rounds } from "../../cases.ts";

/** Sessions of the market, and the one that is appended later. */
export const SESSIONS = ["2025-12-22", "2025-12-23", "2025-12-24", "2025-12-26", "2025-12-29", "2025-12-30"].slice(
  rounds(3, 0),
);
export const APPENDED = "2025-12-31";
/** More than the 10,000 that every page knows. */
export const SYMBOLS = rounds(10_400, 20_000);
/** Every so many securities one jumps in a session. */
const EVERY = 400;
/** Securities that jump by a tenth in each session but the first. */
export const JUMPS = SYMBOLS / EVERY;

const UNITS = [17_576, 676, 26, 1] as const;
/** AAAA, AAAB … */
export const symbolOf = (n: number): string =>
  UNITS.map((unit) => String.fromCodePoint(65 + (Math.floor(n / unit) % 26))).join("");

/** The close of a security: flat, but for one jump in the session of its turn. */
const closeOf = (n: number, session: number): number => {
  const turn = n % EVERY;
  const base = 10 + (n % 90);
  return turn >= 1 && turn <= session ? base * 1.1 : base;
};

function daily(session: number, date: string): string {
  const rows = Array.from({ length: SYMBOLS }, (_, n) => {
    const close = closeOf(n, session).toFixed(2);
    return `${symbolOf(n)},${date},${close},${close},${close},${close},${1_000 + n}`;
  });
  return `symbol,date,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

/** Writes the market as files to import: what there is in `first`, the session that comes later in `later`. */
export async function writeMarket(folder: string): Promise<{ readonly first: string; readonly later: string }> {
  const [first, later] = [join(folder, "first"), join(folder, "later")];
  await mkdir(first, { recursive: true });
  await mkdir(later, { recursive: true });
  for (const [session, date] of SESSIONS.entries())
    await writeFile(join(first, `daily-${date}.csv`), daily(session, date));
  await writeFile(join(later, `daily-${APPENDED}.csv`), daily(SESSIONS.length, APPENDED));
  const securities = Array.from({ length: SYMBOLS }, (_, n) => `${symbolOf(n)},Company ${n},NYSE,CS,ACTIVE,USA,USD`);
  await writeFile(
    join(first, "securities.csv"),
    `symbol,name,exchange,security_class,status,country,currency\n${securities.join("\n")}\n`,
  );
  return { first, later };
}

/** A request over jumps of more than a tenth part, as the product's own page would send it. */
export const jumps = (name: string, times: number) => ({
  name,
  Date_Range: { start_date: SESSIONS[0], end_date: SESSIONS.at(-1) },
  filters: { Custom: [{ tag: "jump", formula: `[daily close] > [daily close -1] * ${times}` }] },
  columns: { Custom: [{ name: "Close", formula: "[daily close]" }] },
});
