import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { currentSnapshot, makeDemo, type Market } from "../../src/market/index.ts";
import { readRequest, type ScanRequest } from "../../src/request/index.ts";
import { dropRun, readRows, runScan, studyBase, studyGrid, studyPath, studyRun } from "../../src/scan/index.ts";
import { drawnDays } from "../../src/scan/study/base.ts";
import { DRAWS } from "../../src/scan/study/draws.ts";
import { STUDY_GRID_PARTS } from "../../src/vocabulary/index.ts";
import type { FinishedRun, Study } from "../../src/vocabulary/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { percentile, plainDraws, plainGroup, plainInterval, plainMean, plainParts, plainPath } from "../naive/study.ts";
import type { PlainBar, PlainRow } from "../naive/study.ts";

const SEED = 7;
const COLUMNS = [
  { name: "Gap", formula: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100" },
  { name: "Volume", formula: "[daily volume]" },
  { name: "Ticks", formula: "round([daily close], 0)" },
  { name: "Sector", formula: "[fundamental sector]" },
  { name: "Week", formula: "( [daily close 5 adj] / [daily close adj] - 1 ) * 100" },
  { name: "Net", formula: "{Week} - 0.05" },
];
const FILTERS = [{ formula: "[daily close] > [daily open]", tag: "up" }, { formula: "[daily volume] > 200000" }];

function request(filters: readonly object[] = FILTERS): ScanRequest {
  const read = readRequest({
    name: "study",
    Date_Range: { start_date: "2025-05-01", end_date: "2025-12-31" },
    filters: { Custom: filters },
    columns: { Custom: COLUMNS },
    outcome: "Net",
  });
  if (read.request === null) throw new Error(JSON.stringify(read.diagnostics));
  return read.request;
}

/** Equal to a billionth. */
function close(found: unknown, expected: unknown, path = ""): void {
  if (typeof found === "number" && typeof expected === "number") {
    const size = Math.max(1, Math.abs(expected));
    expect(Math.abs(found - expected) / size, `${path}: ${found} and ${expected}`).toBeLessThan(1e-9);
  } else if (found !== null && typeof found === "object" && expected !== null && typeof expected === "object") {
    expect(Object.keys(found).toSorted(), path).toEqual(Object.keys(expected).toSorted());
    const others = new Map<string, unknown>(Object.entries(expected));
    for (const [key, value] of Object.entries(found)) close(value, others.get(key), `${path}.${key}`);
  } else expect(found, path).toEqual(expected);
}

describe("the study of a run", () => {
  let market: Market;
  let finished: FinishedRun;
  let study: Study;
  let cells: readonly unknown[][];
  let rows: readonly PlainRow[];
  let days: readonly string[];
  let draws: readonly (readonly number[])[];
  const place = (name: string): number => finished.columns.findIndex((column) => column.name === name);

  beforeAll(async () => {
    market = await openTestMarket();
    await makeDemo(market, { symbols: 12, years: 1, minuteDays: 2 });
    finished = await runScan(market, request(), { run: "study" });
    study = await studyRun(market, finished, { outcome: place("Net"), seed: SEED });
    cells = await readRows(market, finished, { offset: 0, limit: finished.rows });
    rows = cells.flatMap((row) => {
      const outcome = row[place("Net")];
      return typeof outcome === "number" ? [{ symbol: String(row[0]), date: String(row[1]), outcome }] : [];
    });
    days = [...new Set(rows.map(({ date }) => date))].toSorted();
    draws = plainDraws(days.length, SEED, DRAWS);
  });
  afterAll(async () => {
    await dropRun(market, "study");
    await market.close();
  });

  test("has the figures that a plain computation has, and the intervals of a plain bootstrap with the same draws", () => {
    const values = rows.map(({ outcome }) => outcome);
    const [wins, losses] = [values.filter((value) => value > 0), values.filter((value) => value < 0)];
    const total = (some: readonly number[]): number => some.reduce((sum, value) => sum + value, 0);
    const averageLoss = total(losses) / losses.length;
    const rest = values.toSorted((a, b) => b - a).slice(Math.ceil(values.length / 100));
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.length).toBeLessThan(finished.rows);
    close(study.figures, {
      ...plainGroup(rows, days, draws),
      securities: new Set(rows.map(({ symbol }) => symbol)).size,
      median: percentile(values, 0.5),
      winInterval: plainInterval(rows, days, draws, ({ outcome }) => Number(outcome > 0)),
      averageWin: total(wins) / wins.length,
      averageLoss,
      expectancy: (plainMean(rows) ?? 0) / -averageLoss,
      profitFactor: total(wins) / -total(losses),
      best: Math.max(...values),
      worst: Math.min(...values),
      withoutBest: total(rest) / rest.length,
    });
  });

  test("by time and security, and the means of the days added up", () => {
    const by = (label: (row: PlainRow) => string) =>
      [...Map.groupBy(rows, label)].map(([name, own]) => ({ label: name, ...plainGroup(own, days, draws) }));
    close(
      study.years,
      by(({ date }) => date.slice(0, 4)),
    );
    close(
      study.months,
      by(({ date }) => date.slice(0, 7)),
    );
    close(
      study.halves,
      by(({ date }) => (date < "2025-07" ? "2025 H1" : "2025 H2")),
    );
    const weekday = (date: string): number => new Date(`${date}T12:00Z`).getUTCDay();
    const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
    close(
      study.weekdays,
      [1, 2, 3, 4, 5].map((day) => ({
        label: names[day],
        ...plainGroup(
          rows.filter(({ date }) => weekday(date) === day),
          days,
          draws,
        ),
      })),
    );
    const ofSymbols = by(({ symbol }) => symbol).toSorted((a, b) => b.rows - a.rows || (a.label < b.label ? -1 : 1));
    close(study.topSecurities, ofSymbols.slice(0, 30));
    let [sum, peak] = [0, 0];
    close(
      study.curve,
      days.map((date) => {
        const own = rows.filter((row) => row.date === date);
        const mean = plainMean(own) ?? 0;
        sum += mean;
        peak = Math.max(peak, sum);
        return { date, rows: own.length, mean, sum, drawdown: sum - peak };
      }),
    );
  });

  // `tests/scan/bins.test.ts` divides numbers into parts.
  test.runIf(IN_SOAK)(
    "each other number in 3, 5 and 10 parts, those that separate most first; what has no number is left out",
    () => {
      expect(new Set(study.columns.map((column) => finished.columns[column.place]?.name))).toEqual(
        new Set(["Gap", "Ticks", "Volume", "Week"]),
      );
      expect(study.columns).toHaveLength(4);
      expect(study.columns[0]?.place).toBe(place("Week"));
      expect(study.columns.map(({ separates }) => separates)).toEqual(
        study.columns.map(({ separates }) => separates).toSorted((a, b) => b - a),
      );
      const mean = plainMean(rows) ?? 0;
      for (const { place: at, parts, separates } of study.columns) {
        const valued = cells.flatMap((row) => {
          const [value, outcome] = [row[at], row[place("Net")]];
          return typeof value === "number" && typeof outcome === "number"
            ? [{ symbol: String(row[0]), date: String(row[1]), outcome, value }]
            : [];
        });
        for (const { count, bars } of parts) {
          const plain = plainParts(valued, count);
          close(
            bars.map((bar) => ({ ...bar, part: 0 })),
            plain.map((own) => ({
              part: 0,
              from: Math.min(...own.map(({ value }) => value)),
              to: Math.max(...own.map(({ value }) => value)),
              ...plainGroup(own, days, draws),
            })),
          );
          if (count !== 5) continue;
          const between = plain.reduce((sum, own) => sum + own.length * ((plainMean(own) ?? 0) - mean) ** 2, 0);
          close(separates, between / rows.reduce((sum, { outcome }) => sum + (outcome - mean) ** 2, 0));
        }
      }
    },
  );

  test("the mean way of the close around the rows is that of a walk over the bars, one session after the other", async () => {
    const path = await studyPath(market, finished, { outcome: place("Net"), seed: SEED });
    const y = finished.columns[place("Net")]?.id ?? "";
    const hits = await market.query<{ security: number; session: number; date: string }>({
      sql: `SELECT security_id AS security, session, toString(c1) AS date FROM ${finished.database}.${finished.table} WHERE isNotNull(${y})`,
    });
    const { table } = await currentSnapshot(market);
    const bars = await market.query<PlainBar>({
      sql: `SELECT security_id AS security, session, toFloat64(close) * split_factor AS close FROM ${table("daily")} WHERE source != 2`,
    });
    const plain = plainPath(
      hits,
      bars,
      Array.from({ length: 31 }, (_, index) => index - 10),
    );
    expect(path.sampled).toBe(false);
    expect(path.points.map(({ offset }) => offset)).toEqual([...plain.keys()]);
    expect(path.points.find(({ offset }) => offset === 20)?.rows).toBeLessThan(rows.length);
    close(
      path.points,
      [...plain].map(([offset, changes]) => ({ offset, ...plainGroup(changes, days, draws) })),
    );
    // Closes of days that are held out are seen by no row.
    const dates = hits.map(({ date }) => date).toSorted();
    const heldFrom = dates[Math.floor(dates.length / 2)] ?? "";
    const border = hits.find(({ date }) => date === heldFrom)?.session ?? 0;
    const open = plainPath(
      hits,
      bars.filter(({ session }) => session < border),
      Array.from({ length: 31 }, (_, index) => index - 10),
    );
    const before = await studyPath(market, finished, { outcome: place("Net"), seed: SEED, heldFrom });
    close(
      before.points,
      [...open].map(([offset, changes]) => ({ offset, ...plainGroup(changes, days, draws) })),
    );
  });

  test("two columns crossed: each row is in the cell of its two parts", async () => {
    const [across, down] = [place("Gap"), place("Volume")];
    for (const parts of STUDY_GRID_PARTS) {
      const grid = await studyGrid(market, finished, { outcome: place("Net"), across, down, parts, seed: SEED });
      const barOf = (at: number, value: unknown): number | null => {
        const bars = study.columns.find((column) => column.place === at)?.parts.find(({ count }) => count === parts);
        return (
          bars?.bars.find(({ from, to }) => typeof value === "number" && value >= from && value <= to)?.part ?? null
        );
      };
      const cellOf = new Map<string, PlainRow[]>();
      for (const row of cells) {
        const outcome = row[place("Net")];
        const [column, line] = [barOf(across, row[across]), barOf(down, row[down])];
        if (typeof outcome !== "number" || column === null || line === null) continue;
        const key = `${line} ${column}`;
        cellOf.set(key, [...(cellOf.get(key) ?? []), { symbol: String(row[0]), date: String(row[1]), outcome }]);
      }
      close(
        grid.cells,
        [...cellOf]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, own]) => {
            const [line = 0, column = 0] = key.split(" ").map(Number);
            return { across: column, down: line, ...plainGroup(own, days, draws) };
          }),
      );
    }
  });

  test("the base rate is the study without the filters, and the last filter leaves what the run has", async () => {
    const base = await studyBase(market, request(), { rows: rows.length, seed: SEED });
    expect(base.sampled).toBe(false);
    const all = await runScan(market, request([]), { run: "study_all" });
    const one = await runScan(market, request(FILTERS.slice(1)), { run: "study_one" });
    const figures = async (of: FinishedRun) => {
      const { rows: count, mean } = (await studyRun(market, of, { outcome: place("Net"), seed: SEED })).figures;
      return { rows: count, mean };
    };
    const brief = (group: { rows: number; mean: number | null } | undefined) => ({
      rows: group?.rows,
      mean: group?.mean,
    });
    close(brief(base.all), await figures(all));
    close(brief(base.steps[0]?.without), await figures(one));
    close(brief(base.steps[1]?.after), { rows: study.figures.rows, mean: study.figures.mean });
    await Promise.all([dropRun(market, "study_all"), dropRun(market, "study_one")]);
  });

  // The base rate above is drawn in the same way.
  test.runIf(IN_SOAK)("a base rate that reads minutes is of whole days drawn by the seed", async () => {
    const minutes = [{ formula: "[intraday sum volume '09:30' .. '09:59'] > 0" }];
    const base = await studyBase(market, request(minutes), { rows: 5, seed: SEED });
    expect(base.sampled).toBe(true);
    expect(base.all.rows).toBeGreaterThan(0);
    // So many rows that every day is drawn: no sample.
    const every = await studyBase(market, request(minutes), { rows: 100_000, seed: SEED });
    expect(every.sampled).toBe(false);
    expect(every.all.rows).toBeGreaterThan(base.all.rows);
    const listed = Array.from({ length: 50 }, (_, index) => ({ date: `d${String(index).padStart(2, "0")}`, rows: 10 }));
    expect(drawnDays(listed, 95, 1)).toHaveLength(9);
    expect(drawnDays(listed, 95, 1)).not.toEqual(drawnDays(listed, 95, 2));
    expect(drawnDays(listed, 3, 1)).toHaveLength(1);
    const many = Array.from({ length: 60 }, (_, day) => ({ date: `day ${day}`, rows: 10 }));
    // An interval needs thirty days.
    expect(drawnDays(many, 95, 1, 1_000)).toHaveLength(30);
    expect(drawnDays(many, 400, 1, 1_000)).toHaveLength(40);
    expect(drawnDays(many, 95, 1, 205)).toHaveLength(20);
  });

  test("without rows is empty", async () => {
    const none = await runScan(market, request([{ formula: "[daily close] < 0" }]), { run: "study_none" });
    const empty = await studyRun(market, none, { outcome: place("Net") });
    expect(empty.figures).toMatchObject({ rows: 0, days: 0, mean: null, interval: null, median: null });
    expect([empty.curve, empty.columns, empty.topSecurities]).toEqual([[], [], []]);
    await dropRun(market, "study_none");
  });
});
