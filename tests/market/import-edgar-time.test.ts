import { afterAll, beforeAll, expect, it } from "vitest";
import { importCsv, importEdgar, type Market } from "../../src/market/index.ts";
import { cases, IN_SOAK } from "../cases.ts";
import { Random } from "../naive/random.ts";
import { DAILY, folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

/*
 * Companies that tell quarters, halves, nine months and years, now and in later filings, whole and with gaps, restated and
 * not: what a market knew on a day must not change when later filings are imported, and must be what filings until then say.
 */
const COMPANIES = cases(12);
const CUTS = ["2022-09-01", "2023-08-31", "2025-12-31"];
const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 4_711 : Math.floor(Math.random() * 1e9)));

interface Report {
  readonly start: string | null;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
}
type Concept = "Revenues" | "NetIncomeLoss" | "Assets";
type Company = Readonly<Record<Concept, readonly Report[]>>;
const ITEMS: Readonly<Record<Concept, string>> = {
  Revenues: "total-revenue",
  NetIncomeLoss: "net-income",
  Assets: "total-assets",
};

const DAY = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const after = (date: string, days: number): string => iso(Date.parse(date) + days * DAY);
const daysFrom = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / DAY;

function companyOf(random: Random): Company {
  const told: Record<Concept, Report[]> = { Revenues: [], NetIncomeLoss: [], Assets: [] };
  // Ends of twelve quarters; some companies end theirs a few days off, in a week of their own or after a change.
  const ends: string[] = [];
  const month = random.whole(0, 2);
  for (let quarter = 0; quarter <= 12; quarter++)
    ends.push(after(iso(Date.UTC(2021, month + 3 * quarter, 0)), random.of([0, 0, 0, 0, -2, 5])));
  const begins = (quarter: number): string => after(ends[quarter] ?? "", 1);
  const last = (quarter: number): string => ends[quarter + 1] ?? "";
  for (let quarter = 0; quarter < 12; quarter++) {
    const filed = after(last(quarter), random.whole(25, 60));
    const year = quarter - (quarter % 4);
    for (const concept of ["Revenues", "NetIncomeLoss"] as const) {
      const tell = (from: number, to: number): void => {
        told[concept].push({ start: begins(from), end: last(to), val: random.whole(1, 400), filed });
      };
      // The quarter itself, the year until then, and the same a year before as it is seen now.
      if (random.chance(quarter % 4 === 3 ? 0.15 : 0.5)) tell(quarter, quarter);
      if (quarter > year && random.chance(0.7)) tell(year, quarter);
      if (quarter >= 4 && random.chance(0.4)) tell(quarter - 4, quarter - 4);
      if (quarter >= 4 && quarter > year && random.chance(0.3)) tell(year - 4, quarter - 4);
    }
    for (const back of [0, 1, 4])
      if (quarter >= back && random.chance(0.5))
        told.Assets.push({ start: null, end: last(quarter - back), val: random.whole(1, 400), filed });
  }
  return told;
}

const reportsAt = (told: readonly Report[], day: string): readonly Report[] => told.filter(({ filed }) => filed <= day);

/** Of each period what stands on a day, and what stood on each day on which it was told otherwise. */
function periodsOf(
  told: readonly Report[],
): readonly { readonly start: string; readonly end: string; readonly told: Report[] }[] {
  const groups = Map.groupBy(told, ({ start, end }) => `${start} ${end}`);
  return [...groups.values()].map((group) => {
    const inTime = group.toSorted((a, b) => (a.filed < b.filed ? -1 : 1));
    const [first] = inTime;
    return {
      start: first?.start ?? "",
      end: first?.end ?? "",
      told: inTime.filter(({ val }, index) => index === 0 || inTime[index - 1]?.val !== val),
    };
  });
}
type Period = ReturnType<typeof periodsOf>[number];

