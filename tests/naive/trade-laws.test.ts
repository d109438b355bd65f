import { afterAll, beforeAll, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import type { Market } from "../../src/market/index.ts";
import type { TradeField } from "../../src/vocabulary/index.ts";
import { IN_SOAK, rounds, timeLimit } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { importMarket, scanEngine, type EngineResult } from "./engine.ts";
import type { NamedFormula } from "./formulas.ts";
import { calendar, viewOf, type Bar, type MinuteBar, type ReferenceMarket, type Security } from "./market.ts";
import { Random } from "./random.ts";
import { scanNaive } from "./scan.ts";
import type { Value } from "./values.ts";

// Each law compares securities of one market whose bars are made of each other: A, and what is done to it.

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 51_902_377 : Math.floor(Math.random() * 1e9)));
const random = new Random(SEED);

/** Cents, so that what is computed from prices is stored as it is. */
const cents = (price: number): number => Math.round(price * 100) / 100;
const PRICE = 40;
/** Around which prices are mirrored: every price is below it. */
const MIRROR = 100;

/** Daily bars and minutes of securities that are halted now and then, fall silent, and jump overnight. */
function bars(first: number, days: number): Pick<Security, "daily" | "minutes"> {
  const daily = new Map<number, Bar>();
  const minutes = new Map<number, readonly MinuteBar[]>();
  let price = PRICE;
  for (let session = first; session < first + days; session++) {
    price = Math.min(Math.max(price * (1 + (random.next() - 0.5) * 0.06), 20), 60);
    if (random.chance(0.08)) continue;
    const { open, close } = calendar(session);
    const chosen = new Set([open, ...Array.from({ length: 40 }, () => random.whole(open, close - 1))]);
    const own: MinuteBar[] = [];
    let last = price;
    for (const minute of [...chosen].toSorted((a, b) => a - b)) {
      const near = (): number => cents(last * (1 + (random.next() - 0.5) * 0.01));
      // Within a day no price jumps over a level: a daily bar cannot know that.
      const start = own.length === 0 ? near() : last;
      const [end, ...others] = [near(), near(), near()];
      const prices = [start, end, ...others];
      const bar = { open: start, high: Math.max(...prices), low: Math.min(...prices), close: end };
      own.push({ minute, ...bar, volume: 100, num_trades: null, vwap: null });
      last = end;
    }
    daily.set(session, dayOf(own));
    if (random.chance(0.8)) minutes.set(session, own);
  }
  return { daily, minutes };
}

function dayOf(minutes: readonly MinuteBar[]): Bar {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a day without minutes");
  const [high, low] = [Math.max(...minutes.map((bar) => bar.high)), Math.min(...minutes.map((bar) => bar.low))];
  return { open: first.open, high, low, close: last.close, volume: 1_000, num_trades: null, vwap: null };
}

const named = (
  symbol: string,
  own: Pick<Security, "daily" | "minutes">,
  splits: Security["splits"] = [],
): Security => ({
  symbol,
  changes: [],
  listing: null,
  ...own,
  splits,
  facts: [],
  statements: [],
  events: [],
});

/** The same bars with other prices; `swap` where high prices become low ones. */
function priced(
  { daily, minutes }: Pick<Security, "daily" | "minutes">,
  price: (price: number, session: number) => number,
  swap = false,
): Pick<Security, "daily" | "minutes"> {
  const change = <One extends Bar>(bar: One, session: number): One => {
    const [high, low] = swap ? [bar.low, bar.high] : [bar.high, bar.low];
    const at = (one: number): number => price(one, session);
    return { ...bar, open: at(bar.open), high: at(high), low: at(low), close: at(bar.close) };
  };
  return {
    daily: new Map([...daily].map(([session, bar]) => [session, change(bar, session)])),
    minutes: new Map([...minutes].map(([session, own]) => [session, own.map((bar) => change(bar, session))])),
  };
}

function trade(field: TradeField, rest: string): NamedFormula {
  const code = `[trade ${field} ${rest}]`;
  const { tree, type, diagnostics } = diagnose(code, { columns: new Map(), use: "column" });
  if (tree === null || type === null) throw new Error(diagnostics[0]?.message);
  return { name: code, code, tree, type };
}

const FIRST = 6_000;
const DAYS = rounds(40, 120);
const SPLIT = { session: FIRST + Math.floor(DAYS / 2), ratio: 4 };
const A = bars(FIRST, DAYS);
/** Every day with minutes, to know what a daily bar hides; and without. */
const whole = { daily: new Map([...A.daily].filter(([session]) => A.minutes.has(session))), minutes: A.minutes };

