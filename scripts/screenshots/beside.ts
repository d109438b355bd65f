import type { Page } from "playwright";
import type { Ids, Picture } from "./picture.ts";

const results = ({ run }: Ids): string => `/data-request/${run}/results`;

const button = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

async function gallery(page: Page): Promise<void> {
  await page.getByRole("grid").waitFor();
  await page.getByRole("toolbar", { name: "Rows" }).getByRole("button", { name: "Charts" }).click();
  await page.locator(".tile canvas").first().waitFor();
}

async function chartOfCell(page: Page, column = 3): Promise<void> {
  await page.locator(`[role=row][data-row='0'] [data-column='${column}']`).click();
  await page.getByRole("complementary").getByRole("button", { name: "Chart" }).click();
  await page.getByRole("dialog", { name: "Chart" }).waitFor();
}

async function columnMenu(page: Page): Promise<void> {
  await page.getByRole("grid").waitFor();
  await page.getByRole("columnheader", { name: /Gap/ }).first().hover();
  await button(page, "Column Gap");
  await page.getByRole("menu").waitFor();
}

async function grouped(page: Page): Promise<void> {
  await page.getByRole("grid").waitFor();
  await button(page, "Column Exchange");
  await page.getByRole("menuitem", { name: /^Group/ }).click();
  await page.getByRole("complementary").first().waitFor();
}

async function drawings(page: Page): Promise<void> {
  const figure = page.getByRole("figure", { name: /bars of/ });
  await figure.waitFor();
  await button(page, "Indicators");
  await page.getByLabel("Find an indicator").fill("rsi");
  await page.keyboard.press("Enter");
  await button(page, "Done");
  const box = (await figure.boundingBox()) ?? { x: 0, y: 0, width: 900, height: 600 };
  const at = (right: number, down: number): readonly [number, number] => [
    box.x + box.width * right,
    box.y + box.height * down,
  ];
  await button(page, "Trend line");
  await page.mouse.click(...at(0.2, 0.5));
  await page.mouse.click(...at(0.6, 0.3));
  await button(page, "Rectangle");
  await page.mouse.click(...at(0.4, 0.4));
  await page.mouse.click(...at(0.5, 0.55));
}

async function checkout(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Subscribe to Starter" }).click();
  await page.getByText("TEST: no real payment.").waitFor();
}

/** What the page asks for at an address with this ending fails. */
const failing = (ending: string) => async (page: Page) => {
  await page.route(
    ({ pathname }) => pathname.startsWith("/v1/") && pathname.endsWith(ending),
    (route) => route.fulfill({ status: 500, body: "" }),
  );
  await page.reload();
  await page.getByRole("alert").first().waitFor();
};

