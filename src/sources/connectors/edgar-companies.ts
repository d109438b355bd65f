import { z } from "zod";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, SourcePage } from "../connector.ts";
import { jsonOf } from "../payload.ts";

const Companies = z.object({
  fields: z.array(z.string()),
  data: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/** What every call of the SEC has in common. */
export const EDGAR = {
  addresses: { data: "https://data.sec.gov", www: "https://www.sec.gov" },
  keys: [
    {
      variable: "SEC_CONTACT",
      meaning: "your name and e-mail address, which the SEC asks of programs: Ada ada@example.org",
    },
  ],
  limits: [{ calls: 10, seconds: 1 }],
  atOnce: 4,
  adjusted: false,
  bySymbol: true,
  headers: ([contact = ""]: readonly string[]) => ({ "user-agent": contact }),
} as const satisfies Partial<Connector>;

export const COMPANIES_FILE = "company_tickers_exchange.json";

/** The list of companies and their symbols, which every fetch begins with. */
export const companiesPage = (of: SourcePage["of"]): SourcePage => ({
  name: "companies and their symbols",
  path: `www:/files/${COMPANIES_FILE}`,
  of,
});

export const isCompaniesPage = ({ name }: SourcePage): boolean => name === companiesPage("facts").name;

/** A company by its number of ten digits, `CIK0000320193`, with its symbols that are wanted. */
export interface WantedCompany {
  readonly name: string;
  readonly symbols: readonly string[];
}

/** The companies of the symbols that are wanted. Classes are written with a hyphen in the list: BRK-B. */
export function wantedCompanies(body: Uint8Array, { symbols }: FetchRequest): readonly WantedCompany[] {
  const { fields, data } = jsonOf(body, Companies);
  const [cik, ticker] = [fields.indexOf("cik"), fields.indexOf("ticker")];
  if (cik < 0 || ticker < 0) throw new MalformedPage(`no cik and ticker among the fields ${fields.join(", ")}`);
  const wanted = new Set(symbols);
  const found = new Map<string, string[]>();
  for (const one of data) {
    const symbol = String(one[ticker] ?? "").replaceAll("-", ".");
    if (!wanted.has(symbol)) continue;
    const name = `CIK${String(one[cik] ?? "").padStart(10, "0")}`;
    found.set(name, [...(found.get(name) ?? []), symbol]);
  }
  return [...found].map(([name, of]) => ({ name, symbols: of }));
}
