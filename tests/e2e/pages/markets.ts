import type { Locator, Page } from "playwright";

/** Market activity, as everybody sees it. */
export class MarketsPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async open(address: string): Promise<void> {
    await this.page.goto(`${address}/markets`);
  }
  get tiles(): Locator {
    return this.page.locator(".tile");
  }
  tile(name: string): Locator {
    return this.tiles.filter({ has: this.page.getByRole("heading", { name, exact: true }) });
  }
  get bones(): Locator {
    return this.page.getByRole("main").getByRole("status", { name: "Loading" });
  }
  openAsRequest(name: string): Promise<void> {
    return this.page.getByRole("button", { name: `Build a request from this: ${name}` }).click();
  }
}
