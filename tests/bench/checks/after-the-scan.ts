import { readRequest } from "../../../src/request/index.ts";
import { dropRun, runScan, runSweep, studyRun } from "../../../src/scan/index.ts";
import { dateOf } from "../../../src/market/index.ts";
import type { Bench } from "../bench.ts";
import { costOf, median } from "../contest.ts";
import type { Figure } from "../report.ts";
import { requestOf, scanContender, type Question } from "../scan-of.ts";
import { lastDays, lastSessions, type Check } from "./check.ts";

/** Of reading the windows of the same minutes. */
const TRADES = 1.5;
/** Of the run of the union, with a column for each value of a parameter inside one. */
const SWEEP = 2;
/** Of one statement that reads the columns. */
const STUDY = 5;
const STUDIED_ROWS = 1_000_000;
/** Beside the outcome. */
const STUDIED_COLUMNS = Array.from(
  { length: 29 },
  (_, at) => `[daily close -${at} adj] / [daily close -${at + 1} adj]`,
);

const WEEK = "( [daily close 5 adj] / [daily close adj] - 1 ) * 100";
const FILTER = "[daily open adj] / [daily close -1 adj] > 1.005";
const TRADE = "long at '09:30' target 3 stop 2 until '15:59'";
const WALKED = ["return", "reason", "exit_time"].map((field) => `[trade ${field} ${TRADE}]`);
/** What a trade of a day is made of, read and not walked; no bucket holds the first of them. */
const WINDOWS = [
  "[intraday open at max high '09:31' .. '15:58']",
  "[intraday max high '09:31' .. '15:58']",
  "[intraday min low '09:31' .. '15:58']",
  "[intraday last close '09:31' .. '15:58']",
];

/** Engine's and our CPU of works that are done in turns, the median of each. */
async function inTurns(bench: Bench, works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const samples = works.map((): number[] => []);
  for (let turn = 0; turn <= bench.options.runs; turn += 1)
    for (const [at, work] of works.entries()) {
      const { cpu } = await costOf(bench, async () => void (await work()));
      // The first turn warms up.
      if (turn > 0) samples[at]?.push(cpu);
    }
  return samples.map(median);
}

async function trades(bench: Bench): Promise<Figure> {
  const of = (name: string, columns: readonly string[]) => {
    const question: Question = { filters: [FILTER], columns, ...lastSessions(bench, 20) };
    return scanContender(bench, name, question);
  };
  const [walked = 0, read = 0, without = 0] = await inTurns(
    bench,
    [of("trades", WALKED), of("their windows", WINDOWS), of("no minutes", ["[daily close]"])].map(
      (one) => () => one.run(),
    ),
  );
  return {
    question: "a trade of a day, three of its fields",
    ours: walked - without,
    against: "reading windows of its minutes",
    theirs: read - without,
    unit: "s CPU",
    bound: { atMost: TRADES },
    note: `without the ${without.toFixed(2)} s of the same scan with a column of the day`,
  };
}

async function sweep(bench: Bench): Promise<Figure> {
  const { from, to } = lastDays(bench, 252, 30);
  const { request, diagnostics } = readRequest({
    name: "sweep",
    Date_Range: { start_date: dateOf(from), end_date: dateOf(to) },
    parameters: [
      { name: "gap", from: 1, to: 5.8, step: 0.2, value: 1 },
      { name: "price", from: 5, to: 100, step: 5, value: 5 },
    ],
    filters: {
      Custom: [
        { formula: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100 > $gap" },
        { formula: "[daily open] > $price" },
      ],
    },
    columns: { Custom: [{ name: "Week", formula: WEEK }] },
    outcome: "Week",
  });
  if (request === null) throw new Error(JSON.stringify(diagnostics));
  let settings = 0;
  const union = async (): Promise<void> => {
    await runScan(bench.market, request, { run: "bench_union" });
    await dropRun(bench.market, "bench_union");
  };
  const swept = async (): Promise<void> => {
    settings = (await runSweep(bench.market, request, "Week", { run: "bench_sweep", seed: 1 })).cells.length;
  };
  const [ours = 0, theirs = 0] = await inTurns(bench, [swept, union]);
  return {
    question: `a sweep of ${settings} settings over a year, dealt anew included`,
    ours,
    against: "the run of their union",
    theirs,
    unit: "s CPU",
    bound: { atMost: SWEEP },
  };
}

/** Values of the parameter that stands inside a column. */
const STEPS = [1, 2, 3, 4, 5] as const;

/** A parameter inside a column: what it costs is that column once for each value, written out. */
async function inside(
  bench: Bench,
  { kind, from, to }: { readonly kind: string; readonly from: number; readonly to: number },
  columnAt: (value: string) => string,
): Promise<Figure> {
  const { request, diagnostics } = readRequest({
    name: "inside",
    Date_Range: { start_date: dateOf(from), end_date: dateOf(to) },
    parameters: [{ name: "x", from: STEPS[0], to: STEPS.at(-1), step: 1, value: STEPS[0] }],
    filters: { Custom: [{ formula: FILTER }] },
    columns: { Custom: [{ name: "Worth", formula: columnAt("$x") }] },
    outcome: "Worth",
  });
  if (request === null) throw new Error(JSON.stringify(diagnostics));
  const written = scanContender(bench, "written out", {
    filters: [FILTER],
    columns: STEPS.map((value) => columnAt(String(value))),
    from,
    to,
  });
  const [ours = 0, theirs = 0] = await inTurns(bench, [
    () => runSweep(bench.market, request, "Worth", { run: "bench_inside", seed: 1 }),
    () => written.run(),
  ]);
  return {
    question: `a sweep of ${STEPS.length} values of a parameter inside ${kind}, dealt anew included`,
    ours,
    against: "a scan with a column for each value",
    theirs,
    unit: "s CPU",
    bound: { atMost: SWEEP },
  };
}

async function study(bench: Bench): Promise<Figure> {
  const columns = [WEEK, ...STUDIED_COLUMNS];
  const days = Math.ceil(STUDIED_ROWS / bench.options.symbols);
  const request = requestOf("study", { filters: [], columns, ...lastDays(bench, days, 30) });
  const run = await runScan(bench.market, request, { run: "bench_study" });
  try {
    const outcome = run.columns.length - columns.length;
    const sums = run.columns.slice(outcome).map(({ id }) => `sum(${id})`);
    const [ours = 0, theirs = 0] = await inTurns(bench, [
      () => studyRun(bench.market, run, { outcome, seed: 1 }),
      () => bench.market.query(`SELECT ${sums.join(", ")} FROM ${run.database}.${run.table}`),
    ]);
    return {
      question: `a study of ${run.rows.toLocaleString("en")} rows by ${columns.length} columns, its draws included`,
      ours,
      against: "one statement that reads those columns",
      theirs,
      unit: "s CPU",
      bound: { atMost: STUDY },
    };
  } finally {
    await dropRun(bench.market, "bench_study");
  }
}

/** What comes after the scan: trades, sweeps of thresholds, and studies. */
export const afterTheScan: Check = {
  name: "after-the-scan",
  async run(bench) {
    const figures = [
      await trades(bench),
      await sweep(bench),
      await inside(
        bench,
        { kind: "a column of a year", ...lastDays(bench, 252, 30) },
        (x) => `if( [daily close adj] > ${x} * 10 , ${WEEK} , 0 )`,
      ),
      await inside(
        bench,
        { kind: "a trade", ...lastSessions(bench, 20) },
        (x) => `[trade return long at '09:30' target 3 stop ${x} until '15:59']`,
      ),
      await study(bench),
    ];
    return { figures, plain: [] };
  },
};
