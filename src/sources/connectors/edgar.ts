import { z } from "zod";
import { MalformedPage } from "../connector.ts";
import type { Connector, SourcePage } from "../connector.ts";
import { jsonOf } from "../payload.ts";

const Companies = z.object({
  fields: z.array(z.string()),
  data: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});
const Facts = z.object({ cik: z.union([z.number(), z.string()]), facts: z.record(z.string(), z.unknown()) });

const COMPANIES = "companies and their symbols";

/** Figures of quarterly and annual reports (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). */
export const edgar: Connector = {
  name: "edgar",
  title: "SEC EDGAR, company facts",
  addresses: { data: "https://data.sec.gov", www: "https://www.sec.gov" },
  offers: ["facts"],
  keys: [
    {
      variable: "SEC_CONTACT",
      meaning: "your name and e-mail address, which the SEC asks of programs: Ada ada@example.org",
    },
  ],
  limits: [{ calls: 10, seconds: 1 }],
  atOnce: 4,
  importer: "edgar",
  adjusted: false,
  bySymbol: true,
  since: "2009-01-01",
  headers: ([contact = ""]) => ({ "user-agent": contact }),
  pages: () => [{ name: COMPANIES, path: "www:/files/company_tickers_exchange.json", of: "facts" }],
  read(page, body, { symbols }) {
    if (page.name !== COMPANIES) {
      jsonOf(body, Facts);
      return { rows: {}, file: page.path.slice(page.path.lastIndexOf("/") + 1) };
    }
    const { fields, data } = jsonOf(body, Companies);
    const [cik, ticker] = [fields.indexOf("cik"), fields.indexOf("ticker")];
    if (cik < 0 || ticker < 0) throw new MalformedPage(`no cik and ticker among the fields ${fields.join(", ")}`);
    const wanted = new Set(symbols.map((symbol) => symbol.replaceAll(".", "-")));
    const ciks = data.flatMap((one) => (wanted.has(String(one[ticker] ?? "")) ? [String(one[cik] ?? "")] : []));
    const next = [...new Set(ciks)].map((number): SourcePage => {
      const name = `CIK${number.padStart(10, "0")}`;
      return { name: `facts of ${name}`, path: `/api/xbrl/companyfacts/${name}.json`, of: "facts" };
    });
    return { rows: {}, file: "company_tickers_exchange.json", next };
  },
};