/** What somebody reads from the bars of A, by session. */
function readByHand(rest: string, fields: readonly TradeField[]): ReadonlyMap<number, readonly Value[]> {
  const columns = fields.map((field) => trade(field, rest));
  const range = { start: calendar(FIRST).date, end: calendar(FIRST + DAYS).date };
  const { rows } = scanNaive({ ...range, filters: [], columns }, { securities: [named("A", A)] });
  return new Map(rows.map(({ session, values }) => [session, values]));
}

const isTime = (value: Value | undefined): value is { readonly time: number } =>
  typeof value === "object" && value !== null && "time" in value;
const isDate = (value: Value | undefined): value is { readonly date: string } =>
  typeof value === "object" && value !== null && "date" in value;
const byLevel = (reason: Value | undefined): boolean => reason === "stop" || reason === "target" || reason === "trail";

/** A without the minutes after the exit of each day's trade. */
const CUT = "long at '09:45' target 0.8 stop 0.8 until '15:59'";
const cut = {
  daily: A.daily,
  minutes: new Map(
    [...readByHand(CUT, ["exit_time", "reason"])].flatMap(([session, [time, reason]]) => {
      const own = A.minutes.get(session);
      if (own === undefined) return [];
      return [[session, isTime(time) && byLevel(reason) ? own.filter(({ minute }) => minute <= time.time) : own]];
    }),
  ),
};

/** A without everything after the exit of one trade over days. */
const GONE = "short at '09:30' target 4 stop 4 until close 4";
const ended = [...readByHand(GONE, ["exit_day", "exit_time", "reason"])].findLast(
  ([session, [day, , reason]]) => byLevel(reason) && isDate(day) && day.date > calendar(session).date,
);
if (ended === undefined) throw new Error(`SEED=${SEED} has no trade over days`);
const [goneFrom, [goneDay, goneTime]] = ended;
const before = ([session]: readonly [number, unknown]): boolean =>
  isDate(goneDay) && calendar(session).date <= goneDay.date;
const gone = {
  daily: new Map([...A.daily].filter(before)),
  minutes: new Map(
    [...A.minutes]
      .filter(before)
      .map(([session, own]) =>
        isDate(goneDay) && isTime(goneTime) && calendar(session).date === goneDay.date
          ? [session, own.filter(({ minute }) => minute <= goneTime.time)]
          : [session, own],
      ),
  ),
};

const EIGHT = { minute: 480, open: 1, high: 1, low: 1, close: 1, volume: 1, num_trades: null, vwap: null };
const MARKET: ReferenceMarket = {
  securities: [
    named("A", A),
    named(
      "MIRROR",
      priced(A, (price) => cents(MIRROR - price), true),
    ),
    named(
      "SPLIT",
      priced(A, (price, session) => (session < SPLIT.session ? cents(price * SPLIT.ratio) : price)),
      [{ date: calendar(SPLIT.session).date, ratio: SPLIT.ratio }],
    ),
    named("MINUTES", whole),
    named("DAYS", { ...whole, minutes: new Map() }),
    // A minute before the session says nothing of how that went.
    named("EARLY", { ...whole, minutes: new Map([...whole.daily.keys()].map((session) => [session, [EIGHT]])) }),
    named("CUT", cut),
    named("GONE", gone),
  ],
};
const VIEW = viewOf(MARKET);
const RANGE = { start: calendar(VIEW.first).date, end: calendar(VIEW.last).date };

const SAME_DAY = "until '15:59'";
const ENDS = [SAME_DAY, "until close", "until close 1", "until close 4"];
const ENTRIES = ["at '09:30'", "at '10:00'", "at close"];
/** Without levels in percent, which are no mirror of each other. */
const LEVELS = ["target 1 atr(5) stop 0.5 atr(5)", "stop ( [daily low -1 adj] )", "trail 0.7 atr(3)", ""];
const BELOW = "below ( [daily low -1 adj] ) from '09:30' .. '15:00'";
const PERCENTS = ["target 1 stop 1", "stop 0.5", "target 2 trail 1.5", "trail 0.5", "target 0.3 stop 0.4 worst"];

const some = (count: number, make: () => string): readonly string[] =>
  [...new Set(Array.from({ length: count }, make))].filter(
    (rest) => diagnose(`[trade return ${rest}]`, { columns: new Map(), use: "column" }).tree !== null,
  );

const written = (side: string, entries: readonly string[], levels: readonly string[]): string => {
  const entry = random.of(entries);
  const level = random.of(levels);
  const choice = level.endsWith("worst") ? " worst" : "";
  const end = entry === "at close" ? random.of(ENDS.slice(2)) : random.of(ENDS);
  return `${side} ${entry} ${level.replace(" worst", "")} ${end}${choice}`.replaceAll(/ +/g, " ");
};

