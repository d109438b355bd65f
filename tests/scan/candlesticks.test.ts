import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCode } from "../../src/formula/index.ts";
import type { Market } from "../../src/market/index.ts";
import { builtInPresets } from "../../src/request/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { SHARED_DATA } from "../market/shared-data.ts";
import { importMarket, scanEngine } from "../naive/engine.ts";
import type { NamedFormula } from "../naive/formulas.ts";
import { calendar, sessionNumber, type Bar, type Security } from "../naive/market.ts";

/** TA-Lib's function of each preset of the group. */
const TA_LIB: Readonly<Record<string, string>> = {
  cdl_doji: "CDLDOJI",
  cdl_dragonfly_doji: "CDLDRAGONFLYDOJI",
  cdl_gravestone_doji: "CDLGRAVESTONEDOJI",
  cdl_long_legged_doji: "CDLLONGLEGGEDDOJI",
  cdl_rickshaw_man: "CDLRICKSHAWMAN",
  cdl_takuri: "CDLTAKURI",
  cdl_marubozu: "CDLMARUBOZU",
  cdl_closing_marubozu: "CDLCLOSINGMARUBOZU",
  cdl_belt_hold: "CDLBELTHOLD",
  cdl_long_line: "CDLLONGLINE",
  cdl_short_line: "CDLSHORTLINE",
  cdl_spinning_top: "CDLSPINNINGTOP",
  cdl_high_wave: "CDLHIGHWAVE",
  cdl_hammer: "CDLHAMMER",
  cdl_hanging_man: "CDLHANGINGMAN",
  cdl_inverted_hammer: "CDLINVERTEDHAMMER",
  cdl_shooting_star: "CDLSHOOTINGSTAR",
  cdl_engulfing: "CDLENGULFING",
  cdl_harami: "CDLHARAMI",
  cdl_harami_cross: "CDLHARAMICROSS",
  cdl_piercing: "CDLPIERCING",
  cdl_dark_cloud_cover: "CDLDARKCLOUDCOVER",
  cdl_morning_star: "CDLMORNINGSTAR",
  cdl_morning_doji_star: "CDLMORNINGDOJISTAR",
  cdl_evening_star: "CDLEVENINGSTAR",
  cdl_evening_doji_star: "CDLEVENINGDOJISTAR",
  cdl_abandoned_baby: "CDLABANDONEDBABY",
  cdl_doji_star: "CDLDOJISTAR",
  cdl_three_white_soldiers: "CDL3WHITESOLDIERS",
  cdl_three_black_crows: "CDL3BLACKCROWS",
  cdl_identical_three_crows: "CDLIDENTICAL3CROWS",
  cdl_three_inside: "CDL3INSIDE",
  cdl_three_outside: "CDL3OUTSIDE",
  cdl_three_line_strike: "CDL3LINESTRIKE",
  cdl_two_crows: "CDL2CROWS",
  cdl_upside_gap_two_crows: "CDLUPSIDEGAP2CROWS",
  cdl_homing_pigeon: "CDLHOMINGPIGEON",
  cdl_matching_low: "CDLMATCHINGLOW",
  cdl_counterattack: "CDLCOUNTERATTACK",
  cdl_separating_lines: "CDLSEPARATINGLINES",
  cdl_in_neck: "CDLINNECK",
  cdl_on_neck: "CDLONNECK",
  cdl_thrusting: "CDLTHRUSTING",
  cdl_kicking: "CDLKICKING",
  cdl_stick_sandwich: "CDLSTICKSANDWICH",
  cdl_tasuki_gap: "CDLTASUKIGAP",
  cdl_tristar: "CDLTRISTAR",
  cdl_unique_three_river: "CDLUNIQUE3RIVER",
  cdl_three_methods: "CDLRISEFALL3METHODS",
  cdl_mat_hold: "CDLMATHOLD",
  cdl_breakaway: "CDLBREAKAWAY",
  cdl_ladder_bottom: "CDLLADDERBOTTOM",
  cdl_stalled_pattern: "CDLSTALLEDPATTERN",
  cdl_advance_block: "CDLADVANCEBLOCK",
  cdl_three_stars_in_the_south: "CDL3STARSINSOUTH",
  cdl_concealing_baby_swallow: "CDLCONCEALBABYSWALL",
  cdl_side_gap_three_methods: "CDLXSIDEGAP3METHODS",
  cdl_gap_side_by_side_white: "CDLGAPSIDESIDEWHITE",
  cdl_kicking_by_length: "CDLKICKINGBYLENGTH",
  cdl_hikkake: "CDLHIKKAKE",
  cdl_hikkake_modified: "CDLHIKKAKEMOD",
};

