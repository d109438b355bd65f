import type { Browser, BrowserContext, Page } from "playwright";
import { z } from "zod";
import { newAccount } from "../../tests/e2e/pages/new-account.ts";
import { secondFactorOn } from "../../tests/e2e/pages/second-factor.ts";
import { callAs } from "../../tests/e2e/pages/visit.ts";
import { command } from "../../tests/e2e/product.ts";
import type { Product } from "../../tests/e2e/product.ts";
import type { Ids, Viewer } from "./picture.ts";

const PASSWORD = "corn silo 42 lantern";
const Made = z.looseObject({ id: z.string() });
const Status = z.looseObject({ status: z.string() });

const request = (name: string, filter: string): object => ({
  name,
  Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "gap", formula: filter }] },
  columns: {
    Custom: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Gap", formula: "([daily open adj] / [daily close -1 adj] - 1) * 100" },
      { name: "RSI", formula: "[indicator rsi(14) close adj]" },
      { name: "Exchange", formula: "[identity exchange]" },
    ],
  },
});

/** Runs a request to its end and gives its id. */
async function run(page: Page, name: string, filter: string): Promise<string> {
  const { id } = Made.parse(await callAs(page, "POST", "/v1/data-requests/create/web/standard", request(name, filter)));
  for (;;) {
    const { status } = Status.parse(await callAs(page, "GET", `/v1/data-requests/${id}/status`));
    if (!/^(Pending|Running|queued|running|pending)$/i.test(status)) return id;
    await page.waitForTimeout(400);
  }
}

export interface Seeded {
  readonly ids: Ids;
  readonly viewers: Readonly<Record<Viewer, BrowserContext>>;
}

/** Accounts and requests to look at: the demo account's, a new one, and an administrator with his second factor. */
export async function seed(product: Product, browser: Browser): Promise<Seeded> {
  const context = (): Promise<BrowserContext> => browser.newContext({ reducedMotion: "reduce" });
  const viewers = { nobody: await context(), new: await context(), demo: await context(), admin: await context() };

  const demo = await viewers.demo.newPage();
  await demo.goto(product.signIn);
  await demo.getByRole("heading", { name: "My Data" }).waitFor();
  const runs: string[] = [];
  for (const [name, filter] of [
    ["Openings above 2 %", "[daily open adj] / [daily close -1 adj] > 1.02"],
    ["Openings above 2 %", "[daily open adj] / [daily close -1 adj] > 1.03"],
    ["Nothing at all", "[daily close] > 1000000"],
  ] as const)
    runs.push(await run(demo, name, filter));
  await callAs(demo, "POST", "/v1/folders", { name: "Gaps" });
  await demo.close();

  const fresh = await viewers.new.newPage();
  await newAccount(fresh, product.address, "new@example.com", PASSWORD);
  await fresh.close();

  const admin = await viewers.admin.newPage();
  await newAccount(admin, product.address, "admin@example.com", PASSWORD);
  await command(product.data, "admin", "grant", "admin@example.com");
  await secondFactorOn(admin, PASSWORD);
  const users: unknown = await callAs(admin, "GET", "/v1/users");
  const { items } = z.looseObject({ items: z.array(Made) }).parse(users);
  const market = z
    .looseObject({ symbols: z.array(z.string()) })
    .parse(await admin.evaluate(async () => (await fetch("/v1/market")).json() as Promise<unknown>));
  await admin.close();
  const ids = {
    run: runs[1] ?? "",
    empty: runs[2] ?? "",
    account: items[0]?.id ?? "",
    symbol: market.symbols[0] ?? "",
  };
  return { ids, viewers };
}