const MIRRORED = some(rounds(2, 40), () => written("long", [...ENTRIES, BELOW], LEVELS));
const SPLITS = some(rounds(1, 30), () => written(random.of(["long", "short"]), ENTRIES, PERCENTS));
const BOUNDS = [
  "long at '09:30' target 0.7 stop 0.7 until close",
  ...some(rounds(0, 30), () =>
    written(
      random.of(["long", "short"]),
      ["at '09:30'", "at close"],
      ["target 1 stop 1", "target 0.4 stop 0.7", "stop 0.6"],
    ),
  ),
];
/** Everything is its mirror: the other side, high for low. */
const mirrored = (rest: string): string =>
  rest.replaceAll(/\b(long|low|below)\b/g, (word) => ({ long: "short", low: "high", below: "above" })[word] ?? word);

const STOPS = some(rounds(1, 20), () =>
  written(random.of(["long", "short"]), ENTRIES, [
    "target 1.5 stop WIDTH worst",
    "stop WIDTH",
    "stop WIDTH trail 2",
  ]).replace("WIDTH", "1"),
).map((rest) => rest.replace("stop 1", "stop WIDTH"));
const WIDTHS = [0.4, 1.5];

const FREE_OF_PRICES = [
  "return",
  "entry_time",
  "exit_day",
  "exit_time",
  "reason",
  "mfe",
  "mae",
  "minutes",
  "path",
  "flags",
] as const;
const PLACES = ["entry_time", "exit_day", "exit_time", "reason", "minutes", "path"] as const;
const PRICES = ["entry", "exit", "stop_price", "target_price"] as const;

let market: Market;
let result: EngineResult;
let columns: readonly NamedFormula[];
beforeAll(async () => {
  market = await openTestMarket();
  await importMarket(market, MARKET);
  const asked = [
    ...MIRRORED.flatMap((rest) =>
      [...PLACES, ...PRICES].flatMap((field) => [trade(field, rest), trade(field, mirrored(rest))]),
    ),
    ...SPLITS.flatMap((rest) =>
      [...FREE_OF_PRICES, "entry" as const, "exit" as const].map((field) => trade(field, rest)),
    ),
    ...BOUNDS.flatMap((rest) =>
      (["return", "return_worst", "return_best", "path"] as const).map((field) => trade(field, rest)),
    ),
    ...[CUT, GONE].flatMap((rest) => FREE_OF_PRICES.map((field) => trade(field, rest))),
    ...STOPS.flatMap((rest) =>
      WIDTHS.flatMap((width) =>
        (["exit_day", "exit_time", "reason"] as const).map((field) =>
          trade(field, rest.replace("WIDTH", String(width))),
        ),
      ),
    ),
  ];
  columns = [...new Map(asked.map((one) => [one.code, one])).values()];
  result = await scanEngine(market, { ...RANGE, filters: [], columns });
}, timeLimit(120_000));
afterAll(() => market.close());

type Row = ReadonlyMap<string, Value>;

/** The values of a security by day and formula. */
function rowsOf(symbol: string): ReadonlyMap<string, Row> {
  return new Map(
    result.rows
      .filter((row) => row.symbol === symbol)
      .map(({ date, values }) => [date, new Map(columns.map(({ code }, at) => [code, values[at] ?? null]))]),
  );
}

const valueOf = (row: Row | undefined, field: TradeField, rest: string): Value => {
  const value = row?.get(`[trade ${field} ${rest}]`);
  if (value === undefined) throw new RangeError(`${field} ${rest}`);
  return value;
};
const plain = (value: Value): unknown =>
  typeof value === "object" && value !== null ? Object.values(value)[0] : value;
const near = (a: unknown, b: unknown): boolean =>
  typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)) : a === b;
const apart = (a: Value, b: Value, where: string): readonly string[] =>
  near(plain(a), plain(b)) ? [] : [`${where}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`];

// `tests/naive/trades.test.ts` compares the engine with plain loops over the bars, the laws look at it from another side.
test.runIf(IN_SOAK)("a short on prices mirrored at a price ends where and when the long does, to the cent", () => {
  const [originals, mirrors] = [rowsOf("A"), rowsOf("MIRROR")];
  const found: string[] = [];
  let ends = 0;
  for (const [date, row] of originals)
    for (const rest of MIRRORED) {
      const where = `SEED=${SEED} ${date} ${rest}`;
      const other = mirrors.get(date);
      for (const field of PLACES)
        found.push(...apart(valueOf(row, field, rest), valueOf(other, field, mirrored(rest)), `${where} ${field}`));
      for (const field of PRICES) {
        const price = valueOf(row, field, rest);
        if (field === "exit" && typeof price === "number") ends += 1;
        const expected = typeof price === "number" ? MIRROR - price : null;
        found.push(...apart(expected, valueOf(other, field, mirrored(rest)), `${where} ${field}`));
      }
    }
  expect(found.slice(0, 3)).toEqual([]);
  expect(ends).toBeGreaterThan(0);
});

