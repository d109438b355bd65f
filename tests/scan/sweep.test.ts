import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRows, runScan, dropRun, runSweep, atSetting } from "../../src/scan/index.ts";
import { readRequest, settingsOf } from "../../src/request/index.ts";
import type { ScanRequest } from "../../src/request/index.ts";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { importMarket } from "../naive/engine.ts";
import { calendar, viewOf } from "../naive/market.ts";
import { Random } from "../naive/random.ts";
import { randomMarket } from "../naive/random-market.ts";
import { scanNaive } from "../naive/scan.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";

const SEED = Number(process.env["SEED"] ?? 98_447_668);
const GRIDS = rounds(2, 50);
/** Settings of a grid that are run by themselves; all of them are computed by hand. */
const OWN_RUNS = rounds(2, 100);

const reference = randomMarket(SEED);
let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, reference);
});
afterAll(() => market.close());

/** Filters with a parameter `$a` or `$b`: thresholds, windows, arithmetic, both at once. */
const FILTERS: readonly ((random: Random) => string)[] = [
  () => "{gap} > $a",
  () => "$a >= {chg_close} & [daily close] > 1",
  () => "{range} < $b",
  () => "abs({gap} - $a) < $b",
  () => "pct_change([daily close adj], $n) <= $b",
  () => "!( {chg_close} > $b )",
  () => "between({gap}, $a, $b)",
  () => "count({chg_close} > $a, -2 .. 0) >= 1 | {hod} > $b",
];
/** Outcomes, and how many sessions ahead they look. */
const OUTCOMES: readonly (readonly [code: string, ahead: number])[] = [
  ["{Raw}", 0],
  ["{Raw} * $b + 1", 0],
  ["if({Raw} > $a, {Raw})", 0],
  ["{Scaled} - $a", 0],
  ["pct_change([daily close adj], $n)", 0],
  ["[daily close 2 adj] / [daily close adj] - $a", 2],
];
/** Written with `$a`: a column that others name. */
const SCALED = "{Raw} * $a + 1";

/** A made-up grid: one or two parameters, some filters with them, an outcome. */
function grid(random: Random): { readonly request: ScanRequest; readonly ahead: number } {
  const { first, last } = viewOf(reference);
  const whole = random.chance(0.4);
  const names = whole ? ["a", "n"] : ["a", "b"];
  const used = names.slice(0, random.chance(0.75) ? 2 : 1);
  const only = (code: string): boolean => [...code.matchAll(/\$(\w)/g)].every(([, name = ""]) => used.includes(name));
  const filters = random.some(FILTERS.map((make) => make(random)).filter(only), 0.5);
  const [outcome, ahead] = random.of(OUTCOMES.filter(([code]) => only(code)));
  const parameters = used.map((name) =>
    name === "n"
      ? { name, from: 1, to: random.whole(2, 3), step: 1 }
      : { name, from: random.whole(-30, 5) / 10, to: 1.5, step: random.of([0.4, 0.75, 1.1]) },
  );
  const { request, diagnostics } = readRequest(
    {
      name: "Grid",
      Date_Range: { start_date: calendar(first).date, end_date: calendar(last).date },
      parameters,
      ...(random.chance(0.5) ? { hold_out: "last third" } : {}),
      filters: { Custom: (filters.length > 0 ? filters : ["{gap} > $a"]).map((formula) => ({ formula })) },
      columns: {
        Custom: [
          { name: "Raw", formula: "( [daily close adj] / [daily open adj] - 1 ) * 100" },
          { name: "Return", formula: outcome },
          { name: "Scaled", formula: SCALED },
        ],
      },
    },
    { earliest: null },
  );
  if (request === null) throw new Error(JSON.stringify(diagnostics));
  return { request, ahead };
}

/** The last day whose rows need no bar of the days that are held out. */
function lastDay({ held, end }: ScanRequest, ahead: number): string {
  if (held === null) return end;
  const { first, last } = viewOf(reference);
  const days = Array.from({ length: last - first + 1 }, (_, at) => calendar(first + at).date);
  return days.filter((date) => date <= end).at(-1 - ahead) ?? "";
}

interface Figures {
  readonly rows: number;
  /** Those with an outcome. */
  readonly known: number;
  /** On which those are. */
  readonly days: number;
  readonly mean: number | null;
}

function figures(rows: readonly { readonly date: string; readonly outcome: unknown }[]): Figures {
  const known = rows.flatMap(({ date, outcome }) => (typeof outcome === "number" ? [{ date, outcome }] : []));
  return {
    rows: rows.length,
    known: known.length,
    days: new Set(known.map(({ date }) => date)).size,
    mean: known.length === 0 ? null : known.reduce((sum, { outcome }) => sum + outcome, 0) / known.length,
  };
}

async function ownRun(request: ScanRequest): Promise<Figures> {
  const run = `own_${randomBytes(6).toString("hex")}`;
  try {
    const finished = await runScan(market, request, { run });
    const rows = await readRows(market, finished, { offset: 0, limit: finished.rows });
    return figures(rows.map((row) => ({ date: String(row[1]), outcome: row[3] })));
  } finally {
    await dropRun(market, run);
  }
}

const byHand = ({ start, filters, columns }: ScanRequest, end: string): Figures =>
  figures(
    scanNaive({ start, end, filters: filters.map(({ tree }) => tree), columns }, reference).rows.map(
      ({ date, values }) => ({ date, outcome: values[1] }),
    ),
  );

