import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importCsv, onSnapshot, snapshotSources, type Market } from "../../src/market/index.ts";
import { CONNECTORS, fetchSource, type FetchOptions, type FetchRequest } from "../../src/sources/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "../market/csv-folder.ts";
import { openTestMarket } from "../market/open-market.ts";
import { localSource, type Answer, type LocalSource } from "./local-source.ts";
import { BARS, CASES, DAYS, filings, halts, type Case, type Filing } from "./reports.ts";

/* Sources without bars: what was fetched equals an import of the same files. Invented companies, in the documented form. */

let market: Market;
let folder = "";
let source: LocalSource | null = null;
const fresh = async (files: Readonly<Record<string, string>> = {}): Promise<void> => {
  market = await openTestMarket();
  await importCsv(market, folderOf({ "daily.csv": BARS, ...files }));
};
const end = async (): Promise<void> => {
  await source?.close();
  source = null;
  await market.close();
  await rm(folder, { recursive: true, force: true });
};
const serve = async (answer: (path: string, call: number) => Answer): Promise<void> => {
  await source?.close();
  source = await localSource(answer);
};
const storedOf = ({ rows }: Case): Promise<unknown[]> => market.query(rows.replaceAll("{database}", market.database));
const answersOf =
  ({ files }: Case) =>
  (revenue: number, path: string): Answer => {
    const body = files(revenue)[path];
    return body === undefined ? { status: 404, body: "" } : { body };
  };
const fetchOf =
  (name: string, { want }: Case) =>
  (more: Partial<FetchOptions> = {}, asked: FetchRequest = want) => {
    const connector = CONNECTORS.find((one) => one.name === name);
    if (connector === undefined) throw new Error(name);
    return fetchSource(market, connector, asked, {
      folder,
      keys: connector.keys.map(() => "Ada ada@example.org"),
      signal: new AbortController().signal,
      addresses: Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, source?.address ?? ""])),
      limits: [],
      retries: 6,
      pauseMs: 1,
      ...more,
    });
  };
const troublesOf = (): Answer[] => [
  { status: 429, headers: { "retry-after": "0" }, body: "" },
  { cutOff: "half" },
  "hang up",
  { status: 503, body: "busy" },
];

/** The record of imports has its files. */
async function expectOrigins(name: string, { origins }: Case): Promise<void> {
  const recorded = await onSnapshot(market, (snapshot) =>
    snapshot.query(
      `SELECT DISTINCT source, toString(file) AS file FROM ${snapshot.table("origin_rows")} JOIN ${snapshot.table("origin_import")} USING (import) WHERE source = '${name}' ORDER BY file`,
    ),
  );
  expect(recorded).toEqual(origins.map((file) => ({ source: name, file })));
  const id = await onSnapshot(market, async ({ label }) => label?.id ?? "");
  const sources = await snapshotSources(market, id);
  expect(sources).toContainEqual(expect.objectContaining({ source: name, files: origins.length }));
  expect(sources?.every(({ first, last }) => /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(first) && first <= last)).toBe(true);
  expect(await snapshotSources(market, "of another market")).toBeNull();
}

/** Unauthorised and malformed at these pages, nothing is imported. */
async function expectNothing(name: string, one: Case, asked: FetchRequest, pages: readonly number[]): Promise<void> {
  const [go, answers] = [fetchOf(name, one), answersOf(one)];
  const before = await storedOf(one);
  for (const good of pages) {
    await serve((path, call) => (call <= good ? answers(10, path) : { status: 403, body: "" }));
    expect(String(await go({ restart: true }, asked).catch((error: unknown) => error))).toMatch(
      /FetchError: .*\(403\)/,
    );
    await serve(() => ({ body: "<html>sorry</html>" }));
    expect(String(await go({}, asked).catch((error: unknown) => error))).toContain("answered with something else");
    expect(await storedOf(one)).toEqual(before);
  }
}

/** CSV files of several cases as those of one import. */
function together(revenue: number): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { csv } of Object.values(CASES))
    for (const [file, text] of Object.entries(csv?.(revenue) ?? {}))
      files[file] = file in files ? files[file] + text.slice(text.indexOf("\n") + 1) : text;
  return files;
}

/** The rows of a CSV file by the names of its columns; a field may be in quotes. */
function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...lines] = text
    .trim()
    .split("\n")
    .map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""));
  return lines.map((line) => Object.fromEntries(line.map((field, at) => [header[at] ?? "", field])));
}

const asText = (row: object): string =>
  Object.entries(row)
    .map(([field, value]) => `${field}=${String(value)}`)
    .toSorted()
    .join(" ");