test.runIf(IN_SOAK)("a split changes nothing but the prices before it", () => {
  const [originals, splits] = [rowsOf("A"), rowsOf("SPLIT")];
  const found: string[] = [];
  for (const [date, row] of originals)
    for (const rest of SPLITS) {
      const where = `SEED=${SEED} ${date} ${rest}`;
      const other = splits.get(date);
      for (const field of FREE_OF_PRICES)
        found.push(...apart(valueOf(row, field, rest), valueOf(other, field, rest), `${where} ${field}`));
      const ratio = date < calendar(SPLIT.session).date ? SPLIT.ratio : 1;
      for (const field of ["entry", "exit"] as const) {
        const price = valueOf(row, field, rest);
        found.push(
          ...apart(typeof price === "number" ? price * ratio : null, valueOf(other, field, rest), `${where} ${field}`),
        );
      }
    }
  expect(found.slice(0, 3)).toEqual([]);
});

test.runIf(IN_SOAK)("with a wider stop no trade ends earlier", () => {
  const found: string[] = [];
  let later = 0;
  for (const [date, row] of rowsOf("A"))
    for (const rest of STOPS) {
      const ends = WIDTHS.map((width) => {
        const own = rest.replace("WIDTH", String(width));
        const [day, time] = [valueOf(row, "exit_day", own), valueOf(row, "exit_time", own)];
        return isDate(day) ? { day: day.date, time: isTime(time) ? time.time : null } : null;
      });
      for (const [at, end] of ends.entries()) {
        const wider = ends[at + 1];
        if (!end || !wider) continue;
        // A day that was walked as one bar has no time.
        const earlier =
          wider.day < end.day ||
          (wider.day === end.day && wider.time !== null && end.time !== null && wider.time < end.time);
        if (earlier) found.push(`SEED=${SEED} ${date} ${rest}`);
        if (wider.day > end.day || (wider.time ?? 0) > (end.time ?? 0)) later += 1;
      }
    }
  expect(found.slice(0, 3)).toEqual([]);
  expect(later).toBeGreaterThan(0);
});

test.runIf(IN_SOAK)("what comes after the exit changes nothing", () => {
  const originals = rowsOf("A");
  const found: string[] = [];
  for (const [date, row] of rowsOf("CUT"))
    for (const field of FREE_OF_PRICES)
      found.push(
        ...apart(valueOf(originals.get(date), field, CUT), valueOf(row, field, CUT), `SEED=${SEED} ${date} ${field}`),
      );
  const { date } = calendar(goneFrom);
  for (const field of FREE_OF_PRICES)
    found.push(
      ...apart(
        valueOf(originals.get(date), field, GONE),
        valueOf(rowsOf("GONE").get(date), field, GONE),
        `SEED=${SEED} ${date} ${field}`,
      ),
    );
  expect(found.slice(0, 3)).toEqual([]);
});

test.runIf(IN_SOAK)("what the minutes tell lies between the bounds that the daily bars of the same days give", () => {
  const [days, early] = [rowsOf("DAYS"), rowsOf("EARLY")];
  const found: string[] = [];
  let ambiguous = 0;
  for (const [date, row] of rowsOf("MINUTES"))
    for (const rest of BOUNDS) {
      const truth = valueOf(row, "return", rest);
      const other = days.get(date);
      const [worst, best] = [valueOf(other, "return_worst", rest), valueOf(other, "return_best", rest)];
      if (valueOf(early.get(date), "return_worst", rest) !== worst) found.push(`SEED=${SEED} ${date} ${rest} at 08:00`);
      if (valueOf(other, "path", rest) === "ambiguous") ambiguous += 1;
      const within =
        typeof truth === "number" && typeof worst === "number" && typeof best === "number"
          ? truth >= worst - 1e-9 && truth <= best + 1e-9
          : truth === null && worst === null && best === null;
      if (!within) found.push(`SEED=${SEED} ${date} ${rest}: ${JSON.stringify([worst, truth, best])}`);
    }
  expect(found.slice(0, 3)).toEqual([]);
  expect(ambiguous).toBeGreaterThan(0);
});