const isQuarter = (days: number): boolean => days >= 75 && days <= 125;
const lengthOf = ({ start, end }: Period): number => daysFrom(start, end) + 1;
const odd = (days: number): number => Math.abs(days - 91) * 2 + (days < 91 ? 1 : 0);
const on = ({ told }: Period, day: string): number => told.findLast(({ filed }) => filed <= day)?.val ?? NaN;
const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? "";
const firstTold = ({ told }: Period): string => told[0]?.filed ?? "";

/** Every quarter of a flow as the filings given say; by fiscal end. */
function quartersOf(told: readonly Report[]): ReadonlyMap<string, number> {
  const periods = periodsOf(told);
  const found = new Map<string, number>();
  for (const end of new Set(periods.map((period) => period.end))) {
    const here = periods.filter((period) => period.end === end);
    const direct = here
      .filter((period) => isQuarter(lengthOf(period)))
      .toSorted((a, b) => odd(lengthOf(a)) - odd(lengthOf(b)));
    const [best] = direct;
    if (best) {
      found.set(end, on(best, "9999"));
      continue;
    }
    const longer = here.filter((period) => lengthOf(period) > 125 && lengthOf(period) <= 380);
    const pairs = longer
      .flatMap((year) =>
        periods
          .filter((part) => part.start === year.start && isQuarter(daysFrom(part.end, end)))
          .map((part) => ({ year, part })),
      )
      .toSorted(
        (a, b) =>
          lengthOf(b.year) - lengthOf(a.year) || odd(daysFrom(a.part.end, end)) - odd(daysFrom(b.part.end, end)),
      );
    const [pair] = pairs;
    if (pair) {
      const { year, part } = pair;
      const first = latest([firstTold(year), firstTold(part)]);
      const anew = (period: Period): Report[] => period.told.filter(({ filed }) => filed > first);
      const both = Math.min(anew(year).length, anew(part).length);
      const value = both === 0 ? on(year, first) - on(part, first) : NaN;
      const [y, p] = [anew(year)[both - 1], anew(part)[both - 1]];
      found.set(end, y && p ? y.val - p.val : value);
      continue;
    }
    const chains = longer.flatMap((year) =>
      chainsFrom(year, year.start, periods, []).map((chain) => ({ year, chain })),
    );
    const [sum] = chains.toSorted((a, b) => lengthOf(b.year) - lengthOf(a.year));
    if (sum) {
      const first = latest([firstTold(sum.year), ...sum.chain.map(firstTold)]);
      found.set(
        end,
        sum.chain.reduce((left, quarter) => left - on(quarter, first), on(sum.year, first)),
      );
    }
  }
  return found;
}

/** Two or three quarters one after the other, from a day on, that leave a quarter of the year. */
function chainsFrom(year: Period, start: string, periods: readonly Period[], before: readonly Period[]): Period[][] {
  return periods
    .filter((period) => period.start === start && isQuarter(lengthOf(period)))
    .flatMap((period) => {
      const chain = [...before, period];
      const ends = chain.length > 1 && isQuarter(daysFrom(period.end, year.end)) ? [chain] : [];
      return chain.length < 3 ? [...ends, ...chainsFrom(year, after(period.end, 1), periods, chain)] : ends;
    });
}

/** Levels at the ends of periods that any filing given shows. */
function levelsOf(company: Company, day: string): ReadonlyMap<string, number> {
  const flows = [...reportsAt(company.Revenues, day), ...reportsAt(company.NetIncomeLoss, day)];
  const ends = new Set(
    flows.filter(({ start, end }) => start !== null && daysFrom(start, end) + 1 >= 75).map(({ end }) => end),
  );
  return new Map(
    periodsOf(reportsAt(company.Assets, day))
      .filter(({ end }) => ends.has(end))
      .map((period) => [period.end, on(period, "9999")]),
  );
}

const knownOn = (company: Company, concept: Concept, day: string): ReadonlyMap<string, number> =>
  concept === "Assets" ? levelsOf(company, day) : quartersOf(reportsAt(company[concept], day));

