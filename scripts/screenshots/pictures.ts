import type { Page } from "playwright";
import { BESIDE } from "./beside.ts";
import { MARKET_STATES } from "./market-states.ts";
import type { Ids, Picture, Viewer } from "./picture.ts";

/** The states every screen has that asks the server for something. */
const asking = (screen: string, viewer: Viewer, address: (ids: Ids) => string): readonly Picture[] => [
  { screen, state: "full", viewer, address },
  { screen, state: "loading", viewer, address, calls: "held" },
  { screen, state: "error", viewer, address, calls: "failed" },
];

const still = (screen: string, viewer: Viewer, more: Partial<Picture> = {}): Picture => ({
  screen,
  state: "full",
  viewer,
  address: () => screen,
  ...more,
});

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
}

async function signUp(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel(/^Password/).fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByText("A password has at least 8 characters.").waitFor();
}

async function mailAsked(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** The card of a step, opened; what was drawn of it is brought into view. */
const card = (side: "filters" | "columns", title: string) => async (page: Page) => {
  await page.locator(`#${side} .card-chip`, { hasText: title }).click();
  await page.locator(`#${side}-${title.toLowerCase()}`).scrollIntoViewIfNeeded();
};

async function formula(page: Page): Promise<void> {
  await card("columns", "Custom")(page);
  await page.locator("#columns-custom").getByRole("tab", { name: "Build your own - code" }).click();
  const text = page.locator("#columns-custom .cm-content");
  await text.click();
  await page.keyboard.insertText("( [daily close adj] / [daily clsoe -1 adj] - 1 ) * 100 + {Gap}");
  await page.locator("#columns-custom .findings li").first().waitFor();
}

async function asText(page: Page): Promise<void> {
  await page.getByLabel("Request name").waitFor();
  await page.keyboard.press("Control+Shift+e");
  await page.getByRole("textbox", { name: "Request", exact: true }).waitFor();
  // The next picture is of the cards again.
  await page.evaluate(() => localStorage.removeItem("scanbook.builder-view"));
}

async function deletion(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete: Custom 1" }).first().click();
  await page.getByRole("alertdialog").waitFor();
}

async function palette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first().waitFor();
}

async function takeTour(page: Page): Promise<void> {
  await page.getByLabel("Request name").waitFor();
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Take the tour" }).click();
  await page.getByRole("dialog", { name: /^Tour/ }).waitFor();
}

async function sheet(page: Page): Promise<void> {
  await page.locator("h1").first().click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
}

const panel = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("grid").waitFor();
  await page.getByRole("toolbar", { name: "Rows" }).getByRole("button", { name }).click();
  await page.getByRole("complementary").first().waitFor();
};

async function cell(page: Page): Promise<void> {
  await page.locator("[role=row][data-row='0'] [data-column='3']").click();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary").first().waitFor();
}

/** A dialog or menu of the chart, once its bars stand. */
const onChart = (name: string) => async (page: Page) => {
  await page.getByRole("figure", { name: /bars of/ }).waitFor();
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await page.locator("[role=dialog], [role=menu]").first().waitFor();
};

const chart = ({ symbol }: Ids): string => `/charting/new?symbol=${symbol}`;
const PARTS = ["profile", "sign-in", "sessions", "tokens", "webhooks", "security", "delete"];
const sweep = (ids: Ids): string => `/data-request/${ids.swept}/sweep`;
const study = (ids: Ids): string => `/data-request/${ids.studied}/study`;

/** Imports what the check doubts, once: from then on the market is another one, so these pictures are the last. */
async function doubted(page: Page): Promise<void> {
  const findings = page.getByRole("region", { name: "Findings" });
  const none = page.getByText("This market was not checked.");
  await findings.or(none).first().waitFor();
  if (await none.isVisible()) await page.getByRole("button", { name: "Run import" }).click();
  await findings.waitFor();
  await findings.scrollIntoViewIfNeeded();
}
const results = (ids: Ids): string => `/data-request/${ids.run}/results`;
const ADMIN: readonly (readonly [screen: string, address: (ids: Ids) => string])[] = [
  ["/admin", () => "/admin"],
  ["/admin/users/:id", ({ account }) => `/admin/users/${account}`],
  ["/admin/metrics", () => "/admin/metrics"],
  ["/admin/activity", () => "/admin/activity"],
  ["/admin/market", () => "/admin/market"],
  ["/admin/days", () => "/admin/days"],
];

