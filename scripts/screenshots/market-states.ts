import type { Page } from "playwright";
import type { Picture } from "./picture.ts";

const page = (items: readonly object[], size: number): object => ({
  items,
  total: items.length,
  page: 1,
  page_size: size,
});

/** Answers of the server, by the end of their path. */
type Answers = Readonly<Record<string, object>>;

const NO_MARKET: Answers = {
  "/market": { snapshot: null, daily: null, minute: null, securities: 0, tables: [], symbols: [] },
  "/market-snapshots": { items: [] },
  "/market-findings": { ...page([], 20), checked: false },
};

const FAILED = {
  id: "importthatfailed",
  source: "csv",
  status: "Failed",
  created_at: "2026-03-02T21:30:00.000Z",
  started_at: "2026-03-02T21:30:01.000Z",
  ended_at: "2026-03-02T21:30:09.000Z",
};
const FINISHED = {
  ...FAILED,
  id: "importthatended",
  status: "Finished",
  created_at: "2026-02-27T21:30:00.000Z",
  ended_at: "2026-02-27T21:34:40.000Z",
};
const FAILING: Answers = {
  "/etl-runs": page([FAILED, FINISHED], 10),
  [`/etl-runs/${FAILED.id}`]: {
    ...FAILED,
    log: [
      { at: "2026-03-02T21:30:01.000Z", text: "Importing csv." },
      { at: "2026-03-02T21:30:09.000Z", text: "daily.csv, line 48,213: 12,4 is no number." },
      { at: "2026-03-02T21:30:09.000Z", text: "The market is the one it was before." },
    ],
  },
};

const CONTRADICTIONS = [
  {
    key: "renaming FB>META share-class:BBG001SQCQC5 share-class:BBG001SR1TN1",
    kind: "renaming",
    symbols: ["FB", "META"],
    seen: "FB>META 2022-06-09 joins share-class:BBG001SQCQC5 and share-class:BBG001SR1TN1",
    meanwhile: "two securities, without the renaming",
    choices: ["one", "apart"],
    answer: "",
  },
  {
    key: "symbol-twice ABC figi:BBG000000001 figi:BBG000000002",
    kind: "symbol-twice",
    symbols: ["ABC"],
    seen: "ABC is figi:BBG000000001 and figi:BBG000000002 on the same days",
    meanwhile: "the ids neither join nor part what this symbol stands for",
    choices: ["one", "apart", "figi:BBG000000001", "figi:BBG000000002"],
    answer: "",
  },
];
const CONTRADICTED: Answers = { "/market-identities": page(CONTRADICTIONS, 20) };
const SETTLED: Answers = {
  "/market-identities": page(
    CONTRADICTIONS.map((one, at) => ({ ...one, answer: at === 0 ? "one" : "figi:BBG000000002" })),
    20,
  ),
};

/** The screen with these answers, and what it is looked at for. */
const answered = (answers: Answers, see: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.route(
    ({ pathname }) => pathname.startsWith("/v1/") && Object.keys(answers).some((path) => pathname.endsWith(path)),
    (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ json: Object.entries(answers).find(([path]) => pathname.endsWith(path))?.[1] });
    },
  );
  await page.reload();
  await see(page);
};

const region = (name: string) => async (page: Page) => {
  await page.getByRole("region", { name, exact: true }).first().waitFor();
  await page.getByRole("region", { name, exact: true }).first().scrollIntoViewIfNeeded();
};

/** The screen *Market data* in states that no market at hand is in. */
export const MARKET_STATES: readonly Picture[] = (
  [
    ["no market", NO_MARKET, (page: Page) => page.getByText("There is no market yet.").waitFor()],
    [
      "failing import",
      FAILING,
      async (page: Page) => {
        await page.getByRole("button", { name: "Show log" }).first().click();
        await page.getByText(/is no number/).waitFor();
      },
    ],
    ["contradictions", CONTRADICTED, region("Contradictions of identifiers")],
    [
      "contradictions settled",
      SETTLED,
      async (page: Page) => {
        await page.getByRole("radio", { name: "Settled" }).click();
        await region("Contradictions of identifiers")(page);
      },
    ],
  ] as const
).map(([state, answers, see]) => ({
  screen: "/admin/market",
  state,
  viewer: "admin",
  address: () => "/admin/market",
  seenElsewhere: true,
  act: answered(answers, see),
}));
