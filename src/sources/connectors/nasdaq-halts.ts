import { SESSIONS } from "../../market/index.ts";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, SourcePage, SourceRow } from "../connector.ts";
import { textOf } from "../payload.ts";
import { symbolOf } from "./nasdaq-trader.ts";

/** Codes that halt nothing which trades: the end of a listing, and steps of an IPO before its first trade. */
const NO_HALT = /^(D|IPO[A-Z0-9]*)$/;

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
    for (const item of itemsOf(body)) {
      const [code, on, time] = [
        textIn(item, "IssueSymbol"),
        dateOf(textIn(item, "HaltDate")),
        textIn(item, "HaltTime"),
      ];
      const why = reasonToLeave(code, textIn(item, "ReasonCode"), on === date);
      if (why !== null) {
        leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
        continue;
      }
      // Some have parts of a second behind it, with or without a blank between.
      const at = /^\d\d:\d\d:\d\d/.exec(time)?.[0];
      if (at === undefined) throw new MalformedPage(`the halt of ${code} has no time: ${JSON.stringify(time)}`);
      const symbol = symbolOf(code.replaceAll(/[/ ]/g, "."));
      if (wanted?.has(symbol) === false) continue;
      events.set(`${symbol} ${at}`, { symbol, kind: "halt", at: `${date} ${at}` });
    }
    return {
      rows: { events: [...events.values()] },
      ...(leftOut.size > 0 ? { leftOut: Object.fromEntries(leftOut) } : {}),
    };
  },
};

/** Why an item is no halt of a security on the day, null where it is one. */
function reasonToLeave(symbol: string, reasonCode: string, isOfDay: boolean): string | null {
  if (!isOfDay) return "halt of another day";
  if (symbol === "") return "halt of the whole market";
  return NO_HALT.test(reasonCode) ? "deletion or IPO among the halts" : null;
}
