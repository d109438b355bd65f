import { contest } from "../contest.ts";
import type { Figure } from "../report.ts";
import { scanContender, sqlContender, type Question } from "../scan-of.ts";
import { indicatorsOfAll, newHighs, topGains, type Place, type Statements } from "../sql/daily.ts";
import type { Check } from "./check.ts";
import { lastDays } from "./check.ts";

interface DailyScan {
  readonly name: string;
  readonly sessions: number;
  readonly filters: readonly string[];
  readonly columns: readonly string[];
  readonly byHand: (place: Place) => Statements;
}

const GAIN = "( [daily close adj] / [daily close -1 adj] - 1 ) * 100";
const USUAL = "[daily avg volume -20 .. -1 adj]";
const HIGH = "[daily max high -252 .. -1 adj]";

const SCANS: readonly DailyScan[] = [
  {
    name: "new 52-week highs on volume, a year",
    sessions: 252,
    filters: [`[daily close adj] > ${HIGH}`, `[daily volume adj] > 2 * ${USUAL}`],
    columns: ["[daily close adj]", GAIN, `[daily volume adj] / ${USUAL}`, HIGH],
    byHand: newHighs,
  },
  {
    name: "EMA, RSI, MACD of all, a year",
    sessions: 252,
    filters: [],
    columns: [
      "[indicator ema(20) close adj]",
      "[indicator rsi(14) close adj]",
      "[indicator macd.line(12, 26, 9) close adj]",
    ],
    byHand: indicatorsOfAll,
  },
  {
    name: "fifty largest gains a day, a year",
    sessions: 252,
    filters: [`rank(${GAIN}) <= 50`],
    columns: ["[daily close adj]", GAIN, `rank(${GAIN})`],
    byHand: topGains,
  },
];

/** Scans over days only, each against one statement by hand. */
export const daily: Check = {
  name: "daily",
  async run(bench) {
    const figures: Figure[] = [];
    for (const { name, sessions, filters, columns, byHand } of SCANS) {
      // Room before the range for the longest window and for the warm-up.
      const place = lastDays(bench, sessions, 460);
      const question: Question = { filters, columns, ...place };
      const [ours, hand] = await contest(bench, [
        scanContender(bench, name, question),
        sqlContender(bench, "one-pass SQL", byHand({ db: bench.market.database, hand: bench.hand, ...place })),
      ]);
      if (!ours || !hand) throw new Error("two contenders give two results");
      figures.push({
        question: `${name}, ${ours.rows} rows`,
        ours: ours.cost.cpu,
        against: hand.contender,
        theirs: hand.cost.cpu,
        unit: "s CPU",
        bound: null,
      });
    }
    return { figures, plain: [] };
  },
};
