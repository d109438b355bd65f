import type { Page } from "playwright";
import { z } from "zod";
import { callAs } from "./visit.ts";

const Made = z.looseObject({ id: z.string() });

const SENTENCE =
  "Gaps above the range of the last twenty sessions, with volume beyond the average and a market cap of more than a billion";
/** 120 letters with and without a place to break. */
const LONG = [SENTENCE.slice(0, 120), "W".repeat(120)] as const;

/** Values of every unit, of few and of many digits, beside each other. */
const FORMULAS = [
  ["Cap", "[fundamental market_cap] * 1000"],
  ["Dollars traded on the day, split-adjusted", "[daily close adj] * [daily volume adj]"],
  ["R", "[daily close adj] / [daily close -1 adj]"],
  ["Gap", "([daily open adj] / [daily close -1 adj] - 1) * 100"],
  ["Company", "[identity name]"],
  ["V", "[daily volume]"],
  ["Tiny", "[daily close adj] / 1000000"],
] as const;

/** Columns of the wide request, which is wider than any screen: the most that the plan of the demo account has. */
const WIDE = 200;
/** More folders than a list shows at once. */
const FOLDERS = 24;

/** Fills the account of a page with what is long, wide and much; gives a run with a long name and one of 200 columns. */
export async function fillAccount(page: Page): Promise<{ readonly long: string; readonly wide: string }> {
  for (let n = 0; n < FOLDERS; n += 1)
    await callAs(page, "POST", "/v1/folders", { name: n === 0 ? LONG[1] : `${n} ${LONG[0]}`.slice(0, 120) });
  const request = (name: string, columns: number): object => ({
    name,
    Date_Range: { start_date: "2025-12-01", end_date: "2025-12-31" },
    filters: { Custom: [{ tag: "x".repeat(60), formula: "[daily open adj] / [daily close -1 adj] > 1.01" }] },
    columns: {
      Custom: Array.from({ length: columns }, (_, n) => {
        const [name = "", formula = ""] = FORMULAS[n % FORMULAS.length] ?? [];
        return { name: `${name} ${n}`, formula };
      }),
    },
  });
  const ids: string[] = [];
  for (const [name, columns] of [
    [LONG[1], 1],
    [LONG[0], WIDE],
  ] as const)
    ids.push(Made.parse(await callAs(page, "POST", "/v1/data-requests", request(name, columns))).id);
  // Polled by hand: it is made before the first test.
  for (const id of ids)
    while (/Pending|Running/.test(JSON.stringify(await callAs(page, "GET", `/v1/data-requests/${id}/status`))))
      await page.waitForTimeout(300);
  const [long = "", wide = ""] = ids;
  return { long, wide };
}
