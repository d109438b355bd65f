import type { Snapshot } from "../snapshots.ts";

/**
 * What `market check` doubts, as data. Conditions and texts are SQL over one bar and its neighbours (`days.ts`):
 * `o h l c` prices and `v` volume on the scale of the newest split, `f` its split factor; `p_` the same of the bar before
 * and `n_` of the bar after (0 where there is none); `v_before`, `v_after` and `v_from` medians of the volume of the 20
 * bars before, the 5 after and the 5 from this bar on, with `v_least_…`, `v_most_…` and how many there are, `bars_…`;
 * `range_before` the median of log(high / low) of the 20 before; `missing` full sessions of the market between the bar
 * before and this one.
 *
 * The bounds were measured on real bars: `tests/market/check/check-real.test.ts` holds how many errors they find and how many
 * sound bars they doubt.
 */
export interface BarCheck {
  readonly name: string;
  /** What a sound bar is like. */
  readonly expects: string;
  readonly when: string;
  readonly seen: string;
  readonly expected: string;
  /** The date that is said; that of the bar when left out. */
  readonly session?: string;
}

/** Ratios at which companies split, and their inverses. */
export const SPLIT_RATIOS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100] as const;

const text = (...parts: readonly string[]): string => `concat(${parts.join(", ")})`;
/** A price as traded. */
const price = (name: string, factor = "f"): string => `toString(round(${name} / ${factor}, 6))`;
/** A volume as traded. */
const shares = (name: string): string => `toString(toUInt64(round(${name} * f)))`;

/** Natural logarithms of what is far: 0.4 is half as much again. */
const FAR_PRINT = 0.4;
const FAR_SPIKE = 0.4;
/** Real moves of a factor of 2.7 and more bring many times the ordinary volume. */
const FAR_UNIT = 1;
const NEAR_RATIO = 0.06;
const FAR_VOLUME = 30;
/** Shares a day from which a security, or a market, trades every day. */
export const LIQUID_SHARES = 10_000;

const ratioNear = `arrayMin(arrayMap(k -> abs(abs(log(o / p_c)) - log(k)), if(abs(log(o / p_c)) > 0.3, [${SPLIT_RATIOS.join(", ")}], [1e9])))`;
const ratioIs = `arraySort(k -> abs(abs(log(o / p_c)) - log(k)), [${SPLIT_RATIOS.join(", ")}])[1]`;
/** Of a security that moves much, more is ordinary; and news bring both a move and a volume. */
const calm = "log(h / l) < 4 * range_before";
const ordinaryVolume = "v < 5 * v_before";
const farPrint = `greatest(${FAR_PRINT}, 8 * range_before)`;
const farSpike = `greatest(${FAR_SPIKE}, 8 * range_before)`;
const splitMissing = `p_c > 0 AND bars_before >= 5 AND f = p_f AND missing <= 20 AND abs(log(o / p_c)) > 6 * range_before AND ${ratioNear} < ${NEAR_RATIO} AND abs(log(c / o)) < 0.15
      AND c * v < 4 * p_c * v_before AND (n_c = 0 OR abs(log(n_c / c)) < 0.3)`;
const farUnit = `greatest(${FAR_UNIT}, 6 * range_before)`;
const highest = "greatest(c, p_c, n_c)";
const lowest = "least(c, p_c, n_c)";

