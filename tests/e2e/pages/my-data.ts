import type { Locator, Page } from "playwright";

/** The list of requests, templates and folders. */
export class MyDataPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  row(name: string): Locator {
    return this.page.locator("tr.item", { has: this.page.locator(".item-name", { hasText: name }) }).first();
  }
  /** Names in the order of the list. */
  async names(): Promise<readonly string[]> {
    return this.page.locator(".item-name").allInnerTexts();
  }
  view(name: string): Locator {
    return this.page.getByRole("region", { name: "My Data" }).getByRole("link", { name: new RegExp(`^${name}`) });
  }
  async menu(name: string, item: string): Promise<void> {
    await this.row(name)
      .getByRole("button", { name: `${name}: more` })
      .click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
  /** Into a folder, whose name is typed. */
  async move(request: string, folder: string): Promise<void> {
    await this.menu(request, "Move to folder…");
    await this.page.getByRole("textbox", { name: "Folder" }).fill(folder);
    await this.page.getByRole("button", { name: new RegExp(`^${folder}`) }).click();
    await this.toast(`1 request moved to ${folder}`).waitFor();
  }
  toast(text: string): Locator {
    return this.page.locator(".toast", { hasText: text });
  }
  status(name: string, status: string): Locator {
    return this.row(name).locator(".status").getByText(status, { exact: true });
  }
}
