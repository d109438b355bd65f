import { runScan, type ScanOptions } from "../../../src/scan/index.ts";
import type { Bench } from "../bench.ts";
import { costOf, median, type Cost } from "../contest.ts";
import { differences, digestOf } from "../digest.ts";
import type { Figure, Plain } from "../report.ts";
import { requestOf, type Question } from "../scan-of.ts";
import { lastDays, type Check } from "./check.ts";
import { COLUMNS, FILTERS } from "./realistic.ts";

/** Sessions of a quarter. */
const QUARTER = 63;

type Text = Pick<Question, "filters" | "columns">;

const KINDS = {
  "change one filter": { atMost: 0.3, aim: 150 },
  "switch one off, or move it": { atMost: 0.1, aim: 50 },
  "add a column": { atMost: 0.4, aim: 200 },
} as const;
type Kind = keyof typeof KINDS;

const WHOLE: Text = { filters: FILTERS, columns: COLUMNS };
const changed = (at: number, from: string, to: string): Text => ({
  ...WHOLE,
  filters: FILTERS.map((formula, index) => (index === at ? formula.replace(from, to) : formula)),
});
const without = (at: number): Text => ({ ...WHOLE, filters: FILTERS.filter((_, index) => index !== at) });
const withColumn = (formula: string): Text => ({ ...WHOLE, columns: [...COLUMNS, formula] });

/**
 * What somebody does to the realistic request, one after the other; after each the whole request is looked at again, as
 * one who takes a change back does. A filter that is switched off is on again next, and off once more.
 */
const EDITS: readonly { readonly kind: Kind; readonly what: string; readonly text: Text }[] = [
  { kind: "change one filter", what: "gap above 4 %", text: changed(0, "1.05", "1.04") },
  { kind: "change one filter", what: "gap above 6 %", text: changed(0, "1.05", "1.06") },
  { kind: "change one filter", what: "price from 10", text: changed(1, ">= 5", ">= 10") },
  { kind: "change one filter", what: "price from 3", text: changed(1, ">= 5", ">= 3") },
  { kind: "change one filter", what: "volume from 500K", text: changed(2, "300K", "500K") },
  { kind: "change one filter", what: "another class", text: changed(3, "Common Stock", "ETF") },
  { kind: "change one filter", what: "RSI above 40", text: changed(4, "> 50", "> 40") },
  { kind: "change one filter", what: "RSI above 60", text: changed(4, "> 50", "> 60") },
  { kind: "change one filter", what: "premarket from 10K", text: changed(5, "20K", "10K") },
  { kind: "change one filter", what: "premarket from 50K", text: changed(5, "20K", "50K") },
  { kind: "switch one off, or move it", what: "without price", text: without(1) },
  { kind: "switch one off, or move it", what: "without price again", text: without(1) },
  { kind: "switch one off, or move it", what: "without RSI", text: without(4) },
  { kind: "switch one off, or move it", what: "without RSI again", text: without(4) },
  { kind: "switch one off, or move it", what: "without premarket", text: without(5) },
  {
    kind: "switch one off, or move it",
    what: "the last first",
    text: { ...WHOLE, filters: [...FILTERS.slice(-1), ...FILTERS.slice(0, -1)] },
  },
  {
    kind: "switch one off, or move it",
    what: "price first",
    text: { ...WHOLE, filters: [FILTERS[1] ?? "", ...FILTERS.filter((_, index) => index !== 1)] },
  },
  { kind: "switch one off, or move it", what: "the whole request again", text: WHOLE },
  { kind: "add a column", what: "of a bar", text: withColumn("[daily close] / [daily open]") },
  { kind: "add a column", what: "of 50 days", text: withColumn("[daily avg close -50 .. -1 adj]") },
  { kind: "add a column", what: "an indicator", text: withColumn("[indicator sma(50) close adj]") },
  { kind: "add a column", what: "of minutes", text: withColumn("[intraday avg close '09:30' .. '15:59']") },
];

/** Makes all answers unknown. */
async function forgetAll({ market }: Bench): Promise<void> {
  const tables = await market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'answer_')",
    params: { database: market.database },
  });
  for (const { name } of tables) await market.command(`DROP TABLE ${market.database}.${name} SYNC`);
}

/** What changes of a request cost, in the engine and in the planner, against previewing the changed request anew. */
export const edits: Check = {
  name: "edits",
  async run(bench) {
    const days = lastDays(bench, QUARTER);
    const measured = async (text: Text, run: string, options: Partial<ScanOptions>) => {
      const request = requestOf("edits", { ...text, ...days });
      const cost = await costOf(bench, async () => {
        await runScan(bench.market, request, { run, lane: "interactive", ...options });
      });
      return { cost, digest: await digestOf(bench.market, `${bench.market.database}.result_${run}`) };
    };
    const samples = EDITS.map(() => ({ kept: [] as Cost[], fresh: [] as Cost[] }));
    const first: Cost[] = [];
    await measured(WHOLE, "fresh", {});
    for (let round = 0; round < bench.options.runs; round += 1) {
      await forgetAll(bench);
      first.push((await measured(WHOLE, "kept", { answers: true })).cost);
      for (const [index, { what, text }] of EDITS.entries()) {
        const kept = await measured(text, "kept", { answers: true });
        const fresh = await measured(text, "fresh", {});
        const wrong = differences(fresh.digest, kept.digest);
        if (wrong.length > 0) throw new Error(`${what}: ${wrong.join("; ")}`);
        samples[index]?.kept.push(kept.cost);
        samples[index]?.fresh.push(fresh.cost);
      }
    }
    const figures: Figure[] = [];
    const plain: Plain[] = [
      {
        question: "the first preview",
        value: 1000 * median(first.map(({ seconds }) => seconds)),
        unit: "ms",
        atMost: null,
      },
    ];
    for (const [kind, { atMost, aim }] of Object.entries(KINDS)) {
      const of = EDITS.flatMap((edit, index) => (edit.kind === kind ? [index] : []));
      for (const [measure, unit, factor] of [
        ["cpu", "s CPU", 1],
        ["seconds", "ms", 1000],
      ] as const) {
        const typical = (which: "kept" | "fresh"): number =>
          factor * median(of.map((index) => median(samples[index]?.[which].map((cost) => cost[measure]) ?? [])));
        figures.push({
          question: kind,
          ours: typical("kept"),
          against: "anew",
          theirs: typical("fresh"),
          unit,
          bound: { atMost },
          ...(unit === "ms" ? { note: `aim: ${aim} ms` } : {}),
        });
      }
      for (const index of of)
        plain.push({
          question: `${kind}: ${EDITS[index]?.what}`,
          value: 1000 * median(samples[index]?.kept.map(({ cpu }) => cpu) ?? []),
          unit: "ms CPU",
          atMost: null,
          note: `anew ${Math.round(1000 * median(samples[index]?.fresh.map(({ cpu }) => cpu) ?? []))}`,
        });
    }
    return { figures, plain };
  },
};
