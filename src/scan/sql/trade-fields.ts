import { REGULAR_CLOSE, REGULAR_OPEN, TRADE_HALT } from "../../vocabulary/index.ts";
import type { TradeSeries } from "../plan/trade-series.ts";

/** Minutes of a day in the time line of a trade: its minutes are numbered from midnight of the row's day. */
export const TRADE_DAY = 1440;
const DAY = TRADE_DAY;

/** A field over what `walked` gives. */
export function tradeFieldSql({ field, side, entry }: TradeSeries): string {
  const sign = side === "long" ? "1." : "-1.";
  const base = "abs(ent)";
  const furthest = (better: boolean): string => {
    const [of, pick, bars] = better ? ["arrayMax", "greatest", "f"] : ["arrayMin", "least", "a"];
    const seen = `if(seen > 0, ${of}(arraySlice(${bars}, 1, seen)), ent)`;
    const opened = "if(by_level AND NOT entry_bar, o[hit], ent)";
    return `if(done, (${pick}(ent, ended_at, ${opened}, ${seen}) - ent) / ${base} * 100, NULL)`;
  };
  const gain = (price: string): string => `(${price} - ent) / ${base} * 100`;
  // Of a bar that does not tell which level came first; where a trail is unclear no bound is known.
  const bound = (price: string): string =>
    `multiIf(is_day AND both AND NOT trail_unclear, ${gain(price)}, done, ${gain("ended_at")}, NULL)`;
  switch (field) {
    case "return":
      return `if(done, ${gain("ended_at")}, NULL)`;
    case "stop_price":
      return `if(valid AND isFinite(fixed_or), ${sign} * fixed_or / factor0, NULL)`;
    case "target_price":
      return `if(valid AND isFinite(goal_or), ${sign} * goal_or / factor0, NULL)`;
    case "return_worst":
      return bound("level");
    case "return_best":
      return bound("goal_or");
    case "entry":
      return `if(valid, ${sign} * ent / factor0, NULL)`;
    case "entry_time":
      return entry.at === "close"
        ? "if(valid, toUInt16(day0.8), NULL)"
        : `if(valid AND y[1] = 0, toUInt16(t[1] % ${DAY}), NULL)`;
    case "exit":
      return `if(done, ${sign} * ended_at / factor0, NULL)`;
    case "exit_day":
      return `if(done, toNullable(arrayFirst(d -> d.1 = intDiv(exit_t, ${DAY}), days).11), NULL)`;
    case "exit_time":
      return `if(done AND (auction OR y[exit_bar] = 0), toUInt16(exit_t % ${DAY}), NULL)`;
    case "reason":
      return "if(outcome IN ('', 'ambiguous'), NULL, outcome)";
    case "mfe":
      return furthest(true);
    case "mae":
      return furthest(false);
    case "minutes":
      return heldSql(entry);
    case "path":
      return "multiIf(outcome = 'ambiguous', 'ambiguous', NOT valid OR empty(t), NULL, days_seen, 'days', 'minutes')";
    case "flags":
      return flagsSql();
  }
}

/** Minutes of the regular sessions between entry and exit. */
function heldSql(entry: TradeSeries["entry"]): string {
  const from = entry.at === "close" ? "day0.8" : "t[1]";
  const to = `exit_t % ${DAY} + if(auction OR by_level OR exit_bar = 0, 0, 1)`;
  const same = `toFloat64(${to} - ${from})`;
  const closes = `arraySum(arrayMap(d -> if(d.1 < intDiv(exit_t, ${DAY}), d.8 - ${REGULAR_OPEN}, 0), days))`;
  const over = `toFloat64(${closes} + ${to} - ${from})`;
  return `if(done AND NOT days_seen, if(exit_t < ${DAY}, ${same}, ${over}), NULL)`;
}

function flagsSql(): string {
  // Each bar beside the one before it: an index into an array would copy the array for every bar.
  const from = (first: number, array: string): string => `arraySlice(${array}, ${first}, greatest(exit_bar - 1, 0))`;
  const jump = `abs(o1 / nullIf(c0, 0) - 1) * 100 >= ${TRADE_HALT.percent}`;
  const silent = `intDiv(t1, ${DAY}) = intDiv(t0, ${DAY}) AND t1 - t0 > ${TRADE_HALT.minutes} AND t0 % ${DAY} >= ${REGULAR_OPEN} AND t1 % ${DAY} < ${REGULAR_CLOSE}`;
  const arrays = [from(2, "t"), from(2, "o"), from(2, "y"), from(1, "t"), from(1, "c"), from(1, "y")].join(", ");
  const halted = `arrayExists((t1, o1, y1, t0, c0, y0) -> y1 = 0 AND y0 = 0 AND ${silent} AND ifNull(${jump}, 0), ${arrays})`;
  const found = [
    "if(by_level AND NOT is_day AND both, 'both levels', '')",
    "if(by_level AND partly AND entry_bar AND by_stop AND NOT both, 'entry minute', '')",
    `if(done AND ${halted}, 'halt?', '')`,
  ];
  return `nullIf(arrayStringConcat(arrayFilter(x -> x != '', [${found.join(", ")}]), ', '), '')`;
}