// What is asked, kept and imported is one code with that of `tests/sources/behaviours.test.ts`.
test.each(Object.entries(CASES))(
  "%s: its pages are read as the files of an import",
  (name, { want, files, csv, origins }) => {
    const connector = CONNECTORS.find((one) => one.name === name);
    const pages = [...(connector?.pages(want) ?? [])];
    const [read, names]: [Record<string, Set<string>>, string[]] = [{}, []];
    for (const page of pages) {
      // A page of another of its addresses begins with the name of that.
      const body = files(11)[page.path.replace(/^\w+:/, "")];
      if (body === undefined) continue;
      const content = connector?.read(page, new TextEncoder().encode(body), want);
      pages.push(...(content?.next ?? []));
      if (content?.file !== undefined) names.push(content.file);
      for (const [kind, rows] of Object.entries(content?.rows ?? {}))
        for (const row of rows) (read[`${kind}.csv`] ??= new Set()).add(asText(row));
    }
    if (csv === undefined) expect(names.toSorted()).toEqual(expect.arrayContaining([...origins]));
    else
      for (const [file, text] of Object.entries(csv(11)))
        expect([...(read[file] ?? [])].toSorted()).toEqual(rowsOf(text).map(asText).toSorted());
  },
);

/*
 * What is fetched and then imported is one code, so that here all are brought to one market, by few imports, and below each on
 * its own. In `npm test` their pages are read above, and `tests/sources/behaviours.test.ts` fetches and imports bars.
 */
describe.runIf(IN_SOAK)("one after the other on one market", () => {
  const whole = new Map<string, readonly unknown[]>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
    await fresh(together(10));
    await importCsv(market, folderOf(together(11)));
    for (const revenue of [10, 11])
      for (const one of Object.values(CASES)) if (one.csv === undefined) await one.whole(market, revenue);
    for (const [name, one] of Object.entries(CASES)) whole.set(name, await storedOf(one));
    await market.close();
    await fresh();
  });
  afterAll(end);

  test.each(Object.entries(CASES))(
    "%s: stopped it goes on; throttled, cut off, added to and restated, it equals an import of the same files",
    async (name, one) => {
      const { want, files, count, earlier, pagesAfter = 0, notAgain } = one;
      const [go, answers] = [fetchOf(name, one), answersOf(one)];
      const asked = { ...want, to: earlier };
      const pages = Object.keys(files(10)).length - pagesAfter;
      const all = Array.from({ length: pages }, (_, page) => page);
      // Of more than four most are alike.
      await expectNothing(name, one, asked, pages > 4 ? [0, pages - 1] : all);
      const before = await storedOf(one);
      await serve((path) => answers(10, path));
      const { resumed, called } = await go({}, asked);
      expect([resumed, called]).toEqual([pages - 1, 1]);
      expect((await storedOf(one)).length).toBeGreaterThan(before.length);

      const troubles = troublesOf();
      await serve((path) => troubles.shift() ?? answers(11, path));
      await go();
      expect(troubles).toEqual([]);
      if (notAgain !== undefined) {
        expect(files(11)).toHaveProperty([notAgain]);
        expect(source?.calls).not.toContain(notAgain);
      }
      await expectOrigins(name, one);
      const fetched = await storedOf(one);
      expect(fetched.length).toBeGreaterThanOrEqual(count);
      expect(fetched).toEqual(whole.get(name));
    },
  );
});

// Each step of these is one of the test above, there with what another one brought beside it.
describe.runIf(IN_SOAK).each(Object.entries(CASES))("%s on a market of its own", (name, one) => {
  const { want, files, whole, count, earlier, notAgain } = one;
  const [go, answers] = [fetchOf(name, one), answersOf(one)];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-fetch-"));
    await fresh();
  });
  afterEach(end);
  const wholeOne = async (): Promise<unknown[]> => {
    await market.close();
    await fresh();
    await whole(market, 10);
    await whole(market, 11);
    return storedOf(one);
  };

  test("complete, throttled, cut off and restated, it equals an import of the same files", async () => {
    const troubles = troublesOf();
    await serve((path) => troubles.shift() ?? answers(10, path));
    await go();
    expect(troubles).toEqual([]);
    await serve((path) => answers(11, path));
    await go();
    const fetched = await storedOf(one);
    await expectOrigins(name, one);
    expect(fetched.length).toBeGreaterThanOrEqual(count);
    expect(fetched).toEqual(await wholeOne());
  });

  test("incremental: what came since is added, and what is long ago is not asked for again", async () => {
    await serve((path) => answers(10, path));
    await go({}, { ...want, to: earlier });
    await serve((path) => answers(11, path));
    await go();
    if (notAgain !== undefined) {
      expect(files(11)).toHaveProperty([notAgain]);
      expect(source?.calls).not.toContain(notAgain);
    }
    const fetched = await storedOf(one);
    expect(fetched).toEqual(await wholeOne());
  });

  test("unauthorised and malformed at any page: nothing is imported; stopped there, it goes on", async () => {
    const before = await storedOf(one);
    const pages = Object.keys(files(10)).length;
    await expectNothing(
      name,
      one,
      want,
      Array.from({ length: pages }, (_, page) => page),
    );
    await serve((path) => answers(10, path));
    const { resumed, called } = await go();
    expect([resumed, called]).toEqual([pages - 1, 1]);
    expect((await storedOf(one)).length).toBeGreaterThan(before.length);
  });
});

