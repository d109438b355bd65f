import { SESSIONS } from "../../market/index.ts";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, SourcePage, SourceRow } from "../connector.ts";
import { textOf } from "../payload.ts";
import { symbolOf } from "./nasdaq-trader.ts";

/** Codes that halt nothing which trades: the end of a listing, and steps of an IPO before its first trade. */
const NO_HALT = /^(D|IPO[A-Z0-9]*)$/;

/** Events of a halt besides `halt`, by its reason's code (https://www.nasdaqtrader.com/trader.aspx?id=tradehaltcodes). */
const BY_REASON = [
  // News pending, released, released with the times of resumption; more information asked for.
  ["halt_news", /^T(1|2|3|12)$/],
  // Pauses by limit-up-limit-down bands, and the single-stock pauses before there were bands.
  ["halt_volatility", /^(LUDP|LUDS|M|T5|T7)$/],
] as const;

/** Text of an element of the feed, empty where it is. */
const textIn = (xml: string, name: string): string =>
  (new RegExp(`<ndaq:${name}>([^<]*)</ndaq:${name}>`).exec(xml)?.[1] ?? "").trim();

/** The halts of a day, each `<item>`. Throws MalformedPage where the feed is something else, or cut off. */
function itemsOf(body: Uint8Array): readonly string[] {
  const feed = textOf(body).trim();
  if (!/<rss[\s>]/.test(feed) || !feed.endsWith("</rss>")) throw new MalformedPage("the answer is no whole feed (rss)");
  const items = [...feed.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = ""]) => item);
  const said = textIn(feed, "numItems");
  if (said !== "" && Number(said) !== items.length)
    throw new MalformedPage(`the feed says ${said} items and has ${items.length}`);
  return items;
}

/** 12/15/2025 as 2025-12-15. */
const dateOf = (text: string): string => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2");

/** Halts of trading on all exchanges, a page for each session (https://www.nasdaqtrader.com/trader.aspx?id=tradehalts). */
export const nasdaqHalts: Connector = {
  name: "nasdaq-halts",
  title: "Nasdaq Trader, trade halts",
  addresses: { web: "https://www.nasdaqtrader.com" },
  offers: ["halts"],
  keys: [],
  limits: [{ calls: 30, seconds: 60 }],
  atOnce: 1,
  importer: "csv",
  adjusted: false,
  bySymbol: false,
  since: "2018-01-01",
  headers: () => ({}),
  pages: ({ from, to }: FetchRequest) =>
    SESSIONS.filter(({ date }) => date >= from && date <= to).map(({ date }): SourcePage => {
      const [year = "", month = "", day = ""] = date.split("-");
      return {
        name: `halts of ${date}`,
        path: `/rss.aspx?feed=tradehalts&haltdate=${month}${day}${year}`,
        of: "halts",
      };
    }),
  read({ name }, body, { symbols }) {
    const date = name.slice(-"yyyy-MM-dd".length);
    const wanted = symbols.length === 0 ? null : new Set(symbols);
    const events = new Map<string, SourceRow>();
    const leftOut = new Map<string, number>();
    const leave = (why: string): unknown => leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    for (const item of itemsOf(body)) {
      const [code, on, time] = [
        textIn(item, "IssueSymbol"),
        dateOf(textIn(item, "HaltDate")),
        textIn(item, "HaltTime"),
      ];
      const why = reasonToLeave(code, textIn(item, "ReasonCode"), on === date);
      if (why !== null) {
        leave(why);
        continue;
      }
      const at = secondOf(time);
      if (at === undefined) throw new MalformedPage(`the halt of ${code} has no time: ${JSON.stringify(time)}`);
      const symbol = symbolOf(code.replaceAll(/[/ ]/g, "."));
      if (wanted?.has(symbol) === false) continue;
      const reason = textIn(item, "ReasonCode");
      for (const kind of ["halt", ...BY_REASON.filter(([, codes]) => codes.test(reason)).map(([name]) => name)])
        events.set(`${symbol} ${kind} ${at}`, { symbol, kind, at: `${date} ${at}` });
      const end = endOf(item);
      if (end === null) continue;
      if (end >= `${date} ${at}`) events.set(`${symbol} resumption ${end}`, { symbol, kind: "resumption", at: end });
      else leave("resumption before its halt");
    }
    return {
      rows: { events: [...events.values()] },
      ...(leftOut.size > 0 ? { leftOut: Object.fromEntries(leftOut) } : {}),
    };
  },
};

/** A time of the feed. Some have parts of a second behind it, with or without a blank between. */
const secondOf = (time: string): string | undefined => /^\d\d:\d\d:\d\d/.exec(time)?.[0];

/** When trades went on, to the second; null while that is not known. Quotes may come back before. */
function endOf(item: string): string | null {
  const [date, time] = [dateOf(textIn(item, "ResumptionDate")), secondOf(textIn(item, "ResumptionTradeTime"))];
  return /^\d{4}-\d\d-\d\d$/.test(date) && time !== undefined ? `${date} ${time}` : null;
}

/** Why an item is no halt of a security on the day, null where it is one. */
function reasonToLeave(symbol: string, reasonCode: string, isOfDay: boolean): string | null {
  if (!isOfDay) return "halt of another day";
  if (symbol === "") return "halt of the whole market";
  return NO_HALT.test(reasonCode) ? "deletion or IPO among the halts" : null;
}
