import { provideOpener } from "../commands/openers.ts";
import { addCommands } from "../commands/registry.ts";
import { provideColumnActions } from "../editor/column-actions.ts";
import { keepText } from "../files/keep-text.ts";
import { keepDraft } from "../state/slices/draft.ts";
import { askForMarket } from "../state/queries/market.ts";
import { openRun, runOfAddress } from "../state/slices/run.ts";
import { askForProduct } from "../state/queries/product.ts";
import { keepJudging } from "../state/slices/validity.ts";
import { stopSettling } from "./settle-forms.ts";
import { columnActionsOfBuilder, writeFilter } from "./column-actions.ts";
import { builderCommands } from "./commands.ts";

/** Starts the page's work at the rim; the returned function stops it. */
export function keepBuilding(email: string): () => void {
  const stops = [
    keepJudging(),
    keepDraft(email),
    keepText(),
    addCommands(builderCommands()),
    provideColumnActions(columnActionsOfBuilder),
    provideOpener("formula", writeFilter),
    stopSettling,
  ];
  void askForMarket();
  void askForProduct();
  const id = runOfAddress();
  if (id !== null) void openRun(id);
  return () => {
    for (const stop of stops) stop();
  };
}
