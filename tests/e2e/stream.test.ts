import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES, RunList } from "../../src/contract/index.ts";
import { IN_SOAK } from "../cases.ts";
import { MyDataPage } from "./pages/my-data.ts";
import { callAs, eventually, visit } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// Two tabs of one browser, and what each sees of the other without asking.
let product: Product;
let browser: Browser;
let page: Page;
let other: Page;
let list: MyDataPage;
let errors: string[];
/** Paths that the first tab has asked for since `calls.length = 0`. */
const calls: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  const visited = await visit(browser);
  ({ page, errors } = visited);
  list = new MyDataPage(page);
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === ROUTES.stream.path);
  await page.goto(product.signIn);
  expect((await opened).headers()["content-type"]).toContain("text/event-stream");
  await list.row("Gap and go").waitFor();
  other = await visited.context.newPage();
  await other.goto(product.address);
  await new MyDataPage(other).row("Gap and go").waitFor();
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

async function idOf(name: string): Promise<string> {
  const { items } = RunList.parse(await callAs(other, "GET", "/v1/data-requests"));
  return items.find((item) => item.name === name)?.id ?? "";
}
const looks = (): readonly string[] => calls.filter((path) => path.endsWith("/status"));

// `tests/client/pushed.test.ts` has what a page does with each event, and without a stream; only the soak has two tabs.
test.runIf(IN_SOAK)(
  "a request that another tab sends appears, and is seen to finish without a look at its status meanwhile",
  async () => {
    calls.length = 0;
    await callAs(other, "POST", "/v1/data-requests", {
      name: "Elsewhere",
      Date_Range: { start_date: "2025-01-02", end_date: "2025-12-31" },
      columns: { Custom: [{ name: "Close", formula: "[indicator ema(20) close adj]" }] },
    });
    await list.status("Elsewhere", "Finished").waitFor();
    // One when the row is first seen, one when it runs and one at its end; none where it was over by then. The scan is too
    // short for a page that looks every second to be found out: `client/pushed` counts on a clock of its own.
    expect(looks().length).toBeLessThanOrEqual(3);
  },
);

// As above: lists that follow another page are in `tests/client/pushed.test.ts`.
test.runIf(IN_SOAK)("what another tab renames, deletes and restores is seen here", async () => {
  const address = `/v1/data-requests/${await idOf("Elsewhere")}`;
  await callAs(other, "PUT", `${address}/name`, { name: "Elsewhere now" });
  await list.row("Elsewhere now").waitFor();
  await callAs(other, "DELETE", address);
  await list.row("Elsewhere now").waitFor({ state: "detached" });
  await callAs(other, "POST", `${address}/restore`);
  await list.row("Elsewhere now").waitFor();
  expect(errors).toEqual([]);
});

// A sign-out reaches another tab in `account`; what ends a stream is in `tests/server/stream.test.ts`.
test.runIf(IN_SOAK)(
  "a session that is ended elsewhere ends what its pages show, though nobody touches them",
  async () => {
    const { page: third, context } = await visit(browser);
    await third.goto(product.signIn);
    await new MyDataPage(third).row("Elsewhere now").waitFor();
    await callAs(third, "DELETE", "/v1/profile/sessions");
    await eventually(async () => new URL(page.url()).pathname).toBe("/login");
    await eventually(async () => new URL(other.url()).pathname).toBe("/login");
    await context.close();
  },
);
