import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../vocabulary/index.ts";
import { nextDay } from "../identity/records.ts";
import { unpacked } from "./file-bytes.ts";
import { MAX_TEXT_CHARS } from "./kinds.ts";
import { readRecords, type ImportRecord } from "./records.ts";
import type { ImportContext } from "./run-import.ts";
import { suffixedSymbol, textProblems } from "./text-sql.ts";

/*
 * The vendor's reference data as its endpoints answer: `{ results: […] }` of All Tickers and Splits (v3 and v1),
 * `{ results: {…} }` of Ticker Overview and Ticker Events, or the bare results. What a record is, its keys say.
 */

type Json = Readonly<Record<string, unknown>>;
interface FoundRecord {
  readonly file: string;
  readonly line: number;
  readonly json: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
/** Dates come as yyyy-MM-dd or as midnight of that day, in UTC or New York: the day is the one written. */
const dayOf = (value: unknown): string => text(value).slice(0, 10);

type RecordKind = "split" | "dividend" | "events" | "ticker";
function kindOf(json: Json): RecordKind | null {
  if ("execution_date" in json) return "split";
  if ("ex_dividend_date" in json) return "dividend";
  if (Array.isArray(json["events"])) return "events";
  if ("ticker" in json && ["market", "primary_exchange", "active", "locale"].some((key) => key in json))
    return "ticker";
  return null;
}

/** Takes listings, splits, dividends and symbol changes out of JSON files. */
export async function readReference(context: ImportContext, root: string, names: readonly string[]): Promise<void> {
  const found: Record<RecordKind, FoundRecord[]> = { split: [], dividend: [], events: [], ticker: [] };
  for (const file of names) {
    for (const [index, json] of (await recordsOf(context, root, file)).entries()) {
      const kind = isObject(json) ? kindOf(json) : null;
      if (kind && isObject(json)) found[kind].push({ file, line: index + 1, json });
      else
        context.refuse({
          file,
          line: index + 1,
          field: "",
          reason: "unknown kind of record",
          text: (JSON.stringify(json) ?? "").slice(0, 500),
        });
    }
  }
  const changes = found.events.flatMap(changesOf);
  await readRecords(context, "symbols", ["symbol", "old_symbol", "date"], changes.filter(isRenaming), SUFFIXED);
  await cutAt(context, changes);
  await readRecords(context, "splits", ["symbol", "date", "ratio"], found.split.map(splitOf), SUFFIXED);
  const dollars = found.dividend.filter(({ json }) => (text(json["currency"]) || "USD").toUpperCase() === "USD");
  if (dollars.length < found.dividend.length)
    context.leaveOut("dividend in another currency", found.dividend.length - dollars.length);
  await readRecords(context, "dividends", ["symbol", "date", "amount", "kind"], dollars.map(dividendOf), SUFFIXED);
  const identities = [
    ...found.ticker.flatMap((one) => identityOf(one, context.today)),
    ...found.events.flatMap(identitiesOf),
  ];
  await readRecords(context, "identities", IDENTITY, once(identities), SUFFIXED);
  await readRecords(context, "securities", LISTING, listings(context, found.ticker, changes), SUFFIXED);
}

const SUFFIXED = { symbols: "suffixed" } as const;

async function recordsOf(context: ImportContext, root: string, file: string): Promise<readonly unknown[]> {
  const bytes = unpacked(await readFile(join(root, file)), file, file);
  try {
    const page: unknown = JSON.parse(bytes.toString("utf8"));
    const results = isObject(page) && "results" in page ? page["results"] : page;
    return Array.isArray(results) ? results : [results];
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    context.refuse({ file, line: 1, field: "", reason: "not readable as JSON", text: why });
    return [];
  }
}

const splitOf = ({ file, line, json }: FoundRecord): ImportRecord => {
  const ratio = Number(text(json["split_to"]) || Number.NaN) / Number(text(json["split_from"]) || Number.NaN);
  return {
    file,
    line,
    values: {
      symbol: text(json["ticker"]),
      date: dayOf(json["execution_date"]),
      ratio: Number.isNaN(ratio) ? "" : String(ratio),
    },
  };
};

/** The vendor's types: CD regular, SC special, LT and ST of a fund's gains. */
const dividendOf = ({ file, line, json }: FoundRecord): ImportRecord => {
  const type = text(json["dividend_type"]).toUpperCase();
  return {
    file,
    line,
    values: {
      symbol: text(json["ticker"]),
      date: dayOf(json["ex_dividend_date"]),
      amount: text(json["cash_amount"]),
      kind: type === "CD" ? "regular" : type === "SC" ? "special" : type,
    },
  };
};

/** Every ticker a security took, oldest first, with the one before it; the first has none. */
function changesOf({ file, line, json }: FoundRecord): readonly ImportRecord[] {
  const events = Array.isArray(json["events"]) ? json["events"].filter(isObject) : [];
  const taken = events
    .flatMap((event) => {
      const change = event["ticker_change"];
      return isObject(change) ? [{ date: dayOf(event["date"]), symbol: text(change["ticker"]) }] : [];
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const steps = taken.filter(({ symbol }, index) => symbol !== taken[index - 1]?.symbol);
  return steps.map(({ date, symbol }, index) => ({
    file,
    line,
    values: { symbol, old_symbol: steps[index - 1]?.symbol ?? "", date },
  }));
}

const isRenaming = ({ values }: ImportRecord): boolean => values["old_symbol"] !== "";

/** A ticker before its security took it is another security: flat files name bars as of their day. */
async function cutAt({ market, staging, day }: ImportContext, changes: readonly ImportRecord[]): Promise<void> {
  if (changes.length === 0) return;
  await market.command({
    sql: `INSERT INTO ${await staging.intoCuts()}
SELECT DISTINCT ${suffixedSymbol("c.1")}, d.session
FROM (SELECT arrayJoin(arrayZip({symbols:Array(String)}, {dates:Array(String)})) AS c) AS c INNER JOIN ${day} AS d ON d.day = c.2
WHERE isNotNull(d.session) AND d.session > 0 AND c.1 != '' AND NOT (${textProblems("c.1", MAX_TEXT_CHARS.symbol)
      .map(([condition]) => condition)
      .join(" OR ")})`,
    params: {
      symbols: changes.map(({ values }) => values["symbol"] ?? ""),
      dates: changes.map(({ values }) => values["date"] ?? ""),
    },
  });
}

const IDENTITY = ["symbol", "first_date", "last_date", "figi", "cik", "source"];

/** What a record says of a ticker on some days; nothing without an identifier. */
function identity(
  { file, line, json }: FoundRecord,
  symbol: string,
  first: string,
  last: string,
): readonly ImportRecord[] {
  const ids = { figi: text(json["composite_figi"]), cik: text(json["cik"]) };
  if (symbol === "" || (ids.figi === "" && ids.cik === "") || !isDay(first)) return [];
  return [{ file, line, values: { symbol, first_date: first, last_date: last, ...ids, source: "massive" } }];
}

/** Of a ticker that ceased the day before is the last that is certain: one that was renamed bears the new ticker's first day. */
function identityOf(found: FoundRecord, today: string): readonly ImportRecord[] {
  const { json } = found;
  const market = text(json["market"]);
  if (market !== "" && market !== "stocks" && market !== "otc") return [];
  const ended = dayOf(json["delisted_utc"]);
  if (ended === "" && json["active"] === false) return [];
  const on = ended === "" ? dayOf(json["last_updated_utc"]) || today : isDay(ended) ? nextDay(ended, -1) : ended;
  return identity(found, text(json["ticker"]), on, on);
}

/** Of a ticker that was given up from its day to the next one's, of the last its first day. */
function identitiesOf(found: FoundRecord): readonly ImportRecord[] {
  const taken = changesOf(found).map(({ values }) => ({ symbol: values["symbol"] ?? "", date: values["date"] ?? "" }));
  return taken.flatMap(({ symbol, date }, index) => {
    const next = taken[index + 1]?.date ?? "";
    return identity(found, symbol, date, isDay(next) && next > date ? nextDay(next, -1) : date);
  });
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** A page of the list and an overview may say the same. */
const once = (records: readonly ImportRecord[]): readonly ImportRecord[] => [
  ...new Map(records.map((record) => [JSON.stringify(record.values), record])).values(),
];

const LISTING = ["symbol", "name", "exchange", "security_class", "status", "currency", "ipo_date", "delisted_date"];

/**
 * One listing of each ticker that trades, and one of each that ceased: pages of the list and overviews of the same ticker
 * are laid over each other, the newest on top. Sector, industry and country are not in the vendor's vocabulary of ours, and
 * its shares and market values carry no day: they are left out.
 */
function listings(
  context: ImportContext,
  tickers: readonly FoundRecord[],
  changes: readonly ImportRecord[],
): readonly ImportRecord[] {
  const updated = ({ json }: FoundRecord): string => text(json["last_updated_utc"]);
  const byKey = new Map<string, { file: string; line: number; values: Record<string, string> }>();
  for (const { file, line, json } of tickers.toSorted((a, b) =>
    updated(a) < updated(b) ? -1 : updated(a) > updated(b) ? 1 : 0,
  )) {
    const market = text(json["market"]);
    if (market !== "" && market !== "stocks" && market !== "otc") {
      context.leaveOut(`ticker of the market ${market}`);
      continue;
    }
    const symbol = text(json["ticker"]);
    const delisted = dayOf(json["delisted_utc"]);
    const near = (date: string): boolean => Math.abs(Date.parse(date) - Date.parse(delisted)) <= 7 * DAY_MS;
    if (changes.some(({ values }) => values["old_symbol"] === symbol && near(values["date"] ?? ""))) {
      context.leaveOut("ticker given up for another, not delisted");
      continue;
    }
    for (const name of ["market_cap", "share_class_shares_outstanding", "weighted_shares_outstanding", "sic_code"])
      if (name in json) context.leaveOut(name === "sic_code" ? "SIC code of a ticker" : `${name} without a day`);
    const given = {
      symbol,
      name: text(json["name"]),
      exchange: text(json["primary_exchange"]),
      security_class: text(json["type"]),
      status: json["active"] === true ? "ACTIVE" : json["active"] === false ? "DELISTED" : "",
      currency: text(json["currency_name"]).toUpperCase(),
      ipo_date: dayOf(json["list_date"]),
      delisted_date: delisted,
    };
    const known = byKey.get(`${symbol} ${delisted}`) ?? { file, line, values: {} };
    byKey.set(`${symbol} ${delisted}`, known);
    for (const [name, value] of Object.entries(given)) if (value !== "") known.values[name] = value;
  }
  return [...byKey.values()];
}
