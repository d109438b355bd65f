import type { Browser, BrowserContext, Page } from "playwright";
import { z } from "zod";
import { OUTBOX_LINKS } from "../../tests/e2e/outbox-links.ts";
import { newAccount } from "../../tests/e2e/pages/new-account.ts";
import { secondFactorOn } from "../../tests/e2e/pages/second-factor.ts";
import { callAs } from "../../tests/e2e/pages/visit.ts";
import { command } from "../../tests/e2e/product.ts";
import type { Product } from "../../tests/e2e/product.ts";
import type { Ids, Viewer } from "./picture.ts";

const PASSWORD = "corn silo 42 lantern";
const Made = z.looseObject({ id: z.string() });
const Rows = z.looseObject({ rows: z.array(z.array(z.unknown())) });
const Status = z.looseObject({ status: z.string() });

/** What the price did in the five sessions after the day. */
const WEEK = { name: "Week", formula: "([daily close 5 adj] / [daily close adj] - 1) * 100" };

/** A trade of the day, walked by minutes where there are some. */
const TRADE = { name: "Trade", formula: "[trade return long at '09:30' target 6 stop 3 until close 3]" };

const request = (name: string, filter: string, outcome: boolean): object => ({
  name,
  ...(outcome ? { outcome: WEEK.name } : {}),
  Date_Range: { start_date: outcome ? "2024-01-02" : "2025-10-01", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "gap", formula: filter }] },
  columns: {
    Custom: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Gap", formula: "([daily open adj] / [daily close -1 adj] - 1) * 100" },
      { name: "RSI", formula: "[indicator rsi(14) close adj]" },
      { name: "Exchange", formula: "[identity exchange]" },
      ...(outcome ? [TRADE, WEEK] : []),
    ],
  },
});

/** Runs a request to its end and gives its id. */
async function run(page: Page, name: string, filter: string, outcome = false, more: object = {}): Promise<string> {
  const sent = { ...request(name, filter, outcome), ...more };
  const { id } = Made.parse(await callAs(page, "POST", "/v1/data-requests/create/web/standard", sent));
  for (;;) {
    const { status } = Status.parse(await callAs(page, "GET", `/v1/data-requests/${id}/status`));
    if (!/^(Pending|Running|queued|running|pending)$/i.test(status)) return id;
    await page.waitForTimeout(400);
  }
}

const GAP = "[daily open adj] / [daily close -1 adj] > 1.02";

/** Two lists and numbers: some symbols are unknown, some days are none of the symbol. */
function ownFiles(symbols: readonly string[]): readonly (readonly [kind: string, name: string, text: string])[] {
  const dated = symbols.slice(0, 30).map((symbol, at) => `${symbol},2025-06-02,${at % 3 === 0 ? "" : "2025-12-01"}`);
  const numbers = symbols.slice(0, 20).map((symbol, at) => `${symbol},2025-06-02,${(at - 10) / 10},${at * 1.5}`);
  return [
    ["list", "Watch", `symbol,day,until\n${[...dated, "NOSUCH,2025-06-02,", "BRK-B,2025-06-02,"].join("\n")}\n`],
    ["list", "Ideas from the newsletter of last autumn", `symbol\n${symbols.slice(40, 60).join("\n")}\n`],
    ["numbers", "Sentiment", `symbol,day,sentiment,short interest (percent)\n${numbers.join("\n")}\n`],
  ];
}

export interface Seeded {
  readonly ids: Ids;
  readonly viewers: Readonly<Record<Viewer, BrowserContext>>;
}

/** A new account, and an administrator with his second factor; gives the id of the first. */
async function others(product: Product, viewers: Seeded["viewers"]): Promise<string> {
  const fresh = await viewers.new.newPage();
  await newAccount(fresh, product.address, "new@example.com", PASSWORD);
  await fresh.close();

  const admin = await viewers.admin.newPage();
  await newAccount(admin, product.address, "admin@example.com", PASSWORD);
  await command(product.data, "admin", "grant", "admin@example.com");
  await secondFactorOn(admin, PASSWORD);
  const users: unknown = await callAs(admin, "GET", "/v1/users");
  const { items } = z.looseObject({ items: z.array(Made.extend({ email: z.string() })) }).parse(users);
  await admin.close();
  // Nobody can be used as oneself.
  return items.find(({ email }) => email === "new@example.com")?.id ?? "";
}

/** Plain runs: two that differ, then one without any rows. */
const PLAIN = [
  ["Openings above 2 %", GAP],
  ["Openings above 2 %", "[daily open adj] / [daily close -1 adj] > 1.03"],
  ["Nothing at all", "[daily close] > 1000000"],
] as const;

/** Accounts and requests to look at; with `few` only the demo account's, and one plain run. */
export async function seed(product: Product, browser: Browser, few = false): Promise<Seeded> {
  const context = (): Promise<BrowserContext> => browser.newContext({ reducedMotion: "reduce" });
  const viewers = { nobody: await context(), new: await context(), demo: await context(), admin: await context() };

  const demo = await viewers.demo.newPage();
  await demo.goto(product.signIn);
  await demo.getByRole("heading", { name: "My Data" }).waitFor();
  const runs: string[] = [];
  for (const [place, [name, filter]] of PLAIN.entries())
    runs.push(few && place !== 1 ? "" : await run(demo, name, filter));
  const studied = few ? "" : await run(demo, "Openings above 2 %, and the week after", GAP, true);
  const swept = few
    ? ""
    : await run(demo, "Openings, and the week after", "{gap} > $gap & {range} > $range", true, {
        parameters: [
          { name: "gap", from: 1, to: 6, step: 1, value: 2 },
          { name: "range", from: 0, to: 10, step: 2, value: 4 },
        ],
        hold_out: "last third",
      });
  const oneDay = few
    ? ""
    : await run(demo, "One day, and the week after", GAP, true, {
        Date_Range: { start_date: "2025-06-02", end_date: "2025-06-02" },
      });
  const first = `/v1/data-requests/${studied || runs[1]}/rows?limit=1`;
  const { rows } = Rows.parse(await callAs(demo, "GET", first));
  const [tradedSymbol, tradedDay] = rows[0] ?? [];
  await callAs(demo, "POST", "/v1/folders", { name: "Gaps" });
  const market = z
    .looseObject({ symbols: z.array(z.string()) })
    .parse(await demo.evaluate(async () => (await fetch("/v1/market")).json() as Promise<unknown>));
  for (const [kind, name, text] of ownFiles(market.symbols))
    await callAs(demo, "POST", "/v1/profile/lists", {
      kind,
      name,
      file_name: `${name}.csv`,
      file: Buffer.from(text).toString("base64"),
    });
  await demo.close();

  const account = few ? "" : await others(product, viewers);
  const outbox = new URL(OUTBOX_LINKS.get(product.address) ?? "", product.address);
  const ids = {
    run: runs[1] ?? "",
    studied,
    traded: `/charting/new?symbol=${String(tradedSymbol)}&date=${String(tradedDay)}&request=${studied}`,
    swept,
    empty: runs[2] ?? "",
    oneDay,
    account,
    symbol: market.symbols[0] ?? "",
    outbox: `${outbox.pathname}${outbox.search}`,
  };
  return { ids, viewers };
}