let market: Market;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  market = await openTestMarket();
});
afterAll(() => market.close());

const symbolOf = (index: number): string => `C${index}`;

/** The files of the companies as they were on a day. */
function filesOf(companies: readonly Company[], day: string): Record<string, string> {
  const fact = ({ start, end, val, filed }: Report): object => ({
    ...(start === null ? {} : { start }),
    end,
    val,
    accn: filed,
    form: "10-Q",
    filed,
  });
  const files = companies.map((company, index): [string, string] => {
    const concept = (name: Concept): [string, object] => [
      name,
      { units: { USD: reportsAt(company[name], day).map(fact) } },
    ];
    const gaap = Object.fromEntries([concept("Revenues"), concept("NetIncomeLoss"), concept("Assets")]);
    return [`CIK${index + 1}.json`, JSON.stringify({ cik: index + 1, facts: { "us-gaap": gaap } })];
  });
  const tickers = Object.fromEntries(
    companies.map((_, index) => [index, { cik_str: index + 1, ticker: symbolOf(index), title: "C" }]),
  );
  return { ...Object.fromEntries(files), "company_tickers.json": JSON.stringify(tickers) };
}

interface Row {
  readonly symbol: string;
  readonly item: string;
  readonly end: string;
  readonly known: string;
  readonly value: number;
}

const rowsKnownBy = (day: string): Promise<Row[]> =>
  market.query<Row>({
    sql: `SELECT x.symbol AS symbol, toString(t.item) AS item, toString(t.fiscal_end) AS end, toString(toDate(t.known_at)) AS known, t.value AS value
FROM ${market.database}.statement AS t INNER JOIN ${market.database}.security AS x ON x.security_id = t.security_id
WHERE toDate(t.known_at) <= toDate({day:String}) ORDER BY symbol, item, end, known`,
    params: { day },
  });

// `tests/market/import-edgar.test.ts` says when each of its values was known; only the soak has random filings.
it.runIf(IN_SOAK)(
  "later filings change nothing that was known before, and each day knows what the filings until then say",
  async () => {
    const random = new Random(SEED);
    const companies = Array.from({ length: COMPANIES }, () => companyOf(random));
    const bars = companies.map((_, index) => `${symbolOf(index)},2021-01-04,1,1,1,1,1`);
    await importCsv(market, folderOf({ "daily.csv": [DAILY, ...bars].join("\n") }));
    let [before, until]: [Row[], string] = [[], ""];
    for (const cut of CUTS) {
      await importEdgar(market, folderOf(filesOf(companies, cut)));
      if (until !== "") expect(await rowsKnownBy(until), `SEED=${SEED} filings after ${until}`).toEqual(before);
      [before, until] = [await rowsKnownBy(cut), cut];
    }
    const rows = Map.groupBy(before, ({ symbol, item }) => `${symbol} ${item}`);
    const wrong: string[] = [];
    let compared = 0;
    for (const [index, company] of companies.entries()) {
      for (const concept of ["Revenues", "NetIncomeLoss", "Assets"] as const) {
        const mine = rows.get(`${symbolOf(index)} ${ITEMS[concept]}`) ?? [];
        const days = new Set(Object.values(company).flatMap((told) => told.map(({ filed }) => filed)));
        for (const day of days) {
          const got = new Map(mine.filter(({ known }) => known <= day).map(({ end, value }) => [end, value]));
          const expected = knownOn(company, concept, day);
          for (const end of new Set([...got.keys(), ...expected.keys()])) {
            compared += 1;
            if (got.get(end) !== expected.get(end))
              wrong.push(
                `${symbolOf(index)} ${concept} ${end} on ${day}: ${expected.get(end)}, engine ${got.get(end)}`,
              );
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(COMPANIES * 100);
    expect(wrong.slice(0, 10), `SEED=${SEED}`).toEqual([]);
  },
);
