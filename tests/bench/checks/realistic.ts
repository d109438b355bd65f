import { contest } from "../contest.ts";
import { scanContender, sqlContender, type Question } from "../scan-of.ts";
import { naive, staged } from "../sql/realistic.ts";
import type { Check } from "./check.ts";
import { lastSessions } from "./check.ts";

export const FILTERS = [
  "[daily open adj] / [daily close -1 adj] > 1.05",
  "[daily close -1] >= 5",
  "[daily avg volume -20 .. -1 adj] >= 300K",
  '[identity security_class] = "Common Stock"',
  "[indicator rsi(14) close -1 adj] > 50",
  "[intraday sum volume '04:00' .. '09:29'] >= 20K",
];

/** 33 columns over all classes, in the order of sql/realistic.ts. */
export const COLUMNS = [
  "[identity name]",
  "[identity exchange]",
  "[identity country]",
  "[daily open]",
  "[daily high]",
  "[daily low]",
  "[daily close]",
  "[daily volume]",
  "[daily vwap]",
  "[daily close -1 adj]",
  "[daily max high -20 .. -1 adj]",
  "[daily min low -20 .. -1 adj]",
  "[daily max high -252 .. -1 adj]",
  "[daily avg volume -20 .. -1 adj]",
  "[daily close at max volume -10 .. -1 adj]",
  "[daily close 1 adj]",
  "[intraday max high '04:00' .. '09:29']",
  "[intraday sum volume '04:00' .. '09:29']",
  "[intraday close at '10:00']",
  "[intraday max high '09:30' .. '10:29']",
  "[intraday min low '09:30' .. '10:29']",
  "[intraday time at max high '09:30' .. '15:59']",
  "[indicator ema(20) close -1 adj]",
  "[indicator rsi(14) close -1 adj]",
  "[indicator macd.line(12, 26, 9) close -1 adj]",
  "[indicator atr(14) -1 adj]",
  "[fundamental market_cap]",
  "[fundamental sector]",
  "[fundamental news]",
  "[ownership float]",
  "[earnings total-revenue-1q]",
  "( [daily open adj] / [daily close -1 adj] - 1 ) * 100",
  "[daily volume adj] / [daily avg volume -20 .. -1 adj]",
];

/** The realistic request: six filters, 33 columns, 20 sessions. */
export const realistic: Check = {
  name: "realistic",
  async run(bench) {
    const place = lastSessions(bench, 20);
    const question: Question = { filters: FILTERS, columns: COLUMNS, ...place };
    const tables = { db: bench.market.database, hand: bench.hand, ...place };
    const [ours, stages, onePass] = await contest(bench, [
      scanContender(bench, "realistic", question),
      sqlContender(bench, "hand-staged SQL", staged(tables)),
      sqlContender(bench, "naive one-pass SQL", naive(tables)),
    ]);
    if (!ours || !stages || !onePass) throw new Error("three contenders give three results");
    const figure = {
      question: `realistic request, ${ours.rows} rows`,
      ours: ours.cost.cpu,
      unit: "s CPU",
    } as const;
    return {
      figures: [
        { ...figure, against: onePass.contender, theirs: onePass.cost.cpu, bound: { atMost: 0.4 } },
        { ...figure, against: stages.contender, theirs: stages.cost.cpu, bound: { atMost: 1.1 } },
      ],
      plain: [],
    };
  },
};
