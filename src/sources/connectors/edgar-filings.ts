import { z } from "zod";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, PageContent, SourcePage, SourceRow } from "../connector.ts";
import { jsonOf } from "../payload.ts";
import { companiesPage, EDGAR, isCompaniesPage, wantedCompanies } from "./edgar-companies.ts";

const Filings = z.object({
  form: z.array(z.string()),
  acceptanceDateTime: z.array(z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)),
});
const Submissions = z.object({
  filings: z.object({
    recent: Filings,
    files: z.array(
      z.object({ name: z.string().regex(/^[\w-]+\.json$/), filingFrom: z.string(), filingTo: z.string() }),
    ),
  }),
});

/** The event of a form; amendments are other forms. */
function kindOf(form: string): string | null {
  if (form === "8-K") return "filing_8k";
  if (form === "S-1") return "filing_s1";
  return /^424B\d?$/.test(form) ? "filing_424b" : null;
}

/**
 * Filings accepted within the days, each once for each symbol. The moment is written as if it were UTC and is that of New York:
 * what was accepted after 17:30 bears the next day's filing date (so in all of 502 filings of one company).
 */
function eventsOf(
  { form, acceptanceDateTime: times }: z.infer<typeof Filings>,
  symbols: readonly string[],
  { from, to }: FetchRequest,
): PageContent {
  if (form.length !== times.length) throw new MalformedPage(`${form.length} forms with ${times.length} times`);
  const events = new Map<string, SourceRow>();
  let others = 0;
  for (const [index, name] of form.entries()) {
    const at = (times[index] ?? "").slice(0, "yyyy-MM-ddTHH:MM:SS".length).replace("T", " ");
    const day = at.slice(0, "yyyy-MM-dd".length);
    if (day < from || day > to) continue;
    const kind = kindOf(name);
    if (kind === null) others += 1;
    else for (const symbol of symbols) events.set(`${symbol} ${kind} ${at}`, { symbol, kind, at });
  }
  return {
    rows: { events: [...events.values()] },
    ...(others > 0 ? { leftOut: { "filing of another form": others } } : {}),
  };
}

const pageOf = (file: string, symbols: readonly string[]): SourcePage => ({
  name: `filings of ${symbols.join(" ")} in ${file}`,
  path: `/submissions/${file}`,
  of: "filings",
});

/** Filings by form with the time of their acceptance (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). */
export const edgarFilings: Connector = {
  ...EDGAR,
  name: "edgar-filings",
  title: "SEC EDGAR, filings",
  offers: ["filings"],
  importer: "csv",
  since: "1994-01-01",
  pages: () => [companiesPage("filings")],
  read(page, body, request) {
    if (isCompaniesPage(page)) {
      const next = wantedCompanies(body, request).map(({ name, symbols }) => pageOf(`${name}.json`, symbols));
      return { rows: {}, next };
    }
    const symbols = /^filings of (.*) in /.exec(page.name)?.[1]?.split(" ") ?? [];
    // Older filings stand in files of their own.
    if (/-submissions-\d+\.json$/.test(page.path)) return eventsOf(jsonOf(body, Filings), symbols, request);
    const { filings } = jsonOf(body, Submissions);
    const older = filings.files.filter(
      ({ filingFrom, filingTo }) => filingTo >= request.from && filingFrom <= request.to,
    );
    return { ...eventsOf(filings.recent, symbols, request), next: older.map(({ name }) => pageOf(name, symbols)) };
  },
};