const STATES: readonly Picture[] = [
  ...(["templates", "folders"] as const).map((view): Picture => ({
    screen: "/",
    state: view,
    viewer: "demo",
    address: () => `/?view=${view}`,
  })),
  {
    screen: "/",
    state: "nothing found",
    viewer: "demo",
    address: () => "/?q=nothing+like+it",
  },
  { screen: "/", state: "account menu", viewer: "demo", address: () => "/", act: (page) => button(page, "Account") },
  { screen: "/", state: "server away", viewer: "demo", address: () => "/", calls: "away" },
  { screen: "/dashboard", state: "session ended", viewer: "demo", address: () => "/dashboard", calls: "ended" },
  { screen: "/data-request", state: "cards", viewer: "demo", address: ({ run }) => `/data-request?id=${run}` },
  {
    screen: "/data-request",
    state: "review",
    viewer: "demo",
    address: ({ run }) => `/data-request?id=${run}`,
    act: async (page) => {
      await page.getByLabel("Request name").waitFor();
      await page.getByRole("button", { name: "Review" }).first().click();
    },
  },
  { screen: "/data-request/:id/results", state: "charts", viewer: "demo", address: results, act: gallery },
  {
    screen: "/data-request/:id/results",
    state: "chart of a cell",
    viewer: "demo",
    address: results,
    act: (page) => chartOfCell(page),
  },
  {
    screen: "/data-request/:id/results",
    state: "chart of a trade",
    viewer: "demo",
    address: ({ studied }) => `/data-request/${studied}/results`,
    act: async (page) => {
      await chartOfCell(page, 6);
      await page.locator(".candles-trade").waitFor();
    },
  },
  { screen: "/charting/:id", state: "trade", viewer: "demo", address: ({ traded }) => traded },
  { screen: "/data-request/:id/results", state: "column menu", viewer: "demo", address: results, act: columnMenu },
  { screen: "/data-request/:id/results", state: "groups", viewer: "demo", address: results, act: grouped },
  { screen: "/data-request/:id/results", state: "server away", viewer: "demo", address: results, calls: "away" },
  {
    screen: "/charting/:id",
    state: "drawings",
    viewer: "demo",
    address: ({ symbol }) => `/charting/new?symbol=${symbol}`,
    act: drawings,
  },
  {
    screen: "/data-request/:id/study",
    state: "no rows",
    viewer: "demo",
    address: ({ empty }) => `/data-request/${empty}/study`,
  },
  {
    screen: "/data-request/:id/study",
    state: "one day",
    viewer: "demo",
    address: ({ oneDay }) => `/data-request/${oneDay}/study`,
  },
  {
    screen: "/data-request/:id/study",
    state: "server away",
    viewer: "demo",
    address: ({ studied }) => `/data-request/${studied}/study`,
    calls: "away",
  },
  {
    screen: "/data-request/:id/study",
    state: "answer fails",
    viewer: "demo",
    address: ({ studied }) => `/data-request/${studied}/study`,
    act: failing("/study"),
  },
  {
    screen: "/data-request/:id/sweep",
    state: "answer fails",
    viewer: "demo",
    address: ({ swept }) => `/data-request/${swept}/sweep`,
    act: failing("/sweep"),
  },
  {
    screen: "/data-request/:id/sweep",
    state: "server away",
    viewer: "demo",
    address: ({ swept }) => `/data-request/${swept}/sweep`,
    calls: "away",
  },
  { screen: "/lists", state: "server away", viewer: "demo", address: () => "/lists", calls: "away" },
  {
    screen: "/lists",
    state: "no file of rows",
    viewer: "demo",
    address: () => "/lists",
    act: async (page) => {
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2]) });
      await page.getByRole("alert").waitFor();
    },
  },
  ...(
    [
      ["parameters with a mistake", "0"],
      ["too many settings", "0.001"],
    ] as const
  ).map(([state, step]): Picture => ({
    screen: "/data-request",
    state,
    viewer: "demo",
    address: ({ swept }) => `/data-request?id=${swept}`,
    act: async (page) => {
      await page.getByLabel("Request name").waitFor();
      await page.getByRole("button", { name: "Review" }).first().click();
      const field = page.getByRole("group", { name: "Parameter $gap" }).getByLabel("Step");
      await field.fill(step);
      await field.blur();
      await page.locator(".sweep-fields .field-error").filter({ hasText: "." }).scrollIntoViewIfNeeded();
    },
  })),
  {
    screen: "/data-request",
    state: "doubts",
    viewer: "demo",
    address: () => "/data-request",
    act: async (page) => {
      await page.getByLabel("Request name").waitFor();
      await page.locator("#filters .card-chip", { hasText: "Custom" }).click();
      await page.locator("#filters-custom").getByRole("tab", { name: "Build your own - code" }).click();
      await page.locator("#filters-custom .cm-content").click();
      await page.keyboard.insertText("[daily close 5 adj] > [daily close]");
      await page.locator("#filters-custom .findings li").first().waitFor();
      await page.keyboard.press("Escape");
    },
  },
  { screen: "/subscriptions", state: "checkout", viewer: "new", address: () => "/subscriptions", act: checkout },
  { screen: "*", state: "outbox", viewer: "nobody", address: ({ outbox }) => outbox },
  ...["", "/functions", "/diagnostics", "/semantics", "/whats-new", "/no-such-page"].map((page): Picture => ({
    screen: "*",
    state: `reference ${page}`.trim(),
    viewer: "nobody",
    address: () => `/reference${page}`,
  })),
];

/** States that stories of their own reach, so that the table of all screens need not walk them again. */
export const BESIDE = STATES.map((picture): Picture => ({ ...picture, seenElsewhere: true }));
