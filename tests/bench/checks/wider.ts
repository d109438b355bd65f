import { costOf, median } from "../contest.ts";
import { scanContender, sqlContender } from "../scan-of.ts";
import { lastSessions, type Check } from "./check.ts";
import { COLUMNS, FILTERS } from "./realistic.ts";

const WEEKS = [
  "[weekly close -1 adj]",
  "[daily close adj] > max([weekly high -1 adj], [weekly high -2 adj])",
  "[indicator sma(10) close weekly -1 adj]",
  "[monthly high so far adj]",
];

/**
 * What other securities and a rank within the sector add to a scan, beyond reading those securities once, and what weeks
 * and months add.
 */
export const wider: Check = {
  name: "wider",
  async run(bench) {
    const { market, hand, options } = bench;
    const place = lastSessions(bench, 20);
    const others = await market.query<{ symbol: string; security_id: number }>(
      `SELECT symbol, security_id FROM ${market.database}.security ORDER BY security_id LIMIT 3`,
    );
    const [a = "", b = "", c = ""] = others.map(({ symbol }) => symbol);
    const more = [
      `[daily close adj of "${a}"]`,
      `[indicator sma(50) close adj of "${b}"]`,
      `pct_change([daily close adj], 20) - pct_change([daily close adj of "${c}"], 20)`,
      "rank(pct_change([daily close adj], 20), by sector)",
    ];
    const ids = others.map(({ security_id }) => security_id).join(", ");
    const reading = {
      statements: [
        `CREATE OR REPLACE TABLE ${hand}.series ENGINE = MergeTree ORDER BY (security_id, session) AS SELECT security_id, session, close, split_factor FROM ${market.database}.daily WHERE security_id IN (${ids})`,
      ],
      table: `${hand}.series`,
    };
    const contenders = [
      scanContender(bench, "without", { filters: FILTERS, columns: COLUMNS, ...place }),
      scanContender(bench, "wider", { filters: FILTERS, columns: [...COLUMNS, ...more], ...place }),
      sqlContender(bench, "reading the series", reading),
      scanContender(bench, "weeks", { filters: FILTERS, columns: [...COLUMNS, ...WEEKS], ...place }),
    ];
    const samples: number[][] = contenders.map(() => []);
    for (let run = -1; run < options.runs; run += 1)
      for (const [index, contender] of contenders.entries()) {
        const { cpu } = await costOf(bench, async () => void (await contender.run()));
        if (run >= 0) samples[index]?.push(cpu);
      }
    const [without = 0, wide = 0, read = 0, weeks = 0] = samples.map(median);
    return {
      figures: [
        {
          question: "realistic request with three series of others and a rank by sector",
          ours: wide,
          against: "without them, and reading them once",
          theirs: without + read,
          unit: "s CPU",
          bound: { atMost: 1.3 },
        },
        {
          question: "realistic request with weeks, months and an average of weeks",
          ours: weeks,
          against: "without them",
          theirs: without,
          unit: "s CPU",
          bound: { atMost: 1.3 },
        },
      ],
      plain: [],
    };
  },
};
