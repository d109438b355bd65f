import type { Bench } from "../bench.ts";
import { dropRun, prepareScans } from "../../../src/scan/index.ts";
import { contest } from "../contest.ts";
import { scanContender, sqlContender, type Question } from "../scan-of.ts";
import { decade as byHand } from "../sql/daily.ts";
import type { Check } from "./check.ts";
import { lastDays } from "./check.ts";

const HIGH = "[daily max high -252 .. -1 adj]";
const VOLUME = "[daily avg volume -20 .. -1 adj]";
const YESTERDAY = "[daily close -1 adj]";

/** 22 columns, in the order of sql/daily.ts. */
const COLUMNS = [
  "[daily open adj]",
  "[daily high adj]",
  "[daily low adj]",
  "[daily close adj]",
  "[daily volume adj]",
  YESTERDAY,
  "[daily close -5 adj]",
  "[daily close -21 adj]",
  "[daily volume -1 adj]",
  "[daily avg close -4 .. 0 adj]",
  "[daily avg close -19 .. 0 adj]",
  "[daily avg close -49 .. 0 adj]",
  "[daily avg close -199 .. 0 adj]",
  VOLUME,
  "[daily max high -20 .. -1 adj]",
  "[daily min low -20 .. -1 adj]",
  HIGH,
  "[daily min low -252 .. -1 adj]",
  `( [daily open adj] / ${YESTERDAY} - 1 ) * 100`,
  `( [daily close adj] / ${YESTERDAY} - 1 ) * 100`,
  `[daily volume adj] / ${VOLUME}`,
  `( [daily close adj] / ${HIGH} - 1 ) * 100`,
];

/** MB of memory that the engine may hold for the longest scan, and for the statements by hand. */
const ENGINE_MEMORY = 1200;
/** Bars of a range of securities in the statements by hand. */
const HAND_ROWS = 500_000;
/** Of the CPU of the statements by hand. */
const CPU = 1.2;

/** Ranges of security ids of about as many bars each. */
async function ranges({ market }: Bench): Promise<(readonly [from: number, to: number])[]> {
  const [found] = await market.query<{ bounds: number[] }>({
    sql: `SELECT groupArray(id) AS bounds FROM (SELECT max(security_id) AS id FROM (SELECT security_id, sum(count()) OVER (ORDER BY security_id) AS upto FROM ${market.database}.daily GROUP BY security_id) GROUP BY intDiv(upto, {size:UInt64}) ORDER BY id)`,
    params: { size: HAND_ROWS },
  });
  return (found?.bounds ?? []).map((to, index, all) => [(all[index - 1] ?? -1) + 1, to]);
}

/** Every day of every security, 22 columns: memory first. A fresh engine for every run, so that a peak is its own. */
export const decade: Check = {
  name: "decade",
  async run(bench) {
    const place = lastDays(bench, Number.POSITIVE_INFINITY);
    const question: Question = { filters: [], columns: COLUMNS, ...place };
    const tables = { db: bench.market.database, hand: bench.hand, ...place };
    const [ours, hand] = await contest(
      bench,
      [
        scanContender(bench, "decade", question),
        sqlContender(bench, "SQL in ranges", byHand(tables, await ranges(bench))),
      ],
      {
        memory: true,
        // As a server does when it starts; and what the other one left would be merged at this one's expense.
        async before() {
          await prepareScans(bench.market);
          await dropRun(bench.market, "bench_decade");
          await bench.market.command(`DROP TABLE IF EXISTS ${bench.hand}.decade SYNC`);
        },
      },
    );
    if (!ours || !hand) throw new Error("two contenders give two results");
    const asked = `all days of all securities, 22 columns, ${ours.rows} rows`;
    const memory =
      ours.cost.peak === null || hand.cost.peak === null
        ? []
        : [
            {
              question: asked,
              ours: ours.cost.peak,
              against: hand.contender,
              theirs: hand.cost.peak,
              unit: "MB" as const,
              bound: null,
            },
          ];
    return {
      figures: [
        {
          question: asked,
          ours: ours.cost.cpu,
          against: hand.contender,
          theirs: hand.cost.cpu,
          unit: "s CPU",
          bound: { atMost: CPU },
        },
        ...memory,
      ],
      plain:
        ours.cost.peak === null
          ? []
          : [
              {
                question: "engine's memory in it, highest peak",
                value: ours.cost.peak,
                unit: "MB",
                atMost: ENGINE_MEMORY,
              },
              {
                question: "engine's memory in the SQL by hand, highest peak",
                value: hand.cost.peak ?? Number.NaN,
                unit: "MB",
                atMost: ENGINE_MEMORY,
              },
            ],
    };
  },
};
