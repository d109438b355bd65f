import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Created, Problem, RowGroups, Rows, Statistics } from "../../src/contract/index.ts";
import type { ColumnStatistics } from "../../src/contract/index.ts";
import { rounds } from "../cases.ts";
import { quantile } from "../percentile.ts";
import { ended, get, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let id: string;
let all: readonly unknown[][];
const COLUMNS = ["Symbol", "Date", "Close", "Change", "SMA", "Up", "Exchange", "High at"];
const place = (name: string): number => COLUMNS.indexOf(name);

const rows = async (query: string) => {
  const answer = await get(server.app, `/v1/data-requests/${id}/rows?${query}`);
  // What the server says instead of rows is worth more than which of its keys are not those of rows.
  expect(answer.statusCode, answer.body).toBe(200);
  return Rows.parse(answer.json());
};
const cells = (name: string): unknown[] => all.map((row) => row[place(name)]);

beforeAll(async () => {
  server = await startTestServer();
  const columns = [
    { name: "Close", formula: "[daily close adj]" },
    { name: "Change", formula: "round(([daily close adj] / [daily close -1 adj] - 1) * 100, 0)" },
    // The demo has a year: there is no such average on its first days.
    { name: "SMA", formula: "[indicator sma(30) close adj]" },
    { name: "Up", formula: "[daily close adj] > [indicator sma(30) close adj]" },
    { name: "Exchange", formula: "[identity exchange]" },
    { name: "High at", formula: "[intraday time at max high '09:30' .. '15:59']" },
  ];
  const body = request({
    Date_Range: { start_date: "2025-01-02", end_date: "2025-12-31" },
    columns: { Custom: columns },
  });
  const answer = await post(server.app, "/v1/data-requests", body);
  if (answer.statusCode !== 202) throw new Error(answer.body);
  id = Created.parse(answer.json()).id;
  const { rows: count } = await ended(server, id, server.account);
  const found: unknown[][] = [];
  while (found.length < (count ?? 0)) found.push(...(await rows(`limit=1000&offset=${found.length}`)).rows);
  all = found;
});
afterAll(() => server.end());

/** Nulls last; numbers by size, texts by their bytes; 0 where they are equal. */
function byColumn(column: number, sign: 1 | -1) {
  return (a: readonly unknown[], b: readonly unknown[]): number => {
    const [left, right] = [a[column], b[column]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === "string" && typeof right === "string") return sign * (left < right ? -1 : left > right ? 1 : 0);
    return sign * (Number(left) - Number(right));
  };
}

/** Equal ones as they were. */
const sorted = (column: number, sign: 1 | -1): readonly unknown[][] => all.toSorted(byColumn(column, sign));

const within = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const size = (met: (value: number) => boolean) => (value: unknown) => typeof value === "number" && met(value);
const word = (met: (text: string) => boolean) => (value: unknown) => typeof value === "string" && met(value);

/** A value of each column, and what conditions on it mean, computed plainly. */
const CONDITIONS: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
  ["Change", "> 1", size((value) => value > 1)],
  ["Change", ">= 1", size((value) => value >= 1)],
  ["Change", "= 0", size((value) => value === 0)],
  ["Change", "-1", size((value) => value === -1)],
  ["Change", "!= 0", size((value) => value !== 0)],
  ["Change", "-2 .. 1", size((value) => value >= -2 && value <= 1)],
  ["Change", "in 1, -3, 12k", size((value) => [1, -3, 12_000].includes(value))],
  ["Change", "is empty", (value) => value === null],
  ["Change", "is not empty", (value) => value !== null],
  ["Close", "< $100", size((value) => value < 100 && !within(value, 100))],
  ["SMA", "<= 50.5", size((value) => value <= 50.5 || within(value, 50.5))],
  ["SMA", "is empty", (value) => value === null],
  ["SMA", "!= 1", size((value) => value !== 1)],
  ["Up", "true", (value) => value === true || value === 1],
  ["Up", "= no", (value) => value === false || value === 0],
  ["Up", "!= true", (value) => value === false || value === 0],
  ["Up", "is empty", (value) => value === null],
  ["Exchange", "= nasdaq", word((value) => value === "NASDAQ")],
  ["Exchange", "!= NASDAQ", word((value) => value !== "NASDAQ")],
  ["Exchange", 'in "NASDAQ", nyse', word((value) => value === "NASDAQ" || value === "NYSE")],
  ["Exchange", "contains YS", word((value) => value.includes("YS"))],
  ["Exchange", "does not contain ys", word((value) => !value.includes("YS"))],
  ["Exchange", "starts with n", word((value) => value.startsWith("N"))],
  ["Exchange", "contains %' OR 1 = 1 --", () => false],
  ["Symbol", "A", word((value) => value.includes("A"))],
  ["Date", ">= 2025-06-10", word((value) => value >= "2025-06-10")],
  ["Date", "02/03/2025", word((value) => value === "2025-02-03")],
  ["Date", "2025-03-01 .. 03/31/2025", word((value) => value >= "2025-03-01" && value <= "2025-03-31")],
  ["Date", "< 2025-03-01", word((value) => value < "2025-03-01")],
  ["High at", "< 10:00", size((value) => value < 600)],
  ["High at", "9:30 .. 9:45", size((value) => value >= 570 && value <= 585)],
  ["High at", "is not empty", (value) => value !== null],
];