const PATTERNS = builtInPresets().filter(({ group }) => group === "Candlestick patterns");

type Prices = readonly [open: number, high: number, low: number, close: number];

/** Bars before every case: bodies of 1 in ranges of 2, so that a long body is above 1 and next to none is below 0.2. */
const BEFORE: readonly Prices[] = Array.from({ length: 14 }, (_, at) =>
  at % 2 === 0 ? [50, 51.5, 49.5, 51] : [51, 51.5, 49.5, 50],
);

/** What the real bars do not have, as the books draw it. */
const CASES: readonly (readonly [tag: string, value: number, bars: readonly Prices[]])[] = [
  [
    "cdl_three_black_crows",
    -100,
    [
      [50, 52.2, 49.8, 52],
      [52, 52.2, 50.5, 50.5],
      [51.5, 51.6, 49.5, 49.5],
      [50.5, 50.6, 48.5, 48.5],
    ],
  ],
  [
    "cdl_identical_three_crows",
    -100,
    [
      [52, 52.2, 50.5, 50.5],
      [50.5, 50.6, 49, 49],
      [49, 49.1, 47.5, 47.5],
    ],
  ],
  [
    "cdl_three_line_strike",
    100,
    [
      [50, 51.2, 49.8, 51],
      [50.6, 51.8, 50.4, 51.6],
      [51.2, 52.4, 51, 52.2],
      [52.5, 52.6, 49.4, 49.5],
    ],
  ],
  [
    "cdl_three_line_strike",
    -100,
    [
      [51, 51.2, 49.8, 50],
      [50.4, 50.6, 49.2, 49.4],
      [49.8, 50, 48.6, 48.8],
      [48.5, 51.6, 48.4, 51.5],
    ],
  ],
  [
    "cdl_three_methods",
    100,
    [
      [50, 53.2, 49.8, 53],
      [52.6, 52.7, 52.1, 52.2],
      [52.2, 52.3, 51.7, 51.8],
      [51.8, 51.9, 51.3, 51.4],
      [51.9, 54.6, 51.8, 54.5],
    ],
  ],
  [
    "cdl_three_methods",
    -100,
    [
      [53, 53.2, 49.8, 50],
      [50.4, 50.9, 50.3, 50.8],
      [50.8, 51.3, 50.7, 51.2],
      [51.2, 51.7, 51.1, 51.6],
      [51.1, 51.2, 48.4, 48.5],
    ],
  ],
  [
    "cdl_breakaway",
    100,
    [
      [53, 53.2, 49.8, 50],
      [49.5, 49.6, 48.7, 48.9],
      [48.8, 49, 48.2, 48.4],
      [48.3, 48.5, 47.7, 47.9],
      [48, 49.8, 47.9, 49.7],
    ],
  ],
  [
    "cdl_breakaway",
    -100,
    [
      [50, 53.2, 49.8, 53],
      [53.5, 54.3, 53.4, 54.1],
      [54.2, 54.8, 54, 54.6],
      [54.7, 55.3, 54.5, 55.1],
      [55, 55.1, 53.2, 53.3],
    ],
  ],
  [
    "cdl_three_stars_in_the_south",
    100,
    [
      [53, 53.1, 48.9, 51],
      [52, 52.1, 49.5, 50.8],
      [50.9, 51, 50.2, 50.3],
    ],
  ],
  [
    "cdl_concealing_baby_swallow",
    100,
    [
      [53, 53.05, 50.95, 51],
      [51.5, 51.55, 49.45, 49.5],
      [49.2, 49.8, 48.5, 48.6],
      [49.9, 50, 48.2, 48.3],
    ],
  ],
];