/** Every screen in every state it has. */
export const PICTURES: readonly Picture[] = [
  still("/login", "nobody"),
  still("/login", "nobody", { state: "error", act: signIn }),
  still("/signup", "nobody"),
  still("/signup", "nobody", { state: "error", act: signUp }),
  still("/confirm-email", "nobody", {
    state: "error",
    address: () => "/confirm-email#token=abc",
    act: async (page) => {
      await press("Confirm")(page);
      await page.getByRole("alert").waitFor();
    },
  }),
  still("/confirm-email", "nobody", { state: "empty" }),
  still("/forgot-password", "nobody"),
  still("/forgot-password", "nobody", { state: "sent", act: mailAsked }),
  still("/reset-password", "nobody", { address: () => "/reset-password#token=abc" }),
  still("/reset-password", "nobody", { state: "empty" }),
  still("/terms-and-conditions", "nobody"),
  still("*", "nobody", { state: "unknown", address: () => "/no/such/page" }),
  still("*", "demo", { state: "unknown, signed in", address: () => "/no/such/page" }),

  ...asking("/", "demo", () => "/"),
  still("/", "new", { state: "empty" }),
  still("/", "nobody", { state: "no rights" }),
  still("/", "demo", { state: "trash, empty", address: () => "/?view=trash" }),
  still("/", "demo", { state: "menu", act: press(/: more$/) }),
  still("/", "demo", { state: "sheet", act: sheet }),
  ...asking("/dashboard", "demo", () => "/dashboard"),
  still("/dashboard", "new", { state: "empty" }),

  ...asking("/templates", "demo", () => "/templates"),
  still("/templates", "demo", {
    state: "preview",
    act: async (page) => {
      const preview = page.getByRole("button", { name: "Preview Gap and go" });
      await preview.click();
      await page.getByRole("region", { name: "Newest hits of Gap and go" }).waitFor();
    },
  }),

  ...asking("/lists", "demo", () => "/lists"),
  still("/lists", "new", { state: "empty" }),
  still("/lists", "demo", {
    state: "report",
    act: async (page) => {
      await page.getByRole("button", { name: "Report of Watch" }).click();
      await page.getByRole("region", { name: "First rows of Watch" }).waitFor();
    },
  }),
  still("/lists", "demo", {
    state: "file",
    act: async (page) => {
      const rows = "symbol,day,until\nNOSUCH,2025-06-02,\nA,2025-06-02,2025-06-30\n";
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "Watch.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
      await page.getByRole("region", { name: "First rows of Watch" }).waitFor();
    },
  }),
  still("/lists", "demo", {
    state: "mistakes",
    act: async (page) => {
      const rows = "symbol,day\n=A1,2025-06-02\nA,06/30/2025\n";
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "Wrong.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
      await page.getByRole("alert").waitFor();
    },
  }),

  ...asking("/data-request", "demo", () => "/data-request"),
  still("/data-request", "new", { state: "new" }),
  still("/data-request", "demo", { state: "error, no such request", address: () => "/data-request?id=nothing-here" }),
  still("/data-request", "demo", { state: "indicator", act: card("filters", "Indicator") }),
  still("/data-request", "demo", { state: "fundamental", act: card("filters", "Fundamental") }),
  still("/data-request", "demo", { state: "earnings", act: card("columns", "Earnings") }),
  still("/data-request", "demo", { state: "formula", act: formula }),
  still("/data-request", "demo", { state: "text", act: asText }),
  still("/data-request", "demo", { state: "tour", act: takeTour }),
  still("/data-request", "demo", { state: "delete", act: deletion }),
  still("/data-request", "demo", { state: "palette", act: palette }),
  ...asking("/template", "demo", () => "/template").filter(({ state }) => state !== "error"),

  ...asking("/data-request/:id/results", "demo", results),
  still("/data-request/:id/results", "demo", {
    state: "empty",
    address: ({ empty }) => `/data-request/${empty}/results`,
  }),
  ...(["Statistics", "Why not?", "Difference", /^Notes/] as const).map((name) =>
    still("/data-request/:id/results", "demo", { state: String(name), address: results, act: panel(name) }),
  ),
  still("/data-request/:id/results", "demo", { state: "cell", address: results, act: cell }),

  ...asking("/data-request/:id/study", "demo", study),
  still("/data-request/:id/study", "demo", {
    state: "around the day",
    address: study,
    act: (page) => page.getByRole("heading", { name: "Around the day" }).scrollIntoViewIfNeeded(),
  }),
  still("/data-request/:id/study", "demo", {
    state: "two columns",
    address: study,
    act: (page) =>
      page
        .getByRole("button", { name: /: mean / })
        .last()
        .scrollIntoViewIfNeeded(),
  }),
  still("/data-request/:id/study", "demo", {
    state: "no outcome",
    address: ({ run }) => `/data-request/${run}/study`,
  }),

  ...asking("/data-request/:id/sweep", "demo", sweep),
  still("/data-request/:id/sweep", "demo", {
    state: "held out",
    address: sweep,
    act: (page) => page.getByRole("heading", { name: "Days held out" }).scrollIntoViewIfNeeded(),
  }),
  still("/data-request/:id/sweep", "demo", {
    state: "no parameters",
    address: ({ run }) => `/data-request/${run}/sweep`,
  }),

  ...asking("/subscriptions", "demo", () => "/subscriptions"),
  still("/subscriptions", "new", { state: "empty" }),
  ...asking("/markets", "demo", () => "/markets"),
  still("/markets", "nobody", { state: "not signed in" }),
  ...asking("/charting/:id", "demo", chart),
  still("/charting/:id", "demo", { state: "unknown symbol", address: () => "/charting/new?symbol=NOBODY" }),
  ...["Symbol search", "Indicators", "Layouts"].map((name) =>
    still("/charting/:id", "demo", { state: name, address: chart, act: onChart(name) }),
  ),

  ...PARTS.map((part) =>
    still("/user-profile/settings", "demo", { state: part, address: () => `/user-profile/settings?part=${part}` }),
  ),
  ...asking("/user-profile/settings", "demo", () => "/user-profile/settings?part=sessions").slice(1),

  ...ADMIN.flatMap(([screen, address]) => asking(screen, "admin", address)),
  ...ADMIN.map(([screen, address]) => still(screen, "demo", { state: "no rights", address })),
  ...BESIDE,
  ...MARKET_STATES,
  still("/admin/market", "admin", { state: "doubtful", imports: true, act: doubted }),
  still("/admin/market", "admin", {
    state: "restate",
    imports: true,
    act: async (page) => {
      await doubted(page);
      await page
        .getByRole("button", { name: /^Restate/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  still("/admin/market", "admin", {
    state: "accepted",
    imports: true,
    act: async (page) => {
      await doubted(page);
      await page
        .getByRole("button", { name: /^Accept/ })
        .first()
        .click();
      await page.getByText("Accepted", { exact: true }).last().waitFor();
      await page.getByRole("radio", { name: "Accepted" }).click();
    },
  }),
  // As somebody else is not an administrator: nothing of the administrator's can follow.
  still("/admin/users/:id", "admin", {
    state: "use-as",
    address: ({ account }) => `/admin/users/${account}`,
    seenElsewhere: true,
    act: async (page) => {
      await page.getByRole("button", { name: /^Use as/ }).click();
      await page.getByRole("heading", { name: "My Data" }).waitFor();
    },
  }),
];
