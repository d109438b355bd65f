import { check, columnsByKey, walk, type Node } from "../../src/formula/index.ts";
import { FACT_DATES } from "../../src/market/import/kinds.ts";
import type { NamedFormula } from "./formulas.ts";
import { calendar, symbolOn, type Bar, type MinuteBar, type ReferenceMarket, type Security } from "./market.ts";
import type { Random } from "./random.ts";
import { ITEMS, FIELD_VALUES } from "./random-facts.ts";

/** New York wall clock, yyyy-MM-ddTHH:MM:SS, so that moments sort as texts; 24:00:00 ends a day. */
export type Moment = string;

const pad = (value: number): string => String(value).padStart(2, "0");
export const momentOf = (date: string, minute: number): Moment =>
  `${date}T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`;
const full = (text: string): Moment => `${text.includes("T") ? text : `${text}T00:00`}:00`.slice(0, 19);
const closes = (session: number): Moment => momentOf(calendar(session).date, calendar(session).close);

/** A date alone is known when it is over; an IPO, which has no hour, as its day begins. */
function eventMoment({ kind, at }: Security["events"][number]): Moment {
  const [date = "", rest = ""] = at.split(/[T ]/);
  if (kind === "ipo") return momentOf(date, 0);
  if (rest === "") return momentOf(date, 1440);
  return full(`${date}T${rest.replace("pre", "08:00").replace("post", "16:30")}`);
}

/** When the value of a formula on a session is public, as its label says; null for a constant. */
export function labelOf(formula: NamedFormula, columns: readonly NamedFormula[], session: number): Moment | null {
  const { knownAt } = check(formula.tree, { columns: columnsByKey(columns), use: "column" });
  if (knownAt === null) return null;
  const { date, close } = calendar(session + knownAt.day);
  // Of several parts the label is the latest, where the close counts as 16:00 on half days too.
  const latest = isPart(formula.tree) ? close : 960;
  return momentOf(date, knownAt.minute === "close" ? latest : knownAt.minute);
}

const isPart = ({ kind }: Node): boolean => kind === "data";

/** Whether a formula needs a later day than the row's, so that it has no value while the data ends before. */
export const looksAhead = (tree: Node): boolean =>
  [...walk(tree)].some((node) => {
    if (node.kind === "data") {
      const { point } = node;
      return ("day" in point && point.day > 0) || ("days" in point && point.days.to > 0);
    }
    if (node.kind === "column") return true;
    return (
      node.kind === "call" &&
      (["mfe", "mae", "first_touch"].includes(node.name) ||
        node.args.some((arg) => (arg.kind === "range" && arg.days.to > 0) || (arg.kind === "day" && arg.day > 0)) ||
        (node.name === "at" && node.args[1]?.kind === "number"))
    );
  });

/** Whether its label counts bars to come as sessions: after a halt they are later. */
export const countsBarsAhead = (code: string): boolean => code.includes("ichimoku.chikou");

/** What of a market is known in a stretch of time: after `from`, not after `to`. Listings are of no time. */
export function knownBetween(market: ReferenceMarket, from: Moment, to: Moment): ReferenceMarket {
  const within = (moment: Moment): boolean => moment > from && moment <= to;
  return {
    securities: market.securities.map((security) => ({
      ...security,
      symbol: symbolOn(security, to.slice(0, 10)),
      changes: security.changes.filter(({ date }) => within(momentOf(date, 0))),
      daily: new Map([...security.daily].filter(([session]) => within(closes(session)))),
      minutes: new Map(
        [...security.minutes].flatMap(([session, minutes]): [number, readonly MinuteBar[]][] => {
          const { date } = calendar(session);
          const kept = minutes.filter(({ minute }) => within(momentOf(date, minute + 1)));
          return kept.length === 0 ? [] : [[session, kept]];
        }),
      ),
      splits: security.splits.filter(({ date }) => within(momentOf(date, 0))),
      facts: security.facts.filter(({ known_at }) => within(full(known_at))),
      statements: security.statements.filter(({ known_at }) => within(full(known_at))),
      events: security.events.filter((event) => within(eventMoment(event))),
    })),
  };
}

/** The same market up to a moment, with everything after it otherwise: bars, facts, statements and events. */
export function alteredAfter(random: Random, market: ReferenceMarket, moment: Moment, last: number): ReferenceMarket {
  return { securities: market.securities.map((security) => altered(random, security, moment, last)) };
}