test("a day's halts say what is left out, and a feed that is cut off or no feed is none", () => {
  const connector = CONNECTORS.find(({ name }) => name === "nasdaq-halts");
  const want: FetchRequest = { from: "2025-12-13", to: "2025-12-15", symbols: ["AAA"], kinds: ["halts"] };
  const [page, ...others] = connector?.pages(want) ?? [];
  // A Saturday and a Sunday have none.
  expect([page?.name, others]).toEqual(["halts of 2025-12-15", []]);
  const read = (text: string) => page && connector?.read(page, new TextEncoder().encode(text), want);
  const feed = halts(
    "12/15/2025",
    ["AAA", "09:31:00", "LUDP", "12/15/2025", ["12/15/2025", "09:36:00 .125"]],
    ["AAA", "11:02:03", "H10", "12/15/2025", ["12/12/2025", "09:30:00"]],
    ["AAA", "15:59:59.9", "T1", "12/15/2025", ["12/15/2025", ""]],
    ["CCC", "09:32:00", "LUDP"],
    ["AAA", "16:00:00", "D"],
    ["AAA", "10:00:00", "T1", "12/12/2025"],
    ["", "09:45:00", "MWC1"],
  );
  expect(read(feed)).toEqual({
    rows: {
      events: [
        { symbol: "AAA", kind: "halt", at: "2025-12-15 09:31:00" },
        { symbol: "AAA", kind: "halt_volatility", at: "2025-12-15 09:31:00" },
        { symbol: "AAA", kind: "resumption", at: "2025-12-15 09:36:00" },
        // For a reason that is neither, and with an end before its beginning.
        { symbol: "AAA", kind: "halt", at: "2025-12-15 11:02:03" },
        // Not over yet.
        { symbol: "AAA", kind: "halt", at: "2025-12-15 15:59:59" },
        { symbol: "AAA", kind: "halt_news", at: "2025-12-15 15:59:59" },
      ],
    },
    leftOut: {
      "deletion or IPO among the halts": 1,
      "halt of another day": 1,
      "halt of the whole market": 1,
      "resumption before its halt": 1,
    },
  });
  expect(read(halts("12/15/2025"))).toEqual({ rows: { events: [] } });
  for (const bad of [
    feed.slice(0, -20),
    feed.replace("<ndaq:numItems>7<", "<ndaq:numItems>8<"),
    feed.replace("09:31:00", "soon"),
    "<html>sorry</html>",
  ])
    expect(() => read(bad)).toThrow(/no whole feed|says 8 items|has no time/);
});

test("filings are accepted in New York's time, whichever of the two a company's file is written in", () => {
  const connector = CONNECTORS.find(({ name }) => name === "edgar-filings");
  const want: FetchRequest = { from: "2025-01-01", to: "2025-12-31", symbols: ["AAA"], kinds: ["filings"] };
  const accepted = (...rows: readonly Filing[]): unknown => {
    const body = new TextEncoder().encode(JSON.stringify({ filings: { recent: filings(...rows), files: [] } }));
    const page = { name: "filings of AAA in CIK1.json", path: "/submissions/CIK1.json", of: "filings" } as const;
    return connector?.read(page, body, want).rows.events?.map(({ at }) => at);
  };
  // Summer and winter; after the close; in the evening, when it is the next day elsewhere already.
  expect(
    accepted(
      ["8-K", "2025-07-01T20:05:00"],
      ["8-K", "2025-12-15T21:10:30"],
      ["8-K", "2025-12-16T00:30:00", "2025-12-16"],
      ["S-1", "2025-12-17T13:00:00"],
    ),
  ).toEqual(["2025-07-01 16:05:00", "2025-12-15 16:10:30", "2025-12-15 19:30:00", "2025-12-17 08:00:00"]);
  expect(
    accepted(
      ["8-K", "2025-07-01T16:05:00"],
      ["8-K", "2025-12-15T06:10:30"],
      ["8-K", "2025-12-15T19:30:00", "2025-12-16"],
    ),
  ).toEqual(["2025-07-01 16:05:00", "2025-12-15 06:10:30", "2025-12-15 19:30:00"]);
  // Nothing tells it: not before it was public.
  expect(accepted(["8-K", "2025-12-15T15:00:00"])).toEqual(["2025-12-15 15:00:00"]);
});

test("Tiingo's permanent ids are those of the last day, of the symbols that were asked for", () => {
  const tiingo = CONNECTORS.find(({ name }) => name === "tiingo");
  const want: FetchRequest = { ...DAYS, symbols: ["AAA", "BBB.A"], kinds: ["identities"] };
  const [page, ...others] = tiingo?.pages(want) ?? [];
  expect([page?.path, others]).toEqual(["/tiingo/fundamentals/meta?tickers=aaa,bbb-a&format=json", []]);
  const answer = ["aaa", "bbb-a", "ccc"].map((ticker, at) => ({
    permaTicker: `US00000000000${at}`,
    ticker,
    isActive: true,
  }));
  const body = new TextEncoder().encode(JSON.stringify(answer));
  const identities = ["AAA", "BBB.A"].map((symbol, at) => {
    return { symbol, first_date: DAYS.to, permanent_id: `US00000000000${at}`, source: "tiingo" };
  });
  expect(page && tiingo?.read(page, body, want)).toEqual({ rows: { identities } });
});