const FIRST = sessionNumber("2000-07-14");
const barOf = ([open, high, low, close]: Prices): Bar => ({
  open,
  high,
  low,
  close,
  volume: 100,
  num_trades: null,
  vwap: null,
});
const security = (symbol: string, daily: ReadonlyMap<number, Bar>): Security => ({
  symbol,
  changes: [],
  listing: null,
  daily,
  minutes: new Map(),
  splits: [],
  facts: [],
  statements: [],
  events: [],
});
const caseSymbol = (index: number): string => `CASE${index}`;

/** Fifteen years of an index fund with what QuantConnect's Lean has of TA-Lib for them; prices there are in 1/10000. */
const EWZ = join(SHARED_DATA, "indicator-vectors/lean/ewz_candle_patterns.txt.gz");
const vectors = existsSync(EWZ) ? readVectors() : null;

function readVectors() {
  const [head = "", ...lines] = gunzipSync(readFileSync(EWZ)).toString("utf8").trim().split(/\r?\n/);
  const names = head.split(",");
  const rows = lines.map((line) => {
    const [moment = "", ...cells] = line.split(",");
    const [month = "", day = "", year = ""] = (moment.split(" ")[0] ?? "").split("/");
    return { date: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, cells };
  });
  const [open, high, low, close] = [0, 1, 2, 3].map((at) => (cells: readonly string[]) => Number(cells[at]) / 10_000);
  if (!open || !high || !low || !close) throw new RangeError("no prices");
  return {
    daily: new Map(
      rows.map(({ date, cells }) => [sessionNumber(date), barOf([open(cells), high(cells), low(cells), close(cells)])]),
    ),
    /** Undefined where it says nothing. */
    value: (name: string): ReadonlyMap<string, number> => {
      const at = names.indexOf(name) - 1;
      return new Map(
        rows.flatMap(({ date, cells }) => ((cells[at] ?? "") === "" ? [] : [[date, Number(cells[at])] as const])),
      );
    },
  };
}

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
  const cases = CASES.map(([, , bars], index) =>
    security(caseSymbol(index), new Map([...BEFORE, ...bars].map((each, day) => [FIRST + day, barOf(each)]))),
  );
  await importMarket(market, { securities: [...cases, ...(vectors ? [security("EWZ", vectors.daily)] : [])] });
});
afterAll(() => market.close());

/** Columns of one statement: its analysis grows with their square. */
const AT_ONCE = 15;

test("every pattern is TA-Lib's on real bars, and on made ones what the books draw", async () => {
  expect(PATTERNS.map(({ tag }) => tag).toSorted()).toEqual(Object.keys(TA_LIB).toSorted());
  const apart: string[] = [];
  const found = new Set<string>();
  for (let from = 0; from < PATTERNS.length; from += AT_ONCE) {
    const columns = PATTERNS.slice(from, from + AT_ONCE).map(({ tag, formula }): NamedFormula => {
      const { tree } = parseCode(formula);
      if (tree === null) throw new Error(`${tag} is no formula`);
      return { name: tag, tree, code: formula, type: "number" };
    });
    const { rows } = await scanEngine(market, { start: "2000-07-14", end: "2015-12-31", filters: [], columns });
    for (const [index, { name }] of columns.entries()) {
      const theirs = vectors?.value(TA_LIB[name] ?? "");
      for (const { symbol, date, values } of rows) {
        const [value, expected] = [values[index], symbol === "EWZ" ? theirs?.get(date) : undefined];
        if (typeof value === "number" && value !== 0) found.add(name);
        if (expected !== undefined && value !== null && value !== expected)
          apart.push(`${name} ${date}: ${JSON.stringify(value)}, not ${expected}`);
      }
      for (const [at, [tag, value, bars]] of CASES.entries()) {
        const date = calendar(FIRST + BEFORE.length + bars.length - 1).date;
        const row = rows.find((each) => each.symbol === caseSymbol(at) && each.date === date);
        if (tag === name) expect(row?.values[index], `${tag} ${value}`).toBe(value);
      }
    }
  }
  expect(apart).toEqual([]);
  if (vectors) expect(PATTERNS.filter(({ tag }) => !found.has(tag))).toEqual([]);
});