const close = (cell: Figures, other: Figures, context: string): void => {
  const { mean, ...counts } = other;
  expect({ rows: cell.rows, known: cell.known, days: cell.days }, context).toEqual(counts);
  if (mean === null) expect(cell.mean, context).toBeNull();
  else expect(Math.abs((cell.mean ?? NaN) - mean), context).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(mean)));
};

describe("a sweep", () => {
  // `tests/scan/sweep-cells.test.ts` has the cells against plain loops, `tests/scan/held-out.test.ts` the days that are held out.
  test.runIf(IN_SOAK)(
    `every cell of ${GRIDS} grids is what a run of its own gives, in the engine and by hand`,
    { timeout: timeLimit(120_000) },
    async () => {
      const random = new Random(SEED);
      for (let number = 0; number < GRIDS; number += 1) {
        const { request, ahead } = grid(random);
        const settings = settingsOf(request.parameters);
        const sweep = await runSweep(market, request, "return", { run: `sweep${number}`, seed: 7 });
        expect(sweep.cells).toHaveLength(settings.length);
        const owns = new Set(random.some([...settings.keys()], OWN_RUNS / settings.length).slice(0, OWN_RUNS));
        for (const [place, setting] of settings.entries()) {
          const cell = sweep.cells[place];
          const own = atSetting(request, setting);
          const context = `${request.filters.map(({ code }) => code).join(" & ")} | ${request.columns[1]?.code} at ${JSON.stringify([...setting])}`;
          if (cell === undefined) throw new Error(context);
          close(cell, byHand(own, lastDay(request, ahead)), context);
          if (owns.has(place)) close(cell, await ownRun(own), context);
        }
      }
    },
  );

  // `sweep-cells` compares thresholds one by one with those that are read off.
  test.runIf(IN_SOAK)(
    "has the same cells where thresholds are compared one by one in the engine",
    { timeout: timeLimit(60_000) },
    async () => {
      const { first, last } = viewOf(reference);
      const sweepOf = async (filters: readonly string[]) => {
        const { request, diagnostics } = readRequest(
          {
            name: "Thresholds",
            Date_Range: { start_date: calendar(first).date, end_date: calendar(last).date },
            parameters: [
              { name: "a", from: -2, to: 3, step: 1, value: -2 },
              { name: "p", from: 0.5, to: 8.5, step: 0.5, value: 0.5 },
            ],
            filters: { Custom: filters.map((formula) => ({ formula })) },
            columns: { Custom: [{ name: "Raw", formula: "( [daily close adj] / [daily open adj] - 1 ) * 100" }] },
          },
          { earliest: null },
        );
        if (request === null) throw new Error(JSON.stringify(diagnostics));
        const { seconds, ...sweep } = await runSweep(market, request, "Raw", { run: "thresholds", seed: 7 });
        expect(seconds).toBeGreaterThan(0);
        return sweep;
      };
      /** Filters whose comparisons have a parameter for a side; near a threshold the tolerance decides. */
      const THRESHOLDS = [
        ["{gap} > $a", "[daily close] > $p"],
        ["$a >= {gap} & [daily close] <= $p"],
        ["round({range}, 0) * 1.0000000004 > $a", "round([daily close], 0) * 1.0000000004 < $p"],
        ["round({range}, 0) * 1.000000002 > $a", "round([daily close], 0) * 1.000000002 <= $p"],
        ["{chg_close} < $a & {chg_close} > -1 & $p >= [daily open]"],
        ["[daily open -30] > $p", "{range} >= $a"],
      ];
      let rows = 0;
      for (const filters of THRESHOLDS.filter((_, place) => place % rounds(2, 1) === 0)) {
        const compared = filters.map((filter) =>
          filter
            .split(" & ")
            .map((term) => `( ${term} | ${term} )`)
            .join(" & "),
        );
        const sweep = await sweepOf(filters);
        expect(sweep, filters.join(" & ")).toEqual(await sweepOf(compared));
        rows += sweep.rows;
      }
      expect(rows).toBeGreaterThan(100);
    },
  );

  test.runIf(IN_SOAK)(
    "says how many sessions it left out before the held-out days, and that none remains",
    async () => {
      const { last } = viewOf(reference);
      const swept = async (ahead: number) => {
        const { request, diagnostics } = readRequest(
          {
            name: "Ahead",
            Date_Range: { start_date: calendar(last - 8).date, end_date: calendar(last).date },
            parameters: [{ name: "a", from: -50, to: 50, step: 50 }],
            hold_out: "last third",
            filters: { Custom: [{ formula: "{gap} > $a" }] },
            columns: { Custom: [{ name: "Later", formula: `[daily close ${ahead} adj] / [daily close adj]` }] },
          },
          { earliest: null },
        );
        if (request === null) throw new Error(JSON.stringify(diagnostics));
        const { held } = await runSweep(market, request, "Later", { run: "ahead", seed: 7 });
        return { held, request };
      };
      const { held, request } = await swept(2);
      const before = Array.from({ length: 9 }, (_, at) => calendar(last - 8 + at).date).filter(
        (date) => date <= request.end,
      );
      expect(held).toEqual({ ...request.held, leftOut: 2, lookedAt: before.length - 2 });
      expect((await swept(before.length)).held).toMatchObject({ leftOut: before.length, lookedAt: 0 });
    },
  );
});
