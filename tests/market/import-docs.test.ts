import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  importCsv,
  importEdgar,
  importMassive,
  importStooq,
  type ImportReport,
  type Market,
} from "../../src/market/index.ts";
import { IN_SOAK } from "../cases.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/importing.md"), "utf8");

/** The page's files: a block after a paragraph that begins with the file's name. */
const files = [...PAGE.matchAll(/^`(\w+\/[\w ./-]+)`[^\n]*\n\n```\w+\n([\s\S]*?)^```/gm)].map(
  ([, name = "", content = ""]) => ({ name, content }),
);

const IMPORTS: Readonly<Record<string, (market: Market, folder: string) => Promise<ImportReport>>> = {
  csv: (market, folder) => importCsv(market, join(folder, "csv")),
  massive: (market, folder) => importMassive(market, join(folder, "massive")),
  edgar: (market, folder) => importEdgar(market, join(folder, "edgar")),
  stooq: (market, folder) => importStooq(market, join(folder, "stooq")),
};

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const none = {
  daily: 0,
  minute: 0,
  securities: 0,
  symbols: 0,
  identities: 0,
  splits: 0,
  dividends: 0,
  facts: 0,
  statements: 0,
  events: 0,
};
const fine = { refused: [], leftOut: {}, derived: 0 };

it.for<[source: string, expected: object]>([
  [
    "csv",
    {
      ...fine,
      taken: {
        daily: 2,
        minute: 1,
        securities: 1,
        symbols: 1,
        identities: 2,
        splits: 1,
        dividends: 1,
        facts: 2,
        statements: 1,
        events: 1,
      },
    },
  ],
  [
    "massive",
    {
      ...fine,
      taken: { ...none, daily: 2, minute: 1, securities: 1, symbols: 1, identities: 3, splits: 1, dividends: 1 },
    },
  ],
  ["edgar", { ...fine, derived: 1, taken: { ...none, identities: 1, statements: 2 } }],
  ["stooq", { ...fine, taken: { ...none, daily: 2 } }],
])("the files of the page for %s are taken as they stand", async ([source, expected], { skip }) => {
  // `tests/market/import-rows.test.ts`, `tests/market/import-massive.test.ts` and `tests/market/import-edgar.test.ts` have such files;
  // only the soak has those of the page.
  skip(!IN_SOAK && source !== "stooq");
  const folder = folderOf({});
  for (const { name, content } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const report = await IMPORTS[source]?.(market, folder);
  expect(
    report && { taken: report.taken, refused: report.refused.rows, leftOut: report.leftOut, derived: report.derived },
  ).toEqual(expected);
});
