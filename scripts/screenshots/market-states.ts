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

const step = (name: string, source: string, status: string, said: string, at: string | null): object => ({
  step: name,
  source,
  status,
  said,
  started_at: at,
  ended_at: at,
});
const DAYS: Answers = {
  "/market-days": {
    ...page(
      [
        {
          date: "2026-03-02",
          status: "Waiting",
          next_at: "2026-03-02T22:25:00.000Z",
          ends_at: "2026-03-03T21:00:00.000Z",
          steps: [
            step("fetch", "nasdaq-trader", "Finished", "5,412 securities.", "2026-03-02T21:05:10.000Z"),
            step("fetch", "tiingo", "Waiting", "2,190 of 5,412 securities have a bar: half a day.", null),
            step("import", "tiingo", "Pending", "", null),
          ],
        },
        {
          date: "2026-02-27",
          status: "Finished",
          next_at: null,
          ends_at: "2026-03-02T21:00:00.000Z",
          steps: ["fetch", "import", "check", "activity", "updates", "mails"].map((name, at) =>
            step(name, at < 2 ? "tiingo" : "", "Finished", at === 4 ? "12 requests." : "", "2026-02-27T21:25:00.000Z"),
          ),
        },
        {
          date: "2026-02-26",
          status: "Missing",
          next_at: null,
          ends_at: "2026-02-27T21:00:00.000Z",
          steps: [step("fetch", "tiingo", "Failed", "tiingo cannot be reached.", "2026-02-27T21:00:00.000Z")],
        },
      ],
      10,
    ),
    sources: ["nasdaq-trader", "tiingo"],
  },
};
const NO_DAYS: Answers = { "/market-days": { ...page([], 10), sources: ["tiingo"] } };

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

/** The screens *Market data* and *Market days* in states that no market at hand is in. */
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
    ["sessions", DAYS, region("03/02/2026"), "/admin/days"],
    ["no session yet", NO_DAYS, (page: Page) => page.getByText(/^No session yet/).waitFor(), "/admin/days"],
  ] as const
).map(([state, answers, see, screen = "/admin/market"]) => ({
  screen,
  state,
  viewer: "admin",
  address: () => screen,
  seenElsewhere: true,
  act: answered(answers, see),
}));
