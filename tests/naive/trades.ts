import type { Trade, TradeDistance, TradeLevel } from "../../src/formula/index.ts";
import { REGULAR_CLOSE, REGULAR_OPEN, ROUNDING, TRADE_GONE_SESSIONS, TRADE_HALT } from "../../src/vocabulary/index.ts";
import { calendar } from "./market.ts";
import { columnTree } from "./reads.ts";
import type { Evaluator } from "./place.ts";
import type { Value } from "./values.ts";
import { walk, type Node } from "../../src/formula/index.ts";

/** A bar of the walk, on the scale of the snapshot. */
interface Step {
  readonly session: number;
  /** Null for a whole day. */
  readonly minute: number | null;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface Exit {
  readonly price: number;
  readonly session: number;
  readonly minute: number | null;
  readonly reason: string;
  /** Minute at which it is over, for the time that it was held. */
  readonly over: number;
}

interface Outcome {
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  readonly exit: Exit | null;
  readonly reason: string | null;
  readonly best: number;
  readonly worst: number;
  readonly begun: number;
  /** Minute of the entry; null where it begins with a daily bar. */
  readonly started: number | null;
  readonly path: string | null;
  readonly flags: readonly string[];
}

const NOTHING: Outcome = {
  entry: null,
  stop: null,
  target: null,
  exit: null,
  reason: null,
  best: 0,
  worst: 0,
  begun: 0,
  started: null,
  path: null,
  flags: [],
};

const atMost = (a: number, b: number): boolean => a - b <= ROUNDING * Math.abs(b);
const atLeast = (a: number, b: number): boolean => atMost(-a, -b);

/** What a trade says, bar by bar as somebody would read a chart. */
export function tradeValue(trade: Trade, evaluator: Evaluator, session: number): Value {
  const outcome = walkTrade(trade, evaluator, session);
  const { entry, exit } = outcome;
  const scale = evaluator.place.view.factor(evaluator.place.security, session);
  const direction = trade.side === "long" ? 1 : -1;
  const percent = (price: number): number => (((price - (entry ?? 0)) * direction) / (entry ?? 1)) * 100;
  switch (trade.field) {
    case "entry":
      return entry === null ? null : entry / scale;
    case "stop_price":
      return outcome.stop && outcome.stop / scale;
    case "target_price":
      return outcome.target && outcome.target / scale;
    case "return_worst":
      return tradeValue({ ...trade, field: "return", choice: "worst" }, evaluator, session);
    case "return_best":
      return tradeValue({ ...trade, field: "return", choice: "best" }, evaluator, session);
    case "entry_time":
      return entry === null || outcome.started === null ? null : { time: outcome.started };
    case "exit":
      return exit && exit.price / scale;
    case "return":
      return exit && percent(exit.price);
    case "exit_day":
      return exit && { date: calendar(exit.session).date };
    case "exit_time":
      return exit === null || exit.minute === null ? null : { time: exit.minute };
    case "reason":
      return outcome.reason;
    case "mfe":
      return exit && percent(outcome.best);
    case "mae":
      return exit && percent(outcome.worst);
    case "path":
      return outcome.path;
    case "flags":
      return outcome.flags.length === 0 ? null : outcome.flags.join(", ");
    case "minutes": {
      if (exit === null || outcome.path === "days") return null;
      let minutes = exit.over - outcome.begun;
      for (let day = session; day < exit.session; day++)
        if (evaluator.place.view.day(evaluator.place.security, day)) minutes += calendar(day).close - REGULAR_OPEN;
      return minutes;
    }
  }
}

function walkTrade(trade: Trade, evaluator: Evaluator, session: number): Outcome {
  const { view, security } = evaluator.place;
  const { entry: begin, until } = trade;
  const long = trade.side === "long";
  const better = (a: number, b: number): boolean => (long ? a > b : a < b);
  const reaches = (price: number, goal: number): boolean => (long ? atLeast(price, goal) : atMost(price, goal));
  const falls = (price: number, stop: number): boolean => (long ? atMost(price, stop) : atLeast(price, stop));
  const highOf = (step: Step): number => (long ? step.high : step.low);
  const lowOf = (step: Step): number => (long ? step.low : step.high);
  const day0 = view.day(security, session);
  if (day0 === null) return NOTHING;
  const factor = view.factor(security, session);
  const price = (tree: Node): number | null => {
    const value = evaluator.number(tree, session);
    return value === null ? null : isAdjusted(tree, evaluator) ? value : value * factor;
  };

  let horizon = until.day;
  let conditioned = false;
  if (trade.when) {
    for (let day = begin.at === "close" ? 1 : 0; day <= until.day && !conditioned; day++) {
      // Looked at on days on which the security has a bar.
      if (view.day(security, session + day) && evaluator.truth(trade.when, session + day) === true) {
        horizon = day;
        conditioned = true;
      }
    }
  }
  const last = session + horizon;
  const first = begin.at === "time" ? begin.minute : begin.at === "level" ? begin.start : REGULAR_CLOSE;
  const end = until.minute === "close" ? REGULAR_CLOSE - 1 : until.minute;
  const regular = until.day > 0 || (first >= REGULAR_OPEN && end < REGULAR_CLOSE);

  /** What the trade sees of a day; null where neither minutes nor its bar say enough. */
  const stepsOf = (day: number): readonly Step[] | null => {
    const bar = view.day(security, day);
    if (bar === null) return [];
    const scale = view.factor(security, day);
    const minutes = security.minutes.get(day);
    const { close } = calendar(day);
    // Minutes before and after the session alone do not say how it went.
    if (minutes?.some(({ minute }) => !regular || (minute >= REGULAR_OPEN && minute < close)))
      return minutes
        .filter(({ minute }) => {
          if (regular && (minute >= close || (until.day > 0 && minute < REGULAR_OPEN))) return false;
          if (day === session && minute < first) return false;
          if (until.day === 0 && minute > end) return false;
          return day < last || minute <= end;
        })
        .map(({ minute, open, high, low, close: latest }) => ({
          session: day,
          minute,
          open: open * scale,
          high: high * scale,
          low: low * scale,
          close: latest * scale,
        }));
    if (bar.open === null || bar.high === null || bar.low === null || bar.close === null) return [];
    if (day === session && !(begin.at === "time" && begin.minute === REGULAR_OPEN)) return [];
    if (day === last && until.minute !== "close" && end < close - 1) return null;
    return [
      {
        session: day,
        minute: null,
        open: bar.open * scale,
        high: bar.high * scale,
        low: bar.low * scale,
        close: bar.close * scale,
      },
    ];
  };

  const steps: Step[] = [];
  let blind = false;
  for (let day = begin.at === "close" ? session + 1 : session; day <= last; day++) {
    const seen = stepsOf(day);
    if (seen === null) blind = true;
    else steps.push(...seen);
  }

  let entry: number | null = null;
  let at = 0;
  let partly = false;
  if (begin.at === "close") entry = day0.close === null ? null : day0.close * factor;
  else if (begin.at === "time") {
    const [step] = steps;
    if (step && step.session === session) entry = step.open;
  } else {
    const level = price(begin.level);
    const above = begin.side === "above";
    if (level !== null)
      at = steps.findIndex(
        ({ session: day, minute, high, low }) =>
          day === session &&
          minute !== null &&
          minute <= begin.end &&
          (above ? atLeast(high, level) : atMost(low, level)),
      );
    const step = steps[at];
    if (level !== null && step) {
      partly = above ? step.open < level : step.open > level;
      entry = partly ? level : step.open;
    }
  }
  if (entry === null) return NOTHING;
  const start = entry;

  const moved = (distance: TradeDistance, from: number, away: number): number | null => {
    const { value: given } = distance;
    const value = typeof given === "number" ? given : given.value;
    if (distance.by === "percent") return from + (away * from * value) / 100;
    const range = averageRange(evaluator, session, distance.length);
    return range === null ? null : from + away * range * value;
  };
  const levelOf = (level: TradeLevel, away: number): number | null =>
    level.by === "price" ? price(level.price) : moved(level, start, away);
  const [goodWay, badWay] = long ? [1, -1] : [-1, 1];
  const goal = trade.target && levelOf(trade.target, goodWay);
  const fixed = trade.stop && levelOf(trade.stop, badWay);
  if ((trade.target && goal === null) || (trade.stop && fixed === null)) return NOTHING;
  if (goal !== null && falls(goal, start)) return NOTHING;
  if (fixed !== null && reaches(fixed, start)) return NOTHING;
  if (trade.trail?.by === "atr" && !((averageRange(evaluator, session, trade.trail.length) ?? 0) > 0)) return NOTHING;

  const started = begin.at === "close" ? calendar(session).close : (steps[at]?.minute ?? null);
  const begins: Outcome = { ...NOTHING, entry: start, started, stop: fixed, target: goal };
  const begun = begin.at === "close" ? calendar(session).close : (steps[at]?.minute ?? REGULAR_OPEN);
  const flags: string[] = [];
  let peak = start;
  let best = start;
  let worst = start;
  let byDays = false;
  const reach = (one: number): void => {
    if (better(one, best)) best = one;
    if (better(worst, one)) worst = one;
  };
  const pathOf = (): string | null => {
    if (steps.length === 0) return null;
    return byDays ? "days" : "minutes";
  };
  const ends = (exit: Exit): Outcome => {
    reach(exit.price);
    return { ...begins, exit, reason: exit.reason, best, worst, begun, path: pathOf(), flags };
  };
  let before: Step | null = null;
  for (let index = at; index < steps.length; index++) {
    const step = steps[index];
    if (!step) break;
    const here = begin.at !== "close" && index === at;
    const isDay = step.minute === null;
    if (isDay) byDays = true;
    if (before && !isDay && before.minute !== null && before.session === step.session && !flags.includes("halt?")) {
      const silent = (step.minute ?? 0) - before.minute > TRADE_HALT.minutes;
      const inside = before.minute >= REGULAR_OPEN && (step.minute ?? 0) < REGULAR_CLOSE;
      if (silent && inside && Math.abs(step.open / before.close - 1) * 100 >= TRADE_HALT.percent) flags.push("halt?");
    }
    before = step;
    // A buy limit is filled on the way down: the high of its minute may be older than it.
    const limit = begin.at === "level" && (begin.side === "above") !== long;
    let high = highOf(step);
    if (here && partly && limit) high = better(step.close, start) ? step.close : start;
    const low = lowOf(step);
    const trailed = trade.trail && moved(trade.trail, peak, badWay);
    const stop = nearer(fixed, trailed, long);
    const minute = step.minute;
    const exit = (price_: number, reason: string): Exit => ({
      price: price_,
      session: step.session,
      minute,
      reason,
      over: minute ?? 0,
    });
    const stopReason = trailed !== null && stop === trailed && stop !== fixed ? "trail" : "stop";
    if (!here) {
      const opensBad = stop !== null && falls(step.open, stop);
      const opensGood = goal !== null && reaches(step.open, goal);
      if (opensBad) return ends(exit(step.open, stopReason));
      if (opensGood) return ends(exit(step.open, "target"));
    }
    const hitStop = stop !== null && falls(low, stop);
    const hitGoal = goal !== null && reaches(high, goal);
    if (isDay) {
      // At the target the trade is over: the trail follows no further.
      const seen = goal !== null && reaches(high, goal) ? goal : high;
      const furthest = better(seen, peak) ? seen : peak;
      const near = nearer(fixed, trade.trail && moved(trade.trail, furthest, badWay), long);
      const unclear =
        trade.trail &&
        near !== null &&
        stop !== null &&
        near !== stop &&
        better(near, stop) &&
        !atMostApart(near, stop) &&
        falls(low, near);
      if (unclear || (hitStop && hitGoal && trade.choice === "none"))
        return { ...begins, path: "ambiguous", flags: [] };
    }
    if (hitStop && hitGoal && !isDay) flags.unshift("both levels");
    else if (hitStop && here && partly) flags.unshift("entry minute");
    if (hitStop || hitGoal) {
      // Of the last bar the trade saw the open, and where it ended.
      if (!here) reach(step.open);
      const goalFirst = hitGoal && (!hitStop || (isDay && trade.choice === "best"));
      return ends(goalFirst ? exit(goal, "target") : exit(stop ?? 0, stopReason));
    }
    if (better(high, peak)) peak = high;
    reach(high);
    reach(low);
  }
  if (blind) return { ...begins, path: pathOf() };
  const ending = view.day(security, last);
  const final = steps.at(-1);
  const reason = conditioned ? "condition" : "time";
  if (ending && ending.close !== null && until.minute === "close") {
    const { close } = calendar(last);
    return ends({
      price: ending.close * view.factor(security, last),
      session: last,
      minute: close,
      reason,
      over: close,
    });
  }
  const done = (why: string): Outcome =>
    final
      ? ends({
          price: final.close,
          session: final.session,
          minute: final.minute,
          reason: why,
          over: (final.minute ?? 0) + 1,
        })
      : { ...begins };
  if (ending && ending.close !== null && final) return done(reason);
  const lastBar = view.sessionsOf(security).at(-1) ?? 0;
  const { status, delisted_date } = security.listing ?? {};
  const listed = (status ?? (delisted_date ? "DELISTED" : "ACTIVE")).toUpperCase() !== "DELISTED";
  // A few days without a bar are a halt.
  const gone = listed ? view.last - lastBar >= TRADE_GONE_SESSIONS : lastBar < view.last;
  if (gone && lastBar < last && final) return done("delisted");
  if (gone && lastBar < last && begin.at === "close")
    return ends({ price: start, session, minute: begun, reason: "delisted", over: begun });
  return { ...begins, reason: "open", path: pathOf() };
}

const atMostApart = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING * Math.abs(b);

/** The stop that is met first. */
function nearer(a: number | null, b: number | null, long: boolean): number | null {
  if (a === null || b === null) return a ?? b;
  return long ? Math.max(a, b) : Math.min(a, b);
}

function averageRange(evaluator: Evaluator, session: number, length: number): number | null {
  return evaluator.number(
    {
      from: 0,
      to: 0,
      kind: "data",
      point: {
        group: "indicator",
        name: "atr",
        line: "value",
        parameters: [length],
        source: null,
        bars: null,
        day: -1,
        basis: "adj",
      },
    },
    session,
  );
}

function isAdjusted(tree: Node, evaluator: Evaluator): boolean {
  return [...walk(tree)].some((node) =>
    node.kind === "column"
      ? isAdjusted(columnTree(node.name, evaluator.columns), evaluator)
      : node.kind === "data" && "basis" in node.point && node.point.basis === "adj",
  );
}
