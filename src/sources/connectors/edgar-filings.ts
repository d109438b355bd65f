import { z } from "zod";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, PageContent, SourcePage, SourceRow } from "../connector.ts";
import { jsonOf } from "../payload.ts";
import { companiesPage, EDGAR, isCompaniesPage, wantedCompanies } from "./edgar-companies.ts";

const Filings = z.object({
  form: z.array(z.string()),
  filingDate: z.array(z.iso.date()),
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

const NEW_YORK = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Whether a filing may have been accepted at that time in New York: EDGAR is open then, and dates it by 17:30. */
function fitsDate(at: string, filed: string): boolean {
  const [day = "", time = ""] = at.split(" ");
  if (time < "06:00:00" || time > "22:00:00") return false;
  // Some forms bear the date of an evening.
  return time <= "17:30:00" ? filed === day : filed >= day;
}

/**
 * Times in New York, `yyyy-MM-dd HH:MM:SS`. All of them are written as UTC; of some companies they are, of others New York's
 * time is written so, which nothing says (181 of 808: github.com/john-friedman/datamule-python/issues/115). The filing
 * dates tell it: what is accepted after 17:30 bears the next day's. Where they fit both, the later time counts.
 */
function acceptedAt({ filingDate, acceptanceDateTime: times }: z.infer<typeof Filings>): readonly string[] {
  const written = times.map((time) => time.slice(0, "yyyy-MM-ddTHH:MM:SS".length).replace("T", " "));
  const asUtc = written.map((time) => NEW_YORK.format(new Date(`${time.replace(" ", "T")}Z`)));
  const fits = (all: readonly string[]): number =>
    all.filter((at, index) => fitsDate(at, filingDate[index] ?? "")).length;
  return fits(asUtc) > fits(written) ? asUtc : written;
}

/** Filings accepted within the days, each once for each symbol. */
function eventsOf(
  filings: z.infer<typeof Filings>,
  symbols: readonly string[],
  { from, to }: FetchRequest,
): PageContent {
  const { form, filingDate, acceptanceDateTime } = filings;
  if (form.length !== acceptanceDateTime.length || form.length !== filingDate.length)
    throw new MalformedPage(`${form.length} forms with ${acceptanceDateTime.length} times, ${filingDate.length} dates`);
  const times = acceptedAt(filings);
  const events = new Map<string, SourceRow>();
  let others = 0;
  for (const [index, name] of form.entries()) {
    const at = times[index] ?? "";
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
