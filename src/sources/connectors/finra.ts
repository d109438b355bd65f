import { SESSIONS } from "../../market/index.ts";
import { MalformedPage } from "../connector.ts";
import type { Connector, FetchRequest, SourcePage, SourceRow } from "../connector.ts";
import { recordsOf, textOf } from "../payload.ts";

/** Sessions from a settlement date to the day on which FINRA publishes its positions. */
const SESSIONS_TO_PUBLICATION = 7;
/**
 * Positions are corrected in the file that holds them, marked by its revision flag, and it does not say until when
 * (https://www.finra.org/finra-data/browse-catalog/equity-short-interest, "Amendments"). Two months are four files.
 */
const CORRECTED_DAYS = 62;
/** It publishes after the close. */
const PUBLISHED_AT = "18:00";

/** Settlement dates, the last session up to the 15th and the last of each month, with the day of their publication. */
const SETTLEMENTS = SESSIONS.flatMap(({ session, date }) => {
  const next = SESSIONS[session + 1]?.date ?? "";
  const isMiddle = date.slice(8) <= "15" && (next.slice(8) > "15" || next.slice(0, 7) > date.slice(0, 7));
  const published = SESSIONS[session + SESSIONS_TO_PUBLICATION]?.date;
  const isLast = next.slice(0, 7) > date.slice(0, 7);
  return (isMiddle || isLast) && published !== undefined ? [{ settled: date, published }] : [];
});

const HEADERS = ["symbolCode", "currentShortPositionQuantity", "settlementDate"];

/** Short interest of all securities, twice a month (https://www.finra.org/finra-data/browse-catalog/equity-short-interest/files). */
export const finra: Connector = {
  name: "finra",
  title: "FINRA, short interest",
  addresses: { files: "https://cdn.finra.org" },
  offers: ["facts"],
  keys: [],
  limits: [{ calls: 60, seconds: 60 }],
  atOnce: 2,
  importer: "csv",
  adjusted: false,
  bySymbol: false,
  since: "2018-08-01",
  correctedDays: CORRECTED_DAYS,
  deniesMissing: true,
  headers: () => ({}),
  pages: ({ from, to }: FetchRequest) =>
    SETTLEMENTS.filter(({ published }) => published >= from && published <= to).map(({ settled }): SourcePage => ({
      name: `short interest of ${settled}`,
      path: `/equity/otcmarket/biweekly/shrt${settled.replaceAll("-", "")}.csv`,
      of: "facts",
    })),
  read({ name }, body, { symbols }) {
    const settled = name.slice(-"yyyy-MM-dd".length);
    const published = SETTLEMENTS.find((one) => one.settled === settled)?.published ?? settled;
    const wanted = symbols.length === 0 ? null : new Set(symbols);
    const facts = recordsOf(textOf(body), "|", HEADERS).flatMap(([code = "", shares = "", date = ""]): SourceRow[] => {
      if (date !== settled) throw new MalformedPage(`a position of ${date} among those of ${settled}`);
      const symbol = code.trim().replaceAll(/[/ ]/g, ".");
      if (wanted?.has(symbol) === false) return [];
      return [{ symbol, field: "short_interest", known_at: `${published} ${PUBLISHED_AT}`, value: shares }];
    });
    return { rows: { facts } };
  },
};
