import { MalformedPage } from "../connector.ts";
import type { Connector, SourcePage, SourceRow } from "../connector.ts";
import { recordsOf, textOf } from "../payload.ts";

const EXCHANGES: Readonly<Record<string, string>> = {
  N: "NYSE",
  A: "NYSE MKT",
  P: "NYSE ARCA",
  Z: "BATS",
  V: "IEX",
};

/** Suffixes of the consolidated tape as the importer of Massive's files writes them out: BACpL is BAC.PRL. */
export const symbolOf = (text: string): string =>
  text
    .trim()
    .replace(/^([A-Z0-9.]+)p([A-Z]?)/, "$1.PR$2")
    .replace(/^([A-Z0-9.]+)r(w?)$/, "$1.RT$2")
    .replace(/^([A-Z0-9.]+)w$/, "$1.WI")
    .toUpperCase();

/** What a name says of the class; the directory has no field for it. */
function classOf(name: string, isFund: boolean): string {
  if (isFund) return "ETF";
  if (/\bwarrants?\b/i.test(name)) return "WARRANT";
  if (/\bunits?\b/i.test(name)) return "UNIT";
  if (/\brights?\b/i.test(name)) return "RIGHT";
  if (/depositary|\bADS\b|\bADR\b/i.test(name)) return "ADRC";
  if (/preferred|preference/i.test(name)) return "PFD";
  return "CS";
}

const page = (file: string): SourcePage => ({ name: file, path: `/dynamic/SymDir/${file}`, of: "securities" });

/** The directory of symbols in force (https://www.nasdaqtrader.com/trader.aspx?id=symboldirdefs), made anew each night. */
export const nasdaqTrader: Connector = {
  name: "nasdaq-trader",
  title: "Nasdaq Trader, symbol directory",
  addresses: { web: "https://www.nasdaqtrader.com" },
  offers: ["securities"],
  keys: [],
  limits: [{ calls: 10, seconds: 60 }],
  atOnce: 1,
  importer: "csv",
  adjusted: false,
  bySymbol: false,
  since: "1970-01-01",
  headers: () => ({}),
  pages: () => [page("nasdaqlisted.txt"), page("otherlisted.txt")],
  read({ name: file }, body, { symbols }) {
    const lines = textOf(body).trimEnd().split(/\r?\n/);
    const last = lines.pop() ?? "";
    // The last line says when the file was made; without it the file is cut off.
    if (!last.startsWith("File Creation Time")) throw new MalformedPage(`${file} does not end with its creation time`);
    const isNasdaq = file === "nasdaqlisted.txt";
    const headers = isNasdaq
      ? ["Symbol", "Security Name", "Test Issue", "ETF"]
      : ["CQS Symbol", "Security Name", "Test Issue", "ETF", "Exchange"];
    const records = recordsOf(lines.join("\n"), "|", headers);
    const wanted = symbols.length === 0 ? null : new Set(symbols);
    const listed = records.filter(([, , isTest]) => isTest !== "Y");
    const securities = listed.flatMap(([symbol = "", name = "", , isFund = "", exchange = ""]): SourceRow[] => {
      const code = symbolOf(symbol);
      if (wanted?.has(code) === false) return [];
      const at = isNasdaq ? "NASDAQ" : (EXCHANGES[exchange] ?? null);
      return [{ symbol: code, name, exchange: at, security_class: classOf(name, isFund === "Y"), status: "ACTIVE" }];
    });
    const tests = records.length - listed.length;
    return { rows: { securities }, ...(tests > 0 ? { leftOut: { "test issue": tests } } : {}) };
  },
};
