import { z } from "zod";
import type { Connector, SourcePage } from "../connector.ts";
import { jsonOf } from "../payload.ts";
import { COMPANIES_FILE, companiesPage, EDGAR, isCompaniesPage, wantedCompanies } from "./edgar-companies.ts";

const Facts = z.object({ cik: z.union([z.number(), z.string()]), facts: z.record(z.string(), z.unknown()) });

/** Figures of quarterly and annual reports (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). */
export const edgar: Connector = {
  ...EDGAR,
  name: "edgar",
  title: "SEC EDGAR, company facts",
  offers: ["facts"],
  importer: "edgar",
  since: "2009-01-01",
  pages: () => [companiesPage("facts")],
  read(page, body, request) {
    if (!isCompaniesPage(page)) {
      jsonOf(body, Facts);
      return { rows: {}, file: page.path.slice(page.path.lastIndexOf("/") + 1) };
    }
    const next = wantedCompanies(body, request).map(({ name }): SourcePage => {
      return { name: `facts of ${name}`, path: `/api/xbrl/companyfacts/${name}.json`, of: "facts" };
    });
    return { rows: {}, file: COMPANIES_FILE, next };
  },
};