const whereOf = (...conditions: readonly (readonly [string, string])[]): string =>
  encodeURIComponent(conditions.map(([name, text]) => `${place(name)} ${text}`).join("\n"));

describe("the rows of a run", () => {
  test("are there, and some of them have no value", () => {
    expect(all.length).toBeGreaterThan(500);
    expect(cells("SMA").filter((value) => value === null).length).toBeGreaterThan(100);
  });

  test.each(rounds(["Symbol", "Change", "SMA"], COLUMNS))(
    "sorted by %s, both ways, are as a plain sort has them on every page",
    async (name) => {
      const column = place(name);
      for (const [order, sign] of [
        ["asc", 1],
        ["desc", -1],
      ] as const) {
        const expected = sorted(column, sign);
        const found: unknown[][] = [];
        for (let offset = 0; offset < all.length; offset += 1000) {
          const page = await rows(`sort=${column}&order=${order}&offset=${offset}&limit=1000`);
          expect(page).toMatchObject({ offset, total: all.length });
          found.push(...page.rows);
        }
        expect(found).toEqual(expected);
      }
    },
  );

  test("searched for words, each in a text or a date", async () => {
    const symbol = String(cells("Symbol")[0]);
    const mine = all.filter((row) => String(row[0]).toLowerCase().includes(symbol.toLowerCase()));
    const found = await rows(`q=${symbol.toLowerCase()}&limit=1000`);
    expect(found).toEqual({ offset: 0, total: mine.length, rows: mine });
    const dates = mine.map((row) => String(row[1])).filter((date) => date.startsWith("2025-02"));
    const shown = dates.map((date) => date.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1"));
    for (const date of [dates[0] ?? "", shown[0] ?? ""]) {
      const one = await rows(`q=${symbol}%20${encodeURIComponent(date)}`);
      expect(one.rows.filter((row) => row[0] === symbol).map((row) => row[1])).toEqual([dates[0]]);
    }
    const turned = await rows(`q=${symbol}&sort=1&order=desc&limit=2&offset=1`);
    expect(turned).toMatchObject({ total: mine.length, rows: mine.toReversed().slice(1, 3) });
    expect(await rows("q=%25%27nobody")).toEqual({ offset: 0, total: 0, rows: [] });
  });

  test("sorted by several columns are as a plain sort by the last, then the one before it", async () => {
    const keys = [
      ["Exchange", 1],
      ["Up", -1],
      ["Change", -1],
      ["Date", 1],
    ] as const;
    const expected = all.toSorted((a, b) =>
      keys.reduce((found, [name, sign]) => (found === 0 ? byColumn(place(name), sign)(a, b) : found), 0),
    );
    const found: unknown[][] = [];
    const query = `sort=${keys.map(([name]) => place(name)).join(",")}&order=asc,desc,desc`;
    while (found.length < all.length) found.push(...(await rows(`${query}&offset=${found.length}&limit=1000`)).rows);
    expect(found).toEqual(expected);
  });

  test.each(CONDITIONS)("where %s %s are those that a plain look at each finds", async (name, text, met) => {
    const expected = all.filter((row) => met(row[place(name)]));
    const found = await rows(`where=${whereOf([name, text])}&limit=1000`);
    expect(found).toEqual({ offset: 0, total: expected.length, rows: expected.slice(0, 1000) });
  });

  test("where several conditions and words are met, in another order", async () => {
    const met = all.filter(
      (row) => Number(row[place("Close")]) > 20 && row[place("SMA")] !== null && row[place("Exchange")] === "NASDAQ",
    );
    const where = whereOf(["Close", "> 20"], ["SMA", "is not empty"]);
    const found = await rows(`where=${where}&q=nasdaq&sort=${place("Close")}&order=desc&limit=50&offset=10`);
    expect(met.length).toBeGreaterThan(60);
    expect(found.total).toBe(met.length);
    expect(found.rows).toEqual(met.toSorted(byColumn(place("Close"), -1)).slice(10, 60));
  });

  test.each([
    [whereOf(["Close", "> ten"]), "Close: “ten” is not a number, such as 10, 1.5M or 2%."],
    [whereOf(["Exchange", "> A"]), "Exchange: A text is equal or not: use = or !=."],
    ["99%20%3E%201", "There are 8 columns, the first is 0."],
    ["%3E%201", "“> 1” does not begin with the place of a column and a blank, as “3 > 10” does."],
    [encodeURIComponent("2 > 1\n".repeat(17)), "At most 16 conditions are taken."],
  ])("where=%s is refused with the reason", async (where, message) => {
    for (const route of ["rows", "statistics", "groups"]) {
      const answer = await get(server.app, `/v1/data-requests/${id}/${route}?where=${where}`);
      expect(answer.statusCode).toBe(400);
      expect(Problem.parse(answer.json()).errors).toEqual([{ path: "where", message }]);
    }
  });

  test.each(["sort=8", "sort=-1", "sort=c2", "sort=1,8", "sort=1,", "order=up", `q=${"x".repeat(201)}`])(
    "%s is refused",
    async (query) => {
      const answer = await get(server.app, `/v1/data-requests/${id}/rows?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(Problem.parse(answer.json()).type).toBe("/problems/bad-request");
    },
  );
});

describe("the groups of a run", () => {
  const NUMBERS = ["Close", "Change", "SMA"];
  const medianOf = (values: readonly number[]): number | null => (values.length === 0 ? null : quantile(values, 0.5));

  test.each(rounds(["Exchange", "SMA"], COLUMNS))(
    "by %s are as a plain computation has them, of all rows and of some",
    async (name) => {
      for (const [where, kept] of [
        ["", all],
        [whereOf(["Change", "> 0"]), all.filter((row) => Number(row[place("Change")]) > 0)],
      ] as const) {
        const answer = await get(
          server.app,
          `/v1/data-requests/${id}/groups?by=${place(name)}&limit=1000&where=${where}`,
        );
        const { total, groups } = RowGroups.parse(answer.json());
        const expected = [...Map.groupBy(kept, (row) => row[place(name)])];
        expect(total).toBe(expected.length);
        expect(groups.length).toBe(Math.min(1000, total));
        const sizes = expected.map(([, of]) => of.length).toSorted((a, b) => b - a);
        expect(groups.map(({ rows: of }) => of)).toEqual(sizes.slice(0, 1000));
        const byValue = new Map(expected);
        for (const { value, rows: count, medians } of groups) {
          const of = byValue.get(value) ?? [];
          expect([name, value, of.length]).toEqual([name, value, count]);
          for (const column of COLUMNS) {
            const values = of.map((row) => row[place(column)]).filter((one) => typeof one === "number");
            const median = NUMBERS.includes(column) ? medianOf(values.toSorted((a, b) => a - b)) : null;
            const found = medians[place(column)] ?? null;
            if (median === null || found === null) expect([column, found]).toEqual([column, median]);
            else expect(found).toBeCloseTo(median, 9);
          }
        }
      }
    },
  );

  test("by a column that does not exist are refused", async () => {
    expect((await get(server.app, `/v1/data-requests/${id}/groups?by=8`)).statusCode).toBe(400);
  });
});

describe("the statistics of a run", () => {
  let columns: readonly ColumnStatistics[];
  const of = (name: string): ColumnStatistics => {
    const found = columns.find((column) => column.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  beforeAll(async () => {
    const answer = await get(server.app, `/v1/data-requests/${id}/statistics`);
    ({ columns } = Statistics.parse(answer.json()));
  });

  test("are of the rows that meet the conditions alone", async () => {
    const met = all.filter((row) => Number(row[place("Change")]) > 0 && row[place("Change")] !== null);
    const answer = await get(server.app, `/v1/data-requests/${id}/statistics?where=${whereOf(["Change", "> 0"])}`);
    const found = Statistics.parse(answer.json()).columns;
    const values = met.map((row) => Number(row[place("Change")])).toSorted((a, b) => a - b);
    expect(found.map((column) => [column.name, column.rows, column.nulls])).toEqual(
      COLUMNS.map((name) => [name, met.length, met.filter((row) => row[place(name)] === null).length]),
    );
    expect(found[place("Change")]).toMatchObject({ min: values[0], max: values.at(-1) });
    expect(found[place("Change")]?.numbers?.quantiles[4]?.value).toBeCloseTo(quantile(values, 0.5), 9);
  });

  test("are of every column, with rows and nulls", () => {
    expect(columns.map(({ name }) => name)).toEqual(COLUMNS);
    for (const { name, rows: count, nulls } of columns) {
      expect(count).toBe(all.length);
      expect(nulls).toBe(cells(name).filter((value) => value === null).length);
    }
  });

  test.each(["Close", "Change", "SMA"])("of the number %s equal a plain computation", (name) => {
    const values = cells(name)
      .filter((value) => typeof value === "number")
      .toSorted((a, b) => a - b);
    const { min, max, numbers } = of(name);
    expect([min, max]).toEqual([values[0], values.at(-1)]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(numbers?.mean).toBeCloseTo(mean, 9);
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(numbers?.deviation).toBeCloseTo(Math.sqrt(variance), 8);
    for (const { p, value } of numbers?.quantiles ?? []) expect(value).toBeCloseTo(quantile(values, p), 9);
    expect(numbers?.quantiles).toHaveLength(9);
    const { below = 0, above = 0, bins = [] } = numbers?.histogram ?? {};
    const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
    expect(below).toBe(values.filter((value) => value < first).length);
    expect(below + above + bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(values.length);
    expect(above).toBe(values.filter((value) => value >= last).length);
    // Whole numbers have whole edges, so each falls into its bin whatever the rounding of the edges.
    if (name === "Change")
      for (const bin of bins)
        expect(bin.rows).toBe(values.filter((value) => value >= bin.from && value < bin.to).length);
  });

  test("of truths, texts and dates", () => {
    const up = cells("Up").filter((value) => value === true || value === 1).length;
    const known = cells("Up").filter((value) => value !== null).length;
    expect(of("Up").truths).toEqual({ true: up, false: known - up, share: up / known });
    for (const name of ["Symbol", "Date", "Exchange"]) {
      const counts = new Map<unknown, number>();
      for (const value of cells(name)) counts.set(value, (counts.get(value) ?? 0) + 1);
      const { top, min, max } = of(name);
      expect(top?.distinct).toBe(counts.size);
      expect(top?.values.length).toBe(Math.min(20, counts.size));
      for (const { value, rows: count } of top?.values ?? []) expect(counts.get(value)).toBe(count);
      expect(top?.values[0]?.rows).toBe(Math.max(...counts.values()));
      const texts = [...counts.keys()].map(String).toSorted();
      expect([min, max]).toEqual([texts[0], texts.at(-1)]);
    }
  });

  test("take one statement or two for all columns of a type", async () => {
    const asked = vi.spyOn(server.market, "query");
    await get(server.app, `/v1/data-requests/${id}/statistics`);
    // The server asks the engine other things at any time.
    const statements = asked.mock.calls
      .map(([asking]) => (typeof asking === "string" ? asking : asking.sql))
      .filter((sql) => sql.includes(".result_")).length;
    asked.mockRestore();
    const types = new Set(columns.map(({ type }) => type));
    expect(statements).toBe(types.size + 1);
  });

  test("of somebody else's run, or of none, are not there", async () => {
    const answer = await get(server.app, "/v1/data-requests/00000000000000000000/statistics");
    expect(Problem.parse(answer.json()).type).toBe("/problems/not-found");
  });
});
