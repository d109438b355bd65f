import { cardState } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { builder } from "../state/slices/builder.ts";
import { builderView, showView } from "../state/slices/builder-view.ts";
import { focusEditor } from "../state/page/caret.ts";
import { textActions } from "../state/page/text-caret.ts";

/** Where a card stands on the page. */
export const cardId = (side: CardSide, title: CardTitle): string => `${side}-${title.toLowerCase()}`;

/** The entry whose text the editor of a Custom card holds. */
export const formulaId = (side: CardSide): string => `custom-${side}`;

const FIRST_FIELD = ".chip[tabindex='0'], input";

/** Opens the form of a card, brings it into view, and puts the focus into it. */
export function goToCard(side: CardSide, title: CardTitle): void {
  showView("cards");
  builder.open[side] = title;
  // After the card is drawn.
  setTimeout(() => {
    const card = document.querySelector(`#${cardId(side, title)}`);
    card?.scrollIntoView({ block: "nearest" });
    const { form } = cardState(builder.state, side, title);
    // Its editor may still be on its way.
    if (form.kind === "custom") focusEditor(side, formulaId(side));
    else card?.querySelector<HTMLElement>(FIRST_FIELD)?.focus({ preventScroll: false });
  });
}

/** Back to the row whose editing was cancelled. */
export function focusRow(side: CardSide, title: CardTitle, index: number): void {
  // After the form is drawn without it.
  setTimeout(() =>
    document
      .querySelector(`#${cardId(side, title)}`)
      ?.querySelector<HTMLElement>(`[aria-label="Edit: ${title} ${index + 1}"]`)
      ?.focus(),
  );
}

/** Brings a step into view; in the text its first statement, where there is one. */
export function goToStep(anchor: string): void {
  if (textActions()?.show({ step: anchor }) === true) return;
  const go = (): void => {
    const step = document.querySelector<HTMLElement>(`#${anchor}`);
    step?.scrollIntoView({ block: "start" });
    step?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  };
  if (builderView.shown === "cards") go();
  else {
    showView("cards");
    // After the steps are drawn.
    setTimeout(go);
  }
}
