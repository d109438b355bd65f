import { FACT_DATES, FACT_NUMBERS, FACT_TEXTS } from "../../src/market/import/kinds.ts";
import type { Random } from "./random.ts";
import { calendar, type EventKind, type Listing, type Security } from "./market.ts";

/** Values of text fields; spelled in more than one way, some of them odd. */
export const FIELD_VALUES: Readonly<Record<string, readonly string[]>> = {
  name: ["Alpha Bank", "BETA - Holdings_Inc", "Straße & Söhne", "=1+1", "Common"],
  exchange: ["NYSE", "NASDAQ", "NYSE ARCA", "nyse_arca"],
  security_class: ["Common Stock", "COMMON-STOCK", "ETF"],
  country: ["USA", "Canada"],
  currency: ["USD", "EUR"],
  status: ["ACTIVE", "SUSPENDED"],
  sector: ["Energy", "Real Estate", "real-estate"],
  industry: ["Oil & Gas", "REITs"],
};
/** Every dated number of the catalogue. */
export const NUMBERS: readonly string[] = FACT_NUMBERS;
export const ITEMS = ["total-revenue", "net-income", "total-assets"] as const;

const CLOCKS = [
  "00:00",
  "04:00",
  "08:00",
  "09:29",
  "09:30",
  "12:59",
  "12:59:59",
  "13:00",
  "13:00:01",
  "13:01",
  "15:59",
  "16:00",
  "16:00:30",
  "16:01",
  "16:30",
  "20:00",
  "20:30",
  "23:59",
];

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const DAY = 86_400_000;
const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Any day, with or without a session; half days more often than others. */
const anyDay = (random: Random, from: number, to: number): string => {
  const half = Array.from({ length: to - from + 1 }, (_, index) => calendar(from + index)).filter(
    ({ close }) => close < 960,
  );
  if (half.length > 0 && random.chance(0.15)) return random.of(half).date;
  const [first, last] = [timeOf(calendar(from).date), timeOf(calendar(to).date)];
  return isoDay(first + random.whole(0, Math.round((last - first) / DAY)) * DAY);
};

export function randomListing(random: Random, ipo: string | null, delisted: string | null): Listing | null {
  if (delisted === null && random.chance(0.15)) return null;
  const text = (field: string): string | null => (random.chance(0.85) ? random.of(FIELD_VALUES[field] ?? []) : null);
  return {
    name: text("name"),
    exchange: text("exchange"),
    security_class: text("security_class"),
    status: random.chance(0.5) ? random.of(["ACTIVE", "SUSPENDED"]) : null,
    country: text("country"),
    currency: text("currency"),
    sector: text("sector"),
    industry: text("industry"),
    ipo_date: random.chance(0.7) ? ipo : null,
    delisted_date: delisted,
  };
}

/** Point-in-time facts, changing inside and around the range, on the minute of the close and beside it. */
export function randomFacts(random: Random, first: number, last: number): Security["facts"] {
  const numbers = NUMBERS.flatMap((field) =>
    Array.from({ length: random.of([0, 0, 1, 3]) }, () => ({
      field,
      known_at: `${anyDay(random, first - 10, last)}T${random.of(CLOCKS)}`,
      value: field.endsWith("percent") ? random.whole(0, 1000) / 10 : random.whole(1, 9) * 10 ** random.whole(5, 10),
    })),
  );
  // Announced for days that come, pass or are moved within the range.
  const dates = FACT_DATES.flatMap((field) =>
    Array.from({ length: random.of([0, 1, 3, 6]) }, () => ({
      field,
      known_at: `${anyDay(random, first - 10, last)}T${random.of(CLOCKS)}`,
      value: anyDay(random, first - 5, last + 30),
    })),
  );
  const texts = FACT_TEXTS.flatMap((field) =>
    Array.from({ length: random.of([0, 0, 0, 2]) }, () => ({
      field,
      known_at: `${anyDay(random, first - 10, last)}T${random.of(CLOCKS)}`,
      value: random.of(FIELD_VALUES[field] ?? []),
    })),
  );
  return unique([...numbers, ...dates, ...texts], ({ field, known_at }) => `${field} ${known_at}`);
}

/**
 * Up to six quarters, reported weeks after their end, some of them restated; years of 52 weeks end near the quarter, a
 * changed fiscal year between two of them, and a predecessor's old quarter may become known late.
 */
export function randomStatements(random: Random, last: number): Security["statements"] {
  const end = new Date(timeOf(calendar(last).date));
  const quarter = Math.floor(end.getUTCMonth() / 3);
  const statements = Array.from({ length: 6 }, (_, back) => {
    const beside = random.of([0, 0, 0, -3, 2, 30, -45]);
    const ends = Date.UTC(end.getUTCFullYear(), (quarter - back) * 3, 0) + beside * DAY;
    return ITEMS.filter(() => random.chance(0.6)).flatMap((item) =>
      Array.from({ length: random.of([1, 1, 2]) }, () => ({
        item,
        fiscal_end: isoDay(ends),
        known_at: `${isoDay(ends + random.of([random.whole(5, 60), random.whole(60, 400)]) * DAY)}T${random.of(CLOCKS)}`,
        value: random.whole(-500, 5_000),
      })),
    );
  }).flat();
  const latest = calendar(last).date;
  const kept = statements.filter(({ known_at }) => known_at.slice(0, 10) <= latest);
  return unique(kept, ({ item, fiscal_end, known_at }) => `${item} ${fiscal_end} ${known_at}`);
}

export function randomEvents(
  random: Random,
  first: number,
  last: number,
  kinds: readonly EventKind[],
): Security["events"] {
  const events = kinds.flatMap((kind) =>
    Array.from({ length: kind === "ipo" ? random.of([0, 0, 1]) : random.whole(0, 12) }, () => {
      const date = anyDay(random, first, last);
      const time = random.of(["", " pre", " post", ...CLOCKS.map((clock) => `T${clock}`)]);
      return { kind, at: `${date}${time}` };
    }),
  );
  // `pre` and `post` are 08:00 and 16:30.
  return unique(events, ({ kind, at }) => `${kind} ${at.replace(" pre", "T08:00").replace(" post", "T16:30")}`);
}

function unique<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
