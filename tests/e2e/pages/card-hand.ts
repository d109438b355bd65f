import type { Page } from "playwright";
import type { CardCase } from "../../request/card-cases.ts";
import type { Side } from "./builder-page.ts";

/** A row of an *Added* table as it stands on screen. */
export interface RowSeen {
  readonly said: string;
  /** Name In Excel and tag, beside the sentence. */
  readonly names: readonly string[];
}

/**
 * Fills the form of an open card in the page itself, entry after entry, by clicks and typing as its elements hear them: a
 * hand from outside needs a hundred times as long for a thousand entries. Gives what could not be done.
 */
export function addAll(page: Page, side: Side, title: string, cases: readonly CardCase[]): Promise<readonly string[]> {
  return page.evaluate(
    async ({ id, points, cases: all }) => {
      const card = document.querySelector(id);
      const drawn = (): Promise<void> =>
        new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => done());
          port1.start();
          port2.postMessage(0);
        });
      const seek = (selector: string, label: string, within: ParentNode | null): HTMLElement | undefined =>
        [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.textContent === label);
      const wrong: string[] = [];
      for (const { point, acts, sentence } of all) {
        const press = async (element: HTMLElement | null | undefined, what: string): Promise<void> => {
          if (element === null || element === undefined) wrong.push(`${sentence}: no ${what}`);
          element?.click();
          await drawn();
        };
        const chosen = seek(".chip", point.label, card?.querySelector(points) ?? null);
        if (chosen?.ariaPressed !== "true") await press(chosen, point.label);
        for (const act of acts) {
          const field = card?.querySelector(`[data-option="${act.option}"]`) ?? null;
          if ("click" in act) {
            const chip = seek(".chip", act.label, field);
            // What is chosen already would be deselected by a click, or stays as it is.
            if (chip !== undefined) {
              if (chip.ariaPressed !== "true") await press(chip, act.label);
              continue;
            }
            const inField = (): HTMLElement | null | undefined => field?.querySelector<HTMLElement>(".more-choices");
            // The menu's script is fetched with the first menu.
            const until = performance.now() + 20_000;
            while (!inField() && field?.querySelector("[disabled]") && performance.now() < until)
              await new Promise((done) => setTimeout(done, 10));
            const more = inField();
            await press(more, act.option);
            // That of Among comes once it is asked for.
            while (document.querySelector(".choice-menu") === null && performance.now() < until)
              await new Promise((done) => setTimeout(done, 10));
            await press(document.querySelector<HTMLElement>(`.choice-menu [data-value="${act.click}"]`), act.click);
            // A menu of several values stays open.
            if (document.querySelector(".choice-menu") !== null && more?.ariaExpanded === "true")
              await press(more, "menu");
          } else {
            const input = field?.querySelector("input");
            if (input === null || input === undefined) wrong.push(`${sentence}: no ${act.option}`);
            else if (input.value !== act.type) {
              // Past React's own setter, or it would take the event for none.
              Reflect.set(HTMLInputElement.prototype, "value", act.type, input);
              input.dispatchEvent(new Event("input", { bubbles: true }));
              await drawn();
            }
          }
        }
        const add = card?.querySelector<HTMLButtonElement>(".add-button");
        if (add?.disabled === true) wrong.push(`${sentence}: ${add.title}`);
        await press(add, "Add");
      }
      return wrong;
    },
    { id: `#${side}-${title.toLowerCase()}`, points: `[aria-label="Data points of ${title}"]`, cases },
  );
}

/** Every row of a card, page after page and back to the first; with `save`, each is edited and saved as it is before it is read. */
export function readAll(page: Page, side: Side, title: string, save = false): Promise<readonly RowSeen[]> {
  return page.evaluate(
    async ({ id, title: card, save: saved }) => {
      const place = document.querySelector(id);
      const drawn = (): Promise<void> =>
        new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => done());
          port1.start();
          port2.postMessage(0);
        });
      const button = (label: string): HTMLButtonElement | undefined =>
        place?.querySelector<HTMLButtonElement>(`.pager [aria-label="${label} page"]`) ?? undefined;
      const seen: { said: string; names: string[] }[] = [];
      button("First")?.click();
      await drawn();
      for (;;) {
        const count = place?.querySelectorAll(".added tbody tr").length ?? 0;
        for (let row = 0; row < count; row++) {
          if (saved) {
            const label = `Edit: ${card} ${seen.length + 1}`;
            place?.querySelector<HTMLElement>(`.actions [aria-label="${label}"]`)?.click();
            await drawn();
            const edit = place?.querySelector<HTMLButtonElement>(".add-button");
            if (edit?.textContent?.trim() !== `Edit ${card.toLowerCase()}` || edit.disabled)
              throw new Error(`${label}: ${edit?.textContent ?? "no button"} ${edit?.title ?? ""}`);
            edit.click();
            await drawn();
          }
          const now = place?.querySelectorAll(".added tbody tr")[row];
          seen.push({
            said: now?.querySelector(".sentence")?.textContent ?? "",
            names: [...(now?.querySelectorAll(".said strong") ?? [])].map((one) => one.textContent ?? ""),
          });
        }
        const next = button("Next");
        const last = next === undefined || next.disabled;
        (last ? button("First") : next)?.click();
        await drawn();
        if (last) return seen;
      }
    },
    { id: `#${side}-${title.toLowerCase()}`, title, save },
  );
}