export const BAR_CHECKS = [
  {
    name: "split-missing",
    expects:
      "a bar does not open at a split ratio from the close before, with the money of an ordinary day, unless a split is known",
    when: splitMissing,
    seen: text("'open '", price("o"), "' after a close of '", price("p_c")),
    expected: text(
      "'a split, '",
      `if(o < p_c, concat(toString(${ratioIs}), ' for 1'), concat('1 for ', toString(${ratioIs})))`,
    ),
  },
  {
    name: "price-unit",
    expects:
      "prices do not change for good, or with the last bar, by a factor of 2.7 or more with an ordinary volume, as dollars and cents differ",
    // Of a last bar nothing after it says whether its close is the wrong one.
    when: `p_c > 0 AND bars_before >= 5 AND f = p_f AND missing <= 20 AND ${ordinaryVolume} AND abs(log(c / p_c)) > ${farUnit}
      AND (n_c = 0 OR (abs(log(o / p_c)) > ${farUnit} AND abs(log(c / o)) < 0.3 AND abs(log(n_c / c)) < 0.3)) AND NOT (${splitMissing})`,
    seen: text("'close '", price("c"), "' after '", price("p_c"), "', volume '", shares("v")),
    expected: text("'a close near '", price("p_c"), "', or a volume far from '", shares("v_before")),
  },
  {
    name: "split-without-jump",
    expects: "prices as traded jump on the day of a split by its ratio",
    when: `p_c > 0 AND abs(log(f / p_f)) > 0.25 AND abs(log(o / p_c) - log(f / p_f)) < abs(log(f / p_f)) / 3`,
    seen: text("'open '", price("o"), "' after a close of '", price("p_c", "p_f")),
    expected: text("'open near '", price("p_c"), "', the split being '", "toString(round(f / p_f, 6))", "' for 1'"),
  },
  {
    name: "high-print",
    expects: "the high is not far above the day's close and the closes before and after",
    when: `n_c > 0 AND bars_before >= 5 AND missing <= 20 AND ${ordinaryVolume} AND log(h / ${highest}) > ${farPrint}`,
    seen: text("'high '", price("h")),
    expected: text("'at most '", price(`${highest} * exp(${farPrint})`)),
  },
  {
    name: "low-print",
    expects: "the low is not far below the day's close and the closes before and after",
    when: `n_c > 0 AND bars_before >= 5 AND missing <= 20 AND ${ordinaryVolume} AND log(${lowest} / l) > ${farPrint}`,
    seen: text("'low '", price("l")),
    expected: text("'at least '", price(`${lowest} / exp(${farPrint})`)),
  },
  {
    name: "spike",
    expects: "a close does not leave the level of both its neighbours for one day",
    when: `n_c > 0 AND bars_before >= 5 AND missing <= 20 AND ${ordinaryVolume} AND least(abs(log(c / p_c)), abs(log(c / n_c))) > ${farSpike} AND (c > p_c) = (c > n_c)
      AND abs(log(n_c / p_c)) < least(abs(log(c / p_c)), abs(log(c / n_c))) / 2`,
    seen: text("'close '", price("c")),
    expected: text("'between '", price("least(p_c, n_c)"), "' and '", price("greatest(p_c, n_c)")),
  },
  {
    name: "stale",
    expects: "a bar does not repeat the one before in all prices and the volume",
    when: "p_c > 0 AND v > 0 AND f = p_f AND (o, h, l, c, v) = (p_o, p_h, p_l, p_c, p_v) AND (h > l OR v >= 10000)",
    seen: text("'the bar of the session before, close '", price("c"), "', volume '", shares("v")),
    expected: "'a bar of its own'",
  },
  {
    name: "zero-volume",
    expects: "a bar whose prices moved, or one of a security that trades every day, has a volume",
    when: `v = 0 AND (h > l OR (bars_before >= 5 AND v_before >= ${LIQUID_SHARES}))`,
    seen: "'volume 0'",
    expected: `if(bars_before > 0, concat('about ', ${shares("v_before")}), 'more than 0')`,
  },
  {
    name: "high-volume",
    expects: `a volume is not ${FAR_VOLUME} times that of the days before and after, and 10 times the most of them`,
    when: `bars_before >= 5 AND bars_after >= 3 AND v_before >= 20000 AND v_after > 0 AND v > ${FAR_VOLUME} * greatest(v_before, v_after)
      AND v > 10 * greatest(v_most_before, v_most_after) AND ${calm}`,
    seen: text("'volume '", shares("v")),
    expected: text("'about '", shares("v_before")),
  },
  {
    name: "low-volume",
    expects: `a volume is not a ${FAR_VOLUME}th of that of the days before and after, and a 10th of the least of them`,
    when: `bars_before >= 5 AND bars_after >= 3 AND v > 0 AND v_before >= 100000 AND v * ${FAR_VOLUME} < least(v_before, v_after)
      AND v * 10 < least(v_least_before, v_least_after)`,
    seen: text("'volume '", shares("v")),
    expected: text("'about '", shares("v_before")),
  },
  {
    name: "volume-unit",
    expects: "volumes do not change for good, from one day to the next, as lots and shares differ",
    when: `bars_before >= 5 AND bars_from = 5 AND missing <= 20 AND ${calm} AND abs(log(o / p_c)) < 0.2 AND least(v_before, v_from) > 0 AND greatest(v_before, v_from) >= ${LIQUID_SHARES}
      AND ((v_from > 25 * v_before AND v_least_from > 4 * v_most_before) OR (v_before > 25 * v_from AND v_least_before > 4 * v_most_from))`,
    seen: text("'volumes of about '", shares("v_from"), "' from here on'"),
    expected: text("'about '", shares("v_before"), "', as before'"),
  },
  {
    name: "missing-session",
    expects: "a security that trades every day has a bar on every session on which half of the market has one",
    when: `p_c > 0 AND missing > 0 AND bars_before >= 5 AND v_before >= ${LIQUID_SHARES}`,
    seen: text("'no bar on '", "toString(missing)", "if(missing = 1, ' session', ' sessions')"),
    expected: "'a bar'",
    session: "p_session + 1",
  },
  {
    name: "symbol-reused",
    expects: "a security that was away for more than 20 sessions comes back with prices and volumes of the same order",
    when: "p_c > 0 AND missing > 20 AND (abs(log(o / p_c)) > 1 OR (bars_before >= 5 AND bars_from = 5 AND least(v_before, v_from) > 0 AND abs(log(v_from / v_before)) > 2.5))",
    seen: text(
      "'open '",
      price("o"),
      "' after '",
      "toString(missing)",
      "' sessions without a bar and a close of '",
      price("p_c"),
    ),
    expected: "'the same security, or two symbols'",
  },
  {
    name: "trades-above-volume",
    expects: "a day has at least a share for each trade; volume and trades may be swapped",
    when: "trades > v * f AND v > 0",
    seen: text("toString(trades)", "' trades of '", shares("v"), "' shares'"),
    expected: "'at most as many trades as shares'",
  },
  {
    name: "vwap-outside",
    expects: "the average price lies between low and high",
    when: "vwap > 0 AND (vwap > h * 1.1 OR vwap * 1.1 < l)",
    seen: text("'vwap '", price("vwap")),
    expected: text("'between '", price("l"), "' and '", price("h")),
  },
  {
    name: "before-listing",
    expects: "no security has bars before the day of its IPO",
    when: "isNotNull(ipo_date) AND date < ipo_date AND p_c = 0",
    seen: "'the first bar'",
    expected: "concat('no bar before ', toString(ipo_date))",
  },
] as const satisfies readonly BarCheck[];