function altered(random: Random, security: Security, moment: Moment, last: number): Security {
  const daily = new Map(
    [...security.daily].map(([session, bar]): [number, Bar] => {
      if (closes(session) <= moment) return [session, bar];
      const open = momentOf(calendar(session).date, 570) <= moment;
      return [session, otherBar(random, bar, open)];
    }),
  );
  const minutes = new Map(
    [...security.minutes].map(([session, bars]): [number, readonly MinuteBar[]] => {
      const { date, open, close } = calendar(session);
      // A day of minutes opens with its first regular one, which counts as the open of 09:30.
      const opens = security.daily.has(session) ? null : bars.find(({ minute }) => minute >= open && minute < close);
      const keepsOpen = momentOf(date, 570) <= moment;
      const all = bars.flatMap((bar): MinuteBar[] => {
        if (momentOf(date, bar.minute + 1) <= moment || (keepsOpen && bar === opens)) return [bar];
        return random.chance(0.2) ? [] : [{ minute: bar.minute, ...otherBar(random, bar, false) }];
      });
      // That a security has minutes on a session at all decides between no volume and no data.
      const [some] = bars;
      return [session, all.length === 0 && some ? [{ minute: some.minute, ...otherBar(random, some, false) }] : all];
    }),
  );
  const later = (text: string): boolean => full(text) > moment;
  const numbers = security.facts.flatMap((fact) => {
    if (!later(fact.known_at)) return [fact];
    if (random.chance(0.4)) return [];
    return [{ ...fact, value: otherValue(random, fact.field, fact.value) }];
  });
  // What became known a moment later; of fields only that have dated values before.
  const before = security.facts.filter(({ known_at }) => !later(known_at));
  const more = [...new Set(before.map(({ field }) => field))].flatMap((field) => {
    const known_at = aMomentAfter(random, moment, last);
    const value = before.find((each) => each.field === field)?.value ?? 0;
    return known_at === null || random.chance(0.4)
      ? []
      : [{ field, known_at, value: otherValue(random, field, value) }];
  });
  const statements = [
    ...security.statements.filter(({ known_at }) => !later(known_at) || random.chance(0.6)),
    ...ITEMS.flatMap((item) => {
      const known_at = aMomentAfter(random, moment, last);
      const ends = security.statements.map(({ fiscal_end }) => fiscal_end);
      if (known_at === null || ends.length === 0 || random.chance(0.3)) return [];
      // A restatement, an older quarter, or one between two.
      const end = new Date(Date.parse(`${random.of(ends)}T00:00:00Z`) - random.of([0, 0, 30, 91, 400]) * 86_400_000);
      return [{ item, fiscal_end: end.toISOString().slice(0, 10), known_at, value: random.whole(1, 900) }];
    }),
  ];
  const kinds = [...new Set(security.events.map(({ kind }) => kind))];
  const events = [
    ...security.events.filter((event) => eventMoment(event) <= moment || random.chance(0.5)),
    ...kinds.flatMap((kind) => {
      const at = aMomentAfter(random, moment, last);
      const event = at === null ? null : { kind, at: kind === "news" ? at : at.slice(0, 16) };
      return event && eventMoment(event) > moment ? [event] : [];
    }),
  ];
  return {
    ...security,
    daily,
    minutes,
    facts: once([...numbers, ...more], ({ field, known_at }) => `${field} ${full(known_at)}`),
    statements: once(statements, ({ item, fiscal_end, known_at }) => `${item} ${fiscal_end} ${full(known_at)}`),
    events: once(events, (event) => `${event.kind} ${event.at.replace(" pre", "T08:00").replace(" post", "T16:30")}`),
  };
}

const once = <Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/** Soon after: a second or a minute later, or some later day. Null past the end of the data. */
function aMomentAfter(random: Random, moment: Moment, last: number): string | null {
  const time = Date.parse(`${moment.replace("T24:00:00", "T23:59:59")}Z`);
  const later = new Date(time + random.of([1, 1, 30, 60, 3_600, 86_400, 400_000]) * 1_000).toISOString().slice(0, 19);
  return later.slice(0, 10) <= calendar(last).date ? later : null;
}

function otherValue(random: Random, field: string, value: number | string): number | string {
  if (typeof value === "number") return value + random.whole(1, 50);
  if (!FACT_DATES.includes(field)) return random.of(FIELD_VALUES[field] ?? [value]);
  return new Date(Date.parse(value) + random.whole(-9, 9) * 86_400_000).toISOString().slice(0, 10);
}

/** Another bar; with the open it had where that is known. */
function otherBar(random: Random, bar: Bar, keepsOpen: boolean): Bar {
  const price = (value: number): number => Math.max(1, Math.round(value * (0.6 + random.next()) * 1e4)) / 1e4;
  const open = keepsOpen ? bar.open : price(bar.open);
  const close = price(bar.close);
  return {
    open,
    close,
    high: Math.max(open, close, price(bar.high)),
    low: Math.min(open, close, price(bar.low)),
    volume: random.whole(0, 5_000),
    num_trades: random.chance(0.5) ? random.whole(0, 50) : null,
    vwap: random.chance(0.5) ? close : null,
  };
}

/** Formulas on weeks, groups and other securities, of which all is known at the close of the row's day or before. */
export const KNOWN: readonly string[] = [
  "[weekly close -1 adj]",
  "[weekly high -2]",
  "[weekly low so far]",
  "[weekly volume so far adj]",
  "[monthly open -1]",
  "[indicator ema(2) close weekly -1 adj]",
  "[monthly high so far adj]",
  'at([weekly close so far of "SA"], -2)',
  "rank([weekly close -1] / [weekly open -1])",
  "market(avg, [weekly close so far] / [weekly open so far])",
  '[daily close adj of "SA"] / [weekly close -1 adj of "SA"]',
  "avg([daily volume], by exchange)",
];
