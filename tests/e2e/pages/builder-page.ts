import type { Locator, Page } from "playwright";

export type Side = "filters" | "columns";

/** The data request builder as a person meets it. */
export class BuilderPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get name(): Locator {
    return this.page.getByRole("textbox", { name: "Request name" });
  }
  get results(): Locator {
    return this.page.getByRole("region", { name: "Results" });
  }
  get toast(): Locator {
    return this.page.locator(".toast");
  }

  /** The step of a side. */
  step(side: Side): Locator {
    return this.page.locator(`#${side}`);
  }
  card(side: Side, title: string): Locator {
    return this.page.locator(`#${side}-${title.toLowerCase()}`);
  }
  /** Added rows of a card, not those of the review. */
  rows(side: Side, title: string): Locator {
    return this.card(side, title).locator(".added tbody tr");
  }
  row(side: Side, title: string, number: number): Locator {
    return this.rows(side, title).nth(number - 1);
  }
  /** What a row says in words. */
  said(side: Side, title: string, number: number): Promise<string> {
    return this.row(side, title, number).locator(".said").innerText();
  }
  action(side: Side, title: string, number: number, label: string): Locator {
    return this.row(side, title, number).getByRole("button", { name: `${label}: ${title} ${number}`, exact: true });
  }

  async openCard(side: Side, title: string): Promise<void> {
    const chip = this.step(side).locator(".card-chip", { hasText: title });
    if ((await chip.getAttribute("aria-pressed")) !== "true") await chip.click();
    await this.card(side, title).locator(".card-form").waitFor();
  }
  async tab(side: Side, title: string, name: string): Promise<void> {
    await this.card(side, title).getByRole("tab", { name }).click();
  }
  async point(side: Side, title: string, label: string): Promise<void> {
    await this.card(side, title)
      .getByRole("group", { name: `Data points of ${title}` })
      .getByRole("button", { name: label, exact: true })
      .click();
  }
  option(side: Side, title: string, name: string): Locator {
    return this.card(side, title).locator(`[data-option="${name}"]`);
  }
  async choose(side: Side, title: string, option: string, label: string): Promise<void> {
    await this.option(side, title, option).locator(".chip", { hasText: label }).first().click();
  }
  async enter(side: Side, title: string, option: string, text: string): Promise<void> {
    await this.option(side, title, option).locator("input").fill(text);
  }
  addButton(side: Side, title: string): Locator {
    return this.card(side, title).locator(".add-button");
  }

  /** The formula editor of the Custom card. */
  editor(side: Side): Locator {
    return this.card(side, "Custom").locator(".cm-content");
  }
  async typeFormula(side: Side, text: string): Promise<void> {
    await this.editor(side).click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Escape");
  }
  verdict(side: Side, name: string): Locator {
    return this.card(side, "Custom").getByRole("img", { name });
  }

  /** Resolves when the preview on screen is the one of what is written. */
  async previewReady(): Promise<void> {
    await this.results.getByText(/^Preview, /).waitFor();
  }
  funnelCount(label: string): Locator {
    return this.page.locator(".funnel li", { hasText: label }).locator(".count");
  }

  async more(item: string): Promise<void> {
    await this.page.getByRole("button", { name: "More for this request" }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
}