/** Kinds that need more than a bar and its neighbours; their statements are in `others.ts`. */
export const OTHER_CHECKS = [
  {
    name: "minutes-prices",
    expects: "high, low and close of a day lie within 2 % of those of its regular minutes, where there are at least 60",
  },
  {
    name: "minutes-volume",
    expects: "a day's volume is 0.95 to 5 times that of its regular minutes, where there are at least 60",
  },
  {
    name: "open-close-swapped",
    expects: "over 32 sessions, closes lie nearer to the next open than opens to the next close",
  },
  {
    name: "missing-market-session",
    expects:
      "a market that trades every day has bars on every session; said once, of the security with most volume on the session before",
  },
  {
    name: "vanished",
    expects: "a security has bars until five sessions before the market's last one, or a day of delisting",
  },
  {
    name: "dividend",
    expects:
      "a cash dividend is less than the close before it, which a security has from the second session of the market on",
  },
  {
    name: "dividend-twice",
    expects: "an ordinary and another dividend of one day have different amounts; equal ones are added, but may be one",
  },
  {
    name: "stale-facts",
    expects: "a security that reports every quarter has a report of the last 200 days before its last bar",
  },
] as const;

export type FindingKind = (typeof BAR_CHECKS)[number]["name"] | (typeof OTHER_CHECKS)[number]["name"];

/** Every kind, with what it expects. */
export const FINDING_KINDS: readonly FindingKindRow[] = [
  ...BAR_CHECKS.map(({ name, expects, ...check }) => ({ name, expects, ofBar: !("session" in check) })),
  ...OTHER_CHECKS.map(({ name, expects }) => ({ name, expects, ofBar: name.startsWith("minutes-") })),
];

interface FindingKindRow {
  readonly name: FindingKind;
  readonly expects: string;
  /** Whether it doubts the bar of its day, which can be left out; else an end, a lack or a stretch. */
  readonly ofBar: boolean;
}

/** The tables that a check looks at: those of a snapshot, also of one that is being made. */
export type Checked = Pick<Snapshot, "query" | "table">;

/** What is doubted: which bar or fact, what stands there, and what would not be doubted. */
export interface Finding {
  readonly security: number;
  /** The security's last one. */
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly kind: FindingKind;
  readonly seen: string;
  readonly expected: string;
}
