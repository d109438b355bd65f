import type { Locator } from "playwright";
import { BuilderPage } from "./builder-page.ts";
import type { Side } from "./builder-page.ts";

/** The formula of a Custom card, and what stands around it. */
export class FormulaPage extends BuilderPage {
  async openFormula(side: Side, tab: "words" | "code"): Promise<void> {
    await this.openCard(side, "Custom");
    await this.tab(side, "Custom", `Build your own - ${tab}`);
    await this.editor(side).waitFor();
  }
  /** Typed key by key, with the list closed behind it. */
  async type(side: Side, text: string): Promise<void> {
    await this.editor(side).click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.press("Delete");
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Escape");
  }
  text(side: Side): Promise<string> {
    // Values at the ends of lines are no text of the formula.
    return this.editor(side).evaluate((content) => {
      const copy = content.cloneNode(true);
      if (copy instanceof HTMLElement) for (const one of copy.querySelectorAll(".inline-values")) one.remove();
      return copy.textContent ?? "";
    });
  }
  field(side: Side): Locator {
    return this.card(side, "Custom").locator(".formula-field");
  }
  problems(side: Side): Locator {
    return this.field(side).locator(".findings li");
  }
  get list(): Locator {
    return this.page.locator(".cm-tooltip-autocomplete");
  }
  get signature(): Locator {
    return this.page.locator(".signature");
  }
  values(side: Side): Locator {
    return this.field(side).locator(".inline-values");
  }
  async pin(side: Side, symbol: string, date: string): Promise<void> {
    await this.field(side).getByLabel("Day to show values of").fill(date);
    await this.field(side).getByLabel("Symbol to show values of").fill(symbol);
    await this.page.keyboard.press("Enter");
  }
}
