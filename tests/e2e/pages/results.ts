import type { Locator, Page } from "playwright";
import { Created } from "../../../src/contract/index.ts";
import { go } from "./sights.ts";

/** The results of a request as a person sees them: the page, or the dock below the builder. */
export class ResultsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(address: string, id: string, query = ""): Promise<void> {
    await this.page.goto(`${address}/data-request/${id}/results${query}`);
  }

  /** From another screen, by the product's own routing. */
  async goTo(id: string, query = ""): Promise<void> {
    await go(this.page, `/data-request/${id}/results${query}`);
  }

  get region(): Locator {
    return this.page.getByRole("main", { name: "Results" });
  }
  get grid(): Locator {
    return this.page.getByRole("grid");
  }
  /** By row and column, from 0. */
  cell(row: number, column: number): Locator {
    return this.page.locator(`[role=row][data-row="${row}"] [data-column="${column}"]`);
  }
  header(name: string): Locator {
    return this.page.getByRole("columnheader").filter({ hasText: name });
  }
  panel(title: string): Locator {
    return this.page.getByRole("complementary", { name: title });
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole("toolbar", { name: "Rows" }).getByRole("button", { name });
  }
  get funnel(): Locator {
    return this.page.getByRole("region", { name: "Funnel" });
  }

  /** Resolves when rows are drawn. */
  async rows(): Promise<void> {
    await this.cell(0, 0).waitFor();
    await this.page.locator(".grid .coming").first().waitFor({ state: "detached" });
  }

  /** Texts of the first rows of a column. */
  async texts(column: number, rows: number): Promise<string[]> {
    const found: string[] = [];
    for (let row = 0; row < rows; row += 1) found.push(await this.cell(row, column).innerText());
    return found;
  }

  /** Sends a request as the page would and gives its id. */
  async create(body: object): Promise<string> {
    return Created.parse(await this.page.evaluate(sent, ["/v1/data-requests", body] as const)).id;
  }
}

/** Runs in the browser, with its session. */
async function sent([path, body]: readonly [string, object]): Promise<unknown> {
  const kept = /(?:^|; )user=([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const session: unknown = JSON.parse(decodeURIComponent(kept));
  const token = typeof session === "object" && session !== null && "token" in session ? String(session.token) : "";
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return answer.json() as Promise<unknown>;
}
